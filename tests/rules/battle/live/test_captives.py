"""Captives, Face Dancers and an ally's spice in a live battle: who knows what, and where leaders are afterwards."""

from __future__ import annotations

from typing import Any

import pytest

from referee.board.forces import RESERVES, TANKS, Group, forces_in
from referee.board.forces_counted import CountForces, KeepCount, LoseLeader
from referee.board.standing import holdings
from referee.cards.karama.stopping import StopPower
from referee.common.factions import FACTIONS, named
from referee.common.turn import PHASES
from referee.factions.harkonnen.captives import CaptiveDrawn
from referee.factions.harkonnen.capture import DecideCaptive
from referee.factions.tleilaxu.face_dance import ShowFaceDancer
from referee.factions.tleilaxu.face_dancers import FaceDancers, dancers_of
from referee.factions.tleilaxu.gholas import GholaMade, MakeGhola
from referee.holdings.leaders import LeaderDied, LeadersNoted, key, leaders_known, leaders_of
from referee.holdings.setup import ChangeOption
from referee.holdings.traitors import TraitorsKept
from referee.kernel import PUBLIC, Command, Table, ask, sealed
from referee.offers.offer import TABLE, behind_shield, offers
from referee.offers.waiting import on_turn, waiting
from referee.offers.what_now import left_over, what_now
from referee.phases.battle.battle_as_known import free_leaders
from referee.phases.battle.begin_battle import BeginBattle, CancelBattle
from referee.phases.battle.call_traitor import CallTraitor
from referee.phases.battle.conclude import Conclude, SettleBattle
from referee.phases.battle.how_they_stand import HERE, there
from referee.phases.battle.live_battle import LiveBattle
from referee.phases.battle.lock_plan import LockPlan
from referee.phases.battle.reveal import MayStillSpeak
from referee.phases.battle.spice_for_forces import LendSupport
from referee.phases.collection.strongholds import NameHolders
from referee.powers.karama_windows import NothingCameOfIt, announced
from referee.turn.next_phase import GoTo
from referee.web.battle.phone import _pick
from tests.kit import Room

HANDS = {"fremen": ("Karama/1",), "harkonnen": ("Lasgun/1",)}


def table(**options: Any) -> Room:
    return Room("advanced", hands=HANDS, **options)


def fight(room: Room, one: LockPlan, two: LockPlan, place: str = "Arrakeen", men: int = 8) -> None:
    room.do(BeginBattle(place, one.seat, two.seat, men, 0, men), one, two)
    room.answers(seats=tuple(seat for seat in (one.seat, two.seat) if seat != "tleilaxu"))
    room.do(SettleBattle())


@pytest.fixture
def room() -> Room:
    """Harkonnen have beaten the Emperor, whose Bashar lives."""
    made = table()
    fight(made, LockPlan("harkonnen", 4, "Feyd-Rautha"), LockPlan("emperor", 1, "Bashar"))
    return made


def drawn(room: Room, viewer: str = "harkonnen") -> str:
    room.do(Conclude("harkonnen", capture="draw"))
    return str(room.screen(viewer).get(LiveBattle).drawn)  # type: ignore[union-attr]


def form(room: Room, seat: str) -> list[str]:
    """Return what a seat fills in to conclude the battle."""
    return [blank.name for offer in offers(room.public, seat) if offer.name == "Conclude" for blank in offer.blanks]


def placed(men: int, origin: str = RESERVES) -> Conclude:
    return Conclude("tleilaxu", normal=men, origin=origin)


def given(room: Room, card: str) -> None:
    """Let Atreides hold a card of the deck."""
    room.truth.deck.remove(card)
    for known in (room.truth, room.screen("atreides")):
        known.seats["atreides"].hand.append(card)


def other(name: str) -> str:
    return next(leader for leader in ("Bashar", "Caid") if leader != name)


def pool(table: Table, seat: str) -> set[str]:
    return {key(name) for name in leaders_known(table, seat).pool}


