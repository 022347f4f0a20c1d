"""The game against a Hinter: Hinters and Guessers in JavaScript against the library's, and the page."""

import numpy as np
import pytest
from watching import Board, bare_page, opened

import wordlelib as wl
from wordlelib.game.policy import GREEDY
from wordlelib.widgets import base
from wordlelib.widgets.hinter_game import GUESSERS, HINTERS

WORDS = wl.words.original()[0]
GAME = wl.wordle(WORDS)
START = """(text) => {
    const [hidden] = wordleWidgets.readWords(text);
    const engine = wordleWidgets.engine();
    const game = engine.makeGame(hidden, hidden);
    const policies = wordleWidgets.policies({ get() {} }, hidden, hidden);
    const hinters = wordleWidgets.hinters(policies, game);
    globalThis.guess = (...asked) => wordleWidgets.guesser(policies, game, ...asked).promise;
    globalThis.replies = (history, guess, left) =>
        hinters.replies(hinters.classes(engine.candidates(game, history), guess), left).promise;
    globalThis.answer = (parts, name) => hinters.answers[name](parts).marks;
    globalThis.left = (history) => engine.candidates(game, history).length;
}"""
ANSWERS = """(asked) => Promise.all(asked.map(async (each) => {
    const parts = await replies(...each);
    return ["greedy", "depth 2", "exact"].map((name) => answer(parts, name));
}))"""
GUESSES = """(asked) => Promise.all(asked.map((each) => guess(...each)))"""
SURVIVED = """async (asked) => (await replies(...asked)).map(({ marks, survived }) => [marks, survived])"""
LINES = """(lines) => Promise.all(lines.map(async (guesses) => {
    const history = [];
    for (const [i, guess] of guesses.entries()) {
        history.push([guess, answer(await replies(history, guess, 3 - i), "exact")]);
    }
    return [history[3][1], left(history)];
}))"""


@pytest.fixture(scope="module")
def script(chromium):
    """The page's own scripts, without a page: call `script(code, argument)`."""
    with bare_page(chromium, "guarantor.js", "hintergame.js") as page:
        page.evaluate(START, base.word_text())
        yield page.evaluate


def position(state, guess, left):
    return [[list(row) for row in state.history], guess, left]


def test_all_hinters_are_the_library_s(script):
    rng, asked = np.random.default_rng(11), [(GAME.start(), "agile", 3), (GAME.start(), "mummy", 5)]
    asked.append((GAME.after([("agile", "-----")]), "snort", 2))
    for _ in range(12):
        state, word = GAME.start(), str(rng.choice(WORDS))
        for left in (4, 3, 2, 1, 0):
            guess = str(rng.choice(WORDS if left > 2 else state.words))
            asked.append((state, guess, int(rng.integers(left + 1))))
            state = state.after(guess, GAME.answer(guess, word))
            if state.solved:
                break
    found = script(ANSWERS, [position(*each) for each in asked])
    hinters = wl.GreedyHinter(), wl.MinimaxHinter(2), wl.ExactHinter()
    expected = [[hinter.answer(*each) for hinter in hinters] for each in asked]
    assert found == expected
    assert all(any(each[0] != each[i] for each in expected) for i in (1, 2))


def test_all_guessers_are_the_library_s(script):
    """Where several guesses keep to what is left, or to the fewest, the exact Guesser may make any of them."""
    rng, solver = np.random.default_rng(13), wl.GuaranteeSolver(GAME)
    policies = {name: GREEDY[name]() for name in GREEDY} | {"rollout": wl.Rollout(wl.InformationGain())}
    states = [GAME.start()]
    for word in rng.choice(WORDS, 6):
        state = GAME.start()
        while not state.solved:
            state = state.after(guess := str(rng.choice(state.words)), GAME.answer(guess, str(word)))
            states.append(state)
    states = [state for state in states if not state.solved]
    assert {1, 2} < {len(state.words) for state in states}
    rest = rng.integers(1, 6, len(states)).tolist()
    asked = [[position(state, "", 0)[0], name, n] for state, n in zip(states, rest, strict=True) for name in GUESSERS]
    found = np.reshape(script(GUESSES, asked), (-1, len(GUESSERS))).tolist()
    for state, n, guesses in zip(states, rest, found, strict=True):
        *others, exact = guesses
        assert others == [policies[name].decide(state) for name in GUESSERS[:-1]]
        assert solver.search(state, max(n, solver.least(state)), exact) == exact
    assert any(n < solver.least(state) for state, n in zip(states, rest, strict=True))


