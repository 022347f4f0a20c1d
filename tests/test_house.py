"""The house: arrows run one way, private names stay in their file, functions are short."""

import ast
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import wordlelib
from tools.house import arrows, imports_of, measure, modules_of, room_of

PACKAGE = Path(wordlelib.__file__).parent
FILES = sorted(PACKAGE.rglob("*.py"))
TREES = {path: ast.parse(path.read_text(encoding="utf-8")) for path in FILES}
MODULES = modules_of()
ARROWS = arrows(MODULES)
# Each room stands on rooms before it. The first two and the last two stand side by side.
ROOMS = (
    "core",
    "kernels",
    "game",
    "runs",
    "planning",
    "adversary",
    "search",
    "plots",
    "environments",
    "lab",
    "widgets",
    "cli",
)


def module_of(path):
    return ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)


@pytest.mark.parametrize("path", FILES, ids=module_of)
def test_private_names_stay_in_their_file(path):
    tree = TREES[path]
    modules = {name for module, name in imports_of(tree) if f"{module}.{name}" in MODULES}
    found = [f"{module}.{name}" for module, name in imports_of(tree) if (name or "").startswith("_")]
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in modules:
            found += [f"{node.value.id}.{node.attr}"] * (node.attr.startswith("_") and not node.attr.startswith("__"))
    assert found == []


@pytest.mark.parametrize("module", MODULES)
def test_arrows_lead_down(module):
    room, used = room_of(module), {room_of(other) for other in ARROWS[module]}
    if room == "door":
        assert used <= {"door", *ROOMS[: ROOMS.index("plots")]}
    elif room in ("__main__", "first"):
        assert used == {"__main__": {"kernels", "cli"}, "first": {"game"}}[room]
    else:
        beside = {"core": {"kernels"}, "kernels": {"core"}, "widgets": {"cli"}, "cli": {"widgets"}}.get(room, set())
        allowed = {*ROOMS[: ROOMS.index(room) + 1], *({"door"} if room in ("widgets", "cli") else ())} - beside
        assert used <= allowed, used - allowed


def test_no_file_leads_back_to_itself():
    assert len([*TopologicalSorter(ARROWS).static_order()]) == len(MODULES)


def test_the_house_has_few_rooms_on_few_floors():
    figures = measure()
    assert figures["rooms"] <= 20 and figures["floors"] <= 9 and figures["circles"] == 0


def test_a_circle_is_found(tmp_path):
    files = {
        "a/x.py": "from wordlelib.b import y",
        "b/y.py": "import wordlelib.c",
        "c.py": "def f():\n from wordlelib.a import x",
        "d.py": "import wordlelib.c, numpy",
    }
    for name, text in files.items():
        (tmp_path / "wordlelib" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "wordlelib" / name).write_text(text)
    found = [
        measure(tmp_path)[name] for name in ("rooms", "floors", "arrows between rooms", "circles", "lines of Python")
    ]
    assert found == [4, 2, 4, 1, 5]


def test_rooms_have_files_and_nothing_lies_in_the_hall():
    assert {room_of(module) for module in MODULES} == {*ROOMS, "door", "__main__", "first"}
    assert {path.name for path in PACKAGE.glob("*.py")} == {"__init__.py", "__main__.py", "door.py", "first.py"}


def functions():
    """Yield the file, the name and the syntax of all functions."""
    for path in FILES:
        for node in ast.walk(TREES[path]):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield f"{module_of(path)}.{node.name}", node


def length_of(function):
    """Count the lines of a function without its docstring."""
    first = function.body[0]
    said = first.end_lineno - first.lineno + 1 if ast.get_docstring(function) is not None else 0
    return function.end_lineno - function.lineno + 1 - said


def test_functions_are_short():
    assert [f"{name}: {length_of(node)} lines" for name, node in functions() if length_of(node) > 50] == []


def test_kernels_take_few_arguments():
    counts = {
        name: len(node.args.args)
        for name, node in functions()
        if {"kernel", "shared_kernel"} & {each.id for each in node.decorator_list if isinstance(each, ast.Name)}
    }
    assert len(counts) > 100
    assert [f"{name}: {count} arguments" for name, count in counts.items() if count > 7] == []


def users_of(*names):
    """Give the modules that import one of these packages, or something of them."""
    found = set()
    for path in FILES:
        for node in ast.walk(TREES[path]):
            if isinstance(node, ast.Import):
                imported = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                imported = [f"{node.module}.{alias.name}" for alias in node.names]
            else:
                continue
            if any(f"{each}.".startswith(f"{name}.") for each in imported for name in names):
                found.add(module_of(path))
    return found


def test_only_the_compiler_imports_numba():
    assert users_of("numba", "llvmlite") == {f"wordlelib.kernels.{name}" for name in ("compiler", "lowering", "stock")}


def test_one_door_leads_to_the_compiler():
    assert users_of("wordlelib.kernels.compiler") == users_of("wordlelib.kernels.stock") == {"wordlelib.kernels.jit"}
    assert users_of("wordlelib.kernels.lowering") == {"wordlelib.kernels.compiler"}
    assert users_of("wordlelib.kernels.webassembly") == {"wordlelib.kernels.jit", "wordlelib.widgets.base"}


def test_only_pictures_and_widgets_import_what_shows_them():
    users = users_of("matplotlib")
    assert users and all(user.startswith(("wordlelib.plots.", "wordlelib.lab.heads.")) for user in users)
    assert users_of("anywidget") == {"wordlelib.widgets.base"}
    assert users_of("ipywidgets") == set()


def test_only_environments_import_what_trains_agents():
    rooms = {f"wordlelib.environments.{name}" for name in ("single", "many", "two")}
    assert users_of("gymnasium") == rooms and users_of("pettingzoo") == {"wordlelib.environments.two"}
    users = {module for module, used in ARROWS.items() if used & rooms} - rooms
    assert users == {"wordlelib.lab.agents"}  # which imports them only to train
