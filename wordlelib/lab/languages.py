"""The same game in several languages: what greedy and perfect play need in each."""

from collections.abc import Callable
from functools import cache
from typing import Any

from wordlelib.core import checks
from wordlelib.game.game import Game, make_game
from wordlelib.game.policy import InformationGain
from wordlelib.game.tree import DecisionTree
from wordlelib.game.words import languages as known
from wordlelib.kernels.branch_and_bound import IMPOSSIBLE
from wordlelib.lab.common import proven, timed
from wordlelib.lab.tuning import best_opening, promising
from wordlelib.runs.sweeps import Sweep
from wordlelib.search.certificates import certificate_effort
from wordlelib.search.exact import Solver, prove

ORIGINAL = "original"
BONUSES = (0, 2)
PROMISING = 100  # openings among which the best one is looked for


def languages() -> Sweep:
    """Ask the same questions about the original lists and about those of every language that has been built."""
    listed = (*known(), ORIGINAL)
    return Sweep([{"language": language, "question": asked} for asked in QUESTIONS for language in listed], answer)


def answer(language: str, question: str) -> dict[str, Any]:
    """Answer one question about one of `words.languages` or the "original" lists, in easy mode.

    "greedy" asks for the least total of information gain over the ten most promising openings and two bonuses. "best"
    asks for the least total, with proof, that perfect play needs from one of the hundred most promising openings, and
    for the openings that have it. "certificate" asks for a certificate that the first of these openings needs no less,
    and checks the whole of it.
    """
    checks.one_of("language", language, (*known(), ORIGINAL))
    return QUESTIONS[checks.one_of("question", question, QUESTIONS)](language)


def _greedy(language: str) -> dict[str, Any]:
    game = _game(language)

    def find() -> DecisionTree:
        tried = promising(game)
        trees = [best_opening(game, InformationGain(bonus), tried)[1] for bonus in BONUSES]
        return min(trees, key=lambda tree: tree.total)

    tree, seconds = timed("cpu_seconds", find)
    return {"opening": tree.opening, "total": tree.total, "worst": tree.worst} | seconds


@cache
def _best(language: str) -> dict[str, Any]:
    game = _game(language)
    solver = Solver(game)

    def find() -> list[str]:
        limit, totals = IMPOSSIBLE, dict[str, int]()
        for word in promising(game, PROMISING):
            bounds, _ = solver.search(game.start(), word, limit)
            if bounds.upper is not None and bounds.lower < limit:
                totals[word] = bounds.upper
                limit = bounds.upper + 1
        return [word for word, total in totals.items() if total < limit]

    best, seconds = timed("cpu_seconds", find)
    tree = proven(prove(game, best[0])).tree
    assert tree is not None  # a proof that came to its end has one
    figures: dict[str, Any] = {"opening": best[0], "total": tree.total, "worst": tree.worst, "openings": best}
    return figures | {"nodes": solver.nodes} | seconds


def _certificate(language: str) -> dict[str, Any]:
    opening = _best(language)["opening"]
    return {"opening": opening} | certificate_effort(_game(language), opening)


@cache
def _game(language: str) -> Game:
    return make_game(language=None if language == ORIGINAL else language)


QUESTIONS: dict[str, Callable[[str], dict[str, Any]]] = {
    "greedy": _greedy,
    "best": _best,
    "certificate": _certificate,
}
