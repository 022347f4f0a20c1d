"""What is published: files that are whole, pages that say where they are."""

import hashlib
import json
import re
import subprocess
import sys
import venv
import xml.etree.ElementTree as ET
import zipfile

import matplotlib.image
import pytest
import yaml
from publishing import ADDRESSES, ROOT, steps

import wordlelib as wl
from tools.links import broken_links, links_of, read_pages
from tools.release import NOTES, PAGES, PDF, SUMS, build_release
from tools.sphinx_extensions.cards import HEIGHT, WIDTH

URL, REPOSITORY = ADDRESSES.values()
WHEEL = f"wordlelib-{wl.__version__}-py3-none-any.whl"
SOURCE = f"wordlelib-{wl.__version__}.tar.gz"
ASSETS = {
    WHEEL,
    SOURCE,
    PAGES,
    PDF,
    "course-book.zip",
    "course-slides.zip",
    "course-students.zip",
    "CITATION.cff",
    SUMS,
}


def test_the_workflow_builds_with_the_two_addresses_alone():
    found = list(steps())
    assert [job for job, _, _ in found] == ["build"] * len(found)
    assert all(set(variables) == set(ADDRESSES) for _, variables, _ in found)
    assert any("release" in command for _, _, command in found)


def test_all_files_are_there_and_their_checksums_are_right(released):
    dist = released / "dist"
    assert {path.name for path in dist.iterdir()} == ASSETS | {NOTES}
    listed = dict(reversed(line.split("  ")) for line in (dist / SUMS).read_text().splitlines())
    assert set(listed) == ASSETS - {SUMS}
    assert all(hashlib.sha256((dist / name).read_bytes()).hexdigest() == value for name, value in listed.items())


def test_a_second_gathering_gives_the_same_bytes(released, tmp_path, monkeypatch):
    for name, address in ADDRESSES.items():
        monkeypatch.setenv(name, address)
    build_release(released / "_build", tmp_path / "dist")
    first, second = ((folder / SUMS).read_text() for folder in (released / "dist", tmp_path / "dist"))
    assert first == second and len(first.splitlines()) == len(ASSETS) - 1


def test_the_archive_of_the_pages_works_from_a_disk(released, tmp_path):
    with zipfile.ZipFile(released / "dist" / PAGES) as archive:
        archive.extractall(tmp_path)
    (folder,) = tmp_path.iterdir()
    pages = {path: page for path, page in read_pages(folder).items() if path.name != "404.html"}
    assert len(pages) > 50 and list(broken_links(pages, folder)) == []


def test_the_citation_has_the_version_the_date_and_the_addresses(released):
    citation = yaml.safe_load((released / "dist" / "CITATION.cff").read_text(encoding="utf-8"))
    assert citation["version"] == wl.__version__ and citation["url"] == URL
    assert citation["repository-code"] == REPOSITORY
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", str(citation["date-released"]))


def test_the_wheel_is_installed_and_answers(released, tmp_path):
    venv.create(tmp_path, symlinks=True)
    python = tmp_path / "bin" / "python"
    install = [sys.executable, "-m", "pip", "--python", str(python), "install", "-q", "--no-deps", "--no-index"]
    subprocess.run([*install, str(released / "dist" / WHEEL)], check=True)
    shown = [sys.executable, "-m", "pip", "--python", str(python), "list", "--format", "json"]
    packages = json.loads(subprocess.run(shown, check=True, capture_output=True, text=True).stdout)
    assert {"name": "wordlelib", "version": wl.__version__} in packages


@pytest.fixture(scope="module")
def html(released):
    return released / "_build" / "html"


@pytest.fixture(scope="module")
def pages(html):
    return read_pages(html)


def documents(pages, html):
    """Yield the pages of the book itself: their name and their content."""
    for path, page in pages.items():
        if page.select_one("article") and path.parent != html:
            yield path.relative_to(html).as_posix(), page


