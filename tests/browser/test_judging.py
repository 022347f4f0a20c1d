"""A game judged in the page: every number and sentence is the library's; grids; what is read, and what is refused."""

import copy
import json
from pathlib import Path

import numpy as np
import playwright.sync_api as playwright
import pytest
from games import played_game, random_game, words_game
from watching import bare_page

import wordlelib as wl
from wordlelib.game.feedback import to_squares
from wordlelib.lab.grids import judge_grid, read_grid
from wordlelib.lab.judging import Judge, played_rows
from wordlelib.widgets import base
from wordlelib.widgets.accepted import accepted
from wordlelib.widgets.known_games import known_games

OPEN = """([hidden, guesses, known, accepted]) => {
    globalThis.judge?.close();
    globalThis.lists = [hidden, guesses];
    globalThis.judge = wordleWidgets.judging(undefined, hidden, guesses, known, accepted);
}"""
ASK = "([what, all]) => (globalThis.asked = all.map((given) => judge[what](...given).promise)).length"
TOLD = "() => Promise.all(asked)"
LARGE, SMALL = 50, 100  # games of one mode on the original lists, and of both on others


@pytest.fixture(scope="module")
def page(chromium):
    with bare_page(chromium, *base.JUDGING) as page:
        yield page.evaluate


@pytest.fixture(scope="module", params=["easy", "hard"])
def judge(request):
    return Judge(wl.wordle(mode=request.param))


def opened(page, game, known=None, today=None):
    page(OPEN, [game.hidden, game.guesses, known, today])


def same(found, expected, place=""):
    """Compare what JSON holds: numbers to 1e-9, all else exactly."""
    if isinstance(expected, dict):
        assert found.keys() == expected.keys(), place
        for name, value in expected.items():
            same(found[name], value, f"{place}.{name}")
    elif isinstance(expected, list | tuple):
        assert len(found) == len(expected), place
        for i, value in enumerate(expected):
            same(found[i], value, f"{place}[{i}]")
    elif isinstance(expected, float):
        assert found == pytest.approx(expected, abs=1e-9), place
    else:
        assert (found, type(found)) == (expected, type(expected)), place


def followed(row):
    return row.strategy is not None and row.strategy.guess == row.guess


def same_game(told, judgement, stored=False):
    """Compare a game that the page judged with the library's judgement; return how many rows have perfect play in both.

    The page searches larger beliefs, but not without end, so that it may have bounds only. Where several guesses are
    best, it may name another. It knows no perfect game on other lists than the original ones.
    """
    given, both = judgement.as_dict(), 0
    for row, expected in zip(told["rows"], given["rows"], strict=True):
        mine, known = row.pop("perfect"), expected.pop("perfect")
        bounds, lost = row.pop("perfect_loss"), expected.pop("perfect_loss")
        if mine is None:
            assert bounds is None and (known is None or row["before"] > 600)
            continue
        assert mine["least"] <= mine["lower"] <= mine["upper"]
        assert bounds == pytest.approx([(mine[x] - mine["least"]) / row["weight_before"] for x in ("lower", "upper")])
        if known is not None:
            both += 1
            assert bounds[0] <= lost[0] + 1e-12 and lost[1] <= bounds[1] + 1e-12 and mine["least"] <= known["least"]
            if bounds[0] == bounds[1]:
                assert [mine[x] for x in ("least", "lower", "upper")] == [known[x] for x in ("least", "lower", "upper")]
                assert (mine["guess"] == row["guess"]) == (known["guess"] == row["guess"])
    sums, lost = told.pop("perfect_loss"), given.pop("perfect_loss")
    assert sums is None or lost is None or (sums[0] <= lost[0] + 1e-12 and lost[1] <= sums[1] + 1e-12)
    same(told, given if stored else given | {"perfect": None})
    return both


def along_the_strategy(rng, judge):
    """A game that follows the proven strategy for some rows."""
    game, answer = judge.game, str(rng.choice(judge.game.hidden))
    rows = judge.strategy.path(answer)[: int(rng.integers(1, 5))]
    state = game.after(rows)
    while not state.solved and len(state.rows) < 5:
        guess = str(rng.choice(state.words))
        state = state.after(guess, game.answer(guess, answer))
    return state.history, answer


def asked_for(rng, rows, answer, hard):
    """A game, or its beginning: with its answer, without it, or as guesses and answer."""
    kind, rows = rng.integers(3), rows[: max(1, len(rows) - int(rng.integers(3)))]
    return [[guess for guess, _ in rows] if kind == 2 else rows, "" if kind == 1 else answer, hard]


