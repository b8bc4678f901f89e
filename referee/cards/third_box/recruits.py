"""Recruits: all free revivals count twice in this turn, and up to seven forces may return instead of three."""

from __future__ import annotations

from collections.abc import Iterable

from referee.cards.third_box import RECRUITS, RULES, in_the_deck
from referee.common.phones_at_seats import on_own_phone
from referee.common.turn import happened, in_phase, remember
from referee.holdings.hands import PlayedCard, called, not_in_hand, shown_card, spent
from referee.kernel import Chance, Event, Objection, SeatEvent, Table, adds, card_name, ruling, say
from referee.knowledge.card_uses import CardUses, Use
from referee.offers.offer import TABLE, Offer, Offers, SecretOffers
from referee.offers.what_now import Says, WhatNow
from referee.phases.revival.limits_and_prices import FreeRevival, RevivalLimit
from referee.turn.phase_offers import is_played

RULE = RULES[RECRUITS]
MOST, TIMES = 7, 2


def recruited(table: Table) -> bool:
    return happened(table, RecruitsPlayed)


class RecruitsPlayed(SeatEvent, because=(RULE,)):
    card, n = RECRUITS, MOST
    says = "{card}: all free revivals count twice this turn, and up to {n} forces may return."

    def apply(self, table: Table) -> None:
        remember(table, self)


@ruling(FreeRevival, rule=RULE)
def twice_as_many(question: FreeRevival, table: Table, so_far: int) -> int | None:
    return min(TIMES * so_far, MOST) if so_far and recruited(table) else None


@ruling(RevivalLimit, rule=RULE)
def up_to_seven(question: RevivalLimit, table: Table, so_far: int) -> int | None:
    return MOST if so_far < MOST and recruited(table) else None


class PlayRecruits(PlayedCard, waits=True, plays=(RECRUITS,)):
    def objections(self, table: Table) -> Iterable[Objection]:
        yield from in_phase(table, "revival")
        yield from on_own_phone(table, self.seat, "4.97.07")
        if recruited(table):
            yield Objection(RULE, say("{card} was played this turn. Keep the card.", card=RECRUITS), firm=True)
        yield from not_in_hand(table, self.seat, RECRUITS)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        if (yield from spent(self.seat, shown_card(table, self.seat, called(RECRUITS), RECRUITS), (RULE,))):
            yield RecruitsPlayed(self.seat)


@ruling(CardUses, rule=RULE)
def what_it_is_for(question: CardUses, table: Table, so_far: tuple[Use, ...]) -> tuple[Use, ...] | None:
    if card_name(question.card) != RECRUITS or any(use.rule == RULE for use in so_far):
        return None
    against = tuple(PlayRecruits(question.seat).objections(table))
    return (*so_far, Use("Double all free revivals, up to seven forces", RULE, against))


@adds(SecretOffers, rule=RULE, phase="revival")
def play_it(question: SecretOffers, table: Table) -> Iterable[Offer]:
    held = any(map(called(RECRUITS), table.seats[question.seat].hand.faces()))
    if held and not any(PlayRecruits(question.seat).objections(table)):
        yield Offer(PlayRecruits, say("Play {card}: double all free revivals", card=RECRUITS), RULE)


@adds(Offers, rule=RULE, phase="revival", seat=TABLE)
def played_by_a_seat_without_a_phone(question: Offers, table: Table) -> Iterable[Offer]:
    return is_played(table, PlayRecruits, RECRUITS, RULE) if in_the_deck(table) and not recruited(table) else ()


@adds(WhatNow, rule=RULE)
def it_holds_this_turn(question: WhatNow, table: Table) -> Iterable[Says]:
    if recruited(table) and table.phase == "revival":
        yield Says(
            say(
                "{card}: free revivals count twice, and up to {n} forces may return.",
                card=RECRUITS,
                n=MOST,
            ),
            RULE,
        )
