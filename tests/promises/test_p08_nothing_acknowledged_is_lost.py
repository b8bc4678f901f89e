r"""P8: nothing that was answered is lost: killed in the middle of an act, or on a disk that really is full.

Mutants (``python -m tests.promises.mutants 8`` tries them):
referee/running/journal.py: `            self.append(act, change)`
    -> `            _ = self.append(act, change) if act.number % 3 else None` (killed)
referee/running/journal.py: `run("pragma synchronous = full")` -> `run("pragma synchronous = off")`
referee/running/journal.py: `run("pragma locking_mode = exclusive")` -> `run("pragma locking_mode = normal")`
referee/running/journal.py: `self._db.atomic() if change else nullcontext()` -> `nullcontext()` (seat_changes)
referee/running/sitting.py: `                writing.result()\n            self.ring(told)`
    -> `                self.ring(told)\n                writing.result()` (waits)
referee/running/sitting.py: `self._undone, self._shown = act.number - 1, acts, undone, shown`
    -> `self._shown, undone = act.number - 1, acts, shown, undone` (fails)
referee/running/sitting.py: `            self._keys.discard((act.who, act.key))` -> `            pass` (fails)
referee/running/sitting.py: `            self._refold(clock)\n` -> `` (fails)
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence, Set
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

from referee.kernel import PUBLIC
from referee.phases.bidding.auction import Bid, DealRow
from referee.phases.bidding.order_of_bidding import Bidding
from referee.running import viewers
from referee.running.acts import JournalAct
from referee.running.hall import ENDING
from referee.running.journal import Change, FileJournal, JournalError, Key
from referee.running.sitting import Sitting
from referee.turn.clock import PauseClock, ResumeClock
from tests.kit import ROOT, SIX, Evening, LiveTable, file_of, in_order, kept_in, of_files, sentence, set_up

PATIENCE = 60.0  # seconds; it only keeps a broken program from hanging the tests
KILLS = int(os.environ.get("REFEREE_KILLS", "20"))
posix = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork, signals and limits")


MORTAL = (sys.executable, "-m", "tests.promises.mortal")


def mortal(what: str, folder: Path, number: int, started: Sequence[str] = MORTAL) -> dict[str, Any]:
    """Run the mortal program; return what it found."""
    command = [started[0], "-W", "error", *started[1:], what, str(folder), str(number)]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=14 * max(20, KILLS))
    assert ran.returncode == 0, ran.stderr
    found: dict[str, Any] = json.loads(ran.stdout)
    return found


@posix
@of_files
def test_p8_nothing_answered_is_lost_when_the_program_is_killed(tmp_path: Path) -> None:
    found = mortal("kill", tmp_path, KILLS)
    assert found["wrong"] == [] and found["rounds"] == KILLS and found["answered"] >= KILLS


def no_harm(found: dict[str, Any]) -> None:
    """The tap that met the full disk was refused with a sentence, changed nothing, and was taken later."""
    assert found.pop("taps") > 0
    assert found == {"status": 507, "sentence": True, "kept": True, "page": 200, "again": 200, "wrong": []}


@posix
@of_files
def test_p8_a_file_that_may_not_grow_is_a_full_disk(tmp_path: Path) -> None:
    no_harm(mortal("fill", tmp_path, 30_000))


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A real file system of half a megabyte, where this machine lets a test have one."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=512k", "tmpfs", str(disk)]
    try:
        made = subprocess.run(mount, capture_output=True, check=False).returncode == 0
    except OSError:
        made = False
    if not made:
        pytest.skip("only an administrator can make a small file system")
    try:
        (disk / "ballast").write_bytes(b"x" * 200_000)
        yield disk
    finally:
        subprocess.run(["umount", str(disk)], capture_output=True, check=False)


@posix
@of_files
def test_p8_a_disk_that_is_full(small_disk: Path) -> None:
    no_harm(mortal("fill", small_disk, 0))


# -- a second copy ------------------------------------------------------------------------------------


@of_files
def test_p8_a_second_referee_on_the_same_file_is_refused(auction: Evening) -> None:
    second = Evening(auction.folder)
    try:
        second.table = auction.table
        page = sentence(second.onlooker.get(f"/t/{auction.table}/"))
        assert "open in another referee" in page
        with pytest.raises(JournalError, match="open in another referee"):
            FileJournal(file_of(auction))
        assert auction.bid(1).status_code == 200, "the first program is not affected"
        auction.close()
        assert second.onlooker.get(f"/t/{auction.table}/").status_code == 200, "once the first has stopped"
    finally:
        second.close()


# -- a full disk --------------------------------------------------------------------------------------


class FullDisk:
    """A disk on which reading works and writing fails."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def full(self: FileJournal, *words: object) -> None:
            raise JournalError("The disk is full, so nothing was written and nothing changed. Free some space.")

        self._patch, self._full = monkeypatch, full

    def __enter__(self) -> None:
        for name in ("append", "add_key", "remove_key"):
            self._patch.setattr(FileJournal, name, self._full)

    def __exit__(self, *words: object) -> None:
        self._patch.undo()


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> FullDisk:
    return FullDisk(monkeypatch)


