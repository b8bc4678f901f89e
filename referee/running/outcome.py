"""What came of a command, and why an act is not undone or not written."""

from __future__ import annotations

from referee.kernel import Event, Objection, Value

OPENED = Objection("4.97.02", "This showed what was hidden. Only the table can undo it now.", "OPENED", firm=True)
NO_SUM = "Cards, spice, forces or leaders would no longer add up, so nothing was changed. Please tell us how it came."
NO_SCREEN = "The referee cannot show what comes of this, so nothing was changed. Please tell us how it came."
NO_FIT = "That no longer fits the table."
NOTHING_TO_SHOW = "Nothing of this game can be shown. Keep the file, and update the referee."
BEYOND = "Nobody can allow what does not exist, so nothing was changed."
PAUSED = Objection("4.97.05", "The game is paused. Wait until it continues.", "PAUSED")
UNSHOWN = Objection("4.97.28", NO_SCREEN, "CANNOT_BE_SHOWN", firm=True)
UNFIT = Objection("4.97.09", NO_FIT, "BAD_INPUT", firm=True)
ONLY_AT_ONCE = "Only the last tap can be taken back, and only at once. Ask the table to undo."
AT_ONCE = Objection("4.97.02", ONLY_AT_ONCE, "NOTHING_TO_UNDO")


class Outcome(Value):
    """The result of a command: done, or refused with every objection."""

    done: bool
    objections: tuple[Objection, ...] = ()
    events: tuple[Event, ...] = ()
    repeated: bool = False
