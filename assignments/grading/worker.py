"""Run a student's cells and call the functions they make, in a process of its own; asked and answered line by line.

Started as ``python -I worker.py SETTINGS``. It shuts itself in before it runs anything that is not ours.
"""

import json
import os
import resource
import subprocess
import sys
import traceback
from functools import cache
from typing import Any

BEGINS = "<ipython-input-"  # of the names of cells, by which Numba knows that it may keep what it compiles


def shut_in(settings: dict[str, Any]) -> list[str]:
    """Set the limits; give the names of those that the system granted."""
    import landlock
    import seccomp

    granted = []
    for name, limit in settings["limits"].items():
        number = getattr(resource, f"RLIMIT_{name}")
        hard = resource.getrlimit(number)[1]
        most = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
        resource.setrlimit(number, (most, most))
    granted.append("memory and size of files")
    if landlock.restrict(settings["reads"], settings["writes"]):
        granted.append("files")
    if seccomp.restrict():
        granted.append("sockets and shared memory")
    return granted


@cache
def the_shell() -> Any:
    """Make what runs cells as Jupyter does, with magics, shell commands and ``await``, but without a terminal."""
    from IPython.core.compilerop import CachingCompiler
    from IPython.core.interactiveshell import InteractiveShell
    from IPython.utils.text import SList
    from traitlets.config import Config

    class Names(CachingCompiler):
        def get_code_name(self, *_: object) -> str:
            return f"{BEGINS}{self.cell}>"

    class Shell(InteractiveShell):
        compiler_class = Names
        system = InteractiveShell.system_raw

        def getoutput(self, command: str, split: bool = True, depth: int = 0) -> Any:
            said = subprocess.run(
                self.var_expand(command, depth + 1), shell=True, capture_output=True, text=True
            ).stdout
            return SList(said.splitlines()) if split else said

        def showtraceback(self, *_: object, **__: object) -> None:
            """Print nothing; the error is in the result."""

        showsyntaxerror = showtraceback

        def enable_gui(self, gui: str | None = None) -> None:
            """Open no windows."""

    config = Config()
    config.HistoryManager.enabled = False
    config.InteractiveShell.colors = "nocolor"
    return Shell.instance(config=config)


def run_cell(code: str, name: str) -> None:
    """Run a cell as a notebook does."""
    the_shell().compile.cell = name
    the_shell().run_cell(code, cell_id=None).raise_error()


def answer(request: dict[str, Any]) -> Any:
    """Do what a request asks."""
    if request["do"] == "show":
        import show

        return show.markdown(request["text"])
    if request["do"] == "run":
        return run_cell(request["code"], request["name"])
    namespace = the_shell().user_ns
    if request["name"] not in namespace:
        raise NameError(f"{request['name']} is not there. Was its cell deleted, renamed, or could it not run?")
    value = namespace[request["name"]]
    if request["do"] == "call":
        args, kwargs = WIRE.decode(request["args"]), WIRE.decode(request["kwargs"])
        return WIRE.encode(value(*args, **kwargs))
    return {"callable": callable(value), "value": None if callable(value) else WIRE.encode(value)}


def what_went_wrong(error: BaseException) -> dict[str, Any]:
    """Say what an error was, and in which line of the student's."""
    frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename.startswith(BEGINS)]
    file, line = (frames[-1].filename, frames[-1].lineno) if frames else ("", 0)
    if isinstance(error, SyntaxError):
        file, line = str(error.filename), error.lineno
    where = f"{file[len(BEGINS) : -1]}, line {line}" if file.startswith(BEGINS) else ""
    return {
        "type": type(error).__name__,
        "kind": next(kind.__name__ for kind in type(error).__mro__ if kind.__module__ == "builtins"),
        "text": (error.msg if isinstance(error, SyntaxError) else str(error))[:2000],
        "where": where,
    }


def load_library() -> None:
    """Play a row before any code of a student's, whose time the start of the compiled library is not."""
    import wordlelib

    wordlelib.wordle(["crane"]).answer("crane", "crane")


def main() -> None:
    """Answer requests until there are none."""
    settings = json.loads(sys.argv[1])
    requests, answers = os.fdopen(os.dup(0)), os.fdopen(settings["answers"], "w")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    dumps, loads = json.dumps, json.loads
    granted = shut_in(settings)
    # The project's root stands in the path of an installation for developers; what students read is a copy.
    sys.path[:] = [path for path in sys.path if os.path.realpath(path) != os.path.realpath(settings["project"])]
    sys.path[:0] = [os.getcwd(), settings["library"]]
    if settings["runs"]:
        load_library()
    answers.write(dumps({"granted": granted}) + "\n")
    answers.flush()
    for line in requests:
        try:
            reply = dumps({"done": answer(loads(line))})
        except BaseException as error:  # a student's code may raise anything
            reply = dumps({"error": what_went_wrong(error)})
        sys.stdout.flush()
        answers.write(reply + "\n")
        answers.flush()


if __name__ == "__main__":
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    import wire as WIRE

    main()
