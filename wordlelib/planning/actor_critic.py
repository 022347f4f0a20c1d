"""Actor and critic: a small network that learns to guess from games alone, without lookahead and without a model.

The network sees the statistics of `letters.py`, which are the shares of the possible words that have each letter in
each place. It returns one number for each letter in each place. The sum of a word's numbers is its preference, so that
26 outputs for each place rank all words (Ho 2022). One more output, the critic, estimates the guesses still needed.
Both are trained by stochastic gradient steps on many games at a time, with random hidden words. The actor is moved
towards guesses that turned out cheaper than the critic expected (Sutton and Barto 2018, section 13.5).
"""

from typing import NamedTuple

import numpy as np

from wordlelib.core import checks
from wordlelib.core.checks import integer, number, refused
from wordlelib.game import checked
from wordlelib.game.game import Game, State
from wordlelib.game.letters import letters_of
from wordlelib.game.policy import Policy

DECAY, SQUARES, TINY = 0.9, 0.999, 1e-8  # Adam's usual numbers (Kingma and Ba 2015)


class Weights(NamedTuple):
    """The weights of a network with one hidden layer, whose units serve both actor and critic.

    `hidden`, shape (inputs + 1, units), leads from the inputs and a constant 1 to the hidden units, which are
    hyperbolic tangents. `out`, shape (units + 1, outputs + 1), leads from the units and a constant 1 to the letters'
    numbers and, last, the critic.
    """

    hidden: np.ndarray
    out: np.ndarray


class ActorPolicy(Policy):
    """Guess the word that the network prefers among those that are still possible.

    The network was trained for `game`, but the policy can also play any other game with the same hidden words. Weights
    that do not fit the letters of the game are refused.
    """

    name = "actor-critic"

    def __init__(self, game: Game, weights: Weights) -> None:
        self.game = checked.game(game)
        self._slots = slots_of(game)
        inputs = self._slots.shape[1] + 1
        expected = f"a network of {inputs} inputs and as many outputs"
        hidden, out = checks.instance("weights", weights, Weights, expected)
        units = checks.real_numbers("weights", hidden, (inputs + 1, None), expected).shape[1]
        checks.real_numbers("weights", out, (units + 1, inputs), expected)
        self.weights = weights

    def decide(self, state: State) -> str:
        """Return the possible word of the largest preference, in a tie the first in list order."""
        if checked.state(state).game is not self.game and state.game.hidden != self.game.hidden:
            raise refused("state", state, "a state with the hidden words that the network was trained for")
        slots = self._slots[state.members]
        inputs = inputs_of(np.ones((1, len(slots)), bool), slots, len(self._slots))
        preference = slots @ forward(self.weights, inputs).out[0, :-1]
        return self.game.hidden[int(state.members[np.argmax(preference)])]


def slots_of(game: Game) -> np.ndarray:
    """Return the letter in each place of each hidden word as ones and zeros, shape (hidden words, places x letters)."""
    letters = letters_of(game)
    one_hot = letters[:, :, None] == np.arange(letters.max() + 1)
    return one_hot.reshape(len(letters), -1).astype(np.float32)


def inputs_of(left: np.ndarray, slots: np.ndarray, most: int) -> np.ndarray:
    """Return the network's inputs for beliefs: the share of each letter in each place, and how many words are left.

    The possible words of each belief are in `left`, bool of shape (beliefs, hidden words), and their letters in
    `slots`, as from `slots_of`. The game has `most` hidden words, so that the last input, the words left on a
    logarithmic scale, runs from 0 to 1. The inputs are float32 of shape (beliefs, inputs).
    """
    words = left.sum(axis=1, keepdims=True)
    size = np.log(words) / np.log(max(most, 2))
    return np.hstack([(left @ slots) / words, size]).astype(np.float32)


class Layers(NamedTuple):
    """The outputs of the network's layers, with a row for each belief.

    `inputs`, shape (beliefs, inputs + 1), and the hidden `units`, shape (beliefs, units + 1), both end with a constant
    1. `out`, shape (beliefs, outputs + 1), has the letters' numbers and, last, the critic's estimate in guesses.
    """

    inputs: np.ndarray
    units: np.ndarray
    out: np.ndarray


def forward(weights: Weights, inputs: np.ndarray) -> Layers:
    """Compute the outputs of the network's layers for some beliefs."""
    one = np.ones((len(inputs), 1), np.float32)
    seen = np.hstack([inputs, one])
    units = np.hstack([np.tanh(seen @ weights.hidden), one])
    return Layers(seen, units, units @ weights.out)


def backward(weights: Weights, layers: Layers, slope: np.ndarray) -> Weights:
    """Compute a loss's gradient in the weights from its gradient in the outputs, by backpropagation."""
    below = (slope @ weights.out.T)[:, :-1] * (1 - layers.units[:, :-1] ** 2)
    return Weights(layers.inputs.T @ below, layers.units.T @ slope)


class Training(NamedTuple):
    """The result of `train`: the policy, and the mean guesses of each batch's games, in which guesses were drawn."""

    policy: ActorPolicy
    mean_guesses: np.ndarray


