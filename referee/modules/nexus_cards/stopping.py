"""Betrayal of a power: it is stopped as Karama would stop it, in the same window, by showing the card.

Who may stop it so is asked by public knowledge, as with Karama: all who hold some Nexus card and are not of that
faction. Which powers a card stops is said in its faction's room.
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.cards.karama.stopping import power_of
from referee.kernel import Chance, Event, Objection, RuleSuspended, SeatCommand, Table, adds, ruling, say
from referee.modules.nexus_cards.holding import STOPS, USE, USES, NexusPlayed, holders, may_use, might_use, no_such_card
from referee.offers.offer import Offer, SecretOffers
from referee.powers.karama_windows import PowerStopped, announced, waits_for_its_window
from referee.powers.powers import too_late
from referee.powers.who_answers import StopsOtherwise
from referee.powers.windows import close_window, stoppable_now
from referee.rulebook.book import rulebook


@ruling(StopsOtherwise, rule=USES)
def by_some_card(question: StopsOtherwise, table: Table, so_far: bool) -> bool | None:
    stop = STOPS.get(question.power)
    return True if stop and might_use(table, question.seat, stop) else None


class Betray(SeatCommand, by="seat", grave=True):
    """Stop a power of the faction on the card by showing it."""

    power: str

    def open_to_seat(self, table: Table) -> bool:
        return self.seat in holders(table)

    def objections(self, table: Table) -> Iterable[Objection]:
        stop, power = STOPS.get(self.power), power_of(table, self.power)
        if stop is None:
            yield Objection(USES, "No Nexus card stops that. Choose a power from the list.", "BAD_INPUT", firm=True)
            return
        yield from no_such_card(table, self.seat, stop)
        if power is None:
            yield Objection(stop, "Nobody can use that power now, or it is stopped already.")
        elif waits_for_its_window(table, power):
            yield Objection(stop, too_late(power))

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        stop = STOPS[self.power]
        why = (stop, self.power)
        yield NexusPlayed(self.seat, USE[stop][0], stop)
        yield PowerStopped(self.seat, self.power, why)
        yield RuleSuspended(self.power, "use", why)
        if announced(table) is not None and not stoppable_now(table):
            yield from close_window(table, chance)


@adds(SecretOffers, rule=USES)
def betray_a_power(question: SecretOffers, table: Table) -> Iterable[Offer]:
    if question.seat not in holders(table):
        return
    for rule, stop in STOPS.items():
        power = power_of(table, rule) if may_use(table, question.seat, stop) else None
        if power is not None and not waits_for_its_window(table, power):
            words = say("Nexus card: stop “{title}”", title=rulebook()[rule].title)
            yield Offer(Betray, words, stop, fixed=(("power", rule),), small=power.line, icon="star")
