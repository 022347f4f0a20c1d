import inspect
import pickle
import subprocess
import sys
import textwrap
import threading
from concurrent.futures import ThreadPoolExecutor
from html.parser import HTMLParser

import joblib
import numpy as np
import pytest

import wordlelib as wl
from wordlelib.adversary import guarantees, minimax
from wordlelib.search import exact, tree_search

WAIT = 300  # seconds; far more than anything here takes


@pytest.fixture(scope="module")
def game():
    return wl.wordle(wl.words.tiny()[:14])


def rng():
    return np.random.default_rng(7)


def searched(game):
    found = wl.TreeSearch(game, rng(), bounds=False)
    found.run(20)
    return found


def prepared():
    return wl.Prepared(3, 1.5, 1.25, "folder", 0.5)


def solved(game):
    solver = wl.GuaranteeSolver(game)
    solver.search(game.start(), 2)
    return solver


def considered(game):
    search = wl.Minimax(game)
    search.move(game.start(), 2)
    return search


def proven(game, cap=None):
    policy = wl.Exact(cap)
    policy.decide(game.start())
    return policy


def judged(game):
    judge = wl.Judge(game)
    return judge, judge.judge(game.guesses[:3], game.hidden[-1])


def secret(game):
    return wl.zero_sum(game, gap=0.5)


def linear():
    return wl.LinearValue(np.ones(12), 0.5)


def families():
    """A game in which there is something to learn."""
    return wl.wordle([word for word in wl.words.original()[0] if word[2:] in ("ght", "ill", "und")])


MAKERS = {  # what each public name makes, or gives
    "AVTS": lambda game: wl.AVTS(20, sampler=wl.PUCT(2.0)),
    "Beliefs": wl.Beliefs.start,
    "DecisionTree": lambda game: wl.DecisionTree.from_json(wl.play(game, wl.WorstClass()).to_json(), game),
    "Duel": lambda game: wl.duel(game, wl.InformationGain(), wl.GreedyHinter()),
    "EpsilonGreedy": lambda game: wl.EpsilonGreedy(0.5),
    "Exact": lambda game: proven(game, 5),
    "ExactHinter": lambda game: wl.ExactHinter(),
    "ExpectedRemaining": lambda game: wl.ExpectedRemaining(),
    "FewestDecisions": lambda game: wl.FewestDecisions(None, 4),
    "Follow": lambda game: wl.Follow(wl.play(game, wl.MostClasses())),
    "Game": lambda game: wl.Game(game.hidden, game.guesses, game.codes, game.solved, game.read, game.show),
    "GreedyHinter": lambda game: wl.GreedyHinter(),
    "Guarantee": lambda game: wl.guarantee(game, 2),
    "GuaranteeSolver": solved,
    "Guaranteed": lambda game: wl.Guaranteed(5, solved(game)),
    "Hinter": lambda game: First(),
    "Hoeffding": lambda game: wl.Hoeffding(3.0, None),
    "HonestHinter": lambda game: wl.HonestHinter(game.hidden[2]),
    "Info": lambda game: wl.Info.top(5, "abcde"),
    "InformationGain": lambda game: wl.InformationGain(2.0),
    "Judge": lambda game: judged(game)[0],
    "Judgement": lambda game: judged(game)[1],
    "Laplace": lambda game: wl.Laplace(),
    "LinearValue": lambda game: linear(),
    "Lookahead": lambda game: wl.Lookahead(linear(), 3, 2),
    "Minimax": considered,
    "MinimaxGuesser": lambda game: wl.MinimaxGuesser(2),
    "MinimaxHinter": lambda game: wl.MinimaxHinter(),
    "Mixture": lambda game: secret(game).mixture,
    "MostClasses": lambda game: wl.MostClasses(),
    "Move": lambda game: wl.best_move(game.start(), 2),
    "NetworkValue": lambda game: wl.NetworkValue(linear().layers),
    "PUCT": lambda game: wl.PUCT(),
    "Plan": lambda game: wl.Plan(2, (0, 1)),
    "Policy": lambda game: Own(),
    "Proof": lambda game: wl.prove(game, gap=1),
    "QFactor": lambda game: wl.Rollout(wl.WorstClass(), 3).q_factors(game.start()),
    "RandomWord": lambda game: wl.RandomWord(rng()),
    "RandomGuess": lambda game: wl.RandomGuess(rng()),
    "Rollout": lambda game: wl.Rollout(wl.Rollout(wl.InformationGain(), 2), 3, heaviest=1),
    "SizeValue": lambda game: wl.SizeValue(np.arange(15.0)),
    "State": lambda game: game.start().after(game.guesses[0], game.answer(game.guesses[0], game.hidden[1])),
    "Thompson": lambda game: wl.Thompson(),
    "TreeSearch": searched,
    "Value": lambda game: linear(),
    "WorstCase": lambda game: wl.WorstCase(ties="squares"),
    "WorstClass": lambda game: wl.WorstClass(),
    "ZeroSum": lambda game: secret(game),
    "best_move": lambda game: wl.best_move(game.start(), 2),
    "Prepared": lambda game: prepared(),
    "compile": lambda game: prepared(),
    "class_counts": lambda game: wl.class_counts(game.start(), game.guesses[0]),
    "duel": lambda game: wl.duel(game, proven(game), wl.HonestHinter(game.hidden[0])),
    "expected_remaining": lambda game: wl.expected_remaining(game.start()),
    "from_answers": lambda game: wl.from_answers(
        list("abc"), list("abc"), lambda guess, hidden: str(guess == hidden), [1, 2, 3]
    ),
    "guarantee": lambda game: wl.guarantee(game, 5),
    "information_gain": lambda game: wl.information_gain(game.start()),
    "mastermind": lambda game: wl.mastermind(2, 3),
    "number_of_classes": lambda game: wl.number_of_classes(game.start()),
    "play": lambda game: wl.play(game, wl.InformationGain()),
    "train_linear": lambda game: wl.train_linear(families(), rng(), rounds=1),
    "train_network": lambda game: wl.train_network(families(), rng(), rounds=1, epochs=1),
    "prove": lambda game: wl.prove(game, game.guesses[0]),
    "wordle": lambda game: wl.wordle(["aab", "abc", "cab"], mode="hard", prior=[1, 2, 3]),
    "worst_class": lambda game: wl.worst_class(game.start()),
    "zero_sum": lambda game: secret(game),
}

