"""What students get of a cell: stubs in the place of solutions, and the checks without their hidden part."""

import re

SOLUTION = re.compile(r"^([ ]*)### BEGIN SOLUTION\n.*?^[ ]*### END SOLUTION\n?", re.S | re.M)
HIDDEN = re.compile(r"^### BEGIN HIDDEN TESTS\n.*?^### END HIDDEN TESTS\n?", re.S | re.M)
MARKS = re.compile(r"^[ ]*### (BEGIN|END) SOLUTION\n?", re.M)


def stub(source: str, is_code: bool) -> str:
    """Put what says which function is missing, or a place for a text, where the solution is."""

    def put(found: re.Match) -> str:
        above = re.findall(r"^def (\w+)", source[: found.start()], re.M)
        if not is_code:
            return "*Your answer.*\n"
        return f'{found[1]}raise NotImplementedError("{above[-1]} is not written yet")\n' if above else ""

    return SOLUTION.sub(put, source + "\n").rstrip("\n")


def solved(source: str) -> str:
    """Leave the solution and take away its marks."""
    return MARKS.sub("", source + "\n").rstrip("\n")


def public(source: str) -> str:
    """Leave out the hidden part of a check."""
    return HIDDEN.sub("", source + "\n").rstrip("\n")
