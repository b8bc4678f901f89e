"""Robbery and Sabotage: half the spice or a card of the deck; a card that is lost at random, and one given."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.common.factions import named
from referee.common.phones_at_seats import phones_of
from referee.common.what_is_physical import cards_are_dealt, spice_is_kept
from referee.factions.moritani import ME
from referee.factions.moritani.effects import (
    STEPS,
    TerrorDone,
    TokenStep,
    effect,
    is_asked,
    next_step,
    not_yours,
    waits,
)
from referee.factions.moritani.reaction import TerrorActs, pending
from referee.holdings.hands import CardDiscarded, KnownCards, NothingToShow, called, may_hold_named, shown_card
from referee.holdings.ledger import pay
from referee.holdings.purse import spice_of
from referee.holdings.taken_cards import take_top_card
from referee.kernel.commands import Command, Objection
from referee.kernel.events import Event, Public, Sealed, sealed
from referee.kernel.phrases import phrase
from referee.kernel.rulings import Chance, adds, ask
from referee.kernel.table import Table, face_name
from referee.kernel.wording import Called, say
from referee.screens.offers import Blank, Offer, Offers, SecretOffers, cards_to_choose

ROBBED = phrase("spice.robbed", "Robbery")
ROBBERY, SABOTAGE = "2.12.10", "2.12.11"
ROB, GIVE, DRAW = "rob", "give", "discard"


# -- Robbery ------------------------------------------------------------------------------------------


@effect("robbery")
def they_choose(event: TerrorActs, table: Table, chance: Chance) -> Iterable[Event]:
    yield waits(ROB, event)


class HalfTaken(Event, because=(ROBBERY,), shows="purse"):
    """The amount tells what lies behind the other's shield."""

    seat: Public[str]
    of: Public[str]
    amount: Public[int]

    def sentence(self, name: Called) -> str:
        return ""


class RobSpice(Command, by="both"):
    """Take half the spice, rounded up; the amount is needed only where the referee keeps no purses."""

    seat: str
    amount: int = 0

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from not_yours(table, self.seat, ROB)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        if (now := pending(table, ROB)) is None:
            return
        purse = spice_of(table, now.of)
        amount = self.amount if purse is None else (purse + 1) // 2
        yield HalfTaken(ME, now.of, amount)
        yield from pay(now.of, ME, amount, ROBBED(), (ROBBERY,))
        yield TerrorDone()


