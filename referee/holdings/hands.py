"""Hands: how many cards a faction may hold, what a card is, and how cards are laid open or counted.

With a printed deck the referee knows counts, not faces, until a holder tells their own phone (``told``); a card laid
open is then taken at its holder's word. A count corrected by hand is public, because a count is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from referee.common.what_is_physical import cards_are_dealt
from referee.holdings.purse import LONGEST_REASON, CorrectionExplained
from referee.kernel.commands import Command, Objection
from referee.kernel.events import FACE_DOWN, Event, Public
from referee.kernel.rulings import Chance, Question, ask, ruling
from referee.kernel.table import Pile, Table, card_name
from referee.kernel.wording import Called, count


class HandLimit(Question[int]):
    """How many treachery cards may this faction hold?"""

    seat: str
    rule = "1.04.02"

    def plain(self, table: Table) -> int:
        return 4


class CardKind(Question[str]):
    """What kind of card is this: "weapon, poison", "defence", "worthless", ... or "" if no room knows it?"""

    card: str
    rule = "1.00.02"

    def plain(self, table: Table) -> str:
        return ""


class KnownCards(Question[tuple[str, ...]]):
    """Which card names may a player name for a printed card?"""

    rule = "1.00.02"

    def plain(self, table: Table) -> tuple[str, ...]:
        return ()


class CountsArePublic(Question[bool]):
    """May everybody see how many cards each faction holds now?"""


@ruling(CountsArePublic, rule="1.11.02")
def hidden_hands(question: CountsArePublic, table: Table, so_far: bool | None) -> bool | None:
    """A hand is its owner's own business if no other rule opens it."""
    return False if so_far is None else None


def hand_limit(table: Table, seat: str) -> int:
    return ask(table, HandLimit(seat)).value


def has_room(table: Table, seat: str) -> bool:
    """Say whether the faction may take another card (1.04.03)."""
    return len(table.seats[seat].hand) < hand_limit(table, seat)


def may_hold(table: Table, seat: str, fits: Callable[[str], bool]) -> bool:
    """Say whether, for all this viewer knows, the hand holds a card that fits."""
    return any(fits(card) if isinstance(card, str) else True for card in table.seats[seat].hand)


def held_card(table: Table, seat: str, fits: Callable[[str], bool]) -> str | None:
    """Return the first known card in the hand that fits, or ``None``."""
    return next((card for card in table.seats[seat].hand.faces() if fits(card)), None)


def called(name: str) -> Callable[[str], bool]:
    """Return a test for a card by its printed name or by the name of one copy."""
    return lambda card: name in {card, card_name(card)}


def shown_card(table: Table, seat: str, fits: Callable[[str], bool], name: str) -> str | None:
    """Return the card that is laid open: one known here, else one of unknown face taken at its holder's word."""
    known_card = held_card(table, seat, fits)
    return known_card or (name if may_hold(table, seat, fits) else None)


@dataclass
class SeenToGo:
    """The cards that everybody has seen go to the discard pile and that nobody can have taken up since."""

    cards: frozenset[str] = frozenset()


def seen_to_go(table: Table, *cards: str) -> None:
    """Note that everybody sees these cards go to the discard pile."""
    table.put(SeenToGo(table.state(SeenToGo).cards | set(cards)))


class CardDiscarded(Event):
    """A faction discarded a card in the open."""

    seat: Public[str]
    card: Public[str]
    why: Public[tuple[str, ...]] = ()
    discards = "card"
    says = "{seat!n:The discards} {card!c}."

    def apply(self, table: Table) -> None:
        table.seats[self.seat].hand.take(self.card)
        table.discard.insert(0, self.card)
        seen_to_go(table, self.card)


def discarded(event: Event) -> tuple[str, str] | None:
    """Return who discarded which card in the open by this event, ``None`` if nobody did."""
    return (getattr(event, "seat", ""), getattr(event, event.discards)) if event.discards else None


class NothingToShow(Event):
    """A card was called for a faction on the table screen, but the hand does not hold it: nothing happens."""

    seat: Public[str]
    because = ("3.00.02",)
    shows = "card"
    says = "{seat!n:The has} no such card. Nothing happens."


class CountTold(Event):
    """A faction was asked how many cards it holds, and said so."""

    seat: Public[str]
    of: Public[str]
    count: Public[int]
    why: Public[tuple[str, ...]]

    def sentence(self, name: Called) -> str:
        return f"{name(self.of):The tells} {name(self.seat)}: {count(self.count, 'card')}."


