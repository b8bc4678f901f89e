"""The homeworld Tupile: what others must tell CHOAM while it is low, and one card more for who occupies it.

That CHOAM turn no worthless cards into spice while it is high stands with that power.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field

from referee.board.worlds import WORLDS, Sides, World, invaders, is_low, occupier, safe_from, world, worlds
from referee.common.factions import faction_name
from referee.common.turn import PHASES
from referee.factions.choam import ME, WORLD
from referee.holdings.hands import CardKind, HandLimit
from referee.holdings.purse import spice_of
from referee.holdings.taken_cards import MayBeOverfull
from referee.kernel import (
    FACE_DOWN,
    Called,
    Chance,
    Event,
    FaceDown,
    Objection,
    Public,
    Sealed,
    SeatCommand,
    SeatEvent,
    State,
    Table,
    adds,
    ask,
    known,
    ruling,
    say,
    sealed,
)
from referee.offers.offer import BehindShield, Blank, Kept, Offer, Offers

RULE, ONE_MORE = "4.04.20", 1
KINDS = {"weapons": "weapon", "defenses": "defence"}
world(
    World(
        *(WORLD, ME, RULE, 11, (2, 2), 2),
        does=Sides(
            "You turn no worthless cards into spice, unless by your Karama.",
            "Once a faction, while it is on Tupile or you on its world: it tells its spice, and weapons or defenses.",
            "The occupier and its ally may hold one card more; CHOAM lose what the low side gives.",
        ),
    ),
    __name__,
)


TELLS = {
    "weapons": "{of:The tells} {seat} their spice and how many weapons they hold.",
    "defenses": "{of:The tells} {seat} their spice and how many defenses they hold.",
}
TOLD = {
    "weapons": "{of:The tells} {seat} their spice and how many weapons they hold: {spice} spice, {n} weapons.",
    "defenses": "{of:The tells} {seat} their spice and how many defenses they hold: {spice} spice, {n} defenses.",
}


class Told(State):
    """Whom CHOAM have asked, and what those told, as far as this viewer knows it."""

    by: dict[str, tuple[str, int | FaceDown, int | FaceDown]] = field(default_factory=dict)


class SpiceAndCardsTold(SeatEvent, because=(RULE,), shows="purse"):
    of: Public[str]
    what: Public[str]
    spice: Sealed[int]
    number: Sealed[int]

    def apply(self, table: Table) -> None:
        table.put(Told({**table.state(Told).by, self.of: (self.what, self.spice, self.number)}))

    def sentence(self, name: Called) -> str:
        of = {"of": name(self.of), "seat": name(ME), "spice": self.spice, "n": self.number}
        return say((TOLD if known(self.spice) and known(self.number) else TELLS)[self.what], **of)


def meets(table: Table, seat: str) -> bool:
    """Return True if a faction is on Tupile, or CHOAM on a world of it."""
    theirs = [one.name for one in worlds(table) if one.owner == seat]
    return seat in invaders(table, WORLD) or any(ME in invaders(table, name) for name in theirs)


def _askable(table: Table) -> list[str]:
    if ME not in table.seats or not is_low(table, WORLD) or occupier(table, WORLD):
        return []
    return [seat for seat in table.seats if seat != ME and seat not in table.state(Told).by and meets(table, seat)]


class AskHoldings(SeatCommand, by="both", grave=True):
    of: str
    what: str

    def objections(self, table: Table) -> Iterable[Objection]:
        if self.seat != ME or self.of not in _askable(table):
            words = "Once for each faction on Tupile, or on whose world you are, while Tupile is low and nobody's."
            yield Objection(RULE, words, "NOT_ELIGIBLE", firm=True)
        elif self.what not in KINDS:
            yield Objection(RULE, "Ask for weapons or for defenses.", "BAD_INPUT", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        """What the referee does not know is told at the table."""
        spice, hand = spice_of(table, self.of), table.seats[self.of].hand
        kinds = [ask(table, CardKind(card)).value for card in hand.faces()]
        whole = len(kinds) == len(hand)
        number = sum(kind.startswith(KINDS[self.what]) for kind in kinds)
        told = (spice if spice is not None else FACE_DOWN, number if whole else FACE_DOWN)
        yield SpiceAndCardsTold(ME, self.of, self.what, *(sealed(one, ME, self.of) for one in told))


@adds(Offers, rule=RULE, seat=ME)
def ask_what_they_hold(question: Offers, table: Table) -> Iterable[Offer]:
    of = tuple((seat, faction_name(seat)) for seat in _askable(table)) if table.phase in PHASES else ()
    if of:
        whom = Blank("of", "Faction", "select", choices=of)
        kinds = (("weapons", "Weapons"), ("defenses", "Defenses"))
        what = Blank("what", "And its", "radio", value="weapons", choices=kinds)
        yield Offer(AskHoldings, "Ask for spice and cards", RULE, (whom, what), aside=True)


@adds(BehindShield, rule=RULE, seat=ME)
def what_they_told(question: BehindShield, table: Table) -> Iterable[Kept]:
    told = table.state(Told).by.items()
    words = {"weapons": "{faction}: {spice} spice, {n} weapons", "defenses": "{faction}: {spice} spice, {n} defenses"}
    lines = tuple(
        say(words[what], faction=faction_name(of), spice=spice, n=n) for of, (what, spice, n) in told if known(spice)
    )
    if lines:
        yield Kept("Told on Tupile, then", lines, RULE)


# -- one card more ------------------------------------------------------------------------------------


@ruling(HandLimit, rule=RULE)
def one_card_more(question: HandLimit, table: Table, so_far: int) -> int | None:
    return so_far + ONE_MORE if question.seat in safe_from(table, WORLD) else None


@adds(MayBeOverfull, rule=RULE)
def when_that_ends(question: MayBeOverfull, table: Table) -> Iterable[str]:
    """Everybody who may have held one more: their hands are looked at as long as the world is in the game."""
    return tuple(seat for seat in table.seats if seat != ME) if is_in_play(table) else ()


def is_in_play(table: Table) -> bool:
    return any(one is WORLDS[WORLD] for one in worlds(table))
