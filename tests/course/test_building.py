"""What the course hands out: no solution in students' hands, the same bytes each time, slides that work."""

import ast
import json
import re
import zipfile

import nbformat
import pytest
from bs4 import BeautifulSoup
from handed import HIDDEN

from assignments.building.build import build
from assignments.building.chapters import ROOT, chapters, read
from assignments.building.withheld import without_solutions
from assignments.grading.course import SOURCE, sets
from assignments.grading.editions import SOLUTION

NOTEBOOKS = sorted((ROOT / "book").glob("*.ipynb"))
OUTSIDE = re.compile(r"(?:https?:)?//[\w.-]+\.\w+/")
SHOWN = """() => {
    const slide = Reveal.getCurrentSlide();
    const title = slide.querySelector("h1, h2")?.innerText ?? "";
    const { scrollHeight: high, scrollWidth: wide } = slide;
    return { has: slide.innerText.trim().length, widget: !!slide.querySelector(".ww"), high, wide, title };
}"""
LABEL = re.compile(r"^:label: *([\w:-]+)|^\(([\w-]+)\)=|^\$\$ *\(([\w:-]+)\)", re.M)
REFERENCE = re.compile(r"\{(?:ref|numref|eq)\}`(?:[^`<]*<)?([\w:-]+)>?`")
NUMBER = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?")


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    out = tmp_path_factory.mktemp("course")
    build(out, parts=["students", "instructors", "slides"])
    return out


def withheld_from(name):
    """Give the lines of a set that only its solutions, hidden checks and rubrics have."""
    secret, public = set(), set()
    for cell in nbformat.read(SOURCE / name / f"{name}.ipynb", as_version=4).cells:
        if "rubric" in cell.metadata.get("tags", []):
            secret |= set(cell.source.splitlines())
            continue
        hidden = [found[0] for pattern in (SOLUTION, HIDDEN) for found in pattern.finditer(cell.source + "\n")]
        for text in hidden:
            secret |= set(text.splitlines())
        public |= set(HIDDEN.sub("", SOLUTION.sub("", cell.source + "\n")).splitlines())
    return {line for line in secret - public if len(line.strip()) > 20}


@pytest.mark.parametrize("name", sets())
def test_students_get_no_solution_no_hidden_check_and_no_rubric(course, name):
    secret = withheld_from(name)
    assert len(secret) > 50
    with zipfile.ZipFile(course / "students.zip") as handed_out:
        texts = {each: handed_out.read(each).decode() for each in handed_out.namelist()}
    notebook = nbformat.reads(texts[f"students/{name}/{name}.ipynb"], as_version=4)
    lines = {line for cell in notebook.cells for line in cell.source.splitlines()}
    assert not secret & lines
    assert not [
        word
        for word in ("HIDDEN", "BEGIN SOLUTION", "Rubric", "rubric")
        if word in texts[f"students/{name}/{name}.ipynb"]
    ]
    assert f"students/{name}/coursework.py" in texts


def test_students_get_stubs_that_say_what_is_missing(course):
    for name in sets():
        notebook = nbformat.read(course / "students" / name / f"{name}.ipynb", as_version=4)
        asked = [cell for cell in notebook.cells if cell.metadata.get("nbgrader", {}).get("solution")]
        for cell in asked:
            kinds = (r'raise NotImplementedError\("\w+ is not written yet"\)', r"^\w+ = \.\.\.$", r"\*Your answer\.\*")
            assert any(re.search(kind, cell.source, re.M) for kind in kinds), cell.source


def test_instructors_get_everything(course):
    for name in sets():
        given = (course / "instructors" / name / f"{name}.ipynb").read_bytes()
        assert given == (SOURCE / name / f"{name}.ipynb").read_bytes()
        assert (course / "instructors" / "wrong_answers" / f"{name}.py").is_file()


def test_the_same_sources_give_the_same_bytes(course, tmp_path):
    for path in build(tmp_path, parts=["students", "instructors", "slides"]):
        assert path.read_bytes() == (course / path.name).read_bytes()


