"""Makers of games and of positions in them, for tests: some from Hypothesis, the others from a random generator."""

from dataclasses import replace
from math import inf

import naive
import numba
import numpy as np
from hypothesis import strategies as st

import wordlelib as wl


def rounds(times):
    """Number the games of a test; where kernels run as plain Python each fifth is enough to go through every line."""
    return range(0, times, 5 if numba.config.DISABLE_JIT else 1)


@st.composite
def word_lists(draw, length=None, letters="abcd", most=12):
    """Few letters, so that repeated letters, one-gap families and equal partitions are common."""
    length = length or draw(st.integers(2, 5))
    word = st.text(letters, min_size=length, max_size=length)
    guesses = draw(st.lists(word, min_size=2, max_size=most, unique=True))
    hidden = draw(st.lists(st.sampled_from(guesses), min_size=1, max_size=len(guesses), unique=True))
    return hidden, guesses


def random_game(rng, words, **options):
    """A game on some of the original words, with more guesses than hidden words."""
    hidden = sorted(map(str, rng.choice(words, 25, replace=False)))
    further = [str(word) for word in rng.choice(words, 60, replace=False)]
    return wl.wordle(hidden, sorted({*hidden, *further}), **options)


class Own(wl.Policy):
    """A reader's own policy, which the kernels do not know: it guesses what a function of the state says."""

    def __init__(self, says, name="own"):
        self.says, self.name = says, name

    def decide(self, state):
        return self.says(state)


def listed_game(**options):
    """Make the game of which the fixture `lists` gives the options."""
    return wl.wordle(wl.words.tiny(), [*wl.words.tiny(), "crony", "salet"], **options)


class Kept:
    """A game with the rule that it was made by, for the plain dynamic program."""

    def __init__(self, game, rule):
        self.game, self.rule, self.hard = game, rule, game.mode == "hard"
        self.weights = dict(zip(game.hidden, game.weights.tolist(), strict=True))

    def weight(self, words):
        return sum(self.weights[word] for word in words)

    def optimum(self, words, history=(), left=None, guesses=None):
        guesses = self.game.guesses if guesses is None else guesses
        return naive.optimum(self.rule, guesses, words, history, self.hard, left, self.weights)

    def totals(self, cap=None):
        """The total of each opening that tells something and keeps to the cap."""
        found = naive.totals(self.rule, self.game.guesses, self.game.hidden, (), self.hard, cap, self.weights)
        return {guess: total for guess, total in found.items() if total < inf}

    def telling(self, openings):
        """Leave out openings that tell nothing, which the dynamic program does not try."""
        return {
            guess: total
            for guess, total in openings.items()
            if len(naive.partition(self.rule, guess, self.game.hidden)) > 1
        }

    def check(self, proof):
        """Replay a proof's strategy word by word: it is one, keeps to the cap, and needs `upper`."""
        taken = naive.replay(proof.tree.path, self.rule, self.game.hidden, set(self.game.guesses), self.hard)
        assert sum(self.weights[word] * guesses for word, guesses in taken.items()) == proof.upper
        assert proof.cap is None or max(taken.values()) <= proof.cap
        assert proof.opening in (None, proof.tree.opening)


def words_game(rng, mode="easy", prior=False, most=11):
    """Words of one-gap families or of few letters, so that many guesses do not tell much; or any words."""
    words = wl.words.original()[0]
    family = rng.integers(3)
    if family == 0:
        words = [word for word in words if word[2:] in ("ght", "tch", "ill", "und")]
    if family == 1:
        words = sorted({"".join(rng.choice(list("abc"), 3)) for _ in range(20)})
    n = int(rng.integers(3, min(most, len(words)) + 1))
    hidden = sorted(map(str, rng.choice(words, n, replace=False)))
    further = map(str, rng.choice(words, 4, replace=False))
    weights = rng.integers(1, 30, n) if prior else None
    return Kept(wl.wordle(hidden, sorted({*hidden, *further}), mode, weights), naive.feedback)


def table_game(rng, hidden, further, most_answers, prior=False, poor=0):
    """A game with random answers; the last `poor` guesses and hidden things have two, one of them for most."""
    things = [f"h{i:03}" for i in range(hidden)]
    guesses = [*things, *(f"x{i:03}" for i in range(further))]
    table = {}
    for i, guess in enumerate(guesses):
        few = len(guesses) - i <= poor
        answers = rng.integers(5 if few else rng.integers(1, most_answers + 1), size=hidden)
        answers = np.minimum(answers, 1) if few else answers
        for thing, answer in zip(things, answers.tolist(), strict=True):
            table[guess, thing] = "found" if guess == thing else f"{answer:03}"
    weights = rng.integers(1, 30, hidden) if prior else None
    game = wl.from_answers(things, guesses, lambda guess, thing: table[guess, thing], weights)
    return Kept(game, lambda guess, thing: table[guess, thing])


