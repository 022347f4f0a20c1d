"""Numbers as text."""

import base64

import numpy as np
import pytest

from wordlelib.core import packing


@pytest.mark.parametrize("most", [1, 2, 128, 129, 70_000, 2**63 - 1])
def test_numbers_come_back(most):
    numbers = np.random.default_rng(most).integers(most, size=500).tolist() + [most - 1]
    assert packing.unpack(packing.pack(numbers)) == numbers


def test_bytes_by_hand():
    assert packing.pack([0, 127, 128, 300]) == "AH+AAawC"  # 0, 127, 128 + 0, 1, 128 + 44, 2
    assert packing.pack([]) == "" and packing.unpack("") == []
    for number in (-1, 2**63):
        with pytest.raises(ValueError, match=f"numbers: {number}; expected numbers from 0, below 2"):
            packing.pack([3, number])


@pytest.mark.parametrize(
    "content",
    [b"\xff" * 9 + b"\1", b"\xff" * 3_000_000 + b"\1", b"\5\x80", b"\x80\0", "AH+*", "AH+", "é", None, 5],
    ids=lambda content: str(content)[:20],
)
def test_other_texts_are_refused(content):
    text = base64.b64encode(content).decode() if isinstance(content, bytes) else content
    with pytest.raises(ValueError, match="^rows: .*; expected ") as caught:
        packing.unpack(text, "rows")
    assert len(str(caught.value)) < 300


def test_sets_come_back():
    rng = np.random.default_rng(1)
    sets = [sorted(rng.choice(3000, size, replace=False).tolist()) for size in (1, 2, 40, 3000)] + [[0], [], [0, 1]]
    assert packing.unpack_sets(packing.pack_sets(sets)) == sets
    assert packing.unpack_sets(packing.pack_sets([[5, 2, 9]])) == [[2, 5, 9]]
    assert packing.unpack_sets(packing.pack_sets([])) == []
