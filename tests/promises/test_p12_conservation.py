r"""Whole random games: two to eight factions press whatever is offered and fight out their battles, in both
rule sets, for up to ten turns and to the end.

``REFEREE_GAMES`` sets how many games are played, a few by default, and ``REFEREE_TURNS`` how long the longest are.
Everything is counted inside each act too, before it is written: what does not add up changes nothing, whatever button
it came by and even if the table allowed it.

Mutants (``python -m tests.promises.mutants 12`` tries them):
referee/phases/bidding/cards_of_the_row.py: `seen = bidding.row.pop(0) if bidding.row else FACE_DOWN`
    -> `seen = bidding.row[0] if bidding.row else FACE_DOWN`
referee/holdings/ledger.py: `        table.bank += amount` -> `        table.bank += amount + 1`
referee/holdings/hands.py: `Pile.laid(self.order, self.count))\n        table.discard = Pile()`
    -> `Pile.laid(self.order, self.count))`
referee/running/sitting.py: `if wrong := list(breaks(before, now, events)):` -> `if wrong := list[str]():` (inside)
referee/running/audit.py: `        yield from unbalanced(before, now)` -> `        pass` (inside)
referee/knowledge/conserved.py: `        yield "a leader vanishes"` -> `        pass` (inside)
referee/knowledge/conserved.py: `if beyond > before.forces.get(seat, 0):` -> `if False:` (waiver)
referee/board/forces.py: `not in {ANYWHERE, RESERVES, TANKS} and` -> `!= ANYWHERE and` (begun)
referee/board/how_many.py: `group.least(most_there(table, seat, place))` -> `group` (whatever_the_table)
referee/running/audit.py: `if _waived(events) or not _entered(events):` -> `if _waived(events):` (itself)
referee/phases/battle/settle.py: `may_leave(table, seat, chosen, live.territory)` -> `chosen` (entered)
referee/phases/shipment/by_the_map.py: `words, "NOT_ELIGIBLE", firm=True)` -> `words, "NOT_ELIGIBLE")` (waiver)
referee/factions/richese/how_a_sale_runs.py: `sale is not None and sale.card not in table.deck` -> `False` (swap)
referee/web/app/submit.py: `act = _in_full(made, public, who)` -> `act = type(made).__name__` (asked)
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from contextlib import suppress
from copy import deepcopy
from dataclasses import replace
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from referee.agreements.bribes import Bribe, BribePaid
from referee.board.forces import ALL_FORCES, ANYWHERE, RESERVES, TANKS, Forces, Group, forces_in, somewhere
from referee.board.forces_counted import (
    CountForces,
    ForcesToTanks,
    KeepCount,
    LoseForces,
    StartForces,
    places_last,
    to_tanks,
)
from referee.board.how_many import Starred, may_leave
from referee.board.territories import TERRITORIES
from referee.cards.storm_cards import BlowUpWall
from referee.common.factions import FACTIONS
from referee.contract.positions.acts import Scripted
from referee.contract.positions.cases import read_position
from referee.contract.positions.outcome import tell
from referee.contract.positions.script import Run
from referee.contract.values import faction_id
from referee.factions.ixian.swap import SwapCard
from referee.factions.richese.announce_sale import OfferCache
from referee.holdings.leaders import LeaderBook
from referee.kernel import OPTIONS, PUBLIC, REFEREE, BadCommand, Command, Event, Objection, Table, ask, fold
from referee.modules.discoveries import CARDS as DISCOVERIES
from referee.modules.discoveries.blow import DiscoveryBlows
from referee.offers.waiting import on_turn
from referee.phases.battle.begin_battle import BeginBattle
from referee.phases.battle.conclude import SettleBattle
from referee.phases.battle.who_fights_where import FightNext, NoteForces, open_battles
from referee.phases.bidding.auction import BeginBidding, DealRow, DeclareHands
from referee.phases.revival.forces import ReviveForces
from referee.phases.revival.limits_and_prices import ForcesRevived
from referee.phases.shipment.marching import MoveForces, places_of
from referee.phases.shipment.shipping import Send, Ship
from referee.phases.spice_blow.devoured import WormEats
from referee.phases.storm.storm_moves import AnnounceStorm, PlaceStorm, StormCatches
from referee.running.judgement import judge
from referee.running.outcome import Outcome
from referee.turn.next_phase import EndBidding
from referee.turn.on_the_map import PutRight, SetDown
from referee.turn.who_is_done import SayDone
from referee.web.map.position import known_position
from tests.kit import (
    BY_LETTER,
    LEADERS,
    QUIET_GAME,
    SAND,
    Evening,
    Fighters,
    LiveTable,
    Players,
    Room,
    everything_once,
    position_event,
    same_every_run,
    tried,
)

ALL = sorted(FACTIONS)
TURNS = int(os.environ.get("REFEREE_TURNS", "10"))
GAMES = settings(
    max_examples=int(os.environ.get("REFEREE_GAMES", "6")),
    deadline=None,
    derandomize=same_every_run("REFEREE_GAMES"),
    suppress_health_check=list(HealthCheck),
)


@GAMES
@given(
    st.integers(0, 10**9),
    st.lists(st.sampled_from(ALL), min_size=2, max_size=8, unique=True),
    st.sampled_from(["basic", "advanced"]),
)
def test_p12_whole_games_keep_every_spice_card_force_and_leader_and_never_get_stuck(
    seed: int, seats: list[str], rules: str
) -> None:
    players = Fighters(seed, seats, rules)
    players.play(turns=TURNS, presses=12)
    events = [event for act in players.sitting.acts() for event in act.events]
    for viewer, table in {**players.sitting.views.tables, REFEREE: players.truth}.items():
        again = fold(events, viewer)
        assert again.states == table.states
        assert (again.bank, again.deck, again.discard) == (table.bank, table.deck, table.discard)
        assert {seat: own.spice for seat, own in again.seats.items()} == {
            seat: own.spice for seat, own in table.seats.items()
        }
    players.sitting.journal.close()


class OnTheMap(Fighters):
    """Random players who begin with all forces on the map, and fight where the map says so."""

    def __init__(self, seed: int, seats: list[str], rules: str) -> None:
        super().__init__(seed, seats, rules)
        self.must(KeepCount())
        for seat in sorted(self.public.seats, key=lambda one: ask(self.public, StartForces(one)).value.last):
            left = somewhere(self.public, seat)
            if left.total:
                last = places_last(self.public, seat)
                place = "Red Chasm" if last else self.random.choice(["Sietch Tabr", "False Wall South", "Polar Sink"])
                self.must(SetDown(seat, left.normal, place, left.special), seat)

    def enter(self, phase: str) -> None:
        """Go to a phase; in Shipment everybody tries to ship, move and be done."""
        super().enter(phase)
        for _ in range(2 * len(self.public.seats) if phase == "shipment" else 0):
            for seat in on_turn(self.public):
                self.travel(seat)
                self.try_it(SayDone(seat), seat)

    def travel(self, seat: str) -> None:
        """Ship to some territory and move from another, as far as the rules allow."""
        names, mine = list(TERRITORIES), places_of(self.public, seat)
        ways: list[Command] = [Ship(seat, self.random.randint(1, 4), place) for place in self.random.sample(names, 3)]
        ways += [Send(seat, self.random.randint(1, 4), place) for place in self.random.sample(names, 3)]
        ways += [MoveForces(seat, self.random.randint(1, 4), one, self.random.choice(names)) for one in mine * 3]
        for way in ways:
            if self.try_it(way, seat).done:
                self.close()

    def begun(self) -> Command:
        """Return a battle of the list; if there is none, any."""
        battles = open_battles(self.public)
        one = self.random.choice(battles) if battles else None
        return FightNext(one.aggressor, one.territory, one.defender) if one else super().begun()

    def audit(self) -> None:
        """Assert that each faction has its twenty forces, and no count is negative except ``on the board``."""
        super().audit()
        held = self.truth.state(Forces).held
        for seat in self.truth.seats:
            stars = ask(self.truth, Starred(seat)).value
            mine = [group for (one, _), group in held.items() if one == seat]
            whole = sum(group.normal for group in mine), sum(group.special for group in mine)
            assert not mine or whole == (ALL_FORCES - stars, stars), (seat, mine)
        assert all(where[1] == ANYWHERE or min(group.normal, group.special) >= 0 for where, group in held.items())


@GAMES
@given(
    st.integers(0, 10**9),
    st.lists(st.sampled_from(ALL), min_size=3, max_size=8, unique=True),
    st.sampled_from(["basic", "advanced"]),
)
def test_p12_no_force_is_lost_or_made_on_the_map_and_everybody_has_the_map_that_they_heard(
    seed: int, seats: list[str], rules: str
) -> None:
    players = OnTheMap(seed, seats, rules)
    players.play(turns=3, presses=6)
    events = [event for act in players.sitting.acts() for event in act.events]
    for viewer in (PUBLIC, *seats):
        heard = known_position(fold(events, viewer))
        assert heard == known_position(players.sitting.screen(viewer)) == known_position(players.public), viewer
    players.sitting.journal.close()


class Recounted(OnTheMap):
    """Players whose table corrects counts by hand, often wrongly, and allows things; what else is refused adds up."""

    def audit(self) -> None:
        """What the table enters is believed."""

    def travel(self, seat: str) -> None:
        self.by_hand()
        super().travel(seat)

    def enter(self, phase: str) -> None:
        super().enter(phase)
        for _ in range(3):
            self.by_hand()

    def by_hand(self) -> None:
        """Enter some number of forces somewhere."""
        one = self.random.choice(list(self.public.seats))
        here = self.random.choice([*places_of(self.public, one) * 3, "Arrakeen", "Red Chasm"])
        number, stars = self.random.choice([1, 2, 3, 5, 10, 12, 20]), self.random.choice([0, 0, 1, 3])
        off, other = self.random.choice([RESERVES, TANKS]), self.random.choice(["", RESERVES, TANKS, "Arrakeen"])
        ways = [PutRight(one, here, number, other=other), PutRight(one, here, stars, stars), NoteForces(here, one, 2)]
        ways += [CountForces(one, off, number, stars), StormCatches(one, number, 0, here), WormEats(one, number)]
        self.try_it(self.random.choice([*ways, LoseForces(one, number, stars), LoseForces(one, number, 0, here)]))

    def try_it(self, command: Command, who: str = PUBLIC) -> Outcome:
        outcome = super().try_it(command, who)
        assert all(one.code != "DOES_NOT_ADD_UP" for one in outcome.objections), (command, outcome.objections)
        if outcome.objections and self.random.random() < 0.1 and not any(one.firm for one in outcome.objections):
            with suppress(BadCommand):
                return self.sitting.act(command, who, waive=True)
        return outcome


@GAMES
@given(
    st.integers(0, 10**9),
    st.lists(st.sampled_from(ALL), min_size=3, max_size=8, unique=True),
    st.sampled_from(["basic", "advanced"]),
)
@example(2, ["fremen", "bene_gesserit", "ixian", "tleilaxu"], "advanced")
def test_p12_whatever_the_table_entered_before_no_act_is_refused_for_the_sum_of_what_others_moved(
    seed: int, seats: list[str], rules: str
) -> None:
    players = Recounted(seed, seats, rules)
    players.play(turns=2, presses=6)
    assert not judge(players.sitting.journal.rows()).faults
    players.sitting.journal.close()


def test_p12_an_act_that_moves_more_forces_than_exist_is_itself_refused() -> None:
    table = LiveTable("atreides", "harkonnen", turn=2, phase="shipment").do(KeepCount())
    with patch.object(MoveForces, "objections", lambda self, table: []):
        refused = table.refused(MoveForces("harkonnen", 12, "Carthag", "Imperial Basin"))
    assert refused == ("4.97.22", "DOES_NOT_ADD_UP")


DISCOVERED = DISCOVERIES[0]
KILLS = [
    ("spice_blow", DISCOVERED.spice, DiscoveryBlows(DISCOVERED.card)),
    ("storm", "Shield Wall", BlowUpWall("atreides")),
]


@pytest.mark.parametrize(("phase", "place", "kills"), KILLS)
def test_p12_what_kills_all_in_a_place_kills_no_more_than_exist(phase: str, place: str, kills: Command) -> None:
    table = LiveTable("atreides", "harkonnen", turn=2, M6="on", hands={"atreides": ("Family Atomics/1",)}, phase=phase)
    table.do(KeepCount(), PlaceStorm(2), PutRight("harkonnen", place, 12), PutRight("atreides", "Shield Wall", 1))
    table.do(*([AnnounceStorm(2)] if phase == "storm" else ()), kills)
    assert forces_in(table.truth, "harkonnen", TANKS) == Group(10)
    assert not judge(table.rows()).faults


def test_p12_more_forces_than_are_in_unknown_places_move_nowhere() -> None:
    table = LiveTable("atreides", "harkonnen", turn=2, phase="shipment").do(KeepCount())
    table.do(PutRight("harkonnen", "Carthag", 8))  # two are somewhere
    assert table.refused(MoveForces("harkonnen", 3, "Imperial Basin", "Arrakeen")) == ("1.06.05", "FORCES_TOO_MANY")
    table.do(LoseForces("harkonnen", 2, origin="Imperial Basin"))
    assert table.refused(LoseForces("harkonnen", 1, origin="Imperial Basin"))[1] == "FORCES_TOO_MANY"


def more(event: type[Event], change: Callable[[Any, Table], None]) -> Callable[[Any, Table], None]:
    """Return how this kind of event would be applied by a program with a mistake."""
    plain = event.apply

    def apply(self: Any, table: Table) -> None:
        plain(self, table)
        change(self, table)

    return apply


def one_spice_more(event: Any, table: Table) -> None:
    table.bank += 1


def the_card_twice(event: Any, table: Table) -> None:
    table.discard.append(table.seats["atreides"].hand[0])


def a_leader_gone(event: Any, table: Table) -> None:
    table.state(LeaderBook).of["atreides"].pool.pop()


def reserves_gone(event: Any, table: Table) -> None:
    table.state(Forces).held["atreides", RESERVES] = Group(-1)


@pytest.mark.parametrize("mistake", [one_spice_more, the_card_twice, a_leader_gone, reserves_gone])
def test_p12_what_does_not_add_up_inside_an_act_is_refused_and_changes_nothing(
    mistake: Callable[[Any, Table], None], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = LiveTable("atreides", "emperor", hands={"atreides": ("Karama/1",)}, phase="bidding")
    table.do(KeepCount())
    before, acts = deepcopy(table.truth.states), table.acts()
    with monkeypatch.context() as broken:
        broken.setattr(BribePaid, "apply", more(BribePaid, mistake))
        assert table.refused(Bribe("atreides", "emperor", 1)) == ("4.97.22", "DOES_NOT_ADD_UP")
    assert table.truth.states == before and table.acts() == acts and "does not add up" in caplog.text
    assert "Karama" not in caplog.text
    table.do(Bribe("atreides", "emperor", 1))


def test_p12_no_waiver_puts_forces_on_the_map_that_do_not_exist() -> None:
    table = LiveTable("harkonnen", "fremen", spice=50).do(KeepCount()).do("shipment")
    found = table.against(Ship("harkonnen", 15, "Carthag"))
    assert any(one.firm for one in found)
    with pytest.raises(BadCommand):
        table.act(Ship("harkonnen", 15, "Carthag"), PUBLIC, waive=True)
    table.do(Ship("harkonnen", 1, "Carthag"))
    soft = Objection("1.06.03", "No.")
    with patch.object(Ship, "objections", lambda self, table: [soft]):
        refused = table.act(Ship("harkonnen", 15, "Carthag"), PUBLIC, waive=True)
    assert not refused.done and refused.objections[0].firm and "what does not exist" in refused.objections[0].sentence
    assert not judge(table.rows()).faults


def test_p12_no_battle_is_begun_with_forces_that_the_count_would_refuse_when_it_is_settled() -> None:
    table = LiveTable("harkonnen", "fremen", spice=50).do(KeepCount(), LoseForces("harkonnen", 1))
    table.do("revival").do(ReviveForces("harkonnen", 1)).do("battle")  # so the Tanks are counted, and empty
    begun = BeginBattle("Arrakeen", "harkonnen", "fremen", 10, 0, 1, 0)
    assert table.refused(begun) == ("0.13", "FORCES_TOO_MANY")


def test_p12_a_battle_is_settled_though_the_table_entered_its_losses_by_hand_before() -> None:
    room = Room().do(KeepCount())
    room.fight()
    room.do(LoseForces("atreides", 10), LoseForces("harkonnen", 9)).answers()
    room.do(SettleBattle())
    for seat in ("atreides", "harkonnen"):
        away = forces_in(room.truth, seat, RESERVES), forces_in(room.truth, seat, TANKS)
        assert sum(group.total for group in away if group) == ALL_FORCES, seat
    assert not judge(room.rows()).faults


def test_p12_a_sale_whose_card_was_swapped_ends_with_every_card_in_one_place() -> None:
    table = LiveTable("richese", "ixian", "emperor", deck=None, hands={"ixian": ("Kulon",)}, B7="10")
    table.do(BeginBidding(), DeclareHands(), OfferCache("richese", "Stone Burner", "once", "first", "right"))
    table.do(DealRow(), SwapCard("ixian", "Kulon"), EndBidding())
    assert max(everything_once(table.truth).values()) == 1
    assert table.truth.seats["ixian"].hand == ["Stone Burner/1"] and "Kulon" in table.truth.deck


def test_p12_the_table_is_asked_the_whole_of_what_a_phone_wants(evening: Evening) -> None:
    evening.must("host", "KeepCount")
    evening.must("host", "GoTo", phase="shipment", anyway="1")
    evening.must("emperor", "Ship", normal=1, goal="Carthag")
    evening.tap("emperor", "Ship", normal=3, special=2, goal="Habbanya Sietch", ask="1")
    said = evening.host.get(f"/t/{evening.table}/").text.partition("Asked of the table")[2].partition("Allow")[0]
    assert "Ship: 3 forces, to Habbanya Sietch, 2 special forces" in re.sub("<[^>]*>", "", said)


FIXED = {"P1", "P2", "P3", *(key for key, _ in QUIET_GAME)}  # what this test sets itself, and plans on cardboard wheels
CHOICES = [(key, choice.value) for key, one in OPTIONS.items() if key not in FIXED for choice in one.choices]
SPENT_WHAT_IS_OWED = [
    "harkonnen",
    "ixian",
    "richese",
    "bene_gesserit",
    "atreides",
    "spacing_guild",
    "emperor",
    "choam",
]


@GAMES
@given(
    st.integers(0, 10**9),
    st.lists(st.sampled_from(ALL), min_size=2, max_size=8, unique=True),
    st.sampled_from(["dealt", "told", "counts"]),
    st.sampled_from(["kept", "told", "untracked"]),
    st.lists(st.sampled_from(CHOICES), max_size=8).map(dict),
)
@example(742, SPENT_WHAT_IS_OWED, "told", "kept", {})
def test_p12_whole_games_run_with_printed_cards_and_tokens_too(
    seed: int, seats: list[str], cards: str, spice: str, otherwise: dict[str, str]
) -> None:
    players = Players(seed, seats, "advanced", (("P1", cards), ("P2", spice), *otherwise.items()))
    players.play(turns=min(TURNS, 6), presses=12)
    counts = {
        viewer: [len(own.hand) for own in table.seats.values()]
        for viewer, table in players.sitting.views.tables.items()
    }
    assert len({tuple(count) for count in counts.values()}) == 1
    players.sitting.journal.close()


# -- positions ----------------------------------------------------------------------------------------


WHO = tuple(BY_LETTER)
seat = st.sampled_from(WHO)
few = st.integers(1, 4)
STEPS = st.one_of(
    st.builds("{} claims".format, seat),
    st.builds("{} takes".format, seat),
    st.builds("{} bribes {} {}".format, seat, seat, few).filter(lambda step: step[0] != step.split()[2]),
    st.builds("{} gives {} {}".format, seat, seat, few).filter(lambda step: step[0] != step.split()[2]),
    st.builds("{} revives {}".format, seat, st.sampled_from(["1", "2", "3", "0+1", "1+1", "5"])),
    st.builds("{} revives {} for {}".format, st.sampled_from("EA"), few, seat),
    st.builds("{} grants {}".format, st.sampled_from("FA"), seat),
    st.sampled_from([f"A leader {name} {FACTIONS['atreides'].leaders[name]}" for name in LEADERS]),
    st.builds("{} ghola {}".format, seat, few),
    st.builds("{} ships {} {}".format, seat, few, st.sampled_from(["city", "sand half", "city karama", "sand"])),
    st.builds("A ships {} city pays A1,{}1".format, few, seat),
    st.builds("{} crosses {} city".format, seat, few),
    st.builds("{} leaves {}".format, st.sampled_from("GA"), few),
    st.builds("F sends {}".format, few),
    st.builds("B goes {}".format, st.sampled_from(["Polar Sink", "Arrakeen"])),
    st.builds("{} collects {}".format, seat, few),
    st.builds("H kills {}".format, st.sampled_from(["Stilgar", "Caid"])),
    st.sampled_from(["storm", "worm", "blow 6", "blow 8 hidden", "E great 2", "F great worm", "G great A"]),
    st.builds("{} stops".format, seat),
)
STARRED = {name for name in BY_LETTER.values() if ask(Table(), Starred(faction_id(name))).value}
PLACE = st.fixed_dictionaries({
    "spice": st.fixed_dictionaries({name: st.integers(0, 12) for name in BY_LETTER.values()}),
    "tanks": st.fixed_dictionaries({
        name: st.fixed_dictionaries({"normal": st.integers(0, 6), "special": st.integers(0, 2 * (name in STARRED))})
        for name in BY_LETTER.values()
    }),
    "front_of_shield": st.just({"Atreides": 2}),
    "territory_spice": st.fixed_dictionaries({SAND: st.integers(0, 10)}),
    "alliances": st.sampled_from(
        [[], [["Emperor", "Harkonnen"], ["Fremen", "Spacing Guild"]], [["Atreides", "Spacing Guild"]]]
    ),
    "events": st.lists(STEPS, min_size=6, max_size=25).map(lambda steps: [position_event(step) for step in steps]),
})  # fmt: skip
MANY = settings(max_examples=tried(150), deadline=None, suppress_health_check=[HealthCheck.too_slow])
State = dict[str, Any]


def begun(place: dict[str, Any], rules: str) -> tuple[Run, tuple[Scripted, ...]]:
    """Return a position before its events, and the events."""
    more = {"players": list(BY_LETTER.values()), "leaders": {"Atreides": {"face_up": LEADERS}}}
    position = read_position({"rules": rules, "phase": "any", "situation": {**place, **more}})
    return Run(replace(position, script=())), position.script


def state(run: Run) -> State:
    """Return everything that is counted at the table."""
    told = tell(run.referee, run.log, run.position, None)
    tanks = {seat: forces_in(run.referee, seat, TANKS) for seat in run.referee.seats}
    return {**told, "tanks": tanks, "because": None}


def spice(now: State) -> list[int]:
    parts = ("spice", "front_of_shield", "territory_spice_after")
    return [amount for part in parts for amount in now[part].values()]


def forces(run: Run, now: State) -> dict[str, int]:
    """Return the number in the Tanks plus what was revived."""
    out = {seat: sum(f.normal + f.special for f in run.log if isinstance(f, ForcesRevived) and f.seat == seat)
           for seat in run.referee.seats}  # fmt: skip
    return {seat: now["tanks"][seat].total + out[seat] for seat in run.referee.seats}


@MANY
@given(PLACE, st.sampled_from(["basic", "advanced"]))
def test_p12_nothing_appears_or_vanishes_and_a_refusal_changes_nothing(place: dict[str, Any], rules: str) -> None:
    run, script = begun(place, rules)
    before = start = state(run)
    whole, dead = sum(spice(start)), forces(run, start)
    for scripted in script:
        refused, now = run.take(scripted), state(run)
        assert refused is None or now == before
        assert sum(spice(now)) + now["bank_delta"] == whole and min(spice(now)) >= 0
        assert forces(run, now) == dead
        assert all(group.normal >= 0 and group.special >= 0 for group in now["tanks"].values())
        before = now


def test_p12_what_leaves_a_battle_is_no_more_than_there_is_of_each_kind() -> None:
    table = LiveTable("harkonnen", "ixian").do(KeepCount())
    table.do(CountForces("ixian", RESERVES, 10, 4), CountForces("ixian", TANKS, 1, 0))
    assert may_leave(table.truth, "ixian", Group(3, 3)) == Group(2, 3)
    assert may_leave(table.truth, "ixian", Group(0, 7)) == Group(0, 3)


def test_p12_where_the_tanks_alone_are_counted_no_battle_has_more_forces_than_are_left() -> None:
    table = LiveTable("harkonnen", "atreides", phase="battle").do(CountForces("harkonnen", TANKS, 6))
    assert may_leave(table.truth, "harkonnen", Group(20)) == Group(14)
    assert table.refused(BeginBattle("Arrakeen", "harkonnen", "atreides", 15, 0, 1, 0)) == ("0.13", "FORCES_TOO_MANY")
    table.do(BeginBattle("Arrakeen", "harkonnen", "atreides", 14, 0, 1, 0))


def test_p12_an_ally_beside_whom_nobody_may_stay_loses_no_more_than_there_is() -> None:
    """What was noted of a territory may be older than what was counted in the Tanks."""
    table = LiveTable("fremen", "atreides", allies="fremen atreides").do(KeepCount())
    table.do(CountForces("fremen", RESERVES, 0, 0), CountForces("fremen", TANKS, 10, 2))
    gone = [*to_tanks(table.truth, "fremen", Group(0, 3), "Rock Outcroppings", ("1.06.07",))]
    assert gone == [ForcesToTanks("fremen", 0, 1, "Rock Outcroppings", ("1.06.07",))]
    assert not [*to_tanks(table.truth, "atreides", Group(), "Rock Outcroppings", ("1.06.07",))]
