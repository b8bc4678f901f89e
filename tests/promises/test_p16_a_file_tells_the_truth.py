r"""P16: a flipped bit, a forged import or a strange line is named or refused, and hurts no other table.

``REFEREE_FLIPS`` sets how many single bits of a table's file are flipped, ``REFEREE_IMPORTS`` how many forged exports
are imported, some by default.

Mutants (``python -m tests.promises.mutants 16`` tries them):
referee/running/journal.py: `    broken = first_broken(chained)` -> `    broken = None` (flip)
referee/running/journal.py: `    except (UnicodeDecodeError, KeyError) as error:`
    -> `    except ZeroDivisionError as error:` (flip)
referee/knowledge/conserved.py: `        if more or less:` -> `        if False:` (card)
referee/knowledge/conserved.py: `and before.spice != now.spice:` -> `and False:` (spice)
referee/cli/import_.py: `    if judged.faults:` -> `    if False:` (forged)
referee/cli/import_.py: `        path.unlink(missing_ok=True)` -> `        pass` (whatever)
referee/running/possible.py: `    names = {*ask(table, KnownCards()).value, ""}` -> `    names = told` (judged)
referee/running/judgement.py: `*sorted(self._counted.wrong), ` -> `` (judged)
referee/running/means.py: `    if event.payer == BANK and not event.why:` -> `    if False:` (judged)
referee/running/possible.py: `return all(least <= one <= most and` -> `return all(one <= most and` (judged)
referee/running/possible.py: `    if any(isinstance(one, Sealed) and` -> `    if any(False and` (judged)
referee/cli/terminal.py: `"[\x00-\x1f\x7f-\x9f\u00ad` -> `"[\x00-\x1f\u00ad` (terminal)
referee/running/journal.py: `0o600))` -> `0o644))` (nobody_else)
referee/paper/seals.py: `"fits" if own == public else "other"` -> `"fits"` (sheet)
referee/paper/seals.py: `"unsealed" if not own else ` -> `` (sheet)
referee/paper/seals.py: `if sealed_now(table) else {}` -> `` (gone_on)
"""

from __future__ import annotations

import json
import os
import sqlite3
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from referee.cli import main
from referee.cli.exits import CODES
from referee.common.sealed_shuffles import in_fours
from referee.kernel.events import from_json, to_json
from referee.knowledge.notes import KeepNote
from referee.running.dice import Dice
from referee.running.hall import Hall
from referee.running.journal import FileJournal, JournalError, read
from referee.running.sitting import Sitting
from tests.kit import SIX, Evening, LiveTable, flips, forged, of_files, own_sheet, set_up_from, table_sheet

