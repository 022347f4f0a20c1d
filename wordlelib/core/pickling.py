"""Classes that let an object travel to other processes, and keep two threads from using it at once."""

import threading
from collections.abc import Callable
from functools import cached_property, wraps
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar
from weakref import WeakKeyDictionary

import numpy as np

P = ParamSpec("P")
R = TypeVar("R")
S = TypeVar("S")
T = TypeVar("T")
LOCK = "_lock"


class Picklable:
    """An object that pickles with all it knows, except for what it can compute again.

    Joblib and Dask hand over large arrays as read-only memory. Kernels would have to be compiled anew for it, so such
    arrays are copied on arrival.
    """

    def __getstate__(self) -> dict[str, Any]:
        """Leave out the lock and cached properties."""
        kind = type(self)
        return {
            name: value
            for name, value in vars(self).items()
            if name != LOCK and not isinstance(getattr(kind, name, None), cached_property)
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        copies: dict[int, np.ndarray] = {}
        vars(self).update((name, _owned(value, copies)) for name, value in state.items())


def _owned(value: Any, copies: dict[int, np.ndarray]) -> Any:
    """Return arrays, alone or in tuples and lists, as arrays that can be written to; the same one stays the same."""
    if isinstance(value, np.ndarray) and not (value.flags.writeable and type(value) is np.ndarray):
        return copies.setdefault(id(value), np.array(value))
    if isinstance(value, tuple):
        items = [_owned(item, copies) for item in value]
        return type(value)(*items) if hasattr(value, "_fields") else tuple(items)
    if type(value) is list:
        return [_owned(item, copies) for item in value]
    return value


class PerGame(Generic[T]):
    """A store with one object for each game, kept as long as the game, which pickles with all its objects."""

    def __init__(self) -> None:
        self._kept: WeakKeyDictionary[Any, T] = WeakKeyDictionary()

    def get(self, game: Any, make: Callable[[], T]) -> T:
        """Return the object of a game, which is made when it is first asked for."""
        found = self._kept.get(game)
        return self._kept.setdefault(game, make()) if found is None else found

    def keep(self, game: Any, thing: T) -> None:
        """Keep an object for a game."""
        self._kept[game] = thing

    def __getstate__(self) -> dict[str, list[tuple[Any, T]]]:
        return {"kept": list(self._kept.items())}

    def __setstate__(self, state: dict[str, list[tuple[Any, T]]]) -> None:
        self._kept = WeakKeyDictionary(state["kept"])


def exclusive(method: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
    """Let only one thread at a time into the methods of an object that are marked so, and refuse any other.

    A search enlarges the arrays that it writes into, and a thread that began with less room would write beyond their
    end.
    """

    @wraps(method)
    def guarded(self: S, /, *args: P.args, **kwargs: P.kwargs) -> R:
        lock = vars(self).setdefault(LOCK, threading.RLock())
        if not lock.acquire(blocking=False):
            raise RuntimeError(
                f"{self!r} is at work in another thread; expected one thread at a time, so give each its own"
            )
        try:
            return method(self, *args, **kwargs)
        finally:
            lock.release()

    return guarded
