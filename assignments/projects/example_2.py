"""Project 2, the last example of good work: a value fitted to five features of a belief. For teachers."""

import numpy as np

import wordlelib as wl

GAME = wl.wordle()
BASE = wl.InformationGain()
OPENINGS = ("trace", "slate", "crane", "reast")
known: dict[bytes, tuple[float, ...]] = {}


def features(members):
    """Give what the value knows of a belief: its size, and into how many classes the best guesses sort it."""
    key = members.tobytes()
    if key not in known:
        rows = np.sort(GAME.codes[:, members], axis=1)
        classes = 1 + (np.diff(rows, axis=1) != 0).sum(axis=1)
        n = len(members)
        possible = classes[GAME.guess_of_hidden[members]].max()
        known[key] = (1, np.log2(n), classes.max() / n, possible / n, 1 / n)
    return known[key]


def examples(opening):
    """Give the beliefs of 3 to 200 words in a tree of the base policy, with their mean costs."""
    tree = wl.play(GAME, BASE, opening)
    costs, members = np.zeros(len(tree.guess)), [[] for _ in tree.guess]
    for word, used in enumerate(tree.guesses_used):
        for depth, node in enumerate(tree.nodes_of(word)):
            costs[node] += used - depth
            members[node].append(word)
    both = zip(members, costs, strict=True)
    return [(np.array(words, np.int32), cost / len(words)) for words, cost in both if 3 <= len(words) <= 200]


class Learned(wl.Policy):
    """One step of lookahead over the base policy's ten best, with exact costs for one and two words."""

    name = "learned"

    def __init__(self, weights):
        self.weights = weights

    def value(self, members):
        """Give the guesses that all words of a belief need together."""
        n = len(members)
        return (1, 3)[n - 1] if n <= 2 else n * float(np.dot(features(members), self.weights))

    def decide(self, state):
        """Give the guess of least cost."""
        members = state.members
        if len(members) <= 2:
            return state.words[0]

        def cost(guess):
            row = GAME.codes[GAME.find(guess), members]
            return sum(self.value(members[row == code]) for code in np.unique(row) if code != GAME.solved)

        return min((ranked.guess for ranked in BASE.rank(state, 10)), key=cost)


def error(weights, beliefs):
    """Give the root mean square error on beliefs with known costs."""
    return np.sqrt(np.mean([(np.dot(features(members), weights) - cost) ** 2 for members, cost in beliefs]))


training = [each for opening in OPENINGS for each in examples(opening)]
weights, *_ = np.linalg.lstsq(
    np.array([features(members) for members, _ in training]), np.array([cost for _, cost in training]), rcond=None
)
tree = wl.play(GAME, Learned(weights), opening="salet")
print(len(training), "beliefs, held out error", f"{error(weights, examples('salet')):.3f}")
print("total", tree.total, "worst", tree.worst)
