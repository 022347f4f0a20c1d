"""What is left out of the theme's style: rules for classes that nothing can have, and nothing else."""

import pytest

from tools.sphinx_extensions.light_pages import used_rules


@pytest.mark.parametrize(
    ("css", "left"),
    [
        (".used{a:b}.other{c:d}", ".used{a:b}"),
        ("p{a:b}#id{a:b}*{a:b}", "p{a:b}#id{a:b}*{a:b}"),
        (".used,.other{a:b}", ".used{a:b}"),
        (".used .other{a:b}.used.too{a:b}", ".used.too{a:b}"),
        ("p:not(.other){a:b}:is(.used,.other) p{a:b}", "p:not(.other){a:b}:is(.used,.other) p{a:b}"),
        (":is(p:not(.other),.other) .too{a:b}", ":is(p:not(.other),.other) .too{a:b}"),
        ("@media print{.used{a:b}.other{a:b}}", "@media print{.used{a:b}}"),
        ("@media print{.other{a:b}}", ""),
        (
            "@font-face{src:url(a.woff)}@keyframes other{0%{a:b}}",
            "@font-face{src:url(a.woff)}@keyframes other{0%{a:b}}",
        ),
        ('@charset "utf-8";@import url(a;b.css);.used{a:b}', '@charset "utf-8";@import url(a;b.css);.used{a:b}'),
        (""".used{a:url("x){}'")}.other{a:'}'}p{b:c}""", """.used{a:url("x){}'")}p{b:c}"""),
        ("/* .used{ */.other{a:b}.used{c:d}", ".used{c:d}"),
        (".sm\\:used{a:b}", ""),
    ],
)
def test_rules(css, left):
    assert used_rules(css, ["used", "too"]) == left
