"""What was handed in: files of a folder or an archive, whose they are, of which set, and which of several counts.

Nothing here opens a notebook. Folders come as people and learning platforms make them, so a file is found by its name
wherever it lies below a student's folder, and every file or folder that cannot be graded is said.
"""

import hashlib
import io
import os
import re
import stat
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

LARGEST, TOGETHER = 20_000_000, 100_000_000  # bytes of a notebook, and of all in a student's archive
DEEPEST, MOST = 8, 5_000  # folders in each other, and files in all folders of a student
# Canvas writes ``adalovelace_LATE_11_21_ps1-1.ipynb``, Moodle ``Ada Lovelace_11_assignsubmission_file_ps1.ipynb``, and
# Blackboard ``Problem set 1_ada_attempt_2026-11-25-10-12-13_ps1.ipynb``, all students' files in one folder.
PLATFORMS = (
    re.compile(r"(?P<student>[^_]+)(?:_LATE)?_\d+_\d+_(?P<file>.+)"),
    re.compile(r"(?P<student>.+?_\d+)_assignsubmission_[a-z]+_(?P<file>.*)"),
    re.compile(r".+?_(?P<student>[^_]+)_attempt_(?P<attempt>[\d-]+)_(?P<file>.+)"),
)
SET = re.compile(r"(?<![a-z0-9])(?:ps|problem[ _-]*set)[ _-]*0*(\d+)(?!\d)", re.I)
OF_A_SET = re.compile(rf"(?:{SET.pattern})(?:[ _-]*submissions?)?", re.I)  # a folder of all students'
AGAIN = re.compile(r"-(\d+)\.ipynb$", re.I)


class File(NamedTuple):
    """A file below the folder of submissions, or what lies there and cannot be read.

    Attributes
    ----------
    place
        The folders from that of the submissions on, and the file's name.
    modified
        When it was changed, in seconds.
    content
        What is in it, if it is a notebook.
    wrong
        Why it cannot be graded, if so.
    """

    place: tuple[str, ...]
    modified: float
    content: bytes = b""
    wrong: str = ""


class Submission(NamedTuple):
    """A notebook that was handed in.

    Attributes
    ----------
    student, name
        Whose it is, and of which set; no set if nothing of the student's is a notebook of one.
    content
        The file's bytes.
    remark
        What is odd about the file, if anything.
    """

    student: str
    name: str
    content: bytes = b""
    remark: str = ""

    @property
    def key(self) -> str:
        """Tell the student from others, in letters that every program takes for a name."""
        return "s" + hashlib.sha256(self.student.encode()).hexdigest()[:16]

    def digest(self) -> str:
        """Tell the submission from others."""
        return hashlib.sha256(self.remark.encode() + b"\0" + self.content).hexdigest()


def find(folder: Path, names: list[str], sets: list[str]) -> list[Submission]:
    """Return what everybody has handed in of some sets, the newest file of each.

    Parameters
    ----------
    folder
        A folder with one for each student, or an archive, or a folder of files or archives from a learning platform.
    names
        The sets that are graded.
    sets
        All sets there are.
    """
    chosen: dict[tuple[str, str], list[File]] = {}
    lost: dict[str, list[File]] = {}
    for file in _files(folder):
        student, name = whose(file.place, sets)
        if name is None:
            _add(lost.setdefault(student, []), file)
        elif name in names:
            _add(chosen.setdefault((student, name), []), file)
    found = [_newest(student, name, files) for (student, name), files in chosen.items()]
    graded = {submission.student for submission in found}
    for student, files in lost.items():
        notebooks = [file for file in files if file.content]
        if len(names) == 1 and student not in graded and notebooks:
            found.append(_newest(student, names[0], notebooks))
        elif student not in graded or any(file.content or file.wrong for file in files):
            found.append(Submission(student, "", b"", _not_graded(files)))
    return sorted(found, key=lambda submission: submission[:2])


def whose(place: tuple[str, ...], sets: list[str]) -> tuple[str, str | None]:
    """Tell from a file's place whose it is, and of which set, if the names say it."""
    folders, file = list(place[:-1]), place[-1]
    found = _platform(file)
    # A folder for each set, with students in it. A student's own may be called after a set, too, as ps1-ada is.
    while folders and (OF_A_SET.fullmatch(folders[0]) and len(folders) > 1 or found and _set_of(folders[0], sets)):
        folders.pop(0)
    student = folders[0] if folders else found["student"] if found else "?"
    student = re.sub(r"_assignsubmission_[a-z]+_?$", "", student)
    for text in (found["file"] if found else file, file, *reversed(folders[1:])):
        name = _set_of(text, sets)
        if name is not None:
            return shown(student), name
    return shown(student), None


