import subprocess
import sys

import pytest
from bs4 import BeautifulSoup

from tools.links import LISTED, ROOT, broken_links, external_links, read_pages

GOOD = '<a href="b.html#there">b</a> <a href="#here">here</a> <p id="here"></p> <a href="https://else.org/x">x</a>'


@pytest.fixture
def folder(tmp_path):
    """Give a function that writes pages."""

    def write(**bodies):
        for name, body in bodies.items():
            (tmp_path / f"{name}.html").write_text(f"<html><body>{body}</body></html>", encoding="utf-8")
        return tmp_path

    return write


def broken(folder):
    return [f"{path.name}: {what}" for path, what in broken_links(read_pages(folder), folder)]


def test_links_that_lead_somewhere(folder):
    assert broken(folder(index=GOOD, b='<h1 id="there">b</h1> <a href="index.html">back</a>')) == []


@pytest.mark.parametrize(
    ("link", "said"),
    [
        ("c.html", "c.html (c)"),
        ("b.html#nowhere", "b.html#nowhere (c)"),
        ("#nowhere", "#nowhere (c)"),
        ("picture.png", "picture.png (c)"),
        ("/other/b.html", "/other/b.html (c)"),
    ],
)
def test_a_link_that_leads_nowhere_is_named(folder, link, said):
    assert broken(folder(index=f'<a href="{link}">c</a>', b="")) == [f"index.html: {said}"]


def test_links_from_the_sites_root(folder, monkeypatch):
    pages = folder(index='<a href="/wordle/b.html">b</a> <a href="/wordle/c.html">c</a>', b="")
    monkeypatch.setenv("BOOK_URL", "https://book.org/wordle")
    assert broken(pages) == ["index.html: /wordle/c.html (c)"]


def test_external_links_are_in_order_and_those_of_the_book_are_left_out(monkeypatch):
    text = '<a href="https://else.org/y">y</a> <a href="https://book.org/wordle/b.html">b</a>'
    pages = {"a": BeautifulSoup(GOOD, "html.parser"), "b": BeautifulSoup(text, "html.parser")}
    monkeypatch.setenv("BOOK_URL", "https://book.org/wordle")
    assert external_links(pages) == ["https://else.org/x", "https://else.org/y"]


def check(folder):
    command = [sys.executable, "-m", "tools.links", "--pages", str(folder)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_the_command_says_what_is_broken(folder):
    done = check(folder(index='<a href="c.html">c</a> <a href="b.html">b</a>', b=""))
    assert (done.returncode, done.stderr) == (1, "")
    assert "2 pages, 1 broken internal links; 0 external links" in done.stdout
    assert done.stdout.splitlines()[-1] == "index.html: c.html (c)"
    assert LISTED.read_text(encoding="utf-8") == ""


def test_a_folder_without_pages_is_refused(tmp_path):
    done = check(tmp_path)
    assert done.returncode == 2 and str(tmp_path) in done.stderr.splitlines()[-1]
