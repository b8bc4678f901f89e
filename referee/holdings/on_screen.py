"""What a player, or the table, may say of cards and spice, for the screens."""

from __future__ import annotations

from referee.common.what_is_physical import cards_are_dealt, cards_are_told, spice_is_told
from referee.holdings.hands import CorrectCount, KnownCards, PlayCard, hand_limit
from referee.holdings.printed_cards import TellCard, UntellCard
from referee.holdings.purse import GiveSpice, MayGive, TellSpice, spice_of
from referee.holdings.setup import ChangeOption
from referee.kernel import Option, Table, ask
from referee.offers.offer import CHOOSE, Blank, Offer, seat_and_sum


def change(option: Option, label: str) -> Offer:
    """Return the offer to decide a table option otherwise; the page draws its choices."""
    return Offer(ChangeOption, label, fixed=(("option", option.key),))


def tell_card(table: Table, seat: str) -> tuple[Offer, ...]:
    """Return the form that names a printed card of one's own hand."""
    if not cards_are_told(table) or all(isinstance(card, str) for card in table.seats[seat].hand):
        return ()
    choices = (CHOOSE, *((name, name) for name in ask(table, KnownCards()).value))
    return (Offer(TellCard, "Add to my hand", blanks=(Blank("card", "Which card is it?", "select", choices=choices),)),)


def untell_card(table: Table, card: object) -> tuple[Offer, ...]:
    if not cards_are_told(table) or not isinstance(card, str):
        return ()
    return (Offer(UntellCard, "Not this", fixed=(("card", card),), icon="undo"),)


def tell_spice(table: Table, seat: str) -> tuple[Offer, ...]:
    """Return the form for counting the tokens behind one's own shield, if a table plays so."""
    if not spice_is_told(table):
        return ()
    now = spice_of(table, seat)
    amount = Blank("amount", "Spice behind the shield", "number", 0, 999, str(now or 0))
    return (Offer(TellSpice, "Save" if now is None else "Recount", blanks=(amount,)),)


def give_spice(table: Table, seat: str) -> tuple[Offer, ...]:
    to = [other for other in table.seats if other != seat and ask(table, MayGive(seat, other)).value]
    blanks = seat_and_sum(to, "Give", 1, spice_of(table, seat)) if to else ()
    return (Offer(GiveSpice, "Give spice", blanks=blanks),) if to else ()


def correct_hand(table: Table, seat: str) -> tuple[Offer, ...]:
    """Return what the table may correct of a hand that the referee does not deal."""
    if cards_are_dealt(table):
        return ()
    who, held = (("seat", seat),), len(table.seats[seat].hand)
    count = Blank("count", "Cards held", "number", 0, hand_limit(table, seat), str(held))
    return (
        Offer(CorrectCount, "Correct the count", blanks=(count, Blank("reason", "Why")), fixed=who),
        Offer(PlayCard, "A card was discarded", blanks=(Blank("card", "Name of the card"),), fixed=who),
    )
