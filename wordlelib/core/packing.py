"""Lists of numbers written as short text, for files and for widgets.

A number is written in up to nine groups of seven bits, the lowest first, each in one byte. All bytes but the last have
the high bit set. The bytes are written in base64.
"""

import base64
from collections.abc import Iterable
from contextlib import suppress

from wordlelib.core import checks

BITS = 63  # nine groups of seven


def pack(numbers: Iterable[int]) -> str:
    """Write non-negative whole numbers as text."""
    out = bytearray()
    for number in numbers:
        number = int(number)
        if not 0 <= number < 2**BITS:
            raise checks.refused("numbers", number, f"numbers from 0, below 2**{BITS}")
        while number > 127:
            out.append(128 | number & 127)
            number >>= 7
        out.append(number)
    return base64.b64encode(out).decode("ascii")


def unpack(text: str, name: str = "text") -> list[int]:
    """Read what `pack` has written, one text for each list, and refuse anything else by its `name`."""
    content, numbers, number, shift = b"", [], 0, 0
    with suppress(ValueError):
        content = base64.b64decode(checks.text(name, text))
    for byte in content:
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            numbers.append(number)
            number = shift = 0
        elif shift >= BITS:  # a number as long as a file would take hours
            break
    if pack(numbers) != text:
        raise checks.refused(name, text, "numbers as `pack` writes them")
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
