"""How fast the engine of the widgets is in headless Chromium on this machine: medians beside the figures to beat.

    .venv/bin/python bench/browser.py

Times are in milliseconds. "first" is the first call with a new game, when codes are made. "limit" is the project's
promise on two quiet cores; the machine's load is said. Q-factors are those of ten candidates, each time without what
was remembered; the first row's include new workers, and nothing that is stored.
"""

import argparse
import json
import os
import statistics

from playwright.sync_api import sync_playwright

from tools.chromium import FLAGS, find_chromium
from wordlelib.widgets import base

TIMES = """async ([text, repeats]) => {
    const [hidden, guesses] = wordleWidgets.readWords(text);
    const engine = wordleWidgets.engine();
    const plan = { score: "information-gain", width: 10, hard: false };
    const after = (...words) => words.map((word) => [word, "-----"]);
    const [start, salet] = [[], after("salet")];
    const beliefs = [start, after("mamma"), salet, after("salet", "crony")];
    const seconds = {};
    async function clock(name, work) {
        const begun = performance.now();
        const given = await work();
        (seconds[name] ??= []).push((performance.now() - begun) / 1000);
        return given;
    }
    let game = engine.makeGame(hidden, guesses);
    const words = (history) => `${engine.candidates(game, history).length.toLocaleString("en")} words`;
    const rank = (history, score) => engine.rank(game, history, false, 10, score).best;
    for (let i = 0; i < repeats; i++) {
        await clock("a game is made", () => (game = engine.makeGame(hidden, guesses)));
        for (const each of [salet, start]) await clock(`step, ${words(each)}, first`, () => rank(each));
        for (const score of engine.scores) {
            for (const each of beliefs) await clock(`step, ${words(each)}, ${score}`, () => rank(each, score));
        }
        for (const each of [salet, start]) {
            for (const score of engine.scores) {
                game.memos = {};
                await clock(`Q-factors, ${words(each)}, ${score}`, () =>
                    rank(each, score).map(({ guess }) => engine.qSum(game, each, guess, score)));
            }
        }
        const worker = wordleWidgets.worker(hidden, guesses);
        await clock("the first row, by new workers", () => worker.qFactors([], plan).promise);
        await clock(`a row of ${words(salet)}, judged after it`, () =>
            worker.judge(salet, ["courd", "-----"], plan).promise);
        worker.close();
    }
    return seconds;
}"""
LIMITS = {"step": 0.06, "Q-factors, 221": 0.5, "the first row": 3.0, "a row of 221": 1.0}


def measure(repeats: int) -> dict[str, float]:
    """Give the median of the seconds of each piece of work."""
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        page = browser.new_page()
        for name in base.SHARED:
            page.add_script_tag(path=base.JS / name)
        seconds = page.evaluate(TIMES, [base.word_text(), repeats])
        browser.close()
    return {name: statistics.median(each) for name, each in seconds.items()}


def main() -> None:
    """Print the table, or JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=7, help="calls that each median is taken of (default: 7)")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args()
    before = os.getloadavg()[0]
    seconds = measure(options.repeats)
    load = [before, os.getloadavg()[0]]
    if options.json:
        print(json.dumps({"seconds": seconds, "load": load}))
        return
    print(f"{os.cpu_count()} cores, load {load[0]:.1f} before and {load[1]:.1f} after")
    print(f"{'':44}{'median':>13}{'limit':>13}   ms")
    for name, each in seconds.items():
        limit = None if "first" in name and "step" in name else _limit(name)
        print(f"{name:44}{each * 1000:13,.1f}" + (f"{limit * 1000:13,.0f}" if limit else ""))


def _limit(name: str) -> float | None:
    return next((limit for start, limit in LIMITS.items() if name.startswith(start)), None)


if __name__ == "__main__":
    main()
