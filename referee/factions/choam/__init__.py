"""CHOAM: start, hand limit, charity received and paid, inflation, and cards turned into spice.

CHOAM receive charity when its phase begins, before anybody can claim, and pay those who claim then. The inflation
token doubles or cancels all charity of one turn, and does the opposite in the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.agreements.bribes import BribesNow
from referee.board.forces import Group
from referee.board.forces_counted import Start, StartForces
from referee.board.worlds import is_high
from referee.common.factions import Faction, faction
from referee.common.lines_on_paper import PaperLine, one_of
from referee.common.turn import ANY, PHASES, PhaseBegan, in_phase
from referee.holdings.hands import CardDiscarded, CardKind, HandLimit, called, held_card
from referee.holdings.ledger import pay
from referee.holdings.purse import spice_of
from referee.kernel import (
    BANK,
    Called,
    Chance,
    Event,
    Noun,
    Objection,
    Public,
    SeatCommand,
    State,
    Table,
    adds,
    after,
    ask,
    card_name,
    fixed,
    option,
    phrase,
    ruling,
    say,
    setting,
)
from referee.offers.offer import Blank, Offer, Offers, SecretOffers, cards_to_choose
from referee.offers.what_now import Says, WhatNow
from referee.phases.battle.allowed_plans import AllyPays
from referee.phases.battle.verdict import TRAITOR, TRAITORS, SupportTo
from referee.phases.bidding.order_of_bidding import Bidding
from referee.phases.charity import CharityAtOnce, CharityDue, CharityFrom, CharityTimes
from referee.phases.revival.limits_and_prices import MANY, ForcePrice, RevivalLimit
from referee.powers.great_powers import GreatPower
from referee.powers.karama_windows import announced_with
from referee.powers.powers import CardPlayed, Power, Stoppable, starred

TURNED = phrase("spice.card_turned", "for turning {card} into spice")
ME, WORLD, HIGH = "choam", "Tupile", "4.04.20"
AUDITOR = "Auditor"
LEADERS = {"Frankos Aru": 4, "Lady Jalma": 4, "Rajiv Londine": 3, "Duke Verdun": 3, "Viscount Tull": 2, AUDITOR: 2}
faction(
    Faction(
        *(ME, "CHOAM", "cho", 2, 1, ("2.09.01", "2.09.02"), LEADERS),
        advanced_only=frozenset({AUDITOR}),
        own_only=frozenset({AUDITOR}),
        many=False,
        spoken={"de": Noun("CHOAM", "f"), "fr": Noun("CHOM", "f"), "es": Noun("CHOAM", "f")},
    )
)

INCOME = starred(
    Power("2.09.03", ME, "INCOME", "before", "CHOAM collects charity for every faction."), "spice_blow", ledger=True
)
TOKEN = Power("2.09.10", ME, "INFLATION", "after", "CHOAM places the inflation token.")
INFLATION = option(
    "T16",
    "4.93.16",
    "The inflation token",
    ("advanced", "Advanced game only", "It stays in the box in the basic game."),
    ("always", "In both games", "CHOAM may place it in the basic game too."),
)
FACTOR = {"": 1, "double": 2, "cancel": 0}
OTHER = {"double": "cancel", "cancel": "double"}
GREAT, EACH, DOUBLE, WORTHLESS, ALL = "2.09.13", 2, 3, 2, "all"


fixed(StartForces, "2.09.02", Start(Group(20)), seat=ME)
fixed(HandLimit, "2.09.05", 5, seat=ME)
fixed(RevivalLimit, "2.09.08", MANY, seat=ME)


@ruling(ForcePrice, rule="2.09.08", seat=ME)
def one_a_force(question: ForcePrice, table: Table, so_far: int) -> int | None:
    return question.normal + question.special


# -- charity and inflation ----------------------------------------------------------------------------


class Inflation(State):
    """The side that is up, and how often the token was turned; it is used once a game."""

    side: str = ""
    turned: int = 0


def inflation(table: Table) -> Inflation:
    return table.state(Inflation)


class InflationShown(Event, because=(TOKEN.rule,)):
    """``turned``: 0 placed, 1 turned, 2 out of the game."""

    side: Public[str]
    turned: Public[int]

    def apply(self, table: Table) -> None:
        table.put(Inflation(self.side, self.turned))

    def sentence(self, name: Called) -> str:
        said = {"double": "Charity is doubled next turn.", "cancel": "No charity is paid next turn."}
        return said.get(self.side, "The inflation token leaves the game.")


@adds(CharityAtOnce, rule="2.09.03")
def collect_for_everybody(question: CharityAtOnce, table: Table) -> Iterable[tuple[str, int]]:
    amount = EACH * len(table.seats) * FACTOR[inflation(table).side]
    return ((ME, amount),) if ME in table.seats and amount else ()


@ruling(CharityFrom, rule="2.09.04")
def choam_pay(
    question: CharityFrom, table: Table, so_far: tuple[tuple[str, int], ...]
) -> tuple[tuple[str, int], ...] | None:
    if ME not in table.seats or question.seat == ME:
        return None
    own = spice_of(table, ME)
    mine = question.due if own is None else min(own, question.due)
    return ((ME, mine), (BANK, question.due - mine))


@ruling(CharityTimes, rule="2.09.10")
def as_often_as_it_says(question: CharityTimes, table: Table, so_far: int) -> int | None:
    side = inflation(table).side
    return FACTOR[side] if side else None


@ruling(CharityDue, rule="2.09.10")
def inflated(question: CharityDue, table: Table, so_far: int) -> int | None:
    side = inflation(table).side
    return so_far * FACTOR[side] if side else None


@ruling(WhatNow, rule="2.09.10")
def what_it_says(question: WhatNow, table: Table, so_far: tuple[Says, ...]) -> tuple[Says, ...] | None:
    side = inflation(table).side
    if table.phase != "choam_charity" or not side:
        return None
    if side == "cancel":
        return (Says("The inflation token cancels charity: none is paid in this turn.", "2.09.10"),)
    return (*so_far, Says("The inflation token doubles all charity in this turn.", "2.09.10"))


@ruling(BribesNow, rule="2.09.10")
def no_bribes_while_doubled(question: BribesNow, table: Table, so_far: bool) -> bool | None:
    return False if inflation(table).side == "double" else None


@after(PhaseBegan, rule="2.09.10")
def turn_the_token(event: PhaseBegan, table: Table, chance: Chance) -> Iterable[Event]:
    token = inflation(table)
    if event.phase == "mentat_pause" and token.side:
        yield InflationShown("" if token.turned else OTHER[token.side], token.turned + 1)


def _may_place(table: Table) -> bool:
    played = table.rules == "advanced" or setting(table, INFLATION) == "always"
    return ME in table.seats and played and table.get(Inflation) is None


@adds(Stoppable, rule=TOKEN.rule)
def while_it_can_be_placed(question: Stoppable, table: Table) -> Iterable[Power]:
    return (TOKEN,) if question.moment == "mentat_pause" and _may_place(table) else ()


class PlaceInflation(SeatCommand, by="both", waits_for_powers=True):
    """``side`` is ``double`` or ``cancel``."""

    side: str

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from in_phase(table, "mentat_pause")
        if self.seat != ME or not _may_place(table):
            yield Objection("2.09.10", "Only CHOAM places the inflation token, once in a game that has it.", firm=True)
        elif TOKEN.rule in table.suspended:
            yield Objection("3.01.11.02", "The token cannot be placed in this Mentat Pause.", firm=True)
        elif self.side not in OTHER:
            yield Objection("2.09.10", "Choose a side: double or cancel.", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield InflationShown(self.side, 0)


announced_with(TOKEN, PlaceInflation)  # to place it; the turning of it cannot be stopped


@adds(Offers, rule="2.09.10", phase="mentat_pause", seat=ME)
def offer_the_token(question: Offers, table: Table) -> Iterable[Offer]:
    if _may_place(table):
        sides = (("double", "Double"), ("cancel", "Cancel"))
        side = Blank("side", "Charity", "select", choices=sides)
        yield Offer(PlaceInflation, "Place the inflation token", "2.09.10", (side,))


# -- cards turned into spice --------------------------------------------------------------------------


def _worth(table: Table, card: str) -> int:
    """Return the spice for a card: 3 for a duplicate, 2 for a worthless card, else 0."""
    twins = [one for one in table.seats[ME].hand.faces() if card_name(one) == card_name(card)]
    worthless = ask(table, CardKind(card)).value == "worthless" and not is_high(table, WORLD)
    return DOUBLE if len(twins) > 1 else WORTHLESS if worthless else 0


def between_auctions(table: Table) -> bool:
    """Return True if no auction is running."""
    bidding = table.get(Bidding)
    busy = table.phase == "bidding" and bidding is not None and bidding.step not in {"declare", "deal", "over"}
    return table.phase in {*PHASES, ANY} and not busy


def _sold(card: str, spice: int, rule: str) -> Iterable[Event]:
    yield CardDiscarded(ME, card, (rule,))
    yield from pay(BANK, ME, spice, TURNED(card=card_name(card)), (rule,))


class TurnIntoSpice(SeatCommand, by="seat", waits_for_powers=True, grave=True):
    card: str

    def objections(self, table: Table) -> Iterable[Objection]:
        held = held_card(table, ME, called(self.card)) if self.seat == ME else None
        if self.seat != ME:
            yield Objection("2.09.06", "Only CHOAM turns cards into spice.", firm=True)
        elif not between_auctions(table):
            yield Objection("2.09.06", "You turn cards into spice at the end of a phase, not during an auction.")
        elif held is None:
            yield Objection("2.09.06", "You do not hold that card. Choose one you hold.", "CARD_NOT_HELD")
        elif not _worth(table, held) and is_high(table, WORLD) and ask(table, CardKind(held)).value == "worthless":
            words = say("{world} is high, so only your Karama turns worthless cards into spice.", world=WORLD)
            yield Objection(HIGH, words, "NOT_ELIGIBLE")
        elif not _worth(table, held):
            yield Objection("2.09.07", "Only worthless cards and cards you hold twice bring spice.", "NOT_ELIGIBLE")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        if held := held_card(table, ME, called(self.card)):
            worth = _worth(table, held)
            yield from _sold(held, worth, "2.09.06" if worth == DOUBLE else "2.09.07")


@adds(SecretOffers, rule="2.09.06", seat=ME)
def offer_what_brings_spice(question: SecretOffers, table: Table) -> Iterable[Offer]:
    if not between_auctions(table):
        return ()
    cards = [card for card in table.seats[ME].hand.faces() if _worth(table, card)]
    choices = tuple((one, say("{card} for {n}", card=card_name(one), n=_worth(table, one))) for one in cards)
    blank = Blank("card", "Card", "select", choices=choices)
    return (Offer(TurnIntoSpice, "Turn into spice", "2.09.06", (blank,)),) if cards else ()


def _others(table: Table, named: str = "") -> list[str]:
    """Return the hand without the card that unlocks the power."""
    cards, key = list(table.seats[ME].hand.faces()), ask(table, CardPlayed(ME, named)).value
    if key in cards:
        cards.remove(key)
    return cards


class SellTheHand(GreatPower, grave=True):
    """Discard one card, or ``all`` others, for 3 spice each."""

    rule, who, phase = GREAT, ME, ANY
    choice: str
    card: str = ""

    @classmethod
    def secret_ways(cls, table: Table, now: str) -> Iterator[Offer]:
        if cards := cards_to_choose(_others(table)) if table.phase in PHASES else ():
            choices = ((ALL, "All others"), *cards)
            yield cls.way("Karama: 3 spice a card", Blank("choice", "Discard", "select", choices=choices))

    def against(self, table: Table, now: str) -> Iterator[Objection]:
        others = _others(table, self.card) if now == ME else ["?"]
        if not others or (self.choice != ALL and now == ME and not any(map(called(self.choice), others))):
            words = "You do not hold that card, apart from the one that unlocks this. Choose another."
            yield Objection(GREAT, words, "CARD_NOT_HELD")

    def outcome(self, table: Table, now: str, chance: Chance) -> Iterator[Event]:
        one = held_card(table, ME, called(self.choice))
        for card in table.seats[ME].hand.faces() if self.choice == ALL else [one] if one else []:
            yield from _sold(card, DOUBLE, GREAT)


# -- battle -------------------------------------------------------------------------------------------


@ruling(SupportTo, rule="2.09.11")
def half_of_it_to_choam(
    question: SupportTo, table: Table, so_far: tuple[tuple[str, int], ...]
) -> tuple[tuple[str, int], ...] | None:
    if ME not in table.seats or question.seat == ME or table.rules != "advanced" or question.how in {TRAITOR, TRAITORS}:
        return None
    half = question.amount // 2
    return ((ME, half), (BANK, question.amount - half))


fixed(AllyPays, "2.09.09", True, helper=ME)


# -- CHOAM on paper: the side of the inflation token that lies up, or that it has left the game -------


@PaperLine(
    *("inflation", TOKEN.rule, lambda table, _, turned, side: [InflationShown(side, turned)]),
    (one_of(*range(100)), one_of(*FACTOR)),
    public=True,
    seat=ME,
)
def the_token(table: Table, _: str) -> tuple[str, list[object]] | None:
    made = inflation(table)
    sides = {"double": "Inflation: double charity", "cancel": "Inflation: cancel charity"}
    words = sides.get(made.side, "The inflation token has left the game")
    return (words, [made.turned, made.side]) if made.side or made.turned else None
