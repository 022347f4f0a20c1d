"""The built pages in Firefox and in WebKit, the engine of Safari, where these are installed.

Firefox is driven by WebDriver BiDi, WebKit by the driver of GTK's browser. Debian has both: apt install firefox-esr
webkit2gtk-driver xvfb.
"""

import json
import os
import shutil
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from watching import HTML, NOTEBOOKS, widgets_of

import wordlelib as wl

pytestmark = pytest.mark.slow
FIREFOX = next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)
WEBKIT = next(iter(sorted(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))), None)
WAIT = 300  # seconds; far more than anything here takes
PAGES = [name for path in NOTEBOOKS if widgets_of(name := f"book/{path.stem}")]


class Firefox:
    """Firefox without a window, which a socket tells what to do."""

    def __init__(self, folder):
        if FIREFOX is None:
            pytest.skip("no Firefox here")
        client = pytest.importorskip("websocket")
        command = [FIREFOX, "--headless", "--no-remote", "--profile", str(folder), "--remote-debugging-port=0"]
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
        said = next(line for line in self.process.stderr if "WebDriver BiDi listening on " in line)
        self.socket = client.create_connection(f"{said.split()[-1]}/session", timeout=WAIT, suppress_origin=True)
        self.asked = 0
        self.ask("session.new", capabilities={})
        self.context = self.ask("browsingContext.create", type="tab")["context"]

    def ask(self, method, **params):
        self.asked += 1
        self.socket.send(json.dumps({"id": self.asked, "method": method, "params": params}))
        while (answer := json.loads(self.socket.recv())).get("id") != self.asked:
            pass
        assert answer["type"] == "success", answer
        return answer["result"]

    def run(self, address, script, *arguments):
        """Open a page; give what an asynchronous function answers there, as JSON."""
        self.ask("browsingContext.navigate", context=self.context, url=address, wait="complete")
        code = f"async () => JSON.stringify(await ({script})(...{json.dumps(arguments)}))"
        target = {"context": self.context}
        found = self.ask("script.callFunction", functionDeclaration=code, awaitPromise=True, target=target)
        return json.loads(found["result"]["value"])

    def close(self):
        self.socket.close()
        self.process.terminate()
        self.process.wait()
        self.process.stderr.close()


class WebKit:
    """GTK's small browser on a screen that nobody sees, and its driver."""

    def __init__(self, folder):
        if not (WEBKIT and shutil.which("WebKitWebDriver") and shutil.which("Xvfb")):
            pytest.skip("no WebKit with a driver, or no Xvfb, here")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{port}/session"
        command = ["xvfb-run", "-a", "WebKitWebDriver", f"--port={port}"]
        place = os.environ | {"HOME": str(folder)}
        self.process = subprocess.Popen(command, env=place, stderr=subprocess.DEVNULL, start_new_session=True)
        options = {"webkitgtk:browserOptions": {"binary": str(WEBKIT), "args": ["--automation"]}}
        self.address += "/" + self.ask("", capabilities={"alwaysMatch": options})["sessionId"]
        self.ask("/timeouts", script=1000 * WAIT, pageLoad=1000 * WAIT)

    def ask(self, path, **params):
        body = json.dumps(params).encode()
        request = urllib.request.Request(self.address + path, body, {"Content-Type": "application/json"})
        while True:
            try:
                with urllib.request.urlopen(request, timeout=WAIT) as answer:
                    return json.load(answer)["value"]
            except urllib.error.HTTPError as fault:
                pytest.fail(fault.read().decode())
            except urllib.error.URLError:  # the driver does not listen yet
                assert self.process.poll() is None
                time.sleep(0.1)

    def run(self, address, script, *arguments):
        """Open a page; give what an asynchronous function answers there, as JSON."""
        self.ask("/url", url=address)
        code = f"""const done = (answer) => arguments[0](JSON.stringify(answer));
            ({script})(...{json.dumps(arguments)}).then(done, (fault) => done(String(fault)));"""
        return json.loads(self.ask("/execute/async", script=code, args=[]))

    def close(self):
        os.killpg(self.process.pid, signal.SIGTERM)
        self.process.wait()


@pytest.fixture(scope="module", params=[Firefox, WebKit], ids=lambda browser: browser.__name__)
def browser(request, tmp_path_factory):
    if not (HTML / "index.html").is_file():
        pytest.fail(f"No pages in {HTML}: run 'make book' first.", pytrace=False)
    opened = request.param(tmp_path_factory.mktemp("profile"))
    yield opened
    opened.close()


SETTLED = """async (many) => {
    const next = () => new Promise((resolve) => setTimeout(resolve, 50));
    const count = () => document.querySelectorAll(".ww").length;
    while (count() < many || document.querySelector(".ww-place[aria-busy]")) await next();
    const said = [...document.querySelectorAll(".ww-place, .ww-problem")].map(({ textContent }) => textContent);
    return [count(), said.filter((text) => /could not be shown|cannot compute/.test(text))];
}"""
PROVEN = """async (opening) => {
    const next = () => new Promise((resolve) => setTimeout(resolve, 50));
    let place;
    while (!(place = document.querySelector("[role=region][aria-label='Prove it']"))) await next();
    place.querySelector("input:not([type=checkbox])").value = opening;
    [...place.querySelectorAll("button")].find(({ textContent }) => textContent === "Prove it").click();
    while (!/ needs /.test(place.querySelector("[role=status]").textContent)) await next();
    return place.textContent;
}"""


@pytest.mark.parametrize("page", PAGES)
def test_widgets_work_from_a_disk(browser, page):
    assert browser.run((HTML / f"{page}.html").as_uri(), SETTLED, widgets_of(page)) == [widgets_of(page), []]


def test_an_opening_is_proven_with_the_librarys_figures(browser):
    proof = wl.prove(wl.wordle(), "salet")
    said = browser.run((HTML / "book" / "11_perfect_play.html").as_uri(), PROVEN, "salet")
    assert f"SALET needs {proof.total:,} guesses, and no strategy needs fewer" in said
    assert f"{proof.nodes:,} beliefs searched; of {proof.guesses:,} guesses tried" in said
