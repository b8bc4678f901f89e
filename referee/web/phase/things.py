"""The things of the boxes that lie somewhere: on the plate of their owner, and each with what it does."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import NamedTuple

from referee.common.boxes import in_play
from referee.common.factions import FACTIONS
from referee.common.things import EXPLAINED, LEADERS, THINGS, Does, Explained, Thing
from referee.kernel import Table, memoized
from referee.rulebook.book import rulebook
from referee.web.app.event_lines import chip, short
from referee.web.view_models.parts import Badge, Line, ThingCard


class InPlay(NamedTuple):
    """A kind of things, and those of it that a viewer knows to lie somewhere, with what each does."""

    kind: str
    about: Explained
    lying: tuple[tuple[Thing, Does], ...]


def things_in_play(table: Table) -> Iterator[InPlay]:
    for kind, about, lying in _lying(table):
        known_here = about.things()
        if found := tuple((one, known_here[one.name]) for one in lying if one.name in known_here):
            yield InPlay(kind, about, found)


def _lying(table: Table) -> Iterator[tuple[str, Explained, tuple[Thing, ...]]]:
    for kind, about in EXPLAINED.items():
        made = THINGS[kind]
        out = (made.module is not None and not in_play(table, made.module)) or (
            made.seat and made.seat not in table.seats
        )
        if not out:
            yield kind, about, tuple(made.lying(table))


def name_of(one: Thing, does: Does) -> str:
    """Return a thing's name; a card that is called by its faction has that of its rule."""
    return one.name if one.name[:1].isupper() else rulebook()[does.rule].title


@memoized
def before_shields(table: Table) -> dict[str, tuple[Badge, ...]]:
    """Return what lies before each shield, as this viewer may know it: skills, tokens, cards, worlds it occupies."""
    found: dict[str, tuple[Badge, ...]] = {}
    for _, about, lying in _lying(table):
        known_here = about.things() if about.icon and lying else {}
        for one in lying if about.icon else ():
            does = known_here.get(one.name)
            if does is not None or about.unknown:
                name = name_of(one, does) if does is not None else about.unknown
                badge = Badge(name, about.icon, rule=does.rule if does is not None else "", of=one.place)
                found[one.seat] = (*found.get(one.seat, ()), badge)
    return found


def thing_card(table: Table, about: Explained, one: Thing, does: Does) -> ThingCard:
    """Return the card of a thing: its name, what it does by which rule, and what of it holds now."""
    return ThingCard(
        name_of(one, does),
        about.icon,
        tuple(rulebook()[does.rule].text[n] for n in does.paragraphs),
        tuple(Line(holds.words, "check", chips=(chip(holds.rule),)) for holds in about.now(table, one)),
        (chip(does.rule),),
        short(one.seat) if one.seat else "",
        one.place,
    )


def own_cards(table: Table, seat: str, kind: str, names: Collection[str]) -> tuple[ThingCard, ...]:
    """Return the cards of a seat's things of a kind; a thing that lies nowhere is the seat's own, as its world is."""
    about, known_here = EXPLAINED[kind], EXPLAINED[kind].things()
    lying = {one.name: one for one in THINGS[kind].lying(table) if one.seat == seat}
    held = (lying.get(name, Thing(name, seat)) for name in names if name in known_here)
    return tuple(replace(thing_card(table, about, one, known_here[one.name]), f="") for one in held)


def bear_on_battle(table: Table, seat: str, place: str) -> tuple[ThingCard, ...]:
    """Return the cards of a seat's things that lie with a leader, or are of the place where it fights."""
    return tuple(
        replace(thing_card(table, about, one, does), f="")
        for kind, about, lying in things_in_play(table)
        for one, does in lying
        if one.seat == seat and (one.name == place or THINGS[kind].form == LEADERS)
    )


def powers_of(table: Table, seat: str) -> tuple[ThingCard, ...]:
    """Return the cards of a faction's powers as the book has them, and which of them Karama has stopped."""
    begins = FACTIONS[seat].rules
    chapter = begins[0].rpartition(".")[0] if begins else seat
    of = (one for one in rulebook().values() if one.id.startswith(f"{chapter}.") and one.id not in begins)
    return tuple(
        ThingCard(one.title, "star" if one.star else "", one.text[:1], _stopped(table, one.id), (chip(one.id),))
        for one in of
        if one.text and one.id != f"{chapter}.00"
    )


def _stopped(table: Table, rule: str) -> tuple[Line, ...]:
    return (Line("Stopped by Karama for now.", "pass", chips=(chip("3.01.11"),)),) if rule in table.suspended else ()
