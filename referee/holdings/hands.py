"""Hands: hand limits, kinds of cards, discards and card counts.

With a printed deck the referee knows counts, not faces, until a holder enters them (``told``); the holder's word is
taken for a card that is shown. A count corrected by hand is public, because counts are.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator

from referee.common.what_is_physical import cards_are_dealt
from referee.holdings.corrections import LONGEST_REASON, CorrectionExplained
from referee.kernel import (
    FACE_DOWN,
    Called,
    Chance,
    Event,
    Objection,
    Pile,
    Public,
    Question,
    SeatCommand,
    SeatEvent,
    SeatQuestion,
    State,
    Table,
    ask,
    card_name,
    count,
    memoized,
    ruling,
    say,
    say_many,
)


class HandLimit(SeatQuestion[int], rule="1.04.02", answer=4):
    """How many treachery cards may this faction hold?"""


class CardKind(Question[str], rule="1.00.02", answer=""):
    """What kind of card is this: "weapon, poison", "defence", "worthless", ... or "" if no room knows it?"""

    card: str


class CountsAs(SeatQuestion[bool], rule="3.00.02"):
    """May this faction play this card as the card of that name?

    Truthtrance asks; Karama has a question of its own, since more than cards ask that.
    """

    card: str
    name: str

    def plain(self, table: Table) -> bool:
        return card_name(self.card) == self.name or self.card == self.name


class DeckCards(Question[tuple[str, ...]], rule="0.06", answer=()):
    """Which cards make up the treachery deck of this table?

    The room of the cards alone answers: their names and numbers are data there, and all below it need the list.
    """


class KnownCards(Question[tuple[str, ...]], rule="1.00.02", answer=()):
    """Which card names may a player name for a printed card?"""


class CountsArePublic(Question[bool]):
    """May everybody see how many cards each faction holds now?"""


@ruling(CountsArePublic, rule="1.11.02")
def hidden_hands(question: CountsArePublic, table: Table, so_far: bool | None) -> bool | None:
    return False if so_far is None else None


def hand_limit(table: Table, seat: str) -> int:
    return ask(table, HandLimit(seat)).value


@memoized
def hand_limits(table: Table) -> dict[str, int]:
    """Return the hand limit of every seat; what they hold does not matter, so that one answer serves all viewers."""
    return {seat: hand_limit(table, seat) for seat in table.seats}


@memoized
def with_room(table: Table) -> frozenset[str]:
    """Return who may take another card (1.04.03)."""
    limits = hand_limits(table)
    return frozenset([seat for seat, player in table.seats.items() if player.hand.least < limits[seat]])


def has_room(table: Table, seat: str) -> bool:
    """Return True if the faction may take another card (1.04.03)."""
    return seat in with_room(table)


def may_hold(table: Table, seat: str, fits: Callable[[str], bool]) -> bool:
    """Return True if the hand may hold a card that fits, as far as this viewer knows."""
    hand = table.seats[seat].hand
    return any(fits(card) if isinstance(card, str) else not hand.gone or _unseen(table, hand, fits) for card in hand)


def _unseen(table: Table, hand: Pile, fits: Callable[[str], bool]) -> bool:
    """Return True if a face-down card of a hand may fit; a card that has no known name may always."""
    fitting = {name for name in (*ask(table, KnownCards()).value, *hand.gone) if fits(name)}
    return not fitting or bool(fitting - hand.gone)


def held_card(table: Table, seat: str, fits: Callable[[str], bool]) -> str | None:
    """Return the first known card in the hand that fits, or ``None``."""
    return next((card for card in table.seats[seat].hand.faces() if fits(card)), None)


def called(name: str) -> Callable[[str], bool]:
    """Return a predicate for a card's printed name, or the id of one copy."""
    return lambda card: name in {card, card_name(card)}


def may_hold_named(table: Table, seat: str, name: str) -> bool:
    """Return True if the hand may hold the card that somebody names; what this viewer does not know is a real card."""
    if held_card(table, seat, called(name)) is not None:
        return True
    return may_hold(table, seat, called(name)) and bool(ask(table, CardKind(card_name(name))).value)


def played_as(table: Table, seat: str, name: str) -> Callable[[str], bool]:
    """Return a predicate for what this faction may play as the card of that name."""
    return lambda card: ask(table, CountsAs(seat, card, name)).value


def shown_card(table: Table, seat: str, fits: Callable[[str], bool], name: str) -> str | None:
    """Return a known card that fits, else a hidden one on its holder's word."""
    known_card = held_card(table, seat, fits)
    return known_card or (name if may_hold(table, seat, fits) else None)


class SeenToGo(State):
    """Cards that everybody saw discarded and that nobody can have taken since."""

    cards: frozenset[str] = frozenset()


def seen_to_go(table: Table, *cards: str) -> None:
    """Record that everybody saw these cards discarded."""
    table.put(SeenToGo(table.state(SeenToGo).cards | set(cards)))


class CardDiscarded(SeatEvent, discards="card"):
    card: Public[str]
    why: Public[tuple[str, ...]] = ()
    says = "{seat!n:The discards} {card!c}."

    def apply(self, table: Table) -> None:
        table.seats[self.seat].hand.take(self.card)
        table.discard.insert(0, self.card)
        seen_to_go(table, self.card)


def discarded(event: Event) -> tuple[str, str] | None:
    """Return (seat, card) if this event is a discard in the open, else ``None``."""
    return (getattr(event, "seat", ""), getattr(event, event.discards)) if event.discards else None


class NothingToShow(SeatEvent, because=("3.00.02",), shows="card"):
    """The table screen called a card that the hand does not hold: nothing happens."""

    says = "{seat!n:The has} no such card. Nothing happens."


