"""What is due of players without a phone is entered on the table screen: the ways there from its headline."""

from __future__ import annotations

from referee.common.factions import faction_name
from referee.common.phones_at_seats import phones_of, stand_ins
from referee.common.turn import COACH_LINES
from referee.kernel import Table, say, setting
from referee.offers.offer import MOST_NAMED
from referee.offers.waiting import asked_by_name, sole, whose_turn
from referee.web.app.context import way
from referee.web.phase import table_view
from referee.web.view_models.parts import Line, Link, Panel


def to_enter(public: Table) -> tuple[Link, ...]:
    """Return the ways to what is entered for those who are asked and have no phone: below, or each one's menu."""
    bare = [seat for seat in asked_by_name(public) if seat not in phones_of(public)]
    below = bare == [whose_turn(public)]
    if table_view.mode_of(public) != "break":
        return ()
    return tuple(
        Link(
            say("Enter for {seat}", seat=faction_name(seat)),
            f"#enter-{seat}" if below else way("menus.of_seat", seat=seat),
        )
        for seat in bare[:MOST_NAMED]
    )


def on_their_phone(public: Table) -> tuple[Line, ...]:
    """Return where the one player who is asked does it, for a table that is told what to do at each step."""
    one = sole(public)
    here = table_view.mode_of(public) == "break" and setting(public, COACH_LINES) == "on"
    person = here and one and one.seat in phones_of(public) and one.seat not in stand_ins(public)
    return (Line("On their phone.", mute=True),) if person else ()


def without_phone(public: Table) -> tuple[Panel, ...]:
    seat = whose_turn(public)
    if not seat or seat in phones_of(public):
        return ()
    return (Panel(faction_name(seat), kind="enter", id=f"enter-{seat}", href=way("menus.of_seat", seat=seat)),)
