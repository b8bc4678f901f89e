"""Sealed sheets: the public sheet carries a seal of each player's own sheet, so that a change is noticed.

The table seals all own sheets at one moment. Everybody hears the seals; players get their own sheet with its salt. A
seal is a digest as for shuffles (4.97.60), cut to 32 digits. On the public sheet seals stand only until something
happens, for only then do the sheets fit together (4.97.16).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import field
from typing import Any

from referee.common.factions import faction_name
from referee.common.lines_on_paper import PAPER, SEAL, OnSheet, Written, line
from referee.common.sealed_shuffles import SHORT, in_fours, salt_drawn, seal_of
from referee.common.turn import phase_said
from referee.kernel import (
    Called,
    Chance,
    Command,
    Event,
    Objection,
    Public,
    Sealed,
    SeatEvent,
    State,
    Table,
    Value,
    adds,
    known,
    say,
    sealed,
)
from referee.offers.offer import Offer

FIELDS = ("sheet", "hand", "spice", "traitors", "more", "notes")
SALT = "salt"
SAID = {
    "fits": "The sheet of {who} is the one that was sealed: {seal}",
    "other": "The sheet of {who} is not the one that was sealed: {seal}. Ask what was changed.",
    "unsealed": "The sheet of {who} came without its seal, {seal}. Nobody can tell whether it was changed.",
    "unknown": "The public sheet has no seal for {who}. Nobody can tell whether their own sheet was changed.",
}


def compact(sheet: Mapping[str, Any]) -> str:
    """Return a sheet as one line of ASCII, for any reader of QR codes."""
    return json.dumps(sheet, separators=(",", ":"))


def seal_on(sheet: Mapping[str, Any]) -> str:
    """Return the seal of a seat's own sheet, "" without salt."""
    salt = sheet.get(SALT)
    if not isinstance(salt, str) or not salt:
        return ""
    return seal_of(salt, [compact({name: sheet[name] for name in FIELDS if name in sheet})])[:SHORT]


class SealedSheet(Value):
    """A seat's sealed sheet; other viewers know its seal and time only."""

    seal: str
    turn: int
    phase: str
    text: str = ""

    @property
    def when(self) -> str:
        """Return the time of the seal, to follow a comma or a verb."""
        return say("in turn {turn}, {phase}", turn=self.turn, phase=phase_said(self.phase))


class SealedSheets(State):
    """The last sealed sheets, by seat."""

    of: dict[str, SealedSheet] = field(default_factory=dict)


class SheetSealed(SeatEvent, because=(PAPER,)):
    """A seat's own sheet was sealed: everybody hears the seal, its owner has sheet and salt."""

    seal: Public[str]
    sheet: Sealed[str]

    def apply(self, table: Table) -> None:
        text = self.sheet.value if isinstance(self.sheet, Sealed) else self.sheet
        made = SealedSheet(self.seal, table.turn, table.phase, text if known(text) else "")
        table.put(SealedSheets({**table.state(SealedSheets).of, self.seat: made}))

    def sentence(self, name: Called) -> str:
        return say("{seat:The 's} sheet is sealed: {seal}", seat=name(self.seat), seal=in_fours(self.seal))


class SealSheets(Command, by="referee"):
    """Seal each seat's own sheet, the text by seat; made by the program, never by a form."""

    sheets: tuple[tuple[str, str], ...]

    def objections(self, table: Table) -> Iterable[Objection]:
        if {seat for seat, _ in self.sheets} != set(table.seats):
            yield Objection(PAPER, "All sheets are sealed together.", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        for seat, text in self.sheets:
            sheet = {**json.loads(text), SALT: salt_drawn(chance)}
            yield SheetSealed(seat, seal_on(sheet), sealed(compact(sheet), seat))


SEAL_ALL = Offer(SealSheets, "Seal all sheets now")  # its page makes the command from each seat's own table


def sheets_sealed(table: Table) -> Mapping[str, SealedSheet]:
    return table.state(SealedSheets).of


def sealed_now(table: Table) -> bool:
    """Return True if nothing has happened since the sheets were sealed."""
    return bool(table.log) and isinstance(table.log[-1].event, SheetSealed)


@adds(OnSheet, rule=PAPER, order=PAPER, seat="")
def the_seals(question: OnSheet, table: Table) -> Iterable[Written]:
    made = table.state(SealedSheets).of if sealed_now(table) else {}
    for seat, one in made.items():
        yield Written(
            say("Seal of the sheet of {seat}: {seal}", seat=faction_name(seat), seal=in_fours(one.seal)),
            line(f"{SEAL} {seat}", one.seal),
        )


class SealCompared(SeatEvent, because=(PAPER,)):
    """A sheet was loaded: whether it fits its seal is public."""

    seal: Public[str]
    found: Public[str]

    def sentence(self, name: Called) -> str:
        return SAID[self.found].format(who=name(self.seat), seal=in_fours(self.seal))


def compared(seat: str, public: str, own: str) -> SealCompared:
    """Return how a sheet fits, by its seal on the public sheet and its own; either may be ""."""
    found = "unknown" if not public else "unsealed" if not own else "fits" if own == public else "other"
    return SealCompared(seat, public, found)
