"""A phone in a paused game."""

from __future__ import annotations

import re

from referee.kernel.commands import command_kind
from tests.kit import Evening


def test_4_97_05_while_the_game_is_paused_a_phone_neither_bids_nor_passes(auction: Evening) -> None:
    seat = auction.bidding.turn

    def may_pass() -> bool:
        return 'name="act" value="Pass"' in auction.phones[seat].get(f"/t/{auction.table}/me").text

    assert may_pass()
    auction.must("host", "PauseClock")
    assert not may_pass()
    auction.must("host", "ResumeClock")
    assert may_pass()


def test_4_97_05_any_seat_pauses_and_continues_and_the_log_names_it(auction: Evening) -> None:
    seats = [seat for seat in auction.phones if seat != auction.bidding.turn]

    def page(who: str) -> str:
        path = f"/t/{auction.table}/" + ("me" if who else "")
        return (auction.phones[who] if who else auction.host).get(path).text

    assert all('value="CallPause"' in page(seat) for seat in auction.phones)
    auction.must(seats[0], "CallPause")
    for seat in auction.phones:
        assert 'value="EndPause"' in page(seat) and 'name="act" value="Pass"' not in page(seat)
    assert 'id="pad"' not in page("") and "pause" in page("")
    auction.must(seats[1], "EndPause")
    assert 'name="act" value="Pass"' in page(auction.bidding.turn)
    log = auction.host.get(f"/t/{auction.table}/log").text
    assert re.search(r" pauses? the game\.", log) and re.search(r" continues? the game\.", log)


def test_4_97_05_a_seat_pauses_in_its_own_name_alone(auction: Evening) -> None:
    one, other = list(auction.phones)[:2]
    assert auction.tap(one, "CallPause", seat=other).status_code in {200, 204}
    assert auction.public.log[-1].event.seat == one  # type: ignore[attr-defined]


def test_4_97_05_while_paused_no_page_has_a_button_that_a_pause_refuses(auction: Evening) -> None:
    def timed() -> set[str]:
        found = set[str]()
        for seat, phone in auction.phones.items():
            for path in ("me", "me?tab=more", "me/secret", "me/secret?tab=book", "me/map", "me/log"):
                page = phone.get(f"/t/{auction.table}/{path}").text
                forms = re.findall(r"<form.*?</form>", page, re.S)
                lit = [one for one in forms if re.search(r"<button(?![^>]*(disabled|type=\"button\"))", one)]
                acts = [act for one in lit for act in re.findall(r'name="act" value="(\w+)"', one)]
                kinds = {act: command_kind(act) for act in acts}
                found |= {f"{seat}: {act}" for act, kind in kinds.items() if kind is not None and kind.timed}
        return found

    assert timed() == {f"{auction.bidding.turn}: {act}" for act in ("Bid", "Pass")}
    auction.must("host", "PauseClock")
    assert timed() == set()
