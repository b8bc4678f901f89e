"""What the ambassadors do with cards, spice and secrets, and the alliance that Ecaz's own one offers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from referee.common.factions import named
from referee.factions.ecaz import ME, VIDAL
from referee.factions.ecaz.tokens import FACE, OWN, token_name
from referee.factions.ecaz.trigger import (
    EFFECTS,
    OWN_RULE,
    Effect,
    Mission,
    MissionChoice,
    UseAmbassador,
    mission,
    over,
)
from referee.factions.ecaz.vidal import is_free, lent
from referee.holdings.card_choice import CardChoice
from referee.holdings.hands import CardDiscarded, has_room
from referee.holdings.ledger import pay, too_dear
from referee.holdings.purse import afforded
from referee.holdings.setup import Allied
from referee.holdings.taken_cards import take_top_card
from referee.holdings.traitors import HiddenTraitors, leader_with_seal
from referee.kernel import (
    BANK,
    Amount,
    Called,
    Chance,
    Event,
    Objection,
    Pile,
    Public,
    Sealed,
    SeatEvent,
    State,
    Table,
    adds,
    ask,
    card_name,
    face_names,
    known,
    listed,
    phrase,
    ruling,
    say,
    sealed,
)
from referee.offers.choices import Choice
from referee.offers.gains import LEFT_ALONE, OfferGains
from referee.offers.offer import BehindShield, Kept, Offer

HAND, SELL, FIVE, TRAITOR, SWAP, DRAW = "2.11.10", "2.11.12", "2.11.13", "2.11.16", "2.11.17", "2.11.18"
EACH, GIFT, COST = 3, 5, 3
SOLD = phrase("spice.ambassador_cards", "for {card}, by an ambassador")
GIVEN = phrase("spice.ambassador_gift", "by an ambassador")
BOUGHT = phrase("spice.ambassador_card", "for a card, by an ambassador")


# -- what is seen -------------------------------------------------------------------------------------


class ShownByAmbassador(State):
    """What an ambassador showed this viewer last: whose, in which turn, the lines to read, and by which rule."""

    of: str
    turn: int
    title: str
    lines: tuple[str, ...]
    rule: str


class HandShown(SeatEvent, because=(HAND,), shows="card"):
    """A whole hand was shown to one seat; printed cards are shown at the table."""

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


class TraitorSeen(SeatEvent, because=(TRAITOR,), shows="traitor"):
    """One hidden traitor card was shown to one seat, "" if the referee does not know it."""

    of: Public[str]
    leader: Sealed[str]
    fuller = "{seat!n:The sees} one traitor card of {of!n}: {leader}."
    says = "{seat!n:The sees} one traitor card of {of!n}."

    def apply(self, table: Table) -> None:
        if known(self.leader) and self.leader:
            title = say("A traitor card of {of}", of=named(self.of))
            table.put(ShownByAmbassador(self.of, table.turn, title, (leader_with_seal(self.leader),), TRAITOR))


def look(table: Table, task: Mission, chance: Chance) -> Iterable[Event]:
    yield HandShown(task.seat, task.of, sealed(tuple(table.seats[task.of].hand.faces()), task.seat))


def see_a_traitor(table: Table, task: Mission, chance: Chance) -> Iterable[Event]:
    hidden = chance.shuffled(ask(table, HiddenTraitors(task.of)).value)
    yield TraitorSeen(task.seat, task.of, sealed(hidden[0] if hidden else "", task.seat))


def five(table: Table, task: Mission, chance: Chance) -> Iterable[Event]:
    yield from pay(BANK, task.seat, GIFT, GIVEN(), (FIVE,))


EFFECTS[FACE["look"]] = Effect(HAND, "look at {of:'s} hand", at_once=look)
EFFECTS[FACE["traitor"]] = Effect(TRAITOR, "see a traitor card of {of}", at_once=see_a_traitor)
EFFECTS[FACE["five"]] = Effect(FIVE, "take {n} spice", GIFT, five)


@adds(BehindShield, rule=HAND)
def what_was_seen(question: BehindShield, table: Table) -> Iterable[Kept]:
    seen = table.get(ShownByAmbassador)
    fresh = seen is not None and seen.turn == table.turn
    return (Kept(seen.title, seen.lines, seen.rule, now=True),) if seen is not None and fresh else ()


# -- cards --------------------------------------------------------------------------------------------


class SellByAmbassador(CardChoice[Mission], MissionChoice, by="both", grave=True):
    """Discard a card for 3 spice; any number of times."""

    face, rule, held_by, n = FACE["sell"], SELL, SELL, EACH
    line, does, label = "discard cards for {n} spice each", "discards cards for spice", "Discard for {n} spice"

    def with_card(self, table: Table, card: str, now: Mission, chance: Chance) -> Iterator[Event]:
        yield CardDiscarded(self.seat, card, (SELL,))
        yield from pay(BANK, self.seat, EACH, SOLD(card=card_name(card)), (SELL,))
        if not table.seats[self.seat].hand:
            yield from over(table, chance)


class SwapByAmbassador(CardChoice[Mission], MissionChoice, by="both", grave=True):
    """Discard a card, then draw one."""

    face, rule, held_by = FACE["swap"], SWAP, SWAP
    line, does = "discard a card and draw one", "discards a card and draws one"
    label = "Discard, then draw a card"

    def with_card(self, table: Table, card: str, now: Mission, chance: Chance) -> Iterator[Event]:
        yield CardDiscarded(self.seat, card, (SWAP,))
        yield from take_top_card(table, self.seat, (SWAP,), chance)
        yield from over(table, chance)


class DrawByAmbassador(MissionChoice, by="both"):
    """Pay 3 to the bank and draw a card."""

    face, rule, n = FACE["draw"], DRAW, COST
    line, does = "draw a card for {n}", "draws a card for {n} or not"

    @classmethod
    def ways(cls, table: Table, now: Mission) -> Iterator[Offer]:
        full = "" if has_room(table, now.seat) else "Your hand is full."
        yield cls.way(say("Pay {cost} and draw a card", cost=COST), why_not=full)

    def against(self, table: Table, now: Mission) -> Iterator[Objection]:
        if not has_room(table, self.seat):
            yield Objection("1.04.03", "Your hand is full, so you draw no card.", "HAND_FULL")
        yield from too_dear(table, self.seat, COST, DRAW)

    def outcome(self, table: Table, now: Mission, chance: Chance) -> Iterator[Event]:
        if (yield from afforded(table, {self.seat: COST}, (DRAW,))):
            yield from pay(self.seat, BANK, COST, BOUGHT(), (DRAW,))
            yield from take_top_card(table, self.seat, (DRAW,), chance)
        yield from over(table, chance)


# -- Ecaz's own: an alliance --------------------------------------------------------------------------


class AllianceRefused(SeatEvent, because=(OWN_RULE,)):
    says = "{seat!n:The refuses} an alliance with {ecaz!n}."


class OwnChoice(Choice[Mission], abstract=True):
    """A choice by Ecaz's own ambassador."""

    rule, who = OWN_RULE, ME
    halts = MissionChoice.halts

    @classmethod
    def waiting(cls, table: Table) -> Mission | None:
        return task if (task := mission(table)) and task.face == OWN else None

    @classmethod
    def words(cls, table: Table, now: Mission) -> dict[str, object]:
        return {"token": token_name(now.face), "seat": named(now.of), "leader": VIDAL}


