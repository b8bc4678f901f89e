"""Answers on the cards of a row: which is up, how many come after it, what the last one cost, who is paid, how long."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from referee.common.factions import named
from referee.holdings.hands import hand_limit
from referee.kernel import BANK, Table, ask, capital, face_name, listed, say, say_many, together
from referee.offers.answers import Asked, Reply, answers, may
from referee.offers.what_now import stage_of
from referee.phases.bidding.answers import limit_said, no_card
from referee.phases.bidding.auction import Pass
from referee.phases.bidding.bid_limit import bid_limit
from referee.phases.bidding.bid_time import BidSeconds, time_out_passes
from referee.phases.bidding.cards_of_the_row import CardBought
from referee.phases.bidding.order_of_bidding import RowSize, bidding_of, eligible
from referee.phases.bidding.payment import Payee

ROW, PAID, CLOCK, BIDS = "1.04.05", "1.04.06.02", "1.04.06.04", "1.04.06.01"


@answers
def which_card(asked: Asked, table: Table) -> Reply | None:
    stage = stage_of(table)
    if stage is None or stage.mode != "auction" or not stage.of:
        return no_card(table)
    name = face_name(stage.card)
    words = say("Card {number} of {of} is up.", number=stage.number, of=stage.of)
    seen = say("It is {card}.", card=name) if name else "It lies face down."
    return Reply(together([words, seen]), (ROW, "1.04.04"))


@answers
def cards_to_come(asked: Asked, table: Table) -> Reply | None:
    stage = stage_of(table)
    if stage is None or stage.mode != "auction" or not stage.of:
        return no_card(table)
    left = stage.of - stage.number
    words = say_many(left, "{n} more card comes after this one.", "{n} more cards come after this one.")
    return Reply(words if left > 0 else "None: this is the last card of the row.", (ROW, "1.04.04"))


@answers
def how_many_are_sold(asked: Asked, table: Table) -> Reply | None:
    """Return how many cards this turn's row has, and whose full hand is the reason if it is fewer than factions."""
    stage = stage_of(table)
    full = [seat for seat in table.seats if len(table.seats[seat].hand) >= hand_limit(table, seat)]
    row = stage.of if stage and stage.mode == "auction" else row_to_come(table) or _row_dealt(table)
    if not row:
        return no_card(table)
    words = say_many(
        row,
        "{n} card this turn, one for each faction that had room in hand.",
        "{n} cards this turn, one for each faction that had room in hand.",
    )
    no_room = say("No room now: {seats}.", seats=listed([asked.name(seat) for seat in full])) if full else ""
    return Reply(together([words, no_room]), ("1.04.04", ROW))


def row_to_come(table: Table) -> int:
    """Return how many cards will be dealt for sale in this phase, 0 if they are dealt already or it is not known."""
    before = table.phase == "bidding" and bidding_of(table).step == "deal" and not _row_dealt(table)
    return ask(table, RowSize(len(eligible(table)))).value if before else 0


def _row_dealt(table: Table) -> int:
    return bidding_of(table).dealt if table.phase == "bidding" else 0


@answers
def who_has_bid(asked: Asked, table: Table) -> Reply | None:
    """Return the bids on the card that is up, in their order."""
    if none := no_card(table):
        return none
    bids = [say("{seat} {n}", seat=asked.name(seat), n=n) for seat, n in bidding_of(table).bids]
    return Reply(
        say("{told}.", told=capital(listed(bids))) if bids else "Nobody has bid on this card yet. A bid of 1 opens.",
        (BIDS,),
    )


@answers
def may_afford_the_card(asked: Asked, table: Table) -> Reply | None:
    """Return whether the next bid is within the asker's limit, on or off turn."""
    none = no_card(table)
    if none or not asked.seat:
        return none
    limit, least = bid_limit(table, asked.seat), bidding_of(table).high + 1
    words = say("The next bid must be {least} or more.", least=least)
    yes = "Yes." if limit.unlimited or limit.most >= least else "No."
    return Reply(together([yes, words, limit_said(limit)]), (*limit.because, BIDS))


@answers
def last_sale(asked: Asked, table: Table) -> Reply | None:
    """Return who bought the last card that was sold, or what the last one of a faction cost; prices are public."""
    sales = (heard.event for heard in reversed(table.log) if isinstance(heard.event, CardBought))
    sold = next((sale for sale in sales if asked.faction in {"", sale.seat}), None)
    if sold is None and asked.faction:
        return Reply(say("{seat:The has} bought no card yet.", seat=asked.name(asked.faction)), (PAID,))
    if sold is None:
        return Reply("No card has been sold yet.", (PAID,))
    if asked.faction:
        words = say("The last card of {seat} cost {n} spice.", seat=named(sold.seat), n=sold.price)
        return Reply(words, (*sold.rules(), PAID))
    words = say("{seat:The has} bought the last card for {n} spice.", seat=asked.name(sold.seat), n=sold.price)
    return Reply(words, (*sold.rules(), PAID))


@answers
def who_has_passed(asked: Asked, table: Table) -> Reply | None:
    """Return who has passed since the last bid on this card, as each player sees."""
    stage = stage_of(table)
    if stage is None or stage.mode != "auction":
        return None
    seats = [seat for seat in table.seats if seat in bidding_of(table).passed]
    yes = "" if not asked.faction else "Yes." if asked.faction in seats else "No."
    words = say("{seats:The has} passed.", seats=listed([asked.name(seat) for seat in seats]))
    return Reply(together([yes, words if seats else "Nobody has passed on this card yet."]), ("1.04.06.01",))


@answers
def have_i_passed(asked: Asked, table: Table) -> Reply | None:
    return who_has_passed(replace(asked, faction=asked.seat), table) if asked.seat else None


@answers
def who_is_still_in(asked: Asked, table: Table) -> Reply | None:
    """Return who has passed; whether that is in or out is not yes or no, for the next bid brings all back."""
    return who_has_passed(replace(asked, faction=""), table)


@answers
def may_pass(asked: Asked, table: Table) -> Reply | None:
    return no_card(table) or (may(Pass(asked.seat), table, "", (BIDS,)) if asked.seat else None)


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
