"""Transcripts of anybody's games, scored: guesses, regret and luck of each player, and players paired over their words.

A transcript is a line of JSON, such as {"player": "mine", "hidden": "light", "guesses": ["salet", "light"]}. Feedback
is computed and never believed, so what else stands in a line does not matter. All games of a player on one word are
one measurement, their mean, and errors are standard errors over words.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, pairwise
from typing import Any, NamedTuple, TypeVar

import numpy as np

from wordlelib.core import checks
from wordlelib.core.files import parse_json, table_of
from wordlelib.game import checked
from wordlelib.game.game import Game, State
from wordlelib.lab.judging import Judge

T = TypeVar("T")
FIGURES = ("guesses", "regret", "luck_bits")
TURNS = 6  # guesses of a game as it is known
MOST = 1000  # guesses of a game, since each state holds all rows before it
NAMED = 20  # broken lines in an error, of a file in which there may be millions
EXPECTED = '{"hidden": WORD, "guesses": [WORD, ...]}, and perhaps "player": NAME'


class Transcript(NamedTuple):
    """A game that somebody played: the player's name, the hidden word, and the guesses in their order."""

    player: str
    hidden: str
    guesses: tuple[str, ...]


class Scored(NamedTuple):
    """A game and its score.

    Attributes
    ----------
    player, hidden, found
        The player, the hidden word, and whether the last guess found it.
    guesses
        What the game cost: its guesses, and if they did not find the word one more, but at least 7, since who gives up
        has not played better than who has lost in six guesses.
    regret, luck_bits
        The sums over its moves of what `judging.Judge.verdict` says.
    """

    player: str
    hidden: str
    found: bool
    guesses: int
    regret: float
    luck_bits: float


class Estimate(NamedTuple):
    """A mean over words, and its standard error, None for a single word."""

    mean: float
    error: float | None


class Summary(NamedTuple):
    """The figures of a player, each per game: how many games on how many words, the share found, and estimates."""

    player: str
    games: int
    words: int
    found: float
    guesses: Estimate
    regret: Estimate
    luck_bits: Estimate


class Difference(NamedTuple):
    """The figures of one player less those of another, on the words that both have played."""

    player: str
    other: str
    words: int
    guesses: Estimate
    regret: Estimate
    luck_bits: Estimate


def read_transcripts(text: str, game: Game, player: str = "player") -> list[Transcript]:
    """Read transcripts, one a line; blank lines are skipped.

    If any line is broken, none is read, and the error says how many are, and names the first twenty by their numbers.

    Parameters
    ----------
    text, game
        The lines, and the game that they are of.
    player
        The name of the player where a line names none.
    """
    checked.game(game)
    checks.text("player", player, "a name")
    found, broken, named = [], 0, []
    lines = checks.text("text", text, "lines of JSON").split("\n")
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                found.append(_transcript(line, game, player))
            except ValueError as error:
                broken += 1
                named += [f"line {number}: {error}"] * (broken <= NAMED)
    if broken:
        some = f", the first {NAMED}" if broken > NAMED else ""
        raise ValueError(f"text: {checks.counted(broken, 'broken line')}{some}: {'; '.join(named)}")
    if not found:
        raise ValueError(f"text: no game in it; expected lines such as {EXPECTED}")
    return found


def _transcript(line: str, game: Game, player: str) -> Transcript:
    """Read a line, and check that its guesses are those of a game."""
    try:
        given = parse_json(line, table_of)
    except ValueError as error:
        raise ValueError(f"no JSON ({error}); expected {EXPECTED}") from None
    if not isinstance(given, dict) or not {"hidden", "guesses"} <= given.keys():
        raise ValueError(f"{checks.shown(given)}; expected {EXPECTED}")
    return _played(Transcript(given.get("player", player), given["hidden"], given["guesses"]), game)[0]


