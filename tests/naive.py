"""Slow, obvious twins of the library's kernels, and a checker, which share with it the page of plain Python alone."""

from collections import Counter
from dataclasses import dataclass, field
from decimal import Decimal, localcontext
from functools import cache, lru_cache
from math import ceil, exp, inf, log, log2, sqrt

import numpy as np

from wordlelib import first

feedback = lru_cache(2**16)(first.feedback)


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


def ranking(rule, score, guesses, candidates, allowed, weights, bonus=0):
    """All allowed guesses, best first: by score, then possible words, the more probable first, then list order.

    The bonus, in bits for a guess that is right, is for information gain only.
    """

    def key(guess):
        classes = partition(rule, guess, candidates).values()
        mass = [sum(weights[word] for word in c) for c in classes]
        value = exact_key(rule, score, guess, candidates)
        if score == "information-gain":
            with localcontext(prec=60):
                right = weights[guess] if guess in candidates else 0
                value = round(sum(m * logarithm(m) for m in mass) - bonus * right * logarithm(2), 40)
        elif score == "expected-remaining":
            value = sum(m * len(c) for m, c in zip(mass, classes, strict=True))
        return value, -weights[guess] if guess in candidates else 0, guesses.index(guess)

    return sorted(allowed, key=key)


def cost(rule, decide, candidates, history, weights, steps=None, terminal=None):
    """What a policy needs from a belief, summed over its words times their weights.

    `decide(candidates, history)` is the policy; after `steps` guesses `terminal[words left]` is charged a word, or
    `terminal(candidates, history)` for all of them.
    """
    weight = sum(weights[word] for word in candidates)
    if steps == 0:
        return terminal(candidates, history) if callable(terminal) else weight * terminal[len(candidates)]
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


def lookahead(rule, value, rank, width, weights, steps=1):
    """The policy of least cost when `value(candidates, history)` is charged after one guess, or two."""

    def best(candidates, history, left):
        ranked = rank(candidates, history)[:width]
        charge = value if left == 1 else lambda c, h: min(best(c, h, 1).values())
        return q_factors(rule, None, ranked, candidates, history, weights, 0, charge)

    def decide(candidates, history):
        q = best(candidates, history, steps)
        return min(q, key=q.get)

    return decide


def belief_features(rule, candidates, tried):
    """What `planning.values.NAMES` says of a belief, sorted by the words `tried`; the least cost; is it the cost?"""
    n, places = len(candidates), len(candidates[0])
    parts = [[len(c) for c in partition(rule, word, candidates).values()] for word in tried]
    told = sorted((len(sizes) for sizes in parts), reverse=True)
    if n <= 2 or told[0] == n:
        return None, 2 * n - 1, True
    if told[0] == n - 1 and len(tried) == n:
        return None, 2 * n, True

    def family(word, place):
        rest = word[:place] + word[place + 1 :]
        return sum(other[:place] + other[place + 1 :] == rest for other in candidates)

    columns = [[word[place] for word in candidates] for place in range(places)]
    shares = [sum(letter in word for word in candidates) / n for letter in sorted(set("".join(candidates)))]
    features = [
        log2(n),
        1 / n,
        1 - told[0] / n,
        1 - told[1] / n,
        1 - sum(told) / len(told) / n,
        min(sum(c * log2(c) for c in sizes) for sizes in parts) / n,
        min(sum(c * c for c in sizes) for sizes in parts) / n,
        min(max(sizes) for sizes in parts) / n,
        max(family(word, place) for word in tried for place in range(places)) / n,
        sum(len(set(column)) for column in columns) / places / n,
        sum(column.count(letter) ** 2 for column in columns for letter in set(column)) / places / n**2,
        sum(share * (1 - share) for share in shares),
    ]
    return features, 2 * n if len(tried) == n else 2 * n - 1, False


