"""Many games of Wordle at once, as a vector environment of Gymnasium."""

from typing import Any

import numpy as np

from wordlelib.core import checks
from wordlelib.core.checks import needed
from wordlelib.environments.games import MOST, Games
from wordlelib.environments.single import board_space
from wordlelib.game.game import Game

with needed("wordlelib.environments.many", extra="environments"):
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space


class WordleVectorEnv(VectorEnv):
    """Games of Wordle that are played together, with the boards and the costs of `single.WordleEnv`.

    A game that is over begins anew in the next step, which ignores its action and has reward 0 (Gymnasium's mode "next
    step"). `info` has the codes of the feedback under "code", and under "hidden" the numbers of the hidden words of the
    games that this step has ended. "_code" and "_hidden" say which games have them; others have -1. Numbers that are
    no guess, or guesses that hard mode does not allow, are refused before any game takes its step.

    Parameters
    ----------
    num_envs, game, turns
        How many games there are, and the arguments of `single.WordleEnv`.

    Examples
    --------
    >>> from wordlelib import wordle
    >>> envs = WordleVectorEnv(2, wordle(["fight", "light", "night"]))
    >>> _ = envs.reset(options={"hidden": ["light", "night"]})
    >>> envs.step([1, 1])[1:3]
    (array([-1., -1.]), array([ True, False]))
    """

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(self, num_envs: int = 1, game: Game | None = None, turns: int = 6) -> None:
        self.games = Games(game, checks.integer("num_envs", num_envs, 1, MOST), turns)
        self.game, self.num_envs = self.games.game, self.games.count
        self.single_observation_space = board_space(self.games)
        self.single_action_space = spaces.Discrete(len(self.game.guesses))
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._over = np.zeros(self.num_envs, bool)
        self._begun = False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[np.ndarray, dict]:
        """Begin all games, and return their empty boards; the option "hidden" names a word for each, or one for all."""
        super().reset(seed=seed)
        hidden = self.games.find_hidden(options, self.num_envs)
        if hidden is None:
            hidden = self.games.draw(self.np_random, self.num_envs)
        self.games.begin(np.arange(self.num_envs), hidden)
        self._over[:], self._begun = False, True
        return self.games.board.copy(), {}

    def step(self, actions: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict]:
        """Make a guess in each game, and return boards, rewards, which games are over, all False, and `info`."""
        games, begin = self.games, np.flatnonzero(self._over)
        guesses = self._checked(actions)
        places = np.flatnonzero(~self._over)
        codes = games.guess(places, guesses[places])
        code = np.full(self.num_envs, -1)
        hidden = np.full(self.num_envs, -1)
        rewards = np.zeros(self.num_envs)
        code[places] = codes
        rewards[places], self._over[places] = games.rewards(codes, games.made[places])
        self._over[begin] = False
        hidden[self._over] = games.hidden[self._over]
        if begin.size:
            games.begin(begin, games.draw(self.np_random, begin.size))
        info = {"code": code, "_code": code >= 0, "hidden": hidden, "_hidden": hidden >= 0}
        return games.board.copy(), rewards, self._over.copy(), np.zeros(self.num_envs, bool), info

    def _checked(self, actions: Any) -> np.ndarray:
        """Return the actions as numbers of guesses, and refuse them where a game cannot take its own."""
        if not self._begun:
            raise ValueError(f"actions: {checks.shown(actions)} before the games began; expected reset() first")
        expected = f"a guess for each of {checks.counted(self.num_envs, 'game')}"
        guesses = checks.whole_numbers("actions", actions, len(self.game.guesses), (self.num_envs,), expected)
        if self.game.mode == "hard":
            wrong = np.flatnonzero(~self.games.allows(np.arange(self.num_envs), guesses) & ~self._over)
            if wrong.size:
                place, guess = int(wrong[0]), self.game.guesses[guesses[wrong[0]]]
                raise ValueError(f"actions: {guess!r} in game {place}; expected guesses that hard mode allows")
        return guesses

    def action_mask(self, place: int) -> np.ndarray:
        """Return which guesses one of the games allows, as int8 of shape (number of guesses,)."""
        return self.games.mask(checks.integer("place", place, most=self.num_envs - 1))
