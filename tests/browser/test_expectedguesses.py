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


def test_the_least_is_marked_and_chances_sum_to_one(bars):
    last = int(bars.slider.get_attribute("max"))
    shown = []
    for step in (0, last // 2, last):
        bars.slide(step)
        rows = bars.table()
        costs = [float(row[2]) for row in rows]
        starred = [row[0].startswith("★") for row in rows]
        assert starred[costs.index(min(costs))]
        for row in rows:
            chances = [float(cell.removesuffix("%")) for cell in row[3:]]
            assert sum(chances) == pytest.approx(100, abs=0.2)
            assert float(row[2]) >= 1 + (chances[1] + 2 * chances[2]) / 100 - 0.003
        assert f"{min(costs):.3f} expected guesses" in bars.status
        shown.append(costs)
    assert shown[0] != shown[-1]


def test_by_keyboard_and_kept_in_the_address(bars):
    bars.slide(0)
    bars.slider.press("ArrowRight")
    assert bars.slider.input_value() == "1"
    bars.page.wait_for_function("location.hash.includes('expectedguesses.step=1')")
