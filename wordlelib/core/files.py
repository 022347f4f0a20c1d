"""Files: they are read only if they are files, and written as a whole or not at all.

A path may lead to a device, a FIFO or a socket. Reading one may never end, and a file in its place
destroys it.
"""

import errno
import json
import os
import stat
from collections.abc import Callable
from contextlib import suppress
from glob import escape
from os import PathLike
from pathlib import Path
from typing import Any

from wordlelib.core.checks import path as checked_path
from wordlelib.core.checks import refused, shown

MOST, DEEPEST = 2**28, 100  # bytes of a file; levels of JSON, far below Python's limit for recursion
KINDS = {
    stat.S_IFDIR: "a folder",
    stat.S_IFIFO: "a FIFO",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}
PARTIAL = ".partial"


def odd_kind(path: str | PathLike) -> str:
    """Return what a path leads to, such as "a FIFO"; empty if that is a file, or if nothing is there."""
    try:
        mode = os.stat(path).st_mode
    except (FileNotFoundError, NotADirectoryError):
        return ""
    return "" if stat.S_ISREG(mode) else KINDS.get(stat.S_IFMT(mode), "something else")


def read_text(path: str | PathLike, encoding: str = "utf-8", most: int = MOST) -> str:
    """Read a text file of at most `most` bytes.

    An OSError whose `strerror` says why refuses a file that cannot be read, is no regular file, or is too large, and a
    UnicodeDecodeError one that has another encoding.
    """
    kind = odd_kind(path)
    if kind:
        raise OSError(errno.EINVAL, f"{kind}, no file", str(path))
    try:
        with open(path, "rb") as file:
            content = file.read(most + 1)
        if len(content) > most:
            raise OSError(errno.EFBIG, f"more than {most:,} bytes", str(path))
        return content.decode(encoding)
    except MemoryError:
        raise OSError(errno.ENOMEM, "too large for the memory", str(path)) from None


def read_json(path: str | PathLike) -> Any:
    """Read a JSON file; see `read_text` for its errors, and `parse_json`."""
    return parse_json(read_text(path))


def parse_json(text: str | bytes, table: Callable[[list[tuple[str, Any]]], Any] | None = None) -> Any:
    """Read a value from text in JSON, where `table` makes a table of its pairs (key, value), by default a dict.

    Refused are text that is not JSON, values nested too deeply for whoever works with them, and what is too large for
    the memory.
    """
    try:
        value = json.loads(text, object_pairs_hook=table)
    except RecursionError:
        raise ValueError(f"nested too deeply; expected {DEEPEST} levels at most") from None
    except MemoryError:
        raise ValueError("too large for the memory") from None
    level = [value]
    for _ in range(DEEPEST):
        nested = (each.values() if isinstance(each, dict) else each for each in level if isinstance(each, dict | list))
        level = [each for inside in nested for each in inside]
    if level:
        raise ValueError(f"nested too deeply; expected {DEEPEST} levels at most")
    return value


def table_of(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make a table for `parse_json` in which no key may stand twice: a reader could take the other value."""
    keys = [key for key, _ in pairs]
    if len(set(keys)) < len(keys):
        raise refused("keys", keys, "each of them once")
    return dict(pairs)


def destination(path: str | PathLike, name: str = "out") -> Path:
    """Return where `write_whole` writes, which for a link is the file behind it, without looking whether it can.

    A ValueError that begins with `name` refuses what is no file, and a folder that does not exist.
    """
    target = checked_path(name, path)
    if "\0" in str(path):
        raise refused(name, path, "the path of a file")
    target = Path(os.path.realpath(target)) if target.is_symlink() else target
    kind = odd_kind(target)
    if kind:
        raise ValueError(f"{name}: {shown(str(path))} is {kind}; expected a file")
    if not target.parent.is_dir():
        raise ValueError(f"{name}: {shown(str(target.parent))} is no folder; expected a file in a folder that exists")
    return target


def check_writable(path: str | PathLike, name: str = "out") -> None:
    """Check before the work that `write_whole` can write a file, without changing what is there."""
    partial = _partial(destination(path, name))
    try:
        partial.touch()
        partial.unlink()
    except OSError as error:
        raise naming(error, path) from None


def write_whole(path: str | PathLike, text: str) -> None:
    """Write a file so that it is at any moment either the whole old one or the whole new one; a link stays a link."""
    target = destination(path)
    partial = _partial(target)
    try:
        with open(partial, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(partial, target)
        _keep(target.parent)
    except OSError as error:
        raise naming(error, path) from None
    finally:
        with suppress(OSError):
            partial.unlink(missing_ok=True)


def tidy(target: Path) -> None:
    """Delete what processes have left that were killed while they wrote a file."""
    for partial in target.parent.glob(f"{escape(target.name)}.*{PARTIAL}"):
        partial.unlink(missing_ok=True)


def _partial(target: Path) -> Path:
    return target.with_name(f"{target.name}.{os.getpid()}{PARTIAL}")


def naming(error: OSError, path: str | PathLike) -> OSError:
    """Return an error with the name of the file that was asked for."""
    return OSError(error.errno, error.strerror, str(path))


def _keep(folder: Path) -> None:
    """Write the names in a folder to the disk, so that they outlive a power failure, where the system can do that."""
    if os.name == "posix":
        opened = os.open(folder, os.O_RDONLY)
        with suppress(OSError):
            os.fsync(opened)
        os.close(opened)
