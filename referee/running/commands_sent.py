"""What was sent at a table lately, for who reports an act as wrong: it is in no journal, so a restart forgets it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields

from referee.kernel import PUBLIC, Command, Event, as_seen_by

MOST = 300


class CommandsSent:
    """The commands of the latest acts, by the number of the act, each with its sender."""

    def __init__(self) -> None:
        self._sent: dict[int, tuple[str, Command]] = {}

    def note(self, act: int, who: str, command: Command) -> None:
        """Keep the command of an act; the oldest is forgotten."""
        self._sent[act] = who, command
        if len(self._sent) > MOST:
            del self._sent[next(iter(self._sent))]

    def known_to(self, viewer: str, act: int, events: Iterable[Event]) -> Command | None:
        """Return the command of an act with these events if this viewer sent it, or all of it was in the open."""
        who, command = self._sent.get(act, ("", None))
        if command is None or command.shown_first or (who == viewer and viewer != PUBLIC):
            return command
        heard = [as_seen_by(event, viewer) for event in events]
        return command if who == viewer and _is_in_the_open(command, heard) else None


def _is_in_the_open(command: Command, heard: Iterable[Event | None]) -> bool:
    """Return True if each value that was typed stands under its name in what these events said."""
    told = [(name, value) for event in heard if event is not None for name, value in vars(event).items()]
    typed = ((field.name, field.default, getattr(command, field.name)) for field in fields(command))
    return all(value == plain or (name, value) in told for name, plain, value in typed)
