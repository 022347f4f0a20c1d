"""One game of Wordle as an environment of Gymnasium.

A guess costs 1, so the return of a game is minus its number of guesses; a game that was not found in time costs one
guess more. With a judge, `info` says of each move how many guesses it lost against perfect play, and how much luck its
feedback was.
"""

from typing import Any

import numpy as np

from wordlelib.core import checks
from wordlelib.core.checks import needed
from wordlelib.environments.games import FIRST, Games, Ledger, Referee
from wordlelib.game.game import Game

with needed("wordlelib.environments.single", extra="environments"):
    import gymnasium
    from gymnasium import spaces

NAME = "Wordle-v0"


def board_space(games: Games) -> spaces.Box:
    """Return the space of one game's board."""
    most = np.tile(np.repeat([int(games.letters.max()), 3], games.length), (games.turns, 1))
    return spaces.Box(0, most.astype(games.board.dtype), dtype=games.board.dtype.type)


class WordleEnv(gymnasium.Env):
    """A game of Wordle in which the actions are the numbers of the guesses.

    An observation is the board of `games.Games`. `info` has the "action_mask" of the mode's rule, after a guess also
    "guess" and "feedback", at the end "hidden", and with a judge "regret" in guesses, "luck_bits" and "words_left".
    A guess that does not exist or is not allowed is refused, and the game stays as it was. The option "hidden" of
    `reset` names the word; without it a word is drawn from the prior.

    Parameters
    ----------
    game, turns
        Wordle in easy or hard mode, by default on the original lists, and how many guesses there are.
    judge
        A judge of this game, such as `lab.judging.Judge`, which looks at every move.
    render_mode
        "ansi" for a text of the rows so far.

    Examples
    --------
    >>> from wordlelib import wordle
    >>> env = WordleEnv(wordle(["fight", "light", "night"]))
    >>> _ = env.reset(seed=1, options={"hidden": "light"})
    >>> _, reward, over, _, info = env.step(0)
    >>> reward, over, info["feedback"]
    (-1.0, False, '-gggg')
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # Gymnasium asks for a rate, which a text has not

    def __init__(
        self,
        game: Game | None = None,
        turns: int = 6,
        judge: Referee | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.games, self.judge = Games(game, 1, turns), judge
        self.game = self.games.game
        self.render_mode = None if render_mode is None else checks.one_of("render_mode", render_mode, ("ansi",))
        self.observation_space = board_space(self.games)
        self.action_space = spaces.Discrete(len(self.game.guesses))
        self._ledger = Ledger(self.game, judge)
        self._rows: list[tuple[str, str]] = []
        self._over = True

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[np.ndarray, dict]:
        """Begin a game, and return its empty board and `info`."""
        super().reset(seed=seed)
        hidden = self.games.find_hidden(options, 1)
        self.games.begin(FIRST, self.games.draw(self.np_random, 1) if hidden is None else hidden)
        self._ledger, self._rows, self._over = Ledger(self.game, self.judge), [], False
        return self.games.board[0].copy(), {"action_mask": self.games.mask(0)}

    def step(self, action: int) -> tuple[np.ndarray, float, bool, bool, dict]:
        """Make a guess, and return the board, the reward, whether the game is over, False, and `info`."""
        number = checks.integer("action", action, most=len(self.game.guesses) - 1)
        if self._over:
            raise ValueError(f"action: {number} in a game that is over; expected reset() first")
        chosen, guess = np.array([number]), self.game.guesses[number]
        if not self.games.allows(FIRST, chosen)[0]:
            raise ValueError(f"action: {number}, {guess!r}; expected a guess that hard mode allows")
        codes = self.games.guess(FIRST, chosen)
        rewards, over = self.games.rewards(codes, self.games.made)
        row = self.game.show(int(codes[0]))
        self._rows.append((guess, row))
        self._over = bool(over[0])
        info = {"action_mask": self.games.mask(0), "guess": guess, "feedback": row} | self._ledger.add(guess, row)
        if self._over:
            info["hidden"] = self.game.hidden[self.games.hidden[0]]
        return self.games.board[0].copy(), float(rewards[0]), self._over, False, info

    def render(self) -> str | None:
        """Return the rows so far, a line for each, or None without a render mode."""
        return None if self.render_mode is None else "\n".join(f"{guess} {row}" for guess, row in self._rows)


def register() -> None:
    """Make the environments known to `gymnasium.make` and `gymnasium.make_vec` as "Wordle-v0"."""
    if NAME not in gymnasium.registry:
        vectorised = "wordlelib.environments.many:WordleVectorEnv"
        gymnasium.register(NAME, f"{__name__}:WordleEnv", vector_entry_point=vectorised)
