"""Wrong answers to problem set 2 that students give: what they lose, and what they are told."""

WRONG = {
    "the memory that never fails": {
        "cell": "bad-memory",
        "code": "t_2, t_3 = 1.5, 2\n",
        "fails": ["check-bad-memory"],
        "says": "t_2 is on both sides",
    },
    "visits without the start": {
        "cell": "visits",
        "code": """
def visits(P):
    P = np.asarray(P, float)
    return np.linalg.inv(np.eye(len(P)) - P) @ P
""",
        "fails": ["check-visits"],
        "says": "The start counts",
    },
    "visits with rows and columns exchanged": {
        "cell": "visits",
        "code": """
def visits(P):
    P = np.asarray(P, float)
    return np.linalg.inv(np.eye(len(P)) - P).T
""",
        "fails": ["check-visits"],
        "says": "expected [[1.33",
    },
    "every step costs 1": {
        "cell": "evaluate",
        "code": """
def evaluate(P, g, policy):
    P = np.asarray(P, float)
    x = np.arange(len(P))
    return np.linalg.solve(np.eye(len(P)) - P[x, policy], np.ones(len(P)))
""",
        "fails": ["check-evaluate-costs"],
        "says": "From state 0 the cost is g[0, 0] = 2",
    },
    "the costs come once, at the end": {
        "cell": "evaluate",
        "code": """
def evaluate(P, g, policy):
    P, g = np.asarray(P, float), np.asarray(g, float)
    x = np.arange(len(P))
    steps = np.linalg.solve(np.eye(len(P)) - P[x, policy], np.ones(len(P)))
    return steps * g[x, policy]
""",
        "fails": ["check-evaluate-costs"],
        "says": "From state 0 the cost is g[0, 0] = 2",
    },
    "the largest Q-factor, as with rewards": {
        "cell": "policy-iteration",
        "code": """
def policy_iteration(P, g, policy):
    policies = [list(policy)]
    for _ in range(50):
        Q = q_factors_of(P, g, cost_of(P, g, policies[-1]))
        better = [int(u) for u in np.argmax(Q, axis=1)]
        if better == policies[-1]:
            break
        policies.append(better)
    return policies
""",
        "fails": ["check-one-improvement", "check-policy-iteration"],
        "says": "the word from outside costs 2.25",
    },
    "ties change the control": {
        "cell": "policy-iteration",
        "code": """
def policy_iteration(P, g, policy):
    policies = [list(policy)]
    while True:
        Q = q_factors_of(P, g, cost_of(P, g, policies[-1]))
        better = [int(u) for u in np.argmin(Q.round(9), axis=1)]
        if better == policies[-1]:
            return policies
        policies.append(better)
""",
        "fails": ["check-policy-iteration"],
        "says": "only as good",
    },
    "the last policy twice": {
        "cell": "policy-iteration",
        "code": """
def policy_iteration(P, g, policy):
    policies = [list(policy)]
    while len(policies) < 2 or policies[-1] != policies[-2]:
        Q = q_factors_of(P, g, cost_of(P, g, policies[-1]))
        policies.append(
            [int(np.argmin(row)) if row.min() < row[old] - 1e-9 else old for row, old in zip(Q, policies[-1])]
        )
    return policies
""",
        "fails": ["check-policy-iteration"],
        "says": "expected [[0, 0, 0, 0], [1, 0, 0, 0]], got",
    },
    "one list, changed in place": {
        "cell": "policy-iteration",
        "code": """
def policy_iteration(P, g, policy):
    policies = [policy]
    while True:
        Q = q_factors_of(P, g, cost_of(P, g, policy))
        changed = False
        for x, row in enumerate(Q):
            if row.min() < row[policy[x]] - 1e-9:
                policy[x], changed = int(np.argmin(row)), True
        if not changed:
            return policies
        policies.append(policy)
""",
        "fails": ["check-one-improvement", "check-policy-iteration"],
        "says": "got [[1, 0, 0, 0], [1, 0, 0, 0]]",
    },
    "stops when the change is small": {
        "cell": "value-iteration",
        "code": """
def value_iteration(P, g, error):
    P, g = np.asarray(P, float), np.asarray(g, float)
    J, k = np.zeros(len(g)), 0
    while True:
        old, J, k = J, (g + P @ J).min(axis=1), k + 1
        if np.abs(J - old).max() <= error:
            return J, k
""",
        "fails": ["check-values", "check-stop"],
        "says": "a small change alone",
    },
    "does not count the last application": {
        "cell": "value-iteration",
        "code": """
def value_iteration(P, g, error):
    P, g = np.asarray(P, float), np.asarray(g, float)
    alpha = P.sum(axis=2).max()
    J, k = np.zeros(len(g)), 0
    while True:
        old, J = J, (g + P @ J).min(axis=1)
        if alpha / (1 - alpha) * np.abs(J - old).max() <= error:
            return J, k
        k += 1
""",
        "fails": ["check-stop"],
        "says": "expected ([1.75], 3), got",
    },
    "pays on after the word is found": {
        "cell": "solve",
        "code": """
def solve(words, guesses):
    known = {}

    def q_factors(left):
        q = {}
        for u in guesses:
            classes = {}
            for word in left:
                classes.setdefault(colours(u, word), []).append(word)
            if len(classes) > 1:
                q[u] = 1 + sum(len(c) / len(left) * least(tuple(c)) for c in classes.values())
        return q or {left[0]: 1}

    def least(left):
        if left not in known:
            known[left] = min(q_factors(left).values())
        return known[left]

    q = q_factors(tuple(words))
    cost = min(q.values())
    return cost, [u for u in guesses if u in q and q[u] < cost + 1e-9]
""",
        "fails": ["check-least-cost", "check-best-guesses"],
        "says": "expected (1.5",
    },
    "only words that are still possible": {
        "cell": "solve",
        "code": """
def solve(words, guesses):
    def q_factors(left):
        q = {}
        for u in left:
            classes = {}
            for word in left:
                classes.setdefault(colours(u, word), []).append(word)
            q[u] = 1 + sum(
                len(c) / len(left) * min(q_factors(c).values()) for row, c in classes.items() if row != "ggggg"
            )
        return q

    q = q_factors(list(words))
    cost = min(q.values())
    return cost, [u for u in guesses if u in q and q[u] < cost + 1e-9]
""",
        "fails": ["check-least-cost", "check-best-guesses"],
        "says": "possible words or not",
    },
    "the first of the best only": {
        "cell": "solve",
        "code": """
def solve(words, guesses):
    known = {}

    def q_factors(left):
        q = {}
        for u in guesses:
            classes = {}
            for word in left:
                classes.setdefault(colours(u, word), []).append(word)
            if len(classes) > 1 or left == (u,):
                q[u] = 1 + sum(len(c) / len(left) * least(tuple(c)) for row, c in classes.items() if row != "ggggg")
        return q

    def least(left):
        if left not in known:
            known[left] = min(q_factors(left).values())
        return known[left]

    q = q_factors(tuple(words))
    best = min(q, key=q.get)
    return q[best], [best]
""",
        "fails": ["check-best-guesses"],
        "says": "expected (1.5, ['fight', 'might']), got",
    },
}
