"""Absence: who is away and passes at once, and who was warned for talking too long."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from referee.kernel import Chance, Event, Objection, Public, SeatCommand, SeatEvent, Table, adds
from referee.offers.offer import Offer, Offers
from referee.phases.bidding.auction import next_to_bid, passes_at_once
from referee.phases.bidding.events import Passed
from referee.phases.bidding.order_of_bidding import Bidding
from referee.powers.powers import unfinished
from referee.powers.windows import closed_when_answered, missing


class SeatLeft(SeatEvent, because=("1.04.06.04",)):
    says = "{seat!n:The is} away."

    def apply(self, table: Table) -> None:
        table.seats[self.seat].away = True


class SeatBack(SeatEvent, because=("1.04.06.04",)):
    says = "{seat!n:The is} back."

    def apply(self, table: Table) -> None:
        table.seats[self.seat].away = False


class Warned(SeatEvent, because=("4.90.07",)):
    """A player was warned, or may only bid from now on."""

    bid_only: Public[bool]
    fuller = "{bid_only!?}{seat!n:The} may only state bids from now on."
    says = "{seat!n:The is} warned for stalling."

    def apply(self, table: Table) -> None:
        own = table.seats[self.seat]
        own.warnings += not own.bid_only and not self.bid_only
        own.bid_only = self.bid_only


class MarkAway(SeatCommand, by="table"):
    """Mark a player as away, who passes at once and is waited for in no window."""

    def objections(self, table: Table) -> Iterable[Objection]:
        if self.seat not in table.seats or table.seats[self.seat].away:
            yield Objection("1.04.06.04", "That player is already marked away.")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        last = missing(table) == [self.seat]
        yield SeatLeft(self.seat)
        if last and not any(unfinished(table)):
            yield from closed_when_answered(table, chance)
        bidding = table.get(Bidding)
        if bidding and bidding.turn == self.seat and passes_at_once(table, self.seat):
            yield Passed(self.seat, "away", ("1.04.06.04",))
            yield from next_to_bid(table, self.seat, chance)


class MarkBack(SeatCommand, by="both", led=False, becomes=SeatBack):
    def open_to_seat(self, table: Table) -> bool:
        return table.seats[self.seat].away

    def objections(self, table: Table) -> Iterable[Objection]:
        if self.seat not in table.seats or not table.seats[self.seat].away:
            yield Objection("1.04.06.04", "That player is not marked away.")


class Warn(SeatCommand, by="table", becomes=Warned):
    """Warn a player, or restrict them to bids (on), or lift that (off)."""

    bid_only: bool = False


# -- on screen ----------------------------------------------------------------------------------------


@adds(Offers, rule="1.04.06.04")
def here_again(question: Offers, table: Table) -> Iterable[Offer]:
    """A player who was marked away says so on their own phone."""
    if question.seat in table.seats and table.seats[question.seat].away:
        yield Offer(
            MarkBack, "I'm back", "1.04.06.04", small="you are marked away", icon="check", at_once=True, aside=True
        )


def presence(table: Table, seat: str) -> Offer:
    """Return the offer that marks a player as away, or back."""
    back = Offer(MarkBack, "Back at the table", fixed=(("seat", seat),), icon="check")
    return back if table.seats[seat].away else replace(away(seat), icon="away")


def away(seat: str) -> Offer:
    return Offer(MarkAway, "Away", fixed=(("seat", seat),))


def warnings(table: Table, seat: str) -> tuple[Offer, ...]:
    who = (("seat", seat),)
    if table.seats[seat].bid_only:
        return (Offer(Warn, "May talk again", fixed=(*who, ("bid_only", "0"))),)
    only = Offer(Warn, "Only bids from this player now", fixed=(*who, ("bid_only", "1")))
    return (Offer(Warn, "Warn for stalling", fixed=who), only)
