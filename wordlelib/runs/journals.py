"""Journals: files to which a run appends each result as soon as it is there, so that no work is ever lost.

Each line is a record in JSON after its own checksum. Whatever ends a run, at most the line that was being written is
incomplete, and it is cut off when the run continues. Only one process at a time can write a journal.
"""

import hashlib
import json
import os
from io import BufferedReader, FileIO
from os import PathLike
from pathlib import Path
from types import ModuleType
from typing import Any

from wordlelib.core.checks import shown
from wordlelib.core.files import MOST, naming, odd_kind, parse_json

fcntl: ModuleType | None
try:
    import fcntl
except ImportError:  # Windows, where nothing keeps two runs from writing one journal
    fcntl = None

Record = dict[str, Any]


class Journal:
    """A journal that is open for writing, and the records that it held before; the file is made if there is none.

    It is refused if another process is writing it, or if a line other than the last one is damaged.
    """

    def __init__(self, path: str | PathLike) -> None:
        self.path = Path(path)
        self._file = _locked(self.path)
        try:
            self.records, self._end = _read(self.path, self._file.read())
        except ValueError:
            self._file.close()
            raise
        self._cut()

    def __enter__(self) -> "Journal":
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def append(self, record: Record) -> None:
        """Write a record, and wait until it is on the disk; on a full one the journal stays as it was."""
        line = _line(record)
        try:
            left = line
            while left:
                left = left[self._file.write(left) :]
            os.fsync(self._file.fileno())
        except OSError as error:
            self._cut()
            raise naming(error, self.path) from None
        self._end += len(line)

    def remove(self) -> None:
        """Delete the file, while it is still locked."""
        self.path.unlink(missing_ok=True)

    def _cut(self) -> None:
        """Leave whole lines only."""
        os.ftruncate(self._file.fileno(), self._end)
        self._file.seek(self._end)


def read_journal(path: str | PathLike) -> list[Record]:
    """Return the records of a journal, even while another process is writing it."""
    path = _regular(Path(path))
    return _read(path, path.read_bytes())[0]


def is_written(path: str | PathLike) -> bool:
    """Return whether a process is writing a journal."""
    with open(_regular(Path(path)), "rb") as file:
        return fcntl is not None and not _taken(file, fcntl.LOCK_SH)


def _locked(path: Path) -> FileIO:
    """Open a file for reading and writing, locked for others, again if its last writer has deleted it meanwhile."""
    while True:
        file = FileIO(os.open(_regular(path), os.O_RDWR | os.O_CREAT, 0o666), "r+")
        if not _lock(file):
            file.close()
            raise ValueError(f"out: {path} is being written by another run; expected one run a file")
        if _is_still(path, file):
            return file
        file.close()


def _regular(path: Path) -> Path:
    """Refuse a path that leads to something else than a file, or to one that is too large."""
    if odd_kind(path):
        raise ValueError(f"out: {path} is {odd_kind(path)}; expected a journal")
    if path.exists() and path.stat().st_size > MOST:
        raise ValueError(f"out: {path} has more than {MOST:,} bytes; expected a journal")
    return path


def _lock(file: FileIO) -> bool:
    """Lock a file, and return whether that is done; the lock of `is_written`, held for a moment, is waited out."""
    while fcntl is not None:
        if _taken(file, fcntl.LOCK_EX):
            return True
        if not _taken(file, fcntl.LOCK_SH):
            return False
        fcntl.flock(file, fcntl.LOCK_UN)
    return True


def _taken(file: FileIO | BufferedReader, lock: int) -> bool:
    assert fcntl is not None
    try:
        fcntl.flock(file, lock | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _is_still(path: Path, file: FileIO) -> bool:
    try:
        return os.path.samestat(os.stat(path), os.fstat(file.fileno()))
    except FileNotFoundError:
        return False


def _line(record: Record) -> bytes:
    text = json.dumps(record).encode()
    return _checksum(text) + b" " + text + b"\n"


def _record(text: bytes, place: str) -> Record:
    try:
        record = parse_json(text)
    except ValueError as error:
        raise ValueError(f"{place}: {error}; expected a record") from None
    if not isinstance(record, dict):
        raise ValueError(f"{place}: {shown(record)}; expected a record")
    return record


def _checksum(text: bytes) -> bytes:
    return hashlib.blake2b(text, digest_size=8).hexdigest().encode()


def _read(path: Path, content: bytes) -> tuple[list[Record], int]:
    """Return the records of a journal, and where the last whole line ends."""
    records: list[Record] = []
    end = 0
    *lines, torn = content.split(b"\n")
    for number, line in enumerate(lines, 1):
        checksum, _, text = line.partition(b" ")
        if checksum != _checksum(text):
            if number < len(lines) or torn:
                raise ValueError(f"out: {path}, line {number} is damaged; expected a line that fits its checksum")
            break
        records.append(_record(text, f"out: {path}, line {number}"))
        end += len(line) + 1
    return records, end