def train(
    game: Game,
    batches: int,
    rng: np.random.Generator,
    games: int = 128,
    units: int = 128,
    rate: float = 1e-3,
    opening: str | None = None,
) -> Training:
    """Train actor and critic on games with random hidden words, which are of one length.

    Parameters
    ----------
    game, rng
        The game, and the source of randomness. Only possible words are guessed, so every game ends.
    batches, games
        How many gradient steps to take, and how many games are played for each.
    units, rate
        The size of the hidden layer, and the size of a step, which is Adam's rate.
    opening
        A first guess to use in every game in place of the network's.
    """
    checked.game(game), checks.generator("rng", rng)
    batches, games, units = integer("batches", batches, 1), integer("games", games, 1), integer("units", units, 1)
    rate = number("rate", rate, 0, above=True)
    slots, first = slots_of(game), None if opening is None else game.find(opening, "opening")
    inputs = slots.shape[1] + 1
    hidden = rng.normal(0, 1, (inputs + 1, units)) / np.sqrt(inputs)
    weights = Weights(hidden.astype(np.float32), np.zeros((units + 1, inputs), np.float32))
    mean, square = Weights(*(0 * w for w in weights)), Weights(*(0 * w for w in weights))
    guesses = []
    for batch in range(1, batches + 1):
        played = play_batch(game, slots, weights, rng, games, first)
        gradient = gradient_of(weights, slots, played)
        mean = Weights(*(DECAY * m + (1 - DECAY) * g for m, g in zip(mean, gradient, strict=True)))
        square = Weights(*(SQUARES * s + (1 - SQUARES) * g * g for s, g in zip(square, gradient, strict=True)))
        scale = rate * np.sqrt(1 - SQUARES**batch) / (1 - DECAY**batch)
        weights = Weights(*(w - scale * m / (np.sqrt(s) + TINY) for w, m, s in zip(weights, mean, square, strict=True)))
        guesses.append(played.used.mean())
    return Training(ActorPolicy(game, weights), np.array(guesses))


class Played(NamedTuple):
    """A batch of games, decision by decision.

    Attributes
    ----------
    left, guess : ndarrays of bool and int64, shapes (decisions, hidden words) and (decisions,)
        The words that were possible, and the one that was guessed.
    cost, used : ndarrays, shapes (decisions,) and (games,)
        The guesses still needed, including this one, and the guesses of each game.
    """

    left: np.ndarray
    guess: np.ndarray
    cost: np.ndarray
    used: np.ndarray


def play_batch(
    game: Game, slots: np.ndarray, weights: Weights, rng: np.random.Generator, games: int, first: int | None
) -> Played:
    """Play games in which each guess is drawn with the probability that the actor gives it."""
    hidden = rng.choice(len(game.hidden), games, p=game.weights / game.weights.sum())
    left, at, used = np.ones((games, len(game.hidden)), bool), np.arange(games), np.zeros(games, int)
    steps: list[tuple[np.ndarray, ...]] = [(left[:0], at[:0], at[:0], used[:0])]  # the opening may win every game
    while at.size:
        if first is not None and not used.any():
            guess = np.full(at.size, first)
        else:
            chance = chances(forward(weights, inputs_of(left, slots, len(slots))).out[:, :-1] @ slots.T, left)
            word = (chance.cumsum(axis=1) > rng.random((at.size, 1)) * chance.sum(axis=1, keepdims=True)).argmax(axis=1)
            guess = game.guess_of_hidden[word]
            steps.append((left, word, at, used[at]))
        used[at] += 1
        codes = game.codes[guess]
        seen = codes[np.arange(at.size), hidden[at]]
        left, on = left & (codes == seen[:, None]), seen != game.solved
        left, at = left[on], at[on]
    columns = (np.concatenate(column) for column in zip(*steps, strict=True))
    beliefs, word, of, made = columns
    return Played(beliefs, word, (used[of] - made).astype(np.float32), used)


def chances(preference: np.ndarray, left: np.ndarray) -> np.ndarray:
    """Compute the probability of each word, the softmax of the preferences over the words that are possible.

    All arrays have the shape (beliefs, hidden words). Each row of probabilities sums to 1.
    """
    shown = np.where(left, preference, -np.inf)
    grown = np.exp(shown - shown.max(axis=1, keepdims=True))
    return grown / grown.sum(axis=1, keepdims=True)


def gradient_of(weights: Weights, slots: np.ndarray, played: Played) -> Weights:
    """Compute the gradient along which, by a batch of games, the weights become worse.

    It is the gradient of the mean over the decisions of ``advantage * log(chance of the guess)``, plus half the square
    of the critic's error. The advantage, which is the cost less what the critic expected, is held fixed.
    """
    layers = forward(weights, inputs_of(played.left, slots, len(slots)))
    chance = chances(layers.out[:, :-1] @ slots.T, played.left)
    error = layers.out[:, -1] - played.cost
    by_letter = -error[:, None] * (slots[played.guess] - chance @ slots)
    slope = np.hstack([by_letter, error[:, None]]) / max(len(error), 1)
    return backward(weights, layers, slope.astype(weights.out.dtype))
