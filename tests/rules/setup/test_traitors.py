"""0.11 and what changes it: the second draw of unlucky traitors (4.93.13), and the Face Dancers (2.08.03, 2.08.05)."""

from __future__ import annotations

from typing import Any

import pytest

from referee.common.factions import FACTIONS
from referee.common.phones_at_seats import TakeSeat
from referee.factions.tleilaxu.face_dancers import ChangeFaceDancer, dancers_of
from referee.holdings.traitors import DealTraitors, KeepTraitor, Traitors, traitor_pile
from referee.kernel import PUBLIC, REFEREE
from referee.offers.offer import behind_shield, secret_offers
from referee.offers.waiting import asked_by_name, duties_of, waiting
from referee.options.mulligan import DrawAnew
from referee.running.dice import Dice
from referee.turn.next_phase import GoTo
from referee.web.phase.buttons import secret_acts
from tests.kit import LiveTable, Top

SIX = ("atreides", "bene_gesserit", "emperor", "fremen", "tleilaxu", "harkonnen")


def begin(dice: Dice, *seats: str, **options: Any) -> LiveTable:
    return LiveTable(*seats, dice=dice, spice=-1, deck=None, **options)


def unlucky(**options: Any) -> LiveTable:
    """Harkonnen, dealt first, get two of their own leaders."""
    dice = Top("Feyd-Rautha", "Beast Rabban", "Stilgar", "Chani")
    sitting = begin(dice, "harkonnen", "fremen", "emperor", **options)
    sitting.do(DealTraitors())
    dice.first = ["Bashar", "Caid", "Burseg", "Feyd-Rautha"]
    return sitting


def test_4_93_13_two_own_leaders_may_be_drawn_anew_once_and_nobody_hears_of_it() -> None:
    sitting = unlucky(T13="mulligan")
    heard = {viewer: sitting.version(viewer) for viewer in (PUBLIC, "fremen", "emperor")}
    others = {seat: sitting.screen(seat).state(Traitors).dealt[seat] for seat in ("fremen", "emperor")}
    sitting.do(DrawAnew("harkonnen"))
    assert {viewer: sitting.version(viewer) for viewer in heard} == heard
    made = sitting.screen("harkonnen").state(Traitors)
    assert made.dealt == made.kept and len(made.kept["harkonnen"]) == 4
    assert not {card for cards in others.values() for card in cards} & set(made.kept["harkonnen"])
    assert sitting.no(DrawAnew("harkonnen")) == "4.93.13"


def test_4_93_13_not_by_default_not_late_and_not_for_who_keeps_one() -> None:
    assert unlucky().no(DrawAnew("harkonnen")) == "4.93.13"
    sitting = unlucky(T13="mulligan")
    assert sitting.no(DrawAnew("fremen")) == "4.93.13"
    assert [seat for seat in sitting.public.seats if _offers(sitting, seat, "DrawAnew")] == ["harkonnen"]
    sitting.do("spice_blow")
    assert sitting.no(DrawAnew("harkonnen")) == "4.93.13"


def _offers(sitting: LiveTable, seat: str, name: str) -> bool:
    return any(offer.name == name for offer in secret_offers(sitting.screen(seat), seat))


def test_0_11_what_is_chosen_at_set_up_stands_first_behind_the_shield() -> None:
    sitting = begin(Dice(1), *SIX)
    sitting.do(TakeSeat("bene_gesserit", ""), who=REFEREE)
    sitting.do(DealTraitors())
    first = secret_acts(sitting.screen("bene_gesserit"), "bene_gesserit", due=True)
    assert [one.act for one in first] == ["Predict", "KeepTraitor"], "in the order of the headline"


def dancing() -> LiveTable:
    """Everybody but the Emperor has chosen a traitor, and the first storm begins."""
    sitting = begin(Dice(5), *SIX)
    sitting.do(DealTraitors())
    for seat in ("atreides", "bene_gesserit", "fremen"):
        sitting.do(KeepTraitor(seat, sitting.screen(seat).state(Traitors).dealt[seat][0]))
    assert not dancers_of(sitting.truth).drawn
    sitting.do("storm")
    return sitting


def test_2_08_03_three_are_drawn_that_nobody_keeps_or_still_chooses_from() -> None:
    sitting = dancing()
    held, made = set(dancers_of(sitting.screen("tleilaxu")).held), sitting.truth.state(Traitors)
    assert len(held) == 3
    assert not held & {card for seat, cards in made.dealt.items() for card in made.kept.get(seat, cards)}
    assert held & {leader for seat in SIX for leader in FACTIONS[seat].leaders} == held
    others = [dancers_of(sitting.screen(viewer)).held for viewer in (PUBLIC, "atreides", "harkonnen")]
    assert others == [(), (), ()]
    assert [kept.title for kept in behind_shield(sitting.screen("tleilaxu"), "tleilaxu")] == ["Your Face Dancers"]


