"""Files: only those are read and written over, a link stays one, and nothing is left half done."""

import os
import socket
from contextlib import closing
from types import SimpleNamespace

import pytest
from refusals import refuses

from wordlelib.core import files
from wordlelib.game import words
from wordlelib.planning import learning
from wordlelib.planning.values import NetworkValue
from wordlelib.runs import shards
from wordlelib.runs.journals import Journal, is_written, read_journal
from wordlelib.runs.sweeps import Sweep, run

DEEP = "[" * 100_000 + "]" * 100_000


@pytest.fixture(params=["a FIFO", "a socket", "a device", "a folder"])
def odd(request, tmp_path, monkeypatch):
    """Give what is no file, and what it is called."""
    monkeypatch.chdir(tmp_path)  # the names of sockets are short
    if request.param == "a device":  # a terminal, beside which nobody can make files: not even root can write over it
        pair = os.openpty()
        yield os.ttyname(pair[1]), request.param
        for each in pair:
            os.close(each)
        return
    path = tmp_path / "odd"
    if request.param == "a FIFO":
        os.mkfifo(path)
    elif request.param == "a folder":
        path.mkdir()
    with closing(socket.socket(socket.AF_UNIX)) as opened:
        if request.param == "a socket":
            opened.bind("odd")
        yield str(path), request.param


def square(number):
    return {"square": number * number}


def test_what_is_no_file_is_not_written_over(odd):
    path, kind = odd
    before = os.stat(path)
    some = Sweep([{"number": 1}], square)
    for write in (files.check_writable, files.destination, lambda path: files.write_whole(path, "x")):
        refuses(f"^out: '{path}' is {kind}; expected a file$", write, path)
    refuses(f"^out: '{path}' is {kind}; expected a file$", run, some, path)
    assert os.path.samestat(os.stat(path), before) and os.stat(path).st_mode == before.st_mode


def test_what_is_no_file_is_not_read(odd):
    path, kind = odd
    for read in (files.read_text, files.read_json, learning.load):
        with pytest.raises(OSError) as caught:
            read(path)
        assert (caught.value.filename, caught.value.strerror) == (path, f"{kind}, no file")
    for read in (words.load, words.load_prior, words.load_lists):
        refuses(rf"^{path}: cannot be read \({kind}, no file\); expected a text file, ", read, path)
    for read in (Journal, read_journal, is_written):
        refuses(f"^out: {path} is {kind}; expected a journal$", read, path)
    with pytest.raises(ValueError, match=rf"^files: {path} cannot be read \({kind}, no file\); expected the file of"):
        shards.merge([path], "out.json")


def test_what_is_no_file_does_not_keep_others_from_being_seen(odd, tmp_path):
    path, _ = odd
    run(Sweep([{"number": 1}], square), tmp_path / "a.json")
    (tmp_path / "b.json").symlink_to(path)
    (tmp_path / "c.json.journal").symlink_to(path)
    (tmp_path / "d.json").write_text(DEEP)
    (tmp_path / "e.json.journal").write_bytes(b"x\n\n")
    found = [(os.path.basename(each.file), each.state) for each in shards.status(tmp_path)]
    assert found == [("a.json", "complete"), ("c.json", "damaged"), ("e.json", "damaged")]


@pytest.mark.parametrize("there", [True, False])
def test_a_link_stays_and_the_file_behind_it_is_written(tmp_path, there):
    (tmp_path / "far").mkdir()
    behind, link = tmp_path / "far" / "file", tmp_path / "link"
    link.symlink_to(behind)
    if there:
        behind.write_text("old")
    files.check_writable(link)
    assert behind.exists() == there
    files.write_whole(link, "new")
    assert link.is_symlink() and behind.read_text() == "new"
    run(Sweep([{"number": 3}], square), tmp_path / "link2.json")
    link.unlink()
    link.symlink_to(behind)
    behind.unlink()
    assert run(Sweep([{"number": 3}], square), link).complete
    assert link.is_symlink() and files.read_json(behind)["rows"] == [{"number": 3, "square": 9}]
    assert os.listdir(tmp_path / "far") == ["file"]


def test_a_folder_that_is_not_there(tmp_path):
    (tmp_path / "file").touch()
    (tmp_path / "link").symlink_to(tmp_path / "none" / "x")
    for path in (tmp_path / "none" / "x", tmp_path / "file" / "x", tmp_path / "link"):
        with pytest.raises(ValueError, match="^--out: '.*(none|file)' is no folder; expected a file in a folder that"):
            files.check_writable(path, "--out")


def test_errors_name_the_file_that_was_asked_for(tmp_path, monkeypatch):
    path = tmp_path / "file"
    files.write_whole(path, "old")

    def full(number):
        raise OSError(27, "File too large")

    monkeypatch.setattr(files, "os", SimpleNamespace(**vars(os) | {"fsync": full}))
    with pytest.raises(OSError, match="File too large") as caught:
        files.write_whole(path, "new")
    assert caught.value.filename == str(path)
    with pytest.raises(UnicodeEncodeError):
        files.write_whole(path, "\ud83d")
    assert path.read_text() == "old" and os.listdir(tmp_path) == ["file"]


def test_a_file_may_be_too_large(tmp_path):
    (tmp_path / "file").write_text("x" * 1001)
    assert len(files.read_text(tmp_path / "file", most=1001)) == 1001
    with pytest.raises(OSError, match="more than 1,000 bytes"):
        files.read_text(tmp_path / "file", most=1000)
    os.truncate(tmp_path / "file", files.MOST + 1)  # a hole
    for read in (words.load, words.load_prior, Journal, read_journal):
        refuses(r"file.*more than [\d,]* bytes\)?; expected a ", read, tmp_path / "file")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (DEEP, "nested too deeply; expected 100 levels at most"),
        ("[" * 101 + "]" * 101, "nested too deeply; expected 100 levels at most"),
        ('{"a":' * 101 + "1" + "}" * 101, "nested too deeply; expected 100 levels at most"),
        ("[", "Expecting value"),
    ],
)
def test_what_is_nested_too_deeply_is_no_value(text, said, tmp_path):
    refuses(said, files.parse_json, text)
    (tmp_path / "x.json").write_text(text)
    for read in (learning.load, lambda path: NetworkValue.from_json(path.read_text())):
        refuses("; expected ", read, tmp_path / "x.json")
    refuses("x.json is no shard", shards.merge, [tmp_path / "x.json"], tmp_path / "out.json")
    refuses("x.json is there and holds no results", run, Sweep([{"number": 1}], square), tmp_path / "x.json")


def test_nesting_has_no_cost_and_a_hundred_levels_pass():
    assert files.parse_json("[" * 100 + "]" * 100)
    assert files.parse_json('{"a": [1, {"b": "[[["}], "c": []}') == {"a": [1, {"b": "[[["}], "c": []}


def test_a_value_that_memory_does_not_hold(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("[1]")

    def full(text, **_):
        raise MemoryError

    monkeypatch.setattr(files.json, "loads", full)
    refuses("too large for the memory", files.read_json, tmp_path / "file")
