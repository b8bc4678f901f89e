"""Notes about cards: who may keep them, and a player's own lines."""

from __future__ import annotations

from collections.abc import Iterable

from referee.common.factions import named
from referee.kernel import (
    Chance,
    Event,
    Objection,
    Public,
    SeatCommand,
    SeatQuestion,
    Table,
    Typed,
    Whisper,
    ask,
    listed,
    say,
)
from referee.offers.offer import Blank, Offer

MOST = 300  # notes of a seat: every act of a game carries them along


class MayKeepNotes(SeatQuestion[bool], rule="1.11.02", answer=False):
    """May this faction keep written notes about cards?"""


def who_keeps_notes(table: Table) -> str:
    keepers = [named(seat) for seat in table.seats if ask(table, MayKeepNotes(seat)).value]
    if not keepers or len(keepers) == len(table.seats):
        everybody, nobody = (
            "Everybody may keep written notes at this table.",
            "Nobody may keep written notes at this table.",
        )
        return everybody if keepers else nobody
    return say("Only {keepers} may keep written notes.", keepers=listed(keepers))


class NoteKept(Whisper, because=("2.01.06",)):
    seat: Public[str]
    text: Public[Typed]

    def apply(self, table: Table) -> None:
        table.seats[self.seat].notes.append(self.text)


class KeepNote(SeatCommand, by="seat", own_form=True):
    text: str

    def objections(self, table: Table) -> Iterable[Objection]:
        may = ask(table, MayKeepNotes(self.seat))
        if not may.value:
            yield Objection("2.01.06", who_keeps_notes(table))
        elif not self.text.strip() or len(self.text) > 500:
            yield Objection("2.01.06", "A note has 1 to 500 letters. Shorten it.")
        elif len(table.seats[self.seat].notes) >= MOST:
            words = say("Your book is full: it holds {MOST} notes. Keep the next ones on paper.", MOST=MOST)
            yield Objection("2.01.06", words, firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield NoteKept(frozenset({self.seat}), self.seat, self.text.strip())


def add_note(table: Table, seat: str) -> tuple[Offer, ...]:
    if not ask(table, MayKeepNotes(seat)).value:
        return ()
    return (
        Offer(KeepNote, "Add a note", blanks=(Blank("text", "Note", "textarea", hint="Only this phone shows it."),)),
    )