class CountCorrected(Event):
    """The table corrected how many cards a faction holds."""

    seat: Public[str]
    count: Public[int]
    because = ("4.97.04",)

    def apply(self, table: Table) -> None:
        """Add unknown cards, or take cards away, unknown ones first."""
        hand = table.seats[self.seat].hand
        while len(hand) > self.count:
            hand.take(FACE_DOWN)
        hand.extend([FACE_DOWN] * (self.count - len(hand)))

    def sentence(self, name: Called) -> str:
        return f"{name(self.seat):The holds} {count(self.count, 'card')}, as the table corrects it."


class DeckReshuffled(Event):
    """The deck ran out; the discard pile was shuffled and laid below it."""

    count: Public[int]
    order: tuple[str, ...]
    because = ("4.91.10",)

    def apply(self, table: Table) -> None:
        table.deck.extend(Pile.laid(self.order, self.count))
        table.discard = Pile()
        table.drop(SeenToGo)

    def sentence(self, name: Called) -> str:
        cards = "1 discarded card is" if self.count == 1 else f"{self.count} discarded cards are"
        return f"The deck has run out. {cards} shuffled into a new one."


def refill(table: Table, needed: int, chance: Chance) -> Iterable[Event]:
    """Reshuffle the discard pile where fewer cards than needed are left (option B10)."""
    if cards_are_dealt(table) and len(table.deck) < needed and table.discard:
        order = chance.shuffled(table.discard.faces())
        yield DeckReshuffled(len(order), tuple(order))


class PlayCard(Command):
    """Discard a card from the hand in the open."""

    seat: str
    card: str

    def objections(self, table: Table) -> Iterable[Objection]:
        """The hand must hold it, as far as this viewer knows."""
        held = held_card(table, self.seat, called(self.card))
        if not held and not may_hold(table, self.seat, called(self.card)):
            sentence = f"You have no {card_name(self.card)}. Choose a card you hold."
            yield Objection("3.00.02", sentence, "CARD_NOT_HELD")
        elif not held and card_name(self.card) not in ask(table, KnownCards()).value:
            yield Objection("4.94.01", "No card has that name. Choose one from the list.", "CARD_UNKNOWN")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        card = shown_card(table, self.seat, called(self.card), self.card)
        yield CardDiscarded(self.seat, card, ("3.00.02",)) if card else NothingToShow(self.seat)


class AskCount(Command):
    """Ask another faction how many cards it holds."""

    seat: str
    of: str

    def objections(self, table: Table) -> Iterable[Objection]:
        answer = ask(table, CountsArePublic())
        if self.of not in table.seats:
            yield Objection("1.04.10", "No player here has that name. Choose a seat.")
        elif not answer.value:
            yield Objection(answer.because[0], "Nobody has to say their card count now. Ask during bidding.")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        """Tell the number, never the kinds."""
        yield CountTold(self.seat, self.of, len(table.seats[self.of].hand), ask(table, CountsArePublic()).because)


class RefuseCount(Command):
    """Keep the number of one's cards from somebody who asks."""

    seat: str
    to: str

    def objections(self, table: Table) -> Iterable[Objection]:
        answer = ask(table, CountsArePublic())
        if answer.value:
            yield Objection(answer.because[0], "You are asked for your card count. Say it now.", "MUST_ANSWER")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        return ()


class CorrectCount(Command):
    """Correct how many cards a faction holds."""

    by = "table"
    grave = True
    seat: str
    count: int
    reason: str = ""

    def objections(self, table: Table) -> Iterable[Objection]:
        """Only if the referee does not deal the cards itself, and not above the limit."""
        limit = ask(table, HandLimit(self.seat))
        if cards_are_dealt(table):
            sentence = "The referee deals the cards here, so its counts are right. Use Undo instead."
            yield Objection("4.97.04", sentence, firm=True)
        elif not 0 <= self.count <= limit.value:
            sentence = f"A hand here holds 0 to {limit.value} cards. Enter a number from 0 to {limit.value}."
            yield Objection(limit.because[0], sentence, "HAND_OVER_LIMIT", not 0 <= self.count <= 99)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        was = len(table.seats[self.seat].hand)
        yield CorrectionExplained(self.seat, "cards", was, self.count, " ".join(self.reason.split())[:LONGEST_REASON])
        yield CountCorrected(self.seat, self.count)
