"""Karama against a power of another faction: it is stopped in the open, and the card is discarded.

The power's rule is suspended for one use (3.01.11.01, 3.01.11.02, option K1); the faction may then do the same thing
again without it (3.00.04). If the table screen calls a card that the hand does not hold, nothing happens.
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.cards.karama import KARAMA, OTHER_USES, holds_one, no_karama, which
from referee.common.turn import PHASES, PhaseBegan
from referee.holdings.hands import CardDiscarded, NothingToShow
from referee.kernel import (
    Chance,
    Event,
    Objection,
    RuleSuspended,
    SeatCommand,
    Table,
    adds,
    after,
    ask,
    card_name,
    option,
    say,
    setting,
)
from referee.offers.offer import Blank, CardOffers, Offer, SecretOffers
from referee.phases.battle.live_battle import battle_now, fighting
from referee.phases.bidding.events import BiddingBegan, BiddingEnded
from referee.phases.bidding.order_of_bidding import Bidding, sales_are_over
from referee.powers.karama_windows import AFTER, Against, PowerStopped, announced, waits_for_its_window
from referee.powers.powers import TURN, CardPlayed, CountsAsKarama, Power, SilenceOver, stoppable, too_late
from referee.powers.windows import close_window, stoppable_now, window

STOPPED_POWER = option(
    "K1",
    "4.92.01",
    "A power stopped by Karama",
    ("use", "One use", "The power is stopped once."),
    ("phase", "The rest of the phase", "The power is stopped until the phase is over."),
    ("turn", "The whole turn", "The power is stopped until the turn is over."),
)


def _out_of_reach(seat: str, rule: str, power: Power | None, code: str) -> Iterable[Objection]:
    if rule.startswith(OTHER_USES):
        yield Objection(
            "3.01.11.00", say("{KARAMA} stops a faction's power, but not another {KARAMA}.", KARAMA=KARAMA), code
        )
    elif power is None:
        yield Objection("3.01.11.01", "Nobody can use that power now, or it is already stopped. Choose another.", code)
    elif power.seat == seat:
        yield Objection(
            "3.01.11.01", say("{KARAMA} stops another faction's power. Keep it for that.", KARAMA=KARAMA), code
        )


class StopPower(SeatCommand, by="both", unlisted=("card",), led=False, grave=True, lays_down=True, plays=(KARAMA,)):
    """Play Karama against an announced power, or against the next use of one that may come in this phase."""

    earlier = ("StopInPhase",)
    rule: str
    card: str = ""

    def objections(self, table: Table) -> Iterable[Objection]:
        code = "NOT_NOW" if table.phase == "bidding" else "NOT_ELIGIBLE"
        power = None if sales_are_over(table) else power_of(table, self.rule)
        yield from _out_of_reach(self.seat, self.rule, power, code)
        yield from no_karama(table, self.seat, named=self.card)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        card, power = ask(table, CardPlayed(self.seat, self.card)).value, power_of(table, self.rule)
        if not card or power is None:
            yield NothingToShow(self.seat)
            return
        scope, more = setting(table, STOPPED_POWER), () if _bidding(table) else (self.rule,)
        longer = () if scope == STOPPED_POWER.default else (STOPPED_POWER.rule,)
        first = "3.01.11.01" if power.star == AFTER else "3.01.11.02"
        why = (first, *more, *longer)
        counted = ask(table, CountsAsKarama(self.seat, card)).because[:1] if card_name(card) != KARAMA else ()
        yield PowerStopped(self.seat, self.rule, why)
        yield RuleSuspended(self.rule, scope, why)
        yield CardDiscarded(self.seat, card, (*counted, *why))
        if announced(table) is not None and not stoppable_now(table):
            yield from close_window(table, chance)


def _bidding(table: Table) -> bool:
    """Return True in the bidding phase while no announced power is open over it."""
    return table.phase == "bidding" and announced(table) is None


def power_of(table: Table, rule: str) -> Power | None:
    """Return the power of this rule if it can be stopped now or, during bidding, prevented."""
    powers = stoppable(table, "ahead") if _bidding(table) else stoppable_now(table)
    return next((power for power in powers if power.rule == rule), None)


@adds(Against, rule="3.01.11.01", of=StopPower)
def not_before_its_moment(question: Against, table: Table) -> Iterable[Objection]:
    """Refuse to cancel a power before its window, so that the card is not wasted."""
    stop = question.command
    power = power_of(table, stop.rule) if isinstance(stop, StopPower) else None
    early = power is not None and waits_for_its_window(table, power)
    return (Objection("3.01.11.01", too_late(power)),) if power and early else ()


@after(PhaseBegan, rule="3.01.11.01", order=1)
@after(BiddingBegan, rule="3.01.11.01")
@after(BiddingEnded, rule="3.01.11.01")
def until_the_phase_is_over(event: Event, table: Table, chance: Chance) -> Iterable[Event]:
    """Must come after everything else that ends the phase."""
    if any(scope != TURN for scope in table.suspended.values()):
        yield SilenceOver()


# -- on screen ----------------------------------------------------------------------------------------


def _which_power(table: Table, seat: str, powers: Iterable[Power]) -> tuple[Blank, ...]:
    """Return the choices of power and card, nothing if no other faction has such a power."""
    choices = tuple(
        (power.rule, say("{line} {rule}", line=power.line, rule=power.rule)) for power in powers if power.seat != seat
    )
    return (Blank("rule", "Power", "select", choices=choices), *which(table, seat)) if choices else ()


def _bears_on_the_battle(table: Table, power: Power) -> bool:
    """Return False for a power of somebody who has no part in the battle that is fought; True where there is none."""
    live = battle_now(table) if window(table) is None else None
    if live is None:
        return True
    return power.seat in fighting(table, live)


@adds(SecretOffers, rule="3.01.11.01")
def stop_a_power(question: SecretOffers, table: Table) -> Iterable[Offer]:
    """In a window the button is behind every shield, so that it does not reveal who holds a card."""
    if window(table) is None and (table.phase not in PHASES or not holds_one(table, question.seat)):
        return ()
    now = (power for power in stoppable_now(table) if not waits_for_its_window(table, power))
    blanks = _which_power(table, question.seat, (power for power in now if _bears_on_the_battle(table, power)))
    return (Offer(StopPower, "Karama: stop a power", "3.01.11.01", blanks),) if blanks else ()


@adds(SecretOffers, rule="3.01.11.02", phase="bidding")
def before_the_deal(question: SecretOffers, table: Table) -> Iterable[Offer]:
    """No window opens before the deal, so this button stands in for it."""
    bidding = table.get(Bidding)
    early = bidding is not None and bidding.step in {"declare", "deal"}
    if not early or not holds_one(table, question.seat):
        return ()
    ahead = (power for power in stoppable(table, "ahead") if power.star == "before")
    blanks = _which_power(table, question.seat, ahead)
    return (Offer(StopPower, "Karama: prevent a power", "3.01.11.02", blanks),) if blanks else ()


@adds(CardOffers, rule="3.01.11.01")
def stop_what_is_announced(question: CardOffers, table: Table) -> Iterable[Offer]:
    """One tap for each power that can be stopped now."""
    if question.use != "stop":
        return ()
    words = say("Stop it with {KARAMA}", KARAMA=KARAMA)
    return tuple(
        Offer(StopPower, words, power.rule, fixed=(("rule", power.rule),), icon="star", small=power.line)
        for power in stoppable_now(table)
    )
