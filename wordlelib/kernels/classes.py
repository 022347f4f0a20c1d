"""Many beliefs sorted into the classes of their guesses at once."""

import numpy as np

from wordlelib.kernels.jit import kernel
from wordlelib.kernels.sorting import sort_by


@kernel
def split_beliefs(codes, members, offsets, guesses, solved):
    """Sort the members of each belief by the code of its guess; the found word drops out.

    Returns the members of the classes one after the other, where each class ends (from 0 on), and of each class the
    belief it comes from and its code.
    """
    n = members.size
    out, ends = np.empty(n, np.int32), np.empty(n + 1, np.int64)
    parents, child_codes = np.empty(n, np.int32), np.empty(n, np.int32)
    key, order, room = np.empty(n, np.int64), np.empty(n, np.int64), np.empty(n, np.int64)
    ends[0] = 0
    children, filled = 0, 0
    for b in range(offsets.size - 1):
        first, size, last = offsets[b], offsets[b + 1] - offsets[b], np.int64(-1)
        for i in range(size):
            key[i], order[i] = codes[guesses[b], members[first + i]], i
        sort_by(key, 1, order[:size], room)
        for i in order[:size]:
            code = key[i]
            if code == solved:
                continue
            if code != last:
                last = code
                parents[children], child_codes[children] = b, code
                children += 1
            out[filled] = members[first + i]
            filled += 1
            ends[children] = filled
    return out[:filled], ends[: children + 1], parents[:children], child_codes[:children]
