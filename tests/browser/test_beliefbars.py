"""The belief as bars on the published pages: its beliefs and its particles are the library's."""

import re

import numpy as np
import pytest
from watching import Board, frames, opened

import wordlelib as wl
from wordlelib.core.packing import unpack
from wordlelib.game import entropy
from wordlelib.game.feedback import feedback
from wordlelib.planning import belief, noise
from wordlelib.widgets import BeliefBars, Pose
from wordlelib.widgets.belief_bars import MOST_SKEW, MOVES, SIZES, THRESHOLDS

PLAIN, LYING = "book/08_belief_and_adaptive_control", "book/10_colours_that_lie"
HIGHEST = 1e300  # a temperature at which all words are alike
SHARES = unpack(BeliefBars([Pose("start")]).shares)
LANKY = [("soare", "--yy-"), ("raita", "-g---"), ("chynd", "--gy-")]
GAME = """(() => {
    const engine = wordleWidgets.engine();
    return { engine, game: engine.makeGame(...wordleWidgets.readWords(wordleWidgets.words)) };
})()"""
BELIEF = """([shares, skew, lies, rows]) => {
    const { prior, likelihood, bayes } = wordleWidgets.beliefs;
    const { engine, game } = (globalThis.made ??= %s);
    return [...rows.reduce((b, row) => bayes(b, likelihood(engine, game, row, lies)), prior(shares, skew))];
}"""
CLOUD = """([shares, skew, lies, rows, count, threshold, moves, uniforms]) => {
    const { prior: start, likelihood, draw, weigh } = wordleWidgets.beliefs;
    const { engine, game } = (globalThis.made ??= %s);
    let used = 0;
    const random = () => uniforms[used++];
    const prior = start(shares, skew);
    const explained = prior.map(() => 1);
    const last = rows.reduce((cloud, row) => {
        const likely = likelihood(engine, game, row, lies);
        explained.forEach((each, i) => (explained[i] = each * likely[i]));
        return cloud && weigh(cloud, likely, random, { threshold, moves, prior, explained });
    }, draw(prior, count, random));
    return last && { theta: [...last.theta], weights: [...last.weights], used };
}"""
DRAWN = """([n, seed, words]) => {
    const { draw, seeded, estimate } = wordleWidgets.beliefs;
    return [...estimate(draw(new Float64Array(words).fill(1 / words), n, seeded(seed)), words)];
}"""


def problem_of(skew, lies):
    prior = wl.words.heated(wl.words.frequencies(), 1 / skew if skew else HIGHEST)
    game = wl.wordle(prior=prior)
    return belief.GuessingProblem(game, noise.colour_noise(game, lies))


def follow(problem, rows):
    bs = [problem.prior]
    for row in rows:
        bs.append(belief.bayes(problem, problem.start, bs[-1], row[0], row))
    return bs


def histories(problem, rng, games):
    """Give rows that a hidden word may show: guesses and lies at random."""
    for _ in range(games):
        theta = rng.choice(len(problem.prior), p=problem.prior)
        guesses = rng.choice(problem.game.guesses, rng.integers(1, 6), replace=False)
        rows = [problem.draw(problem.start, str(guess), theta, rng.random()) for guess in guesses]
        yield [row for row in rows if not row[1].endswith("?")]


class Bars(Board):
    """The widget, as a reader uses it."""

    region = "Belief as bars"

    def slide(self, label, value):
        slider = self.place.get_by_label(label)
        slider.evaluate("(slider, value) => { slider.value = value; slider.oninput(); }", value)

    def choose(self, label, option):
        self.select(label).select_option(label=option)

    def select(self, label):
        return self.place.locator("label", has_text=re.compile(f"^{re.escape(label)}")).locator("select")

    @property
    def facts(self):
        return self.place.locator(".ww-under").inner_text()

    def ask(self, **settings):
        """Put settings into the address, and wait until they are followed or refused."""
        asked = "#w1" + "".join(f"&beliefbars.{name}={value}" for name, value in settings.items())
        self.page.evaluate("to => (location.hash = to)", asked)
        frames(self.page, 3)

    @property
    def likeliest(self):
        return [(line[0], float(line[2].removesuffix("%"))) for line in self.table() if line[0] != "–"]


