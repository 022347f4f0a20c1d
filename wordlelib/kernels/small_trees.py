"""How much guesses leave to be decided."""

import numpy as np

from wordlelib.kernels.jit import kernel

FURTHER = 0.3  # decisions expected for each word beyond two in a class; found by trying


@kernel
def measure_guesses(codes, cells, hidden_of_guess, members):
    """Count the classes of each guess, and those of two words or more; estimate it; test whether it is possible."""
    guesses = codes.shape[0]
    classes, open_classes = np.zeros(guesses, np.int64), np.zeros(guesses, np.int64)
    estimate, possible = np.zeros(guesses, np.float64), np.zeros(guesses, np.bool_)
    tally, member = np.zeros(cells, np.int64), np.zeros(codes.shape[1], np.bool_)
    for m in members:
        member[m] = True
    for guess in range(guesses):
        row = codes[guess]
        possible[guess] = hidden_of_guess[guess] >= 0 and member[hidden_of_guess[guess]]
        for m in members:
            tally[row[m]] += 1
        for m in members:
            size = tally[row[m]]
            tally[row[m]] = 0
            classes[guess] += size > 0
            if size > 1:
                open_classes[guess] += 1
                estimate[guess] += 1 + FURTHER * (size - 2)
    return classes, open_classes, estimate, possible
