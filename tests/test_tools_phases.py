import os
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[1] / "tools" / "phases.sh"


@pytest.mark.parametrize(("targets", "failed"), [(["good", "bad", "better"], 1), (["good", "better"], 0)])
def test_all_phases_run_and_all_failures_count(tmp_path, targets, failed):
    (tmp_path / "Makefile").write_text("good:\n\t@echo one\nbad:\n\t@false\nbetter:\n\t@echo two\n")
    run = subprocess.run([SCRIPT, "make", *targets], cwd=tmp_path, capture_output=True, text=True)
    lines = run.stdout.splitlines()
    assert run.returncode == failed and lines[:2] == ["one", "two"]
    said = dict(line.split(": ", 1) for line in lines if ": " in line)
    assert [said[target].split(",")[0] for target in targets] == ["FAILED" if t == "bad" else "passed" for t in targets]
    assert lines[-1] == f"phases: {len(targets) - failed} passed, {failed} failed"


def test_targets_of_one_phase_run_side_by_side(tmp_path):
    """Each waits for what the other one makes."""
    (tmp_path / "Makefile").write_text(
        "a:\n\tmkfifo x; cat x; echo a\nb:\n\tuntil [ -p x ]; do sleep 0.1; done; echo b > x\n"
    )
    run = subprocess.run([SCRIPT, "make", "a b"], cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert run.returncode == 0 and "a b: passed" in run.stdout


def test_a_phase_that_would_begin_too_late_is_left_out_and_named(tmp_path):
    """Time is up while the first phase runs, since it waits for that."""
    waiting = 'until [ "$$(date +%s)" -ge "$$UNTIL" ]; do sleep 0.1; done'
    (tmp_path / "Makefile").write_text(f"a:\n\t{waiting}\nb:\n\t@false\n")
    now = int(subprocess.check_output(["date", "+%s"]))
    environment = os.environ | {"UNTIL": str(now + 2)}
    run = subprocess.run([SCRIPT, "make", "a", "b"], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert run.returncode == 0 and "a: passed" in run.stdout and "b: LEFT OUT, too late" in run.stdout
    assert run.stdout.splitlines()[-1] == "phases: 1 passed, 0 failed"
