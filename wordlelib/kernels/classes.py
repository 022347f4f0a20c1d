"""Many beliefs sorted into the classes of their guesses at once."""

import numpy as np

from wordlelib.kernels.jit import kernel


@kernel
def split_beliefs(codes, members, offsets, guesses, solved):
    """Sort the members of each belief by the code of its guess; the found word drops out."""
    out = np.empty_like(members)
    ends = np.empty(members.size + 1, np.int64)
    parents = np.empty(members.size, np.int32)
    child_codes = np.empty(members.size, np.int32)
    ends[0] = 0
    children, filled = 0, 0
    for b in range(offsets.size - 1):
        mine = members[offsets[b] : offsets[b + 1]]
        row = codes[guesses[b]]
        key = np.empty(mine.size, np.int64)
        last = -1
        for i in range(mine.size):
            key[i] = row[mine[i]]
        for i in np.argsort(key, kind="mergesort"):
            if key[i] == solved:
                continue
            if key[i] != last:
                last = key[i]
                parents[children] = b
                child_codes[children] = key[i]
                children += 1
            out[filled] = mine[i]
            filled += 1
            ends[children] = filled
    return out[:filled], ends[: children + 1], parents[:children], child_codes[:children]
