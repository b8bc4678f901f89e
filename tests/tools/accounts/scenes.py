"""Tables as the cases of ``tests/cases`` lay them, just before an act: nearly every command is played by some script.

What a position leaves open is filled in, so that a game can go on from there: a hand that nobody counted holds what its
player names, and a deck of the cards that nobody holds lies ready.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from functools import cache
from random import Random
from typing import Any

import referee.running.sitting  # noqa: F401  (puts every room's rules in force)
from referee.common.turn import PhaseBegan
from referee.common.what_is_physical import cards_are_dealt
from referee.contract.bidding.cases import read_case
from referee.contract.bidding.script import Play
from referee.contract.lines import BadCase
from referee.contract.positions.cases import read_position
from referee.contract.positions.script import Run
from referee.contract.rehearsal import Rehearsal
from referee.holdings.hands import DeckCards
from referee.holdings.setup import DeckShuffled, HandHeld, TableSet
from referee.kernel import REFEREE, Command, Event, Table, ask, card_name, fold, sealed
from tests.kit import ROOT
from tests.tools.accounts.as_tests import before, in_tests
from tests.tools.accounts.battles_as_positions import ACTS, next_of
from tests.tools.accounts.battles_as_positions import laid as battle_laid
from tests.tools.accounts.by_hand import laid, laid_for, listening

FILES = ("play.*.jsonl", "rulings/*.jsonl", "ledger*.jsonl", "bidding*.jsonl")
CHOICE, CASES = 3, 4
BEGINNINGS = {"SetTable", "JoinInTheMiddle"}  # before these there is no table
Place = tuple[str, int]  # a case, and which of its acts


@dataclass(frozen=True)
class Scene:
    """The acts that are laid, and what a script does next: its name, who does it, and what it says in its fields."""

    acts: tuple[tuple[Event, ...], ...]
    act: str
    seat: str
    said: Mapping[str, str]
    aloud: frozenset[str] = frozenset()  # who has no phone


@dataclass
class Notes:
    """The names of the acts that a script has done, and the table just before ``until``: an act, or its number."""

    until: int | str = -1
    acts: list[str] = field(default_factory=list)
    scene: Scene | None = None


class Reached(Exception):
    """A script has come to the act that was looked for."""


class _Watched(Rehearsal[Any]):
    def __init__(self, told: Any, notes: Notes) -> None:
        self.notes = notes
        super().__init__(told)

    def carry_out(self, command: Command) -> list[Event]:
        notes = self.notes
        if notes.until in {len(notes.acts), type(command).__name__}:
            made = (*_filled_in([*self.before, *self.log], self.referee.phase),)
            notes.scene = _next((made,), command)
            raise Reached
        notes.acts.append(type(command).__name__)
        return super().carry_out(command)


class _Position(_Watched, Run):
    """A position with its events."""


class _Bids(_Watched, Play):
    """A bidding script."""


class _Battle(_Position):
    """A battle, from its choice to its end."""

    def fight(self, record: dict[str, Any]) -> None:
        while (command := next_of(record, self.referee)) and not self.attempt(command):
            pass


def _play(line: str, until: int | str = -1) -> Notes:
    """Play a script, up to an act if told; one that cannot be read, or stops, ends there."""
    record, notes = json.loads(line), Notes(until)
    with suppress(Reached, BadCase, LookupError, TypeError):
        if "situation" in record:
            _Position(read_position(record), notes).play()
        elif "aggressor" in record:
            _Battle(battle_laid(record), notes).fight(record)
        else:
            case = read_case(record)
            made = _Bids(case, notes)
            for place, step in enumerate(case.script):
                made.take(step, case.script[place + 1 :])
    return notes


@cache
def places() -> dict[str, list[Place]]:
    """Return where each command is played in the cases."""
    found = defaultdict(list)
    for pattern in FILES:
        for file in sorted((ROOT / "tests" / "cases").glob(pattern)):
            for line in file.read_text("utf-8").splitlines():
                for number, act in enumerate(_play(line).acts if _is_a_table(line) else ()):
                    found[act].append((line, number))
    return dict(found)


@cache
def _battles() -> list[str]:
    files = sorted((ROOT / "tests" / "cases").glob("battle*.jsonl"))
    return [line for file in files for line in file.read_text("utf-8").splitlines()]


def _is_a_table(line: str) -> bool:
    record = json.loads(line)
    return len(record.get("situation", record).get("players", ())) > 1


def with_a_scene() -> set[str]:
    """Return the commands for which some table is laid, by hand, by a case or by a test."""
    return {*places(), *laid_for(), *in_tests(), *ACTS} - BEGINNINGS


def scenes(dice: Random, act: str, *, cases: bool = True) -> Iterator[Scene]:
    """Yield tables just before this command: as they are laid by hand, as the cases lay them, as tests do.

    To read which case plays what takes ten seconds. There is none before a command that sets the table.
    """
    if act in BEGINNINGS:
        return
    for one in laid(act):
        with listening() as heard:
            table, command = one.lay()
            made = _next(heard(table), command)
        yield replace(made, aloud=one.aloud)
    found = places().get(act, []) if cases else []
    played = (_play(*place).scene for place in dice.sample(found, min(len(found), CASES)))
    yield from (one for one in played if one)
    fought = (_play(line, act).scene for line in dice.sample(_battles(), CASES if cases and act in ACTS else 0))
    yield from (one for one in fought if one)
    yield from (_next(*one) for one in before(act))


def scene(dice: Random, act: str) -> Scene | None:
    """Return one of the first of these tables, or ``None`` if there is none."""
    found = [one for one, _ in zip(scenes(dice, act), range(CHOICE), strict=False)]
    return dice.choice(found) if found else None


def _next(acts: tuple[tuple[Event, ...], ...], command: Command) -> Scene:
    usual = {one.name: one.default for one in fields(command)}
    told = {name: value for name in usual if (value := getattr(command, name)) not in ("", usual[name])}
    said = {
        name: value if isinstance(value, str) else f"{value:d}"
        for name, value in told.items()
        if isinstance(value, (str, int))
    }
    return Scene(acts, type(command).__name__, said.get("seat", ""), said)


def _filled_in(events: list[Event], phase: str) -> Iterator[Event]:
    table = fold(events, REFEREE)
    begins = next((one for one in events if isinstance(one, PhaseBegan)), None)
    unsaid = any(isinstance(one, HandHeld) and one.count is None for one in events)  # nobody knows what the deck lacks
    shuffled = any(isinstance(one, DeckShuffled) for one in events)
    bare, seen = cards_are_dealt(table) and (unsaid or not shuffled), set[str]()
    for one in events:
        if bare and isinstance(one, DeckShuffled):
            continue
        if bare and isinstance(one, HandHeld):
            faces = tuple(card if card not in seen else f"{card}{one.seat[0]}" for card in _faces(one))
            seen |= {*faces}
            yield HandHeld(one.seat, len(faces), sealed(faces, one.seat))
        else:
            yield PhaseBegan(phase) if one is begins and one.phase == "any" else one
        if bare and isinstance(one, TableSet):
            yield _deck(table, events)
    if phase not in {table.phase, "any"} and (begins is None or begins.phase != "any"):
        yield PhaseBegan(phase)


def _faces(held: HandHeld) -> tuple[str, ...]:
    cards = getattr(held.cards, "value", ())
    return tuple(cards) if isinstance(cards, (tuple, list)) else ()


def _deck(table: Table, events: list[Event]) -> DeckShuffled:
    told = {card_name(card) for one in events if isinstance(one, HandHeld) for card in _faces(one)}
    cards = tuple(card for card in ask(table, DeckCards()).value if card_name(card) not in told)
    return DeckShuffled(len(cards), tuple(Random(len(cards)).sample(cards, len(cards))))
