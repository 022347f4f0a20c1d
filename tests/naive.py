"""Slow, obvious twins of the library's kernels, and a checker that shares no code with them."""

from collections import Counter
from decimal import Decimal, localcontext
from functools import cache
from math import inf, log2


def feedback(guess, hidden):
    """Colour by counting: a letter is yellow while unmatched copies of it exceed its earlier unmatched uses."""
    unmatched = Counter(h for g, h in zip(guess, hidden, strict=True) if g != h)
    used, row = Counter(), ""
    for g, h in zip(guess, hidden, strict=True):
        if g == h:
            row += "g"
        elif used[g] < unmatched[g]:
            used[g] += 1
            row += "y"
        else:
            row += "-"
    return row


def mastermind(guess, hidden):
    blacks = sum(g == h for g, h in zip(guess, hidden, strict=True))
    common = sum((Counter(guess) & Counter(hidden)).values())
    return f"{blacks}b{common - blacks}w"


def hard_mode_allows(history, guess):
    """Wordle's real hard mode, straight from its statement."""
    for earlier, row in history:
        if any(colour == "g" and guess[i] != earlier[i] for i, colour in enumerate(row)):
            return False
        hints = Counter(letter for letter, colour in zip(earlier, row, strict=True) if colour != "-")
        if any(guess.count(letter) < times for letter, times in hints.items()):
            return False
    return True


def partition(rule, guess, candidates):
    classes = {}
    for word in candidates:
        classes.setdefault(rule(guess, word), []).append(word)
    return classes


def scores(rule, guess, candidates, prior=None):
    """Information in bits, words expected to remain, number of classes, size of the worst class."""
    prior = prior or {word: 1 for word in candidates}
    total = sum(prior[word] for word in candidates)
    classes = partition(rule, guess, candidates).values()
    mass = [sum(prior[word] for word in c) / total for c in classes]
    information = -sum(p * log2(p) for p in mass)
    remaining = sum(p * len(c) for p, c in zip(mass, classes, strict=True))
    return information, remaining, len(classes), max(map(len, classes))


def exact_key(rule, score, guess, candidates):
    """A score that compares exactly: whole numbers, and for information the product of c**c."""
    sizes = [len(c) for c in partition(rule, guess, candidates).values()]
    if score == "information-gain":
        product = 1
        for size in sizes:
            product *= size**size
        return product
    if score == "expected-remaining":
        return sum(size * size for size in sizes)
    return -len(sizes) if score == "most-classes" else max(sizes)


def decide(rule, score, guesses, candidates, allowed=None):
    """The greedy guess: least exact key, then still possible, then list order."""
    allowed = guesses if allowed is None else allowed
    return min(
        allowed,
        key=lambda guess: (exact_key(rule, score, guess, candidates), guess not in candidates, guesses.index(guess)),
    )


@cache
def logarithm(number):
    """The natural logarithm to 60 digits: enough to tell equal sums from different ones."""
    with localcontext(prec=60):
        return Decimal(number).ln()


def ranking(rule, score, guesses, candidates, allowed, weights):
    """All allowed guesses, best first: by score, then possible words, the more probable first, then list order."""

    def key(guess):
        classes = partition(rule, guess, candidates).values()
        mass = [sum(weights[word] for word in c) for c in classes]
        value = exact_key(rule, score, guess, candidates)
        if score == "information-gain":
            with localcontext(prec=60):
                value = round(sum(m * logarithm(m) for m in mass), 40)
        elif score == "expected-remaining":
            value = sum(m * len(c) for m, c in zip(mass, classes, strict=True))
        return value, -weights[guess] if guess in candidates else 0, guesses.index(guess)

    return sorted(allowed, key=key)


def cost(rule, decide, candidates, history, weights, steps=None, terminal=None):
    """What a policy needs from a belief, summed over its words times their weights.

    `decide(candidates, history)` is the policy; after `steps` guesses `terminal[words left]` is charged a word.
    """
    weight = sum(weights[word] for word in candidates)
    if steps == 0:
        return weight * terminal[len(candidates)]
    guess, total = decide(candidates, history), weight
    steps = None if steps is None else steps - 1
    for row, left in partition(rule, guess, candidates).items():
        if left != [guess]:
            total += cost(rule, decide, left, (*history, (guess, row)), weights, steps, terminal)
    return total


def q_factors(rule, base, ranked, candidates, history, weights, steps=None, terminal=None):
    """The Q-factor of each guess of `ranked`: the guess, then the base policy."""
    return {
        guess: cost(
            rule,
            lambda c, h, guess=guess: guess if h == history else base(c, h),
            candidates,
            history,
            weights,
            None if steps is None else steps + 1,
            terminal,
        )
        for guess in ranked
    }


def rollout(rule, base, rank, width, weights, heaviest=0, steps=None, terminal=None):
    """The rollout policy on `base`; `rank(candidates, history)` orders the guesses."""

    def decide(candidates, history):
        ranked = rank(candidates, history)[:width]
        heavy = sorted(candidates, key=lambda word: -weights[word])[:heaviest]
        ranked = list(dict.fromkeys([*ranked, *heavy, base(candidates, history)]))
        q = q_factors(rule, base, ranked, candidates, history, weights, steps, terminal)
        return min(ranked, key=q.get)

    return decide