MORE = {  # what public objects hold or give
    "AVTS.rank": lambda game: wl.AVTS(20).rank(game.start(), 3),
    "AVTS.search": lambda game: wl.AVTS(20, search=searched(game)).search(game),
    "Exact.rank": lambda game: wl.Exact().rank(game.start(), 3),
    "Exact.solver": lambda game: proven(game).solver(game),
    "Greedy.rank": lambda game: wl.InformationGain().rank(game.start(), 3),
    "Rollout, by hand": lambda game: wl.Rollout(Own(), 3, ranking=wl.AVTS(9), steps=1, terminal=np.arange(15.0)),
    "TreeSearch.arms": lambda game: searched(game).arms(),
    "TreeSearch.last_path": lambda game: searched(game).last_path(),
    "TreeSearch.trace": lambda game: searched(game).trace,
    "TreeSearch, hard": lambda game: searched(wl.wordle(game.hidden, mode="hard", prior=range(1, 15))),
    "strict": lambda game: wl.wordle(game.hidden, mode="strict"),
}
EVERYTHING = {**MAKERS, **MORE}


class Own(wl.Policy):
    name = "own"

    def decide(self, state):
        return state.words[-1]


class First(wl.Hinter):
    def answer(self, state, guess, left):
        return next(iter(state.partition(guess)))


def test_every_public_name_is_tried():
    assert set(MAKERS) == {name for name in wl.__all__ if not inspect.ismodule(getattr(wl, name))}


def copied(value):
    return pickle.loads(pickle.dumps(value))


def handed_over(value):
    """Pickled as Dask does it: arrays arrive as memory that cannot be written to."""
    buffers = []
    text = pickle.dumps(value, protocol=5, buffer_callback=buffers.append)
    return pickle.loads(text, buffers=[bytes(buffer.raw()) for buffer in buffers])


