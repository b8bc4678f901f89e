"""Tleilaxu Ghola: an extra free revival at any time, of one leader or up to five forces."""

from __future__ import annotations

from collections.abc import Iterable

from referee.board.forces import OfForces
from referee.common.factions import FACTIONS
from referee.common.phones_at_seats import on_own_phone, phones_of
from referee.common.turn import PHASES
from referee.holdings.hands import PlayedCard, called, held_card, may_hold, shown_card, spent
from referee.kernel import Chance, Event, Objection, Table, adds, say
from referee.offers.offer import TABLE, Offer, Offers, SecretOffers
from referee.phases.revival.forces import one_or_the_other
from referee.phases.revival.leaders import LeaderRevived
from referee.phases.revival.limits_and_prices import EXTRA, ExtraRevival, ForcesRevived
from referee.turn.phase_offers import leader_or_forces

GHOLA = "Tleilaxu Ghola"
WHY = ("3.01.20",)
MOST = 5


class PlayGhola(OfForces, PlayedCard, waits_for_powers=True, plays=(GHOLA,)):
    """Play the card for forces, or for a leader."""

    normal: int = 0
    special: int = 0
    leader: str = ""

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from on_own_phone(table, self.seat, "4.97.07")
        if not may_hold(table, self.seat, called(GHOLA)):
            yield Objection("3.01.20", say("You have no {card}.", card=GHOLA), "CARD_NOT_HELD")
        yield from one_or_the_other(table, "3.01.20", self.seat, self.leader, self.group, MOST)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        if (yield from spent(self.seat, shown_card(table, self.seat, called(GHOLA), GHOLA), WHY)):
            yield ExtraRevival(self.seat, WHY)
            if self.leader:
                yield LeaderRevived(self.seat, self.leader, True, WHY)
            elif self.group.total:
                yield ForcesRevived(self.seat, self.normal, self.special, 0, EXTRA, WHY)


# -- offers --------------------------------------------------------------------------------------------


@adds(SecretOffers, rule="3.01.20")
def bring_them_back(question: SecretOffers, table: Table) -> Iterable[Offer]:
    seat = question.seat
    if table.phase == "lobby" or seat not in FACTIONS or held_card(table, seat, called(GHOLA)) is None:
        return ()
    return _play(table, seat)


def _play(table: Table, seat: str) -> tuple[Offer, ...]:
    dead = leader_or_forces(table, seat)
    return (Offer(PlayGhola, say("Play {card}", card=GHOLA), "3.01.20", dead, aside=True),) if dead else ()


@adds(Offers, rule="3.01.20")
def for_a_player_without_a_phone(question: Offers, table: Table) -> Iterable[Offer]:
    seat = question.seat
    if seat == TABLE or table.phase not in PHASES or seat in phones_of(table) or seat not in FACTIONS:
        return ()
    if not may_hold(table, seat, called(GHOLA)):
        return ()
    return _play(table, seat)
