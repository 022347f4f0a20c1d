"""Off-line training and on-line play: values learned from beliefs, and lookahead with them.

Off line, a value is fitted to the costs of many beliefs. On line, each decision looks one or two guesses ahead, and
takes the value as the cost of the rest (Bertsekas 2022, "Lessons from AlphaZero", approximation in value space).

Both trainings repeat two steps. First the policy that looks one guess ahead with the present value is played, and the
beliefs that it meets, or might have met, are collected. Then the value is fitted to targets for these beliefs. In
fitted value iteration, these are the costs of the best first guess and the present value after it. In approximate
policy iteration, they are the true costs of the policy.
"""

import json
from collections.abc import Callable, Sequence
from hashlib import sha256
from itertools import pairwise
from os import PathLike
from typing import NamedTuple

import numpy as np

from wordlelib.core import checks
from wordlelib.core.checks import generator, instance, integer, one_of, real_numbers, refused
from wordlelib.core.files import read_json
from wordlelib.game import checked
from wordlelib.game.game import Beliefs, Game
from wordlelib.game.policy import ExpectedRemaining, InformationGain, MostClasses, Policy
from wordlelib.kernels.jit import cpu_clock
from wordlelib.kernels.values import FEATURES
from wordlelib.planning.rollout import Rollout, checked_ranking
from wordlelib.planning.values import LinearValue, NetworkValue, Value, features

OPENINGS, GOOD = 16, 100  # openings of a training, half of them from so many of most information
DECAY, SQUARES, TINY = 0.9, 0.999, 1e-8  # Adam's usual numbers (Kingma and Ba 2015)
BATCH, RATE = 256, 3e-3  # of Adam: beliefs in a step, and the size of the first step
RIDGE = 1e-6  # the penalty that makes weights unique, as a part of the features' mean variance
ASIDE: tuple[Policy, ...] = (ExpectedRemaining(), MostClasses())


class Lookahead(Rollout):
    """Look one or two guesses ahead, and let a value say what the rest costs.

    With one step, the Q-factor of a guess is that guess plus the value of each class that it leaves. That is rollout
    truncated after no guess at all. With two steps, the best further guess in each class is found in the same way,
    which is rollout on one-step lookahead, truncated after one guess.

    Parameters
    ----------
    value
        The estimated costs of beliefs.
    width, ranking, heaviest
        The choice of guesses to look at, as for `Rollout`. The ranking is by default information gain.
    steps
        How many guesses to look ahead, 1 or 2.
    """

    def __init__(
        self, value: Value, width: int | str = 10, steps: int = 1, ranking: Policy | None = None, heaviest: int = 0
    ) -> None:
        self.value = instance("value", value, Value, "a Value, such as SizeValue(table)")
        self.ahead = integer("steps", steps, 1, 2)
        base = checked_ranking(ranking) or InformationGain()
        if steps == 2:
            base = Lookahead(value, width, 1, ranking, heaviest)
        super().__init__(base, width, ranking, heaviest, steps=steps - 1, terminal=value)

    @property
    def name(self) -> str:  # type: ignore[override]
        """The name, with the value, the width, and all that differs from the defaults."""
        more = f" + {self.heaviest} heaviest" if self.heaviest else ""
        more += ", 2 steps" if self.ahead == 2 else ""
        return f"lookahead({self.value.name}, {self.width}{more})"

    def __repr__(self) -> str:
        more = f", steps={self.ahead}" if self.ahead > 1 else ""
        more += "" if self._given is None else f", ranking={self._given!r}"
        more += f", heaviest={self.heaviest}" if self.heaviest else ""
        return f"Lookahead({self.value!r}, {self.width!r}{more})"


class Round(NamedTuple):
    """One round of a training.

    Attributes
    ----------
    beliefs
        How many beliefs there were to learn from.
    before, after
        The root mean square of the value's error on this round's targets, in guesses per word, before and after it was
        fitted to them. A belief counts as often as it has words.
    bias
        The mean error afterwards, which is positive if the value is too large.
    seconds
        The processor time since the training began, without the time to compile.
    """

    beliefs: int
    before: float
    after: float
    bias: float
    seconds: float


class Trained(NamedTuple):
    """The result of a training, which is the value and what each round did."""

    value: NetworkValue
    rounds: list[Round]


