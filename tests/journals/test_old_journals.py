"""Journals written by an earlier edition of the rooms open as they did, whatever was moved or renamed since.

``journals`` holds games and, in ``window_...``, tables where a command waits for a window to close: a journal keeps it
by the name of its class. ``halfway_...`` stand in the middle of an auction, or of a window in a battle.
``digests.json`` says what that edition made of them, ``kinds.jsonl`` has a record of every kind of event. A digest may
only change where a rule changed on purpose: ``python -m tests.journals.test_old_journals`` writes the digests anew.
"""

from __future__ import annotations

import json
import sqlite3
import sys
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

import referee.kernel.discover  # noqa: F401
from referee.common.factions import named
from referee.kernel import PUBLIC, REFEREE, Command, Event, Phrase, Table, as_seen_by
from referee.kernel.commands import command_kind
from referee.kernel.events import from_json, to_json
from referee.phases.bidding.auction import PassFor
from referee.phases.bidding.order_of_bidding import Bidding
from referee.powers.board_powers import PowerUsed
from referee.powers.powers import power_by_rule
from referee.powers.windows import CloseWindow, window
from referee.running.acts import JournalAct, fold_acts, standing
from referee.running.dice import Dice
from referee.running.journal import FileJournal, read
from referee.running.sitting import Sitting
from referee.running.transcript import lines
from tests.journals.kept import unpacked

ROOM = Path(__file__).parent
FILES = sorted(path.name.removesuffix(".referee.gz") for path in ROOM.glob("*.referee.gz"))
WINDOWS = [name for name in FILES if name.startswith("window_")]
RECORDS: list[dict[str, Any]] = [json.loads(line) for line in (ROOM / "kinds.jsonl").read_text("utf-8").splitlines()]
HALFWAY = [name for name in FILES if name.startswith("halfway_")]
WAITING = {
    "AnnouncePower", "BeginBattle", "ClaimCharity", "Delay", "DrawCaptive", "FightNext", "GrantRevival", "LayField",
    "PlaceInflation", "ReviveForAnother", "Send", "SendAlong", "Ship", "StepIn", "StopInPhase", "StopPower",
    "TakeByKarama", "TurnWorm",
}  # fmt: skip


def digest(values: Iterable[object]) -> str:
    """Return a short mark of these values, the same on every machine; what lies face down is told as ``??``."""
    text = "\n".join(json.dumps(value, sort_keys=True, default=repr) for value in values)
    return sha256(text.encode()).hexdigest()[:16]


def stands(table: Table) -> dict[str, Any]:
    """Return in plain values what one viewer knows of the table and of every seat."""
    seats = {
        seat: [own.player, list(own.hand), own.spice, own.bribes, own.away, own.warnings, own.bid_only, own.notes]
        for seat, own in table.seats.items()
    }
    pairs = sorted(sorted(pair) for pair in table.alliances)
    common = [table.name, table.rules, table.turn, table.phase, table.first_player, table.bank, pairs, table.options]
    return {"seats": seats, "table": common, "piles": [len(table.deck), len(table.discard)], "silent": table.suspended}


def everybody(acts: list[JournalAct]) -> dict[str, Table]:
    """Return the table as the referee, the public and each seat know it after these acts."""
    seats = fold_acts(acts, REFEREE).seats
    return {viewer: fold_acts(acts, viewer) for viewer in (REFEREE, PUBLIC, *seats)}


def known(acts: list[JournalAct]) -> dict[str, str]:
    """Return a mark of what everybody knows after these acts, the way there aside."""
    return {viewer: digest([stands(table)]) for viewer, table in everybody(acts).items()}


def folded(name: str, folder: Path) -> dict[str, list[str]]:
    """Return by viewer a mark of all that was heard, and one of what stands in the end."""
    acts, _ = standing(read(unpacked(name, folder)))
    return {viewer: [digest(lines(table)), digest([stands(table)])] for viewer, table in everybody(acts).items()}


@contextmanager
def taken_up(path: Path) -> Iterator[Sitting]:
    """Take up the table where its journal stands, with dice that always fall alike."""
    with closing(FileJournal(path)) as journal:
        yield Sitting(journal, Dice(1))


def taken_back(name: str, folder: Path) -> str:
    """Take back the last act, begin the program anew, and put it back; return a mark of what stood in between."""
    path = unpacked(name, folder)
    with taken_up(path) as sitting:
        before = known(sitting.acts())
        assert sitting.undo("host").done
        between = known(sitting.acts())
    with taken_up(path) as sitting:
        assert known(sitting.acts()) == between
        assert sitting.redo("host").done
        assert known(sitting.acts()) == before
    return digest([between])


def closed(name: str, folder: Path) -> list[str]:
    """Close the open window; return what follows by name, then a mark of what each viewer hears of it."""
    with taken_up(unpacked(name, folder)) as sitting:
        outcome = sitting.act(CloseWindow(), PUBLIC)
        assert outcome.done, outcome.objections
        heard = [heard_of(outcome.events, viewer) for viewer in (REFEREE, PUBLIC, *sitting.views.referee.seats)]
    return [*(type(event).__name__ for event in outcome.events), digest(heard)]


