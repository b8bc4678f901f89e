"""What a card may do in any phase for any faction: count as Karama, and unlock once-a-game powers.

Each faction has one such power, once in the whole advanced game (1.14), defined in its module. Which card unlocks it,
or makes a shipment cheap, is defined with the cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from referee.common.factions import named
from referee.common.turn import in_phase
from referee.holdings.hands import CardDiscarded
from referee.kernel.commands import Objection
from referee.kernel.events import Event
from referee.kernel.rulings import Question, adds, ask
from referee.kernel.table import Table, card_name
from referee.kernel.wording import say
from referee.powers.powers import CountsAsKarama, OnceUsed, SpecialUsed
from referee.screens.offers import Offer, SecretOffers


class CardPlayed(Question[str], rule="1.00.02"):
    """Which card would this faction play to stop or unlock a power, the one named if it counts? "" means none.

    Karama's room alone answers: it prefers the card itself to one that counts as it, and only there has it a name.
    """

    seat: str
    named: str

    def plain(self, table: Table) -> str:
        return ""


def counting(table: Table, seat: str) -> tuple[str, ...]:
    """Return the names of known cards in this hand that count as Karama."""
    cards = (card for card in table.seats[seat].hand.faces() if ask(table, CountsAsKarama(seat, card)).value)
    return tuple(dict.fromkeys(card_name(card) for card in cards))


def no_great_power(table: Table, seat: str, own: str, rule: str, card: str, phase: str) -> Iterable[Objection]:
    """Object unless it is this faction's once-a-game power, in its phase, with a card to unlock it."""
    yield from in_phase(table, phase)
    used = table.state(OnceUsed)
    if seat != own or table.rules != "advanced":
        sentence = say("{seat:The has} no such once-a-game power; the basic game has none.", seat=named(seat))
        yield Objection(rule, sentence, "NOT_ELIGIBLE")
    elif seat in used.seats:
        yield Objection("1.13.06", "This once-a-game power is used up.", "NOT_ELIGIBLE")
    elif not ask(table, CardPlayed(seat, card)).value:
        yield Objection("3.01.11.05", "You hold no card that unlocks this power.", "CARD_NOT_HELD")


def offers_by_karama(own: str, rule: str, phase: str = "") -> Callable[[Callable[[Table], Iterable[Offer]]], None]:
    """Register offers of this faction's once-a-game power while a card unlocks it, in one phase or in any ("")."""

    def register(offers: Callable[[Table], Iterable[Offer]]) -> None:
        @adds(SecretOffers, rule=rule, seat=own)
        def by_karama(question: SecretOffers, table: Table) -> Iterable[Offer]:
            return () if any(no_great_power(table, own, own, rule, "", phase or table.phase)) else offers(table)

    return register


def unlock(table: Table, seat: str, of: str, card: str, why: tuple[str, ...]) -> Iterator[Event]:
    """Yield that the card is discarded and the power used."""
    yield CardDiscarded(seat, ask(table, CardPlayed(seat, card)).value, ("3.01.11.05",))
    yield SpecialUsed(seat, of, (*why, "1.14.00", "1.13.06"))
