"""Two infos on the published page: letters, meet, join and words are the library's."""

from math import inf
from string import ascii_lowercase

import numpy as np
import pytest
from watching import Region

import wordlelib as wl
from wordlelib.game.feedback import feedback, to_text
from wordlelib.game.knowledge import Info

CHAPTER = "book/C_what_do_we_know"
ANSWERS = wl.words.original()[0]
ALGEBRA = """([pairs, words]) => {
    const { move, meet, join, fits } = wordleWidgets.infos;
    const plain = ({ places, least, most }) => [places, least.map(String), most.map(String)];
    return pairs.map((rows) => {
        const [a, b] = rows.map((row) => move(...row));
        return [a, b, meet(a, b), join(a, b)].map((info) => [plain(info), words.map((word) => fits(info, word))]);
    });
}"""


def plain(info):
    """Give an info as the page has it: a bit for each letter, and texts for the bounds."""
    places = [sum(1 << ascii_lowercase.index(letter) for letter in place) for place in info.places]
    text = [["Infinity" if n == inf else str(n) for n in bounds] for bounds in (info.least, info.most)]
    return [places, *text]


def of_rows(rows):
    a, b = (Info.move(*row) for row in rows)
    return [a, b, a.meet(b), a.join(b)]


class Two(Region):
    """The widget of the chapter, as a reader uses it."""

    region = "Two infos"

    def check(self, rows):
        """Compare the sets of words with the library's."""
        first, second, both, common = (set(info.words(ANSWERS)) for info in of_rows(rows))
        parts = [first - both, both, second - both, common - first - second]
        assert [int(row[1]) for row in self.table(0)] == [len(part) for part in parts]
        for row, part in zip(self.table(0), parts, strict=True):
            assert set(row[3].split()) <= part or (row[3] == "none" and not part)
        caption = self.place.locator("caption").first.inner_text()
        assert caption.endswith(f"the first row leaves {len(first):,}, the second {len(second):,}")
        together = f"leave {len(both):,} word" if both else "contradict each other"
        rest = f"{len(parts[3]):,} of these fit neither row." if parts[3] else "each of these fits a row."
        assert together in self.status and self.status.endswith(f"fits {len(common):,}, and {rest}")


@pytest.fixture
def two(watched):
    two = Two(watched.open(CHAPTER))
    two.check([("fight", "-gggg"), ("might", "-gggg")])
    two.place.get_by_role("combobox").select_option("shame --y-g and crane --y-g")
    return two


def test_the_pairs_of_the_chapter(two):
    options = two.place.get_by_role("combobox").locator("option").all_inner_texts()
    assert len(options) == 5
    for option in options[:-1]:
        two.place.get_by_role("combobox").select_option(option)
        two.check([row.split() for row in option.split(" and ")])


def test_letters_are_told_in_words(two):
    assert [[cell.replace("\u00a0", " ") for cell in row[1:]] for row in two.table(1)] == [
        ["not S", "not H", "not A", "not M", "E", "A ≥ 1, H = 0, M = 0, S = 0"],
        ["not C", "not R", "not A", "not N", "E", "A ≥ 1, C = 0, N = 0, R = 0"],
        ["not CS", "not HR", "not A", "not MN", "E", "A ≥ 1, C = 0, H = 0, M = 0, N = 0, R = 0, S = 0"],
        ["any", "any", "not A", "any", "E", "A ≥ 1"],
    ]


def test_tiles_and_guesses_can_be_changed(two):
    two.place.get_by_role("button", name="S, place 1: grey").focus()
    two.page.keyboard.press("g")
    two.check([("shame", "g-y-g"), ("crane", "--y-g")])
    assert two.page.evaluate("document.activeElement.ariaLabel") == "H, place 2: grey"
    assert two.place.get_by_role("combobox").input_value() == ""
    two.place.get_by_label("Second guess").fill("zzzzz")
    assert '"zzzzz" is not in the list' in two.place.get_by_role("alert").inner_text()
    two.place.get_by_label("Second guess").fill("THOSE")
    two.check([("shame", "g-y-g"), ("those", "--y-g")])
    assert two.place.get_by_role("alert").count() == 0


def test_the_algebra_is_the_librarys(two):
    """Rows that words give, and rows of any colours."""
    rng = np.random.default_rng(15)
    words = [str(word) for word in rng.choice(ANSWERS, 300)]
    pairs = []
    for k in range(400):
        guesses = ["".join(rng.choice(list("aabcde"), 5)) for _ in range(2)]
        hidden = "".join(rng.choice(list("aabcde"), 5))
        rows = (
            [feedback(guess, hidden) for guess in guesses]
            if k % 2
            else [to_text(int(rng.integers(243)), 5) for _ in "ab"]
        )
        pairs.append([list(row) for row in zip(guesses, rows, strict=True)])
    words += ["".join(rng.choice(list("aabcde"), 5)) for _ in range(200)]
    for rows, found in zip(pairs, two.page.evaluate(ALGEBRA, [pairs, words]), strict=True):
        for info, (parts, fitting) in zip(of_rows(rows), found, strict=True):
            assert parts == plain(info), rows
            assert [word for word, fits in zip(words, fitting, strict=True) if fits] == info.words(words)


def test_it_follows_the_address(two):
    two.page.evaluate("location.hash = '#w1&twoinfos.rows=salet:-----,crony:-----'")
    two.place.get_by_role("group", name="salet: S grey").wait_for()
    two.check([("salet", "-----"), ("crony", "-----")])
    two.page.evaluate("location.hash = '#w1&twoinfos.rows=salet:-----'")
    two.place.get_by_role("group", name="fight: F grey").wait_for()
    two.check([("fight", "-gggg"), ("might", "-gggg")])
