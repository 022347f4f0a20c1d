"""Numbers as text."""

import numpy as np
import pytest

from wordlelib import packing


@pytest.mark.parametrize("most", [1, 2, 128, 129, 70_000])
def test_numbers_come_back(most):
    numbers = np.random.default_rng(most).integers(most, size=500).tolist() + [most - 1]
    assert packing.unpack(packing.pack(numbers)) == numbers


def test_bytes_by_hand():
    assert packing.pack([0, 127, 128, 300]) == "AH+AAawC"  # 0, 127, 128 + 0, 1, 128 + 44, 2
    assert packing.pack([]) == "" and packing.unpack("") == []
    with pytest.raises(ValueError, match="numbers: -1"):
        packing.pack([3, -1])


def test_sets_come_back():
    rng = np.random.default_rng(1)
    sets = [sorted(rng.choice(3000, size, replace=False).tolist()) for size in (1, 2, 40, 3000)] + [[0], [], [0, 1]]
    assert packing.unpack_sets(packing.pack_sets(sets)) == sets
    assert packing.unpack_sets(packing.pack_sets([[5, 2, 9]])) == [[2, 5, 9]]
    assert packing.unpack_sets(packing.pack_sets([])) == []
