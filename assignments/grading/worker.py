"""Run a student's cells and call the functions they make, in a process of its own; asked and answered line by line.

Started as ``python -I worker.py SETTINGS``. It shuts itself in before it runs anything that is not ours.
"""

import json
import os
import resource
import sys
import traceback
from typing import Any


def shut_in(settings: dict[str, Any]) -> list[str]:
    """Set the limits; give the names of those that the system granted."""
    import landlock

    granted = []
    for name, limit in settings["limits"].items():
        number = getattr(resource, f"RLIMIT_{name}")
        hard = resource.getrlimit(number)[1]
        most = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
        resource.setrlimit(number, (most, most))
    granted.append("memory and size of files")
    if landlock.restrict(settings["reads"], settings["writes"]):
        granted.append("files")
    return granted


def run_cell(code: str, name: str, namespace: dict[str, Any]) -> None:
    """Run a cell; what only a notebook understands is left out."""
    lines = ["pass" if x.lstrip()[:1] in ("%", "!") else x for x in code.splitlines()]
    exec(compile("\n".join(lines), name, "exec"), namespace)


def answer(request: dict[str, Any], namespace: dict[str, Any]) -> Any:
    """Do what a request asks."""
    if request["do"] == "run":
        return run_cell(request["code"], request["name"], namespace)
    if request["name"] not in namespace:
        raise NameError(f"{request['name']} is not there. Was its cell deleted, renamed, or could it not run?")
    value = namespace[request["name"]]
    if request["do"] == "call":
        args, kwargs = WIRE.decode(request["args"]), WIRE.decode(request["kwargs"])
        return WIRE.encode(value(*args, **kwargs))
    return {"callable": callable(value), "value": None if callable(value) else WIRE.encode(value)}


def what_went_wrong(error: BaseException) -> dict[str, Any]:
    """Say what an error was, and in which line of the student's."""
    frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename.startswith("cell ")]
    where = f"{frames[-1].filename}, line {frames[-1].lineno}" if frames else ""
    if isinstance(error, SyntaxError):
        where = f"{error.filename}, line {error.lineno}"
    return {"type": type(error).__name__, "text": str(error)[:2000], "where": where}


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
    namespace: dict[str, Any] = {"__name__": "__main__", "display": print}
    answers.write(dumps({"granted": granted}) + "\n")
    answers.flush()
    for line in requests:
        try:
            reply = {"done": answer(loads(line), namespace)}
        except BaseException as error:  # a student's code may raise anything
            reply = {"error": what_went_wrong(error)}
        sys.stdout.flush()
        answers.write(dumps(reply) + "\n")
        answers.flush()


if __name__ == "__main__":
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    import wire as WIRE

    main()
