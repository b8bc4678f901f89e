"""Atreides: looks at the card that comes up, and keeps the only notebook."""

from __future__ import annotations

from collections.abc import Iterable

from referee.common.factions import Faction, faction
from referee.common.forces import Group
from referee.common.karama_windows import Uses
from referee.common.leaders import among
from referee.common.powers import Power, Stoppable, starred
from referee.kernel.events import Event, sealed
from referee.kernel.rulings import Chance, adds, after, fixed, ruling
from referee.kernel.table import Table
from referee.phases.agreements.conduct import MayKeepNotes
from referee.phases.battle.before_reveal import fought_by
from referee.phases.battle.state import companion_of
from referee.phases.bidding.events import CardUp
from referee.phases.bidding.row import CardPeeked
from referee.phases.bidding.state import bidding_of
from referee.phases.mentat.victory import Spoils
from referee.phases.revival.leaders import CountsAsLeader, MayRevive
from referee.phases.revival.questions import FreeOnSheet
from referee.phases.turn.counting import Start, StartForces

ME = "atreides"
LEADERS = {"Thufir Hawat": 5, "Lady Jessica": 5, "Gurney Halleck": 4, "Duncan Idaho": 2, "Dr. Yueh": 1}
faction(Faction(ME, "Atreides", "atr", spice=10, cards=1, rules=("2.01.01", "2.01.02"), leaders=LEADERS))
PEEK = Power("2.01.05", ME, "BIDDING_PRESCIENCE", "before", "Atreides looks at the card.")


@after(CardUp, rule="2.01.05")
def looks_first(event: CardUp, table: Table, chance: Chance) -> Iterable[Event]:
    """Before anybody bids, Atreides sees the card; after a restart it has been seen already."""
    bidding = bidding_of(table)
    if ME in table.seats and bidding.row and not bidding.barred:
        yield CardPeeked(ME, sealed(bidding.row[0], ME), ("2.01.05",))


@adds(Stoppable, rule="2.01.05")
def may_be_prevented(question: Stoppable, table: Table) -> Iterable[Power]:
    """The look is announced before the card comes up."""
    return (PEEK,) if question.moment in {"card", "ahead"} and ME in table.seats else ()


fixed(MayKeepNotes, "2.01.06", True, seat=ME)


# -- Atreides outside the auction: two free revivals, and the Kwisatz Haderach, which returns the way a leader does


SLEEPER = "Kwisatz Haderach"


fixed(FreeOnSheet, "2.01.04", 2, seat=ME)


@ruling(MayRevive, rule="2.01.14")
def the_token_like_a_leader(question: MayRevive, table: Table, so_far: bool) -> bool | None:
    """Atreides may spend the turn's leader revival on the token, in the advanced game."""
    mine = question.seat == ME and table.rules == "advanced"
    return mine if among(question.leader, [SLEEPER]) else None


@ruling(CountsAsLeader, rule="2.01.15")
def the_token_is_no_leader(question: CountsAsLeader, table: Table, so_far: bool) -> bool | None:
    """Alive or dead, the token never stands in the way of a leader."""
    return False if among(question.leader, [SLEEPER]) else None


fixed(StartForces, "2.01.02", Start(Group(10), ("Arrakeen",)), seat=ME)


fixed(Spoils, "2.04.09.02", True, seat=ME, place="Tuek's Sietch")


# -- What of Atreides bears a star outside the auction, and when it is announced ----------------------


AWAKE = 7
SPICE_CARD = Power("2.01.07", ME, "SPICE_PRESCIENCE", "before", "Atreides look at the next spice card.", True)
HADERACH = Power("2.01.11", ME, "KWISATZ_HADERACH", "before", "The Kwisatz Haderach may join the battle.")
starred(SPICE_CARD, "shipment")
starred(HADERACH, "battle", advanced=True)


@adds(Uses, rule="2.01.11")
def it_may_join(question: Uses, table: Table) -> Iterable[Power]:
    """Before a battle in which it could stand beside a leader."""
    command, state = question.command, companion_of(table, ME)
    fights = ME in fought_by(table, command) and table.rules == "advanced"
    awake = fights and state.alive and state.lost >= AWAKE and state.used_in in {None, command.territory}  # type: ignore[attr-defined]
    return (HADERACH,) if awake else ()
