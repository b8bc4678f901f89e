"""Seeded random tables and commands; and a table that is audited after every event."""

from __future__ import annotations

import json
import os
import random
from collections import Counter
from collections.abc import Iterable
from typing import Any

import hypothesis.strategies as st
from hypothesis import HealthCheck, settings

import referee.kernel.discover  # noqa: F401
from referee.agreements.bribes import Bribe
from referee.cards.karama import UseSpecial
from referee.cards.karama.purchase import PayByKarama, TakeByKarama
from referee.cards.karama.stopping import StopPower
from referee.common.factions import FACTIONS
from referee.factions.harkonnen.swap import GiveCardBack, Swap
from referee.factions.richese.announce_sale import OfferCache, SkipCache
from referee.factions.richese.black_market import SellOwn
from referee.factions.richese.cache import cache, plan
from referee.factions.richese.how_a_sale_runs import KeepUnsold
from referee.factions.richese.sale import sale_of
from referee.holdings.hands import AskCount, PlayCard, RefuseCount, hand_limit
from referee.holdings.purse import GiveSpice
from referee.holdings.setup import ChangeOption, SeatEntry, SetTable
from referee.kernel import OPTIONS, PUBLIC, REFEREE, Command, Event, Objection, Table, objections
from referee.kernel.events import from_json, to_json
from referee.knowledge.notes import KeepNote
from referee.options.bidding.payees_backing import LaidApart
from referee.phases.bidding.auction import BeginBidding, Bid, DealRow, DeclareHands, Pass, PassFor
from referee.phases.bidding.bid_limit import Back, bid_limit
from referee.phases.bidding.order_of_bidding import Bidding, bidding_of, eligible
from referee.phases.bidding.payment import CannotPay, ChooseShares
from referee.phases.bidding.sealed_bids import SealBid
from referee.powers.windows import CloseWindow, Ready, phase_window, stoppable_now
from referee.running.dice import Dice
from referee.turn.absence import MarkAway, MarkBack, Warn
from referee.turn.next_phase import EndBidding
from tests.kit.dice import WHOLE_DECK, same_every_run
from tests.kit.notation import Game

EXAMPLES = int(os.environ.get("REFEREE_EXAMPLES", "30"))
BIDDING_SETTINGS = settings(
    max_examples=EXAMPLES, deadline=None, derandomize=same_every_run("REFEREE_EXAMPLES"),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)  # fmt: skip
SEEDS = st.integers(0, 10**9)
ALL_SEATS = list(FACTIONS)
CARDS = [key for key in OPTIONS if key not in {"P1", "P2", "P3"}]


def cards_of(table: Table) -> Counter[Any]:
    """Return every card on the table, wherever it is."""
    bidding = table.get(Bidding)
    piles = [table.deck, table.discard, bidding.row if bidding else [], *(own.hand for own in table.seats.values())]
    piles += [cache(table).cards, cache(table).gone]  # type: ignore[list-item]
    return Counter(card for pile in piles for card in pile)


def spice_in(table: Table) -> int:
    """Return all spice: bank, purses, bribes, and what is set aside."""
    apart = table.get(LaidApart) or LaidApart({})
    sums = [table.bank, *apart.sums.values(), *(own.bribes for own in table.seats.values())]
    sums += [own.spice for own in table.seats.values()]  # type: ignore[misc]
    assert all(isinstance(amount, int) and amount >= 0 for amount in sums)
    return sum(sums)


class Audited(Game):
    def __init__(self, setup: SetTable, seed: int) -> None:
        """Set up the table; what is on it then must stay."""
        self.audit, self.random = Table(REFEREE), random.Random(seed)
        self.whole: tuple[Counter[Any], int]
        self.set(setup, Dice(seed))

    @property
    def referee(self) -> Table:
        return self.tables[REFEREE]

    def do(self, command: Command, waived: Iterable[Objection] = ()) -> list[Event]:
        """Carry out a command; audit after every event."""
        events = super().do(command, waived)
        for event in events:
            assert from_json(json.loads(json.dumps(to_json(event)))) == event
            self.audit.hear(event)
            if not isinstance(command, SetTable):
                assert (cards_of(self.audit), spice_in(self.audit)) == self.whole
        if isinstance(command, SetTable):
            self.whole = cards_of(self.audit), spice_in(self.audit)
        return events

    def try_it(self, command: Command, *, waive: bool = False) -> bool:
        """Carry out a command if there is no objection, or if the table waives all."""
        own = command.by == "seat" or (command.by == "both" and self.random.random() < 0.8)
        viewer = getattr(command, "seat", PUBLIC) if own else PUBLIC
        found = objections(command, self.tables[viewer], self.referee)
        if found and (not waive or command.by == "seat" or any(one.firm for one in found)):
            return False
        self.do(command, found)
        return True

    def finish(self) -> int:
        """Finish the phase by commands of the table; return how many acts that took."""
        for acts in range(400):
            bidding = bidding_of(self.referee)
            swap = self.referee.get(Swap)
            if bidding.step == "over":
                return acts
            if swap and swap.owed:
                self.do(GiveCardBack("harkonnen", str(self.referee.seats["harkonnen"].hand[0])))
                continue
            step = {"declare": DeclareHands(), "deal": DealRow(), "bid": PassFor(bidding.turn, "time")}
            self.do(seller_says(self.referee, acts) or step.get(bidding.step, CloseWindow()))
        raise AssertionError("the phase does not end")


