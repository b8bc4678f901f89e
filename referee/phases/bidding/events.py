"""Events of the bidding phase."""

from __future__ import annotations

from collections.abc import Iterable

from referee.holdings.corrections import ShortageUndone
from referee.kernel import Called, Event, Public, SeatEvent, Table, listed, say, together
from referee.phases.bidding.order_of_bidding import Backing, Bidding, HowPassed, bidding_of, eligible
from referee.powers.powers import TURN
from referee.powers.windows import Kind, Window, put_phase_window


class BiddingBegan(Event, because=("1.04.00", "1.04.01")):
    turn: Public[int]
    first_player: Public[str]
    says = "Bidding begins in turn {turn}."

    def apply(self, table: Table) -> None:
        """Powers stopped for a turn work again in the next."""
        if self.turn != table.turn:
            table.suspended = {rule: n for rule, n in table.suspended.items() if n != TURN}
        table.phase, table.turn, table.first_player = "bidding", self.turn, self.first_player
        table.put(Bidding())
        put_phase_window(table, None)


class HandsDeclared(Event, because=("1.04.01",)):
    counts: Public[dict[str, int]]

    def apply(self, table: Table) -> None:
        bidding = bidding_of(table)
        bidding.declared, bidding.step = dict(self.counts), "deal"

    def sentence(self, name: Called) -> str:
        held = [say("{seat} {n}", seat=name(seat), n=n) for seat, n in self.counts.items()]
        return say("Cards held: {counts}.", counts=listed(held, ","))


class TalkBegan(Event):
    """A window before a card: ``talk``, a ``pause`` for Karama, ``wait`` for room in a hand, ``again`` if unpaid."""

    opener: Public[str]
    seconds: Public[int]
    window: Public[Kind]
    why: Public[tuple[str, ...]]

    def apply(self, table: Table) -> None:
        bidding = bidding_of(table)
        bidding.step, bidding.opener, bidding.turn = "talk", self.opener, ""
        put_phase_window(table, Window(self.window, self.seconds))
        bidding.high_by, bidding.high, bidding.bids, bidding.passed = "", 0, [], {}
        if self.window != "again":
            bidding.barred = []

    def sentence(self, name: Called) -> str:
        if self.window == "wait":
            return "Every hand is full. Bidding waits for a discard."
        if self.window == "again":
            return say("The card comes up again in a moment. {opener:The opens}.", opener=name(self.opener))
        if self.window == "talk":
            return say("Time to talk. {opener:The opens} the next card.", opener=name(self.opener))
        return say("A short pause. {opener:The opens} the next card.", opener=name(self.opener))


class SealsAsked(TalkBegan):
    """Everybody with room was asked for one sealed bid."""

    def apply(self, table: Table) -> None:
        """Unlike ``TalkBegan`` it keeps bids, bars and the card."""
        bidding = bidding_of(table)
        bidding.step, bidding.turn, bidding.seals = "talk", "", {}
        full = [seat for seat in table.seats if seat not in eligible(table)]
        put_phase_window(table, Window(self.window, self.seconds, full))

    def sentence(self, name: Called) -> str:
        return "Everybody with room in hand may seal one bid."


class CardUp(Event):
    number: Public[int]
    opener: Public[str]
    why: Public[tuple[str, ...]] = ("1.04.05",)

    def apply(self, table: Table) -> None:
        bidding = bidding_of(table)
        bidding.step, bidding.number, bidding.opener, bidding.turn = "bid", self.number, self.opener, ""
        bidding.high_by, bidding.high, bidding.bids, bidding.passed = "", 0, [], {}
        bidding.first_bidder = ""
        put_phase_window(table, None)

    def sentence(self, name: Called) -> str:
        opens = say("{opener:The opens}.", opener=name(self.opener)) if self.opener else ""
        return together([say("Card {number} is up.", number=self.number), opens])


