"""A filter of system calls, by which a process gives up sockets, shared memory and other processes for good.

Landlock keeps files from a process, and neither sockets that lie in the file system nor memory that outlives it. The
filter answers "not permitted" to the calls that reach these, on the two processors for which it knows their numbers.
"""

import ctypes
import platform
import struct

# Calls by their numbers on each processor, from the kernel's tables of system calls.
CALLS = {
    "socket": (41, 198),  # socketpair, which asyncio needs, reaches nobody else
    "shmget": (29, 194),
    "semget": (64, 190),
    "msgget": (68, 186),
    "mq_open": (240, 180),
    "memfd_create": (319, 279),
    "memfd_secret": (447, 447),
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425),
    "unshare": (272, 97),
    "setns": (308, 268),
    "mount": (165, 40),
    "pivot_root": (155, 41),
    "open_by_handle_at": (304, 265),
}
PROCESSORS = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}  # place in CALLS, and the kernel's name for it
OTHER_NUMBERS = 0x40000000  # from here on x86_64 has the calls of x32 once more
NO_NEW_PRIVILEGES, SET_FILTER, FILTER = 38, 22, 2  # prctl
LOAD, JUMP_IF_EQUAL, JUMP_IF_AT_LEAST, RETURN = 0x20, 0x15, 0x35, 0x06
ALLOWED, NOT_PERMITTED = 0x7FFF0000, 0x00050001
NUMBER, PROCESSOR = 0, 4  # where the filter finds them


def known() -> bool:
    """Tell whether the calls of this processor are known."""
    return platform.machine() in PROCESSORS


def restrict() -> bool:
    """Give up the calls; say whether the system can do it."""
    if not known():
        return False
    which, name = PROCESSORS[platform.machine()]
    numbers = sorted(numbers[which] for numbers in CALLS.values())
    end = 5 + len(numbers)  # the place of the last step, which refuses; a jump counts from the step after it
    steps = [(LOAD, 0, 0, PROCESSOR), (JUMP_IF_EQUAL, 0, end - 2, name)]
    steps += [(LOAD, 0, 0, NUMBER), (JUMP_IF_AT_LEAST, end - 4, 0, OTHER_NUMBERS)]
    steps += [(JUMP_IF_EQUAL, end - place - 1, 0, number) for place, number in enumerate(numbers, len(steps))]
    steps += [(RETURN, 0, 0, ALLOWED), (RETURN, 0, 0, NOT_PERMITTED)]
    code = ctypes.create_string_buffer(b"".join(struct.pack("=HBBI", *step) for step in steps))
    program = struct.pack("@HP", len(steps), ctypes.addressof(code))
    libc = ctypes.CDLL(None)
    libc.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    return libc.prctl(SET_FILTER, FILTER, ctypes.create_string_buffer(program), 0, 0) == 0
