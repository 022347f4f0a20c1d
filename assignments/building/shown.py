"""What a page of the book shows of the course: each set and each deck by itself, and a page of feedback."""

import shutil
from pathlib import Path

from jinja2 import Environment, FileSystemLoader

from assignments.building.slides import build_slides
from assignments.grading.course import ASSIGNMENTS, release, sets
from assignments.grading.course import read as read_set
from assignments.grading.editions import release as without_solutions
from assignments.grading.show import markdown
from tools.archives import archive

PAGES = Environment(
    loader=FileSystemLoader(ASSIGNMENTS / "grading"), autoescape=True, trim_blocks=True, lstrip_blocks=True
)
SAMPLE = ASSIGNMENTS / "feedback_ps4.html"  # a test grades its submission and compares


def build_shown(out: Path) -> None:
    """Write the decks, and of each set its page and an archive with what students get, into a folder."""
    shutil.rmtree(out, ignore_errors=True)
    build_slides(out)
    for name in sets():
        handed_out = out / f".{name}"
        release(handed_out, [name])
        archive(handed_out / name, out / f"{name}.zip")
        shutil.rmtree(handed_out)
        (out / f"{name}.html").write_text(page_of(name), encoding="utf-8")
    shutil.copyfile(SAMPLE, out / "feedback.html")


def page_of(name: str) -> str:
    """Show a set as students get it, on a page that loads nothing."""
    cells = [
        {"given": True, "html": markdown(cell.source) if cell.cell_type == "markdown" else "", "source": cell.source}
        for cell in without_solutions(read_set(name)).cells
    ]
    return PAGES.get_template("page.html").render(title=f"Problem set {name[2:]}", cells=cells)