def fingerprint(value, game):
    """What an object says and does, in writing; asking may change it."""
    said = [repr(value).replace(repr(rng().bit_generator), "")]
    if isinstance(value, wl.Policy):
        said += [wl.play(game, value).to_json(), value.decide(game.start())]
    if isinstance(value, wl.Game):
        said += [wl.play(value, wl.InformationGain()).to_json(), value.mode, value.cells, value.weights.tolist()]
        said += [value.read(value.show(code)) for code in np.unique(value.codes).tolist()]
    if isinstance(value, wl.State | wl.Beliefs):
        for each in [value] if isinstance(value, wl.State) else value:
            said += [each.words, each.history, each.allowed.tolist(), wl.InformationGain().decide(each)]
    if isinstance(value, wl.Hinter):
        said.append(wl.duel(game, wl.InformationGain(), value).state.history)
    if isinstance(value, wl.bandits.Sampler):
        said.append(wl.bandits.pull([[1.0, 2.0], [0.0, 4.0]], value, 30, rng()).tolist())
    if isinstance(value, wl.TreeSearch):
        value.run(20)
        said += [value.arms(), [column.tolist() for column in value.trace], value.guess(), value.nodes]
    if isinstance(value, exact.Solver):
        said += [value.known_guess(value.game.start()), value.search(value.game.start()), value.nodes]
    if isinstance(value, wl.GuaranteeSolver):
        said += [value.obstructions(), value.search(value.game.start(), 4), value.nodes]
    if isinstance(value, wl.Minimax):
        said += [value.move(value.game.start(), 4)[:5], value.nodes]
    if isinstance(value, wl.DecisionTree):
        said += [value.to_json(), value.mean, value.path(game.hidden[3])]
    if isinstance(value, wl.Judge | wl.Judgement):
        judgement = value if isinstance(value, wl.Judgement) else value.judge(game.guesses[:3], game.hidden[-1])
        said += [judgement.as_dict(), judgement._repr_html_()]
    if isinstance(value, np.ndarray):
        said.append(value.tolist())
    return said


@pytest.mark.parametrize("carry", [copied, handed_over])
@pytest.mark.parametrize("name", EVERYTHING)
def test_everything_pickles_and_decides_the_same_afterwards(game, name, carry):
    value = EVERYTHING[name](game)
    if isinstance(value, wl.Policy):
        value.decide(game.start())
    other, its_game = carry((value, game))
    assert fingerprint(other, its_game) == fingerprint(value, game)


@pytest.mark.parametrize("name", EVERYTHING)
def test_what_arrives_can_be_written_to(game, name):
    """Kernels are compiled for arrays that can; for others they would be compiled anew."""

    def check(value, seen):
        if id(value) in seen:
            return
        seen[id(value)] = value
        if isinstance(value, np.ndarray):
            assert value.flags.writeable and value.flags.c_contiguous and value.flags.aligned
        elif isinstance(value, tuple | list):
            for item in value:
                check(item, seen)
        elif type(value).__module__.startswith("wordlelib"):
            for item in vars(value).values():
                check(item, seen)

    value = EVERYTHING[name](game)
    if isinstance(
        value,
        wl.Game | wl.State | wl.Beliefs | wl.TreeSearch | wl.GuaranteeSolver | wl.Minimax | wl.Judge | exact.Solver,
    ):
        check(handed_over(value), {})


@pytest.mark.parametrize("name", EVERYTHING)
def test_everything_says_what_it_is(game, name):
    value = EVERYTHING[name](game)
    for each in value if isinstance(value, list) else [value]:
        if not isinstance(each, np.ndarray):
            text = repr(each)
            assert " at 0x" not in text and "\n" not in text and "function" not in text
            assert text.startswith((type(each).__name__, "<")) and len(text) > 5


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (lambda game: wl.Rollout(wl.InformationGain(), "all"), "Rollout(InformationGain(), 'all')"),
        (
            lambda game: wl.Rollout(wl.InformationGain(), 5, wl.Exact(), 2, 1, np.ones(15)),
            "Rollout(InformationGain(), 5, ranking=Exact(), heaviest=2, steps=1, terminal=<15 numbers>)",
        ),
        (lambda game: wl.AVTS(5, 1), "AVTS(5, 1)"),
        (lambda game: wl.AVTS(5, 1, wl.PUCT()), "AVTS(5, 1, sampler=PUCT(coefficient=1.0))"),
        (lambda game: wl.RandomGuess(rng()), "RandomGuess(Generator(PCG64))"),
        (lambda game: Own(), "<Own: own>"),
        (lambda game: wl.HonestHinter("stone"), "HonestHinter('stone')"),
        (lambda game: First(), "First()"),
        (lambda game: wl.Beliefs.of(game.start()), f"<1 beliefs after 0 guesses, 14 words possible in all, of {'{}'}>"),
        (lambda game: wl.TreeSearch(game, rng()), "<TreeSearch of {}: 0 iterations, 1 beliefs, between 30 and 105>"),
    ],
)
def test_reprs(game, value, text):
    found = repr(value(game))
    assert found == text.replace("{}", repr(game))


