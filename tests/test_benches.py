"""The benches without a browser: what they measure, and what a reader sees who sets controls and presses buttons."""

import threading
from base64 import b64decode
from typing import NamedTuple

import ipywidgets
import pytest
from refusals import refused

import wordlelib as wl
from wordlelib.widgets.benches import (
    DuelBench,
    bench,
    duels,
)

WAIT = 120  # seconds; far more than anything here takes
FAMILY = ["batch", "catch", "hatch", "patch"]


class Reader:
    """Somebody who uses a bench: sets controls by their labels, presses buttons, reads."""

    def __init__(self, bench):
        self.bench = bench
        self.parts = list(parts_of(bench.view))

    def find(self, label):
        (found,) = [part for part in self.parts if getattr(part, "description", "") == label]
        return found

    def set(self, label, value):
        self.find(label).value = value
        return self.settled()

    def press(self, label):
        self.find(label).click()
        return self

    def settled(self):
        assert self.bench.idle.wait(WAIT)
        return self

    @property
    def line(self):
        (line,) = [part.value for part in self.parts if 'role="status"' in str(getattr(part, "value", ""))]
        return line

    @property
    def picture(self):
        (picture,) = [part.value for part in self.parts if "<img" in str(getattr(part, "value", ""))]
        return picture


def parts_of(widget):
    yield widget
    for child in getattr(widget, "children", ()):
        yield from parts_of(child)


# Duels.


def test_a_family_by_hand():
    """Only the words themselves can be guessed, and each guess rules out one."""
    game = wl.wordle(FAMILY)
    for turns, winner in ((3, "hinter"), (4, "guesser")):
        played = duels.measure(duels.Setup(turns=turns), game)
        assert (played.winner, played.remaining) == (winner, [3, 2, 1, 1][:turns])
    honest = duels.measure(duels.Setup(hinter="honest", word="batch"), game)
    assert honest.state.history == [("batch", "ggggg")]


@pytest.mark.parametrize("hinter", duels.HINTERS)
@pytest.mark.parametrize("guesser", duels.GUESSERS)
def test_duels_are_those_of_the_players(tiny, guesser, hinter):
    asked = []
    setup = duels.Setup(guesser, hinter, "night", 5)
    played = duels.measure(setup, tiny, lambda *done: asked.append(done))
    players = duels.GUESSERS[guesser](5), duels.HINTERS[hinter]("night")
    again = wl.duel(tiny, *players, 5)
    assert played.state.history == again.state.history and played.winner == again.winner == "guesser"
    assert asked == [(i, 5) for i in range(len(played.state.rows))]
    assert all(tiny.answer(guess, played.word) == row for guess, row in played.state.history)


@pytest.mark.slow
def test_duels_on_a_bench():
    reader = Reader(DuelBench(turns=3, kept={"turns": 4}, answers=FAMILY))
    assert "The Hinter wins" in reader.line and "with guess 4 of 4. Both begin with the same 3 rows." in reader.line
    reader.set("Turns", duels.MOST_TURNS)
    assert "with guess 4 of 10." in reader.line and "ggggg found" in reader.line
    reader.set("Turns", 1).set("Guesser", "guaranteed").press("Run").settled()
    assert "cap: 1; no strategy keeps to it from" in reader.line and reader.line.count("<div>") == 1
    reader.set("Guesser", "rollout").set("Hinter", "honest").set("Honest word", "crane")
    assert "word: &#x27;crane&#x27;; expected one of the 4 hidden words" in reader.line
    reader.set("Honest word", "HATCH ")
    assert "rollout against honest (hatch), 1 turn: " in reader.line
    reader.set("Hinter", "greedy").set("Honest word", "crane")
    assert "rollout against greedy, 1 turn: " in reader.line