plain = opened(Bars, PLAIN)


lying = opened(Bars, LYING)


@pytest.mark.parametrize(
    "skew, lies", [(0, 0), (0, 0.05), (1, 0), (1, 0.05), (0.35, 0.3), (2.5, 0.01), (4, 0.67), (1, 1)]
)
def test_the_belief_is_the_librarys(lying, skew, lies):
    problem, rng = problem_of(skew, lies), np.random.default_rng(7)
    for rows in histories(problem, rng, 12):
        shown = lying.page.evaluate(BELIEF % GAME, [SHARES, skew, lies, rows])
        assert shown == pytest.approx(follow(problem, rows)[-1].tolist(), abs=1e-9)


def test_what_cannot_be_has_no_belief(lying):
    script = BELIEF.replace("return [...rows", "return rows").replace("skew))];", "skew));") % GAME
    assert lying.page.evaluate(script, [SHARES, 0, 0, [("salet", "yyyyy")]]) is None
    assert lying.page.evaluate(script, [SHARES, 0, 0.05, [("salet", "ggggg")]]) is None


@pytest.mark.parametrize(
    "skew, lies, count, threshold, moves",
    [
        (0, 0.05, 1000, 0.5, 0),
        (1, 0.05, 100, 1, 0),
        (0, 0.2, 10_000, 0.5, 1),
        (1, 0, 299, 0.5, 5),
        (0, 0.05, 300, 0, 5),
    ],
)
def test_the_particles_are_the_librarys_with_the_same_random_numbers(lying, skew, lies, count, threshold, moves):
    """An odd number where rows are true, as the effective size is whole then, and half of it would be a near tie."""
    problem, rng = problem_of(skew, lies), np.random.default_rng(3)
    used = 0
    for seed, rows in enumerate(histories(problem, rng, 8)):
        filtered = belief.ParticleFilter(problem, count, np.random.default_rng(seed), threshold, moves)
        uniforms = np.random.default_rng(seed).random(count + len(rows) * (1 + 2 * moves * count)).tolist()
        shown = lying.page.evaluate(CLOUD % GAME, [SHARES, skew, lies, rows, count, threshold, moves, uniforms])
        for row in rows:
            filtered.update(problem.start, row[0], row)
        assert (shown is None) == (filtered.restarts > 0)
        if shown:
            used += shown["used"] - count
            assert shown["theta"] == filtered.theta.tolist()
            assert shown["weights"] == pytest.approx(filtered.weights.tolist(), abs=1e-9)
    assert used > 4 * (1 + 2 * moves * count) or not threshold


@pytest.mark.parametrize("seed", [1, 2, 999])
def test_its_own_random_numbers_draw_every_word_alike(lying, seed):
    """Pearson's statistic has the mean 499 and the standard deviation 31.6."""
    drawn = 100_000 * np.array(lying.page.evaluate(DRAWN, [100_000, seed, 500]))
    assert abs(np.square(drawn - 200).sum() / 200 - 499) < 4 * np.sqrt(2 * 499)


def test_bars_bits_and_words(plain):
    bs = follow(problem_of(1, 0), [("salet", "-y--g"), ("crony", "-----")])
    hidden = wl.words.original()[0]
    for option, b in (("before any row", bs[0]), ("word frequencies, both rows", bs[2])):
        plain.choose("What if?", option)
        order = np.argsort(-b, kind="stable")[: min(6, np.count_nonzero(b))]
        shown = plain.likeliest
        assert [word for word, _ in shown[:-1]] == [hidden[i] for i in order]
        assert [share for _, share in shown[:-1]] == pytest.approx(100 * b[order], abs=0.051)
        assert shown[-1][1] == pytest.approx(100 * (1 - b[order].sum()), abs=0.051)
        assert shown[-1][0] == f"{np.count_nonzero(b) - len(order):,} others"
        words, bits = f"{np.count_nonzero(b):,} words", f"{entropy.entropy(b):.2f} bits"
        said = f"{words} possible, and {bits}" if b is bs[0] else f"CRONY leaves {words} and {bits}"
        assert plain.status.startswith(said)
    notes = plain.place.locator(".ww-board .ww-line > span").all_inner_texts()
    assert notes == [f"{entropy.entropy(b):.2f} bits left" for b in bs[1:]] == ["0.95 bits left", "1.56 bits left"]


