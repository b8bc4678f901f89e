"""Answers on the card that is up: which it is, how many are left, who is paid for it, and how long a bid may take."""

from __future__ import annotations

from collections import Counter

from referee.common.factions import named
from referee.kernel import BANK, Table, ask, face_name, say, say_many, together
from referee.offers.answers import Asked, Reply, answers
from referee.offers.what_now import stage_of
from referee.phases.bidding.bid_time import BidSeconds, time_out_passes
from referee.phases.bidding.payment import Payee

ROW, PAID, CLOCK = "1.04.05", "1.04.06.02", "1.04.06.04"


@answers(
    "what/which card is it/this/that/sold/up/next/sale [for] [sale/sold/bid/auction]",
    "what/which is [the] card [up] [sale]",
    "what is being/is sold",
    "what/which card is being sold/bought",
    "how much card/cards is left [buy/sell/sale/auction/come]",
    "how much more card/cards [is left/come/sold]",
    "how much card/cards is sold/up/sale",
    "is this [the] last card",
    rule=ROW,
)
def which_card(asked: Asked, table: Table) -> Reply | None:
    stage = stage_of(table)
    if stage is None or stage.mode != "auction" or not stage.of:
        return None
    name = face_name(stage.card)
    words = say("Card {number} of {of} is up.", number=stage.number, of=stage.of)
    seen = say("It is {card}.", card=name) if name else "It lies face down."
    return Reply(together([words, seen]), (ROW, "1.04.04"))


@answers(
    "who get [the] money/spice [for] [the/this/a] card/cards/bid",
    "who is paid [for] [the/this/a] card/cards/bid",
    "who/whom do/must i pay [for] [the/this/a/my] card/cards/bid",
    "do i get [the] money/spice [for] [the/this] card/cards/bid",
    "who get paid [for] [the/this/a] card/cards/bid",
    "do i get paid [for] [the/this] card/cards",
    "where do [the] money/spice [for] [the/this] card/cards go",
    "who get/collect/receive/take/keep [the] money/spice [paid|bid] [for] [the/this/a] [treachery] card/cards",
    "who get/collect/receive/take/keep [the] payment/payments [for] [the/this/a] [treachery] card/cards",
    "who do [the] money/spice [paid] [for] [the/this/a] [treachery] card/cards go [to]",
    "where do [the] money/spice paid [for] [the/this/a] [treachery] card/cards go",
    rule=PAID,
)
def who_is_paid(asked: Asked, table: Table) -> Reply | None:
    paid = {seat: ask(table, Payee(seat)) for seat in table.seats}
    takers = Counter(answer.value for answer in paid.values() if answer.value != BANK)
    taker = takers.most_common(1)[0][0] if takers else BANK
    because = (*(rule for answer in paid.values() for rule in answer.because), PAID)
    if asked.seat == taker:
        words = say(
            "Cards that others buy are paid to you. Your own you pay to {payee}.", payee=named(paid[asked.seat].value)
        )
        return Reply(together(["Yes.", words]), because)
    told = ["No." if asked.seat else "", say("Cards are paid to {seats}.", seats=named(taker))]
    if taker in paid:
        told.append(say("{seat:The pays} {payee}.", seat=named(taker), payee=asked.name(paid[taker].value)))
    return Reply(together(told), because)


@answers(
    "do we play [with] [a] time/clock [limit]",
    "is there [a] time/clock [limit] [bid/bidding]",
    "how much time/seconds do i have [bid]",
    "how long do i have [bid]",
    "how long do i have to bid",
    "how much time/seconds do i have to bid",
    "how long/much+time is there [bid]",
    "how much seconds is/do [a/the] bid/clock [have]",
    rule=CLOCK,
)
def how_long(asked: Asked, table: Table) -> Reply | None:
    seconds = ask(table, BidSeconds())
    if not seconds.value:
        return Reply("Bids have no time limit here.", (*seconds.because, CLOCK))
    words = say_many(seconds.value, "A bid may take {n} second.", "A bid may take {n} seconds.")
    then = "After that it is a pass." if time_out_passes(table) else "Then a bell rings, and the table decides."
    return Reply(together([words, then]), (*seconds.because, CLOCK))
