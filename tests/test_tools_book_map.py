"""The map of the book, and the paths through it: what is needed stands before."""

import json
import re
from xml.etree import ElementTree

import pytest

from tools.book_map import HIGH, ROOT, WIDE, draw_map, needed, places, read_map

PATHS = "book/paths.md"
LABEL = re.compile(r":label: (\S+)|^\((\S+)\)=|\$\$ \((\S+?)\)|\"name\": \"(fig-[^\"]+)\"", re.M)
USED = re.compile(r"\{(?:ref|eq|numref)\}`(?:[^`<]*<)?([^`>]+)>?`")
LATER = {"7,920": "11_perfect_play"}  # what is proven in one chapter and used in earlier ones
LINK = re.compile(r"\]\((\w+)\.(?:ipynb|md)\)")


@pytest.fixture(scope="module")
def chapters():
    return read_map()


def test_every_chapter_is_on_the_map(chapters):
    numbered = re.findall(r"file: book/((?!00)\d\w*?_\w+)", (ROOT / "_toc.yml").read_text(encoding="utf-8"))
    assert list(chapters) == numbered and len(numbered) >= 19


def test_what_is_needed_stands_to_the_left(chapters):
    at = places(chapters)
    for chapter in chapters.values():
        for need in chapter.needs:
            assert at[need][0] + WIDE < at[chapter.page][0]


def test_no_two_boxes_lie_over_each_other(chapters):
    at = list(places(chapters).values())
    for i, (x, y) in enumerate(at):
        assert not any(abs(x - a) < WIDE and abs(y - b) < HIGH for a, b in at[:i])


def test_each_box_is_a_link_that_says_what_it_is(chapters):
    drawn = ElementTree.fromstring(draw_map(lambda page: f"{page}.html"))
    links = {link.get("href"): link.get("aria-label") for link in drawn.iter("a")}
    assert set(links) == {f"{page}.html" for page in chapters}
    assert links["06_rollout_is_a_newton_step.html"] == "Chapter 6, Newton step, needs 5"
    assert len(list(drawn.iter("path"))) == sum(len(chapter.needs) for chapter in chapters.values())


def test_what_a_chapter_needs_in_the_end(chapters):
    assert needed("01_the_game", chapters) == set()
    assert {"01_the_game", "03_entropy", "05_rollout"} <= needed("07_offline_training_online_play", chapters)


def test_each_stop_of_a_path_needs_only_what_stands_before_it(chapters):
    paths = (ROOT / PATHS).read_text(encoding="utf-8").split("\n## ")[1:]
    assert len(paths) == 3
    for path in paths:
        seen = set()
        for page in LINK.findall(path):
            if page in chapters:
                before = seen | {need for known in seen for need in needed(known, chapters)}
                assert needed(page, chapters) <= before | {"01_the_game"}, (path.splitlines()[0], page)
                seen.add(page)
        assert len(seen) >= 3


def write(folder, toc, needs):
    (folder / "book").mkdir()
    (folder / "_toc.yml").write_text("parts:\n  - caption: I. One\n    chapters:\n" + toc)
    (folder / "book" / "needs.toml").write_text(needs)


@pytest.mark.parametrize(
    ("needs", "message"),
    [
        ("", "nothing about 01_a; expected a name"),
        ('[01_a]\nname = "A"\nneeds = ["02_b"]', "01_a needs 02_b, which does not stand before it"),
        ('[01_a]\nname = "A"\nneeds = []\n[03_c]\nname = "C"\nneeds = []', "03_c is no chapter of the book"),
    ],
)
def test_what_cannot_be_drawn_is_refused(tmp_path, needs, message):
    write(tmp_path, "      - file: book/01_a\n", needs)
    with pytest.raises(ValueError, match=message):
        read_map(tmp_path)


def test_what_a_later_chapter_proves_is_used_with_its_name(chapters):
    """A formula, exercise or figure of a later chapter is named with the chapter; so is a number that it proves."""
    texts = {name: json.loads((ROOT / "book" / f"{name}.ipynb").read_text(encoding="utf-8")) for name in chapters}
    homes, order, faults, used = {}, list(chapters), [], 0
    for name, notebook in texts.items():
        for cell in notebook["cells"]:
            whole = "".join(cell["source"]) + json.dumps(cell["metadata"], ensure_ascii=False)
            homes |= dict.fromkeys(filter(None, (label for found in LABEL.findall(whole) for label in found)), name)
    for name, notebook in texts.items():
        prose = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "markdown"]
        for paragraph in "\n\n".join(prose).split("\n\n"):
            for label in USED.findall(paragraph):
                home = homes.get(label, name)
                used += home != name
                if order.index(home) > order.index(name) and f"({home}.ipynb" not in paragraph:
                    faults.append((name, label))
        for number, home in LATER.items():
            early = order.index(name) < order.index(home) and number in "".join(prose)
            if early and f"({home}.ipynb" not in "".join(prose):
                faults.append((name, number))
    assert not faults and used > 10 and len(homes) > 100
