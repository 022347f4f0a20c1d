"""A release, built beside the project's own pages."""

import os
import subprocess

import pytest
from publishing import ADDRESSES, INTO, ROOT, steps

import wordlelib as wl


@pytest.fixture(scope="session")
def released():
    """Run what the workflow runs; give the folder.

    Without a network there is no NumPy for the pages, so they are built as they are without it.
    """
    surroundings = os.environ | ADDRESSES | {"GITHUB_REF_NAME": f"v{wl.__version__}", "INTO": str(INTO)}
    for _, _, command in steps():
        done = subprocess.run(["bash", "-ec", command], cwd=ROOT, env=surroundings, stderr=subprocess.PIPE, text=True)
        assert done.returncode == 0 or "No Python for the pages: <urlopen error" in done.stderr, done.stderr
    return INTO
