"""What lay behind each shield when the game ended, told once the table has opened them (4.97.20)."""

from __future__ import annotations

from collections.abc import Iterator

from referee.common.factions import faction_name
from referee.holdings.purse import spice_of
from referee.kernel import (
    PUBLIC,
    REFEREE,
    Event,
    Table,
    as_seen_by,
    bare,
    card_name,
    count,
    listed,
    say,
    together,
)
from referee.offers.offer import behind_shield
from referee.phases.mentat.open_shields import opened
from referee.running.sitting import Sitting
from referee.web.app.event_lines import short
from referee.web.view_models.parts import Line
from referee.web.view_models.screens import Section


def behind_the_shields(sitting: Sitting) -> tuple[Section, ...]:
    """Return spice, hand and what else each faction held, empty while the shields are closed."""
    public = sitting.screen(PUBLIC)
    if not opened(public):
        return ()
    return tuple(_section(sitting.screen(seat), seat) for seat in public.seats)


def all_events(sitting: Sitting) -> Iterator[Event]:
    """Yield all events as the referee heard them, for pages that are shown once the shields are open."""
    told = (as_seen_by(event, REFEREE) for act in sitting.acts() for event in act.events)
    return (event for event in told if event is not None)


def _section(own: Table, seat: str) -> Section:
    spice = spice_of(own, seat)
    end = count(spice, "spice", "spice") if spice is not None else "spice not tracked"
    return Section(faction_name(seat), tuple(_lines(own, seat)), short(seat), end)


def _lines(own: Table, seat: str) -> Iterator[Line]:
    hand = own.seats[seat].hand
    unknown = len(hand) - len(hand.faces())
    cards = [*(card_name(card) for card in hand.faces()), *([count(unknown, "printed card")] if unknown else [])]
    yield Line(say("Hand: *{listed}*", listed=listed(cards)) if cards else "No cards", "full", mute=not cards)
    for kept in behind_shield(own, seat):
        lines = together([bare(line) for line in kept.lines], "; ")
        yield Line(say("{title}: {lines}", title=kept.opened or kept.title, lines=lines))