def mastermind_game(pegs, colours, prior=None):
    return Kept(wl.mastermind(pegs, colours, prior), naive.mastermind)


def changed(rng, kept, strict=False):
    """The same game with its words and guesses in any order, and in strict mode if asked for."""
    game = kept.game
    g, h = rng.permutation(len(game.guesses)), rng.permutation(len(game.hidden))
    made = wl.Game(
        [game.hidden[i] for i in h],
        [game.guesses[i] for i in g],
        np.ascontiguousarray(game.codes[np.ix_(g, h)]),
        *(game.solved, game.read, game.show),
        None if game.uniform else game.weights[h],
        letters=None if game.letters is None else np.ascontiguousarray(game.letters[g]),
        strict=strict,
    )
    return Kept(made, kept.rule)


def random_kept(rng, i):
    """Easy, hard, random answers and Mastermind, with and without a prior."""
    prior = bool(rng.integers(2))
    if i % 4 < 2:
        return words_game(rng, ("easy", "hard")[i % 4], prior)
    if i % 4 == 2:
        return table_game(rng, int(rng.integers(3, 10)), int(rng.integers(4)), int(rng.integers(2, 6)), prior)
    pegs, colours = [(2, 2), (2, 3), (3, 2), (2, 4)][i // 4 % 4]
    return mastermind_game(pegs, colours, rng.integers(1, 30, colours**pegs) if prior else None)


KINDS = 8


def family_game(rng, mode, prior=False):
    """A first letter and an ending: what tells the one apart is in hard mode soon not allowed for the other."""
    words = [first + ending for first in "cefg" for ending in ("aa", "bb", "dd", "hh")]
    hidden = sorted(map(str, rng.choice(words, int(rng.integers(7, 12)), replace=False)))
    helpers = ["".join(rng.permutation(list(some))[:3]) for some in ("cefg", "abdh", "abcdefgh")]
    weights = rng.integers(1, 30, len(hidden)) if prior else None
    return Kept(wl.wordle(hidden, sorted({*hidden, *helpers}), mode, weights), naive.feedback)


def some_game(rng, i):
    """Words, random answers and Mastermind in every mode, with and without a prior, words in any order."""
    prior = bool(rng.integers(2))
    kind = i % KINDS
    if kind < 4:
        mode = ("easy", "hard", "easy", "hard")[kind]
        game = family_game(rng, mode, prior) if i // KINDS % 2 else words_game(rng, mode, prior, most=9)
        return changed(rng, game, strict=kind == 2)
    if kind < 6:
        hidden, further = int(rng.integers(3, 9)), int(rng.integers(5))
        answers = int(rng.integers(2, 5))
        return changed(rng, table_game(rng, hidden, further, answers, prior), strict=kind == 5)
    return changed(rng, mastermind_game(*[(2, 2), (2, 3), (3, 2)][i // KINDS % 3]), strict=kind == 7)


def by_hand(rng, state, share=0.5):
    """The same state with some of the allowed guesses, all words that are possible among them."""
    own = np.isin(state.allowed, state.game.guess_of_hidden[state.members])
    return replace(state, allowed=state.allowed[own | (rng.random(own.size) < share)])


def positions(rng, kept, times):
    """States reached by play, the start among them."""
    game, found = kept.game, [kept.game.start()]
    for _ in range(times):
        state, word = game.start(), str(rng.choice(game.hidden))
        for _ in range(int(rng.integers(1, 3))):
            guess = game.guesses[rng.choice(state.allowed)]
            if guess == word:
                break
            state = state.after(guess, game.answer(guess, word))
        found.append(state)
    return found


def played_game(rng, game, most=6):
    """The rows (guess, feedback) of a random game, and the hidden word: guesses good and poor, sometimes given up."""
    answer = str(rng.choice(game.hidden))
    state, greedy = game.start(), wl.InformationGain()
    while not state.solved and len(state.rows) < most:
        kind = rng.integers(4)
        if kind == 0:
            guess = greedy.decide(state)
        elif kind == 1:
            guess = game.guesses[int(rng.choice(state.allowed))]
        else:
            guess = str(rng.choice(state.words))
        state = state.after(guess, game.answer(guess, answer))
    return state.history, answer