def test_the_sentence_says_what_the_last_row_did(plain):
    assert plain.status == "SALET leaves 20 words and 0.95 bits, fewer than the 8.44 before it."
    plain.type("crony").grey()
    assert plain.status == "CRONY leaves 4 words and 1.56 bits, more than the 0.95 before it."
    plain.type("crony").grey()
    assert plain.status == "CRONY leaves 4 words and 1.56 bits, as many as before it."
    plain.place.locator(".ww-board .ww-tile").last.press("g")
    assert plain.status == "No word can show row 3. The bars stand for the rows before it."


def test_a_row_by_keyboard(plain):
    plain.choose("What if?", "before any row")
    plain.type("their")
    for key in "-yg--":
        plain.page.keyboard.press(key)
    plain.settled()
    b = follow(problem_of(1, 0), [("their", "-yg--")])[-1]
    assert plain.status.startswith(f"THEIR leaves {np.count_nonzero(b)} words")
    assert plain.select("What if?").input_value() == ""
    plain.press("Undo")
    assert plain.status.startswith("2,315 words possible")
    assert plain.select("What if?").locator("option:checked").inner_text() == "before any row"


def test_no_lies_and_no_particles_where_no_pose_has_any(plain):
    assert not plain.place.get_by_label("Lie rate").count() and not plain.select("Particles").count()
    assert plain.place.get_by_role("slider").count() == 1 and not plain.place.locator(".ww-under").count()
    assert len(plain.table()[0]) == 3


def test_rows_that_no_word_can_show(plain):
    plain.choose("What if?", "before any row")
    for guess in ("salet", "salet"):
        plain.type(guess).grey()
    plain.place.locator(".ww-board .ww-tile").last.press("g")
    assert plain.status == "No word can show row 2. The bars stand for the rows before it."
    assert plain.place.locator(".ww-board .ww-line > span").all_inner_texts()[1] == "impossible"


def test_a_lie_rate_makes_them_possible(lying):
    lying.choose("What if?", "three rows, 1,000 particles")
    assert "If every colour were true, 0 words would be left." in lying.facts
    lying.slide("Lie rate", 0)
    assert lying.status.startswith("No word can show row 2.")
    lying.slide("Lie rate", 0.2)
    b = follow(problem_of(0, 0.2), LANKY)[-1]
    assert [share for _, share in lying.likeliest[:-1]] == pytest.approx(100 * np.sort(b)[:-7:-1], abs=0.051)
    assert lying.place.locator(".ww-board .ww-line > span").last.inner_text() == f"{entropy.entropy(b):.2f} bits left"


def test_a_slider_raises_the_shares_to_a_power(plain):
    plain.slide("Word frequencies to the power", 2)
    b = follow(problem_of(2, 0), [("salet", "-y--g")])[-1]
    assert f" and {entropy.entropy(b):.2f} bits, " in plain.status


def test_what_the_particles_have_lost(lying):
    lying.choose("What if?", "three rows, 1,000 particles")
    b = follow(problem_of(0, 0.05), LANKY)[-1]
    hidden = wl.words.original()[0]
    lines = lying.table()[:-1]
    lost = [line[0] for line in lines if line[3] == "✗ lost"]
    held = [line[0] for line in lines if line[3].endswith("%")]
    assert len(lost) + len(held) == len(lines) == 6 and lost
    words = int(lying.facts.split("The particles hold ")[1].split()[0])
    assert f", and have lost {np.count_nonzero(b) - words:,} words with " in lying.facts
    share = float(lying.facts.split(" words with ")[1].split("%")[0])
    assert share >= 100 * sum(b[hidden.index(word)] for word in lost) - 0.1
    lying.choose("Particles", "10,000")
    assert int(lying.facts.split("The particles hold ")[1].split()[0]) > words
    before = lying.table()
    lying.press("Draw them again")
    assert [line[:3] for line in lying.table()] == [line[:3] for line in before] and lying.table() != before


