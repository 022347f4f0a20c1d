"""Values: estimates of a belief's cost, made at sight and without search (Bertsekas's cost approximations).

A value takes the place of the optimal cost at the end of a lookahead. The kernels know three kinds: a table by the
number of words left, a linear form of a belief's features, and a small network of these features. The last two are
trained in `learning.py`. Any other value is a class that the reader writes, with a method `costs`.

Costs are sums over the words of a belief of the guesses that each of them takes, times its weight.
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

import numpy as np

from wordlelib.core import checks
from wordlelib.core.checks import real_numbers, refused
from wordlelib.core.files import parse_json
from wordlelib.core.pickling import PerGame
from wordlelib.game import checked
from wordlelib.game.game import Beliefs, Game
from wordlelib.game.letters import letters_of
from wordlelib.kernels.arrays import allocate
from wordlelib.kernels.values import FEATURES, LAYERS, Values, describe_beliefs

NAMES = (
    "log2 of the words",
    "1 / words",
    "words not told apart by the best own word",
    "... by the second best",
    "... on average",
    "least expected information left",
    "least expected words left",
    "least largest class",
    "largest family",
    "letters at a place",
    "equal letters at a place",
    "letters that split",
)


class Value(ABC):
    """An estimate of what a belief costs; a subclass defines `costs`.

    If it is `bounded`, a belief of weight W whose heaviest word weighs w never costs less than 2 W - w, and a single
    word exactly w. No policy needs less, and lookahead that can rely on it looks at fewer guesses.
    """

    name: str = "unnamed value"
    bounded: bool = False

    @abstractmethod
    def costs(self, beliefs: Beliefs) -> np.ndarray:
        """Return the estimated cost of each belief, as float64 of shape (beliefs,)."""


class SizeValue(Value):
    """A table of the expected guesses by the number of words left.

    Parameters
    ----------
    table : sequence of float, shape (number of hidden words + 1,)
        ``table[n]`` is the expected number of guesses still needed when n words are left, as from
        `rollout.cost_by_size`.
    """

    name = "by size"

    def __init__(self, table: Sequence[float] | np.ndarray) -> None:
        self.table = checked_table("table", table)
        sizes = np.arange(1, self.table.size)
        self.bounded = bool(np.all(self.table[1:] >= 2 - 1 / sizes)) and bool(np.all(self.table[1:2] == 1))

    def __repr__(self) -> str:
        return f"<{self.table.size} numbers>"

    def costs(self, beliefs: Beliefs) -> np.ndarray:
        """Return the entry for each belief's number of words, times the belief's weight."""
        return self._fitting(checked.beliefs(beliefs).game)[np.diff(beliefs.offsets)] * beliefs.weight

    def _fitting(self, game: Game) -> np.ndarray:
        expected = (len(game.hidden) + 1,)
        if self.table.shape != expected:
            raise ValueError(
                f"table: shape {self.table.shape}; expected {expected}, a number for each number of words left"
            )
        return self.table


def checked_table(name: str, table: Any) -> np.ndarray:
    """Check a table by the number of words left, and return it."""
    numbers = real_numbers(name, table, (None,), "a number for each number of words left")
    if np.any(numbers < 0):
        raise ValueError(f"{name}: a number that is negative; expected none")
    return numbers


class NetworkValue(Value):
    """A network of a belief's features, which takes the positive part, max(0, x), between its layers.

    With output y, a belief of n words costs 2 n - 1 + n y, or the lower bound of `features` if that is more. So y is
    the excess per word over the least that n words can cost.

    Parameters
    ----------
    layers : sequence of pairs of arrays
        The weights of each layer, shape (outputs, inputs), and its biases, shape (outputs,). The first layer has an
        input for each of `NAMES`, the last layer has one output, and there are at most three layers.
    """

    name, bounded = "network", True
    most_layers = LAYERS - 1

    def __init__(self, layers: Sequence[tuple[Any, Any]]) -> None:
        expected = f"1 to {self.most_layers} pairs (weights, biases), from {FEATURES} inputs to 1 output"
        listed = checks.sequence("layers", layers, expected)
        found, inputs = [], FEATURES
        for pair in listed:
            if not isinstance(pair, list | tuple) or len(pair) != 2:
                raise refused("layers", layers, expected)
            weights = real_numbers("layers", pair[0], (None, inputs), expected)
            inputs = len(weights)
            found.append((weights, real_numbers("layers", pair[1], (inputs,), expected)))
        if not 1 <= len(found) <= self.most_layers or inputs != 1 or any(not biases.size for _, biases in found):
            raise refused("layers", layers, expected)
        self.layers = found

    def __repr__(self) -> str:
        sizes = [FEATURES, *(len(biases) for _, biases in self.layers)]
        return f"<{type(self).__name__}: {'-'.join(map(str, sizes))}>"

    def to_json(self) -> str:
        """Write the value as JSON, with its name and, layer by layer, its weights and biases."""
        layers = [{"weights": weights.tolist(), "biases": biases.tolist()} for weights, biases in self.layers]
        return json.dumps({"value": self.name, "features": list(NAMES), "layers": layers})

    @staticmethod
    def from_json(text: str) -> "NetworkValue":
        """Read what `to_json` wrote, a linear value as a linear value; a value of other features is refused."""
        expected = "what to_json writes"
        try:
            document = parse_json(checks.text("text", text, expected))
            kind, names = document["value"], document["features"]
            layers = [(layer["weights"], layer["biases"]) for layer in document["layers"]]
        except (ValueError, KeyError, TypeError):
            raise refused("text", text, expected) from None
        if names != list(NAMES) or kind not in (NetworkValue.name, LinearValue.name):
            raise refused("text", text, f"{expected}, with the features of this version")
        value = NetworkValue(layers)
        if kind == NetworkValue.name:
            return value
        if len(value.layers) > 1:
            raise refused("text", text, f"{expected}: a linear value has one layer")
        weights, biases = value.layers[0]
        return LinearValue(weights[0], biases[0])

    def costs(self, beliefs: Beliefs) -> np.ndarray:
        """Return the estimated costs; beliefs of a game with a prior are refused."""
        x, least, known = features(beliefs)
        n = np.diff(beliefs.offsets)
        return np.where(known, least, np.maximum(least, 2 * n - 1 + n * self.outputs(x)))

    def outputs(self, x: np.ndarray) -> np.ndarray:
        """Return the network's output, the excess per word, for each row of features, shape (rows,)."""
        x = real_numbers("x", x, (None, FEATURES), f"rows of {FEATURES} features")
        for weights, biases in self.layers[:-1]:
            x = np.maximum(x @ weights.T + biases, 0)
        weights, biases = self.layers[-1]
        return (x @ weights.T + biases)[:, 0]


