"""Karama during bidding: over-bid in secret, take a card without paying, stop a power.

That a buyer means to pay with Karama is a whisper to that buyer alone until the price is due; whoever is outbid has
spent nothing and nobody learns of it (3.01.11.04, option B13). A power is stopped in the open: the card is discarded
and the power's rule falls silent for one use (3.01.11.01, 3.01.11.02, option K1).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from referee.common.hands import CardDiscarded, NothingToShow, called, held_card, may_hold, shown_card
from referee.common.powers import (
    CardBuys,
    CountsAsKarama,
    OnceAGame,
    Power,
    PowerStopped,
    PurchaseMoment,
    SpecialUsed,
    is_karama,
    stoppable,
)
from referee.common.seating import on_own_phone
from referee.kernel.commands import Command, Objection
from referee.kernel.events import PUBLIC, Event, Public, Whisper
from referee.kernel.rulings import Chance, Question, RuleSuspended, after, ask, ruling
from referee.kernel.table import Table, card_name
from referee.phases.bidding.bid_limit import Backing, BidLimit, Limit
from referee.phases.bidding.payment import CardInstead, hand_over
from referee.phases.bidding.questions import MayBid
from referee.phases.bidding.row import CardBought
from referee.phases.bidding.state import Bidding, bidding_of

KARAMA = "Karama"
OTHER_USES = ("3.01.11.03", "3.01.11.04", "3.01.11.05", "1.14")


@ruling(CountsAsKarama, rule="3.01.11")
def the_card_itself(question: CountsAsKarama, table: Table, so_far: bool) -> bool | None:
    """Karama is Karama."""
    return True if card_name(question.card) == KARAMA else None


class RoomForKarama(Question[bool]):
    """May this faction take a card by Karama, as far as its hand goes?"""

    seat: str
    rule = "3.01.11.04"

    def plain(self, table: Table) -> bool:
        """The Karama itself counts among the cards held."""
        return ask(table, MayBid(self.seat)).value


class OverbidIsOpen(Question[bool]):
    """Must an over-bid by Karama be declared?"""

    rule = "3.01.11.04"

    def plain(self, table: Table) -> bool:
        """The card stays hidden while bidding goes on."""
        return False


class StopScope(Question[str]):
    """How long is a stopped power silent: one ``use``, the ``phase`` or the ``turn``?"""

    rule = "3.01.11.01"

    def plain(self, table: Table) -> str:
        """One use of the power."""
        return "use"


def no_karama(table: Table, seat: str, rule: str = "3.01.11", named: str = "") -> Iterable[Objection]:
    """Object where, for all this viewer knows, the hand holds no such card, or the card is no Karama."""
    known = held_card(table, seat, called(named)) if named else None
    yield from on_own_phone(table, seat, "4.97.07")
    if not may_hold(table, seat, called(named) if named else is_karama(table, seat)):
        words = f"There is no {card_name(named) or KARAMA} in this hand. Nothing was shown to anybody."
        yield Objection(rule, words, "CARD_NOT_HELD")
    elif named and not ask(table, CountsAsKarama(seat, known or named)).value:
        yield Objection(
            rule, f"{card_name(named)} cannot be played as {KARAMA} now. Choose another card.", "NOT_A_KARAMA"
        )


def karama_of(table: Table, seat: str, named: str = "") -> str | None:
    """Return the card played as Karama: the one named, else a real one, else any that counts; ``None`` for none."""
    counts = is_karama(table, seat)
    wanted = named if named and held_card(table, seat, called(named)) else KARAMA
    card = held_card(table, seat, lambda card: counts(card) and called(wanted)(card))
    return card or shown_card(table, seat, counts, KARAMA)


# -- over-bid -----------------------------------------------------------------------------------------


class WayToPayChosen(Whisper):
    """A player decided, for their own eyes alone, to pay the next card won with Karama, or with spice again."""

    seat: Public[str]
    by_card: Public[bool]
    card: Public[str] = ""
    because = ("3.01.11.04",)

    def apply(self, table: Table) -> None:
        """Note the intention."""
        backing = table.state(Backing)
        table.put(backing)
        backing.by_card.pop(self.seat, None)
        if self.by_card:
            backing.by_card[self.seat] = self.card

    def sentence(self, name: Callable[[str], str]) -> str:
        """Say what was decided."""
        return f"{name(self.seat)} will pay with {KARAMA if self.by_card else 'spice'}."


@ruling(BidLimit, rule="3.01.11.04")
def karama_knows_no_limit(question: BidLimit, table: Table, so_far: Limit) -> Limit | None:
    """Whoever means to pay with Karama may bid any sum."""
    return Limit(so_far.sources, unlimited=True) if _means_to(table, question.seat) else None


@ruling(CardInstead, rule="3.01.11.04")
def karama_pays(question: CardInstead, table: Table, so_far: str) -> str | None:
    """The buyer who chose so pays with Karama and no spice."""
    seat = question.buyer
    backing = table.get(Backing)
    return karama_of(table, seat, backing.by_card[seat]) if backing and _means_to(table, seat) else None


def _means_to(table: Table, seat: str) -> bool:
    backing, held = table.get(Backing), may_hold(table, seat, is_karama(table, seat))
    return backing is not None and seat in backing.by_card and held and ask(table, CardBuys()).value


@after(CardBought, rule="3.01.11.04")
def for_one_card_only(event: CardBought, table: Table, chance: Chance) -> Iterable[Event]:
    """The intention was for the card that is now won."""
    backing = table.get(Backing)
    if backing is not None and event.seat in backing.by_card:
        yield _chosen(table, event.seat, by_card=False)


def _chosen(table: Table, seat: str, *, by_card: bool, card: str = "") -> WayToPayChosen:
    if ask(table, OverbidIsOpen()).value:
        return WayToPayChosen(frozenset({*table.seats, PUBLIC}), seat, by_card)
    return WayToPayChosen(frozenset({seat}), seat, by_card, card)


class PayByKarama(Command):
    """Mean to pay the next card won with Karama (on), or with spice after all (off)."""

    by = "seat"
    seat: str
    on: bool
    card: str = ""

    def objections(self, table: Table) -> Iterable[Objection]:
        """Only with a Karama in the hand and room for the card."""
        if not self.on:
            return
        yield from no_karama(table, self.seat, "3.01.11.04", self.card)
        yield from no_room(table, self.seat)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        """Tell one's own phone, or everybody where the table wants it declared."""
        yield _chosen(table, self.seat, by_card=self.on, card=self.card)


