"""Sealed bids: everybody with room seals one; all are opened at once, and the highest buys."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.common.phones_at_seats import phones_of
from referee.holdings.purse import spice_of, whole
from referee.kernel import (
    Amount,
    Called,
    Chance,
    Event,
    Objection,
    Public,
    SeatCommand,
    Table,
    Whisper,
    adds,
    after,
    listed,
    say,
)
from referee.offers.offer import Blank, Offer, Offers, SecretOffers
from referee.phases.bidding.auction import best_buys, nobody_wins
from referee.phases.bidding.order_of_bidding import bidding_of, eligible
from referee.powers.windows import RUNS, Ready, Runs, phase_window, put_phase_window

RULE = "2.10.06"


class BidSealed(Whisper, because=(RULE,)):
    """A faction sealed a bid, unknown to others until bids are opened."""

    seat: Public[str]
    amount: Public[int]
    says = "{seat!n:The seals} a bid of {amount}."

    def apply(self, table: Table) -> None:
        """A later bid replaces the one before."""
        bidding_of(table).seals[self.seat] = self.amount


class SealsOpened(Event, because=(RULE,), shows="bid"):
    """All sealed bids were opened, the best last; of equal bids the earlier in storm order is better."""

    seats: Public[tuple[str, ...]]
    amounts: Public[tuple[int, ...]]

    def apply(self, table: Table) -> None:
        bidding = bidding_of(table)
        bidding.step, bidding.turn = "bid", ""
        put_phase_window(table, None)
        bidding.bids = list(zip(self.seats, self.amounts, strict=True))
        bidding.high_by, bidding.high = bidding.bids[-1] if bidding.bids else ("", 0)

    def sentence(self, name: Called) -> str:
        pairs = zip(self.seats, self.amounts, strict=True)
        bids = [say("{seat} {amount}", seat=name(seat), amount=amount) for seat, amount in pairs]
        opened = say("The bids are opened: {bids}.", bids=listed(bids[::-1], ","))
        return opened if bids else "The bids are opened: nobody bid."


def sealing(table: Table) -> bool:
    now = phase_window(table)
    return now is not None and now.kind == "sealed"


def _opened(table: Table, chance: Chance) -> Iterator[Event]:
    able, storm = eligible(table), table.from_seat(table.first_player)
    seals = bidding_of(table).seals.items()
    bids = sorted((amount, -storm.index(seat), seat) for seat, amount in seals if amount and seat in able)
    yield SealsOpened(tuple(bid[2] for bid in bids), tuple(bid[0] for bid in bids))


def _asked_to(table: Table, seat: str) -> str:
    return "seal a bid behind the shield, or tap No bid" if seat in eligible(table) else "tap No bid"


RUNS["sealed"] = Runs(_opened, asks=_asked_to)


@after(SealsOpened, rule=RULE)
def the_best_buys(event: SealsOpened, table: Table, chance: Chance) -> Iterable[Event]:
    return best_buys(table) if bidding_of(table).high_by else nobody_wins(table, chance)


class SealBid(SeatCommand, by="both", grave=True):
    """Seal a bid; 0 is no bid. It may be changed until all are opened."""

    amount: Amount

    def objections(self, table: Table) -> Iterable[Objection]:
        own = spice_of(table, self.seat)
        if not sealing(table):
            yield Objection(RULE, "There are no sealed bids now.", "NOT_YOUR_TURN", True)
        elif self.seat not in eligible(table):
            yield Objection(
                "1.04.03", "You cannot bid: your hand is full, or you sit out this card.", "HAND_FULL", True
            )
        elif not whole(self.amount):
            yield Objection(RULE, "Seal a whole number, or 0.", "BID_NOT_WHOLE", True)
        elif own is not None and self.amount > own:
            words = say("You have {own} spice, not {amount}. Seal less.", own=own, amount=self.amount)
            yield Objection(RULE, words, "BID_EXCEEDS_SPICE")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield BidSealed(frozenset({self.seat}), self.seat, int(self.amount))
        if (now := phase_window(table)) and self.seat not in now.ready:
            yield from Ready(self.seat).decide(table, chance)


def _seal(table: Table, seat: str) -> tuple[Offer, ...]:
    if not sealing(table) or seat not in eligible(table):
        return ()
    own, seals = spice_of(table, seat), bidding_of(table).seals
    label = "Change my sealed bid" if seat in seals else "Seal my bid"
    blank = Blank("amount", "Sealed bid", "number", 0, 99 if own is None else own, str(seals.get(seat, 0)))
    return (Offer(SealBid, label, RULE, (blank,), at_once=True),)


@adds(SecretOffers, rule=RULE)
def seal_behind_the_shield(question: SecretOffers, table: Table) -> Iterable[Offer]:
    return _seal(table, question.seat)


@adds(Offers, rule=RULE)
def seal_at_the_table(question: Offers, table: Table) -> Iterable[Offer]:
    seat = question.seat
    return _seal(table, seat) if seat in table.seats and seat not in phones_of(table) else ()
