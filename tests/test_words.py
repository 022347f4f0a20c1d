import hashlib
import math
import re
import shutil
import subprocess
import sys
from fractions import Fraction
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from refusals import refuses

from wordlelib.game import entropy, words
from wordlelib.lab.results import published

ROOT = Path(__file__).parent.parent


def test_original_lists_are_the_ones_that_the_figures_belong_to():
    answers, guesses = words.original()
    digests = {hashlib.sha256(("\n".join(some) + "\n").encode()).hexdigest() for some in (answers, guesses)}
    assert digests == {
        "f40e47975cf360ff9febe7d49c8e285054d8fa3fb9644cea575922060951d6ee",
        "feacc549249b5dcb43e2799fbbcda14ebc33d55904fb15d043779104e60c1579",
    }
    assert (len(answers), len(guesses)) == (2315, 12972)
    assert answers == sorted(answers) and guesses == sorted(guesses) and set(answers) < set(guesses)


def test_build_script_verifies_the_committed_files():
    run = subprocess.run(
        [sys.executable, ROOT / "data" / "build_words.py", "--check"], capture_output=True, text=True, check=True
    )
    assert run.stdout.count("as expected") == 2


def test_longer_lists_and_frequencies_are_the_ones_that_the_figures_belong_to():
    run = subprocess.run(
        [sys.executable, ROOT / "data" / "build_priors.py", "--check"], capture_output=True, text=True, check=True
    )
    assert run.stdout.count("as expected") == 8


def test_check_finds_a_changed_file(tmp_path):
    shutil.copytree(ROOT / "data", tmp_path / "data")
    path = tmp_path / "data" / "priors" / "answers.tsv"
    path.write_text(path.read_text().replace("aback\t9", "aback\t8"))
    command = [sys.executable, tmp_path / "data" / "build_priors.py", "--check"]
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode == 1 and "priors/answers.tsv: SHA-256 is" in run.stderr


@pytest.mark.parametrize("letters", [6, 7])
def test_longer_lists(letters):
    answers, guesses = words.original(letters)
    assert (len(answers), len(guesses)) == (2315, 12972)
    assert answers == sorted(answers) and guesses == sorted(guesses) and set(answers) < set(guesses)
    assert all(len(word) == letters and re.fullmatch("[a-z]+", word) for word in guesses)
    assert not {"london", "nelson", "months", "called", "florida", "running", "friends"} & set(answers)


@pytest.mark.parametrize("letters", [5, 6, 7])
def test_frequencies_belong_to_the_hidden_words(letters):
    frequencies = words.frequencies(letters)
    assert list(frequencies) == words.original(letters)[0]
    assert min(frequencies.values()) > 0 and 0.01 < sum(frequencies.values()) < 0.2


@pytest.mark.parametrize("letters", [5, 6, 7])
def test_frequencies_are_wordfreqs(letters):
    wordfreq = pytest.importorskip("wordfreq")
    expected = {word: wordfreq.word_frequency(word, "en", wordlist="large") for word in words.original(letters)[0]}
    assert words.frequencies(letters) == expected


@pytest.mark.parametrize("letters", [4, 8, "5", None])
def test_no_lists_of_other_lengths(letters):
    for give in (words.original, words.frequencies):
        refuses(f"letters: {letters!r}; expected 5, 6 or 7", give, letters)


