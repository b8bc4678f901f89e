"""A territory tapped on the table screen: who stands there, and the forms that correct it."""

from __future__ import annotations

from collections.abc import Iterator

from flask import Blueprint, Response

from referee.board.forces import RESERVES, TANKS, Group, Starred
from referee.board.standing import stands
from referee.board.territories import TERRITORIES, Territory, on_board, slug
from referee.common.factions import SPECIAL, elites, faction_name
from referee.kernel.events import PUBLIC
from referee.kernel.rulings import ask
from referee.kernel.table import Table
from referee.phases.shipment.where_to import LivesInPeace
from referee.web.app.context import form_key, sitting_asked, way
from referee.web.app.drawing import page, to_table
from referee.web.app.event_lines import chip
from referee.web.http.guard import Refusal, viewer
from referee.web.view_models.parts import Act, Field, Frame
from referee.web.view_models.screens import Menu

RULE = "4.94.06"
pages = Blueprint("place", __name__)


@pages.get("/t/<table>/place/<name>")
@viewer("host")
def of_place(table: str, name: str) -> Response:
    """Show the forms of a territory."""
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
        menu = Menu(frame, f"Correct {found.name}", (), tuple(_forms(public, found)))
    return page("menu.html", menu, block="box")


def _forms(public: Table, place: Territory) -> Iterator[Act]:
    """Yield a form for each faction that stands there, one tap to take it away, and one form for anybody else."""
    here: dict[str, Group] = {}
    sector: dict[str, int] = {}
    for one in stands(public, place.name):
        here[one.seat] = here.get(one.seat, Group()).plus(one.group)
        sector[one.seat] = one.sector
    for seat, group in here.items():
        who = (("seat", seat), ("place", place.name))
        yield Act(
            "PutRight",
            f"Save {faction_name(seat)} here",
            who,
            inputs=tuple(_fields(public, place, seat, group, sector[seat])),
        )
        yield Act("PutRight", f"No {faction_name(seat)} here", (*who, ("normal", "0")))
    others = tuple((seat, faction_name(seat)) for seat in public.seats if seat not in here)
    if others:
        whose = Field("seat", "Another faction", "select", others[0][0], others, chips=(chip(RULE),))
        blanks = (whose, *_fields(public, place, "", Group(1), 0))
        yield Act("PutRight", "Save here", (("place", place.name),), inputs=blanks)


def _fields(public: Table, place: Territory, seat: str, group: Group, sector: int) -> Iterator[Field]:
    name = faction_name(seat) if seat else "Forces"
    yield Field("normal", name, "number", str(group.normal), low=0, high=20)
    if any(ask(public, Starred(one)).value for one in ([seat] if seat else public.seats)):
        yield Field(
            "special", elites([seat] if seat else public.seats) or SPECIAL, "number", str(group.special), low=0, high=7
        )
    if len(place.sectors) > 1:
        choices = (("0", "not entered"), *((str(one), str(one)) for one in place.sectors))
        yield Field("sector", "Sector", "select", str(sector), choices)
    if seat and ask(public, LivesInPeace(seat)).value:
        peace = any(one.calm for one in stands(public, place.name) if one.seat == seat)
        yield Field("peace", "Not fighting", "radio", "1" if peace else "", (("", "fighters"), ("1", "advisors")))
    places = tuple((one, one) for one in TERRITORIES if one != place.name and not TERRITORIES[one].owner)
    choices = (("", "somewhere else"), (RESERVES, "Reserves"), (TANKS, "Tanks"), *places)
    yield Field("other", "The rest are in", "select", "", choices)