def test_the_sentence_says_what_the_particles_make_of_the_likeliest_words(lying):
    lying.choose("What if?", "three rows, 1,000 particles")
    for _ in range(3):
        shown = lying.table()[:5]
        assert {line[2] for line in shown} == {"16.2%"}
        lost = sum(line[3] == "✗ lost" for line in shown)
        said = f"have lost {lost} of the" if lost else "hold all"
        assert lying.status == f"The particles {said} 5 likeliest words (16.2% each)."
        lying.press("Draw them again")
    rows = [*LANKY, ("gayly", feedback("gayly", "lanky"))]
    lying.ask(history=",".join(map(":".join, rows)))
    for _ in range(8):
        lying.press("Draw them again")
        word, _, believed, particles = lying.table()[0]
        lost = particles == "✗ lost"
        assert lying.status == (
            f"The particles have lost {word.upper()}, to which the belief gives {believed}."
            if lost
            else f"The particles give {word.upper()} {particles}, and the belief gives it {believed}."
        )


def test_resampling_and_moves_change_with_the_pose_and_in_the_address(lying):
    lying.choose("What if?", "three rows, 1,000 particles")
    plain = lying.facts
    sizes = re.search(r"Effective sample size: (\d+), then (\d+), then (\d+)\.", plain)
    assert sizes and all(1 <= int(size) <= 1000 for size in sizes.groups())
    lying.ask(threshold=0)
    assert lying.facts != plain
    assert int(re.search(r"then (\d+)\. Distance", lying.facts)[1]) <= int(sizes[3])
    lying.ask(threshold=0.5)
    assert lying.facts == plain
    lying.choose("What if?", "the same, with moves")
    last = r"Distance to the belief: .*then (0\.\d+)\."
    assert float(re.search(last, lying.facts)[1]) < float(re.search(last, plain)[1])


def test_the_particles_may_all_be_wrong(lying):
    lying.slide("Lie rate", 0)
    lying.choose("Particles", "100")
    lying.press("Start again")
    lying.type("fuzzy")
    for key in "--gg-":
        lying.page.keyboard.press(key)
    assert lying.status == "No particle allows these rows: the filter has lost every word."
    assert len(lying.table()[0]) == 3


def test_python_and_the_page_offer_the_same_powers(plain):
    assert plain.place.get_by_label("Word frequencies to the power").get_attribute("max") == str(MOST_SKEW)


def test_python_and_the_page_offer_the_same(lying):
    options = lying.select("Particles").locator("option").all_inner_texts()
    assert options == [f"{size:,}" for size in SIZES]
    for name, offered, other in (("threshold", THRESHOLDS, 0.7), ("moves", MOVES, 2)):
        for value in (*offered, other):
            lying.ask(**{name: f"{value:g}"})
            refused = lying.page.locator(".ww-link .ww-problem").all_inner_texts()
            assert any(f"{name} is" in text for text in refused) == (value == other)


def test_it_follows_the_address(lying):
    page = lying.page
    set_to = {"history": "salet:-y--g", "lies": 0.1, "particles": 300, "seed": 7}
    page.evaluate("to => (location.hash = to)", "#w1" + "".join(f"&beliefbars.{k}={v}" for k, v in set_to.items()))
    page.wait_for_function("document.querySelector('.ww-belief select').value === ''")
    assert lying.place.get_by_label("Lie rate").input_value() == "0.1"
    assert lying.select("Particles").input_value() == "300"
    page.evaluate("location.hash = '#w1&beliefbars.lies=2'")
    page.get_by_text("The address is not followed here: lies is").wait_for()
    page.set_viewport_size({"width": 320, "height": 700})
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_nothing_jumps_when_words_are_few(plain):
    height = plain.place.locator("table").bounding_box()["height"]
    plain.choose("What if?", "word frequencies, both rows")
    assert plain.place.locator("table").bounding_box()["height"] == pytest.approx(height, abs=1)