def test_2_08_03_they_are_told_when_the_three_are_drawn_and_see_them_at_once() -> None:
    sitting = begin(Dice(5), *SIX)
    sitting.do(DealTraitors())
    assert "first phase" in behind_shield(sitting.screen("tleilaxu"), "tleilaxu")[0].lines[0]
    for phase, now in (("storm", True), ("choam_charity", False), ("battle", True), ("mentat_pause", True)):
        sitting.do(GoTo(phase, anyway=True))
        assert [kept.now for kept in behind_shield(sitting.screen("tleilaxu"), "tleilaxu")] == [now]


def test_2_08_05_one_is_changed_in_a_mentat_pause_and_nobody_hears_of_it() -> None:
    sitting = dancing()
    old = dancers_of(sitting.screen("tleilaxu")).held[1]
    assert sitting.no(ChangeFaceDancer("tleilaxu", old)) == "1.00.00"
    sitting.do("mentat_pause")
    heard = {viewer: sitting.version(viewer) for viewer in (PUBLIC, "atreides")}
    free = {*traitor_pile(sitting.truth), old}
    sitting.do(ChangeFaceDancer("tleilaxu", old))
    assert {viewer: sitting.version(viewer) for viewer in heard} == heard
    assert dancers_of(sitting.screen("tleilaxu")).held[1] in free
    assert sitting.no(ChangeFaceDancer("tleilaxu", old)) == "2.08.05"


@pytest.mark.parametrize("shown", [1, 2, 3])
def test_2_08_05_three_new_ones_come_when_all_three_are_shown(shown: int) -> None:
    from referee.factions.tleilaxu.face_dancers import three_shown_bring_three_new
    from referee.phases.battle.events import BattleEnded
    from referee.phases.battle.live_battle import LiveBattle

    table, dice = dancing().truth, Dice(9)
    for leader in dancers_of(table).held[:shown]:
        table.put(LiveBattle("Arrakeen", "fremen", "emperor", {}, dancer=("tleilaxu", leader)))
        for event in three_shown_bring_three_new(BattleEnded("Arrakeen", "fremen"), table, dice):
            table.hear(event)
    assert len(dancers_of(table).shown) == shown % 3 and len(dancers_of(table).held) == 3


def test_1_07_06_06_in_a_battle_the_own_traitors_lie_open_behind_the_shield() -> None:
    sitting = unlucky()
    for phase, open_now in (("shipment", set()), ("battle", {"Your traitors"})):
        sitting.do(phase)
        kept = behind_shield(sitting.screen("harkonnen"), "harkonnen")
        assert {one.title for one in kept if one.now} == open_now and "Your traitors" in {one.title for one in kept}


def test_0_11_who_has_still_to_choose_is_counted_named_and_lit() -> None:
    sitting = begin(Dice(4), "fremen", "bene_gesserit")
    for seat in ("fremen", "bene_gesserit"):
        sitting.do(TakeSeat(seat, ""), who=REFEREE)
    sitting.do(DealTraitors(), "storm")
    said = lambda: [one.words for one in waiting(sitting.public)]  # noqa: E731
    own = lambda seat: [one.words for one in duties_of(sitting.screen(seat), seat) if one.rule == "0.11"]  # noqa: E731
    assert "Traitors 0 of 2: waiting for Fremen, Bene Gesserit" in said() and own("fremen") == own("bene_gesserit") == [
        "keep one traitor"
    ]
    sitting.do(KeepTraitor("fremen", sitting.screen("fremen").state(Traitors).dealt["fremen"][0]))
    assert asked_by_name(sitting.public) == ("bene_gesserit",)
    assert (
        "Traitors 1 of 2: waiting for Bene Gesserit" in said()
        and not own("fremen")
        and own("bene_gesserit") == ["keep one traitor"]
    )
    assert "keep one traitor" in [one.words for one in duties_of(sitting.screen("fremen"), "bene_gesserit")]
    assert ("0.11", "NOT_NOW") in sitting.refusals(GoTo("spice_blow")), "no battle before all have a traitor"
    sitting.do(KeepTraitor("bene_gesserit", sitting.screen("bene_gesserit").state(Traitors).dealt["bene_gesserit"][0]))
    assert not [words for words in said() if "Traitors" in words]
