"""Small sets of words with which a Hinter survives: obstructions that lose their hold if any word is left out.

Obstructions are those of `guarantees.py`. A set that holds out is made smaller by leaving out words, many at once at
first, then fewer, as long as the rest still holds out. What remains depends on the order in which words are tried.
"""

import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from wordlelib import checks
from wordlelib.game import Game, State, make_game
from wordlelib.guarantees import GuaranteeSolver
from wordlelib.packing import pack_sets
from wordlelib.players import answers_only
from wordlelib.runs import Sweep

PART = 64


def small_set(game: Game, turns: int, rng: np.random.Generator, words: Sequence[str] | None = None) -> list[str] | None:
    """Find a set of hidden words that survives so many guesses, and of which no word can be spared.

    Parameters
    ----------
    game
        A game in easy mode; its guesses are what the Guesser may say.
    turns
        How many guesses the Hinter survives.
    rng
        For the order in which words are left out.
    words
        Where to look; all hidden words by default.

    Returns
    -------
    list of str
        The set in the game's order; None if not even all words together survive.
    """
    turns, rng = checks.guesses("turns", turns), checks.generator("rng", rng)
    if checks.game(game).mode != "easy":
        raise ValueError(f"game: {game.mode} mode; expected easy mode")
    start, solver = game.start(), GuaranteeSolver(game)
    number = {word: i for i, word in enumerate(game.hidden)}
    listed = list(game.hidden) if words is None else checks.texts("words", words)
    if not set(listed) <= set(number) or len(set(listed)) < len(listed):
        raise checks.refused("words", words, "some of the hidden words, each once")

    def survives(some: np.ndarray) -> bool:
        if len(some) < 2:
            return False
        return solver.search(State(game, np.sort(some), start.allowed, start.rows), turns) is None

    kept = np.array([number[word] for word in listed], start.candidates.dtype)
    if not survives(kept):
        return None
    kept, part = rng.permutation(kept), PART
    while part:
        place = 0
        while place < len(kept):
            fewer = np.delete(kept, slice(place, place + part))
            if survives(fewer):
                kept = fewer
            else:
                place += part
        part //= 2
    return [game.hidden[i] for i in np.sort(kept)]


def small_sets() -> Sweep:
    """Look for small sets of the original hidden words that survive four guesses, from answers only; several orders."""
    return Sweep([{"guess_list": "answers", "turns": 4, "seed": seed} for seed in range(5)], find_small_set)


def find_small_set(guess_list: str, turns: int, seed: int) -> dict[str, Any]:
    """Find one set, with the effort: its size, and its words' numbers as `packing.pack_sets` writes them."""
    whole = make_game()
    game = answers_only(whole) if guess_list == "answers" else whole
    begun = time.process_time()
    found = small_set(game, turns, np.random.default_rng(seed)) or []
    seconds = round(time.process_time() - begun, 3)
    number = {word: i for i, word in enumerate(game.hidden)}
    return {"words": len(found), "set": pack_sets([[number[word] for word in found]]), "cpu_seconds": seconds}
