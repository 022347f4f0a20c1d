"""The replay of alpha-beta on the page, with no kernel: windows, values and cuts are the record's."""

from math import inf

import pytest
from watching import Player

import wordlelib as wl
from wordlelib.adversary.minimax_trace import alphabeta

FOUR = alphabeta(wl.wordle(["crane", "alone", "shame", "atole"]).start(), 2, turns=2)
FIVE = alphabeta(wl.wordle(["batch", "catch", "hatch", "patch", "shame"]).start(), 4, turns=3)

# Of each node: its number, what is said of it, and what is struck.
SHOWN = """items => items.map(item => [
    item.dataset.node,
    item.ariaLabel,
    [...item.firstChild.querySelectorAll("s")].map(
        each => [...each.querySelectorAll("[data-mark]")].map(tile => tile.dataset.mark).join("") || each.innerText
    ),
])"""


def show(value):
    return "∞" if value == inf else f"{value:g}"


def typed(value):
    return "inf" if value == inf else f"{value:g}"


def steps_of(record):
    """Write the search down again, from the record: what happens to which node, and all windows after it.

    It plays the search by its definition; nothing is taken from the record but the tree, the values and the cuts.
    """
    visits, steps = record.visits, []
    open_, done = {}, {}

    def enter(i, alpha, beta):
        open_[i] = [alpha, beta, None]
        note("enter", i)
        best, hinter = None, visits[i].player == "hinter"
        for child in record.below(i):
            enter(child, *open_[i][:2])
            value = visits[child].value
            best = value if best is None else (max if hinter else min)(best, value)
            side = 0 if hinter else 1
            open_[i][side] = (max if hinter else min)(open_[i][side], value)
            open_[i][2] = best
            done[child] = value
            note("return", child)
        if visits[i].cut:
            note("cut", i)

    def note(kind, i):
        steps.append((kind, i, {node: tuple(state) for node, state in open_.items()}, dict(done)))

    enter(0, 0, inf)
    done[0] = visits[0].value
    note("return", 0)
    return steps


class Replay(Player):
    """One of the replays of the chapter, as a reader plays it."""

    def __init__(self, page, record):
        super().__init__(page, f"Alpha-beta replay: {len(record.visits[0].words)} words, {len(record.visits)} nodes")
        self.record, self.steps = record, steps_of(record)

    @property
    def status(self):
        return self.place.locator(".ww-loud").inner_text()  # the verdict on a window is a status as well

    def check(self, moment):
        """Compare all nodes that are shown with the steps; all are opened before."""
        assert self.now == moment
        if not moment:
            assert self.place.get_by_role("treeitem").count() == 1
            return
        _, here, windows, done = self.steps[moment - 1]
        lines = {node: rest for node, *rest in self.place.get_by_role("treeitem").evaluate_all(SHOWN)}
        cut = {i for kind, i, *_ in self.steps[:moment] if kind == "cut"}
        assert set(lines) == {*map(str, windows), *(f"cut{i}" for i in cut)}
        for i, (alpha, beta, best) in windows.items():
            said = lines[str(i)][0]
            value = (
                f"value {show(done[i])}" if i in done else "no value yet" if best is None else f"so far {show(best)}"
            )
            assert f": alpha {show(alpha)}, beta {show(beta)}, {value}" in said
            assert (", open" in said) == (i not in done)
            assert ("this step" in said) == (i == here)
        for i in cut:
            assert lines[f"cut{i}"][1] == list(self.record.visits[i].cut)
        self.check_picture(windows, done, cut)

    def check_picture(self, windows, done, cut):
        """Compare the picture: a circle for each node and each move that was cut, two strokes at each of the latter."""
        picture = self.place.locator(".ww-treepicture")
        struck = sum(len(self.record.visits[i].cut) for i in cut)
        assert picture.locator("circle").count() == len(windows) + struck
        assert picture.locator(".ww-slash").count() == 2 * struck
        assert picture.locator("circle.ww-on").count() == len(windows) - len(done)
        texts = picture.locator("text.ww-halo").all_text_contents()
        assert sum(" = " in text for text in texts) == len(done)


@pytest.fixture
def page(watched):
    return watched.open("book/17_minimax_and_alpha_beta")


