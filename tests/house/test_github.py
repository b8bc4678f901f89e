"""``.github``: issue forms, workflows, licenses."""

from __future__ import annotations

import json
import re
import runpy
import subprocess
import sys
from importlib.metadata import requires
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from tests.house.test_installed import needed
from tests.house.test_static import run
from tests.kit import ROOT, Evening

GITHUB = ROOT / ".github"
FORM = GITHUB / "ISSUE_TEMPLATE" / "ruling.yml"
SCHEMAS = {"workflows": "vendor.github-workflows", "ISSUE_TEMPLATE": "vendor.github-issue-forms"}


@pytest.mark.skipif(find_spec("check_jsonschema") is None, reason="check-jsonschema comes with the dev extra")
@pytest.mark.parametrize("folder", SCHEMAS)
def test_github_understands_workflows_and_forms(folder: str) -> None:
    run("check-jsonschema", "--builtin-schema", SCHEMAS[folder], *map(str, (GITHUB / folder).glob("*.yml")))


def test_the_case_in_the_form_is_one_that_the_program_judges() -> None:
    ((case),) = re.findall(r"placeholder: >-\n((?: {8}.*\n)+)", FORM.read_text("utf-8"))
    line = " ".join(case.split())
    words = [sys.executable, "-m", "referee", "battle", "--json", "-"]
    done = subprocess.run(words, input=line, capture_output=True, text=True, cwd=ROOT, check=False)
    verdict = json.loads(done.stdout)
    assert done.returncode == 0 and verdict["legal"] and verdict["winner"] == "Harkonnen", done.stdout


def licenses() -> Any:
    return runpy.run_path(str(GITHUB / "licenses.py"))["licenses"]


def test_one_file_shows_the_license_of_everything_packed() -> None:
    inside = needed([line for line in requires("table-referee") or () if "extra ==" not in line])
    tops = [file.parts[0] for one in inside.values() for file in one.files or () if file.name == "__init__.py"]
    text = licenses()([*tops, "click.core"], [])
    titles = {title.split()[0].lower() for title in re.findall(r"^={80}\n(.+)\n={80}$", text, re.MULTILINE)}
    assert {"python", "table-referee", "flask", "click", "jinja2", "werkzeug"} <= titles
    assert len(titles) > 12 and "sqlite-utils" in titles
    for words in ("PYTHON SOFTWARE FOUNDATION LICENSE", "SIL OPEN FONT LICENSE", "Zero-Clause BSD", "Pallets"):
        assert words in text


def test_nothing_is_packed_without_a_license(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "bare").mkdir()
    (tmp_path / "bare" / "__init__.py").touch()
    (tmp_path / "bare-1.dist-info").mkdir()
    (tmp_path / "bare-1.dist-info" / "METADATA").write_text("Name: bare\nVersion: 1\n")
    (tmp_path / "bare-1.dist-info" / "RECORD").write_text("bare/__init__.py,,\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(SystemExit, match="bare has no license file"):
        licenses()(["bare.part"], [])


def test_only_a_program_with_something_packed_offers_licenses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening(tmp_path)
    try:
        assert "Licenses" not in evening.onlooker.get("/").text
        monkeypatch.setattr("referee.web.start.start_page.LICENSES", "fonts/OFL.txt")
        (link,) = re.findall(r'href="([^"]+)"[^>]*>\s*Licenses', evening.onlooker.get("/").text)
        with evening.onlooker.get(link) as answer:
            assert b"SIL OPEN FONT LICENSE" in answer.data
    finally:
        evening.close()


def test_a_release_tries_every_artifact_before_it_is_published() -> None:
    text = (GITHUB / "workflows" / "release.yml").read_text("utf-8")
    for words in (
        "dist/*.whl dist/*.tar.gz",
        "smoke.py python referee.pyz",
        'smoke.py --packed "./${{ matrix.name }}"',
    ):
        assert words in text
    assert text.count("needs: [check, packages, one-file]") == 2 and "sha256sum" in text
