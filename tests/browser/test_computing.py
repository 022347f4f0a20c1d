"""Computations in the worker, and in the page where there is none: jobs, their progress, their end; their numbers."""

import numpy as np
import playwright.sync_api as playwright
import pytest
from watching import bare_page, some

import wordlelib as wl
from wordlelib.widgets import base
from wordlelib.widgets.first_row import first_row

NO_WORKERS = '<meta http-equiv="Content-Security-Policy" content="worker-src \'none\'">'
PAGES = {
    "workers": ("", ""),
    "none known": ("", "delete globalThis.Worker"),
    "refused at once": ("", "globalThis.Worker = class { constructor() { throw new Error(); } }; null"),
    "refused later": (NO_WORKERS, ""),
}
START = """text => {
    globalThis.policies = wordleWidgets.policies({ get() {} }, ...wordleWidgets.readWords(text));
}"""
JOB = """async (given) => {
    const job = policies.qFactors(...given), seen = [];
    job.onprogress = ({ done, of, lines }) => seen.push([done, of, lines.filter(({ sum }) => sum > 0).length]);
    return { found: await job.promise, seen };
}"""


@pytest.fixture(scope="module", params=PAGES)
def pages(chromium, request):
    """A page with a worker, or without: call `pages(script, argument)`."""
    content, before = PAGES[request.param]
    with bare_page(chromium, content=content, before=before) as page:
        page.evaluate(START, base.word_text())
        yield page.evaluate


def plan(score="information-gain", width=10, hard=False):
    return {"score": score, "width": width, "hard": hard}


def check_lines(lines, state, policy, width):
    factors = wl.Rollout(policy, width).q_factors(state)
    sums = {line.guess: round(line.q * len(state.words)) for line in factors}
    ranked = policy.rank(state, width)
    assert [line["guess"] for line in lines] == [line.guess for line in ranked]
    assert [line["possible"] for line in lines] == [line.possible for line in ranked]
    np.testing.assert_allclose([line["score"] for line in lines], [line.score for line in ranked], atol=1e-9)
    assert [line["sum"] for line in lines] == [sums[line.guess] for line in ranked]
    return factors[0].guess


@pytest.mark.parametrize("mode", some(["easy", "hard"], ["easy"]))
def test_q_factors_come_one_by_one(pages, mode):
    game, policy = wl.wordle(mode=mode), wl.ExpectedRemaining()
    for history in ([], [("salet", "-----")], [("mamma", "-----"), ("zippy", "-----")]):
        state = game.after(history)
        asked = [[list(row) for row in history], plan("expected-remaining", 4, mode == "hard")]
        answer = pages(JOB, asked)
        found = answer["found"]
        best = check_lines(found["lines"], state, policy, 4)
        assert found["n"] == len(state.words) and found["lines"][found["choice"]]["guess"] == best
        assert answer["seen"][0] == [0, 4, 0] and answer["seen"][-1] == [4, 4, 4]
        assert all(done == known for done, _, known in answer["seen"]) and answer["seen"] == sorted(answer["seen"])


def test_no_word_and_one_word(pages):
    none = pages(JOB, [[["salet", "gggg-"]], plan()])
    assert none == {"found": {"n": 0, "lines": [], "choice": -1}, "seen": [[0, 0, 0]]}
    one = pages(JOB, [[["cigar", "ggggg"]], plan(width=1)])["found"]
    assert [(line["guess"], line["sum"]) for line in one["lines"]] == [("cigar", 1)]


def test_a_cancelled_job_gives_null_and_others_go_on(pages):
    found = pages(
        """async (plan) => {
            const long = policies.qFactors([], { ...plan, width: 30 });
            const short = policies.qFactors([["salet", "-----"]], plan);
            let late = 0;
            await new Promise((resolve) => (long.onprogress = resolve));
            long.onprogress = () => late++;
            long.cancel();
            const given = await long.promise;
            late = 0;
            const sums = (await short.promise).lines.map(({ sum }) => sum);
            const { allowed } = await policies.rank([], false, 1);
            return { given, late, sums, allowed };
        }""",
        plan(width=3),
    )
    state = wl.wordle().after([("salet", "-----")])
    sums = {x.guess: round(x.q * len(state.words)) for x in wl.Rollout(wl.InformationGain(), 3).q_factors(state)}
    ranked = wl.InformationGain().rank(state, 3)
    assert found == {"given": None, "late": 0, "sums": [sums[x.guess] for x in ranked], "allowed": 12972}


def test_a_fault_is_told(pages):
    given = {"history": [], "guesses": ["abcde"]}
    with pytest.raises(playwright.Error, match='"abcde" is not one of the guesses'):
        pages("given => policies.job('rollout', given).promise", given)
    with pytest.raises(playwright.Error, match='"abcde" is not one of the guesses'):
        pages("given => policies.work((task) => task.ask('rollout', given)).promise", given)


SERVED = """async (compiled) => {
    let steps = 0;
    const answers = [], tools = { ...wordleWidgets, engine: wordleWidgets.engine() };
    const long = () => function* () { for (;;) yield { step: ++steps }; };
    const short = ({ engine }) => function* (game, { row }) { return engine.toCode(row); };
    let told;
    const heard = (count) => new Promise((resolve) => (told = () => answers.length >= count && resolve()));
    const tell = wordleWidgets.serve({ ...tools, computations: { long, short } }, (answer) => {
        answers.push(answer);
        told?.();
    });
    const bytes = Uint8Array.from(atob(compiled.module), (letter) => letter.charCodeAt(0));
    tell({ bytes, layout: compiled.layout });
    for (const list of [1, 2]) tell({ list, hidden: ["aa"], guesses: ["aa", "ab"] });
    const ask = (number, what, list, given) => tell({ number, what, list, given });
    const ended = () => answers.filter(({ answer }) => answer !== undefined);
    const answered = () => ended().map(({ number, answer }) => [number, answer]);
    ask(1, "long", 1, {});
    await heard(2);
    ask(2, "short", 1, { row: "yy" }); // waits for the long one on the same lists
    ask(3, "short", 2, { row: "gy" });
    await heard(answers.length + 4);
    const early = answered();
    tell({ drop: 1 });
    const before = steps;
    await heard(answers.length + 1);
    ask(4, "short", 2, { row: "--" });
    await heard(answers.length + 1);
    return { early, late: answered(), more: steps - before };
}"""


def test_jobs_on_other_lists_go_on_meanwhile_and_what_is_dropped_is_not_worked_on(engine):
    found = engine(SERVED, base.compiled())
    assert found == {"early": [[3, 5]], "late": [[3, 5], [2, 4], [4, 0]], "more": 0}


@pytest.mark.parametrize("hard", [False, True])
def test_what_is_stored_of_the_first_row_is_what_would_be_computed(engine, hard):
    stored, fresh = engine(
        """async ([text, openings, plan]) => {
            const lists = wordleWidgets.readWords(text);
            const both = [openings, undefined].map((known) => wordleWidgets.policies({ get() {} }, ...lists, known));
            const found = await Promise.all(both.map((policies) => policies.qFactors([], plan).promise));
            both.forEach((policies) => policies.close());
            return found;
        }""",
        [base.word_text(), first_row(), plan("worst-class", 8, hard)],
    )
    assert stored == fresh and len(stored["lines"]) == 8
