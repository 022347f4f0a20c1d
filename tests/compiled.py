"""Kernels as `make wasm` compiled them, in the place of those that Numba compiles: the pages' host, in Python."""

import ctypes
import json
from functools import cache
from math import prod

import numpy as np
import wasmtime

from wordlelib.widgets.base import COMPILED

LAYOUT = json.loads((COMPILED / "engine.json").read_text(encoding="utf-8"))
PAGE = 65536


@cache
def engine():
    store = wasmtime.Store()
    module = wasmtime.Module.from_file(store.engine, str(COMPILED / "engine.wasm"))
    assert not module.imports
    return store, wasmtime.Instance(store, module, []).exports(store)


class Heap:
    """The memory of the module; every call begins with an empty one."""

    def __init__(self):
        self.store, self.exports = engine()
        self.memory = self.exports["memory"]
        self.free = self.exports["__heap_base"].value(self.store)
        self.arrays = []

    def room(self, size):
        at = (self.free + 15) // 16 * 16
        self.free = at + size
        lack = self.free - self.memory.data_len(self.store)
        if lack > 0:
            self.memory.grow(self.store, -(-lack // PAGE))
        return at

    def bytes(self, at, size):
        base = ctypes.addressof(self.memory.data_ptr(self.store).contents)
        return np.frombuffer((ctypes.c_uint8 * size).from_address(base + at), np.uint8)

    def put(self, at, value, dtype):
        number = np.array(value, dtype)
        self.bytes(at, number.nbytes)[:] = np.frombuffer(number.tobytes(), np.uint8)

    def array(self, array):
        """Copy an array, which is copied back after the call, and return its parts."""
        place = self.room(array.nbytes)
        self.bytes(place, array.nbytes)[:] = np.frombuffer(array.tobytes(), np.uint8)
        self.arrays.append((place, array))
        assert array.flags.c_contiguous
        steps = [array.itemsize * prod(array.shape[i + 1 :]) for i in range(array.ndim)]
        return [0, 0, array.size, array.itemsize, place, *array.shape, *steps]

    def record(self, value, at=None):
        about = LAYOUT["records"][type(value).__name__]
        assert list(about["fields"]) == list(value._fields)
        at = self.room(about["size"]) if at is None else at
        for name, field in about["fields"].items():
            each, place = getattr(value, name), at + field["offset"]
            if "record" in field:
                self.record(each, place)
            elif "items" in field:
                parts = self.array(each)
                self.put(place, parts[:2], np.uint32)
                self.put(place + 8, parts[2:4], np.int64)
                self.put(place + 24, parts[4], np.uint32)
                self.put(place + 32, parts[5:], np.int64)
            else:
                self.put(place, each, np.uint8 if field["number"] == "bool" else np.int64)
        return at

    def read_back(self):
        for place, array in self.arrays:
            now = self.bytes(place, array.nbytes).view(array.dtype).reshape(array.shape)
            if array.flags.writeable:
                array[...] = now
            else:
                np.testing.assert_array_equal(array, now)


def compiled(name):
    """Return an entry of the module as a function that takes what the kernel takes."""

    def call(*values):
        heap, flat = Heap(), []
        for value, kind in zip(values, LAYOUT["entries"][name], strict=True):
            if "record" in kind:
                flat.append(heap.record(value))
            elif "items" in kind:
                flat += heap.array(np.asarray(value))
            else:
                flat.append(int(value))
        result = heap.room(8)
        assert heap.exports[name](heap.store, result, 0, *flat) == 0
        heap.read_back()
        return int(heap.bytes(result, 8).view(np.int64)[0])

    return call
