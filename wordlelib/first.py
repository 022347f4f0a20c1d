"""The whole library on one page of plain Python, to be read first.

It is slow and obvious. The rest of `wordlelib` does the same faster and for more games, and is tested against this
page. A word is a text. A belief is a list of the words that are still possible, all of them equally likely. A policy is
a function from a belief to a guess. Its cost is the number of guesses that it takes for all words of a belief together,
so that the mean is the cost divided by the number of words.

``python -m wordlelib.first`` plays all words of a small list.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from math import log2, prod

Belief = Sequence[str]
Policy = Callable[[Belief], str]


def feedback(guess: str, hidden: str) -> str:
    """Return the row of a guess: a letter for each place, green, yellow or - for grey.

    >>> feedback("speed", "erase")
    'y-yy-'
    """
    unmatched = Counter(h for g, h in zip(guess, hidden, strict=True) if g != h)
    row = ""
    for g, h in zip(guess, hidden, strict=True):
        if g == h:
            row += "g"
        elif unmatched[g] > 0:  # each copy in the hidden word colours one letter of the guess
            unmatched[g] -= 1
            row += "y"
        else:
            row += "-"
    return row


def split(guess: str, belief: Belief) -> dict[str, list[str]]:
    """Return the classes into which a guess splits a belief: for each row that may come, the words that give it.

    >>> split("night", ["fight", "might", "eagle"])
    {'-gggg': ['fight', 'might'], '--g--': ['eagle']}
    """
    classes: dict[str, list[str]] = {}
    for hidden in belief:
        classes.setdefault(feedback(guess, hidden), []).append(hidden)
    return classes


def information(guess: str, belief: Belief) -> float:
    """Return the bits that the row of a guess is expected to tell, which is the entropy of the row.

    >>> information("night", ["fight", "might", "eagle", "sight"])
    0.8112781244591328
    """
    shares = [len(words) / len(belief) for words in split(guess, belief).values()]
    return -sum(p * log2(p) for p in shares)


def ranked(guesses: Sequence[str], belief: Belief) -> list[str]:
    """Return all guesses, the most informative first, and among equal ones those that may be the hidden word.

    Sums of logarithms that are equal on paper differ in their last digits, so whole numbers are compared. Information
    is the logarithm of the number of words, less the mean of log c over the words, where c is the size of a word's
    class. So the more informative guess is that whose product of c ** c over all classes is smaller.
    """

    def key(guess: str) -> tuple[int, bool]:
        sizes = [len(words) for words in split(guess, belief).values()]
        return prod(c**c for c in sizes), guess not in belief

    return sorted(guesses, key=key)


def cost(policy: Policy, belief: Belief, guess: str = "") -> int:
    """Return the cost of a policy, or its Q-factor: the cost if this guess is made first, and the policy plays on."""
    guess = guess or policy(belief)
    rest = [words for words in split(guess, belief).values() if words != [guess]]
    return len(belief) + sum(cost(policy, words) for words in rest)


def greedy(guesses: Sequence[str]) -> Policy:
    """Return the policy that makes the most informative guess."""
    return lambda belief: ranked(guesses, belief)[0]


def rollout(base: Policy, guesses: Sequence[str], width: int) -> Policy:
    """Return the policy that makes the guess of least Q-factor, of the most informative ones and the base policy's."""

    def decide(belief: Belief) -> str:
        candidates = [*ranked(guesses, belief)[:width], base(belief)]
        return min(candidates, key=lambda guess: cost(base, belief, guess))

    return decide


def least_cost(guesses: Sequence[str], belief: Belief) -> int:
    """Return the cost of the best policy of all, by dynamic programming: no policy costs less."""

    @cache
    def least(belief: tuple[str, ...]) -> int:
        costs = []
        for guess in guesses:
            classes = split(guess, belief)
            if len(classes) > 1 or guess in belief:  # all other guesses tell nothing
                rest = [tuple(words) for words in classes.values() if words != [guess]]
                costs.append(len(belief) + sum(least(words) for words in rest))
        return min(costs)

    return least(tuple(belief))


if __name__ == "__main__":
    from wordlelib.game.words import tiny

    words = tiny()
    base = greedy(words)
    print(f"{len(words)} words, {cost(base, words)} guesses by information gain,", end=" ")
    print(f"{cost(rollout(base, words, 10), words)} by rollout on it, {least_cost(words, words)} by perfect play")