def test_each_page_says_where_it_is(pages, html):
    names = [name for name, _ in documents(pages, html)]
    assert len(names) > 50
    for name, page in documents(pages, html):
        assert page.select_one("link[rel=canonical]")["href"] == URL + name
        assert page.select_one("meta[property='og:url']")["content"] == URL + name
        assert page.title.get_text().startswith(page.select_one("meta[property='og:title']")["content"])
        assert len(page.select_one("meta[name=description]")["content"]) > 20, name


def test_the_root_address_says_of_itself_what_the_first_page_does(pages, html):
    root, first = (pages[html / name] for name in ("index.html", "book/00_preface.html"))
    for tag in ("meta[property='og:title']", "meta[property='og:image']", "meta[name=description]"):
        assert root.select_one(tag)["content"] == first.select_one(tag)["content"] != ""


def test_each_page_has_a_picture_with_a_description(pages, html):
    addresses = set()
    for name, page in documents(pages, html):
        address = page.select_one("meta[property='og:image']")["content"]
        assert address.startswith(URL)
        picture = matplotlib.image.imread(html / address.removeprefix(URL))
        assert picture.shape[:2] == (HEIGHT, WIDTH) and picture[..., :3].std() > 0.05, name
        assert len(page.select_one("meta[property='og:image:alt']")["content"]) > 20
        addresses.add(address)
    assert len(addresses) == len(list(documents(pages, html)))


def test_a_chapter_shows_a_figure_of_its_own(pages, html):
    for name, page in documents(pages, html):
        figure = page.select_one("article img[src$='.png']")
        if figure:
            assert figure["alt"] in page.select_one("meta[property='og:image:alt']")["content"], name


def test_the_sitemap_has_every_page_once(pages, html):
    found = [entry.text for entry in ET.parse(html / "sitemap.xml").iter() if entry.tag.endswith("loc")]
    assert sorted(found) == sorted(URL + name for name, _ in documents(pages, html))


def test_chapters_have_buttons_to_binder_and_colab(pages, html):
    for name, page in documents(pages, html):
        source = f"{name.removesuffix('.html')}.ipynb"
        found = {url for url, _ in links_of(page)}
        wanted = {
            f"https://mybinder.org/v2/gh/someone/wordle/main?urlpath=lab/tree/{source}",
            f"https://colab.research.google.com/github/someone/wordle/blob/main/{source}",
        }
        assert wanted & found == (wanted if (ROOT / source).is_file() else set()), name


def test_each_page_leads_to_its_source_and_to_an_issue(pages, html):
    for name, page in documents(pages, html):
        (source,) = (path for path in ROOT.glob(name.replace(".html", ".*")) if path.suffix in (".ipynb", ".md"))
        found = {url for url, _ in links_of(page)}
        assert f"{REPOSITORY}/edit/main/{source.relative_to(ROOT).as_posix()}" in found
        assert any(url.startswith(f"{REPOSITORY}/issues/new?title=") and "content" not in url for url in found)


def test_the_page_for_wrong_addresses_leads_back(pages, html):
    page = pages[html / "404.html"]
    loaded = [tag["src"] for tag in page.find_all("script", src=True)]
    loaded += [tag["href"] for tag in page.select("link[rel=stylesheet]")]
    assert loaded and all(url.startswith("/wordle/") for url in loaded)
    assert "/wordle/book/03_entropy.html" in {url for url, _ in links_of(page)}


def test_the_pages_name_the_archive_the_print_and_the_wheel(pages, html):
    page = pages[html / "book" / "how_to_run.html"]
    found = {url for url, _ in links_of(page)}
    names = {url.removeprefix(f"{REPOSITORY}/releases/latest/download/") for url in found if "/latest/" in url}
    assert names == {PAGES, PDF}
    wheel = f"{REPOSITORY}/releases/download/v{wl.__version__}/{WHEEL}"
    assert wheel in page.get_text()
    first_command = pages[html / "book" / "library.html"].select_one("article pre").get_text()
    assert first_command.strip() == f'pip install "wordlelib @ {wheel}"'


def test_the_students_edition_leads_to_no_repository(released):
    with zipfile.ZipFile(released / "dist" / "course-book.zip") as archive:
        for name in archive.namelist():
            if name.endswith(".html"):
                assert REPOSITORY.encode() not in archive.read(name), name
