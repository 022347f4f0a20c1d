"""What students get of a cell with a solution: a stub in its place."""

import re

SOLUTION = re.compile(r"^([ ]*)### BEGIN SOLUTION\n.*?^[ ]*### END SOLUTION\n?", re.S | re.M)


def stub(source: str, is_code: bool) -> str:
    """Put what says which function is missing, or a place for a text, where the solution is."""

    def put(found: re.Match) -> str:
        above = re.findall(r"^def (\w+)", source[: found.start()], re.M)
        if not is_code:
            return "*Your answer.*\n"
        return f'{found[1]}raise NotImplementedError("{above[-1]} is not written yet")\n' if above else ""

    return SOLUTION.sub(put, source + "\n").rstrip("\n")
