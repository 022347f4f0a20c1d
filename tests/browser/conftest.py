"""A real Chromium for the widgets and the built pages; where there is none, these tests say so and are skipped."""

from pathlib import Path

import pytest
from watching import HTML, Watched, bare_page

from wordlelib import widgets


@pytest.hookimpl(tryfirst=True)  # before tests are chosen by their marks
def pytest_collection_modifyitems(items):
    """Make the tests of a single widget slow: 'make test' shows each widget once (test_published)."""
    single = {f"test_{name.lower()}" for name in widgets.__all__}
    for item in items:
        if item.path.parent == Path(__file__).parent and item.path.stem in single:
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session")
def site(serve):
    """Serve the built pages from a subfolder's address, as a project's page on a host is served."""
    if not (HTML / "index.html").is_file():
        pytest.fail(f"No pages in {HTML}: run 'make book' first.", pytrace=False)
    return f"{serve(HTML.parent)}/{HTML.name}"


# Lets a page show its widgets anew, as they are stored in it, without being loaded again: `renew()`.
RENEW = """{
    const listen = document.addEventListener;
    document.addEventListener = function (event, call, ...rest) {
        if (event !== "DOMContentLoaded" || !document.currentScript?.src.includes("/widgets/page.js")) {
            return listen.call(this, event, call, ...rest);
        }
        const kind = 'script[type="application/vnd.jupyter.widget-view+json"]';
        let views = [];
        globalThis.renew = () => {
            history.replaceState(null, "", location.pathname);
            document.querySelector("#again")?.remove();
            document.querySelectorAll(".ww-place").forEach((place, i) => place.replaceWith(views[i].cloneNode(true)));
            scrollTo(0, 0);
            call();
        };
        listen.call(this, event, () => {
            views = [...document.querySelectorAll(kind)].map((view) => view.cloneNode(true));
            call();
        });
    };
}"""


@pytest.fixture(scope="session")
def reader(chromium, site):
    """The one page in which everything is opened that needs no browser of its own."""
    context = chromium.new_context()
    context.add_init_script(RENEW)
    yield Watched(context.new_page(), site, fonts=True)
    context.close()


@pytest.fixture
def watched(reader):
    """A page as a reader opens it; a test fails if the browser complained, or asked another host for anything."""
    reader.begin()
    yield reader
    assert reader.faults == []


@pytest.fixture(scope="session")
def engine(chromium):
    """A page in which nothing is but the shared scripts: call `engine(script, argument)`."""
    with bare_page(chromium) as page:
        yield page.evaluate


# Show a widget of the page once more, or any in a given state, with a model that answers as a kernel's does; `w.put`
# sets values from outside.
AGAIN = """async ([name, given]) => {
    const stored = JSON.parse(document.querySelector('script[type="application/vnd.jupyter.widget-state+json"]').text);
    const own = ({ state }) => state._anywidget_id?.endsWith(name);
    const state = given ?? Object.values(stored.state).find(own).state;
    if (given) await wordleWidgets.load(`${name.toLowerCase()}.js`);
    const calls = {};
    const model = {
        get: key => state[key],
        set: (key, value) => {
            const changed = JSON.stringify(state[key]) !== JSON.stringify(value);
            state[key] = value;
            if (changed) (calls[`change:${key}`] ?? []).forEach(call => call());
        },
        save_changes: () => {},
        on: (event, call) => (calls[event] ??= []).push(call),
        off: (event, call) => (calls[event] = calls[event].filter(each => each !== call)),
    };
    const el = document.createElement("div");
    el.id = "again";
    document.querySelector("article").append(el);
    const stop = wordleWidgets[name.toLowerCase()]({ model, el });
    globalThis.w = { state, stop, put: values => Object.entries(values).forEach(each => model.set(...each)), calls };
}"""


@pytest.fixture
def again():
    """Show a widget of a page again, where a test can do what a kernel does: call `again(page, "BanditRace")`.

    One that the page does not have is shown in a state: `again(page, "BanditRace", state)`.
    """

    def show(page, name, state=None):
        page.evaluate(AGAIN, [name, state])
        return page.locator("#again")

    return show