def seller_says(table: Table, number: int) -> Command | None:
    """Return the command that a seller with its own auction must give before anything continues."""
    if sale_of(table).unwanted:
        return KeepUnsold("richese", number % 2 == 0 and len(table.seats["richese"].hand) < 4)
    left = cache(table).cards
    if bidding_of(table).step != "deal" or plan(table).when or not left or not eligible(table):
        return None
    style, when, way = (
        ("once", "silent")[number % 2],
        ("first", "last")[number // 2 % 2],
        ("right", "left")[number % 3 // 2],
    )
    return OfferCache("richese", left[number % len(left)], style, when, way)


# -- drawing ------------------------------------------------------------------------------------------


class Draw(random.Random):
    """All random choices of one phase, from one seed."""

    def some(self, least: int, most: int, cards: Any) -> list[Any]:
        return self.sample(list(cards), self.randint(least, most))

    def options(self, *but: str) -> dict[str, str]:
        """Return a value for every option of bidding."""
        keys = [key for key in CARDS if key not in but]
        return {key: self.choice([c.value for c in OPTIONS[key].choices]) for key in keys}


def table_of(draw: Draw) -> SetTable:
    """Return a table: seats, hands within their limits, purses, alliances, options."""
    copies, places = draw.sample(WHOLE_DECK, len(WHOLE_DECK)), []
    for seat in draw.some(2, 6, ALL_SEATS):
        held = draw.randint(0, 8 if seat == "harkonnen" else 4)
        places.append(SeatEntry(seat, seat, held, draw.randint(0, 12), tuple(copies[:held])))
        copies = copies[held:]
    seats = [one.faction for one in places]
    out = draw.choice([0, 0, len(copies) - 1, len(copies) // 2])
    pairs = draw.choice([(), ((seats[0], seats[-1]),)])
    chosen = draw.options() | draw.choice([{}, {"B7": "off"}, {"B7": "off", "K8": "off"}])
    return SetTable(
        "t", tuple(places), draw.choice(seats), draw.choice(["basic", "advanced"]), 1, pairs,
        tuple(chosen.items()), tuple(copies[out:]), tuple(copies[:out]),
    )  # fmt: skip


def ask_now(table: Table, draw: Draw) -> Command:
    """Return a command: mostly one that fits the moment, often one that does not."""
    bidding = bidding_of(table)
    seat, other = draw.choices(list(table.seats), k=2)
    turn, n = bidding.turn or seat, draw.randint(-1, 14)
    likely: dict[str, list[Command]] = {
        "declare": [DeclareHands(), Back(seat, other, n)],
        "deal": [DealRow(), Back(seat, other, n)],
        "talk": [CloseWindow(), Ready(seat), Back(seat, other, n), StopPower(seat, "2.01.05")],
        "settle": [CloseWindow(), Ready(seat), ChooseShares(bidding.high_by, other, n)],
        "bid": [
            Bid(turn, bidding.high + 1),
            Pass(turn),
            Bid(turn, bidding.high + 3),
            PassFor(turn),
            TakeByKarama(turn),
        ],
        "over": [BeginBidding(2)],
    }
    card = str(draw.choice(table.seats[seat].hand or ["Hajr/1"]))
    if (said := seller_says(table, draw.randint(0, 999))) and draw.random() < 0.7:
        return said
    if (now := phase_window(table)) and now.kind == "sealed" and draw.random() < 0.7:
        return SealBid(draw.choice(eligible(table) or [seat]), max(0, n))
    if bidding.step == "declare" and "richese" in table.seats and draw.random() < 0.4:
        held = str(draw.choice(table.seats["richese"].hand or ["Hajr/1"]))
        return SellOwn(
            "richese", held, draw.choice(["normal", "once", "silent"]), draw.choice(["right", "left"]), "Hajr"
        )
    power = draw.choice(["2.01.05", "2.03.04", "2.05.08", "9.9", *(one.rule for one in stoppable_now(table))])
    odd: list[Command] = [
        Bid(seat, n), Pass(seat), PlayCard(seat, card), GiveSpice(seat, other, n), Bribe(seat, other, n), DealRow(),
        Back(seat, other, n), MarkAway(seat), MarkBack(seat), PayByKarama(seat, n > 3), PayByKarama(seat, True, card),
        StopPower(seat, power, card if n < 3 else ""), CannotPay(seat), ChooseShares(seat, other, n + 0.5), Warn(seat),
        UseSpecial(seat, other), GiveCardBack(seat, card), AskCount(seat, other), RefuseCount(seat, other),
        KeepNote(seat, "x"), TakeByKarama(seat, card), DeclareHands(), ChangeOption(draw.choice(CARDS), "off"),
        BeginBidding(), Bid(seat, 2.5), EndBidding(), SkipCache(), SealBid(seat, n), KeepUnsold(seat, True),
    ]  # fmt: skip
    return draw.choice(likely[bidding.step] * 4 + odd)


def looks(table: Table) -> None:
    """Ask everything that screens ask; nothing may raise."""
    stoppable_now(table)
    eligible(table)
    for seat in table.seats:
        bid_limit(table, seat)
        hand_limit(table, seat)
