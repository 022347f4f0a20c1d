"""The convention switches on the published page, with no kernel: their numbers are those of the stored sweep."""

import pytest
from watching import Region, frames, opened

from wordlelib.lab.authors_tables import SWITCHES
from wordlelib.lab.results import results

RULE = "consistent"
NAMES = (*SWITCHES, RULE)
ROWS = {(row["opening"], row["mode"], row["off"]): row for row in results("conventions")["rows"]}


def stored(opening, mode, off):
    """Give the row of a combination; with possible words first, rounding and the sort make no difference."""
    if "list_order" in off:
        off = off - {"rounded", "unstable_sort"}
    return ROWS[opening, mode, " ".join(name for name in NAMES if name in off)]


class Switches(Region):
    """The widget of the chapter, as a reader uses it."""

    region = "Convention switches"

    def box(self, name):
        return self.place.get_by_role("checkbox", include_hidden=True).nth(NAMES.index(name))

    def note(self, name):
        return self.place.locator(".ww-switches .ww-note").nth(NAMES.index(name)).text_content()

    def check(self, opening, mode, off):
        """Compare everything that is shown with the sweep."""
        now, before = stored(opening, mode, off), stored(opening, mode, set())
        if not off:
            said = f"{now['base']:,} guesses with the base policy and {now['total']:,} with rollout."
            assert self.status == f"As published, {opening.upper()} needs {said}"
        else:
            changes = [now[which] - before[which] for which in ("base", "total")]
            words = [f"{abs(n)} {'more' if n > 0 else 'fewer'}" if n else "as many" for n in changes]
            assert f" off: the base policy needs {words[0]}, rollout {words[1]}" in self.status
        worse = now["total"] - now["base"]
        assert (f"which is {worse} worse than its base policy" in self.status) == (worse > 0)
        for name in NAMES if mode == "hard" else SWITCHES:
            if "list_order" in off and name in ("rounded", "unstable_sort"):
                assert self.box(name).is_disabled() and "no effect" in self.note(name)
            else:
                assert self.box(name).is_checked() == (name not in off)
                assert self.note(name).startswith("off: " if name in off else "else ")
        assert self.box(RULE).is_visible() == (mode == "hard")
        picture = self.place.get_by_role("img").get_attribute("aria-label")
        assert f"base policy {now['base']:,}, rollout {now['total']:,}" in picture
        assert ("optimum" in picture) == (mode == "easy")


switches = opened(Switches, "book/A_the_papers_digit_for_digit")


def test_switches_show_the_stored_totals(switches):
    switches.check("salet", "easy", set())
    off = set()
    for name in ("rounded", "extra_candidate", "list_order", "last_guess_free", "right_guess_bonus"):
        switches.box(name).click()
        off ^= {name}
        switches.check("salet", "easy", off)
    assert "the optimum" not in switches.status
    switches.box("extra_candidate").click()
    assert switches.status.endswith("and rollout is at the optimum.")
    assert "rollout 7,920" in switches.place.get_by_role("img").get_attribute("aria-label")
    switches.press("As published")
    switches.check("salet", "easy", set())


def test_hard_mode_has_a_convention_more(switches):
    switches.place.get_by_role("combobox", name="Mode").select_option("hard")
    switches.check("salet", "hard", set())
    switches.box("consistent").click()
    switches.check("salet", "hard", {"consistent"})
    switches.place.get_by_role("combobox", name="Opening").select_option("clout")
    switches.check("clout", "hard", {"consistent"})
    switches.place.get_by_role("combobox", name="Mode").select_option("easy")
    switches.check("clout", "easy", set())


def test_keys_work_and_keep_the_focus(switches):
    switches.box("last_guess_free").focus()
    switches.page.keyboard.press("Space")
    switches.check("salet", "easy", {"last_guess_free"})
    assert switches.page.evaluate("document.activeElement.type") == "checkbox"
    switches.page.keyboard.press("Tab")
    switches.page.keyboard.press("Space")
    switches.check("salet", "easy", {"last_guess_free", "right_guess_bonus"})


@pytest.mark.parametrize("width", [390, 1200])
def test_nothing_shifts_and_all_of_it_is_on_one_screen(switches, width):
    switches.page.set_viewport_size({"width": width, "height": 844})
    frames(switches.page, 3)
    height = switches.place.bounding_box()["height"]
    assert height < 780
    for name in ("list_order", "last_guess_free", "right_guess_bonus", "extra_candidate"):
        switches.box(name).click()
        assert switches.place.bounding_box()["height"] == height