def spent(seat: str, card: str | None, why: tuple[str, ...]) -> Generator[Event, None, bool]:
    """Yield the discard of a card that was called, or that the hand has none; return True if it was discarded."""
    yield CardDiscarded(seat, card, why) if card else NothingToShow(seat)
    return bool(card)


class PlayedCard(SeatCommand, abstract=True, by="both", led=False, grave=True):
    """A special card that is played outside a plan, on its holder's phone or, for who has none, at the table."""


def not_in_hand(table: Table, seat: str, card: str) -> Iterator[Objection]:
    if not may_hold(table, seat, called(card)):
        yield Objection("3.00.02", say("You have no {card}. Choose a card you hold.", card=card), "CARD_NOT_HELD")


class CountTold(SeatEvent):
    of: Public[str]
    count: Public[int]
    why: Public[tuple[str, ...]]
    cards = property(lambda event: count(event.count, "card"))
    says = "{of!n:The tells} {seat!n}: {cards}."


class CountCorrected(SeatEvent, because=("4.97.04",)):
    count: Public[int]
    cards = property(lambda event: count(event.count, "card"))
    says = "{seat!n:The holds} {cards}, as the table corrects it."

    def apply(self, table: Table) -> None:
        """Add hidden cards, or remove cards, hidden ones first."""
        hand = table.seats[self.seat].hand
        while len(hand) > self.count:
            hand.take(FACE_DOWN)
        hand.extend([FACE_DOWN] * (self.count - len(hand)))


class DeckReshuffled(Event, because=("4.91.10",)):
    """The deck ran out; the discard pile was shuffled and placed below it."""

    count: Public[int]
    order: tuple[str, ...]

    def apply(self, table: Table) -> None:
        table.deck.extend(Pile.laid(self.order, self.count))
        table.discard = Pile()
        table.drop(SeenToGo)

    def sentence(self, name: Called) -> str:
        singular = "The deck has run out. {n} discarded card is shuffled into a new one."
        return say_many(self.count, singular, "The deck has run out. {n} discarded cards are shuffled into a new one.")


def refill(table: Table, needed: int, chance: Chance) -> Iterable[Event]:
    """Reshuffle the discard pile if fewer cards than needed are left."""
    if cards_are_dealt(table) and len(table.deck) < needed and table.discard:
        order = chance.shuffled(table.discard.faces())
        yield DeckReshuffled(len(order), tuple(order))


class PlayCard(SeatCommand, waits_for_powers=True, script=("used",)):
    """Note that a card went from the hand to the discard pile in the open.

    Of cards that the referee deals it knows itself which go: each has its own button, and so has a rule that takes one.
    Where a script says that one was ``used``, it was.
    """

    card: str
    used: bool = False

    def objections(self, table: Table) -> Iterable[Objection]:
        if cards_are_dealt(table) and not self.used:
            words = "A card goes when it is used or a rule takes it. Use its own button, or keep it."
            yield Objection("4.99.35", words, "NOT_ELIGIBLE", firm=True)
        held = held_card(table, self.seat, called(self.card))
        if not held and not may_hold(table, self.seat, called(self.card)):
            sentence = say("You have no {card}. Choose a card you hold.", card=card_name(self.card))
            yield Objection("3.00.02", sentence, "CARD_NOT_HELD")
        elif not held and card_name(self.card) not in ask(table, KnownCards()).value:
            yield Objection("4.94.01", "No card has that name. Choose one from the list.", "CARD_UNKNOWN")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        card = shown_card(table, self.seat, called(self.card), self.card)
        yield CardDiscarded(self.seat, card, ("3.00.02",)) if card else NothingToShow(self.seat)


class AskCount(SeatCommand):
    of: str

    def objections(self, table: Table) -> Iterable[Objection]:
        answer = ask(table, CountsArePublic())
        if self.of not in table.seats:
            yield Objection("1.04.10", "No player here has that name. Choose a seat.", firm=True)
        elif self.of == self.seat:
            yield Objection("1.04.10", "Ask another faction at this table. Choose one.", "NOT_ELIGIBLE", firm=True)
        elif not answer.value:
            yield Objection(answer.because[0], "Nobody has to say their card count now. Ask during bidding.")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield CountTold(self.seat, self.of, len(table.seats[self.of].hand), ask(table, CountsArePublic()).because)


class RefuseCount(SeatCommand):
    to: str

    def objections(self, table: Table) -> Iterable[Objection]:
        answer = ask(table, CountsArePublic())
        if answer.value:
            yield Objection(answer.because[0], "You are asked for your card count. Say it now.", "MUST_ANSWER")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        return ()


class CorrectCount(SeatCommand, by="table", grave=True):
    count: int
    reason: str = ""

    def objections(self, table: Table) -> Iterable[Objection]:
        limit = ask(table, HandLimit(self.seat))
        if cards_are_dealt(table):
            sentence = "The referee deals the cards here, so its counts are right. Use Undo instead."
            yield Objection("4.97.04", sentence, firm=True)
        elif not 0 <= self.count <= limit.value:
            sentence = say("A hand here holds 0 to {value} cards. Enter a number from 0 to {value}.", value=limit.value)
            yield Objection(limit.because[0], sentence, "HAND_OVER_LIMIT", not 0 <= self.count <= 99)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        was = len(table.seats[self.seat].hand)
        yield CorrectionExplained(self.seat, "cards", was, self.count, " ".join(self.reason.split())[:LONGEST_REASON])
        yield CountCorrected(self.seat, self.count)
