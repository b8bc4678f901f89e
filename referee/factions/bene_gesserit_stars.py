"""What of the Bene Gesserit bears a star, and when they say beforehand that they are about to use it."""

from __future__ import annotations

from collections.abc import Iterable

from referee.facts import Event
from referee.phases.announcing import Uses
from referee.phases.charity import ClaimCharity
from referee.phases.powers import Power, starred
from referee.phases.shipment import ForcesShipped
from referee.phases.shipping import SendAlong
from referee.rulings import Chance, SuspensionSpent, after, ruling
from referee.table import Table

ME = "bene_gesserit"
CHARITY = Power("2.02.09", ME, "CHARITY", "after", "The Bene Gesserit claim charity.")
ADVISOR = Power("2.02.05", ME, "SPIRITUAL_ADVISORS", "after", "The Bene Gesserit send a force along.")
starred(CHARITY, "choam_charity", advanced=True, ledger=True)
starred(ADVISOR, "shipment", ledger=True)
ON_THE_BOARD = (
    Power("2.02.15", ME, "INTRUSION", "after", "Fighters turn over to advisors.", True),
    Power("2.02.16", ME, "TAKE_UP_ARMS", "after", "Advisors turn over to fighters on arrival.", True),
    Power("2.02.17", ME, "WARTIME", "after", "Advisors turn over to fighters.", True),
)
for power in ON_THE_BOARD:
    starred(power, "shipment", advanced=True)


@ruling(Uses, rule="2.02.09")
def a_claim_is_announced(question: Uses, table: Table, so_far: tuple[Power, ...]) -> tuple[Power, ...] | None:
    """Every claim of theirs, for what lies behind the shield is not told."""
    mine = isinstance(question.wish, ClaimCharity) and question.wish.seat == ME and table.rules == "advanced"
    return (*so_far, CHARITY) if mine else None


@ruling(Uses, rule="2.02.05")
def a_send_is_announced(question: Uses, table: Table, so_far: tuple[Power, ...]) -> tuple[Power, ...] | None:
    """Each single one."""
    return (*so_far, ADVISOR) if isinstance(question.wish, SendAlong) and question.wish.seat == ME else None


@after(ForcesShipped, rule="3.01.11.01")
def until_the_next_ship(fact: ForcesShipped, table: Table, chance: Chance) -> Iterable[Event]:
    """A send that was stopped is stopped for that ship; the next ship of another brings a new one."""
    if fact.seat != ME and ADVISOR.rule in table.suspended:
        yield SuspensionSpent(ADVISOR.rule)
