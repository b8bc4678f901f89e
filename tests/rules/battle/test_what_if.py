"""What if: the ends of a battle against all that the opponent may hold, from what one viewer knows."""

from __future__ import annotations

import os
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

import referee.kernel.discover  # noqa: F401
from referee.board.forces import Group
from referee.kernel import FACE_DOWN, Seat, Table
from referee.phases.battle.cards_in_battle import DEFENCE, WEAPON
from referee.phases.battle.judging import judge
from referee.phases.battle.two_sides import AGGRESSOR, SIDES, At, Battle, Leader, Side
from referee.phases.battle.what_if import LOSE, NOBODY, WIN, fitting, may_hold, outlook, with_cards

EXAMPLES = int(os.environ.get("REFEREE_EXAMPLES", "80"))  # of 180
CARDS = ("Crysknife", "Chaumas", "Lasgun", "Shield", "Snooper", "Kulon", "Weirding Way", "Poison Tooth", "Chemistry")


def table() -> Table:
    made = Table("atreides", rules="basic", seats={s: Seat(s, "") for s in ("atreides", "harkonnen", "emperor")})
    made.seats["atreides"].hand.extend(["Lasgun/1", "Shield/1"])
    made.seats["harkonnen"].hand.extend([FACE_DOWN, "Shield/2"])
    made.seats["emperor"].hand.extend([FACE_DOWN])
    made.discard.extend(["Crysknife/1", "Shield/3"])
    return made


def fight(dial: int = 3, weapon: str | None = None, defence: str | None = None) -> Battle:
    hand = tuple(card for card in (weapon, defence) if card)
    mine = Side("atreides", Group(5), dial, Leader("Duncan Idaho", 2), weapon=weapon, defence=defence, hand=hand)
    theirs = Side("harkonnen", Group(5), 3, Leader("Feyd-Rautha", 6))
    return Battle("Arrakeen", mine, theirs)


def test_1_07_06_a_card_known_to_lie_elsewhere_is_not_the_opponents() -> None:
    may = may_hold(table(), "harkonnen")
    assert may.seen == ("Shield",)
    assert not {"Lasgun", "Crysknife"} & set(may.possible)
    assert {"Shield", "Snooper", "Chaumas"} <= set(may.possible)


def test_1_07_06_where_the_whole_hand_was_seen_nothing_else_is_possible() -> None:
    made = table()
    made.seats["harkonnen"].hand[0] = "Chaumas/1"
    assert set(may_hold(made, "harkonnen").possible) == {"Chaumas", "Shield"}


def test_1_07_06_01_cards_that_end_alike_stand_together() -> None:
    view = outlook(table(), fight(dial=5), AGGRESSOR, ("Crysknife", "Chaumas", "Shield", "Snooper"))
    assert view.weapons == ((None,), ("Crysknife", "Chaumas"))
    assert view.defences == ((None, "Shield", "Snooper"),)
    assert [[end.end for end in row] for row in view.ends] == [[LOSE], [LOSE]]
    assert view.ends[0][0].totals == (7.0, 9.0)


def test_3_01_14_a_shield_against_the_own_lasgun_leaves_nobody() -> None:
    view = outlook(table(), fight(weapon="Lasgun"), AGGRESSOR, ("Shield", "Snooper"))
    ends = dict(zip(view.defences, view.ends[0], strict=True))
    assert (ends[None, "Snooper"].end, ends["Shield",].end) == (WIN, NOBODY)


@settings(max_examples=EXAMPLES, deadline=None)
@given(
    st.integers(0, 5),
    st.sampled_from([None, "Lasgun", "Crysknife", "Chaumas", "Weirding Way"]),
    st.sampled_from([None, "Shield", "Snooper"]),
    st.booleans(),
)
def test_1_07_06_every_cell_is_what_the_verdict_says(dial: int, weapon: str, defence: str, turned: bool) -> None:
    battle, own = fight(dial, weapon, defence), table()
    at, foe = SIDES[::-1] if turned else SIDES
    if turned:
        battle = replace(battle, aggressor=battle.defender, defender=battle.aggressor)
    view = outlook(own, battle, at, CARDS)
    seen = set()
    for weapons, row in zip(view.weapons, view.ends, strict=True):
        for defences, end in zip(view.defences, row, strict=True):
            for w, d in ((w, d) for w in weapons for d in defences if w is None or w != d):
                verdict = judge(own, with_cards(battle, foe, w, d))
                assert end.end == dict[At | None, str]({at: WIN, foe: LOSE}).get(verdict.winner, NOBODY), (w, d)
                assert end.own_falls == (battle.side(at).leader.name in verdict.killed)  # type: ignore[union-attr]
                seen.add((w, d))
    whole = [(w, d) for w in (None, *fitting(own, CARDS, WEAPON)) for d in (None, *fitting(own, CARDS, DEFENCE))]
    assert seen == {(w, d) for w, d in whole if w is None or w != d}
