"""The experiments of the book, each a sweep that is computed once and stored in `data/results`.

A sweep is made by a public function of one of `MODULES` that returns a `runs.sweeps.Sweep`. Its name is that of the
function, with hyphens, and the first line of the function's docstring says what it is.
"""

from collections.abc import Callable
from inspect import isfunction, signature
from types import ModuleType

from wordlelib.lab import (
    agents,
    authors_tables,
    boards_sweep,
    drift_sweep,
    ladder,
    languages,
    published_totals,
    races,
    second_guess_sweep,
    sweeps_adversary,
    sweeps_exact,
    sweeps_planning,
    today,
    training,
    tuning,
)
from wordlelib.lab.results import published as published
from wordlelib.lab.results import results as results
from wordlelib.runs.sweeps import Sweep
from wordlelib.search.all_openings import merged as merged

MODULES = (
    sweeps_planning,
    sweeps_exact,
    sweeps_adversary,
    races,
    authors_tables,
    ladder,
    training,
    tuning,
    second_guess_sweep,
    languages,
    today,
    published_totals,
    agents,
    drift_sweep,
    boards_sweep,
)


def _sweeps_of(module: ModuleType) -> dict[str, Callable[..., Sweep]]:
    """Return the functions of a module that make a sweep, by the names of the sweeps."""
    own = {name: each for name, each in vars(module).items() if isfunction(each) and each.__module__ == module.__name__}
    public = {name.replace("_", "-"): each for name, each in own.items() if not name.startswith("_")}
    return {name: each for name, each in public.items() if signature(each).return_annotation is Sweep}


SWEEPS = {name: make for module in MODULES for name, make in _sweeps_of(module).items()}
