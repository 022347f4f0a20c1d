"""The widgets as they are published: from a disk without a network, with the word lists loaded once."""

import pytest
from watching import HTML, NOTEBOOKS, Watched, few_with_all, some, wait_for_widgets, widgets_of

WITH_WIDGETS = [f"book/{path.stem}" for path in NOTEBOOKS if widgets_of(f"book/{path.stem}")]


def test_widgets_have_chapters():
    assert len(WITH_WIDGETS) >= 6


@pytest.fixture(scope="module")
def disk(chromium):
    """A browser without a network, which opens files."""
    context = chromium.new_context(offline=True)
    yield Watched(context.new_page(), HTML.as_uri())
    context.close()


@pytest.mark.parametrize("chapter", some(WITH_WIDGETS, few_with_all(WITH_WIDGETS)))
def test_widgets_work_from_a_disk_without_a_network(disk, chapter):
    disk.begin()
    wait_for_widgets(disk.open(chapter), chapter)
    assert disk.page.get_by_text("could not be shown").count() == 0
    assert disk.faults == []


def test_the_word_lists_are_loaded_once(chromium, site):
    context = chromium.new_context()
    watched = Watched(context.new_page(), site)
    for chapter, whole in ((WITH_WIDGETS[0], True), (WITH_WIDGETS[-1], False)):
        page = watched.open(chapter)
        wait_for_widgets(page, chapter)
        sent = page.evaluate(
            "performance.getEntriesByType('resource').find((e) => e.name.endsWith('/words.js')).transferSize"
        )
        assert (sent > 50_000) == whole, f"{chapter}: {sent} bytes of the word lists were sent"
    assert watched.faults == []
    context.close()
