"""What the pages say of where they are published: nothing, unless `tools/addresses.py` finds an address.

With the pages' address each page gets a canonical link, a description and a picture for those who pass it on, and the
book a sitemap and a page for addresses that lead nowhere. With the repository's address pages get buttons to it, and
chapters buttons to Binder and Colab.
"""

import re
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.errors import ExtensionError
from sphinx.util.docutils import SphinxDirective

from tools.addresses import BINDER, COLAB, Addresses, read_addresses
from tools.sphinx_extensions.cards import HEIGHT, WIDTH, add_card

NAME = re.compile(r"\{(pages|repository|downloads|wheel|wheel_name|colab_cell|binder)\}")
NOT_FOUND = "404"
LOST = """<h1>No such page</h1>
<p>Nothing is at this address. It may be misspelt, or the page has another name now. The contents list all pages, and
the search finds words in them.</p>"""


class Published(SphinxDirective):
    """Text for a book that has an address, or for one that has none; names in braces become addresses.

    The argument is `pages` or `repository`, or one of them after `no-`.
    """

    required_arguments = 1
    has_content = True

    def run(self) -> list[nodes.Node]:
        """Give the text, or nothing."""
        addresses = self.config.addresses
        wanted = self.arguments[0].removeprefix("no-")
        if wanted not in ("pages", "repository"):
            raise self.error(f"published: {wanted!r}; expected pages, repository, no-pages or no-repository")
        if bool(getattr(addresses, wanted)) == self.arguments[0].startswith("no-"):
            return []
        text = NAME.sub(lambda name: getattr(addresses, name[1]), "\n".join(self.content))
        return self.parse_text_to_nodes(text, allow_section_headings=True)


def use_addresses(app: Sphinx, config: Config) -> None:
    """Tell the theme and the other extensions."""
    addresses = config.addresses
    config.html_baseurl = config.ogp_site_url = addresses.pages
    config.notfound_urls_prefix = urlsplit(addresses.pages).path or None
    if addresses.repository:
        config.html_theme_options |= {
            "repository_url": addresses.repository,
            "repository_branch": addresses.branch,
            "use_repository_button": True,
            "use_issues_button": True,
            "use_edit_page_button": True,
            "launch_buttons": {"binderhub_url": BINDER, "colab_url": COLAB, "notebook_interface": "jupyterlab"},
        }


def mend_buttons(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Let an issue begin with its page and nothing else, and say beside the button to Colab what Colab needs."""
    for group in context["header_buttons"]:
        buttons = group.get("buttons", [group])
        for button in buttons:
            if "url" in button:
                button["url"] = button["url"].partition("&body=")[0]
        if group["label"] == "launch-buttons":
            where = f"{context['pathto']('book/how_to_run')}#in-colab"
            button = {"type": "link", "url": where, "icon": "fas fa-circle-info", "text": "Colab\u2019s first cell"}
            buttons.append(button | {"tooltip": "What to put before the first cell in Colab"})


def add_page_card(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Let those who pass a page on show a picture of it."""
    if doctree is not None:
        card = add_card(app, page, doctree)
        url = f"{app.config.addresses.pages}{card.path}"
        context["meta"] = (context["meta"] or {}) | {"og:image": url, "og:image:alt": card.alt}
        context["meta"] |= {"og:image:width": str(WIDTH), "og:image:height": str(HEIGHT)}


def setup(app: Sphinx) -> dict[str, bool]:
    """Read the addresses, and load what they are used by."""
    try:
        addresses = read_addresses(config=Path(app.srcdir) / "_config.yml")
    except ValueError as error:
        raise ExtensionError(str(error)) from None
    app.add_config_value("addresses", addresses, "env", [Addresses])
    app.add_directive("published", Published)
    if addresses.repository:
        app.connect("html-page-context", mend_buttons, priority=900)
    if addresses.pages:
        for name in ("notfound.extension", "sphinx_sitemap", "sphinxext.opengraph"):
            app.setup_extension(name)
        app.config.sitemap_url_scheme = "{link}"
        app.config.sitemap_excludes = [f"{name}.html" for name in (NOT_FOUND, "genindex", "py-modindex", "search")]
        app.config.notfound_context = {"title": "No such page", "body": LOST}
        app.config.ogp_site_name = app.config.html_title
        app.config.ogp_custom_meta_tags = ['<meta name="twitter:card" content="summary_large_image" />']
        app.connect("html-page-context", add_page_card, priority=450)
    app.connect("config-inited", use_addresses)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
