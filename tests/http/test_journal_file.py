"""P8: what was answered is on disk; a file that cannot be used is a sentence, and nothing has changed."""

from __future__ import annotations

import re
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Play
from evening import SIX, Evening, set_up
from werkzeug.test import TestResponse

from referee.facts import PUBLIC
from referee.hall import ENDING, Hall
from referee.journal import EDITION, Act, Journal, JournalError, Key

Spoil = Callable[[Path], None]


def file_of(evening: Evening) -> Path:
    return evening.folder / f"{evening.table}{ENDING}"


def sentence(answer: TestResponse) -> str:
    """Return the text of a refusal that a person can read."""
    assert answer.status_code >= 400 and answer.mimetype == "text/html" and "Traceback" not in answer.text
    assert "Something went wrong" not in answer.text, answer.text
    return answer.text


# -- a file that cannot be used ---------------------------------------------------------------------


def truncated(path: Path) -> None:
    with path.open("r+b") as file:
        file.truncate(path.stat().st_size // 2 + 100)


def scribbled(path: Path) -> None:
    raw = bytearray(path.read_bytes())
    raw[4096:12288] = b"\xa5" * 8192
    path.write_bytes(raw)


def text(path: Path) -> None:
    path.write_text("Dear diary, tonight we played.\n" * 400)


def foreign(path: Path) -> None:
    path.unlink()
    with sqlite3.connect(path) as other:
        other.execute("create table recipes (name text)")
    other.close()


def of_another_program(path: Path) -> None:
    with sqlite3.connect(path) as other:
        other.execute("pragma application_id = 7")
    other.close()


def newer(path: Path) -> None:
    with sqlite3.connect(path) as other:
        other.execute(f"pragma user_version = {EDITION + 1}")
    other.close()


def strange_fact(path: Path) -> None:
    with sqlite3.connect(path) as other:
        other.execute("""update acts set facts = '[{"fact": "Tomorrow"}]' where number = 3""")
    other.close()


def no_json(path: Path) -> None:
    with sqlite3.connect(path) as other:
        other.execute("update acts set facts = '[[[' where number = 3")
    other.close()


def no_table(path: Path) -> None:
    with sqlite3.connect(path) as other:
        other.execute("drop table acts")
    other.close()


def a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


SPOILT: list[Spoil] = [
    *(truncated, scribbled, text, foreign, of_another_program),
    *(newer, strange_fact, no_json, no_table, a_folder),
]


@pytest.mark.parametrize("spoil", SPOILT, ids=lambda s: s.__name__)
def test_p8_a_file_that_cannot_be_read_is_a_sentence_and_other_tables_go_on(evening: Evening, spoil: Spoil) -> None:
    evening.open_card()
    broken, phone = evening.table, evening.phones["fremen"]
    evening.set_table()
    good = evening.table
    evening.close()
    spoil(evening.folder / f"{broken}{ENDING}")
    raw = b"" if spoil is a_folder else (evening.folder / f"{broken}{ENDING}").read_bytes()
    evening._open()
    for _ in range(2):
        for browser, page in ((evening.onlooker, "/"), (phone, "/me"), (phone, "/me/secret"), (evening.host, "/seats")):
            found = sentence(browser.get(f"/t/{broken}{page}"))
            assert broken in found and "another referee" not in found
        sentence(phone.post(f"/t/{broken}/me", {"act": "Pass"}))
    assert evening.onlooker.get("/").status_code == 200 and evening.onlooker.get(f"/t/{good}/").status_code == 200
    assert evening.hall.find(good) is not None
    assert spoil is a_folder or (evening.folder / f"{broken}{ENDING}").read_bytes() == raw, "not touched"


def test_p8_a_second_referee_on_the_same_file_is_refused(auction: Evening) -> None:
    second = Evening(auction.folder)
    try:
        second.table = auction.table
        page = sentence(second.onlooker.get(f"/t/{auction.table}/"))
        assert "open in another referee" in page
        with pytest.raises(JournalError, match="open in another referee"):
            Journal(file_of(auction))
        assert auction.bid(1).status_code == 200, "the first one is not disturbed"
        auction.close()
        assert second.onlooker.get(f"/t/{auction.table}/").status_code == 200, "once the first has stopped"
    finally:
        second.close()


def test_p8_a_file_named_in_another_alphabet_is_a_table_like_any_other(evening: Evening) -> None:
    table = evening.table
    evening.close()
    shutil.copy(evening.folder / f"{table}{ENDING}", evening.folder / f"Wüste{ENDING}")
    shutil.copy(evening.folder / f"{table}{ENDING}", evening.folder / f"game night 50%{ENDING}")
    evening._open()
    names = {one.id for one in evening.hall.tables()} - {table}
    assert len(names) == 2 and all(re.fullmatch(r"[a-z0-9-]+", name) for name in names)
    for name in names:
        assert f'href="/t/{name}/"' in evening.steer().get("/").text
        assert evening.onlooker.get(f"/t/{name}/").status_code == 200
        code = evening.desk.codes.arm(name, "fremen").text
        answer = evening.browser().post("/J/", {"code": code})
        assert answer.status_code == 303 and answer.location == f"/t/{name}/me"
        assert evening.host.post(f"/t/{name}/", {"act": "BeginBidding"}).status_code == 303
    assert evening.onlooker.get("/t/W%C3%BCste/").status_code == 404


def test_p8_a_folder_whose_name_says_full_is_not_a_full_disk(tmp_path: Path) -> None:
    (tmp_path / "full moon").write_text("in the way")
    with pytest.raises(JournalError) as caught:
        Journal(tmp_path / "full moon" / f"x{ENDING}")
    assert "disk is full" not in str(caught.value) and "another folder" in str(caught.value)


# -- a full disk ------------------------------------------------------------------------------------


class FullDisk:
    """Stands between the journal and its disk: reading works, writing does not."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def full(self: Journal, *words: object) -> None:
            raise JournalError("The disk is full, so nothing was written and nothing changed. Free some space.")

        self._patch, self._full = monkeypatch, full

    def __enter__(self) -> None:
        for name in ("append", "add_key", "remove_key", "set_note"):
            self._patch.setattr(Journal, name, self._full)

    def __exit__(self, *words: object) -> None:
        self._patch.undo()


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> FullDisk:
    return FullDisk(monkeypatch)


def test_p8_a_full_disk_refuses_every_act_and_changes_nothing(auction: Evening, full: FullDisk) -> None:
    auction.bid(1)
    pages = {viewer: auction.bytes_of(viewer, f"/t/{auction.table}/") for viewer in (PUBLIC, "host")}
    referee, rows, rung = repr(auction.sitting.views.referee), auction.rows(), len(auction.rings)
    code = auction.desk.codes.arm(auction.table, "fremen").text
    base = f"/t/{auction.table}"
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
    assert repr(auction.sitting.views.referee) == referee
    assert auction.rows() == rows and len(auction.rings) == rung
    assert {viewer: auction.bytes_of(viewer, f"{base}/") for viewer in pages} == pages
    assert auction.phones["emperor"].get(f"{base}/me").status_code == 200, "nobody has lost a seat"
    assert auction.bid(2).status_code == 200, "and it goes on when there is room"
    assert auction.browser().post("/J/", {"code": code}).status_code == 303, "the code was not used up"


def test_p8_the_same_tap_is_taken_once_there_is_room(auction: Evening, full: FullDisk) -> None:
    seen = auction.sitting.sight()
    with full:
        assert auction.tap("atreides", "Bid", key="k", amount=2, seen=seen).status_code == 507
    assert auction.tap("atreides", "Bid", key="k", amount=2, seen=seen).status_code == 200
    assert auction.bidding.high == 2


def test_p8_a_table_that_cannot_be_set_leaves_nothing_behind(evening: Evening, full: FullDisk) -> None:
    before = sorted(evening.folder.iterdir())
    with full:
        assert "disk is full" in sentence(evening.host.post("/new", set_up()))
    assert sorted(evening.folder.iterdir()) == before
    start = evening.onlooker.get("/").text
    assert start.count("/t/") == 1
    assert evening.host.post("/new", set_up()).location.endswith("evening-2/")


def test_p8_a_table_opened_on_a_full_disk_opens_later(auction: Evening, full: FullDisk) -> None:
    auction.close()
    auction._open()
    with full:  # the clock was running, so opening it has to write down that it is paused
        for _ in range(2):
            assert "disk is full" in sentence(auction.onlooker.get(f"/t/{auction.table}/"))
    assert "Paused after a restart" in auction.onlooker.get(f"/t/{auction.table}/").text


# -- what is on disk --------------------------------------------------------------------------------


def test_p8_an_act_is_synced_before_it_is_answered(evening: Evening) -> None:
    run = evening.sitting.journal._db.execute
    settings = {name: run(f"pragma {name}").fetchone()[0] for name in ("synchronous", "journal_mode", "locking_mode")}
    assert settings == {"synchronous": 2, "journal_mode": "wal", "locking_mode": "exclusive"}


def test_p8_a_restart_forgets_nothing(auction: Evening) -> None:
    for amount in range(1, 9):
        auction.bid(amount)
    auction.must("atreides", "KeepNote", text="who has what")
    views = auction.sitting.views
    before = {viewer: repr(table.seats) for viewer, table in views.tables.items()}
    rows = auction.sitting.rows()
    auction.restart()
    assert auction.sitting.rows()[: len(rows)] == rows
    assert {viewer: repr(table.seats) for viewer, table in auction.sitting.views.tables.items()} == before
    timer = auction.sitting.timer()
    assert timer and timer.paused and timer.reason == "back"
    assert all("Paused after a restart" in auction.phones[seat].get(f"/t/{auction.table}/me").text for seat in SIX)


def test_p8_rows_credentials_and_notes_come_back_as_they_were(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "deep" / "er" / f"x{ENDING}")
    act = Act(1, 123456789, "fremen\u202e'\"; drop table acts", "key\x00", (), "act", 0)
    journal.append(act)
    key = Key("fremen", "ab" * 32, "iPhone", 1.5)
    journal.add_key(key)
    journal.set_note("name", "ä\n")
    journal.close()
    again = Journal(journal.path)
    assert (again.rows(), again.credentials(), again.note("name"), again.note("none")) == ([act], [key], "ä\n", "")
    again.remove_key(key.hash)
    again.remove_key(key.hash)
    assert again.credentials() == []
    with pytest.raises(JournalError):
        again.append(act)
    assert again.rows() == [act], "a number is written once"
    again.close()


def test_a_program_for_one_table_has_no_other(play: Play, tmp_path: Path) -> None:
    evening = play()
    evening.close()
    hall = Hall(evening.folder, only=file_of(evening))
    try:
        assert [one.id for one in hall.tables()] == [evening.table] and hall.find("other") is None
        with pytest.raises(JournalError, match="one table"):
            hall.create("another")
    finally:
        hall.close()
