"""Put the widgets' JavaScript, their style and the data where the pages find them."""

from pathlib import Path

from sphinx.application import Sphinx

from wordlelib.widgets.on_pages import put_widgets


def copy_widgets(app: Sphinx, fault: Exception | None) -> None:
    """Copy everything that `page.js` loads into the folder of static files."""
    if fault or app.builder.format != "html":
        return
    put_widgets(Path(app.outdir) / "_static" / "widgets")


def setup(app: Sphinx) -> dict[str, bool]:
    """Copy when the pages are there."""
    app.add_css_file("widgets/widgets.css")
    app.connect("build-finished", copy_widgets)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
