"""What has become of a position, as plain JSON values: read off the table and off the facts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from referee.cli.position import Position
from referee.cli.reasons import reasons
from referee.cli.state import opened
from referee.factions.atreides_turn import SLEEPER
from referee.facts import Event
from referee.phases.forces import RESERVES
from referee.phases.hands import CardDiscarded
from referee.phases.leaders import LeaderDied, LeaderRevived, LeadersNoted, among
from referee.phases.ledger import SpiceMoved, SpiceOnBoard
from referee.phases.purse import BribePaid, spice_of
from referee.phases.revival import ForcesRevived
from referee.phases.setup import faction_name
from referee.phases.shipment import ForceSentAlong, ForcesShipped
from referee.play import Objection
from referee.table import Table, card_name

Answer = dict[str, Any]


def tell(table: Table, log: Sequence[Event], position: Position, refused: Objection | None) -> Answer:
    """Return the verdict, what everybody has now, and why."""
    error = {"code": refused.code, "why": refused.sentence, "rule": refused.rule} if refused else None
    board = table.get(SpiceOnBoard) or SpiceOnBoard()
    return {
        "legal": refused is None,
        **({"error": error} if error else {}),
        "spice": {faction_name(seat): spice_of(table, seat) for seat in table.seats},
        "bank_delta": table.bank,
        "front_of_shield": _in_front(table, log, position),
        "territory_spice_after": dict(board.lying),
        "reserves_delta": _reserves(log),
        "pool_gains": _revived(log),
        "cards_discarded": _discards(log),
        "kh_alive": _sleeper(log, position),
        "leader_goes_to": _tanks(log),
        "because": _because(log, refused),
    }


def _in_front(table: Table, log: Iterable[Event], position: Position) -> dict[str, int]:
    """Return what lies in front of the shields that the file names or that an event touched."""
    touched = {*position.shields}
    for fact in log:
        if isinstance(fact, SpiceMoved):
            touched |= {place.partition(":")[2] for place in (fact.payer, fact.payee) if place.startswith("front:")}
        elif isinstance(fact, BribePaid):
            touched.add(fact.taker)
    return {faction_name(seat): own.bribes for seat, own in table.seats.items() if seat in touched or own.bribes}


def _reserves(log: Iterable[Event]) -> dict[str, dict[str, int]]:
    """Return by how many forces each faction's reserves have grown (+) or shrunk."""
    change: dict[str, dict[str, int]] = {}
    for fact in log:
        if isinstance(fact, ForcesRevived):
            groups = [(fact.seat, fact.normal, fact.special)]
        elif isinstance(fact, ForcesShipped):
            sign = (fact.goal == RESERVES) - (fact.origin == RESERVES)
            groups = [(fact.seat, sign * fact.normal, sign * fact.special)]
        else:
            groups = [(fact.seat, -1, 0)] if isinstance(fact, ForceSentAlong) else []
        for seat, normal, special in groups:
            own = change.setdefault(faction_name(seat), {"normal": 0, "special": 0})
            own["normal"] += normal
            own["special"] += special
    return {name: own for name, own in change.items() if any(own.values())}


def _revived(log: Iterable[Event]) -> dict[str, list[str]]:
    gains: dict[str, list[str]] = {}
    for fact in log:
        if isinstance(fact, LeaderRevived) and not among(fact.leader, [SLEEPER]):
            gains.setdefault(faction_name(fact.seat), []).append(fact.leader)
    return gains


def _discards(log: Iterable[Event]) -> dict[str, list[str]]:
    gone: dict[str, list[str]] = {}
    for fact in log:
        if isinstance(fact, CardDiscarded):
            gone.setdefault(faction_name(fact.seat), []).append(card_name(fact.card))
    return gone


def _tanks(log: Iterable[Event]) -> dict[str, str]:
    where = {True: "Tleilaxu Tanks, face up", False: "Tleilaxu Tanks, face down"}
    return {str(opened(fact.leader)): where[fact.face_up] for fact in log if isinstance(fact, LeaderDied)}


def _sleeper(log: Iterable[Event], position: Position) -> bool | None:
    """Say whether the token that no leader guards lives; ``None`` where nothing tells of it."""
    alive: bool | None = None
    for fact in (*position.facts, *log):
        if isinstance(fact, LeaderRevived) and among(fact.leader, [SLEEPER]):
            alive = True
        elif isinstance(fact, LeadersNoted):
            hidden = opened(fact.face_down)
            dead = (*fact.face_up, *(hidden if isinstance(hidden, tuple) else ()))
            alive = True if among(SLEEPER, fact.pool) else False if among(SLEEPER, dead) else alive
    asked = any(among(SLEEPER, [str(deed.get("leader", ""))]) for deed in position.deeds)
    return False if alive is None and asked else alive


def _because(log: Iterable[Event], refused: Objection | None) -> list[dict[str, str]]:
    """Return every rule that has spoken, with its first sentence: why not, then cards, factions, general rules."""
    spoke = sorted((rule for fact in log for rule in fact.rules()), key=lambda rule: rule.split(".")[0], reverse=True)
    return reasons((), [*((refused.rule, *refused.behind) if refused else ()), *spoke])
