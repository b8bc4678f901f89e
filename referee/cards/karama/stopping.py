"""Karama against a power of another faction: it is stopped in the open, and the card is discarded.

The power's rule is stopped for one use (3.01.11.01, 3.01.11.02, option K1); the faction may then do the same thing
again without it (3.00.04). A card called by the table that is not there does nothing.
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.cards.karama import KARAMA, OTHER_USES, holds_one, karama_of, no_karama, which
from referee.common.phones_at_seats import on_own_phone
from referee.common.turn import PHASES, PhaseBegan
from referee.holdings.hands import CardDiscarded, NothingToShow
from referee.kernel.commands import Command, Objection
from referee.kernel.events import Event
from referee.kernel.rulings import Chance, Question, RuleSuspended, adds, after, ask
from referee.kernel.table import Table, card_name
from referee.phases.bidding.events import BiddingBegan, BiddingEnded
from referee.phases.bidding.state import Bidding, powers_now
from referee.powers.great_powers import CardPlayed
from referee.powers.karama_windows import (
    Against,
    announced,
    close_announcement,
    stoppable_now,
    waits_for_its_window,
)
from referee.powers.powers import TURN, Power, PowerStopped, SilenceOver, StopSeconds, stoppable, too_late
from referee.screens.offers import Blank, Offer, SecretOffers


class StopScope(Question[str]):
    """How long is a power stopped: one ``use``, the ``phase`` or the ``turn``?"""

    rule = "3.01.11.01"

    def plain(self, table: Table) -> str:
        return "use"


def _out_of_reach(seat: str, rule: str, power: Power | None, code: str) -> Iterable[Objection]:
    if rule.startswith(OTHER_USES):
        yield Objection("3.01.11.00", f"{KARAMA} stops a faction's power, but not another {KARAMA}.", code)
    elif power is None:
        yield Objection("3.01.11.01", "Nobody can use that power now, or it is already stopped. Choose another.", code)
    elif power.seat == seat:
        yield Objection("3.01.11.01", f"{KARAMA} stops another faction's power. Keep it for that.", code)


def _silence(
    table: Table, stop: StopPower | StopInPhase, power: Power | None, card: str, *more: str
) -> Iterable[Event]:
    scope = ask(table, StopScope())
    first = "3.01.11.01" if power is None or power.star == "after" else "3.01.11.02"
    why = tuple(dict.fromkeys((first, *more, *scope.because)))
    yield PowerStopped(stop.seat, stop.rule, why)
    yield RuleSuspended(stop.rule, scope.value, why)
    yield CardDiscarded(stop.seat, card, why)


# -- while bidding ------------------------------------------------------------------------------------


class StopPower(Command):
    """Play Karama against a power: one about to be used, or the next use of one."""

    by = "both"
    grave = True
    anytime = True
    lays_down = True
    seat: str
    rule: str
    card: str = ""

    def objections(self, table: Table) -> Iterable[Objection]:
        """A power that bidding may bring, not one's own, and a Karama to play."""
        bidding = table.get(Bidding)
        power = _power(table, self.rule) if bidding is not None and bidding.step != "over" else None
        yield from _out_of_reach(self.seat, self.rule, power, "NOT_NOW")
        yield from no_karama(table, self.seat, named=self.card)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        card, power = karama_of(table, self.seat, self.card), _power(table, self.rule)
        if card is None or power is None:
            yield NothingToShow(self.seat)
            return
        yield from _silence(table, self, power, card)


def _power(table: Table, rule: str) -> Power | None:
    return next((power for power in stoppable(table, "ahead") if power.rule == rule), None)


# -- in the other phases ------------------------------------------------------------------------------


def power_of(table: Table, rule: str) -> Power | None:
    return next((power for power in stoppable_now(table) if power.rule == rule), None)


