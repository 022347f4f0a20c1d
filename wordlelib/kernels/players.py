"""What a greedy Hinter answers."""

import numpy as np

from wordlelib.kernels.jit import kernel


@kernel
def greedy_answers(codes, members, rank):
    """Return, for each guess, the code that the greedy Hinter answers with, and how many members get it."""
    chosen, sizes = np.empty(codes.shape[0], np.int64), np.empty(codes.shape[0], np.int64)
    tally = np.zeros(rank.size, np.int64)
    for guess in range(codes.shape[0]):
        row = codes[guess]
        for m in members:
            tally[row[m]] += 1
        best, size = np.int64(row[members[0]]), np.int64(0)
        for m in members:
            code = np.int64(row[m])
            if tally[code] > size or (tally[code] == size and rank[code] < rank[best]):
                best, size = code, tally[code]
        for m in members:
            tally[row[m]] = 0
        chosen[guess], sizes[guess] = best, size
    return chosen, sizes
