"""Measure the house: rooms, floors, arrows, circles and lines of the library, here or in another checkout.

python -m tools.house [checkout]

A room is a folder of the package, or a file that lies in no folder. An arrow leads from a room to one that it imports.
A room stands a floor above the highest that it imports; rooms of a circle stand on one floor.
"""

import ast
import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAINTERS = ("lab", "widgets", "plots", "cli")  # rooms beyond what a program imports


def modules_of(root: Path = ROOT) -> dict[str, Path]:
    """Return the file of each module of the library, packages by their own names."""
    files = sorted((root / "wordlelib").rglob("*.py"))
    return {".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__"): path for path in files}


def imports_of(tree: ast.AST) -> Iterator[tuple[str, str | None]]:
    """Yield the module, and the name or None, of everything of the library that a file imports, wherever in it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("wordlelib"):
            yield from ((str(node.module), alias.name) for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from ((alias.name, None) for alias in node.names if alias.name.startswith("wordlelib"))


def arrows(modules: dict[str, Path]) -> dict[str, set[str]]:
    """Return for each module the other modules that it imports."""
    found = {}
    for module, path in modules.items():
        names = imports_of(ast.parse(path.read_text(encoding="utf-8")))
        used = {f"{each}.{name}" if f"{each}.{name}" in modules else each for each, name in names}
        found[module] = used - {module}
    return found


def room_of(module: str) -> str:
    """Return the room of a module; the package itself, which opens the other rooms, is the door."""
    return module.split(".")[1] if "." in module else "door"


def reach(graph: dict[str, set[str]], start: str) -> set[str]:
    """Return what can be reached from a place by one arrow or more."""
    found: set[str] = set()
    left = set(graph[start])
    while left:
        found |= left
        left = set(chain.from_iterable(graph.get(each, ()) for each in left)) - found
    return found


def measure(root: Path = ROOT) -> dict[str, int]:
    """Return the figures of a checkout's house, each under its name."""
    modules = modules_of(root)
    files = arrows(modules)
    rooms: dict[str, set[str]] = {room_of(module): set() for module in modules}
    for module, used in files.items():
        rooms[room_of(module)] |= {room_of(other) for other in used if other in modules} - {room_of(module)}
    reached = {room: reach(rooms, room) for room in rooms}

    def floor(room: str) -> int:
        return 1 + max((floor(other) for other in rooms[room] if room not in reached[other]), default=0)

    loops = {frozenset({room, *(other for other in reached[room] if room in reached[other])}) for room in rooms}
    lines = {module: len(path.read_text(encoding="utf-8").splitlines()) for module, path in modules.items()}
    return {
        "rooms": len(rooms),
        "floors": max(map(floor, rooms)),
        "arrows between rooms": sum(map(len, rooms.values())),
        "arrows between files": sum(map(len, files.values())),
        "circles": sum(len(loop) > 1 for loop in loops),
        "files": len(modules),
        "lines of Python": sum(lines.values()),
        "without lab, widgets, plots and cli": sum(n for each, n in lines.items() if room_of(each) not in PAINTERS),
    }


def main() -> None:
    """Print the figures of the checkout that is named, or of this one."""
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT
    if not (root / "wordlelib").is_dir():
        print(f"house: error: checkout: {str(root)!r}; expected a folder with wordlelib in it", file=sys.stderr)
        raise SystemExit(2)
    for name, figure in measure(root).items():
        print(f"{figure:>7,} {name}")


if __name__ == "__main__":
    main()
