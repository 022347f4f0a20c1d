"""Project 3, the last example of good work: a Hinter who imagines a Guesser. For teachers."""

import numpy as np

import wordlelib as wl

GAME = wl.wordle(wl.words.original()[0])
BASE = wl.InformationGain()
GUESSERS = [BASE, wl.MostClasses(), wl.ExpectedRemaining(), wl.WorstClass(), wl.WorstCase()]
GUESSERS += [wl.MinimaxGuesser(2), wl.MinimaxGuesser(4), wl.Guaranteed(5), wl.Rollout(BASE, 10)]


class Imagining(wl.Hinter):
    """Keep one of the twenty largest classes, after which an imagined Guesser leaves most words for late."""

    name = "imagining"

    def __init__(self, model):
        self.model = model

    def answer(self, state, guess, left):
        """Give the row after which the sum of exp(2 k) is greatest, k being what a word still takes."""

        def worth(row):
            after = state.after(guess, row)
            if after.solved:
                return -1.0
            used = wl.play(state.game, self.model, state=after).guesses_used
            return np.exp(2.0 * used[used > 0]).sum()

        rows = sorted(state.partition(guess).items(), key=lambda each: -len(each[1]))
        return max((row for row, _ in rows[:20]), key=worth)


for model in (wl.ExpectedRemaining(), wl.WorstClass()):
    hinter = Imagining(model)
    print(model, "won", sum(wl.duel(GAME, guesser, hinter, 5).winner == "hinter" for guesser in GUESSERS))
    if isinstance(model, wl.ExpectedRemaining):
        drawn = [wl.RandomWord(np.random.default_rng(seed)) for seed in range(50)]
        print("mean", f"{np.mean([len(wl.duel(GAME, each, hinter, 12).state.rows) for each in drawn]):.2f}")
