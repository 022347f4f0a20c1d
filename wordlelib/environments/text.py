"""A game of Wordle in words, for agents that read and write text, such as language models.

`TextGame.prompt` is what the agent is told, `parse` finds the guess in what it answers, and `TextGame.reply` makes the
guess. The game is that of `single.WordleEnv`, and so are costs and judge, but Gymnasium is not needed.
"""

import re
from collections import deque
from typing import Any

import numpy as np

from wordlelib.core import checks
from wordlelib.environments.games import FIRST, Games, Ledger, Referee
from wordlelib.game import checked
from wordlelib.game.game import Game

RULES = """You play Wordle. A word of {length} letters is hidden, and you have {turns} guesses.
After each guess you are told a colour for each of its letters:
g if it stands in its place, y if it stands elsewhere in the word,
- if it does not occur again. Any of {guesses:,} accepted words may be guessed.{hard}
Think as long as you like. The last line must be this alone: Guess: WORD"""
HARD = "\nHard mode: a guess must use all green and yellow letters so far."
WORD = re.compile(r"(?:[^\W_]|[\u0300-\u036f])+")  # letters, with their marks where these stand apart
LONGEST = 20  # characters of an unknown word that are quoted to the agent


def parse(reply: str, game: Game) -> str:
    r"""Return the guess in a free reply, in the spelling of the lists.

    The reply must end with a line "Guess: WORD" that holds nothing else, or be a single word, in any case and between
    any marks. What is quoted, repeated or taken back before the end is no guess, since a word that was only talked of
    must not cost a turn. Other replies are refused, in an error that says what was expected.

    Examples
    --------
    >>> from wordlelib import wordle
    >>> parse("Guess: fight? The e is grey. So:\n**Guess: NIGHT**", wordle(["fight", "light", "night"]))
    'night'
    """
    checked.game(game)
    said = checks.text("reply", reply, "the text of a reply")
    found = list(deque(WORD.finditer(said), 3))
    if not found or not _ends(said, found):
        raise ValueError("reply: it ends without a guess; expected a last line 'Guess: WORD', or one word")
    last = found[-1].group()
    try:
        return game.guesses[game.find(last)]
    except ValueError:
        word = last[:LONGEST] + "..." * (len(last) > LONGEST)
        raise ValueError(f"reply: {word!r} is not accepted; expected an accepted word") from None


def _ends(said: str, found: list[re.Match]) -> bool:
    """Return whether the last of these words is the only one, or follows on a "Guess:" that begins a line."""
    if len(found) == 1:
        return True
    *before, mark, word = found
    begins = not before or "\n" in said[before[0].end() : mark.start()]
    return begins and mark.group().lower() == "guess" and bool(set(said[mark.end() : word.start()]) & set(":="))


class TextGame:
    """A game in words. A reply without a guess costs no turn, but after `patience` of them the game is lost.

    It has then cost what all its guesses would have cost, so that it does not pay to make none.

    Parameters
    ----------
    hidden
        The hidden word.
    game, turns
        Wordle in easy or hard mode, by default on the original lists, and how many guesses there are.
    patience
        How many replies without a guess the game bears.
    judge
        A judge of this game, such as `lab.judging.Judge`, which looks at every move.

    Attributes
    ----------
    rows
        The rows (guess, feedback) so far.
    verdicts
        With a judge, what it says of each row: "regret" in guesses, "luck_bits" and "words_left".
    refused
        How many replies were no guess.

    Examples
    --------
    >>> from wordlelib import wordle
    >>> play = TextGame("light", wordle(["fight", "light", "night"]))
    >>> play.reply("Guess: fight"), play.reply("I think it is light."), play.reply("Light!")
    ('fight -gggg', "reply: it ends without a guess; expected a last line 'Guess: WORD', or one word", 'light ggggg')
    >>> play.over, play.score
    (True, -2.0)
    """

    def __init__(
        self, hidden: str, game: Game | None = None, turns: int = 6, patience: int = 6, judge: Referee | None = None
    ) -> None:
        self._games = Games(game, 1, turns)
        self.game = self._games.game
        word = self._games.find_hidden({"hidden": checks.text("hidden", hidden, "a hidden word")}, 1)
        assert word is not None
        self._games.begin(FIRST, word)
        self.hidden = self.game.hidden[word[0]]
        self.patience = checks.integer("patience", patience, 1)
        self._ledger = Ledger(self.game, judge)
        self.rows: list[tuple[str, str]] = []
        self.verdicts: list[dict[str, Any]] = []
        self.refused, self.score, self.over = 0, 0.0, False

    def prompt(self) -> str:
        """Return the rules, and the rows so far with the guesses that are left."""
        games, hard = self._games, HARD if self.game.mode == "hard" else ""
        rules = RULES.format(length=games.length, turns=games.turns, guesses=len(self.game.guesses), hard=hard)
        left = checks.counted(games.turns - len(self.rows), "guess")
        return "\n".join([rules, "", *(f"{guess} {row}" for guess, row in self.rows), f"You have {left} left."])

    def reply(self, reply: str) -> str:
        """Make the guess of a reply, and return it with its feedback, or what was wrong with the reply."""
        if self.over:
            raise ValueError(f"reply: {checks.shown(reply)} in a game that is over; expected no more replies")
        try:
            guess = parse(reply, self.game)
            chosen = np.array([self.game.find(guess)])
            if not self._games.allows(FIRST, chosen)[0]:
                raise ValueError(f"reply: {guess!r} is not allowed in hard mode; expected all hints in it")
        except ValueError as error:
            self.refused += 1
            if self.refused >= self.patience:
                self.over, self.score = True, -1.0 - self._games.turns
            return str(error)
        return self._make(guess, chosen)

    def _make(self, guess: str, chosen: np.ndarray) -> str:
        codes = self._games.guess(FIRST, chosen)
        rewards, over = self._games.rewards(codes, self._games.made)
        row = self.game.show(int(codes[0]))
        self.rows.append((guess, row))
        self.verdicts += filter(None, [self._ledger.add(guess, row)])
        self.score, self.over = self.score + float(rewards[0]), bool(over[0])
        return f"{guess} {row}"

    def transcript(self) -> dict[str, Any]:
        """Return the game as a line of a file for `wordlelib score`."""
        return {"hidden": self.hidden, "guesses": [guess for guess, _ in self.rows]}
