"""The one door to the compilers: kernels are compiled where Numba is, and run as Python where it is not.

In a browser, where it cannot be, those that `make wasm` has compiled for the pages run as WebAssembly.
"""

import os
import sys
from collections.abc import Callable
from typing import Any

from wordlelib.kernels.account import ACCOUNT, cache_folder, clock, cpu_clock, first_process

__all__ = ["ACCOUNT", "UNCOMPILED", "cache_folder", "clock", "cpu_clock", "kernel", "record", "shared_kernel"]

UNCOMPILED = "NUMBA_DISABLE_JIT is set" if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0") else ""
"""Why kernels run as Python; empty if they are compiled."""

_COMPILER: Any = None
if not UNCOMPILED:
    try:
        from wordlelib.kernels import compiler

        _COMPILER = compiler
    except (ImportError, AttributeError) as error:
        if sys.modules.get("numba"):  # one whose insides the compiler does not know
            from wordlelib.kernels import stock

            _COMPILER, stock.LISTENER.why = stock, str(error)
        else:
            from wordlelib.kernels import webassembly

            UNCOMPILED, _COMPILER = f"Numba cannot be imported ({error})", webassembly.engine()
            if first_process():
                some = ", but for some as WebAssembly" if _COMPILER else ""
                ACCOUNT.say_once(
                    f"{UNCOMPILED}, so kernels run as Python{some}: fine for small games, slow for the full lists"
                )


def kernel(function: Callable) -> Callable:
    """Compile a function with Numba in no-Python mode when it is first called."""
    return _COMPILER.kernel(function) if _COMPILER else function


def shared_kernel(function: Callable) -> Callable:
    """Compile a function that several kernels call once for all of them, and not as a part of each."""
    return _COMPILER.shared_kernel(function) if _COMPILER else function


def record(cls: type) -> type:
    """Let kernels take the named tuples of a class as pointers."""
    return _COMPILER.record(cls) if _COMPILER else cls
