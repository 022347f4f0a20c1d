"""What the workflow that publishes runs, as far as it needs no GitHub."""

from pathlib import Path

import yaml

ROOT = Path(__file__).parents[2]
INTO = ROOT / "_build" / "release"
WORKFLOW = ROOT / ".github" / "workflows" / "publish.yml"
ADDRESSES = {"BOOK_URL": "https://someone.github.io/wordle/", "BOOK_REPOSITORY": "https://github.com/someone/wordle"}


def steps():
    """Yield the job and the command of each step that runs something and asks GitHub for nothing."""
    for name, job in yaml.safe_load(WORKFLOW.read_text(encoding="utf-8"))["jobs"].items():
        for step in job["steps"]:
            if "run" in step and "GH_TOKEN" not in step.get("env", {}):
                yield name, job.get("env", {}), step["run"]