def test_2_05_10_00_chance_draws_and_only_the_two_know(room: Room) -> None:
    assert form(room, "harkonnen") == ["capture"] and not form(room, "emperor")
    assert room.refusals(DecideCaptive("harkonnen", "keep")) == [("2.05.10.00", "NOT_NOW")]
    assert ("2.05.10.00", "NOT_NOW") in room.refusals(Conclude("emperor", capture="draw"))
    name = drawn(room)
    assert name in FACTIONS["emperor"].leaders
    assert [kept.lines for kept in behind_shield(room.screen("harkonnen"), "harkonnen") if kept.title == "Drawn"]
    knows = {v for v in (PUBLIC, *room.truth.seats) if room.screen(v).get(LiveBattle).drawn == name}  # type: ignore[union-attr]
    assert knows == {"harkonnen", "emperor"}
    for offer in (one for seat in room.truth.seats for one in offers(room.public, seat) if name in repr(one)):
        assert all(other in repr(offer) for other in FACTIONS["emperor"].leaders), "a list of all leaders tells nothing"
    assert ("2.05.10.00", "NOT_NOW") in room.refusals(Conclude("harkonnen", capture="draw"))


def test_2_05_10_01_a_captive_is_killed_for_two_and_lies_face_down(room: Room) -> None:
    name, before = drawn(room), int(room.truth.seats["harkonnen"].spice)  # type: ignore[arg-type]
    room.do(DecideCaptive("harkonnen", "kill"))
    assert room.truth.seats["harkonnen"].spice == before + 2
    assert leaders_of(room.screen("emperor"), "emperor").face_down == [name]  # type: ignore[union-attr]
    for viewer in (PUBLIC, "fremen", "atreides"):
        told = [heard.event for heard in room.screen(viewer).log if type(heard.event) in {CaptiveDrawn, LeaderDied}]
        assert len(told) == 2 and name not in repr(told)
        assert not leaders_of(room.screen(viewer), "emperor").face_down  # type: ignore[union-attr]


@pytest.mark.parametrize("many", [False, True], ids=["not drawn", "drawn"])
def test_2_05_10_00_what_was_not_decided_is_neither_and_a_line_says_so(room: Room, many: bool) -> None:
    name = drawn(room) if many else ""
    events = room.events(GoTo("spice_collection", anyway=True))
    told = [one.sentence(named) for one in events if "2.05.10.00" in one.rules()]
    kept = "Harkonnen decide nothing: the captured leader stays with the Emperor."
    assert told == [kept if many else "Harkonnen capture nobody."] and (not name or name not in repr(events))
    assert key(name or "Bashar") in pool(room.screen("emperor"), "emperor")
    room.do(GoTo("battle", anyway=True))
    assert ("2.05.10.00", "NOT_NOW") in room.refusals(DecideCaptive("harkonnen", "kill")), "it is over"


def test_2_05_10_02_a_captive_fights_once_and_goes_home(room: Room) -> None:
    name = drawn(room)
    room.do(DecideCaptive("harkonnen", "keep"))
    assert key(name) in pool(room.screen("harkonnen"), "harkonnen") - pool(room.screen("emperor"), "emperor")
    assert key(name) in pool(room.screen("fremen"), "emperor"), "nobody else knows who is gone"
    room.do(BeginBattle("Arrakeen", "harkonnen", "atreides", 4, 0, 4))
    assert name in free_leaders(room.screen("harkonnen"), room.live, "harkonnen")
    room.do(LockPlan("harkonnen", 2, name), LockPlan("atreides", 0, "Dr. Yueh"))
    room.answers()
    room.do(SettleBattle())
    for viewer in (PUBLIC, "harkonnen", "emperor", "fremen"):
        assert key(name) in pool(room.screen(viewer), "emperor") - pool(room.screen(viewer), "harkonnen")


def test_2_05_10_no_list_tells_who_was_taken(room: Room) -> None:
    name = drawn(room)
    room.do(DecideCaptive("harkonnen", "keep"))
    fight(room, LockPlan("harkonnen", 2, "Feyd-Rautha"), LockPlan("emperor", 0, other(name)), men=4)
    lines = [line.sentence for line in room.public.state(LiveBattle).verdict.lines if line.rule == "2.05.10.00"]
    assert lines == ["Harkonnen may capture one of the loser's leaders."]


