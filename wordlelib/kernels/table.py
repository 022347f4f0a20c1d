"""What is known of beliefs: a hash table by their keys."""

from typing import NamedTuple

import numpy as np

from wordlelib.kernels.jit import kernel, record, zeros

ENTRY = np.dtype([("key", np.uint64), ("lower", np.int64), ("upper", np.int64), ("guess", np.int64)])


@record
class Table(NamedTuple):
    """What is known of beliefs: open addressing, at most half full.

    Attributes
    ----------
    entries : array of ENTRY, shape (a power of two,)
        Bounds and best guess of a belief, by its key; the key is 0 where none is.
    used : ndarray of int64, shape (1,)
        How many there are.
    """

    entries: np.ndarray
    used: np.ndarray


def new_table(bits: int = 12) -> Table:
    """Make an empty table of 2**bits places."""
    return Table(np.zeros(2**bits, ENTRY), np.zeros(1, np.int64))


@kernel
def place_of(entries, key):
    """Give the place of a key in the table, or where it would come."""
    mask = np.uint64(entries.size - 1)
    place = key & mask
    while entries[place]["key"] != key and entries[place]["key"] != 0:
        place = (place + np.uint64(1)) & mask
    return place


@kernel
def store_entry(table, key, lower, upper, guess):
    """Keep what was found of a belief, together with what was known."""
    entry = table.entries[place_of(table.entries, key)]
    if entry["key"] == 0:
        table.used[0] += 1
        entry["key"], entry["lower"], entry["upper"], entry["guess"] = key, lower, upper, guess
        return
    entry["lower"] = max(entry["lower"], lower)
    if upper < entry["upper"]:
        entry["upper"], entry["guess"] = upper, guess


@kernel
def is_crowded(table, size):
    """Say whether a table lacks room for a few entries, and one for each of so many words more."""
    return 2 * (table.used[0] + size + 8) > table.entries.size


@kernel
def twice_table(table):
    """Give the table with twice the room."""
    return Table(twice_entries(table.entries), table.used)


@kernel
def twice_entries(entries):
    """Give entries with twice the room; whatever else they hold, each has its `key`, which is 0 where none is."""
    larger = zeros(2 * entries.size, entries.dtype)
    for i in range(entries.size):
        if entries[i]["key"] != 0:
            larger[place_of(larger, entries[i]["key"])] = entries[i]
    return larger