def test_every_moment_of_the_four_words(page):
    replay = Replay(page, FOUR)
    replay.press("Open all")
    assert replay.now == 8  # the page begins in the middle of the search
    replay.to(0)
    for moment in range(len(replay.steps) + 1):
        replay.check(moment)
        if moment < len(replay.steps):
            replay.press("One step")
    assert replay.button("One step").is_disabled()
    assert replay.status == "The start returns 1, so the search is done."
    assert page.evaluate("document.activeElement.innerText") == "One step back"


def test_moments_of_the_five_words(page):
    replay = Replay(page, FIVE)
    replay.press("Open all")
    for moment in (0, 1, 17, 50, 94, len(replay.steps) - 1, len(replay.steps), 3):
        replay.to(moment)
        replay.check(moment)


def test_what_is_said_of_a_step(page):
    replay = Replay(page, FOUR)
    kinds = [(kind, FOUR.visits[i].move) for kind, i, *_ in replay.steps]
    replay.to(kinds.index(("return", "crane")) + 1)
    assert replay.status == "crane? returns 1: β of the start goes from ∞ to 1."
    replay.to(kinds.index(("return", "--y-g")) + 1)
    assert replay.status == "crane --y-g returns 1: α of crane? goes from 0 to 1."
    replay.to(kinds.index(("cut", "shame")) + 1)
    assert replay.status == "Cut off at shame?: --g-g, ggggg; 2 is not below β = 1."
    replay.to(kinds.index(("enter", "alone")) + 1)
    assert replay.status == "Entered: alone?, with the window (0, 1); the Hinter is to answer."


def test_what_is_looked_at_is_open_and_can_be_closed(page):
    replay = Replay(page, FIVE)
    deepest = next(
        moment
        for moment, (_, i, windows, done) in enumerate(replay.steps, 1)
        if len(windows) - len(done) == 5 and FIVE.visits[i].player == "nobody"
    )
    replay.to(deepest)
    way = replay.place.locator("[aria-expanded='true']")
    assert way.count() == 4
    way.nth(1).focus()
    page.keyboard.press("ArrowLeft")
    assert replay.place.locator("[aria-expanded='true']").count() == 1
    page.keyboard.press("Enter")
    assert replay.place.locator("[aria-expanded='true']").count() == 4
    replay.press("Close all")
    replay.to(len(replay.steps))
    assert replay.place.get_by_role("treeitem").count() == 1


def ask(replay):
    """Go on with Enter until a node is asked for; give its number, or None at the end."""
    while replay.now < len(replay.steps) and replay.steps[replay.now][0] != "enter":
        before = replay.now
        replay.page.keyboard.press("Enter")
        assert replay.now == before + 1
    return None if replay.now == len(replay.steps) else replay.steps[replay.now][1]


def test_windows_predicted_with_the_keyboard(page):
    """Types the windows of thirty nodes and of the last, some wrong on purpose. The verdict names what has set it."""
    replay = Replay(page, FIVE)
    verdict = replay.place.locator(".ww-verdict")
    replay.place.get_by_role("textbox", name="alpha").focus()
    asked = right = 0
    while (node := ask(replay)) is not None:
        if asked == 30:
            replay.to(max(i for i, (kind, *_) in enumerate(replay.steps) if kind == "enter"))
            replay.place.get_by_role("textbox", name="alpha").focus()
            node = ask(replay)
        visit, wrong = FIVE.visits[node], asked % 7 == 3
        alpha = visit.alpha + 1 if wrong else visit.alpha
        assert page.evaluate("document.activeElement.parentElement.innerText").startswith("alpha")
        page.keyboard.type(typed(alpha))
        page.keyboard.press("Tab")
        page.keyboard.type(typed(visit.beta))
        page.keyboard.press("Enter")
        asked, right = asked + 1, right + (not wrong)
        said = verdict.inner_text()
        assert said.startswith(f"Not ({show(alpha)}, {show(visit.beta)}): " if wrong else "Right, ")
        assert f"has {visit.window}. α = {show(visit.alpha)}, since " in said
        assert f"β = {show(visit.beta)}, since " in said
        for side, value in (("Hinter", visit.alpha), ("Guesser", visit.beta)):
            assert (f"returned {show(value)} to the {side}" in said) == (value not in (0, inf))
        assert replay.place.locator(".ww-score").inner_text() == f"{right} of {asked} right"
    assert asked == 31 and right < asked
    assert replay.place.locator(".ww-question").inner_text() == "The search is done."
    page.keyboard.press("Enter")
    assert replay.now == len(replay.steps)


