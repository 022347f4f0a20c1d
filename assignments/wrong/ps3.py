"""Wrong answers to problem set 3 that students give: what they lose, and what they are told."""

WRONG = {
    "the mean size of a class": {
        "cell": "by-hand",
        "code": "bits_by_hand, remaining_by_hand = 1.75, 2\n",
        "fails": ["check-by-hand"],
        "says": "not the plain mean",
    },
    "natural logarithms": {
        "cell": "scores",
        "code": """
def scores(sizes):
    sizes = np.array([c for c in sizes if c])
    p = sizes / sizes.sum()
    return -(p * np.log(p)).sum(), p @ sizes, len(sizes), max(sizes)
""",
        "fails": ["check-scores", "check-scores-zero"],
        "says": "expected (1.5, 1.5, 3, 2), got (1.03",
    },
    "n over the number of classes": {
        "cell": "scores",
        "code": """
def scores(sizes):
    sizes = [c for c in sizes if c]
    n = sum(sizes)
    return sum(c / n * log2(n / c) for c in sizes), n / len(sizes), len(sizes), max(sizes)
""",
        "fails": ["check-scores", "check-scores-zero"],
        "says": "expected (1.5, 1.5, 3, 2), got (1.5, 1.33",
    },
    "the empty class forgotten": {
        "cell": "scores",
        "code": """
def scores(sizes):
    n = sum(sizes)
    return sum(c / n * log2(n / c) for c in sizes), sum(c * c for c in sizes) / n, len(sizes), max(sizes)
""",
        "fails": ["check-scores-zero"],
        "says": "A class of size 0 does not occur",
    },
    "floats compared with ==": {
        "cell": "favourites",
        "code": """
def favourites(words, guesses, score):
    n, value = len(words), {}
    for guess in guesses:
        sizes = class_sizes(words, guess)
        if score == "bits":
            value[guess] = -sum(c / n * log2(c / n) for c in sizes)
        else:
            value[guess] = -sum(c * c for c in sizes)
    return [guess for guess in guesses if value[guess] == max(value.values())]
""",
        "fails": ["check-favourites-ties"],
        "says": "differ in the last digit",
    },
    "only one of the best": {
        "cell": "favourites",
        "code": """
def favourites(words, guesses, score):
    power = (lambda c: c * c) if score == "remaining" else (lambda c: c * log2(c))
    return [min(guesses, key=lambda u: sum(power(c) for c in class_sizes(words, u)))]
""",
        "fails": ["check-favourites", "check-favourites-ties"],
        "says": "expected ['stone', 'music'], got ['stone']",
    },
    "words counted, prior forgotten": {
        "cell": "gain",
        "code": """
def gain(words, prior, guess):
    words = [word for word, p in zip(words, prior) if p > 0]
    return sum(c / len(words) * log2(len(words) / c) for c in class_sizes(words, guess))
""",
        "fails": ["check-gain"],
        "says": "expected 1, got 0.918",
    },
    "a logarithm of 0": {
        "cell": "gain",
        "code": """
def gain(words, prior, guess):
    shares = {}
    for word, p in zip(words, prior):
        row = colours(guess, word)
        shares[row] = shares.get(row, 0) + p
    return -sum(p * log2(p) for p in shares.values())
""",
        "fails": ["check-gain-zero"],
        "says": "adds nothing",
    },
    "the two lists exchanged": {
        "cell": "disagreement",
        "code": """
def disagreement(n):
    return None if n < 7 else ([4, 3] + [1] * (n - 7), [5, 1, 1] + [1] * (n - 7))
""",
        "fails": ["check-disagreement"],
        "says": "in the right order",
    },
    "a tie for one of the scores": {
        "cell": "disagreement",
        "code": """
def disagreement(n):
    return None if n < 6 else ([4, 1, 1] + [1] * (n - 6), [3, 3] + [1] * (n - 6))
""",
        "fails": ["check-disagreement", "check-no-disagreement"],
        "says": "no pair for fewer than seven",
    },
    "a pair for seven words only": {
        "cell": "disagreement",
        "code": """
def disagreement(n):
    return ([n - 2, 1, 1], [n - 3, 3]) if n >= 7 else None
""",
        "fails": ["check-disagreement"],
        "says": "the same classes are added",
    },
    "possible words are not preferred": {
        "cell": "total",
        "code": """
def total(words, guesses, score):
    def cost(guess):
        sizes = class_sizes(words, guess)
        return round(sum(c * c if score == "remaining" else c * log2(c) for c in sizes), 9)

    guess = words[0] if len(words) == 1 else min(guesses, key=cost)
    classes = {}
    for word in words:
        classes.setdefault(colours(guess, word), []).append(word)
    return len(words) + sum(total(c, guesses, score) for row, c in classes.items() if row != "ggggg")
""",
        "fails": ["check-total"],
        "says": "may be right at once",
    },
    "pays for the word that is found": {
        "cell": "total",
        "code": """
def total(words, guesses, score):
    if len(words) == 1:
        return 1

    def cost(guess):
        sizes = class_sizes(words, guess)
        return round(sum(c * c if score == "remaining" else c * log2(c) for c in sizes), 9), guess not in words

    guess = min(guesses, key=cost)
    classes = {}
    for word in words:
        classes.setdefault(colours(guess, word), []).append(word)
    return len(words) + sum(total(c, guesses, score) for c in classes.values())
""",
        "fails": ["check-total-few", "check-total"],
        "says": "expected 3, got 4",
    },
    "the mean and not the sum": {
        "cell": "total",
        "code": """
def total(words, guesses, score):
    def cost(guess):
        sizes = class_sizes(words, guess)
        return round(sum(c * c if score == "remaining" else c * log2(c) for c in sizes), 9), guess not in words

    guess = min(guesses, key=cost)
    classes = {}
    for word in words:
        classes.setdefault(colours(guess, word), []).append(word)
    rest = sum(len(c) / len(words) * total(c, guesses, score) for row, c in classes.items() if row != "ggggg")
    return 1 + rest
""",
        "fails": ["check-total-few", "check-total"],
        "says": "expected 3, got 1.5",
    },
    "a list on which information gain is optimal": {
        "cell": "trap",
        "code": 'trap = ["batch", "catch", "latch", "music"]\n',
        "fails": ["check-trap"],
        "says": "the least is",
    },
}