def test_prior_from_a_file(tmp_path):
    path = tmp_path / "prior.txt"
    path.write_bytes("\ufeffSlate\t1e-5\r\n\r\ncrane , 2\nabbey,0.5\ne\u0301tats   3\n".encode())
    assert list(words.load_prior(path).items()) == [("slate", 1e-5), ("crane", 2), ("abbey", 0.5), ("états", 3)]


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"crane 1\nslate\n", "line 2: 'slate' is not a word and a number"),
        (b"crane,\n", "line 1: 'crane,' is not a word and a number"),
        (b"crane 1 2\n", "line 1: 'crane 1 2' is not a word and a number"),
        (b"word,frequency\n", "line 1: 'frequency' after 'word' is no number"),
        (b"crane 1\n\nslate 0\n", "line 3: 0 for 'slate'; expected a positive number"),
        (b"slate -1e-3\n", "line 1: -1e-3 for 'slate'; expected a positive number"),
        (b"slate nan\n", "line 1: nan for 'slate'; expected a positive number"),
        (b"slate inf\n", "line 1: inf for 'slate'; expected a positive number"),
        (b"crane 1\nslates 1\n", "line 2: 'slates' has 6 letters; expected 5"),
        (b"sl4te 1\n", "line 1: 'sl4te' holds '4', which is no letter"),
        (b"crane 1\nCrane 2\n", "line 2: 'Crane' is a duplicate of"),
        (b"", "no words in it; expected a word and a number a line"),
        (b"cra\0ne 1\n", "not a UTF-8 text file; expected a word and a number a line"),
    ],
)
def test_bad_prior_file_is_named_with_its_line(tmp_path, content, complaint):
    path = tmp_path / "prior.txt"
    path.write_bytes(content)
    with pytest.raises(ValueError, match="prior.txt") as caught:
        words.load_prior(path)
    assert complaint in str(caught.value) and "\n" not in str(caught.value)


def test_tiny_list_holds_every_trap():
    tiny = words.tiny()
    assert set(tiny) <= set(words.original()[0])
    assert sum(len(set(word)) < 5 for word in tiny) >= 4
    families = [
        {word for word in tiny if word[:i] + word[i + 1 :] == gap}
        for i in range(5)
        for gap in {w[:i] + w[i + 1 :] for w in tiny}
    ]
    assert max(map(len, families)) >= 4


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"crane\nslates\n", "line 2: 'slates' has 6 letters; expected 5"),
        (b"crane\n\nsl4te\n", "line 3: 'sl4te' holds '4', which is no letter"),
        (b"crane\nslate\ncrane\n", "line 3: 'crane' is a duplicate of"),
        (b"CRANE\ncrane\n", "line 2: 'crane' is a duplicate of"),
        (b"crane slate\n", "holds ' ', which is no letter"),
        (b"", "no words in it"),
        (b"\n \n", "no words in it"),
        (b"cra\0ne\n", "not a UTF-8 text file"),
        (b"\xff\xfe\x00c", "not a UTF-8 text file"),
        (b"crane\ni\n", "line 2: 'i' has 1 letter; expected 5"),
        (b"incomprehensibilities\n", "has 21 letters; expected 1 to 12"),
        (b"crane\r\n\tcra ne\r\n", "line 2: 'cra ne' holds ' '"),
        (b"crane\tslate\r\n", r"line 1: 'crane\tslate' holds '\t', which is no letter"),
        ("crane\nsl\u200bate\n".encode(), r"line 2: 'sl\u200bate' holds '\u200b', which is no letter"),
        ("ΛΟΓΟΣ\nλογος\nλογοσ\n".encode(), "line 2: 'λογος' is a duplicate of"),
        ("ISLIK\nİSTEK\n".encode(), "line 1: 'ISLIK' holds 'I', which may be 'ı' or 'i' in this list"),
        ("kırık\nİSTEK\nKISIK\n".encode(), "line 3: 'KISIK' holds 'I'"),
        (
            "한글한글한\n\u1107\u1161\u11c0\u110e\u1167\n".encode(),
            "line 2: '\u1107\u1161\u11c0\u110e\u1167' is written in parts",
        ),
        ("\u1110\u1175\u1107\u1162\u11a8\n".encode(), "expected whole syllables, or parts as U+3131 to U+318E"),
    ],
)
def test_bad_file_is_named_with_its_line(tmp_path, content, complaint):
    path = tmp_path / "list.txt"
    path.write_bytes(content)
    with pytest.raises(ValueError, match="list.txt") as caught:
        words.load(path)
    assert complaint in str(caught.value) and "\n" not in str(caught.value)


def test_missing_file(tmp_path):
    refuses(r"none\.txt: cannot be read", words.load, tmp_path / "none.txt")


