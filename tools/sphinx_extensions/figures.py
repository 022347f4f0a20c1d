"""Figures that cells draw stand in the page itself, and so follow its theme and its type."""

import re
from hashlib import md5
from html import escape, unescape
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

from wordlelib.plots.style import FIVE, ROLES, TILE

IMAGE = re.compile(r'<img ([^>]*?)src="([^"]+?/([^"/]+\.svg))"([^>]*?)/?>')
ALT = re.compile(r'alt="([^"]*)"')
PROLOGUE = re.compile(r"^.*?(?=<svg )|<metadata>.*?</metadata>|<!--.*?-->", re.S)
SIZE = re.compile(r'<svg [^>]*?width="([\d.]+)pt" height="([\d.]+)pt" (viewBox="[^"]+")[^>]*>')
IDENTITY = re.compile(r' id="([^"]+)"')
USED = re.compile(r"#([\w-]+)[\")]")
HEX = re.compile(r"#([0-9a-f]{6})\b")
FAMILIES = re.compile(r"font-family: 'DejaVu Sans'[^\";]*")
MONOSPACED = re.compile(r"font-family: 'DejaVu Sans Mono'[^\";]*")
# The white ground of the figure and of its axes, on which nothing depends: that of the page shows through.
GROUND = re.compile(r'(<g id="(?:figure|axes)_\d+">\s*)<g id="patch_\d+">\s*<path [^>]*style="fill: #ffffff"/>\s*</g>')
PLACES = re.compile(r' (?:d|x|y)="[^"]*"')
FINE = re.compile(r"(\.\d\d)\d+")  # what lies beyond a hundredth of a pixel
LEAST = 560  # pixels: with less width a drawing scrolls, since its letters would become too small
OUTPUTS = "jupyter_execute"  # where the outputs of cells are kept while pages are made
CELL, HEAD, AXES = 'class="cell ', "tag_head-picture", '<g id="axes_'
BLANK = re.compile(r"\n\s*")


def show_within(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object) -> None:
    """Replace the images of a page that are drawings of its cells."""
    if doctree is None or "body" not in context:
        return
    sources = {name: Path(app.srcdir) / source for source, name in app.builder.images.items()}
    count = 0

    def within(found: re.Match[str]) -> str:
        nonlocal count
        source = sources.get(found[3])
        if source is None or OUTPUTS not in source.parts:
            return found[0]
        text = source.read_text(encoding="utf-8")
        count += 1
        alt = ALT.search(found[1] + found[4])
        drawing = themed(text, unescape(alt[1]) if alt else "", f"{page.rpartition('/')[2]}-{count}")
        before = found.string.rfind(CELL, 0, found.start())
        head = HEAD in found.string[before : found.string.find('"', before + len(CELL))]
        return f'<div class="drawn">{in_parts(drawing, text.count(AXES)) if head else drawing}</div>'

    context["body"] = IMAGE.sub(within, context["body"])


def themed(svg: str, alt: str, name: str) -> str:
    """Make of a drawing a part of a page.

    Parameters
    ----------
    svg
        What Matplotlib wrote.
    alt
        What the drawing shows, in words.
    name
        What is put before the names in the drawing, to tell them from those of other drawings.

    Returns
    -------
    str
        The drawing, its colours and its type those of the page.
    """
    svg = PROLOGUE.sub("", svg)
    size = SIZE.search(svg)
    if size is None:
        raise ValueError(f"{name}: a drawing without a size")
    wide, high = (round(float(length) * 4 / 3, 1) for length in size.groups()[:2])
    svg = GROUND.sub(r"\1", svg).replace("xlink:href", "href")
    used = set(USED.findall(svg))
    svg = IDENTITY.sub(lambda found: f' id="{name}-{found[1]}"' if found[1] in used else "", svg)
    svg = re.sub(r'(url\(#|href="#)', rf"\g<1>{name}-", svg)
    svg = FAMILIES.sub("font-family: var(--pst-font-family-base, sans-serif)", svg)
    svg = MONOSPACED.sub("font-family: var(--pst-font-family-monospace, monospace)", svg)
    svg = svg.replace("font-family: 'STIXGeneral'", "font-family: var(--book-serif, serif)")
    svg = svg.replace('<style type="text/css">*{stroke-linejoin: round; stroke-linecap: butt}</style>', "")
    svg = PLACES.sub(lambda found: FINE.sub(r"\1", found[0]), svg)
    svg = HEX.sub(lambda found: colour(found[0]), svg)
    least = f"--least: {min(wide, LEAST):g}px"
    head = f'<svg role="img" aria-label="{escape(alt)}" class="drawing" style="{least}" width="{wide}" height="{high}" '
    return BLANK.sub("\n", f"{head}{size[3]}>" + svg[svg.index(">") + 1 :]).strip()


def in_parts(drawing: str, parts: int) -> str:
    """Add a second layout of a drawing for narrow screens, its parts below each other, where style sheets ask for it.

    Parameters
    ----------
    drawing
        What `themed` made.
    parts
        How many parts of equal width stand side by side in it.
    """
    named = re.search(r'<svg [^>]*width="([\d.]+)" height="([\d.]+)" viewBox="0 0 ([\d.]+) ([\d.]+)"', drawing)
    if parts < 2 or named is None:
        return drawing
    wide, high, units, below = map(float, named.groups())
    whole = f"whole-{md5(drawing.encode(), usedforsecurity=False).hexdigest()[:8]}"
    shown = "".join(
        f'<svg class="drawing" width="{wide / parts:g}" height="{high:g}" viewBox="{i * units / parts:g} 0 '
        f'{units / parts:g} {below:g}"><use href="#{whole}"/></svg>'
        for i in range(parts)
    )
    start = drawing.index("<g", drawing.index(">"))
    kept = f'{drawing[:start]}<g id="{whole}">{drawing[start:].removesuffix("</svg>")}</g></svg>'
    return f'{kept}<div class="drawn-parts" aria-hidden="true" style="--part: {wide / parts:g}px">{shown}</div>'


def colour(given: str) -> str:
    """Name a colour as the page's theme does; one that no theme changes stays."""
    six = (*FIVE, ROLES["optimum"])
    if given in six:
        return f"var(--fig-{six.index(given) + 1}, {given})"
    if given == TILE["-"]:
        return f"var(--book-grey, {given})"
    red, green, blue = (int(given[place : place + 2], 16) for place in (1, 3, 5))
    if red == green == blue:
        share = round(red / 2.55)
        paper = "100%" if share == 100 else f"calc({share}% * var(--fig-fade, 1))"  # in the dark greys are less faint
        return f"color-mix(in srgb, var(--fig-paper, #fff) {paper}, var(--fig-ink, #000))"
    return given


def setup(app: Sphinx) -> dict[str, bool]:
    """Replace images once a page is written."""
    app.connect("html-page-context", show_within)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
