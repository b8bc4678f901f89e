"""One judgement of a game's rows, for ``verify``, ``import`` and a table's file that is opened.

Every row has an order and a shape. What stands is folded as the referee: after each act cards, spice, forces and
leaders are counted, a number is judged by what its payer had at that moment, and each card that was dealt is followed
through the sealed shuffles. What the table allowed against a rule, or entered for a player, is told as that and is no
fault. Nobody is blamed: older versions made mistakes too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from referee.common.factions import FACTIONS, faction_name
from referee.holdings.setup import TableSet
from referee.kernel import REFEREE, Event, ObjectionWaived, Table, capital, say, title_of
from referee.knowledge.conserved import count_all, overdrawn
from referee.knowledge.shuffle_check import Auditor
from referee.running.acts import UNREADABLE, JournalAct, standing
from referee.running.audit import breaks
from referee.running.findings import COUNTED, SHOWN, SHUFFLED, WAIVED, WRITTEN, RowFinding, RowVerdict
from referee.running.means import Granted, grant, overbid, overpaid, overspent, owing
from referee.running.possible import strangers, told_to_others, too_many, unknown_cards, unwritable
from referee.running.showable import cut

WRONG = RowVerdict.WRONG
OUT_OF_RESERVE = {"ForcesShipped", "ForceSentAlong", "ForcesRevived"}  # elsewhere players say how many there are
CLOCKS_DIFFER = 60_000  # ms between the computers of a club
Working = Callable[[Sequence[JournalAct]], Iterable[JournalAct]]


class Judgement(NamedTuple):
    """All findings, what the shuffles showed, and how many rows from the first on can be read and followed."""

    findings: tuple[RowFinding, ...]
    shuffles: Auditor
    sound: int

    @property
    def faults(self) -> tuple[RowFinding, ...]:
        return tuple(finding for finding in self.findings if finding.is_fault)

    @property
    def end(self) -> RowFinding | None:
        """What was found in the row after the last that can be read and followed."""
        return next((one for one in self.faults if one.act == self.sound + 1 and one.verdict is not WRONG), None)

    @property
    def allowed(self) -> tuple[RowFinding, ...]:
        """What does not add up, and is no fault: the table allowed or entered it, or a clock was set back."""
        return tuple(one for one in self.findings if not one.is_fault and one.verdict is not RowVerdict.NOTE)


def judge(
    rows: Sequence[JournalAct], unread: RowFinding | None = None, working: Working = iter, *, screens: bool = False
) -> Judgement:
    """Judge everything that was ever written; ``unread`` is what was found in the row after these.

    With ``screens``, its end is also tried on every viewer's screens, as a table does that opens (4.97.28).
    """
    court, unsound = Court(), next(_unsound(rows), None)
    sound = len(rows) if unsound is None else unsound.act - 1
    stand = standing(list(rows[:sound]))[0]
    for act in working(stand):
        if not court.hear(act):
            sound = act.number - 1
            break
    court.hear_undone(rows[:sound], stand)
    found = [*court.findings, *(one for one in (unsound or unread,) if one)]
    if screens and sound == len(rows) and (withheld := unshown(stand)):
        found.append(withheld)
        sound = withheld.act - 1
    return Judgement(tuple(found), court.shuffles, sound)


def unshown(stand: Sequence[JournalAct]) -> RowFinding | None:
    """Return the first of the acts that hold which no screen can show, ``None`` if their end can be shown."""
    withheld = cut(stand)
    return RowFinding(withheld.first, RowVerdict.CANNOT_BE_SHOWN, UNSHOWN, SHOWN) if withheld else None


def judge_view(rows: Sequence[JournalAct], unread: RowFinding | None = None, working: Working = iter) -> Judgement:
    """Judge what one viewer heard: its order and shape, and the shuffles that were opened."""
    shuffles, unsound = Auditor(), next(_unsound(rows, heard=True), None)
    findings = [one for one in (unsound or unread,) if one]
    for act in working(rows[: len(rows) if unsound is None else unsound.act - 1]):
        try:
            shuffles.hear(act.number, act.events)
        except UNREADABLE:
            findings = [RowFinding(act.number, RowVerdict.CANNOT_BE_SHOWN, UNFOLLOWED, WRITTEN)]
            break
    bad = [RowFinding(one.act, RowVerdict.WRONG, one.words, SHUFFLED) for one in shuffles.findings if not one.good]
    allowed = [RowFinding(act.number, RowVerdict.NOTE, words, WAIVED) for act in rows for words in _waived(act)]
    return Judgement((*bad, *allowed, *findings), shuffles, len(rows))


def _waived(act: JournalAct) -> list[str]:
    """Return what the table allowed in an act: the rules by their titles, in old files what they had said."""
    rules = (event.words or title_of(event.rule) for event in act.events if isinstance(event, ObjectionWaived))
    return [say(AGAINST, rule=rule) for rule in rules]


def _unsound(rows: Sequence[JournalAct], *, heard: bool = False) -> Iterator[RowFinding]:
    """Yield each row that is out of order, or holds what no command can have said."""
    for place, row in enumerate(rows, start=1):
        fields = ((type(one).__name__, unwritable(one, heard=heard)) for one in row.events)
        wrong = next((f"{kind}: {name}" for kind, name in fields if name), "")
        if row.number != place:
            yield RowFinding(place, RowVerdict.OUT_OF_ORDER, "The actions are not in order from here on.", WRITTEN)
        elif not _takes_back(row):
            words = "It undoes an action that was not made before it."
            yield RowFinding(place, RowVerdict.OUT_OF_ORDER, words, WRITTEN)
        elif wrong:
            words = say("It contains something impossible ({what}).", what=wrong)
            yield RowFinding(place, RowVerdict.UNREADABLE, words, WRITTEN)


def _takes_back(row: JournalAct) -> bool:
    """Return True if a row has the target and the events that its kind has."""
    if row.kind == "act":
        return row.target == 0
    return not row.events and (row.target == 0 if row.kind == "forth" else 0 < row.target < row.number)


class Court:
    """The referee's table as it is folded, and what is found on the way."""

    def __init__(self) -> None:
        self.table = Table(REFEREE)
        self.shuffles = Auditor(self.table)
        self.findings: list[RowFinding] = []
        self._counted, self._owed = count_all(self.table), owing(self.table)
        self._latest = 0

    def hear(self, act: JournalAct) -> bool:
        """Judge an act; return False if it cannot follow those before it."""
        try:
            self._judge(act)
        except UNREADABLE:
            self.findings.append(RowFinding(act.number, RowVerdict.CANNOT_BE_SHOWN, UNFOLLOWED, WRITTEN))
            return False
        return True

    def hear_undone(self, rows: Iterable[JournalAct], stand: Iterable[JournalAct]) -> None:
        """Judge of acts that were undone who and what they name."""
        stood = {act.number for act in stand}
        for act in rows:
            if act.number not in stood and (strange := self._strangers(act.events)[0]):
                self._find(act, RowVerdict.WRONG, say(REFUSED, what=_listed(*strange)), COUNTED)

    def _judge(self, act: JournalAct) -> None:
        seen = len(self.shuffles.findings)
        doubtful, overbids = self._folded(act)
        strange, absent = self._strangers(act.events)
        waived, by_player = _waived(act), act.who in self.table.seats
        doubtful += [*absent, *(overbids if by_player and not waived else ())]
        if strange or (doubtful and not waived):
            self._find(act, RowVerdict.WRONG, say(REFUSED, what=_listed(*strange, *doubtful)), COUNTED)
        elif doubtful:
            self._find(act, RowVerdict.ALLOWED, say(LET, what=_listed(*doubtful)), COUNTED)
        for one in self.shuffles.findings[seen:]:
            if not one.good:
                self._find(act, RowVerdict.WRONG, one.words, SHUFFLED)
        for clause in () if by_player or waived else overbids:
            self._find(act, RowVerdict.ALLOWED, say(ENTERED, what=clause), WAIVED)
        for words in waived:
            self._find(act, RowVerdict.NOTE, words, WAIVED)
        if act.at < self._latest - CLOCKS_DIFFER:
            self._find(act, RowVerdict.SET_BACK, "A computer's clock was set back before this action.", WRITTEN)
        self._latest = max(self._latest, act.at)

    def _find(self, act: JournalAct, verdict: RowVerdict, words: str, rule: str) -> None:
        self.findings.append(RowFinding(act.number, verdict, words, rule))

    def _folded(self, act: JournalAct) -> tuple[list[str], list[str]]:
        """Fold an act; return what does not add up in it, and bids that their bidder cannot pay."""
        before, owed, granted = self._counted, self._owed, Granted()
        doubtful, overbids = list[str](), list[str]()
        self.table.act, self.table.at = act.number, act.at
        for event in act.events:
            overbids += overbid(event, self.table)
            doubtful += (*too_many(event), *overspent(event, self.table), *overpaid(event, granted))
            grant(event, self.table, granted)
            self.shuffles.step(act.number, event)
        self.shuffles.twice()
        self._counted = count_all(self.table)
        doubtful += breaks(before, self._counted, act.events)
        if any(type(event).__name__ in OUT_OF_RESERVE for event in act.events):
            doubtful += overdrawn(before, self._counted)
        if any(isinstance(event, TableSet) for event in act.events):
            doubtful += (*sorted(self._counted.wrong), *told_to_others(act.events))
        self._owed = owing(self.table)
        doubtful += (f"{name} owe {n} spice" for name, n in self._owed.items() if n > owed.get(name, 0))
        return list(dict.fromkeys(doubtful)), overbids

    def _strangers(self, events: Sequence[Event]) -> tuple[list[str], list[str]]:
        """Return what no waiver brings to a table, and factions that exist but do not play."""
        seats = {seat for event in events for seat in strangers(event, self.table)}
        seats |= {*self.table.seats} - {*FACTIONS}
        strange = [f"there is no faction {seat[:40]}" for seat in sorted(seats - {*FACTIONS})]
        strange += [f"there is no card {card[:40]}" for card in sorted(unknown_cards(events, self.table))]
        return strange, [
            say("{name} do not play here", name=faction_name(seat)) for seat in sorted(seats & {*FACTIONS})
        ]


def _listed(*clauses: str) -> str:
    return capital(", ".join(clauses))


UNSHOWN = "No screen can show what comes of it and of the actions after it."
UNFOLLOWED = "It does not follow from the actions before it."
REFUSED = "{what}. This version of the referee would have refused it."
LET = "{what}. The table allowed it."
ENTERED = "{what}. The table entered it."
AGAINST = "The table allowed this against a rule: {rule}"
