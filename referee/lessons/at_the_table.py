"""A moment laid on a table of its own, which nobody keeps: what is offered, what was tapped, and what came of it.

The table is a sitting without a file, whose clock stands still: the same rules, objections and offers as at any table.
It is made anew for each tap and forgotten after it, so nothing of one learner reaches another, or a game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from referee.common.factions import faction_name, named
from referee.common.phones_at_seats import PhoneJoined, TakeSeat
from referee.contract.bidding.cases import read_case
from referee.contract.bidding.script import command_for
from referee.contract.lines import BadCase
from referee.contract.positions.as_commands import COMMANDS
from referee.contract.positions.cases import Position, read_position
from referee.contract.positions.outcome import tell
from referee.holdings.setup import TableSet
from referee.kernel import PUBLIC, REFEREE, Command, Event, Objection, Value, card_name
from referee.lessons.lesson import BadLesson, Exercise, case_of
from referee.lessons.no_file import NoFile
from referee.phases.bidding.auction import BeginBidding
from referee.phases.bidding.order_of_bidding import Bidding
from referee.powers.windows import CloseWindow, window
from referee.running.acts import JournalAct
from referee.running.dice import Dice
from referee.running.outcome import Outcome
from referee.running.sitting import Sitting

HOST, PHONE, AT_MS, SEED = "host", "phone", 1_000, 5
QUIET = {"K8": "off", "B6": "off", "B7": "off"}  # no window, no clock and no talk for which nobody is there
WAITS, SALE = frozenset({"wait", "sealed"}), "settle"  # windows that close by an answer; the one of a sale
Sent = tuple[Command, str]  # a command, and who sends it


class Came(Value):
    """What came of a tap: whether it is what the lesson is about, what was heard, or why it was refused."""

    fits: bool = False
    lines: tuple[str, ...] = ()
    refused: Objection | None = None


class Laid:
    """A moment's table as the learner finds it; ``tap`` is what the lesson asks for, ``then`` what others do after it.

    Raises ``BadLesson`` where the case cannot be read, or something before the tap is refused.
    """

    def __init__(self, seat: str, moment: Exercise) -> None:
        self.seat, self.moment = seat, moment
        case = case_of(moment)
        self.expect: Mapping[str, Any] = case.pop("expect", {})
        tap = case.pop("tap", None)
        try:
            sent = self._bids(case) if "script" in case else self._position(case)
        except BadCase as error:
            raise BadLesson(f"{seat}, {moment.id}: {error}") from None
        own = [place for place, (_, who) in enumerate(sent) if who == seat]
        if tap is None and not own:
            raise BadLesson(f"{seat}, {moment.id}: there is nothing for {seat} to do.")
        place = own[-1] if tap is None else range(len(sent))[tap]
        for command, who in sent[:place]:
            if not (said := self.send(command, who)).done:
                raise BadLesson(f"{seat}, {moment.id}: {type(command).__name__}: {said.objections[0].sentence}")
        self._quiet()
        self.tap, self.then = sent[place][0], sent[place + 1 :]
        self._before = tuple(heard.event for heard in self.sitting.views.referee.log)
        self._act = self.sitting.last()

    # -- laying it ----------------------------------------------------------------------------------------

    def _position(self, case: dict[str, Any]) -> list[Sent]:
        position = read_position(case)
        seats = tuple(seat for event in position.events if isinstance(event, TableSet) for seat in event.seats)
        self._open((*position.events, *(PhoneJoined(seat, PHONE) for seat in seats)))
        self._mapped, self._things = position.mapped, position.things
        return [(one.get("button") or COMMANDS[one.act](one), one.by or HOST) for one in position.script]

    def _bids(self, case: dict[str, Any]) -> list[Sent]:
        bids = read_case(case)
        self._open(())
        self._mapped, self._things = False, ()
        self.send(replace(bids.setup, options=(*bids.setup.options, *QUIET.items())), HOST)
        for seat in self.sitting.screen(PUBLIC).seats:
            self.send(TakeSeat(seat, PHONE), REFEREE)
        self.send(BeginBidding(), HOST)
        return [(one.button or command_for(one), one.by or HOST) for one in bids.script]

    def _open(self, events: tuple[Event, ...]) -> None:
        rows = (JournalAct(1, 0, REFEREE, "", events),) if events else ()
        self.sitting = Sitting(NoFile(rows), Dice(SEED), lambda: AT_MS)

    # -- acts ---------------------------------------------------------------------------------------------

    def send(self, command: Command, who: str) -> Outcome:
        """Carry out a command as its sender's screen would send it; what was sold before is paid for first."""
        self._quiet(sale=True)
        return self.sitting.act(command, who)

    def _quiet(self, *, sale: bool = False) -> None:
        """Close the windows in which somebody else might have spoken."""
        while now := window(self.sitting.screen(PUBLIC)):
            if now.kind in WAITS or (now.kind == SALE and not sale) or not self.sitting.act(CloseWindow(), HOST).done:
                return

    def tapped(self, command: Command) -> Came:
        """Do what the learner tapped, and what the others do after it; return what came of it."""
        said = self.sitting.act(command, self.seat)
        if not said.done:
            return Came(refused=said.objections[0])
        followed = all(self.send(*one).done for one in self.then)
        self._quiet(sale=True)
        told = self.told()
        came = all(is_told(found(told, path), value) for path, value in self.expect.items())
        return Came(followed and came and type(command) is type(self.tap), self._lines())

    def _lines(self) -> tuple[str, ...]:
        """Return what the learner heard since their tap, in sentences."""
        heard = (heard.event for heard in self.sitting.screen(self.seat).log if heard.act > self._act)
        return tuple(dict.fromkeys(filter(None, (event.sentence(named) for event in heard))))

    def told(self) -> dict[str, Any]:
        """Return how things stand, as the answer to a position would; also who bid how much, in bidding."""
        table = self.sitting.views.referee
        new = [heard.event for heard in table.log[len(self._before) :]]
        seen = Position(self._before, (), table.phase, (), self._mapped, self._things, tuple(table.seats))
        bids = table.get(Bidding)
        row = [card_name(card) for card in bids.row.faces()] if bids else []
        high = {"bid": {"faction": faction_name(bids.high_by), "amount": bids.high, "row": row}} if bids else {}
        return {**tell(table, new, seen, None), **high, "phase": table.phase}


def found(told: Any, path: str) -> Any:
    """Return what stands in an answer at a path such as `spice/Emperor`, ``None`` where nothing does."""
    for step in path.split("/"):
        entries = told if isinstance(told, dict) else dict(enumerate(told or ()))
        told = entries.get(int(step) if step.isdigit() else step)
    return told


def is_told(said: Any, value: Any) -> bool:
    """Return True if an answer says this; forces are met in any sectors together, cards in any order."""
    if isinstance(said, list) and isinstance(value, int):
        return sum(int(one["normal"]) + int(one["special"]) for one in said) == value
    return bool(_sorted(said) == _sorted(value))


def _sorted(said: Any) -> Any:
    if isinstance(said, dict):
        return sorted((name, _sorted(value)) for name, value in said.items())
    return sorted(map(_sorted, said), key=str) if isinstance(said, list) else said
