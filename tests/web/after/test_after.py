"""After the game: figures for everybody, secrets only once the shields are open, and files to keep."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest

from referee.board.standing import positions_kept
from referee.phases.battle.live_battle import LiveBattle
from referee.phases.battle.two_sides import AGGRESSOR
from referee.phases.battle.verdict import Verdict
from referee.web.phase.battle_headlines import fought
from tests.kit import SIX, Evening

ESCAPES = ("after", "after/prices.svg", "log?order=told", "export.jsonl")


def sell(evening: Evening, price: int) -> str:
    """Sell the card that is up; return the buyer."""
    buyer = evening.bidding.turn
    evening.bid(price)
    evening.passes(len(SIX) - 1)
    while evening.bidding.step in {"settle", "talk"}:
        evening.must("host", "CloseWindow")
    return buyer


def win(evening: Evening) -> None:
    """Let Fremen hold three strongholds in the Mentat Pause."""
    evening.must("host", "GoTo", phase="mentat_pause")
    evening.must("host", "NameHolders", arrakeen="fremen", carthag="fremen", sietch_tabr="fremen")
    evening.must("host", "CheckVictory")


def rows(page: str, title: str) -> list[list[str]]:
    """Return the cells of the table of figures under a heading."""
    part = page.partition(f"<h2>{title}</h2>")[2].partition("</table>")[0].partition("<tbody>")[2]
    cells = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in part.split("</tr>") if "<td" in row]
    return [[re.sub(r"<[^>]+>", "", cell) for cell in row] for row in cells]


def test_4_97_20_figures_add_up_to_what_was_paid(auction: Evening) -> None:
    sold = [(sell(auction, price), price) for price in (3, 5)]
    page = auction.onlooker.get(f"/t/{auction.table}/after").text
    assert [int(row[3]) for row in rows(page, "Prices of the cards")] == [price for _, price in sold]
    buyers = rows(page, "Who bought what")
    assert sum(int(row[2]) for row in buyers) == 8
    assert {row[0]: int(row[3]) for row in buyers}["Emperor"] == sum(p for who, p in sold if who != "emperor")
    plot = auction.onlooker.get(f"/t/{auction.table}/after/prices.svg")
    assert plot.mimetype == "image/svg+xml"
    assert "script" not in {child.tag.rpartition("}")[2] for child in ET.fromstring(plot.text).iter()}


def test_4_97_20_a_card_that_karama_paid_for_is_among_the_prices_and_nobody_got_spice_for_it(auction: Evening) -> None:
    auction.must("atreides", "PayByKarama", on="1")
    assert sell(auction, 15) == "atreides"
    page = auction.onlooker.get(f"/t/{auction.table}/after").text
    assert [row[3:] for row in rows(page, "Prices of the cards")] == [["15", "Karama"]]
    buyers = {row[0]: row[1:] for row in rows(page, "Who bought what")}
    assert buyers["Atreides"] == ["1", "0", "0"] and {row[2] for row in buyers.values()} == {"0"}


def test_4_97_20_spice_is_drawn_only_when_the_shields_are_open(evening: Evening) -> None:
    base, purses = f"/t/{evening.table}", dict(zip(SIX, range(20, 26), strict=True))
    assert evening.tap("host", "OpenShields").status_code >= 400
    for _ in range(2):
        assert evening.onlooker.get(f"{base}/after/spice.svg").status_code == 404
        assert "Spice behind the shields" not in evening.onlooker.get(f"{base}/after").text
        if evening.public.phase != "mentat_pause":
            win(evening)
    evening.must("host", "OpenShields")
    found = rows(evening.onlooker.get(f"{base}/after").text, "Spice behind the shields")
    assert [int(row[-1]) for row in found] == list(purses.values())
    assert evening.onlooker.get(f"{base}/after/spice.svg").status_code == 200


def test_4_97_20_shields_that_were_opened_and_closed_again_are_told_of_in_the_history(evening: Evening) -> None:
    win(evening)
    evening.must("host", "OpenShields")
    while evening.public.phase == "mentat_pause":
        evening.must("host", "Undo")
    history = evening.phones["fremen"].get(f"/t/{evening.table}/me/log").text
    assert "Undone: all shields were open, and every hand could be seen." in history
    assert re.search(r"Undone: [^.]* win the game in turn 1\.", re.sub("<[^>]*>", "", history))
    win(evening)
    assert "Behind the shields" not in evening.onlooker.get(f"/t/{evening.table}/after").text, "they are closed again"


def test_4_97_20_the_chronicle_tells_all_that_everybody_heard_in_order(auction: Evening) -> None:
    sell(auction, 4)
    page = auction.onlooker.get(f"/t/{auction.table}/log?order=told").text
    said = re.findall(r'why/(\d+)"', page)
    log = re.findall(r'id="fact-(\d+)"', auction.onlooker.get(f"/t/{auction.table}/log").text)
    assert list(map(int, said)) == sorted(map(int, log))


def test_the_printed_chronicle_writes_out_a_name_that_its_disc_shortens(auction: Evening) -> None:
    auction.must("host", "LoseLeader", leader="Guild Rep.")
    page = auction.onlooker.get(f"/t/{auction.table}/log?order=told").text
    assert "Guild Representative of the Guild" in page and "Guild Rep." not in page


@pytest.mark.parametrize("seat", SIX)
def test_an_export_of_the_own_view_goes_to_its_seat_alone(auction: Evening, seat: str) -> None:
    path = f"/t/{auction.table}/me/export.jsonl"
    own = auction.phones[seat].get(path)
    assert json.loads(own.text.splitlines()[0])["viewer"] == seat
    assert auction.onlooker.get(path).status_code == 403
    public = auction.onlooker.get(f"/t/{auction.table}/export.jsonl").text
    hand = auction.sitting.screen(seat).seats[seat].hand.faces()
    assert all(card in own.text and card not in public for card in hand)


@pytest.mark.parametrize("path", ESCAPES)
def test_names_are_escaped_wherever_they_are_told(play: object, path: str) -> None:
    evening: Evening = play("Karama/1", table="<script>1</script>")  # type: ignore[operator]
    answer = evening.onlooker.get(f"/t/{evening.table}/{path}")
    assert answer.status_code == 200
    assert answer.mimetype == "application/jsonl" or "<script>1" not in answer.text


def test_key_moments_tell_who_won(evening: Evening) -> None:
    win(evening)
    page = evening.onlooker.get(f"/t/{evening.table}/after").text.partition("Key moments")[2]
    assert "Fremen" in page.partition("wins the game in turn 1")[0]


def test_the_winner_reads_so_in_the_second_person(evening: Evening) -> None:
    win(evening)
    heads = {seat: "You win!" in evening.phones[seat].get(f"/t/{evening.table}/me").text for seat in evening.phones}
    assert [seat for seat, won in heads.items() if won] == ["fremen"]


def test_4_97_20_hands_and_traitors_lie_open_on_the_page_and_beside_the_winner_once_the_shields_are(
    evening: Evening,
) -> None:
    base = f"/t/{evening.table}"
    evening.must("host", "DealTraitors")
    win(evening)
    pages = (f"{base}/after", f"{base}/")
    assert not any("Traitors: " in evening.onlooker.get(page).text for page in pages)
    evening.must("host", "OpenShields")
    assert all("Traitors: " in evening.onlooker.get(page).text for page in pages)


def test_the_same_people_play_again_with_one_tap(evening: Evening) -> None:
    win(evening)
    again = f"/new?again={evening.table}"
    assert f'href="{again}"' in evening.host.get(f"/t/{evening.table}/").text
    assert "again=" not in evening.onlooker.get(f"/t/{evening.table}/").text
    page = evening.host.get(again).text
    assert [player for player in re.findall(r'name="player" value="(\w*)"', page) if player] == [
        "P1",
        "P2",
        "P3",
        "P4",
        "P5",
        "P6",
    ]


def test_a_key_moment_names_the_place_and_the_opponent() -> None:
    live = LiveBattle("Carthag", "harkonnen", "emperor", verdict=Verdict(AGGRESSOR, totals=(9.5, 6)))
    assert fought(live) == "Harkonnen win 9½ to 6 against the Emperor in Carthag."
    assert fought(replace(live, verdict=Verdict())) == "Nobody wins in Carthag: Harkonnen and the Emperor fought there."


def test_4_97_20_a_prediction_that_was_wrong_is_told_only_once_the_shields_are_open(evening: Evening) -> None:
    base = f"/t/{evening.table}"
    evening.must("bene_gesserit", "Predict", of="emperor", turn="3")
    win(evening)
    for page in ("after", "after/picture.svg"):
        assert "That did not win them the game." not in evening.onlooker.get(f"{base}/{page}").text
    evening.must("host", "OpenShields")
    page = evening.onlooker.get(f"{base}/after").text
    assert "That did not win them the game." in page and "in turn 3" in page
    assert ">Prediction<" in evening.onlooker.get(f"{base}/after/picture.svg").text


def test_4_97_20_the_page_names_the_dearest_card_and_shows_the_map_where_positions_are_kept(auction: Evening) -> None:
    buyer = sell(auction, 9)
    page = auction.onlooker.get(f"/t/{auction.table}/after").text
    facts = page.partition('<dl class="facts">')[2].partition("</dl>")[0]
    assert f"9 spice, {buyer.replace('_', ' ').title()}" in facts
    assert ('class="map"' in page) == positions_kept(auction.public)


def test_4_97_14_no_name_stands_beside_a_time_while_the_game_runs(evening: Evening) -> None:
    evening.must("host", "GoTo", phase="bidding")
    evening.wait(60_000)
    page = evening.onlooker.get(f"/t/{evening.table}/after").text
    assert "Whom the table waited for is shown once the game is over." in page and "Longest" not in page
    evening.must("host", "EndBidding")
    win(evening)
    page = evening.onlooker.get(f"/t/{evening.table}/after").text
    assert "Longest" in page and "Whom the table waited for is shown" not in page


def test_1_09_02_the_end_on_the_table_screen_says_the_turn_once_and_what_the_winner_holds(evening: Evening) -> None:
    evening.begin()
    win(evening)
    shown = evening.host.get(f"/t/{evening.table}/").text
    assert "Fremen hold Arrakeen, Carthag and Sietch Tabr." in shown and "The game ends in turn" not in shown


def test_the_league_is_found_from_the_page_after_the_game_and_from_more(evening: Evening) -> None:
    for page in ("after", "more?see=pages"):
        assert 'href="/league"' in evening.host.get(f"/t/{evening.table}/{page}").text


def test_a_game_that_is_over_takes_no_new_end_time_and_no_seat_for_the_referee_to_play(evening: Evening) -> None:
    def shown() -> tuple[bool, bool]:
        more = evening.phones["emperor"].get(f"/t/{evening.table}/me?tab=more").text
        return 'name="option" value="N2"' in evening.host.get(
            f"/t/{evening.table}/options"
        ).text, "LetRefereePlay" in more

    assert shown() == (True, True)
    win(evening)
    assert shown() == (False, False)
