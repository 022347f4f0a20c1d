"""Your game, judged, on its page: every way of entry, the library's figures, own lists, the address."""

import json
import re

import pytest
from PIL import Image
from test_every_page import faults
from test_front_page import SHIFTS
from test_judging import same
from watching import ROOT, Board, Watched, frames, wait_for_widgets

import wordlelib as wl
from wordlelib.game.feedback import feedback
from wordlelib.lab.grids import judge_grid
from wordlelib.lab.judging import Judge

PAGE = "book/your_game"
FAMILY = ["salet", "match", "batch", "hatch", "patch", "catch"]
ROWS = [(guess, feedback(guess, "catch")) for guess in FAMILY]
HOPE = ["raise", "crony"]
SHARED = "Wordle 1,001 4/6\n\n⬛⬛🟨⬛⬛\n⬛🟨⬛🟨⬛\n🟩🟩⬛⬛🟩\n🟩🟩🟩🟩🟩\n"
GRID = ["--y--", "-y-y-", "gg--g", "ggggg"]
WATCH = """() => {
    globalThis.changed = false;
    const observer = new MutationObserver(() => (changed = true));
    observer.observe(document.querySelector(".ww-yourgame"), { subtree: true, childList: true });
}"""
# A row that is added moves what is below it at once; what comes later moves nothing.
LATE_SHIFTS = SHIFTS.replace("list.getEntries()", "list.getEntries().filter((entry) => !entry.hadRecentInput)")
SMALL = ["batch", "catch", "hatch", "patch", "chimp", "watch"]


class Game(Board):
    """The widget, as a reader uses it."""

    region = "Your game, judged"

    @property
    def alert(self):
        return " ".join(self.place.get_by_role("alert").all_inner_texts()).strip()

    @property
    def summary(self):
        return self.place.locator(".ww-summary").inner_text()

    @property
    def account(self):
        return self.place.locator(".ww-account").inner_text()

    @property
    def said(self):
        return self.place.locator(".ww-work [role=status]").inner_text()

    @property
    def read(self):
        """What is said of a text that was pasted."""
        return self.place.locator(".ww-read").inner_text()

    def preset(self, name):
        self.place.get_by_role("combobox").select_option(name)
        return self.settled()

    def paste(self, text):
        self.place.get_by_label("Or paste").fill(text)
        return self.press("Read it")

    def unfold(self):
        """Open what is told row by row."""
        if self.place.locator("details:not([open])", has_text="Row by row").count():
            self.place.get_by_text("Row by row").click()
        return self

    def lists(self, **files):
        """Choose files of words."""
        if self.place.locator("details.ww-own:not([open])").count():
            self.place.get_by_text("Your own word lists").click()
        for name, path in files.items():
            self.page.evaluate(WATCH)
            self.place.get_by_label(f"File of {name}").set_input_files(path)
            self.page.wait_for_function("changed")
        return self.settled()

    def rows(self):
        """Give the figures of the table: before, after, bits told and expected, luck, lost."""
        self.unfold()
        cells = [[cell.replace("−", "-").replace(",", "").split() for cell in row[1:]] for row in self.table()]
        return [
            (int(words[0]), int(words[2]), float(bits[0]), float(bits[2]), float(luck[0]), float(lost[0]))
            for words, bits, luck, lost, _ in cells
        ]

    def check(self, judged):
        """Compare all that is shown with the library's judgement."""
        for found, row in zip(self.rows(), judged.rows, strict=True):
            assert found[:2] == (row.before, row.after)
            assert found[2:4] == pytest.approx((row.received_bits, row.expected_bits), abs=0.0051)
            assert found[4:6] == pytest.approx((row.luck, row.loss), abs=0.00051)
        reasons = self.place.locator(".ww-reasons li").all_inner_texts()
        assert reasons == [f"{row.guess}: {row.reason}" for row in judged.rows]
        if judged.solved:
            assert f"Found {judged.answer} in {len(judged.rows)} guesses." in self.summary
            assert f"which makes {len(judged.rows)}.000." in self.account
        assert f"the guesses lost {judged.loss:.2f}" in self.summary
        notes = self.place.locator(".ww-card text", has_text="lost 0").all_text_contents()
        shown = [f"lost {row.loss:.2f}, luck {row.luck:+.2f}".replace("-", "−") for row in judged.rows]
        assert [each.replace("+0.00", "0.00").replace("−0.00", "0.00") for each in shown] == notes
        if judged.perfect:
            letters = "".join(self.place.locator(".ww-perfect .ww-tile").all_inner_texts()).lower()
            assert letters == "".join(guess for guess, _ in judged.perfect)
            assert f"perfect play takes {len(judged.perfect)}." in self.summary
        assert self.alert == ""
        return self


