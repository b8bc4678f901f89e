"""Answers on stronghold cards: who owns which, and what a player's own do."""

from __future__ import annotations

from referee.kernel import Table, listed, say, together
from referee.modules.stronghold_cards import RULE, card_owners, cards_of, playing
from referee.modules.stronghold_cards.mobile import RULE as COPIED
from referee.modules.stronghold_cards.mobile import CopyCard
from referee.offers.answers import Asked, Reply, about_a_seat, answers_if, may

answers = answers_if(playing, Reply("This table plays without stronghold cards.", (RULE,)))


@answers
def who_owns_stronghold_cards(asked: Asked, table: Table) -> Reply | None:
    seats = dict.fromkeys(card_owners(table).values())
    said = [
        say("{seat:The has} the card of {place}.", seat=asked.name(seat), place=listed(cards_of(table, seat)))
        for seat in seats
    ]
    return Reply(together(said) or "Nobody owns a stronghold card.", (RULE,))


@answers
@about_a_seat
def stronghold_cards_of(asked: Asked, table: Table, seat: str) -> Reply | None:
    held = cards_of(table, seat)
    if not held:
        return Reply(say("{seat:The has} no stronghold card.", seat=asked.name(seat)), (RULE,))
    return Reply(say("{seat:The has} the card of {place}.", seat=asked.name(seat), place=listed(held)), (RULE,))


@answers
def owner_of_stronghold_card(asked: Asked, table: Table) -> Reply | None:
    seat = card_owners(table).get(asked.place, "")
    return Reply(
        say("{seat:The has} the card of {place}.", seat=asked.name(seat), place=asked.place)
        if seat
        else "Nobody owns that card.",
        (RULE,),
    )


@answers
@about_a_seat
def may_copy_stronghold_card(asked: Asked, table: Table, seat: str) -> Reply | None:
    return may(
        CopyCard(seat, asked.place), table, say("It then works like the card of {place}.", place=asked.place), (COPIED,)
    )
