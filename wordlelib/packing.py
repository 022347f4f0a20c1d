"""Lists of numbers written as short text, for files and for widgets.

A number is written in groups of seven bits, the lowest first, each in one byte. All bytes but the last have the high
bit set. The bytes are written in base64.
"""

import base64
from collections.abc import Iterable


def pack(numbers: Iterable[int]) -> str:
    """Write non-negative whole numbers as text."""
    out = bytearray()
    for number in numbers:
        number = int(number)
        if number < 0:
            raise ValueError(f"numbers: {number}; expected numbers from 0")
        while number > 127:
            out.append(128 | number & 127)
            number >>= 7
        out.append(number)
    return base64.b64encode(out).decode("ascii")


def unpack(text: str) -> list[int]:
    """Read what `pack` has written."""
    numbers, number, shift = [], 0, 0
    for byte in base64.b64decode(text):
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            numbers.append(number)
            number = shift = 0
    return numbers


def pack_sets(sets: Iterable[Iterable[int]]) -> str:
    """Write sets of numbers as text: for each its least number plus 1, the steps to the next ones, and a final 0."""
    out = []
    for each in sets:
        last = -1
        for number in sorted(each):
            out.append(number - last)
            last = number
        out.append(0)
    return pack(out)


def unpack_sets(text: str) -> list[list[int]]:
    """Read what `pack_sets` has written."""
    sets: list[list[int]] = [[]]
    for step in unpack(text):
        if step == 0:
            sets.append([])
        else:
            sets[-1].append(step + (sets[-1][-1] if sets[-1] else -1))
    return sets[:-1]