@pytest.fixture(scope="module")
def easy():
    return Judge(wl.wordle())


@pytest.fixture(scope="module")
def hard():
    return Judge(wl.wordle(mode="hard"))


@pytest.fixture
def game(watched):
    page = watched.open(PAGE)
    wait_for_widgets(page, PAGE)
    return Game(page)


@pytest.fixture
def words(tmp_path):
    """Give what writes a word list into a file."""

    def write(name, text):
        path = tmp_path / name
        path.write_text(text if isinstance(text, str) else "\n".join(text), encoding="utf-8")
        return path

    return write


def test_the_games_of_the_page(game, easy, hard):
    cells = json.loads((ROOT / f"{PAGE}.ipynb").read_text(encoding="utf-8"))["metadata"]["widgets"]
    (state,) = [
        each["state"]
        for each in cells["application/vnd.jupyter.widget-state+json"]["state"].values()
        if "games" in each["state"]
    ]
    assert len(state["games"]) == 5
    for sample in state["games"]:
        game.preset(sample["name"])
        judge = hard if sample["hard"] else easy
        if sample["history"]:
            game.check(judge.judge(sample["history"], sample["hidden"]))
        else:
            assert game.summary.startswith(f"{len(judge_grid(easy.game, sample['grid']).answers):,} hidden words fit")


def test_every_way_of_entry_gives_the_same(game, easy):
    judged = easy.judge(FAMILY, "catch")
    game.press("Start again").hide("catch")
    for guess in FAMILY:
        game.type(guess)
    game.check(judged)
    game.preset("a lucky game").paste("\n".join(f"{guess} {row}" for guess, row in ROWS)).check(judged)
    game.preset("a lucky game").paste(",".join(f"{guess}:{row}" for guess, row in ROWS)).check(judged)
    game.press("Start again").hide("catch").paste(" ".join(FAMILY)).check(judged)
    assert game.place.get_by_role("combobox").evaluate("it => it.selectedOptions[0].text").startswith("one word of")


def test_rows_are_coloured_by_hand(game, easy):
    game.press("Start again").type("raise")
    for key in "y----":
        game.page.keyboard.press(key)
    game.type("crony")
    for key in "ggggg":
        game.page.keyboard.press(key)
    game.settled().check(easy.judge(HOPE, "crony"))


def test_a_game_that_is_not_over(game, easy):
    judged = easy.judge(ROWS[:2])
    game.press("Start again").paste("salet:-g--y match:-gggg").check(judged)
    rest = judged.rows[-1].rest / judged.rows[-1].after
    assert game.summary.startswith(f"Not found in 2 guesses, and {rest:.2f} more to be expected.")
    game.unfold()
    assert f"which makes {2 + rest:.3f} guesses, {rest:.3f} of them still to come." in game.account
    assert "needs the hidden word" in game.place.locator(".ww-perfect").inner_text()
    assert game.button("Challenge a friend").count() == 0


def test_guesses_alone_need_the_answer(game, easy):
    game.press("Start again").paste("raise crony")
    assert "no colours" in game.alert
    game.hide("crony").press("Read it").check(easy.judge(HOPE, "crony"))


@pytest.mark.parametrize(
    "text, said",
    [
        ("raise", "no colours"),
        ("crony:ggggg raise:y----", "after the hidden word was found"),
        ("⬛🟨🟥⬛🟨\n🟩🟩🟩🟩🟩", '"⬛🟨🟥⬛🟨" holds "🟥", which is no colour'),
        ("🟩⬛⬛⬛🟩 ⬛⬛🟨⬛⬛", "has squares in 2 places; expected one row a line"),
        ("Wordle 1,234 4/6", "is not a game"),
    ],
)
def test_nonsense_is_refused_and_forgotten(game, text, said):
    game.press("Start again").paste(text)
    assert said in game.alert
    assert game.place.get_by_label("Or paste").input_value() == text
    game.preset("a lucky game")
    assert game.alert == "" and game.summary.startswith("Found crony")


