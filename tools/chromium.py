"""Debian's Chromium, or whatever has one of its names, and how it is started where there is no screen."""

import shutil

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
FLAGS += ["--disable-component-update", "--disable-sync"]


def find_chromium() -> str:
    """Give the path of Chromium.

    Raises
    ------
    ValueError
        If there is none.
    """
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        raise ValueError(f"no Chromium here; expected one of {', '.join(NAMES)} (Debian: apt install chromium)")
    return path
