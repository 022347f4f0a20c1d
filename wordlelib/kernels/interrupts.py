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

CODE = 130
PATIENCE, STEPS = 1.5, 30


class Watch:
    """A watch that decides what happens at Ctrl-C, and what is printed then.

    Attributes
    ----------
    known
        A function that returns the text that a command leaves if it is stopped now, or None if there is nothing to
        leave. It is called while kernels may be compiling, and must not call any.
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
        """Note that everything is imported, and that a command begins."""
        self._running, self._left, self.known = True, False, None

    def say(self, text: str) -> None:
        """Print the result of a command, after which there is nothing to leave."""
        with self._lock:
            if not self._left:
                print(text, flush=True)
            self.known = None

    def leave(self) -> int:
        """Print once what is known and that the command was stopped, and return the exit code."""
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
    """Say whether compiled code calls Python to hand a result over, where an exception would end the interpreter.

    The frame may also be that of the handler of another signal, which came there first.
    """
    while frame is not None:
        module = str(frame.f_globals.get("__name__"))
        if module == "numba.core.serialize" or module.startswith("namedtuple_"):
            return True
        frame = frame.f_back
    return False


@contextmanager
def later_interrupt() -> Iterator[list[int]]:
    """Put off Ctrl-C and SIGTERM to the end of a block, and yield a list that is no longer empty once one has come.

    Compiled code calls Python to take generators and to hand over its results, and LLVM calls it to store machine code
    and to ask for what was stored. None of them expects an exception. The earlier handler is called from here, not from
    where Ctrl-C came. There it might put the signal off, but nothing would be left to wait for.
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
