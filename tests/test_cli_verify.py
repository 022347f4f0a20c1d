import json
import sys

import pytest

import wordlelib as wl
from wordlelib.search import certificates

KEYS = ["file", "statement", "lists", "opening", "exceptions", "cap", "lower", "upper"]
KEYS += ["lemmas", "checked", "whole", "seconds"]


@pytest.fixture
def certify(lists, tmp_path, report_of):
    """Give a function that proves something and writes its certificate."""

    def run(*asked):
        file = tmp_path / "certificate.json"
        return file, report_of("prove", *asked, "--certificate", file, *lists)

    return run


@pytest.mark.parametrize("mode", ["easy", "hard"])
def test_an_opening(certify, lists, mode, said_by, report_of):
    file, proof = certify("--opening", "fight", "--mode", mode)
    found = report_of("verify", file, *lists)
    assert list(found) == KEYS and found["file"] == str(file)
    assert found["opening"] == "fight" and found["lower"] == found["upper"] == proof["total"]
    assert found["cap"] == proof["cap"] and found["whole"] is True and found["lemmas"] == found["checked"] > 2
    said, holds = said_by("verify", str(file), *lists).splitlines()
    assert said == found["statement"] and f"{proof['total']} guesses" in said and ", and nothing less" in said
    assert holds.startswith(f"holds: its strategy is replayed, and all {found['lemmas']} lemmas are checked, ")
    some = report_of("verify", file, "--sample", 2, "--seed", 5, *lists)
    assert some["checked"] == 2 and some["whole"] is False
    assert some["statement"] == f"not proven: {found['statement']}"
    said, holds = said_by("verify", str(file), "--sample", "2", *lists).splitlines()
    assert said == some["statement"] and holds.startswith("a sample holds: its strategy is replayed, and 2 of ")


@pytest.mark.parametrize(
    ("program", "command"),
    [("/usr/bin/wordlelib", "python -m wordlelib prove --tree 'a b.json'"), ("/x/other/__main__.py", None)],
)
def test_a_certificate_says_by_which_command_it_was_made(certify, monkeypatch, program, command):
    monkeypatch.setattr(sys, "argv", [program, "prove", "--tree", "a b.json"])
    file, _ = certify("--opening", "fight")
    assert json.loads(file.read_text())["source"]["command"] == command


def test_no_strategy(certify, lists, said_by, report_of):
    file, proof = certify("--opening", "salet", "--cap", "2")
    assert proof["total"] is None
    said, holds = said_by("verify", str(file), *lists).splitlines()
    assert said == "salet, easy mode: no strategy within 2 guesses" and holds.startswith(
        "holds: its only lemma is checked, "
    )
    file, proof = certify("--all", "--cap", "2")
    assert report_of("verify", file, *lists)["statement"] == "any opening, easy mode: no strategy within 2 guesses"


def test_the_least_cap(certify, lists, report_of):
    file, proof = certify("--opening", "salet", "--cap", "least")
    assert report_of("verify", file, *lists)["cap"] == proof["cap"] > 2


def test_all_openings(certify, lists, said_by, report_of):
    file, proof = certify("--all")
    found = report_of("verify", file, *lists)
    assert found["opening"] is None and found["lower"] == found["upper"] == proof["total"]
    limit = proof["total"] + 2
    for option in (["--below", str(limit)], ["--gap", "1"]):
        file, proof = certify("--all", *option)
        found = report_of("verify", file, *lists)
        assert (found["lower"], found["upper"]) == (limit, proof["total"]) and found["whole"]
        assert found["exceptions"] == json.loads(file.read_text())["exceptions"] == sorted(proof["openings"])
        assert said_by("verify", str(file), *lists).endswith(f"; all openings but {', '.join(found['exceptions'])}\n")


def test_the_certificate_of_a_prior(certify, lists, tmp_path, refuse, report_of):
    prior = tmp_path / "prior.txt"
    prior.write_text("".join(f"{word} {i}\n" for i, word in enumerate(wl.words.tiny(), 1)))
    file, proof = certify("--opening", "fight", "--prior", str(prior))
    assert report_of("verify", file, "--prior", prior, *lists)["upper"] == proof["total"]
    assert "error: prior: None; expected the one that the certificate is about\n" in refuse("verify", str(file), *lists)


@pytest.mark.large
def test_the_certificate_of_the_game_of_today(tmp_path, refuse, said_by, report_of):
    """Within two guesses there is no strategy, which is soon proven of a list however long."""
    used, file = tmp_path / "used.txt", tmp_path / "certificate.json"
    used.write_text("cigar\nrebut\n")
    asked = ["--hidden", "accepted", "--used", str(used), "--factor", "0.5"]
    report_of("prove", "--opening", "salet", "--cap", "2", "--certificate", file, *asked)
    assert report_of("verify", file, *asked)["whole"]
    assert said_by("verify", str(file), *asked).startswith(
        "salet, easy mode, weighted: no strategy within 2 guesses\nholds: "
    )
    assert said_by("verify", str(file), *asked).endswith("; lists: accepted\n")
    for wrong, complaint in (
        ([], "error: prior: None; expected the one that the certificate is about\n"),
        (asked[:2], "error: certificate: about a game with 'prior' '"),
        (["--hidden", "all"], "argument --hidden: invalid choice: 'all'"),
        (["--hidden", "accepted", "--factor", "2"], "error: factor: 2.0 without used; expected both\n"),
        (asked[2:], f"error: used: {used} with the original hidden words; expected hidden 'accepted' and no prior"),
    ):
        assert complaint in refuse("verify", str(file), *wrong)


