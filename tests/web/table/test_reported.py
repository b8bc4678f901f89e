"""That was wrong: what a screen reports is what its viewer heard, and `referee play --json` plays it once more."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from referee.cli.play import answer_line
from referee.contract.reported import packed
from referee.kernel import PUBLIC
from referee.phases.bidding.events import BidMade
from tests.kit import ATREIDES, HARKONNEN, Evening, Play, Room

Case = dict[str, Any]
FOUGHT = {"atreides": ("Gom Jabbar/1", "Snooper/1"), "harkonnen": ("Shield/1", "Chaumurky/1")}


@pytest.fixture
def evening_of_a_battle(tmp_path: Path) -> Iterator[tuple[Evening, Room]]:
    """A battle that is judged and not settled yet, in the folder of a program."""
    room = Room(hands=FOUGHT, file=tmp_path / "battle.referee")
    room.fight(ATREIDES, HARKONNEN)
    room.answers()
    room.journal.close()
    evening = Evening(tmp_path)
    evening.table = "battle"
    yield evening, room
    evening.close()


@pytest.fixture
def auction(play: Play) -> Evening:
    evening = play("Karama/1", "Snooper/1")
    evening.open_card()
    return evening


def reported(evening: Evening, viewer: str, number: int, instead: str = "") -> Case:
    """Return the case of the file that a screen saves."""
    way = f"/t/{evening.table}/{'' if viewer in (PUBLIC, 'host') else 'me/'}why/{number}/case.jsonl?instead={instead}"
    answer = evening.who(viewer).get(way)
    assert answer.status_code == 200 and "attachment" in answer.headers["Content-Disposition"]
    made: Case = json.loads(answer.text)
    return made


def last_bid(evening: Evening) -> int:
    """Return the number of its line."""
    log = evening.public.log
    return max(number for number, heard in enumerate(log, start=1) if isinstance(heard.event, BidMade))


def replayed(case: Case) -> Case:
    return answer_line(json.dumps(case))


def page(evening: Evening, viewer: str, number: int) -> str:
    own = "" if viewer in (PUBLIC, "host") else "me/"
    answer = evening.who(viewer).get(f"/t/{evening.table}/{own}why/{number}/wrong")
    assert answer.status_code == 200
    return answer.text


def test_a_refusal_leads_to_a_case_that_is_refused_by_the_same_rule(auction: Evening) -> None:
    turn = auction.bidding.turn
    others = next(seat for seat in auction.public.seats if seat != turn)
    refused = auction.tap(others, "Bid", amount="1", seen=auction.sight())
    assert refused.status_code == 409 and "why/0/wrong" in refused.text
    case = reported(auction, others, 0, "my+turn")
    told = replayed(case)
    assert (told["legal"], told["error"]["rule"], told["same"]) == (False, case["said"]["error"]["rule"], True)
    assert case["instead"] == "my turn" and case["tried"]["command"] == "Bid"
    there = f"/t/{auction.table}/me/why/0/wrong"
    assert "Added: the file below has it now." in auction.phones[others].get(f"{there}?instead=my+turn").text
    assert "Added:" not in auction.phones[others].get(there).text


def test_how_to_put_it_right_now_stands_before_the_file_and_leads_to_the_table(auction: Evening) -> None:
    auction.bid(3)
    text = page(auction, PUBLIC, last_bid(auction))
    assert text.index("To put it right now: Undo or Cancel this battle") < text.index("Save the case as a file")
    link = f'<a class="btn btn-go" href="/t/{auction.table}/">Open the table screen</a>'
    there = f"/t/{auction.table}/why/{last_bid(auction)}/wrong"
    assert link in auction.host.get(there).text and link not in text
    assert "Open the table screen" not in page(auction, "emperor", last_bid(auction))


def test_a_refusal_behind_the_shield_is_not_told_on_the_page_and_stands_in_the_file(auction: Evening) -> None:
    seat = auction.bidding.turn
    auction.tap(seat, "GiveSpice", to="harkonnen", amount="4")
    text = page(auction, seat, 0)
    assert "refused behind your shield" in text and "REFEREE1" not in text and "issues/new" not in text
    assert "GiveSpice" in json.dumps(reported(auction, seat, 0))
    way = re.search(r'class="why" href="([^"]+)"', auction.phones[seat].get(f"/t/{auction.table}/me/secret").text)
    assert way and way[1].endswith("me/why/0/wrong")


@pytest.mark.parametrize(("act", "fields"), [("SealBid", {"amount": "7"}), ("DiscardDown", {"card": "Karama/1"})])
def test_what_was_typed_and_came_too_late_is_in_no_code_on_an_open_phone(
    auction: Evening, act: str, fields: dict[str, str]
) -> None:
    seat = auction.bidding.turn
    refused = auction.tap(seat, act, **fields)
    assert refused.status_code == 409 and "why/0/wrong" in refused.text
    text = page(auction, seat, 0)
    assert "REFEREE1" not in text and "issues/new" not in text
    assert reported(auction, seat, 0)["tried"]["command"] == act


def test_a_bid_is_taken_again_from_any_screen(auction: Evening) -> None:
    auction.bid(3)
    number = last_bid(auction)
    for viewer in (PUBLIC, *auction.public.seats):
        case = reported(auction, viewer, number)
        assert (case["tried"]["amount"], replayed(case)["same"]) == (3, True), viewer


def test_the_rule_that_has_changed_since_is_told_to_be_another(auction: Evening, monkeypatch: Any) -> None:
    """A case of a program that forbade too much is legal in one that does not: nothing of it has to be edited."""
    seat = next(one for one in auction.public.seats if one != auction.bidding.turn)
    auction.tap(seat, "Bid", amount="1", seen=auction.sight())
    case = reported(auction, seat, 0)
    monkeypatch.setattr("referee.phases.bidding.auction.Bid.objections", lambda self, table: ())
    monkeypatch.setattr("referee.powers.against.not_open", lambda *_: ())
    told = replayed(case)
    assert (told["legal"], told["same"]) == (True, False)


def test_the_code_is_the_same_case_and_a_cut_one_is_refused(auction: Evening) -> None:
    auction.bid(2)
    number = last_bid(auction)
    text = page(auction, PUBLIC, number)
    code = unescape(re.search(r"<textarea[^>]*readonly[^>]*>([^<]+)<", text)[1])  # type: ignore[index]
    case = reported(auction, PUBLIC, number)
    assert code == packed(case) and answer_line(code) == replayed(case)
    assert answer_line(f" {code.lower()}\n") == replayed(case)
    for cut in (code[:-7], code[:60], "REFEREE1", "REFEREE1!"):
        assert answer_line(cut)["error"]["why"].startswith("This code of a case is not whole.")


def test_what_others_know_and_what_people_are_called_is_in_no_case(auction: Evening) -> None:
    auction.bid(2)
    number = last_bid(auction)
    for viewer in (PUBLIC, *auction.public.seats):
        text = json.dumps(reported(auction, viewer, number))
        hands = {one: auction.sitting.views.referee.seats[one].hand.faces() for one in auction.public.seats}
        others = {card for one, cards in hands.items() if one != viewer for card in cards}
        assert not [card for card in others - set(hands.get(viewer, ())) if json.dumps(card) in text], viewer
        assert not [own.player for own in auction.public.seats.values() if own.player and own.player in text]


def test_nobody_but_the_table_reads_what_the_table_was_refused(auction: Evening) -> None:
    assert auction.tap("host", "DealRow").status_code == 409
    assert reported(auction, "host", 0)["tried"]["command"] == "DealRow"
    assert auction.onlooker.get(f"/t/{auction.table}/why/0/wrong").status_code == 404
    assert auction.phones["fremen"].get(f"/t/{auction.table}/me/why/0/wrong").status_code == 404


def test_the_link_to_the_internet_is_filled_in_and_fetched_by_nothing(auction: Evening) -> None:
    auction.bid(2)
    text = page(auction, PUBLIC, last_bid(auction))
    link = re.search(r'<p id="issue" hidden>.*?href="([^"]+)"', text, re.DOTALL)
    assert link and "template=ruling.yml" in link[1] and "case=REFEREE1" in link[1]
    fetched = re.findall(r'(?:src|action|hx-get|link [^>]*href)="(https?:[^"]+)"', text)
    assert not fetched


def test_no_line_no_case(auction: Evening) -> None:
    for number in (0, 9999):
        for base in (f"why/{number}", f"me/why/{number}"):
            who = auction.phones["fremen"] if base.startswith("me") else auction.onlooker
            for end in ("wrong", "case.jsonl"):
                assert who.get(f"/t/{auction.table}/{base}/{end}").status_code == 404


def test_a_verdict_is_judged_again_from_its_open_plans(evening_of_a_battle: tuple[Evening, Room]) -> None:
    evening, room = evening_of_a_battle
    text = evening.onlooker.get(f"/t/{evening.table}/").text
    way = re.search(r'href="([^"]+/why/(\d+)/wrong)"', text)
    assert way and evening.onlooker.get(way[1]).status_code == 200
    case = json.loads(evening.onlooker.get(way[1].replace("wrong", "case.jsonl")).text)
    told = replayed(case)
    assert told["same"] is True and told["happens"][0] == "Atreides win."
    spoilt = json.loads(json.dumps(case))
    judged = next(one for one in spoilt["then"] if one["fact"] == "BattleJudged")
    judged["verdict"]["winner"] = "harkonnen"
    assert replayed(spoilt)["same"] is False
    assert room.live.verdict.winner
