import time

import numpy as np

import wordlelib as wl

answers = wl.words.original()[0]
game = wl.wordle(answers)


class Model(wl.Hinter):
    """Keep the row after which a model Guesser leaves most words for late."""

    name = "model"

    def __init__(self, policies):
        self.policies = policies

    def answer(self, state, guess, left):
        def worth(row):
            after = state.after(guess, row)
            if after.solved:
                return (-1, 0)
            s = []
            for p in self.policies:
                used = wl.play(state.game, p, state=after).guesses_used
                s.append(np.exp(2 * used[used > 0].astype(float)).sum())
            return (sum(s), 0)

        rows = sorted(state.partition(guess).items(), key=lambda x: -len(x[1]))[:20]
        return max((z for z, _ in rows), key=worth)


G = [
    wl.InformationGain(),
    wl.MostClasses(),
    wl.ExpectedRemaining(),
    wl.WorstClass(),
    wl.WorstCase(),
    wl.MinimaxGuesser(2),
    wl.MinimaxGuesser(4),
    wl.Guaranteed(5),
    wl.Rollout(wl.InformationGain(), 10),
]


def run(k, h):
    print(k)
    for turns in (5,):
        s = time.time()
        d = [wl.duel(game, g, h, turns) for g in G]
        print(turns, [len(x.state.rows) for x in d], [x.winner[0] for x in d], round(time.time() - s, 1), flush=True)
    s = time.time()
    c = [len(wl.duel(game, wl.RandomCandidate(np.random.default_rng(i)), h, 12).state.rows) for i in range(50)]
    print("random candidate", np.mean(c), np.std(c) / 50**0.5, sum(x > 6 for x in c), round(time.time() - s, 1))


for k, h in (
    ("remaining", Model([wl.ExpectedRemaining()])),
    ("worst", Model([wl.WorstClass()])),
):
    run(k, h)
