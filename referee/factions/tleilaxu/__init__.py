"""Tleilaxu: no traitors, paid for revivals of others, and half price for their own.

Zoal is as strong as the opposing leader, and costs 3 spice to revive.
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.board.forces import Group
from referee.board.forces_counted import Start, StartForces
from referee.board.worlds import is_low
from referee.common.factions import Faction, faction
from referee.common.turn import PhaseBegan, happened, remember
from referee.holdings.leaders import among
from referee.holdings.ledger import pay
from referee.holdings.setup import TableSet
from referee.holdings.traitors import TraitorsShare
from referee.kernel import BANK, Chance, Event, Noun, Table, after, fixed, option, phrase, ruling, setting
from referee.modules.tech_tokens.names import AXLOTL, FirstToken, MakesPay
from referee.phases.battle.total import Strength
from referee.phases.battle.two_sides import At
from referee.phases.battle.who_may_call import CallsFor, NoCall
from referee.phases.revival import limits_and_prices as limits
from referee.phases.revival.leaders import LeaderPrice

FREE = phrase("spice.free_revival", "Free revival of another faction")
EXTRA = phrase("spice.extra_revival", "Extra revival by a card")
NO_TRAITORS = phrase(
    "tleilaxu.no_traitors", "{faction!n:The} cannot call {leader} traitor: Tleilaxu hold no traitor cards."
)
ME, WORLD, LOW = "tleilaxu", "Tleilax", "4.04.19"
LEADERS = {"Zoal": 0, "Hidar Fen Ajidica": 4, "Master Zaaf": 3, "Wykk": 2, "Blin": 1}
ZOAL = 3
faction(
    Faction(
        ME,
        "Tleilaxu",
        "tle",
        spice=5,
        cards=1,
        rules=("2.08.01", "2.08.02"),
        leaders=LEADERS,
        spoken={"de": Noun("Tleilaxu", "mp"), "fr": Noun("Tleilaxu", "mp"), "es": Noun("Tleilaxu", "mp")},
    )
)
fixed(StartForces, "2.08.02", Start(Group(20)), seat=ME)
fixed(limits.FreeOnSheet, "2.08.06", 2, seat=ME)
fixed(limits.RevivalLimit, "2.08.06", limits.MANY, seat=ME)
fixed(FirstToken, "4.08.01", AXLOTL, seat=ME)
fixed(MakesPay, "4.08.02", False, seat=ME, token=AXLOTL)


# -- no traitors --------------------------------------------------------------------------------------

fixed(TraitorsShare, "2.08.03", (0, 0), seat=ME)


@ruling(CallsFor, rule="2.08.03")
def no_traitors_here(question: CallsFor, table: Table, so_far: At | NoCall) -> NoCall | None:
    return NoCall("TLEILAXU_DO_NOT_CALL", NO_TRAITORS) if ME in {question.call.by, question.call.holder} else None


# -- revival ------------------------------------------------------------------------------------------


@ruling(limits.ForcePrice, rule="2.08.08")
def half_for_forces(question: limits.ForcePrice, table: Table, so_far: int) -> int | None:
    return (so_far + 1) // 2 if question.seat == ME else None


@ruling(LeaderPrice, rule="2.08.08")
def half_for_leaders(question: LeaderPrice, table: Table, so_far: int) -> int | None:
    strength = ZOAL if among(question.leader, ["Zoal"]) else so_far
    return (strength + 1) // 2 if question.seat == ME else None


@ruling(limits.RevivalPayee, rule="2.08.09")
def others_pay_the_tleilaxu(question: limits.RevivalPayee, table: Table, so_far: str) -> str | None:
    return ME if ME in table.seats and question.seat != ME else None


OWN_FREE_REVIVAL = option(
    "T15",
    "4.93.15",
    "The Tleilaxu's own free revival",
    ("others", "Brings nothing", "They earn only from other factions' free revivals."),
    ("own", "Brings 1 spice", "It counts like any other faction's."),
)


class LowAtRevival(Event, because=(LOW,)):
    says = "Tleilax is low: free revivals of others bring Tleilaxu no spice in this phase."

    def apply(self, table: Table) -> None:
        remember(table, self)


def low_as_revival_began(table: Table) -> bool:
    """Return True if their world was low then; at a table that was set in the phase, if it is low now."""
    back = (heard.event for heard in reversed(table.log))
    began = any(isinstance(event, PhaseBegan) for event in back)
    set_in_it = began and isinstance(next(back, None), TableSet)
    return is_low(table, WORLD) if set_in_it else happened(table, LowAtRevival)


@after(limits.ForcesRevived, rule="2.08.10")
def one_for_a_free_revival(event: limits.ForcesRevived, table: Table, chance: Chance) -> Iterable[Event]:
    first = event.free and limits.revivals(table).free.get(event.seat) == event.free
    counts = event.seat != ME or setting(table, OWN_FREE_REVIVAL) == "own"
    if first and ME in table.seats and counts and not low_as_revival_began(table):
        yield from pay(BANK, ME, 1, FREE(), ("2.08.10",))


@after(limits.ExtraRevival, rule="2.08.10")
def one_for_a_ghola(event: limits.ExtraRevival, table: Table, chance: Chance) -> Iterable[Event]:
    if ME in table.seats and event.seat != ME:
        yield from pay(BANK, ME, 1, EXTRA(), ("2.08.10",))


# -- Zoal ---------------------------------------------------------------------------------------------


ZOALS_PRICE = option(
    "T14",
    "4.93.14",
    "What the Tleilaxu pay to revive Zoal",
    ("three", "3 spice", "No discount."),
    ("half", "2 spice", "Half of 3, rounded up, like their other leaders."),
)


@ruling(LeaderPrice, rule="2.08.13")
def zoal_costs_three(question: LeaderPrice, table: Table, so_far: int) -> int | None:
    zoal = question.seat == ME and among(question.leader, ["Zoal"])
    return ZOAL if zoal and setting(table, ZOALS_PRICE) == "three" else None


@ruling(Strength, rule="2.08.13")
def as_strong_as_the_other(question: Strength, table: Table, so_far: int) -> int | None:
    leader, opposite = question.battle.side(question.at).leader, question.battle.against(question.at).leader
    return opposite.strength or 0 if leader and leader.strength is None and opposite else None


@ruling(Strength, rule="4.93.06")
def nothing_to_copy(question: Strength, table: Table, so_far: int) -> int | None:
    """Option T6, which has no other setting."""
    leader, opposite = question.battle.side(question.at).leader, question.battle.against(question.at).leader
    return 0 if leader and leader.strength is None and opposite is None else None
