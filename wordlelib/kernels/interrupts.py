"""Ctrl-C on the command line, which ends anything within two seconds, with one line and exit code 130.

Python raises `KeyboardInterrupt` between two steps of its own. That comes late while LLVM compiles, is lost inside
callbacks, and ends in a traceback while modules are imported. So a thread hears of the signal at once. It gives the
command a moment to end by itself, and then ends the process. Kernels keep all threads waiting, but they return often.

This module imports nothing of the library and little of Python, because it must be ready before anything else.
"""

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

CODE = 130  # 128 + SIGINT, as shells report it
PATIENCE, STEPS = 1.5, 30  # seconds to end by itself, out of the two promised, and how often Ctrl-C is repeated then


class Watch:
    """What happens at Ctrl-C, and what is printed then.

    The function `known` returns what a command prints if it is stopped now, or None if it would print nothing. It may
    be called while kernels are compiled, so it must not call any.
    """

    def __init__(self) -> None:
        self.known: Callable[[], str] | None = None
        self._running = self._stopped = self._left = False
        self._lock = threading.Lock()

    def install(self) -> None:
        """Begin to watch, unless Ctrl-C is handled elsewhere, or ignored, as for a job in the background."""
        if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
            return
        signal.signal(signal.SIGINT, self._pressed)
        import socket  # takes a while itself

        reader, writer = socket.socketpair()
        writer.setblocking(False)
        signal.set_wakeup_fd(writer.fileno(), warn_on_full_buffer=False)
        self._sockets = reader, writer
        threading.Thread(target=self._wait, args=(reader.recv,), daemon=True).start()

    def begin(self) -> None:
        """Note that a command begins, since everything is imported."""
        self._running, self._left, self.known = True, False, None

    def say(self, text: str) -> None:
        """Print the result of a command, and forget what it would print if it were stopped."""
        with self._lock:
            if not self._left:
                print(text, flush=True)
            self.known = None

    def leave(self) -> int:
        """Print, once only, what is known and that the command was stopped; return the exit code."""
        with self._lock:
            if not self._left:
                self._left = True
                try:
                    if self.known is not None:
                        print(self.known(), flush=True)
                finally:
                    print("wordlelib: stopped", file=sys.stderr, flush=True)
        return CODE

    def _pressed(self, number: int, frame: FrameType | None) -> None:
        if self._stopped or (self._running and is_handed_over(frame)):
            return
        self._stopped = True
        sys.unraisablehook = lambda _: None  # what was broken off cannot be tidied up, and nobody needs to know
        if not self._running:
            self._end()
        raise KeyboardInterrupt

    def _wait(self, read: Callable[[int], bytes]) -> None:
        while read(1)[0] not in (signal.SIGINT, signal.SIGTERM):
            pass
        for _ in range(STEPS):
            threading.Event().wait(PATIENCE / STEPS)
            if not self._stopped:
                os.kill(os.getpid(), signal.SIGINT)
        self._end()

    def _end(self) -> None:
        try:
            self.leave()
            processes = sys.modules.get("multiprocessing")
            for child in processes.active_children() if processes else []:
                child.kill()
        finally:
            os._exit(CODE)


def is_handed_over(frame: FrameType | None) -> bool:
    """Tell whether compiled code is calling Python to return a result, where an exception would end the interpreter.

    The frame may also be that of the handler of another signal, which came there first.
    """
    while frame is not None:
        module = str(frame.f_globals.get("__name__"))
        if module == "numba.core.serialize" or module.startswith("namedtuple_"):
            return True
        frame = frame.f_back
    return False


@contextmanager
def defer_interrupts() -> Iterator[list[int]]:
    """Defer Ctrl-C and SIGTERM to the end of a block, and yield a list that fills when one has come.

    Compiled code calls Python to take generators and to return results, and LLVM calls it to store machine code and to
    find what was stored. Neither expects an exception. The earlier handler is called from here and not from the frame
    where Ctrl-C came: there it might defer the signal again, although nothing would be left to wait for.
    """
    pressed: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield pressed
        return
    # A job in the background ignores Ctrl-C, and hears SIGTERM alone.
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    handlers = {number: handler for number, handler in before.items() if callable(handler)}
    for number in handlers:
        signal.signal(number, lambda number, _: pressed.append(number))
    try:
        yield pressed
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
    for number, handler in handlers.items():
        if number in pressed:
            handler(number, sys._getframe())


WATCH = Watch()
