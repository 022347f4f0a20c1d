import numpy as np
import pytest
from hypothesis import settings
from hypothesis import strategies as st

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


@st.composite
def word_lists(draw, length=None, letters="abcd", most=12):
    """Few letters, so that repeated letters, one-gap families and equal partitions are common."""
    length = length or draw(st.integers(2, 5))
    word = st.text(letters, min_size=length, max_size=length)
    guesses = draw(st.lists(word, min_size=2, max_size=most, unique=True))
    hidden = draw(st.lists(st.sampled_from(guesses), min_size=1, max_size=len(guesses), unique=True))
    return hidden, guesses


def random_game(rng, words, **options):
    """A game on some of the original words, with more guesses than hidden words."""
    hidden = sorted(map(str, rng.choice(words, 25, replace=False)))
    further = [str(word) for word in rng.choice(words, 60, replace=False)]
    return wl.wordle(hidden, sorted({*hidden, *further}), **options)


@pytest.fixture
def rng():
    return np.random.default_rng(2022)
