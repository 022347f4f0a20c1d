"""How fast the widgets compute in headless Chromium: medians beside the figures to beat, and beside Python.

    .venv/bin/python bench/browser.py [--out data/results/on_pages.json]

Times are in milliseconds by the clock. "limit" is the project's promise on two quiet cores, and "native" what the same
takes in Python in this run. What is computed "afresh" has nothing from before: the worker lays out the game anew. The
first row is computed although it is stored, and games are judged with what is stored of the first guess.
"""

import argparse
import json
import math
import os
import statistics
from collections.abc import Callable, Iterator
from functools import partial
from time import perf_counter
from typing import NamedTuple

import numpy as np
from playwright.sync_api import Page, sync_playwright

import wordlelib as wl
from tools.chromium import FLAGS, find_chromium
from wordlelib.core.files import write_whole
from wordlelib.game.game import State
from wordlelib.game.policy import GREEDY, Greedy
from wordlelib.runs.provenance import versions
from wordlelib.widgets import base
from wordlelib.widgets.known_games import known_games

START = """([text, compiled, known]) => {
    wordleWidgets.compiled = compiled;
    const lists = wordleWidgets.readWords(text);
    const kept = wordleWidgets.policies({ get() {} }, ...lists);
    let judging = null;
    function afresh(what) {
        const policies = wordleWidgets.policies({ get() {} }, ...lists);
        return what(policies).promise.finally(policies.close);
    }
    globalThis.work = {
        rank: (history, score) => kept.job("rollout", { history, score, top: 10 }).promise,
        sums: (history, score) => afresh((policies) => policies.qFactors(history, { score, width: 10, hard: false })),
        first: (guess, hard) => afresh((policies) => policies.job("solve", { history: [], hard, guess })),
        async prove(guess, hard) {
            const ask = () => kept.job("solve", { history: [], hard, guess }).promise;
            await ask();
            const begun = performance.now();
            await ask();
            return (performance.now() - begun) / 1000;
        },
        games: (width, opening) =>
            afresh((policies) => policies.job("rollout", { history: [], score: "information-gain", width, opening })),
        solve: (history) => afresh((policies) => policies.job("solve", { history, hard: false })),
        judge(history, hard) {
            judging?.close();
            judging = wordleWidgets.judging(undefined, ...lists, known);
            return judging.judge(history, "", hard).promise;
        },
    };
}"""
CLOCK = """async ([what, ...given]) => {
    const begun = performance.now();
    const own = await work[what](...given);
    return typeof own === "number" ? own : (performance.now() - begun) / 1000;
}"""
SALET = [["salet", "-----"]]


class Work(NamedTuple):
    """One piece of work: its name, what `work` does, the project's promise in seconds, and the same in Python."""

    name: str
    asked: list[object]
    limit: float | None = None
    here: Callable[[], object] | None = None


def works() -> Iterator[Work]:
    """List what is measured, in its order."""
    game, hard = wl.wordle(), wl.wordle(mode="hard")
    start, salet = game.start(), game.after([("salet", "-----")])
    for score, policy in GREEDY.items():
        for history, state in (([], start), (SALET, salet)):
            here = partial(policy().rank, state, 10)
            yield Work(f"ranking, {len(state.words):,} words, {score}", ["rank", history, score], 0.06, here)
    for score, policy in GREEDY.items():
        name = f"ten Q-factors afresh, {len(salet.words)} words, {score}"
        yield Work(name, ["sums", SALET, score], 0.5, partial(q_factors, policy, salet))
    here = partial(q_factors, wl.InformationGain, start)
    yield Work(f"ten Q-factors afresh, {len(start.words):,} words", ["sums", [], "information-gain"], 3.0, here)
    for width in (1, 10):
        yield Work(f"all games after salet afresh, width {width}", ["games", width, "salet"], 0.5)
    for each in (game, hard):
        asked = ["salet", each is hard]
        yield Work(f"salet proven afresh, {each.mode}", ["first", *asked], 3.0)
        yield Work(f"salet proven again, {each.mode}", ["prove", *asked], 3.0, partial(wl.prove, each, "salet"))
    yield Work(f"perfect play afresh, {len(salet.words)} words", ["solve", SALET], 2.0)
    for mode in ("easy", "hard"):
        yield Work(f"two rows judged, {mode}", ["judge", [*SALET, ["courd", "-----"]], mode == "hard"], 2.0)


def q_factors(policy: type[Greedy], state: State) -> object:
    """Compute Q-factors with nothing from before."""
    return wl.Rollout(policy()).q_factors(state)


def measure(repeats: int) -> list[tuple[Work, float, float]]:
    """Give the medians of the seconds of each piece of work: in the browser, and here."""
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        page = browser.new_page()
        for name in (*base.SHARED, *base.COMPUTATIONS, *base.JUDGING):
            page.add_script_tag(path=base.JS / name)
        page.evaluate(START, [base.word_text(), base.compiled(), known_games()])
        rows = list(works())
        rounds = [list(timed(page, rows)) for _ in range(repeats)]
        browser.close()
    medians = [[statistics.median(each) for each in zip(*of, strict=True)] for of in zip(*rounds, strict=True)]
    return [(row, *times) for row, times in zip(rows, medians, strict=True)]


def timed(page: Page, rows: list[Work]) -> Iterator[tuple[float, float]]:
    """Do every piece of work once there, and once here."""
    for row in rows:
        there, here = page.evaluate(CLOCK, row.asked), math.nan
        if row.here:
            begun = perf_counter()
            row.here()
            here = perf_counter() - begun
        yield there, here


def main() -> None:
    """Print the table, and write it into a file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=7, help="calls that each median is taken of (default: 7)")
    parser.add_argument("--out", help="write the medians into this file, as JSON")
    options = parser.parse_args()
    found, load = measure(options.repeats), os.getloadavg()[0]
    heads = "".join(f"{head:>10}" for head in ("browser", "limit", "native", "ratio"))
    print(f"{os.cpu_count()} cores, load {load:.1f}\n{'':50}{heads}   ms")
    for row, there, here in found:
        limit = f"{row.limit * 1000:10,.0f}" if row.limit else " " * 10
        print(f"{row.name:50}{there * 1000:10,.1f}{limit}", end="")
        print(f"{here * 1000:10,.1f}{there / here:10.1f}" if row.here else "")
    if options.out:
        rows = [{"task": row.name, "browser": t, "native": h if np.isfinite(h) else None} for row, t, h in found]
        command = f"python bench/browser.py --repeats {options.repeats} --out {options.out}"
        settings = {"cores": os.cpu_count(), "load": load, "repeats": options.repeats}
        about = {"settings": settings, "versions": versions(), "command": command, "rows": rows}
        write_whole(options.out, json.dumps(about, indent=1) + "\n")


if __name__ == "__main__":
    main()