def test_one_set_can_be_built_alone(tmp_path):
    build(tmp_path, only=["ps4"], parts=["students"])
    assert [path.name for path in sorted((tmp_path / "students").glob("ps*"))] == ["ps4"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_chapters_without_solutions(path):
    chapter = read(path)
    before = "\n".join(cell.source for cell in chapter.cells)
    made = names_in(chapter, ast.Store)
    without_solutions(chapter)
    after = "\n".join(cell.source for cell in chapter.cells)
    assert "{solution" not in after and after.count("{exercise}") == before.count("{exercise}")
    assert before.count("{exercise}") == len(re.findall(r"\{solution(?:-start)?\}", before))
    assert [line for line in after.splitlines() if line.startswith("#")] == [
        line for line in before.splitlines() if line.startswith("#")
    ]
    # What is left runs without what was taken out.
    taken = made - names_in(chapter, ast.Store)
    assert taken & names_in(chapter, ast.Load) == set()


def test_no_page_refers_to_what_was_taken_out():
    pages = [path.read_text(encoding="utf-8") for path in (ROOT / "book").glob("**/*.md")]
    gone = set()
    for path in NOTEBOOKS:
        chapter = read(path)
        known = labels_of(chapter)
        without_solutions(chapter)
        gone |= known - labels_of(chapter)
        pages += [cell.source for cell in chapter.cells if cell.cell_type == "markdown"]
    referred = {label for page in pages for label in REFERENCE.findall(page)}
    assert len(referred) > 50 and not gone & referred


def labels_of(chapter):
    """Give the labels that a chapter makes: of exercises, places in the text, formulas and figures."""
    text = "\n".join(cell.source for cell in chapter.cells if cell.cell_type == "markdown")
    labels = {label for found in LABEL.findall(text) for label in found if label}
    figures = [cell.metadata.get("mystnb", {}).get("figure", {}).get("name") for cell in chapter.cells]
    return labels | {name for name in figures if name}


def names_in(chapter, use):
    """Give the names that the code of a chapter makes, or uses."""
    trees = [ast.parse(cell.source) for cell in chapter.cells if cell.cell_type == "code"]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    names = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, use)}
    if use is ast.Store:
        names |= {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.ExceptHandler)}
        names |= {node.arg for node in nodes if isinstance(node, ast.arg)}
        names |= {
            (a.asname or a.name).split(".")[0]
            for n in nodes
            if isinstance(n, ast.Import | ast.ImportFrom)
            for a in n.names
        }
    return names


def test_a_solution_without_end_is_refused():
    cell = nbformat.v4.new_markdown_cell("```{solution-start} ex-a\n:class: dropdown\n```\n\nBecause.")
    with pytest.raises(ValueError, match="^book: .*expected"):
        without_solutions(nbformat.v4.new_notebook(cells=[cell]))


def test_text_around_solutions_stays():
    text = "Before.\n\n````{solution} ex-a\nNo.\n\n```python\n1\n```\n````\n\n"
    text += "Between.\n\n```{solution-start} ex-b\n```\nNo."
    cells = [nbformat.v4.new_markdown_cell(text), nbformat.v4.new_code_cell("no = 1")]
    cells += [
        nbformat.v4.new_markdown_cell("No.\n\n```{solution-end}\n```\n\nAfter."),
        nbformat.v4.new_code_cell("yes = 1"),
    ]
    book = nbformat.v4.new_notebook(cells=cells)
    without_solutions(book)
    kept = [cell.source for cell in book.cells]
    assert [re.sub(r"\n+", " ", each) for each in kept] == ["Before. Between.", "After.", "yes = 1"]


@pytest.mark.parametrize("path", chapters(), ids=lambda path: path.stem)
def test_slides_of_a_chapter(path):
    tagged = [cell for cell in read(path).cells if "slide" in cell.metadata.get("tags", [])]
    assert 3 <= len(tagged) <= 5
    page = "\n".join(cell.source for cell in read(path).cells if cell.cell_type == "markdown")
    page += json.dumps([cell.outputs for cell in read(path).cells if cell.cell_type == "code"], ensure_ascii=False)
    known = numbers_in(page)
    for cell in tagged:
        slide = cell.metadata["slide"]
        assert set(slide) <= {"title", "points", "code"} and len(slide["title"].split()) <= 7
        assert 1 <= len(slide["points"]) <= 3
        for text in [slide["title"], *slide["points"]]:
            assert numbers_in(text) - set("0123456789") <= known, text


