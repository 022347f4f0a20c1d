import naive
import numpy as np
import pytest
from games import word_lists
from hypothesis import given
from hypothesis import strategies as st
from refusals import refuses

from wordlelib.game import feedback as fb
from wordlelib.kernels.feedback import fill_any


@pytest.mark.parametrize(
    ("guess", "hidden", "row"),
    [
        ("speed", "erase", "y-yy-"),  # two copies in the guess, two in the word
        ("erase", "speed", "y--yy"),
        ("geese", "these", "--ggg"),  # a green copy leaves one for a yellow
        ("eerie", "geese", "yg--g"),
        ("level", "eagle", "yy-y-"),  # two e, one l: the second l is grey
        ("allow", "llama", "ygy--"),
        ("mummy", "music", "gg---"),  # the green takes the only copy
        ("music", "mummy", "gg---"),
        ("crane", "crane", "ggggg"),
    ],
)
def test_repeated_letters(guess, hidden, row):
    assert fb.feedback(guess, hidden) == naive.feedback(guess, hidden) == row
    assert fb.to_text(int(fb.feedback_matrix([guess], [hidden])[0, 0]), 5) == row


@pytest.mark.parametrize(
    ("guess", "hidden", "row"),
    [
        ("ΣΕΙΡΑ", "ΛΟΓΟΣ", "y----"),
        ("ΣΟΦΟΣ", "ΣΩΣΤΑ", "g---y"),
        ("σοφος", "ΣΏΣΤΑ", "g---y"),
        ("לבנים", "מוגדר", "----y"),
        ("İSTEK", "istek", "ggggg"),
    ],
)
def test_a_letter_is_one_letter_in_all_its_forms(guess, hidden, row):
    assert fb.feedback(guess, hidden) == row


@given(st.integers(1, 7).flatmap(lambda n: st.tuples(*[st.text("abc", min_size=n, max_size=n)] * 2)))
def test_rule_equals_its_twin(pair):
    assert fb.feedback(*pair) == naive.feedback(*pair)


@given(word_lists(most=20))
def test_matrix_equals_the_twin_for_every_length(lists):
    hidden, guesses = lists
    codes = fb.feedback_matrix(guesses, hidden)
    assert codes.dtype == np.uint8
    for g, guess in enumerate(guesses):
        for h, word in enumerate(hidden):
            assert fb.to_text(int(codes[g, h]), len(guess)) == naive.feedback(guess, word)


@pytest.mark.large
def test_five_letter_kernel_equals_the_general_one_on_thirty_million_pairs(original):
    alphabet = sorted(set("".join(original.guesses)))
    hidden = np.ascontiguousarray(fb.encode(original.hidden, alphabet).T)
    general = np.empty_like(original.codes)
    fill_any(fb.encode(original.guesses, alphabet), hidden, general)
    assert np.array_equal(general, original.codes)


@pytest.mark.parametrize(("length", "kind"), [(5, np.uint8), (6, np.uint16), (10, np.uint16), (11, np.uint32)])
def test_codes_are_wide_enough(length, kind):
    word = "abcdefghijkl"[:length]
    codes = fb.feedback_matrix([word, word[::-1]], [word])
    assert codes.dtype == kind and codes[0, 0] == 3**length - 1
    assert fb.to_text(int(codes[1, 0]), length) == naive.feedback(word[::-1], word)


def test_an_alphabet_of_hundreds_of_letters():
    letters = [chr(0x4E00 + i) for i in range(300)]
    words = ["".join(letters[i : i + 5]) for i in range(0, 296, 5)]
    words += [words[0][:2] + words[50][2:], words[50][0] * 2 + words[51][2:], words[51][:2] + words[50][0] * 3]
    codes = fb.feedback_matrix(words, words)
    for g, guess in enumerate(words):
        for h, hidden in enumerate(words):
            assert fb.to_text(int(codes[g, h]), 5) == naive.feedback(guess, hidden)


@given(st.text("-yg", min_size=1, max_size=8))
def test_text_code_and_squares_agree(row):
    code = fb.to_code(row, len(row))
    assert fb.to_text(code, len(row)) == row
    assert fb.to_code(fb.to_squares(row), len(row)) == code
    assert fb.to_code(row.upper(), len(row)) == code


def test_white_squares_and_other_spellings_are_read():
    assert fb.to_squares("\ufeff⬛\ufe0f🟨\ufe0e") == "⬛🟨" and fb.feedback("SPEED", "erase") == "y-yy-"
    assert fb.to_code("⬜🟨🟩⬛🟩", 5) == fb.to_code("-yg-g", 5) == fb.to_code(" .YG.g ", 5)


@pytest.mark.parametrize(
    ("row", "complaint"), [("-yg-", "has 4 colours"), ("-yx--", "holds 'x'"), ("", "has 0 colours")]
)
def test_bad_feedback(row, complaint):
    refuses(f"feedback: .*{complaint}.*expected 5", fb.to_code, row, 5)


def test_bad_words_and_codes():
    refuses("guess: 'speed' has 5 letters; expected 4", fb.feedback, "speed", "eras")
    refuses("hidden: 'eras' has 4 letters; expected 5", fb.feedback_matrix, ["speed"], ["eras"])
    refuses("guesses: 'era' has 3 letters; expected 5", fb.feedback_matrix, ["speed", "era"], ["speed"])
    for words in ([], ["incomprehensibilities"]):
        refuses("expected at least one word of 1 to 12 letters", fb.feedback_matrix, words, words)
    refuses("code: 243; expected 0 to 242", fb.to_text, 243, 5)


def test_letters_and_lengths_that_do_not_fit():
    refuses("^words: 'z' occurs in them; expected letters of the alphabet", fb.encode, ["abc", "abz"], ["a", "b", "c"])
    refuses(r"^words: \['ab', 'a'\]; expected words of one length", fb.encode, ["ab", "a"], ["a", "b"])
    refuses("^feedback: '-------------'; expected at most 12 colours", fb.to_squares, "-" * 13)
    refuses("^marks: 'ab'; expected three characters", fb.to_text, 0, 5, "ab")