def openings_for(game: Game, count: int, rng: np.random.Generator, without: Sequence[str] = ()) -> list[str]:
    """Draw openings to learn from, half of them from the hundred of most information and half from all guesses.

    They all differ, and the informative ones come first. Openings of `without` are left out, because they are kept for
    tests.
    """
    checked.game(game)
    kept = {game.find(word, "without") for word in checks.texts("without", without)}
    integer("count", count, 1, len(game.guesses) - len(kept))
    ranked = [game.find(line.guess) for line in InformationGain().rank(game.start(), GOOD + len(kept))]
    good = [guess for guess in ranked if guess not in kept][:GOOD]
    chosen = generator("rng", rng).permutation(good)[: (count + 1) // 2].tolist()
    others = [guess for guess in range(len(game.guesses)) if guess not in kept.union(chosen)]
    chosen += rng.permutation(others)[: count - len(chosen)].tolist()
    return [game.guesses[guess] for guess in chosen]


class TrainingBeliefs:
    """Beliefs that policies met, collected from one play after another.

    Only beliefs from which there is something to learn are kept. They have three words or more, and a cost that
    `features` does not know at sight. Each is kept once, in `batches`. Their features are in `x`, and how many words
    each has in `words`, both float64.
    """

    def __init__(self, game: Game) -> None:
        self.game, self.batches = checked.game(game), list[Beliefs]()
        self.x, self.words = np.empty((0, FEATURES)), np.empty(0)
        self._names: set[bytes] = set()

    def __len__(self) -> int:
        return len(self.words)

    def __repr__(self) -> str:
        return f"<{len(self):,} beliefs met in {self.game!r}>"

    def play(self, policy: Policy, openings: Sequence[str], siblings: Sequence[Policy] = ()) -> None:
        """Add the beliefs that a policy meets after some openings, and those beside its path.

        At each belief the classes of the guesses of `siblings` are added too, but not played on. Lookahead with a value
        compares such classes before it makes a guess.
        """
        instance("policy", policy, Policy, "a policy, such as InformationGain()")
        others = [
            instance("siblings", each, Policy, "policies") for each in checks.sequence("siblings", siblings, "policies")
        ]
        first = np.array([self.game.find(word, "openings") for word in checks.texts("openings", openings)], np.int32)
        if not first.size:
            raise refused("openings", openings, "at least one guess")
        beliefs, followed = Beliefs.start(self.game).repeat(first.size).split(first)[0], set[bytes]()
        while len(beliefs := self._add(beliefs, followed)):
            for other in others:
                self._add(beliefs.split(other.decide_all(beliefs))[0], set())
            beliefs = beliefs.split(policy.decide_all(beliefs))[0]

    def _add(self, beliefs: Beliefs, followed: set[bytes]) -> Beliefs:
        """Add the beliefs that are new and worth learning from; give those worth it that were not followed yet."""
        x, _, known = features(beliefs)
        new, follow = list[int](), list[int]()
        for i in np.flatnonzero(~known).tolist():
            name = _name(beliefs, i)
            for found, names in ((new, self._names), (follow, followed)):
                if name not in names:
                    names.add(name)
                    found.append(i)
        if new:
            self.batches.append(beliefs.take(np.array(new)))
            self.x = np.concatenate([self.x, x[new]])
            self.words = np.concatenate([self.words, np.diff(self.batches[-1].offsets)])
        return beliefs.take(np.array(follow, np.int32))

    def costs(self, charge: Callable[[Beliefs], np.ndarray]) -> np.ndarray:
        """Compute the costs of all beliefs by a function such as a policy's `base_costs` or a value's `costs`.

        They are in guesses, summed over the words of each belief, as float64 of shape (beliefs,).
        """
        checks.function("charge", charge, "a function of beliefs")
        expected = "a cost for each belief"
        charged = [real_numbers("charge", charge(each), (len(each),), expected) for each in self.batches]
        return np.concatenate([np.empty(0), *charged])

    def excess(self, costs: np.ndarray) -> np.ndarray:
        """Return by how many guesses per word costs exceed the least for as many words, shape (beliefs,)."""
        costs = real_numbers("costs", costs, (len(self),), "a cost for each belief")
        return (costs - (2 * self.words - 1)) / self.words


def _name(beliefs: Beliefs, i: int) -> bytes:
    """Return what distinguishes a belief from those of other costs: its words and, outside easy mode, its guesses."""
    words = beliefs.members[beliefs.offsets[i] : beliefs.offsets[i + 1]].tobytes()
    if beliefs.game.mode == "easy":
        return words
    allowed = beliefs.allowed[beliefs.allowed_offsets[i] : beliefs.allowed_offsets[i + 1]]
    return words + sha256(allowed.tobytes()).digest()


def improved_costs(value: Value, beliefs: Beliefs, width: int | str = 10) -> np.ndarray:
    """Compute the costs T J of the best of `width` guesses in each belief when the value J charges for the rest.

    They are in guesses, summed over the words of each belief, as float64 of shape (beliefs,).
    """
    return Rollout(Lookahead(value, width), width, steps=1, terminal=value).base_costs(beliefs)


def played_costs(value: Value, beliefs: Beliefs, width: int | str = 10) -> np.ndarray:
    """Compute the true costs, in the same units, of the policy that looks one guess ahead with the value."""
    return Rollout(Lookahead(value, width), width).base_costs(beliefs)


TARGETS = {"improved": improved_costs, "played": played_costs}


def train_linear(
    game: Game,
    rng: np.random.Generator,
    openings: Sequence[str] | None = None,
    rounds: int = 4,
    width: int = 10,
    targets: str = "improved",
    progress: Callable[[int, int, str], None] | None = None,
) -> Trained:
    """Train a linear value by fitted value iteration, in which each round solves a weighted least squares problem.

    Parameters
    ----------
    game
        A game with a uniform prior.
    rng
        The source of randomness, for the openings.
    openings
        The openings of the games from which it learns. By default `openings_for` draws 16.
    rounds
        How many rounds there are. In the first, information gain is played, and after that lookahead with the value.
    width
        How many guesses lookahead compares.
    targets
        "improved" for fitted value iteration, "played" for approximate policy iteration.
    progress
        Called after each round with (rounds done, rounds in all, what it did).

    Returns
    -------
    Trained
    """
    return _train(game, rng, openings, rounds, width, targets, progress, _least_squares)


def _least_squares(met: TrainingBeliefs, y: np.ndarray) -> LinearValue:
    """Fit a linear value: weighted least squares with a small penalty on the weights, which makes them unique."""
    share = met.words / met.words.sum()
    mean, centre = share @ met.x, share @ y
    rows = (met.x - mean) * np.sqrt(share)[:, None]
    moments = rows.T @ rows
    moments += RIDGE * (np.trace(moments) or 1.0) / FEATURES * np.eye(FEATURES)
    weights = np.linalg.solve(moments, rows.T @ ((y - centre) * np.sqrt(share)))
    return LinearValue(weights, float(centre - mean @ weights))


def train_network(
    game: Game,
    rng: np.random.Generator,
    openings: Sequence[str] | None = None,
    rounds: int = 4,
    width: int = 10,
    targets: str = "played",
    hidden: Sequence[int] = (16, 16),
    epochs: int = 60,
    progress: Callable[[int, int, str], None] | None = None,
) -> Trained:
    """Train a network by approximate policy iteration, in which each round continues on the costs of its own play.

    Parameters
    ----------
    game, openings, rounds, width, targets, progress
        As for `train_linear`.
    rng
        The source of randomness, for the openings, the first weights and the order of the beliefs.
    hidden
        The sizes of the layers between the features and the output, at most two.
    epochs
        How often each round goes through all beliefs.

    Returns
    -------
    Trained
    """
    sizes = checks.sequence("hidden", hidden, "the sizes of at most two layers")
    if len(sizes) >= NetworkValue.most_layers:
        raise refused("hidden", hidden, "the sizes of at most two layers")
    sizes = [FEATURES, *(integer("hidden", size, 1, 1000) for size in sizes), 1]
    integer("epochs", epochs, 1)
    network = Network(sizes, generator("rng", rng), epochs)
    return _train(game, rng, openings, rounds, width, targets, progress, network.fit)


def _train(
    game: Game,
    rng: np.random.Generator,
    openings: Sequence[str] | None,
    rounds: int,
    width: int,
    targets: str,
    progress: Callable[[int, int, str], None] | None,
    fit: Callable[[TrainingBeliefs, np.ndarray], NetworkValue],
) -> Trained:
    """Collect beliefs and fit a value to their targets, round by round."""
    checked.game(game)
    generator("rng", rng)
    if openings is None:
        openings = openings_for(game, min(OPENINGS, len(game.guesses)), rng)
    integer("rounds", rounds, 1)
    integer("width", width, 1)
    target = TARGETS[one_of("targets", targets, TARGETS)]
    checks.progress(progress)
    value: NetworkValue = LinearValue(np.zeros(FEATURES), 0.0)
    met, done, begun = TrainingBeliefs(game), list[Round](), cpu_clock()
    for r in range(rounds):
        if r:
            met.play(Lookahead(value, width), openings)
        else:
            met.play(InformationGain(), openings, ASIDE)
        if not len(met):
            raise ValueError(f"openings: {checks.shown(openings)}; expected some after which a cost is not known")
        y = met.excess(met.costs(lambda beliefs: target(value, beliefs, width)))  # noqa: B023
        before = value.outputs(met.x) - y
        value = fit(met, y)
        after = value.outputs(met.x) - y
        errors = [float(np.sqrt(np.average(e**2, weights=met.words))) for e in (before, after)]
        bias = float(np.average(after, weights=met.words))
        done.append(Round(len(met), errors[0], errors[1], bias, cpu_clock() - begun))
        if progress is not None:
            progress(r + 1, rounds, f"{len(met):,} beliefs, error {errors[0]:.3f} -> {errors[1]:.3f} guesses a word")
    return Trained(value, done)


class Network:
    """A network in training, with gradients by backpropagation and steps by Adam (Kingma and Ba 2015, algorithm 1).

    Its layers have the given sizes, from the features down to 1. The weights and biases of each layer in turn, for
    features with mean 0 and spread 1, are its `parameters`. A fit goes `epochs` times through all beliefs, in an order
    that is drawn by `rng` as the first weights are.
    """

    def __init__(self, sizes: Sequence[int], rng: np.random.Generator, epochs: int = 1) -> None:
        self.rng, self.epochs = rng, epochs
        self.parameters: list[np.ndarray] = []
        for layer, (inputs, outputs) in enumerate(pairwise(sizes), 2):
            scale = np.sqrt((2 if layer < len(sizes) else 1) / inputs)  # He et al. 2015: the spread stays the same
            self.parameters += [scale * rng.standard_normal((outputs, inputs)), np.zeros(outputs)]
        self._scale: tuple[np.ndarray, np.ndarray] | None = None

    def fit(self, met: TrainingBeliefs, y: np.ndarray) -> NetworkValue:
        """Continue the training on some targets, and return the value reached."""
        share = met.words / met.words.sum()
        if self._scale is None:
            mean = share @ met.x
            spread = np.sqrt(share @ (met.x - mean) ** 2)
            self._scale = mean, np.where(spread > 0, spread, 1.0)
        x = (met.x - self._scale[0]) / self._scale[1]
        first, second = ([np.zeros_like(each) for each in self.parameters] for _ in range(2))
        steps, step = self.epochs * -(-len(y) // BATCH), 0
        for _ in range(self.epochs):
            order = self.rng.permutation(len(y))
            for a in range(0, len(y), BATCH):
                some = order[a : a + BATCH]
                slopes = self.gradient(x[some], y[some], share[some] * len(y))[1]
                step += 1
                rate = RATE * (1 - (step - 1) / steps)
                for mine, m, v, slope in zip(self.parameters, first, second, slopes, strict=True):
                    m += (1 - DECAY) * (slope - m)
                    v += (1 - SQUARES) * (slope**2 - v)
                    mine -= rate * (m / (1 - DECAY**step)) / (np.sqrt(v / (1 - SQUARES**step)) + TINY)
        return self.value()

    def gradient(self, x: np.ndarray, y: np.ndarray, weights: np.ndarray) -> tuple[float, list[np.ndarray]]:
        """Compute half the mean weighted squared error on some rows, and its gradient by backpropagation."""
        layers = [x]
        for i in range(0, len(self.parameters), 2):
            out = layers[-1] @ self.parameters[i].T + self.parameters[i + 1]
            layers.append(np.maximum(out, 0) if i + 2 < len(self.parameters) else out)
        error = layers[-1][:, 0] - y
        loss = float(weights @ error**2) / (2 * len(y))
        back = (weights * error / len(y))[:, None]
        slopes: list[np.ndarray] = []
        for i in range(len(self.parameters) - 2, -1, -2):
            slopes = [back.T @ layers[i // 2], back.sum(axis=0), *slopes]
            back = (back @ self.parameters[i]) * (layers[i // 2] > 0)
        return loss, slopes

    def value(self) -> NetworkValue:
        """Return the network as a value, which takes the features as they are."""
        assert self._scale is not None
        mean, spread = self._scale
        layers = [(w.copy(), b.copy()) for w, b in zip(self.parameters[::2], self.parameters[1::2], strict=True)]
        weights = layers[0][0] / spread
        layers[0] = weights, layers[0][1] - weights @ mean
        return NetworkValue(layers)


TRAININGS: dict[str, Callable[..., Trained]] = {"linear": train_linear, "network": train_network}


def load(path: str | PathLike) -> NetworkValue:
    """Read a value that the command `wordlelib train` has stored in a file; a value of other features is refused."""
    expected = "a file that 'wordlelib train' has written"
    try:
        stored = read_json(path)["value"]
        return NetworkValue.from_json(json.dumps(stored))
    except (ValueError, KeyError, TypeError):
        raise refused("path", str(path), expected) from None