def _played(transcript: Transcript, game: Game) -> tuple[Transcript, list[State]]:
    """Check that a transcript is that of a game, and return it as the lists spell it, with its states."""
    name = checks.text("player", transcript.player, "a name")
    if not name.strip():
        raise checks.refused("player", name, "a name")
    hidden = game.guesses[game.find(transcript.hidden, "hidden")]
    said = checks.sequence("guesses", transcript.guesses, "a list of words")
    if len(said) > MOST:
        raise ValueError(f"guesses: {len(said):,}; expected at most {MOST:,}")
    states = [game.start()]
    for guess in said:
        word = game.guesses[game.find(guess)]
        if states[-1].solved:
            raise ValueError(f"guesses: {word!r} after the word was found; expected no more")
        states.append(states[-1].after(word, game.answer(word, hidden)))
    guesses = tuple(guess for guess, _ in states[-1].history)
    return Transcript(name, hidden, guesses), states


def write_transcripts(transcripts: Iterable[Transcript]) -> str:
    """Write transcripts as `read_transcripts` reads them."""
    listed = _listed("transcripts", transcripts, Transcript)
    return "".join(json.dumps(each._asdict(), ensure_ascii=False) + "\n" for each in listed)


def _listed(name: str, value: Any, kind: type[T]) -> list[T]:
    """Check that an iterable holds things of one kind, and return them as a list."""
    expected = f"a list of {kind.__name__}"
    return [checks.instance(name, each, kind, expected) for each in checks.sequence(name, value, expected)]


def score_game(judge: Judge, transcript: Transcript) -> Scored:
    """Score a game by its judge."""
    game = checks.instance("judge", judge, Judge, "a Judge, such as Judge(wordle())").game
    given = checks.instance("transcript", transcript, Transcript, "a Transcript")
    (player, hidden, guesses), states = _played(given, game)
    verdicts = [judge.verdict(*pair) for pair in pairwise(states)]
    regret, luck = np.reshape(verdicts, (-1, 2)).sum(axis=0).tolist()
    found = states[-1].solved
    cost = len(guesses) if found else max(len(guesses), TURNS) + 1
    return Scored(player, hidden, found, cost, regret, luck)


def score(
    judge: Judge, transcripts: Sequence[Transcript], progress: Callable[[int, int], None] | None = None
) -> list[Scored]:
    """Score games; `progress` is called after each with (games scored, games in all)."""
    checks.progress(progress)
    found, listed = [], _listed("transcripts", transcripts, Transcript)
    for each in listed:
        found.append(score_game(judge, each))
        if progress is not None:
            progress(len(found), len(listed))
    return found


def summaries(scored: Iterable[Scored]) -> list[Summary]:
    """Return the figures of each player, in order of appearance."""
    made = []
    for player, games in _by_player(scored).items():
        means, shares = _by_word(games), [game.found for game in games]
        estimates = [_estimate([word[i] for word in means.values()]) for i in range(len(FIGURES))]
        made.append(Summary(player, len(games), len(means), float(np.mean(shares)), *estimates))
    return made


def differences(scored: Iterable[Scored]) -> list[Difference]:
    """Compare each player with each later one, over the words that both have played."""
    made, means = [], {player: _by_word(games) for player, games in _by_player(scored).items()}
    for (player, own), (other, others) in combinations(means.items(), 2):
        both = [word for word in own if word in others]
        if both:
            pairs = [own[word] - others[word] for word in both]
            estimates = [_estimate([pair[i] for pair in pairs]) for i in range(len(FIGURES))]
            made.append(Difference(player, other, len(both), *estimates))
    return made


def _by_player(scored: Iterable[Scored]) -> dict[str, list[Scored]]:
    found: dict[str, list[Scored]] = {}
    for game in _listed("scored", scored, Scored):
        found.setdefault(game.player, []).append(game)
    return found


def _by_word(games: list[Scored]) -> dict[str, np.ndarray]:
    """Return the means of a player's figures on each word."""
    found: dict[str, list[list[float]]] = {}
    for game in games:
        found.setdefault(game.hidden, []).append([getattr(game, name) for name in FIGURES])
    return {word: np.mean(figures, axis=0) for word, figures in found.items()}


def _estimate(values: Sequence[Any]) -> Estimate:
    error = float(np.std(values, ddof=1) / np.sqrt(len(values))) if len(values) > 1 else None
    return Estimate(float(np.mean(values)), error)