def test_each_reply_survives_as_long_as_the_library_says(script):
    state, solver = GAME.after([("agile", "-----")]), wl.GuaranteeSolver(GAME)
    for guess, left in (("snort", 2), ("mummy", 4), ("buddy", 19), ("chuck", 0)):
        found = dict(script(SURVIVED, position(state, guess, left)))
        parts = state.partition(guess)
        assert found.keys() == parts.keys()
        for row, survived in found.items():
            after = state.after(guess, row)
            assert survived == (-1 if after.solved else min(solver.least(after) - 1, left))


@pytest.mark.parametrize("guesser", [wl.InformationGain(), wl.WorstCase(), wl.MostClasses()], ids=repr)
def test_nobody_beats_the_exact_hinter_in_four(script, guesser):
    state = GAME.start()
    for left in (3, 2, 1, 0):
        guess = guesser.decide(state)
        state = state.after(guess, script(ANSWERS, [position(state, guess, left)])[0][2])
        assert not state.solved
    assert state.words


@pytest.mark.parametrize("many", [25, pytest.param(100, marks=pytest.mark.slow)])
def test_whatever_is_guessed_the_exact_hinter_wins(script, many):
    rng = np.random.default_rng(12)
    lines = [rng.choice(WORDS, 4).tolist() for _ in range(many)] + [["agile", "snort", "dumpy", "fight"]]
    for row, left in script(LINES, lines):
        assert row != "ggggg" and left > 0


class Game(Board):
    """The game of the chapter, as a reader plays it."""

    region = "Game against a Hinter"

    def hinter(self, name):
        self.place.get_by_label("Hinter", exact=True).select_option(name)
        return self.settled()


board = opened(Game, "book/16_a_second_player")


def test_the_line_that_beats_the_greedy_hinter(board):
    board.press("Start again")
    assert board.history() == []
    board.type("agile").type("snort").type("dumpy")
    state = GAME.after(board.history())
    expected = GAME.start()
    for left, guess in zip((3, 2, 1), ("agile", "snort", "dumpy"), strict=True):
        expected = expected.after(guess, wl.GreedyHinter().answer(expected, guess, left))
    assert state.history == expected.history and board.status.startswith("1 word left, 1 guess left")
    board.place.get_by_role("button", name="Show me a word").click()
    assert board.place.locator(".ww-proof").inner_text().startswith(f"{state.words[0]} fits all rows (1 of 1)")
    board.type(state.words[0])
    assert board.status == f"Found with 4 guesses: it was {state.words[0]}."
    assert board.place.get_by_label("Guess", exact=True).is_disabled()


def test_what_the_exact_hinter_gives_up(board):
    board.hinter("exact").type("snort")
    before = GAME.after(board.history()[:1])
    parts = before.partition("snort")
    sizes = sorted(map(len, parts.values()), reverse=True)
    row = board.history()[1][1]
    assert len(parts[row]) == 13 and board.status.startswith("13 words left")
    cells = [[cell.inner_text() for cell in each.locator("td").all()] for each in board.place.locator("tbody tr").all()]
    kept = [int(each[1].replace("given:", "").replace("▶", "")) for each in cells]
    assert kept[:8] == sizes[:8]
    mine = next(each for each in cells if "▶" in each[1])
    assert mine[2] == "2" and "exact" in mine[3] and "greedy" in cells[0][3]
    assert f"Not shown: {len(parts) - len(kept)} further replies" in board.place.locator(".ww-small-print").inner_text()
    board.type("dumpy").type("fight")
    assert board.status.startswith("The Hinter wins: 4 guesses made")
    state = GAME.after(board.history())
    assert f"{len(state.words)} word" in board.status
    board.place.get_by_text("Words that are left").click()
    assert board.place.locator(".ww-words").inner_text().split() == state.words


def test_the_reader_watches_a_duel(board):
    """As long as the Guesser can guess on, the button keeps the focus; then one more Enter does nothing."""
    last = {}
    board.press("Start again")
    board.place.get_by_label("Turns").fill("5")
    board.page.keyboard.press("Tab")
    for guesser in ("information-gain", "exact"):
        for hinter in ("depth 2", "exact"):
            board.place.get_by_label("Guesser").select_option(guesser)
            board.hinter(hinter)
            board.place.get_by_role("button", name="Guess for me").focus()
            for _ in range(6):
                board.page.keyboard.press("Enter")
                board.settled()
            assert board.place.get_by_role("status").evaluate("status => status === document.activeElement")
            last[guesser, hinter] = board.history(), board.status
            board.press("Start again")
    policy, hinters = wl.InformationGain(), {"depth 2": wl.MinimaxHinter(2), "exact": wl.ExactHinter()}
    for hinter, player in hinters.items():
        history, status = last["information-gain", hinter]
        assert history == wl.duel(GAME, policy, player, 5).state.history
        assert status.startswith("The Hinter wins" if hinter == "depth 2" else "Found with 5")
        history, status = last["exact", hinter]
        assert len(history) == 5 and status.startswith("Found with 5")