def numbers_in(text):
    """Give the numbers of a text, however their thousands are written."""
    return {number.replace(",", "") for number in NUMBER.findall(text)}


def test_decks_load_nothing_from_outside_and_hold_no_markup_of_the_book(course):
    decks = sorted((course / "slides").glob("*.html"))
    assert len(decks) == len(chapters())
    for deck in decks:
        page = BeautifulSoup(deck.read_bytes(), "html.parser")
        loaded = [each["src"] for each in page.find_all(src=True)]
        loaded += [each["href"] for each in page.find_all("link", href=True)]
        for address in loaded:
            assert address.startswith("data:") or (deck.parent / address).is_file(), address
        scripts = " ".join(script.get_text() for script in page.find_all("script", type=None))
        assert not OUTSIDE.findall(scripts)
        text = page.find("main").get_text()
        assert not re.search(r"\{[\w:-]+\}`|\(eq:|:label:|```", text)
        assert all(image.get("alt", "").strip() for image in page.select("main img"))


@pytest.mark.parametrize("number", range(len(chapters())))
def test_decks_in_a_browser(course, chromium, number):
    deck = sorted((course / "slides").glob("*.html"))[number]
    context = chromium.new_context(viewport={"width": 1280, "height": 800})
    page, faults = context.new_page(), []
    page.on("console", lambda message: message.type == "error" and faults.append(message.text))
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("request", lambda request: request.url.startswith("http") and faults.append(request.url))
    page.goto(deck.as_uri())
    page.wait_for_function("window.Reveal?.isReady()")
    page.evaluate("MathJax.startup.promise.then(() => true)")
    views = deck.read_text(encoding="utf-8").count("application/vnd.jupyter.widget-view+json")
    page.wait_for_function(f"document.querySelectorAll('.ww').length === {views}", timeout=60_000)
    slides = page.evaluate("Reveal.getSlides().map((slide) => Reveal.getIndices(slide))")
    for place in slides:
        page.evaluate("([h, v]) => Reveal.slide(h, v)", [place["h"], place.get("v", 0)])
        shown = page.evaluate(SHOWN)
        assert shown["has"] and shown["title"], place
        assert shown["wide"] <= 1104 and (shown["widget"] or shown["high"] <= 724), shown
    assert faults == []
    context.close()


def test_a_widgets_keys_do_not_turn_slides(course, chromium):
    deck = sorted((course / "slides").glob("06_*.html"))[0]
    page = chromium.new_page()
    page.goto(deck.as_uri())
    page.wait_for_function("window.Reveal?.isReady() && document.querySelector('.ww input')")
    place = page.evaluate(
        "() => { const i = Reveal.getIndices(document.querySelector('.ww input').closest('section'));"
        " Reveal.slide(i.h, i.v); return i; }"
    )
    page.locator(".present .ww :is(button, input)").first.focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("Reveal.getIndices().h") == place["h"]
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("Reveal.getIndices().h") == place["h"] + 1
    page.close()


def test_the_page_for_teachers_agrees_with_the_sets():
    page = (ROOT / "book" / "teaching.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d) \| ([^|]+?) \| (\d{2,}) \| ([^|]+?) \|$", page, re.M)
    table = {row[0]: row for row in rows}
    assert sorted(table) == [name[2:] for name in sets()]
    for name in sets():
        first = nbformat.read(SOURCE / name / f"{name}.ipynb", as_version=4).cells[0].source
        title = re.match(r"# Problem set \d: (.+)", first)[1]
        minutes = re.search(r"About (\d+) minutes", first)[1]
        assert table[name[2:]][1:3] == (title, minutes)
        needs = re.search(r"It needs (.+?)\.", first)[1]
        assert set(re.findall(r"\d+", needs)) == set(re.findall(r"\d+", table[name[2:]][3])), name
