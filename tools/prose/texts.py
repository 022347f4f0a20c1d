"""The prose of the book: what a page says, without its code, its formulas and its addresses."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
FENCES = re.compile(r"^(`{3,}|:{3,})\{(?:code|code-block|eval-rst|toctree|math|bibliography)\b.*?^\1[ ]*$", re.M | re.S)
PLAIN_FENCES = re.compile(r"^(`{3,})[a-z]*\n.*?^\1[ ]*$", re.M | re.S)
LEFT_OUT = (
    re.compile(r"\$\$.*?\$\$(?: *\([\w:-]+\))?", re.S),
    re.compile(r"(?<!\\)\$[^$]+\$"),
    re.compile(r"\{(?:cite|cite:t|numref|ref|eq|doc)\}`[^`]*`"),
    re.compile(r"`[^`\n]*`"),
    re.compile(r"https?://\S+"),
    re.compile(r"^:[\w-]+:.*$", re.M),
    re.compile(r"^\([\w:-]+\)=$", re.M),
)
MARKS = re.compile(r"(?<=\])\([^)]*\)|^[`:]{3,}.*$|^#+ |[*_]+(?=\w)|(?<=[\w.,;:?!)])[*_]+|\[|\]|<[^>]+>", re.M)


class Text(NamedTuple):
    """A piece of prose, and where it stands."""

    place: str
    prose: str


def texts(root: Path = ROOT) -> Iterator[Text]:
    """Yield the prose of all pages, of the questions of self-checks, and of the papers beside the code."""
    for path in sorted((root / "book").glob("*.ipynb")):
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        for number, cell in enumerate(cells):
            said = "".join(cell["source"]) if cell["cell_type"] == "markdown" else ""
            for extra in metadata(cell["metadata"]):
                said += f"\n\n{extra}"
            if said.strip():
                yield Text(f"{path.relative_to(root)}[{number}]", plain(said))
    for pattern in ("book/*.md", "README.md", "CONTRIBUTING.md", "data/README.md"):
        for path in sorted(root.glob(pattern)):
            yield Text(str(path.relative_to(root)), plain(path.read_text(encoding="utf-8")))
    for path in sorted((root / "data" / "self_checks").glob("*.toml")):
        yield Text(str(path.relative_to(root)), plain(path.read_text(encoding="utf-8")))


def metadata(about: dict) -> Iterator[str]:
    """Yield what a cell's metadata says to readers: captions, texts for who does not see, slides."""
    shown = about.get("mystnb", {})
    for kind, name in (("image", "alt"), ("figure", "caption")):
        if name in shown.get(kind, {}):
            yield shown[kind][name]
    slide = about.get("slide", {})
    yield from ([slide["title"]] if "title" in slide else [])
    yield from slide.get("points", [])


def plain(text: str) -> str:
    """Leave of Markdown what a reader reads; each line stays on its line.

    Parameters
    ----------
    text
        Markdown.

    Returns
    -------
    str
        As many lines, with a dash where something was left out.
    """
    for pattern in (PLAIN_FENCES, FENCES):
        text = pattern.sub(lambda found: "\n" * found[0].count("\n"), text)
    for pattern in LEFT_OUT:
        text = pattern.sub(lambda found: "N" + "\n" * found[0].count("\n"), text)
    return MARKS.sub("", text)