def network(layers, x):
    """The output of a network whose layers are pairs of weights and biases, one row of inputs."""
    for i, (weights, biases) in enumerate(layers):
        x = [sum(w * each for w, each in zip(row, x, strict=True)) + b for row, b in zip(weights, biases, strict=True)]
        if i < len(layers) - 1:
            x = [max(0, each) for each in x]
    return x[0]


def play(rule, score, guesses, hidden_words, hard=False, strict=False):
    """Play each hidden word's game by itself: {hidden word: rows}."""
    games = {}
    for hidden in hidden_words:
        history, candidates = [], list(hidden_words)
        while not history or history[-1][0] != hidden:
            allowed = [g for g in guesses if hard_mode_allows(history, g)] if hard else guesses
            allowed = candidates if strict else allowed
            guess = decide(rule, score, guesses, candidates, allowed)
            row = rule(guess, hidden)
            history.append((guess, row))
            candidates = [word for word in candidates if rule(guess, word) == row]
        games[hidden] = history
    return games


def replay(path_of, rule, hidden_words, guesses, hard=False, strict=False):
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
            assert not strict or guess in hidden_words and all(rule(g, guess) == seen for g, seen in rows[:i])
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


def particle_filter(chance, words, history, count, threshold, moves, rng):
    """Follow a uniform prior particle by particle: [(word, weight)] in the end. The history must leave one alive."""

    def explains(word, rows):
        likelihood = 1.0
        for guess, shown in rows:
            likelihood *= noisy_row(chance, guess, word, shown)
        return likelihood

    uniform = [1 / len(words)] * len(words)
    cloud = [(words[i], 1 / count) for i in rng.choice(len(words), count, p=uniform)]
    for k, (guess, shown) in enumerate(history, 1):
        cloud = [(word, weight * noisy_row(chance, guess, word, shown)) for word, weight in cloud]
        total = sum(weight for _, weight in cloud)
        cloud = [(word, weight / total) for word, weight in cloud]
        if 1 / sum(weight**2 for _, weight in cloud) >= threshold * count:
            continue
        first, drawn, passed, i = rng.random(), [], 0.0, 0
        sorted_cloud = sorted(cloud, key=lambda each: words.index(each[0]))
        for point in ((first + j) / count for j in range(count)):
            while passed + sorted_cloud[i][1] <= point and i < count - 1:
                passed += sorted_cloud[i][1]
                i += 1
            drawn.append(sorted_cloud[i][0])
        for _ in range(moves):
            proposals = [words[i] for i in rng.choice(len(words), count, p=uniform)]
            tosses = rng.random(count)
            for j, (proposal, toss) in enumerate(zip(proposals, tosses, strict=True)):
                if toss < explains(proposal, history[:k]) / explains(drawn[j], history[:k]):
                    drawn[j] = proposal
        cloud = [(word, 1 / count) for word in drawn]
    return cloud


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


def guaranteed(rule, guesses, candidates, history=(), mode="easy"):
    """How many guesses are enough for every candidate, straight from the recursion: {guess that comes next: number}."""
    rule, allows = cache(rule), cache(hard_mode_allows)

    def after(allowed, guess, row, words):
        if mode == "strict":
            return words
        return allowed if mode == "easy" else frozenset(g for g in allowed if allows(((guess, row),), g))

    def enough(candidates, allowed, guess):
        classes = partition(rule, guess, sorted(candidates)).items()
        later = [frozenset(words) for _, words in classes if words != [guess]]
        rows = [row for row, words in classes if words != [guess]]
        return 1 + max((least(w, after(allowed, guess, row, w)) for row, w in zip(rows, later, strict=True)), default=0)

    @cache
    def least(candidates, allowed):
        telling = [g for g in allowed if candidates == {g} or len(partition(rule, g, sorted(candidates))) > 1]
        return min(enough(candidates, allowed, guess) for guess in telling)

    candidates = frozenset(candidates)
    allowed = candidates if mode == "strict" else frozenset(guesses)
    if mode == "hard":
        allowed = frozenset(guess for guess in guesses if hard_mode_allows(history, guess))
    return {guess: enough(candidates, allowed, guess) for guess in guesses if guess in allowed}


