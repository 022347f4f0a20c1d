"""The contents of a page name the section that is on the screen, however the reader came there."""

import pytest
from watching import wait_for_widgets

CHAPTER = "book/06_rollout_is_a_newton_step"
# Where each section is on the screen and no heading near it: half-way to the next one, if that is far enough.
MIDDLES = """() => {
    const links = [...document.querySelectorAll("#pst-page-toc-nav a")];
    const tops = links.map(({ hash }) => document.getElementById(hash.slice(1)).getBoundingClientRect().top + scrollY);
    const sections = links.map(({ hash }, i) => [hash, tops[i], tops[i + 1]]);
    const long = sections.filter(([, top, next]) => next - top > 2 * innerHeight);
    return long.map(([hash, top, next]) => [hash, Math.round((top + next) / 2)]);
}"""
NAMED = "(hash) => document.querySelector('#pst-page-toc-nav a[aria-current]')?.hash === hash"


@pytest.fixture
def page(watched):
    return watched.open_anew(CHAPTER)


def test_after_a_jump(page):
    middles = page.evaluate(MIDDLES)
    assert len(middles) >= 3
    for section, middle in [*middles, *middles[::-1]]:
        page.evaluate("(y) => scrollTo(0, y)", middle)
        page.wait_for_function(NAMED, arg=section)
    page.evaluate("scrollTo(0, 0)")
    page.wait_for_function("document.querySelector('#pst-page-toc-nav .active') === null")


def test_after_a_reload(page):
    section, middle = page.evaluate(MIDDLES)[1]
    page.evaluate("(y) => scrollTo(0, y)", middle)
    page.wait_for_function(NAMED, arg=section)
    page.reload()
    wait_for_widgets(page, CHAPTER)
    page.wait_for_function(NAMED, arg=section)


def test_a_link_of_the_contents_names_its_own_section_be_it_short_or_long(page):
    for link in page.locator("#pst-page-toc-nav a").all():
        link.evaluate("(link) => link.click()")
        page.wait_for_function(NAMED, arg=link.get_attribute("href"))
