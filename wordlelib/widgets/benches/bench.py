"""What all benches share: controls, a run that can be stopped, earlier runs, a picture and its description."""

import threading
from abc import ABC, abstractmethod
from base64 import b64encode
from collections.abc import Callable, Mapping
from html import escape
from typing import Any, NamedTuple

import ipywidgets

from wordlelib import plots
from wordlelib.core import checks

Report = Callable[[int, int], None]
REMEMBERED = 20  # experiments; a small cache is enough to go back
STYLE = {"description_width": "7em"}
IMAGE = '<img alt="{}" src="data:image/png;base64,{}" style="max-width: 100%; height: auto">'


class Stopped(Exception):
    """Raised by the report of a run after Stop was pressed, which ends whatever is being computed."""


class Trial(NamedTuple):
    """The settings of an experiment, a named tuple, and its result."""

    setup: Any
    result: Any


class Bench(ABC):
    """A place to compose experiments, with controls, Run and Stop, a picture and its description.

    A bench needs a kernel. A notebook stores only its picture. A subclass defines which controls there are, which
    settings they make, and what is measured, described and drawn. The experiment with the settings `setup`, a named
    tuple, is run at once.

    Attributes
    ----------
    shown, kept : Trial
        The experiment that is shown, and the one with which others are compared, or None. At first its settings are
        those of `setup`, but for the ones `kept`.
    said : str
        The description of what is shown.
    idle : threading.Event
        An event that is set while no experiment is being run: ``bench.idle.wait()`` waits for the end of one.
    view : ipywidgets.Widget
        The controls and everything else, for a notebook with a kernel.
    """

    alt: str
    size: tuple[float, float]

    def __init__(self, setup: Any, kept: Mapping[str, Any] | None = None) -> None:
        self._trials: dict[Any, Trial] = {}
        self._lock, self._stop = threading.RLock(), threading.Event()
        self._busy, self.idle = False, threading.Event()
        self.idle.set()
        strange = set(kept or ()) - set(setup._fields)
        if strange:
            raise checks.refused("kept", kept, f"settings among {', '.join(setup._fields)}")
        self.kept = None if kept is None else self._first(setup._replace(**kept))
        self.shown = self._first(setup)
        self.said, self._png = "", b""
        self._make_view(setup)

    @abstractmethod
    def controls(self, setup: Any) -> dict[str, ipywidgets.ValueWidget]:
        """Return the controls, by the names of the settings that they make."""

    @abstractmethod
    def read(self, **values: Any) -> Any:
        """Make settings from what the controls hold, or raise a ValueError that names what is wrong."""

    @abstractmethod
    def measure(self, setup: Any, report: Report) -> Any:
        """Run an experiment, and report the progress after each step."""

    @abstractmethod
    def name(self, setup: Any) -> str:
        """Return a name for settings, in a few words."""

    @abstractmethod
    def say(self, trial: Trial) -> str:
        """Describe a result in words."""

    @abstractmethod
    def compare(self, kept: Trial, shown: Trial) -> str:
        """Describe how the experiment that is shown differs from the one that was kept."""

    @abstractmethod
    def draw(self, figure: plots.Figure, trials: list[Trial]) -> None:
        """Draw one experiment, or both the one that was kept and the one that is shown."""

    def is_quick(self, setup: Any) -> bool:
        """Return whether an experiment takes less than a third of a second, so that nobody has to press Run."""
        return False

    def run(self) -> None:
        """Run the present settings in a separate thread, or only show them if they were run before."""
        with self._lock:
            if self._busy:
                raise RuntimeError("an experiment is being run; expected none, so stop it or wait for its end")
            self._settle(asked=True)

    def stop(self) -> None:
        """Let the experiment that is being run end at its next step."""
        self._stop.set()

    def keep(self) -> None:
        """Keep the experiment that is shown, to compare others with it."""
        with self._lock:
            self.kept = self.shown
            self._show(self.shown)

    def _first(self, setup: Any) -> Trial:
        """Run an experiment before there is a view."""
        setup = self.read(**setup._asdict())
        return self._remember(setup, self.measure(setup, lambda done, of: None))

    def _remember(self, setup: Any, result: Any) -> Trial:
        self._trials[setup] = Trial(setup, result)
        if len(self._trials) > REMEMBERED:
            del self._trials[next(iter(self._trials))]
        return self._trials[setup]

    def _make_view(self, setup: Any) -> None:
        self._line, self._picture = ipywidgets.HTML(), ipywidgets.HTML()
        self._progress = ipywidgets.IntProgress(description="Progress", max=100, style=STYLE)
        self._run = ipywidgets.Button(description="Run", button_style="primary")
        keep = ipywidgets.Button(description="Keep for comparison", layout={"width": "auto"})
        self._run.on_click(lambda _: self._pressed())
        keep.on_click(lambda _: self.keep())
        self._controls = self.controls(setup)
        for control in self._controls.values():
            control.style, control.layout = STYLE, {"width": "20em"}
        # Each change of a control comes here, and once all of them at the beginning.
        asked = ipywidgets.interactive(self._changed, clear_output=False, **self._controls)
        asked.layout = {"display": "flex", "flex_flow": "row wrap"}
        buttons = ipywidgets.HBox([self._run, keep, self._progress], layout={"flex_flow": "row wrap"})
        self.view = ipywidgets.VBox([asked, buttons, self._line, self._picture])

    def _changed(self, **values: Any) -> None:
        with self._lock:
            if not self._busy:
                self._settle()

    def _pressed(self) -> None:
        with self._lock:
            if self._busy:
                self.stop()
            else:
                self.run()

    def _values(self) -> dict[str, Any]:
        return {name: control.value for name, control in self._controls.items()}

    def _settle(self, asked: bool = False) -> None:
        """Show the settings if they were run before; run them if that is quick or asked for; else say what to press."""
        values = self._values()
        try:
            setup = self.read(**values)
        except ValueError as error:
            self._tell(str(error))
            return
        if setup in self._trials:
            self._show(self._trials[setup])
        elif asked or self.is_quick(setup):
            self._begin(setup, values)
        else:
            self._tell(f"Press Run for these settings. {self._present()}")

    def _begin(self, setup: Any, values: dict[str, Any]) -> None:
        self._busy = True
        self.idle.clear()
        self._stop.clear()
        self._run.description, self._run.button_style, self._progress.value = "Stop", "warning", 0
        self._tell(f"Running {self.name(setup)} ...")
        threading.Thread(target=self._work, args=(setup, values), daemon=True).start()

    def _work(self, setup: Any, values: dict[str, Any]) -> None:
        """Run an experiment; then show it, or why it failed, unless the controls are set to another by now."""
        failed = self._try(setup)
        with self._lock:
            self._run.description, self._run.button_style, self._busy = "Run", "primary", False
            if failed and values == self._values():
                self._tell(failed)
            else:
                self._settle()  # which may begin another
            if not self._busy:
                self.idle.set()

    def _try(self, setup: Any) -> str:
        """Run an experiment; return in a line why it failed, or nothing."""
        try:
            self._remember(setup, self.measure(setup, self._report))
        except Stopped:
            return f"Stopped at {self._progress.value} per cent; none of that is kept. {self._present()}"
        except ValueError as error:
            return str(error)
        except Exception as error:  # also of what nobody thought of a reader sees one line
            return f"{type(error).__name__}: {error}"
        self._progress.value = 100
        return ""

    def _report(self, done: int, of: int) -> None:
        if self._stop.is_set():
            raise Stopped
        self._progress.value = 100 * done // of

    def _present(self) -> str:
        return f"The picture shows {self.name(self.shown.setup)}."

    def _tell(self, text: str) -> None:
        lines = "".join(f"<div>{escape(line)}</div>" for line in text.splitlines())
        self._line.value = f'<div role="status" style="line-height: 1.5">{lines}</div>'

    def _show(self, trial: Trial) -> None:
        self.shown, trials, self.said = trial, [trial], self.say(trial)
        if self.kept is not None and self.kept.setup != trial.setup:
            trials = [self.kept, trial]
            self.said += f"\n{self.compare(self.kept, trial)}"
        self._png = plots.as_png(lambda figure: self.draw(figure, trials), self.size)
        self._picture.value = IMAGE.format(escape(self.alt), b64encode(self._png).decode())
        self._tell(self.said)

    def __repr__(self) -> str:
        return f"{type(self).__name__}: {self.said}"

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        """Return the controls for a notebook with a kernel, and the picture for anything that knows no controls."""
        picture = {"image/png": b64encode(self._png).decode(), "text/plain": self.said}
        return self.view._repr_mimebundle_(**kwargs) | picture
