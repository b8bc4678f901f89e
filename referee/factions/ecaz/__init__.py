"""Ecaz: start, leaders, free revival, and what an ally may add to its purse."""

from __future__ import annotations

from referee.board.forces import Group
from referee.board.forces_counted import Start, StartForces
from referee.common.factions import Faction, faction
from referee.holdings.purse import MayGive
from referee.kernel import Noun, Table, fixed, option
from referee.phases.revival.limits_and_prices import FreeOnSheet

ME, WORLD, WORLD_RULE = "ecaz", "Ecaz", "4.04.22"
VIDAL = "Duke Vidal"
LEADERS = {"Sanya Ecaz": 4, "Whitmore Bludd": 4, "Ilesa Ecaz": 3, "Rivvy Dinari": 3, "Bindikk Narvi": 2}
HOME, MIDDLE = "Imperial Basin", 10
faction(
    Faction(
        *(ME, "Ecaz", "eca", 12, 1, ("2.11.01", "2.11.02"), LEADERS),
        shared={VIDAL: 6},
        spoken={"de": Noun("Ecaz", "mp"), "fr": Noun("Ecaz", "mp"), "es": Noun("Ecaz", "mp")},
    )
)
fixed(StartForces, "2.11.02", Start(Group(14), (HOME,), sector=MIDDLE), seat=ME)
fixed(FreeOnSheet, "2.11.03", 2, seat=ME)

WHO_PAYS = option(
    "E20",
    "4.96.20",
    "Who pays for ambassadors",
    ("own", "Ecaz alone", "Only spice behind Ecaz's own shield counts."),
    ("ally", "The ally may help", "In revival the ally may hand spice to Ecaz."),
)


def _in_revival(question: MayGive, table: Table, so_far: bool) -> bool | None:
    to_ecaz = question.taker == ME and table.ally(ME) == question.giver
    return True if to_ecaz and table.phase == "revival" else None


WHO_PAYS.decides(MayGive, {"ally": _in_revival})
