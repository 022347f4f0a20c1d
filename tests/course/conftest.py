"""How the course's tests are shared out: what is made once stays in one process, and each problem set by itself."""

import re

from xdist.scheduler import LoadScopeScheduling


class ByFileOrSet(LoadScopeScheduling):
    """Keep a file's tests together, or those of a problem set."""

    def _split_scope(self, nodeid):
        file = nodeid.partition("::")[0]
        found = re.search(r"\[(ps\d)\b", nodeid) if file.endswith("test_sets.py") else None
        return found[1] if found else file


def pytest_xdist_make_scheduler(config, log):
    return ByFileOrSet(config, log)
