"""A policy played against every hidden word at once, as a decision tree.

Words that have had the same feedback so far share a belief, and each belief is decided once. No two nodes of a tree
hold the same belief, because a hidden word follows one path, on which its belief shrinks with every guess.
"""

import json
from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np

from wordlelib.core import checks
from wordlelib.core.pickling import Picklable
from wordlelib.core.tables import html_table
from wordlelib.game import checked
from wordlelib.game.game import Beliefs, Game, State
from wordlelib.game.policy import Policy

CHUNK = 64
SHOWN = 12


class DecisionTree(Picklable):
    """A tree that says what to guess after every feedback, as `play` returns it.

    Nodes are numbered from the root (0) down, level by level.

    Attributes
    ----------
    game, policy
        The game, and the name of the policy that was played.
    guess, parent, code, size : ndarrays of int32, shape (nodes,)
        For each node the number of the guess made there, the node above, the feedback code that leads from that node to
        this one, and how many hidden words are still possible. At the root, parent and code are -1.
    guesses_used : ndarray of int32, shape (hidden words,)
        How many guesses each hidden word takes, 0 for words that were ruled out before the first guess of the tree.
    history
        The rows (guess, feedback) before the first guess of the tree, empty if the tree starts the game.
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
        history: list[tuple[str, str]],
    ) -> None:
        self.game, self.policy = checked.game(game), checks.text("policy", policy)
        self.guess = checks.whole_numbers("guess", guess, len(game.guesses), (None,), "a guess for each node")
        nodes = (len(self.guess),)
        self.parent = checks.whole_numbers("parent", parent, len(self.guess), nodes, "the node above each node", -1)
        self.code = checks.whole_numbers("code", code, game.cells, nodes, "the feedback above each node", -1)
        self.size = checks.whole_numbers("size", size, len(game.hidden) + 1, nodes, "the words left at each node")
        self.guesses_used = checks.whole_numbers(
            "guesses_used", guesses_used, 2**31, (len(game.hidden),), "the guesses that each hidden word takes"
        )
        if not len(self.guess) or np.any(self.parent >= np.arange(len(self.guess))) or np.any(self.parent[1:] < 0):
            raise checks.refused("parent", parent, "for each node one that stands before it, and -1 for the root")
        if np.any(self.code[1:] < 0):
            raise checks.refused("code", code, "a feedback for each node but the root")
        self.history = _checked_history(history)

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
    def chances(self) -> np.ndarray:
        """The probabilities of 1, 2, 3 ... guesses up to the worst case, under the game's prior."""
        weights = self.game.weights * (self.guesses_used > 0)
        return np.bincount(self.guesses_used, weights)[1:] / weights.sum()

    @property
    def worst(self) -> int:
        """The most guesses that any hidden word takes."""
        return int(self.guesses_used.max())

    @property
    def decisions(self) -> int:
        """The number of nodes at which two words or more are possible."""
        return int((self.size > 1).sum())

    def failures(self, cap: int = 6) -> list[str]:
        """Return the hidden words that take more than `cap` guesses."""
        checks.integer("cap", cap, 1)
        return [self.game.hidden[i] for i in np.flatnonzero(self.guesses_used > cap)]

    @cached_property
    def children(self) -> list[dict[int, int]]:
        """The children of each node, by feedback code."""
        below: list[dict[int, int]] = [{} for _ in self.guess]
        for node in range(1, len(self.guess)):
            below[self.parent[node]][int(self.code[node])] = node
        return below

    def path(self, word: str) -> list[tuple[str, str]]:
        """Return the rows (guess, feedback) that find a hidden word."""
        game = self.game
        hidden = game.hidden_of_guess[game.find(word, "word")]
        if hidden < 0 or not self.guesses_used[hidden]:
            raise ValueError(f"word: {word!r} is not one of the {self.words:,} hidden words of this tree")
        return [
            (game.guesses[self.guess[node]], game.show(int(game.codes[self.guess[node], hidden])))
            for node in self.nodes_of(int(hidden))
        ]

    def nodes_of(self, hidden: int) -> list[int]:
        """Return the nodes on the path of hidden word number `hidden`, from the root down."""
        checks.integer("hidden", hidden, most=len(self.game.hidden) - 1)
        if not self.guesses_used[hidden]:
            raise ValueError(f"hidden: {hidden}; expected the number of a hidden word that the tree finds")
        nodes, below = [], 0
        while True:
            nodes.append(below)
            code = int(self.game.codes[self.guess[below], hidden])
            if code == self.game.solved:
                return nodes
            if code not in self.children[below]:
                raise ValueError(f"hidden: {hidden}; the tree has no node for its feedback at node {below}")
            below = self.children[below][code]

    def to_json(self) -> str:
        """Write the tree as a JSON list of nodes, each with its guess, its parent, and the feedback that leads to it.

        The root comes first, with the parent -1. `history` holds the rows before the root.
        """
        game, columns = self.game, zip(self.guess, self.parent.tolist(), self.code.tolist(), strict=True)
        nodes = [
            {"guess": game.guesses[guess], "parent": parent, "after": game.show(code) if parent >= 0 else None}
            for guess, parent, code in columns
        ]
        head = {"policy": self.policy, "game": game.name, "mode": game.mode, "history": self.history}
        return json.dumps({**head, "words": self.words, "total": self.total, "nodes": nodes}, ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str, game: Game) -> "DecisionTree":
        """Read a tree and play it again on `game`, so that all its numbers are recomputed.

        A tree is refused if it lacks a feedback that occurs, has one that does not occur, makes a guess that is not
        allowed, or states figures that the replay does not confirm.
        """
        checked.game(game)
        try:
            document = json.loads(checks.text("text", text))
            written = cls._written(document, game)
            said = (document["game"], document["mode"], document["words"], document["total"], len(written.guess))
        except (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError) as error:
            raise ValueError(f"text: not a decision tree ({error!r}); expected what to_json writes") from None
        tree = play(game, Follow(written), state=game.after(written.history))
        found = (game.name, game.mode, tree.words, tree.total, len(tree.guess))
        if found != said:
            raise ValueError(f"text: says (game, mode, words, total, nodes) {said}, but replayed it is {found}")
        return tree

    @classmethod
    def _written(cls, document: dict, game: Game) -> "DecisionTree":
        """Return the tree of a document as it is written; its figures, which are not believed, are left at 0."""
        nodes, history = document["nodes"], game.after(document["history"]).history
        parent = [int(node["parent"]) for node in nodes]
        if parent[0] != -1 or not all(0 <= above < len(nodes) for above in parent[1:]):
            raise ValueError("expected the root first, and every other node below some node")
        guess = np.array([game.find(node["guess"]) for node in nodes], np.int32)
        code = np.array([-1] + [game.read(node["after"]) for node in nodes[1:]], np.int32)
        nothing = np.zeros(len(nodes), np.int32), np.zeros(len(game.hidden), np.int32)
        return cls(game, str(document["policy"]), guess, np.array(parent, np.int32), code, *nothing, history)

    def _repr_html_(self) -> str:
        """Show the figures, and what is guessed after the feedbacks that leave most words."""
        game, below = self.game, sorted(self.children[0].items(), key=lambda item: -self.size[item[1]])
        rows = [(game.show(code), self.size[i], game.guesses[self.guess[i]]) for code, i in below[:SHOWN]]
        if len(below) > SHOWN:
            rows.append((f"{len(below) - SHOWN} more", sum(int(self.size[i]) for _, i in below[SHOWN:]), ""))
        caption = f"{self!r}"[1:-1] + f", mean {self.mean:.4f}"
        return html_table(caption, (f"feedback to {self.opening}", "words left", "next guess"), rows)

    def __repr__(self) -> str:
        return f"<{self.opening}, {self.policy}: {self.total} guesses for {self.words} words, worst {self.worst}>"


