r"""P6: a code opens one seat once; a claim, a hand-over and a lost seat are seen by everybody and end the old phone.

Mutants (``python -m tests.promises.mutants 6`` tries them):
referee/web/http/seat_codes.py: `            self._forget(code.table, code.seat)\n            self._wrong`
    -> `            self._wrong`
referee/web/http/credentials.py: `            older = self._held(seat)\n            self._journal.swap(TakeSeat`
    -> `            older = ()\n            self._journal.swap(TakeSeat`
referee/web/http/seat_codes.py: `self._wrong.get(client, 0) >= TRIES:`
    -> `self._wrong.get(client, 0) > TRIES:`
referee/common/phones_at_seats.py: `lasting=True` -> `lasting=False`
"""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from referee.common.phones_at_seats import phones_of
from referee.kernel import PUBLIC
from referee.web.http.seat_codes import ARMED_SECONDS, TRIES
from tests.kit import SIX, Browser, Evening, Play, over_engine


def arm(evening: Evening, seat: str = "fremen") -> str:
    return evening.desk.credentials.codes.arm(evening.table, seat).text


def claim(browser: Browser, code: str) -> tuple[int, bytes]:
    answer = browser.post("/J/", {"code": code})
    return answer.status_code, answer.data


def log(evening: Evening) -> str:
    return evening.onlooker.get(f"/t/{evening.table}/log").text


def test_p6_the_code_on_the_table_screen_seats_a_phone(play: Play) -> None:
    evening = play()
    page = evening.host.get(f"/t/{evening.table}/seats?seat=fremen").text
    code = re.search(r'<kbd class="huge">(\w{6})</kbd>', page)
    assert code and "<svg" in page
    phone = evening.browser("192.168.1.70", "Mozilla/5.0 (Linux; Android 15; Mobile) Chrome/140 Safari/537")
    assert phone.get(f"/J/{code[1]}").status_code == 200
    answer = phone.post("/J/", {"code": f" {code[1].lower()[:3]} {code[1][3:]}"})
    assert answer.status_code == 303 and answer.location == f"/t/{evening.table}/me"
    assert "Fremen" in phone.get(answer.location).text and "Android phone" in log(evening)


def spoilt(evening: Evening) -> dict[str, str]:
    """Return codes that open nothing, by reason."""
    replayed, expired = arm(evening, "emperor"), arm(evening, "harkonnen")
    evening.clock.at += int(ARMED_SECONDS * 1000) - 1
    assert claim(evening.browser("192.168.1.70"), replayed)[0] == 303
    evening.clock.at += 2
    renewed = arm(evening)
    arm(evening)
    arm(evening)
    return {
        "replayed": replayed,
        "expired": expired,
        "replaced by a new one": renewed,
        "never armed": "AAAAAA",
        "empty": "",
        "short": "3",
        "long": "3" * 5000,
        "strange": "\x00\u202e<script>",
        "of another program": "HOSTHO",
    }


def test_p6_every_code_that_opens_nothing_gets_the_very_same_answer(evening: Evening) -> None:
    codes = spoilt(evening)
    rows, keys = evening.rows(), evening.sitting.journal.credentials()
    answers = {why: claim(evening.browser(f"192.168.2.{n}"), code) for n, (why, code) in enumerate(codes.items())}
    assert set(answers.values()) == {answers["never armed"]}
    assert answers["never armed"][0] == 403 and b"new code" in answers["never armed"][1]
    assert evening.rows() == rows and evening.sitting.journal.credentials() == keys


def test_p6_after_five_misses_the_right_code_is_just_as_wrong(evening: Evening) -> None:
    code, guesser = arm(evening), evening.browser("192.168.1.70")
    misses = {claim(guesser, f"33333{n}") for n in range(TRIES)}
    assert len(misses) == 1 and claim(guesser, code) == claim(guesser, "333339"), "the guesser learns nothing"
    assert guesser.post("/J/", {"code": code}).status_code == 429
    assert claim(evening.browser("192.168.1.71"), code)[0] == 303, "the player himself sits down all the same"


def test_p6_of_two_phones_that_race_for_a_code_one_sits_down(evening: Evening) -> None:
    for seat in SIX:
        code, start = arm(evening, seat), Barrier(4)

        def run(n: int, code: str = code, start: Barrier = start) -> int:
            phone = evening.browser(f"192.168.3.{n}")
            start.wait()
            return claim(phone, code)[0]

        with ThreadPoolExecutor(4) as pool:
            assert sorted(pool.map(run, range(4))) == [303, 403, 403, 403]
    assert len(evening.sitting.journal.credentials()) == len(SIX) + 1, "one phone a seat, and the controls"