def test_what_cannot_be_read_is_named(page):
    replay = Replay(page, FIVE)
    alpha, beta = replay.place.get_by_role("textbox", name="alpha"), replay.place.get_by_role("textbox", name="beta")
    alpha.fill("0")
    beta.fill("-1")
    replay.press("Check")
    assert replay.place.get_by_role("alert").inner_text() == 'beta: "-1"; expected a whole number from 0, or inf.'
    assert replay.now == 0 and beta.evaluate("input => input === document.activeElement")
    beta.fill(" ∞ ")
    replay.press("Check")
    assert replay.now == 1 and replay.place.locator(".ww-verdict").inner_text().startswith(
        "Right, the start has (0, ∞)."
    )
    assert replay.place.locator(".ww-problem").text_content() == ""


def test_keys_on_a_line_of_cut_moves(page):
    replay = Replay(page, FOUR)
    replay.press("Open all")
    replay.to(next(i for i, (kind, *_) in enumerate(replay.steps, 1) if kind == "cut"))
    line, focused = replay.place.locator("[data-node^=cut]"), replay.place.locator("li:focus")
    node = line.get_attribute("data-node").removeprefix("cut")
    for key in ("Enter", "ArrowRight"):
        line.focus()
        page.keyboard.press(key)
        assert line.evaluate("line => line === document.activeElement")
    page.keyboard.press("ArrowLeft")
    assert focused.get_attribute("data-node") == node
    page.keyboard.press("End")
    page.keyboard.press("Home")
    assert focused.get_attribute("data-node") == "0"


def test_prediction_is_off_and_on(page):
    replay = Replay(page, FOUR)
    assert not replay.place.get_by_role("group", name="Prediction").is_visible()
    replay.to(0)
    replay.place.get_by_label("predict each window").check()
    assert "Next the position the start is entered" in replay.place.locator(".ww-question").inner_text()
    replay.to(len(replay.steps))
    assert replay.button("Check").count() == 0 and replay.button("Next step").is_disabled()
    replay.place.get_by_label("predict each window").uncheck()
    assert not replay.place.get_by_role("group", name="Prediction").is_visible()


def test_play_to_the_end(page):
    replay = Replay(page, FOUR)
    replay.place.get_by_role("combobox").select_option("20")
    replay.press("Play")
    replay.button("Play again").wait_for()
    replay.check(len(replay.steps))


def test_no_sideways_scrolling_on_a_phone(page):
    page.set_viewport_size({"width": 390, "height": 800})
    for record in (FOUR, FIVE):
        replay = Replay(page, record)
        replay.press("Open all")
        replay.to(len(replay.steps))
        assert replay.place.bounding_box()["width"] <= 390
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_state_set_from_outside_is_followed(page, again):
    Replay(page, FOUR)
    place, last = again(page, "AlphaBetaReplay"), len(steps_of(FOUR))
    for moment, shown in ((5, 5), (-1, 0), (1000, last)):
        page.evaluate("moment => w.put({ moment })", moment)
        assert place.locator(".ww-now").inner_text() == f"{shown} of {last}"
    page.evaluate("w.put({ opened: [0, 500, -1, 'x'], moment: 3, predict: true, asked: 5, right: 3 })")
    assert place.locator(".ww-score").inner_text() == "3 of 5 right"
    assert place.get_by_role("treeitem").count() == 3
    place.get_by_role("treeitem").first.focus()
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("w.state.opened.filter(Number.isInteger)") == []
    assert place.get_by_role("treeitem").count() == 1 and place.locator("li:focus").count() == 1
    place.get_by_role("button", name="Next step").dblclick()
    assert page.evaluate("w.state.moment") == 4
    assert place.get_by_role("alert").inner_text().startswith('alpha: "", beta: ""; expected')
    place.get_by_role("button", name="Play", exact=True).click()
    page.evaluate("w.stop()")
    assert page.evaluate("Object.values(w.calls).flat().length") == 0
