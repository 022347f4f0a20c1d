"""Follow repo2docker's steps in a fresh environment, without a container."""

import getpass
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from tools.binder.dockerfile import Instruction, expand, read_base, settings_of

IGNORED = {"FROM", "USER", "LABEL", "EXPOSE", "ENTRYPOINT", "CMD"}
NOT_KEPT = re.compile(r"(VIRTUAL_ENV|PYTHON|NUMBA_|WORDLELIB_|JUPYTER|IPYTHON)")


class Image:
    """What repo2docker would make of a repository, in a folder.

    Attributes
    ----------
    variables
        The environment variables as they are after the last step.
    seconds
        How long each step took, by its name.
    """

    def __init__(self, folder: Path, source: Path, extra: dict[str, str], say: Callable[[str], None]) -> None:
        kept = {name: value for name, value in os.environ.items() if not NOT_KEPT.match(name)}
        self.fixed = {"HOME": str(folder / "home"), "APP_BASE": str(folder / "srv"), "NB_USER": getpass.getuser()}
        self.variables = kept | self.fixed | extra
        self.seconds: dict[str, float] = {}
        self.source, self.say = source, say
        self.place: Path | None = None

    def build(self, instructions: list[Instruction]) -> None:
        """Follow the steps, from the one that begins with the repository.

        What comes before them makes the base image; in its place there is an environment with the same Python and the
        same packages for Jupyter.

        Raises
        ------
        ValueError
            If there is an instruction of a new kind.
        RuntimeError
            If a step fails.
        """
        for instruction in instructions:
            name, value = instruction
            if name in ("ENV", "ARG"):
                settings = settings_of(instruction, self.variables)
                self.variables |= {key: each for key, each in settings.items() if key not in self.fixed}
            elif name == "WORKDIR":
                self.place = Path(expand(value, self.variables))
                self.place.mkdir(parents=True)
                self._make_base(instructions)
            elif name == "COPY":
                self._copy(value)
            elif name == "RUN":
                self._run(value)
            elif name not in IGNORED:
                raise ValueError(f"instructions: {name} {value}; expected none but those that are known")

    def _make_base(self, instructions: list[Instruction]) -> None:
        base = read_base(instructions)
        prefix = self.variables["NB_PYTHON_PREFIX"]
        packages = [f"{name}=={version}" for name, version in base.packages.items()]
        self._time("base image: Python, JupyterLab", [find_python(base.python), "-m", "venv", prefix])
        self._time("base image: Python, JupyterLab", [f"{prefix}/bin/pip", "install", "-q", *packages])

    def _copy(self, value: str) -> None:
        *_, origin, target = expand(value, self.variables).split()
        if self.place is None or not origin.startswith("src/"):
            return
        path = self.source / origin.removeprefix("src/")
        if path.is_dir():
            shutil.copytree(path, target, dirs_exist_ok=True, symlinks=True)
        else:
            Path(target).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, target)

    def _run(self, value: str) -> None:
        if self.place is not None and not value.startswith("chown"):
            self._time(value.replace("${KERNEL_PYTHON_PREFIX}/bin/", ""), ["sh", "-c", value])

    def _time(self, name: str, command: list[str]) -> None:
        self.say(name)
        begun = time.perf_counter()
        run = subprocess.run(command, cwd=self.place, env=self.variables, capture_output=True, text=True)
        if run.returncode:
            raise RuntimeError(f"{name}: {(run.stderr or run.stdout)[-2000:]}")
        self.seconds[name] = self.seconds.get(name, 0.0) + time.perf_counter() - begun


def find_python(version: str) -> str:
    """Give a Python of a version such as 3.11: this one, or what has its name.

    Raises
    ------
    FileNotFoundError
        If there is none.
    """
    if version == f"{sys.version_info.major}.{sys.version_info.minor}":
        return sys.executable
    found = shutil.which(f"python{version}")
    if found is None:
        raise FileNotFoundError(f"no python{version} here, which binder/runtime.txt asks for")
    return found
