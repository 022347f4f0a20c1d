"""Kernels as WebAssembly, for a Python that is WebAssembly itself: in a browser, where there is no Numba.

The module that `make wasm` compiles for the widgets of the pages is a shared library. Pyodide loads it into the memory
of Python, so a kernel finds NumPy's arrays where they are, and nothing is copied but the state of a generator of random
numbers. Where the arguments have other types than those that a kernel was compiled for, it runs as Python.
"""

import ctypes
import hashlib
import json
import sys
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import wraps
from pathlib import Path
from struct import Struct, calcsize, error
from typing import Annotated, Any, NamedTuple, Protocol

import numpy as np

from wordlelib.kernels.account import ACCOUNT

FOLDER = Path(__file__).parent / "compiled"
ARRAY = "IIqqI"  # as kernels have it: nobody owns it; how many items of what size, and where; then lengths and steps
NUMBERS = {"bool": "?", "int64": "q", "uint64": "Q", "float64": "d"}
C_TYPES: dict[str, Any] = {"I": ctypes.c_uint32, "q": ctypes.c_int64, "Q": ctypes.c_uint64}
C_TYPES |= {"?": ctypes.c_bool, "d": ctypes.c_double}


class Unfit(TypeError):
    """Arguments of other types than an entry was compiled for."""


class PCG64(NamedTuple):
    """NumPy's generator of this name, as entries take it in place of a `np.random.Generator`."""

    # A number of 128 bits and what is added to it at each step, high halves first; whether 32 bits are kept, and these.
    state: Annotated[np.ndarray, np.uint64, 6]


class Library(Protocol):
    """The module, ready to be called."""

    def address(self, array: np.ndarray) -> int:
        """Return where an entry finds an array in the next call."""

    def call(self, name: str, *arguments: Any) -> int:
        """Call an entry; the result is 0 unless an exception has stopped it."""


class Loaded:
    """The module in the memory of Python; `signatures` has the types of what each entry takes, as in `C_TYPES`."""

    def __init__(self, path: Path, signatures: Mapping[str, str]) -> None:
        library = ctypes.CDLL(str(path))
        self._entries = {name: library[name] for name in signatures}
        for name, signature in signatures.items():
            self._entries[name].argtypes = [C_TYPES[each] for each in signature]

    def address(self, array: np.ndarray) -> int:
        """Return where an array is."""
        return array.ctypes.data

    def call(self, name: str, *arguments: Any) -> int:
        """Call an entry."""
        return self._entries[name](*arguments)


Opener = Callable[[Path, Mapping[str, str]], Library]
OPENER: Opener | None = Loaded if sys.platform == "emscripten" else None
"""What makes the module ready; None where Python is no WebAssembly."""


