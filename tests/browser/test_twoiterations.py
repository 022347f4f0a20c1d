"""Two iterations on the published page: values, policies and steps are the library's."""

from dataclasses import replace

import numpy as np
import pytest
from games import Own
from watching import Region

import wordlelib as wl
from wordlelib.planning import markov

CHAPTER = "book/02_markov_chains_and_decisions"
COMPUTE = """([words, start]) => {
    const { beliefs, values, policies } = wordleWidgets.iterations(words, wordleWidgets.engine());
    return {
        beliefs: beliefs.map((belief) => belief.words.map((h) => words[h]).join(" ")),
        rising: values().map((J) => [...J]),
        falling: policies(start).map(({ policy, values }) =>
            [policy.map((control, x) => words[beliefs[x].controls[control].guess]), [...values]]),
    };
}"""


def start_of(process, name):
    """Give the policy with which the library's policy iteration is to begin."""
    if name == "costliest":
        opposite = replace(process, cost=-process.cost)
        return opposite.greedy(markov.value_iteration(opposite)[-1])
    return process.controls_of(Own(lambda state: state.words[0]) if name == "list-order" else wl.WorstClass())


@pytest.fixture
def steps(watched):
    return Region(watched.open(CHAPTER), "Two iterations")


@pytest.mark.parametrize("name", ["costliest", "worst-class", "list-order"])
@pytest.mark.parametrize(
    "words", [wl.words.tiny(), wl.words.original()[0][::160], ["fight", "might", "night", "sight"]]
)
def test_every_value_and_every_guess_is_the_librarys(steps, words, name):
    process = markov.belief_process(wl.wordle(words))
    found = steps.page.evaluate(COMPUTE, [list(words), name])
    place = {state: x for x, state in enumerate(process.states)}
    order = [place[belief] for belief in found["beliefs"]]
    assert sorted(order) == list(range(len(process.states)))
    rising = markov.value_iteration(process)
    assert np.allclose(found["rising"], np.array(rising)[:, order], rtol=0, atol=1e-9)
    falling = markov.policy_iteration(process, start_of(process, name))
    assert len(found["falling"]) == len(falling)
    for (guesses, values), (policy, J) in zip(found["falling"], falling, strict=True):
        assert np.allclose(values, J[order], rtol=0, atol=1e-9)
        assert guesses == [process.controls[policy[x]] for x in order]


def test_the_steps_stop(steps):
    assert steps.status == "For all 24 words the costliest policy needs 109 guesses, and value iteration starts from 0."
    for _ in range(5):
        steps.place.get_by_role("button", name="One step", exact=True).focus()
        steps.page.keyboard.press("Enter")
    assert steps.page.evaluate("document.activeElement.innerText") == "One step back"
    steps.place.get_by_text("The numbers").click()
    columns = list(zip(*steps.table(0), strict=True))
    assert columns[1] == ("0", "24", "47", "53", "53", "53")
    assert columns[3] == ("109", "55", "53", "stopped", "stopped", "stopped")
    process = markov.belief_process(wl.wordle(wl.words.tiny()))
    values = markov.value_iteration(process)
    changed = [int((abs(b - a) > 1e-9).sum()) for a, b in zip(values, values[1:], strict=False)]
    assert [int(each) for each in columns[2][1:]] == changed
    assert steps.status == "Step 5: policy iteration needs 53 guesses, the least; value iteration is right everywhere."
    low, best, high = (column for column in list(zip(*steps.table(1), strict=True))[1:4])
    assert low == best == high


def test_the_picture_closes_on_the_line(steps):
    gaps = []
    for _ in range(4):
        marks = steps.place.locator("svg")
        low = marks.locator("circle.ww-iteration").evaluate_all("dots => dots.map(dot => +dot.getAttribute('cy'))")
        high = marks.locator("rect.ww-newton").evaluate_all("marks => marks.map(mark => +mark.getAttribute('y') + 3.5)")
        assert len(low) == len(high) == 179 and all(a >= b - 1e-9 for a, b in zip(low, high, strict=True))
        gaps.append(sum(low) - sum(high))
        steps.press("One step")
    assert all(a > b for a, b in zip(gaps, gaps[1:], strict=False))


def test_another_start_begins_again(steps):
    steps.press("One step")
    steps.place.get_by_role("combobox").select_option("list order")
    steps.place.get_by_text("The numbers").click()
    assert steps.table(0)[0] == ["0", "0", "", "63", ""] and steps.table(0)[1][1] == "·"
    steps.page.wait_for_function("location.hash === '#w1&twoiterations.start=list-order'")
    steps.page.evaluate("location.hash = '#w1&twoiterations.start=worst-class&twoiterations.moment=1'")
    steps.place.get_by_text("Step 1:").wait_for()
    assert [row[3] for row in steps.table(0)[:2]] == ["59", "53"]


def test_a_column_says_its_belief(steps):
    steps.press("One step")
    picture = steps.place.locator("svg")
    box = picture.bounding_box()
    picture.hover(position={"x": box["width"] - 12, "y": 60})
    said = steps.place.locator(".ww-under").inner_text()
    process = markov.belief_process(wl.wordle(wl.words.tiny()))
    most = markov.value_iteration(process)[-1].max()  # the costliest belief stands last
    assert said.startswith("allow, batch, catch and 7 more: the policy guesses might ")
    assert said.endswith(f"J* is {most:.2f}, and value iteration has 1.00.")
    steps.page.set_viewport_size({"width": 320, "height": 700})
    steps.page.wait_for_function("document.querySelector('.ww-two svg').viewBox.baseVal.width < 320")
    assert steps.page.evaluate("document.documentElement.scrollWidth") <= 320
