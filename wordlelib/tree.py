"""A policy played against every hidden word at once, as a decision tree.

Words that got the same feedback so far share a belief, and each belief is decided once. In one tree no two nodes hold
the same belief: a hidden word follows one path, on which its belief shrinks with every guess.
"""

import json
from collections.abc import Callable
from functools import cached_property

import numpy as np

from wordlelib.game import Beliefs, Game, State
from wordlelib.policy import Policy

CHUNK = 256


class DecisionTree:
    """What to guess after every feedback: the result of `play`.

    Nodes are numbered from the root (0) down, level by level.

    Attributes
    ----------
    game, policy
        The game, and the name of the policy that was played.
    guess : ndarray of int32, shape (nodes,)
        The number of the guess made at each node.
    parent : ndarray of int32, shape (nodes,)
        The node above, -1 for the root.
    code : ndarray of int32, shape (nodes,)
        The feedback code that leads from the parent to the node, -1 for the root.
    size : ndarray of int32, shape (nodes,)
        How many hidden words are still possible at the node.
    guesses_used : ndarray of int32, shape (hidden words,)
        How many guesses find each hidden word; 0 for words that were ruled out before the first guess of the tree.
    """

    def __init__(
        self,
        game: Game,
        policy: str,
        guess: np.ndarray,
        parent: np.ndarray,
        code: np.ndarray,
        size: np.ndarray,
        guesses_used: np.ndarray,
    ) -> None:
        self.game, self.policy = game, policy
        self.guess, self.parent, self.code, self.size = guess, parent, code, size
        self.guesses_used = guesses_used

    @property
    def opening(self) -> str:
        """The first guess."""
        return self.game.guesses[self.guess[0]]

    @property
    def words(self) -> int:
        """How many hidden words were played."""
        return int(self.size[0])

    @property
    def total(self) -> int:
        """The sum of the guesses over the hidden words that were played."""
        return int(self.guesses_used.sum())

    @property
    def mean(self) -> float:
        """The expected number of guesses under the game's prior."""
        weights = self.game.weights * (self.guesses_used > 0)
        return float(weights @ self.guesses_used / weights.sum())

    @property
    def distribution(self) -> dict[int, int]:
        """How many hidden words take 1, 2, 3 ... guesses."""
        counts = np.bincount(self.guesses_used, minlength=self.worst + 1)
        return {guesses: int(counts[guesses]) for guesses in range(1, self.worst + 1)}

    @property
    def worst(self) -> int:
        """The most guesses that any hidden word takes."""
        return int(self.guesses_used.max())

    def failures(self, cap: int = 6) -> list[str]:
        """Give the hidden words that take more than `cap` guesses."""
        if cap < 1:
            raise ValueError(f"cap: {cap}; expected at least 1")
        return [self.game.hidden[i] for i in np.flatnonzero(self.guesses_used > cap)]

    @cached_property
    def children(self) -> list[dict[int, int]]:
        """For each node, its children by feedback code."""
        below: list[dict[int, int]] = [{} for _ in self.guess]
        for node in range(1, len(self.guess)):
            below[self.parent[node]][int(self.code[node])] = node
        return below

    def path(self, word: str) -> list[tuple[str, str]]:
        """Give the rows (guess, feedback) that find a hidden word."""
        game = self.game
        hidden = game.hidden_of_guess[game.find(word)]
        if hidden < 0 or not self.guesses_used[hidden]:
            raise ValueError(f"word: {word!r} is not one of the {self.words:,} hidden words of this tree")
        rows, node = [], 0
        while True:
            code = int(game.codes[self.guess[node], hidden])
            rows.append((game.guesses[self.guess[node]], game.show(code)))
            if code == game.solved:
                return rows
            node = self.children[node][code]

    def to_text(self, depth: int = 2, node: int = 0) -> str:
        """Write the tree with one node a line: feedback, words left, next guess.

        Parameters
        ----------
        depth
            How many levels below `node` to show.
        node
            Where to begin; the root by default.
        """
        lines = []

        def write(node: int, level: int) -> None:
            below = self.children[node]
            left = f"{self.size[node]:,} words" if self.size[node] > 1 else "found"
            row = self.game.show(int(self.code[node])) + "  " if node else ""
            lines.append("    " * level + f"{row}{self.game.guesses[self.guess[node]]}  ({left})")
            if level < depth:
                for code in sorted(below):
                    write(below[code], level + 1)
            elif below:
                lines.append("    " * (level + 1) + f"... {len(below)} more below")

        write(node, 0)
        return "\n".join(lines)

    def to_json(self) -> str:
        """Write the tree as JSON: a node is a guess and what to do after each feedback; a last guess is just a word."""
        guesses = self.game.guesses

        def nested(node: int) -> str | dict:
            below = self.children[node]
            guess = guesses[self.guess[node]]
            if not below:
                return guess
            return {"guess": guess, "after": {self.game.show(code): nested(below[code]) for code in sorted(below)}}

        head = {"policy": self.policy, "game": self.game.name, "mode": self.game.mode, "words": self.words}
        return json.dumps({**head, "total": self.total, "tree": nested(0)}, ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str, game: Game) -> "DecisionTree":
        """Read a tree and play it again on `game`, so that every number of it is recomputed.

        Raises
        ------
        ValueError
            If the text is no such tree, the tree lacks a feedback that occurs, makes a guess that is not allowed, or
            gives another total than it says.
        """
        try:
            document = json.loads(text)
            policy = _Written(document["policy"], document["tree"])
            total = document["total"]
        except (json.JSONDecodeError, KeyError, TypeError) as error:
            raise ValueError(f"text: not a decision tree ({error!r}); expected what to_json writes") from None
        tree = play(game, policy)
        if tree.total != total:
            raise ValueError(f"text: says a total of {total}, but replayed on {game!r} it is {tree.total}")
        return tree

    def __repr__(self) -> str:
        """Say the figures that name the tree."""
        return f"<{self.opening}, {self.policy}: {self.total} guesses for {self.words} words, worst {self.worst}>"