def _checked_history(history: Any) -> list[tuple[str, str]]:
    """Return rows (guess, feedback) as a list of pairs of texts."""
    rows = [checks.texts("history", row, "rows of texts") for row in checks.pairs("history", history)]
    return [(guess, row) for guess, row in rows]


class Follow(Policy):
    """Follow an existing decision tree in its own game; it may come from `play`, a proof or a file.

    Examples
    --------
    >>> from wordlelib import InformationGain, wordle
    >>> game = wordle(["batch", "catch", "hatch", "patch"])
    >>> tree = play(game, InformationGain())
    >>> Follow(tree).decide(game.start()) == tree.opening
    True
    """

    def __init__(self, tree: DecisionTree) -> None:
        self.tree = checks.instance("tree", tree, DecisionTree, "a DecisionTree, such as `play` gives")
        self.name = tree.policy

    def __repr__(self) -> str:
        return f"Follow({self.tree!r})"

    def decide(self, state: State) -> str:
        """Return the guess that the tree makes in a state of its own game, to whose history it must lead."""
        tree, game = self.tree, self.tree.game
        checked.open_state(state, game)
        history, begun = state.history, len(tree.history)
        if history[:begun] != tree.history:
            raise ValueError(f"state: {state!r}; expected one that begins with the tree's own rows, {tree.history}")
        node = 0
        for (guess, row), code in zip(history[begun:], state.rows[begun:, 1].tolist(), strict=True):
            made = game.guesses[tree.guess[node]]
            if guess != made:
                raise ValueError(f"state: {state!r}; expected the guess {made!r}, which the tree makes, not {guess!r}")
            if code not in tree.children[node]:
                raise ValueError(f"state: {state!r}; no node for the feedback {row} to {guess!r} is in the tree")
            node = tree.children[node][code]
        return game.guesses[tree.guess[node]]


