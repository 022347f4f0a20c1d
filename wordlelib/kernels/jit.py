"""The one door to the compiler: kernels are compiled where Numba is, and run as Python where it is not."""

import os
import sys
from collections.abc import Callable
from multiprocessing import current_process, parent_process

import numpy as np

from wordlelib.kernels.account import ACCOUNT, cache_folder, clock, cpu_clock

__all__ = [
    "ACCOUNT",
    "UNCOMPILED",
    "cache_folder",
    "clock",
    "cpu_clock",
    "empty",
    "kernel",
    "record",
    "shared_kernel",
    "zeros",
]

UNCOMPILED = "NUMBA_DISABLE_JIT is set" if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0") else ""
"""Why kernels run as Python; empty if they are compiled."""

if not UNCOMPILED:
    try:
        from wordlelib.kernels import compiler, lowering
    except ImportError as error:
        if sys.modules.get("numba"):  # Numba itself is there
            raise
        UNCOMPILED = f"Numba cannot be imported ({error})"
        begins = getattr(current_process(), "_inheriting", False)  # another process has just started this one
        if parent_process() is None and not begins:
            ACCOUNT.say_once(f"{UNCOMPILED}, so kernels run as Python: fine for small games, slow for the full lists")

empty, zeros = (np.empty, np.zeros) if UNCOMPILED else (lowering.new_empty, lowering.new_zeros)


def kernel(function: Callable) -> Callable:
    """Compile a function with Numba in no-Python mode when it is first called."""
    return function if UNCOMPILED else compiler.Kernel(function)


def shared_kernel(function: Callable) -> Callable:
    """Compile a function that several kernels call once for all of them, and not as a part of each."""
    return function if UNCOMPILED else compiler.Kernel(function, shared=True)


def record(cls: type) -> type:
    """Let kernels take the named tuples of a class as pointers."""
    return cls if UNCOMPILED else lowering.record(cls)
