"""4.97.30: hints say to first-timers what a step is about, on every screen, from what everybody sees."""

from __future__ import annotations

import re

import pytest

from referee.board.forces_counted import KeepCount, LoseForces
from referee.common.factions import FACTIONS
from referee.common.turn import PHASES
from referee.kernel import PUBLIC, ask
from referee.phases.battle.begin_battle import BeginBattle
from referee.phases.collection.strongholds import NameHolders
from referee.phases.mentat.victory import CheckVictory
from referee.phases.revival.limits_and_prices import RevivalLimit
from referee.phases.storm.storm_moves import AnnounceStorm, MoveStorm, PlaceStorm, SeatMarkers
from referee.powers.windows import window
from referee.rulebook.book import rulebook
from referee.turn.newcomers import newcomer_offer
from referee.turn.who_is_done import SayDone
from referee.web.phase.coach import COACH, coached, moment
from referee.web.phase.table_view import plates
from tests.kit import SIX, Evening, LiveTable, Play, set_up


@pytest.fixture
def class_room(play: Play) -> Evening:
    """Six first-timers who asked to be taught."""
    return play("Karama/1", L1="on")


def lines(evening: Evening) -> dict[str, str]:
    """Return the coach's line on every screen."""
    pages = dict.fromkeys(SIX, f"/t/{evening.table}/me") | {"host": f"/t/{evening.table}/"}
    found = {
        who: re.search(r'id="coach".*?<p>(.*?)<a', evening.who(who).get(path).text, re.S) for who, path in pages.items()
    }
    return {who: match[1].strip() if match else "" for who, match in found.items()}


@pytest.mark.parametrize("key", COACH)
def test_4_97_30_two_sentences_at_most_and_a_rule_to_read_on(key: str) -> None:
    said = COACH[key]
    assert said.rule in rulebook()
    for words in (said.table, said.phone):
        assert len(re.findall(r"[.!?](?:\s|$)", words)) <= 2 and len(words) <= 125, words
    assert said.phone and (said.table or key in {"mine", "watch"})


@pytest.mark.parametrize("rules", ["basic", "advanced"])
@pytest.mark.parametrize("seat", FACTIONS)
def test_4_97_30_a_hint_promises_nobody_what_their_faction_s_power_makes_untrue(seat: str, rules: str) -> None:
    other = "harkonnen" if seat != "harkonnen" else "emperor"
    table = LiveTable(seat, other, L1="on", rules=rules).do("revival").public
    says = {key: said.phone for key, said in COACH.items()}
    assert "Then revive a leader" not in says["revival"]
    assert "up to three" not in says["revival"] or ask(table, RevivalLimit(seat)).value == 3
    assert "You will" not in says["dealing"] and "up to 2" not in says["choam_charity"]
    assert "from your reserves" not in says["shipment"] and "you fight" not in says["battle"]


def test_4_97_30_who_plays_where_every_screen_has_hints_is_not_asked_whether_the_game_is_new() -> None:
    with_hints, without = LiveTable("emperor", "atreides", L1="on"), LiveTable("emperor", "atreides")
    assert not newcomer_offer(with_hints.public, "emperor") and newcomer_offer(without.public, "emperor")


def test_4_97_30_every_phase_has_a_line() -> None:
    assert set(PHASES) - {"bidding"} <= set(COACH)


def test_4_97_30_each_step_of_an_auction_is_explained_on_every_screen(class_room: Evening) -> None:
    seen = []
    for act in ("", "BeginBidding", "DeclareHands", "DealRow", "CloseWindow"):
        if act:
            class_room.must("host", act)
        seen.append(moment(class_room.public))
        found = lines(class_room)
        assert all(found.values()) and found["host"] == COACH[seen[-1]].table
    assert seen == ["lobby", "declare", "dealing", "window", "auction"]
    assert found[class_room.bidding.turn] == COACH["mine"].phone
    assert {line for who, line in found.items() if who not in {"host", class_room.bidding.turn}} == {
        COACH["auction"].phone
    }


