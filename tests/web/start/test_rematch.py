"""The same people once more: one seat on, or drawn by an order that was sealed before anybody asked for it."""

from __future__ import annotations

import os
import re
from html import unescape
from typing import Any

import pytest

from referee.common.factions import faction_name
from referee.common.phones_at_seats import phones_of
from referee.common.sealed_shuffles import in_fours, seal_of
from tests.kit import Evening, set_up

PEOPLE = ["Aoife", "Bo", "Cy", "Di", "Ed", "Flo"]


def form(**more: Any) -> dict[str, Any]:
    return {**set_up(), "player": PEOPLE, **more}


def people(page: str) -> list[str]:
    return re.findall(r'<input name="player" value="([^"]*)"', page)


def factions(page: str) -> list[str]:
    return re.findall(r'<option value="(\w+)"[^>]* selected', page.split('id="said"')[0])[:6]


def sealed(page: str) -> str:
    found = re.search(r"sealed: <code>([^<]+)</code>", page)
    assert found
    return found[1]


@pytest.fixture
def host(evening: Evening) -> Any:
    return evening.host


def test_everybody_moves_one_seat_on_and_factions_stay(host: Any) -> None:
    before = host.post("/new", form(players="6")).text
    page = host.post("/new", form(reseat="on")).text
    assert people(page) == ["Flo", *PEOPLE[:5]] and factions(page) == factions(before)


@pytest.mark.parametrize("way", ["seats", "factions", "choice"])
def test_4_97_60_a_draw_is_the_one_that_was_sealed(host: Any, way: str) -> None:
    before = host.post("/new", form(players="6")).text
    page = unescape(host.post("/new", form(reseat=way)).text)
    order = re.search(r"sealed before: ([\d, ]+)", page)
    proof = re.search(r"Seal ([0-9a-f ]+), salt ([0-9a-f]{64})\.", page)
    assert order and proof
    numbers = [int(one) for one in order[1].split(", ")]
    assert in_fours(seal_of(proof[2], list(map(str, numbers)))) == proof[1] and proof[1].startswith(sealed(before))
    assert sorted(numbers) == [1, 2, 3, 4, 5, 6] and sealed(page) != sealed(before)
    drawn = [PEOPLE[number - 1] for number in numbers]
    assert people(page) == (drawn if way == "seats" else PEOPLE)
    if way == "choice":
        assert ", ".join(drawn) in page
    dealt = [factions(before)[number - 1] for number in numbers]
    assert factions(page) == (dealt if way == "factions" else factions(before))


def test_the_seal_does_not_change_until_it_is_used_and_draws_are_counted(host: Any) -> None:
    one, other = (sealed(host.post("/new", form(players="6")).text) for _ in range(2))
    assert one == other
    counts = [re.search(r"Draw (\d+), sealed", host.post("/new", form(reseat="seats")).text) for _ in range(2)]
    assert [found and found[1] for found in counts] == ["1", "2"]


def test_a_form_without_names_and_an_unknown_way_draw_nothing(host: Any) -> None:
    assert "The same people again" not in host.get("/new").text
    page = host.post("/new", form(reseat="by force")).text
    assert people(page) == PEOPLE and "Draw 1" not in page


