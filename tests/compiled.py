"""Kernels as `make wasm` compiled them, without a browser: in a memory of their own, to which arrays are copied."""

import ctypes
import json
from functools import cache, partial

import wasmtime

from wordlelib.kernels.webassembly import FOLDER, Engine

LAYOUT = json.loads((FOLDER / "engine.json").read_text(encoding="utf-8"))
PAGE = 65536


class Copying:
    """The module with the stack at the start of its memory, its data, and copies of the arrays of one call."""

    def __init__(self, path, signatures):
        stack, data = LAYOUT["memory"]["stack"], LAYOUT["memory"]["data"]
        self.store = wasmtime.Store()
        module = wasmtime.Module.from_file(self.store.engine, str(path))
        pages = wasmtime.Limits(-(-(stack + data) // PAGE), None)
        self.memory = wasmtime.Memory(self.store, wasmtime.MemoryType(pages))
        given = {"memory": self.memory, "__stack_pointer": self.number(stack, changes=True)}
        given |= {"__memory_base": self.number(stack), "__table_base": self.number(0)}
        assert {each.name for each in module.imports} == set(given)
        instance = wasmtime.Instance(self.store, module, [given[each.name] for each in module.imports])
        self.exports = instance.exports(self.store)
        self.exports["__wasm_apply_data_relocs"](self.store)
        self.start = self.free = stack + data
        self.arrays = []

    def number(self, value, changes=False):
        kind = wasmtime.GlobalType(wasmtime.ValType.i32(), changes)
        return wasmtime.Global(self.store, kind, wasmtime.Val.i32(value))

    def address(self, array):
        at = -(-self.free // 16) * 16
        self.free = at + array.nbytes
        self.arrays.append((at, array))
        return at

    def call(self, name, *arguments):
        lack = self.free - self.memory.data_len(self.store)
        if lack > 0:
            self.memory.grow(self.store, -(-lack // PAGE))
        base = ctypes.addressof(self.memory.data_ptr(self.store).contents)
        for at, array in self.arrays:
            ctypes.memmove(base + at, array.ctypes.data, array.nbytes)
        stopped = self.exports[name](self.store, *arguments)
        for at, array in self.arrays:
            if array.flags.writeable:
                ctypes.memmove(array.ctypes.data, base + at, array.nbytes)
        self.arrays, self.free = [], self.start
        return stopped


@cache
def engine():
    return Engine(Copying, FOLDER)


def compiled(name):
    """Return an entry of the module as a function that takes what the kernel takes."""
    return partial(engine().call, name)
