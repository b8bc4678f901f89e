"""The spice blow: a territory card brings spice from the bank, a worm destroys the spice of a territory.

The deck is physical; the table enters cards. The referee keeps the territory card on top of each pile, so it knows
where a worm strikes, unless it joined later. The advanced game plays pile A to its end, then pile B.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field
from typing import Literal

from referee.board.storm import Storm
from referee.board.territories import TERRITORIES, not_sand
from referee.common.turn import ANY, in_phase, in_this_phase
from referee.holdings.ledger import lying, on, pay, silent
from referee.kernel import (
    BANK,
    Called,
    Chance,
    Command,
    Event,
    Objection,
    Public,
    Question,
    SeatQuestion,
    State,
    Table,
    ask,
    phrase,
    say,
    together,
)

BLOWN = phrase("spice.blown", "Spice blow")
SWALLOWED = phrase("spice.swallowed", "The worm swallows {n} spice in {place}.")
AS_PRINTED = -1
WORM = "Shai-Hulud"
WORMS_CALLED = {WORM: "A Nexus follows."}  # cards that are worms, with what follows; modules add theirs


class Blow(State):
    """The piles: on top of each its last territory card, those finished in this turn, this turn's worms in order with
    what their cards are called; who places a worm, and its card."""

    turn: int = 0
    tops: dict[str, str] = field(default_factory=dict)
    done: list[str] = field(default_factory=list)
    worms: list[str] = field(default_factory=list)
    called: list[str] = field(default_factory=list)
    cards: int = 0
    laid_aside: int = 0
    waiting: str = ""
    waits_as: str = WORM


def blow(table: Table) -> Blow:
    """Return this turn's spice blow; the piles stay from turn to turn."""
    kept = table.get(Blow) or Blow(table.turn)
    return kept if kept.turn == table.turn else Blow(table.turn, kept.tops)


def lies_in_storm(table: Table, territory: str) -> bool:
    """Return True if the spice icon of a territory is in the storm's sector, as far as known."""
    known_here = TERRITORIES.get(territory)
    return bool(known_here and known_here.icon and known_here.icon == table.state(Storm).sector)


def piles(table: Table) -> tuple[str, ...]:
    """Return the discard piles of a spice blow in order: one, two in the advanced game (1.02.01, 1.13.02)."""
    return ("A", "B") if table.rules == "advanced" else ("A",)


class WormPlacer(Question[str], rule="1.02.05", answer=""):
    """Who chooses where this blow's next worm appears? "" if the cards say it.

    Fremen only; the blow waits for them.
    """


class Devoured(SeatQuestion[bool], rule="1.02.05", answer=True):
    """Does a worm devour forces of this faction?

    Only Fremen are spared.
    """


class WormCalmed(Question[bool], rule="1.02.05", answer=False):
    """Does the next worm do nothing?

    The Sandtrout only; neither the cards nor a player then place it.
    """


class NexusFollows(Question[Literal["yes", "no", "open"]], rule="1.02.06"):
    """Does a Nexus follow the worms of this phase? "open" if that is not decided yet.

    Only the Great Maker, upon which the table votes, says otherwise.
    """

    def plain(self, table: Table) -> Literal["yes", "no", "open"]:
        return "yes" if worm_came(table) else "no"


def worm_works(table: Table) -> bool:
    """Return False in turn 1, when worms are set aside (1.02.02)."""
    return table.turn != 1


def pile_now(table: Table) -> str:
    """Return the pile that is played now, "" when all have their territory card."""
    return next((pile for pile in piles(table) if pile not in blow(table).done), "")


class SpiceCardTurned(Event, shows="spice", later=("card",)):
    """A spice card was turned over: a territory with its amount, or a worm there."""

    territory: Public[str]
    amount: Public[int]
    worm: Public[bool]
    why: Public[tuple[str, ...]]
    pile: Public[str] = ""
    lost: Public[bool] = False
    card: Public[str] = WORM

    def apply(self, table: Table) -> None:
        kept = table.put(blow(table))
        if self.worm:
            kept.worms.append(self.territory)
            kept.called.append(self.card)
            kept.cards += bool(self.pile)
            kept.waiting, kept.waits_as = "", WORM
        elif self.pile:
            kept.tops[self.pile] = self.territory
            kept.done.append(self.pile)

    def moment(self, name: Called) -> tuple[str, str]:
        if not self.worm:
            return "", ""
        where = say("The worm comes to {territory}.", territory=self.territory) if self.territory else ""
        return say("{card}!", card=self.card), together((where, WORMS_CALLED[self.card]))

    def sentence(self, name: Called) -> str:
        if self.worm:
            if self.territory:
                return say("{card} appears in {territory}.", card=self.card, territory=self.territory)
            return say("{card} appears before any territory card, so nothing is devoured.", card=self.card)
        shows = say("The card shows {territory}, {n} spice.", territory=self.territory, n=self.amount)
        return together((shows, "It is in the storm, so no spice is placed." if self.lost else ""))


class WormLaidAside(Event, because=("1.02.02",), later=("card",)):
    """A worm of turn 1 is set aside, and shuffled back after the phase."""

    card: Public[str] = WORM
    says = "{card} in turn 1 is set aside and shuffled back in after the phase."

    def apply(self, table: Table) -> None:
        table.put(blow(table)).laid_aside += 1


class WormDoesNothing(Event, later=("card",)):
    """A worm came up and has no effect: it devours nothing and brings no Nexus."""

    why: Public[tuple[str, ...]]
    card: Public[str] = WORM
    says = "{card} appears and does nothing."


