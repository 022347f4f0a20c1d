"""The widgets in a live JupyterLab: Python and the browser hold the same state, both ways."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import nbformat
import pytest
from playwright.sync_api import Locator
from watching import jupyter_lab

import wordlelib as wl
from tools.binder.reading import open_notebook
from wordlelib import widgets
from wordlelib.widgets import base

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[2]


class Widget(NamedTuple):
    """A widget in the notebook: what makes it, what a reader does, and what both sides must then say."""

    region: str
    make: str
    act: Callable[[Locator], None]
    read: str
    expected: str
    set: str
    shown: Callable[[Locator], Locator]


def type_in(label, text):
    def act(region):
        region.get_by_label(label, exact=True).fill(text)
        region.page.keyboard.press("Enter")

    return act


def press(*names):
    def act(region):
        for name in names:
            region.get_by_role("button", name=name, exact=True).click()

    return act


def grey_row(guess):
    def act(region):
        type_in("Guess", guess)(region)
        press("The rest is grey")(region)

    return act


def prove(opening):
    def act(region):
        type_in("Opening", opening)(region)
        region.get_by_text(f"{opening.upper()} needs").wait_for(timeout=60_000)

    return act


def enough(region):
    press("How many are enough?")(region)
    region.get_by_text("always enough for").wait_for(timeout=60_000)


def start_race(region):
    region.get_by_role("button", name="Start").press("Enter")
    status("Iterations to a perfect strategy")(region).wait_for(timeout=60_000)


def play_base(name):
    def act(region):
        region.get_by_label("Base policy").select_option(name)
        status(f"After SALET, {name} alone takes")(region).wait_for(timeout=60_000)

    return act


def heat(name):
    def act(region):
        region.get_by_label("Temperature").select_option(name)
        status(f"at temperature {name}, information gain")(region).wait_for(timeout=60_000)

    return act


def status(text):
    return lambda region: region.get_by_role("status").filter(has_text=text)


def told(text):
    return lambda region: status(text)(region).wait_for(timeout=60_000)


LEFT = len(wl.wordle().after([("salet", "-y--g"), ("crony", "-----")]).words)
PARTS = wl.wordle(wl.words.original()[0]).start().partition("agile")
ROW = max(PARTS, key=lambda row: len(PARTS[row]))
TREE = wl.play(wl.wordle(wl.words.tiny()), wl.InformationGain())
SEARCH = "wl.TreeSearch(tree.game, np.random.default_rng(1), bounds=False, width='all')"
AVTS = "wl.TreeSearch(tree.game, np.random.default_rng(1))"
RECORD = "minimax_trace.alphabeta(wl.wordle(['alone', 'atole', 'crane', 'shame']).start(), 2)"
WIDGETS = [
    Widget(
        *("Board and information explorer", "widgets.Explorer([('salet', '-y--g')])", grey_row("crony")),
        *("w.history, w.remaining", f"[['salet', '-y--g'], ['crony', '-----']] {LEFT}"),
        *("w.history = [['crane', 'gy--y']]", lambda region: region.get_by_role("button", name="C, place 1: green")),
    ),
    Widget(
        *("Guess, and watch the words fall", "widgets.FallingWords([('salet', '-y--g')], 'await')"),
        *(type_in("Guess", "crony"), "w.history, w.remaining", f"[['salet', '-y--g'], ['crony', '-----']] {LEFT}"),
        *("w.set_trait('hidden', ''); w.history = []", status("Each dot is a word that may be hidden")),
    ),
    Widget(
        *("Colouring machine", "widgets.ColouringMachine([('speed', 'abide')])", press("All marks")),
        *(
            "w.row, w.moment",
            "--y-y 5",
            "w.moment = 0",
            lambda region: region.get_by_role("img", name="nothing coloured"),
        ),
    ),
    Widget(
        *("Belief as bars", "widgets.BeliefBars([widgets.Pose('one row', [('salet', '-y--g')])])", grey_row("crony")),
        *("w.history[1], w.possible", f"['crony', '-----'] {LEFT}"),
        *("w.history = []", status("2,315 words possible")),
    ),
    Widget(
        *("Words as area", "widgets.WordsAsArea(['salet'])", press("salet")),
        *("w.guess, w.classes", f"salet {len(wl.wordle().start().partition('salet'))}"),
        *("w.guess = ''", status("Each square is one of 2,315 words")),
    ),
    Widget(
        *("Two iterations", "widgets.TwoIterations(['alone', 'atole', 'crane', 'shame'])", press("One step")),
        *("w.moment, w.start", "1 costliest", "w.moment = 2", status("Step 2: policy iteration")),
    ),
    Widget(
        *("Bounds that close", "widgets.ClosingBounds(looked=['salet'])", press("Search it")),
        *("w.looked, w.order", "['salet', 'crate'] bound", "w.looked = []", status("Nothing is searched yet.")),
    ),
    Widget(
        *("Prove it", "widgets.ProveIt('crate', hard=True)", prove("salet")),
        *("w.opening, w.hard, w.total, w.nodes", "salet True 8116 139"),
        *("w.opening = 'trace'", status("after TRACE in hard mode: not proven yet")),
    ),
    Widget(
        *("Enough guesses", "widgets.EnoughGuesses()", enough),
        *("w.least, w.hard", "3 False", "w.text = 'salet'", status("1 word: not searched yet.")),
    ),
    Widget(
        *(
            "The tower",
            f"widgets.ValueTower({{'any': [{SEARCH}]}}, {{'any': {{'alone': 53}}}}, 9, [('a', 'any', 0, 1)])",
        ),
        *(press("One visit"), "w.moment, w.kind", "2 any", "w.moment = 5", status("After 5 visits")),
    ),
    Widget(
        *("Expected guesses", "widgets.ExpectedGuesses('Step', {'any': [('1', {'a': [1]}), ('2', {'a': [0, 1]})]})"),
        *(lambda region: region.get_by_role("slider").press("ArrowRight"), "w.step, w.expected", "1 {'a': 2}"),
        *("w.step = 0", status("Step 1: fewest guesses with a, 1.000 on average")),
    ),
    Widget(
        *("Two infos", "widgets.TwoInfos([[('night', '-gg--'), ('sight', '-ggg-')]])"),
        *(lambda region: region.locator("button.ww-tile").first.press("y"), "w.rows[0][1]", "ygg--"),
        *("w.rows = w.pairs[0]", lambda region: region.get_by_role("button", name="N, place 1: grey")),
    ),
    Widget(
        *("Your game, judged", "widgets.YourGame({'lucky': widgets.Sample(['raise', 'crony'], 'crony')})"),
        *(told("Found crony in 2 guesses."), "w.judgement['guesses'], w.judgement['answer']", "2 crony"),
        *("w.history = [['salet', '-----']]; w.hidden = ''", status("Not found in 1 guess,")),
    ),
    Widget(
        *("What to guess next", "widgets.NextGuess([('salet', '-----')])", told("Guess COURD: the 221 words left")),
        *("w.best['guess'], w.best['total']", "courd 609"),
        *("w.history = [['ouija', '-y---']]", status("the 125 words left")),
    ),
    Widget(
        *("Your prediction", "widgets.PredictFirst('Which?', ['this', 'that'])"),
        *(lambda region: region.get_by_label("that").check(), "w.given", "that"),
        *(
            "w.given = 'this'",
            lambda region: region.locator("input:checked[value=this], label:has(input:checked)", has_text="this"),
        ),
    ),
    Widget(
        *("Q-factor table", "widgets.QFactorTable([('salet', '-yyy-')])", grey_row("gnarl")),
        *("w.history, w.remaining", "[['salet', '-yyy-'], ['gnarl', '-----']] 0"),
        *("w.history = [['salet', '-yyy-']]", status("fewer than after GLARE")),
    ),
    Widget(
        *("The ladder of players", "widgets.Ladder([wl.wordle().start().after('salet', '-yyy-')], 'rollout')"),
        *(lambda region: region.get_by_role("radio", name="words left").check(), "w.player", "words left"),
        *("w.player = 'perfect play'", status("perfect play guesses GNARL")),
    ),
    Widget(
        *("Newton's step", "widgets.NewtonStep({'type': (1, 0.9), 'think': (2, 0.6)}, start=1)", press("One step")),
        *("w.steps, w.start", "1 1.0"),
        *("w.start = 4.5", status("one Newton step, and you are there")),
    ),
    Widget(
        *("Bandit race", "widgets.BanditRace([[0, 1], [1, 1]], {'Thompson': wl.bandits.Thompson()}, pulls=20)"),
        *(press("One pull", "One pull"), "w.moment", "2"),
        *("w.moment = 20", status("After 20 pulls")),
    ),
    Widget(
        *("Race of the methods", "widgets.MethodRace({'one kind': {'one': [[(0.5, 5)]]}}, {'a second': 1}, ['one'])"),
        *(lambda region: region.get_by_role("combobox").select_option("a second"), "w.ahead", "['one']"),
        *("w.moment = 0", status("After 0.1 s, no method has a strategy yet.")),
    ),
    Widget(
        *(
            "Search it live",
            f"widgets.SearchRace({{'tiny': (tree.game, 53), 'same': (tree.game, 53)}}, {{'a': {AVTS}}}, seeds=1)",
        ),
        *(start_race, "w.game, [*w.found], min(w.found['a']) > 0", "tiny ['a'] True"),
        *("w.game = 'same'", status("Nothing is searched yet.")),
    ),
    Widget(
        *("Openings and lookahead", "widgets.Lookahead(width=1)", play_base("worst-class")),
        *("w.base, sum(w.used)", "worst-class 8158"),
        *("w.width, w.kept = 2, {}", status("After SALET, rollout of width 2 on worst-class takes")),
    ),
    Widget(
        *("Priors", "widgets.Priors(bonus=1)", heat("0")),
        *("w.temperature, w.prices[0]", "0 [0, 1, 'about']"),
        *("w.bonus, w.kept = 7, {}", status("with a bonus of 7 bits needs 1.000 guesses")),
    ),
    Widget(
        *("Price of safety", "widgets.PriceOfSafety({'tiny list': {None: tree, tree.worst: tree}})"),
        *(lambda region: region.get_by_role("slider").press("End"), "w.game, w.step", "0 1"),
        *("w.step = 0", status("Without a promise no word needs more than")),
    ),
    Widget(
        *("Whom a test plays", "widgets.FirstWords({'one': [1, 2], 'two': [2, 1]}, 1)"),
        *(lambda region: region.get_by_role("slider").press("End"), "w.order, w.played", "0 2"),
        *("w.order, w.played = 1, 1", status("The first 1 word takes 2.000, all 2 take 1.500 guesses")),
    ),
    Widget(
        *("A ring on a line", "widgets.RingSearch(LineSearch(5, 1), {}, 4, [0])", press("3, the ring may be here")),
        *("w.path, w.ring", "[0, 3] 4", "w.path = [4]", status("Found in cell 4, for 5.")),
    ),
    Widget(
        *("Convention switches", "widgets.ConventionSwitches(off=['rounded'])", press("As published")),
        *("w.off, w.opening", "[] salet"),
        *("w.mode = 'hard'", status("8,156 with rollout")),
    ),
    Widget(
        *("Game against a Hinter", "widgets.HinterGame()", type_in("Guess", "agile")),
        *("w.history, w.remaining", f"[['agile', '{ROW}']] {len(PARTS[ROW])}"),
        *("w.history, w.guesser = [], 'exact'", status("2,315 words left")),
    ),
    Widget(
        *("How good is an opening?", "widgets.OpeningValue()", type_in("Opening", "crane")),
        *("w.opening, w.hard", "crane False", "w.opening, w.hard = 'salet', True", status("SALET is in place")),
    ),
    Widget(
        *("Secret duel", "widgets.SecretDuel(wl.zero_sum(tree.game))", press("100 games", "Let the mixture play")),
        *("sum(w.taken['least favourable prior']['mixture'])", "101"),
        *("w.hinter, w.word = 'your word', 'sight'", status("You hide sight.")),
    ),
    Widget(
        *("Self-check", "widgets.SelfCheck(widgets.TypeNumber('How many?', 5, 'Five.', 'More.'))"),
        *(type_in("Your number", "10/2"), "w.given", "[5]", "w.given = [4]", status("✗ Not yet. More.")),
    ),
    Widget(
        *("Decision tree viewer", "widgets.TreeViewer(tree)", type_in("Hidden word", "night")),
        *("w.word, w.opened", f"night {TREE.nodes_of(TREE.game.hidden.index('night'))[:-1]}"),
        *("w.word = 'sight'", status("sight takes")),
    ),
    Widget(
        *("Tree search replay", f"widgets.SearchReplay({SEARCH}, 20)", press("One iteration", "One iteration")),
        *("w.moment", "2", "w.moment = 9", lambda region: region.get_by_text("Iteration 9 selects")),
    ),
    Widget(
        *("Alpha-beta replay", f"widgets.AlphaBetaReplay({RECORD})", press("One step"), "w.moment", "1"),
        *("w.moment = 3", lambda region: region.get_by_text("3 of ")),
    ),
]
MAKE = """import numpy as np
import wordlelib as wl
from wordlelib import widgets
from wordlelib.adversary import minimax_trace
from wordlelib.planning.belief import LineSearch
tree = wl.play(wl.wordle(wl.words.tiny()), wl.InformationGain())"""


@pytest.fixture(scope="module")
def lab(chromium, tmp_path_factory):
    """Start JupyterLab on a notebook with every widget; give its address, once it answers."""
    compiled: dict = {}  # what the notebook calls is compiled here, where no browser waits for it
    for source in (MAKE, *(widget.make for widget in WIDGETS)):
        exec(source, compiled)
    folder = tmp_path_factory.mktemp("lab")
    sources = [MAKE]
    for widget in WIDGETS:
        sources += [f"w = {widget.make}\nw", f"print('said', {widget.read})", widget.set]
    cells = [nbformat.v4.new_code_cell(source) for source in sources]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata=kernel), folder / "live.ipynb")
    with jupyter_lab(folder, PYTHONPATH=str(ROOT)) as address:
        yield address


@pytest.fixture(scope="module")
def notebook(lab, chromium):
    """Open the notebook and run its first cell."""
    page = chromium.new_page(viewport={"width": 1300, "height": 1000})
    open_notebook(page, lab, "live.ipynb")
    run(page, 0)
    yield page
    page.close()


def run(page, number):
    """Run a cell of the notebook."""
    cell = page.locator(".jp-Notebook .jp-CodeCell").nth(number)
    cell.locator(".cm-content").click()
    page.keyboard.press("Shift+Enter")
    return cell


def test_every_widget_is_tried():
    names = {name for name in widgets.__all__ if issubclass(getattr(widgets, name), base.Widget)}
    assert {widget.make.split("(")[0] for widget in WIDGETS} == {f"widgets.{name}" for name in names}


@pytest.mark.parametrize("number", range(len(WIDGETS)), ids=[widget.region for widget in WIDGETS])
def test_state_is_the_same_on_both_sides(notebook, number):
    widget = WIDGETS[number]
    run(notebook, 3 * number + 1)
    region = notebook.get_by_role("region", name=widget.region)
    region.wait_for(timeout=60_000)
    widget.act(region)
    notebook.wait_for_function("!document.querySelector('[aria-busy] .ww')")
    said = run(notebook, 3 * number + 2).locator(".jp-OutputArea-output")
    said.get_by_text("said").wait_for(timeout=60_000)
    assert said.inner_text().strip() == f"said {widget.expected}"
    assert not widget.shown(region).count()
    run(notebook, 3 * number + 3)
    widget.shown(region).first.wait_for(timeout=60_000)
