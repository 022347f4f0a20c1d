"""The data that come with the project: results computed with it, tables that the papers printed, and questions."""

import csv
import json
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from wordlelib.game.words import DATA

MEASURED = ("seconds", "cpu_seconds", "training_seconds")


def results(name: str) -> dict[str, Any]:
    """Read a result that comes with the project: its rows, and the command, versions and settings behind them."""
    return json.loads(_stored("results", name, ".json").read_text(encoding="utf-8"))


def grouped(rows: Iterable[dict[str, Any]], *names: str) -> dict[Any, list[dict[str, Any]]]:
    """Group rows by their value under one name, or by their values under several, in order of appearance.

    Examples
    --------
    >>> grouped([{"n": 1, "seed": 0}, {"n": 2, "seed": 0}, {"n": 1, "seed": 1}], "n")[1]
    [{'n': 1, 'seed': 0}, {'n': 1, 'seed': 1}]
    """
    found: dict[Any, list[dict[str, Any]]] = {}
    for row in rows:
        key = tuple(row[name] for name in names)
        found.setdefault(key[0] if len(key) == 1 else key, []).append(row)
    return found


def seconds_of(rows: Iterable[dict[str, Any]]) -> np.ndarray:
    """Return how long each row of a stored run took by the first of `MEASURED` that it has, or NaN if it has none."""
    return np.array([next((row[name] for name in MEASURED if name in row), np.nan) for row in rows], float)


def published(name: str) -> list[dict[str, str]]:
    """Read a table exactly as a paper printed it, where the entries that it leaves out are empty."""
    with open(_stored("published", name, ".csv"), encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def questions(name: str) -> list[dict[str, Any]]:
    """Read the questions of a chapter's self-check, which `widgets.SelfCheck` fills in."""
    return tomllib.loads(_stored("self_checks", name, ".toml").read_text(encoding="utf-8"))["question"]


def _stored(folder: str, name: str, suffix: str) -> Path:
    path = DATA / folder / (name + suffix)
    if not path.is_file():
        there: Iterable[str] = sorted(each.stem for each in (DATA / folder).glob("*" + suffix))
        raise ValueError(f"name: {name!r}; expected one of {', '.join(there)}")
    return path