class Engine:
    """The kernels of the module in a folder, with what `jit` asks of a compiler."""

    def __init__(self, opener: Opener, folder: Path) -> None:
        module, self.layout = folder / "engine.wasm", json.loads((folder / "engine.json").read_text(encoding="utf-8"))
        if hashlib.sha256(module.read_bytes()).hexdigest() != self.layout["sha256"]:
            raise ValueError("it is not the module that engine.json describes")
        self._items = {name: _dtype(about) for name, about in self.layout["items"].items()}
        self._records = {name: Struct(self._record_format(name)) for name in self.layout["records"]}
        self._results = {name: kind for each in self.layout["kernels"].values() for name, kind in each.items()}
        signatures = {name: self._signature(name) for name in self._results}
        self._arguments = {name: Struct(f"<{signature}") for name, signature in signatures.items()}
        self._library = opener(module, signatures)

    def kernel(self, function: Callable) -> Callable:
        """Return a kernel that runs as WebAssembly if the module has it for the types of the arguments."""
        entries = self.layout["kernels"].get(f"{function.__module__}.{function.__name__}")
        if entries is None:
            return function

        @wraps(function)
        def call(*values: Any) -> Any:
            for name in entries:
                with suppress(Unfit):
                    return self.call(name, *values)
            return function(*values)

        return call

    shared_kernel = kernel

    def record(self, cls: type) -> type:
        """Return a class of named tuples as it is."""
        return cls

    def call(self, name: str, *values: Any) -> Any:
        """Call an entry with what the kernel takes; nothing has happened if it is `Unfit`."""
        result, blocks, flat = np.zeros(2, np.int64), [], []  # an exception would leave something behind the result
        at = self._library.address(result)
        given = [state_of(value) if isinstance(value, np.random.Generator) else value for value in values]
        for value, about in zip(given, self.layout["entries"][name], strict=True):
            if "record" in about:
                blocks.append(self._block(value, about["record"]))
                flat.append(self._library.address(blocks[-1]))
            else:
                flat += self._parts(value, about)
        packed = _packed(self._arguments[name], [at, at + result.itemsize, *flat])
        stopped = self._library.call(name, *self._arguments[name].unpack(packed))  # numbers of NumPy are Python's now
        for value, state in zip(values, given, strict=True):
            if isinstance(value, np.random.Generator):
                set_state(value, state)
        if stopped:
            raise RuntimeError(f"{name}: an exception has stopped the kernel")
        kind = self._results[name]
        return None if kind is None else result.view(kind)[0].item()

    def _block(self, value: Any, kind: str) -> np.ndarray:
        return np.frombuffer(_packed(self._records[kind], self._fields(value, kind)), np.uint8)

    def _fields(self, value: Any, kind: str) -> list[Any]:
        fields, flat = self.layout["records"][kind]["fields"], list[Any]()
        if getattr(value, "_fields", None) != tuple(fields):
            raise Unfit
        for each, about in zip(value, fields.values(), strict=True):
            flat += self._fields(each, about["record"]) if "record" in about else self._parts(each, about)
        return flat

    def _parts(self, value: Any, about: Mapping[str, Any]) -> list[Any]:
        """Return a number, or what kernels know of an array."""
        if "number" in about:
            return [value]
        kind = about["items"]
        fits = type(value) is np.ndarray and value.dtype == self._items.get(kind, kind) and value.flags.carray
        if not fits or value.ndim != about["dimensions"]:
            raise Unfit
        return [0, 0, value.size, value.itemsize, self._library.address(value), *value.shape, *value.strides]

    def _record_format(self, kind: str) -> str:
        """Write the places of a record's fields as `struct` has them, with the gaps."""
        about, text, end = self.layout["records"][kind], "<", 0
        for field in about["fields"].values():
            within = self._record_format(field["record"])[1:] if "record" in field else _format(field, "4x")
            text, end = f"{text}{field['offset'] - end}x{within}", field["offset"] + calcsize(f"<{within}")
        return f"{text}{about['size'] - end}x"

    def _signature(self, name: str) -> str:
        return "II" + "".join("I" if "record" in each else _format(each) for each in self.layout["entries"][name])


def state_of(rng: np.random.Generator) -> PCG64:
    """Return the state of a generator as entries take it."""
    about: Any = rng.bit_generator.state
    if about["bit_generator"] != PCG64.__name__:
        raise Unfit
    halves = [half for each in ("state", "inc") for half in divmod(about["state"][each], 2**64)]
    return PCG64(np.array([*halves, about["has_uint32"], about["uinteger"]], np.uint64))


def set_state(rng: np.random.Generator, generator: PCG64) -> None:
    """Let a generator go on where an entry has left its state."""
    high, low, more_high, more_low, kept, half = generator.state.tolist()
    state = {"state": high << 64 | low, "inc": more_high << 64 | more_low}
    about = {"bit_generator": PCG64.__name__, "state": state, "has_uint32": kept, "uinteger": half}
    rng.bit_generator.state = about


def _format(about: Mapping[str, Any], gap: str = "") -> str:
    return NUMBERS[about["number"]] if "number" in about else ARRAY + gap + 2 * about["dimensions"] * "q"


def _packed(struct: Struct, values: Iterable[Any]) -> bytes:
    try:
        return struct.pack(*values)
    except error:
        raise Unfit from None


def _dtype(about: Mapping[str, Any]) -> np.dtype:
    fields = about["fields"]
    formats, offsets = ([each[name] for each in fields.values()] for name in ("number", "offset"))
    return np.dtype({"names": [*fields], "formats": formats, "offsets": offsets, "itemsize": about["size"]})


def engine() -> Engine | None:
    """Return the kernels of the module; None where Python is no WebAssembly, or if it is damaged, which is said."""
    try:
        return Engine(OPENER, FOLDER) if OPENER else None
    except (OSError, ValueError, LookupError) as fault:
        ACCOUNT.say_once(f"engine.wasm cannot be used ({fault})")
        return None