@of_files
def test_p8_a_full_disk_refuses_every_act_and_changes_nothing(auction: Evening, full: FullDisk) -> None:
    auction.bid(1)
    pages = {viewer: auction.bytes_of(viewer, f"/t/{auction.table}/") for viewer in (PUBLIC, "host")}
    referee, rows, rung = in_order(auction.sitting.views.referee), auction.rows(), len(auction.rings)
    code = auction.desk.credentials.codes.arm(auction.table, "fremen").text
    base = f"/t/{auction.table}"
    taps: list[tuple[str, str, dict[str, Any]]]
    taps = [("bene_gesserit", "Bid", {"amount": 2}), ("host", "Undo", {}), ("host", "PauseClock", {})]
    taps += [("host", "ChangeOption", {"option": "B14", "value": "always"}), ("atreides", "KeepNote", {"text": "x"})]
    with full:
        for seat, act, fields in taps:
            assert "disk is full" in sentence(auction.tap(seat, act, hx=False, **fields))
        for path, sent in ((f"{base}/seats", {"act": "Revoke", "seat": "emperor"}), ("/J/", {"code": code})):
            assert "disk is full" in sentence(auction.host.post(path, sent))
        auction.clock.at += 60_000
        with pytest.raises(JournalError):
            auction.sitting.tick()
        auction.clock.at -= 60_000
    assert in_order(auction.sitting.views.referee) == referee
    assert auction.rows() == rows and len(auction.rings) == rung
    assert {viewer: auction.bytes_of(viewer, f"{base}/") for viewer in pages} == pages
    assert auction.phones["emperor"].get(f"{base}/me").status_code == 200, "nobody has lost a seat"
    assert auction.bid(2).status_code == 200, "and it goes on when there is room"
    assert auction.browser().post("/J/", {"code": code}).status_code == 303, "the code was not used up"


@pytest.mark.parametrize("what", ["insert", "delete"])
def test_p8_a_seat_changes_hands_in_the_log_and_in_the_keys_or_in_neither(auction: Evening, what: str) -> None:
    run, old = kept_in(auction.sitting)._db.execute, auction.phones["fremen"]
    code = auction.desk.credentials.codes.arm(auction.table, "fremen").text
    rows, keys, base = auction.rows(), auction.sitting.journal.credentials(), f"/t/{auction.table}"
    run(f"create trigger full before {what} on keys begin select raise(abort, 'disk is full'); end")
    assert "disk is full" in sentence(auction.browser("192.168.1.70").post("/J/", {"code": code}))
    if what == "delete":
        assert "disk is full" in sentence(auction.host.post(f"{base}/seats", {"act": "Revoke", "seat": "fremen"}))
    run("drop trigger full")
    assert auction.rows() == rows and auction.sitting.journal.credentials() == keys
    auction.restart()
    assert old.get(f"{base}/me").status_code == 200, "the old phone has kept its seat, before and after"
    auction.desk.credentials.codes.arm(auction.table, "fremen")
    assert auction.seat("fremen", auction.browser("192.168.1.70")).get(f"{base}/me").status_code == 200
    assert old.get(f"{base}/me").status_code == 403


