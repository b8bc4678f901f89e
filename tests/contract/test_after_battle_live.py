"""What ``referee battle --json`` says of a battle of a live table is what happens there when it is settled."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

import referee.web.factory  # noqa: F401
from referee.board.how_many import may_leave
from referee.common.boxes import MODULES
from referee.common.factions import FACTIONS, faction_name
from referee.contract.after_battle import followed, net_of
from referee.contract.values import by_name
from referee.factions.tleilaxu.face_dance import ShowFaceDancer
from referee.holdings.hands import CardDiscarded
from referee.kernel import PUBLIC, Event, Table, card_name
from referee.modules.leader_skills.before_the_shield import PlaceSkill
from referee.modules.leader_skills.strongholds_counted import against_a_bureaucrat
from referee.offers.offer import halted
from referee.phases.battle.battle_as_known import position
from referee.phases.battle.call_traitor import CallTraitor
from referee.phases.battle.conclude import SettleBattle
from referee.phases.battle.events import ForcesLost
from referee.phases.battle.live_battle import LiveBattle, live_of
from referee.phases.battle.two_sides import Battle
from referee.phases.battle.verdict import Verdict
from tests.contract.battle_as_case import as_case
from tests.kit import Rooms, settle

BATTLES = 20  # tried in each battle phase
GAMES = int(os.environ.get("REFEREE_GAMES", "6"))
Said = dict[str, Any]
OF_DECKS = {"skills_shuffled", "order_sealed", "traitors_deciphered", "face_dancers_drawn"}
ONCE_A_PHASE = "4.03.21"  # a line does not say whether the Spice Banker earned before
NOTHING = {"normal": 0, "special": 0}


@dataclass
class Settled:
    """A live battle as ``followed`` reads it."""

    table: Table
    battle: Battle
    verdict: Verdict
    events: tuple[Event, ...]
    open_to: tuple[Any, ...] = ()


class Told(Rooms):
    """Random players who compare each battle with what the line said of it before it was settled."""

    def aftermath(self) -> None:
        for seat in self.live.seats:
            if self.random.random() < 0.2:
                self.try_it(CallTraitor(seat))
        if self.random.random() < 0.2:
            self.try_it(ShowFaceDancer("tleilaxu"))
        case, live = as_case(self.truth), live_of(self.truth)
        said, battle = settle(case), position(self.truth, live)
        fewer = {faction_name(seat) for seat in live.seats if self.stands_with_less(seat)}
        counted = faction_name(seat) if (seat := against_a_bureaucrat(self.truth)) else ""
        done = self.sitting.act(SettleBattle(), PUBLIC)
        assert done.done, done.objections
        found = [*parted(said, Settled(self.truth, battle, live.verdict, done.events), fewer, counted)]
        assert not found, (found, case)

    def stands_with_less(self, seat: str) -> bool:
        live = live_of(self.truth)
        group = live.forces[seat]
        return may_leave(self.truth, live.whose(seat), group, live.territory).total < group.total

    def lock(self, live: LiveBattle, seat: str) -> None:
        """Lock a plan; where only a leader in front may lead, take that one behind the shield."""
        try:
            super().lock(live, seat)
        except AssertionError:
            self.must(PlaceSkill(seat))
            super().lock(live, seat)

    def enter(self, phase: str) -> None:
        super().enter(phase)
        for _ in range(BATTLES if phase == "battle" else 0):
            if not halted(self.public):
                self.fight()
            self.something()
            self.close()


def parted(said: Said, live: Settled, fewer: set[str], counted: str) -> Iterator[str]:
    """Yield where a line and the table part: spice, forces, leaders, cards, and everything else that follows.

    Who has ``fewer`` forces than as the battle began, as far as the table has counted, loses no more than those. Whose
    strongholds a Bureaucrat has ``counted`` the line alone says what is left of them, where a map shows it.
    """
    if not said.get("legal"):
        yield f"the line is refused: {said}"
        return
    happened = [entry for entry, _ in followed(live) if _is_told(entry)]  # type: ignore[arg-type]
    shown = ("strongholds_held", counted)
    told = [one for one in said["after"] if _is_told(one) and (one["what"], one.get("faction")) != shown]
    yield from (f"only at the table: {one}" for one in happened if one not in told)
    yield from (f"only in the line: {one}" for one in told if one not in happened)
    lost = {faction_name(one.seat): counts(one) for one in live.events if isinstance(one, ForcesLost)}
    open_to = {**{name: [group] for name, group in said["forces_lost"].items()}, **said.get("forces_lost_any_of", {})}
    wrong = [name for name in {*lost, *open_to} - fewer if lost.get(name, NOTHING) not in open_to.get(name, [NOTHING])]
    yield from (f"{name} lost {lost.get(name)}, not {open_to.get(name)}" for name in wrong)
    net, dead = by_name(net_of(live)), sorted(live.verdict.killed)  # type: ignore[arg-type]
    cards = [one for one in live.events if isinstance(one, CardDiscarded)]
    gone = {
        faction_name(seat): sorted(card_name(one.card) for one in cards if one.seat == seat)
        for seat in live.table.seats
    }
    thrown = {name: sorted(cards) for name, cards in said["cards_discarded"].items() if cards}
    pairs = [
        (net, said["spice"]["net"]),
        (dead, sorted(said["leaders_killed"])),
        ({name: cards for name, cards in gone.items() if cards}, thrown),
    ]
    yield from (f"at the table {one}, in the line {other}" for one, other in pairs if one != other)


def _is_told(entry: Said) -> bool:
    """Leave out what a line cannot know: decks, what was done earlier in the phase, and what is not done yet."""
    return not entry.get("may") and entry["what"] not in OF_DECKS and entry["rule"] != ONCE_A_PHASE


def counts(event: ForcesLost) -> Said:
    return {"normal": event.normal, "special": event.special}


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_line_tells_what_a_live_table_does(seed: int) -> None:
    dice = random.Random(f"battles {seed}")
    chosen = tuple((one.key, one.value) for one in MODULES.values() if seed % 2 == 0 or dice.random() < 0.7)
    seats, counted = dice.sample([*FACTIONS], 6), "kept" if seed % 2 else "none"
    game = Told(seed, seats, "advanced" if seed % 4 else "basic", (*chosen, ("P6", counted)))
    game.play(2, 4)
    assert game.fought or counted == "kept", "where forces are counted they seldom meet by chance"
