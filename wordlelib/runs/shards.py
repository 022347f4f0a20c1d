"""The shards of a run merged, and the progress of the runs in a folder."""

import json
from collections.abc import Sequence
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

from wordlelib.core import checks
from wordlelib.core.files import read_json, write_whole
from wordlelib.runs.journals import is_written, read_journal
from wordlelib.runs.sweeps import SUFFIX, command_line, difference, key_of


def merge(files: Sequence[str | PathLike], out: str | PathLike) -> dict[str, Any]:
    """Merge the shards of a run into the file that one run of the whole would have left, and return its content.

    The files may come in any order. Each must hold a complete shard of the same run, version and division, and no shard
    may be missing or occur twice. What is written also holds the command of each shard.
    """
    checks.path("out", out)
    expected = "the files of all shards"
    shards = {str(path): _shard(checks.path("files", path)) for path in checks.sequence("files", files, expected)}
    if not shards:
        raise ValueError(f"files: none; expected {expected}")
    (first, one), *others = shards.items()
    for path, other in others:
        if _whole(one) != _whole(other):
            raise ValueError(f"files: {path} is not of the run of {first} ({difference(_whole(other), _whole(one))})")
    numbers: dict[int, str] = {}
    for path, each in shards.items():
        number = each["shard"]["number"]
        if number in numbers:
            raise ValueError(f"files: shard {number} is there twice, in {numbers[number]} and {path}; expected it once")
        numbers[number] = path
    missing = [str(number) for number in range(1, one["shard"]["of"] + 1) if number not in numbers]
    if missing:
        raise ValueError(f"files: no shard {', '.join(missing)} of {one['shard']['of']}; expected all of them")
    placed = {
        place: row for each in shards.values() for place, row in zip(each["shard"]["places"], each["rows"], strict=True)
    }
    if sorted(placed) != list(range(one["shard"]["tasks"])):
        raise ValueError(f"files: {len(placed)} of {one['shard']['tasks']} tasks; expected each of them once")
    source = {name: one[name] for name in ("settings", "versions", "code")}
    commands = [shards[numbers[number]]["command"] for number in sorted(numbers)]
    rows = [placed[place] for place in sorted(placed)]
    merged = source | {"command": command_line(), "shards": commands, "rows": rows}
    write_whole(out, json.dumps(merged, indent=1) + "\n")
    return merged


def _shard(path: Path) -> dict[str, Any]:
    """Read the file of a shard that is complete."""
    beside = path.with_name(path.name + SUFFIX)
    if beside.exists() and not path.exists():
        lacking = "is not complete, there is only its journal"
        raise ValueError(f"files: {path} {lacking}; expected its run to be ended first")
    try:
        stored = read_json(path)
        shard, rows = stored["shard"], checks.sequence("rows", stored["rows"], "rows")
        places = [checks.integer("places", place) for place in shard["places"]]
        checks.text("digest", shard["digest"])
        for name in ("number", "of", "tasks"):
            checks.integer(name, shard[name])
        whole = len(rows) == len(places) and {"settings", "versions", "code", "command"} <= set(stored)
    except OSError as error:
        raise ValueError(f"files: {path} cannot be read ({error.strerror}); expected the file of a shard") from None
    except (ValueError, KeyError, TypeError):
        raise ValueError(f"files: {path} is no shard; expected what a run with --shard left") from None
    if not whole:
        raise ValueError(f"files: {path} holds {len(rows)} of {len(places)} tasks; expected all of them")
    return stored


def _whole(stored: dict[str, Any]) -> dict[str, Any]:
    """Return what all shards of a run have in common."""
    shard = {name: stored["shard"][name] for name in ("of", "tasks", "digest")}
    return {name: stored[name] for name in ("settings", "versions", "code")} | {"division": shard}


class Status(NamedTuple):
    """The progress of a run.

    Attributes
    ----------
    file, settings
        The file where its results are, or will be, and the settings of the run.
    shard
        The part of the run, such as "2/5", or empty for all of it.
    done, tasks
        How many tasks are done, and how many there are.
    set_aside
        The tasks that were set aside, as text, each with its last error.
    state
        "complete", "running", "stopped", or "damaged", if nothing else is known because the journal cannot be read.
    seconds
        How long the tasks in the journal took in all.
    """

    file: str
    settings: dict[str, Any]
    shard: str
    done: int
    tasks: int
    set_aside: dict[str, str]
    state: str
    seconds: float

    @property
    def seconds_left(self) -> float | None:
        """How long the rest takes on one core if it goes on as before, or None if nothing is known."""
        done = self.done if self.seconds else 0
        return self.seconds / done * (self.tasks - self.done) if done else None


def status(folder: str | PathLike) -> list[Status]:
    """Return the progress of the runs with files in a folder, in alphabetical order, and skip other files."""
    folder = checks.path("folder", folder, "a folder")
    if not folder.is_dir():
        raise ValueError(f"folder: {str(folder)!r}; expected a folder that exists")
    journals = {path.with_name(path.name.removesuffix(SUFFIX)): path for path in folder.glob("*" + SUFFIX)}
    found = []
    for path in sorted({*folder.glob("*.json"), *journals}):
        try:
            found.append(_of_journal(path, journals[path]) if path in journals else _of_results(path))
        except (OSError, ValueError, KeyError, TypeError, AttributeError):  # it holds something else
            found += [Status(str(path), {}, "", 0, 0, {}, "damaged", 0.0)] * (path in journals)
    return [each for each in found if each is not None]


def _of_results(path: Path) -> Status:
    stored = read_json(path)
    rows, settings = len(stored["rows"]), _settings(stored["settings"])
    return Status(str(path), settings, _named(stored.get("shard")), rows, rows, {}, "complete", 0.0)


def _of_journal(path: Path, journal: Path) -> Status | None:
    running, records = is_written(journal), read_journal(journal)
    if not records:
        return None
    head, rows = records[0], [record for record in records if "row" in record]
    aside = {
        key_of(record["failed"]): checks.text("error", record["error"])
        for record in records
        if record.get("aside") and not any(record["failed"].items() <= done["row"].items() for done in rows)
    }
    return Status(
        str(path),
        _settings(head["run"]["settings"]),
        _named(head["run"].get("shard")),
        len(rows),
        checks.integer("tasks", head["tasks"]),
        aside,
        "running" if running else "stopped",
        sum(checks.number("seconds", record["seconds"], 0) for record in rows),
    )


def _settings(value: object) -> dict[str, Any]:
    return checks.instance("settings", value, dict, "the settings of a run")


def _named(shard: dict[str, Any] | None) -> str:
    return "" if shard is None else f"{shard['number']}/{shard['of']}"
