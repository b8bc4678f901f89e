"""Cache cards that move other cards: the Distrans, the Nullentropy Box, the Semuta Drug.

A card given or fetched in secret is known to those two, or that one. After a search nobody else can know what is left
in the discard pile, for it was shuffled.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.common.factions import faction_name, named
from referee.common.turn import PHASES, PhaseBegan
from referee.factions.richese.cache_in_hand import CardGiven
from referee.holdings.hands import CardDiscarded, SeenToGo, called, discarded, has_room, held_card, may_hold, shown_card
from referee.holdings.ledger import pay, too_dear
from referee.holdings.purse import afforded
from referee.kernel import (
    BANK,
    Chance,
    Event,
    Objection,
    Pile,
    Public,
    Sealed,
    SeatCommand,
    SeatEvent,
    Table,
    adds,
    card_name,
    phrase,
    say,
    sealed,
)
from referee.offers.offer import Blank, Offer, SecretOffers, cards_to_choose
from referee.phases.bidding.order_of_bidding import Bidding

SEARCHED = phrase("spice.search", "{card}")
RULE = "2.10.17"
DISTRANS, BOX, DRUG = "Distrans", "Nullentropy Box", "Semuta Drug"
SEARCH = 2


def not_held(table: Table, seat: str, name: str) -> Iterator[Objection]:
    """Object before the game begins, or if the hand cannot hold the card as far as this viewer knows."""
    if table.phase not in PHASES:
        yield Objection("0.15", "The game has not begun. Keep it for now.")
    if not may_hold(table, seat, called(name)):
        yield Objection(
            "3.00.02", say("There is no {card} in this hand. Choose a card from it.", card=name), "CARD_NOT_HELD"
        )


def played(table: Table, seat: str, name: str) -> CardDiscarded:
    return CardDiscarded(seat, shown_card(table, seat, called(name), name) or name, (RULE,))


# -- Distrans -----------------------------------------------------------------------------------------


class CardSent(CardGiven, because=(RULE,)):
    """The Distrans passed a card on."""


class PlayDistrans(SeatCommand, by="seat", waits_for_powers=True, grave=True, plays=(DISTRANS,)):
    to: str
    card: str

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from not_held(table, self.seat, DISTRANS)
        bidding = table.get(Bidding)
        if table.phase == "bidding" and bidding is not None and bidding.step in {"bid", "settle"}:
            yield Objection(RULE, "Not while a card is up for auction. Wait until it is sold.")
        if self.to not in table.seats or self.to == self.seat:
            yield Objection(RULE, "Give the card to another player at this table. Choose one.", firm=True)
        elif not has_room(table, self.to):
            yield Objection("1.04.03", say("{to:The 's} hand is full. Choose another.", to=named(self.to)), "HAND_FULL")
        if not any(map(called(self.card), _others(table, self.seat))):
            yield Objection(RULE, "You do not hold that card. Choose another.", "CARD_NOT_HELD", True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        card = next(filter(called(self.card), _others(table, self.seat)))
        yield played(table, self.seat, DISTRANS)
        yield CardSent(self.seat, self.to, sealed(card, self.seat, self.to))


def _others(table: Table, seat: str) -> list[str]:
    """Return the known cards of a hand besides one Distrans."""
    cards, one = table.seats[seat].hand.faces(), held_card(table, seat, called(DISTRANS))
    if one:
        cards.remove(one)
    return cards


@adds(SecretOffers, rule=RULE, order=2)
def send_a_card(question: SecretOffers, table: Table) -> Iterable[Offer]:
    seat = question.seat
    if held_card(table, seat, called(DISTRANS)) is None:
        return ()
    takers = tuple((one, faction_name(one)) for one in table.seats if one != seat and has_room(table, one))
    cards = cards_to_choose(_others(table, seat))
    blanks = (Blank("to", "Faction", "select", choices=takers), Blank("card", "Card", "select", choices=cards))
    if not takers or not cards or any(PlayDistrans(seat, takers[0][0], cards[0][0]).objections(table)):
        return ()
    return (Offer(PlayDistrans, say("Play {card}", card=DISTRANS), RULE, blanks),)


# -- Nullentropy Box ----------------------------------------------------------------------------------


class DiscardsSearched(SeatEvent, because=(RULE,), shows="card"):
    """The rest of the pile was shuffled below the ``box``."""

    box: Public[str]
    card: Sealed[str]
    rest: Sealed[tuple[str, ...]]
    count: Public[int]
    says = "{seat!n:The takes} {card!c} from the discard pile, which is then shuffled."

    def apply(self, table: Table) -> None:
        table.discard = Pile([self.box, *Pile.laid(self.rest, self.count)])
        table.drop(SeenToGo)
        table.seats[self.seat].hand.append(self.card)


class SearchDiscards(SeatCommand, by="seat", waits_for_powers=True, grave=True, plays=(BOX,)):
    card: str

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from not_held(table, self.seat, BOX)
        if not any(map(called(self.card), _searched(table))):
            yield Objection(RULE, "That card is not in the discard pile. Choose one that is.", "CARD_NOT_HELD", True)
        yield from too_dear(table, self.seat, SEARCH, RULE)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        if not (yield from afforded(table, {self.seat: SEARCH}, (RULE,))):
            return
        box = played(table, self.seat, BOX)
        rest = table.discard.faces()
        card = next(one for one in rest if called(self.card)(one) and card_name(one) != BOX)
        rest.remove(card)
        yield from pay(self.seat, BANK, SEARCH, SEARCHED(card=BOX), (RULE,))
        yield box
        order = tuple(chance.shuffled(rest))
        yield DiscardsSearched(self.seat, box.card, sealed(card, self.seat), sealed(order, self.seat), len(order))


def _searched(table: Table) -> list[str]:
    return [card for card in table.discard.faces() if card_name(card) != BOX]


@adds(SecretOffers, rule=RULE, order=3)
def search_the_pile(question: SecretOffers, table: Table) -> Iterable[Offer]:
    cards = _searched(table)
    if held_card(table, question.seat, called(BOX)) is not None and cards and table.phase in PHASES:
        blank = Blank("card", "Take", "select", choices=cards_to_choose(cards))
        dear = next((objection.sentence for objection in too_dear(table, question.seat, SEARCH, RULE)), "")
        yield Offer(SearchDiscards, say("Play {card} for {n} spice", card=BOX, n=SEARCH), RULE, (blank,), why_not=dear)


# -- Semuta Drug --------------------------------------------------------------------------------------


class DiscardTaken(SeatEvent, because=(RULE,)):
    card: Public[str]
    says = "{seat!n:The takes} back {card!c}."

    def apply(self, table: Table) -> None:
        table.discard.take(self.card)
        table.drop(SeenToGo)
        table.seats[self.seat].hand.append(self.card)


def just_discarded(table: Table, seat: str) -> list[str]:
    """Return what others discarded last in this phase, all at once, and is still there."""
    act, found = None, []
    for heard in reversed(table.log):
        if isinstance(heard.event, PhaseBegan) or act not in {None, heard.act}:
            break
        if gone := discarded(heard.event):
            act = heard.act
            found += [gone[1]] if gone[0] != seat else []
    return [card for card in found if card in table.discard]


class TakeDiscarded(SeatCommand, by="seat", waits_for_powers=True, plays=(DRUG,)):
    card: str

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from not_held(table, self.seat, DRUG)
        if not any(map(called(self.card), just_discarded(table, self.seat))):
            words = "You can take only a card another player has just discarded. Wait for the next one."
            yield Objection(RULE, words, firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        card = next(filter(called(self.card), just_discarded(table, self.seat)))
        yield played(table, self.seat, DRUG)
        yield DiscardTaken(self.seat, card)


@adds(SecretOffers, rule=RULE, order=4)
def take_it_up(question: SecretOffers, table: Table) -> Iterable[Offer]:
    cards = just_discarded(table, question.seat) if held_card(table, question.seat, called(DRUG)) else []
    if cards and table.phase in PHASES:
        blank = Blank("card", "Take", "select", choices=cards_to_choose(cards))
        yield Offer(TakeDiscarded, say("Play {card}", card=DRUG), RULE, (blank,))
