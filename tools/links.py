"""The links of the built pages: internal ones are followed, external ones listed and, where there is a network, tried.

python -m tools.links [--pages FOLDER]
"""

import argparse
import gc
import json
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote, urldefrag, urlsplit

from bs4 import BeautifulSoup

from tools.addresses import ROOT, read_addresses

HTML = ROOT / "_build" / "html"
LISTED = ROOT / "_build" / "links.txt"
TRIED = ROOT / "_build" / "links"
PATIENCE = 5  # seconds for a host to answer before it counts as out of reach


def read_pages(folder: Path) -> dict[Path, BeautifulSoup]:
    """Parse every page, by its path."""
    paths = [path for path in folder.rglob("*.html") if not {"_static", "course"} & {*path.relative_to(folder).parts}]
    collecting = gc.isenabled()
    gc.disable()  # it looks for garbage in millions of new objects, all of which stay, and takes 4 s of 10
    try:
        return {path: BeautifulSoup(path.read_bytes(), "html.parser") for path in sorted(paths)}
    finally:
        if collecting:
            gc.enable()


def is_outside(url: str) -> bool:
    """Tell whether a browser would ask another host for this address."""
    return urlsplit(url).scheme in ("http", "https", "ws", "wss") or url.startswith("//")


def anchors_of(page: BeautifulSoup) -> set[str]:
    """Return every name in a page that a link can point to."""
    return {str(element[key]) for key in ("id", "name") for element in page.select(f"[{key}]")}


def links_of(page: BeautifulSoup) -> Iterator[tuple[str, str]]:
    """Yield the address and the text of each link of a page."""
    for link in page.find_all("a", href=True):
        yield str(link["href"]), link.get_text(strip=True)


def target_of(path: Path, url: str, folder: Path, root: str = "/") -> tuple[Path, str]:
    """Return the file and the anchor that an internal link means; `root` is where the folder's pages are published."""
    address, anchor = urldefrag(url)
    address = unquote(urlsplit(address).path)
    if address.startswith("/"):
        return (folder / address.removeprefix(root)).resolve(), unquote(anchor)
    return ((path.parent / address).resolve() if address else path), unquote(anchor)


def broken_links(pages: dict[Path, BeautifulSoup], folder: Path) -> Iterator[tuple[Path, str]]:
    """Yield each internal link that leads nowhere: its page, and what it is."""
    anchors = {path: anchors_of(page) for path, page in pages.items()}
    root = urlsplit(read_addresses().pages).path or "/"
    for path, page in pages.items():
        for url, text in links_of(page):
            if urlsplit(url).scheme or is_outside(url) or url == "#":
                continue
            target, anchor = target_of(path, url, folder, root)
            if not target.is_file() or (anchor and target in anchors and anchor not in anchors[target]):
                yield path, f"{url} ({text})"


def external_links(pages: dict[Path, BeautifulSoup]) -> list[str]:
    """Give the addresses outside the book that pages link to, in order; those of this book's own pages are left out."""
    here = read_addresses().pages
    found = {url for page in pages.values() for url, _ in links_of(page)}
    return sorted(url for url in found if is_outside(url) and not (here and url.startswith(here)))


def has_network(urls: list[str]) -> bool:
    """Tell whether any of the first few hosts can be reached."""
    for host in sorted({urlsplit(url).hostname or "" for url in urls})[:5]:
        try:
            socket.create_connection((host, 443), timeout=PATIENCE).close()
        except OSError:
            continue
        return True
    return False


def dead_links() -> list[str]:
    """Let Sphinx try the external links of the book; give those that are dead, and what was answered."""
    command = [sys.executable, "-c", "from jupyter_book.cli.main import main; main()", "build", str(ROOT)]
    command += ["--builder", "linkcheck", "--path-output", str(TRIED)]
    shutil.rmtree(TRIED, ignore_errors=True)
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    answers = [json.loads(line) for path in TRIED.rglob("output.json") for line in path.read_text().splitlines()]
    if not answers:
        raise RuntimeError(f"jupyter-book tried no link: {done.stdout[-2000:]}{done.stderr[-2000:]}")
    return [f"{each['uri']} ({each['filename']}): {each['info']}" for each in answers if each["status"] == "broken"]


def main() -> int:
    """Check the links; give the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.links", description="Check the links of the built pages.")
    parser.add_argument("--pages", type=Path, default=HTML, metavar="FOLDER", help="where the pages are")
    folder = parser.parse_args().pages.resolve()
    if not (folder / "index.html").is_file():
        parser.error(f"pages: none in {str(folder)!r}; expected the folder that 'make book' fills")
    pages = read_pages(folder)
    broken = [f"{path.relative_to(folder)}: {what}" for path, what in broken_links(pages, folder)]
    outside = external_links(pages)
    temporary = LISTED.with_suffix(".tmp")
    temporary.write_text("".join(f"{url}\n" for url in outside), encoding="utf-8")
    os.replace(temporary, LISTED)
    print(f"{len(pages)} pages, {len(broken)} broken internal links; {len(outside)} external links, listed in {LISTED}")
    if has_network(outside):
        broken += dead_links()
    else:
        print("No network here: the external links were not tried.")
    for line in broken:
        print(line)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