def play(rule, score, guesses, hidden_words, hard=False):
    """Play each hidden word's game by itself: {hidden word: rows}."""
    games = {}
    for hidden in hidden_words:
        history, candidates = [], list(hidden_words)
        while not history or history[-1][0] != hidden:
            allowed = [g for g in guesses if hard_mode_allows(history, g)] if hard else guesses
            guess = decide(rule, score, guesses, candidates, allowed)
            row = rule(guess, hidden)
            history.append((guess, row))
            candidates = [word for word in candidates if rule(guess, word) == row]
        games[hidden] = history
    return games


def replay(path_of, rule, hidden_words, guesses, hard=False):
    """Check every path of a tree word by word and give the guesses it takes: {hidden word: guesses}.

    The rows must be true feedback, allowed guesses, end with the word, and depend on earlier rows alone.
    """
    taken, decided = {}, {}
    for hidden in hidden_words:
        rows = path_of(hidden)
        for i, (guess, row) in enumerate(rows):
            assert guess in guesses and row == rule(guess, hidden)
            assert decided.setdefault(tuple(rows[:i]), guess) == guess
            assert not hard or hard_mode_allows(rows[:i], guess)
        assert rows[-1][0] == hidden and all(guess != hidden for guess, _ in rows[:-1])
        taken[hidden] = len(rows)
    return taken


def belief_process(rule, hidden_words, guesses, prior=None):
    """Find every belief and every informative guess in it: ({belief: {guess: [(probability, next belief)]}}).

    The end is None. Beliefs come in the order of their discovery.
    """
    prior = prior or {word: 1 for word in hidden_words}
    beliefs = [tuple(hidden_words)]
    process = {}
    for belief in beliefs:
        process[belief] = {}
        for guess in guesses:
            classes = partition(rule, guess, belief)
            if len(classes) == 1 and belief != (guess,):
                continue
            outcomes = []
            for row in sorted(classes, key=lambda row: ["-yg".index(mark) for mark in reversed(row)]):
                following = None if row.strip("g") == "" else tuple(classes[row])
                if following is not None and following not in beliefs:
                    beliefs.append(following)
                outcomes.append((sum(prior[w] for w in classes[row]) / sum(prior[w] for w in belief), following))
            process[belief][guess] = outcomes
    return process


def colour_noise(true, seen, epsilon):
    """The chance to see one row of colours when another is true, place by place; no mercy for "found"."""
    chance = 1.0
    for t, s in zip(true, seen, strict=True):
        chance *= 1 - epsilon if t == s else epsilon / 2
    return chance


def one_lie(true, seen):
    differences = sum(t != s for t, s in zip(true, seen, strict=True))
    return 1 / (2 * len(true)) if differences == 1 else 0.0


def noisy_row(chance, guess, hidden, shown):
    """The chance to be shown a row: "found" is always true, and a false "found" has a question mark."""
    found = "g" * len(guess)
    if guess == hidden:
        return float(shown == found)
    if shown == found:
        return 0.0
    return chance(feedback(guess, hidden), shown.rstrip("?"))


def bayes(chance, prior, history):
    """The belief after a history of shown rows: {hidden word: probability}."""
    joint = dict(prior)
    for guess, shown in history:
        joint = {word: p * noisy_row(chance, guess, word, shown) for word, p in joint.items()}
    total = sum(joint.values())
    return {word: p / total for word, p in joint.items()}


def noisy_information(chance, belief, guess, shown_rows):
    """By how many bits the entropy of the belief falls on average."""

    def entropy(values):
        return -sum(p * log2(p) for p in values if p > 0)

    after = 0.0
    for shown in shown_rows:
        joint = [p * noisy_row(chance, guess, word, shown) for word, p in belief.items()]
        if sum(joint) > 0:
            after += sum(joint) * entropy(p / sum(joint) for p in joint)
    return entropy(belief.values()) - after


def totals(rule, guesses, candidates, history=(), hard=False, left=None, weights=None):
    """The dynamic program, straight from its recursion: {guess: least total if it comes next}.

    A total is the sum of the guesses from here on over the candidates, times their weights; infinite where `left`
    guesses are not enough. Guesses that tell nothing are left out, unless none is left to tell.
    """
    weights = weights or dict.fromkeys(candidates, 1)
    rule, allows = cache(rule), cache(hard_mode_allows)

    @cache
    def of_each(candidates, allowed, left):
        found = {}
        for guess in sorted(allowed) if left is None or left > 0 else ():
            classes = partition(rule, guess, sorted(candidates))
            if len(classes) == 1 and candidates != {guess}:
                continue
            found[guess] = sum(weights[word] for word in candidates)
            for row, words in classes.items():
                if words != [guess]:
                    after = frozenset(g for g in allowed if not hard or allows(((guess, row),), g))
                    found[guess] += least(frozenset(words), after, None if left is None else left - 1)
        return found

    @cache
    def least(candidates, allowed, left):
        return min(of_each(candidates, allowed, left).values(), default=inf)

    allowed = frozenset(guess for guess in guesses if not hard or hard_mode_allows(history, guess))
    return of_each(frozenset(candidates), allowed, left)


def optimum(rule, guesses, candidates, history=(), hard=False, left=None, weights=None):
    """The least total of a belief by the dynamic program."""
    return min(totals(rule, guesses, candidates, history, hard, left, weights).values(), default=inf)
