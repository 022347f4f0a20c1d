"""Ctrl-C: one line, exit code 130, and what is known by then."""

import hashlib
import json
import os
import signal
import subprocess
import sys

import pytest

import wordlelib as wl
from wordlelib.__main__ import main
from wordlelib.adversary import guarantees, minimax
from wordlelib.lab import sweeps_exact
from wordlelib.runs.sweeps import rows_at
from wordlelib.search import all_openings, exact, tree_search

LIMIT = 300
STOPPED = "wordlelib: stopped"
COMPILING = "wordlelib: compiling noise (once, then it is kept on disk) ...\n"
REPORTS = {
    ("prove", "--opening", "salet"): {"opening": "salet", "proven": False, "total": None, "lower": 1, "upper": None},
    ("prove", "--all"): {"opening": None, "proven": False, "total": None, "lower": 1, "upper": None, "openings": {}},
    ("search",): {"opening": None, "proven": False, "total": None, "iterations": 0, "trace": []},
    ("guarantee", "--cap", "4"): {"possible": None, "opening": None, "cap": 4, "obstructions": {}, "nodes": 0},
    ("best-move",): {"guess": None, "value": None, "depth": 0, "winner": None, "line": []},
}


def interrupted(*_, **__):
    raise KeyboardInterrupt


