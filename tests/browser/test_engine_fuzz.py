"""Random questions to the engine of the pages, good and bad, some of them stopped or without memory in the middle.

Each is answered as the library answers it, or refused in one line; a good question comes right after it. No kernel
writes past an array.
"""

import json

import numpy as np
import pytest
from watching import bare_page, some

import wordlelib as wl
from wordlelib.game.feedback import feedback
from wordlelib.game.policy import GREEDY
from wordlelib.lab.grids import judge_grid
from wordlelib.search.exact import Solver
from wordlelib.widgets import base

ORIGINAL = wl.words.original()[0]
# A page without workers, so that a test can take memory from it. Kernels pause often, and each array is followed by
# bytes that stay as they are.
PREPARE = """() => {
    const change = (holder, name, ...pairs) => {
        let text = String(holder[name]);
        for (const [from, to] of pairs) {
            if (text.split(from).length !== 2) throw new Error(`${name} has not one ${from}`);
            text = text.replace(from, () => to);
        }
        holder[name] = eval(`(${text})`);
    };
    change(wordleWidgets, "serve", ["const SLICE = 20", "const SLICE = 1"]);
    change(wordleWidgets, "host",
        ["function room(size) {", "const guards = []; const guard = (at) => new Uint8Array(memory.buffer, at, 16);" +
            "function room(size) { size += 16;"],
        ["free = at + size;", "free = at + size; guards.push(free - 16); guard(free - 16).fill(165);"],
        ["void (free = mark)", "{ free = mark; while (guards.at(-1) >= mark) guards.pop(); }"],
        ["return Number(data().getBigInt64(result, true));",
            "if (guards.some((at) => guard(at).some((byte) => byte !== 165))) throw new Error('past an array');" +
            "return Number(data().getBigInt64(result, true));"]);
    change(wordleWidgets.computations, "rollout", ["const WORK = 50_000_000", "const WORK = 300"]);
    change(wordleWidgets.computations, "solve", ["const WORK = 10_000_000", "const WORK = 1000"]);
    change(wordleWidgets.computations, "guarantee", ["const WORK = 2_000_000", "const WORK = 1000"]);
    const grow = WebAssembly.Memory.prototype.grow;
    globalThis.left = Infinity; // how often memory may still grow
    WebAssembly.Memory.prototype.grow = function (pages) {
        if (left-- <= 0) throw new RangeError("no memory is left");
        return grow.call(this, pages);
    };
}"""
ASK = """async ({ cases, good }) => {
    async function ask({ lists, what, given }, stopped) {
        const judging = what === "grid" && wordleWidgets.judging(undefined, ...lists, null);
        const all = judging || wordleWidgets.computing(undefined, ...lists);
        try {
            const job = judging ? judging.grid(...given) : all.job(what, given);
            if (stopped) job.onprogress = job.cancel;
            return await job.promise;
        } finally {
            all.close();
        }
    }
    const told = [];
    for (const { grows, stopped, ...question } of cases) {
        left = grows ?? Infinity;
        const asked = ask(question, stopped);
        const found = await asked.then((answer) => ({ answer }), ({ message }) => ({ fault: message }));
        left = Infinity;
        told.push([found, await ask(good[question.what])]);
    }
    return told;
}"""
SAMPLED = [{}, {"spread": "careful"}, {"sampler": wl.PUCT(1.0)}, {"sampler": wl.EpsilonGreedy(0.5), "bounds": False}]


@pytest.fixture(scope="module")
def page(chromium):
    files = dict.fromkeys([*base.JUDGING, "guarantor.js", "searcher.js"])
    with bare_page(chromium, *files, before="delete globalThis.Worker") as page:
        page.evaluate(PREPARE)
        yield page.evaluate


def any_lists(rng):
    """Words of one to five letters, some of them alike, in any order."""
    length, count = int(rng.integers(1, 6)), int(rng.integers(1, 40))
    letters = list("abcdefghijklmnopqrstuvwxyz"[: rng.choice([2, 3, 6, 26])])
    words = ["".join(rng.choice(letters, length)) for _ in range(count)]
    if length == 5 and rng.integers(2):
        words = map(str, rng.choice(ORIGINAL, count))
    guesses = list(dict.fromkeys(words))
    hidden = rng.permutation(guesses)[: rng.integers(1, len(guesses) + 1)]
    return [*map(str, hidden)], guesses


