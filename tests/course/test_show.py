"""What students write in Markdown is shown with its formulas, and nothing of it runs or is fetched."""

import pytest
from bs4 import BeautifulSoup

from assignments.grading import show
from assignments.grading.course import read, sets

HOSTILE = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "[x](javascript:alert(1)) [x](data:text/html,<script>) <javascript:alert(1)>",
    "![x](https://evil.example/track.png) ![x](data:image/svg+xml;base64,PHN2Zz4=) ![x](//evil.example)",
    '![a" onerror="alert(1)](data:image/png;base64,AA==)',
    r"$\text{<img src=x onerror=alert(1)>}$ $\mathrm{</math><script>alert(1)</script>}$",
    r"$\href{javascript:alert(1)}{x}$ $\style{position:fixed}{x}$ $\class{points}{x}$ $\cssId{a}{x}$",
    r"$\text{&lt;script&gt;}$ $\unicode{x3c}script\unicode{x3e}$ $&lt;script&gt;$",
    "\\begin{align}\\text{<iframe src=//evil.example>}\\end{align}",
    "`<script>`\n\n```html\n<script>alert(1)</script>\n```\n\n    <script>",
    "```<script>\nx\n```",
    "$$x$$ (check-bayes)\n\n$$\nx\n$$ (check-bayes)",
]
TAGS = {
    "p", "a", "img", "code", "pre", "h1", "h2", "h3", "em", "strong", "s", "blockquote", "ul", "ol", "li", "hr", "br",
    "table", "thead", "tbody", "tr", "th", "td", "span", "div", "math", "mrow", "mi", "mo", "mn", "mtext", "msup",
    "msub", "msubsup", "mtable", "mtr", "mtd", "mspace", "mover", "munder", "munderover", "mfrac", "mstyle",
    "msqrt", "mpadded",
}  # fmt: skip
ATTRIBUTES = {"class", "href", "alt", "src", "start", "title"} | show.KEPT


def check(source):
    page = BeautifulSoup(show.markdown(source), "html.parser")
    for tag in page.find_all(True):
        assert tag.name in TAGS, tag
        assert set(tag.attrs) - {"style"} <= ATTRIBUTES, tag
        assert tag.get("style", "text-align:left") in ("text-align:left", "text-align:right", "text-align:center")
        assert tag.name == "img" or "src" not in tag.attrs
        assert tag.get("src", "data:image/png;base64,").startswith("data:image/png;base64,")
        assert not tag.get("href", "").lower().startswith(("javascript:", "data:", "vbscript:"))
        assert tag.get("class", ["math"])[0] in ("math", "language-html", "language-<script>"), tag
    return page


@pytest.mark.parametrize("source", HOSTILE)
def test_nothing_runs_and_nothing_is_fetched(source):
    check(source)


def test_formulas_of_all_sets_are_understood():
    shown = 0
    for name in sets():
        for cell in read(name).cells:
            if cell.cell_type == "markdown":
                page = check(cell.source)
                shown += len(page.find_all("math"))
                assert not page.select(".math code") and "$" not in page.get_text().replace("`$`", "")
    assert shown > 200


def test_a_formula_that_is_not_understood_is_shown_as_it_is_written():
    assert check(r"Let $\nonsense{x}$ be").code.get_text() == r"\nonsense{x}"
    assert check(f"Let ${'x' * 5_000}$ be").code.get_text() == "x" * 5_000
    rows = check("$$\n\\begin{aligned} a &< b \\\\ c &= d \\end{aligned}\n$$")
    assert [row.get_text() for row in rows.find_all("mtr")] == ["a<b", "c=d"]
    assert check("It costs $5 and $6.").get_text().strip() == "It costs $5 and $6."
