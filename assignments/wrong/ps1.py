"""Wrong answers to problem set 1 that students give: what they lose, and what they are told."""

WRONG = {
    "yellow wherever the letter occurs": {
        "cell": "feedback",
        "code": """
def feedback(guess, hidden):
    return "".join("g" if a == b else "y" if a in hidden else "-" for a, b in zip(guess, hidden))
""",
        "fails": ["check-feedback", "check-feedback-copies"],
        "says": "only the first e",
    },
    "greens do not come first": {
        "cell": "feedback",
        "code": """
def feedback(guess, hidden):
    left, row = list(hidden), ""
    for a, b in zip(guess, hidden):
        row += "g" if a == b else "y" if a in left else "-"
        if a in left:
            left.remove(a)
    return row
""",
        "fails": ["check-feedback-copies"],
        "says": "Greens come first",
    },
    "Bayes without the prior": {
        "cell": "bayes",
        "code": """
def bayes(prior, likelihood):
    total = sum(likelihood)
    if total == 0:
        raise ValueError("impossible")
    return [q / total for q in likelihood]
""",
        "fails": ["check-bayes", "check-bayes-impossible"],
        "says": "Multiply with the prior",
    },
    "small taken for impossible": {
        "cell": "bayes",
        "code": """
def bayes(prior, likelihood):
    products = [p * q for p, q in zip(prior, likelihood)]
    total = sum(products)
    if total < 1e-100:
        raise ValueError("impossible")
    return [p / total for p in products]
""",
        "fails": ["check-bayes-impossible"],
        "says": "Small is not impossible",
    },
    "a wrong colour counted with error": {
        "cell": "likelihood",
        "code": """
def likelihood(row, guess, hidden, error):
    p = 1.0
    for shown, true in zip(row, colours(guess, hidden)):
        p *= 1 - error if shown == true else error
    return p
""",
        "fails": ["check-likelihood"],
        "says": "one of two",
    },
}
