"""Written notes about cards: who may keep them, and the line that a player adds behind the shield."""

from __future__ import annotations

from collections.abc import Iterable

from referee.kernel.commands import Command, Objection
from referee.kernel.events import Event, Public, Whisper
from referee.kernel.rulings import Chance, Question, ask
from referee.kernel.table import Table


class MayKeepNotes(Question[bool]):
    """May this faction keep written notes about cards?"""

    seat: str
    rule = "1.11.02"

    def plain(self, table: Table) -> bool:
        return False


class NoteKept(Whisper):
    """A faction wrote something into its notebook."""

    seat: Public[str]
    text: Public[str]
    because = ("2.01.06",)

    def apply(self, table: Table) -> None:
        table.seats[self.seat].notes.append(self.text)


class KeepNote(Command):
    """Write into one's own notebook."""

    by = "seat"
    anytime = True
    seat: str
    text: str

    def objections(self, table: Table) -> Iterable[Objection]:
        may = ask(table, MayKeepNotes(self.seat))
        if not may.value:
            yield Objection("2.01.06", "Only one faction may keep written notes at this table.")
        elif not self.text.strip() or len(self.text) > 500:
            yield Objection("2.01.06", "A note has 1 to 500 letters. Shorten it.")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield NoteKept(frozenset({self.seat}), self.seat, self.text.strip())
