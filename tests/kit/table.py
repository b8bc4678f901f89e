"""A table in play: a sitting with clock, dice and bell under the test's control.

    LiveTable("fremen", "emperor", phase="revival", hands={"emperor": ("Karama/1",)}, allies="fremen emperor", B6="20")

A command's own seat sends it, and the table screen sends the others, unless ``who`` says otherwise. ``do`` must
succeed, and a refusal must leave nothing behind. Phases are skipped to by name.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Self

import pytest

import referee.kernel.discover  # noqa: F401  (puts every room in force)
from referee.common.factions import FACTIONS
from referee.holdings.purse import MOST_CORRECTED, CorrectSpice
from referee.holdings.setup import SeatEntry, SetTable
from referee.kernel import OPTIONS, PUBLIC, Command, Event, Objection, Phrase, Table
from referee.offers.offer import TABLE, offers, secret_offers
from referee.offers.what_now import what_now
from referee.running.dice import Dice
from referee.running.journal import FileJournal
from referee.running.outcome import Outcome
from referee.running.sitting import Sitting
from referee.turn.before_we_go_on import ChooseReminders
from referee.turn.next_phase import GoTo
from tests.house.sentences import no_sentences
from tests.kit import SIX
from tests.kit.engine import MEMORY, NO_FILE, MemoryJournal, over_engine
from tests.kit.knowledge import Watch

WATCH = Watch()
Cards = tuple[str, ...]


class LiveTable(Sitting):
    """A table that was set up, or opened from its file."""

    def __init__(
        self, *seats: str, file: Path = MEMORY, dice: Dice | None = None, phase: str = "",
        hands: Mapping[str, Cards] | None = None, count: int = 0, spice: int | Mapping[str, int] = 20,
        rules: str = "advanced", first: str = "", turn: int = 1, allies: str = "",
        deck: Sequence[str] | None = ("c1", "c2"), discard: Cards = (), **options: str,
    ) -> None:  # fmt: skip
        """Set up a table of these seats, six by default; without ``hands`` each holds ``count`` cards.

        A count of -1 is the faction's own. Karama windows (K8) are off unless an option says so, "" for the default;
        ``_`` in a name is a ``-``.
        """
        self.at = 1_000_000  # ms
        self.rings: list[set[str]] = []
        ring = self.rings.append
        journal = MemoryJournal() if file == MEMORY else FileJournal(file)
        super().__init__(journal, dice or Dice(3), now=lambda: self.at, ring=lambda who: ring(set(who)))
        if self.last():
            return
        held, sat = hands or {}, seats or SIX
        faces = held if options.get("P1", "dealt") == "dealt" else {}  # of printed cards the referee knows the number
        purses = spice if isinstance(spice, Mapping) else dict.fromkeys(sat, spice)
        places = (
            SeatEntry(seat, "", len(held[seat]) if seat in held else count, purses.get(seat, -1), faces.get(seat, ()))
            for seat in sat
        )
        pairs = tuple(tuple(pair.split()) for pair in allies.split(",") if pair)
        chosen = {"K8": "off", **{key.replace("_", "-", 1): said for key, said in options.items()}}
        chosen = {key: said for key, said in chosen.items() if said}
        assert chosen.keys() <= OPTIONS.keys(), chosen
        cards = None if deck is None else tuple(deck)
        self.do(
            SetTable("x", tuple(places), first or sat[0], rules, turn, pairs, tuple(chosen.items()), cards, discard)
        )
        if phase:
            self.do(phase)

    def act(self, command: Command, who: str, key: str = "", **more: Any) -> Outcome:
        """Carry out a command; check who may undo it (4.97.02), and that events hold values only."""
        outcome = super().act(command, who, key, **more)
        if outcome.events:
            WATCH.look(self, command, who)
            no_sentences(outcome.events)
            nobody_acts_who_does_not_play(outcome.events, self.truth.seats)
        return outcome

    def do(self, *commands: Command | str, who: str = "") -> Self:
        """Carry out commands, each of which must be allowed."""
        for one in commands:
            self.events(GoTo(one) if isinstance(one, str) else one, who)
        return self

    def events(self, command: Command, who: str = "") -> tuple[Event, ...]:
        """Carry out one command and return its events."""
        outcome = self.act(command, who or asker(command))
        assert outcome.done, (command, outcome.objections)
        return outcome.events

    def against(self, command: Command, who: str = "") -> tuple[Objection, ...]:
        """Return the objections to a command that must be refused."""
        rows = self.last()
        outcome = self.act(command, who or asker(command))
        assert not outcome.done and self.last() == rows, command
        return outcome.objections

    def refusals(self, command: Command, who: str = "") -> list[tuple[str, str]]:
        """Return rule and code of every objection to a command."""
        return [(one.rule, one.code) for one in self.against(command, who)]

    def refused(self, command: Command, who: str = "") -> tuple[str, str]:
        """Return rule and code of the refusal."""
        return self.refusals(command, who)[0]

    def no(self, command: Command, who: str = "") -> str:
        """Return the rule that refuses a command."""
        return self.against(command, who)[0].rule

    def why(self, command: Command, who: str = "") -> str:
        """Return the rule that refuses a command, "" if it is done."""
        found = self.act(command, who or asker(command)).objections
        return found[0].rule if found else ""

    def code(self, command: Command, who: str = "") -> str:
        """Return the code of the refusal, "" if it is done."""
        found = self.act(command, who or asker(command)).objections
        return found[0].code if found else ""

    def wait(self, seconds: float) -> Self:
        """Advance the clock and do what is due."""
        self.at += int(seconds * 1000)
        self.tick()
        return self

    def wake(self) -> None:
        """Reopen the table from its journal, as after a crash."""
        super().__init__(self.journal, self._dice, self.now, self.ring)

    # -- what is on the table -----------------------------------------------------------------------------

    @property
    def public(self) -> Table:
        return self.screen(PUBLIC)

    @property
    def truth(self) -> Table:
        return self.views.referee

    def purse(self, *seats: str) -> list[object]:
        """Return the spice of these seats."""
        return [self.truth.seats[seat].spice for seat in seats]

    def said(self) -> list[tuple[str, str]]:
        """Return what everybody reads now, with rule ids."""
        return [(one.words, one.rule) for one in what_now(self.public)]

    def offered(self, seat: str = TABLE) -> list[str]:
        """Return the public offers to a seat, or to the table screen."""
        return [one.name for one in offers(self.public, seat) if not one.aside]

    def labels(self, seat: str = TABLE) -> list[str]:
        """Return the labels of those buttons."""
        return [one.label for one in offers(self.public, seat) if not one.aside]

    def secret(self, seat: str) -> list[str]:
        """Return the offers behind a seat's shield, but for what a phone may always be told to do."""
        made = secret_offers(self.screen(seat), seat)
        return [one.name for one in made if one.command is not ChooseReminders]


