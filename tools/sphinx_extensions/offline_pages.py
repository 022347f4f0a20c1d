"""Make pages that ask no other host for anything."""

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx_thebe import init_thebe_core, update_thebe_context


def drop_thebe(app: Sphinx, config: Config) -> None:
    """Leave out the theme's "run this page" scripts, which load from another host."""
    for listeners in app.events.listeners.values():
        listeners[:] = [item for item in listeners if item.handler not in (init_thebe_core, update_thebe_context)]


def setup(app: Sphinx) -> dict[str, bool]:
    """Drop them once everything is set up."""
    app.connect("config-inited", drop_thebe)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
