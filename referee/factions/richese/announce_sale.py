"""How Richese announce a sale: which cache card, by which auction, and whether first or last."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.board.worlds import occupier
from referee.common.factions import named
from referee.factions.richese import ME, WORLD, WORLD_RULE
from referee.factions.richese.cache import (
    FROM_CACHE,
    STYLES,
    WHEN,
    CacheChosen,
    CacheNamed,
    CachePlanned,
    before_the_deal,
    cache,
    due,
    names_to_choose,
    plan,
)
from referee.holdings.hands import called
from referee.kernel import (
    Chance,
    Command,
    Event,
    Objection,
    Table,
    adds,
    card_name,
    face_name,
    known,
    ruling,
    say,
    sealed,
)
from referee.offers.choices import Choice
from referee.offers.offer import TABLE, Blank, Offer, Offers
from referee.phases.bidding.order_of_bidding import Bidding, CardInWords, eligible
from referee.powers.powers import Power, Stoppable

WAYS = {"right": "to the right", "left": "to the left"}
ONCE = {"right": "once around to the right", "left": "once around to the left"}


def how(style: str, way: str) -> str:
    """Return in words how a card is sold."""
    return ONCE[way] if style == "once" else STYLES[style]


def _first_say_when(table: Table) -> bool:
    bidding = table.get(Bidding)
    waits = bidding is not None and bidding.step == "deal" and not plan(table).when
    return waits and due(table) and bool(eligible(table))


@ruling(CardInWords, rule="2.10.04")
def the_table_waits(question: CardInWords, table: Table, so_far: tuple[str, str]) -> tuple[str, str] | None:
    said = ("Richese choose", "A cache card is sold *first* or *last*. Then the cards are dealt.")
    return said if _first_say_when(table) else None


@adds(Stoppable, rule="2.10.04")
def may_be_prevented(question: Stoppable, table: Table) -> Iterable[Power]:
    return (FROM_CACHE,) if question.moment == "ahead" and due(table) and before_the_deal(table) else ()


def against_the_choice(table: Table, card: str) -> Iterator[Objection]:
    """Object to another card than the one that who occupies their world has chosen."""
    seat, named_card = occupier(table, WORLD), plan(table).named
    if seat and named_card is None:
        of = {"seat": named(seat), "world": WORLD}
        words = say("{seat:The occupies} {world}. First {seat:chooses} the card.", **of)
        yield Objection(WORLD_RULE, words, firm=True)
    elif seat and isinstance(named_card, str) and not called(card)(named_card):
        words = say("{seat:The} chose {card}. Sell that card.", seat=named(seat), card=card_name(named_card))
        yield Objection(WORLD_RULE, words, "NOT_ELIGIBLE", firm=True)


def to_name(table: Table) -> str:
    """Return who occupies their world and has to choose the card now, "" for nobody."""
    open_to = due(table) and before_the_deal(table) and plan(table).named is None
    return occupier(table, WORLD) if open_to else ""


class NameCacheCard(Choice[str], by="both"):
    """Choose the cache card as the occupier of Richese."""

    rule, hidden = WORLD_RULE, True
    nothing = "Only who occupies Richese chooses the cache card, before the deal."
    does = "chooses the cache card"
    halts, slots = "First {seat:chooses} the cache card. Then {richese:sells} it.", {"richese": named(ME)}
    waiting = staticmethod(to_name)
    card: str

    @classmethod
    def phrases(cls, table: Table, now: str) -> tuple[str, str]:
        return (cls.does if _first_say_when(table) else "", "")

    @classmethod
    def secret_ways(cls, table: Table, now: str) -> Iterator[Offer]:
        choices = names_to_choose(table)
        yield cls.way("Choose the cache card", Blank("card", "Cache card", "select", choices=choices))

    def against(self, table: Table, now: str) -> Iterator[Objection]:
        if not any(called(self.card)(card) for card in cache(table).cards):
            yield Objection(WORLD_RULE, "That card is not in the cache. Choose one that is.", "CARD_NOT_HELD", True)

    def outcome(self, table: Table, now: str, chance: Chance) -> Iterator[Event]:
        card = next(card for card in cache(table).cards if called(self.card)(card))
        yield CacheNamed(now, sealed(card, now, ME))


class OfferCache(Choice[str], by="both"):
    """Choose the cache card to sell, and how; until the deal, or until a card that is sold last is sold."""

    rule, hidden, does = "2.10.04", True, "chooses a cache card to sell"
    halts = "Richese first choose a cache card, sold first or last. Use More to continue without."
    card: str
    style: str = "once"
    when: str = "first"
    way: str = "right"  # type: ignore[assignment]  # as journals and scripts call it

    @classmethod
    def waiting(cls, table: Table) -> str:
        return ME if due(table) and (before_the_deal(table) or _sold_last(table)) else ""

    @classmethod
    def phrases(cls, table: Table, now: str) -> tuple[str, str]:
        return (cls.does if _first_say_when(table) and not to_name(table) else "", "")

    @classmethod
    def secret_ways(cls, table: Table, now: str) -> Iterator[Offer]:
        planned, early = plan(table), before_the_deal(table)
        chosen = card_name(planned.card) if known(planned.card) else ""
        by_another = face_name(planned.named) if occupier(table, WORLD) else ""
        cards = ((by_another, by_another),) if by_another else names_to_choose(table)
        whens = tuple(WHEN.items()) if early else (("last", WHEN["last"]),)
        blanks = (
            Blank("card", "Cache card", "select", value=chosen, choices=cards),
            Blank("style", "Sold", "select", value=planned.style, choices=tuple(STYLES.items())[:2]),
            Blank("when", "When", "select", value=planned.when, choices=whens),
            Blank("way", "Once around", "select", value=planned.way, choices=tuple(WAYS.items())),
        )
        until = "Until the cards are dealt." if early else "Until the last card is sold."
        label = "Change the cache card" if planned.card else "Sell a cache card"
        yield Offer(cls, label, cls.rule, blanks, at_once=not planned.when, until=until)

    def not_asked(self, table: Table) -> Iterator[Objection]:
        if self.seat != ME:
            yield Objection("2.10.04", "Only Richese sell from the cache.", firm=True)
        elif FROM_CACHE.rule in table.suspended:
            yield Objection("3.01.11.02", "The sale from the cache is stopped this turn.", firm=True)
        else:
            yield Objection("2.10.04", "Choose the cache card before the cards are dealt.", "NOT_NOW", True)

    def against(self, table: Table, now: str) -> Iterator[Objection]:
        if not before_the_deal(table) and self.when != "last":
            yield from self.not_asked(table)
        elif any(wrong := list(against_the_choice(table, self.card))):
            yield from wrong
        elif not any(called(self.card)(card) for card in cache(table).cards):
            yield Objection("2.10.03", "That card is not in the cache. Choose one that is.", "CARD_NOT_HELD", True)
        elif self.style not in {"once", "silent"} or self.when not in WHEN or self.way not in WAYS:
            yield Objection("2.10.04", "Choose once around or sealed bids, and first or last.", firm=True)

    def outcome(self, table: Table, now: str, chance: Chance) -> Iterator[Event]:
        if plan(table).when != self.when:
            yield CachePlanned(self.when, ("2.10.04",))
        card = next(card for card in cache(table).cards if called(self.card)(card))
        yield CacheChosen(frozenset({ME}), card, self.style, self.way)


def _sold_last(table: Table) -> bool:
    """Return True if the card is sold after the row, and not yet."""
    return table.phase == "bidding" and plan(table).when == "last" and not plan(table).opened


class SkipCache(Command, by="table"):
    def objections(self, table: Table) -> Iterable[Objection]:
        if not (due(table) and before_the_deal(table)):
            yield Objection("2.10.04", "No sale from the cache is due now.", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield CachePlanned("none", ("4.97.03",))


@adds(Offers, rule="2.10.04", phase="bidding", seat=TABLE)
def sell_none(question: Offers, table: Table) -> Iterable[Offer]:
    early = due(table) and before_the_deal(table)
    return (Offer(SkipCache, "Sell no cache card this turn", "2.10.04", aside=True),) if early else ()
