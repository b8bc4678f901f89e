"""The great power of the Tleilaxu: once a game a Karama forbids one player the revival of this turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from referee.factions.tleilaxu import ME
from referee.facts import Event, Public
from referee.phases.announcing import Against
from referee.phases.great_powers import no_great_power, unlock
from referee.phases.leaders import ReviveLeader
from referee.phases.offers import Blank, Offer, Offers, SecretOffers
from referee.phases.present import Says, WhatNow
from referee.phases.reviving import ReviveForAnother, ReviveForces
from referee.phases.setup import faction_name
from referee.play import Ask, Objection
from referee.rulings import Chance, ruling
from referee.table import Table

GREAT, ANOTHER = "2.08.16", "ReviveForAnother"


@dataclass
class Forbidden:
    """Who may not revive, and in which turn."""

    turn: int
    seat: str


@dataclass(frozen=True)
class RevivalForbidden(Event):
    """A faction may not revive in this turn."""

    seat: Public[str]
    because = (GREAT,)

    def apply(self, table: Table) -> None:
        """Note it for the turn."""
        table.put(Forbidden(table.turn, self.seat))

    def sentence(self, name: Callable[[str], str]) -> str:
        """Say whom."""
        return f"{name(self.seat)} may not revive in this turn."


@dataclass(frozen=True)
class ForbidRevival(Ask):
    """Once a game: forbid a player to revive in this turn."""

    by = "seat"
    seat: str
    of: str
    card: str = ""

    def objections(self, table: Table) -> Iterable[Objection]:
        """With the card that unlocks it, in the revival phase, another faction."""
        yield from no_great_power(table, self.seat, ME, GREAT, self.card, "revival")
        if self.of not in table.seats or self.of == ME:
            yield Objection(GREAT, "Choose another faction at this table.", "BAD_INPUT", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        """Lay down the card."""
        yield from unlock(table, self.seat, self.of, self.card, (GREAT,))
        yield RevivalForbidden(self.of)


def _forbidden(table: Table) -> str:
    made = table.get(Forbidden)
    return made.seat if made and made.turn == table.turn else ""


@ruling(Against, rule=GREAT)
def not_in_this_turn(question: Against, table: Table, so_far: tuple[Objection, ...]) -> tuple[Objection, ...] | None:
    """Neither forces nor a leader come back."""
    wish = question.wish
    if not isinstance(wish, (ReviveForces, ReviveLeader, ReviveForAnother)):
        return None
    seat = wish.to if isinstance(wish, ReviveForAnother) else wish.seat
    words = f"The Tleilaxu have forbidden {faction_name(seat)} to revive in this turn. Wait for the next."
    return (*so_far, Objection(GREAT, words, "NOT_ELIGIBLE")) if seat == _forbidden(table) else None


@ruling(Offers, rule=GREAT)
def nothing_to_revive(question: Offers, table: Table, so_far: tuple[Offer, ...]) -> tuple[Offer, ...] | None:
    """What is forbidden is not offered, to them or to whoever would pay for them."""
    seat = _forbidden(table)
    gone = {"ReviveForces", "ReviveLeader"} if question.seat == seat else set()
    left = tuple(one for one in so_far if one.ask not in gone and (one.ask, dict(one.fixed)) != (ANOTHER, {"to": seat}))
    return left if seat and len(left) < len(so_far) else None


@ruling(WhatNow, rule=GREAT)
def everybody_is_told(question: WhatNow, table: Table, so_far: tuple[Says, ...]) -> tuple[Says, ...] | None:
    """Everybody sees why that phone offers so little."""
    seat = _forbidden(table) if table.phase == "revival" else ""
    return (*so_far, Says(f"{faction_name(seat)} may not revive in this turn.", GREAT)) if seat else None


@ruling(SecretOffers, rule=GREAT)
def forbid_by_karama(question: SecretOffers, table: Table, so_far: tuple[Offer, ...]) -> tuple[Offer, ...] | None:
    """With a card that unlocks it."""
    if any(no_great_power(table, question.seat, ME, GREAT, "", "revival")):
        return None
    others = tuple((seat, faction_name(seat)) for seat in table.seats if seat != ME)
    blank = Blank("of", "Forbid the revival of", "select", choices=others)
    return (*so_far, Offer("ForbidRevival", "Karama: forbid it", GREAT, (blank,)))
