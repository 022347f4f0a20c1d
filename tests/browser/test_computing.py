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


def told(engine, jobs):
    """Ask one job after the other, each a computation, lists and what is given; tell answers and faults."""
    return engine(
        """async (jobs) => {
            const all = [];
            for (const [what, lists, given] of jobs) {
                const computing = wordleWidgets.computing(undefined, ...lists);
                all.push(await computing.job(what, given).promise.catch(({ message }) => message));
                computing.close();
            }
            return all;
        }""",
        jobs,
    )


SMALL = [["catch", "hatch", "latch"], ["catch", "chimp", "hatch", "latch"]]
ASKED = ["rollout", SMALL, {"history": [], "guesses": ["chimp"]}]
SUM = [7]  # chimp for all three, and then two words in one guess and one in two


@pytest.mark.parametrize(
    ("hidden", "guesses", "said"),
    [
        ([], ["catch"], "There is no hidden word; expected at least one"),
        ([], [], "There is no hidden word; expected at least one"),
        (["catches"], ["catches"], '"catches" is in the lists; expected words of the letters a to z'),
        (["catch", "catch"], ["catch"], '"catch" is in a list twice; expected each word once'),
        (["hatch"], ["catch"], 'The hidden word "hatch" is not among the guesses'),
    ],
)
def test_kernels_get_no_list_that_they_would_read_past(engine, hidden, guesses, said):
    fault, found = told(engine, [["rollout", [hidden, guesses], {"history": [], "top": 3}], ASKED])
    assert fault.startswith(said) and found["sums"] == SUM


@pytest.mark.parametrize("row", [["abcde", "-----"], ["chimp", "g"], ["chimp", "-----g"], ["chimp", "??---"]])
def test_a_row_that_is_none_is_refused(engine, row):
    fault, found = told(engine, [["rollout", SMALL, {"history": [row], "hard": True, "top": 3}], ASKED])
    assert fault == f'"{" ".join(row)}" is no row; expected a guess of the list and its feedback'
    assert found["sums"] == SUM


ONCE = """() => {
    delete globalThis.Worker;
    const compile = WebAssembly.compile;
    WebAssembly.compile = () => ((WebAssembly.compile = compile), Promise.reject(new Error("no memory")));
}"""
NEVER = "delete globalThis.Worker; delete globalThis.WebAssembly"
HIRED = """() => {
    const Usual = Worker;
    globalThis.hired = [];
    globalThis.Worker = class extends Usual { constructor(...given) { super(...given); hired.push(this); } };
}"""
POLICY = '<meta http-equiv="Content-Security-Policy" content="script-src \'unsafe-inline\' {}">'  # tests run inline


@pytest.mark.parametrize(("before", "said"), [(ONCE, "no memory"), (NEVER, "WebAssembly is not defined")])
def test_a_module_that_cannot_be_compiled_is_tried_again(chromium, before, said):
    with bare_page(chromium, before=before) as page:
        fault, found = told(page.evaluate, [ASKED, ASKED])
        assert fault == said and (found == said if before == NEVER else found["sums"] == SUM)


@pytest.mark.parametrize(
    ("allowed", "works"),
    [
        ("'wasm-unsafe-eval' blob:; worker-src blob:", True),
        ("'wasm-unsafe-eval'; worker-src blob:", True),  # the worker may load nothing more, and the page does the work
        ("'wasm-unsafe-eval'; worker-src 'none'", True),
        ("blob:; worker-src blob:", False),
        ("'none'; worker-src 'none'", False),
    ],
)
def test_a_policy_of_the_page_is_kept_to(chromium, allowed, works):
    with bare_page(chromium, content=POLICY.format(allowed)) as page:
        for found in told(page.evaluate, [ASKED, ASKED]):
            assert found["sums"] == SUM if works else "Content Security Policy" in found and "\n" not in found


