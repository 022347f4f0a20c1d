"""The rollout papers' program game by game, slow and obvious: a twin of `wordlelib.lab.authors_program`.

Sums and sorts are NumPy's own. Run as a script it plays games told in JSON, in a process of its own: there NumPy's
vector instructions are off, without which its default sort is the one of the papers' time.
"""

import json
import os
import subprocess
import sys
from functools import lru_cache
from math import log

import naive
import numpy as np
from numpy._core import _multiarray_umath

COLOURS = "-yg"


class Endless(Exception):
    """A game that never ends."""


class Program:
    def __init__(self, answers, guesses, mode, heuristic, width, flags):
        self.answers, self.guesses, self.hard = answers, guesses, mode == "hard"
        self.heuristic, self.width, self.flags = heuristic, width, flags
        self.columns = 3 ** len(answers[0])
        self.code = lru_cache(None)(self.code)

    def code(self, guess, word):
        code = sum(3**i * COLOURS.index(colour) for i, colour in enumerate(naive.feedback(guess, word)))
        return code % 256 if self.flags["wrapped_codes"] and self.columns > 256 else code

    def classes(self, guess, words):
        counts = np.zeros(self.columns)
        for word in words:
            counts[self.code(guess, word)] += 1
        return counts

    def entropy(self, guess, words):
        counts = self.classes(guess, words)
        if not (self.flags["rounded"] and self.flags["list_order"]):
            return round(-sum(c * log(c) for c in counts if c) / len(words), 9)
        shares = np.zeros(self.columns)
        for word in words:
            shares[self.code(guess, word)] += 1 / len(words)
        return self.bits(shares)

    @staticmethod
    def bits(shares):
        """Do what `scipy.stats.entropy` does."""
        shares = shares / np.sum(shares)
        return np.sum(np.array([-p * log(p) if p > 0 else 0.0 for p in shares])) / log(2)

    def value(self, guess, words):
        """Give what the heuristic wants small."""
        counts = self.classes(guess, words)
        if self.heuristic == "mig":
            return -self.entropy(guess, words)
        if self.heuristic == "mrd":
            return sum(counts**2)
        return sum(counts > 0) * (1 if self.flags["fewest_classes"] else -1)

    def pruned(self, listed, words):
        letters = set("".join(words))
        return [guess for guess in listed if not self.flags["pruned"] or letters & set(guess)]

    def narrowed(self, listed, history):
        """Keep the guesses that hard mode allows after some rows."""
        if not self.hard:
            return listed
        if self.flags["consistent"]:
            return [g for g in listed if all(self.code(guess, g) == self.code(guess, word) for guess, word in history)]
        rows = [(guess, naive.feedback(guess, word)) for guess, word in history]
        return [g for g in listed if naive.hard_mode_allows(rows, g)]

    def base(self, listed, words):
        likes = self.heuristic != "mig" or not self.flags["list_order"]
        values = [self.value(guess, words) for guess in listed]
        return min(zip(values, [likes and g not in words for g in listed], range(len(listed)), strict=True))[2]

    def candidates(self, listed, words):
        values, k = [self.value(guess, words) for guess in listed], self.width
        if self.heuristic == "gep" and self.flags["mixed_indices"]:
            values = [self.value(word, words) for word in words]
        best = [i for i, value in enumerate(values) if value == min(values)]
        if not self.flags["list_order"]:
            found = sorted(range(len(values)), key=lambda i: (values[i], listed[i] not in words))[:k]
        elif self.flags["first_of_ties"] and len(best) >= k:
            found = best[:k]
        elif not self.flags["unstable_sort"]:
            found = sorted(range(len(values)), key=lambda i: values[i])[:k]
        elif self.heuristic == "mig":
            found = np.argsort(-np.array(values))[::-1][:k]
        else:
            found = np.argsort(np.array(values))[:k]
        chosen = [listed[i] for i in found]
        if self.flags["extra_candidate"]:
            extra = listed[self.least_score(listed, words)]
            chosen += [extra] * (extra not in chosen)
        return chosen

    def least_score(self, listed, words):
        asked, self.flags = self.flags, self.flags | {"rounded": True, "list_order": True}
        before, scores = self.bits(np.ones(len(words)) / len(words)), []
        for guess in listed:
            left, right = before - self.entropy(guess, words), (guess in words) / len(words)
            luck = 2.0**-left
            scores.append(right + (1 - right) * (1 + (luck + 2 * (1 - luck) + 1.5 * left / 11.5)))
        self.flags = asked
        return int(np.argmin(scores))

    def q_factor(self, choice, listed, words):
        total = 0
        for answer in words:
            guess, possible, history = choice, list(words), []
            score = -5 if guess == answer and self.flags["right_guess_bonus"] else 1
            while guess != answer:
                before, state = possible, len(self.narrowed(listed, history))
                possible = [word for word in possible if self.code(guess, word) == self.code(guess, answer)]
                if self.flags["guess_removed"]:
                    possible = [word for word in possible if word != guess]
                history.append((guess, answer))
                if len(history) > 1 and possible == before and len(self.narrowed(listed, history)) == state:
                    raise Endless
                if len(possible) == 1:
                    score += not self.flags["last_guess_free"]
                    break
                here = self.pruned(self.narrowed(listed, history), possible)
                guess = here[self.base(here, possible)]
                score += 1
            total += score
        return total

    def play(self, opening, answer):
        guess, possible, history = opening, list(self.answers), []
        while guess != answer:
            before, state = possible, len(self.narrowed(self.guesses, history))
            possible = [word for word in possible if self.code(guess, word) == self.code(guess, answer)]
            history.append((guess, answer))
            listed = self.narrowed(self.guesses, history)
            if len(history) > 1 and possible == before and len(listed) == state:
                return [row[0] for row in history], True
            if len(possible) == 1:
                guess = possible[0]
                continue
            here = self.pruned(listed, possible)
            if not self.width:
                guess = here[self.base(here, possible)]
                continue
            chosen = self.candidates(here, possible)
            try:
                factors = [self.q_factor(choice, here, possible) for choice in chosen]
            except Endless:
                return [row[0] for row in history], True
            guess = chosen[int(np.argmin(factors))]
        return [*[row[0] for row in history], answer], False


def without_vectors(program, task):
    """Run a Python program in a process in which NumPy has no vector instructions, with a task as JSON on its input."""
    switched = " ".join(_multiarray_umath.__cpu_dispatch__)
    done = subprocess.run(
        [sys.executable, "-W", "ignore", *program],
        input=json.dumps(task),
        env=os.environ | {"NPY_DISABLE_CPU_FEATURES": switched},
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


def play_all(answers, *settings):
    """Play against each hidden word: its guesses, and whether the game never ends."""
    *settings, opening = settings
    program = Program(answers, *settings)
    return {answer: program.play(opening, answer) for answer in answers}


if __name__ == "__main__":
    print(json.dumps([play_all(*game) for game in json.load(sys.stdin)]))
