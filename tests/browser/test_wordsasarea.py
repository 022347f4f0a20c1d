"""Words as area on the published page: its numbers are the library's, and every dot has its place."""

import math

import numpy as np
import pytest
from watching import Region, watch_movement

import wordlelib as wl
from wordlelib.game.feedback import feedback

CHAPTER = "book/03_entropy"
START = wl.wordle().start()
PACK = "([sizes, width, height]) => wordleWidgets.packBlocks(sizes, width, height)"
INK = """canvas => {
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    return data.filter((_, i) => i % 4 === 3 && data[i] > 0).length;
}"""

PIXELS = """canvas => {
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    return [...new Set(Array.from({ length: data.length / 4 }, (_, i) => data.slice(4 * i, 4 * i + 3).join()))]
        .map((text) => text.split(",").map(Number));
}"""


class Area(Region):
    """The widget of the chapter, as a reader uses it."""

    region = "Words as area"

    def type(self, text):
        self.place.get_by_label("Guess", exact=True).fill(text)

    @property
    def numbers(self):
        """Classes and their bound, bits, words left and their bound."""
        self.place.get_by_text("The numbers", exact=True).click()
        most, told, least = self.table(0)
        self.place.get_by_text("The numbers", exact=True).click()
        return [int(most[1]), *map(float, (most[2], told[2], least[1], least[2]))]


@pytest.fixture
def area(watched):
    watched.page.emulate_media(color_scheme="light", reduced_motion="reduce")
    yield Area(watched.open(CHAPTER))
    watched.page.emulate_media(reduced_motion="no-preference")


@pytest.mark.parametrize("guess", ["salet", "raise", "fuzzy", "qajaq", "mummy"])
def test_bits_and_bounds_are_the_librarys(area, guess):
    area.type(guess)
    sizes = wl.class_counts(START, guess)
    remaining = wl.expected_remaining(START, [guess])[0]
    bits = wl.information_gain(START, [guess])[0]
    expected = [len(sizes), math.log2(len(sizes)), bits, remaining, math.log2(2315 / remaining)]
    assert area.numbers == pytest.approx(expected, abs=0.0051)
    assert area.status.startswith(
        f"{guess} is worth {bits:.2f} bits: {len(sizes)} classes, the largest of {sizes[0]:,} "
    )
    assert f"{(sizes == 1).sum()} of a single word." in area.status
    area.place.get_by_text("The numbers", exact=True).click()
    rows = START.partition(guess)
    listed = area.table(1)
    assert [int(line[1]) for line in listed] == sizes[:8].tolist()
    assert [float(line[2]) for line in listed] == pytest.approx(np.log2(2315 / sizes[:8]), abs=0.0051)
    marks = area.place.locator("table").nth(1).locator(".ww-row").first.locator(".ww-tile")
    assert "".join(marks.evaluate_all("tiles => tiles.map(tile => tile.dataset.mark)")) == max(
        rows, key=lambda z: len(rows[z])
    )


def test_letters_that_are_not_typed_count_as_grey(area):
    assert area.numbers == [1, 0, 0, 2315, 0]
    for typed in ("s", "sa", "SAL"):
        area.type(typed)
        classes = {}
        for word in START.words:
            row = feedback(typed.lower().ljust(5, "."), word)
            classes[row] = classes.get(row, 0) + 1
        shares = np.array(list(classes.values())) / 2315
        assert area.numbers[0] == len(classes)
        assert area.numbers[2] == pytest.approx(-(shares * np.log2(shares)).sum(), abs=0.0051)
    area.press("No guess")
    assert area.numbers == [1, 0, 0, 2315, 0]


def test_a_block_tells_its_words(area):
    area.press("salet")
    canvas = area.place.locator("canvas")
    canvas.hover(position={"x": 5, "y": 5})
    words = START.partition("salet")["-----"]
    under = area.place.locator(".ww-under").inner_text()
    assert under == f"salet -----: {len(words)} words: {' '.join(words[:8])} ..."


def test_large_blocks_bear_their_rows(area):
    """The tiles on the blocks have the colours of feedback, which the dots have not."""
    area.press("fuzzy")
    colours = set(map(tuple, area.place.locator("canvas").evaluate(PIXELS)))
    assert {(39, 42, 46), (255, 208, 46)} <= colours
    area.press("No guess")
    assert (255, 208, 46) not in set(map(tuple, area.place.locator("canvas").evaluate(PIXELS)))


def test_a_stranger_is_coloured_and_named(area):
    area.type("aeiou")
    assert area.status.endswith('"aeiou" is not in the list of guesses.')
    area.type("A1e,i")
    assert area.status.startswith("aei is worth")


@pytest.mark.parametrize("width, height", [(640, 288), (288, 288), (60, 500)])
def test_every_dot_has_room_and_none_shares_its_place(area, width, height):
    for sizes in (
        [2315],
        wl.class_counts(START, "salet").tolist(),
        wl.class_counts(START, "qajaq").tolist(),
        [1] * 200,
    ):
        packed = area.page.evaluate(PACK, [sizes, width, height])
        taken = np.zeros((4000, 4000), bool)
        for size, block in zip(sizes, packed["blocks"], strict=True):
            assert block["columns"] * block["rows"] >= size > block["columns"] * (block["rows"] - 1)
            part = taken[block["y"] : block["y"] + block["rows"], block["x"] : block["x"] + block["columns"]]
            assert not part.any()
            part[:] = True
        y, x = np.nonzero(taken)
        assert (x.max() + 1) * packed["pitch"] <= width and (y.max() + 1) * packed["pitch"] <= height


def test_the_dots_fly_and_arrive(area):
    area.page.emulate_media(reduced_motion="no-preference")
    canvas = area.place.locator("canvas")
    area.page.wait_for_function(f"canvas => ({INK})(canvas) > 2315", arg=canvas.element_handle())
    first = canvas.evaluate("canvas => canvas.toDataURL()")
    watch_movement(canvas)
    area.press("fuzzy")
    area.page.wait_for_function(
        "canvas => moved.length && !canvas.hasAttribute('aria-busy')", arg=canvas.element_handle()
    )
    seen = canvas.evaluate("canvas => canvas.toDataURL()")
    assert len({first, *area.page.evaluate("moved"), seen}) > 2
    area.press("salet")
    area.page.emulate_media(reduced_motion="reduce")
    area.press("fuzzy")
    assert canvas.evaluate("canvas => canvas.toDataURL()") == seen


def test_it_follows_the_address(area):
    area.page.evaluate("location.hash = '#w1&wordsasarea.guess=raise'")
    area.page.wait_for_function("document.querySelector('.ww-blocks').ariaLabel.startsWith('raise is worth 5.88 bits')")
    area.page.set_viewport_size({"width": 320, "height": 700})
    assert area.page.evaluate("document.documentElement.scrollWidth") <= 320
