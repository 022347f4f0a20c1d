"""Run the cells of a page in the reader's browser: what they print is handed on, and pictures are left out."""

import ast
import io
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from traceback import extract_tb
from types import ModuleType
from typing import Any

CELL, MOST = "cell", 50_000
LEFT_OUT = ("matplotlib", "matplotlib.pyplot", "wordlelib.plots", "wordlelib.widgets")
SCOPE: dict[str, Any] = {"__name__": "__main__"}


class LeftOut(ModuleType):
    """A module that is not there: its functions do nothing, but for `show`, which says so."""

    def __getattr__(self, name: str) -> Callable[..., None]:
        """Give a function."""
        if name.startswith("__"):
            raise AttributeError(name)
        return (lambda *_, **__: print("(a picture, as above)")) if name == "show" else (lambda *_, **__: None)


class Printed(io.TextIOBase):
    """Hands on what is printed, up to a length."""

    def __init__(self, say: Callable[[str], object]) -> None:
        self.say, self.size = say, 0

    def write(self, text: str) -> int:
        """Hand a text on."""
        self.size += len(text)
        if self.size > MOST:
            raise ValueError(f"more than {MOST:,} characters printed")
        self.say(text)
        return len(text)


def leave_out() -> None:
    """Put stand-ins where cells import what draws."""
    for name in LEFT_OUT:
        sys.modules[name] = LeftOut(name)
    sys.modules["matplotlib"].pyplot = sys.modules["matplotlib.pyplot"]  # type: ignore[attr-defined]


def run(code: str, say: Callable[[str], object]) -> str:
    """Run a cell, and hand on what it prints and the value of its last line; give its error in one line, or nothing."""
    printed = Printed(say)
    try:
        with redirect_stdout(printed), redirect_stderr(printed):
            body = ast.parse(code, CELL).body
            ends = body.pop() if body and isinstance(body[-1], ast.Expr) else None
            exec(compile(ast.Module(body, []), CELL, "exec"), SCOPE)
            if isinstance(ends, ast.Expr):
                value = eval(compile(ast.Expression(ends.value), CELL, "eval"), SCOPE)
                if value is not None:
                    print(repr(value))
    except BaseException as error:
        return in_one_line(error)
    return ""


def in_one_line(error: BaseException) -> str:
    """Say in which line of a cell an error came, and which."""
    lines = [entry.lineno for entry in extract_tb(error.__traceback__) if entry.filename == CELL]
    line = error.lineno if isinstance(error, SyntaxError) else lines[0] if lines else None
    text = error.msg if isinstance(error, SyntaxError) else " ".join(str(error).split())
    said = f"{type(error).__name__}: {text}" if text else type(error).__name__
    return f"Line {line}: {said}" if line else said
