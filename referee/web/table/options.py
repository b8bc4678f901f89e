"""The options of a table: what each is set to now, and forms that change them."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, Response, url_for

from referee.kernel import PUBLIC, Option, Table, setting
from referee.phases.mentat.victory import winner
from referee.running.house_rules import found
from referee.turn.on_time.end_time import END_TIME
from referee.web.app.context import form_key, sitting_asked
from referee.web.app.drawing import after_tap, page, small_print, to_table
from referee.web.app.event_lines import chip
from referee.web.app.option_fields import grouped, listed_options, option_forms
from referee.web.app.submit import act_from_form
from referee.web.http.guard import viewer
from referee.web.view_models.pages import OptionLine, OptionsPage
from referee.web.view_models.parts import Frame

pages = Blueprint("options", __name__)


@pages.get("/t/<table>/options")
@viewer("host")
def options(table: str) -> Response:
    return page("options.html", _option_page())


@pages.post("/t/<table>/options")
@viewer("host")
def change(table: str) -> Response:
    return act_from_form("host", PUBLIC) or after_tap(lambda: options(table), url_for(".options"))


def _option_page() -> OptionsPage:
    public, here = sitting_asked().screen(PUBLIC), url_for(".options")
    shown = grouped(listed_options(), lambda one: setting(public, one), lambda one: _line(one, public))
    frame = Frame("Options", here, here, rules=url_for("rules.of_table"), wide=True, key=form_key(PUBLIC))
    frame = replace(frame, back=to_table(), links=small_print())
    texts = tuple((text.title, chip(text.id)) for rule in found for text in rule.texts)
    troubles = tuple(sentence for rule in found for sentence in rule.troubles)
    return OptionsPage(frame, shown, texts, troubles)


def _line(option: Option, table: Table) -> OptionLine:
    """Return how an option is set, and the forms that change it; a game that is over takes no other end time."""
    forms = () if option is END_TIME and winner(table) else option_forms(option, table)
    return OptionLine(option.key, option.title, option.label(setting(table, option)), acts=forms)
