"""What may neither appear nor vanish: cards, spice, forces and leaders.

A room that keeps cards or spice of its own answers ``Elsewhere``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from referee.board.forces import ALL_FORCES, ANYWHERE, RESERVES, TANKS, Forces, Group
from referee.common.factions import FACTIONS
from referee.common.what_is_physical import cards_are_dealt, spice_is_kept
from referee.holdings.leaders import LeaderBook, key
from referee.holdings.ledger import SpiceOnBoard
from referee.holdings.set_aside import set_aside
from referee.holdings.shared_discs import set_aside_discs
from referee.kernel import FACE_DOWN, Card, Question, Spice, Table, ask, known, say
from referee.phases.bidding.order_of_bidding import Bidding


class Elsewhere(Question[tuple[str | int, ...]], rule="1.00.02"):
    """Which treachery cards, and which sums of spice, are kept where no general room counts them?"""

    def plain(self, table: Table) -> tuple[str | int, ...]:
        return tuple(set_aside(table).faces())


class Counted(NamedTuple):
    """Everything that is counted of a table; ``None`` for what the referee cannot know.

    ``forces`` are how many of each faction are recorded beyond those that exist, ``wrong`` what no game can hold.
    """

    cards: Counter[Card] | None
    spice: int | None
    leaders: Counter[str]
    forces: Mapping[str, int]
    wrong: frozenset[str]


def count_all(table: Table) -> Counted:
    """Count a table that knows everything."""
    apart = ask(table, Elsewhere()).value
    cards = _cards(table, apart) if cards_are_dealt(table) else None
    purses = _purses(table, apart) if spice_is_kept(table) else None
    discs: list[str] = []
    for own in table.state(LeaderBook).of.values():
        discs += (*own.pool, *own.face_up, *own.face_down)
    discs += set_aside_discs(table)
    leaders = _leaders(tuple(discs))
    wrong = frozenset(_too_many_or_too_few(table, cards, purses, leaders))
    return Counted(cards, None if purses is None else table.bank + sum(purses), leaders, _beyond(table), wrong)


@lru_cache(8)
def _leaders(discs: tuple[str, ...]) -> Counter[str]:
    """Count the leaders once for as long as none of them moves."""
    return Counter(map(key, discs))


def unbalanced(before: Counted, now: Counted) -> Iterator[str]:
    """Yield a clause for each thing that appeared from nothing or vanished."""
    if before.cards is not None and now.cards is not None and dict(before.cards) != dict(now.cards):
        more, less = _moved(before.cards, now.cards)
        if more or less:
            moved = [say("{more} appear{n}", more=more, n="s" * (more == 1))] * bool(more) + [
                say("{less} vanish{n}", less=less, n="es" * (less == 1))
            ] * bool(less)
            yield say("of the treachery cards {moved}", moved=" and ".join(moved))
    if before.spice is not None and now.spice is not None and before.spice != now.spice:
        change = now.spice - before.spice
        yield f"{abs(change)} spice {'appear' if change > 0 else 'vanish'}"
    if before.leaders and dict(before.leaders) != dict(now.leaders) and now.leaders.total() <= before.leaders.total():
        yield "a leader vanishes"
    yield from sorted(now.wrong - before.wrong)


def overdrawn(before: Counted, now: Counted) -> Iterator[str]:
    """Yield a clause for each faction of which more forces are recorded than before, beyond those that exist."""
    for seat, beyond in now.forces.items():
        if beyond > before.forces.get(seat, 0):
            yield say("{name} have {beyond} forces more than exist", name=FACTIONS[seat].name, beyond=beyond)


def _cards(table: Table, apart: tuple[str | int, ...]) -> Counter[Card]:
    bidding = table.get(Bidding)
    cards = [*table.deck, *table.discard, *(bidding.row if bidding else ())]
    for own in table.seats.values():
        cards += own.hand
    return Counter(cards + [card for card in apart if isinstance(card, str)])


def _moved(before: Counter[Card], now: Counter[Card]) -> tuple[int, int]:
    """Return how many cards appeared and vanished; unknown faces count by number."""
    more, less = (now - before).total(), (before - now).total()
    turned = min(more, less) if FACE_DOWN in before or FACE_DOWN in now else 0
    return more - turned, less - turned


def _purses(table: Table, apart: tuple[str | int, ...]) -> list[int] | None:
    """Return all sums outside the bank, ``None`` if some are unknown."""
    sums: list[Spice] = [
        *table.state(SpiceOnBoard).lying.values(),
        *(spice for spice in apart if isinstance(spice, int)),
    ]
    for own in table.seats.values():
        sums += (own.spice, own.bribes)
    whole = [sum_ for sum_ in sums if isinstance(sum_, int)]
    return whole if len(whole) == len(sums) else None


def _beyond(table: Table) -> dict[str, int]:
    forces, none = table.state(Forces), Group()
    held = ((seat, forces.held.get((seat, ANYWHERE), none)) for seat in forces.kept)
    return {seat: -min(group.normal, 0) - min(group.special, 0) for seat, group in held}


def _too_many_or_too_few(
    table: Table, cards: Counter[Card] | None, purses: list[int] | None, leaders: Counter[str]
) -> Iterator[str]:
    """Yield what is impossible in any game."""
    off_board: dict[str, int] = {}
    for (seat, place), group in table.state(Forces).held.items():
        if place in {RESERVES, TANKS}:
            off_board[seat] = off_board.get(seat, 0) + group.normal + group.special
            if group.normal < 0 or group.special < 0:
                yield say("{name} have fewer than no forces somewhere", name=FACTIONS[seat].name)
    for seat, total in off_board.items():
        if total > ALL_FORCES:
            yield say("{name} have more than {ALL_FORCES} forces", name=FACTIONS[seat].name, ALL_FORCES=ALL_FORCES)
    if purses and min(purses) < 0:
        yield "somebody owes spice"
    if cards and (doubled := sum(count > 1 and known(card) for card, count in cards.items())):
        yield f"{doubled} card{'s are' if doubled > 1 else ' is'} in two places"
    if leaders and max(leaders.values()) > 1:
        yield "a leader is in two places"
