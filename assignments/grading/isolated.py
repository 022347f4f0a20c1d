"""Run a submitted notebook: a student's cells shut in a process of their own, the checks here, plain data between."""

import ast
import builtins
import copy
import sys
from pathlib import Path
from typing import Any

from nbformat.v4 import new_output
from nbgrader.preprocessors import NbGraderPreprocessor
from traitlets import Float, Unicode

from assignments.grading.child import Child, Failure


class Remote:
    """A function of the student's, called in the student's process."""

    def __init__(self, child: Child, name: str) -> None:
        self.__name__, self._child = name, child

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call it; what it raises is raised here if it is an error of Python's own."""
        try:
            return self._child.call(self.__name__, *args, **kwargs)
        except Failure as failure:
            kind = getattr(builtins, failure.kind or "", None)
            if isinstance(kind, type) and issubclass(kind, Exception):
                raise kind(failure.text) from None
            raise

    def __deepcopy__(self, memo: dict) -> "Remote":
        return self


class Isolated(NbGraderPreprocessor):
    """Takes the place of nbgrader's own execution, in which checks and students' code share a process."""

    files = Unicode(help="the folder of the assignment's files, without solutions").tag(config=True)
    helpers = Unicode(help="the folder with the checks' module").tag(config=True)
    library = Unicode(help="a folder with a copy of the library").tag(config=True)
    seconds = Float(20.0, help="how long a cell or a call may take").tag(config=True)

    def preprocess(self, nb: Any, resources: dict) -> tuple[Any, dict]:
        """Run all cells; write what came of them under the cells."""
        with Child(Path(self.files), Path(self.library), self.seconds) as child:
            session = Session(child, self.helpers)
            for number, cell in enumerate(cell for cell in nb.cells if has_code(cell)):
                said = session.run(cell, f"cell {cell.metadata.get('nbgrader', {}).get('grade_id', number + 1)}")
                cell.execution_count, cell.outputs = number + 1, []
                if isinstance(said, Exception):
                    if child.printed:
                        cell.outputs.append(new_output("stream", name="stdout", text=child.printed))
                    kind, text = type(said).__name__, sentence(said)
                    cell.outputs.append(new_output("error", ename=kind, evalue=text, traceback=[text]))
                elif said:
                    cell.outputs.append(new_output("stream", name="stdout", text=said))
        return nb, resources


class Session:
    """Runs cells one after the other: checks here, a student's cells in the student's process.

    A check runs here. What is locked and no check is the teacher's, and runs on both sides; all else is the student's.
    """

    def __init__(self, child: Child, helpers: str) -> None:
        if helpers not in sys.path:
            sys.path.insert(0, helpers)
        self.child = child
        self._trusted: dict[str, Any] = {"__name__": "checks"}

    def run(self, cell: Any, name: str) -> str | Exception:
        """Run a cell; give what it printed, or what went wrong."""
        about = cell.metadata.get("nbgrader", {})
        try:
            if about.get("grade") and not about.get("solution"):
                run_check(cell.source, self._trusted, self.child)
                return ""
            if about.get("locked"):
                exec(compile(cell.source, name, "exec"), self._trusted)
            return self.child.run(cell.source, name)
        except Exception as error:
            return error


def has_code(cell: Any) -> bool:
    """Tell whether there is anything to run in a cell."""
    return cell.cell_type == "code" and bool(cell.source.strip())


def sentence(error: Exception) -> str:
    """Say what went wrong."""
    return str(error) if isinstance(error, AssertionError | Failure) else f"{type(error).__name__}: {error}"


def run_check(source: str, trusted: dict[str, Any], child: Child) -> None:
    """Run a check on the names of the student's that it speaks of."""
    tree = ast.parse(source)
    names = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    own = {node.id for node in names if not isinstance(node.ctx, ast.Load)}
    own |= {
        (a.asname or a.name).split(".")[0]
        for n in ast.walk(tree)
        if isinstance(n, ast.Import | ast.ImportFrom)
        for a in n.names
    }
    own |= {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    own |= {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    space = dict(trusted)
    for name in {node.id for node in names} - own - set(trusted) - set(dir(builtins)):
        is_function, value = child.get(name)
        space[name] = Remote(child, name) if is_function else copy.deepcopy(value)
    exec(compile(tree, "check", "exec"), space)
