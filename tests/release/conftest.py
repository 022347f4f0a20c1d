"""A release, built beside the project's own pages."""

import os
import subprocess

import pytest
from publishing import ADDRESSES, INTO, ROOT, steps

import wordlelib as wl


@pytest.fixture(scope="session")
def released():
    """Run what the workflow runs; give the folder."""
    surroundings = os.environ | ADDRESSES | {"GITHUB_REF_NAME": f"v{wl.__version__}", "MAKEFLAGS": f"INTO={INTO}"}
    for _, _, command in steps():
        subprocess.run(["bash", "-ec", command], cwd=ROOT, env=surroundings, check=True)
    return INTO
