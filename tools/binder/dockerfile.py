"""Read what repo2docker would do from the Dockerfile that it prints."""

import re
import shlex
import string
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

LOCK = re.compile(r"environment\.py-(3\.\d+)-linux-\w+\.lock")
CODED = re.compile(r"-([0-9a-f]{2})")
NAMES = {"jupyterhub-singleuser": "jupyterhub"}  # conda-forge's, and the Python Package Index's
NOT_PACKAGES = ("python", "nodejs", "pip")


class Instruction(NamedTuple):
    """One instruction of a Dockerfile: its name, and all that follows."""

    name: str
    value: str


class Base(NamedTuple):
    """What is there before anything of a repository: a version of Python, and packages with their versions."""

    python: str
    packages: dict[str, str]


def read_dockerfile(text: str) -> list[Instruction]:
    """Give the instructions of a Dockerfile.

    Parameters
    ----------
    text
        The Dockerfile; what stands before its first instruction, such as a program's log, is left out.

    Raises
    ------
    ValueError
        If there is no instruction ``FROM``.
    """
    lines = text.splitlines()
    begin = next((i for i, line in enumerate(lines) if line.startswith("FROM ")), None)
    if begin is None:
        raise ValueError(f"text: {text[-200:]!r}; expected a Dockerfile, with an instruction FROM")
    kept = "\n".join(line for line in lines[begin:] if line.strip() and not line.lstrip().startswith("#"))
    whole = re.sub(r"\\\n\s*", " ", kept).splitlines()
    return [Instruction(*line.split(maxsplit=1)) for line in whole]


def expand(value: str, variables: Mapping[str, str]) -> str:
    """Put the values of variables into a text, as ``${NAME}`` or ``$NAME``; one that is not known counts as empty."""
    names = {found["braced"] or found["named"] for found in string.Template.pattern.finditer(value)}
    return string.Template(value).safe_substitute(dict.fromkeys(names - {None}, "") | dict(variables))


def settings_of(instruction: Instruction, variables: Mapping[str, str]) -> dict[str, str]:
    """Give the variables that an instruction ``ENV`` or ``ARG`` sets."""
    pairs = (word.split("=", 1) for word in shlex.split(instruction.value) if "=" in word)
    return {name: expand(value, variables) for name, value in pairs}


def read_base(instructions: list[Instruction]) -> Base:
    """Read which Python a Dockerfile asks for, and the packages that repo2docker puts beside it by itself.

    It copies a lock file of its own, whose path is coded into the copy's name. The file beside the lock file has the
    names of what is asked for, the lock file the versions.

    Raises
    ------
    ValueError
        If no lock file is copied.
    """
    copied = " ".join(value for name, value in instructions if name == "COPY")
    lock = next((path for path in map(_decoded, copied.split()) if LOCK.fullmatch(path.name)), None)
    if lock is None:
        raise ValueError(f"instructions: COPY {copied}; expected a lock file of repo2docker's among what is copied")
    python = LOCK.sub(r"\1", lock.name)
    asked = (lock.parent / f"environment.py-{python}.yml").read_text(encoding="utf-8")
    locked = dict(re.findall(r"/([\w.-]+)-([^-/]+)-[^-/]+\.conda", lock.read_text(encoding="utf-8")))
    names = [name for name in re.findall(r"^- ([\w-]+)", asked, re.M) if name in locked and name not in NOT_PACKAGES]
    return Base(python, {NAMES.get(name, name): locked[name] for name in names})


def _decoded(name: str) -> Path:
    """Give the path of a file of repo2docker's own, of which six digits at the end are no part."""
    coded = re.sub(r"-\w{6}$", "", name.removeprefix("build_script_files/"))
    return Path(CODED.sub(lambda found: chr(int(found[1], 16)), coded))