def kept_in(sitting: Sitting) -> FileJournal:
    """Return a table's journal file; skips the test if tables are in an engine."""
    if not isinstance(sitting.journal, FileJournal) and over_engine():
        pytest.skip(NO_FILE)
    assert isinstance(sitting.journal, FileJournal)
    return sitting.journal


def asker(command: Command) -> str:
    """Return who sends a command by default."""
    return PUBLIC if command.by == "table" else str(getattr(command, "seat", PUBLIC))


def nobody_acts_who_does_not_play(events: Iterable[Event], seats: Collection[str]) -> None:
    """Fail if an event, or a phrase in it, says of a faction that it does something although it is not at the table."""
    for event in events:
        said = [vars(event), *(value.values for value in vars(event).values() if isinstance(value, Phrase))]
        for values in said:
            named = {*_names(values.get("seat")), *_names(values.get("seats"))}
            assert not (named & FACTIONS.keys()) - {*seats}, f"{event} speaks of somebody who does not play"


def _names(value: object) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value) if isinstance(value, tuple) else ()


def left_with(seat: str, spice: int) -> tuple[CorrectSpice, ...]:
    """Return the corrections after which a seat holds this much, whatever it held."""
    emptied = CorrectSpice(seat, MOST_CORRECTED, "miscounted", "less")
    return (emptied, CorrectSpice(seat, spice, "miscounted")) if spice else (emptied,)