@pytest.mark.parametrize("option", ["no", "yes"])
@pytest.mark.parametrize("late", [False, True], ids=["asked before", "called afterwards"])
def test_4_93_05_the_own_faction_calls_a_captive_without_a_card_on_its_phone(option: str, late: bool) -> None:
    room = table(T5=option)
    fight(room, LockPlan("harkonnen", 4, "Feyd-Rautha"), LockPlan("emperor", 1, "Bashar"))
    name = drawn(room)
    free = next(one for one in ("Burseg", "Caid") if one != name)
    for view in (room.truth, *room.views.tables.values()):  # the Emperor holds another card
        view.hear(TraitorsKept(frozenset({"emperor"}), "emperor", ("Stilgar",), ()))
    room.do(DecideCaptive("harkonnen", "keep"), BeginBattle("Carthag", "harkonnen", "emperor", 4, 0, 4))
    room.do(LockPlan("harkonnen", 2, name), LockPlan("emperor", 0, free))
    room.answers(*(() if late else ("emperor",)), seats=("harkonnen", "emperor"))
    if late and option == "yes":
        room.do(CallTraitor("emperor"))
    elif late:
        assert room.refused(CallTraitor("emperor")) == ("1.07.06.06", "NO_MATCH")
    assert room.live.winner == ("emperor" if option == "yes" else "harkonnen")


@pytest.mark.parametrize(("said", "step"), [("draw", "drawn"), ("free", "done")])
def test_2_05_10_00_harkonnen_say_with_losses_and_cards_whether_they_capture(said: str, step: str) -> None:
    room = table()
    room.do(BeginBattle("Arrakeen", "harkonnen", "emperor", 8, 0, 8))
    room.do(LockPlan("harkonnen", 4, "Feyd-Rautha", "Lasgun"), LockPlan("emperor", 1, "Bashar"))
    room.answers(seats=("harkonnen", "emperor"))
    assert form(room, "harkonnen") == ["cards", "capture"]
    room.do(Conclude("harkonnen", cards="Lasgun", capture=said))
    assert not form(room, "harkonnen") and room.live.prize == step


def test_2_05_10_what_was_said_with_the_verdict_is_announced_when_it_is_applied() -> None:
    room = table(K8="10")
    room.do(BeginBattle("Arrakeen", "harkonnen", "emperor", 8, 0, 8))
    room.do(LockPlan("harkonnen", 4, "Feyd-Rautha"), LockPlan("emperor", 1, "Bashar"))
    room.answers(seats=("harkonnen", "emperor"))
    room.do(Conclude("harkonnen", capture="draw"))
    said = announced(room.public)
    assert said is not None and [power.rule for power in said.powers] == ["2.05.10"]


@pytest.mark.parametrize("early", [True, False])
def test_2_05_10_karama_saves_the_leader(early: bool) -> None:
    room = table()
    stop = StopPower("fremen", "2.05.10")
    if early:
        room.do(stop, who="fremen")
    fight(room, LockPlan("harkonnen", 4, "Feyd-Rautha"), LockPlan("emperor", 1, "Bashar"))
    if not early:
        drawn(room)
        room.do(stop, who="fremen")
    assert room.refusals(DecideCaptive("harkonnen", "keep")) == [("2.05.10.00", "NOT_NOW")]
    assert "2.05.10" not in room.truth.suspended
    assert not form(room, "harkonnen")


def test_2_05_10_the_draw_is_announced_and_may_be_stopped_in_its_window() -> None:
    room = table()
    fight(room, LockPlan("harkonnen", 4, "Feyd-Rautha"), LockPlan("emperor", 1, "Bashar"))
    room.do(ChangeOption("K8", "10"), Conclude("harkonnen", capture="draw"))
    said = announced(room.public)
    assert said is not None and [power.rule for power in said.powers] == ["2.05.10"]
    events = room.events(StopPower("fremen", "2.05.10"))
    assert not [event for event in events if isinstance(event, (NothingCameOfIt, CaptiveDrawn))]
    assert room.live.prize == "done" and "2.05.10" not in room.truth.suspended


