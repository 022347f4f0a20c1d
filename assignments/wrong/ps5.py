"""Wrong answers to problem set 5 that students give: what they lose, and what they are told."""

WRONG = {
    "from y to x": {
        "cell": "bellman",
        "code": """
def bellman(g, P, J):
    return (g + np.swapaxes(P, 1, 2) @ J).min(axis=0)
""",
        "fails": ["check-bellman"],
        "says": "P[u, x, y] leads from x to y",
    },
    "the cheapest control and not the least sum": {
        "cell": "greedy",
        "code": """
def greedy(g, P, J):
    return g.argmin(axis=0).tolist()
""",
        "fails": ["check-greedy"],
        "says": "future included",
    },
    "the last among equals": {
        "cell": "greedy",
        "code": """
def greedy(g, P, J):
    return (len(g) - 1 - (g + P @ J)[::-1].argmin(axis=0)).tolist()
""",
        "fails": ["check-greedy"],
        "says": "the lower number wins",
    },
    "a thousand applications": {
        "cell": "evaluate",
        "code": """
def evaluate(g, P, mu):
    states, J = np.arange(len(mu)), np.zeros(len(mu))
    if np.linalg.matrix_power(P[mu, states], len(mu)).sum(axis=1).max() > 1 - 1e-12:
        return None
    for _ in range(1000):
        J = g[mu, states] + P[mu, states] @ J
    return J
""",
        "fails": ["check-evaluate"],
        "says": "solve the linear system",
    },
    "NumPy is to notice": {
        "cell": "evaluate",
        "code": """
def evaluate(g, P, mu):
    states = np.arange(len(mu))
    try:
        return np.linalg.solve(np.eye(len(mu)) - P[mu, states], g[mu, states])
    except np.linalg.LinAlgError:
        return None
""",
        "fails": ["check-evaluate-endless"],
        "says": "no error is raised",
    },
    "one state that ends is taken for enough": {
        "cell": "evaluate",
        "code": """
def evaluate(g, P, mu):
    states = np.arange(len(mu))
    if np.all(P[mu, states].sum(axis=1) > 1 - 1e-12):
        return None
    return np.linalg.solve(np.eye(len(mu)) - P[mu, states], g[mu, states])
""",
        "fails": ["check-evaluate-endless"],
        "says": "states 1 and 2 never do",
    },
    "the wrong sign": {
        "cell": "newton",
        "code": """
def newton_step(g, P, J):
    mu, states = greedy_of(g, P, J), np.arange(len(J))
    return J + np.linalg.solve(P[mu, states] - np.eye(len(J)), bellman_of(g, P, J) - J)
""",
        "fails": ["check-newton"],
        "says": "the cost of walking all the way",
    },
    "one application of T": {
        "cell": "newton",
        "code": """
def newton_step(g, P, J):
    return bellman_of(g, P, J)
""",
        "fails": ["check-newton"],
        "says": "expected [4, 2], got array([1., 1.])",
    },
    "the height in place of the intercept": {
        "cell": "tangent",
        "code": """
def tangent(a, b, q, r, alpha, K):
    F = q + alpha * a**2 * r * K / (r + alpha * b**2 * K)
    return alpha * a**2 * r**2 / (r + alpha * b**2 * K) ** 2, F
""",
        "fails": ["check-tangent"],
        "says": "not at K",
    },
    "the slope without the discount": {
        "cell": "tangent",
        "code": """
def tangent(a, b, q, r, alpha, K):
    L = -alpha * a * b * K / (r + alpha * b**2 * K)
    return (a + b * L) ** 2, q + r * L**2
""",
        "fails": ["check-tangent"],
        "says": "factor alpha",
    },
    "the region begins below zero": {
        "cell": "region",
        "code": """
def stable_above(a, b, q, r, alpha):
    return r * (alpha**0.5 * abs(a) - 1) / (alpha * b**2)
""",
        "fails": ["check-region"],
        "says": "comes to rest by itself",
    },
    "a is taken for positive": {
        "cell": "region",
        "code": """
def stable_above(a, b, q, r, alpha):
    return max(0.0, r * (alpha**0.5 * a - 1) / (alpha * b**2))
""",
        "fails": ["check-region"],
        "says": "may be negative",
    },
    "no root of the discount": {
        "cell": "region",
        "code": """
def stable_above(a, b, q, r, alpha):
    return max(0.0, r * (alpha * abs(a) - 1) / (alpha * b**2))
""",
        "fails": ["check-region"],
        "says": "set this quotient to 1",
    },
    "the constant left in": {
        "cell": "order",
        "code": """
def order(errors):
    kept = [e for e in errors if e >= 1e-12]
    if len(kept) < 3:
        raise ValueError
    return float(np.log(kept[-1]) / np.log(kept[-2]))
""",
        "fails": ["check-order"],
        "says": "divide it out",
    },
    "the first three errors": {
        "cell": "order",
        "code": """
def order(errors):
    kept = [e for e in errors if e >= 1e-12]
    if len(kept) < 3:
        raise ValueError
    x, y, z = np.log(kept[:3])
    return float((z - y) / (y - x))
""",
        "fails": ["check-order"],
        "says": "Take the last three errors",
    },
    "rounding taken for an error": {
        "cell": "order",
        "code": """
def order(errors):
    kept = [e for e in errors if e > 0]
    if len(kept) < 3:
        raise ValueError
    x, y, z = np.log(kept[-3:])
    return float((z - y) / (y - x))
""",
        "fails": ["check-order"],
        "says": "below 1e-12",
    },
}
