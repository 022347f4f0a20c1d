"""Wrong answers to problem set 8 that students give: what they lose, and what they are told."""

ALPHA_BETA = """
def alpha_beta(tree, alpha, beta):
    leaves = []

    def search(node, low, high, guesser):
        if not isinstance(node, list):
            leaves.append(node)
            return node
        best = {start}
        for move in node:
            if {minimises}:
                best = min(best, search(move, {down_low}, {down_high}, not guesser))
                if best <{equal} low:
                    break
            else:
                best = max(best, search(move, {up_low}, {up_high}, not guesser))
                if best >{equal} high:
                    break
        return best

    return search(tree, alpha, beta, True), leaves
"""
RIGHT = {
    "start": "inf if guesser else -inf",
    "minimises": "guesser",
    "equal": "=",
    "down_low": "low",
    "down_high": "min(high, best)",
    "up_low": "max(low, best)",
    "up_high": "high",
}

WRONG = {
    "alpha-beta with the players changed": {
        "cell": "alpha-beta",
        "code": ALPHA_BETA.format(**RIGHT | {"start": "-inf if guesser else inf", "minimises": "not guesser"}),
        "fails": ["check-alpha-beta-value", "check-alpha-beta-leaves"],
        "says": "The Guesser is to move at the root",
    },
    "no cut at equality": {
        "cell": "alpha-beta",
        "code": ALPHA_BETA.format(**RIGHT | {"equal": ""}),
        "fails": ["check-alpha-beta-leaves"],
        "says": "only equals the best so far cuts",
    },
    "a window for the next level only": {
        "cell": "alpha-beta",
        "code": ALPHA_BETA.format(
            **RIGHT | {"down_low": "-inf", "down_high": "best", "up_low": "best", "up_high": "inf"}
        ),
        "fails": ["check-alpha-beta-leaves"],
        "says": "down to all levels",
    },
    "alpha-beta without cuts": {
        "cell": "alpha-beta",
        "code": ALPHA_BETA.format(
            **RIGHT | {"down_low": "-inf", "down_high": "inf", "up_low": "-inf", "up_high": "inf"}
        ),
        "fails": ["check-alpha-beta-leaves"],
        "says": "no better than the first",
    },
    "less than k": {
        "cell": "at-most",
        "code": """
def at_most(tree, k):
    looked = 0

    def ask(node, guesser):
        nonlocal looked
        if not isinstance(node, list):
            looked += 1
            return node < k
        return (any if guesser else all)(ask(move, not guesser) for move in node)

    return ask(tree, True), looked
""",
        "fails": ["check-at-most"],
        "says": "At most 6 includes 6",
    },
    "all leaves asked": {
        "cell": "at-most",
        "code": """
def at_most(tree, k):
    def ask(node, guesser):
        if not isinstance(node, list):
            return node <= k, 1
        asked = [ask(move, not guesser) for move in node]
        return (any if guesser else all)(a for a, _ in asked), sum(n for _, n in asked)

    return ask(tree, True)
""",
        "fails": ["check-at-most"],
        "says": "one good guess is enough",
    },
    "the greedy Hinter": {
        "cell": "careful",
        "code": """
def careful(guess, words, guesses):
    parts = classes(guess, words)
    return min(parts, key=lambda z: (-len(parts[z]), z.translate(str.maketrans("-yg", "012"))))
""",
        "fails": ["check-careful"],
        "says": "how many turns does each of them need",
    },
    "ties as the computer sorts": {
        "cell": "careful",
        "code": """
def careful(guess, words, guesses):
    parts = classes(guess, words)
    return min(parts, key=lambda z: (z == "ggggg" or -needed(parts[z], guesses), -len(parts[z]), z))
""",
        "fails": ["check-careful"],
        "says": "yellow comes before green",
    },
    "ties by reading order alone": {
        "cell": "careful",
        "code": """
def careful(guess, words, guesses):
    parts = classes(guess, words)
    return min(
        parts, key=lambda z: (z == "ggggg" or -needed(parts[z], guesses), z.translate(str.maketrans("-yg", "012")))
    )
""",
        "fails": ["check-careful"],
        "says": "the larger class decides",
    },
    "only the words left are named later": {
        "cell": "careful",
        "code": """
def careful(guess, words, guesses):
    parts, order = classes(guess, words), str.maketrans("-yg", "012")
    return min(parts, key=lambda z: (z == "ggggg" or -needed(parts[z], words), -len(parts[z]), z.translate(order)))
""",
        "fails": ["check-careful"],
        "says": "prude is not left, but may be named",
    },
    "easy mode": {
        "cell": "openings",
        "code": """
def openings(words, turns):
    def wins(left, turns):
        return turns > 0 and any(good(u, left, turns) for u in words)

    def good(u, left, turns):
        return all(z == "ggggg" or wins(part, turns - 1) for z, part in classes(u, left).items())

    return [u for u in words if turns > 0 and good(u, words, turns)]
""",
        "fails": ["check-openings"],
        "says": "only words that fit it may be named",
    },
    "a turn too many": {
        "cell": "openings",
        "code": """
def openings(words, turns):
    if turns < 0:
        return []
    if len(words) == 1:
        return list(words)
    return [
        u for u in words
        if all(z == "ggggg" or openings(left, turns - 1) for z, left in classes(u, words).items())
    ]
""",
        "fails": ["check-openings-small", "check-openings"],
        "says": "two words, and one turn",
    },
    "some rows only": {
        "cell": "openings",
        "code": """
def openings(words, turns):
    if turns == 0:
        return []
    return [
        u for u in words
        if any(z == "ggggg" or openings(left, turns - 1) for z, left in classes(u, words).items())
    ]
""",
        "fails": ["check-openings-small", "check-openings"],
        "says": "A guess leaves two words",
    },
    "reasons from outside the set": {
        "cell": "escapes",
        "code": """
def escapes(words, reasons, guesses):
    return [u for u in guesses if not any(len(classes(u, reason)) == 1 for reason in reasons)]
""",
        "fails": ["check-escapes"],
        "says": "A reason must lie in the set",
    },
    "a single word as a reason": {
        "cell": "escapes",
        "code": """
def escapes(words, reasons, guesses):
    inside = [reason for reason in reasons if set(reason) <= set(words)]
    return [u for u in guesses if not any(len(classes(u, reason)) == 1 for reason in inside)]
""",
        "fails": ["check-escapes"],
        "says": "A reason of one word is no obstruction",
    },
    "two words alike are enough": {
        "cell": "escapes",
        "code": """
def escapes(words, reasons, guesses):
    inside = [reason for reason in reasons if set(reason) <= set(words)]
    return [u for u in guesses if not any(len(classes(u, r)) < len(r) for r in inside)]
""",
        "fails": ["check-escapes"],
        "says": "All words of the reason",
    },
    "leaves without the cut by alpha": {
        "cell": "by-hand",
        "code": """
value_by_hand = 2
leaves_by_hand = [6, 9, 4, 12, 10, 8, 1, 7, 2, 11]
copies_of_e_after_one = (2, 3)
copies_of_e_after_two = (2, 2)
""",
        "fails": ["check-by-hand-tree"],
        "says": "Three leaves are not looked at",
    },
    "no third e": {
        "cell": "by-hand",
        "code": """
value_by_hand = 2
leaves_by_hand = [6, 9, 4, 10, 8, 1, 7, 2, 11]
copies_of_e_after_one = (2, inf)
copies_of_e_after_two = (2, 2)
""",
        "fails": ["check-by-hand-letters"],
        "says": "which places may hold an e",
    },
}
