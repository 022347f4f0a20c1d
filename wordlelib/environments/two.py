"""The game of two players as an environment of PettingZoo: a Guesser, and a Hinter who chooses the feedback."""

from typing import Any

import numpy as np

from wordlelib.core import checks
from wordlelib.core.checks import needed
from wordlelib.environments.games import FIRST, Games
from wordlelib.environments.single import board_space
from wordlelib.game.game import Game

with needed("wordlelib.environments.two", extra="environments"):
    from gymnasium import spaces
    from pettingzoo import AECEnv

GUESSER, HINTER = "guesser_0", "hinter_0"


class WordleDuel(AECEnv):
    """A game in which the Hinter gives any feedback that some word left would give, and so may change the word.

    The Guesser's actions are the numbers of the guesses, the Hinter's are codes of feedback, and `infos` has the
    "action_mask" of both. Both see the board of `games.Games`, the Hinter with the letters of the guess to be answered.
    A guess costs the Guesser 1, and one more if it was the last and did not find the word; the Hinter gets what it
    costs. An action that the mask forbids is refused, and the game stays as it was.

    Parameters
    ----------
    game, turns
        Wordle in easy or hard mode, by default on the original lists, and how many guesses there are.
    render_mode
        "ansi" for a text of the rows so far.

    Examples
    --------
    >>> from wordlelib import wordle
    >>> env = WordleDuel(wordle(["fight", "light", "night"]))
    >>> env.reset()
    >>> env.step(0)
    >>> [env.game.show(code) for code in np.flatnonzero(env.infos["hinter_0"]["action_mask"])]
    ['-gggg', 'ggggg']
    """

    metadata = {"name": "wordle_duel_v0", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(self, game: Game | None = None, turns: int = 6, render_mode: str | None = None) -> None:
        super().__init__()
        self.games = Games(game, 1, turns)
        self.game = self.games.game
        self.render_mode = None if render_mode is None else checks.one_of("render_mode", render_mode, ("ansi",))
        self.possible_agents = [GUESSER, HINTER]
        self.observation_spaces = {agent: board_space(self.games) for agent in self.possible_agents}
        sizes = {GUESSER: len(self.game.guesses), HINTER: self.game.cells}
        self.action_spaces = {agent: spaces.Discrete(size) for agent, size in sizes.items()}
        self.agents: list[str] = []
        self._state, self._guess = self.game.start(), -1  # the guess to be answered, or -1

    def observation_space(self, agent: str) -> spaces.Space:
        """Return the space of an agent's observations."""
        return self.observation_spaces[checks.one_of("agent", agent, self.possible_agents)]

    def action_space(self, agent: str) -> spaces.Space:
        """Return the space of an agent's actions."""
        return self.action_spaces[checks.one_of("agent", agent, self.possible_agents)]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game. Nothing in it is random, and it has no options."""
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.games.begin(FIRST, FIRST)
        self.agent_selection = GUESSER
        self._state, self._guess = self.game.start(), -1
        self._tell()

    def observe(self, agent: str) -> np.ndarray:
        """Return the board, for the Hinter with the guess to be answered."""
        board = self.games.board[0].copy()
        if checks.one_of("agent", agent, self.possible_agents) == HINTER and self._guess >= 0:
            board[self.games.made[0], : self.games.length] = self.games.letters[self._guess]
        return board

    def step(self, action: int | None) -> None:
        """Make the guess of the Guesser, or give the feedback of the Hinter."""
        if not self.agents:
            raise ValueError(f"action: {checks.shown(action)} in no game; expected reset() first")
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        number = checks.integer("action", action, most=int(self.action_spaces[agent].n) - 1)
        if not self._mask(agent)[number]:
            raise ValueError(f"action: {number} of {agent}; expected one that its action mask allows")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if agent == GUESSER:
            self._guess, self.agent_selection = number, HINTER
        else:
            self._answer(number)
            self.agent_selection = GUESSER
        self._tell()
        self._accumulate_rewards()

    def _answer(self, code: int) -> None:
        """Give the guess its feedback, and both players what it costs."""
        chosen, codes = np.array([self._guess]), np.array([code])
        self._state = self._state.after(self.game.guesses[self._guess], self.game.show(code))
        self.games.add(FIRST, chosen, codes)
        rewards, over = self.games.rewards(codes, self.games.made)
        self.rewards = {GUESSER: float(rewards[0]), HINTER: -float(rewards[0])}
        self.terminations = dict.fromkeys(self.agents, bool(over[0]))
        self._guess = -1

    def _tell(self) -> None:
        """Tell both players what they may do: the one who waits may do nothing else than before."""
        self.infos = {agent: {"action_mask": self._mask(agent)} for agent in self.agents}

    def _mask(self, agent: str) -> np.ndarray:
        """Return what a player may do, made anew, since players may write into the mask that they were given."""
        mask = np.zeros(self.action_spaces[agent].n, np.int8)
        if agent == GUESSER:
            mask[self._state.allowed] = 1
        elif self._guess >= 0:
            mask[self.game.codes[self._guess, self._state.members]] = 1
        return mask

    def render(self) -> str | None:
        """Return the rows so far, a line for each, or None without a render mode."""
        if self.render_mode is None:
            return None
        return "\n".join(f"{guess} {row}" for guess, row in self._state.history)

    def close(self) -> None:
        """Do nothing, for there is nothing to close."""
