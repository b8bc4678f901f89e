"""Karama: which cards count as one, whether a hand holds it, and the once-a-game power that it unlocks.

It also pays for a card (``purchase``), stops a power (``stopping``) and makes a shipment cheaper (``shipment``).
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.common.factions import named as seat_named
from referee.common.phones_at_seats import on_own_phone
from referee.holdings.hands import called, held_card, may_hold, shown_card, spent
from referee.kernel import Chance, Event, Objection, SeatCommand, Table, ask, card_name, ruling, say
from referee.offers.offer import Blank
from referee.powers.powers import (
    CardPlayed,
    CardsNamed,
    CountsAsKarama,
    KaramaBarred,
    OnceAGame,
    SpecialUsed,
    counting,
    is_karama,
)

KARAMA = "Karama"
OTHER_USES = ("3.01.11.03", "3.01.11.04", "3.01.11.05", "1.14")


@ruling(CountsAsKarama, rule="3.01.11")
def the_card_itself(question: CountsAsKarama, table: Table, so_far: bool) -> bool | None:
    return True if card_name(question.card) == KARAMA else None


@ruling(CardPlayed, rule="3.01.11")
def a_karama(question: CardPlayed, table: Table, so_far: str) -> str | None:
    """The card named, else a real Karama, else any that counts; the holder's word is taken for an unknown card."""
    seat = question.seat
    named = called(question.named) if question.named else None
    counts = [card for card in table.seats[seat].hand.faces() if ask(table, CountsAsKarama(seat, card)).value]
    if named:
        card = held_card(table, seat, named) or question.named
        fits = ask(table, CountsAsKarama(seat, card)).value and may_hold(table, seat, named)
        return card if fits else None
    real = next((card for card in counts if card_name(card) == KARAMA), None)
    unknown = KARAMA if may_hold(table, seat, lambda card: False) else None
    return real or (counts[0] if counts else unknown)


def no_karama(table: Table, seat: str, rule: str = "3.01.11", named: str = "") -> Iterable[Objection]:
    """Object unless this viewer knows the hand may hold a Karama, or the card named counts as one."""
    known = held_card(table, seat, called(named)) if named else None
    yield from on_own_phone(table, seat, "4.97.07")
    barred = ask(table, KaramaBarred(seat))
    if barred.value:
        yield Objection(barred.because[0], barred.value, "NOT_ELIGIBLE")
    if not may_hold(table, seat, called(named) if named else is_karama(table, seat)):
        words = say("You have no {words}. Nobody saw this.", words=card_name(named) or KARAMA)
        yield Objection(rule, words, "CARD_NOT_HELD")
    elif named and not ask(table, CountsAsKarama(seat, known or named)).value:
        yield Objection(
            rule,
            say("{named} cannot be used as {KARAMA} now. Choose another card.", named=card_name(named), KARAMA=KARAMA),
            "NOT_A_KARAMA",
        )


def karama_of(table: Table, seat: str, named: str = "") -> str | None:
    """Return the card played as Karama: the one named, else a real one, else any that counts."""
    counts = is_karama(table, seat)
    wanted = named if named and held_card(table, seat, called(named)) else KARAMA
    card = held_card(table, seat, lambda card: counts(card) and called(wanted)(card))
    return card or shown_card(table, seat, counts, KARAMA)


# -- offers --------------------------------------------------------------------------------------------


def holds_one(table: Table, seat: str) -> bool:
    """Return True if this seat's hand, as it knows it, has a Karama."""
    return bool(table.seats[seat].hand.faces()) and bool(ask(table, CardPlayed(seat, "")).value)


def which(table: Table, seat: str) -> tuple[Blank, ...]:
    """Return a choice between different cards that count, the real one first; nothing if there is no choice."""
    cards = sorted(counting(table, seat), key=lambda card: not ask(table, CountsAsKarama("", card)).value)
    choices = tuple((card, card) for card in cards)
    return (Blank("card", "Card", "select", value=cards[0], choices=choices),) if len(cards) > 1 else ()


# -- the power of a faction that works once a game ----------------------------------------------------


class UseSpecial(SeatCommand, by="seat", unlisted=("card",), grave=True, plays=(KARAMA,)):
    """Use the faction's once-a-game power on another faction (1.14)."""

    of: str
    card: str = ""
    many: int = 0

    def open_to_seat(self, table: Table) -> bool:
        return bool(table.seats[self.of].hand)

    def objections(self, table: Table) -> Iterable[Objection]:
        power = ask(table, OnceAGame(self.seat))
        if not power.value:
            yield Objection(
                power.because[0],
                say("{seat:The has} no once-a-game power to use now. Keep the card.", seat=seat_named(self.seat)),
            )
        elif self.of not in table.seats or self.of == self.seat:
            yield Objection(power.because[0], "This power works on another faction. Choose one at this table.")
        yield from no_karama(table, self.seat, "3.01.11.05", self.card)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        why, card = ask(table, OnceAGame(self.seat)).because, karama_of(table, self.seat, self.card)
        if not (yield from spent(self.seat, card, ("3.01.11.05",))):
            return
        if self.many > 0:
            yield CardsNamed(self.seat, self.many)
        yield SpecialUsed(self.seat, self.of, why)