def fewest_decisions(rule, guesses, candidates, left):
    """The fewest beliefs of two words or more that a strategy of so many guesses can have; None if there is none."""

    @cache
    def fewest(candidates, left):
        if left == 0:
            return inf
        if len(candidates) == 1:
            return 0
        classes = [partition(rule, guess, sorted(candidates)).values() for guess in guesses]
        later = [sum(fewest(frozenset(words), left - 1) for words in parts) for parts in classes if len(parts) > 1]
        return 1 + min(later, default=inf)

    least = fewest(frozenset(candidates), left)
    return None if least == inf else least


def few_decisions(rule, guesses, candidates, left, width, further):
    """Decisions (inf: none is found) and first guess of a strategy that looks at `width` guesses of either kind."""

    def estimate(parts):
        total = 0.0  # rounded as a loop does; `sum` rounds less
        for words in parts:
            total += 1 + further * (len(words) - 2) if len(words) > 1 else 0
        return total

    @cache
    def best(candidates, left):
        if len(candidates) == 1 and left > 0:
            return 0, candidates[0]
        if left <= 1:
            return inf, None
        parts = {guess: [tuple(part) for part in partition(rule, guess, candidates).values()] for guess in guesses}
        wide = sorted(guesses, key=lambda guess: (-len(parts[guess]), guess not in candidates))[:width]
        cheap = sorted(guesses, key=lambda guess: (estimate(parts[guess]), guess not in candidates))[:width]
        found = {
            guess: 1 + sum(best(part, left - 1)[0] for part in parts[guess] if len(part) > 1)
            for guess in dict.fromkeys([*wide, *cheap])
            if len(parts[guess]) > 1
        }
        guess = min(found, key=found.get, default=None)
        return found.get(guess, inf), guess

    return best(tuple(candidates), left)


def minimax(rule, guesses, candidates, history, mode, plies, left, letters=False):
    """What each guess is worth so many plies ahead, straight from the recursion: {guess: value}; inf is a lost game."""
    rule, allows = cache(rule), cache(hard_mode_allows)

    def after(allowed, guess, row, words):
        if mode == "strict":
            return words
        return allowed if mode == "easy" else tuple(g for g in allowed if allows(((guess, row),), g))

    def worth(candidates, allowed, guess, plies, left):
        found = [0]
        for row, words in partition(rule, guess, candidates).items():
            if words == [guess]:
                continue
            if left == 1:
                found.append(inf)
            elif plies == 2:
                found.append(len(words) + (wasted_letters(guess, candidates) if letters else 0))
            else:
                words = tuple(words)
                found.append(least(words, after(allowed, guess, row, words), plies - 2, left - 1))
        return max(found)

    @cache
    def least(candidates, allowed, plies, left):
        return min(worth(candidates, allowed, guess, plies, left) for guess in allowed)

    allowed = tuple(candidates) if mode == "strict" else tuple(guesses)
    if mode == "hard":
        allowed = tuple(guess for guess in guesses if hard_mode_allows(history, guess))
    return {g: worth(tuple(candidates), allowed, g, plies, left) for g in guesses if g in allowed}


def wasted_letters(guess, candidates):
    """How many letters of a guess could not help: at no place of any candidate, or more often than in any."""
    return sum(
        all(word[i] != letter for word in candidates)
        or guess[: i + 1].count(letter) > max(word.count(letter) for word in candidates)
        for i, letter in enumerate(guess)
    )


def most_found(rows, wins, numbers, turns):
    """How many of some words can be found at most, if each guess makes no more classes of a part than of the whole."""
    classes = 1 + (np.diff(np.sort(rows, axis=1), axis=1) > 0).sum(axis=1)
    member = wins[:, numbers].any(axis=1)
    own = max(classes[member], default=1)
    other = max([own - 1, *classes[~member]])
    found = 1
    for _ in range(turns - 1):
        found = max(1 + (own - 1) * found, other * found)
    return found


