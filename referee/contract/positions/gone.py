"""Cards that no hand of a position can hold unseen, since all copies are known to be elsewhere."""

from __future__ import annotations

from collections import Counter

from referee.holdings.hands import DeckCards
from referee.holdings.set_aside import set_aside
from referee.kernel import Table, ask, card_name


def known_to_be_gone(table: Table) -> None:
    """Lay down for each hand with unknown cards what is none of them: discards are not shuffled into a deck here."""
    hands = [own.hand for own in table.seats.values()]
    piles = (table.discard, set_aside(table), *(hand for hand in hands if hand.least))
    seen = Counter(card_name(card) for pile in piles for card in pile.faces())
    copies = Counter(map(card_name, ask(table, DeckCards()).value))
    gone = frozenset(name for name, many in seen.items() if many >= max(1, copies[name]))
    for hand in (hand for hand in hands if len(hand.faces()) < len(hand)):
        hand.gone = gone
        if not hand.least:
            hand[:] = [card for card in hand if not isinstance(card, str) or card_name(card) not in gone]