class _Written(Policy):
    """The policy that a JSON tree holds."""

    def __init__(self, name: str, tree: str | dict) -> None:
        self.name, self.tree = name, tree

    def decide(self, state: State) -> str:
        node = self.tree
        for guess, row in state.history:
            after = node.get("after", {}) if isinstance(node, dict) else {}
            if row not in after:
                raise ValueError(
                    f"text: no node for the feedback {row} to {guess!r}; expected one for each that occurs"
                )
            node = after[row]
        return node["guess"] if isinstance(node, dict) else node


def play(
    game: Game,
    policy: Policy,
    opening: str | None = None,
    state: State | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> DecisionTree:
    """Play a policy against every hidden word at once.

    Parameters
    ----------
    game
        The game.
    policy
        What decides the guesses.
    opening
        A first guess to use in place of the policy's own.
    state
        A belief of `game` to start from; before the first guess by default.
    progress
        Called now and then with (words found, words in all).

    Returns
    -------
    DecisionTree

    Raises
    ------
    ValueError
        If a guess is not allowed, or tells nothing, so that the game would never end.
    """
    beliefs = Beliefs.start(game) if state is None else Beliefs.of(state)
    used = np.zeros(len(game.hidden), np.int32)
    levels: list[tuple[np.ndarray, ...]] = []
    parents, above = np.array([-1], np.int32), 0
    words, found = len(beliefs.members), 0
    while len(beliefs):
        if opening is not None and not levels:
            guesses = np.array([game.find(opening)], np.int32)
        else:
            guesses = np.empty(len(beliefs), np.int32)
            for a in range(0, len(beliefs), CHUNK):
                part = beliefs.part(a, min(a + CHUNK, len(beliefs)))
                guesses[a : a + CHUNK] = policy.decide_all(part)
                if progress is not None:
                    progress(found + (words - found) * a // len(beliefs), words)
        _check_allowed(beliefs, guesses, policy.name)
        codes = beliefs.rows[:, -1, 1] if levels else np.array([-1], np.int32)
        sizes = np.diff(beliefs.offsets)
        levels.append((guesses, parents, codes, sizes))
        below, origin = beliefs.split(guesses)
        stuck = np.flatnonzero(np.diff(below.offsets) == sizes[origin])
        if stuck.size:
            guess, left = game.guesses[guesses[origin[stuck[0]]]], int(sizes[origin[stuck[0]]])
            raise ValueError(f"policy: {policy.name} guesses {guess!r} with {left} words left, which tells nothing")
        used[beliefs.members] = len(levels)
        found = words - len(below.members)
        parents = origin + above
        above += len(beliefs)
        beliefs = below
    guess, parent, code, size = (np.concatenate(column).astype(np.int32) for column in zip(*levels, strict=True))
    return DecisionTree(game, policy.name, guess, parent, code, size, used)


def _check_allowed(beliefs: Beliefs, guesses: np.ndarray, name: str) -> None:
    if beliefs.game.mode == "easy":
        return
    for i, guess in enumerate(guesses):
        a, b = beliefs.allowed_offsets[i : i + 2]
        place = np.searchsorted(beliefs.allowed[a:b], guess)
        if place == b - a or beliefs.allowed[a + place] != guess:
            raise ValueError(f"policy: {name} guesses {beliefs.game.guesses[guess]!r}, which hard mode does not allow")
