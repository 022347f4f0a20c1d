"""The tree viewer on the page, with no kernel."""

import pytest
from watching import rows_of

import wordlelib as wl


@pytest.fixture(scope="module")
def tree():
    return wl.prove(wl.wordle(), "salet").tree


@pytest.fixture
def place(watched):
    page = watched.open("book/11_perfect_play")
    region = page.get_by_role("region", name="Decision tree viewer")
    region.get_by_role("tree").wait_for(timeout=60_000)
    return region


def follow(place, word):
    place.get_by_label("Hidden word").fill(word)
    place.page.keyboard.press("Enter")


def focused(place):
    return place.page.evaluate("document.activeElement.getAttribute('aria-label')")


def test_paths_and_counts(place, tree):
    words = [tree.game.hidden[i] for i in range(0, 2315, 193)] + ["salet", tree.opening]
    for word in words:
        if word not in tree.game.hidden:
            continue
        follow(place, word)
        assert rows_of(place) == tree.path(word)
        path = tree.path(word)
        assert place.get_by_role("status").inner_text().startswith(f"{word} takes {len(path)} guess")
        nodes = place.locator(".ww-node.ww-path").all_inner_texts()
        sizes = [tree.size[node] for node in tree.nodes_of(tree.game.hidden.index(word))]
        assert len(nodes) == len(sizes)
        for text, size, (guess, _) in zip(nodes, sizes, path, strict=True):
            assert guess in text and (f"{size:,}" in text.split(guess)[-1] or size == 1)
        assert f"{sizes[0]:,} words" in nodes[0]
    table = [[cell.inner_text() for cell in row.locator("td").all()] for row in place.locator("tbody tr").all()]
    shown = {int(row[0]): int(row[1].replace(",", "")) for row in table}
    assert shown == tree.distribution
    assert f"{tree.total:,} guesses" in place.locator("caption").inner_text()


def test_opening_and_closing_with_keys(place, tree):
    place.get_by_role("button", name="Close all").click()
    assert place.get_by_role("treeitem").count() == 1
    place.get_by_role("treeitem").first.focus()
    page = place.page
    page.keyboard.press("ArrowRight")
    assert place.get_by_role("treeitem").count() == 1 + len(tree.children[0])
    page.keyboard.press("ArrowRight")
    largest = max(tree.children[0].values(), key=lambda node: tree.size[node])
    assert f"{tree.size[largest]} words" in focused(place)
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    assert place.locator("li:focus").get_attribute("aria-level") == "3"
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    assert place.locator("li:focus").get_attribute("aria-expanded") == "false"
    page.keyboard.press("End")
    page.keyboard.press("ArrowDown")
    assert place.locator("li:focus").get_attribute("aria-level") == "2"
    page.keyboard.press("Home")
    page.keyboard.press(" ")
    assert place.get_by_role("treeitem").count() == 1
    assert place.locator("li[tabindex='0']").count() == 1


def test_unknown_words_and_small_screens(place):
    before = rows_of(place)
    follow(place, "zzzzz")
    assert '"zzzzz" is not one of the 2,315 hidden words' in place.get_by_role("alert").inner_text()
    assert rows_of(place) == before
    place.get_by_role("button", name="Forget the word").click()
    assert rows_of(place) == [] and place.locator(".ww-problem").all_text_contents() == ["", ""]
    place.locator(".ww-node").first.dblclick()
    place.page.set_viewport_size({"width": 390, "height": 800})
    assert place.page.evaluate("document.documentElement.scrollWidth") <= 390


def test_the_readers_game_beside_the_trees(place, tree):
    place.get_by_role("button", name="Forget the word").click()
    own = place.get_by_label("Your guesses")
    own.fill("crane pilot")
    place.page.keyboard.press("Enter")
    assert place.locator(".ww-problem").all_text_contents()[-1] == "Follow the path of a hidden word first."
    follow(place, "abbey")
    own.fill("crane, zzzzz")
    place.page.keyboard.press("Enter")
    assert '"zzzzz" is not in the list of 12,972 guesses' in place.locator(".ww-problem").all_text_contents()[-1]
    for game, end in (("crane pilot abbey salet", "with 3 guesses"), ("salet crane", "not found abbey yet")):
        own.fill(game)
        place.page.keyboard.press("Enter")
        table = place.locator("table", has=place.page.get_by_text("In your game"))
        caption = table.locator("caption").inner_text()
        path = tree.path("abbey")
        assert end in caption and f"the tree takes {len(path)}." in caption
        guesses = game.split()[: 3 if "abbey" in game else 2]
        parted = next(i for i, guess in enumerate(guesses) if guess != path[i][0])
        assert f"guess {parted + 1} is the first" in caption
        state, lines = tree.game.start(), table.locator("tbody tr").all()
        assert len(lines) == max(len(guesses), len(path))
        for guess, line in zip(guesses, lines, strict=False):
            state = state.after(guess, tree.game.answer(guess, "abbey"))
            cells = line.locator("td").all()
            assert cells[0].locator(".ww-row").get_attribute("aria-label").startswith(guess)
            assert cells[1].inner_text() == ("found" if guess == "abbey" else str(len(state.words)))
