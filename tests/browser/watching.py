"""A page of the book in the browser, watched."""

import json
import os
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest

from tools.binder.reading import serving
from wordlelib.widgets import base

ROOT = Path(__file__).parents[2]
HTML = ROOT / "_build" / "html"
NOTEBOOKS = sorted((ROOT / "book").glob("*.ipynb"))
WIDGET = "application/vnd.jupyter.widget-view+json"
STATE = "application/vnd.jupyter.widget-state+json"


def some(values, quick):
    """Give values as parameters of a test, of which 'make test' tries those that are named, and the rest is slow."""
    return [value if value in quick else pytest.param(value, marks=pytest.mark.slow) for value in values]


def widgets_of(name):
    """Count the widgets that a page of the book shows, by its notebook."""
    path = ROOT / f"{name}.ipynb"
    if not path.is_file():
        return 0
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return sum(WIDGET in output.get("data", {}) for cell in cells for output in cell.get("outputs", []))


def kinds_of(name):
    """Give the kinds of widgets that a page shows, by their scripts."""
    path = ROOT / f"{name}.ipynb"
    stored = json.loads(path.read_text(encoding="utf-8"))["metadata"].get("widgets", {}).get(STATE, {"state": {}})
    return {state["_anywidget_id"] for each in stored["state"].values() if "_anywidget_id" in (state := each["state"])}


def few_with_all(names):
    """Choose a few pages that together show every kind of widget: again and again the one that has most new ones."""
    rest, chosen = {name: kinds_of(name) for name in names}, []
    while any(rest.values()):
        chosen.append(max(rest, key=lambda name: len(rest[name])))
        rest = {name: kinds - kinds_of(chosen[-1]) for name, kinds in rest.items()}
    return chosen


def wait_for_widgets(page, name):
    """Wait until every widget of a page is there and has computed."""
    page.wait_for_function(f"document.querySelectorAll('.ww').length === {widgets_of(name)}", timeout=60_000)
    page.wait_for_function("!document.querySelector('.ww-place[aria-busy]')", timeout=60_000)


def frames(page, many):
    """Wait until the page has been drawn a number of times."""
    page.evaluate(
        """(many) => new Promise((resolve) => {
            const next = (left) => (left ? requestAnimationFrame(() => next(left - 1)) : resolve());
            next(many);
        })""",
        many,
    )


# Whether every font of ours that the page has asked for is in use: then it does not matter what would stand in for it.
FONTS_IN_USE = """async () => {
    await document.fonts.ready;
    const sample = document.createElement("span");
    sample.textContent = "iiiiWW";
    sample.style.position = "absolute";
    document.body.append(sample);
    const ours = [...document.fonts].filter(({ family, status, unicodeRange }) =>
        family.includes("Laboratory") && status === "loaded" && unicodeRange.startsWith("U+0-FF"));
    const late = ours.filter(({ family, style, weight }) => {
        const widths = ["serif", "monospace"].map((other) => {
            sample.style.font = `${style} ${weight} 40px "${family.replaceAll('"', "")}", ${other}`;
            return sample.getBoundingClientRect().width;
        });
        return widths[0] !== widths[1];
    });
    sample.remove();
    return !late.length;
}"""


class Watched:
    """A page in the browser, with everything that it complained about or asked another place for.

    With `fonts` it is loaded until it shows its text in them, so that heights do not depend on what comes when.
    """

    def __init__(self, page, site, fonts=False):
        self.page, self.site, self.faults, self.fonts = page, site, [], fonts
        page.on(
            "console",
            lambda message: message.type == "error" and self.faults.append(f"{message.text} {message.location}"),
        )
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("request", lambda request: self._check(request.url))

    def _check(self, url):
        if not url.startswith((self.site, "data:", "blob:")):
            self.faults.append(f"asked for {url}")

    def begin(self):
        """Forget what was complained of, and make the window what it was."""
        self.faults.clear()
        self.page.set_viewport_size({"width": 1200, "height": 900})
        self.page.emulate_media(color_scheme="light")
        self.page.mouse.move(0, 0)

    @property
    def name(self):
        """The page of the book that the window shows, also if a link led there."""
        return self.page.url.partition("#")[0].removeprefix(f"{self.site}/").removesuffix(".html")

    def open(self, name):
        """Open a page of the book; if the window shows it, its widgets begin again in place of all."""
        if self.name == name:
            self.page.evaluate("renew()")
        else:
            self._go(name)
        return self.page

    def open_anew(self, name):
        """Open a page of the book in any case, and wait until all of it is there."""
        self._go(name)
        wait_for_widgets(self.page, name)
        return self.page

    def _go(self, name):
        """Go to a page; where its fonts came too late for it to use them, again, since then they are there."""
        self.page.goto(f"{self.site}/{name}.html")
        for _ in range(9 if self.fonts else 0):
            if self.page.evaluate(FONTS_IN_USE):
                return
            self.page.reload()
        assert not self.fonts, "the page's fonts come too late again and again"


