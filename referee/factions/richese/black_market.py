"""The black market: before hands are counted, Richese may sell a card of their hand and say anything about it."""

from __future__ import annotations

from collections.abc import Iterable

from referee.common.phones_at_seats import phones_of
from referee.factions.richese import ME
from referee.factions.richese.announce_sale import WAYS
from referee.factions.richese.cache import STYLES, plan
from referee.factions.richese.sale import RicheseSale, SaleOpened
from referee.holdings.hands import KnownCards, called, held_card, may_hold
from referee.kernel import (
    FACE_DOWN,
    Card,
    Chance,
    Event,
    Objection,
    SeatCommand,
    Table,
    adds,
    ask,
    card_name,
    known,
    ruling,
    sealed,
)
from referee.offers.offer import Blank, Offer, SecretOffers
from referee.offers.what_now import Says, WhatNow
from referee.phases.bidding.auction import next_card
from referee.phases.bidding.order_of_bidding import Bidding, CountedAloud, RowSize
from referee.powers.karama_windows import announced_with
from referee.powers.powers import Power, Stoppable

RULE = "2.10.15"
MARKET = Power(RULE, ME, "BLACK_MARKET", "before", "Richese sell a card from their hand.")
UNSEEN = "an unnamed card"


def _open(table: Table) -> bool:
    bidding = table.get(Bidding)
    before = table.phase == "bidding" and bidding is not None and bidding.step == "declare"
    free = RULE not in table.suspended and not plan(table).market
    return before and free and table.rules == "advanced" and ME in table.seats and table.get(RicheseSale) is None


@ruling(CountedAloud, rule=RULE)
def they_may_sell_before_that(question: CountedAloud, table: Table, so_far: bool) -> bool | None:
    return True if ME in table.seats and table.rules == "advanced" else None


@adds(Stoppable, rule=RULE)
def may_be_prevented(question: Stoppable, table: Table) -> Iterable[Power]:
    return (MARKET,) if question.moment == "ahead" and _open(table) else ()


@ruling(RowSize, rule=RULE)
def one_card_fewer(question: RowSize, table: Table, so_far: int) -> int | None:
    return max(0, so_far - 1) if plan(table).market else None


@adds(WhatNow, rule=RULE)
def before_the_count(question: WhatNow, table: Table) -> Iterable[Says]:
    able = _open(table) and ME in phones_of(table) and table.seats[ME].hand
    return (Says("Before cards are counted, Richese may sell a card from their hand.", RULE, ME),) if able else ()


class SellOwn(SeatCommand, by="seat"):
    """``said`` may be untrue."""

    card: str
    style: str = "normal"
    way: str = "right"
    said: str = ""

    def objections(self, table: Table) -> Iterable[Objection]:
        if self.seat != ME or not _open(table):
            sentence = "You may sell a card from your hand before cards are counted, once a turn, in the advanced game."
            yield Objection(RULE, sentence, firm=True)
        elif not may_hold(table, ME, called(self.card)):
            yield Objection(RULE, "You do not hold that card. Choose one you hold.", "CARD_NOT_HELD", True)
        elif self.said and self.said not in ask(table, KnownCards()).value:
            yield Objection(RULE, "No card has that name. Choose one from the list.", "BAD_INPUT", firm=True)
        elif self.style not in STYLES or self.way not in WAYS:
            yield Objection(RULE, "Choose as usual, once around or sealed bids.", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        card: Card = held_card(table, ME, called(self.card)) or FACE_DOWN
        yield SaleOpened("hand", self.style, self.way, self.said.strip(), sealed(card, ME), (RULE,))
        yield from next_card(table, chance)


announced_with(MARKET, SellOwn)


@adds(SecretOffers, rule=RULE, seat=ME)
def offer_a_card(question: SecretOffers, table: Table) -> Iterable[Offer]:
    hand = table.seats[ME].hand if _open(table) else ()
    if hand:
        held = tuple((str(card), card_name(str(card))) if known(card) else (UNSEEN, UNSEEN) for card in hand)
        names = (("", "Say nothing"), *((name, name) for name in ask(table, KnownCards()).value))
        blanks = (
            Blank("card", "Card to sell", "select", choices=tuple(dict.fromkeys(held))),
            Blank("style", "Sold", "select", choices=tuple((key, STYLES[key]) for key in ("normal", "once", "silent"))),
            Blank("way", "Once around", "select", choices=tuple(WAYS.items())),
            Blank("said", "Say it is", "select", choices=names),
        )
        yield Offer(SellOwn, "Sell on the black market", RULE, blanks)
