"""A file of another kind, damaged, newer or strangely named: a sentence, and nothing is touched (P8 has the rest)."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from referee.running.hall import ENDING, Hall
from referee.running.journal import SCHEMA_VERSION, FileJournal, JournalError, read
from tests.kit import Evening, Play, file_of, sentence

Spoil = Callable[[Path], None]


# -- a file that cannot be used -----------------------------------------------------------------------


def truncated(path: Path) -> None:
    with path.open("r+b") as file:
        file.truncate(path.stat().st_size // 2 + 100)


def scribbled(path: Path) -> None:
    raw = bytearray(path.read_bytes())
    raw[4096:12288] = b"\xa5" * 8192
    path.write_bytes(raw)


def text(path: Path) -> None:
    path.write_text("Dear diary, tonight we played.\n" * 400)


def execute(path: Path, command: str) -> None:
    with sqlite3.connect(path) as other:
        other.execute(command)
    other.close()


def foreign(path: Path) -> None:
    path.unlink()
    execute(path, "create table recipes (name text)")


def a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


SPOILT: dict[str, Spoil] = {
    **{one.__name__: one for one in (truncated, scribbled, text, foreign)},
    "of_another_program": lambda path: execute(path, "pragma application_id = 7"),
    "newer": lambda path: execute(path, f"pragma user_version = {SCHEMA_VERSION + 1}"),
    "strange_event": lambda path: execute(
        path, """update acts set facts = '[{"fact": "Tomorrow"}]' where number = 3"""
    ),
    "no_json": lambda path: execute(path, "update acts set facts = '[[[' where number = 3"),
    "no_table": lambda path: execute(path, "drop table acts"),
    "a_folder": a_folder,
}


@pytest.mark.parametrize("spoil", SPOILT.values(), ids=SPOILT)
def test_a_file_that_cannot_be_read_is_a_sentence_and_other_tables_go_on(evening: Evening, spoil: Spoil) -> None:
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


def test_a_file_named_in_another_alphabet_is_a_table_like_any_other(evening: Evening) -> None:
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
        code = evening.desk.credentials.codes.arm(name, "fremen").text
        answer = evening.browser().post("/J/", {"code": code})
        assert answer.status_code == 303 and answer.location == f"/t/{name}/me"
        assert evening.host.post(f"/t/{name}/", {"act": "BeginBidding"}).status_code == 303
    assert evening.onlooker.get("/t/W%C3%BCste/").status_code == 404


def test_a_folder_whose_name_says_full_is_not_a_full_disk(tmp_path: Path) -> None:
    (tmp_path / "full moon").write_text("in the way")
    with pytest.raises(JournalError) as caught:
        FileJournal(tmp_path / "full moon" / f"x{ENDING}")
    assert "disk is full" not in str(caught.value) and "another place" in str(caught.value)


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


def test_of_many_tables_the_last_ones_are_listed_and_any_is_found_by_its_name(evening: Evening) -> None:
    for n in range(130):
        (evening.folder / f"friday-{n}.referee").touch()
    (evening.folder / "the-big-one-1.referee").touch()
    os.utime(evening.folder / "the-big-one-1.referee", (0, 0))
    first = evening.onlooker.get("/").text
    assert first.count("/t/friday-") == 60 and "the-big-one" not in first
    assert "/t/the-big-one-1/" in evening.onlooker.get("/?find=Big one").text
    assert "/t/the-big-one-1/" in evening.onlooker.get("/?from=120").text
    assert "No game has a name like that" in evening.onlooker.get("/?find=<b>nobody").text
    assert all(evening.onlooker.get(f"/?from={word}").status_code == 200 for word in ("-1", "x", "9" * 400, "\u0663"))


# -- files of earlier versions ------------------------------------------------------------------------


def of_version_1(path: Path) -> None:
    execute(path, "alter table acts drop column chain")
    execute(path, "pragma user_version = 1")


def of_version_2(path: Path) -> None:
    """Written by a program that did not yet note in the file what each version had added."""


EARLIER: dict[str, tuple[Spoil, ...]] = {
    "1": (of_version_1, lambda path: execute(path, "drop table notes")),
    "2": (of_version_2,),
}


@pytest.mark.parametrize("how", EARLIER.values(), ids=EARLIER)
def test_a_file_of_an_earlier_version_opens_with_all_its_actions(evening: Evening, how: tuple[Spoil, ...]) -> None:
    evening.open_card()
    path = evening.folder / f"{evening.table}{ENDING}"
    evening.close()
    before = read(path)
    for step in (lambda path: execute(path, "drop table _sqlite_migrations"), *how):
        step(path)
    for _ in range(2):  # it becomes one of this version, once
        journal = FileJournal(path)
        assert journal.rows() == before
        journal.close()
    assert read(path) == before
    evening._open()


def test_a_file_of_this_version_is_not_chained_anew(evening: Evening) -> None:
    evening.open_card()
    path = evening.folder / f"{evening.table}{ENDING}"
    evening.close()
    execute(path, "drop table _sqlite_migrations")
    execute(path, "update acts set at = at + 1 where number = 2")
    with closing(FileJournal(path)) as journal, pytest.raises(JournalError, match="action 2"):
        journal.rows()
    evening._open()
