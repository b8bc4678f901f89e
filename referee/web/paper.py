"""The page that prints the public sheet; it is drawn from the public fold, and so holds nothing secret."""

from __future__ import annotations

from flask import Flask, Response

from referee.facts import PUBLIC
from referee.web.desk import LINKS, Desk, chip, page
from referee.web.guard import viewer
from referee.web.sheets import table_sheet
from referee.web.view_pages import PaperPage
from referee.web.view_parts import Frame, Link


def install(app: Flask, desk: Desk) -> None:
    """Add the page of the public sheet."""

    @app.get("/t/<table>/paper")
    @viewer("public")
    def paper(table: str) -> Response:
        sitting = desk.sitting(table)
        with sitting.locked():
            made = table_sheet(sitting.screen(PUBLIC))
        base = f"/t/{table}"
        back = Link("Back to the table", f"{base}/")
        frame = Frame(made.title, f"{base}/paper", rules=f"{base}/rules", back=back, links=LINKS)
        return page("paper.html", PaperPage(frame, chip(made.rule), made.parts, made.codes, made.text))
