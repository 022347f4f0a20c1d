"""The built pages: nothing from other hosts, no broken link, every picture described, what only checks folded."""

import ast
import inspect
import json
import re
from pathlib import Path
from urllib.parse import unquote, urldefrag, urlsplit

import pytest
import yaml
from fontTools.ttLib import TTFont

import wordlelib
from tools.addresses import read_addresses
from tools.fonts import FACES, MATH
from tools.lab.book import read_book
from tools.links import HTML, broken_links, is_outside, read_pages, target_of

SCRIPT_OUTSIDE = re.compile(r"(?:https?:)?//[\w.-]+\.\w+/")
NOTEBOOKS = sorted((HTML.parents[1] / "book").glob("*.ipynb"))
STATE, VIEW = "application/vnd.jupyter.widget-state+json", "application/vnd.jupyter.widget-view+json"
CSS_OUTSIDE = re.compile(r"""(?:url\(\s*|@import\s+)["']?(?:https?:)?//[^"')\s]+""")


PLACEHOLDER = re.compile(r"\bOWNER\b|/REPOSITORY\b|\bBRANCH\b|example\.(?:org|com)")
APART = {"Check yourself", "Exercises", "Further reading"}
REFRESH = {"http-equiv": "refresh"}


@pytest.fixture(scope="session")
def built():
    """Parse every page, by its path."""
    if not (HTML / "index.html").is_file():
        pytest.fail(f"No pages in {HTML}: run 'make book' first.", pytrace=False)
    return read_pages(HTML)


@pytest.fixture(scope="session")
def pages(built):
    """All pages but those that lead on to where a page has moved."""
    return {path: page for path, page in built.items() if not page.find("meta", attrs=REFRESH)}


def loaded_by(page):
    """Yield the address of everything that the browser loads for a page by itself."""
    yield from (element["src"] for element in page.find_all(src=True))
    yield from (element["href"] for element in page.find_all("link", href=True))


def report(faults):
    """Fail with one line for each fault."""
    if faults:
        pytest.fail("\n".join(f"{path.relative_to(HTML)}: {what}" for path, what in faults), pytrace=False)


def test_every_chapter_is_there(pages):
    chapters = re.findall(r"(?:root|file): (\S+)", (HTML.parents[1] / "_toc.yml").read_text(encoding="utf-8"))
    assert chapters
    report([(HTML / chapter, "not built") for chapter in chapters if HTML / f"{chapter}.html" not in pages])


def test_the_contents_are_short_and_lead_to_every_page(pages):
    """At most forty entries, and the pages that are not among them are the modules that the library's page lists."""
    path = HTML / "book/library.html"

    def linked(place):
        return {target_of(path, link["href"], HTML)[0] for link in pages[path].select(f"{place} a[href]")} & set(pages)

    contents, modules = linked(".bd-sidebar"), linked("article")
    assert len(contents) <= 40
    apart = {HTML / f"{name}.html" for name in ("index", "search", "genindex", "py-modindex")}
    assert set(pages) - contents - apart <= {page for page in modules if page.parent.name == "reference"}


def chapters_of(pages):
    """Give the number or letter and the page of each chapter and appendix, in order: files begin with it."""
    named = ((path.stem.partition("_")[0].lstrip("0"), page) for path, page in sorted(pages.items()))
    return [(number, page) for number, page in named if re.fullmatch(r"\d+|[A-Z]", number)]


def test_chapters_have_their_numbers_in_titles_and_contents(pages):
    chapters = chapters_of(pages)
    numbers = [number for number, _ in chapters]
    assert len(numbers) > 18 and numbers[0] == "1"
    for number, page in chapters:
        title, *sections = [each.get_text().strip() for each in page.article.select(".section-number")]
        assert title == number and sections == [f"{number}.{i}" for i in range(1, len(sections) + 1)]
        heads = page.article.select("section > section > h2")
        assert {
            head.find(string=True, recursive=False) for head in heads if not head.select(".section-number")
        } <= APART
        assert page.article.h1.get_text().startswith(f"{number} ")
        listed = [each.get_text().split()[0] for each in page.select(".bd-sidebar .toctree-l1 > a")]
        assert sorted(each for each in listed if each in numbers) == sorted(numbers)


WITH_PATH = 19  # chapters; appendices have none


def test_a_path_of_ten_minutes_leads_through_a_chapter(pages):
    """It begins with the title, holds something to try or see, ends with what it means, and leaves something out."""
    for number, page in chapters_of(pages)[:WITH_PATH]:
        said = page.article.select_one(".page-times").get_text()
        whole, path = map(int, re.fullmatch(r"(\d+) minutes to read, (\d+) along the bar.*", said).groups())
        assert 4 <= path <= 10 and path < whole <= 20, (number, said)
        marked = page.article.select(".tag_spine")
        first = page.article.select_one("section > p:not(.page-times)")
        last = next(h for h in page.article.find_all("h2") if "What it means" in h.get_text()).find_next("p")
        assert first in marked and last in marked, number
        assert any(block.select_one("img, svg, .widget-subarea, .jupyter-widget, table") for block in marked), number


