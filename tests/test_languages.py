"""The same game in several languages: its lists, its letters, what readers type, the stored run."""

import pickle
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import naive
import pytest

import wordlelib as wl
from wordlelib.__main__ import main
from wordlelib.adversary import players
from wordlelib.game import known_lists, words
from wordlelib.lab import languages, results
from wordlelib.search import all_openings, exact, verification
from wordlelib.search.certificates import certify

ROOT = Path(__file__).parent.parent
BUILDER = ROOT / "data" / "build_languages.py"
SHIPPED = ["de", "en", "es", "fr", "nl", "pt"]


def test_the_languages_that_are_there():
    assert words.languages() == SHIPPED


@pytest.mark.parametrize("language", SHIPPED)
def test_lists_of_a_language(language):
    hidden, guesses = words.of_language(language)
    assert (len(hidden), len(guesses)) == (2315, 12972)
    assert hidden == sorted(hidden) and guesses == sorted(guesses) and set(hidden) < set(guesses)
    letters = set("abcdefghijklmnopqrstuvwxyz" + words.ALPHABETS[language].kept)
    assert all(len(word) == 5 and letters.issuperset(word) for word in guesses)
    assert all(words.spell(word, language) == word for word in guesses)


def test_lists_hold_what_the_rule_says():
    """Words, names, plurals, kept letters and folded ones."""
    hidden = {language: set(words.of_language(language)[0]) for language in SHIPPED}
    common = {"de": "stadt übung gruss", "en": "water", "es": "señal arbol", "fr": "ecole coeur", "nl": "water wijze"}
    for language, some in (common | {"pt": "coisa uniao"}).items():
        assert set(some.split()) <= hidden[language], language
    for language, some in {"de": "peter james", "en": "peter", "es": "jesus", "fr": "paris", "nl": "anton"}.items():
        assert hidden[language].isdisjoint(some.split()), language
    assert hidden["en"].isdisjoint({"words", "asked", "xviii"}) and hidden["es"].isdisjoint({"casas"})


def test_the_builder_verifies_the_files(tmp_path):
    command = [sys.executable, BUILDER, "--check"]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    assert run.stdout.count("as expected") == 12
    shutil.copytree(ROOT / "data", tmp_path / "data")
    path = tmp_path / "data" / "words" / "de_answers.txt"
    path.write_text(path.read_text(encoding="utf-8").replace("abbau\n", "abbaz\n"), encoding="utf-8")
    command = [sys.executable, tmp_path / "data" / "build_languages.py", "--check"]
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode == 1 and "de_answers.txt: SHA-256 is" in run.stderr


@pytest.fixture
def builder(monkeypatch):
    monkeypatch.syspath_prepend(ROOT / "data")
    return pytest.importorskip("build_languages")


def packed(path, affixes, entries):
    """Write an archive as npm gives it."""
    (path / "index.aff").write_text(affixes, encoding="utf-8")
    (path / "index.dic").write_text(f"{len(entries)}\n" + "\n".join(entries), encoding="utf-8")
    with tarfile.open(path / "made.tgz", "w:gz") as archive:
        for part in ("aff", "dic"):
            archive.add(path / f"index.{part}", f"package/index.{part}")
    return path / "made.tgz"


def test_the_rule_on_a_small_dictionary(builder, tmp_path):
    entries = ["chène/S", "chênes", "Paris", "route/S", "fripe/NO", "bidon/XX po:nom", "ligne\tpo:nom", "cœur", "été"]
    known = builder.Dictionary(packed(tmp_path, "FLAG long\nNOSUGGEST NO\nNEEDAFFIX XX\n", entries), "fr")
    assert known.entries == {"chene", "chenes", "route", "fripe", "ligne", "coeur", "ete"}
    assert known.names == {"paris"} and known.marked == {"fripe"}
    often = {
        "paris": 9.0,
        "route": 2.0,
        "cœur": 1.0,
        "coeur": 1.5,
        "fripe": 8.0,
        "lignes": 7.0,
        "ligne": 0.5,
        "xviii": 6,
    }
    hidden, guesses = builder.choose_words("fr", often | {"which": 3.0, "don't": 5.0}, known)
    assert hidden == ["coeur", "ligne", "route"]
    assert guesses == ["coeur", "fripe", "ligne", "route", "which", "xviii"]


