"""Follow what Binder does with this repository, open JupyterLab as its readers do, and time the chapters.

    make binder

repo2docker says what Binder does. Its steps are followed in a fresh environment, on a copy of the last commit, under
another processor's name than the chapters are run with.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from tools.binder.dockerfile import read_dockerfile
from tools.binder.image import Image
from tools.binder.reading import PATIENCE, open_notebook, run_chapter, serving
from tools.chromium import FLAGS, find_chromium

ROOT = Path(__file__).parents[2]
LIMIT = 10.0
CHAPTERS = ("05_rollout", "11_perfect_play", "14_action_value_tree_search")
WIDGET_IN = "11_perfect_play"
BUILT_ON = {"NUMBA_CPU_NAME": "nehalem", "NUMBA_CPU_FEATURES": "+sse4.2"}
STARTED_ON = {"NUMBA_CPU_NAME": "haswell", "NUMBA_CPU_FEATURES": "+avx2"}


def dockerfile_of(folder: Path) -> str:
    """Give the Dockerfile that repo2docker makes of a folder."""
    command = [sys.executable, "-m", "repo2docker", "--no-build", "--debug", "."]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout


def use_widget(page: Page) -> float:
    """Follow a word in the tree viewer; give the seconds until it is there."""
    region = page.get_by_role("region", name="Decision tree viewer").first
    begun = time.perf_counter()
    region.get_by_label("Hidden word", exact=True).fill("night")
    page.keyboard.press("Enter")
    region.get_by_role("status").filter(has_text="night takes").wait_for(timeout=PATIENCE)
    return time.perf_counter() - begun


def follow(folder: Path) -> Image:
    """Make what Binder would make of the last commit, in a folder."""
    source = folder / "source"
    subprocess.run(["git", "clone", "-q", "--depth", "1", f"file://{ROOT}", str(source)], check=True)
    image = Image(folder, source, BUILT_ON, say)
    image.build(read_dockerfile(dockerfile_of(source)))
    return image


def count_missing(image: Image) -> int:
    """Count the kernels that are compiled after the start, because they are not found as they were built."""
    command = [image.variables["R2D_ENTRYPOINT"], "python", "-m", "wordlelib", "compile", "--json"]
    variables = image.variables | STARTED_ON
    run = subprocess.run(command, cwd=image.place, env=variables, capture_output=True, text=True, check=True)
    return json.loads(run.stdout)["kernels"]


def read(image: Image) -> dict[str, Any]:
    """Start the image as Binder does, run the chapters, and use a widget."""
    assert image.place is not None
    command = [image.variables["R2D_ENTRYPOINT"], "jupyter", "lab"]
    begun = time.perf_counter()
    with serving(command, image.place, image.variables | STARTED_ON) as address, sync_playwright() as playwright:
        results: dict[str, Any] = {"start": time.perf_counter() - begun, "chapters": {}}
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        for chapter in CHAPTERS:
            say(chapter)
            page = browser.new_page(viewport={"width": 1300, "height": 1000})
            open_notebook(page, address, f"book/{chapter}.ipynb")
            reading = run_chapter(page, image.place / "book" / f"{chapter}.ipynb")
            results["chapters"][chapter] = reading._asdict()
            if chapter == WIDGET_IN:
                results["widget"] = use_widget(page)
            page.close()
    return results


def say(step: str) -> None:
    """Tell people what is going on."""
    print(f"{time.strftime('%X')} {step}", file=sys.stderr, flush=True)


def complaints(results: dict[str, Any]) -> list[str]:
    """Say what a reader would not put up with."""
    firsts = {chapter: reading["first"] for chapter, reading in results["chapters"].items()}
    said = [
        f"{chapter}: {seconds:.1f} s to the first result; expected at most {LIMIT:.0f}"
        for chapter, seconds in firsts.items()
        if seconds > LIMIT
    ]
    if results["missing"]:
        said.append(f"{results['missing']} kernels were compiled after the start; expected none")
    return said


def main() -> int:
    """Follow, start, read and print; 1 if a reader waits too long."""
    parser = argparse.ArgumentParser(prog="make binder", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print the results as JSON")
    asked = parser.parse_args()
    try:
        find_chromium()
        with tempfile.TemporaryDirectory(prefix="binder-") as folder:
            image = follow(Path(folder))
            results = {"build": image.seconds, "missing": count_missing(image)} | read(image)
    except (RuntimeError, ValueError, FileNotFoundError) as error:
        print(f"make binder: {error}", file=sys.stderr)
        return 1
    print(json.dumps(results) if asked.json else table(results))
    for line in complaints(results):
        print(f"make binder: {line}", file=sys.stderr)
    return int(bool(complaints(results)))


def table(results: dict[str, Any]) -> str:
    """Write the results for people."""
    lines = ["Seconds for the steps of the build:"]
    lines += [f"{seconds:7.1f}  {step}" for step, seconds in results["build"].items()]
    lines += ["", "Seconds that a reader waits:", f"{results['start']:7.1f}  for JupyterLab to start"]
    lines += [f"{results['widget']:7.1f}  for a widget to answer, in {WIDGET_IN}"]
    lines += ["", "Seconds to the first result, and to the end of the chapter:"]
    rows = results["chapters"].items()
    lines += [f"{reading['first']:7.1f} {reading['whole']:7.1f}  {chapter}" for chapter, reading in rows]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
