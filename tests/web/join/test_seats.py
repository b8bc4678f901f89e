"""P6: a code opens one seat once; a key is a secret only the phone has; every failure looks the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from threading import Barrier

import pytest

from referee.web.http.credentials import HOST, Keyring, MemoryStore, device_label
from referee.web.http.door import Links, digest
from referee.web.http.seat_codes import (
    ALPHABET,
    ARMED_SECONDS,
    LENGTH,
    REFUSED,
    TRIES,
    TRIES_OF_ALL,
    WAIT_SECONDS,
    CodeRefused,
    Codes,
    SeatCode,
)

PHONE, OTHER = "192.168.1.20", "192.168.1.21"


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def numbered(prefix: str) -> Callable[[], str]:
    numbers = count(1)
    return lambda: f"{prefix}{next(numbers)}"


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def codes(clock: Clock) -> Codes:
    return Codes(clock=clock)


def keyring(store: MemoryStore | None = None, table: str = "t1") -> Keyring:
    return Keyring(table, store or MemoryStore(), clock=lambda: 5.0, token=numbered(f"token-{table}-"))


def test_a_code_opens_the_seat_it_was_armed_for(codes: Codes) -> None:
    code = codes.arm("t1", "fremen")
    assert len(code.text) == LENGTH and set(code.text) <= set(ALPHABET)
    assert codes.claim(code.text, PHONE) == code and (code.table, code.seat) == ("t1", "fremen")


def test_the_alphabet_has_no_look_alikes_and_is_capitals_and_digits() -> None:
    assert not set(ALPHABET) & set("0O1IL2Z5S8BUV") and ALPHABET.upper() == ALPHABET and ALPHABET.isalnum()
    assert len(set(ALPHABET)) == len(ALPHABET) and len(ALPHABET) ** LENGTH > 50_000_000


@pytest.mark.parametrize("typed", ["{}", " {} ", "{0[0]}{0[1]}{0[2]}-{0[3]}{0[4]}{0[5]}", "{0[0]} {1}"])
def test_small_letters_blanks_and_hyphens_do_not_matter(codes: Codes, typed: str) -> None:
    text = codes.arm("t1", "fremen").text
    assert isinstance(codes.claim(typed.format(text, text[1:]).lower(), PHONE), SeatCode)


def spoilt_codes(codes: Codes, clock: Clock) -> Iterator[str]:
    replayed = codes.arm("t1", "atreides").text
    codes.claim(replayed, OTHER)
    yield replayed
    replaced = codes.arm("t1", "harkonnen").text
    codes.arm("t1", "harkonnen")
    yield replaced
    expired = codes.arm("t2", "fremen").text
    clock.now += ARMED_SECONDS
    codes.arm("t1", "fremen")
    yield expired
    yield from ("", "?", "XXXXXX", "ABC", "é" * 6, "\x00\ud800", "A" * 60_000, "' or 1=1 --", "../../etc")


def test_replayed_expired_withdrawn_foreign_and_malformed_codes_get_one_answer(clock: Clock) -> None:
    codes = Codes(clock=clock)
    answers = {codes.claim(text, f"phone {n}") for n, text in enumerate(spoilt_codes(codes, clock))}
    assert answers == {REFUSED} and "code" in REFUSED.sentence and REFUSED.next_step


def test_a_code_lives_for_120_seconds_exactly(codes: Codes, clock: Clock) -> None:
    code = codes.arm("t1", "fremen")
    clock.now += 119.9
    assert codes.shown("t1", "fremen") == code and codes.seconds_left(code) == pytest.approx(0.1)
    clock.now += 0.1
    assert codes.shown("t1", "fremen") is None and codes.seconds_left(code) == 0
    assert codes.claim(code.text, PHONE) == REFUSED


def test_a_screen_may_renew_a_code_without_spoiling_the_one_just_scanned(codes: Codes) -> None:
    scanned = codes.arm("t1", "fremen")
    newer = codes.arm("t1", "fremen", keep_older=True)
    assert codes.shown("t1", "fremen") == newer
    assert codes.claim(scanned.text, PHONE) == scanned
    assert codes.claim(newer.text, OTHER) == REFUSED, "a claim voids every code of the seat"


def test_two_phones_race_for_one_code_and_exactly_one_wins(codes: Codes) -> None:
    phones = 8
    barrier = Barrier(phones)

    def grab(text: str, phone: int) -> bool:
        barrier.wait()
        return isinstance(codes.claim(text, f"phone {phone}"), SeatCode)

    with ThreadPoolExecutor(phones) as pool:
        for _ in range(60):
            text = codes.arm("t1", "fremen").text
            assert sum(pool.map(grab, [text] * phones, range(phones))) == 1


def test_five_wrong_tries_lock_the_address_until_the_table_arms_again(codes: Codes, clock: Clock) -> None:
    code = codes.arm("t1", "fremen")
    for _ in range(TRIES):
        assert codes.claim("WRONG3", PHONE) == REFUSED
    for text in (code.text, "WRONG3"):
        refused = codes.claim(text, PHONE)
        assert isinstance(refused, CodeRefused) and refused.wait == WAIT_SECONDS, "even the right one"
    clock.now += WAIT_SECONDS
    assert codes.claim(code.text, PHONE) == REFUSED
    fresh = codes.arm("t1", "fremen")
    assert codes.claim(fresh.text, PHONE) == fresh


def test_four_wrong_tries_lock_nothing_and_a_success_forgives_them(codes: Codes) -> None:
    for code in [codes.arm("t1", seat) for seat in ("fremen", "emperor", "atreides")]:
        for _ in range(TRIES - 1):
            codes.claim("WRONG3", PHONE)
        assert codes.claim(code.text, PHONE) == code


def test_one_guessing_phone_does_not_lock_out_another(codes: Codes) -> None:
    code = codes.arm("t1", "fremen")
    for _ in range(TRIES * 3):
        codes.claim("WRONG3", PHONE)
    assert codes.claim(code.text, OTHER) == code


def test_a_swarm_of_addresses_spoils_the_code_for_everybody_until_it_is_armed_again(codes: Codes) -> None:
    code = codes.arm("t1", "fremen")
    for guess in range(TRIES_OF_ALL):
        codes.claim("WRONG3", f"address {guess}")
    assert codes.claim(code.text, OTHER) == REFUSED and codes.shown("t1", "fremen") is None
    fresh = codes.arm("t1", "fremen")
    assert codes.claim(fresh.text, OTHER) == fresh


def test_guesses_made_while_nothing_is_armed_are_forgotten(codes: Codes) -> None:
    for _ in range(TRIES * 2):
        codes.claim("WRONG3", PHONE)
    code = codes.arm("t1", "fremen")
    assert codes.claim(code.text, PHONE) == code


def test_two_seats_never_get_the_same_code() -> None:
    letters = iter("3" * LENGTH + "3" * LENGTH + "4" * LENGTH)
    codes = Codes(clock=Clock(), draw=lambda _: next(letters))
    assert [codes.arm("t1", seat).text for seat in ("fremen", "emperor")] == ["333333", "444444"]


def test_a_claim_that_could_not_be_written_down_may_be_repeated(codes: Codes) -> None:
    code = codes.arm("t1", "fremen")
    assert codes.claim(code.text, PHONE) == code
    codes.put_back(code)
    assert codes.claim(code.text, PHONE) == code


def test_the_token_lives_in_a_closed_cookie_and_only_its_hash_is_kept() -> None:
    store = MemoryStore()
    issued = Keyring("t1", store).issue("fremen", "iPhone")
    cookie = issued.cookie
    assert cookie["httponly"] is True and cookie["samesite"] == "Lax" and cookie["path"] == "/"
    assert len(cookie["value"]) >= 22, "22 characters of base64 are 132 bits"
    assert cookie["value"] not in repr((store.keys(), issued))
    assert store.keys()[0].hash == digest(cookie["value"])


def test_every_token_is_new() -> None:
    ring = Keyring("t1", MemoryStore())
    assert len({ring.issue("fremen", "iPhone").cookie["value"] for _ in range(100)}) == 100


def test_a_cookie_proves_its_seat_and_a_forged_one_proves_nothing() -> None:
    ring = keyring()
    cookie = ring.issue("fremen", "iPhone").cookie
    mine = ring.standing({cookie["key"]: cookie["value"]})
    assert mine.seat is not None and mine.seat.seat == "fremen" and mine.host is None and not mine.lost
    forged = ring.standing({cookie["key"]: "token-t1-2"})
    assert (forged.seat, forged.host, forged.lost) == (None, None, True)
    stolen_hash = ring.standing({cookie["key"]: digest(cookie["value"])})
    assert stolen_hash.seat is None, "the stored form opens nothing"
    assert ring.standing({cookie["key"]: "\ud800"}).lost, "not even text"
    assert ring.standing({}).lost is False and ring.standing({cookie["key"]: ""}).lost is False


def test_a_new_claim_replaces_the_old_phone_and_names_it() -> None:
    ring = keyring()
    old = ring.issue("fremen", "iPhone")
    new = ring.issue("fremen", "Android phone")
    assert new.replaced == (old.key,) and ring.held("fremen") == (new.key,)
    assert ring.standing({old.cookie["key"]: old.cookie["value"]}).lost


def test_a_hand_over_leaves_the_other_seats_alone() -> None:
    ring = keyring()
    other = ring.issue("emperor", "iPad")
    ring.issue("fremen", "iPhone")
    ring.issue("fremen", "Android phone")
    assert ring.held("emperor") == (other.key,)


def test_a_revoked_key_proves_nothing_and_the_seat_is_free() -> None:
    ring = keyring()
    issued = ring.issue("fremen", "iPhone")
    ring.forget(issued.key.hash)
    assert ring.held("fremen") == () and ring.standing({"seat-t1": issued.cookie["value"]}).lost


def test_several_devices_may_steer_and_one_can_be_sent_away() -> None:
    ring = keyring()
    laptop, tablet = ring.issue(HOST, "Firefox, Linux"), ring.issue(HOST, "iPad")
    assert tablet.replaced == () and ring.held(HOST) == (laptop.key, tablet.key)


def test_a_seat_does_not_steer_and_steering_is_no_seat() -> None:
    ring = keyring()
    seat, host = ring.issue("fremen", "iPhone").cookie, ring.issue(HOST, "laptop").cookie
    swapped = ring.standing({seat["key"]: host["value"], host["key"]: seat["value"]})
    assert swapped.seat is None and swapped.host is None
    both = ring.standing({seat["key"]: seat["value"], host["key"]: host["value"]})
    assert both.seat is not None and both.host is not None


def test_one_browser_holds_seats_at_several_tables() -> None:
    rings = [keyring(table="t1"), keyring(table="t2")]
    jar = {c["key"]: c["value"] for c in (r.issue("fremen", "iPhone").cookie for r in rings)}
    assert len(jar) == 2 and all(r.standing(jar).seat for r in rings)
    crossed = {"seat-t1": jar["seat-t2"]}
    assert rings[0].standing(crossed).seat is None


@pytest.mark.parametrize("table", ["", "a b", "a;b", "a=b", "ä", "a\n"])
def test_a_table_id_that_is_no_cookie_name_is_refused(table: str) -> None:
    with pytest.raises(ValueError, match="table id"):
        keyring(table=table)


def test_two_devices_claiming_at_once_leave_one_key_for_the_seat() -> None:
    ring = Keyring("t1", MemoryStore())
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda n: ring.issue("fremen", f"phone {n}"), range(64)))
    assert len(ring.held("fremen")) == 1


def test_a_link_opens_the_controls_once() -> None:
    links = Links()
    token = links.make("t1")
    assert links.spend("nonsense") is None and links.spend("") is None
    assert links.spend(token) == "t1" and links.spend(token) is None


def test_a_newer_link_replaces_the_unused_one_of_the_same_table_only() -> None:
    links = Links(token=numbered("link"))
    older, other, newer = links.make("t1"), links.make("t2"), links.make("t1")
    assert links.spend(older) is None and links.spend(newer) == "t1" and links.spend(other) == "t2"


CHROME = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 {}Safari/537.36"


@pytest.mark.parametrize(
    ("agent", "label"),
    [
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1", "iPhone"),
        ("Mozilla/5.0 (iPad; CPU OS 16_0 like Mac OS X) Safari/604.1", "iPad"),
        (f"Mozilla/5.0 (Linux; Android 15; Pixel 9) {CHROME.format('Mobile ')}", "Android phone"),
        (f"Mozilla/5.0 (Linux; Android 14; SM-X200) {CHROME.format('')}", "Android tablet"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox, Linux"),
        (f"Mozilla/5.0 (Windows NT 10.0; Win64; x64) {CHROME.format('')} Edg/140.0", "Edge, Windows"),
        (f"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) {CHROME.format('')}", "Chrome, Mac"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) Version/18.0 Safari/605.1.15", "Safari, Mac"),
        (f"Mozilla/5.0 (X11; CrOS x86_64) {CHROME.format('')}", "Chrome, Chromebook"),
        ("curl/8.9", "unknown device"),
        ("<script>alert(1)</script>", "unknown device"),
        ("", "unknown device"),
    ],
)
def test_a_device_is_called_what_a_player_would_call_it(agent: str, label: str) -> None:
    assert device_label(agent) == label