def refutes(codes, solved, hidden, refutation, cap):
    """Say whether obstructions prove that `cap` guesses are not enough; `codes` has a row for each guess.

    Each set must be what its level says: on level 2 every guess gives two of its words the same feedback, and above,
    every guess gives the same feedback to all words of a set of the level below that lies inside; or there are more
    words than can be found in so many guesses, by the classes that guesses make of them.
    """
    place = {word: i for i, word in enumerate(hidden)}
    below = {}
    for level in sorted(refutation):
        sets = {frozenset(words): np.array([place[word] for word in words]) for words in refutation[level]}
        member = np.zeros((len(below), len(hidden)), np.int64)
        for i, some in enumerate(below):
            member[i, [place[word] for word in some]] = 1
        sizes, same = member.sum(axis=1), np.array(list(below.values())).reshape(len(below), len(codes))
        kept = {}
        for words, numbers in sets.items():
            if len(words) < len(numbers):
                return False
            rows = codes[:, numbers]
            if level == 2:
                proven = (np.diff(np.sort(rows, axis=1), axis=1) == 0).any(axis=1).all()
            else:
                proven = same[member[:, numbers].sum(axis=1) == sizes].any(axis=0).all()
                proven = proven or len(numbers) > most_found(rows, codes == solved, numbers, level)
            if not proven:
                return False
            kept[words] = (rows == rows[:, :1]).all(axis=1)
        below = kept
    return len(hidden) > 1 if cap == 1 else cap in refutation and len(refutation[cap]) > 0


def choose(sampler, cost, visits, rng, first, spread):
    """The arm that a sampler picks, from the formulas of its docstring."""
    arms, pulls = range(len(cost)), sum(visits)
    if sampler.name == "epsilon-greedy":
        if rng.random() < sampler.scale * len(cost) / (pulls + 1):
            return int(rng.integers(0, len(cost)))
        index = list(cost)
    elif sampler.name == "hoeffding":
        logarithm_of_p = -4 * log(pulls + 1) if sampler.p is None else log(sampler.p)
        index = [cost[i] - sampler.span * sqrt(-logarithm_of_p / (2 * (visits[i] + 1))) for i in arms]
    elif sampler.name == "puct":
        promise = [exp(min(first) - estimate) for estimate in first]
        bonus = [sampler.coefficient * p / sum(promise) * sqrt(pulls) for p in promise]
        index = [cost[i] - bonus[i] / (1 + visits[i]) for i in arms]
    elif sampler.name == "laplace":
        index = [(visits[i] * cost[i] + cost[i] - sampler.delta) / (visits[i] + 1) for i in arms]
    else:
        index = [cost[i] + spread[i] * rng.standard_normal() for i in arms]
    return index.index(min(index))


def pull(urns, sampler, pulls, rng, first, spread):
    """The arms that a sampler pulls: an arm's mean and spread from all that was drawn, its first estimate included."""
    seen, chosen = [[estimate] for estimate in first], []
    for _ in range(pulls):
        means = [sum(costs) / len(costs) for costs in seen]
        squares = [
            spread**2 + sum((cost - mean) ** 2 for cost in costs) for costs, mean in zip(seen, means, strict=True)
        ]
        off = [sqrt(square) / len(costs) for square, costs in zip(squares, seen, strict=True)]
        arm = choose(sampler, means, [len(costs) - 1 for costs in seen], rng, first, off)
        before = sum(map(len, urns[:arm]))
        seen[arm].append(urns[arm][rng.integers(before, before + len(urns[arm])) - before])
        chosen.append(arm)
    return chosen


def thompson_beta(urns, pulls, rng):
    """One run of Thompson sampling: all tickets are kept, and the Beta belief is counted anew each time."""
    seen, chosen = [[] for _ in urns], []
    for _ in range(pulls):
        draws = [rng.beta(1 + sum(ones), 1 + len(ones) - sum(ones)) for ones in seen]
        arm = draws.index(min(draws))
        cost = urns[arm][rng.integers(len(urns[arm]))]
        seen[arm].append(rng.random() < cost)
        chosen.append(arm)
    return chosen


