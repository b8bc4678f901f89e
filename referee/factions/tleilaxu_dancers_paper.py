"""Tleilaxu on paper: that Face Dancers are drawn and which lie open is public, who they are their own sheet says."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from referee.factions.tleilaxu import ME, dancers_of
from referee.factions.tleilaxu_dancers import DRAW, MANY, FaceDancersDrawn, FaceDancerShown
from referee.facts import FACE_DOWN, Event, Public, Whisper, sealed
from referee.phases.battle import home_of
from referee.phases.sheet import PAPER, OnPublicSheet, OnSheet, Open, PublicSheetTaken, SheetTaken, line
from referee.rulings import Chance, after, ruling
from referee.table import Table

DRAWN, HELD, CHANGED = "dancers", "faces", "changed"


@ruling(OnPublicSheet, rule=PAPER)
def drawn_and_shown(question: OnPublicSheet, table: Table, so_far: tuple[Open, ...]) -> tuple[Open, ...] | None:
    """Those that were shown lie open."""
    made = dancers_of(table)
    if not made.drawn:
        return None
    words = f"Face Dancers shown: {', '.join(made.shown)}" if made.shown else "Face Dancers are drawn, none is shown"
    return (*so_far, Open(words, line(DRAWN, MANY, *made.shown)))


@after(PublicSheetTaken, rule=PAPER)
def they_are_drawn(fact: PublicSheetTaken, table: Table, chance: Chance) -> Iterable[Event]:
    """Nobody draws again; the faces come with their own sheet."""
    count, *shown = fact.things(DRAWN) or ("",)
    if ME in table.seats and count:
        yield FaceDancersDrawn(ME, MANY, sealed(FACE_DOWN, ME), (DRAW,))
        yield from (FaceDancerShown(leader) for leader in shown[:MANY] if home_of(leader))


@dataclass(frozen=True)
class FaceDancersRecalled(Whisper):
    """The Tleilaxu told their own phone who their Face Dancers are."""

    leaders: Public[tuple[str, ...]]
    changed: Public[bool]
    because = (DRAW,)
    shows = "traitor"

    def apply(self, table: Table) -> None:
        """Put them behind the shield; one may have been changed in this turn already."""
        made = dancers_of(table)
        made.held, made.drawn, made.changed = tuple(self.leaders), True, table.turn if self.changed else 0
        table.put(made)

    def sentence(self, name: Callable[[str], str]) -> str:
        """Say which."""
        return f"{name(ME)} hold {', '.join(self.leaders)} as Face Dancers."


@ruling(OnSheet, rule=PAPER)
def on_their_sheet(question: OnSheet, table: Table, so_far: tuple[str, ...]) -> tuple[str, ...] | None:
    """Their own sheet carries who they are, and whether one was changed in this turn."""
    made = dancers_of(table)
    if question.seat != ME or not made.held:
        return None
    changed = (line(CHANGED, "yes"),) if made.changed == table.turn else ()
    return (*so_far, line(HELD, *made.held), *changed)


@after(SheetTaken, rule=PAPER)
def from_their_sheet(fact: SheetTaken, table: Table, chance: Chance) -> Iterable[Event]:
    """Leaders that play, three at most."""
    faces = tuple(name for name in fact.things(HELD) or () if home_of(name) in table.seats)[:MANY]
    if fact.seat == ME and faces:
        yield FaceDancersRecalled(frozenset({ME}), faces, bool(fact.things(CHANGED)))
