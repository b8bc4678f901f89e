"""What a sitting relies on, for a journal in a file and one in the engine alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from referee.common.phones_at_seats import TakeSeat
from referee.holdings.setup import SeatEntry, SetTable
from referee.kernel import PUBLIC
from referee.knowledge.notes import KeepNote
from referee.running.acts import JournalAct
from referee.running.club.hall import ClubHall
from referee.running.club.journal import STREAM, Overtaken, StreamJournal, subject_of
from referee.running.club.nodes import Nodes
from referee.running.club.sitting import SharedSitting
from referee.running.dice import Dice
from referee.running.journal import Change, FileJournal, Journal, JournalError, Key
from referee.running.sitting import Sitting
from referee.turn.absence import Warn
from tests.kit import SIX, in_order

Open = Callable[[], Journal]
KEY = Key("fremen", "f" * 64, "iPhone", 7.0)
OTHER = Key("fremen", "e" * 64, "Android phone", 8.0)


@pytest.fixture(scope="module")
def club(node: Nodes) -> Iterator[ClubHall]:
    hall = ClubHall(node.address)
    yield hall
    hall.close()


@pytest.fixture(params=["file", "engine"])
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Open]:
    """Open the same journal at each call; a file is closed first."""
    if request.param == "engine":
        club: ClubHall = request.getfixturevalue("club")
        table, _ = club.create("contract")

        def another() -> StreamJournal:
            journal = StreamJournal(club.engine, table)
            club.engine.tail(STREAM, subject_of(table), journal.taken, whole=True)
            return journal

        yield another
        return
    kept: list[FileJournal] = []

    def again() -> FileJournal:
        for old in kept:
            old.close()
        kept.append(FileJournal(tmp_path / "x.referee"))
        return kept[-1]

    yield again
    for old in kept:
        old.close()


def sitting_at(journal: Journal) -> Sitting:
    return SharedSitting(journal, Dice(3)) if isinstance(journal, StreamJournal) else Sitting(journal, Dice(3))


def play(sitting: Sitting) -> None:
    """Play a little of everything that a journal stores: public and secret acts, undo and redo."""
    places = tuple(SeatEntry(seat, "", 0, 10) for seat in SIX)
    sitting.act(SetTable("x", places, SIX[0], "advanced", 1), "host")
    sitting.act(KeepNote("atreides", "Gurney … 🎵"), "atreides", "note")
    for seat in ("emperor", "fremen", "harkonnen"):
        assert sitting.act(Warn(seat), PUBLIC, f"warn {seat}").done
    assert sitting.undo("host", "back").done and sitting.undo("host", "back again").done
    assert sitting.redo("host", "forth").done
    assert sitting.act(Warn("spacing_guild"), PUBLIC).done


def told(sitting: Sitting) -> list[str]:
    return [in_order(sitting.views.referee), *(in_order(sitting.screen(viewer)) for viewer in (PUBLIC, *SIX))]


def test_what_was_written_is_read_again_in_order(opened: Open) -> None:
    journal = opened()
    assert journal.rows() == [] and journal.credentials() == []
    sitting = sitting_at(journal)
    play(sitting)
    again = sitting_at(opened())
    assert [row.number for row in again.rows()] == list(range(1, 10)), "nothing is left out, nothing is there twice"
    assert told(again) == told(sitting) and again.redoable() == sitting.redoable() is False
    assert again.act(Warn("emperor"), PUBLIC, "warn emperor").repeated, "a key counts once, for any asker"


def test_an_act_that_was_judged_by_an_older_table_is_refused(opened: Open) -> None:
    journal = opened()
    play(sitting_at(journal))
    rows = journal.rows()
    late = JournalAct(rows[-1].number, 5, "host", "late", rows[1].events)
    other = journal if isinstance(journal, FileJournal) else opened()
    known = other.rows()
    if other is not journal:
        journal.append(JournalAct(late.number + 1, 5, "host", "", rows[1].events))
        late = JournalAct(late.number + 1, 5, "host", "late", rows[1].events)
    with pytest.raises(JournalError if other is journal else Overtaken):
        other.append(late, Change(add=(KEY,)))
    assert other.rows()[: len(known)] == known and "late" not in {row.key for row in other.rows()}
    assert not opened().credentials(), "and no credentials change with it"


def test_credentials_begin_and_end_with_an_act(opened: Open) -> None:
    journal = opened()
    sitting = sitting_at(journal)
    play(sitting)
    sitting.act(TakeSeat("fremen", KEY.device, False), "referee", change=Change((KEY,)))
    assert journal.credentials() == [KEY]
    journal.add_key(Key("host", "a" * 64, "Mac", 1.0))
    journal.add_key(Key("host", "b" * 64, "Mac", 1.0))
    sitting.act(TakeSeat("fremen", OTHER.device, True), "referee", change=Change((OTHER,), (KEY.hash,)))
    journal.remove_key("a" * 64)
    again = opened()
    again.rows()
    assert sorted(key.hash[0] for key in again.credentials()) == ["b", "e"]


def test_begin_waits_until_nothing_can_lose_it(opened: Open) -> None:
    journal = opened()
    journal.rows()
    written = journal.begin(JournalAct(1, 5, "host", "k"))
    written.result()
    assert [row.key for row in opened().rows()] == ["k"]


def test_what_is_written_while_a_file_moves_all_to_its_final_place_is_kept(tmp_path: Path) -> None:
    journal = FileJournal(tmp_path / "x.referee")
    keys = [Key("fremen", f"{n:064}", "iPhone", 7.0) for n in range(1, 41)]
    for n, key in enumerate(keys, 1):
        journal.begin(JournalAct(n, 5, "host", f"k{n}")).result()
        journal.rest()
        journal.add_key(key)
    journal.close()
    again = FileJournal(journal.path)
    assert len(again.rows()) == len(keys) and sorted(again.credentials(), key=lambda one: one.hash) == keys
    again.close()


def test_a_game_goes_from_one_kind_to_the_other_and_back(club: ClubHall, tmp_path: Path) -> None:
    file = FileJournal(tmp_path / "a.referee")
    sitting = Sitting(file, Dice(3))
    play(sitting)
    table, _ = club.create("moved")
    there = StreamJournal(club.engine, table)
    there.rows()
    for row in file.rows():
        there.append(row)
    back = FileJournal(tmp_path / "b.referee")
    for row in StreamJournal(club.engine, table).rows():
        back.append(row)
    assert back.rows() == file.rows() and told(Sitting(back, Dice(3))) == told(sitting)
    file.close()
    back.close()


def test_a_table_that_was_changed_in_the_engine_is_not_played_on(club: ClubHall) -> None:
    table, sitting = club.create("changed")
    play(sitting)
    words = club.engine.read(STREAM, subject_of(table))[2].words.replace(b"Gurney", b"Duncan")
    other, _ = club.create("forged")
    for one in club.engine.read(STREAM, subject_of(table))[1:]:
        forged = words if b"Gurney" in one.words else one.words
        club.engine.write(subject_of(other), forged).result()
    with pytest.raises(JournalError, match="damaged or changed at action 2 of 9"):
        StreamJournal(club.engine, other).rows()