def test_answer_that_is_no_guess(tmp_path):
    (tmp_path / "a.txt").write_text("crane\n\nslate\n")
    (tmp_path / "g.txt").write_text("crane\nstone\n")
    refuses(r"a\.txt, line 3: 'slate' is not in .*g\.txt", words.load_lists, tmp_path / "a.txt", tmp_path / "g.txt")
    with pytest.raises(ValueError) as few:
        words.load_lists(tmp_path / "a.txt", tmp_path / "g.txt")
    assert "missing" not in str(few.value)
    (tmp_path / "g.txt").write_text("stone\nstove\n")
    with pytest.raises(ValueError, match="every hidden word there; 2 of 2 are missing, so put the two files together$"):
        words.load_lists(tmp_path / "a.txt", tmp_path / "g.txt")
    (tmp_path / "g.txt").write_text("cranes\n")
    refuses(r"g\.txt: words of 6 letters; expected 5", words.load_lists, tmp_path / "a.txt", tmp_path / "g.txt")


def test_other_alphabets_case_and_line_ends(tmp_path):
    path = tmp_path / "list.txt"
    path.write_bytes("\ufeffÉtat\r\nétÉs\r\ne\u0301loi\r\nслон\r\n".encode())
    assert words.load(path) == ["état", "étés", "éloi", "слон"]


@pytest.mark.parametrize(
    ("content", "listed"),
    [
        ("ΛΟΓΟΣ\nΣώστα\n", ["λογοσ", "σώστα"]),
        ("לבנים\nמוגדר\n", ["לבנימ", "מוגדר"]),
        ("İSTEK\nistem\n", ["istek", "istem"]),
        ("I\u0307STEK\nkırık\n", ["istek", "kırık"]),
        ("\tCrane\t\r\n\r\nSLATE\u00a0\r", ["crane", "slate"]),
        ("ㅌㅣㅂㅐㄱ\nㅂㅏㅌㅊㅕ\n", ["ㅌㅣㅂㅐㄱ", "ㅂㅏㅌㅊㅕ"]),
        ("티백티백티\n", ["티백티백티"]),
    ],
)
def test_letters_of_other_scripts_have_one_form(tmp_path, content, listed):
    path = tmp_path / "list.txt"
    path.write_bytes(content.encode())
    assert words.load(path) == listed


# Words of one length, and now and then anything else.
LETTERS = st.sampled_from("abÉέΣςσםמIıİß티ㅌ") | st.sampled_from(
    ["e\u0301", "I\u0307", "\u1107\u1161", "\u1110\u1162\u11a8"]
)
WORDS = st.integers(1, 4).flatmap(
    lambda n: st.lists(st.lists(LETTERS, min_size=n, max_size=n).map("".join), min_size=1, max_size=4)
)
NOISE = st.sampled_from(["", "", "", "\t", " ", "\u00ad", "\u200b", "\ufeff", "\u0301", "1", "\r", "\x1c", "\ud800"])
LISTS = (
    st.tuples(NOISE, WORDS.map("\r\n".join), NOISE).map("".join).map(lambda text: text.encode("utf-8", "surrogatepass"))
)


@settings(max_examples=1000, deadline=None)
@given(LISTS | st.binary(max_size=60))
def test_whatever_a_file_holds_it_is_a_list_or_an_error_with_its_place(tmp_path_factory, content):
    path = tmp_path_factory.getbasetemp() / "list.txt"
    path.write_bytes(content)
    try:
        listed = words.load(path)
    except ValueError as error:
        assert re.match(
            rf"{re.escape(str(path))}: (no words in it|not a UTF-8 text file); |.*, line \d+: .*; ", str(error)
        )
        return
    lines = [line for line in content.decode("utf-8-sig").splitlines() if line.strip()]
    assert {len(word) for word in listed} == {sum(map(str.isalpha, line)) for line in lines}
    assert len(listed) == len(set(listed)) == len(lines)
    assert all(word.isalpha() and words.normal(word) == word for word in listed) and words.check(listed) == listed


@given(st.text(st.sampled_from("αΑΣςσםמIıİ") | st.characters(categories=["L"])).filter(str.isalpha) | st.text())
def test_a_word_has_the_letters_that_it_has_in_any_place(word):
    assert words.normal(words.normal(word)) == words.normal(word)
    if word.isalpha() and not words.SYLLABLE_PARTS.search(word):
        assert words.normal(word) == "".join(map(words.normal, word))