@pytest.mark.parametrize(("listed", "typed"), [("istek", "İSTEK "), ("λόγοσ", "ΛΌΓΟΣ"), ("état", "e\u0301tat")])
def test_words_are_brought_to_the_form_of_lists(listed, typed):
    assert DuelBench(hinter="honest", word=typed, answers=[listed]).read("rollout", "honest", typed, 1).word == listed


# Whatever bench it is.


class Setup(NamedTuple):
    steps: int = 0
    fault: str = ""


class Steps(bench.Bench):
    """Each step of an experiment needs a permit of the test's."""

    alt, size = "<Nothing> to see", (1, 1)

    def __init__(self, *settings, kept=None):
        self.permits, self.begun, self.counted, self.measured = threading.Semaphore(0), threading.Event(), 0, []
        super().__init__(Setup(*settings), kept)

    def controls(self, setup):
        steps = ipywidgets.BoundedIntText(setup.steps, min=0, max=100, description="Steps")
        return {"steps": steps, "fault": ipywidgets.Text(setup.fault, description="Fault")}

    def read(self, steps, fault):
        if fault == "text":
            raise ValueError("fault: 'text'; expected <another>")
        return Setup(steps, fault)

    def is_quick(self, setup):
        return setup.steps == 1

    def measure(self, setup, report):
        self.begun.set()
        for i in range(setup.steps):
            self.permits.acquire()
            report(i, setup.steps)
            self.counted += 1
        if setup.fault:
            raise {"value": ValueError, "zero": ZeroDivisionError}[setup.fault](f"fault: {setup.fault!r}\n")
        self.measured.append(setup.steps)
        return setup.steps

    def name(self, setup):
        return f"{setup.steps} steps"

    def say(self, trial):
        return f"{trial.result} steps were made."

    def compare(self, kept, shown):
        return f"{kept.result} were kept, {shown.result} are shown."

    def draw(self, figure, trials):
        figure.suptitle(" ".join(str(trial.result) for trial in trials))


def begin(*settings):
    """Let a bench begin an experiment that waits for permits."""
    used = Steps()
    reader = Reader(used).set("Steps", settings[0])
    used.begun.clear()
    reader.press("Run")
    assert used.begun.wait(WAIT)
    return used, reader


def test_run_shows_what_came_of_it():
    used, reader = begin(4)
    assert "Running 4 steps" in reader.line and not used.idle.is_set()
    picture = reader.picture
    used.permits.release(4)
    reader.settled()
    assert used.said == "4 steps were made." and used.said in reader.line and used.counted == 4
    assert reader.picture != picture and reader.find("Progress").value == 100 and reader.find("Run")


def test_progress_tells_how_far_it_is():
    used, reader = begin(4)
    seen = []
    reader.find("Progress").observe(lambda change: seen.append(change.new), "value")
    used.permits.release(4)
    reader.settled()
    assert seen == [25, 50, 75, 100]


def test_stop_stops_at_the_next_step():
    used, reader = begin(10)
    passed = threading.Event()
    reader.find("Progress").observe(lambda change: change.new == 30 and passed.set(), "value")
    used.permits.release(4)
    assert passed.wait(WAIT)
    reader.press("Stop")
    used.permits.release(6)
    reader.settled()
    assert used.counted == 4  # those that were reported before
    assert "Stopped at 30 per cent; none of that is kept. The picture shows 0 steps." in reader.line
    assert used.shown.result == 0 and used.measured == [0]
    used.permits = threading.Semaphore(10)
    reader.press("Run").settled()
    assert used.said == "10 steps were made."


def test_two_runs_at_once_are_refused():
    used, reader = begin(2)
    with pytest.raises(RuntimeError, match="an experiment is being run; expected none"):
        used.run()
    used.permits.release(2)
    reader.settled()
    assert used.measured == [0, 2]


def test_controls_that_change_during_a_run_are_seen_at_its_end():
    used, reader = begin(3)
    reader.find("Steps").value = 5
    assert "Running 3 steps" in reader.line
    used.permits.release(3)
    reader.settled()
    assert "Press Run for these settings. The picture shows 0 steps." in reader.line and used.measured == [0, 3]
    reader.set("Steps", 3)
    assert used.said == "3 steps were made." and used.measured == [0, 3]


