import numpy as np
import pytest
from hypothesis import settings

import wordlelib as wl

settings.register_profile("steady", deadline=None, derandomize=True, max_examples=60)
settings.load_profile("steady")


@pytest.fixture(scope="session")
def original():
    return wl.wordle()


@pytest.fixture(scope="session")
def original_hard():
    return wl.wordle(mode="hard")


@pytest.fixture(scope="session")
def tiny():
    return wl.wordle(wl.words.tiny())


@pytest.fixture
def rng():
    return np.random.default_rng(2022)


@pytest.fixture(scope="session")
def tiny_game():
    return wl.wordle(wl.words.tiny())


@pytest.fixture(scope="session")
def answers_game():
    return wl.wordle(wl.words.original()[0])