def test_list_order_is_kept(tmp_path):
    path = tmp_path / "list.txt"
    path.write_text("slate\ncrane\nabbey")
    assert words.load(path) == ["slate", "crane", "abbey"]


def test_prior_weights():
    hidden = ["aa", "bb", "cc"]
    assert words.prior_weights(None, hidden).tolist() == [1, 1, 1]
    assert words.prior_weights([7, 7, 7], hidden).tolist() == [1, 1, 1]
    weights = words.prior_weights({"aa": 0.5, "bb": 0.5 - 1e-9, "cc": 1e-9}, hidden)
    by_word = words.prior_weights({"CC": 1, "aa": 3, "bb": 2}, hidden)
    assert words.prior_weights({"A": 1, "a": 3}, ["A", "a"]).tolist() == [2**16, 3 * 2**16]
    assert by_word.argsort().tolist() == [2, 1, 0] and by_word.sum() == words.PRIOR_TOTAL
    huge = words.prior_weights([1e308, 1.5e308, 1], hidden)
    assert huge[2] == 1 and huge[1] > huge[0]
    assert weights[2] == 1 and weights.dtype == np.int64 and abs(weights[0] / weights.sum() - 0.5) < 1e-5


def test_many_words_have_finer_weights():
    many = ["".join(letters) for letters in product("abcdefgh", repeat=5)][:5000]
    fine = words.prior_weights(range(1, 5001), many)
    assert abs(fine.sum() - words.FINE_TOTAL) < 2500 and fine.tolist() == sorted(fine)
    heavy = words.prior_weights([10**6, *range(1, 5000)], many)  # the first has less than an eighth
    assert abs(heavy.sum() - words.FINE_TOTAL) < 2500
    coarse = words.prior_weights([10**8, *range(1, 5000)], many)
    assert coarse[0] < words.PRIOR_TOTAL < coarse.sum() < words.PRIOR_TOTAL + 5000 and coarse[1] == 1
    assert words.prior_weights(range(1, 4097), many[:4096]).sum() < words.FINE_TOTAL / 2


def test_the_costs_of_finer_weights_stay_below_63_bits():
    most = words.FINE_TOTAL + words.MANY
    assert int(entropy.log_table(most)[most]) > 0 and 64 * 2**38 * most // 8 < 2**63


def test_accepted_words_have_a_prior():
    prior, (answers, accepted) = words.accepted_prior(), words.original()
    assert list(prior) == accepted and sum(prior.values()) == words.FINE_TOTAL
    assert words.prior_weights(prior, accepted).tolist() == list(prior.values())  # nothing is rounded
    alike = {prior[word] for word in answers}
    others = set(accepted) - set(answers)
    assert len(alike) == 1 and max(prior[word] for word in others) < alike.pop()
    assert round(sum(prior[word] for word in others) / words.FINE_TOTAL, 3) == 0.064
    added = [row["word"] for row in published("added")]
    assert len(added) == len(set(added)) == 48 and others.issuperset(added)
    gain = [np.log2(prior[word] * len(others) / sum(prior[each] for each in others)) for word in added]
    assert round(np.mean(gain), 1) == 2.8 and round(np.std(gain, ddof=1) / 48**0.5, 2) == 0.15


def test_the_record_of_the_games_since_2022():
    added, repeated = published("added"), published("repeated")
    games = [int(row["game"]) for row in added]
    assert games == sorted(games) and games[0] > 506 and games[-1] <= 1889
    assert sum(game > 1889 - 365 for game in games) == 23 and 48 / (1889 - games[0] + 1) < 0.04
    assert len(repeated) == 22 and {row["word"] for row in repeated} <= set(words.original()[0])
    assert all(0 <= int(row["first"]) < 1689 <= int(row["game"]) <= 1889 for row in repeated)
    since = 1889 - 1689 + 1
    fresh = since - 22 - sum(game >= 1689 for game in games)
    unused = 2315 - 1658
    assert fresh == 162 and round((22 / 1658) / (fresh / (unused - fresh / 2)), 3) == 0.047
    assert round(0.047, 2) == words.REPEATED


