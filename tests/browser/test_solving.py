"""Perfect play in the browser after any rows: the totals are those that the library proves."""

import playwright.sync_api as playwright
import pytest
from watching import bare_page, some

import wordlelib as wl
from wordlelib.game.feedback import feedback
from wordlelib.search.exact import Solver
from wordlelib.widgets import base

SOLVE = """async ([hidden, guesses, given]) => {
    const computing = wordleWidgets.computing(stored, hidden, guesses);
    const told = [];
    const job = computing.job("solve", given);
    job.onprogress = (state) => told.push(state);
    return { ...(await job.promise.finally(computing.close)), told };
}"""
HIDDEN, GUESSES = wl.wordle().hidden, wl.wordle().guesses


@pytest.fixture(scope="module")
def solve(chromium):
    """Give what is known after some rows: call `solve(rows, hard)`."""
    with bare_page(chromium, "prover.js") as page:
        page.evaluate("compiled => { stored = compiled; }", base.compiled())

        def ask(rows, hard=False, hidden=HIDDEN, guesses=GUESSES, **more):
            given = {"history": [list(row) for row in rows], "hard": hard, **more}
            return page.evaluate(SOLVE, [list(hidden), list(guesses), given])

        yield ask


def any_state(rng, game):
    """Choose one or two rows of a game that leave a word, but less than 200."""
    while True:
        word, state = rng.choice(game.hidden), game.start()
        for _ in range(rng.integers(1, 3)):
            guess = game.guesses[rng.choice(state.allowed)]
            if guess != word:
                state = state.after(guess, feedback(guess, word))
        if len(state.members) < 200:
            return state


@pytest.mark.parametrize("mode", ["easy", "hard"])
@pytest.mark.parametrize("beliefs", some([10, 100], [10]))
def test_totals_of_any_belief_are_those_of_the_library(solve, rng, mode, beliefs):
    game = wl.wordle(mode=mode)
    for _ in range(beliefs):
        state = any_state(rng, game)
        bounds, _ = Solver(game).search(state)
        found = solve(state.history, mode == "hard")
        assert found["done"] and (found["lower"], found["upper"]) == bounds
        best, _ = Solver(game).search(state, found["guess"])
        assert best == bounds
        guess = game.guesses[rng.choice(state.allowed)]
        one, _ = Solver(game).search(state, guess)
        found = solve(state.history, mode == "hard", guess=guess)
        assert found["done"] and (found["lower"], found["upper"], found["guess"]) == (*one, guess)


@pytest.mark.parametrize("mode", ["easy", "hard"])
def test_words_may_have_weights(solve, rng, mode):
    game = wl.wordle(mode=mode, hidden="accepted")
    weights = game.weights.tolist()
    for _ in range(3):
        state = any_state(rng, game)
        bounds, _ = Solver(game).search(state)
        found = solve(state.history, mode == "hard", hidden=game.hidden, weights=weights)
        assert found["done"] and (found["lower"], found["upper"]) == bounds
        best, _ = Solver(game).search(state, found["guess"])
        assert best == bounds


def test_work_that_ends_leaves_bounds(solve):
    game = wl.wordle()
    rows = [("prime", "-y--y")]
    (value, _), _ = Solver(game).search(game.after(rows))
    before = 0
    for work in (0, 20_000_000, 100_000_000):
        found = solve(rows, work=work)
        assert not found["done"] and before < found["lower"] <= value <= (found["upper"] or value)
        before = found["lower"]
    lowers = [state["lower"] for state in found["told"]]
    assert lowers == sorted(lowers) and lowers[-1] <= found["lower"]


def test_words_of_fewer_letters_are_solved(solve, rng):
    for mode in ("easy", "hard"):
        words = sorted({"".join(rng.choice(list("abc"), 3)) for _ in range(20)})
        game = wl.wordle(words[::2], words, mode)
        assert solve([], mode == "hard", words[::2], words)["upper"] == wl.prove(game).total


@pytest.mark.parametrize(
    ("rows", "more", "said"),
    [
        ([("salet", "gggg-")], {}, "No word fits the rows"),
        ([("xxxxx", "-----")], {}, "is no row"),
        ([("salet", "----")], {}, "is no row"),
        ([("salet", "g----")], {"guess": "crane", "hard": True}, '"crane" is not allowed'),
        ([], {"guess": "xxxxx"}, '"xxxxx" is not allowed'),
        ([], {"guesses": ["häuser"], "hidden": ["häuser"]}, "words of the letters a to z"),
        ([], {"guesses": ["salet"], "hidden": ["crane"]}, '"crane" is not among the guesses'),
    ],
)
def test_what_cannot_be_solved_is_named(solve, rows, more, said):
    with pytest.raises(playwright.Error, match=said):
        solve(rows, **more)
