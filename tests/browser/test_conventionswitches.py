"""The convention switches on the published page, with no kernel: their numbers are those of the stored sweep."""

from watching import Region, opened

from wordlelib.lab.authors_tables import SWITCHES
from wordlelib.lab.results import results

NAMES = (*SWITCHES, "consistent")
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
        return self.place.get_by_role("checkbox").nth(NAMES.index(name))

    def check(self, opening, mode, off):
        """Compare everything that is shown with the sweep."""
        now = stored(opening, mode, off)
        assert f"{opening}, {mode}: rollout needs {now['total']:,} guesses" in self.status
        assert f"mean {now['total'] / 2315:.4f}" in self.status and f"base policy {now['base']:,}." in self.status
        names = NAMES if mode == "hard" else SWITCHES
        table = self.table()
        assert len(table) == len(names)
        for name, (_, change) in zip(names, table, strict=True):
            if "list_order" in off and name in ("rounded", "unstable_sort"):
                assert change == "no effect" and self.box(name).is_disabled()
            else:
                other = stored(opening, mode, off ^ {name})["total"]
                assert int(change.replace("−", "-")) == other - now["total"]
                assert self.box(name).is_checked() == (name not in off)
        picture = self.place.get_by_role("img").get_attribute("aria-label")
        assert f"rollout {now['total']:,}" in picture and ("optimum" in picture) == (mode == "easy")


switches = opened(Switches, "book/A_the_papers_digit_for_digit")


def test_switches_show_the_stored_totals(switches):
    switches.check("salet", "easy", set())
    off = set()
    for name in ("rounded", "extra_candidate", "list_order", "last_guess_free", "right_guess_bonus"):
        switches.box(name).click()
        off ^= {name}
        switches.check("salet", "easy", off)
    assert "1 above the optimum" in switches.status
    switches.box("extra_candidate").click()
    assert "7,920" in switches.status and "0 above the optimum" in switches.status
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