def test_2_05_12_a_captive_who_dies_belongs_to_the_first_faction_again() -> None:
    room = table()
    fight(room, LockPlan("harkonnen", 4, "Feyd-Rautha"), LockPlan("emperor", 1, "Bashar"))
    name = drawn(room)
    room.do(DecideCaptive("harkonnen", "keep"))
    given(room, "Crysknife/1")
    room.do(BeginBattle("Arrakeen", "harkonnen", "atreides", 4, 0, 4), LockPlan("harkonnen", 2, name))
    room.do(LockPlan("atreides", 0, "Dr. Yueh", "Crysknife"))
    room.answers()
    room.do(SettleBattle())
    for viewer in (PUBLIC, "harkonnen", "emperor"):
        assert leaders_of(room.screen(viewer), "emperor").face_up == [name]  # type: ignore[union-attr]
        assert key(name) not in pool(room.screen(viewer), "harkonnen")


def test_2_05_11_with_the_last_own_leader_dead_the_captives_go_home(room: Room) -> None:
    name = drawn(room)
    room.do(DecideCaptive("harkonnen", "keep"))
    gone = ("Beast Rabban", "Piter de Vries", "Captain Iakin Nefud", "Umman Kudu")
    for viewer in (PUBLIC, "harkonnen", "emperor", "fremen", "atreides"):
        own = leaders_of(room.screen(viewer), "harkonnen")
        own.pool, own.face_up = [n for n in own.pool if n not in gone], list(gone)  # type: ignore[union-attr]
    own = leaders_of(room.truth, "harkonnen")
    own.pool, own.face_up = ["Feyd-Rautha", name], list(gone)  # type: ignore[union-attr]
    given(room, "Crysknife/1")
    fight(room, LockPlan("harkonnen", 0, "Feyd-Rautha"), LockPlan("atreides", 3, "Dr. Yueh", "Crysknife"))
    for viewer in (PUBLIC, "harkonnen", "emperor"):
        assert key(name) in pool(room.screen(viewer), "emperor") - pool(room.screen(viewer), "harkonnen")


def test_2_05_11_a_captive_goes_home_at_once_where_no_own_leader_lives(room: Room) -> None:
    name = drawn(room)
    for viewer in (PUBLIC, "harkonnen", "emperor"):
        own = leaders_of(room.screen(viewer), "harkonnen")
        own.pool, own.face_up = [], [*FACTIONS["harkonnen"].leaders]  # type: ignore[union-attr]
    own = leaders_of(room.truth, "harkonnen")
    own.pool, own.face_up = [], [*FACTIONS["harkonnen"].leaders]  # type: ignore[union-attr]
    room.do(DecideCaptive("harkonnen", "keep"))
    assert key(name) in pool(room.screen(PUBLIC), "emperor") - pool(room.screen(PUBLIC), "harkonnen")


TLEILAXU = ("harkonnen", "atreides", "emperor", "tleilaxu")


@pytest.mark.parametrize("ending", ["a battle", "a prison break"])
def test_2_05_10_02_a_captured_ghola_goes_back_to_the_player_who_had_it(ending: str) -> None:
    room = Room("advanced", seats=TLEILAXU, hands={}, allies="", turn=2)
    own = [name for name in FACTIONS["tleilaxu"].leaders if name != "Zoal"]
    room.do(LoseLeader("Bashar"), *(LoseLeader(name) for name in own))
    room.do("spice_collection", "mentat_pause", *PHASES[:5], MakeGhola("tleilaxu", "Bashar"), LoseLeader("Zoal"))
    room.do("shipment", "battle")
    fight(room, LockPlan("harkonnen", 4, "Feyd-Rautha"), LockPlan("tleilaxu", 0, "Bashar"))
    assert drawn(room) == "Bashar"
    room.do(DecideCaptive("harkonnen", "keep"))
    assert key("Bashar") in pool(room.truth, "harkonnen")
    if ending == "a battle":
        fight(room, LockPlan("harkonnen", 2, "Bashar"), LockPlan("atreides", 0, "Dr. Yueh"), men=4)
    else:
        room.do(*(LoseLeader(name) for name in FACTIONS["harkonnen"].leaders))
    assert key("Bashar") in pool(room.public, "tleilaxu") and key("Bashar") not in pool(room.public, "emperor")


