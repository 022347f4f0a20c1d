"""The API reference: what the docstrings of the library need beyond autodoc and napoleon."""

import importlib
import inspect
import re
from pathlib import Path
from typing import Any

import traitlets
from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.roles import XRefRole
from sphinx.util.docutils import SphinxDirective
from sphinx.util.inspect import stringify_signature

import wordlelib

TYPED = re.compile(r"[\s:A-Za-z]*\* \*\*[^*]+\*\* \(\*|:Attributes: \*\*")
ADDRESS = re.compile(r"\b(?:wordlelib|collections|numpy|typing|pathlib)(?:\.[a-z_]+)*\.(?=[A-Z]|ndarray)")
PACKAGE = Path(wordlelib.__file__).parent
MODULES = {path.stem: f"wordlelib.{path.parent.name}.{path.stem}" for path in PACKAGE.glob("*/*.py")}  # by a short name


class NameRole(XRefRole):
    """A name in single backticks: code, and a link if it is one of the reference."""

    def process_link(
        self, env: BuildEnvironment, refnode: nodes.Element, has_explicit_title: bool, title: str, target: str
    ) -> tuple[str, str]:
        """Look the name up as Python would from where it stands."""
        refnode["py:module"], refnode["py:class"] = env.ref_context.get("py:module"), env.ref_context.get("py:class")
        refnode["refdomain"], refnode["reftype"], refnode["may_be_local"] = "py", "obj", True
        module, _, name = target.partition(".")
        address = f"{MODULES.get(module, f'wordlelib.{module}')}.{name}"
        return title, address if name and importable(address) else target


class PublicNames(SphinxDirective):
    """What a module is for, and the names of it that a package exports, from the docstrings' first lines."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Write a line and a list."""
        module = f"wordlelib.{self.arguments[0]}"
        content = importlib.import_module(module)
        lines = [f":py:mod:`{module}`: {first_line(content)}", ""]
        if hasattr(content, "__path__"):
            for name in content.__all__:
                item = getattr(content, name)
                lines.append(f"- :py:obj:`{self.arguments[0]}.{name} <{item.__module__}.{name}>`: {first_line(item)}")
        for name in wordlelib.__all__:
            item = getattr(wordlelib, name)
            if not inspect.ismodule(item) and item.__module__ == module:
                lines.append(f"- :py:obj:`wl.{name} <{module}.{name}>`: {first_line(item)}")
        return self.parse_text_to_nodes("\n".join(lines))


def first_line(item: Any) -> str:
    """Give the first line of a docstring."""
    return (inspect.getdoc(item) or "").partition("\n")[0]


def importable(address: str) -> bool:
    """Tell whether a dotted name below the package is there."""
    module, _, name = address.rpartition(".")
    try:
        return hasattr(importlib.import_module(module), name)
    except ImportError:
        return False


def leave_as_code(
    app: Sphinx, env: BuildEnvironment, node: pending_xref, content: nodes.Element
) -> nodes.Element | None:
    """Show a name that the reference does not have, such as an argument's, as code without a link."""
    return content if node.get("may_be_local") else None


def skip_fields(app: Sphinx, kind: str, name: str, item: Any, skip: bool, options: Any) -> bool | None:
    """Leave out the fields of named tuples: their "Attributes" describe them."""
    return True if (inspect.getdoc(item) or "").startswith("Alias for field number") else None


def plain_text(app: Sphinx, kind: str, name: str, item: Any, options: Any, lines: list[str]) -> None:
    """Keep what docstrings mean literally: bars, rows of colours, colons in a property's first line (no type).

    What a widget holds under an argument's name has another type than the argument.
    """
    if is_widget(item):
        item.__annotations__ = {}
    lines[:] = [line if "`" in line or ">>>" in line else line.replace("|", r"\|") for line in lines]
    lines[:] = [re.sub(r'"([-yg]*--[-yg]*)"', r"``\1``", line) for line in lines]
    if kind in ("property", "attribute", "data"):
        lines[:0] = ["..", ""]


def finish(app: Sphinx, kind: str, name: str, item: Any, options: Any, lines: list[str]) -> None:
    """Write types without their modules, and say which names can be had from the package itself."""
    lines[:] = [re.sub(ADDRESS, "", line) if TYPED.match(line) else line for line in lines]
    short = name.rpartition(".")[2]
    if kind in ("class", "function") and short in wordlelib.__all__ and getattr(wordlelib, short) is item:
        lines[:0] = [f"*Import:* ``wordlelib.{short}``", ""]


def short_signature(
    app: Sphinx, kind: str, name: str, item: Any, options: Any, signature: str | None, returns: str | None
) -> tuple[str | None, str | None]:
    """Leave out a default that cannot be written, such as a lambda; a widget's signature is that of its `__init__`."""
    if is_widget(item):
        signature = stringify_signature(
            inspect.signature(item), unqualified_typehints=True, show_return_annotation=False
        )
    return re.sub(r"<function .*?<lambda>>|<function .*?>", "...", signature) if signature else signature, returns


def is_widget(item: Any) -> bool:
    """Tell whether something is a class of widgets."""
    return isinstance(item, type) and issubclass(item, traitlets.HasTraits)


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the role, the directive and the listeners."""
    app.add_role("name", NameRole())
    app.add_directive("public-names", PublicNames)
    app.connect("missing-reference", leave_as_code)
    app.connect("autodoc-skip-member", skip_fields)
    app.connect("autodoc-process-signature", short_signature)
    app.connect("autodoc-process-docstring", plain_text, priority=400)  # before napoleon, which has 500
    app.connect("autodoc-process-docstring", finish, priority=600)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
