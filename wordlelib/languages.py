"""The same game in several languages: how letters are spread, what first guesses tell, what perfect play needs."""

import time
from collections import Counter
from functools import cache
from typing import Any

import numpy as np

from wordlelib import checks
from wordlelib.entropy import entropy
from wordlelib.exact import prove
from wordlelib.game import Game, make_game, wordle
from wordlelib.policy import InformationGain, MostClasses
from wordlelib.runs import Sweep
from wordlelib.tuning import best_opening, promising
from wordlelib.words import languages as known
from wordlelib.words import tiny

ORIGINAL = "original"
BONUSES = (0, 2)


def languages() -> Sweep:
    """Ask the same questions of the original lists and of those of every language that is there."""
    listed = (*known(), ORIGINAL)
    return Sweep([{"language": language, "question": asked} for asked in QUESTIONS for language in listed], answer)


def answer(language: str, question: str) -> dict[str, Any]:
    """Answer one question about one language.

    Parameters
    ----------
    language
        One of `words.languages`, or "original".
    question
        "letters": see `letter_statistics`. "first guess": the first guess of most information and the one of most
        classes. "greedy": the least total of information gain over promising openings and two bonuses. "optimum": the
        least total over all openings, proven, and the openings that have it. All are about easy mode.
    """
    checks.one_of("language", language, (*known(), ORIGINAL))
    return QUESTIONS[checks.one_of("question", question, QUESTIONS)](language)


def letter_statistics(game: Game) -> dict[str, Any]:
    """Say how the letters of the hidden words are spread.

    Parameters
    ----------
    game
        A game of Wordle; its prior does not count.

    Returns
    -------
    dict
        "alphabet", how many letters occur in the hidden words; "letter_bits", the entropy of a letter that is drawn
        from all of them; "place_bits", the sum over the places of the entropy of the letter there; "repeated", the
        share of words in which a letter occurs twice or more.
    """
    hidden = checks.game(game).hidden
    if len({len(word) for word in hidden}) > 1:
        raise checks.refused("game", game, "a game of Wordle, with words of one length")
    places = [_entropy_of("".join(letters)) for letters in zip(*hidden, strict=True)]
    return {
        "alphabet": len(set("".join(hidden))),
        "letter_bits": round(_entropy_of("".join(hidden)), 4),
        "place_bits": round(sum(places), 4),
        "repeated": round(float(np.mean([len(set(word)) < len(word) for word in hidden])), 4),
    }


def _entropy_of(letters: str) -> float:
    counts = np.array(list(Counter(letters).values()))
    return entropy(counts / counts.sum())


def _letters(language: str) -> dict[str, Any]:
    return letter_statistics(_game(language))


def _first_guess(language: str) -> dict[str, Any]:
    start = _game(language).start()
    telling, splitting = InformationGain().rank(start, 1)[0], MostClasses().rank(start, 1)[0]
    return {
        "guess": telling.guess,
        "bits": round(telling.score, 4),
        "classes_guess": splitting.guess,
        "classes": round(splitting.score),
    }


def _greedy(language: str) -> dict[str, Any]:
    game = _game(language)
    begun, tried = time.process_time(), promising(game)
    trees = [best_opening(game, InformationGain(bonus), tried)[1] for bonus in BONUSES]
    tree = min(trees, key=lambda tree: tree.total)
    seconds = round(time.process_time() - begun, 2)
    return {"opening": tree.opening, "total": tree.total, "worst": tree.worst, "cpu_seconds": seconds}


def _optimum(language: str) -> dict[str, Any]:
    game = _game(language)
    prove(wordle(tiny()))  # what compiles is not timed
    begun = time.process_time()
    proof = prove(game)
    seconds = round(time.process_time() - begun, 2)
    if not proof.proven or proof.tree is None:  # Ctrl-C
        raise KeyboardInterrupt
    openings = [word for word, total in proof.openings.items() if total == proof.total]
    found = {"opening": proof.opening, "total": proof.total, "worst": proof.tree.worst, "openings": openings}
    return found | {"nodes": proof.nodes, "cpu_seconds": seconds}


@cache
def _game(language: str) -> Game:
    return make_game(language=None if language == ORIGINAL else language)


QUESTIONS = {"letters": _letters, "first guess": _first_guess, "greedy": _greedy, "optimum": _optimum}
