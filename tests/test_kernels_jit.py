"""Compiled code on disk: found when nothing it depends on has changed, never when something has, never in the way."""

import ctypes
import os
import shutil
import subprocess
import sys
from inspect import getsource
from pathlib import Path

import numpy as np
import pytest

import wordlelib as wl
from wordlelib.kernels.feedback import fill_any
from wordlelib.search.exact import Solver

PACKAGE = Path(__file__).parent.parent / "wordlelib"
PROGRAM = """
import sys
import numpy as np
import toy
from wordlelib.kernels.jit import ACCOUNT, cache_folder
answers = [int(f(np.arange(5))) for f in (toy.doubled, toy.summed)] + [int(toy.second(toy.Pair(3, 4)))]
print(*answers, ACCOUNT.kernels, cache_folder())
"""
TOY = """
from typing import NamedTuple
from wordlelib.kernels.jit import kernel
from toy_below import FACTOR, times

class Pair(NamedTuple):
    first: int
    second: int

@kernel
def doubled(x):
    return times(x.sum())

@kernel
def summed(x):
    return x.sum()

@kernel
def second(pair):
    return pair.second
"""
TOY_BELOW = """
from wordlelib.kernels.jit import kernel
FACTOR = 2

@kernel
def times(n):
    '''Multiply.'''
    return n * FACTOR
"""


