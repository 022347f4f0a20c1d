"""How the course's tests are shared out: what is made once stays in one process, and each problem set by itself."""

import re

import pytest
from xdist.scheduler import LoadScopeScheduling

from assignments.grading import landlock
from assignments.grading.child import copy_library

FIRST = ("hostile_submissions", "building", "wire", "grading")  # the long ones, and beside each one that is not


def pytest_collection_modifyitems(items):
    names = [f"test_{name}" for name in FIRST]
    items.sort(key=lambda item: names.index(item.path.stem) if item.path.stem in names else len(names))
    if not landlock.version():
        skip = pytest.mark.skip(reason="no Landlock here: students' code is not run (Linux 5.13 or newer)")
        for item in items:
            if item.path.stem not in ("test_building", "test_wire"):
                item.add_marker(skip)


class ByFileOrSet(LoadScopeScheduling):
    """Keep a file's tests together, or those of a problem set."""

    def _split_scope(self, nodeid):
        file = nodeid.partition("::")[0]
        found = re.search(r"\[(ps\d)\b", nodeid) if file.endswith("test_sets.py") else None
        return found[1] if found else file


@pytest.fixture(scope="session")
def library(tmp_path_factory):
    folder = tmp_path_factory.mktemp("library")
    copy_library(folder)
    return folder


def pytest_xdist_make_scheduler(config, log):
    return ByFileOrSet(config, log)
