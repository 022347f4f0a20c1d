"""What stands at the root address: a page that leads to the first one, with its title, description and picture.

Whoever passes the short address on passes on what the first page says of itself. The first page has the book's title,
which is said once.
"""

import html
import re
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx

TAGS = re.compile(r'<meta (?:property="og:|name="(?:twitter:|description"))[^>]*>|<link rel="canonical"[^>]*>')
TITLE = re.compile(r"<title>(.*?) &#8212; \1</title>")
PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8" />
<title>{title}</title>
{tags}
<meta http-equiv="Refresh" content="0; url={first}" />
</head>
<body><p><a href="{first}">{title}</a></p></body>
</html>
"""


def write_root(app: Sphinx, fault: Exception | None) -> None:
    """Say the title of the first page once, and write the root's, before one without anything would be written."""
    if fault or app.builder.name != "html":
        return
    first = f"{app.config.root_doc}.html"
    page = Path(app.outdir) / first
    content = TITLE.sub(r"<title>\1</title>", page.read_text(encoding="utf-8"))
    page.write_text(content, encoding="utf-8")
    tags = TAGS.findall(content)
    if not any('name="description"' in tag for tag in tags):
        paragraph = next(app.env.get_doctree(app.config.root_doc).findall(nodes.paragraph)).astext()
        tags.append(f'<meta name="description" content="{html.escape(" ".join(paragraph.split()))}" />')
    text = PAGE.format(title=html.escape(app.config.html_title), tags="\n".join(tags), first=first)
    (Path(app.outdir) / "index.html").write_text(text, encoding="utf-8")


def setup(app: Sphinx) -> dict[str, bool]:
    """Write the page when the others are there."""
    app.connect("build-finished", write_root, priority=400)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
