"""Ixians while cards are sold: once a phase they swap the next card for one of theirs; their ally may redraw.

Both move face-down cards. A viewer who cannot see which card of a hand was given no longer knows that hand.
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.common.phones_at_seats import phones_of
from referee.common.turn import happened, remember
from referee.common.what_is_physical import cards_are_dealt
from referee.factions.ixian import ME
from referee.factions.ixian.deck import SORT, looked
from referee.holdings.hands import called, held_card, may_hold, refill, seen_to_go
from referee.holdings.taken_cards import top_of_deck
from referee.kernel import (
    FACE_DOWN,
    Called,
    Card,
    Chance,
    Event,
    Objection,
    Public,
    Sealed,
    SeatCommand,
    SeatEvent,
    Table,
    adds,
    card_name,
    face_name,
    known,
    ruling,
    say,
    sealed,
)
from referee.offers.offer import Blank, Offer, SecretOffers, hand_to_choose
from referee.phases.bidding.bid_time import PauseSeconds
from referee.phases.bidding.cards_of_the_row import CardBought
from referee.phases.bidding.events import BiddingBegan
from referee.phases.bidding.order_of_bidding import Bidding, bidding_of
from referee.powers.powers import Power, Stoppable
from referee.powers.windows import phase_window

SWAP, ALLY = "2.07.16", "2.07.15"
SWAP_SECONDS = 10
SWAPPING = Power(SWAP, ME, "TECHNOLOGY", "before", "Ixians may swap the card for one from their hand.")


def _may_swap(table: Table) -> bool:
    """Return True if a card may still be swapped in this phase, as far as is public."""
    due = ME in table.seats and table.rules == "advanced" and SWAP not in table.suspended
    return due and bool(table.seats[ME].hand) and not happened(table, CardSwapped)


def _before_a_card(table: Table) -> bool:
    now = phase_window(table)
    return now is not None and now.kind in {"talk", "pause"} and bool(bidding_of(table).row)


# -- events -------------------------------------------------------------------------------------------


class CardSwapped(Event, because=(SWAP,), shows="card"):
    taken: Sealed[str]
    given: Sealed[str]
    fuller = "{ixian!n:The swaps} the next card for one from their hand: {taken!c} for {given!c}."
    says = "{ixian!n:The swaps} the next card for one from their hand."

    def apply(self, table: Table) -> None:
        row, own = bidding_of(table).row, table.seats[ME]
        seen: Card = self.taken if known(self.taken) else row[0]
        own.hand.lose(self.given)
        own.hand.append(seen)
        row[0] = self.given
        made = looked(table, SORT)
        made.cards = tuple(str(self.given) if card == self.taken else card for card in made.cards)
        remember(table, self)


class BoughtCardReplaced(SeatEvent, shows="card", later=("why",), discards="old"):
    old: Public[str]
    new: Sealed[str]
    why: Public[tuple[str, ...]] = (ALLY,)

    def apply(self, table: Table) -> None:
        hand, top = table.seats[self.seat].hand, top_of_deck(table)
        hand.take(self.old)
        table.discard.insert(0, self.old)
        seen_to_go(table, self.old)
        hand.append(self.new if known(self.new) else top)

    def sentence(self, name: Called) -> str:
        of = {"old": card_name(self.old), "new": face_name(self.new) or "the top card of the deck"}
        return say("{seat:The discards} {old}, just bought, for {new}.", seat=name(self.seat), **of)


# -- technology ---------------------------------------------------------------------------------------


@adds(Stoppable, rule=SWAP)
def may_be_prevented(question: Stoppable, table: Table) -> Iterable[Power]:
    due = question.moment in {"card", "ahead"} and table.phase == "bidding" and ME in phones_of(table)
    return (SWAPPING,) if due and _may_swap(table) else ()


@ruling(PauseSeconds, rule=SWAP)
def time_to_swap(question: PauseSeconds, table: Table, so_far: int) -> int | None:
    return SWAP_SECONDS if ME in phones_of(table) and _may_swap(table) else None


class SwapCard(SeatCommand, by="seat", grave=True):
    card: str

    def objections(self, table: Table) -> Iterable[Objection]:
        if self.seat == ME and SWAP in table.suspended:
            yield Objection("3.01.11.02", "Karama stopped the swap in this phase.", "NOT_NOW", firm=True)
        elif self.seat != ME or not _may_swap(table):
            yield Objection(SWAP, "You may swap one card each bidding phase, in the advanced game.", "NOT_NOW", True)
        elif not _before_a_card(table):
            yield Objection(SWAP, "Swap a card before it is up for auction. Wait for the next one.", firm=True)
        elif not may_hold(table, ME, called(self.card)):
            yield Objection(SWAP, "You do not hold that card. Choose one you hold.", "CARD_NOT_HELD", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        given = held_card(table, ME, called(self.card)) or FACE_DOWN
        yield CardSwapped(sealed(bidding_of(table).row[0], ME), sealed(given, ME))


@adds(SecretOffers, rule=SWAP, seat=ME)
def swap_the_next(question: SecretOffers, table: Table) -> Iterable[Offer]:
    if _may_swap(table) and _before_a_card(table):
        choices = hand_to_choose(table.seats[ME].hand)
        blank = Blank("card", "Leave in its place", "select", value=choices[0][0], choices=choices)
        yield Offer(SwapCard, "Take the next card", SWAP, (blank,), at_once=True)


# -- the ally -----------------------------------------------------------------------------------------


def just_bought(table: Table, seat: str) -> str:
    """Return the card that the Ixians' ally has just bought and may still replace, "" for none."""
    return bought_last(table, seat) if table.ally(ME) == seat else ""


def bought_last(table: Table, seat: str) -> str:
    """Return the card that this seat has just bought, until the next card is bid for, "" for none."""
    bidding = table.get(Bidding)
    if bidding is None or table.phase != "bidding" or not cards_are_dealt(table):
        return ""
    begun = bidding.step == "settle" or (bidding.step == "bid" and (bidding.bids or bidding.passed))
    kinds = (CardBought, BiddingBegan, BoughtCardReplaced)
    last = next((heard.event for heard in reversed(table.log) if isinstance(heard.event, kinds)), None)
    if begun or not isinstance(last, CardBought) or last.seat != seat or not isinstance(last.card, str):
        return ""
    return last.card if last.card in table.seats[seat].hand else ""


class ReplaceBought(SeatCommand, by="seat", grave=True):
    def objections(self, table: Table) -> Iterable[Objection]:
        if not just_bought(table, self.seat):
            yield Objection(ALLY, "Only the Ixians' ally may do that, right after buying a card.", firm=True)
        elif not (table.deck or table.discard):
            yield Objection(ALLY, "No card is left to draw.", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield from refill(table, 1, chance)
        yield BoughtCardReplaced(self.seat, just_bought(table, self.seat), sealed(table.deck[0], self.seat))


@adds(SecretOffers, rule=ALLY)
def give_it_back(question: SecretOffers, table: Table) -> Iterable[Offer]:
    card = just_bought(table, question.seat)
    if card and (table.deck or table.discard):
        yield Offer(ReplaceBought, say("Discard {card}, draw the top card", card=card_name(card)), ALLY, at_once=True)