def bad_lists(rng, hidden, guesses):
    """Spoil lists in one way."""
    letters = list("abcd")
    longer = ["".join(rng.choice(letters, int(rng.integers(6, 13)))) for _ in range(3)]
    spoilt = [
        ([], guesses),
        ([], []),
        (longer[:1], longer[:1]),
        (hidden, [*guesses, *longer]),
        ([*hidden, hidden[0]], guesses),
        (hidden, [guesses[0], *guesses]),
        ([*hidden, "z" * len(hidden[0])], [word for word in guesses if set(word) != {"z"}]),
        ([hidden[0].upper()], [hidden[0].upper()]),
        (["é" * len(hidden[0])], ["é" * len(hidden[0])]),
        ([""], [""]),
        (["a-"], ["a-"]),
    ]
    return spoilt[rng.integers(len(spoilt))]


def some_state(rng, game):
    """Play a few rows at random, not to the end."""
    state, word = game.start(), str(rng.choice(game.hidden))
    for _ in range(rng.choice([0, 1, 1, 2, 3])):
        guess = game.guesses[rng.choice(state.allowed)]
        if guess != word:
            state = state.after(guess, feedback(guess, word))
    return state


def bad_row(rng, game):
    """Make a row that is none."""
    length = len(game.guesses[0])
    marks, word = "".join(rng.choice(list("-yg"), length)), str(rng.choice(game.guesses))
    rows = [["0" * length, marks], [word, marks + "g"], [word, marks[1:]], [word, "?" * length], ["", ""]]
    return rows[rng.integers(len(rows))]


def rollout(rng, state):
    """Give a question about a state, and what checks its answer; so do the functions that follow."""
    if rng.integers(2):
        return games(rng, state)
    score, top = str(rng.choice(list(GREEDY))), int(rng.integers(1, 6))
    policy = GREEDY[score]()
    ranked, factors = policy.rank(state, top), wl.Rollout(policy, top).q_factors(state)
    sums = {line.guess: round(line.q * len(state.words)) for line in factors}
    given = {"score": score, "top": top, "guesses": [row.guess for row in ranked]}

    def check(found):
        best = found["best"]
        assert [state.game.hidden[h] for h in found["left"]] == state.words
        assert found["allowed"] == len(state.allowed) and found["sums"] == [sums[row.guess] for row in ranked]
        assert [(row["guess"], row["possible"]) for row in best] == [(row.guess, row.possible) for row in ranked]
        assert [row["score"] for row in best] == pytest.approx([row.score for row in ranked], abs=1e-9)

    return after(state) | given, check


def games(rng, state):
    score, width = str(rng.choice(list(GREEDY))), int(rng.integers(1, 6))
    opening = str(state.game.guesses[rng.choice(state.allowed)])
    telling = state.words == [opening] or len(state.partition(opening)) > 1
    tree = wl.play(state.game, wl.Rollout(GREEDY[score](), width), opening if telling else None, state)

    def check(found):
        assert found["used"] == tree.guesses_used[state.members].tolist() and found["opening"] == tree.opening

    return after(state) | {"score": score, "width": width, "opening": opening if telling else ""}, check


def solve(rng, state):
    solver = Solver(state.game)
    guess = state.game.guesses[rng.choice(state.allowed)] if rng.integers(2) else None
    bounds = solver.search(state, guess)[0]

    def check(found):
        assert found["done"] and (found["lower"], found["upper"]) == bounds
        assert solver.search(state, found["guess"])[0] == bounds and guess in (None, found["guess"])

    return after(state) | ({"guess": guess} if guess else {}), check