def test_what_the_board_refuses_is_forgotten_too(game):
    game.paste("raise crony ghost")
    assert "no colours" in game.alert
    game.press("Start again").hide("crony").type("crony").type("salet")
    assert game.alert == "The word is found. Undo, or start again."
    game.press("Start again").type("zzzzz")
    assert '"zzzzz" is not in the list' in game.alert
    game.type("salet")
    assert game.alert == ""


def test_what_is_typed_takes_the_place_of_the_example(game, easy):
    game.hide("crony")
    assert game.history() == [] and game.summary == "" and game.alert == ""
    game.type("raise")
    assert game.summary.startswith("Not found in 1 guess, and ")
    game.type("crony").check(easy.judge(HOPE, "crony"))
    game.preset("a lucky game").type("zzzzz")
    assert len(game.history()) == 2
    game.type("ghost")
    assert [word for word, _ in game.history()] == ["ghost"]


def test_a_word_that_the_times_has_added_is_judged_and_it_is_said_how(game, accepted_game):
    game.press("Start again").hide("zzzzz")
    assert game.alert == '"zzzzz" is not one of the 12,972 hidden words.'
    game.hide("SNAFU").type("salet").type("snafu")
    assert game.alert == "" and game.summary.startswith("Found snafu in 2 guesses.")
    assert "Any of 12,972 accepted words may be hidden, as likely as in Wordle today." in game.summary
    judged = Judge(accepted_game).judge(["salet", "snafu"], "snafu")
    label = game.place.locator(".ww-card").get_attribute("aria-label")
    ends = [i + 1 + row.rest / row.weight_after for i, row in enumerate(judged.rows)]
    assert [float(each) for each in re.findall(r"then (\d+\.\d+) guesses", label)] == [round(each, 2) for each in ends]


def test_hard_mode_and_a_grid_of_a_word_that_the_times_has_added(game, accepted_game):
    game.press("Start again").hide("snafu").place.get_by_role("checkbox").check()
    game.type("salet").type("snash").type("snafu")
    assert game.alert == "" and game.summary.startswith("Found snafu in 3 guesses.")
    assert "Any of 12,972 accepted words may be hidden, as likely as in Wordle today." in game.summary
    game.press("Start again").paste("salet:gy--- swank:g-gy-")
    assert "Perfect play: not known for this game" in game.place.locator(".ww-perfect").text_content()
    game.place.get_by_role("checkbox").uncheck()
    game.press("Start again").hide("snafu").paste("⬜🟨⬜🟨⬜\n🟩🟩🟩🟩🟩")
    judged = judge_grid(accepted_game, ["-y-y-", "ggggg"], "snafu")
    prior = wl.words.accepted_prior()
    likely = sorted(judged.answers, key=lambda word: -prior[word])
    fit = f"{len(likely):,} accepted words fit the grid, the likeliest today first: {' '.join(likely[:10])} and "
    assert game.alert == "" and game.summary.startswith(fit)


def test_the_odds_of_a_word_that_is_typed_are_told(game):
    top = game.place.locator(".ww-paste").bounding_box()["y"]
    told = game.place.locator(".ww-odds[role=status]")
    for label, word, odds in (
        ("Hidden word", "snafu", "once in 20,000 days, an original word once in 2,500."),
        ("Guess", "CRANE", "once in 2,500 days, like every original word."),
    ):
        game.place.get_by_label(label, exact=True).fill(word)
        assert told.inner_text() == f"In Wordle today {word.lower()} is hidden {odds}"
        assert game.place.locator(".ww-paste").bounding_box()["y"] == top
    game.place.get_by_label("Guess", exact=True).fill("crann")
    assert told.inner_text() == ""
    game.hide("crane").type("snafu")
    assert told.inner_text() == ""


