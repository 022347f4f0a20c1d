import pytest
import yaml
from refusals import refuses

import wordlelib as wl
from tools.addresses import ROOT
from tools.release import build_release, check_tag, read_changes

LOG = """# Changes

## Unreleased

- Not yet.

## 1.1.0, 2026-12-24

- Newer.

## 1.0.0, 2026-11-01

- Old.
"""


@pytest.mark.parametrize(
    ("version", "date", "text"), [("1.1.0", "2026-12-24", "- Newer."), ("1.0.0", "2026-11-01", "- Old.")]
)
def test_a_versions_changes(tmp_path, version, date, text):
    path = tmp_path / "CHANGELOG.md"
    path.write_text(LOG, encoding="utf-8")
    assert read_changes(version, path) == (date, text)


def test_a_version_without_changes_is_refused(tmp_path):
    path = tmp_path / "CHANGELOG.md"
    path.write_text(LOG, encoding="utf-8")
    for version in ("1.0.1", "Unreleased", "1.0"):
        refuses(f"version: '{version}' is not in CHANGELOG.md", read_changes, version, path)


def test_only_the_versions_tag_is_released():
    check_tag(f"v{wl.__version__}")
    for tag in (wl.__version__, "v0.0.0", ""):
        refuses(f"tag: '{tag}'; expected 'v{wl.__version__}'", check_tag, tag)


def test_what_is_not_built_is_named_and_the_old_files_stay(tmp_path):
    (tmp_path / "build" / "html").mkdir(parents=True)
    out = tmp_path / "dist"
    out.mkdir()
    (out / "kept").write_text("")
    refuses(r"build: no html/index.html in '.*build'", build_release, tmp_path / "build", out)
    assert [path.name for path in out.iterdir()] == ["kept"]


def test_the_citation_has_a_place_for_the_doi():
    text = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert yaml.safe_load(text.replace("# doi:", "doi:", 1)).keys() == yaml.safe_load(text).keys() | {"doi"}
    assert "version" not in yaml.safe_load(text)