def test_4_97_30_no_hint_comes_once_what_it_is_about_is_over() -> None:
    table = LiveTable("emperor", "atreides", L1="on").do(KeepCount(), SeatMarkers("emperor"), PlaceStorm(3))
    table.do("mentat_pause", "storm")
    assert coached(table.public) and coached(table.public, "atreides")
    table.do(AnnounceStorm(2), MoveStorm())
    assert coached(table.public) is None and coached(table.public, "atreides") is None, "the storm has moved"
    table.do("shipment")
    assert coached(table.public, "emperor")
    table.do(SayDone("emperor"))
    assert coached(table.public, "emperor") is None and coached(table.public, "atreides") and coached(table.public)
    table.do(LoseForces("atreides", 3), "revival")
    assert coached(table.public, "atreides") and coached(table.public, "emperor") is None, "none of theirs is dead"
    table.do("mentat_pause", NameHolders(arrakeen="atreides"))
    assert coached(table.public)
    table.do(CheckVictory())
    assert coached(table.public) is None


def test_4_97_30_no_coach_unless_somebody_asked(auction: Evening) -> None:
    assert not any(lines(auction).values()) and coached(auction.public) is None
    auction.must("host", "ChangeOption", option="L1", value="on")
    assert all(lines(auction).values())


def test_4_97_30_the_start_page_offers_it(evening: Evening) -> None:
    assert 'href="/new?teach=1"' in evening.host.get("/").text and "teach" not in evening.onlooker.get("/").text
    form = evening.host.get("/new?teach=1").text
    assert re.search(r'name="L1" value="on" checked', form) and not re.search(
        r'name="L1" value="on" checked', evening.host.get("/new").text
    )
    evening.set_table(set_up(L1="on"))
    assert evening.sitting.screen(PUBLIC).options["L1"] == "on"


def test_4_97_30_one_tap_hides_it(class_room: Evening) -> None:
    for who, path in (("host", ""), ("atreides", "me")):
        page = class_room.who(who).get(f"/t/{class_room.table}/{path}").text
        assert page.count("data-told>Got it") == 1
    assert 'data-set="coach">Hints' in class_room.who("atreides").get(f"/t/{class_room.table}/me?tab=more").text


def test_4_97_30_a_pause_for_karama_is_not_called_a_time_for_deals(play: Play) -> None:
    timed = play("Karama/1", L1="on", K8="8")
    for act in ("BeginBidding", "DeclareHands", "DealRow"):
        timed.must("host", act)
    now = window(timed.public)
    assert now is not None and now.kind == "pause"
    assert moment(timed.public) == "window"


def test_4_97_30_no_hint_asks_to_type_what_the_referee_deals() -> None:
    assert not [said for said in COACH.values() if re.search(r"\b(enter|type)\b", f"{said.table} {said.phone}", re.I)]


def test_4_97_30_who_is_new_says_so_and_only_that_phone_explains(play: Play) -> None:
    evening = play("Karama/1")
    page = f"/t/{evening.table}/me"
    assert 'value="SayNew"' in evening.who("fremen").get(page).text and not any(lines(evening).values())
    evening.must("fremen", "SayNew", new="1")
    assert {who for who, line in lines(evening).items() if line} == {"fremen"}
    tags_of = {plate.seat: plate.tags for plate in plates(evening.public)}
    assert {seat for seat, tags in tags_of.items() if "first game" in tags} == {"fremen"}
    evening.must("fremen", "SayNew", new="0")
    assert not any(lines(evening).values())


def test_4_97_30_who_does_not_fight_is_told_to_watch() -> None:
    table = LiveTable("emperor", "harkonnen", "fremen", "spacing_guild", phase="battle")
    table.do(BeginBattle("Carthag", "emperor", "harkonnen", 3, 0, 3))
    moments = {seat: moment(table.public, seat) for seat in table.public.seats}
    assert {seat for seat, at in moments.items() if at == "watch"} == {"fremen", "spacing_guild"}
