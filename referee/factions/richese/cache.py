"""The cache of Richese: ten cards apart from the deck, and which of them is for sale in a bidding phase.

Its contents are public. In each bidding phase Richese announce whether their card is sold first or last; the card and
the kind of auction are secret until the sale opens. One card fewer is dealt.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field, replace

from referee.factions.richese import ME, WORLD_RULE
from referee.holdings.hands import CardKind, KnownCards
from referee.holdings.setup import TableSet
from referee.kernel import (
    Called,
    Card,
    Chance,
    Event,
    Public,
    Sealed,
    SeatEvent,
    State,
    Table,
    Whisper,
    adds,
    after,
    card_name,
    ruling,
    say,
)
from referee.knowledge.conserved import Elsewhere
from referee.offers.offer import BehindShield, Kept
from referee.phases.bidding.events import BiddingEnded
from referee.phases.bidding.order_of_bidding import Bidding, RowSize
from referee.powers.powers import Power

CARDS: dict[str, tuple[str, str]] = {
    "Distrans": ("special", "Give a card from your hand to a player with room."),
    "Juice of Sapho": ("special", "Be the aggressor in a battle, or act first or last where players take turns."),
    "Karama": ("special", "A third Karama."),
    "Mirror Weapon": ("weapon, special", "A copy of the opponent's weapon."),
    "Nullentropy Box": ("special", "For 2 spice take any card from the discard pile."),
    "Ornithopter": ("special, movement", "Move one group up to three territories, or two groups."),
    "Portable Snooper": ("defence, poison", "Add it after the plans are open, if you played no defense."),
    "Residual Poison": ("special", "Kill a leader of the opponent at random before the plans."),
    "Semuta Drug": ("special", "Take a card that another player has just discarded."),
    "Stone Burner": ("weapon, special", "After the reveal: kill both leaders, or let neither count."),
}
COPY = {"Karama": 3}
CACHE = tuple(f"{name}/{COPY.get(name, 1)}" for name in CARDS)


FROM_CACHE = Power("2.10.04", ME, "CACHE_SALE", "before", "Richese sell a cache card.")
STYLES = {"once": "once around", "silent": "sealed bids", "normal": "as usual"}
WHEN = {"first": "First card", "last": "Last card"}


class Cache(State):
    """Cards left to sell, and cards removed from the game."""

    cards: list[str] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)


class CachePlan(State):
    """This phase's sale: when, what and how; and whether the black market has sold."""

    when: str = ""
    card: str = ""
    style: str = ""
    way: str = ""
    opened: bool = False
    market: bool = False
    named: Card | None = None  # the card that who occupies their world chose, once they did


def cache(table: Table) -> Cache:
    return table.state(Cache)


def names_to_choose(table: Table) -> tuple[tuple[str, str], ...]:
    return tuple((card_name(card), card_name(card)) for card in cache(table).cards)


def plan(table: Table) -> CachePlan:
    """Return the plan for this bidding phase, as far as this viewer knows it."""
    return table.state(CachePlan)


# -- events -------------------------------------------------------------------------------------------


class CacheLaid(Event, because=("2.10.03",)):
    cards: Public[tuple[str, ...]]
    gone: Public[tuple[str, ...]] = ()

    def apply(self, table: Table) -> None:
        table.put(Cache(list(self.cards), list(self.gone)))


class CachePlanned(Event):
    """``when`` is first, last or none."""

    when: Public[str]
    why: Public[tuple[str, ...]]

    def apply(self, table: Table) -> None:
        table.put(replace(plan(table), when=self.when))

    def sentence(self, name: Called) -> str:
        none = "No cache card is sold this turn."
        words = {"first": "{seat:The sells} a cache card first.", "last": "{seat:The sells} a cache card last."}
        return say(words.get(self.when, none), seat=name(ME))


class CacheChosen(Whisper, because=("2.10.04",), shows="plan", own=True):
    card: Public[str]
    style: Public[str]
    way: Public[str]

    def apply(self, table: Table) -> None:
        table.put(replace(plan(table), card=self.card, style=self.style, way=self.way))

    def sentence(self, name: Called) -> str:
        of = {"card": card_name(self.card), "how": STYLES[self.style]}
        return say("{seat:The will} sell {card}: {how}.", seat=name(ME), **of)


class CacheNamed(SeatEvent, because=(WORLD_RULE,), shows="plan"):
    """Who occupies their world chose the card; only the two know it before the sale opens."""

    card: Sealed[str]
    says = "{seat!n:The chooses} the cache card."

    def apply(self, table: Table) -> None:
        table.put(replace(plan(table), named=self.card))


class PlanOver(Event, because=("2.10.04",), drops=CachePlan): ...


@after(TableSet, rule="2.10.03")
def lay_out_the_cache(event: TableSet, table: Table, chance: Chance) -> Iterable[Event]:
    if ME in event.seats:
        held = {card_name(card) for own in table.seats.values() for card in own.hand.faces()} - {*COPY}
        yield CacheLaid(tuple(card for card in CACHE if card_name(card) not in held))  # none, where a game begins


@after(BiddingEnded, rule="2.10.03")
def plan_anew(event: BiddingEnded, table: Table, chance: Chance) -> Iterable[Event]:
    if table.get(CachePlan) is not None:
        yield PlanOver()


# -- what the bidding phase asks ----------------------------------------------------------------------


def before_the_deal(table: Table) -> bool:
    bidding = table.get(Bidding)
    return table.phase == "bidding" and bidding is not None and bidding.step in {"declare", "deal"}


def due(table: Table) -> bool:
    return ME in table.seats and bool(cache(table).cards) and FROM_CACHE.rule not in table.suspended


@ruling(RowSize, rule="2.10.04")
def one_card_fewer(question: RowSize, table: Table, so_far: int) -> int | None:
    return max(0, so_far - 1) if due(table) and plan(table).when in WHEN else None


@ruling(KnownCards, rule="2.10.17")
def names_of_the_cache(question: KnownCards, table: Table, so_far: tuple[str, ...]) -> tuple[str, ...] | None:
    return (*so_far, *(name for name in CARDS if name not in so_far)) if ME in table.seats else None


@ruling(CardKind, rule="2.10.17")
def printed_kind(question: CardKind, table: Table, so_far: str) -> str | None:
    made = CARDS.get(card_name(question.card))
    return made[0] if made else None


@adds(BehindShield, rule="2.10.03", seat=ME)
def what_is_left(question: BehindShield, table: Table) -> Iterable[Kept]:
    names = tuple(map(card_name, cache(table).cards))
    lines = (say("*{card}*: {does}", card=name, does=CARDS[name][1]) for name in names)
    return (Kept("The cache", tuple(lines) or ("The cache is empty.",), "2.10.17", on_paper=names),)


@adds(Elsewhere, rule="2.10.03")
def in_the_cache_or_gone(question: Elsewhere, table: Table) -> Iterable[str]:
    return (*cache(table).cards, *cache(table).gone)
