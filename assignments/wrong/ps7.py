"""Wrong answers to problem set 7 that students give: what they lose, and what they are told."""

WRONG = {
    "what is known in place of the simple bound": {
        "cell": "guess-bound",
        "code": """
def guess_bound(guess, words, known):
    left = classes(guess, words)
    if left == [words]:
        return inf
    return len(words) + sum(known.get(c, 2 * len(c) - 1) for c in left)
""",
        "fails": ["check-guess-bound"],
        "says": "may be less than 2c - 1",
    },
    "a useless guess gets a bound": {
        "cell": "guess-bound",
        "code": """
def guess_bound(guess, words, known):
    return len(words) + sum(max(2 * len(c) - 1, known.get(c, 0)) for c in classes(guess, words))
""",
        "fails": ["check-guess-bound"],
        "says": "tells nothing leads nowhere",
    },
    "the word that is found paid twice": {
        "cell": "guess-bound",
        "code": """
def guess_bound(guess, words, known):
    left = classes(guess, words)
    if left == [words]:
        return inf
    return len(words) + (guess in words) + sum(max(2 * len(c) - 1, known.get(c, 0)) for c in left)
""",
        "fails": ["check-guess-bound"],
        "says": "costs no more than this guess",
    },
    "the weights not sorted": {
        "cell": "weighted-bound",
        "code": """
def weighted_bound(weights, k, l):
    total, found, d = 0, 0, 0
    while found < len(weights):
        before, found, d = found, max(1 + (k - 1) * found, l * found), d + 1
        total += d * sum(weights[before:found])
    return total
""",
        "fails": ["check-weighted"],
        "says": "heaviest word is found first",
    },
    "A(d) without the guesses from outside": {
        "cell": "weighted-bound",
        "code": """
def weighted_bound(weights, k, l):
    heavy, total, found, d = sorted(weights, reverse=True), 0, 0, 0
    while found < len(heavy):
        before, found, d = found, 1 + (k - 1) * found, d + 1
        total += d * sum(heavy[before:found])
    return total
""",
        "fails": ["check-weighted-equal", "check-weighted"],
        "says": "10 + 9 + 7 + 1",
    },
    "A(d) words found with guess d": {
        "cell": "weighted-bound",
        "code": """
def weighted_bound(weights, k, l):
    heavy, total, a, d, found = sorted(weights, reverse=True), 0, 0, 0, 0
    while found < len(heavy):
        a, d = max(1 + (k - 1) * a, l * a), d + 1
        total += d * sum(heavy[found : found + a])
        found += a
    return total
""",
        "fails": ["check-weighted-equal", "check-weighted"],
        "says": "10 + 9 + 7 + 1",
    },
    "allowed is not looked at": {
        "cell": "total-of",
        "code": """
def total_of(tree, words, allowed):
    total = 0
    for hidden in words:
        node = tree
        while True:
            total += 1
            row = colours(node["guess"], hidden)
            if row == "ggggg":
                break
            if row not in node["after"]:
                return None
            node = node["after"][row]
    return total
""",
        "fails": ["check-total-of-broken"],
        "says": "night is not allowed",
    },
    "every guess of the tree has to be allowed": {
        "cell": "total-of",
        "code": """
def total_of(tree, words, allowed):
    def fair(node):
        return node["guess"] in allowed and all(fair(below) for below in node["after"].values())

    if not fair(tree):
        return None
    total = 0
    for hidden in words:
        node = tree
        while True:
            total += 1
            row = colours(node["guess"], hidden)
            if row == "ggggg":
                break
            if row not in node["after"]:
                return None
            node = node["after"][row]
    return total
""",
        "fails": ["check-total-of-broken"],
        "says": "no word of this list reaches it",
    },
    "a guess counted once for all words": {
        "cell": "total-of",
        "code": """
def total_of(tree, words, allowed):
    if not words:
        return 0
    if tree is None or tree["guess"] not in allowed:
        return None
    left = {}
    for hidden in words:
        left.setdefault(colours(tree["guess"], hidden), []).append(hidden)
    left.pop("ggggg", None)
    below = [total_of(tree["after"].get(row), some, allowed) for row, some in left.items()]
    return None if None in below else 1 + sum(below)
""",
        "fails": ["check-total-of"],
        "says": "expected 3, got 2",
    },
    "cut only what is worse": {
        "cell": "search",
        "code": """
def search(words, guesses, cut):
    n, best, entered = len(words), inf, 1
    if n <= 2:
        return [2 * n - 1, 1]
    for u in guesses:
        left = classes(u, words)
        if left == [words]:
            continue
        total = n + sum(2 * len(c) - 1 for c in left)
        for c in left:
            if cut and total > best:
                break
            value, below = search(c, guesses, cut)
            total, entered = total + value - (2 * len(c) - 1), entered + below
        best = min(best, total)
    return [best, entered]
""",
        "fails": ["check-search-count"],
        "says": "equals the best so far is given up",
    },
    "asked once, before the first class": {
        "cell": "search",
        "code": """
def search(words, guesses, cut):
    n, best, entered = len(words), inf, 1
    if n <= 2:
        return [2 * n - 1, 1]
    for u in guesses:
        left = classes(u, words)
        total = n + sum(2 * len(c) - 1 for c in left)
        if left == [words] or cut and total >= best:
            continue
        for c in left:
            value, below = search(c, guesses, cut)
            total, entered = total + value - (2 * len(c) - 1), entered + below
        best = min(best, total)
    return [best, entered]
""",
        "fails": ["check-search-count"],
        "says": "Ask before each class",
    },
    "values added to the bounds": {
        "cell": "search",
        "code": """
def search(words, guesses, cut):
    n, best, entered = len(words), inf, 1
    if n <= 2:
        return [2 * n - 1, 1]
    for u in guesses:
        left = classes(u, words)
        if left == [words]:
            continue
        total = n + sum(2 * len(c) - 1 for c in left)
        for c in left:
            if cut and total >= best:
                break
            value, below = search(c, guesses, cut)
            total, entered = total + value, entered + below
        best = min(best, total)
    return [best, entered]
""",
        "fails": ["check-search-value", "check-search-count"],
        "says": "takes the place of its bound",
    },
    "one dear guess taken for a proof": {
        "cell": "unsupported",
        "code": """
def unsupported(certificate, guesses):
    found = []
    for words, claim in certificate.items():
        sums = []
        for u in guesses:
            left = classes(u, words)
            if left != [words]:
                sums.append(len(words) + sum(certificate.get(c, 2 * len(c) - 1) for c in left))
        if sums and max(sums) < claim:
            found.append(words)
    return found
""",
        "fails": ["check-unsupported"],
        "says": "of which nothing is claimed",
    },
    "only words of the set as guesses": {
        "cell": "unsupported",
        "code": """
def unsupported(certificate, guesses):
    found = []
    for words, claim in certificate.items():
        for u in words:
            if len(words) + sum(certificate.get(c, 2 * len(c) - 1) for c in classes(u, words)) < claim:
                found.append(words)
                break
    return found
""",
        "fails": ["check-unsupported"],
        "says": "Every guess has to cost so much; music costs 9",
    },
    "claims below the simple bound replaced": {
        "cell": "unsupported",
        "code": """
def unsupported(certificate, guesses):
    found = []
    for words, claim in certificate.items():
        for u in guesses:
            left = classes(u, words)
            costs = len(words) + sum(max(certificate.get(c, 0), 2 * len(c) - 1) for c in left)
            if left != [words] and costs < claim:
                found.append(words)
                break
    return found
""",
        "fails": ["check-unsupported"],
        "says": "even if it is less than 2c - 1",
    },
}