def test_plurals_and_marked_spellings(builder, tmp_path):
    """A spelling without the mark is enough, and a word in -s is left out if it is another entry's form."""
    known = builder.Dictionary(packed(tmp_path, "NOSUGGEST n\n", ["zéker/n", "zeker", "boot", "boots", "gloss"]), "nl")
    assert known.marked == set()
    often = dict.fromkeys(["zeker", "boots", "gloss", "gloss"], 1.0)
    assert builder.choose_words("nl", often, known)[0] == ["gloss", "zeker"]


def test_a_language_without_a_rule_keeps_its_letters(builder, tmp_path):
    known = builder.Dictionary(packed(tmp_path, "", ["слово", "район", "Пушок"]), "xx")
    often = {"слово": 1.0, "район": 2.0, "which": 3.0, "пушок": 4.0}
    assert builder.choose_words("xx", often, known) == (["район", "слово"], ["район", "слово"])


@pytest.mark.parametrize(
    ("word", "language", "spelt"),
    [
        ("Señál", "es", "señal"),
        ("pingüe", "es", "pingue"),
        ("cœur", "fr", "coeur"),
        ("GARÇON", "fr", "garcon"),
        ("e\u0301tat", "fr", "etat"),
        ("Bär", "de", "bär"),
        ("Café", "de", "cafe"),
        ("weiß", "de", "weiss"),
        ("ĳzer", "nl", "ijzer"),
        ("reünie", "nl", "reunie"),
        ("coração", "pt", "coracao"),
        ("Å", "sv", "å"),
        ("Ёлка", "ru", "ёлка"),
    ],
)
def test_spelling(word, language, spelt):
    assert words.spell(word, language) == spelt


@pytest.mark.parametrize(
    ("language", "guess", "hidden", "row"),
    [("de", "übung", "bügel", "yy--y"), ("es", "señal", "añejo", "-yyy-"), ("de", "lösen", "löwin", "gg--g")],
)
def test_colours_of_kept_letters(language, guess, hidden, row):
    """ä and a are two letters, ñ and n as well; a second witness colours them."""
    game = wl.wordle(language=language)
    assert game.answer(guess, hidden) == row == naive.feedback(guess, hidden)


def test_readers_may_type_accents():
    game = wl.wordle(language="fr")
    assert game.find("École ") == game.find("ecole") == game.guess_index["ecole"]
    assert game.answer("Cœur", "ÉLÈVE") == game.answer("coeur", "eleve")
    state = game.start().after("Éclat", "ggy--")
    assert "ecole" in state.words
    assert wl.wordle(language="es").find("AÑEJO") != wl.wordle(language="es").guess_index.get("anejo")
    assert players.answers_only(game).find("Élève") >= 0
    with pytest.raises(ValueError, match="^guess: 'école' is not one of"):
        wl.wordle().find("école")


def test_a_game_travels_with_its_spelling():
    game = pickle.loads(pickle.dumps(wl.wordle(language="pt")))
    assert game.find("média") == game.guess_index["media"]


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: wl.wordle(language="xx"), "language: 'xx'; expected one of de, en, es, fr, nl, pt"),
        (lambda: words.of_language(None), "language: None; expected one of de, en"),
        (lambda: wl.wordle(language=5), "language: 5; expected one of de"),
        (lambda: wl.wordle(["crane"], language="en"), "language: 'en' with word lists; expected one of the two"),
        (lambda: wl.wordle(language="de", letters=6), "letters: 6; expected 5, the length of the answers"),
        (
            lambda: wl.game.game.make_game(guesses="x.txt", language="de"),
            "language: 'de' with word lists; expected one",
        ),
        (lambda: words.spell("word", 3), "language: 3; expected a language such as de"),
        (lambda: languages.answer("xx", "best"), "language: 'xx'; expected one of de, en"),
        (lambda: languages.answer("de", "hardest"), "question: 'hardest'; expected one of greedy"),
    ],
)
def test_refusals(make, said):
    with pytest.raises(ValueError, match=f"^{said}"):
        make()