class RobCard(Command, by="both"):
    seat: str

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from not_yours(table, self.seat, ROB)
        if cards_are_dealt(table) and not (table.deck or table.discard):
            yield Objection(ROBBERY, "No card is left to draw. Take the spice.", "NOT_ELIGIBLE", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        if pending(table, ROB) is None:
            return
        yield TerrorDone()
        yield from take_top_card(table, ME, (ROBBERY,), chance)


@adds(Offers, rule="2.12.10", seat=ME)
def spice_or_a_card(question: Offers, table: Table) -> Iterable[Offer]:
    if (now := pending(table, ROB)) is None:
        return ()
    blanks = () if spice_is_kept(table) else (Blank("amount", "Half of it", "number", 0, 99, "0"),)
    spice = Offer(RobSpice, say("Take half the spice of {of}", of=named(now.of)), "2.12.10", blanks, at_once=True)
    return (spice, Offer(RobCard, "Draw the top treachery card", "2.12.10", at_once=True))


class _OneCard(Command):
    """A command about one card of one's own hand."""

    abstract = True
    seat: str
    card: str = ""

    def held(self, table: Table) -> str | None:
        return shown_card(table, self.seat, called(self.card), self.card) if self.card else None

    def not_held(self, table: Table) -> Iterator[Objection]:
        if not may_hold_named(table, self.seat, self.card):
            yield Objection("3.00.02", "You do not hold that card. Choose one you hold.", "CARD_NOT_HELD", firm=True)


# -- Sabotage -----------------------------------------------------------------------------------------


@effect("sabotage")
def a_card_is_lost(event: TerrorActs, table: Table, chance: Chance) -> Iterable[Event]:
    hand = table.seats[event.of].hand
    if len(hand.faces()) < len(hand):
        yield waits(DRAW, event)
        return
    for card in chance.shuffled(hand.faces())[:1]:
        yield CardDiscarded(event.of, card, (SABOTAGE,))
    yield waits(GIVE, event)


class LoseAtRandom(_OneCard, by="both"):
    """With printed cards somebody draws one of the hand, and its holder enters it; "" for an empty hand."""

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from not_yours(table, self.seat, DRAW)
        if self.card:
            yield from self.not_held(table)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        now = pending(table, DRAW)
        card = self.held(table)
        if self.card and not card:
            yield NothingToShow(self.seat)
            return
        if card:
            yield CardDiscarded(self.seat, card, (SABOTAGE,))
        if now is not None:
            yield next_step(GIVE, now)


class SabotageGiven(Event, because=("2.12.11",), shows="card"):
    seat: Public[str]
    of: Public[str]
    card: Sealed[str]

    def apply(self, table: Table) -> None:
        table.seats[self.seat].hand.lose(self.card)
        table.seats[self.of].hand.append(self.card)

    def sentence(self, name: Called) -> str:
        card = face_name(self.card) or "a card"
        return say("{seat:The gives} {of} {card}.", seat=name(self.seat), of=name(self.of), card=card)


class GiveCard(_OneCard, by="both", grave=True):
    """Give a card, or none."""

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from not_yours(table, self.seat, GIVE)
        if self.card:
            yield from self.not_held(table)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        now = pending(table, GIVE)
        card = self.held(table)
        if now is None or (self.card and not card):
            yield NothingToShow(ME)
            return
        if card:
            yield SabotageGiven(ME, now.of, sealed(card, ME, now.of))
        yield TerrorDone()


@adds(Offers, rule="2.12.11", seat=ME)
def or_give_none(question: Offers, table: Table) -> Iterable[Offer]:
    return (Offer(GiveCard, "Give no card", "2.12.11", at_once=True),) if pending(table, GIVE) else ()


def _offer_a_card(table: Table, seat: str) -> Iterator[Offer]:
    """Yield the choice of a card of the hand; what this viewer does not know of it may be any card."""
    now = is_asked(table, seat, GIVE, DRAW)
    if now is None:
        return
    hand = table.seats[seat].hand
    unknown = ask(table, KnownCards()).value if len(hand.faces()) < len(hand) else ()
    choices = (*cards_to_choose(hand.faces()), *((one, one) for one in unknown))
    kind, label = {
        GIVE: (GiveCard, say("Give {of} a card", of=named(now.of))),
        DRAW: (LoseAtRandom, "Discard the card drawn"),
    }[now.step]
    if choices:
        yield Offer(kind, label, SABOTAGE, (Blank("card", "Card", "select", choices=choices),), at_once=True)
    elif now.step == DRAW:
        yield Offer(kind, "No card to discard", SABOTAGE, at_once=True)


@adds(SecretOffers, rule="2.12.11")
def which_card(question: SecretOffers, table: Table) -> Iterable[Offer]:
    return _offer_a_card(table, question.seat)


@adds(Offers, rule="2.12.11", order=1)
def which_card_without_a_phone(question: Offers, table: Table) -> Iterable[Offer]:
    return _offer_a_card(table, question.seat) if question.seat not in phones_of(table) else ()


def _mine(now: object) -> str:
    return ME


STEPS |= {
    ROB: TokenStep(
        _mine,
        "chooses what to rob",
        lambda now: say("take half the spice of {of}, or the top card of the deck", of=named(now.of)),
        (RobSpice, RobCard),
    ),
    GIVE: TokenStep(
        _mine,
        "says whether to give a card",
        lambda now: say("give {of} a card from your hand, or none", of=named(now.of)),
        (GiveCard,),
        shielded=True,
    ),
    DRAW: TokenStep(
        lambda now: now.of,
        "discards a card at random",
        lambda now: "have one card of your hand drawn at random, and discard it",
        (LoseAtRandom,),
        shielded=True,
    ),
}
