"""Fremen and the storm in the advanced game: the storm deck, half losses, and shipping into the storm.

The referee draws the storm card if option P4 says so; else the table enters the printed one. The next card is shown
behind the Fremen shield only.
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.board.forces import Forces, Group
from referee.board.forces_counted import ForcesToTanks, to_tanks
from referee.board.storm import CARD, Decider, MayEnterStorm, Storm, StormBy, StormCardDrawn, StormLosses, StormMoved
from referee.common.lines_on_paper import PaperLine, one_of
from referee.common.turn import PHASES, PhaseBegan, in_this_phase
from referee.common.what_is_physical import STORM_CARDS
from referee.factions.fremen import ME
from referee.kernel import (
    Chance,
    Event,
    Public,
    RuleSuspended,
    SuspensionSpent,
    Table,
    Whisper,
    adds,
    after,
    fixed,
    ruling,
    say,
    setting,
)
from referee.offers.offer import BehindShield, Kept
from referee.phases.shipment.shipping import Send
from referee.phases.storm.storm_moves import StormCatches
from referee.phases.storm.victims import caught
from referee.powers.karama_windows import Uses, announced_as_used
from referee.powers.powers import Power, Stoppable, starred

DECK = (1, 2, 3, 4, 5, 6)
CARD_SEEN = Power("2.04.14", ME, "STORM_KNOWLEDGE", "before", "Fremen look at next turn's storm card.")
HALF = Power("2.04.16", ME, "HALF_STORM_LOSSES", "after", "Fremen lose only half in the storm.")
INTO = Power("2.04.17", ME, "INTO_STORM", "after", "Fremen send reserves into the storm.")
starred(INTO, "shipment", advanced=True)
fixed(MayEnterStorm, "2.04.17", True, seat=ME, advanced=True)


def _advanced(table: Table) -> bool:
    return table.rules == "advanced" and ME in table.seats


# -- the storm card -----------------------------------------------------------------------------------


@ruling(StormBy, rule="2.04.13")
def the_card_from_turn_two(question: StormBy, table: Table, so_far: Decider) -> Decider | None:
    return CARD if _advanced(table) and table.turn > 1 else None


@after(PhaseBegan, rule="2.04.13")
def draw_the_next(event: PhaseBegan, table: Table, chance: Chance) -> Iterable[StormCardDrawn]:
    ended = event.phase == PHASES[1] and _advanced(table) and table.state(Storm).card is None
    if ended and setting(table, STORM_CARDS) == "drawn":
        yield StormCardDrawn(ME, chance.shuffled(DECK)[0], ("2.04.13",))


class StormCardSeen(Whisper, because=("2.04.14",), shows="storm"):
    seat: Public[str]
    number: Public[int]
    says = "Next turn's storm card shows {number}."

    def apply(self, table: Table) -> None:
        table.state(Storm).card = self.number


@after(StormCardDrawn, rule="2.04.14")
def look_at_it(event: StormCardDrawn, table: Table, chance: Chance) -> Iterable[StormCardSeen]:
    yield StormCardSeen(frozenset({ME}), ME, event.order)


@adds(BehindShield, rule="2.04.14", seat=ME)
def the_next_storm(question: BehindShield, table: Table) -> Iterable[Kept]:
    card = table.state(Storm).card
    shows = say("The storm card shows {number}.", number=card)
    return (Kept("The next storm", (shows,), "2.04.14"),) if isinstance(card, int) else ()


def _lies_there(table: Table, seat: str, card: int) -> Iterable[StormCardDrawn]:
    """Without this line the card is drawn again."""
    drawn = _advanced(table) and setting(table, STORM_CARDS) == "drawn"
    return [StormCardDrawn(ME, card, ("2.04.13",))] if drawn else []


@PaperLine("storm", "2.04.13", _lies_there, (one_of(*DECK),), seat=ME)
def on_their_sheet(table: Table, seat: str) -> tuple[str, list[int]] | None:
    card = table.state(Storm).card
    return ("", [card]) if isinstance(card, int) else None


# -- in the storm -------------------------------------------------------------------------------------


@ruling(StormLosses, rule="2.04.16")
def half_of_them(question: StormLosses, table: Table, so_far: Group) -> Group | None:
    if question.seat != ME or not _advanced(table):
        return None
    caught = question.caught.plus(question.spared, -1)
    lost = (caught.total + 1) // 2
    plain = min(lost, caught.normal)
    return Group(plain, lost - plain)


@after(StormMoved, rule="2.04.16")
def half_of_them_live(event: StormMoved, table: Table, chance: Chance) -> Iterable[Event]:
    if _halved(table):
        yield from announced_as_used(table, HALF)


@adds(Uses, rule="2.04.16")
def entered_by_the_table(question: Uses, table: Table) -> Iterable[Power]:
    met = isinstance(question.command, StormCatches) and question.command.seat == ME
    return (HALF,) if met and _advanced(table) else ()


def _halved(table: Table) -> bool:
    """Return True if the storm has just taken half of what it caught of them."""
    lost = (event for event in in_this_phase(table) if isinstance(event, ForcesToTanks) and event.seat == ME)
    return table.phase == "storm" and any("2.04.16" in event.why for event in lost)


@after(RuleSuspended, rule="1.01.03")
def stopped_as_it_passed(event: RuleSuspended, table: Table, chance: Chance) -> Iterable[Event]:
    """The other half of them dies too, except who lived under the storm before; the stop is used up."""
    if event.rule != HALF.rule or not _halved(table):
        return
    swept, outlived = table.state(Storm).swept, table.state(Forces).weathered
    for one in [stand for stand in caught(table, swept, sure=True) if stand.seat == ME]:
        if one.sector != swept[0] or (ME, one.place, one.sector) not in outlived:
            yield from to_tanks(table, ME, one.group, one.place, ("3.01.11.01", "1.01.03"), one.sector)
    yield SuspensionSpent(HALF.rule)


@adds(Uses, rule="2.04.17")
def into_the_storm_is_announced(question: Uses, table: Table) -> Iterable[Power]:
    command = question.command
    return (INTO,) if isinstance(command, Send) and command.seat == ME and command.into_storm else ()


# -- what can be stopped ------------------------------------------------------------------------------


def _stop(power: Power) -> None:
    @ruling(Stoppable, rule=power.rule)
    def may_be_stopped(question: Stoppable, table: Table, so_far: tuple[Power, ...]) -> tuple[Power, ...] | None:
        return (*so_far, power) if question.moment in {"storm", "any"} and _advanced(table) else None


for _power in (CARD_SEEN, HALF):
    _stop(_power)
