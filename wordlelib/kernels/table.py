"""What is known of beliefs: a hash table by their keys."""

from typing import Annotated, NamedTuple

import numpy as np

from wordlelib.kernels.arrays import allocate, items
from wordlelib.kernels.jit import kernel, record

ENTRY = items(key=np.uint64, lower=np.int64, upper=np.int64, guess=np.int64)


@record
class Table(NamedTuple):
    """A hash table with open addressing, at most half full: bounds and best guess of beliefs, by their keys."""

    entries: Annotated[np.ndarray, ENTRY, "entries"]  # a power of two; the key is 0 where none is
    used: Annotated[np.ndarray, np.int64, 1]  # how many there are

    def rehashed(self, name: str) -> np.ndarray | None:
        """Return the entries with twice the room; None for any other array."""
        return twice_entries(self.entries) if name == "entries" else None


def new_table(bits: int = 12) -> Table:
    """Make an empty table of 2**bits places; the usual 128 kB are enough for small games, and double with need."""
    return allocate(Table, {"entries": 2**bits})


@kernel
def place_of(entries, key):
    """Return the place of a key in the table, or where it would come."""
    mask = np.uint64(entries.size - 1)
    place = key & mask
    while entries[place]["key"] != key and entries[place]["key"] != 0:
        place = (place + np.uint64(1)) & mask
    return place


@kernel
def store_entry(table, key, lower, upper, guess):
    """Store what was found of a belief, together with what was known."""
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
    """Test whether a table lacks room for a few more entries and one for each of so many words."""
    return 2 * (table.used[0] + size + 8) > table.entries.size


@kernel
def twice_entries(entries):
    """Return entries with twice the room; whatever else they hold, each has its `key`, which is 0 where none is."""
    larger = np.zeros(2 * entries.size, entries.dtype)
    copy_entries(entries, larger)
    return larger


@kernel
def copy_entries(entries, larger):
    """Copy entries to a larger table, which is empty."""
    for i in range(entries.size):
        if entries[i]["key"] != 0:
            larger[place_of(larger, entries[i]["key"])] = entries[i]