class Toy:
    """A folder with a library of three kernels, one of which calls another file's."""

    def __init__(self, folder):
        self.folder, self.cache = folder, folder / "cache"
        (folder / "toy.py").write_text(TOY)
        (folder / "toy_below.py").write_text(TOY_BELOW)

    def run(self, program=PROGRAM, preexec_fn=None, **variables):
        """Run in a process of its own; give the three answers, how many kernels were compiled, and what was said."""
        kept = {name: value for name, value in os.environ.items() if name not in ("NUMBA_CACHE_DIR", "NUMBA_CPU_NAME")}
        path = os.pathsep.join([str(self.folder), str(PACKAGE.parent)])
        settings = {"NUMBA_CACHE_DIR": str(self.cache), "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
        command = [sys.executable, "-c", program]
        done = subprocess.run(
            command,
            env={**kept, **settings, **variables},
            cwd=self.folder,
            capture_output=True,
            text=True,
            preexec_fn=preexec_fn,
        )
        assert done.returncode == 0, done.stderr
        *answers, compiled, self.used = done.stdout.split()
        said = [line for line in done.stderr.splitlines(keepends=True) if "compiling toy (once" not in line]
        return [int(each) for each in answers], int(compiled), "".join(said)

    def edit(self, file, before, after):
        text = (self.folder / file).read_text()
        assert before in text
        (self.folder / file).write_text(text.replace(before, after))

    def files(self):
        return sorted(self.cache.rglob("*.bin"))

    def files_of(self, name):
        return sorted(self.cache.rglob(f"toy.{name}-*.bin"))


pytestmark = pytest.mark.skipif(not hasattr(fill_any, "digest"), reason="the library's own compiler is not in use")


@pytest.fixture(scope="module")
def compiled_toy(tmp_path_factory):
    toy = Toy(tmp_path_factory.mktemp("toy"))
    assert toy.run() == ([20, 10, 4], 3, "")
    assert len(toy.files()) == 3
    return toy


@pytest.fixture
def toy(compiled_toy, tmp_path):
    """Give a library of a test's own, with what was compiled for another in the same state."""
    shutil.copytree(compiled_toy.cache, tmp_path / "cache")
    return Toy(tmp_path)


def test_calls_keep_no_references():
    game, rng = wl.wordle(wl.words.tiny()), np.random.default_rng(1)
    search, solver = wl.TreeSearch(game, rng), Solver(game)

    def counted():
        search.run(3)
        solver.known_guess(game.start())
        return [
            sys.getrefcount(each)
            for each in (rng, search._ordered.arrays.codes, solver._sorted.arrays.codes, solver._sorted.order)
        ]

    before = counted()
    for _ in range(20):
        after = counted()
    assert after == before


def test_what_has_not_changed_is_not_compiled_again(toy):
    assert toy.run() == ([20, 10, 4], 0, "")
    toy.edit("toy_below.py", "'''Multiply.'''", "'''Multiply, they say.'''  # a comment")
    toy.edit("toy_below.py", "@kernel\n", "\n\nUNUSED = 3\n\n\n@kernel\n")
    assert toy.run() == ([20, 10, 4], 0, "")


def test_a_change_in_a_file_below_compiles_what_uses_it_and_nothing_else(toy):
    toy.edit("toy_below.py", "n * FACTOR", "n * FACTOR + 1")
    assert toy.run() == ([21, 10, 4], 1, "")


def test_a_constant_counts(toy):
    toy.edit("toy_below.py", "FACTOR = 2", "FACTOR = 3")
    assert toy.run() == ([30, 10, 4], 1, "")


@pytest.mark.slow
def test_the_order_of_the_fields_of_an_argument_counts(toy):
    toy.edit("toy.py", "    first: int\n    second: int\n", "    second: int\n    first: int\n")
    assert toy.run() == ([20, 10, 3], 1, "")


@pytest.mark.slow
def test_only_the_newest_two_versions_stay(toy):
    for factor in (3, 4, 5):
        toy.edit("toy_below.py", f"FACTOR = {factor - 1}", f"FACTOR = {factor}")
        toy.run()
    names = [path.name.split("-")[0] for path in toy.files()]
    assert sorted(names) == ["toy.doubled", "toy.doubled", "toy.second", "toy.summed"]
    assert toy.run()[1] == 0


@pytest.mark.slow
@pytest.mark.parametrize("harm", ["cut", "changed", "empty"])
def test_damaged_files_are_compiled_again_and_said_once(toy, harm):
    for path in toy.files():
        content = path.read_bytes()
        harmed = {"cut": content[: len(content) // 2], "changed": content[:-9] + b"x" * 9, "empty": b""}
        path.write_bytes(harmed[harm])
    answers, compiled, said = toy.run()
    assert (answers, compiled) == ([20, 10, 4], 3)
    assert said.count("damaged") == 3 and len(said.splitlines()) == 3
    assert toy.run() == ([20, 10, 4], 0, "")


@pytest.mark.slow
def test_two_processes_at_once_end_well(tmp_path):
    toys, path = Toy(tmp_path), os.pathsep.join([str(tmp_path), str(PACKAGE.parent)])
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(toys.cache), "PYTHONPATH": path}
    command = [sys.executable, "-c", PROGRAM]
    runs = [subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    assert [run.communicate()[0].split()[:3] for run in runs] == [["20", "10", "4"]] * 3
    assert toys.run() == ([20, 10, 4], 0, "") and len(toys.files()) == 3


@pytest.mark.slow
def test_a_folder_that_cannot_be_written_to_is_said_once_and_no_failure(toy):
    (toy.folder / "file").write_text("not a folder")
    answers, compiled, said = toy.run(NUMBA_CACHE_DIR=str(toy.folder / "file"))
    assert (answers, compiled) == ([20, 10, 4], 3)
    assert len(said.splitlines()) == 1 and "no compiled code can be kept in" in said


@pytest.mark.slow
def test_a_disk_that_fills_up_is_said_once_and_no_failure(toy):
    shutil.rmtree(toy.cache)
    full = PROGRAM.replace(
        "answers =",
        "import os\ndef full(*paths): raise OSError(28, 'No space left')\nos.replace = full\nanswers =",
    )
    answers, compiled, said = toy.run(full)
    assert (answers, compiled) == ([20, 10, 4], 3)
    assert len(said.splitlines()) == 1 and "No space left" in said
    assert [path for path in toy.cache.rglob("*") if path.is_file()] == []


@pytest.mark.slow
def test_without_a_choice_the_folder_is_beside_the_library_or_the_users_own(toy, tmp_path):
    shutil.copytree(PACKAGE, tmp_path / "wordlelib", ignore=shutil.ignore_patterns("__pycache__"))
    toy.run(NUMBA_CACHE_DIR="")
    assert Path(toy.used).is_relative_to(tmp_path / "wordlelib")
    (tmp_path / "wordlelib/kernels/__pycache__/wordlelib-kernels").rename(tmp_path / "away")
    shutil.rmtree(tmp_path / "wordlelib/kernels/__pycache__")
    (tmp_path / "wordlelib/kernels/__pycache__").write_text("in the way")
    toy.run(NUMBA_CACHE_DIR="", HOME=str(tmp_path / "home"))
    assert Path(toy.used).is_relative_to(tmp_path / "home/.cache")


@pytest.mark.slow
def test_a_file_under_the_name_of_another_kernel_is_compiled_again(toy):
    [doubled], [summed] = toy.files_of("doubled"), toy.files_of("summed")
    shutil.copy(doubled, summed)
    answers, compiled, said = toy.run()
    assert (answers, compiled) == ([20, 10, 4], 1)
    assert said.count("damaged") == 1 and len(said.splitlines()) == 1
    assert toy.run() == ([20, 10, 4], 0, "")


def obey_modes():
    """Let the modes of files bind the process that begins here, even if root runs it."""
    ctypes.CDLL(None).prctl(24, 1)  # the capability to write anywhere is dropped


@pytest.fixture
def installation(compiled_toy, tmp_path):
    """Give the toy beside a library that only its owner can write, where all is compiled but one kernel.

    The user's own cache is in another place.
    """
    toy, library = Toy(tmp_path), tmp_path / "wordlelib"
    shutil.copytree(PACKAGE, library, ignore=shutil.ignore_patterns("__pycache__"))
    toy.cache = library / "kernels" / "__pycache__"
    shutil.copytree(compiled_toy.cache, toy.cache)
    toy.shared, toy.own = toy.cache / "wordlelib-kernels", tmp_path / "home" / ".cache" / "wordlelib"
    toy.files_of("second")[0].unlink()
    toy.shared.chmod(0o555)

    def used(*, writable=False, before="", **settings):
        settings = {"NUMBA_CACHE_DIR": "", "HOME": str(tmp_path / "home")} | settings
        answers, compiled, said = toy.run(before + PROGRAM, preexec_fn=None if writable else obey_modes, **settings)
        assert answers == [20, 10, 4]
        return compiled, said

    toy.used_by = used
    yield toy
    toy.shared.chmod(0o755)


@pytest.mark.slow
def test_compiled_code_that_is_shared_and_read_only_is_used(installation):
    before = installation.files()
    assert all(path.stat().st_mode & 0o777 == 0o644 for path in before)
    assert installation.used_by() == (1, "")
    assert installation.files() == before
    [own] = installation.own.rglob("*.bin")
    assert own.name.startswith("toy.second-")
    assert installation.used_by() == (0, "")


STRANGER = """
import os
found = os.STAT
os.STAT = lambda path: os.stat_result([*found(path)[:4], 4242, *found(path)[5:]])
"""


@pytest.mark.slow
@pytest.mark.parametrize("harm", ["file", "folder", "other user", "other user's file", "link"])
def test_what_somebody_else_can_write_is_not_run(installation, harm, tmp_path):
    before, shared = "", installation.shared
    [doubled] = installation.files_of("doubled")
    if harm == "file":
        doubled.chmod(0o646)
    elif harm == "folder":
        shared.chmod(0o575)
        before = "import os\nos.geteuid = lambda: os.stat('.').st_uid + 1\n"  # so it is not one's own
    elif harm == "other user":
        before = "from wordlelib.kernels import account\naccount._owners = lambda: {account._user() + 1}\n"
    elif harm == "other user's file":
        before = STRANGER.replace("STAT", "fstat")
    else:
        shared.rename(tmp_path / "downloads")
        shared.symlink_to(tmp_path / "downloads")
        before = STRANGER.replace("STAT", "lstat")
    compiled, said = installation.used_by(before=before)
    assert compiled == (2 if harm == "file" else 3)
    assert said == "" or harm in ("other user", "link")


@pytest.mark.slow
def test_a_folder_of_ones_own_is_closed_to_others(toy):
    [folder] = {path.parent for path in toy.files()}
    folder.chmod(0o777)
    toy.files_of("doubled")[0].chmod(0o666)
    assert toy.run() == ([20, 10, 4], 1, "")
    assert folder.stat().st_mode & 0o777 == 0o755


COMPILING = """
import threading
from wordlelib.kernels import account
account.PATIENCE = 0
with account.ACCOUNT.compiling("toy"):
    for timer in threading.enumerate():
        if isinstance(timer, threading.Timer):
            timer.join()
"""


@pytest.mark.parametrize("reader", [True, False])
def test_only_who_runs_a_notebook_by_hand_is_told_of_compiling(reader):
    """A program that runs one keeps what its cells write."""
    manager = pytest.importorskip("jupyter_client").manager
    with manager.run_kernel() as client:
        written = []
        told = {"allow_stdin": reader, "output_hook": written.append}
        assert client.execute_interactive(COMPILING, **told)["content"]["status"] == "ok"
    said = [message["content"]["text"] for message in written if message["msg_type"] == "stream"]
    assert said == (["wordlelib: compiling toy (once, then it is kept on disk) ...\n"] if reader else [])


@pytest.mark.slow
@pytest.mark.parametrize(("mask", "mode"), [(0o002, 0o644), (0o077, 0o600)])
def test_who_may_read_what_is_compiled_is_for_the_user_to_say(tmp_path, mask, mode):
    toy = Toy(tmp_path)
    toy.run(preexec_fn=lambda: os.umask(mask))
    assert {path.stat().st_mode & 0o777 for path in toy.files()} == {mode}
    assert toy.run() == ([20, 10, 4], 0, "")


@pytest.mark.slow
def test_nothing_stays_behind_where_nothing_can_be_kept(toy, tmp_path):
    (tmp_path / "file").touch()
    (tmp_path / "temporary").mkdir()
    for program in (PROGRAM, PROGRAM.replace("cache_folder()", "1")):
        _, compiled, said = toy.run(program, NUMBA_CACHE_DIR=str(tmp_path / "file"), TMPDIR=str(tmp_path / "temporary"))
        assert compiled == 3 and "it goes with this process" in said
        assert os.listdir(tmp_path / "temporary") == []


@pytest.mark.slow
def test_a_portable_cache_serves_other_processors(toy):
    toy.run(WORDLELIB_PORTABLE="1", NUMBA_CPU_NAME="nehalem", NUMBA_CPU_FEATURES="+sse4.2")
    assert len(toy.files()) == 6
    assert toy.run(WORDLELIB_PORTABLE="1", NUMBA_CPU_NAME="haswell", NUMBA_CPU_FEATURES="+avx2") == ([20, 10, 4], 0, "")
    assert toy.run(NUMBA_CPU_NAME="nehalem", NUMBA_CPU_FEATURES="+sse4.2")[1] == 3


SHARING = """
from wordlelib.kernels.jit import kernel, shared_kernel

@kernel
def one_more(n):
    return n + 1

@shared_kernel
def inner(n):
    return 3 * one_more(n)

@shared_kernel
def shared(numbers, factor):
    total = 0
    for i in range(numbers.size):
        total += inner(numbers[i]) * factor
    return total

@kernel
def doubled(x):
    return shared(x, 2)

@kernel
def summed(x):
    return shared(x, 1)

@kernel
def second(pair):
    return shared(pair.numbers, pair.factor)
"""
SHARING_PROGRAM = """
import numpy as np
from toy import doubled, second, summed
from toy_pair import Pair
from wordlelib.kernels.jit import ACCOUNT, cache_folder
numbers = np.arange(5)
answers = [int(f(numbers)) for f in (doubled, summed)] + [int(second(Pair(numbers, 4)))]
print(*answers, ACCOUNT.kernels, cache_folder())
"""
TOY_PAIR = """
from typing import NamedTuple
import numpy as np
from wordlelib.kernels.jit import record

@record
class Pair(NamedTuple):
    numbers: np.ndarray
    factor: int
"""


def sharing_toy(folder):
    toy = Toy(folder)
    (folder / "toy.py").write_text(SHARING)
    (folder / "toy_pair.py").write_text(TOY_PAIR)
    return toy


@pytest.fixture(scope="module")
def compiled_sharing(tmp_path_factory):
    toy = sharing_toy(tmp_path_factory.mktemp("sharing"))
    assert toy.run(SHARING_PROGRAM) == ([90, 45, 180], 3, "")
    assert [len(toy.files_of(name)) for name in ("inner.shared", "shared.shared", "doubled")] == [1, 1, 1]
    return toy


@pytest.fixture
def sharing(compiled_sharing, tmp_path):
    shutil.copytree(compiled_sharing.cache, tmp_path / "cache")
    return sharing_toy(tmp_path)


@pytest.mark.slow
def test_a_shared_kernel_is_compiled_once_for_all_that_call_it(sharing):
    assert sharing.run(SHARING_PROGRAM) == ([90, 45, 180], 0, "")
    [before] = sharing.files_of("shared.shared")
    stamp = before.stat().st_mtime_ns
    sharing.edit("toy.py", "shared(x, 2)", "shared(x, 2) + 1")
    assert sharing.run(SHARING_PROGRAM) == ([91, 45, 180], 1, "")
    assert [path.stat().st_mtime_ns for path in sharing.files_of("shared.shared")] == [stamp]


def test_a_change_in_a_shared_kernel_compiles_what_calls_it(sharing):
    sharing.edit("toy.py", "n + 1", "n + 2")
    assert sharing.run(SHARING_PROGRAM) == ([120, 60, 240], 3, "")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["inner.shared", "shared.shared"])
def test_a_shared_kernel_whose_file_is_lost_or_damaged_is_compiled_again(sharing, name):
    [path] = sharing.files_of(name)
    path.unlink()
    assert sharing.run(SHARING_PROGRAM) == ([90, 45, 180], 0, "")
    path.write_bytes(path.read_bytes()[:-5])
    answers, _, said = sharing.run(SHARING_PROGRAM)
    assert answers == [90, 45, 180] and said.count("damaged") == 1
    assert sharing.run(SHARING_PROGRAM) == ([90, 45, 180], 0, "")


def kept(n):
    """Arrays that are made in a loop, kept, and given up."""
    best = np.zeros(1, np.int64)
    for i in range(n):
        mine = np.empty(i + 1, np.int64)
        for j in range(mine.size):
            mine[j] = (i * 7 + j) % 5
        rest = mine[1:]
        if mine.sum() > best.sum():
            best = mine
        elif rest.size > 0 and rest[0] == 1:
            best = rest
    return best


LENDING = f"""
import numpy as np
from wordlelib.kernels.jit import kernel

@kernel
{getsource(kept)}
@kernel
def summed(x, room, everything):
    '''Make no array: what counts references in a part finds them to nothing.'''
    return first_of(x, room, everything)

@kernel
def first_of(x, room, everything):
    some = lent(x, room, everything)
    for i in range(some.size):
        room[i] += 1
    for i in range(some.size):
        if some[i] > 5:
            return some[i]
    return some[0]

@kernel
def lent(x, room, everything):
    if everything:
        return x
    room[0] = x[0]
    return room[:1]
"""
LENDING_PROGRAM = """
import numpy as np
import toy
from wordlelib.kernels.jit import ACCOUNT, cache_folder
toy.summed(*np.zeros((2, 9), np.int32), True)
answers = [toy.kept(40).size] + [toy.summed(np.arange(9), np.zeros(9, np.int64), all_) for all_ in (True, False)]
print(*answers, ACCOUNT.kernels, cache_folder())
"""


@pytest.mark.slow
def test_a_kernel_never_runs_what_was_made_fit_for_another_one(tmp_path):
    """Where no reference is to nothing, as in `kept`, they are counted in a way that once crashed a later kernel."""
    toy = Toy(tmp_path)
    (tmp_path / "toy.py").write_text(LENDING)
    assert toy.run(LENDING_PROGRAM) == ([39, 6, 1], 3, "")
    assert toy.run(LENDING_PROGRAM) == ([39, 6, 1], 0, "")