@contextmanager
def bare_page(chromium, *more, content="", before=""):
    """Give a page in which nothing is but the shared scripts, and more of them."""
    page = chromium.new_context().new_page()
    page.set_content(content)
    page.evaluate(before)
    for name in (*base.SHARED, *base.COMPUTATIONS, *more):
        page.add_script_tag(path=base.JS / name)
    page.evaluate("compiled => void (wordleWidgets.compiled = compiled)", base.compiled())
    yield page
    page.context.close()


def jupyter_lab(folder, **variables):
    """Start JupyterLab on a folder, with settings of its own; give its address, once it answers."""
    own = {"JUPYTER_CONFIG_DIR": str(folder / "config"), "IPYTHONDIR": str(folder / "ipython")}
    return serving([sys.executable, "-m", "jupyterlab"], folder, os.environ | own | variables)


MOVEMENT = """(canvas) => {
    window.moved = [];
    const look = () => {
        if (canvas.getAttribute("aria-busy") !== "true") return;
        moved.push(canvas.toDataURL());
        requestAnimationFrame(look);
    };
    new MutationObserver(() => requestAnimationFrame(look)).observe(canvas, { attributeFilter: ["aria-busy"] });
}"""


def watch_movement(canvas):
    """Collect in `moved` what a canvas shows from frame to frame while it is busy."""
    canvas.evaluate(MOVEMENT)


class Region:
    """A widget on a page, as a reader uses it; `region` is what it is called there."""

    region = ""

    def __init__(self, page, region=""):
        self.page = page
        self.place = page.get_by_role("region", name=region or self.region)
        self.place.wait_for(timeout=60_000)

    def button(self, name):
        return self.place.get_by_role("button", name=name, exact=True)

    def press(self, name):
        self.button(name).click()

    def slide(self, value):
        """Move the slider."""
        self.place.get_by_role("slider").evaluate(
            "(slider, value) => { slider.value = value; slider.dispatchEvent(new Event('input')); }", value
        )

    @property
    def status(self):
        return self.place.get_by_role("status").last.inner_text()

    def table(self, number=0):
        """Give the rows of a table."""
        rows = self.place.locator("table").nth(number).locator("tbody tr")
        return rows.evaluate_all("rows => rows.map(row => [...row.children].map(cell => cell.innerText))")


def opened(widget, page):
    """Make a fixture that opens a page and gives a widget of it."""

    @pytest.fixture
    def fixture(watched):
        return widget(watched.open(page))

    return fixture


class Player(Region):
    """A widget that plays what is recorded."""

    def to(self, moment):
        self.slide(moment)

    @property
    def now(self):
        return int(self.place.locator(".ww-now").inner_text().split()[0].replace(",", ""))


def rows_of(place):
    """Read the words and the colours of a board's rows."""
    lines = [line.locator(".ww-tile").all() for line in place.locator(".ww-board .ww-line").all()]
    tiles = [[(tile.text_content(), tile.get_attribute("data-mark")) for tile in line] for line in lines]
    return [tuple("".join(part) for part in zip(*line, strict=True)) for line in tiles]


class Bench(Region):
    """A widget with a bench, as a reader uses it; each action waits until all games have been played."""

    def __init__(self, page):
        super().__init__(page)
        self.settled()

    def settled(self):
        self.page.wait_for_function("!document.querySelector('.ww-place[aria-busy]')", timeout=60_000)
        return self

    def set(self, **fields):
        for label, value in fields.items():
            self.place.get_by_label(label.replace("_", " ").capitalize(), exact=True).fill(value)
            self.page.keyboard.press("Enter")
        return self.settled()

    @property
    def compared(self):
        return self.place.locator(".ww-under").inner_text()


class Board(Region):
    """A widget with a board to fill in; each action waits until it has computed."""

    def __init__(self, page, region=""):
        super().__init__(page, region)
        self.settled()

    def settled(self):
        self.page.wait_for_function("!document.querySelector('.ww-place[aria-busy]')", timeout=60_000)
        return self

    def type(self, word):
        self.place.get_by_label("Guess", exact=True).fill(word)
        self.page.keyboard.press("Enter")
        return self.settled()

    def hide(self, word):
        """Choose the hidden word."""
        self.place.get_by_label("Hidden word").fill(word)
        self.page.keyboard.press("Tab")
        return self.settled()

    def press(self, name):
        super().press(name)
        return self.settled()

    def grey(self):
        """Say that the rest of the row is grey."""
        return self.press("The rest is grey")

    def history(self):
        """Read the words and the colours of the rows."""
        return rows_of(self.place)

    @property
    def alert(self):
        return self.place.locator(".ww-problem").inner_text()