def no_room(table: Table, seat: str) -> Iterable[Objection]:
    """Object where the hand is full."""
    if not ask(table, RoomForKarama(seat)).value:
        sentence = f"A full hand cannot take a card, not even by {KARAMA}. Wait until there is room."
        yield Objection("3.01.11.04", sentence, "HAND_FULL")


# -- take the card ------------------------------------------------------------------------------------


class TakeByKarama(Command):
    """Buy the card now up without paying spice."""

    lays_down = True
    seat: str
    card: str = ""

    def objections(self, table: Table) -> Iterable[Objection]:
        """At the right moment, with room in the hand, with a Karama; a full hand has no turn to wait for (B12)."""
        bidding = table.get(Bidding)
        if bidding is None or bidding.step not in {"bid", "settle"} or self.seat not in table.seats:
            yield Objection("3.01.11.04", "No card is up for auction. Wait until one is.", "NOT_YOUR_TURN", True)
            return
        if self.seat in bidding.barred:
            yield Objection("4.90.01", "Whoever made an illegal bid sits out this card. Wait for the next.", "BARRED")
        buys = ask(table, CardBuys())
        if not buys.value:
            yield Objection(buys.because[0], f"This card is not for {KARAMA}. Bid spice, or wait for the next.")
        yield from no_room(table, self.seat)
        yield from self._moment(table, bidding)
        yield from no_karama(table, self.seat, "3.01.11.04", self.card)

    def _moment(self, table: Table, bidding: Bidding) -> Iterable[Objection]:
        moment = ask(table, PurchaseMoment())
        won = bidding.step == "settle" and bidding.high_by == self.seat
        full = bidding.step == "bid" and not ask(table, MayBid(self.seat)).value
        when, fits = {
            "turn": ("on your turn", bidding.turn == self.seat or full),
            "instead": ("after winning the card", won),
            "any": ("while a card is up", bidding.step == "bid" or won),
        }[moment.value]
        if not fits:
            words = f"At this table {KARAMA} takes a card {when}. Wait for that."
            yield Objection(moment.because[0], words, "NOT_YOUR_TURN")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        """Discard it and take the card."""
        card = karama_of(table, self.seat, self.card)
        if card is None:
            yield NothingToShow(self.seat)
            return
        bidding = bidding_of(table)
        price = bidding.high if bidding.step == "settle" else 0
        yield CardDiscarded(self.seat, card, ("3.01.11.04",))
        yield from hand_over(table, self.seat, price, chance)


