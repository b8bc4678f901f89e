"""2.08.11 to 2.08.15: what the Tleilaxu grant others in the revival phase, and the leaders they take from them."""

from __future__ import annotations

from typing import Any

from referee.board.forces import TANKS
from referee.board.forces_counted import CountForces, KeepCount
from referee.common.factions import FACTIONS
from referee.factions.tleilaxu.gholas import MakeGhola, ReturnGhola, gholas
from referee.factions.tleilaxu.revivals_of_others import GrantFavour, SellLeader, WantLeader, favours
from referee.holdings.leaders import LeaderDied, dead_everywhere, leaders_of
from referee.kernel import PUBLIC, Event, ask, sealed
from referee.offers.offer import offers, secret_offers
from referee.offers.what_now import what_now
from referee.phases.revival.forces import ReviveForces
from referee.phases.revival.leaders import LeaderPrice, ReviveLeader
from referee.phases.revival.limits_and_prices import ForcePrice, RevivalLimit
from referee.turn.next_phase import GoTo
from referee.turn.phase_offers import leader_or_forces
from tests.kit import LiveTable, left_with

SEATS = ("tleilaxu", "fremen", "emperor")


def revival(**more: Any) -> LiveTable:
    """Return a table in the revival phase, where Stilgar and six forces of the Fremen lie in the tanks."""
    sitting = LiveTable(*SEATS, first="fremen", count=-1, deck=None, **more)
    sitting.do(KeepCount(), CountForces("fremen", TANKS, 6), GoTo("revival", anyway=True))
    hear(sitting, LeaderDied("fremen", sealed("Stilgar", *SEATS, PUBLIC), True, ("1.07.06.02",)))
    return sitting


def spice(sitting: LiveTable) -> list[Any]:
    return sitting.purse(*SEATS)


def hear(sitting: LiveTable, event: Event) -> None:
    """Let every viewer hear what happened before."""
    for table in (sitting.truth, *(sitting.screen(viewer) for viewer in (PUBLIC, *SEATS))):
        table.hear(event)


def test_2_08_11_that_they_may_be_asked_is_said_in_the_revival_phase_alone() -> None:
    sitting = revival()
    assert "2.08.11" in [one.rule for one in what_now(sitting.public)]
    sitting.do(GoTo("shipment", anyway=True))
    assert "2.08.11" not in [one.rule for one in what_now(sitting.public)]


def test_2_08_11_they_raise_the_limit_of_another_faction_to_five_for_the_turn() -> None:
    sitting = revival()
    assert sitting.no(ReviveForces("fremen", 5)) == "1.05.01"
    sitting.do(GrantFavour("tleilaxu", "fremen"))
    assert ask(sitting.public, RevivalLimit("emperor")).value == 3
    sitting.do(ReviveForces("fremen", 5))
    assert sitting.no(GrantFavour("fremen", "emperor")) == "2.08.11"
    assert favours(sitting.do("mentat_pause", "storm").public).five == set()


def test_2_08_11_everybody_is_told_whom_to_ask() -> None:
    assert "2.08.11" in [said.rule for said in what_now(revival().public)]


def test_2_08_14_their_ally_pays_half_where_they_let_it() -> None:
    sitting = revival(allies="tleilaxu fremen")
    assert sitting.no(GrantFavour("tleilaxu", "emperor", "2.08.14")) == "2.08.14"
    sitting.do(GrantFavour("tleilaxu", "fremen", "2.08.14"))
    table = sitting.public
    assert (ask(table, ForcePrice("fremen", 3, 0)).value, ask(table, LeaderPrice("fremen", 7)).value) == (3, 4)
    assert ask(table, ForcePrice("emperor", 3, 0)).value == 6


def test_2_08_12_a_leader_comes_back_early_for_the_price_agreed() -> None:
    sitting = revival()
    before = spice(sitting)
    assert sitting.secret("fremen").count("WantLeader") == 1
    assert sitting.no(SellLeader("tleilaxu", "fremen")) == "2.08.12"
    sitting.do(WantLeader("fremen", "Stilgar", 9))
    assert "SellLeader" in [one.name for one in offers(sitting.public, "tleilaxu")]
    sitting.do(SellLeader("tleilaxu", "fremen"))
    own = leaders_of(sitting.truth, "fremen")
    assert own and "Stilgar" in own.pool and spice(sitting) == [before[0] + 9, before[1] - 9, before[2]]
    assert sitting.no(SellLeader("tleilaxu", "fremen")) == "2.08.12"


def test_2_08_12_the_price_begins_at_what_is_there() -> None:
    sitting = revival().do(*left_with("fremen", 3))
    offer = next(one for one in secret_offers(sitting.screen("fremen"), "fremen") if one.name == "WantLeader")
    assert offer.blanks[1].value == "3"


