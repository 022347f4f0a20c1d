"""Compile kernels with Numba as it is, where `compiler` does not know its insides.

Numba compiles each kernel by itself, and once more inside each of its callers, so the first calls take several times as
long. The results are the same. Machine code that was made from other kernels is never run: Numba looks at the file of
one kernel only, so all of it is kept in a folder whose name holds a digest of the files of all kernels.
"""

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numba
from numba.core import event

from wordlelib.kernels.account import ACCOUNT, cache_folder, family_of, has_reader


class _Listener(event.Listener):
    """A listener that counts what Numba compiles of all kernels' functions, and first says why Numba compiles alone."""

    def __init__(self) -> None:
        self.why, self.functions, self._depth = "", set[Callable](), 0

    def on_start(self, happened: Any) -> None:
        """Begin to count with the outermost kernel, and say why compiling is slow."""
        function = happened.data["dispatcher"].py_func
        if self._depth == 0 and function in self.functions:
            if has_reader():
                ACCOUNT.say_once(f"{self.why}, so the first calls take several times as long, with the same results")
            self._counting = ACCOUNT.compiling(family_of(function))
            self._counting.__enter__()
        self._depth += self._depth > 0 or function in self.functions

    def on_end(self, happened: Any) -> None:
        """Stop counting after the outermost kernel."""
        if self._depth > 0:
            self._depth -= 1
            if self._depth == 0:
                self._counting.__exit__(None, None, None)


LISTENER = _Listener()
event.register("numba:compile", LISTENER)


def kernel(function: Callable) -> Callable:
    """Compile a function when it is first called, and keep its machine code on disk."""
    LISTENER.functions.add(function)
    chosen, numba.config.CACHE_DIR = numba.config.CACHE_DIR, str(_folder())
    try:
        return numba.njit(cache=True)(function)
    finally:
        numba.config.CACHE_DIR = chosen


shared_kernel = kernel


def record(cls: type) -> type:
    """Leave a class of named tuples as it is: their fields are arguments of their own."""
    return cls


@cache
def _folder() -> Path:
    files = sorted(Path(__file__).parent.glob("*.py"))
    digest = hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()
    return cache_folder() / f"numba-{digest[:20]}"