def shown(text: str, most: int = 200) -> str:
    """Return a name of a file in letters that a terminal, a table and a folder can hold, in so many bytes at most."""
    # Where a semicolon ends a cell of a table, what follows it could be a formula.
    letters = text.encode(errors="replace").decode()
    clean = "".join(char if char.isprintable() and char != ";" else "\ufffd" for char in letters)
    short = clean.encode()[:most].decode(errors="ignore")
    if short == text and text.strip("."):
        return text
    return f"{short} {hashlib.sha256(text.encode(errors='surrogatepass')).hexdigest()[:6]}"


def _platform(file: str) -> re.Match | None:
    return next((found for pattern in PLATFORMS if (found := pattern.fullmatch(file))), None)


def _set_of(text: str, sets: list[str]) -> str | None:
    """Find the set that a file's name speaks of, such as ``PS1 (2).ipynb`` or ``Problem Set 1.ipynb``."""
    found = SET.search(text)
    return f"ps{found[1]}" if found and f"ps{found[1]}" in sets else None


def _add(files: list[File], file: File) -> None:
    """Add a file to those of a student for a set. What counts comes first, and no other is held in memory."""

    def light(file: File) -> File:
        return file._replace(content=file.content[:1])

    if files and _age(file) <= _age(files[0]):
        files.append(light(file))
    else:
        files[:1] = [file, *map(light, files[:1])]


def _age(file: File) -> tuple[bool, str, int, float, str]:
    """Say how new a file is; what cannot be graded comes before all others."""
    found, again = _platform(file.place[-1]), AGAIN.search(file.place[-1])
    attempt = found.groupdict().get("attempt") if found else None
    return not file.wrong, attempt or "", int(again[1][:9]) if again else 0, file.modified, file.place[-1]


def _newest(student: str, name: str, files: list[File]) -> Submission:
    """Give the first of the files that a student has handed in for a set, which is the newest."""
    best = files[0]
    remarks = [best.wrong] if best.wrong else []
    if not _is_named(best.place[-1], name):
        remarks.append(f"The file is called {shown(best.place[-1])}; it should be {name}.ipynb.")
    if len(files) > 1:
        others = ", ".join(sorted(shown("/".join(file.place[-2:])) for file in files if file is not best)[:3])
        remarks.append(f"There are {len(files)} files, and the newest one was graded, not {others}.")
    return Submission(student, name, b"" if best.wrong else best.content, " ".join(remarks))


def _is_named(file: str, name: str) -> bool:
    found = _platform(file)
    return AGAIN.sub(".ipynb", found["file"] if found else file) == f"{name}.ipynb"


def _not_graded(files: list[File]) -> str:
    """Say why nothing of some files was graded."""
    wrong = [file.wrong for file in files if file.wrong]
    if wrong:
        return wrong[0]
    notebooks = sorted(shown(file.place[-1]) for file in files if file.content)
    if notebooks:
        return f"{', '.join(notebooks[:3])}: no name of a set; expected such as ps1.ipynb."
    return "No notebook was handed in; expected such as ps1.ipynb."


def _files(folder: Path) -> Iterator[File]:
    """Give all files below a folder or in an archive; for a student's folder without any, one that says so."""
    if not folder.is_dir():
        yield from _unpacked(folder.read_bytes(), (), True)
        return
    for entry in sorted(os.scandir(folder), key=lambda entry: os.fsencode(entry.name)):
        if _is_hidden(entry.name):
            continue
        if not entry.is_dir(follow_symlinks=False):
            yield from _read(entry, ())
            continue
        seen = 0
        for file in _below(entry.path, (entry.name,)):
            seen += 1
            yield file
            if seen == MOST:
                yield File((entry.name, ""), 0, wrong=f"There are more than {MOST:,} files in the folder.")
                break
        if not seen:
            yield File((entry.name, ""), 0)


