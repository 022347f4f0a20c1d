"""Wordle as a laboratory for sequential decisions: the library behind the book.

>>> import wordlelib as wl
>>> game = wl.wordle(wl.words.tiny())
>>> state = game.start().after("stone", "-y-y-")
>>> wl.play(game, wl.InformationGain()).mean < 2.5
True
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from wordlelib.door import *  # noqa: F403

__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """Import all rooms when the first name is asked for, which takes a second.

    Until then nothing is imported, so that the command line can watch for Ctrl-C first.
    """
    if name == "__all__" or not name.startswith("__"):
        door = import_module("wordlelib.door")
        if name in globals():  # a room
            return globals()[name]
        if name == "__all__" or name in door.__all__:
            value = globals()[name] = getattr(door, name)
            return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *import_module("wordlelib.door").__all__})