@pytest.mark.parametrize("kind", ["figcaption .caption-number", ".eqno", ".exercise .caption-number"])
def test_what_is_numbered_counts_from_one_in_each_chapter(pages, kind):
    counted = 0
    for number, page in chapters_of(pages):
        found = [re.search(r"[\w.]*\d", each.get_text())[0] for each in page.article.select(kind)]
        assert found == [f"{number}.{i}" for i in range(1, len(found) + 1)]
        counted += len(found)
    assert counted > 18


def test_the_prose_has_its_letters(pages):
    upright = [face for face in FACES if face.family == "Laboratory Serif" and face[2:] == (400, "normal")]
    letters = set[int]().union(
        *(TTFont(HTML / "_static" / "fonts" / f"{face.file}.woff2").getBestCmap() for face in upright)
    )
    missing = {
        letter
        for _, page in chapters_of(pages)
        for paragraph in page.article.select("section > p, section > ul > li > p")
        for text in paragraph.find_all(string=True)
        if not text.find_parent(["code", "a"]) and not text.find_parent(class_="math")
        for letter in text
        if ord(letter) not in letters and not letter.isspace()
    }
    assert missing <= set("🟩🟨⬛")


def test_pages_load_nothing_from_outside(pages):
    report([(path, url) for path, page in pages.items() for url in loaded_by(page) if is_outside(url)])


def test_scripts_and_styles_in_pages_name_no_other_host(pages):
    faults = []
    for path, page in pages.items():
        scripts = [script.get_text() for script in page.find_all("script") if not script.get("src")]
        faults += [(path, found) for script in scripts for found in SCRIPT_OUTSIDE.findall(script)]
        styles = [style.get_text() for style in page.find_all("style")]
        styles += [element["style"] for element in page.find_all(style=True)]
        faults += [(path, found) for style in styles for found in CSS_OUTSIDE.findall(style)]
    report(faults)


def test_style_sheets_load_nothing_from_outside(pages):
    faults = []
    for path in HTML.rglob("*.css"):
        faults += [(path, found) for found in CSS_OUTSIDE.findall(path.read_text(encoding="utf-8"))]
    report(faults)


def test_everything_loaded_exists(pages):
    faults = []
    for path, page in pages.items():
        urls = [url for url in loaded_by(page) if not is_outside(url) and not url.startswith("data:")]
        faults += [(path, url) for url in urls if not target_of(path, url, HTML)[0].is_file()]
    report(faults)


def test_internal_links_lead_somewhere(pages):
    report(list(broken_links(pages, HTML)))


def test_moved_pages_lead_to_pages(built, pages):
    settings = yaml.safe_load((HTML.parents[1] / "_config.yml").read_text(encoding="utf-8"))
    moved = settings["sphinx"]["config"]["redirects"]
    assert moved
    for old in moved:
        path = HTML / f"{old}.html"
        leads = built[path].find("meta", attrs=REFRESH)["content"].partition("url=")[2]
        assert (path.parent / leads).resolve() in pages
        assert built[path].title and built[path].find("a", href=leads)


def test_no_page_has_an_address_of_the_book_if_it_has_none(pages):
    if any(read_addresses()[:2]):
        pytest.skip("these pages are built for an address: tests/release looks at such pages")
    faults = []
    for path, page in pages.items():
        faults += [(path, str(link)) for link in page.select("link[rel=canonical], meta[property^='og:']")]
        faults += [(path, str(button)) for button in page.select(".dropdown-source-buttons, .dropdown-launch-buttons")]
        faults += [(path, name) for name in PLACEHOLDER.findall(page.get_text())]
    report(faults)
    assert not (HTML / "404.html").exists() and not (HTML / "sitemap.xml").exists()


def test_start_page_leads_to_the_preface(pages):
    refresh = pages[HTML / "index.html"].find("meta", attrs={"http-equiv": "Refresh"})
    assert (HTML / refresh["content"].partition("url=")[2]).is_file()


def test_the_root_address_says_what_it_leads_to(pages):
    root = pages[HTML / "index.html"]
    first = pages[HTML / root.find("a")["href"]]
    assert root.title.get_text() == first.title.get_text() == first.find("h1").get_text().rstrip("#")
    assert root.select_one("meta[name=description]")["content"].startswith("How should you decide")


