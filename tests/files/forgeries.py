"""Systematic forgeries of an exported game: one thing is changed, by kind, and the lines are otherwise whole."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

from referee.kernel.events import kinds, types_of
from tests.kit import places

Lines = list[dict[str, Any]]  # the head, then a row each
Fact = dict[str, Any]
MONEY = ("amount", "price")
GROUPS = ("normal", "special", "forces")
NUMBERS: dict[str, Callable[[int], Any]] = {
    "halves": lambda n: n + 0.5,
    "below zero": lambda n: -1,
    "beyond all": lambda n: 10**400,
    "a word": str,
    "nothing": lambda n: None,
    "a list": lambda n: [n],
    "yes": lambda n: True,
}
SIGNED = {"BackingHeld"}


def text_of(lines: Lines) -> str:
    return "\n".join(map(json.dumps, lines))


def numbers_in(fact: Fact) -> Iterator[tuple[tuple[Any, ...], int]]:
    """Yield the path to each whole number in the record of an event, and the number."""
    for path in places(fact):
        value: Any = fact
        for step in path:
            value = value[step]
        if type(value) is int:
            yield path, value


def _changed(lines: Lines, row: int, fact: int, path: tuple[Any, ...], value: Any) -> Lines:
    made = deepcopy(lines)
    here: Any = made[row]["facts"][fact]
    for step in path[:-1]:
        here = here[step]
    here[path[-1]] = value
    return made


def _facts(lines: Lines) -> Iterator[tuple[int, int, Fact]]:
    """Yield each kind of event of a game once, where it first happened."""
    seen = set[str]()
    for row, record in enumerate(lines[1:], start=1):
        for place, fact in enumerate(record["facts"]):
            if fact["fact"] not in seen:
                seen.add(fact["fact"])
                yield row, place, fact


def of_numbers(lines: Lines) -> Iterator[tuple[str, Lines]]:
    """Yield a game in which a number of an event is none, or one that no command says."""
    for row, place, fact in _facts(lines):
        for path, number in numbers_in(fact):
            for what, change in NUMBERS.items():
                if not _may_be(what, fact["fact"], path):
                    yield f"{fact['fact']}.{path} {what}", _changed(lines, row, place, path, change(number))
            if path[0] in GROUPS:
                yield f"{fact['fact']}.{path} + 30", _changed(lines, row, place, path, number + 30)


def _may_be(what: str, kind: str, path: tuple[Any, ...]) -> bool:
    """Return True where a command can say that: dials have halves, and some counts are not known."""
    if what == "below zero":
        return kind in SIGNED or path[0] in {"last", "room", "place"}
    return (what == "halves" and not {"dial", "totals"}.isdisjoint(path)) or (what == "nothing" and path == ("count",))


def of_fields(lines: Lines) -> Iterator[tuple[str, Lines]]:
    """Yield a game in which an event has a field more or less, another kind, or a seat or card that is not there."""
    for row, place, fact in _facts(lines):
        kind = kinds()[fact["fact"]]
        for name in fact:
            if name != "fact" and name not in kind.later and not hasattr(kind, name):
                made = deepcopy(lines)
                del made[row]["facts"][place][name]
                yield f"{fact['fact']} without {name}", made
        yield f"{fact['fact']} with more", _changed(lines, row, place, ("colour",), "red")
        yield f"{fact['fact']} unknown", _changed(lines, row, place, ("fact",), "Chess")
        for name in {"seat", "payer", "giver", "taker", "bidder"} & types_of(kind).keys() & fact.keys():
            yield f"{fact['fact']}.{name} nobody", _changed(lines, row, place, (name,), "ordos")


def of_rows(lines: Lines) -> Iterator[tuple[str, Lines]]:
    """Yield a game whose rows are dropped, doubled, swapped, or tell something else about themselves."""
    last, middle = len(lines) - 1, len(lines) // 2
    for what, rows in {
        "dropped": [*lines[:middle], *lines[middle + 1 :]],
        "the last dropped": lines[:-1],
        "doubled": [*lines[: middle + 1], *lines[middle:]],
        "swapped": [*lines[:middle], lines[middle + 1], lines[middle], *lines[middle + 2 :]],
    }.items():
        yield f"row {what}", deepcopy(rows)
        counted = deepcopy(rows)
        counted[0]["acts"] = len(counted) - 1
        if what != "the last dropped":
            yield f"row {what}, counted", counted
    for name, values in {
        "number": (0, -1, 2.0, 10**400, "1"), "at": (-1, 0.5, 10**400, "now", None), "who": (None, 7, "x" * 300),
        "kind": ("x", None, "back", "own"), "target": (-1, 10**400, 1.5, 3), "facts": (None, {}, "no", 7, [7]),
    }.items():  # fmt: skip
        for value in values:
            made = deepcopy(lines)
            made[last][name] = value
            yield f"{name} {str(value)[:9]}", made
    for form in ("referee-whole-2", "referee-game-1", None, 7):
        yield f"form {form}", [{**lines[0], "form": form}, *deepcopy(lines[1:])]


def of_purses(lines: Lines, purses: dict[str, int]) -> Iterator[tuple[str, Lines]]:
    """Yield a game at whose end a player pays, gives or bids one more than they have, or is given from nothing."""
    seats = list(purses)
    for seat, own in purses.items():
        other = seats[seats.index(seat) - 1]
        for what, facts in {
            "pays": [spice_moved(seat, "bank", own + 1)],
            "gives": [{"fact": "SpiceGiven", "to": [seat, other], "giver": seat, "taker": other, "amount": own + 1}],
            "promises": [
                {"fact": "SupportPromised", "to": [seat, other], "helper": seat, "bidder": other, "amount": own + 1,
                 "why": ["1.10.02.04"]}
            ],
            "claims 100": [
                {"fact": "CharityClaimed", "seat": seat},
                {**spice_moved("bank", seat, 100), "why": ["1.03.01"], "reason": "Charity"},
            ],
            "ships 30": [shipped(seat, 30)],
            "is given": [spice_moved("bank", seat, 100)],
            "lays down": [{"fact": "CardDiscarded", "seat": seat, "card": "Death Ray", "why": []}],
        }.items():  # fmt: skip
            yield f"{seat} {what}", with_row(lines, seat, facts)
        if own < 10**6:
            yield f"{seat} bids", with_row(lines, seat, [{"fact": "BidMade", "seat": seat, "amount": own + 1}])


def spice_moved(payer: str, payee: str, amount: int) -> Fact:
    return {"fact": "SpiceMoved", "payer": payer, "payee": payee, "amount": amount, "reason": "", "why": []}


def shipped(seat: str, count: int) -> Fact:
    return {
        "fact": "ForcesShipped", "seat": seat, "goal": "Carthag", "normal": count, "special": 0, "kind": "down",
        "origin": "", "sector": 0, "leaves": 0, "among": [], "why": [],
    }  # fmt: skip


def with_row(lines: Lines, who: str, facts: list[Fact]) -> Lines:
    """Return the game with one act more, numbered and counted as a careful forger would."""
    made, last = deepcopy(lines), lines[-1]
    act = {"number": len(lines), "at": last["at"], "who": who, "key": "", "kind": "act", "target": 0, "facts": facts}
    made.append(act)
    made[0]["acts"] = len(lines)
    return made