def test_memos_stay_behind_and_cached_properties_too(game):
    policy = wl.Rollout(wl.InformationGain(), 3)
    fresh = len(pickle.dumps(policy))
    wl.play(game, policy)
    assert len(pickle.dumps(policy)) == fresh
    assert "codes_by_hidden" in vars(game) and "codes_by_hidden" not in vars(copied(game))


def decide(policy, state):
    return policy.decide(state), policy.rank(state, 3)


@pytest.mark.slow
def test_joblib_carries_games_policies_and_searches():
    """Arrays of a megabyte and more come as maps of files."""
    names = [f"w{i:04}" for i in range(1100)]
    large = wl.from_answers(names, names, lambda a, b: "yes" if a == b else str((int(a[1:]) * int(b[1:])) % 7))
    state = large.after((guess, large.answer(guess, "w0123")) for guess in ("w0005", "w0011"))
    search = wl.TreeSearch(large, rng(), state=state)
    search.run(2)
    tasks = [(policy, search.state) for policy in (wl.InformationGain(), wl.AVTS(4, search=search))]
    assert large.codes.nbytes > 1e6
    found = joblib.Parallel(n_jobs=2, max_nbytes="200K")(joblib.delayed(decide)(*task) for task in tasks)
    assert found == [decide(*task) for task in tasks]


class Reader(HTMLParser):
    """Collects the cells of tables, and checks that tags are closed in order."""

    def __init__(self, text):
        super().__init__()
        self.open, self.cells, self.attributes = [], [], []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag, attributes):
        self.open.append(tag)
        self.attributes += [(tag, *each) for each in attributes]
        if tag in ("th", "td", "caption"):
            self.cells.append((tag, ""))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] in ("th", "td", "caption"):
            self.cells[-1] = self.open[-1], self.cells[-1][1] + data


@pytest.mark.parametrize(
    "name", ["play", "prove", "QFactor", "Greedy.rank", "Exact.rank", "AVTS.rank", "TreeSearch.arms"]
)
def test_tables_have_headings_and_no_colours(game, name):
    value = EVERYTHING[name](game)
    reader = Reader(value._repr_html_())
    assert ("th", "scope", "col") in reader.attributes or ("th", "scope", "row") in reader.attributes
    sides = {("th", "class", "text"), ("td", "class", "text")}
    assert set(reader.attributes) <= {("th", "scope", "col"), ("th", "scope", "row")} | sides
    texts = [text for _, text in reader.cells]
    if isinstance(value, list):
        assert [text for tag, text in reader.cells if tag == "th"][: len(value[0])] == list(value[0]._fields)
        assert {line.guess for line in value} <= set(texts)
        assert value[:1] == list(value)[:1] and value == list(value)
    elif name == "play":
        for row, words in game.start().partition(value.opening).items():
            if row != "ggggg":
                assert texts[texts.index(row) + 1] == str(len(words))
        assert f"mean {value.mean:.4f}" in texts[0] and value.opening in texts[0]
    else:
        assert texts[texts.index("lower") + 1] == str(value.lower) and "yes" in texts


def test_text_in_tables_is_escaped():
    names = ["<b>", "&amp", '"x"']
    game = wl.from_answers(names, names, lambda guess, hidden: f"<{names.index(hidden)}>" * (guess != hidden))
    for value in (wl.play(game, wl.InformationGain()), wl.InformationGain().rank(game.start(), 3)):
        reader = Reader(value._repr_html_())
        assert {"<b>", "&amp", '"x"'} & {text for _, text in reader.cells}
    assert wl.TreeSearch(game, rng(), state=game.after([("<b>", "<1>")])).arms()._repr_html_() is None


def test_a_long_table_of_a_tree_is_cut(tiny):
    names = [f"w{i:02}" for i in range(40)]
    game = wl.from_answers(
        names,
        names,
        lambda guess, hidden: f"{(int(guess[1:]) - int(hidden[1:])) % 20:02}" if guess != hidden else "found",
    )
    tree = wl.play(game, wl.WorstClass())
    text = tree._repr_html_()
    assert text.count("<tr>") < 16 and f"{len(tree.children[0]) - 12} more" in text