@pytest.mark.parametrize("what", ["the worker", "its error handler"])
def test_a_worker_that_dies_leaves_its_jobs_to_the_page(chromium, what):
    with bare_page(chromium, before=HIRED) as page:
        assert told(page.evaluate, [ASKED])[0]["sums"] == SUM
        page.evaluate(START, base.word_text())
        given = page.evaluate(
            """async ([plan, what]) => {
                const job = policies.qFactors([["salet", "-----"]], plan);
                await new Promise((resolve) => (job.onprogress = ({ done }) => done && resolve()));
                if (what === "the worker") hired[0].postMessage({ script: "blob:nothing" });
                else hired[0].onerror(new ErrorEvent("error"));
                const { lines } = await job.promise;
                return [lines.map(({ sum }) => sum), hired.length];
            }""",
            [plan(width=30), what],
        )
        state = wl.wordle().after([("salet", "-----")])
        ranked = [row.guess for row in wl.InformationGain().rank(state, 30)]
        sums = {x.guess: round(x.q * len(state.words)) for x in wl.Rollout(wl.InformationGain(), 30).q_factors(state)}
        assert given == [[sums[guess] for guess in ranked], 1]
        assert told(page.evaluate, [ASKED])[0]["sums"] == SUM


def test_a_hidden_page_keeps_a_worker_only_while_it_works(chromium):
    with bare_page(chromium, before=HIRED) as page:
        page.evaluate(START, base.word_text())
        found = page.evaluate(
            """async (plan) => {
                const history = [["salet", "-----"]], sums = [], ask = () => policies.qFactors(history, plan);
                const hide = (hidden) => {
                    Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
                    document.dispatchEvent(new Event("visibilitychange"));
                };
                const keep = ({ lines }) => sums.push(lines.map(({ sum }) => sum));
                const job = ask();
                await new Promise((resolve) => (job.onprogress = ({ done }) => done && resolve()));
                hide(true); // in the middle
                keep(await job.promise);
                const middle = hired.length;
                hide(true);
                hide(false);
                keep(await ask().promise);
                return { sums, middle, hired: hired.length };
            }""",
            plan(width=30),
        )
        assert (found["middle"], found["hired"]) == (1, 2) and found["sums"][0] == found["sums"][1]
        assert len(found["sums"][0]) == 30


def test_kernels_that_could_not_be_loaded_are_loaded_later(chromium):
    with bare_page(chromium) as page:
        page.evaluate(
            """() => {
                const { compiled } = wordleWidgets;
                const ways = [
                    () => Promise.reject(new Error("compiled.js could not be loaded")),
                    () => Promise.resolve(),
                    () => Promise.resolve((wordleWidgets.compiled = compiled)),
                ];
                delete wordleWidgets.compiled;
                wordleWidgets.load = () => ways.shift()();
            }"""
        )
        *faults, found = told(page.evaluate, [ASKED, ASKED, ASKED])
        assert faults == ["compiled.js could not be loaded", "compiled.js holds no kernels"] and found["sums"] == SUM


def test_what_a_failed_job_leaves_is_not_used_again(engine):
    found = engine(
        """async () => {
            let made = 0;
            const frail = () => { made++; let spoilt = false; return function* (game, { fails }) {
                if (spoilt) throw new Error("spoilt");
                if ((spoilt = fails)) throw new Error("failed");
                return made;
            }; };
            let told;
            const tools = { ...wordleWidgets, engine: wordleWidgets.engine(), computations: { frail } };
            const tell = wordleWidgets.serve(tools, (answer) => told(answer));
            const ask = (number, fails) => new Promise((resolve) => {
                told = ({ answer, fault }) => resolve(answer ?? fault);
                tell({ number, what: "frail", list: 1, given: { fails } });
            });
            const bytes = Uint8Array.from(atob(wordleWidgets.compiled.module), (letter) => letter.charCodeAt(0));
            tell({ bytes, layout: wordleWidgets.compiled.layout });
            tell({ list: 1, hidden: ["aa"], guesses: ["aa"] });
            return [await ask(1, false), await ask(2, true), await ask(3, false), await ask(4, false)];
        }"""
    )
    assert found == [1, "failed", 2, 2]


def test_what_is_closed_gives_null_and_what_is_damaged_a_fault(engine):
    found = engine(
        """async (text) => {
            const lists = wordleWidgets.readWords(text), given = { history: [], guesses: ["salet"] };
            const closed = wordleWidgets.computing(undefined, ...lists);
            const job = closed.job("rollout", given);
            closed.close();
            const { computer, compiled } = wordleWidgets;
            wordleWidgets.computer = undefined;
            const damaged = wordleWidgets.computing({ ...compiled, module: "*" }, ...lists);
            const said = await damaged.job("rollout", given).promise.catch(({ message }) => message);
            wordleWidgets.computer = computer;
            return [await job.promise, said];
        }""",
        base.word_text(),
    )
    assert found[0] is None and "atob" in found[1]
