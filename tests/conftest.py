import json
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import numpy as np
import pytest
from games import rounds
from hypothesis import settings

import wordlelib as wl
from tools.chromium import FLAGS, find_chromium
from wordlelib.__main__ import main

settings.register_profile("steady", deadline=None, derandomize=True, max_examples=len(rounds(60)))
settings.load_profile("steady")


@pytest.fixture(scope="session")
def original():
    return wl.wordle()


@pytest.fixture(scope="session")
def original_hard():
    return wl.wordle(mode="hard")


@pytest.fixture(scope="session")
def accepted_game():
    return wl.wordle(hidden="accepted")


@pytest.fixture(scope="session")
def tiny():
    return wl.wordle(wl.words.tiny())


@pytest.fixture
def rng():
    return np.random.default_rng(2022)


@pytest.fixture(scope="session")
def answers_game():
    return wl.wordle(wl.words.original()[0])


@pytest.fixture
def refuse(capsys):
    """Give a function that runs a command, asks for exit code 2 and an error of one line, and gives that line."""

    def run(*arguments):
        try:
            code = main(list(arguments))
        except SystemExit as stop:
            code = stop.code
        output = capsys.readouterr()
        assert (code, output.out) == (2, "")
        assert output.err.startswith("wordlelib") and len(output.err.splitlines()) == 1
        return output.err

    return run


@pytest.fixture
def said_by(capsys):
    """Give a function that runs a command and gives what it prints."""

    def run(*arguments):
        assert main([*map(str, arguments)]) == 0
        return capsys.readouterr().out

    return run


@pytest.fixture
def report_of(said_by):
    """Give a function that runs a command and gives its report."""
    return lambda *arguments: json.loads(said_by(*arguments, "--json"))


@pytest.fixture
def lists(tmp_path):
    """Give the options of a game on the tiny list, with two more guesses."""
    answers, guesses = tmp_path / "answers.txt", tmp_path / "guesses.txt"
    answers.write_text("\n".join(wl.words.tiny()) + "\n")
    guesses.write_text("\n".join([*wl.words.tiny(), "crony", "salet"]) + "\n")
    return ["--answers", str(answers), "--guesses", str(guesses)]


@pytest.fixture(scope="session")
def chromium():
    """Start Debian's Chromium, or whatever has one of its names."""
    try:
        path = find_chromium()
    except ValueError as error:
        pytest.skip(f"the widgets are not tested in a browser: {error}")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


class Quiet(SimpleHTTPRequestHandler):
    """Serves files and keeps silent about it."""

    def log_message(self, *_):
        """Say nothing."""


@pytest.fixture(scope="session")
def serve():
    """Give a function that serves a folder, and gives its address."""
    servers = []

    def begin(folder):
        servers.append(ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder))))
        threading.Thread(target=servers[-1].serve_forever, daemon=True).start()
        return f"http://127.0.0.1:{servers[-1].server_port}"

    yield begin
    for server in servers:
        server.shutdown()