class AnswerEcaz(OwnChoice, by="both"):
    """Accept or refuse the alliance that Ecaz offer with their own ambassador."""

    asks, nothing = "of", "Ecaz have offered you no alliance now."
    does = "answers Ecaz's offer of an alliance"
    yes, no = "Accept Ecaz's alliance", "Refuse Ecaz's alliance"
    accept: bool

    @classmethod
    def concerned(cls, now: Mission) -> bool:
        return not now.lends

    def outcome(self, table: Table, now: Mission, chance: Chance) -> Iterator[Event]:
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


class LendVidal(OwnChoice, by="both"):
    """Lend Duke Vidal to the new ally for this turn, or not."""

    nothing = say("You cannot lend {leader} now.", leader=VIDAL)
    does = "says whether to lend {leader}"
    yes, no = "Lend {leader} to {seat} this turn", "Do not lend {leader}"
    lend: bool

    @classmethod
    def concerned(cls, now: Mission) -> bool:
        return now.lends

    def outcome(self, table: Table, now: Mission, chance: Chance) -> Iterator[Event]:
        if self.lend:
            yield from lent(table, now.of)
        yield from over(table, chance)


EFFECTS[OWN] = Effect(OWN_RULE, "offer {of} an alliance")


@ruling(OfferGains, rule=OWN_RULE)
def no_alliance_by_itself(question: OfferGains, table: Table, so_far: Amount) -> Amount | None:
    made = question.command
    offers_one = isinstance(made, UseAmbassador) and made.effect == OWN and not made.vidal
    return LEFT_ALONE if offers_one or (isinstance(made, AnswerEcaz) and made.accept) else None
