"""Once a game, by Karama, Harkonnen take a hand unseen, and give back as many cards as they took (1.14.04).

Everything else waits meanwhile. A viewer who does not see the cards no longer knows what either hand holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from referee.common.factions import faction_name, named
from referee.common.turn import PHASES
from referee.factions.harkonnen import ME
from referee.holdings.hands import called, held_card
from referee.kernel import (
    FACE_DOWN,
    Called,
    Card,
    Chance,
    Event,
    Objection,
    Pile,
    Public,
    Sealed,
    SeatEvent,
    State,
    Table,
    adds,
    after,
    ask,
    command_kind,
    count,
    face_name,
    face_names,
    known,
    listed,
    option,
    ruling,
    say,
    say_many,
    sealed,
    setting,
)
from referee.offers.choices import Choice
from referee.offers.offer import Blank, Duty, Offer, SecretOffers, hand_to_choose
from referee.phases.bidding.order_of_bidding import Bidding
from referee.powers.powers import CardPlayed, CardsWanted, OnceAGame, OnceUsed, SpecialUsed

SWAP = "1.14.04"
GREAT_SWAP = option(
    "K7",
    "4.92.07",
    "When Harkonnen may swap cards",
    ("bidding", "During bidding, between two cards", "Not while somebody has bid on a card."),
    ("any", "At any time", "In any phase."),
)
SWAP_SIZE = option(
    "K11",
    "4.92.11",
    "How many cards Harkonnen take in the swap",
    ("hand", "The whole hand", "All cards of that player."),
    ("chosen", "As many as they like", "Drawn at random, up to the whole hand."),
)


class Swap(State):
    """Whose cards were taken, and how many are still owed."""

    of: str
    owed: int


def still_owed(table: Table) -> int:
    """Return how many cards Harkonnen owe, at most as many as they hold (1.14.04)."""
    swap = table.get(Swap)
    return min(swap.owed, len(table.seats[ME].hand)) if swap else 0


FACELESS = ("", "a card")


def shown(cards: object) -> str:
    """Return the card names known to this viewer, as a list."""
    of = cards if isinstance(cards, (tuple, list)) else ()
    return listed(face_names(of)) if any(face_name(card) not in FACELESS for card in of) else ""


class HandTaken(SeatEvent, because=("1.14.04",), shows="card"):
    of: Public[str]
    cards: Sealed[tuple[Card, ...]]

    def apply(self, table: Table) -> None:
        own, other = table.seats[self.seat], table.seats[self.of]
        table.put(Swap(self.of, len(other.hand)))
        own.hand.extend(self.cards if known(self.cards) else other.hand)
        other.hand = Pile()

    def sentence(self, name: Called) -> str:
        of = {"seat": name(self.seat), "of": name(self.of), "cards": shown(self.cards)}
        if not of["cards"]:
            return say("{seat:The takes} {of:'s} whole hand and must give back as many cards.", **of)
        return say("{seat:The takes} {of:'s} whole hand ({cards}) and must give back as many cards.", **of)


class SomeCardsTaken(SeatEvent, because=("1.14.04", "4.92.11"), shows="card"):
    of: Public[str]
    many: Public[int]
    cards: Sealed[tuple[Card, ...]]

    def apply(self, table: Table) -> None:
        own, other = table.seats[self.seat], table.seats[self.of]
        taken = Pile.laid(self.cards, self.many)
        table.put(Swap(self.of, self.many))
        own.hand.extend(taken)
        for card in taken:
            other.hand.lose(card)

    def sentence(self, name: Called) -> str:
        of = {"seat": name(self.seat), "of": name(self.of), "taken": count(self.many, "card")}
        if cards := shown(self.cards):
            of["taken"] = say("{some} ({cards})", some=of["taken"], cards=cards)
        return say("{seat:The takes} {taken} from {of} and must give back as many.", **of)


class CardGivenBack(SeatEvent, because=("1.14.04",), shows="card"):
    of: Public[str]
    card: Sealed[str]
    says = "{seat!n:The gives} {card!c} back to {of!n}."

    def apply(self, table: Table) -> None:
        swap = table.get(Swap)
        table.seats[self.seat].hand.lose(self.card)
        table.seats[self.of].hand.append(self.card)
        if swap is not None:
            swap.owed -= 1


def _may_swap(table: Table) -> bool:
    return ME not in table.state(OnceUsed).seats and table.rules == "advanced"


@ruling(OnceAGame, rule="1.14.04", seat=ME)
def between_two_cards(question: OnceAGame, table: Table, so_far: str) -> str | None:
    bidding = table.get(Bidding)
    between = bidding and bidding.step in {"declare", "deal", "talk", "bid"} and not (bidding.bids or bidding.passed)
    return "swap" if between and _may_swap(table) else None


@ruling(OnceAGame, rule="4.92.07", seat=ME)
def at_any_time(question: OnceAGame, table: Table, so_far: str) -> str | None:
    """Option K7."""
    return "swap" if _may_swap(table) and table.phase in PHASES and setting(table, GREAT_SWAP) == "any" else None


@after(SpecialUsed, rule="1.14.04")
def take_the_hand(event: SpecialUsed, table: Table, chance: Chance) -> Iterable[Event]:
    if event.seat != ME:
        return
    hand = table.seats[event.of].hand
    many = table.state(CardsWanted).many if setting(table, SWAP_SIZE) == "chosen" else 0
    if 0 < many < len(hand):
        yield SomeCardsTaken(ME, event.of, many, sealed(tuple(chance.shuffled(hand)[:many]), ME, event.of))
    else:
        yield HandTaken(ME, event.of, sealed(tuple(hand), ME, event.of))


class GiveCardBack(Choice[Swap], by="seat"):
    rule, who, hidden = SWAP, ME, True
    does, nothing = "gives a card back", "You owe nobody a card. Keep it."
    card: str = ""

    @classmethod
    def waiting(cls, table: Table) -> Swap | None:
        return table.get(Swap) if still_owed(table) else None

    @classmethod
    def phrases(cls, table: Table, now: Swap) -> tuple[str, str]:
        owed, to = still_owed(table), named(now.of)
        return say_many(owed, "gives {n} card back to {of}", "gives {n} cards back to {of}", of=to), ""

    @classmethod
    def due(cls, table: Table, now: Swap, by: tuple[type[Choice[Any]], ...]) -> Duty | None:
        halts = say_many(
            still_owed(table),
            "Harkonnen must give one more card back to {of}. Wait for that.",
            "Harkonnen must give {n} more cards back to {of}. Wait for that.",
            of=named(now.of),
        )
        duty = super().due(table, now, by)
        return duty and replace(duty, shielded=True, halts=halts)

    @classmethod
    def secret_ways(cls, table: Table, now: Swap) -> Iterator[Offer]:
        choices = hand_to_choose(table.seats[ME].hand)
        label = say("{n} to give back to {of}", n=still_owed(table), of=named(now.of))
        value = choices[0][0] if choices else ""
        yield cls.way("Give it back", Blank("card", label, "select", value=value, choices=choices))

    def against(self, table: Table, now: Swap) -> Iterator[Objection]:
        if self._given(table) not in table.seats[ME].hand:
            yield Objection(SWAP, "You do not hold that card. Choose one you hold.", "CARD_NOT_HELD")

    def outcome(self, table: Table, now: Swap, chance: Chance) -> Iterator[Event]:
        yield CardGivenBack(ME, now.of, sealed(self._given(table), ME, now.of))

    def _given(self, table: Table) -> Card:
        """Return the card by its printed name or its copy, a hidden one where none is named."""
        return (held_card(table, ME, called(self.card)) or self.card) if self.card else FACE_DOWN


@adds(SecretOffers, rule=SWAP, seat=ME)
def swap_hands(question: SecretOffers, table: Table) -> Iterable[Offer]:
    free = ME in table.seats and not still_owed(table)
    if not free or not ask(table, OnceAGame(ME)).value or not ask(table, CardPlayed(ME, "")).value:
        return ()
    others = tuple((seat, faction_name(seat)) for seat, own in table.seats.items() if seat != ME and own.hand)
    blank = Blank("of", "Whose hand", "select", value=others[0][0] if others else "", choices=others)
    many = (Blank("many", "How many cards, 0 for all", "number", value="0"),)
    blanks = (blank, *(many if setting(table, SWAP_SIZE) == "chosen" else ()))
    special = command_kind("UseSpecial")  # the card's own
    return (Offer(special, "Karama: swap cards with", SWAP, blanks),) if others and special else ()
