"""Compile a kernel once and keep it on disk, and never run a stale one.

Numba's own cache looks only at the file in which a kernel stands, so a kernel that calls another file's
kernel would go on using the old callee after that file has changed. Here the folder of the cache is named
after the content of the whole library (but for the widgets, which have no kernels): any change starts a new folder.
"""

import hashlib
import os
import tempfile
from collections.abc import Callable
from pathlib import Path

import numba


def _cache_folder() -> Path:
    package = Path(__file__).parent
    digest = hashlib.sha256()
    for source in sorted(package.glob("*.py")):
        digest.update(source.read_bytes())
    name = f"kernels-{digest.hexdigest()[:16]}"
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    homes = [chosen] if chosen else [str(package / "__pycache__"), "~/.cache/wordlelib"]
    for home in homes:
        try:
            folder = Path(home).expanduser() / name
            folder.mkdir(parents=True, exist_ok=True)
        except (OSError, RuntimeError):
            continue
        if os.access(folder, os.W_OK):
            return folder
    return Path(tempfile.mkdtemp(prefix="wordlelib-"))


CACHE_FOLDER = _cache_folder()


def kernel(function: Callable) -> Callable:
    """Compile `function` with Numba in no-Python mode and cache the machine code in `CACHE_FOLDER`."""
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(CACHE_FOLDER)
    try:
        return numba.njit(cache=True)(function)
    finally:
        numba.config.CACHE_DIR = before
