"""What notebooks store of their widgets."""

import json

STATE = "application/vnd.jupyter.widget-state+json"


def self_checks_of(path):
    """Give the questions of every self-check that a notebook stores."""
    stored = json.loads(path.read_text(encoding="utf-8"))["metadata"].get("widgets", {}).get(STATE, {"state": {}})
    states = [model["state"] for model in stored["state"].values()]
    return [each["questions"] for each in states if each.get("_anywidget_id", "").endswith("SelfCheck")]
