import coverage

from tools import kernel_lines

PROGRAM = '''"""What a module says of itself."""

import functools

NUMBERS = [
    1,
    2,
]


@functools.cache
@functools.wraps(
    len
)
def chosen(n):
    """Many ways through, and a sum
    over lines."""
    if n == 0:
        return "none"
    elif n == 1:
        found = "one"
    else:
        found = "more"
    for i in range(n):
        if i > 5:
            break
    else:
        found += "!"
    while n > 100:
        n -= 1
    try:
        [][n]
    except TypeError:
        never = 1
    except IndexError:
        found += str(
            n
        )
    finally:
        n = 0
    match found:
        case "one!1":
            return lambda: found
        case _:
            pass
    with open(__file__):
        return found


@functools.total_ordering
class Thing:
    """A class."""

    size: int = 1
    other: str

    def __lt__(self, other):
        "A docstring of another kind."
        return False

    def never(self):
        return 1


def once_or_twice(): yield 1; yield 2


async def later():
    async with Thing:
        pass
'''


def test_the_lines_are_those_of_a_tracer(tmp_path, monkeypatch):
    """Each call goes another way; what each leaves out is left out here, too."""
    path = tmp_path / "program.py"
    path.write_text(PROGRAM)
    monkeypatch.setattr(kernel_lines, "RAN", {})
    loader = kernel_lines.Loader("program", str(path))
    tables = []
    for calls in ((), (0,), (1,), (8,), (0, 1, 2, 300)):
        tracer = coverage.Coverage(data_file=None, config_file=False, include=[str(path)])
        with tracer.collect():
            scope = {"__file__": str(path), "__name__": "program"}
            exec(compile(PROGRAM, path, "exec"), scope)
            for n in calls:
                scope["chosen"](n)
        module = type(coverage)("program")
        module.__file__ = str(path)
        loader.exec_module(module)
        assert module.__doc__ == scope["__doc__"] and module.chosen.__doc__ == scope["chosen"].__doc__ == len.__doc__
        assert module.Thing.__doc__ == "A class." and module.Thing.__lt__.__doc__ == "A docstring of another kind."
        for n in calls:
            module.chosen(n)
        tables.append([each.analysis2(str(path))[3] for each in (tracer, kernel_lines.table())])
    assert [traced for traced, _ in tables] == [marked for _, marked in tables]
    assert len({tuple(traced) for traced, _ in tables}) == len(tables)
