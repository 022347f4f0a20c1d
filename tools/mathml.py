"""TeX as MathML, which browsers set by themselves: MathJax translates, once, when the book is built.

What MathJax leaves to its own fonts and spacing is said here in the words of MathML Core.
"""

from functools import cache
from importlib.resources import files
from itertools import pairwise
from xml.etree import ElementTree

from py_mini_racer import JSEvalException, MiniRacer

SCRIPTS = ("loader.js", "core.js", "adaptors/liteDOM.js", "input/tex-full.js")
BEFORE = "var MathJax = { loader: { load: [], ready() {} }, startup: { ready() {} } }, setTimeout = () => 1;"
# Packages that would show a fault in red, where here it must end the build.
LENIENT = ("noerrors", "noundefined", "bussproofs")
AFTER = """{
    const { adaptors, core, handlers, input, mathjax } = MathJax._;
    handlers.html_ts.RegisterHTMLHandler(adaptors.liteAdaptor.liteAdaptor());
    const packages = input.tex.AllPackages.AllPackages.filter((name) => !%s.includes(name));
    const formatError = (_, fault) => { throw Error(fault.message); };
    const page = mathjax.mathjax.document("", { InputJax: new input.tex_ts.TeX({ packages, formatError }) });
    const visitor = new core.MmlTree.SerializedMmlVisitor.SerializedMmlVisitor();
    const end = core.MathItem.STATE.CONVERT;
    globalThis.translate = (tex, display) => visitor.visitTree(page.convert(tex, { display, end }));
} 0"""
APPLY = "\u2061"
THIN = "0.1667em"
OPENING, CLOSING = ("(", "[", "{", "|", "\u2308", "\u230a"), (")", "]", "}", "|", "\u2309", "\u230b")
# Elements that take as many parts as there are; the others, such as a fraction, have a place for each.
ROWS = ("math", "mrow", "mtd", "msqrt", "mstyle", "mpadded", "mphantom", "menclose")
BEFORE_A_SIGN = tuple("=<>\u2264\u2265([{,;/\u22c5\u00d7\u2190\u2192")
PRIMES = ("\u2032", "\u2033", "\u2034")
ACCENTS = ("~", "^", "\u00af", "\u02d9", "\u2015", "\u2192")
# The first letters of the styled alphabets: capitals, and small letters where there are any.
ALPHABETS = {
    "bold": (0x1D400, 0x1D41A),
    "italic": (0x1D434, 0x1D44E),
    "bold-italic": (0x1D468, 0x1D482),
    "script": (0x1D49C, 0x1D4B6),
    "double-struck": (0x1D538, 0x1D552),
}
BOLD_ZERO = 0x1D7CE
# Letters that Unicode had before the alphabets.
EARLIER = {
    "script": dict(
        zip("BEFHILMRego", "\u212c\u2130\u2131\u210b\u2110\u2112\u2133\u211b\u212f\u210a\u2134", strict=True)
    ),
    "double-struck": dict(zip("CHNPQRZ", "\u2102\u210d\u2115\u2119\u211a\u211d\u2124", strict=True)),
    "italic": {"h": "\u210e"},
}


class FormulaError(ValueError):
    """A formula that MathJax does not understand."""


@cache
def translator() -> MiniRacer:
    """Load MathJax into an engine of its own."""
    folder = files("sphinx-mathjax-offline") / "static" / "mathjax"
    engine = MiniRacer()
    engine.eval(BEFORE)
    for script in SCRIPTS:
        engine.eval((folder / script).read_text(encoding="utf-8") + "; 0")
    engine.eval(AFTER % list(LENIENT))
    return engine


@cache
def mathml(tex: str, display: bool = False) -> str:
    """Translate a formula.

    Parameters
    ----------
    tex
        The formula, without dollars.
    display
        Whether it stands on lines of its own.

    Returns
    -------
    str
        A `math` element; its `alttext` is the formula as it was written.

    Raises
    ------
    FormulaError
        If the formula is no TeX.
    """
    try:
        root = ElementTree.fromstring(translator().call("translate", tex, display))
    except JSEvalException as fault:
        raise FormulaError(f"{tex!r}: {str(fault).splitlines()[0].partition('Error: ')[2]}") from None
    settle(root)
    root.set("alttext", tex.strip())
    return ElementTree.tostring(root, encoding="unicode", short_empty_elements=False)


def settle(root: ElementTree.Element) -> None:
    """Say in MathML Core what MathJax would do itself."""
    for element in list(root.iter()):
        element.tag = element.tag.rpartition("}")[2]
        if element.tag in ROWS:
            set_operators_apart(element)
    for element in root.iter():
        name = element.tag
        element.text = (element.text or "").strip() if len(element) == 0 and name != "mtext" else element.text
        element.tail = None
        if len(element):
            element.text = None
        style_letters(element)
        mark_signs(element)
        put_primes_beside(element)
        if name == "mtable":
            align(element)
        kind = element.attrib.pop("data-mjx-texclass", None)
        if name == "mo":
            space(element, kind)
        if name in ("mover", "munder") and is_accent(element[1]):
            element.set("accent" if name == "mover" else "accentunder", "true")
        for attribute in [each for each in element.attrib if each.startswith("data-")]:
            del element.attrib[attribute]


