"""Wrong answers to problem set 4 that students give: what they lose, and what they are told."""

WRONG = {
    "a guess counted once and not for each word": {
        "cell": "total",
        "code": """
def total(policy, words):
    words = tuple(sorted(words))
    guess, found = policy[words], 1
    for row, left in classes(guess, words).items():
        if left == words and row != "ggggg":
            raise ValueError("tells nothing")
        if row != "ggggg":
            found += total(policy, left)
    return found
""",
        "fails": ["check-total", "check-total-endless"],
        "says": "made for both words",
    },
    "a policy that never ends is played for ever": {
        "cell": "total",
        "code": """
def total(policy, words):
    words = tuple(sorted(words))
    found = len(words)
    for row, left in classes(policy[words], words).items():
        if row != "ggggg":
            found += total(policy, left)
    return found
""",
        "fails": ["check-total-endless"],
        "says": "crane tells nothing",
    },
    "one class taken for a guess that tells nothing": {
        "cell": "total",
        "code": """
def total(policy, words):
    words = tuple(sorted(words))
    parts = classes(policy[words], words)
    if len(parts) == 1 and len(words) > 1:
        raise ValueError("tells nothing")
    if len(words) == 1:
        return 1
    return len(words) + sum(total(policy, left) for row, left in parts.items() if row != "ggggg")
""",
        "fails": ["check-total-endless"],
        "says": "A single word can be missed",
    },
    "words looked up as they come": {
        "cell": "total",
        "code": """
def total(policy, words):
    words = tuple(words)
    guess, found = policy[words], len(words)
    for row, left in classes(guess, words).items():
        if left == words and row != "ggggg":
            raise ValueError("tells nothing")
        if row != "ggggg":
            found += total(policy, left)
    return found
""",
        "fails": ["check-total"],
        "says": "Sort the words",
    },
    "the belief in a class does not sum to 1": {
        "cell": "q-factor",
        "code": """
def q_factor(belief, guess):
    q = 1.0
    for row, left in classes(guess, belief).items():
        if row != "ggggg":
            q += base_cost({word: belief[word] for word in left})
    return q
""",
        "fails": ["check-q-factor", "check-q-factor-beliefs"],
        "says": "and not to 1",
    },
    "classes count with their sizes": {
        "cell": "q-factor",
        "code": """
def q_factor(belief, guess):
    q = 1.0
    for row, left in classes(guess, belief).items():
        if row != "ggggg":
            p = sum(belief[word] for word in left)
            q += len(left) / len(belief) * base_cost({word: belief[word] / p for word in left})
    return q
""",
        "fails": ["check-q-factor", "check-q-factor-beliefs"],
        "says": "A class counts with its probability",
    },
    "words of a class equally likely": {
        "cell": "q-factor",
        "code": """
def q_factor(belief, guess):
    q = 1.0
    for row, left in classes(guess, belief).items():
        if row != "ggggg":
            q += sum(belief[word] for word in left) * base_sum(left) / len(left)
    return q
""",
        "fails": ["check-q-factor", "check-q-factor-beliefs"],
        "says": "4/7, 2/7 and 1/7",
    },
    "the base policy's own guess forgotten": {
        "cell": "rollout-guess",
        "code": """
def rollout_guess(words, ranked, width):
    def cost(guess):
        return sum(base_sum(left) for row, left in classes(guess, words).items() if row != "ggggg")
    return min(ranked[:width] or [min(words)], key=cost)
""",
        "fails": ["check-rollout-ties"],
        "says": "wins a tie, wherever it stands",
    },
    "the own guess last": {
        "cell": "rollout-guess",
        "code": """
def rollout_guess(words, ranked, width):
    def cost(guess):
        return sum(base_sum(left) for row, left in classes(guess, words).items() if row != "ggggg")
    return min([*ranked[:width], min(words)], key=cost)
""",
        "fails": ["check-rollout-ties"],
        "says": "wins a tie",
    },
    "the own guess takes a place of the width": {
        "cell": "rollout-guess",
        "code": """
def rollout_guess(words, ranked, width):
    def cost(guess):
        return sum(base_sum(left) for row, left in classes(guess, words).items() if row != "ggggg")
    return min([min(words), *ranked][: max(width, 1)], key=cost)
""",
        "fails": ["check-rollout-guess"],
        "says": "Only width guesses of ranked count",
    },
    "rollout pays for the word that is found": {
        "cell": "rollout-guess",
        "code": """
def rollout_guess(words, ranked, width):
    return min([min(words), *ranked[:width]], key=lambda u: sum(map(base_sum, classes(u, words).values())))
""",
        "fails": ["check-rollout-guess"],
        "says": "but that of the guess itself",
    },
    "the word that was found is charged": {
        "cell": "lookahead",
        "code": """
def lookahead(words, candidates, table):
    return min(candidates, key=lambda u: sum(len(s) * table[len(s)] for s in classes(u, words).values()))
""",
        "fails": ["check-lookahead"],
        "says": "costs nothing more",
    },
    "classes count alike": {
        "cell": "lookahead",
        "code": """
def lookahead(words, candidates, table):
    def cost(guess):
        return sum(table[len(left)] for row, left in classes(guess, words).items() if row != "ggggg")
    return min(candidates, key=cost)
""",
        "fails": ["check-lookahead"],
        "says": "share of the words",
    },
    "a table too far from the exact one": {
        "cell": "bad-table",
        "code": "bad_table = [0, 1, 1.5, 3, 2, 3, 3.5, 4]",
        "fails": ["check-bad-table"],
        "says": "at most 1/2 away",
    },
    "the table wrong on the other side": {
        "cell": "bad-table",
        "code": "bad_table = [0, 0.5, 1.5, 1.5, 3, 3, 3.5, 4]",
        "fails": ["check-bad-table"],
        "says": "looks worse than balmy",
    },
}