# -- Face Dancers -------------------------------------------------------------------------------------


def test_2_08_04_a_face_dancer_takes_the_field() -> None:
    seats = ("harkonnen", "atreides", "emperor", "tleilaxu")
    room = Room("advanced", seats=seats, hands={}, allies="")
    room.do(BeginBattle("Arrakeen", "emperor", "atreides", 8, 0, 4), LockPlan("emperor", 3, "Caid", support=3))
    room.do(LockPlan("atreides", 0, "Dr. Yueh"))
    assert not [o for o in offers(room.public, "tleilaxu") if o.name == "ShowFaceDancer"]
    asked = [seat for seat in seats if "AnswerTraitor" in [o.name for o in offers(room.public, seat)]]
    assert asked == ["harkonnen", "atreides", "emperor"]
    room.answers(seats=("atreides", "emperor"))
    assert "Caid is my Face Dancer" in [o.label for o in offers(room.public, "tleilaxu")]
    assert "Tleilaxu" in ask(room.public, MayStillSpeak()).value
    assert room.refusals(ShowFaceDancer("atreides")) == [("2.08.04", "NOT_THE_WINNER")]
    own = room.screen("tleilaxu")
    own.put(FaceDancers(("Bashar",), drawn=True))
    assert room.refusals(ShowFaceDancer("tleilaxu")) == [("2.08.04", "NO_MATCH")]
    own.drop(FaceDancers)
    room.do(ShowFaceDancer("tleilaxu"))
    assert not ask(room.public, MayStillSpeak()).value
    assert room.live.winner == "emperor"
    events = room.events(SettleBattle())
    assert [vars(f)["normal"] for f in events if type(f).__name__ == "LeftTheField"] == [5]
    assert leaders_of(room.public, "emperor").face_up == ["Caid"]  # type: ignore[union-attr]
    assert room.refusals(placed(6)) == [("2.08.04", "NOT_NOW")]
    room.do(placed(5))
    assert there(room.public, "Arrakeen")["tleilaxu"][HERE].total == 5
    assert not form(room, "tleilaxu")
    room.do(GoTo("spice_collection", True))
    offered = next(o for o in offers(room.public, TABLE) if o.name == "NameHolders")
    assert offered.blanks[0].value == "tleilaxu"


def test_2_08_04_the_field_is_taken_by_the_form_that_was_sent_with_the_verdict() -> None:
    seats = ("harkonnen", "atreides", "emperor", "tleilaxu")
    room = Room("advanced", seats=seats, hands={}, allies="")
    room.do(BeginBattle("Arrakeen", "emperor", "atreides", 8, 0, 4), LockPlan("emperor", 3, "Caid", support=3))
    room.do(LockPlan("atreides", 0, "Dr. Yueh"))
    room.answers(seats=("atreides", "emperor"))
    assert not form(room, "tleilaxu")
    room.do(ShowFaceDancer("tleilaxu"))
    assert form(room, "tleilaxu") == ["normal"]
    room.do(placed(3))
    assert there(room.public, "Arrakeen")["tleilaxu"][HERE].total == 3
    assert not form(room, "tleilaxu")


@pytest.mark.parametrize(("place", "free"), [(TANKS, 0), ("the board", 5)])
def test_2_08_04_they_come_from_wherever_forces_live_and_nobody_waits_for_the_dead(place: str, free: int) -> None:
    seats = ("harkonnen", "atreides", "emperor", "tleilaxu")
    room = Room("advanced", seats=seats, hands={}, allies="")
    room.do(KeepCount(), CountForces("emperor", RESERVES, 7, 5), CountForces("tleilaxu", RESERVES, 0))
    room.do(CountForces("tleilaxu", TANKS, 20 if place == TANKS else 0))
    room.do(BeginBattle("Arrakeen", "emperor", "atreides", 8, 0, 4), LockPlan("emperor", 3, "Caid", support=3))
    room.do(LockPlan("atreides", 0, "Dr. Yueh"))
    room.answers(seats=("atreides", "emperor"))
    room.do(ShowFaceDancer("tleilaxu"), SettleBattle())
    offered = [o.blanks[0].high for o in offers(room.public, "tleilaxu") if o.name == "Conclude"]
    assert (offered, bool(left_over(room.public))) == ([free][: bool(free)], bool(free))
    if free:
        assert room.refusals(placed(5))
        room.do(Conclude("tleilaxu", origin=RESERVES, board=5, where=place))
        assert forces_in(room.public, "tleilaxu", RESERVES) == Group()