def test_p6_a_claim_is_shown_on_every_screen(play: Play) -> None:
    evening = play()
    rung = len(evening.rings)
    evening.seat("fremen", evening.browser("192.168.1.70"))
    assert evening.rings[rung] >= {PUBLIC, *SIX}
    assert "Fremen play on another phone now: iPhone" in log(evening)
    assert phones_of(evening.public)["fremen"] == "iPhone"


def test_p6_a_hand_over_ends_the_old_phone_at_once(auction: Evening) -> None:
    old, table = auction.phones["fremen"], auction.table
    stream = old.get(f"/t/{table}/me/stream", buffered=False)
    chunks = iter(stream.response)
    assert b"beat" in next(chunks)
    new = auction.seat("fremen", auction.browser("192.168.1.70"))
    assert b"look" in next(chunks), "the old phone looks once more"
    assert [b"look" in chunk for chunk in chunks] == [True], "once it is unseated, and hears nothing further"
    rows = auction.rows()
    for answer in (old.get(f"/t/{table}/me"), old.get(f"/t/{table}/me/secret"), old.get(f"/t/{table}/me/stream")):
        assert answer.status_code == 403 and "no seat" in answer.text
    assert old.post(f"/t/{table}/me", {"act": "Pass", "key": "old"}).status_code == 403
    assert auction.rows() == rows and new.get(f"/t/{table}/me/secret").status_code == 200


def test_p6_a_seat_taken_back_ends_the_phone_and_is_written_down(auction: Evening) -> None:
    old, table = auction.phones["fremen"], auction.table
    chunks = iter(old.get(f"/t/{table}/me/stream", buffered=False).response)
    assert b"beat" in next(chunks)
    assert auction.host.post(f"/t/{table}/seats", {"act": "Revoke", "seat": "fremen"}).status_code == 303
    assert {b"look" in chunk for chunk in chunks} == {True}
    assert old.get(f"/t/{table}/me").status_code == 403 and "Fremen&#39;s phone was disconnected" in log(auction)
    assert "no phone" in auction.onlooker.get(f"/t/{table}/").text and "fremen" not in phones_of(auction.public)
    rows = auction.rows()
    for seat in ("fremen", "nobody", "host", ""):
        assert auction.host.post(f"/t/{table}/seats", {"act": "Revoke", "seat": seat}).status_code == 303
    assert auction.rows() == rows, "there is nobody left to lose the seat"
    assert auction.host.get(f"/t/{table}/options").status_code == 200, "the controls are no seat to be emptied"


def test_p6_undo_passes_over_who_sits_where(auction: Evening) -> None:
    auction.bid(1)
    auction.seat("fremen", auction.browser("192.168.1.70", "Mozilla/5.0 (iPad) Safari/605"))
    auction.host.post(f"/t/{auction.table}/seats", {"act": "Revoke", "seat": "emperor"})
    auction.must("host", "Undo")
    assert auction.bidding.high == 0, "the bid is taken back"
    assert phones_of(auction.public)["fremen"] == "iPad" and "emperor" not in phones_of(auction.public)
    assert "Fremen play on another phone now: iPad" in log(
        auction
    ) and "The Emperor&#39;s phone was disconnected" in log(auction)
    auction.must("host", "Redo")
    auction.restart()
    assert auction.bidding.high == 1
    assert phones_of(auction.public)["fremen"] == "iPad" and "emperor" not in phones_of(auction.public)
    assert log(auction).count("iPad") == 1


def test_p6_a_phone_keeps_its_seat_when_the_program_starts_again(auction: Evening) -> None:
    auction.restart()
    assert all(auction.phones[seat].get(f"/t/{auction.table}/me").status_code == 200 for seat in SIX)
    assert auction.host.get(f"/t/{auction.table}/options").status_code == 200, "the table's controls too"
    newest = 200 if over_engine() else 403
    assert auction.host.get("/new").status_code == newest, "the program's own controls come with the newest link"


def test_p6_one_phone_may_sit_at_two_tables(play: Play) -> None:
    evening = play()
    first, phone = evening.table, evening.phones["fremen"]
    evening.set_table()
    evening.seat("emperor", phone)
    assert "Fremen" in phone.get(f"/t/{first}/me").text and "Emperor" in phone.get(f"/t/{evening.table}/me").text


def test_p6_a_phone_that_takes_another_seat_leaves_the_one_it_had(evening: Evening) -> None:
    phone, old = evening.phones["fremen"], evening.phones["emperor"]
    evening.seat("emperor", phone)
    assert (
        "Emperor" in phone.get(f"/t/{evening.table}/me").text and old.get(f"/t/{evening.table}/me").status_code == 403
    )
    assert "fremen" not in phones_of(evening.public) and "Fremen&#39;s phone was disconnected" in log(evening)
    assert not evening.desk.keyring(evening.table).held("fremen"), "nobody acts for a seat that looks empty"
    evening.seat("emperor", phone)
    assert phones_of(evening.public)["emperor"] == "iPhone", "sitting down twice in one seat loses nothing"
