"""Expected guesses on the published pages: the sums are those of the probabilities, at every step of the slider."""

import pytest
from watching import Region

PAGES = ["book/09_priors", "book/D_other_lists"]


class Bars(Region):
    """The widget, as a reader uses it."""

    def __init__(self, page):
        super().__init__(page, "Expected guesses")
        self.slider = self.place.get_by_role("slider")


@pytest.fixture(params=PAGES)
def bars(request, watched):
    return Bars(watched.open(request.param))


def test_the_least_is_marked_and_a_bar_is_as_long_as_its_sum(bars):
    last = int(bars.slider.get_attribute("max"))
    shown = []
    for step in (0, last // 2, last):
        bars.slide(step)
        rows = bars.table()
        costs = [float(row[2]) for row in rows]
        starred = [row[0].startswith("★") for row in rows]
        assert starred[costs.index(min(costs))]
        for row in rows:
            first = float(row[3].removesuffix("%")) / 100 if row[3:] else 0
            assert 0 <= first <= 1 and float(row[2]) >= 2 - first - 0.006
        assert f" {min(costs):.3f} on average" in bars.status
        shown.append(costs)
        widths = bars.place.locator(".ww-guess-bar").evaluate_all(
            "bars => bars.map(bar => [...bar.children].reduce((sum, part) => sum + parseFloat(part.style.width), 0))"
        )
        assert [width * costs[0] / widths[0] for width in widths] == pytest.approx(costs, abs=0.002)
    assert shown[0] != shown[-1]


def test_by_keyboard_and_kept_in_the_address(bars):
    bars.slide(0)
    bars.slider.press("ArrowRight")
    assert bars.slider.input_value() == "1"
    bars.page.wait_for_function("location.hash.includes('expectedguesses.step=1')")