def test_0_08_the_phones_of_the_game_before_are_told_that_the_next_one_is_set(evening: Evening) -> None:
    before, phones = evening.table, evening.phones
    evening.must("host", "GoTo", phase="mentat_pause")
    evening.must("host", "NameHolders", arrakeen="fremen", carthag="fremen", sietch_tabr="fremen")

    def shown() -> list[str]:
        return [phone.get(f"/t/{before}/me").text for phone in phones.values()]

    evening.set_table(form(again=before))
    evening.table = before
    assert not any("next game" in page for page in shown()), "nobody has won yet"
    evening.must("host", "CheckVictory")
    hidden = f'name="again" value="{before}"'
    assert hidden in evening.host.get(f"/new?again={before}").text
    assert hidden in evening.host.post("/new", form(again=before, players="5")).text
    told = [evening.desk.bell.seen(before, viewer) for viewer in ("public", *phones)]
    following = evening.set_table(form(again=before))
    assert [evening.desk.bell.seen(before, viewer) for viewer in ("public", *phones)] == [one + 1 for one in told]
    assert all("The next game is set. Take your seat." in page and 'href="/J/"' in page for page in shown())
    assert "Back to your seat" not in phones["fremen"].get("/J/").text, "that game is over"
    assert "Sit down as" not in phones["fremen"].get("/J/").text, "nobody of that name sat there"
    evening.restart()
    assert all("The next game is set. Take your seat." in page for page in shown()), "the program forgot"
    assert "Back to your seat" not in phones["fremen"].get("/J/").text, "and that the game is over"
    for screen in (evening.host, evening.onlooker):
        page = screen.get(f"/t/{before}/").text
        assert f'href="/t/{following}/">Go to the next game' in page and "Play again" not in page


def test_0_08_a_phone_of_the_game_before_takes_the_seat_of_its_person_once_and_without_a_code(evening: Evening) -> None:
    before, phones = evening.table, evening.phones
    evening.must("host", "GoTo", phase="mentat_pause")
    evening.must("host", "NameHolders", arrakeen="fremen", carthag="fremen", sietch_tabr="fremen")
    evening.must("host", "CheckVictory")
    people = {seat: own.player for seat, own in evening.public.seats.items()}
    twice = people["emperor"]
    following = evening.set_table(form(again=before, player=["", people["fremen"], "New", twice, twice.lower(), ""]))
    seats = list(evening.public.seats)
    page = phones["fremen"].get("/J/").text
    assert f"Sit down as {faction_name(seats[1])}" in page and f'name="before" value="{before}"' in page
    for seat in ("emperor", "harkonnen"):
        assert "Sit down as" not in phones[seat].get("/J/").text, "two of one name, or none"
        assert phones[seat].post("/J/", {"before": before}).status_code == 403
    assert evening.onlooker.post("/J/", {"before": before}).status_code == 403
    answer = phones["fremen"].post("/J/", {"before": before})
    assert answer.status_code == 303 and answer.headers["Location"] == f"/t/{following}/me"
    assert faction_name(seats[1]) in phones["fremen"].get(f"/t/{following}/me").text
    evening.host.post(f"/t/{following}/seats", {"act": "Revoke", "seat": seats[1]})
    assert seats[1] not in phones_of(evening.public), "the table disconnected it"
    assert "Sit down as" not in phones["fremen"].get("/J/").text
    assert phones["fremen"].post("/J/", {"before": before}).status_code == 403


def test_the_start_page_goes_on_with_the_game_that_is_not_over_by_its_name(evening: Evening) -> None:
    before = evening.table
    evening.must("host", "GoTo", phase="mentat_pause")
    evening.must("host", "NameHolders", arrakeen="fremen", carthag="fremen", sietch_tabr="fremen")
    evening.must("host", "CheckVictory")
    assert "Play again with the same people" in evening.host.get("/").text
    following = evening.set_table(form(again=before, table="Second game"))
    (over,) = (path for path in evening.folder.rglob("*.referee") if path.stem == before)
    os.utime(over, (2**31, 2**31))  # somebody read how it went
    evening.restart()
    page = evening.host.get("/").text
    assert f'href="/t/{following}/">Continue Second game, lobby</a>' in page and "tap to open" not in page
    assert "Play again" not in page and f"Continue {before}" not in page


def test_4_97_67_a_seat_that_the_referee_played_is_played_by_it_again(evening: Evening) -> None:
    checked = 'name="chairs" value="1" checked'
    one, other = ({**set_up(), "player": [*PEOPLE[:5], ""], **more} for more in ({"chairs": "1"}, {}))
    assert checked in evening.host.get(f"/new?again={evening.set_table(one)}").text
    assert checked not in evening.host.get(f"/new?again={evening.set_table(other)}").text
