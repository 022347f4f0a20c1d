"""The search: what is typed can be seen, and results quote the page's text."""

import re

import pytest


@pytest.fixture
def found(watched):
    """Search for something; give the page with its results and their texts."""

    def search(words):
        page = watched.page
        page.goto(f"{watched.site}/search.html?q={words}")
        page.locator("#search-results li p.context").first.wait_for(timeout=60_000)
        page.get_by_text("Search finished").wait_for(timeout=60_000)
        return page, page.locator("#search-results li p.context").all_inner_texts()

    return search


@pytest.mark.parametrize("words", ["entropy", "newton", "rollout"])
def test_results_quote_what_was_sought(found, words):
    _, texts = found(words)
    assert len(texts) >= 5
    assert sum(words[:6] in text.lower() for text in texts) >= 0.8 * len(texts)
    assert [text for text in texts if len(text) < 60] == []


def test_results_hold_no_tex(found):
    _, texts = found("rollout")
    assert [text for text in texts if re.search(r"\\[a-zA-Z(\[]|\$", text)] == []


def test_the_icon_does_not_cover_the_text(found):
    page, _ = found("entropy")
    icon = page.locator(".bd-search:visible .fa-magnifying-glass").last.bounding_box()
    field = page.locator(".bd-search:visible input").last
    start = field.bounding_box()["x"] + float(field.evaluate("e => parseFloat(getComputedStyle(e).paddingLeft)"))
    assert icon["x"] + icon["width"] <= start


@pytest.mark.parametrize(
    ("symbol", "page"), [("θ", "Notation"), ("Q̃", "Notation"), ("J̃", "Rollout"), ("μ", "Notation")]
)
def test_symbols_are_found(found, symbol, page):
    shown, _ = found(symbol)
    titles = shown.locator("#search-results li > a").all_inner_texts()
    assert any(page in title for title in titles)


@pytest.mark.slow
@pytest.mark.parametrize("term", ["Q-factor", "base policy", "alpha-beta", "certainty equivalence", "Hinter"])
def test_terms_of_the_glossary_are_found(found, term):
    shown, _ = found(term)
    assert any(
        "glossary" in link
        for link in shown.locator("#search-results li > a").evaluate_all("all => all.map((a) => a.href)")
    )
