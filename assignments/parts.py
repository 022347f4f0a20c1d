"""The course's environment lies on top of the book's: let programs and templates of the one below be found."""

import os
import sys
from pathlib import Path

import nbconvert


def find_parts() -> None:
    """Put this Python's folder on the path for programs that are called by name, and the book's for templates."""
    programs = os.environ.get("PATH", "").split(os.pathsep)
    here = str(Path(sys.executable).parent)
    if here not in programs:
        os.environ["PATH"] = os.pathsep.join([here, *programs])
    os.environ.setdefault("JUPYTER_PATH", str(Path(nbconvert.__file__).parents[4] / "share" / "jupyter"))
