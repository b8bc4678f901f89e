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


@answers
def which_card(asked: Asked, table: Table) -> Reply | None:
    stage = stage_of(table)
    if stage is None or stage.mode != "auction" or not stage.of:
        return None
    name = face_name(stage.card)
    words = say("Card {number} of {of} is up.", number=stage.number, of=stage.of)
    seen = say("It is {card}.", card=name) if name else "It lies face down."
    return Reply(together([words, seen]), (ROW, "1.04.04"))


@answers
def who_is_paid_for_cards(asked: Asked, table: Table) -> Reply | None:
    paid = {seat: ask(table, Payee(seat)) for seat in table.seats}
    takers = Counter(answer.value for answer in paid.values() if answer.value != BANK)
    taker = takers.most_common(1)[0][0] if takers else BANK
    because = (*(rule for answer in paid.values() for rule in answer.because), PAID)
    if asked.seat == taker:
        words = say(
            "Cards that others buy are paid to you. Your own you pay to {payee}.", payee=named(paid[asked.seat].value)
        )
        return Reply(together(["Yes.", words]), because)
    sentences = ["No." if asked.seat else "", say("Cards are paid to {seats}.", seats=named(taker))]
    if taker in paid:
        sentences.append(say("{seat:The pays} {payee}.", seat=named(taker), payee=asked.name(paid[taker].value)))
    return Reply(together(sentences), because)


@answers
def time_for_a_bid(asked: Asked, table: Table) -> Reply | None:
    seconds = ask(table, BidSeconds())
    if not seconds.value:
        return Reply("Bids have no time limit here.", (*seconds.because, CLOCK))
    words = say_many(seconds.value, "A bid may take {n} second.", "A bid may take {n} seconds.")
    then = "After that it is a pass." if time_out_passes(table) else "Then a bell rings, and the table decides."
    return Reply(together([words, then]), (*seconds.because, CLOCK))
