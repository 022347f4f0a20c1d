"""The provenance of figures: the versions of packages, and a digest of the code on which they depend."""

import ast
import hashlib
import platform
from collections.abc import Callable, Iterable
from functools import cache, partial
from importlib.metadata import version
from os import PathLike
from pathlib import Path
from typing import Any

from wordlelib.game.known_lists import digest_in_order
from wordlelib.game.words import load
from wordlelib.kernels.jit import UNCOMPILED

SHOWS_ONLY = {"__init__.py", "__main__.py", "interrupts.py", "warm_up.py", "tables.py"}
SHOW_ONLY = {"cli", "plots", "widgets", "heads"}
HOME = Path(__file__).parents[1]


def versions() -> dict[str, str]:
    """Return the versions that a result depends on."""
    packages = {name: version(name) for name in ("numpy", *(() if UNCOMPILED else ("numba",)))}
    return {"python": platform.python_version(), **packages}


def digest_of_words(path: str | PathLike) -> str:
    """Return the SHA-256 of a file's words, which identifies a list on any machine and under any name."""
    return digest_in_order(load(path))


def code_stamp(work: Callable | None = None) -> str:
    """Return a digest of the code on which figures depend, which are those that the function `work` computes.

    Of a function of this library only the code counts that it depends on. This is what it uses of its own file, and the
    whole of all other files that this imports, directly or indirectly. By default, and for a function from elsewhere,
    all files count. Comments and docstrings never do, nor code that only shows figures: commands, pictures, tables and
    widgets.
    """
    while isinstance(work, partial):
        work = work.func
    path = None if work is None else _path_of(str(work.__module__))
    return _stamp(path, "" if work is None or path is None else work.__name__)


@cache
def _stamp(path: Path | None, name: str) -> str:
    """Return the digest of what a function of a file leads to, or of all files."""
    digest = hashlib.sha256()
    files: Iterable[Path] = [path for path in HOME.rglob("*.py") if not {*path.parts} & SHOW_ONLY]
    if path is not None:
        nodes = _reached(_parsed(path), name)
        files = _files_behind(nodes)
        for node in nodes:
            digest.update(ast.dump(node).encode())
    for each in sorted(files):
        if each.name not in SHOWS_ONLY:
            digest.update(_written(each).encode())
    return digest.hexdigest()[:16]


@cache
def _written(path: Path) -> str:
    return f"{path.name} {ast.dump(_parsed(path))}"


def _path_of(module: str) -> Path | None:
    """Return the file of a module of this library, or None if there is none."""
    head, _, rest = module.partition(".")
    path = HOME.joinpath(*rest.split(".")).with_suffix(".py")
    return path if head == HOME.name and rest and path.is_file() else None


@cache
def _parsed(path: Path) -> ast.Module:
    """Read a file's code without its docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node) is not None:
            node.body = node.body[1:]
    return tree


def _reached(tree: ast.Module, name: str) -> list[ast.AST]:
    """Return the statements of a file that a name of it leads to, and those that name nothing, in their order."""
    named: dict[str, list[ast.AST]] = {}
    for node in tree.body:
        for made in _names_made(node) or [""]:
            named.setdefault(made, []).append(node)
    queue, seen = [*named.get("", []), *named.get(name, [])], set[ast.AST]()
    for each in queue:
        seen.add(each)
        used = {name.id for name in ast.walk(each) if isinstance(name, ast.Name)}
        queue += [other for word in used for other in named.get(word, []) if other not in seen]
    return [node for node in tree.body if node in seen]


def _names_made(node: ast.AST) -> list[str]:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return [node.name]
    if isinstance(node, ast.Import | ast.ImportFrom):
        return [(alias.asname or alias.name).partition(".")[0] for alias in node.names]
    if isinstance(node, ast.Assign | ast.AnnAssign):
        targets: list[Any] = node.targets if isinstance(node, ast.Assign) else [node.target]
        return [each.id for target in targets for each in ast.walk(target) if isinstance(each, ast.Name)]
    return []


def _files_behind(nodes: Iterable[ast.AST]) -> set[Path]:
    """Return the files that some statements import, and those that these import."""
    files: set[Path] = set()
    queue = [path for node in nodes for path in _imported(node)]
    for path in queue:
        if path not in files:
            files.add(path)
            queue += _imported(_parsed(path))
    return files


@cache
def _imported(tree: ast.AST) -> list[Path]:
    modules = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            modules += [str(node.module), *(f"{node.module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Import):
            modules += [alias.name for alias in node.names]
    return [path for module in modules if (path := _path_of(module)) is not None]
