"""One list of versions: dependency groups, pins and hooks say the same."""

import re
import tomllib
from pathlib import Path

import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]


def groups():
    """Give what the groups of pyproject.toml name themselves."""
    found = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["dependency-groups"]
    return {name: [Requirement(each) for each in group if isinstance(each, str)] for name, group in found.items()}


def test_everything_in_a_group_is_pinned_as_it_is_installed():
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = {(each.name, str(each.specifier)) for each in map(Requirement, filter(re.compile(r"\w").match, lines))}
    named = [each for group in groups().values() for each in group]
    assert len({each.name for each in named}) == len(named) > 40
    assert {(canonicalize_name(each.name), str(each.specifier)) for each in named} <= pins
    assert "-r constraints.txt" in (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()


def test_what_the_library_needs_is_in_the_pins():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = [each for extra in project["optional-dependencies"].values() for each in extra]
    pinned = dict(re.findall(r"^([\w.-]+)==([\w.]+)", (ROOT / "constraints.txt").read_text(encoding="utf-8"), re.M))
    for each in map(Requirement, project["dependencies"] + extras):
        assert each.specifier.contains(pinned[each.name]), each


def test_the_hooks_are_what_make_check_runs():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    recipe = re.search(r"^check:.*\n((?:\t.*\n|ifdef.*\n|else\n)*)", makefile, re.M)[1]
    commands = [line.strip() for line in recipe.splitlines() if line.startswith("\t") and "@echo" not in line]
    commands = [line.replace("$(BIN)", ".venv/bin").replace("$(TYPES)", "tools/widget_types") for line in commands]
    settings = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
    (repository,) = settings["repos"]
    entries = [hook["entry"] for hook in repository["hooks"]]
    assert len(entries) > 10 and len(entries) == len(commands)
    for entry, command in zip(entries, commands, strict=True):
        assert command.startswith(entry)