@pytest.mark.slow
def test_games_on_the_original_lists(page, judge, rng):
    game = judge.game
    opened(page, game, known_games())
    games = [along_the_strategy(rng, judge) if i % 3 == 0 else played_game(rng, game) for i in range(LARGE)]
    asked = [asked_for(rng, *each, game.mode == "hard") for each in games]
    page(ASK, ["judge", asked])
    expected = [judge.judge(rows, answer or None) for rows, answer, _ in asked]
    found = page(TOLD)
    both = 0
    for told, judged in zip(found, expected, strict=True):
        both += same_game(copy.deepcopy(told), judged, stored=True)
    rows = [
        pair
        for judged, told in zip(expected, found, strict=True)
        for pair in zip(judged.rows, told["rows"], strict=True)
    ]
    assert {judged.solved for judged in expected} == {True, False} == {told["perfect"] is None for told in found}
    assert both > len(rows) / 2
    assert any(row.before < 2315 and followed(row) for row, _ in rows), "the strategy was followed"
    searched = [told["perfect"] for row, told in rows if row.before < 2315 and not followed(row)]
    proven = [each for each in searched if each and each["lower"] == each["upper"]]
    assert len(proven) > 0.8 * len(searched) > 0
    assert {row.made.possible for row, _ in rows if row.before == 2315} == {True, False}
    assert any(row.strategy is not None and not followed(row) for row, _ in rows)