@of_files
def test_p8_the_same_tap_is_taken_once_there_is_room(auction: Evening, full: FullDisk) -> None:
    seen = auction.sight()
    with full:
        assert auction.tap("atreides", "Bid", key="k", amount=2, seen=seen).status_code == 507
    assert auction.tap("atreides", "Bid", key="k", amount=2, seen=seen).status_code == 200
    assert auction.bidding.high == 2


@of_files
def test_p8_a_table_that_cannot_be_set_leaves_nothing_behind(evening: Evening, full: FullDisk) -> None:
    before = sorted(evening.folder.iterdir())
    with full:
        assert "disk is full" in sentence(evening.host.post("/new", set_up()))
    assert sorted(evening.folder.iterdir()) == before
    start = evening.onlooker.get("/").text
    assert start.count("/t/") == 1
    assert evening.host.post("/new", set_up()).location.endswith("evening-2/")


@of_files
def test_p8_a_table_opened_on_a_full_disk_can_be_read_and_is_played_on_when_there_is_room(
    auction: Evening, full: FullDisk
) -> None:
    auction.close()
    auction._open()
    with full:  # the clock was running, and that it is paused cannot be written
        for _ in range(2):
            assert "Paused after a restart" in auction.onlooker.get(f"/t/{auction.table}/").text
        assert "disk is full" in sentence(auction.tap("host", "ResumeClock", hx=False))
        assert auction.phones["fremen"].get(f"/t/{auction.table}/me").status_code == 200
    auction.must("host", "ResumeClock")
    assert "Paused after a restart" not in auction.onlooker.get(f"/t/{auction.table}/").text
    auction.bid(1)
    rows = auction.sitting.rows()
    auction.restart()
    assert auction.sitting.rows()[: len(rows)] == rows and auction.bidding.high == 1


NO_ROOM = """
import resource, signal, sys
from pathlib import Path
from referee.running.journal import FileJournal
from referee.running.sitting import Sitting
path = Path(sys.argv[1])
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (16384, 16384))
sitting = Sitting(FileJournal(path))
print(sitting.last(), sitting.views.referee.phase)
"""


