"""Cache cards without a sale: bought once a game by Karama for 3 spice, or given to an ally."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.common.factions import named
from referee.common.turn import ANY
from referee.common.what_is_physical import cards_are_dealt
from referee.factions.richese import ME
from referee.factions.richese.cache import CACHE, CARDS, COPY, cache, names_to_choose, plan
from referee.holdings.hands import called, has_room
from referee.holdings.ledger import pay, too_dear
from referee.kernel import (
    BANK,
    Called,
    Chance,
    Event,
    Objection,
    Public,
    Sealed,
    SeatCommand,
    Table,
    adds,
    card_name,
    face_name,
    known,
    phrase,
    say,
    sealed,
)
from referee.offers.offer import Blank, Offer, SecretOffers, cards_to_choose
from referee.powers.great_powers import GreatPower

BOUGHT = phrase("spice.cache_card", "A cache card")
GREAT, GIFT, PRICE = "2.10.16", "2.10.13", 3


# -- for one's own hand -------------------------------------------------------------------------------


class CacheCardTaken(Event, because=(GREAT,), shows="card"):
    card: Sealed[str]
    says = "{richese!n:The takes} {card!c} from the cache."

    def apply(self, table: Table) -> None:
        """Others see the cache unchanged: any of its cards may be the one."""
        if known(self.card):
            cache(table).cards.remove(str(self.card))
        table.seats[ME].hand.append(self.card)


class BuyFromCache(GreatPower):
    rule, who, phase = GREAT, ME, ANY
    choice: str
    card: str = ""

    @classmethod
    def secret_ways(cls, table: Table, now: str) -> Iterator[Offer]:
        if table.phase not in {"lobby", "setup"} and cache(table).cards:
            choice = Blank("choice", "Cache card", "select", choices=names_to_choose(table))
            yield cls.way("Karama: buy from the cache for 3", choice)

    def against(self, table: Table, now: str) -> Iterator[Objection]:
        if not any(called(self.choice)(card) for card in cache(table).cards):
            yield Objection(GREAT, "That card is not in the cache. Choose one that is.", "CARD_NOT_HELD", True)
        elif called(self.choice)(plan(table).card):
            words = "That card is about to be sold. Choose another, or change the sale first."
            yield Objection("2.10.04", words, firm=True)
        elif now == ME:
            yield from too_dear(table, ME, PRICE, GREAT)

    def outcome(self, table: Table, now: str, chance: Chance) -> Iterator[Event]:
        choice = next(card for card in cache(table).cards if called(self.choice)(card))
        yield from pay(ME, BANK, PRICE, BOUGHT(), (GREAT,))
        yield CacheCardTaken(sealed(choice, ME))


# -- to an ally ---------------------------------------------------------------------------------------


class CardGiven(Event, because=(GIFT,), shows="card", learns="taker"):
    giver: Public[str]
    taker: Public[str]
    card: Sealed[str]

    def apply(self, table: Table) -> None:
        table.seats[self.giver].hand.lose(self.card)
        table.seats[self.taker].hand.append(self.card)

    def sentence(self, name: Called) -> str:
        card = face_name(self.card) or "a card"
        return say("{seat:The gives} {of} {card}.", seat=name(self.giver), of=name(self.taker), card=card)


def _from_the_cache(table: Table) -> list[str]:
    """Return what they hold from the cache: of a card that the deck has too, the cache's own copy if it was dealt."""
    known = COPY if cards_are_dealt(table) else {}
    held = table.seats[ME].hand.faces()
    return [card for card in held if card in CACHE or (card_name(card) in CARDS and card_name(card) not in known)]


class GiveCacheCard(SeatCommand, by="seat", waits_for_powers=True):
    card: str

    def objections(self, table: Table) -> Iterable[Objection]:
        ally = table.ally(ME)
        if self.seat != ME or ally is None:
            yield Objection(GIFT, "You can give a cache card only to your ally.", "NOT_ALLIED", True)
        elif not has_room(table, ally):
            yield Objection(GIFT, "Your ally's hand is full. Wait until there is room.", "HAND_FULL", True)
        elif not any(called(self.card)(card) for card in _from_the_cache(table)):
            yield Objection(GIFT, "You do not hold that cache card.", "CARD_NOT_HELD", True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        card, ally = next(filter(called(self.card), _from_the_cache(table)), None), table.ally(ME)
        if card and ally:
            yield CardGiven(ME, ally, sealed(card, ME, ally))


@adds(SecretOffers, rule=GIFT, seat=ME)
def give_one(question: SecretOffers, table: Table) -> Iterable[Offer]:
    ally = table.ally(ME)
    held = _from_the_cache(table) if ally else []
    if ally and held and has_room(table, ally):
        blank = Blank("card", "Cache card", "select", choices=cards_to_choose(held))
        yield Offer(GiveCacheCard, say("Give it to {ally}", ally=named(ally)), GIFT, (blank,))
