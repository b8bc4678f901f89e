"""Fremen and the storm in the advanced game: the storm deck, half losses, and shipping into the storm.

The referee draws the storm card if option P4 says so; else the table enters the printed one. The next card is shown
behind the Fremen shield only.
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.board.forces import Group
from referee.board.storm import CARD, Decider, MayEnterStorm, Storm, StormBy, StormCardDrawn, StormLosses
from referee.common.lines_on_paper import PaperLine, one_of
from referee.common.turn import PHASES, PhaseBegan
from referee.common.what_is_physical import STORM_CARDS
from referee.factions.fremen import ME
from referee.kernel.events import Public, Whisper
from referee.kernel.rulings import Chance, adds, after, fixed, ruling, setting
from referee.kernel.table import Table
from referee.phases.shipment.shipping import Send
from referee.powers.board_powers import lapses_after
from referee.powers.karama_windows import Uses
from referee.powers.powers import Power, Stoppable, starred
from referee.screens.offers import BehindShield, Kept

DECK = (1, 2, 3, 4, 5, 6)
POWERS = (
    Power("2.04.14", ME, "STORM_KNOWLEDGE", "before", "Fremen look at next turn's storm card."),
    Power("2.04.16", ME, "HALF_STORM_LOSSES", "after", "Fremen lose only half in the storm."),
)
INTO = Power("2.04.17", ME, "INTO_STORM", "after", "Fremen send reserves into the storm.")
starred(INTO, "shipment", advanced=True)
lapses_after("2.04.16", "storm")
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


class StormCardSeen(Whisper):
    seat: Public[str]
    number: Public[int]
    because = ("2.04.14",)
    shows = "storm"
    says = "Next turn's storm card shows {number}."

    def apply(self, table: Table) -> None:
        table.state(Storm).card = self.number


@after(StormCardDrawn, rule="2.04.14")
def look_at_it(event: StormCardDrawn, table: Table, chance: Chance) -> Iterable[StormCardSeen]:
    yield StormCardSeen(frozenset({ME}), ME, event.order)


@adds(BehindShield, rule="2.04.14", seat=ME)
def the_next_storm(question: BehindShield, table: Table) -> Iterable[Kept]:
    card = table.state(Storm).card
    return (Kept("The next storm", (f"The storm card shows {card}.",), "2.04.14"),) if isinstance(card, int) else ()


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


@adds(Uses, rule="2.04.17")
def into_the_storm_is_announced(question: Uses, table: Table) -> Iterable[Power]:
    command = question.command
    return (INTO,) if isinstance(command, Send) and command.seat == ME and command.into_storm else ()


# -- what can be stopped ------------------------------------------------------------------------------


def _stop(power: Power) -> None:
    @ruling(Stoppable, rule=power.rule)
    def may_be_stopped(question: Stoppable, table: Table, so_far: tuple[Power, ...]) -> tuple[Power, ...] | None:
        return (*so_far, power) if question.moment in {"storm", "any"} and _advanced(table) else None


for _power in POWERS:
    _stop(_power)
