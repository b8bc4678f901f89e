"""The things of the boxes that lie somewhere: on the plate of their owner, and each with what it does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from referee.common.boxes import in_play
from referee.common.things import EXPLAINED, THINGS, Does, Explained, Thing
from referee.kernel import Table, memoized, together
from referee.rulebook.book import rulebook
from referee.web.view_models.parts import Badge


class InPlay(NamedTuple):
    """A kind of things, and those of it that a viewer knows to lie somewhere, with what each does."""

    about: Explained
    lying: tuple[tuple[Thing, Does], ...]


def things_in_play(table: Table) -> Iterator[InPlay]:
    for about, lying in _lying(table):
        known_here = about.things()
        if found := tuple((one, known_here[one.name]) for one in lying if one.name in known_here):
            yield InPlay(about, found)


def _lying(table: Table) -> Iterator[tuple[Explained, tuple[Thing, ...]]]:
    for kind, about in EXPLAINED.items():
        made = THINGS[kind]
        out = (made.module is not None and not in_play(table, made.module)) or (
            made.seat and made.seat not in table.seats
        )
        if not out:
            yield about, tuple(made.lying(table))


def name_of(one: Thing, does: Does) -> str:
    """Return a thing's name; a card that is called by its faction has that of its rule."""
    return one.name if one.name[:1].isupper() else rulebook()[does.rule].title


@memoized
def before_shields(table: Table) -> dict[str, tuple[Badge, ...]]:
    """Return what lies before each shield, as this viewer may know it: skills, tokens, cards, worlds it occupies."""
    found: dict[str, tuple[Badge, ...]] = {}
    for about, lying in _lying(table):
        known_here = about.things() if about.icon and lying else {}
        for one in lying if about.icon else ():
            does = known_here.get(one.name)
            if does is not None or about.unknown:
                name = name_of(one, does) if does is not None else about.unknown
                badge = Badge(name, about.icon, rule=does.rule if does is not None else "", of=one.place)
                found[one.seat] = (*found.get(one.seat, ()), badge)
    return found


def described(one: Thing, does: Does) -> str:
    """Return its name, where or with whom it lies, and what it does."""
    text = together([rulebook()[does.rule].text[n] for n in does.paragraphs])
    return together([together([f"*{name_of(one, does)}*", one.place], ", "), text], ": ")