@posix
def test_p8_a_file_of_a_killed_program_opens_where_no_file_can_be_made(tmp_path: Path) -> None:
    """The file that SQLite shares between programs is 32 KiB: a full disk has no room for it."""
    path = tmp_path / f"evening{ENDING}"
    if child := os.fork():
        os.waitpid(child, 0)
    else:
        LiveTable("fremen", "emperor", file=path, phase="shipment")
        os.kill(os.getpid(), signal.SIGKILL)
    assert path.with_name(f"{path.name}-wal").stat().st_size
    ran = subprocess.run([sys.executable, "-c", NO_ROOM, path], cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.stdout.split()[1:] == ["shipment"], ran.stderr


# -- what is on disk ----------------------------------------------------------------------------------


def test_p8_an_act_is_synced_before_it_is_answered(evening: Evening) -> None:
    run = kept_in(evening.sitting)._db.execute
    settings = {name: run(f"pragma {name}").fetchone()[0] for name in ("synchronous", "journal_mode", "locking_mode")}
    assert settings == {"synchronous": 2, "journal_mode": "wal", "locking_mode": "exclusive"}


def test_p8_a_restart_forgets_nothing(auction: Evening) -> None:
    for amount in range(1, 9):
        auction.bid(amount)
    auction.must("atreides", "KeepNote", text="who has what")
    views = auction.sitting.views
    before = {viewer: in_order(table.seats) for viewer, table in views.tables.items()}
    rows = auction.sitting.rows()
    auction.restart()
    assert auction.sitting.rows()[: len(rows)] == rows
    assert {viewer: in_order(table.seats) for viewer, table in auction.sitting.views.tables.items()} == before
    timer = auction.sitting.timer()
    assert timer and timer.paused and timer.reason == "back"
    assert all("Paused after a restart" in auction.phones[seat].get(f"/t/{auction.table}/me").text for seat in SIX)


def test_p8_rows_and_credentials_come_back_as_they_were(tmp_path: Path) -> None:
    journal = FileJournal(tmp_path / "deep" / "er" / f"x{ENDING}")
    act = JournalAct(1, 123456789, "fremen\u202e'\"; drop table acts", "key\x00", (), "act", 0)
    journal.append(act)
    key = Key("fremen", "ab" * 32, "iPhone", 1.5)
    journal.add_key(key)
    journal.close()
    again = FileJournal(journal.path)
    assert (again.rows(), again.credentials()) == ([act], [key])
    again.remove_key(key.hash)
    again.remove_key(key.hash)
    assert again.credentials() == []
    with pytest.raises(JournalError):
        again.append(act)
    assert again.rows() == [act], "a number is written once"
    again.close()


# -- pages drawn while the disk syncs -------------------------------------------------------------------


class Disk:
    """A disk that may be slow, and may be full."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.may_write, self.reached, self.written, self.full = Event(), Event(), Event(), False
        self.may_write.set()
        own = FileJournal.append

        def append(journal: FileJournal, act: JournalAct, change: Change | None = None) -> None:
            self.reached.set()
            assert self.may_write.wait(PATIENCE)
            if self.full:
                raise JournalError("The disk is full, so nothing was written and nothing changed. Free some space.")
            own(journal, act, change)
            self.written.set()

        patch.setattr(FileJournal, "append", append)


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    return Disk(monkeypatch)


@pytest.fixture
def live(tmp_path: Path) -> Iterator[LiveTable]:
    """A card is up, and the first bid was made and taken back, so that a clock was set by hand."""
    table = LiveTable(file=tmp_path / "auction.referee", phase="bidding", B7="off")
    table.do(DealRow())
    table.do(Bid(high(table).turn, 1))
    assert table.undo("host").done
    table.do(ResumeClock())
    yield table
    table.journal.close()


def high(table: Sitting) -> Bidding:
    found = table.screen(PUBLIC).get(Bidding)
    assert found is not None
    return found


def everything(table: Sitting) -> tuple[object, ...]:
    """Return all that the sitting knows and would show."""
    views = table.views
    tables = [views.referee, *(views.tables[viewer] for viewer in views.tables)]
    said = [in_order((one.seats, one.states, one.deck, one.log, one.options)) for one in tables]
    return said, table.acts(), table.last(), table.redoable(), in_order(views.clock), table.written(), table.rows()


def test_p8_what_is_drawn_while_the_disk_syncs_waits_for_it(live: LiveTable, disk: Disk) -> None:
    drawn, seen, rung = list[int](), list[int](), len(live.rings)
    disk.may_write.clear()
    bidder = high(live).turn

    def draw(told: Iterable[str]) -> None:
        drawn.append(high(live).high)
        assert PUBLIC in told and len(live.rings) == rung, "nobody is rung before it is on disk"
        assert live.version(PUBLIC) > before, "and what is drawn knows that there is news"

    before = live.version(PUBLIC)
    live.meanwhile = draw
    tap = Thread(target=lambda: live.act(Bid(bidder, 3), bidder, "k"))
    look = Thread(target=lambda: seen.append(high(live).high))
    tap.start()
    assert disk.reached.wait(PATIENCE)
    look.start()
    look.join(0.05)
    assert drawn == [3] and len(live.rings) == rung
    assert look.is_alive() and not seen, "a reader waits until it is true"
    disk.may_write.set()
    tap.join(PATIENCE)
    look.join(PATIENCE)
    assert (drawn, seen) == ([3], [3]) and len(live.rings) == rung + 1


def test_p8_a_disk_that_fails_while_pages_are_drawn_leaves_all_as_it_was(live: LiveTable, disk: Disk) -> None:
    before, rung, bidder = everything(live), len(live.rings), high(live).turn
    assert live.redoable(), "a bid that was taken back may still be put back"
    disk.full, drawn = True, list[Set[str]]()
    live.meanwhile = lambda told: drawn.append({*told})
    for key in ("k", "k", "l"):
        with pytest.raises(JournalError):
            live.act(Bid(bidder, 2), bidder, key)
        assert everything(live) == before and len(live.rings) == rung
    disk.full = False
    assert not any(drawn[1::2]), "what was drawn of it is dropped"
    assert live.act(Bid(bidder, 2), bidder, "k").events, "the same tap is taken later"
    assert high(live).high == 2 and len(drawn) == 7 and not live.redoable()


def test_p8_what_cannot_be_drawn_is_written_and_told_all_the_same(live: LiveTable) -> None:
    rows, rung, bidder = live.last(), len(live.rings), high(live).turn

    def draw(told: Iterable[str]) -> None:
        raise ValueError("no page")

    live.meanwhile = draw
    assert live.act(Bid(bidder, 2), bidder).done
    assert len(live.rows()) == rows + 1 and len(live.rings) == rung + 1 and high(live).high == 2


def test_p8_pages_are_drawn_for_undo_and_redo_too(live: LiveTable, disk: Disk) -> None:
    drawn = list[Set[str]]()

    def draw(told: Iterable[str]) -> None:
        drawn.append({*told})
        disk.may_write.set()

    live.meanwhile = draw
    for act in (live.redo, live.undo):
        disk.may_write.clear()
        assert act("host").done
    assert drawn == [{PUBLIC, *live.public.seats}] * 2
    assert live.act(PauseClock(), PUBLIC).done and len(drawn) == 3


def test_p8_once_it_is_on_disk_nobody_waits_for_the_pages_of_others(live: LiveTable, disk: Disk) -> None:
    drawn, bidder = list[str](), high(live).turn

    def draw(told: Iterable[str]) -> None:
        for viewer in told:
            drawn.append(viewer)
            assert disk.written.wait(PATIENCE)

    live.meanwhile = draw
    assert live.act(Bid(bidder, 2), bidder).done
    assert drawn[0] == bidder and len(drawn) < len(live.public.seats) and live.rings[-1] == {PUBLIC, *live.public.seats}


def test_p8_a_disk_that_is_done_soon_after_the_first_page_holds_up_nobody(
    live: LiveTable, disk: Disk, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn, naps, bidder = list[str](), list[int](), high(live).turn
    writer = live.journal._writer  # type: ignore[attr-defined]

    def nap() -> None:
        naps.append(len(drawn))
        if len(naps) == 3:
            disk.may_write.set()
            writer.submit(lambda: None).result(PATIENCE)  # its one thread has written

    monkeypatch.setattr(viewers, "let_go", nap)
    live.meanwhile = lambda told: drawn.extend(told)
    disk.may_write.clear()
    assert live.act(Bid(bidder, 2), bidder).done
    assert drawn == [bidder], "no other page was drawn meanwhile"


def test_p8_two_tables_write_and_draw_at_once(tmp_path: Path, disk: Disk) -> None:
    tables = [LiveTable(file=tmp_path / f"{n}.referee", phase="bidding", B7="off", B6="off") for n in range(2)]
    met = Event()
    for table in tables:
        table.do(DealRow())
        table.meanwhile = lambda told: met.set()

    def bids(table: LiveTable) -> None:
        for amount in range(1, 15):
            bidder = high(table).turn
            assert table.act(Bid(bidder, amount), bidder, f"{amount}").done

    taps = [Thread(target=bids, args=(table,)) for table in tables]
    for tap in taps:
        tap.start()
    for tap in taps:
        tap.join(PATIENCE)
    for table in tables:
        known = everything(table)[0]
        assert high(table).high == 14 and table.rows() == FileJournal.rows(kept_in(table))
        table.journal.close()
        again = Sitting(FileJournal(kept_in(table).path))
        assert everything(again)[0] == known
        again.journal.close()


@posix
@of_files
def test_p8_nothing_answered_is_lost_when_the_program_is_killed_while_it_draws(tmp_path: Path) -> None:
    found = mortal("draw", tmp_path, 12)
    assert found["wrong"] == [] and found["rounds"] == 12 and found["answered"] >= 12
