"""A territory tapped on the table screen: what it answers just now, who stands there, and the forms that correct it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from flask import Blueprint, Response

from referee.board.standing import positions_kept
from referee.board.territories import on_board, slug
from referee.kernel import PUBLIC, Table, say
from referee.offers.offer import Offer
from referee.powers.taken_now import taken_now
from referee.turn.on_the_map import corrections
from referee.web.app.context import form_key, sitting_asked, way
from referee.web.app.drawing import page, to_table
from referee.web.app.event_lines import button_of, side_by_side
from referee.web.http.guard import Refusal, viewer
from referee.web.phase.buttons import table_offers
from referee.web.view_models.parts import Frame
from referee.web.view_models.screens import Menu, MenuGroup

pages = Blueprint("place", __name__)


@pages.get("/t/<table>/place/<name>")
@viewer("host")
def of_place(table: str, name: str) -> Response:
    sitting = sitting_asked()
    with sitting.locked():
        public = sitting.screen(PUBLIC)
        found = next((one for one in on_board(public) if slug(one.name) == name), None)
        if found is None:
            raise Refusal(404)
        here = way("table.board")
        frame = Frame(
            found.name, here, here, key=form_key(PUBLIC), rules=way("rules.of_table"), back=to_table(), wide=True
        )
        asked = tuple(_answers(public, name))
        made = taken_now(public, corrections(public, found)) if positions_kept(public) else ()
        acts = tuple(side_by_side(button_of(one)) for one in (*asked, *made))
        title = found.name if asked else say("Correct {place}", place=found.name)
        menu = Menu(frame, title, (MenuGroup(acts=acts),), folds=True)
    return page("menu.html", menu, block="box")


def _answers(public: Table, name: str) -> Iterator[Offer]:
    """Yield the buttons of the table that name this place, such as the spice card that shows it."""
    for offer in table_offers(public):
        for blank in offer.blanks if len(offer.blanks) == 1 else ():
            for value, words in blank.choices if blank.kind == "tap" else ():
                if slug(value) == name:
                    label = say("{asked}: {words}", asked=offer.label, words=words)
                    yield replace(offer, label=label, blanks=(), fixed=(*offer.fixed, (blank.name, value)))
