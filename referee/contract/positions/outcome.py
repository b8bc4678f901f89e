"""What has become of a position, as plain JSON values: read off the table and off the events."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from referee.agreements.bribes import BribePaid
from referee.board.forces import RESERVES, ForcesCounted, Group, forces_in
from referee.common.factions import faction_name, named
from referee.contract.answers import reasons, told
from referee.contract.bidding.states import opened
from referee.contract.modules import modules_told, supplies_told
from referee.contract.positions.cases import Position
from referee.contract.positions.the_map import map_told
from referee.holdings.hands import CardDiscarded
from referee.holdings.leaders import LeaderDied, LeadersNoted, LeaderWentHome, among, key, leaders_known
from referee.holdings.ledger import SpiceMoved, SpiceOnBoard
from referee.holdings.purse import spice_of
from referee.holdings.shared_discs import TANKS as IN_THE_TANKS
from referee.holdings.shared_discs import in_the_tanks, shared_discs, who_has
from referee.kernel import REFEREE, Event, Objection, Phrase, Pile, Table, as_seen_by, ask, card_name, fold
from referee.phases.battle.two_sides import VerdictLine
from referee.phases.battle.verdict_wording import POOL, TANKS_DOWN, TANKS_UP
from referee.phases.mentat.victory import GameWon, NobodyWon, winner
from referee.phases.revival.leaders import NOT_A_LEADER, LeaderRevived, Rank
from referee.phases.shipment.marching import ShipmentOrder, order_is_kept

Answer = dict[str, Any]


def tell(table: Table, log: Sequence[Event], position: Position, refused: Objection | None) -> Answer:
    error = {"code": refused.code, "why": refused.sentence, "rule": refused.rule} if refused else None
    board = table.state(SpiceOnBoard)
    return {
        "legal": refused is None,
        **({"error": error} if error else {}),
        "spice": {faction_name(seat): spice_of(table, seat) for seat in table.seats},
        "bank_delta": table.bank,
        "front_of_shield": _in_front(table, log, position),
        "territory_spice_after": dict(board.lying),
        "reserves_delta": _reserves(log, position),
        "pool_gains": _pool_gains(table, log, position),
        "cards_discarded": _discards(log),
        "kh_alive": _token_lives(table, log, position),
        "leader_goes_to": _tanks(log),
        **_won(table, log),
        **(map_told(table) if position.mapped else {}),
        **_turn(table),
        **_told_if_named(table, position),
        **modules_told(table, position.things),
        "because": _because(log, refused, table),
    }


def _told_if_named(table: Table, position: Position) -> Answer:
    """Return alliances and hands where the file names some, who has a shared leader, and what is off the map."""
    before = fold(position.events, REFEREE)
    allied = [sorted(map(faction_name, pair)) for pair in table.alliances]
    hands = {seat: table.seats[seat].hand for seat in table.seats if seat in position.hands}
    supplies = supplies_told(table)
    return {
        **({"alliances": allied} if allied or before.alliances else {}),
        **({"hands": {faction_name(seat): _hand(hand) for seat, hand in hands.items()}} if hands else {}),
        **{key(leader).split()[-1]: _who_has(table, leader) for leader in shared_discs(table)},
        **({"supplies": supplies} if supplies else {}),
    }


def _hand(hand: Pile) -> list[str] | int:
    """Return the cards of a hand, their number where some are not known."""
    return [card_name(card) for card in hand.faces()] if len(hand.faces()) == len(hand) else len(hand)


def _who_has(table: Table, leader: str) -> str | None:
    """Return the faction that has a leader, "tanks" if it lies there, ``None`` if it is set aside."""
    seat = who_has(table, leader)
    return faction_name(seat) if seat else IN_THE_TANKS if in_the_tanks(table, leader) else None


def _won(table: Table, log: Sequence[Event]) -> Answer:
    """Return who has won and how, nobody if that was checked in vain, and nothing if it was not checked."""
    for event in reversed(log):
        if isinstance(event, GameWon):
            last = winner(table)  # a prediction that comes true takes the victory from those who held the strongholds
            seats = last.seats if last else event.seats
            return {"victory": {"winners": [faction_name(seat) for seat in seats], "how": event.how}}
        if isinstance(event, NobodyWon):
            return {"victory": {"winners": [], "how": ""}}
    return {}


def _turn(table: Table) -> Answer:
    """Return who ships and moves next where the order is known; a script tells in which order they do."""
    left = ask(table, ShipmentOrder()).value if order_is_kept(table) else ()
    return {"turn": faction_name(left[0])} if left else {}


def _in_front(table: Table, log: Iterable[Event], position: Position) -> dict[str, int]:
    """Return what lies in front of the shields that the file names or that an event touched."""
    touched = {*position.shields}
    for event in log:
        if isinstance(event, SpiceMoved):
            touched |= {place.partition(":")[2] for place in (event.payer, event.payee) if place.startswith("front:")}
        elif isinstance(event, BribePaid):
            touched.add(event.taker)
    return {faction_name(seat): own.bribes for seat, own in table.seats.items() if seat in touched or own.bribes}


def _reserves(log: Sequence[Event], position: Position) -> dict[str, dict[str, int]]:
    """Return by how many forces each faction's reserves have grown (+) or shrunk, from none where nobody counted."""
    told = fold(position.events, REFEREE)
    unknown = [seat for seat in told.seats if forces_in(told, seat, RESERVES) is None]
    before = [*position.events, *(ForcesCounted(seat, RESERVES, 0, 0) for seat in unknown)]
    ends = [fold(events, REFEREE) for events in (before, [*before, *log])]
    change: dict[str, dict[str, int]] = {}
    for seat in told.seats:
        was, now = (forces_in(end, seat, RESERVES) or Group() for end in ends)
        grown = now.plus(was, -1)
        if grown != Group():
            change[faction_name(seat)] = {"normal": grown.normal, "special": grown.special}
    return change


