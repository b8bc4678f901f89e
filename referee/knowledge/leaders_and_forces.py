"""A faction's leaders and forces, in lines for its owner's phone."""

from __future__ import annotations

from collections.abc import Iterator

from referee.board.forces import RESERVES, TANKS, forces_in, in_words
from referee.common.factions import FACTIONS, named
from referee.holdings.leaders import among, holder_of, leaders_of
from referee.holdings.traitors import leader_with_seal
from referee.kernel import Table, say
from referee.phases.battle.live_battle import fought_in


def roster(own: Table, seat: str) -> tuple[tuple[str, str], ...]:
    """Return where each leader is; from the seat's own table, face-down ones included."""
    return tuple(_roster(own, seat))


def _roster(own: Table, seat: str) -> Iterator[tuple[str, str]]:
    kept = leaders_of(own, seat)
    for leader, strength in FACTIONS[seat].discs(own.rules).items():
        yield say("{leader} ({n})", leader=leader, n=strength), _place(own, seat, leader)
    for leader in kept.pool if kept else ():
        if not among(leader, FACTIONS[seat].leaders):
            yield leader_with_seal(leader), say("in your service{own}", own=_used(own, leader))


def _place(own: Table, seat: str, leader: str) -> str:
    kept = leaders_of(own, seat)
    if kept is not None and among(leader, kept.face_down):
        return "in the Tanks, face down"
    if kept is not None and among(leader, kept.face_up):
        return "in the Tanks, face up"
    holder = holder_of(own, leader)
    if holder:
        return say("in the service of {holder}", holder=named(holder))
    return say("ready{used}", used=_used(own, leader))


def _used(own: Table, leader: str) -> str:
    where = fought_in(own, leader)
    return say(", fought in {where} this turn", where=where) if where else ""


def counted_forces(own: Table, seat: str) -> tuple[tuple[str, str], ...]:
    """Return reserves and Tanks, if counted."""
    places = (("Reserves", forces_in(own, seat, RESERVES)), ("Tanks", forces_in(own, seat, TANKS)))
    return tuple((label, in_words(group, seat)) for label, group in places if group is not None)
