"""The verdict on the table screen: beside each other why a side has won, and what the battle costs."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from referee.board.forces import Group
from referee.kernel import PUBLIC, Command
from referee.phases.battle.battle_as_known import plan_of
from referee.phases.battle.call_traitor import CallTraitor
from referee.phases.battle.conclude import SettleBattle
from referee.phases.battle.live_battle import REVEALED, LiveBattle
from referee.phases.battle.lock_plan import LockPlan
from referee.phases.battle.two_sides import DEFENDER
from referee.phases.battle.verdict import Verdict
from referee.turn.clock import ResumeClock
from referee.web.battle.table import fight_view
from referee.web.phase.battle_headlines import costs
from referee.web.phone.reminders import how_it_ended
from tests.kit import ATREIDES, HARKONNEN, Evening, Room

HANDS = {"atreides": ("Lasgun/1", "Gom Jabbar/1", "Snooper/1"), "harkonnen": ("Shield/1", "Chaumurky/1")}
LASGUN = LockPlan("atreides", 3, "Lady Jessica", "Lasgun")
SHIELD = LockPlan("harkonnen", 4, "Feyd-Rautha", "", "Shield")


@pytest.mark.parametrize(
    ("plans", "last", "first"),
    [
        ((ATREIDES, HARKONNEN), "Atreides win.", "Atreides lose 3 forces for a dial of 3."),
        (
            (LASGUN, SHIELD),
            "Lasgun and Shield explode: everything in Arrakeen is destroyed and nobody wins.",
            "Harkonnen lose 8 forces, all they had in Arrakeen, and discard Shield.",
        ),
    ],
)
def test_1_07_06_why_ends_with_who_wins_and_the_rest_is_what_it_costs(
    plans: tuple[Command, ...], last: str, first: str
) -> None:
    room = Room(hands=HANDS)
    room.fight(*plans)
    room.answers()
    shown = fight_view(room.public, True)
    assert shown and (shown.proof[-1].text, shown.lines[0].text) == (last, first)
    assert [line.sentence for line in room.live.verdict.lines] == [line.text for line in (*shown.proof, *shown.lines)]
    assert all(line.chips for line in (*shown.proof, *shown.lines))


def test_1_07_04_who_still_plans_is_said_once_and_no_button_stands_there_before_both_are_locked() -> None:
    room = Room(hands=HANDS)
    room.begin()
    for plan in (ATREIDES, HARKONNEN):
        shown = fight_view(room.public, True)
        assert shown and sum("Harkonnen" in line.text and "plan" in line.text for line in shown.lines) == 1
        assert not any(act.why_not or act.act == "Reveal" for act in shown.acts)
        room.do(plan)
    shown = fight_view(room.public, True)
    assert shown and any(act.act == "Reveal" for act in shown.acts)


def test_1_07_06_the_verdict_stays_beside_the_next_battle_until_its_first_plan_is_locked() -> None:
    """The last choice in a battle may begin the next one at once, and takes the verdict off the screen."""
    room = Room(hands=HANDS)
    room.fight(ATREIDES, HARKONNEN)
    room.answers()
    room.do(SettleBattle())
    room.begin()
    shown = fight_view(room.public, True)
    assert (
        shown
        and shown.before
        and shown.before.text
        == (
            "*Atreides win 8 to 4 against Harkonnen in Arrakeen.* Atreides lose 3 forces. "
            "Harkonnen lose 8 forces, Feyd-Rautha, Chaumurky and Shield. "
            "Atreides take 6 spice from the bank for the death of Feyd-Rautha."
        )
    )
    room.do(ATREIDES)
    shown = fight_view(room.public, True)
    assert shown and not shown.before


def test_1_07_06_who_fought_reads_the_verdict_on_their_phone_until_their_next_plan() -> None:
    room = Room(hands=HANDS)
    room.fight(ATREIDES, HARKONNEN)
    room.answers()
    assert not how_it_ended(room.public, "atreides")  # it is being told
    room.do(SettleBattle())
    assert not how_it_ended(room.public, "emperor")
    room.begin()
    room.do(ATREIDES)
    assert not how_it_ended(room.public, "atreides")
    (line,) = how_it_ended(room.public, "harkonnen")
    assert line.text.startswith("*Atreides win 8 to 4 against Harkonnen in Arrakeen.* Atreides lose 3 forces.")


def test_1_07_06_06_a_traitor_called_stands_above_who_wins() -> None:
    room = Room(hands=HANDS)
    room.fight(ATREIDES, HARKONNEN)
    room.answers()
    shown = fight_view(room.public, True)
    assert shown and "traitor" not in shown.title
    room.do(CallTraitor("harkonnen"), who=PUBLIC)
    shown = fight_view(room.public, True)
    leader = plan_of(room.live, "atreides").leader
    assert shown and shown.title.startswith(f"Harkonnen reveal {leader} as a traitor.")


def test_4_97_05_a_battle_whose_clock_is_paused_says_so(tmp_path: Path) -> None:
    room = Room(hands=HANDS, file=tmp_path / "battle.referee", C5="120")
    room.begin()
    room.journal.close()
    evening = Evening(tmp_path)
    evening.table = "battle"

    def middle() -> str:
        return evening.host.get("/t/battle/").text.partition('id="outcome"')[2].partition("</section>")[0]

    head = re.compile(r"<h1[^>]*>(.*?)</h1>", re.DOTALL)
    found = head.search(middle())  # after a restart it is paused
    assert found and "Paused" in found[1] and "<b>Arrakeen</b>" in middle()
    assert evening.sitting.act(ResumeClock(), PUBLIC).done
    found = head.search(middle())
    assert found and "Paused" not in found[1] and "Arrakeen" in found[1]
    evening.close()


def test_1_07_06_05_losses_that_are_still_to_be_chosen_are_said_as_a_range_and_not_as_every_mix() -> None:
    mixes = tuple(Group(normal, 5) for normal in range(6, 11))
    live = LiveBattle("Carthag", "harkonnen", "emperor", verdict=Verdict(DEFENDER, losses={"emperor": mixes}))
    words = "The Emperor loses 11 to 15 forces (5 of them Sardaukar, as they choose)."
    assert dict(costs(replace(live, step=REVEALED))) == {"emperor": words}
    swaps = replace(live.verdict, losses={"emperor": tuple(Group(9 - n, n) for n in range(5))})
    live = replace(live, step=REVEALED, verdict=swaps)
    words = "The Emperor loses 9 forces (0 to 4 of them Sardaukar, as they choose)."
    assert dict(costs(live)) == {"emperor": words}
    live.chosen["emperor"] = Group(7, 2)
    assert dict(costs(live)) == {"emperor": "The Emperor loses 7 forces and 2 Sardaukar."}
    one = replace(swaps, losses={"emperor": (Group(1, 0), Group(0, 1))})
    assert dict(costs(replace(live, verdict=one, chosen={}))) == {
        "emperor": "The Emperor loses 1 force or 1 Sardaukar."
    }