def test_2_08_12_nobody_pays_what_is_not_there() -> None:
    assert revival().no(WantLeader("fremen", "Stilgar", 21)) == "2.08.12"


def test_2_08_15_they_revive_a_dead_leader_of_another_faction_as_their_own() -> None:
    sitting = revival()
    assert sitting.no(MakeGhola("tleilaxu", "Stilgar")) == "2.08.15"
    hear(sitting, LeaderDied("tleilaxu", sealed("Blin", *SEATS, PUBLIC), True, ("1.07.06.02",)))
    assert "MakeGhola" in [one.name for one in offers(sitting.public, "tleilaxu")]
    assert sitting.no(MakeGhola("emperor", "Stilgar")) == "2.08.15"
    before = spice(sitting)
    sitting.do(MakeGhola("tleilaxu", "Stilgar"))
    table = sitting.truth
    mine, theirs = leaders_of(table, "tleilaxu"), leaders_of(table, "fremen")
    assert mine and theirs and "Stilgar" in mine.pool and "Stilgar" not in (*theirs.pool, *theirs.face_up)
    assert spice(sitting) == [before[0] - 4, *before[1:]] and "Stilgar" not in dead_everywhere(table)


def test_2_08_15_a_ghola_goes_home_when_they_give_it_back() -> None:
    sitting = revival()
    hear(sitting, LeaderDied("tleilaxu", sealed("Blin", *SEATS, PUBLIC), True, ("1.07.06.02",)))
    sitting.do(MakeGhola("tleilaxu", "Stilgar"), ReturnGhola("tleilaxu", "Stilgar"))
    theirs = leaders_of(sitting.truth, "fremen")
    assert theirs and "Stilgar" in theirs.pool and gholas(sitting.truth) == []


def test_2_08_15_not_in_the_basic_game() -> None:
    sitting = revival(rules="basic")
    hear(sitting, LeaderDied("tleilaxu", sealed("Blin", *SEATS, PUBLIC), True, ("1.07.06.02",)))
    assert sitting.no(MakeGhola("tleilaxu", "Stilgar")) == "2.08.15"


def test_2_08_08_and_2_08_13_the_phone_names_the_price_of_a_leader() -> None:
    sitting = revival()
    all_die(sitting, "tleilaxu")
    all_die(sitting, "fremen")
    shown = {seat: _labels(sitting, seat)[:3] for seat in ("tleilaxu", "fremen")}
    dear = ["Stilgar, for 7", "Chani, for 6", "Otheym, for 5"]
    assert shown == {"tleilaxu": ["Zoal, for 3", "Hidar Fen Ajidica, for 2", "Master Zaaf, for 2"], "fremen": dear}


def all_die(sitting: LiveTable, seat: str, *but: str) -> None:
    for name in FACTIONS[seat].leaders:
        if name not in but:
            hear(sitting, LeaderDied(seat, sealed(name, *SEATS, PUBLIC), True, ("1.07.06.02",)))


def offered(sitting: LiveTable, seat: str) -> list[str]:
    return [one.name for one in offers(sitting.public, seat)]


def test_1_05_03_no_leader_is_offered_while_one_has_never_died() -> None:
    sitting = revival()
    all_die(sitting, "fremen", "Jamis")
    assert "ReviveLeader" not in offered(sitting, "fremen") and sitting.no(ReviveLeader("fremen", "Chani"))
    hear(sitting, LeaderDied("fremen", sealed("Jamis", "fremen"), False, ("2.05.10.01",)))  # killed as a captive
    assert "ReviveLeader" in offered(sitting, "fremen")
    sitting.do(ReviveLeader("fremen", "Chani"))


def test_1_05_01_no_forces_are_offered_beyond_the_limit_of_the_turn() -> None:
    sitting = revival().do(ReviveForces("fremen", 3))
    assert "ReviveForces" not in offered(sitting, "fremen") and sitting.no(ReviveForces("fremen", 1))
    sitting.do(GrantFavour("tleilaxu", "fremen"))
    assert "ReviveForces" in offered(sitting, "fremen")


def _labels(sitting: LiveTable, seat: str) -> list[str]:
    found = next(one for one in offers(sitting.public, seat) if one.name == "ReviveLeader")
    return [label for _, label in found.blanks[0].choices]


def test_3_01_20_the_card_offers_a_leader_who_lies_in_the_tanks() -> None:
    table = revival().screen("fremen")
    assert [name for name, _ in leader_or_forces(table, "fremen")[-1].choices] == ["", "Stilgar"]