def test_a_new_language_is_found_by_its_files(tmp_path, monkeypatch):
    shutil.copytree(words.DATA / "words", tmp_path / "words")
    for kind, some in (("answers", "hygge\n"), ("guesses", "hygge\npizza\n")):
        (tmp_path / "words" / f"da_{kind}.txt").write_text(some)
    monkeypatch.setattr(words, "DATA", tmp_path)
    assert words.languages() == sorted([*SHIPPED, "da"])
    assert wl.wordle(language="da").hidden == ("hygge",)
    assert {"language": "da", "question": "best"} in languages.languages().tasks
    (tmp_path / "words" / "da_guesses.txt").unlink()
    assert words.languages() == SHIPPED


def test_the_lists_are_known_by_their_digests(capsys):
    known = known_lists.of_languages()
    assert len({each.name for each in known}) == len({each.digest for each in known}) == 12
    hidden = words.of_language("nl")[0]
    told = next(each for each in known if each.name == "Dutch hidden words, five letters")
    assert (told.words, told.digest) == (2315, known_lists.digest_of(hidden))
    path = words.DATA / "words" / "es_guesses.txt"
    assert main(["which-list", str(path)]) == 0
    assert capsys.readouterr().out == f"{path}: 12,972 words, Spanish guesses, five letters\n"


def test_commands_play_in_a_language(capsys, refuse):
    assert main(["decide", "--language", "fr", "--history", "Éclat:ggy--,école:ggggg", "--top", "1"]) == 0
    assert "ecole" in capsys.readouterr().out
    assert "letters: 6; expected 5" in refuse("decide", "--language", "de", "--letters", "6")
    assert "language: 'xx'; expected one of de, en" in refuse("play", "--language", "xx")
    some = str(words.DATA / "words" / "tiny.txt")
    assert "language: 'de' with word lists" in refuse("decide", "--language", "de", "--answers", some)


ROWS = {(row["language"], row["question"]): row for row in results.results("languages")["rows"]}


def test_stored_proofs_agree_with_other_runs():
    assert ROWS["original", "best"]["total"] == 7920
    assert ROWS["original", "best"]["openings"] == ["salet"]
    for language in ("original", *SHIPPED):
        row, greedy = ROWS[language, "best"], ROWS[language, "greedy"]
        assert row["opening"] in row["openings"] and row["total"] <= greedy["total"]
        game = wl.wordle(**{} if language == "original" else {"language": language})
        assert row["total"] >= 3 * 2315 - wl.number_of_classes(game.start()).max() - 1
        written = ROWS[language, "certificate"]
        assert (written["opening"], written["total"]) == (row["opening"], row["total"])
    (salet,) = (row for row in results.results("certificates")["rows"] if row["mode"] == "easy")
    assert all(ROWS["original", "certificate"][name] == salet[name] for name in ("total", "lemmas", "bytes"))


@pytest.mark.parametrize("path", sorted((words.DATA / "results").glob("openings_??.json")), ids=lambda path: path.stem)
def test_no_other_opening_is_better(path):
    stored, language = results.results(path.stem), path.stem.removeprefix("openings_")
    totals = all_openings.merged(stored["rows"])
    best = min(totals.values())
    assert stored["settings"]["language"] == language
    assert best == ROWS[language, "best"]["total"]
    assert {word for word in totals if totals[word] == best} == set(ROWS[language, "best"]["openings"])


@pytest.mark.slow
@pytest.mark.large
def test_a_certificate_is_written_again():
    row, game = ROWS["pt", "certificate"], wl.wordle(language="pt")
    certificate = certify(game, row["opening"])
    assert (certificate.lower, certificate.upper) == (row["total"], row["total"])
    assert (1 + len(certificate.lemmas), len(certificate.to_json().encode())) == (row["lemmas"], row["bytes"])
    played = verification.game_of(certificate)
    assert verification.verify(certificate, played, sample=200).checked == 200


@pytest.mark.slow
@pytest.mark.large
@pytest.mark.parametrize("language", SHIPPED)
def test_the_best_openings_need_their_total(language):
    row, game = ROWS[language, "best"], wl.wordle(language=language)
    for opening in row["openings"]:
        tree = exact.prove(game, opening).tree
        taken = naive.replay(tree.path, naive.feedback, game.hidden, set(game.guesses))
        assert sum(taken.values()) == row["total"]