class LinearValue(NetworkValue):
    """A linear form of a belief's features, with weights of shape (features,) and a bias: a network with one layer."""

    name = "linear"

    def __init__(self, weights: Sequence[float] | np.ndarray, bias: float) -> None:
        expected = f"{FEATURES} numbers, one for each feature"
        row = real_numbers("weights", weights, (FEATURES,), expected)
        super().__init__([(row[None], np.array([checks.number("bias", bias)]))])

    @property
    def weights(self) -> dict[str, float]:
        """The weight of each feature, by its name."""
        return dict(zip(NAMES, self.layers[0][0][0].tolist(), strict=True))


def features(beliefs: Beliefs) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Describe beliefs by `NAMES`, from their own words alone.

    The belief is sorted into classes by some of its own words, at most 24 and evenly spaced, and "told apart" counts
    the classes. A family is a set of words that agree in all places but one. Beliefs of a game with a prior are
    refused.

    Returns
    -------
    x : ndarray of float64, shape (beliefs, features)
        The features, all zero where the cost is known.
    least : ndarray of float64, shape (beliefs,)
        The cost, or a lower bound, which is 2 n - 1, or 2 n where no own word tells all n words apart.
    known : ndarray of bool, shape (beliefs,)
        Whether `least` is the cost, because an own word tells all words apart or leaves a single pair together.
    """
    game = checked.beliefs(beliefs).game
    _uniform(game)
    x, least = np.zeros((len(beliefs), FEATURES)), np.empty(len(beliefs))
    describe_beliefs(game.arrays, packed(game, []), beliefs.arrays, x, least)
    return x, np.abs(least), least < 0


def _uniform(game: Game) -> None:
    if not game.uniform:
        raise ValueError(f"game: {game!r}; expected a uniform prior, under which learned values count words")


def is_packed(value: Value | None) -> bool:
    """Return whether the kernels know a value, as they do the three kinds here, but not classes derived from them."""
    return value is None or type(value) in (SizeValue, NetworkValue, LinearValue)


def packed(game: Game, values: Sequence[Value | None]) -> Values:
    """Return what the kernels need of the values of several levels, where None stands for a level without one."""
    layers = np.zeros((len(values), LAYERS), np.int64)
    rows: list[np.ndarray] = []
    for row, value in zip(layers, values, strict=True):
        if isinstance(value, NetworkValue):
            _uniform(game)
            row[0] = FEATURES
            row[1 : len(value.layers) + 1] = [len(biases) for _, biases in value.layers]
            rows.append(np.concatenate([part.ravel() for layer in value.layers for part in layer]))
        else:
            rows.append(value._fitting(game) if isinstance(value, SizeValue) else np.zeros(1))
    numbers = np.zeros((len(values), max(map(len, rows), default=0)))
    for mine, row in zip(numbers, rows, strict=True):
        mine[: row.size] = row
    letters, logs, signs = _SHEETS.get(game, lambda: _sheet(game))
    sizes = {"widest": layers.max(initial=1), "tallied": signs, "cells": game.cells}
    return allocate(Values, sizes, layers=layers, numbers=numbers, letters=letters, logs=logs)


_SHEETS: PerGame[tuple[np.ndarray, np.ndarray, int]] = PerGame()


def _sheet(game: Game) -> tuple[np.ndarray, np.ndarray, int]:
    """Return the letters of a game's hidden words, a table of log2 c, and how much room counting letters takes."""
    of_one_length = len(set(map(len, game.hidden))) == 1
    letters = (letters_of(game) if of_one_length else np.empty((len(game.hidden), 0))).astype(np.uint16)
    room = max(int(letters.max(initial=0)) + 1, letters.shape[1])
    return letters, np.log2(np.maximum(np.arange(len(game.hidden) + 1), 1)), room