# Each of these happens while the Guesser thinks, since nothing of the page goes on in between.
MEANWHILE = """(widget, [typed, guesser]) => {
    const press = [...widget.querySelectorAll("button")].find(({ textContent }) => textContent === "Guess for me");
    press.click();
    press.click();
    widget.querySelector("input").value = typed;
    widget.querySelector("[type=number]").focus();
    const select = widget.querySelector("[aria-label=Guesser]");
    if (guesser) select.value = guesser;
    select.dispatchEvent(new Event("change"));
    return widget.querySelector("[role=status]").textContent;
}"""


def test_what_is_pressed_or_typed_while_a_guesser_thinks(board):
    """Two presses are one, what is typed stays, no focus is lost, and a Guesser who is replaced does not guess."""
    board.press("Start again")
    assert board.place.evaluate(MEANWHILE, ["cra", ""]) == "The Guesser thinks about guess 1 ..."
    assert [guess for guess, _ in board.settled().history()] == [wl.InformationGain().decide(GAME.start())]
    assert board.place.get_by_label("Guess", exact=True).input_value() == "cra"
    assert board.place.evaluate("widget => widget.contains(document.activeElement)")
    assert board.place.evaluate(MEANWHILE, ["", "exact"]) == "The Guesser thinks about guess 2 ..."
    assert len(board.settled().history()) == 1 and board.status.endswith("3 guesses left. Your turn.")
    board.press("Guess for me")
    assert len(board.history()) == 2


def test_a_link_with_a_guess_that_is_not_of_this_game_is_refused(board):
    board.page.evaluate("location.hash = '#w1&hintergame.history=salet:-----'")
    board.page.get_by_text("rows of hidden words").wait_for()
    assert board.history() == [("agile", "-----")]


AT_ONCE = """(widget, acts) => {
    const field = widget.querySelector("input");
    const [status] = widget.querySelectorAll("[role=status]");
    field.focus();
    return acts.map((act) => {
        const button = [...widget.querySelectorAll("button")].find(({ textContent }) => textContent === act);
        if (!button) field.value = act;
        button ? button.click() : field.form.requestSubmit();
        return status.textContent;
    });
}"""


def test_a_newer_guess_and_undo_end_what_the_hinter_thinks(board):
    board.press("Start again")
    board.hinter("exact")
    said = board.place.evaluate(AT_ONCE, ["fuzzy", "agile"])
    assert said == ["The Hinter thinks about FUZZY ...", "The Hinter thinks about AGILE ..."]
    assert board.settled().history() == [("agile", wl.ExactHinter().answer(GAME.start(), "agile", 3))]
    assert board.place.get_by_label("Guess", exact=True).evaluate("field => field === document.activeElement")
    thought, undone = board.place.evaluate(AT_ONCE, ["mummy", "Undo"])
    assert thought == "The Hinter thinks about MUMMY ..." and undone.startswith("2,315 words left, 4 guesses left")
    assert board.settled().history() == [] and board.status == undone and not board.place.locator("table").count()


def test_who_has_lost_gets_no_more_turns(board):
    turns = board.place.get_by_label("Turns")
    for _ in range(3):
        assert turns.is_disabled()
        board.type("agile")
    assert board.status.startswith("The Hinter wins: 4 guesses made") and turns.is_disabled()
    board.press("Start again")
    assert turns.is_enabled()


def test_extremes(board):
    board.type("salut")
    assert '"salut" is not one of the 2,315 words' in board.alert
    board.type("")
    assert len(board.history()) == 1
    board.press("Start again")
    assert board.alert == ""
    turns = board.place.get_by_label("Turns")
    for wrong in ("0", "21", "2.5", ""):
        turns.fill(wrong)
        turns.press("Tab")
        assert "expected a whole number from 1 to 20" in board.alert and turns.input_value() == "4"
    turns.fill("1")
    turns.press("Tab")
    assert board.alert == ""
    board.type("agile")
    assert board.status.startswith("The Hinter wins: 1 guess made")
    board.press("Start again")
    turns.fill("20")
    turns.press("Tab")
    for _ in range(19):
        board.type("agile")
    assert len(board.history()) == 19 and board.status.endswith("1 guess left. Your turn.")
    for name in HINTERS:
        board.hinter(name).type("mummy")
        assert len(board.history()) == 20
        board.press("Undo")
    board.page.set_viewport_size({"width": 390, "height": 800})
    assert board.page.evaluate("document.documentElement.scrollWidth") <= 390
