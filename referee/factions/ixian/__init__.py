"""Ixians: start, the worth, range, load and price of Cyborgs and Suboids, and losses exchanged between them."""

from __future__ import annotations

from referee.board.forces import Group
from referee.board.forces_counted import Start, StartForces
from referee.board.how_many import Starred
from referee.board.territories import STRONGHOLD, Territory, territory
from referee.common.factions import Faction, faction
from referee.kernel import Noun, Table, fixed, option, ruling, setting
from referee.modules.tech_tokens.names import LINERS, FirstToken
from referee.phases.battle.dial_and_losses import ForceWorth, WaysToLose, Worth, twice
from referee.phases.collection.collection import Carries
from referee.phases.revival.limits_and_prices import ForcePrice, FreeOnSheet
from referee.phases.shipment.prices_and_permissions import MoveRange

ME = "ixian"
LEADERS = {"C'Tair Pilru": 5, "Tessia Vernius": 5, "Dominic Vernius": 4, "Kailea Vernius": 2, "Cammar Pilru": 1}
faction(
    Faction(
        ME,
        "Ixian",
        "ixi",
        spice=10,
        cards=1,
        rules=("2.07.01", "2.07.02"),
        leaders=LEADERS,
        common="Suboid",
        elite=("Cyborg", "Cyborgs"),
        said="Ixians",
        spoken={
            "de": Noun("Ixianer", "mp", dative="Ixianern"),
            "fr": Noun("Ixiens", "mp"),
            "es": Noun("Ixianos", "mp"),
        },
    )
)
HOME = territory(Territory("Hidden Mobile Stronghold", STRONGHOLD, owner=ME)).name
fixed(Starred, "2.07.02", 7, seat=ME)
fixed(StartForces, "2.07.02", Start(Group(10, 4), (HOME,)), seat=ME)
fixed(FreeOnSheet, "2.07.04", 1, seat=ME)
fixed(FirstToken, "4.08.01", LINERS, seat=ME)


# -- revival, movement and collection -----------------------------------------------------------------


@ruling(ForcePrice, rule="2.07.09")
def three_for_a_cyborg(question: ForcePrice, table: Table, so_far: int) -> int | None:
    return so_far + question.special if question.seat == ME and question.special else None


@ruling(MoveRange, rule="2.07.07")
def cyborgs_walk_two(question: MoveRange, table: Table, so_far: int) -> int | None:
    return max(2, so_far) if question.seat == ME and question.starred else None


@ruling(Carries, rule="2.07.07")
def a_cyborg_carries_three(question: Carries, table: Table, so_far: int) -> int | None:
    rate = so_far // (question.normal + question.special) if so_far else 0
    return so_far + (3 - rate) * question.special if question.seat == ME and question.special else None


# -- battle -------------------------------------------------------------------------------------------

SUBOID = Worth(0.5, 0.5, False)


def _mine(question: ForceWorth) -> bool:
    return question.battle.side(question.at).whose == ME


@ruling(ForceWorth, rule="2.07.07")
def cyborgs_count_twice(question: ForceWorth, table: Table, so_far: Worth) -> Worth | None:
    return twice(so_far) if _mine(question) and question.starred else None


@ruling(ForceWorth, rule="2.07.08")
def suboids_count_half(question: ForceWorth, table: Table, so_far: Worth) -> Worth | None:
    return SUBOID if _mine(question) and not question.starred else None


@ruling(ForceWorth, rule="2.07.17")
def no_spice_for_suboids(question: ForceWorth, table: Table, so_far: Worth) -> Worth | None:
    return SUBOID if _mine(question) and not question.starred and table.rules == "advanced" else None


SUBOID_EXCHANGE = option(
    "T7",
    "4.93.07",
    "Losing a Suboid instead of a Cyborg",
    ("owner", "Owner chooses", "The Ixian player says how many."),
    ("automatic", "Automatic", "Always, as often as possible."),
)
EXCHANGE = "2.07.18"


@ruling(WaysToLose, rule=EXCHANGE)
def a_suboid_for_a_cyborg(question: WaysToLose, table: Table, so_far: tuple[Group, ...]) -> tuple[Group, ...] | None:
    mine = question.battle.side(question.at).whose == ME and table.rules == "advanced"
    return _exchanged(question, by_itself=False) if mine else None


@ruling(WaysToLose, rule="4.93.07")
def as_often_as_possible(question: WaysToLose, table: Table, so_far: tuple[Group, ...]) -> tuple[Group, ...] | None:
    mine = question.battle.side(question.at).whose == ME and table.rules == "advanced"
    if not mine or EXCHANGE in table.suspended or setting(table, SUBOID_EXCHANGE) != "automatic":
        return None
    found = _exchanged(question, by_itself=True)
    return found if found != question.mixes else None


def _exchanged(question: WaysToLose, *, by_itself: bool) -> tuple[Group, ...]:
    forces, found = question.battle.side(question.at).forces, set[Group]()
    for group in question.mixes:
        most = min(group.special, forces.normal - group.normal)
        for spared in range(most if by_itself else 0, most + 1):
            found.add(Group(group.normal + spared, group.special - spared))
    return tuple(sorted(found, key=lambda group: (group.normal, group.special)))