def test_used_words_are_less_likely(tmp_path):
    plain, tenth = words.accepted_prior(), words.accepted_prior(["cigar", "SISSY", "cigar"], 0.1)
    changed = {word for word in plain if plain[word] != tenth[word]}
    assert changed == {"cigar", "sissy"} and tenth["cigar"] == 0.1 * plain["cigar"]
    assert words.accepted_prior(["cigar"])["cigar"] == words.REPEATED * plain["cigar"]
    never = words.accepted_prior(["cigar"], 0)
    weights = words.prior_weights(never, list(never))
    assert weights[list(never).index("cigar")] == 1
    path = tmp_path / "used.txt"
    path.write_text("cigar\nrebut\nCigar\n")
    assert words.load_used(path) == ["cigar", "rebut", "cigar"]
    refuses("^used: 'zzzzz' is not one of the 12,972 accepted words$", words.accepted_prior, ["zzzzz"])
    refuses("^used: 'cigar'; expected a list of words$", words.accepted_prior, "cigar")
    for wrong in (-0.1, math.nan, math.inf, "1", None):
        refuses("^factor: .*; expected a finite number, at least 0$", words.accepted_prior, [], wrong)


@pytest.mark.parametrize(
    ("prior", "complaint"),
    [
        ([1, 2], "shape"),
        (["a", "b", "c"], "expected a number for each hidden word"),
        ([1, 2, 0], "0.0 for 'cc'; expected a positive number for each hidden word$"),
        ([1, -2, 3], "'bb'"),
        ([1, float("nan"), 3], "'bb'"),
        ({"aa": 1, "bb": 1}, "'cc'"),
    ],
)
def test_bad_prior(prior, complaint):
    refuses(f"prior: .*{complaint}", words.prior_weights, prior, ["aa", "bb", "cc"])


def test_what_is_no_path_or_word():
    refuses(r"^words\[0\]: .* is not text; expected a word$", words.check, [5])
    refuses("a\\x00b: cannot be read .*expected a text file, one word a line", words.load, "a\0b")


@pytest.mark.parametrize(
    "prior",
    [3, "abc", b"ab", ["1", "2"], [True, False], [1, None], [1, 10**400], {1, 2}, {"a": "x", "b": 1}, {b"a": 1}],
)
def test_priors_that_are_no_numbers(prior):
    refuses("^prior: .*; expected .*(number|shape)", words.prior_weights, prior, ["a", "b"])


def test_priors_of_fractions_and_generators():
    assert words.prior_weights([Fraction(1, 3)] * 2, ["a", "b"]).tolist() == [1, 1]
    refuses("^hidden: 3; expected a list of words$", words.prior_weights, None, 3)


@pytest.mark.parametrize("temperature", [1e-300, 1 / 8, 1 / 2, 1, 3, 1e300])
def test_shares_are_raised_to_a_power(temperature):
    shares = {"batch": 0.9, "catch": 0.05, "latch": 0.05}
    made = words.heated(shares, temperature)
    if temperature == 1e-300:
        assert made["batch"] == 1 and 0 < made["catch"] < 1e-300
        return
    power = {word: (share / 0.9) ** (1 / temperature) for word, share in shares.items()}
    assert list(made) == list(power) and np.allclose(list(made.values()), list(power.values()))


def test_ends_of_the_temperature():
    shares = {"batch": 0.9, "catch": 0.05, "latch": 0.05}
    assert words.heated(shares, 0) == {"batch": 1} and set(words.heated(shares, 1e300).values()) == {1}
    assert words.heated({"a": 2, "b": 1, "c": 2}, 0) == {"a": 1, "c": 1}
    for wrong in (-1, float("nan"), math.inf, "1", True, None):
        refuses("temperature: .*; expected a finite number, at least 0", words.heated, shares, wrong)
    for wrong in ({}, {"a": 0}, {"a": math.nan}, [1, 2]):
        refuses("shares: .*; expected a positive number for each of one or more words", words.heated, wrong, 1)
