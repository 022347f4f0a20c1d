import pytest

from tools.addresses import ROOT, Addresses, read_addresses

CONFIG = 'html:\n  baseurl: "{pages}"\nrepository:\n  url: "{repository}"\n  branch: {branch}\n'


@pytest.fixture
def config(tmp_path):
    def write(pages="", repository="", branch="main"):
        path = tmp_path / "_config.yml"
        path.write_text(CONFIG.format(pages=pages, repository=repository, branch=branch), encoding="utf-8")
        return path

    return write


def test_the_project_has_none_of_its_own():
    assert read_addresses({}) == Addresses("", "", "main")


def test_the_file_says_where(config):
    path = config("https://book.org/wordle", "https://github.com/someone/wordle/", "trunk")
    assert read_addresses({}, path) == ("https://book.org/wordle/", "https://github.com/someone/wordle", "trunk")


def test_the_environment_counts_more(config):
    path = config("https://book.org/", "https://github.com/someone/wordle")
    named = {"BOOK_URL": "http://127.0.0.1:8000", "BOOK_REPOSITORY": "https://github.com/an-other/my.book"}
    assert read_addresses(named, path)[:2] == ("http://127.0.0.1:8000/", "https://github.com/an-other/my.book")
    assert read_addresses({"BOOK_URL": "", "BOOK_REPOSITORY": ""}, path).pages == "https://book.org/"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("BOOK_URL", "book.org"),
        ("BOOK_URL", "ftp://book.org/"),
        ("BOOK_URL", "https://"),
        ("BOOK_URL", "https://book.org/?page=1"),
        ("BOOK_URL", "https://book.org/#top"),
        ("BOOK_REPOSITORY", "someone/wordle"),
        ("BOOK_REPOSITORY", "https://github.com/someone"),
        ("BOOK_REPOSITORY", "https://github.com/someone/wordle/tree/main"),
        ("BOOK_REPOSITORY", "https://gitlab.com/someone/wordle"),
        ("BOOK_REPOSITORY", "https://github.com/someone/wordle.git"),
    ],
)
def test_what_is_no_address_is_refused_by_name(name, value):
    with pytest.raises(ValueError, match=rf"^{name}: '.*'; expected an address") as caught:
        read_addresses({name: value})
    assert value.rstrip("/") in str(caught.value)


def test_what_follows_from_the_repository():
    addresses = Addresses("", "https://github.com/someone/wordle", "trunk")
    assert addresses.binder == "https://mybinder.org/v2/gh/someone/wordle/trunk?urlpath=lab/tree/book"
    assert addresses.downloads == "https://github.com/someone/wordle/releases/latest/download/"
    assert addresses.wheel.startswith("https://github.com/someone/wordle/releases/download/v")
    assert addresses.wheel.endswith(f"/{addresses.wheel_name}")


def test_the_settings_stand_in_the_books_own_file():
    text = (ROOT / "_config.yml").read_text(encoding="utf-8")
    assert "BOOK_URL" in text and "BOOK_REPOSITORY" in text
