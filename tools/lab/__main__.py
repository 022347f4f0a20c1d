"""Show the chapters in this environment's JupyterLab as on the pages: python -m tools.lab."""

import json
import shutil
import sys
from pathlib import Path

from tools.lab.book import read_book

EXTENSION = Path(__file__).parent / "extension"
QUIET = {"@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": False}}


def install(prefix: Path) -> None:
    """Install the extension with what it knows of the book; JupyterLab then asks nobody for news."""
    share = prefix / "share" / "jupyter"
    target = share / "labextensions" / json.loads((EXTENSION / "package.json").read_text(encoding="utf-8"))["name"]
    shutil.copytree(EXTENSION, target, dirs_exist_ok=True)
    (target / "static" / "book.json").write_text(json.dumps(read_book()), encoding="utf-8")
    settings = share / "lab" / "settings" / "overrides.json"
    settings.parent.mkdir(parents=True, exist_ok=True)
    settings.write_text(json.dumps(QUIET), encoding="utf-8")


if __name__ == "__main__":
    install(Path(sys.prefix))
