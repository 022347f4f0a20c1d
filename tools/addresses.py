"""Where the book is published, and the addresses that follow from it.

Two settings say it: `html: baseurl` and `repository: url` in `_config.yml`, or `BOOK_URL` and `BOOK_REPOSITORY` in the
environment, which count more. Without them the book has no address, and no page speaks of one.
"""

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import yaml

import wordlelib

ROOT = Path(__file__).parents[1]
BINDER = "https://mybinder.org"
COLAB = "https://colab.research.google.com"


class Addresses(NamedTuple):
    """Where the book is published.

    Attributes
    ----------
    pages
        The address of the pages, with a slash at its end; empty if the book has none.
    repository
        The address of the repository, without a slash at its end; empty if the book has none.
    branch
        The branch of the repository that readers are sent to.
    """

    pages: str
    repository: str
    branch: str

    @property
    def downloads(self) -> str:
        """Where the newest release's files are, with a slash at the end."""
        return f"{self.repository}/releases/latest/download/"

    @property
    def wheel_name(self) -> str:
        """The file of this version of the library."""
        return f"wordlelib-{wordlelib.__version__}-py3-none-any.whl"

    @property
    def wheel(self) -> str:
        """Where that file can be had."""
        return f"{self.repository}/releases/download/v{wordlelib.__version__}/{self.wheel_name}"

    @property
    def colab_cell(self) -> str:
        """What a reader runs first in a chapter on Colab, with the Numba for which the library compiles quickly."""
        return f'%pip install -q "wordlelib[plots,widgets] @ {self.wheel}" "numba==0.68.*"'

    @property
    def binder(self) -> str:
        """The whole book on Binder."""
        return f"{BINDER}/v2/gh/{urlsplit(self.repository).path.strip('/')}/{self.branch}?urlpath=lab/tree/book"


def read_addresses(environment: Mapping[str, str] = os.environ, config: Path = ROOT / "_config.yml") -> Addresses:
    """Read the settings.

    Parameters
    ----------
    environment
        `BOOK_URL` and `BOOK_REPOSITORY` are looked for in it.
    config
        The file of the book's settings.

    Returns
    -------
    Addresses

    Raises
    ------
    ValueError
        If an address is none of the web, or the repository's is not that of a repository on GitHub.
    """
    settings = yaml.safe_load(config.read_text(encoding="utf-8"))
    repository = settings.get("repository", {})
    pages = _address("BOOK_URL", environment.get("BOOK_URL") or settings["html"].get("baseurl") or "")
    source = _address("BOOK_REPOSITORY", environment.get("BOOK_REPOSITORY") or repository.get("url") or "")
    if source and not re.fullmatch(r"https://github\.com/[\w.-]+/[\w.-]+(?<!\.git)", source):
        raise ValueError(f"BOOK_REPOSITORY: {source!r}; expected an address such as https://github.com/owner/name")
    return Addresses(f"{pages}/" if pages else "", source, repository.get("branch") or "main")


def _address(name: str, given: str) -> str:
    parts = urlsplit(given)
    if given and (parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment):
        raise ValueError(f"{name}: {given!r}; expected an address that begins with https://")
    return given.rstrip("/")