@pytest.mark.parametrize(("taken", "holder"), [(5, "tleilaxu"), (0, "")])
def test_1_09_02_00_whoever_has_left_the_field_no_longer_holds_it(taken: int, holder: str) -> None:
    seats = ("harkonnen", "atreides", "emperor", "tleilaxu")
    room = Room("advanced", seats=seats, hands={}, allies="", P6="none")
    room.do(KeepCount(), NameHolders(arrakeen="emperor"), CountForces("emperor", RESERVES, 7, 5))
    room.do(BeginBattle("Arrakeen", "emperor", "atreides", 8, 0, 4), LockPlan("emperor", 3, "Caid", support=3))
    room.do(LockPlan("atreides", 0, "Dr. Yueh"))
    room.answers(seats=("atreides", "emperor"))
    room.do(ShowFaceDancer("tleilaxu"), SettleBattle())
    assert "2.08.04" in [said.rule for said in left_over(room.public)]
    room.do(placed(taken))
    assert "2.08.04" not in {said.rule for said in left_over(room.public)} | {
        said.rule for said in what_now(room.public)
    }
    assert not form(room, "tleilaxu")
    assert forces_in(room.public, "tleilaxu", RESERVES) == Group(20 - taken)
    assert [seat for seat, held in holdings(room.public).held.items() if "Arrakeen" in held] == [
        one for one in [holder] if one
    ]


@pytest.mark.parametrize(("ending", "open_now"), [(CancelBattle, []), (SettleBattle, ["Caid"])])
def test_2_08_05_a_face_dancer_lies_open_only_once_the_battle_stands(
    ending: type[Command], open_now: list[str]
) -> None:
    seats = ("harkonnen", "atreides", "emperor", "tleilaxu")
    room = Room("advanced", seats=seats, hands={}, allies="")
    for viewer in (room.truth, room.screen("tleilaxu")):
        viewer.put(FaceDancers(("Caid", "Bashar", "Stilgar"), drawn=True))
    room.do(BeginBattle("Arrakeen", "emperor", "atreides", 8, 0, 4), LockPlan("emperor", 3, "Caid", support=3))
    room.do(LockPlan("atreides", 0, "Dr. Yueh"))
    room.answers(seats=("atreides", "emperor"))
    room.do(ShowFaceDancer("tleilaxu"), ending())
    assert dancers_of(room.screen("tleilaxu")).shown == open_now


# -- an ally's spice ----------------------------------------------------------------------------------


def test_4_93_08_an_ally_lays_down_spice_where_the_table_allows_it() -> None:
    room = table()
    room.do(BeginBattle("Arrakeen", "harkonnen", "atreides", 6, 0, 4))
    assert room.refusals(LendSupport("fremen", 2)) == [("1.13.04.04", "NOT_ALLIED")]
    room.do(ChangeOption("T8", "ally"))
    assert room.refusals(LendSupport("emperor", 2)) == [("4.93.08", "NOT_ALLIED")]
    assert room.refusals(LendSupport("fremen", 20)) == [("4.93.08", "NOT_ENOUGH_SPICE")]
    room.rings.clear()
    room.do(LendSupport("fremen", 2))
    assert room.rings == [{"fremen", "harkonnen"}] and not room.live.lent
    plan = LockPlan("harkonnen", 4, "Feyd-Rautha", support=1, helped=3)
    assert room.refusals(plan) == [("4.93.08", "SPICE_EXCEEDS_HELD")]
    room.do(LockPlan("harkonnen", 3, "Feyd-Rautha", support=1, helped=2), LockPlan("atreides", 0, "Dr. Yueh"))
    room.answers()
    assert room.live.verdict.to_bank == {"harkonnen": 1, "fremen": 2}
    spice = room.spice()
    room.do(SettleBattle())
    assert [room.truth.seats[seat].spice for seat in ("harkonnen", "fremen")] == [9, 8] and room.spice() == spice