def _is_token(table: Table, seat: str, leader: str) -> bool:
    """Return True for a token that is revived like a leader but does not count as one."""
    return ask(table, Rank(seat, leader)).value == NOT_A_LEADER


def _pool_gains(table: Table, log: Iterable[Event], position: Position) -> dict[str, list[str]]:
    """Return the leaders that each faction can use and could not before: revived, gholas, returned captives."""
    before, gains = fold(position.events, REFEREE), dict[str, list[str]]()
    for seat in table.seats:
        new = [event.leader for event in log if isinstance(event, LeaderRevived) and event.seat == seat]
        held = leaders_known(before, seat).pool
        new += [name for name in leaders_known(table, seat).pool if not among(name, (*held, *new))]
        if own := [name for name in new if not _is_token(table, seat, name)]:
            gains[faction_name(seat)] = own
    return gains


def _discards(log: Iterable[Event]) -> dict[str, list[str]]:
    gone: dict[str, list[str]] = {}
    for event in log:
        if isinstance(event, CardDiscarded):
            gone.setdefault(faction_name(event.seat), []).append(card_name(event.card))
    return gone


def _tanks(log: Iterable[Event]) -> dict[str, str]:
    gone: dict[str, Phrase] = {}
    for event in log:
        if isinstance(event, LeaderDied):
            gone[str(opened(event.leader))] = TANKS_UP if event.face_up else TANKS_DOWN
        elif isinstance(event, LeaderWentHome):
            gone[event.leader] = POOL(faction=event.seat)
    return {leader: place.sentence(named) for leader, place in gone.items()}


def _token_lives(table: Table, log: Iterable[Event], position: Position) -> bool | None:
    """Return whether the token that counts as no leader is alive, ``None`` if nothing mentions it."""
    alive: bool | None = None
    for event in (*position.events, *log):
        if isinstance(event, LeaderRevived) and _is_token(table, event.seat, event.leader):
            alive = True
        elif isinstance(event, LeadersNoted):
            hidden = opened(event.face_down)
            dead = (*event.face_up, *(hidden if isinstance(hidden, tuple) else ()))
            lives = [name in event.pool for name in (*event.pool, *dead) if _is_token(table, event.seat, name)]
            alive = next(iter(lives), alive)
    asked = any(_is_token(table, step.by, str(step.get("leader", ""))) for step in position.script)
    return False if alive is None and asked else alive


def _because(log: Iterable[Event], refused: Objection | None, table: Table) -> list[dict[str, str]]:
    """Return why not, then what every rule that has spoken did: cards first, then factions, then general rules."""
    no = [VerdictLine(refused.rule, refused.sentence)] if refused else []
    heard = (as_seen_by(event, REFEREE) or event for event in log)
    spoke = sorted(told(heard, table), key=lambda line: line.rule.split(".")[0], reverse=True)
    lines = dict.fromkeys((*no, *(line for line in spoke if not refused or line.rule != refused.rule)))
    return reasons(lines, refused.behind if refused else ())