class TurnCame(SeatEvent, because=("1.04.06.01",)):
    def apply(self, table: Table) -> None:
        bidding_of(table).turn = self.seat


class BidMade(SeatEvent, because=("1.04.06.01",)):
    amount: Public[int]
    says = "{seat!n:The bids} {amount}."

    def apply(self, table: Table) -> None:
        bidding = bidding_of(table)
        bidding.high_by, bidding.high, bidding.turn = self.seat, self.amount, ""
        bidding.bids.append((self.seat, self.amount))
        bidding.first_bidder = bidding.first_bidder or self.seat
        bidding.passed.pop(self.seat, None)


PASSES: dict[HowPassed, str] = {
    "said": "{seat:The passes}.",
    "time": "Time is up: {seat:passes}.",
    "away": "{seat:The is away and passes}.",
    "forced": "The table passes for {seat}.",
    "unpaid": "{seat:The} cannot pay; the bid counts as a pass.",
}


class Passed(SeatEvent):
    how: Public[HowPassed]
    why: Public[tuple[str, ...]] = ("1.04.06.01",)

    def apply(self, table: Table) -> None:
        bidding = bidding_of(table)
        bidding.passed[self.seat] = self.how
        bidding.turn = ""

    def sentence(self, name: Called) -> str:
        return say(PASSES[self.how], seat=name(self.seat))


DEAR = 10  # a card that costs more is a moment of the evening


class CardSold(SeatEvent, because=("1.04.06.01", "1.04.06.02")):
    """The high bidder gets the card; the price is not paid yet."""

    price: Public[int]
    seconds: Public[int]
    says = "Sold to {seat!n} for {price}."

    def moment(self, name: Called) -> tuple[str, str]:
        if self.price <= DEAR:
            return "", ""
        return say("{n} spice!", n=self.price), say("{seat:The buys} the card.", seat=name(self.seat))

    def apply(self, table: Table) -> None:
        bidding = bidding_of(table)
        bidding.step, bidding.turn = "settle", ""
        put_phase_window(table, Window("settle", self.seconds))


class BidIllegal(SeatEvent, shows="purse"):
    """The winner cannot pay: the card is auctioned again without them."""

    price: Public[int]
    why: Public[tuple[str, ...]]
    says = "{seat!n:The} cannot pay {price}. The card is auctioned again without them."

    def undone(self) -> Iterable[Event]:
        yield ShortageUndone(self.seat, self.price)

    def apply(self, table: Table) -> None:
        bidding = bidding_of(table)
        bidding.step, bidding.turn = "bid", ""
        put_phase_window(table, None)
        bidding.barred.append(self.seat)
        bidding.high_by, bidding.high, bidding.bids, bidding.passed = "", 0, [], {}


class BidStruck(SeatEvent, shows="purse"):
    """The winner cannot pay: the bid counts as a pass, the one before it stands."""

    price: Public[int]
    why: Public[tuple[str, ...]]
    says = "{seat!n:The} cannot pay {price}. That counts as a pass, and the bid before it stands."

    def undone(self) -> Iterable[Event]:
        yield ShortageUndone(self.seat, self.price)

    def apply(self, table: Table) -> None:
        bidding = bidding_of(table)
        bidding.bids = [bid for bid in bidding.bids if bid[0] != self.seat]
        bidding.high_by, bidding.high = bidding.bids[-1] if bidding.bids else ("", 0)
        bidding.step, bidding.turn, bidding.passed = "bid", "", {}
        put_phase_window(table, None)
        bidding.barred.append(self.seat)


class BiddingEnded(Event):
    why: Public[tuple[str, ...]] = ("1.04.08",)
    says = "Bidding is over."

    def apply(self, table: Table) -> None:
        bidding = bidding_of(table)
        table.drop(Backing)
        put_phase_window(table, None)
        bidding.step, bidding.turn, bidding.number = "over", "", bidding.dealt
        bidding.returned = max(bidding.returned, 0)
