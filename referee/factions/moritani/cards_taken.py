"""Robbery and Sabotage: half the spice or a card of the deck; a card that is lost at random, and one given."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.common.factions import named
from referee.common.what_is_physical import cards_are_dealt, spice_is_kept
from referee.factions.moritani import ME
from referee.factions.moritani.effects import EFFECTS, TerrorDone, TokenChoice, waits
from referee.factions.moritani.reaction import TerrorActs, TerrorWaits
from referee.holdings.card_choice import CardChoice
from referee.holdings.hands import CardDiscarded
from referee.holdings.ledger import pay
from referee.holdings.purse import spice_of
from referee.holdings.taken_cards import take_top_card
from referee.kernel import Chance, Event, Objection, Public, Sealed, SeatEvent, Table, phrase, say, sealed
from referee.offers.offer import Blank, Offer

ROBBED = phrase("spice.robbed", "Robbery")
ROBBERY, SABOTAGE = "2.12.10", "2.12.11"
ROB, GIVE, DRAW = "rob", "give", "discard"


# -- Robbery ------------------------------------------------------------------------------------------


EFFECTS["robbery"] = lambda event, *_: [waits(ROB, event)]


class HalfTaken(SeatEvent, because=(ROBBERY,), shows="purse"):
    """The amount tells what lies behind the other's shield."""

    of: Public[str]
    amount: Public[int]


class RobSpice(TokenChoice, by="both"):
    """Take half the spice, rounded up; the amount is needed only where the referee keeps no purses."""

    step, rule = ROB, ROBBERY
    does, you = "chooses what to rob", "take half the spice of {of}, or the top card of the deck"
    amount: int = 0

    @classmethod
    def ways(cls, table: Table, now: TerrorWaits) -> Iterator[Offer]:
        blanks = () if spice_is_kept(table) else (Blank("amount", "Half of it", "number", 0, 99, "0"),)
        yield cls.way(say("Take half the spice of {of}", of=named(now.of)), *blanks)

    def outcome(self, table: Table, now: TerrorWaits, chance: Chance) -> Iterator[Event]:
        purse = spice_of(table, now.of)
        amount = self.amount if purse is None else (purse + 1) // 2
        yield HalfTaken(ME, now.of, amount)
        yield from pay(now.of, ME, amount, ROBBED(), (ROBBERY,))
        yield TerrorDone()


class RobCard(TokenChoice, by="both"):
    step, rule = ROB, ROBBERY
    button = "Draw the top treachery card"

    def against(self, table: Table, now: TerrorWaits) -> Iterator[Objection]:
        if cards_are_dealt(table) and not (table.deck or table.discard):
            yield Objection(ROBBERY, "No card is left to draw. Take the spice.", "NOT_ELIGIBLE", firm=True)

    def outcome(self, table: Table, now: TerrorWaits, chance: Chance) -> Iterator[Event]:
        yield TerrorDone()
        yield from take_top_card(table, ME, (ROBBERY,), chance)


# -- Sabotage -----------------------------------------------------------------------------------------


def a_card_is_lost(event: TerrorActs, table: Table, chance: Chance) -> Iterable[Event]:
    hand = table.seats[event.of].hand
    if len(hand.faces()) < len(hand):
        yield waits(DRAW, event)
        return
    for card in chance.shuffled(hand.faces())[:1]:
        yield CardDiscarded(event.of, card, (SABOTAGE,))
    yield waits(GIVE, event)


EFFECTS["sabotage"] = a_card_is_lost


class SabotageGiven(SeatEvent, because=(SABOTAGE,), shows="card", learns="of"):
    of: Public[str]
    card: Sealed[str]
    says = "{seat!n:The gives} {of!n} {card!c}."

    def apply(self, table: Table) -> None:
        table.seats[self.seat].hand.lose(self.card)
        table.seats[self.of].hand.append(self.card)


class LoseAtRandom(CardChoice[TerrorWaits], TokenChoice, by="both"):
    """With printed cards somebody draws one of the hand, and its holder enters it; "" for an empty hand."""

    step, rule, asks, or_none = DRAW, SABOTAGE, "of", True
    label = "Discard the card drawn"
    does, you = "discards a card at random", "have one card of your hand drawn at random, and discard it"
    card: str = ""

    @classmethod
    def secret_ways(cls, table: Table, now: TerrorWaits) -> Iterator[Offer]:
        yield from [*super().secret_ways(table, now)] or [cls.way("No card to discard")]

    def with_card(self, table: Table, card: str, now: TerrorWaits, chance: Chance) -> Iterator[Event]:
        if card:
            yield CardDiscarded(self.seat, card, (SABOTAGE,))
        yield waits(GIVE, now)


class GiveCard(CardChoice[TerrorWaits], TokenChoice, by="both", grave=True):
    """Give a card, or none."""

    step, rule, or_none = GIVE, SABOTAGE, True
    label = "Give {of} a card"
    does, you = "says whether to give a card", "give {of} a card from your hand, or none"
    card: str = ""

    @classmethod
    def ways(cls, table: Table, now: TerrorWaits) -> Iterator[Offer]:
        yield cls.way("Give no card")

    def with_card(self, table: Table, card: str, now: TerrorWaits, chance: Chance) -> Iterator[Event]:
        if card:
            yield SabotageGiven(ME, now.of, sealed(card, ME, now.of))
        yield TerrorDone()
