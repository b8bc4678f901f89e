"""What the moment brings up on table and phones: who must act, how the phase stands, deals due, the end of the game."""

from __future__ import annotations

from typing import Any

from referee.agreements.deals import Deal, due, in_short
from referee.board.forces import RESERVES, TANKS, forces_in, in_words
from referee.common.factions import named
from referee.common.turn import PHASES
from referee.holdings.leaders import leaders_of
from referee.kernel import Table, ask, say
from referee.offers.waiting import asked_by_name, duties_of
from referee.offers.what_now import at_a_glance, mark_of, waits_for, what_now
from referee.phases.mentat.victory import HowItWasWon, winner
from referee.powers.karama_windows import waits_with_it
from referee.web.app.event_lines import chip, line_of_said, short, subject
from referee.web.view_models.parts import Line, Panel

CHECKED = {"1.09.02", "1.09.02.00"}


def ending(table: Table) -> tuple[str, str, str] | None:
    won = winner(table)
    return (won.said(), "", short(won.seats[0])) if won else None


def ending_lines(table: Table) -> tuple[Line, ...]:
    won = winner(table)
    if won is None:
        return ()
    if won.decided:
        stops = Line(say("The game stops in turn {turn}.", turn=won.turn))
        return Line(say("*{title}*", title=won.decided), chips=(chip(won.why[0]),)), stops
    how = ask(table, HowItWasWon()).value
    reasons = [rule for rule in dict.fromkeys(won.why) if rule not in CHECKED][: 1 if how else 2]
    when = Line(say("The game ends in turn {turn}.", turn=won.turn), chips=(chip("1.09.02"),))
    titles = (Line(say("*{title}*", title=subject(rule)), chips=(chip(rule),)) for rule in reasons)
    return (*titles, *(line_of_said(one) for one in how), when)


def how_it_ended(table: Table) -> tuple[Line, ...]:
    """Return how the game ended, or in which turn it is for who stops without a winner."""
    return ending_lines(table) or (Line(say("Turn {turn}, and nobody has won yet", turn=table.turn)),)


def agreed(table: Table, seat: str = "", *, just_now: bool = False) -> tuple[Line, ...]:
    """Return the deals that this moment brings up: all of them, or those of one seat, or only this phase's own."""
    deals = [deal for deal in due(table) if seat in {"", deal.seat, deal.other} and table.phase in PHASES]
    deals = [deal for deal in deals if deal.phase or not just_now]
    return tuple(
        Line(_with(deal, seat) or in_short(deal), f="" if seat else short(deal.seat), chips=(chip("1.12.00"),))
        for deal in deals
    )


def _with(deal: Deal, seat: str) -> str:
    """Return a deal as one of the two reads it, "" for anybody else."""
    other = {deal.seat: deal.other, deal.other: deal.seat}.get(seat, "")
    until = say(" (until turn {turn})", turn=deal.turn) if deal.turn else ""
    return (
        say("Agreed with {other}: {words}{until}", other=named(other), words=deal.words, until=until) if other else ""
    )


def counts(table: Table, seat: str) -> tuple[Line, ...]:
    places = (("Reserves: *{forces}*", RESERVES), ("Tanks: *{forces}*", TANKS))
    groups = ((words, forces_in(table, seat, place)) for words, place in places)
    lines = [
        Line(say(words, forces=in_words(group, seat)), chips=(chip("0.13"),))
        for words, group in groups
        if group is not None
    ]
    own = leaders_of(table, seat)
    dead = ", ".join(own.face_up) if own else ""
    return (
        *lines,
        *((Line(say("Leaders in the tanks: *{dead}*", dead=dead), chips=(chip("1.05.03"),)),) if dead else ()),
    )


def agreed_panel(table: Table) -> list[Panel]:
    return [Panel("Agreed", lines, "note", id="agreed")] if (lines := agreed(table)) else []


# -- the phase that is played -------------------------------------------------------------------------


def said_now(table: Table, *, waits: bool = True) -> tuple[Line, ...]:
    """Return who must do what, first, and what the phase is about."""
    return tuple(map(line_of_said, (*(waits_for(table) if waits else ()), *what_now(table))))


def owes_now(table: Table, seat: str) -> bool:
    """Return True if everybody may read that the game waits for this seat, and not for an announced power alone."""
    return seat in asked_by_name(table) and not all(waits_with_it(table, one) for one in duties_of(table, seat))


def marked(table: Table, seat: str) -> dict[str, Any]:
    """Return the word beside a seat; amber if the game waits for it, and not for an answer about an announced power."""
    mark = mark_of(table, seat)
    if owes_now(table, seat):
        return {"word": mark.word or "To act", "icon": mark.icon or "next", "states": ("is-turn",)}
    return {"word": mark.word, "icon": mark.icon}


def sheets(table: Table) -> list[Panel]:
    return [Panel(one.title, tuple(map(line_of_said, one.lines)), id=f"glance-{one.id}") for one in at_a_glance(table)]
