import ast
from functools import partial
from hashlib import sha256

import pytest

from wordlelib.game import game
from wordlelib.lab import experiments, sweeps_exact
from wordlelib.runs import provenance
from wordlelib.runs.provenance import code_stamp, digest_of_words
from wordlelib.search import all_openings


def stamps():
    provenance._stamp.cache_clear()
    return code_stamp(), code_stamp(sweeps_exact.prove_opening), code_stamp(all_openings.prove_openings)


EDITS = [  # a file, what is added to it, and whether the stamps of all code, of a proof, and of the openings change
    ("plots/curves.py", "\nWIDE = 3\n", (False, False, False)),
    ("lab/heads/lookahead.py", "\nWIDE = 3\n", (False, False, False)),
    ("game/entropy.py", "\n# a comment\n", (False, False, False)),
    ("kernels/scores.py", "\nHALF = 0.5\n", (True, True, True)),
    ("search/exact.py", "\nHALF = 0.5\n", (True, True, True)),
    ("planning/noise.py", "\nHALF = 0.5\n", (True, False, False)),
    ("planning/learning.py", "\nHALF = 0.5\n", (True, False, False)),
    ("search/all_openings.py", "\nHALF = 0.5\n", (True, False, False)),
    ("lab/sweeps_exact.py", "\ndef unused():\n    return None\n", (True, False, False)),
]


@pytest.mark.parametrize(("file", "text", "changes"), EDITS, ids=[f"{file}{i}" for i, (file, *_) in enumerate(EDITS)])
def test_only_an_edit_that_may_change_figures_changes_the_stamp(tmp_path, monkeypatch, file, text, changes):
    before, path, parsed, written = stamps(), provenance.HOME / file, provenance._parsed, provenance._written
    edited = tmp_path / path.name
    edited.write_text(path.read_text(encoding="utf-8") + text, encoding="utf-8")
    monkeypatch.setattr(provenance, "_parsed", lambda each: parsed(edited if each == path else each))
    monkeypatch.setattr(provenance, "_written", lambda each: written(edited if each == path else each))
    assert tuple(mine != its for mine, its in zip(stamps(), before, strict=True)) == changes
    monkeypatch.undo()
    assert len(set(before)) == 3 and stamps() == before


def test_a_function_leads_to_what_it_uses():
    tree = ast.parse(
        "from wordlelib.planning import noise\nfrom wordlelib.search import exact\n"
        "LIMIT = 3\n"
        "OTHER = 4\n"
        "def work():\n    return helper(LIMIT) + exact.x\n"
        "def helper(x):\n    return x\n"
        "def unused():\n    return OTHER + noise.x\n"
        "print('always')\n"
    )
    reached = provenance._reached(tree, "work")
    assert [type(node).__name__ for node in reached] == ["ImportFrom", "Assign", "FunctionDef", "FunctionDef", "Expr"]
    assert [node.name for node in reached if isinstance(node, ast.FunctionDef)] == ["work", "helper"]


def test_every_function_of_a_sweep_leads_to_the_game():
    for name, make in experiments.SWEEPS.items():
        work = make().work
        while isinstance(work, partial):
            work = work.func
        path = provenance._path_of(work.__module__)
        behind = provenance._files_behind(provenance._reached(provenance._parsed(path), work.__name__))
        assert {path.name for path in behind} & {"game.py", "knowledge.py", "words.py"}, name
        assert code_stamp(make().work) == code_stamp(work) != code_stamp()


def test_a_function_from_elsewhere_depends_on_everything():
    assert code_stamp(stamps) == code_stamp() == code_stamp(lambda: {})
    assert code_stamp(partial(all_openings.prove_openings, cap=6)) == code_stamp(all_openings.prove_openings)


def test_a_list_is_the_same_wherever_it_is(tmp_path):
    for folder, text in (("one", "abc\nbcd\n"), ("other", "ABC\r\n\r\nbcd")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / f"{folder}.txt").write_text(text)
    digests = {digest_of_words(path) for path in tmp_path.glob("*/*.txt")}
    assert digests == {sha256(b"abc\nbcd\n").hexdigest()}
    assert game.make_game(answers=str(tmp_path / "one" / "one.txt")).hidden == ("abc", "bcd")