def _below(path: str, place: tuple[str, ...]) -> Iterator[File]:
    """Give the files below a folder of a student's."""
    if len(place) > DEEPEST:
        yield File((*place, ""), 0, wrong=f"There are more than {DEEPEST} folders in each other.")
        return
    try:
        with os.scandir(path) as entries:
            for _, entry in zip(range(MOST), entries, strict=False):
                if _is_hidden(entry.name):
                    continue
                if entry.is_dir(follow_symlinks=False):
                    yield from _below(entry.path, (*place, entry.name))
                else:
                    yield from _read(entry, place)
    except OSError as error:
        yield File((*place, ""), 0, wrong=f"The folder cannot be read ({error.strerror}).")


def _read(entry: os.DirEntry, place: tuple[str, ...]) -> Iterator[File]:
    """Read a file if it is a notebook or an archive; nothing that is no file is opened."""
    here = (*place, entry.name)
    is_archive = entry.name.lower().endswith(".zip")
    of_all = is_archive and not _platform(entry.name) and all(map(OF_A_SET.fullmatch, place))
    try:
        if not (is_archive or entry.name.lower().endswith(".ipynb")):
            if not entry.is_symlink():
                return
            yield File(here, 0, wrong="The file is a link to another one. Hand in the notebook itself.")
            return
        found = os.open(entry.path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        with os.fdopen(found, "rb") as file:
            about = os.fstat(found)
            if not stat.S_ISREG(about.st_mode):
                yield File(here, 0, wrong="What is called a notebook is no file. Hand in the notebook itself.")
            elif of_all:
                yield from _unpacked(file.read(), place, True)
            elif about.st_size > LARGEST:
                yield File(here, about.st_mtime, wrong=_too_large())
            elif is_archive:
                yield from _unpacked(file.read(LARGEST), _owned(place, entry.name), False)
            else:
                yield File(here, about.st_mtime, file.read(LARGEST) or b" ")
    except OSError as error:
        is_link = entry.is_symlink()
        what = "is a link to another one" if is_link else f"cannot be read ({error.strerror})"
        yield File(here, 0, wrong=f"The file {what}. Hand in the notebook itself.")


def _unpacked(archive: bytes, place: tuple[str, ...], of_all: bool) -> Iterator[File]:
    """Give the notebooks of an archive, none larger than one may be; of all students' one, those of theirs in it."""
    left = TOGETHER
    try:
        with zipfile.ZipFile(io.BytesIO(archive)) as packed:
            for member in packed.infolist():
                parts = tuple(part for part in member.filename.split("/") if part not in ("", ".", ".."))
                if not parts or any(map(_is_hidden, parts)) or len(parts) > DEEPEST or member.is_dir():
                    continue
                here = (*place, *parts)
                is_archive = parts[-1].lower().endswith(".zip")
                if not (is_archive and of_all or parts[-1].lower().endswith(".ipynb")):
                    continue
                if member.file_size > LARGEST:
                    yield File(here, 0, wrong=_too_large())
                    continue
                with packed.open(member) as file:
                    content = file.read(LARGEST)
                left -= len(content)
                if is_archive:
                    yield from _unpacked(content, _owned(here[:-1], parts[-1]), False)
                elif left < 0 and not of_all:
                    yield File(here, 0, wrong=f"The archive has more than {TOGETHER // 1_000_000} MB.")
                    return
                else:
                    year, month, day, hour, minute, second = member.date_time
                    age = ((((year * 12 + month) * 31 + day) * 24 + hour) * 60 + minute) * 60.0 + second
                    yield File(here, age, content or b" ")
    except Exception as error:  # whatever is wrong with an archive costs only what is in it
        wrong = f"The archive cannot be read ({type(error).__name__}). Hand in the notebook itself."
        yield File((*place, "") if place else ("?", ""), 0, wrong=wrong)


def _owned(place: tuple[str, ...], file: str) -> tuple[str, ...]:
    """Give the folder for what a student has packed, whatever folders are in it."""
    found = _platform(file)
    if found or all(map(OF_A_SET.fullmatch, place)):
        return (*place, found["student"] if found else file.rsplit(".", 1)[0])
    return place


def _is_hidden(name: str) -> bool:
    """Tell files that nobody hands in: a Mac's shadow files, checkpoints, `.git`."""
    return name.startswith(".") or name == "__MACOSX"


def _too_large() -> str:
    return f"The file has more than {LARGEST // 1_000_000} MB. Clear its outputs and hand it in again."