def forgetful_ucb(urns, pulls, rng, drift, span, discount, window):
    """The arms of least confidence bound, from a diary of (arm, cost) of which old pages count less or not at all."""
    diary = []
    for t in range(pulls):
        pages = [(arm, cost, discount ** (t - 1 - s)) for s, (arm, cost) in enumerate(diary) if t - s <= window]
        total, index = sum(weight for _, _, weight in pages), []
        for a in range(len(urns)):
            mine = [(cost, weight) for arm, cost, weight in pages if arm == a]
            known = sum(weight for _, weight in mine)
            if known:
                mean = sum(cost * weight for cost, weight in mine) / known
                index.append(mean - span * sqrt(2 * max(log(total), 0) / known))
            else:
                index.append(-inf)
        arm = index.index(min(index))
        before, made = sum(map(len, urns[:arm])), sum(a == arm for a, _ in diary)
        ticket = urns[arm][rng.integers(before, before + len(urns[arm])) - before]
        diary.append((arm, ticket + drift[arm][made]))
    return [arm for arm, _ in diary]


def sequential_halving(urns, budget, rng):
    """The last arm of a knock-out, and how often each was pulled."""
    rounds, left, pulled = ceil(log2(len(urns))), list(range(len(urns))), [0] * len(urns)
    for _ in range(rounds):
        each, means = budget // (len(left) * rounds), {}
        for arm in left:
            means[arm] = sum(urns[arm][rng.integers(len(urns[arm]))] for _ in range(each)) / each
            pulled[arm] += each
        left = sorted(sorted(left, key=means.get)[: ceil(len(left) / 2)])
    return left[0], pulled