def test_3_01_11_01_a_capture_cancelled_in_its_window_may_be_tried_again_in_the_next_battle() -> None:
    room = table()
    fight(room, LockPlan("harkonnen", 4, "Feyd-Rautha"), LockPlan("emperor", 1, "Bashar"))
    room.do(ChangeOption("K8", "10"), Conclude("harkonnen", capture="draw"), StopPower("fremen", "2.05.10"))
    assert not form(room, "harkonnen")
    room.do(ChangeOption("K8", "off"))
    fight(room, LockPlan("harkonnen", 4, "Umman Kudu"), LockPlan("emperor", 1, "Caid"), "Carthag")
    assert form(room, "harkonnen") == ["capture"]


def test_4_92_09_what_was_prevented_was_prevented_for_one_battle() -> None:
    room = table()
    room.do(ChangeOption("K9", "yes"), StopPower("fremen", "2.05.09"))
    fight(room, LockPlan("harkonnen", 4, "Feyd-Rautha"), LockPlan("emperor", 1, "Bashar"))
    assert "2.05.09" in room.truth.suspended, "it meets the next battle of the ally"
    fight(room, LockPlan("fremen", 4, "Chani"), LockPlan("emperor", 1, "Caid"), "Carthag")
    assert "2.05.09" not in room.truth.suspended


def test_2_05_10_00_the_table_says_that_a_captive_is_waited_for(room: Room) -> None:
    said = lambda: (waiting(room.public)[0].words, left_over(room.public)[0].holds_up)  # noqa: E731
    assert said() == ("Harkonnen decide whether to capture a leader", True)
    drawn(room)
    assert said() == ("Harkonnen decide what happens to the captured leader", True)
    assert on_turn(room.public) == ("harkonnen",)
    room.do(DecideCaptive("harkonnen", "free"))
    assert on_turn(room.public) != ("harkonnen",)


def test_2_05_10_harkonnen_see_whom_they_drew_where_they_decide(room: Room) -> None:
    name = drawn(room)
    kept = behind_shield(room.screen("harkonnen"), "harkonnen")
    assert [one.lines for one in kept if one.title == "Drawn" and one.now] == [(name,)]


def test_2_08_13_the_plan_says_that_zoal_copies_the_leader_opposite() -> None:
    assert _pick(Table(), "Zoal", "tleilaxu").words == "Zoal as strong as the leader opposite"
    assert _pick(Table(), "Wykk", "tleilaxu").words == "Wykk 2"


@pytest.mark.parametrize("killed", [False, True])
def test_2_08_15_a_ghola_fights_for_the_tleilaxu_and_dies_to_its_first_owner(killed: bool) -> None:
    seats = ("harkonnen", "atreides", "emperor", "tleilaxu")
    hands = {"atreides": ("Crysknife/1",)}
    room = Room("advanced", seats=seats, hands=hands, allies="")
    for viewer in (room.truth, room.public, *(room.screen(seat) for seat in seats)):
        viewer.hear(LeadersNoted("emperor", ("Burseg",), ("Caid",), sealed((), *seats, PUBLIC), ("Caid",)))
        viewer.hear(GholaMade("Caid"))
    room.do(BeginBattle("Arrakeen", "tleilaxu", "atreides", 8, 0, 2), LockPlan("tleilaxu", 3, "Caid", support=3))
    room.do(LockPlan("atreides", 0, "Dr. Yueh", "Crysknife" if killed else ""))
    room.answers(seats=("atreides",))
    room.do(SettleBattle())
    mine, theirs = (leaders_of(room.truth, seat) for seat in ("tleilaxu", "emperor"))
    assert mine and theirs and ("Caid" in mine.pool, "Caid" in theirs.face_down) == (not killed, killed)
