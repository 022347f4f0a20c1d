"""Name the arrows in the contents that open a part: their icon says nothing to a screen reader."""

from typing import Any

from sphinx.application import Sphinx


def name_toggles(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object) -> None:
    """Let the theme make the contents, and give each arrow a label."""
    make = context.get("generate_toctree_html")
    if make is None:
        return

    def named(*arguments: Any, **options: Any) -> Any:
        contents = make(*arguments, **options)
        for summary in contents.select("details > summary"):
            summary["aria-label"] = f"Pages of {summary.find_parent('li').a.get_text(strip=True)}"
        return contents

    context["generate_toctree_html"] = named


def setup(app: Sphinx) -> dict[str, bool]:
    """Come after the theme."""
    app.connect("html-page-context", name_toggles, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