def test_pictures_are_described(pages):
    faults = []
    for path, page in pages.items():
        for image in page.select("article img"):
            description = image.get("alt", "").strip()
            if not description or Path(description).name == Path(unquote(image.get("src", ""))).name:
                faults.append((path, f"no alt text: {image.get('src')}"))
    report(faults)


def test_formulas_need_no_script(pages):
    """The browser sets them: what is written is MathML, all of whose characters the typeface has."""
    signs = set()
    for path, page in pages.items():
        assert len(page.select(".math")) == len(page.select("math[alttext]")), path
        assert not page.select("script[src*=mathjax i]"), path
        signs |= {sign for formula in page.select("math") for sign in formula.get_text()}
        for part in page.select(", ".join(PLACES)):
            assert len(part.find_all(recursive=False)) == PLACES[part.name], (path, part)
    assert len(signs) > 60
    known = set(TTFont(HTML / "_static" / "fonts" / f"{MATH.file}.woff2").getBestCmap())
    assert {sign for sign in signs if not sign.isspace() and ord(sign) not in known} == set()


def test_typefaces_are_served_with_the_book_and_are_not_called_by_their_makers_names(pages):
    for face in FACES:
        font = TTFont(HTML / "_static" / "fonts" / f"{face.file}.woff2")
        assert {font["name"].getDebugName(number) for number in (1, 4)} == {face.family}
    assert "MATH" in TTFont(HTML / "_static" / "fonts" / f"{MATH.file}.woff2")
    for family in {face.family for face in FACES}:
        licence = HTML / "_static" / "fonts" / f"{family.split()[1].lower()}-licence.txt"
        assert "SIL Open Font License" in licence.read_text(encoding="utf-8")


PLACES = {"mfrac": 2, "msub": 2, "msup": 2, "msubsup": 3, "munder": 2, "mover": 2, "munderover": 3, "mroot": 2}


def code_cells(path):
    """Yield the code cells of a notebook: the cell, its source, whether it is tagged "check"."""
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            yield cell, "".join(cell["source"]), "check" in cell["metadata"].get("tags", [])


def assertions_in(source):
    """Count the assert statements of a code cell."""
    return sum(isinstance(node, ast.Assert) for node in ast.walk(ast.parse(source)))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_no_visible_cell_asserts(path):
    faults = [cell["id"] for cell, source, is_check in code_cells(path) if not is_check and assertions_in(source)]
    assert faults == [], "move the assertions to a cell tagged check"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_every_cell_was_executed_in_order(path):
    """What is stored is one run from top to bottom, of the cells as they stand."""
    counts = [cell["execution_count"] for cell, source, _ in code_cells(path) if source.strip()]
    assert counts == list(range(1, len(counts) + 1)), "run make notebooks"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_no_output_is_a_message_about_the_run(path):
    """What goes to stderr, such as that something is being compiled, is not for readers."""
    outputs = [(cell["id"], output.get("name")) for cell, *_ in code_cells(path) for output in cell["outputs"]]
    assert [cell for cell, stream in outputs if stream == "stderr"] == []


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_no_page_shows_a_widget_that_needs_a_kernel(path):
    notebook = json.loads(path.read_text(encoding="utf-8"))
    outputs = [output.get("data", {}) for cell in notebook["cells"] for output in cell.get("outputs", [])]
    views = [data[VIEW]["model_id"] for data in outputs if VIEW in data]
    stored = notebook["metadata"].get("widgets", {}).get(STATE, {"state": {}})["state"]
    assert all(stored[view]["state"].get("_anywidget_id") for view in views)
    assert not [data for data in outputs if "image/png" in data and "Figure" not in "".join(data["text/plain"])]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_check_cell_only_checks(path):
    for cell, source, is_check in code_cells(path):
        if is_check:
            assert assertions_in(source), cell["id"]
            assert cell["outputs"] == [], cell["id"]
            assert cell["metadata"]["jupyter"]["source_hidden"], f"{cell['id']}: run tools/stable_notebooks.py"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_each_check_cell_is_one_line(pages, path):
    page = pages[HTML / "book" / f"{path.stem}.html"]
    counts = [assertions_in(source) for _, source, is_check in code_cells(path) if is_check]
    wanted = [f"{count} number{'s' * (count > 1)} checked" for count in counts]
    assert [line.get_text() for line in page.select("details.check:not([open]) > summary")] == wanted
    shown = [code.get_text() for code in page.select("div.highlight") if not code.find_parent(class_="check")]
    assert [code for code in shown if re.search(r"^\s*assert\b", code, re.MULTILINE)] == []


