"""A plugin for pytest: which lines of the kernels run where they are plain Python, as `coverage` reports it.

    NUMBA_DISABLE_JIT=1 pytest -p tools.kernel_lines tests/test_rollout.py

A tracer is asked at each line, which takes longer than the line. Here each statement marks its own line instead, by an
assignment that is put before it when the kernels are imported.
"""

import ast
import io
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import coverage
import pytest

PACKAGE = "wordlelib.kernels."
FOLDER = Path(__file__).parents[1] / "wordlelib" / "kernels"
MARKS = "__lines_that_ran__"
RAN: dict[str, bytearray] = {}


def lines_of(statement: ast.stmt) -> list[int]:
    """Give the lines that are there for `coverage` when a statement begins: its own, and those of its decorators."""
    return [statement.lineno, *(each.lineno for each in getattr(statement, "decorator_list", []))]


def marked(source: str | bytes) -> ast.Module:
    """Parse a program, and put a mark before each of its statements.

    An `except` or `case` that is entered marks itself and those before it, which were tried.
    """
    tree = ast.parse(source)
    for node in [*ast.walk(tree)]:
        tried: list[int] = []
        for branch in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
            tried.append(branch.pattern.lineno if isinstance(branch, ast.match_case) else branch.lineno)
            branch.tried = [*tried]
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if isinstance(block, list) and block:
                lines = [lines_of(statement) for statement in block]
                lines[0] += getattr(node, "tried", [])
                block[:] = [each for i, statement in enumerate(block) for each in (*marks(lines[i]), statement)]
                if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
                    keep_docstring(block)
    return tree


def marks(lines: list[int]) -> list[ast.stmt]:
    """Give the statements that say of lines that they ran."""
    made = ast.parse("\n".join(f"{MARKS}[{line}] = 1" for line in lines)).body
    for statement, line in zip(made, lines, strict=True):
        ast.increment_lineno(statement, line - statement.lineno)
    return made


def keep_docstring(block: list[ast.stmt]) -> None:
    """Put a docstring first again."""
    match block[1]:
        case ast.Expr(ast.Constant(str())):
            block[:2] = block[1], block[0]


class Loader(SourceFileLoader):
    """Loads a module whose statements mark their lines."""

    def get_code(self, fullname: str) -> CodeType:
        return compile(marked(self.get_data(self.path)), self.path, "exec")

    def exec_module(self, module: ModuleType) -> None:
        lines = self.get_data(self.path).count(b"\n") + 2
        vars(module)[MARKS] = RAN[self.path] = bytearray(lines)
        super().exec_module(module)


class Finder:
    """Finds the kernels, and nothing else."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        spec = PathFinder.find_spec(name, path, target) if name.startswith(PACKAGE) else None
        if spec is not None and spec.origin is not None:
            spec.loader = Loader(name, spec.origin)
        return spec


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests() -> None:
    """Come before the tests, which import the kernels."""
    assert not any(name.startswith(PACKAGE) for name in sys.modules), "the kernels are imported already"
    sys.meta_path.insert(0, Finder)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Send the lines that ran from a process that runs tests to the one that reports."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["lines"] = {path: bytes(lines) for path, lines in RAN.items()}


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Add the lines that ran in another process."""
    for path, lines in getattr(node, "workeroutput", {}).get("lines", {}).items():
        mine = RAN.setdefault(path, bytearray(len(lines)))
        mine[:] = bytes(a | b for a, b in zip(mine, lines, strict=True))


def table() -> coverage.Coverage:
    """Give what ran as if `coverage` had measured it."""
    made = coverage.Coverage(data_file=None, config_file=False)
    made.get_data().add_lines({path: [i for i, ran in enumerate(lines) if ran] for path, lines in RAN.items()})
    return made


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Write the table, with the kernels that nothing has imported."""
    written = io.StringIO()
    table().report(sorted(map(str, FOLDER.glob("*.py"))), file=written)
    terminalreporter.section("lines of the kernels")
    terminalreporter.write(written.getvalue())
