"""What the workflows ask GitHub for, by its program `gh`. Only the standard library is used, so nothing is installed.

python -m tools.github upload TAG FOLDER | preview RUN COMMIT | report RUN
"""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

NOTES = "NOTES.md"
BROKEN = "The weekly check has failed"


def gh(*arguments: str) -> str:
    """Run `gh`; give what it says."""
    return subprocess.run(("gh", *arguments), check=True, text=True, stdout=subprocess.PIPE).stdout.strip()


def upload(tag: str, folder: str) -> None:
    """Make a release of the files in a folder."""
    files = sorted(str(path) for path in Path(folder).iterdir() if path.name != NOTES)
    gh("release", "create", tag, "--verify-tag", "--title", tag, "--notes-file", f"{folder}/{NOTES}", *files)


def preview(run: str, commit: str) -> None:
    """Say in the pull request of a commit where the pages are that a run has built; keep to one comment."""
    pulls = gh(
        "api", f"repos/{{owner}}/{{repo}}/commits/{commit}/pulls", "--jq", '.[] | select(.state == "open").number'
    )
    artifacts = f"repos/{{owner}}/{{repo}}/actions/runs/{run}/artifacts"
    pages = gh("api", artifacts, "--jq", '.artifacts[] | select(.name == "pages").id')
    if not pulls or not pages:
        print(f"run {run}: no open pull request, or no pages")
        return
    archive = f"{gh('repo', 'view', '--json', 'url', '--jq', '.url')}/actions/runs/{run}/artifacts/{pages}"
    said = f"[The built pages]({archive}) of {commit[:7]}: unpack them, and open `index.html`."
    for pull in pulls.split():
        gh("pr", "comment", pull, "--edit-last", "--create-if-none", "--body", said)


def report(run: str) -> None:
    """Open an issue about a run that has failed, or add to the one that is open."""
    said = f"See {run}."
    number = gh("issue", "list", "--search", f"in:title {BROKEN}", "--json", "number", "--jq", ".[0].number // empty")
    if number:
        gh("issue", "comment", number, "--body", said)
    else:
        gh("issue", "create", "--title", BROKEN, "--body", said)


TASKS: dict[str, Callable[..., None]] = {"upload": upload, "preview": preview, "report": report}

if __name__ == "__main__":
    TASKS[sys.argv[1]](*sys.argv[2:])
