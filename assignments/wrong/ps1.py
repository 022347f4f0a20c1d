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
    for i, a in enumerate(guess):
        row += "g" if hidden[i : i + 1] == a else "y" if a in left else "-"
        if a in left:
            left.remove(a)
    return row
""",
        "fails": ["check-feedback-copies"],
        "says": "Greens come first",
    },
    "the rule of chapter 1, for words of the same length": {
        "cell": "feedback",
        "code": """
def feedback(guess, hidden):
    unmatched = [h for g, h in zip(guess, hidden) if g != h]
    row = ["g" if g == h else "-" for g, h in zip(guess, hidden)]
    for i, letter in enumerate(guess):
        if row[i] == "-" and letter in unmatched:
            row[i] = "y"
            unmatched.remove(letter)
    return "".join(row)
""",
        "fails": ["check-feedback", "check-feedback-copies"],
        "says": "a colour for each letter of the guess",
    },
    "the helper instead of the rule": {
        "cell": "feedback",
        "code": """
def feedback(guess, hidden):
    return colours(guess, hidden)
""",
        "fails": ["check-feedback", "check-feedback-copies"],
        "says": "expected 3",
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
        "says": "Multiply by the prior",
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
    "a wrong row counted once": {
        "cell": "likelihood",
        "code": """
def likelihood(row, guess, hidden, error):
    same = sum(shown == true for shown, true in zip(row, colours(guess, hidden)))
    return (1 - error) ** same * (error / 2 if same < 5 else 1)
""",
        "fails": ["check-likelihood"],
        "says": "Three colours are wrong",
    },
}