FLIPS = int(os.environ.get("REFEREE_FLIPS", "40"))
IMPORTS = int(os.environ.get("REFEREE_IMPORTS", "60"))
STRANGE = "\u202edrow\u2028next\x85\x9b31m"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return the file of a table at which something was done, a strange note too."""
    path = tmp_path / "one.referee"
    table = LiveTable("atreides", "emperor", "fremen", file=path, count=1, deck=None)
    table.do("bidding", KeepNote("atreides", STRANGE))
    table.journal.close()
    return path


def opens(path: Path) -> bool:
    journal = FileJournal(path)
    try:
        Sitting(journal, Dice(1))
    finally:
        journal.close()
    return True


def test_p16_a_flipped_bit_opens_nothing_silently(file: Path) -> None:
    assert flips(file, FLIPS, Random(3)) == []


FORGERIES: dict[str, Callable[[list[Any]], None]] = {
    "no card": lambda facts: _hand(facts)["cards"].update(sealed=["Death Ray/1"]),
    "in two places": lambda facts: _hand(facts)["cards"].update(sealed=[_deck(facts)[0]]),
    "for nothing": lambda facts: facts.append(_paid(100_000)),
    "SpiceMoved: amount": lambda facts: facts.append(_paid(-4)),
    "another player": lambda facts: _hand(facts)["cards"].update(to=["emperor"]),
}


def _hand(facts: list[Any]) -> dict[str, Any]:
    found: dict[str, Any] = next(fact for fact in facts if fact["fact"] == "HandHeld")
    return found


def _deck(facts: list[Any]) -> list[str]:
    return next(list(fact["order"]) for fact in facts if fact["fact"] == "DeckShuffled")


def _paid(amount: int) -> dict[str, Any]:
    return {"fact": "SpiceMoved", "payer": "bank", "payee": "fremen", "amount": amount, "reason": "", "why": []}


@pytest.mark.parametrize("words", FORGERIES)
def test_p16_act_1_of_an_import_is_judged_like_any_other(
    words: str, file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    head, first, *rest = lines_of(file, capsys)
    act = json.loads(first)
    FORGERIES[words](act["facts"])
    forgery = tmp_path / "forged.jsonl"
    forgery.write_text("\n".join([head, json.dumps(act), *rest]))
    assert main(["import", str(forgery), "--db", str(tmp_path / "there")]) == 1
    assert words in capsys.readouterr().err and not list((tmp_path / "there").glob("*"))


@of_files
def test_p16_a_page_about_a_damaged_file_quotes_nothing_of_it(evening: Evening) -> None:
    evening.must("atreides", "KeepNote", text="secret words of mine")
    path = evening.folder / f"{evening.table}.referee"
    evening.close()
    path.write_bytes(path.read_bytes().replace(b"secret words of mine", b"secret words of m\xff\xfe\xfd"))
    evening._open()
    answer = evening.onlooker.get(f"/t/{path.stem}/")
    assert answer.status_code == 507 and "secret words" not in answer.text and "damaged" in answer.text


@pytest.mark.parametrize("name", [b"t\xe3rget integer", b"tarfet integer"])
def test_p16_a_flipped_bit_in_a_name_of_the_database_is_a_sentence(file: Path, name: bytes) -> None:
    file.write_bytes(file.read_bytes().replace(b"target integer", name))
    with pytest.raises(JournalError, match="damaged"):
        read(file)


@of_files
def test_p16_a_changed_act_is_named_and_other_tables_go_on(evening: Evening) -> None:
    other, first = evening.set_table(), sorted(evening.folder.glob("*.referee"))[0]
    evening.close()
    with sqlite3.connect(first) as raw:
        raw.execute("update acts set facts = replace(facts, '23', '63') where number = 1")
    raw.close()
    evening._open()
    answer = evening.steer().get(f"/t/{first.stem}/")
    assert answer.status_code == 507 and "damaged or changed at action 1" in answer.text
    assert evening.host.get("/").status_code == 200 and evening.host.get(f"/t/{other}/").status_code == 200


def lines_of(path: Path, capsys: pytest.CaptureFixture[str]) -> list[str]:
    assert main(["export", "--whole", str(path)]) == 0
    return capsys.readouterr().out.split("\n")[:-1]


def test_p16_what_was_exported_can_be_imported_whatever_a_note_says(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "copy.jsonl"
    lines = lines_of(file, capsys)
    for text in ("\n".join(lines), "\n".join(json.dumps(json.loads(line), ensure_ascii=False) for line in lines)):
        copy.write_text(text, "utf-8")
        assert main(["import", str(copy), "--db", str(tmp_path / "there")]) == 0, capsys.readouterr().err
        capsys.readouterr()
    made = sorted((tmp_path / "there").glob("*.referee"))[0]
    assert [row.events for row in read(made)][: len(lines) - 1] == [row.events for row in read(file)]


def from_nowhere(record: dict[str, Any]) -> None:
    record["facts"].append(
        to_json(
            from_json({"fact": "SpiceGiven", "to": ["emperor"], "giver": "fremen", "taker": "emperor", "amount": 99})
        )
    )


def a_card_more(record: dict[str, Any]) -> None:
    record["facts"].append(
        {
            "fact": "HandHeld",
            "seat": "emperor",
            "count": 2,
            "cards": {"sealed": ["Lasgun/1", "Shield/1"], "to": ["emperor"]},
        }
    )


def more_spice(record: dict[str, Any]) -> None:
    record["facts"].append({"fact": "SpiceHeld", "seat": "emperor", "amount": {"sealed": 60, "to": ["emperor"]}})


FORGED: dict[str, Callable[[dict[str, Any]], None]] = {
    "spice, owed": from_nowhere, "card": a_card_more, "spice": more_spice,
    "time": lambda record: record.update(at=10**30), "half": lambda record: record.update(at=1e30),
    "surrogate": lambda record: record.update(key="\ud800"), "kind": lambda record: record.update(kind="x"),
}  # fmt: skip


@pytest.mark.parametrize("how", FORGED)
def test_p16_a_forged_import_is_refused_and_verify_names_the_act(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], how: str
) -> None:
    lines = lines_of(file, capsys)
    last = json.loads(lines[-1])
    FORGED[how](last)
    forged = tmp_path / "forged.jsonl"
    forged.write_text("\n".join([*lines[:-1], json.dumps(last)]), "utf-8")
    assert main(["import", str(forged), "--db", str(tmp_path / "there")]) != 0
    said = capsys.readouterr()
    assert "Traceback" not in said.err and not list((tmp_path / "there").glob("*"))
    if how.startswith(("spice", "card")):
        assert f"Action {last['number']} " in said.err
        assert main(["verify", str(forged)]) == 1
        assert f"act {last['number']}:" in capsys.readouterr().out


def test_p16_whatever_is_imported_is_refused_with_a_sentence_or_tells_a_game(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines, dice, forgery = lines_of(file, capsys), Random(IMPORTS), tmp_path / "forged.jsonl"
    nobody = json.dumps({**json.loads(lines[0]), "acts": 0})
    for n, text in enumerate([nobody, *(forged(lines, dice) for _ in range(IMPORTS))]):
        forgery.write_bytes(text.encode(errors="surrogatepass"))
        there = tmp_path / f"there {n}"
        taken = main(["import", str(forgery), "--db", str(there)]) == 0
        made = list(there.glob("*"))
        assert bool(made) == taken, "what is refused leaves no file"
        assert main(["verify", str(forgery)]) in CODES
        if taken:
            assert main(["verify", str(made[0])]) in {0, 3} and opens(made[0])
        assert "Traceback" not in "".join(capsys.readouterr())


@pytest.mark.parametrize("line", ["[" * 100_000, '{"form": NaN}', '"\\ud800"', "{}", "\x00"])
def test_p16_no_line_is_too_deep_or_too_strange_to_import(
    line: str, file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    forged = tmp_path / "forged.jsonl"
    for lines in ([line], [lines_of(file, capsys)[0], line]):
        forged.write_text("\n".join(lines), "utf-8")
        for verb in (["import", str(forged), "--db", str(tmp_path / "there")], ["verify", str(forged)]):
            assert main(verb) != 0
            assert "Traceback" not in capsys.readouterr().err


def test_p16_no_word_of_a_phone_steers_the_terminal(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["log", "--reveal", str(file)]) == 0
    shown = capsys.readouterr().out + "\n".join(lines_of(file, capsys))
    assert not any(letter in shown for letter in STRANGE if not letter.isalnum())


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps a user's folder to that user by itself")
def test_p16_the_file_is_for_nobody_else_on_this_computer(tmp_path: Path) -> None:
    path = tmp_path / "new" / "one.referee"
    FileJournal(path).close()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600 and stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    path.chmod(0o644)
    FileJournal(path).close()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def changed(sheet: str, **words: Any) -> str:
    return json.dumps({**json.loads(sheet), **words})


def unsealed(sheet: str) -> str:
    return json.dumps({name: value for name, value in json.loads(sheet).items() if name != "salt"})


FITS, OTHER = "Fremen is the one that was sealed", "Fremen is not the one that was sealed"
SHEETS: dict[str, tuple[Callable[[str], str], str]] = {
    "as it was": (lambda sheet: sheet, FITS),
    "typed anew": (lambda sheet: json.dumps(json.loads(sheet), indent=1), FITS),
    "more spice": (lambda sheet: changed(sheet, spice=60), OTHER),
    "other cards": (lambda sheet: changed(sheet, hand=["Lasgun", "Shield", "Karama"]), OTHER),
    "other salt": (lambda sheet: changed(sheet, salt="0" * 64), OTHER),
    "no seal": (unsealed, "Fremen came without its seal"),
}


@pytest.mark.parametrize("how", SHEETS)
@pytest.mark.parametrize("whole", [False, True], ids=["by its player", "by the owner"])
def test_p16_a_forged_sheet_is_named_in_public(evening: Evening, tmp_path: Path, how: str, whole: bool) -> None:
    change, words = SHEETS[how]
    assert evening.host.post(f"/t/{evening.table}/paper", {"key": "k"}).status_code == 303
    public, sheet = table_sheet(evening), change(own_sheet(evening, "fremen", "sealed"))
    other = set_up_from(tmp_path / "other", f"{public}\n{sheet}" if whole else public)
    if not whole:
        other.seat("fremen")
        other.must("fremen", "TakeSheet", sheet=sheet)
    log = other.onlooker.get(f"/t/{other.table}/log").text
    assert words in log and in_fours(json.loads(public)["more"][3].split()[2]) in log
    other.close()


def test_p16_a_sheet_is_not_vouched_for_where_none_was_sealed(evening: Evening, tmp_path: Path) -> None:
    other = set_up_from(tmp_path / "other", table_sheet(evening))
    other.seat("fremen")
    other.must("fremen", "TakeSheet", sheet=own_sheet(evening, "fremen"))
    assert "has no seal for Fremen" in other.onlooker.get(f"/t/{other.table}/log").text
    other.close()


def test_p16_seals_are_not_printed_beside_a_game_that_has_gone_on(evening: Evening) -> None:
    evening.host.post(f"/t/{evening.table}/paper", {"key": "k"})
    assert "seal fremen" in table_sheet(evening)
    evening.must("atreides", "KeepNote", text="only mine")
    assert "seal fremen" in table_sheet(evening), "what nobody else heard moves nothing"
    evening.must("host", "DealTraitors")
    assert "seal fremen" not in table_sheet(evening)
    assert "seal them again" in evening.onlooker.get(f"/t/{evening.table}/paper").text


def test_p16_only_the_tables_screen_seals_and_each_salt_is_its_owners(evening: Evening) -> None:
    for browser in (evening.onlooker, evening.phones["fremen"]):
        assert browser.post(f"/t/{evening.table}/paper", {"key": "k"}).status_code in {401, 403}
    evening.must("host", "DealTraitors")
    evening.host.post(f"/t/{evening.table}/paper", {"key": "k"})
    salts = {seat: json.loads(own_sheet(evening, seat, "sealed"))["salt"] for seat in SIX}
    assert len(set(salts.values())) == len(SIX)
    page = evening.host.get(f"/t/{evening.table}/paper").text + evening.host.get(f"/t/{evening.table}/log").text
    assert not any(salt in page for salt in salts.values())


def test_p16_a_name_that_no_table_has_costs_no_look_at_all_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = Hall(tmp_path)
    monkeypatch.setattr(hall, "_files", lambda: pytest.fail("all files were listed"))
    assert hall.find("nobody") is None and hall.find("../secret") is None
