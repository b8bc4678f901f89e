"""What of the Bene Gesserit bears a star, and when they say beforehand that they are about to use it."""

from __future__ import annotations

from collections.abc import Iterable

from referee.facts import Event
from referee.phases.announcing import AnnouncementOver, Uses
from referee.phases.bids import TurnCame
from referee.phases.charity import ClaimCharity
from referee.phases.great_powers import CardPlayed
from referee.phases.hands import CardKind
from referee.phases.powers import Power, starred
from referee.phases.shipment import ForcesShipped
from referee.phases.shipping import SendAlong
from referee.rulings import Chance, SuspensionSpent, after, ask, ruling
from referee.table import Table

ME = "bene_gesserit"
CHARITY = Power("2.02.09", ME, "CHARITY", "after", "The Bene Gesserit claim charity.")
ADVISOR = Power("2.02.05", ME, "SPIRITUAL_ADVISORS", "after", "The Bene Gesserit send a force along.")
WORTHLESS = Power("2.02.22", ME, "WORTHLESS_KARAMA", "after", "The Bene Gesserit play a worthless card as Karama.")
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


@ruling(Uses, rule="2.02.22")
def a_worthless_card_is_announced(question: Uses, table: Table, so_far: tuple[Power, ...]) -> tuple[Power, ...] | None:
    """A card that is no Karama in itself, laid down to stop a power, to take a card or to ship cheaply."""
    wish = question.wish
    mine = getattr(wish, "seat", "") == ME and (getattr(wish, "by_card", False) or getattr(wish, "lays_down", False))
    card = ask(table, CardPlayed(ME, getattr(wish, "card", ""))).value if mine else ""
    return (*so_far, WORTHLESS) if card and ask(table, CardKind(card)).value == "worthless" else None


@after(AnnouncementOver, rule="3.01.11.01")
def until_the_window_is_closed(fact: AnnouncementOver, table: Table, chance: Chance) -> Iterable[Event]:
    """What was cancelled for one window may be tried in the next."""
    if WORTHLESS.rule in table.suspended and WORTHLESS.rule not in fact.stopped:
        yield SuspensionSpent(WORTHLESS.rule)


@after(TurnCame, rule="3.01.11.01")
def until_the_next_turn_to_bid(fact: TurnCame, table: Table, chance: Chance) -> Iterable[Event]:
    """In the auction too it was cancelled for one attempt; from the next turn on another may be made."""
    if WORTHLESS.rule in table.suspended:
        yield SuspensionSpent(WORTHLESS.rule)


@after(ForcesShipped, rule="3.01.11.01")
def until_the_next_ship(fact: ForcesShipped, table: Table, chance: Chance) -> Iterable[Event]:
    """A send that was stopped is stopped for that ship; the next ship of another brings a new one."""
    if fact.seat != ME and ADVISOR.rule in table.suspended:
        yield SuspensionSpent(ADVISOR.rule)
