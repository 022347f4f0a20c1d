"""The widgets of the pages on paper: how each looks at first, what it has recorded, and where it is alive."""

import json
from typing import Any

import segno
from bs4 import BeautifulSoup

from tools.pdf.chapters import Chapter

VIEW_TYPE, STATE_TYPE = (f"application/vnd.jupyter.widget-{kind}+json" for kind in ("view", "state"))
QUESTIONS = "SelfCheck"
PREDICTION = "PredictFirst"  # as good on paper
LAST = 10**9  # a moment that no record has: it shows its last one


def take_widgets(chapter: Chapter, pages: str) -> dict[str, Any]:
    """Give the states of a page's widgets under names of the book's, and after each a way to the live one.

    Parameters
    ----------
    chapter
        Its body is changed in place.
    pages
        Where the pages are published; empty if they are not.

    Returns
    -------
    dict
        The state of each widget by the new name of its model.
    """
    stored = chapter.page.find("script", type=STATE_TYPE)
    models = json.loads(stored.get_text())["state"] if stored else {}
    taken = {}
    for view in chapter.body.find_all("script", type=VIEW_TYPE):
        shown = json.loads(view.get_text())
        model = models[shown["model_id"]]
        shown["model_id"] = f"{chapter.key}--{shown['model_id']}"
        taken[shown["model_id"]] = model
        if "moment" in model["state"]:
            model["state"]["moment"] = LAST
        view.string = json.dumps(shown)
        kind = model["state"]["_anywidget_id"].rpartition(".")[2]
        frame = view.wrap(chapter.page.new_tag("div", attrs={"class": "widget"}))
        if kind != PREDICTION:
            frame.append(way_to_live(chapter, view, kind == QUESTIONS, pages))
    return taken


def way_to_live(chapter: Chapter, view: Any, is_question: bool, pages: str) -> Any:
    """Say where a widget can be used: with an address as a picture too, if the book has one."""
    says = "The answers are on" if is_question else "Try it on"
    section = view.find_parent("section", id=True)
    place = "" if section is chapter.body or section is None else f"#{section['id'].partition('--')[2]}"
    if not pages:
        line = f'<p class="live">{says} the page “{chapter.title}” of the book as a website.</p>'
    else:
        address = f"{pages}{chapter.name}.html{place}"
        picture = segno.make(address, error="l", micro=False).svg_inline(border=0, omitsize=True)
        line = f'<div class="live">{picture}<p>{says} <a href="{address}">{address}</a></p></div>'
    made = BeautifulSoup(line, "html.parser")
    for drawing in made.select("svg"):
        drawing["role"], drawing["aria-label"] = "img", "The same address as a QR code"
    return made.contents[0]