def play(
    game: Game,
    policy: Policy,
    opening: str | None = None,
    state: State | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> DecisionTree:
    """Play a policy against every hidden word at once.

    A guess that is unknown, not allowed, or tells nothing is refused: a policy that repeats it would never end.

    Parameters
    ----------
    game, policy
        The game, and the policy that decides the guesses.
    opening
        A first guess to use in place of the policy's own.
    state
        An unsolved belief of `game` to start from, by default the one before the first guess.
    progress
        A function that is called now and then with (words found, words in all).
    """
    checked.game(game)
    checks.instance("policy", policy, Policy, "a policy, such as InformationGain()")
    checks.progress(progress)
    if state is not None:
        checked.open_state(state, game)
    beliefs = Beliefs.start(game) if state is None else Beliefs.of(state)
    used = np.zeros(len(game.hidden), np.int32)
    levels: list[tuple[np.ndarray, ...]] = []
    parents, above = np.array([-1], np.int32), 0
    words, found = len(beliefs.members), 0
    while len(beliefs):
        if opening is not None and not levels:
            guesses = np.array([game.find(opening, "opening")], np.int32)
        else:
            guesses = np.full(len(beliefs), -1, np.int64)
            for a in range(0, len(beliefs), CHUNK):
                part = beliefs.part(a, min(a + CHUNK, len(beliefs)))
                guesses[a : a + CHUNK] = _decided(policy, part)
                if progress is not None:
                    progress(found + (words - found) * a // len(beliefs), words)
        source = "opening:" if opening is not None and not levels else f"policy: {policy.name} guesses"
        _check_guesses(beliefs, guesses, source)
        codes = beliefs.rows[:, -1, 1] if levels else np.array([-1], np.int32)
        sizes = np.diff(beliefs.offsets)
        levels.append((guesses, parents, codes, sizes))
        below, origin = beliefs.split(guesses)
        stuck = np.flatnonzero(np.diff(below.offsets) == sizes[origin])
        if stuck.size:
            guess = game.guesses[guesses[origin[stuck[0]]]]
            left = checks.counted(int(sizes[origin[stuck[0]]]), "word")
            raise ValueError(f"{source} {guess!r} with {left} left tells nothing; expected a guess that does")
        used[beliefs.members] = len(levels)
        found = words - len(below.members)
        parents = origin + above
        above += len(beliefs)
        beliefs = below
    guess, parent, code, size = (np.concatenate(column).astype(np.int32) for column in zip(*levels, strict=True))
    history = [] if state is None else state.history
    return DecisionTree(game, policy.name, guess, parent, code, size, used, history)


def _decided(policy: Policy, beliefs: Beliefs) -> np.ndarray:
    """Let a policy decide, and refuse anything but a whole number for each belief."""
    guesses = np.asarray(policy.decide_all(beliefs))
    if guesses.shape != (len(beliefs),) or guesses.dtype.kind not in "iu":
        decided = f"{guesses.dtype} of shape {guesses.shape}"
        raise ValueError(
            f"policy: {policy.name} decides {decided}; expected a number for each of {len(beliefs)} beliefs"
        )
    return guesses


def _check_guesses(beliefs: Beliefs, guesses: np.ndarray, source: str) -> None:
    """Refuse guesses that do not exist or are not allowed, in a message that begins with their source."""
    game = beliefs.game
    unknown = np.flatnonzero((guesses < 0) | (guesses >= len(game.guesses)))
    if unknown.size:
        raise ValueError(f"{source} number {guesses[unknown[0]]}; expected 0 to {len(game.guesses) - 1}")
    if game.mode == "easy":
        return
    for i, guess in enumerate(guesses):
        a, b = beliefs.allowed_offsets[i : i + 2]
        place = np.searchsorted(beliefs.allowed[a:b], guess)
        if place == b - a or beliefs.allowed[a + place] != guess:
            raise ValueError(f"{source} {game.guesses[guess]!r}, which {game.mode} mode does not allow")