def test_what_does_not_hold_takes_one_line(certify, lists, refuse):
    file, proof = certify("--opening", "fight")
    text = file.read_text()
    for old, new in ((f'"upper": {proof["total"]}', f'"upper": {proof["total"] + 1}'), ("fight", "night")):
        file.write_text(text.replace(old, new, 1))
        assert f"{file}: text: no certificate" in refuse("verify", str(file), *lists)
    total = proof["total"]
    for figure in ('"lower": {}', '"upper": {}', " {} guesses"):
        text = text.replace(figure.format(total), figure.format(total - 1))
    file.write_text(text)
    assert f"certificate: its strategy needs {total}; expected {total - 1}" in refuse("verify", str(file), *lists)
    file, proof = certify("--opening", "fight")
    file.write_text(json.dumps(json.loads(file.read_text()) | {"lemmas": 0, "lemma_rows": ""}))
    assert "certificate: the statement does not hold: it says at least" in refuse("verify", str(file), *lists)


def test_the_lists_are_named(tmp_path, monkeypatch, said_by, report_of):
    """All lists of the project have as many words, and may share an opening, so that a statement fits each of them."""
    shipped = tmp_path / "words"
    shipped.mkdir()
    for name, listed in (("answers", "might fight"), ("en_answers", "fight light")):
        for file in (name, name.replace("answers", "guesses")):
            (shipped / f"{file}.txt").write_text(listed.replace(" ", "\n"))
    monkeypatch.setattr(wl.words, "DATA", tmp_path)
    monkeypatch.setattr(wl.words, "SHIPPED", {5: ""})
    file, said = tmp_path / "some.json", []
    for game in (wl.wordle(), wl.wordle(language="en")):
        file.write_text(certificates.certify(game, "fight").to_json())
        said.append(said_by("verify", str(file)).splitlines())
    assert said[0][0] == said[1][0]
    assert [lines[1].split("; ")[1] for lines in said] == ["lists: original, 5 letters", "lists: language en"]
    given = str(shipped / "answers.txt")
    file.write_text(certificates.certify(wl.wordle(), "fight").to_json())
    assert report_of("verify", file, "--answers", given)["lists"] == given


def test_nothing_is_printed_but_what_is_checked(certify, lists, refuse, said_by):
    """The file's own texts are a note, which is not printed, or they are the game's words; neither moves the cursor."""
    file, _ = certify("--opening", "fight")
    honest = json.loads(file.read_text())
    noted = honest | {"source": {"command": "\x1b[2Jsalet, easy mode: 1 guess", "statement": "proven by all"}}
    file.write_text(json.dumps(noted))
    output = said_by("verify", str(file), *lists)
    assert output.startswith(f"{honest['statement']}\nholds: its strategy") and len(output.splitlines()) == 2
    assert "\x1b" not in output and "proven by" not in output
    for name, value in (("opening", "\x1b[2Jfight"), ("statement", "\x1b[2J"), ("\x1b[2J", 1)):
        file.write_text(json.dumps(honest | {name: value}))
        assert "\x1b" not in refuse("verify", str(file), *lists)
    file.write_text(json.dumps(honest | {"game": honest["game"] | {"name": "\x1b[2JWordle"}}))
    assert "about a game with 'name' '\\x1b[2JWordle'; expected 'Wordle'" in refuse("verify", str(file), *lists)


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"{}", b"[1, 2]", b"nonsense", b'{"format": 1}'])
def test_nonsense_files(content, tmp_path, refuse):
    file = tmp_path / "some.json"
    file.write_bytes(content)
    assert refuse("verify", str(file)).startswith(f"wordlelib: error: {file}: ")


def test_bad_options(certify, lists, refuse, tmp_path):
    file, _ = certify("--opening", "fight")
    assert "No such file" in refuse("verify", str(tmp_path / "none.json"))
    assert "--seed: 3 without --sample" in refuse("verify", str(file), "--seed", "3", *lists)
    assert "answers: None; expected the word lists that" in refuse("verify", str(file))
    assert "expected a whole number from 1" in refuse("verify", str(file), "--sample", "0")
    asked = ["prove", "--opening", "fight", *lists]
    assert "with --seconds; expected one of them" in refuse(*asked, "--seconds", "1", "--certificate", str(file))
    assert "is a folder" in refuse(*asked, "--certificate", str(tmp_path))