def test_hard_mode(game, hard):
    game.press("Start again").place.get_by_role("checkbox").check()
    game.paste("salet:-g--y crony:g---- catch:ggggg")
    assert "Row 2 (crony) is not allowed in hard mode" in game.alert
    game.paste(" ".join(f"{guess}:{row}" for guess, row in ROWS)).check(hard.judge(ROWS, "catch"))
    game.place.get_by_role("checkbox").uncheck()
    game.settled()
    assert game.rows()[2][5] > 0  # batch, where easy mode allows more


def test_a_shared_grid(game, easy):
    game.press("Start again").paste(f"\ufeff> {SHARED.strip()} 🎉")
    judged = judge_grid(easy.game, GRID)
    assert game.read == (
        "Read 4 rows of Wordle 1,001. Give the hidden word, if you know it, and then the guess of each row."
    )
    assert game.summary.startswith(f"{len(judged.answers):,} hidden words fit the grid: {judged.answers[0]} ")
    spans = [(row.fewest, row.most) for row in judged.rows]
    said = [f"{low:,}" if low == high else f"{low:,} to {high:,}" for low, high in spans]
    assert [row[1:] for row in game.unfold().table()] == [[each, "not known"] for each in said]
    known = judge_grid(easy.game, GRID, judged.answers[0])
    game.hide(judged.answers[0])
    left = [(row.least_left, row.most_left) for row in known.rows]
    said = [f"{low:,}" if low == high else f"{low:,} to {high:,}" for low, high in left]
    assert [row[2] for row in game.table()] == said
    game.press("Forget the grid")
    assert game.place.get_by_role("img", name="grey, grey, yellow, grey, grey").count() == 0


def test_a_grid_gets_its_guesses_row_by_row(game, easy):
    answer, grid = "catch", [row for _, row in ROWS[:2]] + ["ggggg"]
    squares = "\n".join(row.translate(str.maketrans("-yg", "⬜🟦🟧")) for row in grid)
    game.press("Start again").paste(f"Wordle 1.234 3/6*\n\n{squares}")
    assert game.read.startswith("Read 3 rows of Wordle 1,234, hard mode. Give the hidden word")
    assert game.place.get_by_role("checkbox").is_checked()
    game.hide(answer)
    assert game.place.get_by_text("Now the guess of row 1").is_visible()
    game.type("crony")
    assert '"crony" does not make this row' in game.alert
    game.type("salet")
    assert game.alert == "" and game.place.get_by_text("Now the guess of row 2").is_visible()
    game.type("match").check(Judge(wl.wordle(mode="hard")).judge(["salet", "match", "catch"], answer))
    assert len(game.history()) == 3 and game.button("Forget the grid").count() == 0


def test_a_grid_without_its_word_is_judged_when_its_guesses_are_there(game, easy):
    rows = [(guess, feedback(guess, "crony")) for guess in HOPE]
    game.press("Start again").paste("🟨⬛⬛⬛⬛\n🟩🟩🟩🟩🟩")
    game.type("raise").type("crony").check(easy.judge(rows))


@pytest.mark.parametrize(
    ("heading", "title", "hard"),
    [
        ("Wordle 1,234 2/6*", "Wordle 1,234", True),
        ("Wordle 1.234 2/6", "Wordle 1,234", False),
        ("Wordle 1 234 2/6*", "Wordle 1,234", True),
        ("Wordle 1\u202f234 2/6", "Wordle 1,234", False),
        ("#Wordle #987 2/6", "Wordle 987", False),
    ],
)
@pytest.mark.parametrize("squares", ["⬛⬜🟨⬜⬛\n🟩🟩🟩🟩🟩", "⬜⬜🟦⬜⬜\n🟧🟧🟧🟧🟧"])
def test_headings_and_colours_of_today_are_read(game, heading, title, hard, squares):
    game.press("Start again").paste(f"{heading}\n\n{squares}")
    assert game.read.startswith(f"Read 2 rows of {title}{', hard mode' if hard else ''}. Give")
    assert game.place.get_by_role("checkbox").is_checked() is hard


