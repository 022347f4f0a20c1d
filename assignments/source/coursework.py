"""Checks that say what was expected, what came instead, and on which input."""

import copy
import math
from collections.abc import Callable
from typing import Any, NoReturn

import numpy as np

NOTHING = object()


class Wrong(AssertionError):
    """What a check found, as a sentence; a notebook shows no more than it, but where an error came before."""

    def _render_traceback_(self) -> list[str] | None:
        if self.__cause__ is None:
            return [str(self)]
        raise NotImplementedError  # then the notebook shows both errors as usual


def equal(function: Callable, *args: Any, expected: Any, hint: str = "", tolerance: float = 1e-9) -> None:
    """Check that a function gives what is expected; numbers may differ a little, lists and arrays are alike."""
    answer = call(function, args, hint)
    if not same(answer, expected, tolerance):
        refuse(function, args, f"expected {show(expected)}, got {show(answer)}", hint)


def one_of(function: Callable, *args: Any, expected: Any, hint: str = "") -> None:
    """Check that a function gives one of several answers that are all right."""
    answer = call(function, args, hint)
    if not any(same(answer, right, 1e-9) for right in expected):
        refuse(function, args, f"expected one of {show(list(expected))}, got {show(answer)}", hint)


def true(function: Callable, *args: Any, rule: Callable[[Any], bool], expected: str, hint: str = "") -> None:
    """Check that what a function gives keeps to a rule, which `expected` says in words."""
    answer = call(function, args, hint)
    try:
        right = bool(rule(answer))
    except Exception:
        right = False
    if not right:
        refuse(function, args, f"expected {expected}, got {show(answer)}", hint)


def value(name: str, answer: Any, expected: Any, hint: str = "", tolerance: float = 1e-9) -> None:
    """Check a value that has a name."""
    if answer is None or answer is Ellipsis:
        raise Wrong(f"{name} has no value yet.")
    if not same(answer, expected, tolerance):
        raise Wrong(f"{name}: {show(answer)} is not right. {hint}".strip())


def has_value(name: str, answer: Any, kind: str, rule: Callable[[Any], bool] = lambda answer: True) -> None:
    """Check that a value is there and of the right kind, which is said in words; not that it is right."""
    if answer is None or answer is Ellipsis:
        raise Wrong(f"{name} has no value yet; expected {kind}.")
    try:
        right = bool(rule(answer))
    except Exception:
        right = False
    if not right:
        raise Wrong(f"{name}: {show(answer)}; expected {kind}.")


def call(function: Callable, args: tuple, hint: str) -> Any:
    """Call a function with copies of the arguments, so that it cannot change the check's."""
    try:
        return function(*copy.deepcopy(args))
    except NotImplementedError:
        raise
    except Exception as error:
        refuse(function, args, f"{type(error).__name__}: {error}", hint, error)


def same(a: Any, b: Any, tolerance: float) -> bool:
    """Say whether two values are alike."""
    if isinstance(b, np.ndarray) or isinstance(a, np.ndarray):
        a, b = (x.tolist() if isinstance(x, np.ndarray) else x for x in (a, b))
    a, b = (x.item() if isinstance(x, np.bool_ | np.str_) else x for x in (a, b))
    if isinstance(b, bool | str | None.__class__) or isinstance(a, bool | str | None.__class__):
        return type(a) is type(b) and a == b
    if isinstance(b, int | float | np.number):
        if not isinstance(a, int | float | np.number):
            return False
        return a == b or math.isfinite(a - b) and abs(a - b) <= tolerance * max(1.0, abs(a), abs(b))
    if isinstance(b, list | tuple):
        if not isinstance(a, list | tuple) or len(a) != len(b):
            return False
        return all(same(x, y, tolerance) for x, y in zip(a, b, strict=True))
    if isinstance(b, dict):
        return type(a) is dict and a.keys() == b.keys() and all(same(a[k], b[k], tolerance) for k in b)
    return type(a) is type(b) and a == b


def show(answer: Any) -> str:
    """Write a value down, shortly."""
    text = " ".join(repr(answer).split())
    return text if len(text) < 200 else text[:190] + " ..."


def refuse(function: Callable, args: tuple, complaint: str, hint: str, cause: Exception | None = None) -> NoReturn:
    """Say what is wrong."""
    name = getattr(function, "__name__", "function")
    given = ", ".join(map(show, args))
    raise Wrong(f"{name}({given}): {complaint}. {hint}".strip()) from cause


def raises(function: Callable, *args: Any, error: type[Exception], hint: str = "") -> None:
    """Check that a function refuses an input with a certain error."""
    try:
        answer = function(*copy.deepcopy(args))
    except error:
        return
    except Exception as other:
        refuse(function, args, f"expected {error.__name__}, got {type(other).__name__}: {other}", hint)
    refuse(function, args, f"expected {error.__name__}, got {show(answer)}", hint)