class WormComesUp(Event, later=("card",)):
    """A further worm came up; a faction chooses where it appears."""

    by: Public[str]
    why: Public[tuple[str, ...]]
    card: Public[str] = WORM

    def apply(self, table: Table) -> None:
        kept = table.put(blow(table))
        kept.waiting, kept.waits_as = self.by, self.card

    def pattern(self) -> str:
        another = "Another {card}: {by!n:The chooses} where it appears."
        return another if self.card == WORM else "{card}: {by!n:The chooses} where it appears."

    def moment(self, name: Called) -> tuple[str, str]:
        return say("{card}!", card=self.card), self.sentence(name)


def _a_card_is_due(table: Table) -> Iterator[Objection]:
    yield from in_phase(table, "spice_blow")
    if table.phase != ANY and not pile_now(table):
        sentence = "This turn's spice blow is over. Undo a wrong card."
        yield Objection("1.13.02" if table.rules == "advanced" else "1.02.01", sentence, "NOT_ELIGIBLE")


def card_objections(table: Table) -> Iterator[Objection]:
    """Object if no spice card is to be turned over now."""
    yield from _a_card_is_due(table)
    yield from _nothing_waits(table)


def _nothing_waits(table: Table) -> Iterator[Objection]:
    if blow(table).waiting:
        sentence = "First choose where the worm appears."
        yield Objection(ask(table, WormPlacer()).because[0], sentence, "NOT_ELIGIBLE", firm=True)


class BringsSpice:
    """A card that brings spice to the map; with ``by_marker`` the storm's sector decides what is placed."""

    under_storm: bool
    by_marker: bool

    @property
    def spice_at(self) -> str:
        raise NotImplementedError

    def lost(self, table: Table) -> bool:
        """Return True if no spice is placed, since the storm is over the icon."""
        return self.under_storm or (self.by_marker and lies_in_storm(table, self.spice_at))


class SpiceBlows(BringsSpice, Command, by="table", waits=True):
    """Enter a territory card."""

    territory: str
    amount: int = AS_PRINTED
    under_storm: bool = False
    by_marker: bool = False

    @property
    def spice_at(self) -> str:
        return self.territory

    @property
    def printed(self) -> int:
        """Return the amount on the territory's card, 0 if there is no such card."""
        return TERRITORIES[self.territory].spice if self.territory in TERRITORIES else 0

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from _a_card_is_due(table)
        yield from _nothing_waits(table)
        if not self.printed:
            sentence = say("No spice card shows {name}. Choose another territory.", name=self.territory)
            yield Objection("1.02.04", sentence, "NOT_ELIGIBLE", firm=True)
        elif self.amount not in {AS_PRINTED, self.printed}:
            sentence = say("The card shows {territory}, {n} spice.", territory=self.territory, n=self.printed)
            yield Objection("1.02.04", sentence, "NOT_ELIGIBLE", firm=True)
        if self.territory and self.territory in blow(table).tops.values():
            sentence = say(
                "{territory} is already on top, and there is only one card of it. Did you enter it twice?",
                territory=self.territory,
            )
            yield Objection("1.02.01", sentence, "TWICE")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        lost = self.lost(table)
        pile = pile_now(table)
        why = ("1.02.04", "1.02.01", *(("1.13.02.02",) if pile == "B" else ()))
        yield SpiceCardTurned(self.territory, self.printed, False, why, pile, lost)
        yield from pay(BANK, on(self.territory), 0 if lost else self.printed, BLOWN(), ("1.02.04",))


def swallow(table: Table, territory: str, why: tuple[str, ...], pile: str = "", card: str = WORM) -> Iterator[Event]:
    """Yield that a worm comes to a territory and destroys its spice; ``pile`` if a card of it did."""
    yield SpiceCardTurned(territory, 0, True, why, pile, card=card)
    if territory:
        there = lying(table, territory)
        yield from pay(on(territory), BANK, there, SWALLOWED(n=there, place=territory), ("1.02.05",))


def turn_worm(table: Table, card: str, *rules: str) -> Iterator[Event]:
    """Yield what a worm card that came up does, by the rules of its own too."""
    if not worm_works(table):
        yield WormLaidAside(card)
        return
    calm = ask(table, WormCalmed())
    if calm.value:
        yield WormDoesNothing(calm.because, card)
        return
    placer = ask(table, WormPlacer())
    if placer.value:
        yield WormComesUp(placer.value, placer.because, card)
        return
    yield from silent(placer)
    pile = pile_now(table)
    more = {"A": "1.13.02.01", "B": "1.13.02.02"}[pile or "A"]
    why = (*rules, "1.02.05", "1.02.01", *((more,) if table.rules == "advanced" else ()))
    yield from swallow(table, blow(table).tops.get(pile, ""), why, pile, card)


class TurnWorm(Command, by="table", waits=True):
    """Enter a worm card; the rules say where it strikes."""

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from card_objections(table)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield from turn_worm(table, WORM)


class WormComes(Command, by="table", waits=True):
    """Enter that the worm came to a territory."""

    territory: str

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from in_phase(table, "spice_blow")
        if table.phase != ANY and not worm_works(table):
            sentence = "In turn 1 a worm has no effect. Only enter that the card came up."
            yield Objection("1.02.02", sentence, "NOT_ELIGIBLE")
        if (calm := ask(table, WormCalmed())).value:
            sentence = "The next worm does nothing. Only enter that its card came up."
            yield Objection(calm.because[0], sentence, "NOT_ELIGIBLE")
        yield from not_sand(table, self.territory, "1.02.05")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield from swallow(table, self.territory, ("1.02.05", "1.02.01"), pile_now(table))


def worm_came(table: Table) -> bool:
    """Return True if a worm has come in this phase."""
    return any(isinstance(event, SpiceCardTurned) and event.worm for event in in_this_phase(table))