def test_the_reference_has_every_public_name_once(pages):
    reference = {path: page for path, page in pages.items() if path.parent == HTML / "book/reference"}
    documented = [entry["id"] for page in reference.values() for entry in page.select("dt.sig[id]")]
    documented += [section["id"] for page in reference.values() for section in page.select("[id^=module-]")]
    listed = [link["href"] for link in pages[HTML / "book/library.html"].select("article section section a[href*='#']")]
    faults = []
    for name in wordlelib.__all__:
        item = getattr(wordlelib, name)
        anchor = f"module-{item.__name__}" if inspect.ismodule(item) else f"{item.__module__}.{item.__qualname__}"
        if documented.count(anchor) != 1:
            faults.append((HTML / "book/reference", f"{name}: {documented.count(anchor)} entries"))
        if len([url for url in listed if urldefrag(url).fragment == anchor]) != 1:
            faults.append((HTML / "book/library.html", f"{name}: not listed once"))
    report(faults)


def test_the_reference_shows_no_private_name(pages):
    entries = {path: page.select("dt.sig[id]") for path, page in pages.items()}
    report([(path, entry["id"]) for path in entries for entry in entries[path] if "._" in entry["id"]])


def test_the_reference_is_readable(pages):
    faults = []
    for path, page in pages.items():
        if path.parent == HTML / "book/reference":
            text = page.select_one("article").get_text()
            faults += [(path, sign) for sign in ("<function", "~typing", "Alias for field", "-----") if sign in text]
            if not page.select("article p a.reference.internal[href^='../']"):
                faults.append((path, "no link to a chapter"))
    report(faults)


def test_the_glossary_names_a_page_that_explains_every_term(pages):
    path = HTML / "book/glossary.html"
    explaining = {page.name for page in pages if page.parent == path.parent}
    explaining -= {"glossary.html", "bibliography.html", "library.html"}
    assert {"01_the_game.html", "many_machines.html"} <= explaining
    entries = pages[path].select("dl.glossary > dd")
    assert entries
    faults = []
    for entry in entries:
        if not any(link["href"].split("#")[0] in explaining for link in entry.find_all("a", href=True)):
            faults.append((path, entry.get_text(strip=True)))
    report(faults)


def test_the_index_has_the_terms_and_the_names(pages):
    index = pages[HTML / "genindex.html"]
    targets = {unquote(link["href"]) for link in index.select("article a[href], main a[href]")}
    terms = [term["id"] for term in pages[HTML / "book/glossary.html"].select("dl.glossary > dt[id]")]
    assert terms
    wanted = [f"book/glossary.html#{term}" for term in terms]
    wanted += ["book/reference/game.html#wordlelib.game.game.Game", "book/reference/tree.html#wordlelib.game.tree.play"]
    report([(HTML / "genindex.html", f"missing: {url}") for url in wanted if url not in targets])


def test_every_page_leads_to_the_index(pages):
    faults = []
    for path, page in pages.items():
        links = [link["href"] for link in page.find_all("a", href=True)]
        if path.name != "index.html" and HTML / "genindex.html" not in [
            target_of(path, url, HTML)[0] for url in links if not urlsplit(url).scheme
        ]:
            faults.append((path, "no link to the index"))
    report(faults)


BOOK = read_book()


@pytest.mark.parametrize("name", [path.stem for path in NOTEBOOKS])
def test_jupyterlab_is_told_the_titles_and_numbers_of_the_pages(pages, name):
    article = pages[HTML / "book" / f"{name}.html"].article
    assert BOOK["documents"][name]["title"] == article.h1.find(string=True, recursive=False)
    said = [each.get_text().strip() for each in article.select(".caption-number, .eqno")]
    numbered = {each.rstrip("#") for each in said}
    told = {each["text"] for each in BOOK["labels"].values() if each.get("document") == name and "number" in each}
    assert told <= numbered and len(numbered - told) == unnamed_figures_in(name)


def unnamed_figures_in(name):
    """Count the figures that nothing can refer to."""
    cells = json.loads((HTML.parents[1] / "book" / f"{name}.ipynb").read_text(encoding="utf-8"))["cells"]
    figures = [cell["metadata"].get("mystnb", {}).get("figure", {}) for cell in cells]
    return sum("caption" in figure and "name" not in figure for figure in figures)


@pytest.mark.parametrize("name", [path.stem for path in NOTEBOOKS])
def test_jupyterlab_cites_works_as_the_pages_do(pages, name):
    article = pages[HTML / "book" / f"{name}.html"].article
    cited = {link.get_text(): link["title"] for link in article.select("a[href*='bibliography.html#']")}
    told = {each["text"]: each["entry"] for each in BOOK["works"].values()}
    assert {text: spaced(entry) for text, entry in cited.items()} == {text: spaced(told[text]) for text in cited}


def spaced(text):
    """The text with single spaces."""
    return re.sub(r"\s+", " ", text)
