"""What several sweeps share."""

from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

from wordlelib.adversary.players import answers_only
from wordlelib.game.game import Game, make_game
from wordlelib.kernels.jit import clock, cpu_clock
from wordlelib.search.exact import Proof

T = TypeVar("T")
CHUNK = 50  # openings that are one task, so that it takes seconds or minutes
CLOCKS = {"seconds": clock, "cpu_seconds": cpu_clock}  # both stand still while kernels are compiled


def timed(column: str, work: Callable[[], T]) -> tuple[T, dict[str, float]]:
    """Return the result of some work, and the time it took as a column, which is one of `CLOCKS`."""
    begun = CLOCKS[column]()
    result = work()
    return result, {column: round(CLOCKS[column]() - begun, 4)}


@cache
def _game(mode: str, answers: str | None, guesses: str | None) -> Game:
    return make_game(mode, answers, guesses)


@cache
def _game_of_answers(mode: str, answers: str | None, guesses: str | None) -> Game:
    return answers_only(_game(mode, answers, guesses))


def original_game(mode: str = "easy", answers: str | None = None, guesses: str | None = None) -> Game:
    """Return the game on the original lists, or on those of files, as one object that sweeps share."""
    return _game(mode, answers, guesses)


def game_of_list(guess_list: str, mode: str = "easy", answers: str | None = None, guesses: str | None = None) -> Game:
    """Return the same game, with the hidden words as its only guesses if `guess_list` is "answers" and not "all"."""
    return (_game_of_answers if guess_list == "answers" else _game)(mode, answers, guesses)


def proven(proof: Proof) -> Proof:
    """Return a proof that has come to its end. Half a one is no result, for `prove` came back early at Ctrl-C."""
    if not proof.proven:
        raise KeyboardInterrupt
    return proof


def effort(proof: Proof) -> dict[str, Any]:
    """Return what a proof has taken."""
    counts = {"nodes": proof.nodes, "guesses": proof.guesses, "cuts": proof.cuts}
    return counts | {"seconds": round(proof.seconds, 4)}
