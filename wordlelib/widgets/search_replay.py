"""A recorded tree search, to play and to explore."""

from collections.abc import Sequence
from math import isfinite
from typing import Any

import numpy as np
import traitlets

from wordlelib.core.packing import pack, pack_sets
from wordlelib.game.game import State
from wordlelib.search.tree_search import Selection, TreeSearch
from wordlelib.widgets.base import Widget

LONGEST = 100_000  # characters of a record on a page
NUMBERS = LONGEST * 3 // 4  # a number takes a byte at least, and three bytes four characters
PARTS = 1000  # values are kept in thousandths


class SearchReplay(Widget):
    """A replay of a tree search, with what each iteration selected and unfolded, and the values that this gave.

    Parameters
    ----------
    search, iterations
        A search that has not begun, which the widget runs, and how many iterations are recorded, unless it ends before.
    moment
        The number of iterations after which the search is shown first.
    opened
        The nodes of the tree that are open at first, as texts of numbers. "0" is the first belief, "0.2" its third
        guess, and "0.2.0" the first belief below that guess.
    """

    _before = ("searchrecord.js", "treepicture.js")
    vocabulary = traitlets.Unicode().tag(sync=True)
    record: traitlets.Dict = traitlets.Dict().tag(sync=True)
    moment = traitlets.Int().tag(sync=True)
    speed = traitlets.Int(1).tag(sync=True)
    opened: traitlets.List = traitlets.List().tag(sync=True)

    def __init__(
        self, search: TreeSearch, iterations: int = 60, moment: int = 0, opened: Sequence[str] = ("0",)
    ) -> None:
        if not isinstance(search, TreeSearch):
            raise ValueError(f"search: {search!r}; expected a TreeSearch")
        if search.visits() or search.nodes > 1:
            raise ValueError(f"search: {search.nodes} beliefs; expected a search that has not begun")
        if isinstance(iterations, bool) or not isinstance(iterations, int | np.integer) or iterations < 1:
            raise ValueError(f"iterations: {iterations!r}; expected a number from 1")
        for key in opened:
            if not isinstance(key, str) or not all(part.isascii() and part.isdigit() for part in key.split(".")):
                raise ValueError(f"opened: {key!r}; expected texts such as '0.2.0'")
        recorder = _Recorder(search)
        for _ in range(iterations):
            if not recorder.step():
                break
        if not 0 <= moment <= recorder.moments:
            raise ValueError(f"moment: {moment}; expected 0 to {recorder.moments}")
        words, record = recorder.as_text()
        super().__init__(vocabulary="\n".join(words), record=record, moment=int(moment), opened=list(opened))


class _Recorder:
    """Runs a search and notes what changes; beliefs are numbered in the order in which they are met."""

    def __init__(self, search: TreeSearch) -> None:
        self.search, self.moments = search, 0
        self.words: dict[str, int] = {}
        self.rows: dict[str, int] = {}
        self.beliefs: dict[int, int] = {}  # node of the search: number here
        self.members: list[list[int]] = []
        self.weights: list[int] = []
        self.arms: list[list[tuple[int, ...]]] = []  # what is noted of the guesses of each belief
        self.out: list[int] = []
        self._meet(0, search.state)
        self._note({0: search.state}, [])

    def step(self) -> bool:
        """Make an iteration and note it; return whether there was one."""
        search = self.search
        before = search.iterations
        search.run(1)
        if search.iterations == before:
            return False
        looks = search.last_path()
        changed: dict[int, State] = {}
        for look in looks:
            changed[look.node] = look.state
            for row, node in look.below.items():
                if node not in self.beliefs:
                    changed[node] = look.state.after(look.guess, row)
                    self._meet(node, changed[node])
        self._note(changed, looks)
        self.moments += 1
        if len(self.out) + sum(map(len, self.members)) > NUMBERS:
            raise ValueError(f"iterations: {self.moments} fill more than {LONGEST:,} characters; expected fewer")
        return True

    def _meet(self, node: int, state: State) -> None:
        self.beliefs[node] = len(self.beliefs)
        self.members.append([self._word(word) for word in state.words])
        self.weights.append(int(state.game.weights[state.members].sum()))
        self.arms.append([])

    def _word(self, word: str) -> int:
        return self.words.setdefault(word, len(self.words))

    def _note(self, changed: dict[int, State], looks: list[Selection]) -> None:
        """Note how beliefs have changed, what was looked at, and the bounds of the root."""
        self.out.append(len(changed))
        for node, state in changed.items():
            self._belief(node, None if node == 0 else state)
        self.out.append(len(looks))
        for look in looks:
            self._select(look)
        self.out += [self.search.lower, self.search.upper]

    def _belief(self, node: int, state: State | None) -> None:
        """Note a belief's value, the guess to make there, and the guesses of which something is new."""
        search, belief = self.search, self.beliefs[node]
        value, guess, weight = search.value(state), search.guess(state), self.weights[belief]
        if not isfinite(value):
            raise ValueError("search: sampled backups, and a belief in several places; expected shared=True")
        now: list[tuple[int, ...]] = [
            (
                self._word(arm.guess),
                arm.visits,
                round(PARTS * arm.value * weight),
                round(arm.lower * weight),
                1 + round(arm.upper * weight) if isfinite(arm.upper) else 0,
            )
            for arm in search.arms(state)
        ]
        before = self.arms[belief]
        new = [place for place, arm in enumerate(now) if place >= len(before) or arm != before[place]]
        self.out += [belief, round(PARTS * value * weight), 0 if guess is None else 1 + self._word(guess), len(new)]
        for place in new:
            self.out += [place, *now[place]]
        self.arms[belief] = now

    def _select(self, look: Selection) -> None:
        """Note belief and guess, at its first selection the classes it makes, and the beliefs below."""
        belief = self.beliefs[look.node]
        place = [guess for guess, *_ in self.arms[belief]].index(self._word(look.guess))
        self.out += [belief, place, int(look.first)]
        if look.first:
            parts = look.state.partition(look.guess)
            won = parts.pop(look.state.game.show(look.state.game.solved), None) is not None
            self.out += [len(parts) + won, int(won), sum(len(words) == 1 for words in parts.values())]
        self.out.append(len(look.below))
        for row, node in look.below.items():
            self.out += [self.rows.setdefault(row, len(self.rows)), self.beliefs[node]]

    def as_text(self) -> tuple[list[str], dict[str, Any]]:
        """Return the words in alphabetical order, and the record."""
        words = sorted(self.words)
        record = {
            "words": pack(words.index(word) for word in self.words),
            "rows": list(self.rows),
            "history": [list(row) for row in self.search.state.history],
            "beliefs": pack_sets(self.members),
            "weights": pack(self.weights),
            "changes": pack(self.out),
            "bounded": self.search.backup == "full",
        }
        size = sum(len(text) for text in record.values() if isinstance(text, str)) + sum(map(len, words))
        if size > LONGEST:
            raise ValueError(f"iterations: {self.moments} fill {size:,} characters; expected {LONGEST:,} at most")
        return words, record
