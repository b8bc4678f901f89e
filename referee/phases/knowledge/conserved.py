"""What may neither appear nor vanish: cards, spice, forces and leaders.

A room that keeps cards or spice of its own answers ``Elsewhere``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from referee.board.forces import ALL_FORCES, RESERVES, TANKS, forces_in
from referee.common.factions import FACTIONS
from referee.common.what_is_physical import cards_are_dealt, spice_is_kept
from referee.holdings.leaders import LeaderBook, key
from referee.holdings.ledger import SpiceOnBoard
from referee.holdings.set_aside import set_aside
from referee.kernel.events import FACE_DOWN, known
from referee.kernel.rulings import Question, ask
from referee.kernel.table import Card, Table
from referee.phases.bidding.state import Bidding


class Elsewhere(Question[tuple[str | int, ...]]):
    """Which treachery cards, and which sums of spice, are kept where no general room counts them?"""

    rule = "1.00.02"

    def plain(self, table: Table) -> tuple[str | int, ...]:
        return tuple(set_aside(table).faces())


def cards(table: Table) -> Counter[Card] | None:
    """Return all treachery cards, some of unknown face; ``None`` if the referee deals none."""
    bidding = table.get(Bidding)
    piles = [table.deck, table.discard, bidding.row if bidding else [], *(own.hand for own in table.seats.values())]
    found = [
        *(card for pile in piles for card in pile),
        *(one for one in ask(table, Elsewhere()).value if isinstance(one, str)),
    ]
    return Counter(found) if cards_are_dealt(table) else None


def moved(before: Counter[Card], now: Counter[Card]) -> tuple[int, int]:
    """Return how many cards appeared and vanished; unknown faces count by number."""
    more, less = (now - before).total(), (before - now).total()
    turned = min(more, less) if FACE_DOWN in before or FACE_DOWN in now else 0
    return more - turned, less - turned


def purses(table: Table) -> list[int] | None:
    """Return all sums outside the bank, ``None`` if some are unknown."""
    held = [sum_ for own in table.seats.values() for sum_ in (own.spice, own.bribes)]
    apart = [one for one in ask(table, Elsewhere()).value if isinstance(one, int)]
    sums = [*held, *table.state(SpiceOnBoard).lying.values(), *apart]
    whole = [sum_ for sum_ in sums if isinstance(sum_, int)]
    return whole if spice_is_kept(table) and len(whole) == len(sums) else None


def too_many_or_too_few(table: Table) -> Iterator[str]:
    """Return what is impossible in any game."""
    for seat in table.seats:
        groups = [group for place in (RESERVES, TANKS) if (group := forces_in(table, seat, place)) is not None]
        if any(min(group.normal, group.special) < 0 for group in groups):
            yield f"{FACTIONS[seat].name} have fewer than no forces somewhere"
        if sum(group.total for group in groups) > ALL_FORCES:
            yield f"{FACTIONS[seat].name} have more than {ALL_FORCES} forces"
    if any(sum_ < 0 for sum_ in purses(table) or ()):
        yield "somebody owes spice"
    if doubled := [card for card, count in (cards(table) or {}).items() if known(card) and count > 1]:
        yield f"{len(doubled)} card{'s are' * (len(doubled) > 1) or ' is'} in two places"
    books = table.state(LeaderBook).of.values()
    discs = Counter(key(name) for own in books for name in (*own.pool, *own.face_up, *own.face_down))
    if any(count > 1 for count in discs.values()):
        yield "a leader is in two places"