def guarantee(rng, state):
    game, solver, start = state.game, wl.GuaranteeSolver(state.game), state.game.start()
    least = solver.least(start)
    most = int(rng.integers(1, least + 2)) if rng.integers(2) else None

    def check(found):
        assert found["cap"] == min(most or least, least) and found["possible"] == (found["cap"] == least)
        assert not found["possible"] or solver.search(start, found["cap"], found["opening"])
        assert set(found["refuted"]) <= set(game.hidden)

    return {"hard": game.mode == "hard"} | ({"most": most} if most else {}), check


def search(rng, state):
    game, seed = wl.wordle(state.game.hidden, state.game.guesses), int(rng.integers(99))
    made = wl.TreeSearch(game, np.random.default_rng(seed), **SAMPLED[rng.integers(len(SAMPLED))])
    config = made.config._asdict() | {"rule": made.config.rule._asdict()}
    best, *others = made.run(12)
    course = [[game.guesses[g] for g in best], *(list(column) for column in others)]

    def check(found):
        assert [found[name] for name in ("best", "value", "lower", "upper")] == course

    return {"config": config, "seed": seed, "iterations": 12, "target": 0}, check


def grid(rng, state):
    game, word = state.game, str(rng.choice(state.words))
    rows = [*(row for _, row in state.history), feedback(str(rng.choice(game.guesses)), word)]
    answer = word if rng.integers(2) else ""
    judged = json.loads(json.dumps(judge_grid(game, rows, answer or None).as_dict()))

    def check(found):
        assert found == judged

    return [rows, answer], check


QUESTIONS = {"rollout": rollout, "solve": solve, "guarantee": guarantee, "search": search, "grid": grid}


def after(state):
    return {"history": [list(row) for row in state.history], "hard": state.game.mode == "hard"}


def refused(found):
    """Check that a question was refused in one line that says why."""
    fault = found["fault"]
    assert 0 < len(fault) < 250 and "\n" not in fault and "undefined" not in fault and "null" not in fault, fault


def any_case(rng, what):
    """Give a random question, and what checks the answer or the fault."""
    hidden, guesses = any_lists(rng)
    game = wl.wordle(hidden, guesses, str(rng.choice(["easy", "hard"])))
    given, check = QUESTIONS[what](rng, some_state(rng, game))
    kind, case = rng.integers(8), {"what": what, "lists": [hidden, guesses], "given": given}

    def either(found, other):
        if found != other:
            check(found["answer"])

    if kind == 0:
        return case | {"lists": bad_lists(rng, hidden, guesses)}, refused
    if kind == 1 and what == "grid":
        return case | {"given": [[bad_row(rng, game)[1] + "?", *given[0]], given[1]]}, refused
    if kind == 1 and what in ("rollout", "solve"):
        return case | {"given": given | {"history": [*given["history"], bad_row(rng, game)]}}, refused
    if kind == 2:
        return case | {"stopped": True}, lambda found: either(found, {"answer": None})
    if kind == 3:
        return case | {"grows": int(rng.integers(4))}, lambda found: either(found, {"fault": "no memory is left"})
    return case, lambda found: check(found["answer"])


@pytest.mark.parametrize("seed", some(range(20), [0]))
def test_any_question_is_answered_as_the_library_does_or_refused_and_so_is_the_next(page, seed):
    rng = np.random.default_rng(seed)
    state = wl.wordle(ORIGINAL[:12], ORIGINAL[:20]).start()
    good = {what: make(rng, state) for what, make in QUESTIONS.items()}
    lists = [state.game.hidden, state.game.guesses]
    questions = {what: {"what": what, "lists": lists, "given": given} for what, (given, _) in good.items()}
    cases = [any_case(rng, what) for _ in range(40) for what in QUESTIONS]
    told = page(ASK, {"cases": [case for case, _ in cases], "good": questions})
    for (case, check), (found, again) in zip(cases, told, strict=True):
        try:
            check(found)
            good[case["what"]][1](again)
        except (AssertionError, KeyError) as fault:
            raise AssertionError(f"{case}: {found}") from fault
    faults = [found.get("fault") for found, _ in told]
    assert 20 < sum(map(bool, faults)) < 80 and "no memory is left" in faults
    assert any(found == {"answer": None} for found, _ in told), "some were stopped"
