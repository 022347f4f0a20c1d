"""What is stored of a notebook whose widgets need a kernel."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import nbformat
import pytest

pytest.importorskip("nbclient")
pytest.importorskip("anywidget")

TOOL = Path(__file__).parents[1] / "tools" / "stable_notebooks.py"
SPEC = spec_from_file_location("stable_notebooks", TOOL)
TOOLS = module_from_spec(SPEC)
SPEC.loader.exec_module(TOOLS)


def notebook_of(*outputs):
    """Make a notebook with an output in each cell, and two widgets, the first of which has a layout."""
    cells = [nbformat.v4.new_code_cell(outputs=[nbformat.v4.new_output("display_data", data)]) for data in outputs]
    models = {"a1": {"layout": "IPY_MODEL_b2"}, "b2": {}, "c3": {"children": ["IPY_MODEL_d4"]}, "d4": {}}
    state = {name: {"state": values} for name, values in models.items()}
    return nbformat.from_dict(
        {**nbformat.v4.new_notebook(cells=cells), "metadata": {"widgets": {TOOLS.WIDGET_STATE: {"state": state}}}}
    )


def view(model):
    return {TOOLS.WIDGET_VIEW: {"model_id": model, "version_major": 2, "version_minor": 0}, "text/plain": model}


def kept(notebook):
    """Give the kinds of each output, and the names of the models."""
    TOOLS.keep_pictures(notebook)
    kinds = [sorted(cell.outputs[0].data) for cell in notebook.cells]
    return kinds, sorted(notebook.metadata.get("widgets", {}).get(TOOLS.WIDGET_STATE, {}).get("state", {}))


def test_a_picture_takes_the_place_of_its_widget():
    notebook = notebook_of(view("a1"), view("c3") | {"image/png": "iVBO"})
    assert kept(notebook) == ([[TOOLS.WIDGET_VIEW, "text/plain"], ["image/png", "text/plain"]], ["a1", "b2"])
    alone = notebook_of(view("c3") | {"image/png": "iVBO"})
    assert kept(alone) == ([["image/png", "text/plain"]], []) and "widgets" not in alone.metadata


def test_widgets_and_pictures_by_themselves_stay():
    notebook = notebook_of(view("a1"), {"image/png": "iVBO"}, {"text/plain": "1"})
    everything = ["a1", "b2", "c3", "d4"]
    assert kept(notebook) == ([[TOOLS.WIDGET_VIEW, "text/plain"], ["image/png"], ["text/plain"]], everything)
