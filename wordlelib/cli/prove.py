"""The commands that look for the best strategy: prove and search."""

import argparse
from typing import Any

import numpy as np

from wordlelib.cli.play import read_cap
from wordlelib.cli.shared import (
    GAME,
    RUN,
    Progress,
    attributes,
    check_outputs,
    command,
    file,
    flag,
    how_to_run,
    leave,
    make_game,
    number,
    option,
    recipe_of,
    say,
    say_what_is_missing,
    seconds,
)
from wordlelib.cli.verify import write_certificate
from wordlelib.core.checks import counted
from wordlelib.core.files import destination, write_whole
from wordlelib.kernels.jit import clock
from wordlelib.search import all_openings, bandits, exact, tree_search


@command(
    "prove",
    f"{RUN} cap {GAME} progress json",
    opening=option("the first guess", "WORD"),
    all=flag("compare all openings; a run that was stopped goes on"),
    below=number("with --all: prove all openings below this (default: the best only)"),
    gap=number("with --all: prove all openings that need at most N more than the best"),
    out=file("with --all: where to store what is done, and the result (JSON)"),
    seconds=option("with --opening: stop after this time, with bounds", "S", type=seconds),
    tree=file("with --opening: where to store the strategy (JSON)"),
    certificate=file("where to store what `verify` checks: the strategy, and why nothing less is enough"),
)
def run_prove(options: argparse.Namespace) -> int:
    """Prove the least total of guesses of an opening, or which openings are best.

    Ctrl-C leaves bounds. How to run (jobs, shard, budget, engine, scheduler) is for --all.
    """
    _check_prove(options)
    if options.all:
        return _prove_all(options)
    _prove_one(options)
    return 0


def _check_prove(options: argparse.Namespace) -> None:
    """Refuse options that do not go together."""
    if options.all and options.opening is not None:
        raise ValueError(f"--opening: {options.opening} with --all; expected one of them")
    if not options.all and options.opening is None:
        raise ValueError("--opening: missing; expected the first word, or --all to compare all of them")
    spread = ("below", "gap", "out", "jobs", "shard", "budget", "engine", "scheduler")
    others = ("seconds", "tree") if options.all else spread
    given, wanted = ("--all", "--opening") if options.all else ("--opening", "--all")
    for name in others:
        if getattr(options, name) is not None:
            raise ValueError(f"--{name}: {getattr(options, name)} with {given}; expected {wanted} with it")
    if options.shard is not None and options.out is None:
        raise ValueError(f"--shard: {options.shard} without --out; expected both")
    if options.certificate is not None and options.seconds is not None:
        raise ValueError(f"--certificate: {options.certificate} with --seconds; expected one of them")
    check_outputs(options, "tree", "certificate")
    if options.out is not None:
        destination(options.out, "--out")


def _prove_all(options: argparse.Namespace) -> int:
    cap = read_cap(options)
    keys = ("opening", "mode", "cap", "below", "total", "proven", "lower", "upper", "openings")
    nothing = dict.fromkeys([*keys, "nodes", "guesses", "cuts", "seconds"])
    nothing |= {"mode": options.mode, "cap": cap, "below": options.below, "proven": False, "lower": 1, "openings": {}}
    leave(options, lambda: nothing | {"nodes": 0, "guesses": 0, "cuts": 0, "seconds": 0.0}, _describe_proof)
    with Progress(options, "tasks") as progress:
        progress(0, 1)
        report = all_openings.prove_all(
            recipe_of(options),
            cap,
            options.below,
            options.gap or 0,
            out=options.out,
            progress=progress,
            **how_to_run(options),
        )
    interrupted, left, failures = (report.pop(name) for name in ("interrupted", "left", "failures"))
    if options.certificate is not None and not interrupted and not left and not failures:
        _certify_all(options, report, cap)
    say(options, report, _describe_proof)
    if interrupted:
        raise KeyboardInterrupt
    return say_what_is_missing(left, failures)


def _certify_all(options: argparse.Namespace, report: dict[str, Any], cap: int | None) -> None:
    """Write the certificate for all openings, or for all but those that were asked for by a limit."""
    played, limited = make_game(options), options.below is not None or options.gap
    best = None if report["opening"] is None else exact.prove(played, report["opening"], cap).tree
    lower, exceptions = (report["below"], list(report["openings"])) if limited else (report["total"], ())
    write_certificate(options, played, None, cap, lower=lower, exceptions=exceptions, strategy=best)