def style_letters(element: ElementTree.Element) -> None:
    """Write styled letters as the characters that they are."""
    variant = element.get("mathvariant")
    if variant is None or variant == "normal":
        return
    if variant not in ALPHABETS:
        raise FormulaError(f"{element.text!r}: letters in {variant} are not known")
    del element.attrib["mathvariant"]
    element.text = "".join(styled(letter, variant) for letter in element.text or "")


def styled(letter: str, variant: str) -> str:
    """Give a letter of an alphabet, or a bold digit; what is neither stays as it is."""
    if variant == "bold" and "0" <= letter <= "9":
        return chr(BOLD_ZERO + int(letter))
    if letter in EARLIER.get(variant, {}):
        return EARLIER[variant][letter]
    capital, small = ALPHABETS[variant]
    if "A" <= letter <= "Z":
        return chr(capital + ord(letter) - ord("A"))
    return chr(small + ord(letter) - ord("a")) if "a" <= letter <= "z" else letter


def mark_signs(row: ElementTree.Element) -> None:
    """Mark a minus or plus that follows an operator as the sign of what comes next, which has no room on its right."""
    if row.tag.rpartition("}")[2] in ROWS:
        for before, sign in pairwise(row):
            if first(sign) in ("\u2212", "+", "\u00b1") and not len(sign) and (before.text or "") in BEFORE_A_SIGN:
                sign.set("form", "prefix")


def put_primes_beside(element: ElementTree.Element) -> None:
    """Put a prime on the line behind its letter, since the typeface draws it small and raised already."""
    if element.tag not in ("msup", "msubsup"):
        return
    letter, *below, above = element
    prime = above[0] if len(above) else above
    if prime.tag.rpartition("}")[2] != "mo" or first(prime) not in PRIMES:
        return
    (element if prime is above else above).remove(prime)
    if prime is above and not below:
        element.tag = "mrow"
        element.append(prime)
        return
    if prime is above:
        element.tag = "msub"
    element.remove(letter)
    row = ElementTree.Element("mrow")
    row.extend([letter, prime])
    element.insert(0, row)


def set_operators_apart(row: ElementTree.Element) -> None:
    """Put a thin space between the name of a function and what stands beside it without a parenthesis."""
    parts = list(row)
    for place in range(len(parts) - 1, -1, -1):
        named = place + 1 < len(parts) and parts[place + 1].text == APPLY
        if named and place + 2 < len(parts) and first(parts[place + 2]) not in OPENING:
            row.insert(place + 2, ElementTree.Element("mspace", width=THIN))
        if (named or is_function(parts[place])) and place and is_operand(parts[place - 1]):
            row.insert(place, ElementTree.Element("mspace", width=THIN))


def is_function(element: ElementTree.Element) -> bool:
    """Tell whether an element is a name such as "min", perhaps with something below it."""
    while len(element):
        element = element[0]
    return element.get("data-mjx-texclass") == "OP" and (element.text or "").strip().isalpha()


def is_operand(element: ElementTree.Element) -> bool:
    """Tell whether an element is something that the name of a function would run into."""
    name = element.tag.rpartition("}")[2]
    return name not in ("mo", "mspace") or (element.text or "").strip() in CLOSING


def first(element: ElementTree.Element) -> str:
    """Give the first sign of an element."""
    while len(element):
        element = element[0]
    return (element.text or "").strip()


def is_accent(element: ElementTree.Element) -> bool:
    """Tell whether a sign above or below a letter belongs to it, as a tilde does."""
    return element.tag.rpartition("}")[2] == "mo" and (element.text or "").strip() in ACCENTS


def space(sign: ElementTree.Element, kind: str | None) -> None:
    """Set the room around a sign that TeX takes for another kind than MathML does."""
    text = sign.text or ""
    if kind == "OP" and text.isalpha():
        sign.set("lspace", "0")
        sign.set("rspace", THIN)
    elif kind in ("ORD", "OPEN", "CLOSE") or text == "/" or text in PRIMES:
        sign.set("lspace", "0")
        sign.set("rspace", "0")


def align(table: ElementTree.Element) -> None:
    """Align the cells of a table, which MathML Core leaves to styles."""
    sides = table.attrib.pop("columnalign", "center").split()
    gaps = table.attrib.pop("columnspacing", "1em").split()
    table.attrib.pop("rowspacing", None)
    for row in table:
        for place, cell in enumerate(row):
            side = sides[min(place, len(sides) - 1)]
            gap = gaps[min(place - 1, len(gaps) - 1)] if place else "0"
            cell.set("style", f"text-align: {side}; padding: 0.25em 0 0.25em {gap}")
