import os
import shutil
import subprocess
import sys
from pathlib import Path

PACKAGE = Path(__file__).parent.parent / "wordlelib"
SHOW = "from wordlelib._jit import CACHE_FOLDER; print(CACHE_FOLDER)"


def cache_folder(home, **variables):
    environment = {name: value for name, value in os.environ.items() if name not in ("NUMBA_CACHE_DIR", "PYTHONPATH")}
    run = subprocess.run(
        [sys.executable, "-c", SHOW],
        cwd=home,
        env={**environment, **variables},
        capture_output=True,
        text=True,
        check=True,
    )
    return Path(run.stdout.strip())


def test_any_change_of_the_library_but_for_widgets_starts_a_new_cache(tmp_path):
    shutil.copytree(PACKAGE, tmp_path / "wordlelib", ignore=shutil.ignore_patterns("__pycache__"))
    first = cache_folder(tmp_path)
    assert first == cache_folder(tmp_path) and tmp_path in first.parents
    for file, same in (("widgets/base.py", True), ("entropy.py", False)):
        with open(tmp_path / "wordlelib" / file, "a") as source:
            source.write("# changed\n")
        assert (cache_folder(tmp_path) == first) == same


def test_the_cache_can_be_put_elsewhere(tmp_path):
    chosen = cache_folder(PACKAGE.parent, NUMBA_CACHE_DIR=str(tmp_path / "kernels"))
    assert chosen.parent == tmp_path / "kernels" and chosen.is_dir()
