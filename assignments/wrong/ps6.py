"""Wrong answers to problem set 6 that students give: what they lose, and what they are told."""

WRONG = {
    "p falls with the visits of the arm": {
        "cell": "next-arm",
        "code": """
def next_arm(estimates, visits, span, p):
    index = []
    for q, v in zip(estimates, visits):
        chance = (v + 1) ** -4.0 if p is None else p
        index.append(q - span * np.sqrt(-np.log(chance) / (2 * (v + 1))))
    return int(np.argmin(index))
""",
        "fails": ["check-next-arm-falling"],
        "says": "sum of the visits of all arms",
    },
    "N without the 1": {
        "cell": "next-arm",
        "code": """
def next_arm(estimates, visits, span, p):
    if p is None:
        p = max(sum(visits), 1) ** -4.0
    index = [q - span * np.sqrt(-np.log(p) / (2 * (v + 1))) for q, v in zip(estimates, visits)]
    return int(np.argmin(index))
""",
        "fails": ["check-next-arm-falling"],
        "says": "N is 1 here",
    },
    "rewards instead of costs": {
        "cell": "next-arm",
        "code": """
def next_arm(estimates, visits, span, p):
    if p is None:
        p = (sum(visits) + 1) ** -4.0
    index = [q + span * np.sqrt(-np.log(p) / (2 * (v + 1))) for q, v in zip(estimates, visits)]
    return int(np.argmax(index))
""",
        "fails": ["check-next-arm", "check-next-arm-falling"],
        "says": "the least estimate decides",
    },
    "p taken for the chance that the bound holds": {
        "cell": "next-arm",
        "code": """
def next_arm(estimates, visits, span, p):
    fails = (sum(visits) + 1) ** -4.0 if p is None else 1 - p
    index = [q - span * np.sqrt(-np.log(fails) / (2 * (v + 1))) for q, v in zip(estimates, visits)]
    return int(np.argmin(index))
""",
        "fails": ["check-next-arm"],
        "says": "chance that the bound fails",
    },
    "no prior in the Beta distribution": {
        "cell": "shares",
        "code": """
def shares(ones, zeros, draws, seed):
    rng = np.random.default_rng(seed)
    drawn = rng.beta(ones, zeros, size=(draws, len(ones)))
    return (np.bincount(drawn.argmin(axis=1), minlength=len(ones)) / draws).tolist()
""",
        "fails": ["check-shares", "check-shares-exact"],
        "says": "the parameters 1 and 1",
    },
    "the largest share wins": {
        "cell": "shares",
        "code": """
def shares(ones, zeros, draws, seed):
    rng = np.random.default_rng(seed)
    drawn = rng.beta(np.array(ones) + 1, np.array(zeros) + 1, size=(draws, len(ones)))
    return (np.bincount(drawn.argmax(axis=1), minlength=len(ones)) / draws).tolist()
""",
        "fails": ["check-shares", "check-shares-exact"],
        "says": "The least share wins",
    },
    "the seed is not used": {
        "cell": "shares",
        "code": """
def shares(ones, zeros, draws, seed):
    rng = np.random.default_rng(0)
    drawn = rng.beta(np.array(ones) + 1, np.array(zeros) + 1, size=(draws, len(ones)))
    return (np.bincount(drawn.argmin(axis=1), minlength=len(ones)) / draws).tolist()
""",
        "fails": ["check-shares"],
        "says": "Use the seed",
    },
    "each arm explored at once": {
        "cell": "explore",
        "code": """
def explore_then_commit(ones, m, pulls, seed):
    rng = np.random.default_rng(seed)
    sums, total = [0] * len(ones), 0.0
    for n in range(pulls):
        if n < m * len(ones):
            a = n // m
            sums[a] += rng.random() < ones[a]
        else:
            a = int(np.argmin(sums))
        total += ones[a] - min(ones)
    return total
""",
        "fails": ["check-explore"],
        "says": "taken in turn",
    },
    "tickets counted for regret": {
        "cell": "explore",
        "code": """
def explore_then_commit(ones, m, pulls, seed):
    rng = np.random.default_rng(seed)
    sums, total = [0] * len(ones), 0.0
    for n in range(pulls):
        a = n % len(ones) if n < m * len(ones) else int(np.argmin(sums))
        ticket = rng.random() < ones[a]
        sums[a] += ticket if n < m * len(ones) else 0
        total += ticket - min(ones)
    return total
""",
        "fails": ["check-explore", "check-explore-mean"],
        "says": "expected 0.4 or 9.6",
    },
    "the last of equal arms": {
        "cell": "explore",
        "code": """
def explore_then_commit(ones, m, pulls, seed):
    rng = np.random.default_rng(seed)
    sums, total = [0] * len(ones), 0.0
    for n in range(pulls):
        if n < m * len(ones):
            a = n % len(ones)
            sums[a] += rng.random() < ones[a]
        else:
            a = max(i for i in range(len(ones)) if sums[i] == min(sums))
        total += ones[a] - min(ones)
    return total
""",
        "fails": ["check-explore-mean"],
        "says": "then the first arm is taken",
    },
    "any of equal arms": {
        "cell": "explore",
        "code": """
def explore_then_commit(ones, m, pulls, seed):
    rng = np.random.default_rng(seed)
    sums, total, chosen = [0] * len(ones), 0.0, None
    for n in range(pulls):
        if n < m * len(ones):
            a = n % len(ones)
            sums[a] += rng.random() < ones[a]
        else:
            if chosen is None:
                chosen = int(rng.choice([i for i in range(len(ones)) if sums[i] == min(sums)]))
            a = chosen
        total += ones[a] - min(ones)
    return total
""",
        "fails": ["check-explore-mean"],
        "says": "then the first arm is taken",
    },
    "all visits share one mean": {
        "cell": "debiased",
        "code": """
def debiased(histories):
    changes = [after - before for history in histories for before, after in zip(history, history[1:])]
    mean = sum(changes) / len(changes) if changes else 0
    most = max(len(history) for history in histories)
    return [history[-1] + mean * (most - len(history)) for history in histories]
""",
        "fails": ["check-debiased-several"],
        "says": "two visits to come",
    },
    "only the next change": {
        "cell": "debiased",
        "code": """
def debiased(histories):
    values = []
    for history in histories:
        i = len(history) - 1
        seen = [h[i + 1] - h[i] for h in histories if len(h) > i + 1]
        values.append(history[-1] + (sum(seen) / len(seen) if seen else 0))
    return values
""",
        "fails": ["check-debiased-several"],
        "says": "two visits to come",
    },
    "a mean over all guesses": {
        "cell": "debiased",
        "code": """
def debiased(histories):
    most = max(len(history) for history in histories) - 1
    changes = []
    for i in range(most):
        seen = [history[i + 1] - history[i] for history in histories if len(history) > i + 1]
        changes.append(sum(seen) / len(histories))
    return [history[-1] + sum(changes[len(history) - 1 :]) for history in histories]
""",
        "fails": ["check-debiased", "check-debiased-several"],
        "says": "by 3.485 in the mean",
    },
    "first estimates with one more guess": {
        "cell": "back-up",
        "code": """
def back_up(node):
    if not isinstance(node, dict):
        return node
    return min(
        1 + (sum(p * back_up(below) for p, below in entry) if isinstance(entry, list) else entry)
        for entry in node.values()
    )
""",
        "fails": ["check-back-up"],
        "says": "contain the guess itself",
    },
}
