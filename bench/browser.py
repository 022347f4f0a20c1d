"""How fast the engine of the widgets is in headless Chromium: medians beside the figures to beat.

    .venv/bin/python bench/browser.py

Times are in milliseconds: by the clock, and what the page's own thread took, which says more on a busy machine; the
work of workers is in the first alone. "first" is the first call with a new game, when codes are made. "limit" is
the project's promise by the clock, on two quiet cores, and "native" what the same takes in Python in this run.
Q-factors are those of ten candidates, each time without what was remembered; the first row is found by new workers,
from nothing that is stored. Games are judged by new workers, too, and what is stored of the first guess.
"""

import argparse
import json
import math
import os
import statistics
from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from playwright.sync_api import Page, sync_playwright

from tools.chromium import FLAGS, find_chromium
from wordlelib.game.game import wordle
from wordlelib.game.policy import GREEDY
from wordlelib.search.exact import prove
from wordlelib.widgets import base
from wordlelib.widgets.known_games import known_games

START = """(text) => {
    const lists = wordleWidgets.readWords(text), engine = wordleWidgets.engine();
    const plan = { score: "information-gain", width: 10, hard: false };
    let worker = null, judging = null;
    globalThis.work = {
        game: () => (globalThis.game = engine.makeGame(...lists)),
        count: (history) => engine.candidates(game, history).length,
        rank: (history, score) => engine.rank(game, history, false, 10, score).best,
        sums(history, score) {
            game.memos = {};
            work.rank(history, score).forEach(({ guess }) => engine.qSum(game, history, guess, score));
        },
        first() {
            worker?.close();
            worker = wordleWidgets.worker(...lists);
            return worker.qFactors([], plan).promise;
        },
        prove(guess, hard) {
            const computing = wordleWidgets.computing(null, ...lists);
            return computing.job("solve", { history: [], hard, guess }).promise.finally(computing.close);
        },
        judge(history, answer, hard, known) {
            judging?.close();
            judging = wordleWidgets.judging(...lists, known);
            const job = judging.judge(history, answer, hard);
            return new Promise((resolve, reject) => {
                job.onprogress = ({ rows }) => rows.length === history.length && resolve();
                job.promise.catch(reject);
            });
        },
    };
}"""
CLOCK = """async ([what, ...given]) => {
    const begun = performance.now();
    await work[what](...given);
    return (performance.now() - begun) / 1000;
}"""
BELIEFS: list[list[list[str]]] = [
    [],
    [["mamma", "-----"]],
    [["salet", "-----"]],
    [["salet", "-----"], ["crony", "-y---"]],
]


class Work(NamedTuple):
    """One piece of work: its name, what `work` does, and the project's promise in seconds."""

    name: str
    asked: list[object]
    limit: float | None = None
    here: Callable[[], float] | None = None  # gives the seconds that the same takes in this process


def works(sizes: list[int]) -> Iterator[Work]:
    """List what is measured, in its order, with the number of words of each belief."""
    start, _, salet, _ = BELIEFS
    yield Work("a game is made", ["game"])
    yield Work(f"step, {sizes[2]:,} words, first", ["rank", salet, "information-gain"])
    yield Work(f"step, {sizes[0]:,} words, first", ["rank", start, "information-gain"])
    for score in GREEDY:
        for history, n in zip(BELIEFS, sizes, strict=True):
            yield Work(f"step, {n:,} words, {score}", ["rank", history, score], 0.06)
    for score in GREEDY:
        yield Work(f"Q-factors, {sizes[2]:,} words, {score}", ["sums", salet, score], 0.5)
        yield Work(f"Q-factors, {sizes[0]:,} words, {score}", ["sums", start, score])
    yield Work("the first row, by new workers", ["first"], 3.0)
    for mode in ("easy", "hard"):
        asked = ["prove", "salet", mode == "hard"]
        yield Work(f"salet is proven from word lists, {mode}", asked, 3.0, partial(prove_here, mode))
        game = ["", mode == "hard", known_games()]
        yield Work(f"the first row judged, {mode}", ["judge", salet, *game], 0.3)
        yield Work(f"that and a row of {sizes[2]:,} words, {mode}", ["judge", [*salet, ["courd", "-----"]], *game], 1.0)


def prove_here(mode: str) -> float:
    """Give the seconds of a proof in Python, where the feedback of all pairs of words is at hand."""
    return prove(wordle(mode=mode), "salet").seconds


def measure(repeats: int) -> list[tuple[Work, float, float, float]]:
    """Give the medians of the seconds of each piece of work: by the clock, of the page's thread, and native."""
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        page = browser.new_page()
        for name in (*base.SHARED, *base.JUDGING, "prover.js"):
            page.add_script_tag(path=base.JS / name)
        page.evaluate("compiled => void (wordleWidgets.compiled = compiled)", base.compiled())
        page.evaluate(START, base.word_text())
        page.evaluate("() => void work.game()")
        rows = list(works([page.evaluate("(history) => work.count(history)", each) for each in BELIEFS]))
        rounds = [list(timed(page, rows)) for _ in range(repeats)]
        browser.close()
    medians = [[statistics.median(each) for each in zip(*of, strict=True)] for of in zip(*rounds, strict=True)]
    return [(row, *times) for row, times in zip(rows, medians, strict=True)]


def timed(page: Page, rows: list[Work]) -> Iterator[tuple[float, float, float]]:
    """Do every piece of work once."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def used() -> float:
        return next(
            x["value"] for x in session.send("Performance.getMetrics")["metrics"] if x["name"] == "TaskDuration"
        )

    for row in rows:
        before = used()
        clock = page.evaluate(CLOCK, row.asked)
        yield clock, used() - before, row.here() if row.here else math.nan
    session.detach()


def main() -> None:
    """Print the table, or JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=7, help="calls that each median is taken of (default: 7)")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args()
    found, load = measure(options.repeats), os.getloadavg()[0]
    if options.json:
        seconds = {row.name: {"clock": c, "thread": t, "native": n if row.here else None} for row, c, t, n in found}
        print(json.dumps({"seconds": seconds, "load": load}))
        return
    heads = "".join(f"{head:>10}" for head in ("clock", "thread", "limit", "native"))
    print(f"{os.cpu_count()} cores, load {load:.1f}\n{'':44}{heads}   ms")
    for row, clock, thread, native in found:
        limit = f"{row.limit * 1000:10,.0f}" if row.limit else " " * 10
        print(f"{row.name:44}{clock * 1000:10,.1f}{thread * 1000:10,.1f}{limit}", end="")
        print(f"{native * 1000:10,.1f}" if row.here else "")


if __name__ == "__main__":
    main()
