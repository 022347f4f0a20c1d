"""Players of the environments: six that are stored with their scores, one an agent of NumPy that learns on them.

The agent weighs letters by their places, and draws among the words left by the sums of their weights. It learns the
weights by REINFORCE (Williams 1992) from boards, rewards and nothing else. `letter_agents` trains it with twenty seeds,
and `scored_players` plays it and others with six guesses on every tenth word, judged as `wordlelib score` does.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from wordlelib.core import checks
from wordlelib.game import checked
from wordlelib.game.game import Game, State
from wordlelib.game.letters import LetterStatistics, letters_of
from wordlelib.game.policy import InformationGain, Policy, RandomWord
from wordlelib.game.tree import play
from wordlelib.lab.common import original_game, timed
from wordlelib.lab.judging import Judge
from wordlelib.lab.results import results
from wordlelib.lab.transcripts import Scored, Transcript, score_game
from wordlelib.planning.rollout import Rollout
from wordlelib.runs.sweeps import Sweep

TURNS = 6
SEEDS = 20
GAMES, STEPS = 256, 200  # at once, and guesses in each: some 10,000 games in all, in seconds
RATE, FORGETTING = 0.3, 0.1  # of the weights, and of the mean return that is the baseline
FIRST_BASELINE = -5.0  # about what drawing among the words left returns
EVERY = 10  # words of the list


def features_of(game: Game) -> np.ndarray:
    """Return what the agent sees of each hidden word: float32 of shape (hidden words, (letters + 1) * alphabet).

    For each place and letter it is 1 if the letter stands there, and for each letter 1 if the word has it anywhere.
    """
    letters = letters_of(checked.game(game))
    words, places = letters.shape
    seen = np.zeros((words, places + 1, int(letters.max()) + 1), np.float32)
    for place in range(places):
        seen[np.arange(words), place, letters[:, place]] = 1
    seen[:, places] = seen[:, :places].max(axis=1)
    return seen.reshape(words, -1)


class LetterAgent(Policy):
    """Guess the word left with the largest sum of weights, which is what a trained agent prefers."""

    name = "letter-agent"

    def __init__(self, game: Game, weights: np.ndarray) -> None:
        seen = features_of(game)
        shape, expected = (seen.shape[1],), f"a weight for each of {seen.shape[1]} features"
        self.game, self.weights = game, checks.real_numbers("weights", weights, shape, expected)
        self.scores = seen @ self.weights

    def decide(self, state: State) -> str:
        """Return the word left of the largest sum, the first in list order in a tie."""
        members = checked.open_state(state, self.game).members
        return self.game.hidden[members[int(np.argmax(self.scores[members]))]]


def draw(scores: np.ndarray, left: np.ndarray, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Draw a word for each game with probabilities in proportion to the exponentials of the scores.

    `left` says which words are left, as truth values of shape (games, words). The results are the numbers of the words,
    and the probabilities, of the same shape.
    """
    sums = np.where(left, scores, -np.inf)
    chances = np.exp(sums - sums.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    # The largest of scores with Gumbel noise is drawn with these probabilities.
    return np.argmax(sums + rng.gumbel(size=left.shape), axis=1), chances


def train(envs: Any, rng: np.random.Generator, steps: int = STEPS, rate: float = RATE) -> np.ndarray:
    """Train the agent on games that are played together, and return its weights, float64 of shape (features,).

    Each game adds to the weights, in proportion to its return less the mean return so far, the sum over its moves of
    the features of the chosen word less those to be expected: the gradient of the logarithm of its probability.

    Parameters
    ----------
    envs
        A `WordleVectorEnv` in easy mode.
    rng
        The generator for hidden words and draws.
    steps, rate
        How many steps to take, and how far the weights follow the gradient.
    """
    checks.generator("rng", rng)
    checks.integer("steps", steps, 1)
    checks.number("rate", rate, 0, above=True)
    game, count = envs.game, envs.num_envs
    seen, own = features_of(game), game.guess_of_hidden
    weights, baseline = np.zeros(seen.shape[1]), FIRST_BASELINE
    left, returns = np.ones((count, len(seen)), bool), np.zeros(count)
    traces = np.zeros((count, seen.shape[1]), np.float32)
    envs.reset(seed=int(rng.integers(2**31)))
    for _ in range(steps):
        chosen, chances = draw(seen @ weights, left, rng)
        _, rewards, over, _, info = envs.step(own[chosen])
        made = info["code"] >= 0  # the others have begun anew
        traces[made] += (seen[chosen] - chances.astype(np.float32) @ seen)[made]
        returns += rewards
        left[made] &= game.codes[own[chosen[made]]] == info["code"][made, None]
        if over.any():
            weights += rate / count * ((returns[over] - baseline) @ traces[over])
            baseline += FORGETTING * (returns[over].mean() - baseline)
        left[over], traces[over], returns[over] = True, 0, 0
    return weights


def letter_agents() -> Sweep:
    """Train the agent of letter weights with twenty seeds, and play it against all words beside drawing words left."""
    return Sweep([{"seed": seed} for seed in range(SEEDS)], train_letters)


def train_letters(seed: int) -> dict[str, Any]:
    """Train the agent, and return its weights, its mean guesses and games lost, and those of one with equal weights."""
    from wordlelib.environments.many import WordleVectorEnv  # Gymnasium is needed here alone

    game, rng = original_game(), np.random.default_rng(seed)
    weights, seconds = timed("cpu_seconds", lambda: train(WordleVectorEnv(GAMES, game, TURNS), rng))
    kept = np.round(weights, 4)
    trained, untrained = play(game, LetterAgent(game, kept)), play(game, RandomWord(rng))
    return {
        "opening": trained.opening,
        "mean": round(trained.mean, 4),
        "lost": len(trained.failures(TURNS)),
        "untrained_mean": round(untrained.mean, 4),
        "untrained_lost": len(untrained.failures(TURNS)),
        "weights": kept.tolist(),
    } | seconds


class Uniform(RandomWord):
    """Draw any guess that the rule allows, whatever is known."""

    name = "uniform"

    def decide(self, state: State) -> str:
        """Draw one of the allowed guesses."""
        return checked.state(state).game.guesses[int(self.rng.choice(state.allowed))]


def trained_agent(seed: int = 0) -> LetterAgent:
    """Return a stored agent, by the seed of its training."""
    rows = results("letter_agents")["rows"]
    checks.integer("seed", seed, most=len(rows) - 1)
    return LetterAgent(original_game(), np.array(rows[seed]["weights"]))


PLAYERS: dict[str, Callable[[np.random.Generator], Policy]] = {
    "uniform": Uniform,
    "untrained": RandomWord,
    "learned": lambda rng: trained_agent(),
    "letters": lambda rng: LetterStatistics(),
    "entropy": lambda rng: InformationGain(),
    "rollout": lambda rng: Rollout(InformationGain()),
}


def scored_players() -> Sweep:
    """Play six players of the environments with six guesses on every tenth word, and judge each move."""
    words = original_game().hidden[::EVERY]
    return Sweep([{"player": name, "word": word} for name in PLAYERS for word in words], play_and_score)


def play_and_score(player: str, word: str) -> dict[str, Any]:
    """Play one of `PLAYERS` on a word, and return its guesses with what `score_game` says of them."""
    game = original_game()
    rng = np.random.default_rng([game.find(word), 0])
    made = play_game(PLAYERS[player](rng), game, word)
    scored, seconds = timed("cpu_seconds", lambda: score_game(_judge(), Transcript(player, word, made)))
    figures = {"regret": round(scored.regret, 6), "luck_bits": round(scored.luck_bits, 6)}
    return {"guesses": " ".join(made), "found": scored.found, "cost": scored.guesses} | figures | seconds


@cache
def _judge() -> Judge:
    return Judge(original_game())


def play_game(policy: Policy, game: Game, word: str, turns: int = TURNS) -> tuple[str, ...]:
    """Play a game with one hidden word until it is found or the guesses run out, and return the guesses."""
    checks.instance("policy", policy, Policy, "a policy, such as InformationGain()")
    state = checked.game(game).start()
    for _ in range(checks.guesses("turns", turns)):
        guess = policy.decide(state)
        state = state.after(guess, game.answer(guess, word))
        if state.solved:
            break
    return tuple(guess for guess, _ in state.history)


def stored_scores() -> list[Scored]:
    """Return the games of `scored_players` with their scores."""
    names = ("player", "word", "found", "cost", "regret", "luck_bits")
    return [Scored(*(row[name] for name in names)) for row in results("scored_players")["rows"]]
