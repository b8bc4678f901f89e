"""Did dealing follow the sealed shuffles? The events of a game are replayed and each step is checked.

The treachery deck may only lose cards from its top, or gain some at an end; any other change must be sealed before the
next card is dealt. Hands and traitors of the set-up are compared card by card, and no card may be in two places. What a
file does not hold is counted as not seen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import field

from referee.common.factions import named
from referee.common.sealed_shuffles import DECK, SPICE, TRAITORS, OrderOpened, OrderSealed, in_fours, seal_of
from referee.holdings.hands import DeckReshuffled
from referee.holdings.setup import DeckShuffled, HandHeld
from referee.holdings.traitors import TraitorsDealt
from referee.kernel import REFEREE, Card, Event, State, Table, Value, as_seen_by, card_name, say
from referee.phases.bidding.order_of_bidding import Bidding
from referee.phases.spice_blow.deck import SpiceCardDrawn, SpiceDeckShuffled


class ShuffleFinding(Value):
    """A finding: good or bad, in which act, in words; it names open cards only."""

    good: bool
    act: int
    words: str


class Auditor(State):
    """Checks one game."""

    table: Table = field(default_factory=lambda: Table(REFEREE))
    findings: list[ShuffleFinding] = field(default_factory=list)
    seals: dict[str, OrderSealed] = field(default_factory=dict)
    due: dict[str, list[str]] = field(default_factory=dict)
    shuffled: tuple[str, ...] | None = None
    unsealed: int = 0
    dealt: int = 0
    act: int = 0

    def hear(self, act: int, events: Iterable[Event]) -> None:
        for event in events:
            self.step(act, event)
        self.twice()

    def step(self, act: int, written: Event) -> None:
        """Apply an event of an act to the table, and check what it did to the piles."""
        self.act = act
        event = as_seen_by(written, REFEREE) or written
        before = list(self.table.deck)
        self.table.hear(written)
        self._seals(event)
        self._set_up(event)
        self._spice(event)
        if not isinstance(event, DeckShuffled):
            self._deck(event, before, list(self.table.deck))

    def bad(self, words: str) -> None:
        self.findings.append(ShuffleFinding(False, self.act, words))

    def _seals(self, event: Event) -> None:
        if isinstance(event, OrderSealed):
            self.seals[event.seal] = event
            order = _cards(event.order)
            self.due[event.pile] = list(order or ())
            if order is not None:
                self._fits(event.pile, event.seal, str(event.salt), order)
            if event.pile == DECK and self.unsealed and order is not None:
                same = list(order) == list(self.table.deck)
                self.unsealed = 0 if same else self.unsealed
        elif isinstance(event, OrderOpened):
            first = self.seals.get(event.seal)
            if first is None or _cards(first.order) not in (None, tuple(event.order)):
                self.bad(say("An order of the {pile} was opened that had never been sealed.", pile=event.pile))
            else:
                self._fits(event.pile, event.seal, event.salt, event.order)

    def _fits(self, pile: str, seal: str, salt: str, order: Sequence[str]) -> None:
        good = seal_of(salt, order) == seal
        slots = {"pile": pile, "seal": in_fours(seal[:16]), "n": len(order)}
        fits = say("The {pile}: seal {seal} … fits the order of {n} cards.", **slots)
        other = say("The {pile}: seal {seal} … does not fit the order of {n} cards.", **slots)
        self.findings.append(ShuffleFinding(good, self.act, fits if good else other))

    def _set_up(self, event: Event) -> None:
        due = self.due.get(DECK, [])
        if isinstance(event, DeckShuffled):
            rest = _cards(event.order)
            if due and rest is not None and due[len(due) - len(rest) :] != list(rest):
                self.bad("The treachery deck is not in the order that was sealed.")
            self.due[DECK] = due[: len(due) - event.count] if due else []
        elif isinstance(event, HandHeld) and due:
            cards = _cards(event.cards)
            dealt = [card for card in cards if card in due] if cards is not None else None
            self._next(DECK, event.count or 0 if dealt is None else len(dealt), dealt, event.seat)
        elif isinstance(event, TraitorsDealt):
            self._next(TRAITORS, event.count, _cards(event.leaders), event.seat)

    def _spice(self, event: Event) -> None:
        if isinstance(event, SpiceDeckShuffled):
            self.shuffled = _cards(event.order)
        elif (
            isinstance(event, OrderSealed) and event.pile == SPICE and _cards(event.order) not in (None, self.shuffled)
        ):
            self.bad("The spice deck is not in the order that was sealed.")
        elif isinstance(event, SpiceCardDrawn) and (due := self.due.get(SPICE)):
            if due.pop(0) != event.card:
                self.bad("A spice card was not the next one of the sealed order.")
            self.dealt += 1

    def _next(self, pile: str, count: int, cards: Sequence[str] | None, seat: str) -> None:
        due = self.due.get(pile, [])
        if due and cards is not None and list(cards) != due[:count]:
            self.bad(say("{seat:The was} not dealt the next cards of the {pile}.", seat=named(seat), pile=pile))
        if due and cards is not None:
            self.dealt += count
        self.due[pile] = due[count:]

    def _deck(self, event: Event, before: list[Card], after: list[Card]) -> None:
        taken, shuffled = len(before) - len(after), isinstance(event, DeckReshuffled)
        if before == after and not shuffled:
            return
        if taken > 0 and before[taken:] == after:
            if self.unsealed and any(isinstance(card, str) for card in before):
                self.bad(
                    say(
                        "Cards were dealt from a deck whose order, fixed in act {unsealed}, was not sealed.",
                        unsealed=self.unsealed,
                    )
                )
                self.unsealed = 0
            self.dealt += sum(isinstance(card, str) for card in before[:taken])
        elif shuffled or getattr(event, "how", "dealt") != "dealt" or before not in (after[-taken:], after[:taken]):
            self.unsealed = self.act if DECK in self.due else 0

    def twice(self) -> None:
        """Check after an act that no card is in two places."""
        if not self.seals:
            return
        bidding = self.table.get(Bidding)
        hands = (own.hand for own in self.table.seats.values())
        piles = [self.table.deck, self.table.discard, bidding.row if bidding else (), *hands]
        times = Counter(card for pile in piles for card in pile if isinstance(card, str) and "/" in card)
        doubled = sorted({card_name(card) for card, often in times.items() if often > 1})
        if doubled and not any(finding.words.startswith("One card is") for finding in self.findings):
            self.bad("One card is in two places at once.")


def _cards(value: object) -> tuple[str, ...] | None:
    """Return the cards if all faces are known, else ``None``."""
    if not isinstance(value, (tuple, list)) or not all(isinstance(card, str) for card in value):
        return None
    return tuple(value)


def audit(acts: Iterable[tuple[int, Sequence[Event]]]) -> Auditor:
    """Check a game from first to last act (4.97.60, 4.97.61)."""
    auditor = Auditor()
    for number, events in acts:
        auditor.hear(number, events)
    return auditor
