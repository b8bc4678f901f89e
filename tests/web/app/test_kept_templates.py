"""Compiled templates are kept between starts, and never used by a program that would compile them otherwise."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask

from referee.web.http import server
from referee.web.http.templating import Lean


def drawn(folder: Path, pages: Path) -> str:
    """Draw a page as a program does that has just started."""
    app = Flask(__name__, template_folder=str(pages))
    app.jinja_env.add_extension(Lean)
    server.keep_templates(app, folder)
    return app.jinja_env.get_template("page.html").render()


def test_what_was_compiled_by_other_code_is_compiled_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pages, folder = tmp_path / "pages", tmp_path / "kept"
    pages.mkdir()
    (pages / "page.html").write_text("<p>\n  a\n  <b>c</b>\n</p>", "utf-8")
    with monkeypatch.context() as older:
        older.setattr(server, "COMPILED", 1)
        older.setattr("referee.web.http.templating.lean", lambda text, *around: "".join(text.split()))
        assert drawn(folder, pages) == "<p>a<b>c</b></p>"
        assert len([*folder.iterdir()]) == 1
    for _ in range(2):
        assert drawn(folder, pages) == "<p>a <b>c</b></p>"
        assert len([*folder.iterdir()]) == 2
