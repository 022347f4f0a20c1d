"""Serve the typeface of the prose with the pages: the letters that the book has, in 30 KB a face."""

import json
from pathlib import Path
from typing import Any, NamedTuple

import font_source_serif_pro
from docutils import nodes
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from sphinx.application import Sphinx

FILES = Path(font_source_serif_pro.font_directory)
# Its licence keeps the typeface's own name for the whole of it.
FAMILY = "Laboratory Serif"
NAMES = {1: FAMILY, 3: FAMILY, 4: FAMILY, 6: FAMILY.replace(" ", ""), 16: FAMILY}
# Latin, Greek, and the signs of typeset prose.
LETTERS = [
    *range(0x20, 0x180),
    *range(0x391, 0x3CA),
    *range(0x2010, 0x2040),
    0x20AC,
    *range(0x2190, 0x2194),
    0x2212,
    0x2248,
]
LICENCE = (0, 13, 14)
FOLDER = "fonts"
EARLY = """if (location.protocol !== "file:") for (const href of %s)
document.head.append(
Object.assign(document.createElement("link"), { rel: "preload", as: "font", crossOrigin: "", href }));"""


class Face(NamedTuple):
    """A file, and what it is for."""

    file: str
    weight: int
    style: str


FACES = (
    Face("SourceSerifPro-Regular", 400, "normal"),
    Face("SourceSerifPro-It", 400, "italic"),
    Face("SourceSerifPro-Semibold", 700, "normal"),
)


def shorten(source: Path, target: Path) -> None:
    """Write a font with the letters of the book only, under a name of its own.

    Parameters
    ----------
    source
        The whole font.
    target
        The file to write, in WOFF.
    """
    options = Options(
        flavor="woff", layout_features=["kern", "liga", "mark", "onum", "lnum"], name_IDs=[*NAMES, *LICENCE]
    )
    font = TTFont(source, recalcTimestamp=False)
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=LETTERS)
    subsetter.subset(font)
    for record in font["name"].names:
        if record.nameID in NAMES:
            record.string = NAMES[record.nameID]
    font.flavor = options.flavor
    font.save(target)


def rules(faces: tuple[Face, ...] = FACES) -> str:
    """Give the style rules that name the files; a page that has no font yet is shown without, and stays as it is."""
    return "".join(
        f'@font-face {{ font-family: "{FAMILY}"; font-weight: {face.weight}; font-style: {face.style}; '
        f'font-display: optional; src: url("{face.file}.woff") format("woff"); }}\n'
        for face in faces
    )


def write_fonts(app: Sphinx) -> None:
    """Write the fonts and their rules to where the pages will be."""
    if app.builder.format != "html":
        return
    folder = Path(app.outdir) / "_static" / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    for face in FACES:
        shorten(FILES / f"{face.file}.ttf", folder / f"{face.file}.woff")
    (folder / "serif.css").write_text(rules(), encoding="utf-8")


def fetch_early(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    """Have the fonts fetched with the page, so that its first paint can use them; a disk is no place to fetch from."""
    folder = context["pathto"](f"_static/{FOLDER}", resource=True)
    script = EARLY % json.dumps([f"{folder}/{face.file}.woff" for face in FACES])
    context["metatags"] = context.get("metatags", "") + f"<script>{script}</script>"


def setup(app: Sphinx) -> dict[str, bool]:
    """Name the rules on every page, and write them."""
    app.add_css_file(f"{FOLDER}/serif.css")
    app.connect("builder-inited", write_fonts)
    app.connect("html-page-context", fetch_early)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