def _prove_one(options: argparse.Namespace) -> None:
    cap = options.cap if options.cap == "least" else read_cap(options)
    begun, bounds = clock(), exact.Bounds(1, None)

    def known() -> dict[str, Any]:
        report: dict[str, Any] = {"opening": options.opening, "mode": options.mode}
        report |= {"cap": None if cap == "least" else cap, "total": None, "proven": False}
        report |= {"lower": bounds.lower, "upper": bounds.upper, "mean": None}
        report |= {"worst": None, "nodes": 0, "guesses": 0, "cuts": 0}
        return report | {"seconds": round(clock() - begun, 4)}

    with Progress(options, "openings") as progress:

        def note(done: int, openings: int, found: exact.Bounds) -> None:
            nonlocal bounds
            if found.proven and found.upper is None:
                return progress(done, openings, "no strategy keeps to the cap")
            bounds = found
            progress(done, openings, f"total between {found.lower:,} and {found.upper or '?'}")

        leave(options, known, _describe_proof)
        played = make_game(options)
        left = None if options.seconds is None else max(options.seconds - (clock() - begun), 1e-9)
        proof = exact.prove(played, options.opening, cap, seconds=left, progress=note)
    if options.tree is not None and proof.tree is not None:
        write_whole(options.tree, proof.tree.to_json() + "\n")
    if options.certificate is not None and proof.proven:
        write_certificate(options, played, proof.opening, proof.cap)
    report = {"opening": proof.opening, "mode": options.mode, "cap": proof.cap}
    report |= attributes(proof, "total proven lower upper mean") | {"worst": proof.tree and proof.tree.worst}
    report |= attributes(proof, "nodes guesses cuts") | {"seconds": round(proof.seconds, 4)}
    say(options, report, _describe_proof)
    if not proof.proven and options.seconds is None:
        raise KeyboardInterrupt


def _describe_proof(report: dict[str, Any]) -> str:
    named = f"{report['opening'] or 'any opening'}, {report['mode']} mode"
    if report["proven"] and report["total"] is None:
        return f"{named}: no strategy within {counted(report['cap'], 'guess')}"
    lines = [f"{word}  {total:,}" for word, total in report.get("openings", {}).items()]
    upper = "?" if report["upper"] is None else f"{report['upper']:,}"
    found = f"{upper}, proven" if report["proven"] else f"between {report['lower']:,} and {upper}"
    return "\n".join([*lines, f"{named}, cap {report['cap'] or 'none'}: {found}"])


@command(
    "search",
    f"sampler seed {GAME} progress json",
    iterations=number("how many iterations", 1000),
    stop_at=number("stop at a strategy that needs no more than this"),
    seconds=option("stop after this time", "S", type=seconds),
)
def run_search(options: argparse.Namespace) -> None:
    """Search for a good strategy, soon and without proof, by Action Value Tree Search.

    Ctrl-C leaves what was found.
    """
    found: list[tree_search.TreeSearch] = []
    leave(options, lambda: _report_search(options, found), _describe_search)
    with Progress(options, "iterations") as progress:
        played = make_game(options)
        rng, sampler = np.random.default_rng(options.seed), bandits.SAMPLERS[options.sampler]()
        found.append(tree_search.TreeSearch(played, rng, sampler))
        progress(0, max(options.iterations, 1))
        try:
            found[0].run(options.iterations, options.stop_at, options.seconds, progress)
        finally:
            say(options, _report_search(options, found), lambda report: _describe_search(report, found[0]))


def _report_search(options: argparse.Namespace, found: list[tree_search.TreeSearch]) -> dict[str, Any]:
    """Report how far a search has come; nothing is known before there is one."""
    report: dict[str, Any] = {"sampler": options.sampler, "seed": options.seed, "mode": options.mode, "iterations": 0}
    report |= {"opening": None, "total": None, "lower": 1, "proven": False, "found_at": 0, "nodes": 0, "seconds": 0.0}
    if not found:
        return report | {"trace": []}
    search, trace = found[0], found[0].trace
    best = [search.game.guesses[number] for number in trace.best]
    columns = (best, trace.value.tolist(), trace.lower.tolist(), trace.upper.tolist())
    report |= {"iterations": search.iterations, "opening": search.guess(), "total": search.upper, "lower": search.lower}
    report |= attributes(search, "proven found_at nodes") | {"seconds": round(search.seconds, 4)}
    rows = enumerate(zip(*columns, strict=True), 1)
    return report | {
        "trace": [
            {"iteration": i, "best": word, "value": round(value, 6), "lower": lower, "upper": upper}
            for i, (word, value, lower, upper) in rows
        ]
    }


def _describe_search(report: dict[str, Any], search: tree_search.TreeSearch | None = None) -> str:
    effort = f"{counted(report['iterations'], 'iteration')}, {report['seconds']:.2f} s"
    lines = [f"{report['sampler']}, seed {report['seed']}: {effort}"]
    if search is None:
        return lines[0]
    mean = search.upper / int(search.game.weights.sum())
    lines.append(
        f"best strategy: opening {report['opening']}, total {search.upper:,}, mean {mean:.4f}, "
        f"found at iteration {search.found_at:,}" + (", proven" if search.proven else "")
    )
    best = sorted(search.arms(), key=lambda arm: arm.value)[:10]
    return "\n".join([*lines, *(f"{arm.guess}  {arm.value:.4f}  {arm.visits:,} visits" for arm in best)])