SHARED = {  # an object, the module and the name of its kernel, and its methods
    "TreeSearch": (
        lambda game: wl.TreeSearch(game, rng(), bounds=False),
        (tree_search, "advance"),
        lambda found: found.run(10),
        [
            lambda found: found.run(10),
            lambda found: found.think(found.state, 10),
            lambda found: found.arms(),
            lambda found: found.guess(),
            lambda found: found.value(),
            lambda found: found.visits(found.state),
            lambda found: found.covers(found.state),
            lambda found: found.last_path(),
        ],
    ),
    "Solver": (
        exact.Solver,
        (exact, "run_search"),
        lambda solver: solver.search(solver.game.start()),
        [
            lambda solver: solver.search(solver.game.start()),
            lambda solver: solver.known_guess(solver.game.start()),
            lambda solver: solver.lower_bounds(),
        ],
    ),
    "GuaranteeSolver": (
        wl.GuaranteeSolver,
        (guarantees, "run_search"),
        lambda solver: solver.search(solver.game.start(), 3),
        [
            lambda solver: solver.search(solver.game.start(), 3),
            lambda solver: solver.least(solver.game.start()),
            lambda solver: solver.obstructions(),
        ],
    ),
    "Minimax": (
        wl.Minimax,
        (minimax, "run_search"),
        lambda search: search.move(search.game.start(), 2),
        [lambda search: search.move(search.game.start(), 2), lambda search: search.value(search.game.start(), 2)],
    ),
}


@pytest.mark.parametrize("name", SHARED)
def test_what_cannot_be_shared_says_so(game, monkeypatch, name):
    """While one thread is at work, every other is refused; afterwards none is."""
    make, (module, kernel), work, asks = SHARED[name]
    alone, shared = make(game), make(game)
    expected = repr(work(alone)) if name != "Minimax" else work(alone).guess
    compiled, inside, done = getattr(module, kernel), threading.Event(), threading.Event()

    def waiting(*arguments):
        inside.set()
        assert done.wait(WAIT)
        return compiled(*arguments)

    monkeypatch.setattr(module, kernel, waiting)
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(work, shared)
        assert inside.wait(WAIT)
        try:
            for ask in asks:
                with pytest.raises(
                    RuntimeError, match=f"^<{name} of <Wordle: .* is at work in another thread; expected one"
                ):
                    ask(shared)
        finally:
            done.set()
        found = first.result(WAIT)
    assert (found.guess if name == "Minimax" else repr(found)) == expected
    for ask in asks:
        ask(shared)


def test_a_search_may_be_read_while_it_tells_of_its_progress(game):
    seen, found = [], wl.TreeSearch(game, rng(), bounds=False)
    found.run(40, progress=lambda done, total: seen.append((found.guess(), found.arms()[0].visits)))
    assert len(seen) == 3


@pytest.mark.slow
@pytest.mark.parametrize("what", ["search.run(400)", "search.think(search.state, 10**6)"])
def test_threads_in_one_search_leave_the_interpreter_alive(what):
    code = f"""
        import threading
        import numpy as np
        import wordlelib as wl

        game = wl.wordle(wl.words.original()[0][::12])
        search = wl.TreeSearch(game, np.random.default_rng(1), bounds=False)
        search.run(3)
        barrier, refused = threading.Barrier(3), []

        def work():
            barrier.wait()
            try:
                {what if "run" in what else "search.think(search.state, 300)"}
            except RuntimeError as error:
                refused.append(str(error))

        threads = [threading.Thread(target=work) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert all("at work in another thread" in text for text in refused), refused
        search.run(5)
        print(search.guess(), search.lower <= search.upper)
    """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, timeout=WAIT)
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("True\n")


def test_threads_may_share_a_rollout_policy_and_prove_at_once():
    game = wl.wordle(wl.words.tiny())
    expected = wl.play(game, wl.Rollout(wl.InformationGain(), 5)).to_json(), wl.prove(game).total
    shared, barrier = wl.Rollout(wl.InformationGain(), 5), threading.Barrier(3)

    def work(_):
        barrier.wait(WAIT)
        return wl.play(game, shared).to_json(), wl.prove(game).total

    with ThreadPoolExecutor(3) as pool:
        assert list(pool.map(work, range(3))) == [expected] * 3