def test_a_heading_decides_nothing(game):
    game.press("Start again").paste("Wordle 1,234 5/6\n⬛⬛🟨⬛⬛\n🟩🟩🟩🟩🟩")
    assert game.read.startswith("Read 2 rows of Wordle 1,234. The heading says 5.")


def test_of_several_games_one_is_chosen(game):
    first, second = "⬛⬛🟨⬛⬛\n🟩🟩🟩🟩🟩", "⬛🟨⬛⬛⬛\n⬛🟨⬛🟨⬛\n🟩🟩🟩🟩🟩"
    game.press("Start again").paste(f"Wordle 1,001 2/6\n\n{first}\n\nand I\nWordle 1.002 3/6*\n\n{second}")
    assert game.read.startswith("Read 2 rows of Wordle 1,001.") and "2 games were pasted" in game.read
    game.preset("Wordle 1,002")
    assert game.read.startswith("Read 3 rows of Wordle 1,002, hard mode.")
    game.paste(f"{first}\n{second}")
    assert game.read.startswith("Read 2 rows, hard mode.") and "2 games were pasted" in game.read
    game.paste(f"{first}\n\nWordle 5 2/6\n🟥🟥🟥🟥🟥")
    assert "2 games were pasted, and 1 of them cannot be read" in game.read


def test_an_address_without_a_game_leaves_nothing_judged(game):
    game.page.evaluate("location.hash = '#w1&yourgame.history=&yourgame.hidden='")
    game.page.wait_for_function("!document.querySelector('.ww-yourgame .ww-summary')?.textContent.trim()")
    assert game.table() == [] and game.alert == ""


@pytest.mark.parametrize("what", ["rows", "grid"])
def test_the_link_holds_the_game(game, what):
    if what == "rows":
        game.press("Start again").place.get_by_role("checkbox").check()
        game.hide("crony").paste("raise crony")
    else:
        game.press("Start again").hide("crane").paste(SHARED)
    shown = game.summary, game.table()
    kept = ["hidden=1", "history=1", "hard="] if what == "rows" else ["hidden=1", "grid=", "history="]
    game.page.wait_for_function("(kept) => kept.every((part) => location.hash.includes(`yourgame.${part}`))", arg=kept)
    assert not any(word in game.page.url for word in ("crony", "raise", "crane"))
    game.page.reload()
    wait_for_widgets(game.page, PAGE)
    again = Game(game.page)
    assert (again.summary, again.table()) == shown
    assert again.place.get_by_role("checkbox").is_checked() is (what == "rows")
    again.page.evaluate("location.hash = '#w1&yourgame.history=raise:-----&yourgame.hidden='")
    again.page.wait_for_function("document.querySelector('.ww-summary').innerText.startsWith('Not found in 1 guess,')")
    again.page.evaluate("location.hash = '#w1&yourgame.history=raise:-----&yourgame.hidden=crony'")
    again.place.get_by_text("does not fit the answer; expected y----").wait_for()
    assert again.summary == "" and again.place.locator(".ww-card").is_hidden()


def test_lists_of_the_readers_own(game, words):
    path = words("small.txt", [word.upper() for word in SMALL])
    game.lists(answers=path)
    assert "small.txt (6 hidden words)" in game.place.locator(".ww-names").inner_text()
    judge = Judge(wl.wordle(SMALL))
    judged = judge.judge(["batch", "chimp", "catch"], "catch")
    game.hide("catch").paste("batch chimp catch")
    assert [row[:6] for row in game.rows()] == [
        pytest.approx((x.before, x.after, x.received_bits, x.expected_bits, x.luck, x.loss), abs=0.0051)
        for x in judged.rows
    ]
    game.paste("salet:-----")
    assert '"salet" is not one of the 6 guesses' in game.alert
    guesses = words("more.txt", [*SMALL, "salet"])
    game.lists(guesses=guesses).paste("salet:-g--y")
    assert game.rows()[0][:2] == (6, 5) and "more.txt (7 guesses)" in game.place.locator(".ww-names").inner_text()
    assert "yourgame" not in game.page.evaluate("location.hash")
    game.press("The original lists again")
    assert game.summary.startswith("Found catch in 6 guesses.")


