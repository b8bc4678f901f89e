"""The text of a release's page, and a release of a form that cannot be made."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee import __version__
from tests.kit import ROOT
from tests.tools import release
from tests.tools.matrix.made import FORMS


def test_the_page_names_each_file_how_it_is_started_and_where_it_was_tried() -> None:
    text = release.page({"a-1.whl": "wheel", "b.pyz": ".pyz"}, {"wheel": ["3.11.2", "3.13.0"], ".pyz": ["3.12.1"]})
    assert "| `a-1.whl` | `pipx install a-1.whl`, then `referee` | 3.11.2, 3.13.0 |" in text
    assert "| `b.pyz` | `python3 b.pyz`, with Python 3.11 or newer | 3.12.1 |" in text
    assert text.startswith(f"# Referee {__version__}\n") and "sha256sum -c SHA256SUMS" in text


def test_the_page_says_what_the_list_of_changes_says_of_this_version() -> None:
    changes = " ".join((ROOT / "referee/CHANGELOG.md").read_text("utf-8").split())
    assert len(release.news()) > 100 and release.news() in changes
    assert changes.partition(release.news())[0].endswith(f"- **{'.'.join(__version__.split('.')[:2])}** ")


def test_what_cannot_be_made_or_does_not_work_leaves_the_folder_empty(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for faulty in (["sh", "-c", "exit 3"], None):

        def made(python: str, folder: Path, command: list[str] | None = faulty) -> list[str]:
            if command is None:
                raise RuntimeError("no disk")
            return command

        monkeypatch.setitem(FORMS, "wheel", made)
        assert release.main([str(tmp_path / "dist"), "--only", "wheel", "--python", "3.11"]) == 1
        assert "nothing was laid into the folder" in capsys.readouterr().out and not [*(tmp_path / "dist").iterdir()]