def test_games_on_other_lists(page, rng):
    """Nothing is stored: the first row is found as any other. The lists are in any order."""
    words, seen = wl.words.original()[0], set()
    for i in range(SMALL // 4):
        mode = ("easy", "hard")[i % 2]
        kept = random_game(rng, words, mode=mode) if i % 4 < 2 else words_game(rng, mode).game
        game = wl.wordle(list(rng.permutation(kept.hidden)), list(rng.permutation(kept.guesses)), mode)
        opened(page, game)
        asked = [asked_for(rng, *played_game(rng, game), mode == "hard") for _ in range(4)]
        page(ASK, ["judge", asked])
        judge = Judge(game)
        for told, (rows, answer, _) in zip(page(TOLD), asked, strict=True):
            expected = judge.judge(rows, answer or None)
            assert same_game(told, expected) == len(told["rows"])
            seen.add((expected.solved, told["answer"] is None))
    assert seen == {(True, False), (False, False), (False, True)}


@pytest.fixture(scope="module", params=["easy", "hard"])
def today(request, accepted_game):
    return Judge(accepted_game if request.param == "easy" else wl.wordle(mode="hard", hidden="accepted"))


@pytest.mark.slow
def test_a_word_that_was_added_is_judged_under_the_prior_of_today(page, today):
    """Openings with stored totals, and one whose total the page finds class by class."""
    opened(page, wl.wordle(), known_games(), accepted())
    hard = today.game.mode == "hard"
    games = [
        (["salet", "snash" if hard else "cramp", "snafu"], "snafu"),
        (["crane", "kefir"] if hard else ["crane", "aspic"], "kefir"),
        (["fuzzy", "oomph"], "oomph"),
    ]
    rows = [[list(row) for row in played_rows(today.game, guesses, answer)] for guesses, answer in games]
    asked = [[guesses, answer, hard] for guesses, answer in games]
    asked += [[rows[0], "", hard]]  # the colours alone, which fit no original word in the end
    page(ASK, ["judge", asked])
    expected = [today.judge(guesses, answer) for guesses, answer in games]
    both = [same_game(told, judged) for told, judged in zip(page(TOLD), [*expected, expected[0]], strict=True)]
    assert sum(both) >= 4
    with pytest.raises(playwright.Error, match='answer "zzzzz" is not one of the 12,972 guesses'):
        page(ASK, ["judge", [[["salet"], "zzzzz", hard]]])
        page(TOLD)


@pytest.mark.slow
def test_grids_of_words_that_were_added(page, accepted_game):
    """With the answer, and without it where the rows fit no original word."""
    odd = ["yyygg", "yyyyg", "g-gyg", "gg-yg", "-gygg", "ggggg"]
    with pytest.raises(ValueError, match="no hidden word fits all rows"):
        judge_grid(wl.wordle(), odd)
    opened(page, wl.wordle(), known_games(), accepted())
    games = [(["-y-y-", "ggggg"], "snafu"), (["gggg-", "ggggg"], "guano"), (odd, "")]
    page(ASK, ["grid", [[rows, answer] for rows, answer in games]])
    for told, (rows, answer) in zip(page(TOLD), games, strict=True):
        same(told, json.loads(json.dumps(judge_grid(accepted_game, rows, answer or None).as_dict())))


def test_large_lists_of_ones_own_say_how_far_they_are(page, rng):
    game = wl.wordle(wl.words.original()[0])  # many slices for any machine, and progress is told once a slice
    opened(page, game)
    rows, answer = played_game(rng, game)
    found, seen, given = page(
        """async ([rows, answer]) => {
            const seen = [], long = judge.judge(rows, answer, false);
            long.onprogress = ({ rows, of, work }) => seen.push([rows.length, of, work.done, work.of]);
            const found = await long.promise;
            judge.close();
            judge = wordleWidgets.judging(undefined, ...lists, null);
            const stopped = judge.judge(rows, answer, false);
            await new Promise((resolve) => (stopped.onprogress = resolve));
            stopped.cancel();
            return [found, seen, await stopped.promise];
        }""",
        [rows, answer],
    )
    expected = Judge(game).judge(rows, answer)
    assert same_game(found, expected)
    assert given is None and seen[0] == [0, len(rows), 0, 0] and seen == sorted(seen, key=lambda each: each[0])
    first = [each for each in seen if each[0] == 0 and each[3]]
    done = [each[2] for each in first]
    assert done == sorted(done) and done[0] > 0 and first[0][3] >= 9 and done[-1] <= first[0][3]
    assert sorted({each[0] for each in seen}) == list(range(len(rows) + 1))


def test_where_there_are_no_workers(chromium, rng):
    game = random_game(rng, wl.words.original()[0])
    rows, answer = played_game(rng, game)
    with bare_page(chromium, *base.JUDGING, before="delete globalThis.Worker") as page:
        opened(page.evaluate, game)
        page.evaluate(ASK, ["judge", [[rows, answer, False]]])
        assert same_game(page.evaluate(TOLD)[0], Judge(game).judge(rows, answer))


def test_grids(page, rng):
    words = wl.words.original()[0]
    games = [(wl.wordle(), 14), *((random_game(rng, words, mode="hard"), 6) for _ in range(3))]
    for game, times in [*games, *((words_game(rng).game, 6) for _ in range(3))]:
        opened(page, game)
        played = [played_game(rng, game) for _ in range(times)]
        asked = [[[row for _, row in rows], answer if i % 2 else ""] for i, (rows, answer) in enumerate(played)]
        page(ASK, ["grid", asked])
        expected = [judge_grid(game, rows, answer or None).as_dict() for rows, answer in asked]
        for told, grid in zip(page(TOLD), expected, strict=True):
            same(told, json.loads(json.dumps(grid)))


TEXTS = [
    ("salet:-y--g,crony:--y--", {"rows": [["salet", "-y--g"], ["crony", "--y--"]]}),
    ("SALET -y--G\n\n  crony: ⬛⬛🟨⬛️⬛ ;", {"rows": [["salet", "-y--g"], ["crony", "--y--"]]}),
    ("salet ⬜🟦⬜⬜🟧", {"rows": [["salet", "-y--g"]]}),
    ("Salet, crony\nmount", {"guesses": ["salet", "crony", "mount"]}),
    ("salet\n-y--g\n\ufeffcrony\u200b\n⬛⬛\ufe0f🟨⬛⬛", {"rows": [["salet", "-y--g"], ["crony", "--y--"]]}),
    ("ΣΏΣΤΑ, λόγος", {"guesses": ["σώστα", "λόγοσ"]}),
    ("Wordle 1,001 3/6*\n\n⬜🟨⬜⬜🟨\r\n🟧🟦⬛️⬛️⬛️", {"grid": ["⬜🟨⬜⬜🟨", "🟧🟦⬛⬛⬛"]}),
    ("GGGGG", {"grid": ["GGGGG"]}),
]


@pytest.mark.parametrize(("text", "expected"), TEXTS)
def test_what_people_type_is_read(page, text, expected):
    found = page("(text) => wordleWidgets.readGame(text)", text)
    assert found == {"rows": None, "guesses": None, "grid": None} | expected
    if found["grid"]:
        assert read_grid(text) == found["grid"]


READ = """(texts) => texts.map((text) => {
    try {
        const { rows, grid } = wordleWidgets.readGame(text);
        return grid ? wordleWidgets.gridRows(grid, 5) : rows.map(([, marks]) => marks);
    } catch ({ message }) {
        return message;
    }
})"""


GAMES_READ = """(text) => wordleWidgets.gamesIn(text).map((game) => {
    const { title, score, hard, grid, rows, guesses } = wordleWidgets.readShared(game);
    return [title, score, hard, (grid ?? rows ?? guesses).length];
})"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Wordle 1,234 2/6*\n⬜🟨⬜⬜🟨\n🟩🟩🟩🟩🟩", [["Wordle 1,234", "2", True, 2]]),
        ("wordle 1.234 X/6\n⬛⬛⬛⬛⬛\n⬛⬛⬛⬛⬛", [["Wordle 1,234", "X", False, 2]]),
        ("Wordle 12 345 2 / 6\n\n⬜🟦⬜⬜🟦\n\n🟧🟧🟧🟧🟧", [["Wordle 12,345", "2", False, 2]]),
        ("🟩🟩🟩🟩🟩\n⬛⬛🟨⬛⬛\n🟩🟩🟩🟩🟩", [["", "", False, 1], ["", "", False, 2]]),
        ("⬛⬛🟨⬛⬛\nmine:\n⬛⬛🟨⬛⬛\n🟩🟩🟩🟩🟩", [["", "", False, 1], ["", "", False, 2]]),
        ("⬛⬛🟨⬛⬛\n⬛⬛🟨⬛⬛\n\n⬛⬛🟨⬛⬛", [["", "", False, 2], ["", "", False, 1]]),
        (
            "Wordle 7 1/6\n🟩🟩🟩🟩🟩\nWordle 8 1/6*\n🟩🟩🟩🟩🟩",
            [["Wordle 7", "1", False, 1], ["Wordle 8", "1", True, 1]],
        ),
        ("Wordle 1,234 2/6*\nsalet -y--g crony ggggg", [["Wordle 1,234", "2", True, 2]]),
        ("salet crony", [["", "", False, 2]]),
    ],
)
def test_headings_are_read_and_games_told_apart(page, text, expected):
    assert page(GAMES_READ, text) == expected


def test_a_word_has_the_form_of_the_library(page, rng):
    letters = [*"aAIıİΣσςΆםמÉßẞЁ티ㅌǅ", "e\u0301", "I\u0307", "\u1107\u1161"]
    typed = ["".join(rng.choice(letters, int(rng.integers(1, 6)))) for _ in range(500)]
    assert page("(typed) => typed.map(wordleWidgets.normal)", typed) == [wl.words.normal(word) for word in typed]


def test_what_people_share_is_read_or_refused_as_the_library_does(page):
    cases = json.loads((Path(__file__).parents[1] / "data" / "grids.json").read_text(encoding="utf-8"))
    for case, found in zip(cases, page(READ, [case["text"] for case in cases]), strict=True):
        if "rows" in case:
            assert found == case["rows"], case
        else:
            assert isinstance(found, str) and case["refused"] in found, (case, found)


def test_texts_at_random_are_read_as_the_library_reads_them(page, rng):
    """Pieces of rows and of other text, in any order; what is a row for one is a row for the other."""
    pieces = [
        "⬛🟨⬛⬛🟨",
        "⬜🟦⬜⬜⬜",
        "🟩🟩🟩🟩🟩",
        "🟩",
        "🟥",
        "🟡",
        "▪\ufe0f",
        "🎉",
        "❤\ufe0f",
        "⬛",
        "\ufeff",
        "\u200d",
    ]
    pieces += ["-y--y", "GGGGG", "-", "...", "—", "1,001 ", "4/6", ">", " ", "\t", "\n", "\n", "\r\n", "\u2028", "\x1c"]
    texts = ["".join(rng.choice(pieces, int(rng.integers(1, 9)))) for _ in range(4000)]
    known, read = wl.wordle(["batch", "catch"]), 0
    for text, found in zip(texts, page(READ, texts), strict=True):
        try:
            rows = [known.show(known.read(row)) for row in read_grid(text)]
            expected = None if "ggggg" in rows[:-1] else rows
        except ValueError:
            expected = None
        assert (None if isinstance(found, str) else found) == expected, ascii(text)
        read += expected is not None
    assert 400 < read < 3600


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("  \n ", "There is nothing yet; expected rows such as salet -y--g, guesses, or a grid"),
        ("Wordle 3/6", '"Wordle 3/6" is not a game; expected rows such as salet -y--g, guesses, or a grid such as'),
        ("salet -y--g crony", "Row 2 (crony) has no colours; expected colours for all guesses or for none"),
        ("x1" * 100, '"' + "x1" * 30 + ' ..." is not a game'),
    ],
)
def test_what_is_no_game_is_refused(page, text, said):
    with pytest.raises(playwright.Error) as error:
        page("(text) => wordleWidgets.readGame(text)", text)
    assert f"Error: {said}" in str(error.value)


WORDS = ["batch", "catch", "hatch", "latch", "match", "patch", "chimp", "black"]
ROWS = "([given, answer, hard, lists]) => wordleWidgets.gameRows(...lists, given, answer, hard)"
GAMES = [
    ([], "", "There is no row; expected at least one guess"),
    (
        ["batch"],
        "",
        "Row 1 (batch) has no colours; expected colours after each guess, such as salet -y--g, or the hidden word",
    ),
    ([["bitch", "-gggg"]], "", 'Row 1: "bitch" is not one of the 8 guesses'),
    ([["batch", "-ggg"]], "", 'Row 1: "-ggg" has 4 colours; expected 5 of - (grey), y (yellow), g (green)'),
    ([["batch", "-ggg?"]], "", 'Row 1: "-ggg?" holds "?", which is no colour; expected 5 of - (grey)'),
    ([["batch", "ggggg"], ["catch", "-gggg"]], "", "Row 2 (catch) comes after the hidden word was found"),
    ([["batch", "ggggg"]], "catch", "Row 1 (batch ggggg) does not fit the answer; expected -gggg"),
    ([["batch", "-gggg"], ["catch", "-----"]], "", "No hidden word is left: check row 2 (catch -----)"),
    (["batch"], "bitch", 'The answer "bitch" is not one of the 8 guesses'),
    (["batch"], "black", 'The answer "black" is a guess but not one of the 7 hidden words. The Times has hidden other'),
    (["chimp", "latch"], "catch", "Row 2 (latch) is not allowed in hard mode after the rows before it"),
]


@pytest.mark.parametrize(("given", "answer", "said"), GAMES)
def test_bad_games_are_refused(page, given, answer, said):
    hard = "hard" in said
    with pytest.raises(playwright.Error) as error:
        page(ROWS, [given, answer, hard, [WORDS[:-1], WORDS]])
    assert f"Error: {said}" in str(error.value)
    with pytest.raises(ValueError):
        Judge(wl.wordle(WORDS[:-1], WORDS, "hard" if hard else "easy")).judge(given, answer or None)
    page(OPEN, [WORDS[:-1], WORDS, None])
    with pytest.raises(playwright.Error) as error:
        page("([...given]) => judge.judge(...given).promise", [given, answer, hard])
    assert f"Error: {said}" in str(error.value)


def changed(rng, rows, guesses):
    """Rows with a word, a colour or their order changed at random."""
    rows, at, kind = [list(row) for row in rows], int(rng.integers(len(rows))), rng.integers(3)
    if kind == 0:
        rows[at][0] = str(rng.choice(guesses))
    elif kind == 1:
        rows[at][1] = "".join(rng.choice(list("-yg"), len(rows[at][1])))
    else:
        rows = [rows[i] for i in rng.permutation(len(rows))]
    return rows


def test_rows_are_refused_where_the_library_refuses_them(page, rng):
    games, expected = [], []
    for i in range(160):
        game = words_game(rng, ("easy", "hard")[i % 2]).game
        rows, answer = played_game(rng, game)
        rows, answer = changed(rng, rows, game.guesses), answer if i % 4 < 2 else ""
        given = [guess for guess, _ in rows] if i % 8 == 0 else rows
        games.append([given, answer, game.mode == "hard", [game.hidden, game.guesses]])
        try:
            expected.append([list(row) for row in played_rows(game, given, answer or None)])
            game.after(expected[-1])
        except ValueError:
            expected[i:] = ["refused"]
    found = page(
        """(games) => games.map(([given, answer, hard, lists]) => {
            try {
                return wordleWidgets.gameRows(...lists, given, answer, hard);
            } catch {
                return "refused";
            }
        })""",
        games,
    )
    assert found == expected and 20 < expected.count("refused") < 140


def test_rows_come_as_the_lists_write_them(page):
    rows = [["BATCH ", to_squares("-gggg")], ["catch", "GGGGG"]]
    expected = [["batch", "-gggg"], ["catch", "ggggg"]]
    for answer in ("", "Catch"):
        assert page(ROWS, [rows, answer, False, [WORDS, WORDS]]) == expected
    assert page(ROWS, [["BATCH", "catch"], "catch", True, [WORDS, WORDS]]) == expected


@pytest.mark.parametrize(
    ("rows", "answer", "said"),
    [
        ([], "", "There is no row; expected at least one row of colours"),
        (["ggggg", "-----"], "", "Row 2 comes after the hidden word was found; expected no more rows"),
        (["yyyyy", "ggggg"], "", "No hidden word fits all rows; expected the rows of one game on these lists"),
        (["-gggg", "ggggy"], "catch", "Row 2 (ggggy): no guess makes it with the answer catch"),
        (["gggg"], "", 'Row 1: "gggg" has 4 colours; expected 5 of'),
        (["-----"], "bitch", 'The answer "bitch" is not one of the 8 guesses'),
    ],
)
def test_bad_grids_are_refused(page, rows, answer, said):
    page(OPEN, [WORDS, WORDS, None])
    with pytest.raises(playwright.Error) as error:
        page("([...given]) => judge.grid(...given).promise", [rows, answer])
    assert f"Error: {said}" in str(error.value)
    with pytest.raises(ValueError):
        judge_grid(wl.wordle(WORDS), rows, answer or None)


@pytest.mark.parametrize(
    ("hidden", "guesses", "said"),
    [
        ([], ["catch"], "There is no hidden word; expected at least one"),
        (["catch"], ["catch", "bat"], '"bat" is in the lists; expected words of the letters a to z, all of one length'),
        (["ärger"], ["ärger"], '"ärger" is in the lists'),
        (["catches"], ["catches"], '"catches" is in the lists'),
        (["catch"], ["batch", "catch", "batch"], '"batch" is in a list twice; expected each word once'),
        (["catch", "hatch"], ["catch"], 'The hidden word "hatch" is not among the guesses'),
    ],
)
def test_bad_lists_are_refused(page, hidden, guesses, said):
    with pytest.raises(playwright.Error) as error:
        page(OPEN, [hidden, guesses, None])
    assert f"Error: {said}" in str(error.value)


GOOD = {"guess": "trace", "possible": True, "classes": 97, "largest": 9, "together": 150, "total": 600}


@pytest.mark.parametrize(
    "changes",
    [
        {"together": 164, "classes": 90},
        {"together": 151},
        {"classes": 90, "largest": 20},
        {"classes": 96, "together": 140},
        {"largest": 1020, "possible": False},
        {"possible": False, "classes": 99},
        {"total": 1607},
        {"total": 601, "largest": 3},
        {"guess": "trace"},
        {"guess": "trace", "classes": 221},
        {"guess": "trace", "classes": 1},
    ],
)
def test_every_sentence_is_the_library_s(page, changes):
    made = GOOD | {"guess": "courd", "total": 610} | changes
    best = made if made["guess"] == "trace" else GOOD
    moves = [wl.lab.judging.Move(**each) for each in (made, GOOD, best)]
    for n, weight in ((221, 221), (1, 1), (221, 4000)):
        row = wl.lab.judging.Row(
            "courd", "-----", n, 20, weight, 20, 5.0, 3.5, moves[0], 60, moves[0], moves[1], None, moves[2], None
        )
        assert page("(given) => wordleWidgets.moves.reason(...given)", [made, best, n, weight]) == row.reason


@pytest.mark.slow
def test_what_is_stored_is_what_would_be_computed(page, judge, rng):
    """The first row of a few games, with what is stored and without it, on the original lists."""
    game, hard = judge.game, judge.game.mode == "hard"
    answer, guess = str(rng.choice(game.hidden)), str(rng.choice(game.guesses))
    found = []
    for known in (known_games(), None):
        opened(page, game, known)
        page(ASK, ["judge", [[[guess], answer, hard]]])
        found.append(page(TOLD)[0])
    stored, fresh = found
    for told in found:
        told["rows"][0] |= dict.fromkeys(("strategy", "best", "loss", "perfect", "perfect_loss", "reason"))
        told |= dict.fromkeys(("loss", "perfect", "perfect_loss"))
    same(stored, json.loads(json.dumps(fresh)))
    assert np.isfinite(stored["start"])
