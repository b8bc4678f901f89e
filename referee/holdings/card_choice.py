"""A choice of one card of one's own hand, made behind the shield."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar, TypeVar

from referee.holdings.hands import KnownCards, NothingToShow, called, may_hold_named, shown_card
from referee.kernel import Chance, Event, Objection, Table, ask, say
from referee.offers.choices import Choice
from referee.offers.offer import Blank, Offer, cards_to_choose

N = TypeVar("N")


class CardChoice(Choice[N], abstract=True):
    """A command with a ``card`` of its player's hand; one that its viewer does not know may be any card.

    ``label`` is its button, with slots of ``words``. A card that is not held is refused by the rule ``held_by``.
    With ``or_none`` it may name no card.
    """

    hidden = True
    label: ClassVar[str] = ""
    held_by: ClassVar[str] = "3.00.02"
    or_none: ClassVar[bool] = False
    card: str

    @classmethod
    def secret_ways(cls, table: Table, now: N) -> Iterator[Offer]:
        hand = table.seats[cls.asked(now)].hand
        unknown = ask(table, KnownCards()).value if len(hand.faces()) < len(hand) else ()
        if choices := (*cards_to_choose(hand.faces()), *((name, name) for name in unknown)):
            yield cls.way(say(cls.label, **cls.words(table, now)), Blank("card", "Card", "select", choices=choices))

    def against(self, table: Table, now: N) -> Iterator[Objection]:
        if not (self.or_none and not self.card) and not may_hold_named(table, self.seat, self.card):
            yield Objection(self.held_by, "You do not hold that card. Choose one you hold.", "CARD_NOT_HELD", firm=True)

    def outcome(self, table: Table, now: N, chance: Chance) -> Iterator[Event]:
        held = shown_card(table, self.seat, called(self.card), self.card) if self.card else ""
        yield from (NothingToShow(self.seat),) if held is None else self.with_card(table, held, now, chance)

    def with_card(self, table: Table, card: str, now: N, chance: Chance) -> Iterable[Event]:
        """Yield what follows; ``card`` is the one of the hand, "" for none."""
        raise NotImplementedError