class StopInPhase(Command):
    """Play Karama against a power of this phase: the next use of it does not happen."""

    by = "both"
    grave = True
    anytime = True
    lays_down = True
    seat: str
    rule: str
    card: str = ""

    def objections(self, table: Table) -> Iterable[Objection]:
        """Another faction's power that can come now, and a Karama to play; never another Karama."""
        power = power_of(table, self.rule)
        yield from _out_of_reach(self.seat, self.rule, power, "NOT_ELIGIBLE")
        yield from on_own_phone(table, self.seat, "4.97.07")
        if not ask(table, CardPlayed(self.seat, self.card)).value:
            sentence = f"You have no {card_name(self.card) or KARAMA} to play."
            yield Objection("3.01.11", sentence, "CARD_NOT_HELD")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        """The power is stopped, and the card is discarded; once nothing is left to stop the window closes."""
        power = power_of(table, self.rule)
        card = ask(table, CardPlayed(self.seat, self.card)).value
        if not card:
            yield NothingToShow(self.seat)
            return
        yield from _silence(table, self, power, card, self.rule)
        if announced(table) is not None and not stoppable_now(table):
            yield from close_announcement(table, chance)


@adds(Against, rule="3.01.11.01")
def not_before_its_moment(question: Against, table: Table) -> Iterable[Objection]:
    """At a table with windows a power that is canceled as it is used has one; before that the card is kept."""
    stop = question.command
    if isinstance(stop, StopInPhase):
        power = power_of(table, stop.rule)
        early = power is not None and waits_for_its_window(table, power)
    elif isinstance(stop, StopPower):
        power = _power(table, stop.rule)
        windows = ask(table, StopSeconds()).value
        early = power is not None and power.star == "after" and bool(windows) and power not in powers_now(table)
    else:
        return ()
    return (Objection("3.01.11.01", too_late(power), "NOT_NOW"),) if power and early else ()


@after(PhaseBegan, rule="3.01.11.01", order=1)
@after(BiddingBegan, rule="3.01.11.01")
@after(BiddingEnded, rule="3.01.11.01")
def until_the_phase_is_over(event: Event, table: Table, chance: Chance) -> Iterable[Event]:
    """What was stopped and not tried again may be used in the next phase, after all that ends the phase before."""
    if any(scope != TURN for scope in table.suspended.values()):
        yield SilenceOver()


# -- on screen ----------------------------------------------------------------------------------------


def _which_power(table: Table, seat: str, powers: Iterable[Power]) -> tuple[Blank, ...]:
    """Return the choices of power and card, nothing if no other faction has such a power."""
    choices = tuple((power.rule, f"{power.line} {power.rule}") for power in powers if power.seat != seat)
    return (Blank("rule", "Power", "select", choices=choices), *which(table, seat)) if choices else ()


@adds(SecretOffers, rule="3.01.11.01")
def stop_a_power(question: SecretOffers, table: Table) -> Iterable[Offer]:
    """Another faction's power that can come in this phase is stopped once; while a window is open, what it is for.

    In a window the same button lies behind every shield, so that no hand shows who holds a card.
    """
    if table.phase not in PHASES or table.phase == "bidding":
        return ()
    if announced(table) is None and not holds_one(table, question.seat):
        return ()
    now = (power for power in stoppable_now(table) if not waits_for_its_window(table, power))
    blanks = _which_power(table, question.seat, now)
    return (Offer("StopInPhase", "Karama: stop a power", "3.01.11.01", blanks),) if blanks else ()


@adds(SecretOffers, rule="3.01.11.02")
def before_the_deal(question: SecretOffers, table: Table) -> Iterable[Offer]:
    """A power of this bidding phase is prevented while the row is not dealt yet, for no window opens before it."""
    bidding = table.get(Bidding)
    early = table.phase == "bidding" and bidding is not None and bidding.step in {"declare", "deal"}
    if not early or not holds_one(table, question.seat):
        return ()
    ahead = (power for power in stoppable(table, "ahead") if power.star == "before")
    blanks = _which_power(table, question.seat, ahead)
    return (Offer("StopPower", "Karama: prevent a power", "3.01.11.02", blanks),) if blanks else ()


@adds(SecretOffers, rule="3.01.11.01", order=1)
def with_the_other_card(question: SecretOffers, table: Table) -> Iterable[Offer]:
    """In the windows of the auction a holder of several cards that count as Karama chooses one behind the shield."""
    if table.phase != "bidding":
        return ()
    blanks = _which_power(table, question.seat, powers_now(table))
    return (Offer("StopPower", "Karama: stop a power", "3.01.11.01", blanks),) if blanks else ()
