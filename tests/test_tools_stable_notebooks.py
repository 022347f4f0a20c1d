"""What is stored of a notebook whose widgets need a kernel."""

import nbformat

from tools.stable_notebooks import WIDGET_STATE, WIDGET_VIEW, keep_pictures


def notebook_of(*outputs):
    """Make a notebook with an output in each cell, and two widgets, the first of which has a layout."""
    cells = [nbformat.v4.new_code_cell(outputs=[nbformat.v4.new_output("display_data", data)]) for data in outputs]
    models = {"a1": {"layout": "IPY_MODEL_b2"}, "b2": {}, "c3": {"children": ["IPY_MODEL_d4"]}, "d4": {}}
    state = {name: {"state": values} for name, values in models.items()}
    return nbformat.from_dict(
        {
            **nbformat.v4.new_notebook(cells=cells),
            "metadata": {"widgets": {WIDGET_STATE: {"state": state}}},
        }
    )


def view(model):
    return {
        WIDGET_VIEW: {"model_id": model, "version_major": 2, "version_minor": 0},
        "text/plain": model,
    }


def kept(notebook):
    """Give the kinds of each output, and the names of the models."""
    keep_pictures(notebook)
    kinds = [sorted(cell.outputs[0].data) for cell in notebook.cells]
    return kinds, sorted(notebook.metadata.get("widgets", {}).get(WIDGET_STATE, {}).get("state", {}))


def test_a_picture_takes_the_place_of_its_widget():
    notebook = notebook_of(view("a1"), view("c3") | {"image/png": "iVBO"})
    assert kept(notebook) == ([[WIDGET_VIEW, "text/plain"], ["image/png", "text/plain"]], ["a1", "b2"])
    alone = notebook_of(view("c3") | {"image/png": "iVBO"})
    assert kept(alone) == ([["image/png", "text/plain"]], []) and "widgets" not in alone.metadata


def test_widgets_and_pictures_by_themselves_stay():
    notebook = notebook_of(view("a1"), {"image/png": "iVBO"}, {"text/plain": "1"})
    everything = ["a1", "b2", "c3", "d4"]
    assert kept(notebook) == ([[WIDGET_VIEW, "text/plain"], ["image/png"], ["text/plain"]], everything)