@pytest.mark.parametrize(
    "text, said",
    [
        ("batch\ncatchy\n", 'wrong.txt, line 2: "catchy". Expected one word a line, of 5 letters'),
        ("batch catch\n", 'line 1: "batch catch". Expected'),
        ("batch\n\nbatch", 'line 3: "batch" stands in line 1 too.'),
        ("", "wrong.txt is empty."),
    ],
)
def test_lists_that_are_none(game, words, text, said):
    game.lists(answers=words("wrong.txt", text))
    assert said in game.alert and "The lists in use stay as they were." in game.alert
    assert game.place.locator(".ww-names").inner_text() == "In use: the original lists."
    game.lists(answers=words("small.txt", SMALL))
    assert game.alert == ""


def test_lists_that_do_not_fit_together(game, words):
    game.lists(guesses=words("more.txt", SMALL))
    assert game.alert == "Choose the file of answers too."
    game.lists(answers=words("small.txt", [*SMALL, "crane"]))
    assert '"crane" of small.txt is not in more.txt. Expected every hidden word among the guesses.' in game.alert
    game.lists(answers=words("other.txt", ["crane", "slate"]))
    assert "among the guesses: 2 are missing, so put both files together." in game.alert


def test_long_work_can_be_stopped(game, words):
    hidden, guesses = wl.words.original()
    game.lists(answers=words("hidden.txt", hidden)).lists(guesses=words("guesses.txt", guesses))
    game.hide("catch")
    game.place.get_by_label("Or paste").fill(" ".join(FAMILY))
    game.button("Read it").click()
    game.place.get_by_text("0 of 6 rows judged").wait_for()
    assert game.button("Stop").is_visible() and game.page.locator(".ww-place[aria-busy]").count() == 1
    game.press("Stop")
    assert game.said == "Stopped, so what is shown is not complete." and game.summary == ""
    assert not game.button("Stop").is_visible()
    game.preset("a lucky game")
    assert game.summary.startswith("Found crony")


def test_the_first_row_is_shown_before_the_others(game):
    game.press("Start again").page.evaluate("""{
        const course = document.querySelector(".ww-pictured");
        globalThis.left = new Set();
        new MutationObserver(() => globalThis.left.add(course.textContent.split("not judged yet").length - 1))
            .observe(course, { childList: true });
    }""")
    game.hide("watch").paste("roate linds match chimp watch")
    game.page.wait_for_function("globalThis.left.has(0)")
    assert {4, 0} <= set(game.page.evaluate("[...globalThis.left]"))


def test_python_reads_the_judgement(watched, again, easy):
    page = watched.open(PAGE)
    again(page, "YourGame")
    page.evaluate("w.put({ history: [['raise', 'y----'], ['crony', 'ggggg']], hidden: 'crony' })")
    page.wait_for_function("w.state.judgement.answer === 'crony'")
    found, expected = page.evaluate("w.state.judgement"), easy.judge(HOPE, "crony").as_dict()
    # of several best guesses the page may name another
    assert found["rows"][1]["perfect"].pop("guess") and expected["rows"][1]["perfect"].pop("guess")
    same(json.loads(json.dumps(found)), json.loads(json.dumps(expected)))
    page.evaluate("w.stop()")
    assert page.evaluate("Object.values(w.calls).flat().length") == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_serious_fault(game, scheme):
    game.page.emulate_media(color_scheme=scheme)
    game.lists().preset("a shared grid without its guesses")
    assert faults(game.page, within=[".ww-place"]) == []
    game.preset("a careful game without luck").paste("nonsense, 12")
    assert game.alert and faults(game.page, within=[".ww-place"]) == []


def test_on_a_phone(game):
    game.page.set_viewport_size({"width": 320, "height": 700})
    game.lists()
    for name in ("the same, judged by hard mode", "a shared grid without its guesses"):
        game.preset(name)
        assert game.page.evaluate("document.documentElement.scrollWidth") <= 320
    parts = game.place.locator(":is(button, select, summary, input:not([type=checkbox])):visible")
    fields = game.place.locator("input, select, textarea")
    sizes = fields.evaluate_all("all => all.map((it) => parseFloat(getComputedStyle(it).fontSize))")
    assert len(sizes) > 5 and min(sizes) >= 16  # below that phones zoom
    assert [
        box for box in parts.evaluate_all("all => all.map((it) => it.getBoundingClientRect().height)") if box < 44
    ] == []


