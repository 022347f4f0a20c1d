"""Formulas as MathML: what browsers need said that MathJax would do itself."""

import re
from xml.etree import ElementTree

import pytest

from tools.mathml import FormulaError, mathml


def parts(tex, display=False):
    """Give the elements below the root, each as its name and its text."""
    root = ElementTree.fromstring(mathml(tex, display))
    return [(element.tag, element.text) for element in root.iter() if element is not root and element.text]


def test_a_fraction():
    assert parts(r"\tfrac{a}{2}") == [("mi", "a"), ("mn", "2")]
    assert re.search(r"<mfrac><mi>a</mi><mn>2</mn></mfrac>", mathml(r"\frac{a}{2}"))


def test_the_formula_as_it_was_written_stays_with_it():
    assert ElementTree.fromstring(mathml(r" x < y ")).get("alttext") == "x < y"


def test_a_line_of_its_own():
    assert 'display="block"' in mathml("x", display=True) and "display=" not in mathml("x")


@pytest.mark.parametrize(
    ("tex", "letter"),
    [(r"\mathbb{P}", "ℙ"), (r"\mathbb{E}", "𝔼"), (r"\mathcal{U}", "𝒰"), (r"\mathcal{B}", "ℬ"), (r"\mathbf{p}", "𝐩")],
)
def test_letters_of_other_alphabets_are_characters(tex, letter):
    assert parts(tex) == [("mi", letter)] and "mathvariant" not in mathml(tex)


def test_an_alphabet_that_the_font_has_not():
    with pytest.raises(FormulaError, match="'x': letters in monospace are not known"):
        mathml(r"\mathtt{x}")


def names(tex):
    return [element.tag for element in ElementTree.fromstring(mathml(tex))]


def test_a_function_stands_apart_from_what_has_no_parenthesis():
    assert names(r"n \log n") == ["mi", "mspace", "mi", "mo", "mspace", "mi"]
    assert names(r"p(z) \log(z)")[4:6] == ["mspace", "mi"]
    assert "mspace" not in names(r"\log(n)") and "mspace" not in names(r"= \log(n)")


def test_least_and_greatest_have_no_room_of_operators():
    sign = next(ElementTree.fromstring(mathml(r"\min_u Q", display=True)).iter("mo"))
    assert (sign.text, sign.get("lspace"), sign.get("rspace")) == ("min", "0", "0.1667em")


def test_accents_belong_to_their_letter():
    for tex in (r"\tilde{J}", r"\hat{Q}", r"\bar{x}"):
        assert ElementTree.fromstring(mathml(tex)).find(".//mover").get("accent") == "true"


def test_lines_are_aligned():
    cells = ElementTree.fromstring(mathml(r"\begin{aligned} a &= b \\ &= c \end{aligned}", display=True)).iter("mtd")
    assert [cell.get("style").partition(";")[0] for cell in cells] == ["text-align: right", "text-align: left"] * 2


@pytest.mark.parametrize("tex", [r"\foo", r"\frac{1}", "{", r"\begin{aligned}"])
def test_what_is_no_tex_is_refused(tex):
    with pytest.raises(FormulaError, match=re.escape(repr(tex)) + ": ."):
        mathml(tex)


PLACES = {"mfrac": 2, "msub": 2, "msup": 2, "msubsup": 3, "munder": 2, "mover": 2, "munderover": 3, "mroot": 2}


@pytest.mark.parametrize(
    "tex",
    [
        *(r"\frac{k_i}{\max(k_i - 1, 1)}", r"v_{\max}", r"J'_\mu(x')", r"\sqrt[3]{\ln n}"),
        *(r"\arg\min_u Q'(u)", r"\hat b^\prime"),
    ],
)
def test_an_element_has_as_many_parts_as_places(tex):
    for element in ElementTree.fromstring(mathml(tex)).iter():
        assert len(element) == PLACES.get(element.tag.rpartition("}")[2], len(element)), tex


def test_a_prime_stands_beside_its_letter():
    assert "<msub><mrow><mi>J</mi><mo" in mathml(r"J'_\mu") and "<msup>" not in mathml("J'")
    assert "<msup><mrow><mi>J</mi><mo" in mathml("J'^*")
    assert "<msup>" in mathml("J^*")


def test_a_minus_before_a_number_is_its_sign():
    assert 'form="prefix"' in mathml("x = -1") and 'form="prefix"' in mathml("(-5 + 1)")
    assert "form" not in mathml("a - b")
