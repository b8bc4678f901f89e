"""Answers on alliances: who is allied, and what an ally's power does."""

from __future__ import annotations

from referee.agreements.alliances import nexus_now
from referee.agreements.deals import Deals, in_short
from referee.common.factions import named
from referee.kernel import Table, capital, listed, say, together
from referee.offers.answers import Asked, Reply, answers
from referee.rulebook.book import RuleEntry, rulebook, sentences_of

ABILITIES, ALLIANCE, OPEN, DEALS = "1.10.02.07", "1.10.01", "1.10.01.02", "1.12.00"


def for_the_ally(table: Table, seat: str) -> list[RuleEntry]:
    """Return the rules of a faction that help its ally: those with the ally in their title."""
    room = f"factions/{seat}"
    rules = (entry for entry in rulebook().values() if entry.room == room and entry.id.count(".") == 2)
    return [entry for entry in rules if {"ally", "ally's"} & set(entry.title.lower().split())]


@answers
def what_my_ally_does(asked: Asked, table: Table) -> Reply | None:
    if not (ally := asked.faction or (table.ally(asked.seat) if asked.seat else "") or ""):
        return Reply("You have no ally. Alliances are made in a Nexus, after a worm.", (ABILITIES, "1.10.00")) if (
            asked.seat
        ) else None  # fmt: skip
    rules = for_the_ally(table, ally)
    if not rules:
        return Reply(say("{ally:The has} no power for an ally.", ally=named(ally)), (ABILITIES,))
    abilities = together([sentences_of(entry.text[0])[0] for entry in rules])
    return Reply(
        say("As an ally of {ally}: {told}", ally=named(ally), told=abilities),
        (ABILITIES, *(entry.id for entry in rules)),
    )


@answers
def who_is_allied(asked: Asked, table: Table) -> Reply | None:
    pairs = [tuple(seat for seat in table.seats if seat in pair) for pair in table.alliances]
    lines = [
        say("{one} with {other}", one=named(ally), other=named(other))
        for ally, other in (pair for pair in pairs if len(pair) == 2)
    ]
    everybody = capital(f"{listed(lines)}.") if lines else "Nobody is allied."
    return Reply(everybody, (OPEN, ALLIANCE))


@answers
def who_is_the_ally(asked: Asked, table: Table) -> Reply | None:
    if not (seat := asked.faction or asked.seat):
        return who_is_allied(asked, table)
    if not (ally := table.ally(seat)):
        return Reply(together(["No.", say("{seat:The has} no ally.", seat=asked.name(seat))]), (OPEN, ALLIANCE))
    words = say("{ally:The is} the ally of {seat}.", ally=asked.name(ally), seat=named(seat))
    if seat == asked.seat:
        words = say("{ally:The is} your ally.", ally=named(ally))
    return Reply(together(["Yes.", words]), (OPEN, ALLIANCE))


@answers
def is_there_a_nexus(asked: Asked, table: Table) -> Reply | None:
    if nexus_now(table):
        return Reply("This is a Nexus. Alliances may be made and broken now.", ("1.02.06", "1.10.00"))
    return Reply("There is no Nexus now.", ("1.02.06", "1.10.00"))


@answers
def may_alliances_change(asked: Asked, table: Table) -> Reply | None:
    if nexus_now(table):
        words = together(["Yes.", "This is a Nexus. Alliances may be made and broken now."])
        return Reply(words, ("1.10.00", ALLIANCE))
    return Reply(
        "Not now. Alliances are made and broken only in a Nexus, after a worm.", ("1.10.00", ALLIANCE, "1.10.01.05")
    )


@answers
def open_deals(asked: Asked, table: Table) -> Reply | None:
    """Return the deals that are written down, of all or of the faction named or asking."""
    seat = asked.faction or asked.seat
    open_now = [deal for deal in table.state(Deals).open.values() if seat in {"", deal.seat, deal.other}]
    if not open_now:
        return Reply("No deal is written down.", (DEALS,))
    return Reply(say("Written down: {deals}.", deals=together([in_short(deal) for deal in open_now], "; ")), (DEALS,))
