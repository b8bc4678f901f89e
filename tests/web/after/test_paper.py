"""4.97.16: the game on paper, and from paper to a new table: nobody sees more, and nothing is lost on the way."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from referee.agreements.deals import Deals
from referee.cli import main
from referee.common.phones_at_seats import TakeSeat
from referee.holdings.setup import ChangeOption
from referee.holdings.traitors import Traitors
from referee.kernel import PUBLIC, Chance, Command, Event, Table, face_name, known, sealed
from referee.offers.offer import behind_shield
from referee.paper.sheets import public_sheet
from referee.phases.battle.events import CompanionNoted
from referee.phases.battle.live_battle import companion_of
from referee.running.dice import Dice
from referee.turn.next_phase import GoTo
from referee.web.after.sheets import seat_sheet
from referee.web.app import qr
from referee.web.app.qr import paper_codes, parts_of
from tests.kit import SIX, Browser, Evening, LiveTable, own_sheet, set_up, set_up_fields, set_up_from, table_sheet


class Noted(Command):
    """One event, written down as it is."""

    by = "referee"
    event: Any

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield self.event


def behind(table: Table, seat: str) -> tuple[Any, ...]:
    """Return what lies behind a shield, as its owner knows it."""
    one = table.seats[seat]
    return sorted(map(face_name, one.hand)), one.spice, table.state(Traitors).kept.get(seat), one.notes


@pytest.fixture
def played(evening: Evening) -> Evening:
    """An evening with dealt traitors, a prediction, a deal, a note and a storm."""
    evening.must("host", "DealTraitors")
    for seat in ("atreides", "fremen"):
        table = evening.sitting.screen(seat)
        evening.must(seat, "KeepTraitor", leader=table.state(Traitors).dealt[seat][0])
    evening.must("bene_gesserit", "Predict", of="fremen", turn="5")
    evening.must("atreides", "KeepNote", text="Fremen, it seems, holds a \u201cLasgun\u201d")
    evening.must("host", "GoTo", phase="revival")
    evening.must(
        "host", "MakeDeal", seat="fremen", other="emperor", words="No fight in Carthag", phase="battle", turn="3"
    )
    return evening


def test_4_97_16_each_player_takes_the_own_sheet_up_at_another_laptop(played: Evening, tmp_path: Path) -> None:
    sheets = {seat: own_sheet(played, seat) for seat in SIX}
    other = set_up_from(tmp_path / "other", table_sheet(played))
    for seat in SIX:
        other.seat(seat)
        other.must(seat, "TakeSheet", sheet=sheets[seat])
        assert behind(other.sitting.screen(seat), seat) == behind(played.sitting.screen(seat), seat)
    before, after = (public_sheet(one.public)["situation"] for one in (played, other))
    assert after == before and other.public.state(Deals).open
    assert own_sheet(other, "bene_gesserit") == sheets["bene_gesserit"] and "fremen 5" in sheets["bene_gesserit"]
    assert not any(other.public.seats[seat].hand.faces() for seat in SIX)
    other.close()


@pytest.mark.parametrize(("lost", "alive"), [(8, True), (9, False)])
def test_2_01_10_atreides_bring_the_count_of_the_fallen_along(
    played: Evening, tmp_path: Path, lost: int, alive: bool
) -> None:
    note = CompanionNoted("atreides", sealed(lost, "atreides"), alive, "", ("2.01.10",))
    played.sitting.act(Noted(note), "referee")
    other = set_up_from(tmp_path / "other", table_sheet(played))
    other.seat("atreides")
    other.must("atreides", "TakeSheet", sheet=own_sheet(played, "atreides"))
    found = companion_of(other.sitting.screen("atreides"), "atreides")
    assert (found.lost, found.alive) == (lost, alive)
    assert not known(companion_of(other.public, "atreides").lost)
    other.close()


def test_4_97_16_whole_sheets_let_the_referee_deal_on(played: Evening, tmp_path: Path) -> None:
    other = set_up_from(
        tmp_path / "other", "\n".join([table_sheet(played), *(own_sheet(played, seat) for seat in SIX)])
    )
    for seat in SIX:
        assert behind(other.sitting.screen(seat), seat)[:3] == behind(played.sitting.screen(seat), seat)[:3]
    assert len(other.public.deck) == len(played.public.deck)
    other.close()


@pytest.mark.parametrize(("seat", "sheet", "words"), [
    ("fremen", "", "sheet"), ("fremen", "[" * 1500, "not a sheet"),
    ("fremen", '{"sheet":"Emperor","hand":[]}', "Emperor"),
    ("fremen", '{"sheet":"Fremen","hand":["Excalibur"]}', "unknown card"),
    ("fremen", '{"sheet":"Fremen","hand":["Shield","Shield","Shield","Shield","Hajr"]}', "more cards"),
])  # fmt: skip
def test_4_97_16_another_sheet_is_refused_behind_the_shield(
    played: Evening, tmp_path: Path, seat: str, sheet: str, words: str
) -> None:
    other = set_up_from(tmp_path / "other", table_sheet(played))
    phone = other.seat(seat)
    answer = other.tap(seat, "TakeSheet", sheet=sheet)
    said = answer.text + phone.get(f"/t/{other.table}/me/secret?tab=home").text
    assert words in said and "load their own sheet" not in other.onlooker.get(f"/t/{other.table}/log").text
    other.close()


def test_4_97_16_a_sheet_is_taken_up_once_and_not_in_a_running_game(played: Evening, tmp_path: Path) -> None:
    sheet = own_sheet(played, "fremen")
    played.tap("fremen", "TakeSheet", sheet=sheet)
    assert "takes up" not in played.onlooker.get(f"/t/{played.table}/log").text
    other = set_up_from(tmp_path / "other", table_sheet(played))
    other.seat("fremen")
    for _ in range(2):
        other.tap("fremen", "TakeSheet", sheet=sheet)
    assert other.onlooker.get(f"/t/{other.table}/log").text.count("load their own sheet") == 1
    other.close()


def test_4_97_16_nobody_goes_on_before_the_sheets_are_taken_up(played: Evening, tmp_path: Path) -> None:
    sheet = own_sheet(played, "fremen")
    other = set_up_from(tmp_path / "other", table_sheet(played))
    phone = other.seat("fremen")
    for screen in (other.onlooker.get(f"/t/{other.table}/"), phone.get(f"/t/{other.table}/me")):
        assert "pastes their own sheet" in screen.text
    on = GoTo("revival")
    assert "Sheets still to load: Fremen" in other.sitting.act(on, "host").objections[0].sentence
    other.must("fremen", "TakeSheet", sheet=sheet)
    assert other.sitting.act(on, "host").done
    assert "pastes their own sheet" not in other.onlooker.get(f"/t/{other.table}/").text
    other.close()


def test_4_97_16_a_printed_position_that_does_not_add_up_is_put_right_on_the_form(played: Evening) -> None:
    sheet = json.loads(table_sheet(played))
    sheet["situation"] |= {"reserves": {"Fremen": {"normal": 20}}, "tanks": {"Fremen": {"normal": 7}}}
    filled = played.host.post("/new", {**set_up(), "fill": "1", "paper": json.dumps(sheet)})
    assert filled.status_code == 200 and 'value="20"' in filled.text
    assert "make 27" in played.host.post("/new", set_up_fields(filled.text)).text


def test_4_97_16_the_public_sheet_is_the_same_whatever_lies_behind_the_shields(played: Evening) -> None:
    path = f"/t/{played.table}/paper"
    seen = {browser.get(path).text for browser in (played.onlooker, played.phones["fremen"])}
    assert len(seen) == 1
    played.must("atreides", "KeepNote", text="Something else")
    assert played.onlooker.get(path).text in seen and "Lasgun" not in seen.pop()


def test_4_97_16_the_tables_own_options_come_along(played: Evening, tmp_path: Path) -> None:
    for key, value in (("B6", "60"), ("B1", "final"), ("P3", "wheels")):
        assert played.sitting.act(ChangeOption(key, value), "host").done
    other = set_up_from(tmp_path / "other", table_sheet(played))
    assert {**other.public.options, "P1": ""} == {**played.public.options, "P1": ""}
    assert other.public.options["B6"] == "60"
    other.close()


def test_4_97_16_each_code_of_a_sheet_may_begin_a_new_line(
    played: Evening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(qr, "MOST_BYTES", 100)
    other = set_up_from(tmp_path / "other", "\r\n".join(parts_of(table_sheet(played))))
    before, after = (public_sheet(one.public)["situation"] for one in (played, other))
    assert after == before
    other.close()


def test_4_97_16_codes_hold_the_whole_text_in_order() -> None:
    text = json.dumps({"words": ["ab  cd " * 300, "\u00e9" * 200]})
    pieces = parts_of(text)
    assert "".join(pieces) == text and len(pieces) == len(paper_codes(text)) > 2
    assert all(piece == piece.strip() for piece in pieces) and "".join(parts_of(" a" * 900)) == " a" * 900


def test_4_97_16_the_owner_prints_a_folded_sheet_for_each_seat(
    played: Evening, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    played.close()
    (file,), goal = played.folder.glob("*.referee"), tmp_path / "print.html"
    assert main(["sheets", str(file), "--out", str(goal)]) == 0
    text = goal.read_text("utf-8")
    assert text.count('class="folded"') == 6 and text.count("<svg") >= 7 and goal.stat().st_mode & 0o77 == 0
    assert "Fremen in turn 5" in text and "Fremen in turn 5" not in "".join(capsys.readouterr())
    assert main(["sheets", str(file), "--out", str(goal)]) == 1


def test_4_97_16_both_screens_lead_to_the_paper(played: Evening) -> None:
    screen: Browser = played.onlooker
    assert all(f'/t/{played.table}/paper"' in page.text for page in (
        screen.get(f"/t/{played.table}/more?see=pages"), played.phones["fremen"].get(f"/t/{played.table}/me?tab=more"),
    ))  # fmt: skip
    assert played.sitting.screen(PUBLIC).seats


def test_4_97_16_what_a_card_does_is_printed_on_the_card_and_not_on_the_sheet() -> None:
    """Three rooms tell behind the shield what their cards and tokens do; phones show it, paper has the names."""
    table = LiveTable("richese", "ecaz", "ixian", "emperor", dice=Dice(3), count=-1, spice=-1, deck=None)
    table.do(TakeSeat("ixian", "phone"), who="referee")
    for seat, title in (("richese", "The cache"), ("ecaz", "Your ambassadors"), ("ixian", "Cards to be dealt")):
        own = table.screen(seat)
        shown = next(one.lines for one in behind_shield(own, seat) if one.title == title)
        printed = dict(seat_sheet(own, seat).parts)[title]
        assert len(printed) > 2 and all(
            line.startswith(f"*{name}*: ") for line, name in zip(shown, printed, strict=True)
        )
