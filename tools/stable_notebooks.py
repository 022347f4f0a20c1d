"""Run notebooks and store their outputs so that a second run gives the same bytes.

python tools/stable_notebooks.py book/*.ipynb
"""

import configparser
import json
import os
import re
import sys
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

from wordlelib.widgets.base import KEPT_BY_PAGES

WIDGET_STATE = "application/vnd.jupyter.widget-state+json"
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
MODEL = re.compile("IPY_MODEL_([0-9a-f]+)")
SANITIZE = Path(__file__).parents[1] / "tests" / "nbval_sanitize.cfg"


def read_replacements(path: Path) -> list[tuple[re.Pattern[str], str]]:
    """Read the patterns of what differs from run to run, and what stands for it."""
    parser = configparser.ConfigParser(interpolation=None)
    parser.read_string(path.read_text(encoding="utf-8"))
    return [(re.compile(parser[name]["regex"]), parser[name]["replace"]) for name in parser.sections()]


def stable_text(value: Any, replacements: list[tuple[re.Pattern[str], str]]) -> Any:
    """Apply the replacements to every string inside a JSON value."""
    if isinstance(value, str):
        for pattern, replacement in replacements:
            value = pattern.sub(replacement, value)
        return value
    if isinstance(value, list):
        return [stable_text(item, replacements) for item in value]
    if isinstance(value, dict):
        return {key: stable_text(item, replacements) for key, item in value.items()}
    return value


def stable_output(output: dict[str, Any], replacements: list[tuple[re.Pattern[str], str]]) -> dict[str, Any]:
    """Clean one output; images are base64 and stay as they are."""
    images = {kind: data for kind, data in output.get("data", {}).items() if kind.startswith("image/")}
    output = stable_text(output, replacements)
    output.get("data", {}).update(images)
    return output


def fold_checks(notebook: nbformat.NotebookNode) -> None:
    """Let JupyterLab fold the code of the cells tagged "check", and of those that a page does not show."""
    for cell in notebook.cells:
        if {"check", "remove-input"} & set(cell.metadata.get("tags", [])):
            cell.metadata.setdefault("jupyter", nbformat.NotebookNode()).source_hidden = True


def keep_pictures(notebook: nbformat.NotebookNode) -> None:
    """Where an output is a widget that needs a kernel, and a picture too, store the picture only."""
    dropped = []
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            if any(kind.startswith("image/") for kind in output.get("data", {})):
                dropped.append(output.data.pop(WIDGET_VIEW, None))
    if not any(dropped):
        return
    views = [output.data for cell in notebook.cells for output in cell.get("outputs", []) if "data" in output]
    wanted = {data[WIDGET_VIEW]["model_id"] for data in views if WIDGET_VIEW in data}
    stored, found = notebook.metadata.widgets[WIDGET_STATE].state, set()
    while wanted:
        found |= wanted
        wanted = {name for model in wanted for name in MODEL.findall(json.dumps(stored[model]))} - found
    notebook.metadata.widgets[WIDGET_STATE].state = {name: stored[name] for name in stored if name in found}
    if not found:
        del notebook.metadata["widgets"]


def stable_widgets(notebook: nbformat.NotebookNode) -> dict[str, str]:
    """Drop from the stored state of widgets what the book's pages have anyway; give {id of a model: name to keep}."""
    stored = notebook.metadata.get("widgets", {}).get(WIDGET_STATE, {}).get("state", {})
    for model in stored.values():
        for name in KEPT_BY_PAGES:
            model["state"].pop(name, None)
    return {model: f"{number:032x}" for number, model in enumerate(stored)}


def run(path: Path, replacements: list[tuple[re.Pattern[str], str]]) -> str:
    """Execute one notebook and return the JSON text to store."""
    notebook = nbformat.read(path, as_version=4)
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
    fold_checks(notebook)
    client = NotebookClient(
        notebook,
        kernel_name="python3",
        timeout=600,
        record_timing=False,
        coalesce_streams=True,
        resources={"metadata": {"path": str(path.parent)}},
    )
    client.execute()
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs = [nbformat.from_dict(stable_output(output, replacements)) for output in cell.outputs]
    notebook.metadata.kernelspec = {"display_name": "Python 3", "language": "python", "name": "python3"}
    notebook.metadata.language_info.pop("version", None)
    keep_pictures(notebook)
    names = stable_widgets(notebook)
    nbformat.validate(notebook)
    text = nbformat.writes(notebook)
    for model, name in names.items():
        text = text.replace(model, name)
    return json.dumps(json.loads(text), sort_keys=True, indent=1, ensure_ascii=False) + "\n"


def write_whole(path: Path, text: str) -> None:
    """Write beside the file, then rename: a reader never sees half a file."""
    temporary = path.with_name(path.name + ".tmp")
    temporary.write_text(text, encoding="utf-8", newline="\n")
    os.replace(temporary, path)


def main(paths: list[str]) -> int:
    """Run the notebooks in turn; one that fails is left as it was."""
    replacements = read_replacements(SANITIZE)
    failed = 0
    for path in map(Path, paths):
        try:
            text = run(path, replacements)
        except CellExecutionError as error:
            print(f"{path}: failed, not written\n{error}", file=sys.stderr)
            failed += 1
            continue
        changed = text != path.read_text(encoding="utf-8")
        if changed:
            write_whole(path, text)
        print(f"{path}: {'stored' if changed else 'unchanged'}")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