def begin(arguments, program=("-m", "wordlelib"), **settings):
    """Start a process; where tests run in the background Ctrl-C may be ignored, and the process does not inherit that.

    Like a command in a terminal it has a group of processes of its own.
    """
    return subprocess.Popen(
        [sys.executable, *program, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        start_new_session=True,
        env=os.environ | settings,
    )


def wait_for(stream, sign):
    """Read lines until one holds a sign."""
    while sign not in (line := stream.readline()):
        assert line, f"no {sign!r}"


def stop(run):
    """Press Ctrl-C in the terminal of a process; give what it writes from now on."""
    os.killpg(run.pid, signal.SIGINT)
    out, err = run.communicate(timeout=LIMIT)
    assert run.returncode == 130 and err.splitlines()[-1] == STOPPED and "Traceback" not in err
    return out, err


@pytest.mark.parametrize("module", ["numpy", "llvmlite", "numba", "wordlelib.game.words"])
def test_while_modules_are_imported(module):
    run = begin(["play", "--json"], ("-X", "importtime", "-m", "wordlelib"))
    while run.stderr.readline().rpartition("|")[2].strip() != module:
        assert run.poll() is None
    assert stop(run)[0] == ""


@pytest.mark.slow
def test_while_kernels_are_compiled(lists, tmp_path):
    head = pytest.importorskip("wordlelib.kernels.compiler", exc_type=ImportError).HEAD
    run = begin(["search", "--json", *lists], NUMBA_CACHE_DIR=str(tmp_path))
    wait_for(run.stderr, "compiling")
    out, err = stop(run)
    assert err == f"{STOPPED}\n" and json.loads(out)["total"] is None
    for path in tmp_path.rglob("*.bin"):
        content = path.read_bytes().removeprefix(head)
        assert content[:32] == hashlib.sha256(path.name.encode() + b"\n" + content[32:]).digest()


@pytest.mark.large
@pytest.mark.parametrize("lines", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_while_a_proof_is_searched(lines):
    run = begin(["prove", "--opening", "qajaq", "--json", "--progress"])
    for _ in range(lines):
        wait_for(run.stderr, "total between")
    report = json.loads(stop(run)[0])
    assert report["proven"] is False and 4629 <= report["lower"] <= 9496
    assert report["upper"] is None or report["upper"] >= 9496


@pytest.mark.slow
@pytest.mark.large
@pytest.mark.parametrize(
    ("asked", "sign"),
    [
        (["search", "--iterations", "1000000", "--json"], "iterations"),
        (["best-move", "--depth", "12", "--json"], "best so far"),
        (["play", "--policy", "rollout", "--width", "1000"], "words"),
        (["play", "--noise", "0.1", "--games", "1000000", "--policy", "rollout"], "games"),
    ],
)
def test_while_a_command_works(asked, sign):
    run = begin([*asked, "--progress"])
    wait_for(run.stderr, sign)
    out, _ = stop(run)
    assert "--json" in asked or out == ""
    if asked[0] == "best-move":
        assert json.loads(out)["depth"] >= 2 and json.loads(out)["guess"] is not None
    elif asked[0] == "search":
        assert json.loads(out)["total"] >= 7920


@pytest.mark.slow
def test_several_processes_end_together(tmp_path):
    """Each task says its process and whether that hears of Ctrl-C, and then never ends by itself."""
    program = (
        "import os, signal, sys, threading\n"
        "from wordlelib.lab import experiments\nfrom wordlelib.runs import sweeps\n"
        "from wordlelib.kernels.interrupts import WATCH\n"
        "from wordlelib.__main__ import main\n"
        "def work(number):\n"
        "    deaf = signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, [])\n"
        "    print(os.getpid(), deaf, flush=True)\n"
        "    threading.Event().wait()\n"
        "experiments.SWEEPS['table1'] = lambda: sweeps.Sweep([{'number': i} for i in range(4)], work)\n"
        "WATCH.install()\n"
        "sys.exit(main(['sweep', 'table1', '--out', sys.argv[1], '--jobs', '2']))\n"
    )
    run = begin([str(tmp_path / "out.json")], ("-c", program))
    lines = {tuple(run.stdout.readline().split()) for _ in range(2)}
    assert len({process for process, _ in lines}) == 2 and {deaf for _, deaf in lines} == {"True"}
    assert stop(run) == ("", f"{STOPPED}\n")


def test_a_lost_interrupt_ends_the_process_all_the_same():
    program = (
        "import threading\n"
        "from wordlelib.kernels.interrupts import WATCH\n"
        "class Broken:\n"
        "    def __del__(self):\n"
        "        raise AttributeError\n"
        "WATCH.install()\n"
        "WATCH.begin()\n"
        "WATCH.known = lambda: 'what is known'\n"
        "while True:\n"
        "    try:\n"
        "        print('ready', flush=True)\n"
        "        threading.Event().wait()\n"
        "    except KeyboardInterrupt:\n"
        "        Broken()\n"
    )
    run = begin([], ("-c", program))
    wait_for(run.stdout, "ready")
    out, err = stop(run)
    assert out.endswith("what is known\n") and err == f"{STOPPED}\n"


HANDING_OVER = """
import collections, os, signal, threading
from wordlelib.kernels.interrupts import WATCH, defer_interrupts
Result = collections.namedtuple("Result", "number")
scope = {"__name__": "namedtuple_Result", "os": os, "signal": signal, "Result": Result}
exec("def hand_over():\\n os.kill(os.getpid(), signal.SIGINT)\\n return Result(1)", scope)
WATCH.install()
WATCH.begin()
try:
    BLOCK
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@pytest.mark.parametrize(
    ("block", "said"),
    [
        ("print(scope['hand_over'](), flush=True); threading.Event().wait()", "Result(number=1)\ninterrupted\n"),
        ("with defer_interrupts(): scope['hand_over']()\n    os._exit(1)", "interrupted\n"),
    ],
    ids=["anywhere", "put off"],
)
def test_an_interrupt_waits_while_a_kernel_hands_its_result_over(block, said):
    """A named tuple is made by Python inside the kernel's call: an exception there would end the interpreter.

    An interrupt that is put off to the end of a block comes there, and waits for nothing more.
    """
    run = begin([], ("-c", HANDING_OVER.replace("BLOCK", block)))
    assert run.communicate(timeout=LIMIT)[0] == said


CALLED_BY_LLVM = """
import os, signal, sys
import numpy as np
from wordlelib.kernels.noise import heavy_words
left = [sys.argv[1]]
def watch(frame, event, _):
    if event == "call" and left == [frame.f_code.co_name] and frame.f_locals["ll_module"].name == "heavy_words":
        left.clear()
        os.kill(os.getpid(), signal.SIGINT)
sys.setprofile(watch)
try:
    heavy_words(np.array([0.0, 1.0]), 0.1)
except KeyboardInterrupt:
    print("interrupted")
print(heavy_words(np.array([0.0, 1.0]), 0.1)[0])
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    "hooks",
    [["_object_compiled_hook"], ["_object_getbuffer_hook"], ["nowhere", "_object_getbuffer_hook"]],
    ids=["compiled", "not found on disk", "found on disk"],
)
def test_an_interrupt_waits_while_llvm_is_given_machine_code(hooks, tmp_path):
    """An exception that was lost there left a kernel without its code: the next call ended the interpreter."""
    for hook in hooks:
        run = begin([hook], ("-c", CALLED_BY_LLVM), NUMBA_CACHE_DIR=str(tmp_path))
        out, err = run.communicate(timeout=LIMIT)
        assert out == ("[1]\n" if hook == "nowhere" else "interrupted\n[1]\n")
        assert err in ("", COMPILING)  # which is said where it takes long


CALLED_WITH_A_GENERATOR = """
import os, signal, sys
import numpy as np
import wordlelib as wl
def play(pulls):
    return wl.bandits.pull([[0, 1], [1, 1]], wl.bandits.Thompson(), pulls, np.random.default_rng(1))
play(1)
left = ["cast"]
def watch(frame, event, _):
    if event == "call" and left == [frame.f_code.co_name] and frame.f_globals["__name__"] == "ctypes":
        left.clear()
        os.kill(os.getpid(), signal.SIGINT)
sys.setprofile(watch)
try:
    play(5)
except KeyboardInterrupt:
    print("interrupted")
print(len(play(5)))
"""


def test_an_interrupt_waits_while_a_kernel_takes_a_generator():
    run = begin([], ("-c", CALLED_WITH_A_GENERATOR))
    assert run.communicate(timeout=LIMIT) == ("interrupted\n5\n", "")


def test_the_library_leaves_ctrl_c_alone():
    code = "import signal, wordlelib; print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)"
    run = begin([], ("-c", code))
    assert run.communicate(timeout=LIMIT) == ("True\n", "")


def test_an_interrupted_run_says_so_in_one_line(lists, capsys, monkeypatch):
    monkeypatch.setattr(wl.game.tree, "play", interrupted)
    assert main(["play", *lists]) == 130
    assert capsys.readouterr() == ("", f"{STOPPED}\n")


@pytest.mark.parametrize("asked", REPORTS, ids=" ".join)
def test_from_the_start_there_is_a_report(asked, lists, capsys, monkeypatch):
    assert main([*asked, *lists, "--json"]) == 0
    keys = set(json.loads(capsys.readouterr().out))
    monkeypatch.setattr(wl.game.game, "make_game", interrupted)
    monkeypatch.setattr(all_openings, "_openings", interrupted)
    assert main([*asked, *lists, "--json"]) == 130
    output = capsys.readouterr()
    report = json.loads(output.out)
    assert set(report) == keys and output.err == f"{STOPPED}\n"
    assert {name: report[name] for name in REPORTS[asked]} == REPORTS[asked]
    assert main([*asked, *lists]) == 130
    output = capsys.readouterr()
    assert len(output.out.splitlines()) == 1 and output.err == f"{STOPPED}\n"


@pytest.fixture
def words(tmp_path):
    """Give a game that no search sees through at once: its options, and the game."""
    some = [word for word in wl.words.original()[0] if word.endswith("er")]
    path = tmp_path / "words.txt"
    path.write_text("\n".join(some) + "\n")
    return ["--answers", str(path), "--json"], wl.wordle(some)


def stop_at(monkeypatch, module, name, call):
    """Interrupt a function when it is called for the so many-th time."""
    real, calls = getattr(module, name), []

    def counted(*arguments):
        calls.append(name)
        if len(calls) == call:
            raise KeyboardInterrupt
        return real(*arguments)

    monkeypatch.setattr(module, name, counted)


def test_a_proof_leaves_bounds(words, capsys, monkeypatch):
    options, game = words
    total = wl.prove(game, game.hidden[0]).total
    stop_at(monkeypatch, exact, "run_search", 1)
    assert main(["prove", "--opening", game.hidden[0], *options]) == 130
    report = json.loads(capsys.readouterr().out)
    assert report["proven"] is False and report["lower"] <= total <= report["upper"]


def test_a_comparison_of_openings_leaves_bounds(words, capsys, monkeypatch):
    options, game = words
    total = wl.prove(game).total
    stop_at(monkeypatch, exact, "run_search", 10)
    assert main(["prove", "--all", *options]) == 130
    report = json.loads(capsys.readouterr().out)
    assert report["proven"] is False and report["lower"] <= total <= report["upper"]


def test_a_search_leaves_what_it_has_found(words, capsys, monkeypatch):
    stop_at(monkeypatch, tree_search.TreeSearch, "_some", 3)
    assert main(["search", *words[0]]) == 130
    report = json.loads(capsys.readouterr().out)
    assert report["iterations"] == len(report["trace"]) == 32 and report["total"] == report["trace"][-1]["upper"]


def test_a_guarantee_leaves_obstructions(words, capsys, monkeypatch):
    monkeypatch.setattr(guarantees, "SLICE", 1)
    stop_at(monkeypatch, guarantees, "run_search", 100)
    assert main(["guarantee", "--cap", "4", *words[0]]) == 130
    report = json.loads(capsys.readouterr().out)
    assert report["possible"] is None and report["nodes"] > 0 and sum(report["obstructions"].values()) > 0


def test_minimax_leaves_the_best_move_of_the_last_depth(words, capsys, monkeypatch):
    options, game = words
    stop_at(monkeypatch, minimax.Minimax, "_run", 2)
    assert main(["best-move", "--depth", "8", *options]) == 130
    report = json.loads(capsys.readouterr().out)
    move = wl.best_move(game.start(), 2)
    assert (report["guess"], report["value"], report["depth"], report["line"]) == (move.guess, move.value, 2, [])


def test_half_a_proof_is_no_result_of_a_sweep(tiny, tmp_path, monkeypatch):
    half = wl.prove(tiny, "stone", seconds=1e-9)
    assert not half.proven
    monkeypatch.setattr(sweeps_exact, "prove", lambda *_: half)
    out = tmp_path / "out.json"
    assert main(["sweep", "exact", "--out", str(out)]) == 130
    assert rows_at(out) == []
