"""A deck of slides for each chapter of the book, made of the cells that are tagged for it.

A cell tagged ``slide`` has in its metadata ``slide`` a title, up to three points, and whether its code is shown. Its
slide shows title and points, then of a Markdown cell its first definition, of a code cell its code and what came of it.
The speaker's view has what the chapter says around the cell.
"""

import copy
import re
import shutil
from importlib.resources import files
from pathlib import Path
from typing import Any

import nbformat
from nbconvert.exporters import SlidesExporter
from nbformat.v4 import new_markdown_cell

from assignments.building.chapters import ROOT, chapters, plain, prose, read
from wordlelib.widgets.on_pages import put_widgets

DECK = Path(__file__).parent / "deck"
STATE, VIEW = "application/vnd.jupyter.widget-state+json", "application/vnd.jupyter.widget-view+json"
ADMONITION = re.compile(r"^(`{3,})\{admonition\}[ ]*(.*?)\n(.*?)^\1", re.S | re.M)
OPTION = re.compile(r"^:\w+:.*\n", re.M)
EQUATION_LABEL = re.compile(r"\$\$ *\([\w:-]+\)")
MATHJAX = ("tex-chtml-full.js", "output/chtml/fonts/woff-v2")


def build_slides(out: Path) -> list[Path]:
    """Write the decks and all that they load into a folder; give the decks."""
    out.mkdir(parents=True)
    decks = [out / f"{path.stem}.html" for path in chapters()]
    for path, deck in zip(chapters(), decks, strict=True):
        deck.write_text(convert(*deck_of(path)), encoding="utf-8")
    _copy_parts(out)
    return decks


def deck_of(path: Path) -> tuple[nbformat.NotebookNode, str]:
    """Put the tagged cells of a chapter together, and the states of their widgets; give its title too."""
    states: dict[str, Any] = {}
    chapter = read(path)
    title, question = re.match(r"# (.+)\n\n((?:.+\n)*.+)", chapter.cells[0].source).groups()
    cells = [_slide(f"# {title}\n\n{plain(question)}", "slide")]
    models = chapter.metadata.get("widgets", {}).get(STATE, {}).get("state", {})
    for place, cell in enumerate(chapter.cells):
        if "slide" in cell.metadata.get("tags", []):
            cells += _slides_of(cell, models, states)
            if said := prose(chapter.cells, place):
                cells.append(_slide(EQUATION_LABEL.sub("$$", said), "notes"))
    for place, cell in enumerate(cells):
        cell.id = f"slide-{place}"
    about = {"widgets": {STATE: {"state": states, "version_major": 2, "version_minor": 0}}}
    return nbformat.v4.new_notebook(cells=cells, metadata=about), title


def _slide(text: str, kind: str) -> nbformat.NotebookNode:
    """Begin a slide with a text."""
    return new_markdown_cell(text, metadata={"slideshow": {"slide_type": kind}})


def _slides_of(cell: Any, models: dict, states: dict) -> list[nbformat.NotebookNode]:
    """Give what a tagged cell shows; note the states of its widgets."""
    about = cell.metadata["slide"]
    points = "\n".join(f"- {point}" for point in about["points"])
    first = _slide(f"## {about['title']}\n\n{points}", "slide")
    if cell.cell_type == "markdown":
        if found := ADMONITION.search(cell.source):
            text = EQUATION_LABEL.sub("$$", plain(OPTION.sub("", found[3]).strip()))
            gap = "\n\n" if text.startswith("- ") else " "
            quoted = f"**{found[2]}.**{gap}{text}".replace("\n", "\n> ")
            first.source += f"\n\n> {quoted}"
        return [first]
    shown = copy.deepcopy(cell)
    shown.metadata["slideshow"] = {"slide_type": "-"}
    if not about.get("code", True):
        shown.metadata["transient"] = {"remove_source": True}
    for output in shown.outputs:
        if VIEW in output.get("data", {}):
            model = output.data[VIEW]["model_id"]
            output.data = {VIEW: output.data[VIEW]}
            states[model] = models[model]
    return [first, shown]


def convert(deck: nbformat.NotebookNode, title: str) -> str:
    """Make a page of a deck that loads nothing but what lies in ``static`` beside it."""
    exporter = SlidesExporter(
        template_name="deck",
        extra_template_basedirs=[str(DECK.parent)],
        reveal_url_prefix="static/reveal",
        exclude_input_prompt=True,
        exclude_output_prompt=True,
        exclude_anchor_links=True,
    )
    exporter.register_filter("alt_of", lambda cell: cell.metadata.get("mystnb", {}).get("image", {}).get("alt", ""))
    return exporter.from_notebook_node(deck, {"metadata": {"name": title}})[0]


def _copy_parts(out: Path) -> None:
    """Copy what the decks load: reveal.js, MathJax, and the widgets with their data."""
    static = out / "static"
    reveal = Path(str(files("sphinx_revealjs"))) / "_static" / "revealjs"
    for part in ("reveal.js", "reveal.css", "theme/white.css", "theme/fonts"):
        _copy(reveal / "dist" / part, static / "reveal" / "dist" / part)
    _copy(reveal / "plugin" / "notes" / "notes.js", static / "reveal" / "plugin" / "notes" / "notes.js")
    _copy(reveal / "LICENSE", static / "reveal" / "LICENSE")
    mathjax = Path(str(files("sphinx-mathjax-offline"))) / "static" / "mathjax"
    for part in MATHJAX:
        _copy(mathjax / part, static / "mathjax" / part)
    put_widgets(static / "widgets")
    for face in sorted((ROOT / "book" / "style" / "fonts").glob("s*-latin-*.woff2")):
        _copy(face, static / "fonts" / face.name)


def _copy(source: Path, target: Path) -> None:
    """Copy a file or a folder."""
    target.parent.mkdir(parents=True, exist_ok=True)
    (shutil.copytree if source.is_dir() else shutil.copyfile)(source, target)
