"""Gather what a release holds: the same files, byte for byte, from the same sources.

python -m tools.release --build _build --out dist [--tag v0.1.0]
"""

import argparse
import hashlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import NamedTuple

import yaml

import wordlelib
from tools.addresses import ROOT, read_addresses
from tools.archives import archive

PAGES, PDF, SUMS, NOTES = "book-pages.zip", "book.pdf", "SHA256SUMS", "NOTES.md"
COURSE = ("students", "slides", "book")  # the instructors' part has the solutions: they build it themselves
SECTION = re.compile(r"^## (?P<version>\S+), (?P<date>\d{4}-\d\d-\d\d)$\n(?P<text>.*?)(?=^## |\Z)", re.M | re.S)


class Changes(NamedTuple):
    """What the changelog says of a version: its date, and what has changed."""

    date: str
    text: str


def read_changes(version: str, path: Path = ROOT / "CHANGELOG.md") -> Changes:
    """Read a version's section of the changelog.

    Raises
    ------
    ValueError
        If it has none.
    """
    for section in SECTION.finditer(path.read_text(encoding="utf-8")):
        if section["version"] == version:
            return Changes(section["date"], section["text"].strip())
    raise ValueError(f"version: {version!r} is not in {path.name}; expected a section '## {version}, year-month-day'")


def check_tag(tag: str) -> None:
    """Compare a tag with the version.

    Raises
    ------
    ValueError
        If it is another one's.
    """
    if tag != f"v{wordlelib.__version__}":
        raise ValueError(f"tag: {tag!r}; expected 'v{wordlelib.__version__}', after wordlelib/__init__.py")


def _build(source: Path, out: Path, *targets: str) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-d", str(out)]
    for target in targets:
        command += ["-t", target]
    subprocess.run(command, cwd=source, check=True, capture_output=True)


def build_wheel(out: Path) -> Path:
    """Build the library's wheel into a folder."""
    _build(ROOT, out, "wheel")
    (wheel,) = out.glob("wordlelib-*.whl")
    return wheel


def build_packages(out: Path) -> None:
    """Build the library's source distribution and, from what that holds, its wheel into a folder.

    Both say where the book and its repository are, if these have addresses.
    """
    pages, repository, _ = read_addresses()
    places = {"Book": pages, "Source": repository, "Issues": repository and f"{repository}/issues"}
    urls = "".join(f'{name} = "{url}"\n' for name, url in places.items() if url)
    with tempfile.TemporaryDirectory() as folder:
        _build(ROOT, Path(folder), "sdist")
        source = Path(folder) / f"wordlelib-{wordlelib.__version__}"
        with tarfile.open(f"{source}.tar.gz") as packed:
            packed.extractall(folder, filter="data")
        with open(source / "pyproject.toml", "a", encoding="utf-8") as settings:
            settings.write(f"\n[project.urls]\n{urls}")
        _build(source, out, "sdist", "wheel")


def write_citation(out: Path, date: str) -> None:
    """Write how to cite this version: the project's CITATION.cff, with the version, its date and addresses."""
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    citation |= {"version": wordlelib.__version__, "date-released": date}
    pages, repository, _ = read_addresses()
    citation |= {key: url for key, url in (("url", pages), ("repository-code", repository)) if url}
    text = yaml.safe_dump(citation, sort_keys=False, allow_unicode=True, width=100)
    (out / "CITATION.cff").write_text(text, encoding="utf-8")


def write_sums(out: Path) -> None:
    """Write the checksum of each file of a folder, as `sha256sum -c` reads them."""
    sums = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in sorted(out.iterdir())]
    (out / SUMS).write_text("".join(sums), encoding="utf-8")


def build_release(build: Path, out: Path) -> list[Path]:
    """Gather what a release holds.

    Parameters
    ----------
    build
        Where `make book`, `make pdf` and `make course` have put what they build.
    out
        A folder; it is made anew, whole.

    Returns
    -------
    list of Path
        The files, the release's notes and the checksums among them.

    Raises
    ------
    ValueError
        If the changelog does not have the version, or something is not built.
    """
    changes = read_changes(wordlelib.__version__)
    parts = {f"course-{part}.zip": build / "course" / f"{part}.zip" for part in COURSE} | {PDF: build / "pdf" / PDF}
    for path in (build / "html" / "index.html", *parts.values()):
        if not path.is_file():
            raise ValueError(f"build: no {path.relative_to(build)} in {str(build)!r}; run 'make release'")
    unfinished = out.with_name(f".{out.name}")
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir(parents=True)
    build_packages(unfinished)
    archive(build / "html", unfinished / PAGES, "wordle-book")
    for name, path in parts.items():
        shutil.copyfile(path, unfinished / name)
    write_citation(unfinished, changes.date)
    write_sums(unfinished)
    (unfinished / NOTES).write_text(f"{changes.text}\n", encoding="utf-8")
    shutil.rmtree(out, ignore_errors=True)
    unfinished.rename(out)
    return sorted(out.iterdir())


def main() -> int:
    """Gather a release and say what it holds; give the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.release", description="Gather what a release holds.")
    parser.add_argument("--build", type=Path, default=ROOT / "_build", metavar="FOLDER", help="what was built")
    parser.add_argument("--out", type=Path, default=ROOT / "dist", metavar="FOLDER", help="where the files go")
    parser.add_argument("--tag", help="the tag that is released; an error if it is not the version's")
    options = parser.parse_args()
    try:
        if options.tag is not None:
            check_tag(options.tag)
        files = build_release(options.build, options.out)
    except ValueError as error:
        parser.exit(2, f"tools.release: error: {error}\n")
    for path in files:
        print(f"{path.stat().st_size / 1e6:7.1f} MB  {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