@cache
def fixed_log(number):
    """The logarithm to base 2 in units of 2**-38: rounded for primes, additive for other numbers."""
    p = next((p for p in range(2, number) if number % p == 0), number)
    return round(log2(number) * 2**38) if p == number else fixed_log(p) + fixed_log(number // p)


def hints(history):
    """What hard mode makes binding: letters at their places, and how often each letter must occur."""
    places, times = set(), Counter()
    for guess, row in history:
        places |= {(i, guess[i]) for i, colour in enumerate(row) if colour == "g"}
        times |= Counter(letter for letter, colour in zip(guess, row, strict=True) if colour != "-")
    return frozenset(places), frozenset(times.items())


@dataclass
class Node:
    """A belief in a search tree; `edges` are all its telling guesses, the most promising first."""

    members: tuple
    history: tuple
    weight: int
    lower: int
    upper: int
    plan: int | None
    edges: list = field(default_factory=list)
    listed: int = 0
    active: int = 0
    visits: int = 0
    best: "Edge | None" = None
    value: float = 0.0
    changes: dict = field(default_factory=dict)


@dataclass
class Edge:
    """A guess at a belief."""

    guess: int
    first: float
    value: float
    lower: int
    upper: float = inf
    visits: int = 0
    certain: int = 0
    children: list | None = None


class TreeSearch:
    """A search tree of nodes that hold edges that hold nodes; see the library's TreeSearch for the arguments."""

    def __init__(
        self,
        game,
        rng,
        sampler,
        sampled=False,
        cost_of=None,
        width=None,
        debias=True,
        spread="raw",
        bounds=True,
        shared=True,
    ):
        self.game, self.rng, self.sampler, self.sampled, self.cost_of = game, rng, sampler, sampled, cost_of
        self.width = len(game.guesses) if width == "all" else width
        self.debias, self.spread, self.bounds, self.shared = debias, spread, bounds, shared
        self.order = rng.permutation(len(game.guesses)).tolist()
        self.codes = [game.codes[i].tolist() for i in self.order]
        self.names = [game.guesses[i] for i in self.order]
        self.weights = game.weights.tolist()
        self.number = {m: self.names.index(word) for m, word in enumerate(game.hidden)}
        self.known, self.new, self.nodes = {}, [], 0
        self.root = self.node(tuple(range(len(game.hidden))), ())
        self.predict()

    def run(self, iterations):
        """Rows of best guess, value, lower, upper."""
        rows = []
        while len(rows) < iterations and self.is_open(self.root):
            path = self.descend(self.root)
            self.predict()
            for step in reversed(path):
                self.back_up(*step)
            root = self.root
            rows.append((self.order[root.best.guess], root.value, root.lower, root.upper))
        return rows

    def weight(self, members):
        return sum(self.weights[m] for m in members)

    def classes(self, guess, members):
        found = {}
        for m in members:
            found.setdefault(self.codes[guess][m], []).append(m)
        return found

    def allowed(self, history):
        everything = range(len(self.names))
        if self.game.mode == "easy":
            return everything
        return [guess for guess in everything if hard_mode_allows(history, self.names[guess])]

    def is_open(self, node):
        return len(node.members) > 1 and not (self.bounds and node.lower >= node.upper)

    def node(self, members, history):
        """The node of a belief: known, or new."""
        key = members, hints(history) if self.game.mode == "hard" else None
        if not (self.shared and key in self.known):
            self.known[key] = self.assess(members, history)
            self.new.append(self.known[key])
            self.nodes += 1
        return self.known[key]

    def assess(self, members, history):
        """A new node: one word after the other, the heaviest first, is its first strategy."""
        heaviest_first = sorted(members, key=lambda m: -self.weights[m])
        weight, heaviest = self.weight(members), self.weights[heaviest_first[0]]
        upper = sum(i * self.weights[m] for i, m in enumerate(heaviest_first, 1))
        node = Node(members, history, weight, 2 * weight - heaviest, upper, self.number[heaviest_first[0]])
        allowed = self.allowed(history)
        if self.bounds and len(members) > 2:
            perfect = [guess for guess in allowed if len(self.classes(guess, members)) == len(members)]
            own = [self.number[m] for m in members if self.weights[m] == heaviest and self.number[m] in perfect]
            if own:
                node.upper, node.plan = node.lower, min(own)
            elif perfect and self.game.uniform and len(allowed) == len(self.names):
                node.lower, node.upper, node.plan = 2 * weight, 2 * weight, perfect[0]
        if not self.is_open(node):
            node.value = node.upper / weight
            return node
        edges = [self.edge(node, guess) for guess in allowed if len(self.classes(guess, members)) > 1]
        node.edges = sorted(edges, key=lambda edge: (edge.first, edge.guess))
        node.listed = min(self.width or 8, len(edges))
        node.active = node.listed if self.width else 1
        self.refresh(node)
        return node

    def edge(self, node, guess):
        """A guess that is new at a node, with its first estimate and its bound."""
        classes = self.classes(guess, node.members)

        def share(weight):
            return weight * fixed_log(weight) if weight else 0

        whole, apart = share(node.weight), sum(share(self.weights[m]) for m in node.members)
        cost = sum(share(self.weight(c)) for c in classes.values())
        won = self.weight(classes.get(self.game.solved, ()))
        p = won / node.weight
        first = p + (1 - p) * (float(whole - apart) / float(whole - cost) + 1)
        lost = sum(self.weight(c) - max(self.weights[m] for m in c) for c in classes.values())
        return Edge(guess, first, first, 2 * node.weight + lost - won if self.bounds else node.weight)

    def descend(self, node):
        """Select, and expand what is selected for the first time: steps of node, edge, what chance picked."""
        edge = self.select(node)
        if self.sampled:
            reached, again = self.sample(node, edge)
            further = [reached] if again and self.is_open(reached) else []
            return [(node, edge, reached), *(step for child in further for step in self.descend(child))]
        if edge.children is None:
            self.expand(node, edge)
            return [(node, edge, None)]
        further = [child for child in edge.children if self.is_open(child)]
        return [(node, edge, None), *(step for child in further for step in self.descend(child))]

    def select(self, node):
        race, joins = [], not self.width
        while not race:
            race = [edge for edge in node.edges[: node.active] if not self.bounds or edge.lower < node.upper]
            if not race and not joins:
                race = node.edges[: node.active]
            if not race:
                self.join(node)
        judged = dict(zip(map(id, node.edges[: node.active]), self.judge(node), strict=True))
        values, spreads = zip(*(judged[id(edge)] for edge in race), strict=True)
        visits, firsts = [edge.visits for edge in race], [edge.first for edge in race]
        chosen = race[choose(self.sampler, values, visits, self.rng, firsts, spreads)]
        if joins and chosen.visits == min(visits):
            self.join(node)
        return chosen

    def join(self, node):
        """One more guess; guesses are listed 8, 16, 32 ... at a time, unless none of the others can be better."""
        others = node.edges[node.listed :]
        least = min((edge.lower for edge in others), default=inf)
        if node.active == node.listed and least < (node.upper if self.bounds else inf):
            size = 8
            while size <= node.listed:
                size *= 2
            node.listed = min(size, len(node.edges))
        node.active = min(node.active + 1, node.listed)

    def expand(self, node, edge):
        edge.certain, edge.children = node.weight, []
        for code, members in self.classes(edge.guess, node.members).items():
            if code == self.game.solved:
                continue
            if len(members) == 1:
                edge.certain += self.weights[members[0]]
            else:
                edge.children.append(self.child(node, edge, code, members))

    def child(self, node, edge, code, members):
        return self.node(tuple(members), (*node.history, (self.names[edge.guess], self.game.show(code))))

    def sample(self, node, edge):
        """What a drawn hidden word leads to, a node or a number of guesses; and whether the node was known."""
        drawn = self.rng.integers(0, node.weight)
        hidden = [m for m in node.members for _ in range(self.weights[m])][drawn]
        code = self.codes[edge.guess][hidden]
        alike = self.classes(edge.guess, node.members)[code]
        if code == self.game.solved or len(alike) == 1:
            return 0 if code == self.game.solved else 1, False
        before = self.nodes
        return self.child(node, edge, code, alike), self.nodes == before

    def predict(self):
        """Give new nodes what a policy needs from them."""
        for node in self.new:
            if self.cost_of is not None and self.is_open(node):
                words = [self.game.hidden[m] for m in node.members]
                total = self.cost_of(words, node.history)
                node.value = total / node.weight
                if total < node.upper:
                    node.upper, node.plan = total, None
                if self.bounds:
                    node.lower = self.bound(node)
        self.new = []

    def bound(self, node):
        """The least bound of all guesses, those included that have not joined."""
        least = min(edge.lower for edge in node.edges)
        return min(max(node.lower, least), node.upper)

    def back_up(self, node, edge, reached):
        before = edge.value
        if self.sampled:
            cost = 1.0 + (reached if isinstance(reached, int) else reached.value)
            edge.value += (cost - before) / (edge.visits + 1)
        else:
            total = float(edge.certain)
            for child in edge.children:
                total += child.value * child.weight
            edge.value = total / node.weight
            edge.lower = edge.certain + sum(child.lower for child in edge.children)
            edge.upper = edge.certain + sum(child.upper for child in edge.children)
        count, mean, square = node.changes.get(bucket(edge.visits), (0, 0.0, 0.0))
        change, count = edge.value - before, count + 1
        mean, square = mean + (change - mean) / count, square + (change**2 - square) / count
        node.changes[bucket(edge.visits)] = count, mean, square
        edge.visits += 1
        node.visits += 1
        self.refresh(node)

    def judge(self, node):
        """The value and the spread of each guess that has joined."""
        most = max(edge.visits for edge in node.edges[: node.active])
        bias, variance, last = {}, {}, 0.0
        for b in sorted({bucket(visits) for visits in range(most)}):
            count, mean, square = node.changes[b]
            doubt = mean**2 / count if self.spread == "careful" and count > 1 else 0.0
            if self.spread != "raw" and count > 1:
                square -= mean**2
            if square + doubt > 1e-20:
                last = square * count / max(count - 1, 1) + doubt
            bias[b], variance[b] = mean, last
        judged = []
        for edge in node.edges[: node.active]:
            to_come = Counter(bucket(visits) for visits in range(edge.visits, most))
            value, square = edge.value, 0.0 if to_come else last
            for b in sorted(to_come):
                square += to_come[b] * variance[b]
                value += to_come[b] * bias[b] if self.debias else 0.0
            if self.bounds:
                value = min(max(value, edge.lower / node.weight), edge.upper / node.weight)
            judged.append((value, sqrt(square)))
        return judged

    def refresh(self, node):
        judged = self.judge(node)
        values = [value for value, _ in judged]
        node.best, node.value = node.edges[values.index(min(values))], min(values)
        for edge in node.edges[: node.active]:
            if edge.upper < node.upper or (edge.upper == node.upper and node.plan is None):
                node.upper, node.plan = edge.upper, edge.guess
        if self.bounds:
            node.lower = self.bound(node)
            node.value = min(max(node.value, node.lower / node.weight), node.upper / node.weight)


def bucket(visits):
    """Numbers of visits whose changes are taken together: 0, 1, ... 7, then 8 to 15, 16 to 31 and so on."""
    return visits if visits < 8 else 5 + int(log2(visits))


def best_first(start, judge, bound, cost, ranked):
    """Best-first search without a graph: all values are computed anew after each expansion. Yields (lower, cost)."""
    made, expanded = [start], {}

    def lower(words):
        return max(bound(words), min(totals_of(words, lower))) if words in expanded else bound(words)

    def played(words):
        if words not in expanded:
            return cost(words)
        found = totals_of(words, played)
        return found[marked(words)] if judge == "lower" else min(found)

    def totals_of(words, value):
        return [weight + sum(map(value, below)) for weight, below in expanded[words]]

    def marked(words):
        found = totals_of(words, played if judge == "policy" else lower)
        return found.index(min(found))

    def leaves(words):
        closed = lower(words) >= played(words) and (judge == "interval" or len(words) < 3)
        if closed or words not in expanded:
            return set() if closed else {words}
        return set().union(*map(leaves, expanded[words][marked(words)][1]))

    while ends := leaves(start):
        leaf = min(ends, key=lambda words: (-len(words), made.index(words)))
        expanded[leaf] = [guess for guess in ranked(leaf) if leaf not in guess[1]]
        for _, below in expanded[leaf]:
            made += [words for words in below if words not in made]
        yield lower(start), played(start)


def two_boards(rule, guesses, one, two):
    """The least total of guesses over all pairs of words left on two boards, of which a solved one has no words."""

    @cache
    def least(one, two):
        if not one and not two:
            return 0
        best = inf
        for guess in guesses:
            below = board_children(rule, guess, one, two)
            if (one, two) not in below:
                best = min(best, sum(least(*each) for each in below))
        return max(1, len(one)) * max(1, len(two)) + best

    return least(tuple(one), tuple(two))


def board_children(rule, guess, one, two):
    parts = []
    for words in (one, two):
        classes = partition(rule, guess, words)
        parts.append([() if guess in c else tuple(c) for c in classes.values()] or [()])
    return [(a, b) for a in parts[0] for b in parts[1]]


def play_two_boards(rule, hidden, starts, choose):
    """The number of guesses with which a policy, a function of the words left, finds two words."""
    left, made = [tuple(words) for words in starts], 0
    while any(left):
        guess, made = choose(*left), made + 1
        rows = [rule(guess, word) for word in hidden]
        left = [
            () if guess == word else tuple(other for other in words if rule(guess, other) == row)
            for words, word, row in zip(left, hidden, rows, strict=True)
        ]
    return made
