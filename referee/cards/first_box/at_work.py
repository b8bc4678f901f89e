"""Cards of the first expansion that are played outside a plan, and the tooth that its owner takes back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import takewhile
from typing import NamedTuple

from referee.cards.first_box import SPECIALS, in_the_deck
from referee.common.phones_at_seats import on_own_phone
from referee.common.turn import ANY, PHASES, PhaseBegan, in_phase, in_this_phase
from referee.holdings.hands import CardDiscarded, NothingToShow, PlayedCard, called, not_in_hand, shown_card
from referee.holdings.ledger import SpiceMoved, on, pay
from referee.holdings.purse import spice_of
from referee.kernel import (
    BANK,
    Chance,
    Event,
    Objection,
    SeatCommand,
    SeatEvent,
    Table,
    adds,
    phrase,
    say,
)
from referee.offers.offer import TABLE, Offer, Offers, SecretOffers
from referee.phases.battle.live_battle import REVEALED, LiveBattle, Plan, live_of, revealed_plan, running
from referee.phases.battle.reveal import judged
from referee.phases.spice_blow.blow import BLOWN, SpiceCardTurned, TurnWorm, blow, worm_works
from referee.turn.phase_offers import is_played

AMAL, HARVESTER, THUMPER, TOOTH = "Amal", "Harvester", "Thumper", "Poison Tooth"
HALF = phrase("spice.amal", "Amal, half of the spice")
TABLE_TALK = "4.9"  # rules of windows, clocks and seats, which are no part of the game


# -- when, and what for -------------------------------------------------------------------------------


def _at_the_beginning(table: Table) -> Iterator[Objection]:
    if table.phase != ANY and (table.phase not in PHASES or not _just_begun(table)):
        yield Objection(
            "3.02.01", say("{card} is played at the beginning of a phase. Keep it for the next one.", card=AMAL)
        )


def _just_begun(table: Table) -> bool:
    """Return True if nothing of the game has happened since the act in which the phase began."""
    began = next((heard.act for heard in reversed(table.log) if isinstance(heard.event, PhaseBegan)), 0)
    since = takewhile(lambda heard: heard.act != began, reversed(table.log))
    return all(rule.startswith(TABLE_TALK) for heard in since for rule in heard.event.rules())


def _half_of_it(table: Table, chance: Chance) -> Iterator[Event]:
    for seat in table.seats:
        yield from pay(seat, BANK, ((spice_of(table, seat) or 0) + 1) // 2, HALF(), ("3.02.01",))


def _after_a_card(table: Table) -> Iterator[Objection]:
    yield from in_phase(table, "spice_blow")
    if _last_card(table) is None:
        yield Objection(
            "3.02.05",
            say("{card} doubles the spice of the card just turned. Wait for the next card.", card=HARVESTER),
        )


def _last_card(table: Table) -> SpiceCardTurned | None:
    """Return the territory card that brought spice last, until another is turned or it is doubled."""
    for event in in_this_phase(table):
        if "3.02.05" in event.rules() and isinstance(event, SpiceMoved):
            return None
        if isinstance(event, SpiceCardTurned):
            return None if event.worm or event.lost else event
    return None


def _once_more(table: Table, chance: Chance) -> Iterator[Event]:
    turned = _last_card(table)
    if turned is not None:
        yield from pay(BANK, on(turned.territory), turned.amount, BLOWN(), ("3.02.05", "1.02.04"))


def _before_the_cards(table: Table) -> Iterator[Objection]:
    yield from in_phase(table, "spice_blow")
    turned = blow(table)
    if turned.cards or turned.done or turned.worms:
        yield Objection(
            "3.02.11", say("{card} comes before the first spice card. Keep it for the next turn.", card=THUMPER)
        )
    elif not worm_works(table):
        yield Objection("1.02.02", say("In turn 1 worms have no effect. Keep {card}.", card=THUMPER))


def _a_worm(table: Table, chance: Chance) -> Iterable[Event]:
    return TurnWorm().decide(table, chance)


class CardEffect(NamedTuple):
    """A card played outside a plan: its button, what speaks against it, and what it does."""

    label: str
    against: Callable[[Table], Iterable[Objection]]
    works: Callable[[Table, Chance], Iterable[Event]]


PLAYED = {
    AMAL: CardEffect("everybody pays half to the bank", _at_the_beginning, _half_of_it),
    HARVESTER: CardEffect("double the spice of this card", _after_a_card, _once_more),
    THUMPER: CardEffect("a worm in place of the first card", _before_the_cards, _a_worm),
}


class PlayExpansionCard(PlayedCard, waits=True, plays=tuple(PLAYED)):
    card: str

    def objections(self, table: Table) -> Iterable[Objection]:
        if self.card not in PLAYED:
            yield Objection("3.02", "No card with that name is played this way.", "BAD_INPUT", firm=True)
            return
        yield from PLAYED[self.card].against(table)
        yield from on_own_phone(table, self.seat, "4.97.07")
        yield from not_in_hand(table, self.seat, self.card)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        card = shown_card(table, self.seat, called(self.card), self.card)
        if card is None:
            yield NothingToShow(self.seat)
            return
        works = list(PLAYED[self.card].works(table, chance))
        yield CardDiscarded(self.seat, card, (SPECIALS[self.card].rule,))
        yield from works


@adds(SecretOffers, rule="3.02")
def play_one(question: SecretOffers, table: Table) -> Iterable[Offer]:
    held = table.seats[question.seat].hand.faces()
    for name, card in PLAYED.items():
        if any(map(called(name), held)) and not any(PlayExpansionCard(question.seat, name).objections(table)):
            fixed = (("card", name),)
            yield Offer(
                PlayExpansionCard,
                say("Play {name}: {label}", name=name, label=card.label),
                SPECIALS[name].rule,
                fixed=fixed,
            )


@adds(Offers, rule="3.02", seat=TABLE)
def played_by_a_seat_without_a_phone(question: Offers, table: Table) -> Iterable[Offer]:
    """Only where the deck has them, so that no other table sees these buttons."""
    for name in PLAYED if in_the_deck(table) else ():
        if not any(PLAYED[name].against(table)):
            yield from is_played(table, PlayExpansionCard, name, SPECIALS[name].rule, fixed=(("card", name),))


# -- the tooth ----------------------------------------------------------------------------------------


class ToothTakenBack(SeatEvent, because=("3.02.09",)):
    says = "{seat!n:The leaves} the Poison Tooth unused."

    def apply(self, table: Table) -> None:
        live = table.state(LiveBattle)
        plan = live.plans[self.seat]
        if isinstance(plan, Plan):
            live.plans[self.seat] = replace(plan, weapon="", unused=TOOTH)


class TakeToothBack(SeatCommand, by="both", waits=True):
    """Leave the tooth unused when the plans are open; the battle is judged again without it."""

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from running(table, REVEALED)
        plan = revealed_plan(table, self.seat)
        if plan is None or plan.weapon != TOOTH:
            words = say("Only the player of the {card} takes it back, once the plans are open.", card=TOOTH)
            yield Objection("3.02.09", words, firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield ToothTakenBack(self.seat)
        yield judged(table, live_of(table))


@adds(Offers, rule="3.02.09", phase="battle")
def keep_the_tooth(question: Offers, table: Table) -> Iterable[Offer]:
    if question.seat != TABLE and not any(TakeToothBack(question.seat).objections(table)):
        yield Offer(TakeToothBack, say("Leave the {card} unused", card=TOOTH), "3.02.09")