@pytest.mark.parametrize("size", [(1280, 900), (390, 844)])
def test_nothing_jumps_but_at_once_for_what_the_reader_does(chromium, site, size):
    context = chromium.new_context(viewport={"width": size[0], "height": size[1]})
    context.add_init_script(LATE_SHIFTS)
    page = Watched(context.new_page(), site).open(PAGE)
    wait_for_widgets(page, PAGE)
    game = Game(page)
    page.wait_for_function("document.querySelector('.ww-summary').textContent")
    frames(page, 3)
    assert sum(page.evaluate("shifts")) < 0.01, "on arrival"
    for keys in (["ArrowDown", "ArrowDown"], ["ArrowDown"]):  # a lucky game, and a careful one, as by a reader's keys
        game.place.get_by_role("combobox").focus()
        for key in keys:
            page.keyboard.press(key)
        game.settled()
    game.press("Start again").type("zzzzz").paste("nonsense, 12")
    frames(page, 3)
    assert sum(page.evaluate("shifts")) < 0.01
    context.close()


def test_in_print(game, easy):
    game.page.emulate_media(media="print")
    assert not game.button("Read it").is_visible() and not game.place.get_by_label("Or paste").is_visible()
    rows = game.place.locator(".ww-board .ww-row")
    assert rows.count() == len(FAMILY) and rows.first.is_visible() and game.place.locator(".ww-card").is_visible()
    game.check(easy.judge(FAMILY, "catch"))
    game.page.emulate_media(media="screen")


def test_the_page_has_no_formulas(game):
    assert game.page.locator("script[src*=mathjax i]").count() == 0


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
def test_the_first_page_leads_here(watched, size):
    page = watched.open("book/00_preface")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    link = page.locator(".front-lead").get_by_role("link", name="Have your game judged")
    box = link.bounding_box()
    assert box["y"] + box["height"] < size[1] / 2
    link.click()
    page.wait_for_url("**/your_game.html")


def test_the_verdict_is_on_the_screen_after_a_paste(chromium, site):
    context = chromium.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    page = Watched(context.new_page(), site).open(PAGE)
    wait_for_widgets(page, PAGE)
    game = Game(page)
    game.press("Start again").hide("catch").paste(" ".join(FAMILY))
    for part in (".ww-summary", ".ww-card"):
        box = game.place.locator(part).bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= 844, part
    context.close()


def test_the_result_is_copied_saved_and_sent_as_a_challenge(chromium, site, tmp_path):
    context = chromium.new_context(permissions=["clipboard-read", "clipboard-write"])
    page = Watched(context.new_page(), site).open(PAGE)
    wait_for_widgets(page, PAGE)
    game = Game(page)
    game.press("Copy the result")
    game.place.get_by_text("Copied.").first.wait_for()
    head, *squares, link = page.evaluate("navigator.clipboard.readText()").split("\n")
    judged = Judge(wl.wordle()).judge(FAMILY, "catch")
    assert head == (
        f"Wordle judged: 6 guesses, luck {judged.luck:.2f}, lost {judged.loss:.2f}, perfect play {len(judged.perfect)}"
    ).replace("-", "−")
    assert len(squares) == 6 and not any(word in link for word in FAMILY)
    game.press("Challenge a friend")
    page.wait_for_function("navigator.clipboard.readText().then((text) => text.startsWith('Can you beat my 6?'))")
    assert "catch" not in page.evaluate("navigator.clipboard.readText()")
    with page.expect_download() as download:
        game.button("Save the picture").click()
    download.value.save_as(tmp_path / "card.png")
    with Image.open(tmp_path / "card.png") as picture:
        assert download.value.suggested_filename == "wordle-judged.png" and picture.width == 1080
        assert len(picture.convert("RGB").reduce(4).getcolors(10**6)) > 5
    page.goto(link)
    page.wait_for_function("document.querySelector('.ww-summary')?.textContent.startsWith('Found catch in 6')")
    context.close()
