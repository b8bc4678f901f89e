"""Words for what happened: a fact as one viewer heard it becomes a line with its icon, its coin and its rule."""

from __future__ import annotations

from collections.abc import Iterable

from referee.facts import Event
from referee.phases.bids import BidMade, CardSold, Passed
from referee.phases.hands import CardDiscarded
from referee.phases.setup import FACTIONS, faction_name
from referee.table import Heard, Table
from referee.web.desk import chip
from referee.web.view_parts import Line

ICONS = {"said": "pass", "forced": "pass", "time": "pass", "away": "away", "unpaid": "pass"}


def short(seat: str) -> str:
    """Return the code of a faction's seal."""
    return FACTIONS[seat].short if seat in FACTIONS else ""


def line_of(fact: Event, why: str = "", *, chips: bool = True) -> Line | None:
    """Return a fact in words, or ``None`` where there is nothing to say."""
    text = fact.sentence(faction_name)
    if not text:
        return None
    rules = tuple(chip(rule) for rule in fact.rules()[:1]) if chips else ()
    if isinstance(fact, BidMade):
        return Line(faction_name(fact.seat), coin=str(fact.amount), why=why)
    if isinstance(fact, Passed):
        shown = () if fact.how == "said" else rules
        return Line(text, icon=ICONS.get(fact.how, "pass"), chips=shown, why=why)
    if isinstance(fact, (CardSold, CardDiscarded)):
        return Line(text, f=short(fact.seat), chips=rules, why=why)
    seat = getattr(fact, "seat", "")
    return Line(text, f=short(seat) if isinstance(seat, str) else "", chips=rules, why=why)


def in_full(text: str) -> str:
    """Return a sentence with every name that its disc shortens written out, as a printed page wants it."""
    for one in FACTIONS.values():
        for brief, full in one.in_full.items():
            stop = "." if text.endswith(brief) and brief.endswith(".") else ""
            text = text.replace(brief, full) + stop
    return text


def ticker(table: Table, base: str, most: int = 9) -> tuple[Line, ...]:
    """Return the newest lines of what this viewer heard; ``base`` leads to the page that says why."""
    lines: list[Line] = []
    for number in range(len(table.log) - 1, -1, -1):
        line = line_of(table.log[number].fact, f"{base}/why/{number + 1}")
        if line is not None:
            lines.append(line)
        if len(lines) == most:
            break
    return tuple(lines)


def same_act(table: Table, number: int) -> list[Heard]:
    """Return everything this viewer heard in the same act as entry ``number`` of the log."""
    act = table.log[number - 1].act
    return [heard for heard in table.log if heard.act == act]


def names(seats: Iterable[str]) -> str:
    """Return faction names in a row."""
    return ", ".join(faction_name(seat) for seat in seats)
