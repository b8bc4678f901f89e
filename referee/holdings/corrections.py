"""What the table corrects of a count, and why, as everybody may read it (4.97.04)."""

from __future__ import annotations

from collections.abc import Iterable

from referee.kernel import Called, Event, Objection, Public, SeatEvent, Table, Typed, say

LONGEST_REASON = 80


class CorrectionExplained(SeatEvent, because=("4.97.04",)):
    """What the table corrected, from what to what and why; the bank takes the difference."""

    what: Public[str]  # spice | cards
    was: Public[int | None]  # None if the referee did not know it
    now: Public[int]
    reason: Public[Typed]

    def undone(self) -> Iterable[Event]:
        yield CorrectionUndone(self.seat, self.what, self.now, self.reason)

    def apply(self, table: Table) -> None:
        if self.what == "spice" and self.was is not None:
            table.bank -= self.now - self.was

    def sentence(self, name: Called) -> str:
        was = "an unknown number" if self.was is None else self.was
        why = f": {self.reason}" if self.reason else ""
        return say(
            "The table corrects {seat:'s} {what} from {was} to {now}{why}.",
            seat=name(self.seat),
            what=self.what,
            was=was,
            now=self.now,
            why=why,
        )


class CorrectionUndone(SeatEvent, because=("4.97.04",), housekeeping=True, lasting=True):
    """A correction was undone: it stays in the history as such, so that nobody corrects unseen.

    ``more`` is what a purse was corrected by, or the number that a count was set to.
    """

    what: Public[str]  # spice | cards
    more: Public[int]
    reason: Public[Typed]

    def sentence(self, name: Called) -> str:
        why = f": {self.reason}" if self.reason else ""
        amount = signed(self.more) if self.what == "spice" else str(self.more)
        return say(
            "Undone: {seat:'s} {what} corrected, {amount}{why}.",
            seat=name(self.seat),
            what=self.what,
            amount=amount,
            why=why,
        )


class ShortageUndone(SeatEvent, because=("4.97.04",), housekeeping=True, lasting=True):
    """That a purse was too small was undone: it stays in the history, so that nobody tries out purses unseen."""

    price: Public[int]
    says = "Undone: {price} spice was too much for {seat!n}."


def signed(more: int) -> str:
    """Return a difference with its sign, as it is printed."""
    return f"+{more}" if more >= 0 else f"−{-more}"


def why_corrected(reason: str) -> Iterable[Objection]:
    """Object to a correction without a reason, or with a long one."""
    if not 0 < len(reason.strip()) <= LONGEST_REASON:
        yield Objection(
            "4.97.04", "Say in a few words why you correct it. Everybody can read that.", "BAD_INPUT", firm=True
        )