# -- stop a power -------------------------------------------------------------------------------------


class StopPower(Command):
    """Play Karama against a power: one about to be used, or the next use of one."""

    lays_down = True
    seat: str
    rule: str
    card: str = ""

    def objections(self, table: Table) -> Iterable[Objection]:
        """A power that bidding may bring, not one's own, and a Karama to play."""
        bidding = table.get(Bidding)
        power = _power(table, self.rule) if bidding is not None and bidding.step != "over" else None
        if self.rule.startswith(OTHER_USES):
            yield Objection("3.01.11.00", f"{KARAMA} stops a faction's power, never another {KARAMA}.")
        elif power is None:
            yield Objection("3.01.11.01", "No power of that kind can come now, or it is stopped already.")
        elif power.seat == self.seat:
            yield Objection("3.01.11.01", f"{KARAMA} stops another faction's power. Keep it for that.")
        yield from no_karama(table, self.seat, named=self.card)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        """The power falls silent and the card is discarded."""
        card, power = karama_of(table, self.seat, self.card), _power(table, self.rule)
        if card is None or power is None:
            yield NothingToShow(self.seat)
            return
        scope = ask(table, StopScope())
        which = "3.01.11.01" if power.star == "after" else "3.01.11.02"
        why = tuple(dict.fromkeys((which, *scope.because)))
        yield PowerStopped(self.seat, self.rule, why)
        yield RuleSuspended(self.rule, scope.value, why)
        yield CardDiscarded(self.seat, card, why)


def _power(table: Table, rule: str) -> Power | None:
    return next((power for power in stoppable(table, "ahead") if power.rule == rule), None)


# -- once a game --------------------------------------------------------------------------------------


class UseSpecial(Command):
    """Use the faction's once-a-game power on another faction."""

    by = "seat"
    seat: str
    of: str
    card: str = ""

    def objections(self, table: Table) -> Iterable[Objection]:
        """Only where the faction has one to use now, and with a Karama."""
        power = ask(table, OnceAGame(self.seat))
        if not power.value:
            yield Objection(power.because[0], "No once-a-game power can be used by this faction now. Keep the card.")
        elif self.of not in table.seats or self.of == self.seat:
            yield Objection(power.because[0], "That power is used on another faction. Choose one at this table.")
        yield from no_karama(table, self.seat, "3.01.11.05", self.card)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        """Discard it; the faction's room says what follows."""
        why, card = ask(table, OnceAGame(self.seat)).because, karama_of(table, self.seat, self.card)
        if card is None:
            yield NothingToShow(self.seat)
            return
        yield CardDiscarded(self.seat, card, ("3.01.11.05",))
        yield SpecialUsed(self.seat, self.of, why)
