"""The experiments of the book, each a sweep that is computed once and stored in `data/results`."""

from collections.abc import Callable

from wordlelib.lab.clusters import clusters, processes
from wordlelib.lab.languages import languages
from wordlelib.lab.methods import methods, newton, shift
from wordlelib.lab.printed import conventions, widths
from wordlelib.lab.races import VARIANTS as VARIANTS
from wordlelib.lab.races import (
    race,
    race_as_in_the_essay,
    race_of_parameters,
    race_of_spreads,
    race_with_a_prior,
)
from wordlelib.lab.races import search_once as search_once
from wordlelib.lab.results import published as published
from wordlelib.lab.results import results as results
from wordlelib.lab.second_guess_sweep import second_guesses
from wordlelib.lab.sweeps_adversary import (
    fours,
    guarantees,
    hard,
    hard_openings,
    look_ahead,
    obstructions,
    representations,
    small_sets,
    strict,
    tables,
    worst_case,
)
from wordlelib.lab.sweeps_exact import certificates, exact, promises, refutations, scaling, small_trees, strategies
from wordlelib.lab.sweeps_planning import (
    bonuses,
    compare,
    first_guesses,
    first_row,
    noisy,
    particles,
    table1,
    table2,
    trainings,
)
from wordlelib.lab.tuning import lengths, priors
from wordlelib.runs.sweeps import Sweep
from wordlelib.search.all_openings import merged as merged
from wordlelib.search.all_openings import prove_openings as prove_openings

SWEEPS: dict[str, Callable[..., Sweep]] = {
    "table1": table1,
    "table2": table2,
    "noisy": noisy,
    "bonuses": bonuses,
    "particles": particles,
    "exact": exact,
    "certificates": certificates,
    "first-guesses": first_guesses,
    "scaling": scaling,
    "race": race,
    "race-as-in-the-essay": race_as_in_the_essay,
    "race-of-parameters": race_of_parameters,
    "race-with-a-prior": race_with_a_prior,
    "race-of-spreads": race_of_spreads,
    "compare": compare,
    "learned": trainings,
    "guarantees": guarantees,
    "obstructions": obstructions,
    "strategies": strategies,
    "promises": promises,
    "strict": strict,
    "hard": hard,
    "hard-openings": hard_openings,
    "look-ahead": look_ahead,
    "worst-case": worst_case,
    "representations": representations,
    "tables": tables,
    "small-trees": small_trees,
    "small-sets": small_sets,
    "fours": fours,
    "conventions": conventions,
    "widths": widths,
    "first-row": first_row,
    "methods": methods,
    "newton": newton,
    "shift": shift,
    "refutations": refutations,
    "second-guesses": second_guesses,
    "priors": priors,
    "lengths": lengths,
    "clusters": clusters,
    "processes": processes,
    "languages": languages,
}
