"""What the ambassadors do with cards, spice and secrets, and the alliance that Ecaz's own one offers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from referee.common.factions import named
from referee.common.phones_at_seats import phones_of
from referee.factions.ecaz import ME, VIDAL
from referee.factions.ecaz.tokens import OWN
from referee.factions.ecaz.trigger import EFFECTS, OWN_RULE, Effect, Mission, mission, not_yours, over
from referee.factions.ecaz.vidal import is_free, lent
from referee.holdings.hands import (
    CardDiscarded,
    KnownCards,
    NothingToShow,
    called,
    has_room,
    may_hold_named,
    shown_card,
    spent,
)
from referee.holdings.ledger import pay, too_dear
from referee.holdings.purse import afforded
from referee.holdings.setup import Allied
from referee.holdings.taken_cards import take_top_card
from referee.holdings.traitors import HiddenTraitors, leader_with_seal
from referee.kernel.commands import Command, Objection
from referee.kernel.events import Event, Public, Sealed, known, sealed
from referee.kernel.phrases import phrase
from referee.kernel.rulings import Chance, adds, ask
from referee.kernel.table import BANK, Pile, Table, card_name, face_names
from referee.kernel.wording import Called, listed, say
from referee.offers.offer import BehindShield, Blank, Kept, Offer, Offers, SecretOffers, cards_to_choose

HAND, SELL, FIVE, TRAITOR, SWAP, DRAW = "2.11.10", "2.11.12", "2.11.13", "2.11.16", "2.11.17", "2.11.18"
EACH, GIFT, COST = 3, 5, 3
SOLD = phrase("spice.ambassador_cards", "for {card}, by an ambassador")
GIVEN = phrase("spice.ambassador_gift", "by an ambassador")
BOUGHT = phrase("spice.ambassador_card", "for a card, by an ambassador")


# -- what is seen -------------------------------------------------------------------------------------


@dataclass
class ShownByAmbassador:
    """What an ambassador showed this viewer last: whose, in which turn, the lines to read, and by which rule."""

    of: str
    turn: int
    title: str
    lines: tuple[str, ...]
    rule: str


class HandShown(Event, because=(HAND,), shows="card"):
    """A whole hand was shown to one seat; printed cards are shown at the table."""

    seat: Public[str]
    of: Public[str]
    cards: Sealed[tuple[str, ...]]

    def apply(self, table: Table) -> None:
        if not known(self.cards) or len(self.cards) < len(table.seats[self.of].hand):
            return
        table.seats[self.of].hand = Pile(self.cards)
        lines = tuple(f"*{card_name(card)}*" for card in self.cards)
        title = say("Seen in {of:'s} hand", of=named(self.of))
        table.put(ShownByAmbassador(self.of, table.turn, title, lines or ("No card.",), HAND))

    def sentence(self, name: Called) -> str:
        faces = face_names(self.cards) if known(self.cards) else []
        words = "{seat:The sees} {of:'s} hand: {cards}." if faces else "{seat:The sees} {of:'s} hand."
        return say(words, seat=name(self.seat), of=name(self.of), cards=listed(faces))


class TraitorSeen(Event, because=(TRAITOR,), shows="traitor"):
    """One hidden traitor card was shown to one seat, "" if the referee does not know it."""

    seat: Public[str]
    of: Public[str]
    leader: Sealed[str]

    def apply(self, table: Table) -> None:
        if known(self.leader) and self.leader:
            title = say("A traitor card of {of}", of=named(self.of))
            table.put(ShownByAmbassador(self.of, table.turn, title, (leader_with_seal(self.leader),), TRAITOR))

    def sentence(self, name: Called) -> str:
        of = {"seat": name(self.seat), "of": name(self.of), "leader": self.leader}
        if known(self.leader) and self.leader:
            return say("{seat:The sees} one traitor card of {of}: {leader}.", **of)
        return say("{seat:The sees} one traitor card of {of}.", **of)


def _look(table: Table, task: Mission, chance: Chance) -> Iterable[Event]:
    yield HandShown(task.seat, task.of, sealed(tuple(table.seats[task.of].hand.faces()), task.seat))


def _traitor(table: Table, task: Mission, chance: Chance) -> Iterable[Event]:
    hidden = chance.shuffled(ask(table, HiddenTraitors(task.of)).value)
    yield TraitorSeen(task.seat, task.of, sealed(hidden[0] if hidden else "", task.seat))


@adds(BehindShield, rule=HAND)
def what_was_seen(question: BehindShield, table: Table) -> Iterable[Kept]:
    seen = table.get(ShownByAmbassador)
    fresh = seen is not None and seen.turn == table.turn
    return (Kept(seen.title, seen.lines, seen.rule, now=True),) if seen is not None and fresh else ()


def _five(table: Table, task: Mission, chance: Chance) -> Iterable[Event]:
    yield from pay(BANK, task.seat, GIFT, GIVEN(), (FIVE,))


# -- cards --------------------------------------------------------------------------------------------


def _hand(table: Table, seat: str) -> tuple[tuple[str, str], ...]:
    """Return the cards to choose from; names of all cards where some are unknown."""
    hand = table.seats[seat].hand
    unknown = len(hand.faces()) < len(hand)
    names = tuple((name, name) for name in ask(table, KnownCards()).value) if unknown else ()
    return (*cards_to_choose(hand.faces()), *names)


def _not_held(table: Table, seat: str, card: str, rule: str) -> Iterator[Objection]:
    if not may_hold_named(table, seat, card):
        yield Objection(rule, "You do not hold that card. Choose one you hold.", "CARD_NOT_HELD")


class SellByAmbassador(Command, by="both", grave=True):
    """Discard a card for 3 spice; any number of times."""

    seat: str
    card: str

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from not_yours(table, self.seat, "sell")
        yield from _not_held(table, self.seat, self.card, SELL)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        card = shown_card(table, self.seat, called(self.card), self.card)
        if card is None:
            yield NothingToShow(self.seat)
            return
        yield CardDiscarded(self.seat, card, (SELL,))
        yield from pay(BANK, self.seat, EACH, SOLD(card=card_name(card)), (SELL,))
        if not table.seats[self.seat].hand:
            yield from over(table, chance)


class SwapByAmbassador(Command, by="both", grave=True):
    """Discard a card, then draw one."""

    seat: str
    card: str

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from not_yours(table, self.seat, "swap")
        yield from _not_held(table, self.seat, self.card, SWAP)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        if (yield from spent(self.seat, shown_card(table, self.seat, called(self.card), self.card), (SWAP,))):
            yield from take_top_card(table, self.seat, (SWAP,), chance)
            yield from over(table, chance)


class DrawByAmbassador(Command, by="both"):
    """Pay 3 to the bank and draw a card."""

    seat: str

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from not_yours(table, self.seat, "draw")
        if self.seat in table.seats and not has_room(table, self.seat):
            yield Objection("1.04.03", "Your hand is full, so you draw no card.", "HAND_FULL")
        if self.seat in table.seats:
            yield from too_dear(table, self.seat, COST, DRAW)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        if (yield from afforded(table, {self.seat: COST}, (DRAW,))):
            yield from pay(self.seat, BANK, COST, BOUGHT(), (DRAW,))
            yield from take_top_card(table, self.seat, (DRAW,), chance)
        yield from over(table, chance)


def _card_offers(table: Table, seat: str) -> Iterator[Offer]:
    task = mission(table)
    if task is None or task.seat != seat or task.effect not in {"sell", "swap"} or not table.seats[seat].hand:
        return
    blank = Blank("card", "Card", "select", choices=_hand(table, seat))
    if task.effect == "sell":
        yield Offer(SellByAmbassador, say("Discard for {each} spice", each=EACH), SELL, (blank,), at_once=True)
    else:
        yield Offer(SwapByAmbassador, "Discard, then draw a card", SWAP, (blank,), at_once=True)


@adds(SecretOffers, rule=SELL)
def cards_of_the_hand(question: SecretOffers, table: Table) -> Iterable[Offer]:
    return _card_offers(table, question.seat)


@adds(Offers, rule=SELL)
def of_a_player_without_a_phone(question: Offers, table: Table) -> Iterable[Offer]:
    return _card_offers(table, question.seat) if question.seat not in {"", *phones_of(table)} else ()


@adds(Offers, rule=DRAW)
def draw_a_card(question: Offers, table: Table) -> Iterable[Offer]:
    task = mission(table)
    if task is None or task.seat != question.seat or task.effect != "draw":
        return ()
    full = "" if has_room(table, task.seat) else "Your hand is full."
    return (Offer(DrawByAmbassador, say("Pay {cost} and draw a card", cost=COST), DRAW, at_once=True, why_not=full),)


# -- Ecaz's own: an alliance --------------------------------------------------------------------------


class AllianceRefused(Event, because=(OWN_RULE,)):
    seat: Public[str]

    def sentence(self, name: Called) -> str:
        return say("{seat:The refuses} an alliance with {ecaz}.", seat=name(self.seat), ecaz=name(ME))


class AnswerEcaz(Command, by="both"):
    """Accept or refuse the alliance that Ecaz offer with their own ambassador."""

    seat: str
    accept: bool

    def objections(self, table: Table) -> Iterable[Objection]:
        task = mission(table)
        if task is None or task.face != OWN or task.lends or task.of != self.seat:
            yield Objection(OWN_RULE, "Ecaz have offered you no alliance now.", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield Allied((ME, self.seat)) if self.accept else AllianceRefused(self.seat)
        if self.accept and is_free(table):
            yield LoanOpen()
        else:
            yield from over(table, chance)


class LoanOpen(Event, because=(OWN_RULE,)):
    """Ecaz may lend Duke Vidal to their new ally."""

    def apply(self, table: Table) -> None:
        task = mission(table)
        if task is not None:
            table.put(replace(task, lends=True))


class LendVidal(Command, by="both"):
    """Lend Duke Vidal to the new ally for this turn, or not."""

    seat: str
    lend: bool

    def objections(self, table: Table) -> Iterable[Objection]:
        task = mission(table)
        if self.seat != ME or task is None or not task.lends:
            yield Objection(OWN_RULE, say("You cannot lend {leader} now.", leader=VIDAL), firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        task = mission(table)
        if task is not None and self.lend:
            yield from lent(table, task.of)
        yield from over(table, chance)


@adds(Offers, rule=OWN_RULE, order=1, seat=ME)
def lend_him_or_not(question: Offers, table: Table) -> Iterable[Offer]:
    task = mission(table)
    if task is None or not task.lends:
        return ()
    label = say("Lend {leader} to {seat} this turn", leader=VIDAL, seat=named(task.of))
    return (
        Offer(LendVidal, label, OWN_RULE, fixed=(("lend", "1"),), at_once=True),
        Offer(LendVidal, say("Do not lend {leader}", leader=VIDAL), OWN_RULE, fixed=(("lend", ""),), at_once=True),
    )


@adds(Offers, rule=OWN_RULE)
def yes_or_no(question: Offers, table: Table) -> Iterable[Offer]:
    task = mission(table)
    if task is None or task.face != OWN or task.lends or task.of != question.seat:
        return ()
    return (
        Offer(AnswerEcaz, "Accept Ecaz's alliance", OWN_RULE, fixed=(("accept", "1"),), at_once=True),
        Offer(AnswerEcaz, "Refuse Ecaz's alliance", OWN_RULE, fixed=(("accept", ""),), at_once=True),
    )


EFFECTS |= {
    "ally": Effect(OWN_RULE, "offer {of} an alliance", None, "answers Ecaz's offer of an alliance", (AnswerEcaz,)),
    "lend": Effect(OWN_RULE, "", None, say("says whether to lend {leader}", leader=VIDAL), (LendVidal,)),
    "look": Effect(HAND, "look at {of:'s} hand", _look),
    "sell": Effect(
        SELL,
        "discard cards for {n} spice each",
        None,
        "discards cards for spice",
        (SellByAmbassador,),
        True,
        EACH,
    ),
    "five": Effect(FIVE, "take {n} spice", _five, n=GIFT),
    "traitor": Effect(TRAITOR, "see a traitor card of {of}", _traitor),
    "swap": Effect(
        SWAP, "discard a card and draw one", None, "discards a card and draws one", (SwapByAmbassador,), True
    ),
    "draw": Effect(
        DRAW, "draw a card for {n}", None, say("draws a card for {n} or not", n=COST), (DrawByAmbassador,), n=COST
    ),
}