def gone_on(name: str, folder: Path) -> list[str]:
    """Close every window and pass for every player until nothing is open; return what ``closed`` does."""
    heard: dict[str, list[object]] = {}
    followed: list[str] = []
    with taken_up(unpacked(name, folder)) as sitting:
        while (command := onward(sitting.screen(PUBLIC))) is not None:
            outcome = sitting.act(command, PUBLIC)
            assert outcome.done, outcome.objections
            followed += [type(event).__name__ for event in outcome.events]
            for viewer in (REFEREE, PUBLIC, *sitting.views.referee.seats):
                heard.setdefault(viewer, []).append(heard_of(outcome.events, viewer))
    return [*followed, digest(heard.values())]


def onward(table: Table) -> Command | None:
    """Return what brings the table further by itself, or nothing."""
    bidding = table.get(Bidding)
    if window(table) is not None:
        return CloseWindow()
    return PassFor(bidding.turn) if bidding is not None and bidding.turn else None


def heard_of(events: tuple[Event, ...], viewer: str) -> list[dict[str, Any]]:
    """Return the events as this viewer hears them; phrases and powers in words, for that edition wrote them so."""
    seen = (as_seen_by(event, viewer) for event in events)
    return [to_json(_in_words(event)) for event in seen if event is not None]


def _in_words(event: Event) -> Event:
    if isinstance(event, PowerUsed):
        return replace(event, line=power_by_rule(event.rule, event.seat).line)
    phrases = {name: value for name, value in vars(event).items() if isinstance(value, Phrase)}
    return replace(event, **{name: value.sentence(named) for name, value in phrases.items()})


def written(name: str, folder: Path) -> list[dict[str, Any]]:
    """Return every record in a journal as it lies in the file."""
    with closing(sqlite3.connect(unpacked(name, folder))) as file:
        rows = file.execute("select facts from acts order by number").fetchall()
    return [record for (events,) in rows for record in json.loads(events)]


def digests(name: str, folder: Path) -> dict[str, Any]:
    """Return all that is kept of a journal."""
    found: dict[str, Any] = {"folded": folded(name, folder), "taken back": taken_back(name, folder)}
    if name in HALFWAY:
        return {**found, "gone on": gone_on(name, folder)}
    return {**found, "closed": closed(name, folder)} if name in WINDOWS else found


def written_back(record: dict[str, Any]) -> bool:
    """Say whether a record is written as it was, or under the present name of its kind."""
    event = from_json(record)
    told = to_json(event)
    return told == record or (record["fact"] in event.earlier and from_json(told) == event)


@pytest.fixture(scope="module")
def kept() -> dict[str, Any]:
    """What the earlier edition made of every journal."""
    found: dict[str, Any] = json.loads((ROOM / "digests.json").read_text("utf-8"))
    return found


@pytest.mark.parametrize("name", FILES)
def test_everybody_hears_and_knows_what_they_did(name: str, kept: dict[str, Any], tmp_path: Path) -> None:
    assert folded(name, tmp_path) == kept[name]["folded"]


@pytest.mark.parametrize("name", FILES)
def test_the_last_act_is_taken_back_and_put_back(name: str, kept: dict[str, Any], tmp_path: Path) -> None:
    assert taken_back(name, tmp_path) == kept[name]["taken back"]


@pytest.mark.parametrize("name", WINDOWS)
def test_a_waiting_command_is_carried_out_when_its_window_closes(
    name: str, kept: dict[str, Any], tmp_path: Path
) -> None:
    assert closed(name, tmp_path) == kept[name]["closed"]


@pytest.mark.parametrize("name", HALFWAY)
def test_what_was_begun_goes_on_as_it_would_have(name: str, kept: dict[str, Any], tmp_path: Path) -> None:
    assert gone_on(name, tmp_path) == kept[name]["gone on"]


@pytest.mark.parametrize("name", FILES)
def test_every_record_is_written_back_as_it_was(name: str, tmp_path: Path) -> None:
    records = written(name, tmp_path)
    assert all(written_back(record) for record in records)
    assert {record["fact"] for record in records} <= {record["fact"] for record in RECORDS}


def test_every_kind_of_event_is_still_known() -> None:
    assert [record["fact"] for record in RECORDS if not written_back(record)] == []


def test_every_command_that_can_wait_is_still_known_by_its_name(tmp_path: Path) -> None:
    records = [record for name in FILES for record in written(name, tmp_path)]
    stored = {record["wish"] for record in records if record["fact"] == "WindowOpened" and record["wish"]}
    assert stored == WAITING == {name.removeprefix("window_") for name in WINDOWS}
    assert all(map(command_kind, WAITING))


if __name__ == "__main__":
    only = sys.argv[1:]  # these alone are read again, and nothing is written
    with TemporaryDirectory() as place:
        made = {name: digests(name, Path(place)) for name in only or FILES}
    if only:
        noted = json.loads((ROOM / "digests.json").read_text("utf-8"))
        print(*(f"{name}: {'as kept' if made[name] == noted[name] else 'another'}" for name in only), sep="\n")
    else:
        (ROOM / "digests.json").write_text(json.dumps(made, indent=1, sort_keys=True) + "\n", "utf-8")
