import time

import numpy as np

import wordlelib as wl

game = wl.wordle()
base = wl.InformationGain()
codes = game.codes
t = time.time()
memo = {}


def features(members):
    key = members.tobytes()
    if key not in memo:
        rows = np.sort(codes[:, members], axis=1)
        k = 1 + (np.diff(rows, axis=1) != 0).sum(axis=1)
        own = k[game.guess_of_hidden[members]].max()
        n = len(members)
        memo[key] = (1, np.log2(n), k.max() / n, own / n, 1 / n)
    return memo[key]


def beliefs(tree):
    cost = np.zeros(len(tree.guess))
    words = [[] for _ in tree.guess]
    for h, used in enumerate(tree.guesses_used):
        for i, node in enumerate(tree.nodes_of(h)):
            cost[node] += used - i
            words[node].append(h)
    return [(np.array(w, np.int32), c / len(w)) for w, c in zip(words, cost, strict=True) if 3 <= len(w) <= 200]


data = []
for opening in ("trace", "slate", "crane", "reast"):
    data += beliefs(wl.play(game, base, opening))
X = np.array([features(s) for s, _ in data])
y = np.array([v for _, v in data])
c, *_ = np.linalg.lstsq(X, y, rcond=None)
print(len(y), c.round(3), "rms", np.sqrt(np.mean((X @ c - y) ** 2)).round(4), round(time.time() - t, 1), flush=True)
test = beliefs(wl.play(game, base, "salet"))
T = np.array([features(s) for s, _ in test])
z = np.array([v for _, v in test])
print("held out rms", np.sqrt(np.mean((T @ c - z) ** 2)).round(4), flush=True)


class Learned(wl.Policy):
    name = "learned"

    def decide(self, state):
        s = state.candidates
        if len(s) <= 2:
            return state.words[0]
        best = (1e9, 0)
        for r in base.rank(state, 10):
            g = game.find(r.guess)
            q = len(s)
            row = codes[g, s]
            for code in np.unique(row):
                if code == game.solved:
                    continue
                m = s[row == code]
                n = len(m)
                q += 1 if n == 1 else 3 if n == 2 else n * float(np.dot(features(m), c))
            best = min(best, (q, g)) if q < best[0] else best
        return game.guesses[best[1]]


tr = wl.play(game, Learned(), opening="salet")
print(tr.total, tr.worst, round(time.time() - t, 1))
