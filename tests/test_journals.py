import errno
import os
from multiprocessing import get_context

from refusals import refuses

from wordlelib.runs import journals
from wordlelib.runs.journals import Journal, is_written, read_journal

RECORDS = [{"row": i, "word": "säge\nline"} for i in range(3)]


def filled(path):
    with Journal(path) as journal:
        for record in RECORDS:
            journal.append(record)
    return path


def test_records_come_back_in_their_order(tmp_path):
    path = filled(tmp_path / "journal")
    assert read_journal(path) == RECORDS and len(path.read_bytes().splitlines()) == 3
    with Journal(path) as journal:
        assert journal.records == RECORDS
        journal.append({"row": 3})
    assert read_journal(path) == [*RECORDS, {"row": 3}]


def test_a_torn_last_line_is_cut_off_wherever_it_is_torn(tmp_path):
    path = filled(tmp_path / "journal")
    whole = path.read_bytes()
    last = whole.splitlines(keepends=True)[-1]
    for kept in range(len(last)):
        path.write_bytes(whole[: len(whole) - len(last) + kept])
        assert read_journal(path) == RECORDS[:2]
        with Journal(path) as journal:
            assert journal.records == RECORDS[:2]
            journal.append(RECORDS[2])
        assert path.read_bytes() == whole


def test_a_damaged_line_is_named(tmp_path):
    path = filled(tmp_path / "journal")
    lines = path.read_bytes().splitlines(keepends=True)
    lines[1] = lines[1].replace(b"1", b"2")
    path.write_bytes(b"".join(lines))
    for read in (read_journal, Journal):
        refuses("journal, line 2 is damaged; expected a line that fits its checksum", read, path)
    assert not is_written(path) and path.read_bytes() == b"".join(lines)


def test_only_one_may_write(tmp_path):
    path = tmp_path / "journal"
    with Journal(path) as journal:
        journal.append(RECORDS[0])
        assert is_written(path) and read_journal(path) == RECORDS[:1]
        refuses("out: .* is being written by another run; expected one run a file", Journal, path)
    assert not is_written(path)
    with Journal(path) as journal:
        assert journal.records == RECORDS[:1]


def test_who_asks_does_not_keep_a_writer_out(tmp_path, monkeypatch):
    path, taken = filled(tmp_path / "journal"), journals._taken
    reader = open(path, "rb")  # noqa: SIM115
    assert taken(reader, journals.fcntl.LOCK_SH)

    def ends_then(file, lock):
        found = taken(file, lock)
        reader.close()
        return found

    monkeypatch.setattr(journals, "_taken", ends_then)
    with Journal(path) as journal:
        assert journal.records == RECORDS


def test_a_file_that_was_deleted_meanwhile_is_not_written(tmp_path, monkeypatch):
    """The last writer deletes the journal between the moment a run opens it and the moment it locks it."""
    path, lock = filled(tmp_path / "journal"), journals._lock

    def late(file):
        if path.exists() and path.stat().st_size:
            path.unlink()
        return lock(file)

    monkeypatch.setattr(journals, "_lock", late)
    with Journal(path) as journal:
        journal.append({"row": "new"})
    assert read_journal(path) == [{"row": "new"}]


def test_what_does_not_fit_on_the_disk_leaves_whole_lines(tmp_path):
    """A process may write 200 bytes to a file: two lines and a part of the third."""
    path, process = tmp_path / "journal", get_context("spawn").Process(target=write_too_much, args=(tmp_path,))
    process.start()
    process.join()
    assert process.exitcode == 0
    assert read_journal(path) == RECORDS[:2] and path.read_bytes().endswith(b"\n")


def write_too_much(folder):
    import resource
    import signal

    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    with Journal(folder / "journal") as journal:
        for record in RECORDS[:2]:
            journal.append(record)
        resource.setrlimit(resource.RLIMIT_FSIZE, ((folder / "journal").stat().st_size + 10,) * 2)
        try:
            journal.append(RECORDS[2])
        except OSError as error:
            os._exit(0 if (error.errno, error.filename) == (errno.EFBIG, str(folder / "journal")) else 1)
    os._exit(2)


def test_removed_while_it_is_locked(tmp_path):
    with Journal(tmp_path / "journal") as journal:
        journal.append(RECORDS[0])
        journal.remove()
    assert os.listdir(tmp_path) == []