def test_a_quick_experiment_follows_a_long_one():
    used, reader = begin(3)
    reader.find("Steps").value = 1
    used.permits.release(4)
    reader.settled()
    assert used.measured == [0, 3, 1] and used.said == "1 steps were made." and used.said in reader.line


def test_what_was_run_before_is_only_shown(monkeypatch):
    used, reader = begin(2)
    used.permits.release(2)
    reader.settled()
    for steps in (0, 2, 0):
        reader.set("Steps", steps)
        assert used.said == f"{steps} steps were made." and used.measured == [0, 2]
    reader.set("Steps", 2).press("Run").settled()
    assert used.measured == [0, 2] and used.said == "2 steps were made."
    monkeypatch.setattr(bench, "REMEMBERED", 2)
    used.permits.release(100)
    reader.set("Steps", 3).press("Run").settled().set("Steps", 2)
    assert used.measured == [0, 2, 3] and used.said == "2 steps were made."
    reader.set("Steps", 0)
    assert "Press Run" in reader.line


def test_a_result_is_kept_for_comparison():
    used = Steps(0)
    reader = Reader(used)
    reader.press("Keep for comparison")
    assert used.kept == used.shown and used.said == "0 steps were made."
    used.permits.release(3)
    reader.set("Steps", 3).press("Run").settled()
    assert used.said == "3 steps were made.\n0 were kept, 3 are shown." and reader.line.count("<div>") == 2
    begun = Steps(0, kept={"steps": 0})
    assert begun.said == "0 steps were made."


def test_faults_are_one_line(capfd):
    used = Steps()
    reader = Reader(used)
    for fault, told in (
        ("text", "fault: &#x27;text&#x27;; expected &lt;another&gt;"),
        ("value", "fault: &#x27;value&#x27;"),
        ("zero", "ZeroDivisionError: fault: &#x27;zero&#x27;"),
    ):
        reader.set("Fault", fault).press("Run").settled()
        assert told in reader.line and reader.line.count("<div>") == 1 and reader.find("Run")
    reader.set("Fault", "")
    assert used.said == "0 steps were made." and used.said in reader.line
    assert "Traceback" not in "".join(capfd.readouterr())


test_bad_settings_are_named = refused(
    (lambda: DuelBench("nobody", answers=FAMILY), "^guesser: 'nobody'; expected one of information gain"),
    (lambda: DuelBench(hinter="nobody", answers=FAMILY), "^hinter: 'nobody'; expected one of honest"),
    (lambda: DuelBench(hinter="honest", answers=FAMILY), "^word: ''; expected one of the 4 hidden words"),
    (lambda: DuelBench(turns=11, answers=FAMILY), "^turns: 11; expected a whole number from 1 to 10"),
)


@pytest.mark.parametrize(
    "make",
    [
        lambda: DuelBench(answers=FAMILY),
        Steps,
    ],
)
def test_a_notebook_gets_controls_and_a_picture(make):
    used = make()
    bundle = used._repr_mimebundle_()
    assert bundle["application/vnd.jupyter.widget-view+json"]["model_id"] == used.view.model_id
    assert b64decode(bundle["image/png"]).startswith(b"\x89PNG") and bundle["text/plain"] == used.said
    assert bundle["image/png"] in Reader(used).picture and 'alt="' in Reader(used).picture
    assert make()._repr_mimebundle_()["image/png"] == bundle["image/png"]
    assert repr(used) == f"{type(used).__name__}: {used.said}"
    labels = [control.description for control in parts_of(used.view) if isinstance(control, ipywidgets.ValueWidget)]
    controls = [label for label in labels if label not in ("", "Progress")]
    assert len(controls) == len(set(controls)) == len(used.shown.setup)
