"""Landlock, by which a process gives up files and the network for good, without privileges (Linux 5.13 and newer)."""

import ctypes
import os
import struct
import sys
from collections.abc import Iterable

CREATE, ADD, RESTRICT = 444, 445, 446  # the numbers of the calls, the same on all processors
EXECUTE, WRITE_FILE, READ_FILE, READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}  # how many rights to files each version knows
FILE_RIGHTS = EXECUTE | WRITE_FILE | READ_FILE | 1 << 14 | 1 << 15
KNOWS_TCP = 4
KNOWS_SIGNALS = 6
NO_NEW_PRIVILEGES = 38


def version() -> int:
    """Give the version of Landlock that the system has, 0 if none."""
    return max(ctypes.CDLL(None).syscall(CREATE, None, 0, 1), 0) if sys.platform == "linux" else 0


def restrict(reads: Iterable[str], writes: Iterable[str]) -> bool:
    """Give up all but some files to read and to write, TCP, and signals to others; say whether the system can do it."""
    known = version()
    if not known:
        return False
    libc = ctypes.CDLL(None)
    every = (1 << RIGHTS.get(known, 16)) - 1
    asked = struct.pack("QQQ", every, 3, 3)[: 24 if known >= KNOWS_SIGNALS else 16 if known >= KNOWS_TCP else 8]
    rules = libc.syscall(CREATE, asked, len(asked), 0)
    if rules < 0:
        return False
    for paths, rights in ((reads, EXECUTE | READ_FILE | READ_DIR), (writes, every)):
        for path in paths:
            if not os.path.exists(path):
                continue
            place = os.open(path, os.O_PATH | os.O_CLOEXEC)
            allowed = rights if os.path.isdir(path) else rights & FILE_RIGHTS & every
            rule = struct.pack("=Qi", allowed, place)
            refused = libc.syscall(ADD, rules, 1, rule, 0)
            os.close(place)
            if refused:
                return False
    libc.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    return libc.syscall(RESTRICT, rules, 0) == 0
