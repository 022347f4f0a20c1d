"""What students' code cannot reach, each place by itself, and what it may use up."""

import contextlib
import os
import socket
from pathlib import Path

import pytest

from assignments.grading import child as grading
from assignments.grading import landlock
from assignments.grading.child import Child, Failure, must_be_hidden
from assignments.grading.course import ASSIGNMENTS, SOURCE

ROOT = ASSIGNMENTS.parent


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("files")
    (folder / "coursework.py").write_text((SOURCE / "coursework.py").read_text())
    return folder


@pytest.fixture(scope="module", params=["with namespaces", "without"])
def child(request, files, library):
    with pytest.MonkeyPatch.context() as patch, Child(files, library, 5) as child:
        if request.param == "without":
            patch.setattr(grading, "namespaces", lambda: [])
        yield child


def error_of(child, code):
    with pytest.raises(Failure) as failed:
        child.run(code, "cell x")
    return failed.value.kind


@pytest.fixture(scope="module")
def places(tmp_path_factory):
    """Give files that a student would like to read."""
    folder = tmp_path_factory.mktemp("teacher")
    for name in ("submissions/ben/ps1.ipynb", "grades/course/gradebook.db", "grades/points.csv", "home/.ssh/id"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("secret")
    shadow = "/etc/shadow" if os.access("/etc/shadow", os.R_OK) else "/etc/passwd"
    return {
        "solutions and hidden checks": SOURCE / "ps1" / "ps1.ipynb",
        "wrong answers": ASSIGNMENTS / "wrong" / "ps1.py",
        "the grader": ASSIGNMENTS / "grading" / "grade.py",
        "the project's history": ROOT / ".git" / "HEAD",
        "the project": ROOT / "README.md",
        "another submission": folder / "submissions/ben/ps1.ipynb",
        "the gradebook": folder / "grades/course/gradebook.db",
        "points": folder / "grades/points.csv",
        "home": folder / "home/.ssh/id",
        "the system's accounts": Path(shadow),
        "the temporary folder": Path("/tmp/x").parent,
    }


PLACES = [
    "solutions and hidden checks", "wrong answers", "the grader", "the project's history", "the project",
    "another submission", "the gradebook", "points", "home", "the system's accounts", "the temporary folder",
]  # fmt: skip


@pytest.mark.parametrize("name", PLACES)
def test_a_forbidden_place(child, places, name):
    place = places[name]
    assert os.access(place, os.R_OK)
    read = f"import os\nos.listdir({str(place)!r})" if place.is_dir() else f"open({str(place)!r}, 'rb').read(1)"
    assert error_of(child, read) == "PermissionError"
    if not place.is_dir():
        assert error_of(child, f"import os\nos.listdir({str(place.parent)!r})") == "PermissionError"
        assert error_of(child, f"open({str(place)!r}, 'ab')") == "PermissionError"


def test_no_folder_of_the_path_holds_the_project(child):
    code = (
        "import os, sys\nfound = []\nfor place in [*sys.path, *sys.modules['wordlelib'].__path__]:\n"
        "    for up in ('', '..', '../..', '../../..'):\n"
        "        for name in ('assignments/source/ps1/ps1.ipynb', '.git/HEAD', 'source/ps1/ps1.ipynb'):\n"
        "            try:\n                found.append(open(os.path.join(place or '.', up, name)).read(9))\n"
        "            except OSError:\n                pass"
    )
    child.run("import wordlelib", "cell x")
    child.run(code, "cell x")
    assert child.get("found") == (False, [])


def test_the_graders_surroundings_are_not_there(child, monkeypatch):
    child.run("import os\nnames = sorted(os.environ)\nparent = os.environ.get('SECRET')", "cell x")
    names = child.get("names")[1]
    assert "HOME" in names and not {"SECRET", "PYTHONPATH", "PYTEST_CURRENT_TEST"} & set(names)


def test_other_processes(child):
    me = os.getpid()
    for code in (f"open('/proc/{me}/environ', 'rb').read()", f"open('/proc/{me}/mem', 'rb')"):
        assert error_of(child, code) in ("PermissionError", "FileNotFoundError")
    if grading.namespaces():
        child.run("import os\nseen = [x for x in os.listdir('/proc') if x.isdigit()]", "cell x")
        assert len(child.get("seen")[1]) < 5
    else:
        assert error_of(child, "import os\nos.listdir('/proc')") == "PermissionError"
    if grading.namespaces() or landlock.version() >= landlock.KNOWS_SIGNALS:
        assert error_of(child, f"import os\nos.kill({me}, 0)") in ("ProcessLookupError", "PermissionError")


def test_sockets_and_shared_memory(child, tmp_path):
    with socket.socket(socket.AF_UNIX) as listening, socket.socket() as open_port:
        listening.bind(str(tmp_path / "s"))
        listening.listen()
        open_port.bind(("127.0.0.1", 0))
        open_port.listen()
        for code in (
            f"import socket\nsocket.socket(socket.AF_UNIX).connect({str(tmp_path / 's')!r})",
            f"import socket\nsocket.create_connection(('127.0.0.1', {open_port.getsockname()[1]}), 1)",
            "import socket\nsocket.socket(socket.AF_INET, socket.SOCK_DGRAM)",
            "import os\nos.memfd_create('large')",
        ):
            assert error_of(child, code) == "PermissionError"
    child.run(
        "import ctypes\nlibc = ctypes.CDLL(None, use_errno=True)\n"
        "segment = (libc.shmget(1234, 1000, 0o1600), ctypes.get_errno())",
        "cell x",
    )
    assert child.get("segment") == (False, (-1, 1))


def test_what_is_written_to_the_pipes_costs_only_itself(files, library):
    for sent in (b"x\n", b"[" * 100_000 + b"\n", b'{"error": 3}\n', b'{"done": {"array": 3}}\n', b'{"done": []}\n'):
        with Child(files, library, 3) as child:
            forge = f"import os\nfor pipe in range(3, 64):\n    try:\n        os.write(pipe, {sent!r})\n"
            forge += "    except OSError:\n        pass\ndef f():\n    return 3"
            for do, what in ((child.run, (forge, "cell x")), (child.call, ("f",)), (child.get, ("f",))):
                with contextlib.suppress(Failure):
                    do(*what)


def test_what_cannot_be_started_leaves_no_folder(files, library, monkeypatch):
    def refuse(*_, **__):
        raise OSError("no process")

    with Child(files, library, 5) as child, monkeypatch.context() as patched:
        patched.setattr(grading.subprocess, "Popen", refuse)
        with pytest.raises(grading.NotStarted):
            child.run("a = 1", "cell x")
    assert child._folder and not os.path.exists(child._folder)


def test_memory_processes_files_and_time(files, library):
    large = "a = [bytearray(1 << 20) for _ in range(10_000)]"
    nested = "import os\nfor i in range(20_000):\n    os.mkdir('d')\n    os.chdir('d')\nwhile True:\n    pass"
    many = "import os\nwhile True:\n    for i in range(1000):\n        open(f'f{i}', 'wb').write(bytes(10**7))"
    removed = "import os\nkept = []\nfor i in range(100):\n    kept.append(open('f', 'wb', 0))\n"
    removed += "    kept[-1].write(bytes(20 << 20))\n    os.remove('f')"
    for code in (large, nested, many, removed):
        with Child(files, library, 5) as child:
            with pytest.raises(Failure):
                child.run(code, "cell x")
            folder = child._folder
        assert not os.path.exists(folder)


def test_what_a_process_began_does_not_outlive_it(files, library, monkeypatch):
    monkeypatch.setattr(grading, "namespaces", lambda: [])
    code = """
import os
read, write = os.pipe()
if not os.fork():
    os.setsid()
    if not os.fork():
        os.write(write, b"%d" % os.getpid())
        while True:
            pass
    os._exit(0)
daemon = int(os.read(read, 20))
"""
    with Child(files, library, 5) as child:
        child.run(code, "cell x")
        daemon = child.get("daemon")[1]
        assert Path(f"/proc/{daemon}").exists()
    assert not Path(f"/proc/{daemon}").exists()


def test_a_notebook_has_so_much_time_in_all(files, library):
    with Child(files, library, 0.5) as child:
        said = []
        for _ in range(40):
            try:
                child.run("import os\nif not os.path.exists('begun'):\n    open('begun', 'w')\nelse:\n    1", "cell x")
                child.run("while True:\n    pass", "cell y")
            except Failure as failure:
                said.append(str(failure))
    assert "all the time" in said[-1] and len([each for each in said if "loop" in each]) < 20


def test_starting_again_takes_of_the_time_in_all(files, library):
    said = []
    with Child(files, library, 0.5) as child:
        while "all the time" not in "".join(said):
            with pytest.raises(Failure) as failure:
                child.run("import os\nos._exit(0)", "cell x")
            said.append(str(failure.value))
    assert 1 < len(said) < 20


@pytest.mark.parametrize(
    "code",
    [
        "raise_it = lambda total: ValueError(\n    'impossible: %s'\n    % total\n)",
        "x = (10\n % 7)\nassert x == 3",
        "text = '''\n% of\n! no\n'''\nassert text.count('%') == 1",
        "text = 'a\u2028b'  # \u0085 and \x0c\nassert len(text) == 3",
        "if True:\n    %matplotlib inline\nx = 3",
        "!pip install numpy \\\n    scipy\nx = 3",
        "x = %pwd\nfiles = !ls\nassert 'coursework.py' in files",
        "sum?",
        "import asyncio\nawait asyncio.sleep(0)",
        "get_ipython().run_line_magic('pwd', '')\ndisplay(3, display_id='a')",
        "import numba\n\n@numba.njit(cache=True)\ndef f(x):\n    return x + 1\nassert f(2) == 3",
        "import pickle\n\nclass Thing: pass\n\nassert isinstance(pickle.loads(pickle.dumps(Thing())), Thing)",
        "%%time\nx = 3",
    ],
)
def test_cells_run_as_in_jupyter(child, code):
    child.run(code, "cell x")


def test_an_error_says_its_cell_and_line(child):
    with pytest.raises(Failure, match=r"^ValueError: no \(cell bayes, line 2\)$"):
        child.run("def f():\n    raise ValueError('no')\nf()", "cell bayes")
    with pytest.raises(Failure, match=r"^SyntaxError: .* \(cell bayes, line 2\)$"):
        child.run("x = 1\ndef f(:", "cell bayes")


def test_what_is_printed_comes_with_its_cell(child):
    for number in range(20):
        assert child.run(f"print({number})", "cell x") == f"{number}\n"


def test_a_project_that_lies_where_students_read_is_not_graded_from(tmp_path):
    must_be_hidden(tmp_path)
    with pytest.raises(ValueError, match="which students' code may read"):
        must_be_hidden(Path("/usr/share/course"))
