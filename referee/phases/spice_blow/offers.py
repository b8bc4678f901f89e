"""The spice blow on screens: offers, what to do, and the piles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from referee.board.forces import is_kept
from referee.board.forces_counted import counted
from referee.board.storm import Storm
from referee.board.territories import on_board, sand
from referee.common.factions import faction_name
from referee.common.turn import in_this_phase
from referee.kernel import Table, adds, ask, phrase, ruling, say, say_many, together
from referee.offers.offer import TABLE, Blank, Offer, Offers, forces
from referee.offers.what_now import Glance, LeftOver, Says, Sheet, Undone, WhatNow, went_on
from referee.phases.spice_blow.blow import (
    Devoured,
    NexusFollows,
    SpiceBlows,
    TurnWorm,
    WormComes,
    WormDoesNothing,
    WormPlacer,
    blow,
    lies_in_storm,
    pile_now,
    piles,
    worm_came,
    worm_works,
)
from referee.phases.spice_blow.deck import DrawSpiceCard, dealt
from referee.phases.spice_blow.devoured import WormEats

DRAW = Offer(DrawSpiceCard, "Turn over a spice card", "1.02.01", lead=True)
STORM = Blank("under_storm", "Under the storm", "checkbox")


def _cards(table: Table) -> tuple[tuple[str, str], ...]:
    """Return the territory cards as choices, with their amounts and the storm's effect."""
    lands = (land for land in on_board(table) if land.spice)
    return tuple(
        (
            land.name,
            say("{name} ({n}, in the storm)", name=land.name, n=land.spice)
            if lies_in_storm(table, land.name)
            else say("{name} ({n})", name=land.name, n=land.spice),
        )
        for land in lands
    )


def _turned(table: Table) -> Iterator[Offer]:
    card = Blank("territory", "Card", "select", choices=_cards(table))
    known = bool(table.state(Storm).sector)
    pile = say(", pile {table}", table=pile_now(table)) if len(piles(table)) > 1 else ""
    label = say("Tap pile {table}'s card", table=pile_now(table)) if pile else "Tap the card turned"
    left = tuple(pair for pair in card.choices if pair[0] not in blow(table).tops.values())  # there is one card of each
    tapped = replace(card, kind="tap", choices=left)
    yield Offer(SpiceBlows, label, "1.02.04", (tapped,), (("by_marker", "1"),) if known else ())
    yield Offer(SpiceBlows, say("Enter the card by hand{pile}", pile=pile), "1.02.04", (card, STORM), aside=known)
    strikes = worm_works(table)
    label = "Shai-Hulud" if strikes else "Set the worm aside"
    yield Offer(TurnWorm, label, "1.02.05" if strikes else "1.02.02")


def where_a_worm_comes(table: Table) -> Blank:
    return Blank("territory", "Worm appears in", "select", choices=tuple((place, place) for place in sand(table)))


@adds(Offers, rule="1.02.01", phase="spice_blow", seat=TABLE)
def a_card_is_turned(question: Offers, table: Table) -> Iterable[Offer]:
    turned = [DRAW] if dealt(table) else list(_turned(table))
    offers = turned if pile_now(table) and not blow(table).waiting else []
    if worm_works(table):
        unknown = not blow(table).tops.get(pile_now(table)) and bool(pile_now(table))
        offers.append(
            Offer(WormComes, "Shai-Hulud appears", "1.02.05", (where_a_worm_comes(table),), aside=not unknown)
        )
    if worm_came(table) and any(counted(table, seat) for seat in table.seats):
        asked = [seat for seat in table.seats if not is_kept(table, seat)]
        eaten = tuple((seat, faction_name(seat)) for seat in asked if ask(table, Devoured(seat)).value)
    else:
        eaten = ()
    if eaten:
        whose = Blank("seat", "Faction", "select", choices=eaten)
        offers.append(Offer(WormEats, "The worm devours forces", "1.02.05", (whose, *forces(*table.seats))))
    return offers


def _who_turns(table: Table, pile: str) -> str:
    """Return that a player turns the next card over, or a tap where the referee keeps the pile."""
    if dealt(table):
        words = "The next tap turns over pile {pile}'s card." if pile else "The next tap turns over a spice card."
    elif pile:
        again = "One of you turns over pile {pile}'s next card and taps it."
        words = again if worm_came(table) else "One of you turns over pile {pile}'s card and taps it."
    else:
        again = "One of you turns over another card and taps it."
        words = again if worm_came(table) else "One of you turns over a spice card and taps it."
    return say(words, pile=pile) if pile else words


def _laid_aside(worms: int) -> Iterator[Says]:
    """Yield what became of the worm just turned over, so that each tap is seen to have done something."""
    if worms:
        again = "Worm number {n}: set aside too." if worms > 1 else "The worm is set aside, for this is turn 1."
        yield Says(say(again, n=worms), "1.02.02")


@ruling(WhatNow, rule="1.02.01")
def the_next_card(question: WhatNow, table: Table, so_far: tuple[Says, ...]) -> tuple[Says, ...] | None:
    if table.phase != "spice_blow":
        return None
    kept, pile = blow(table), pile_now(table)
    if kept.waiting:
        return ()
    if pile:
        many = len(piles(table)) > 1
        rule = {"A": "1.13.02.01", "B": "1.13.02.02"}[pile] if many else "1.02.01"
        words = _who_turns(table, pile if many else "")
        card = Says(words, rule)
        top = kept.tops.get(pile, "") if worm_works(table) and not ask(table, WormPlacer()).value else ""
        return (
            *_laid_aside(kept.laid_aside),
            card,
            *((Says(say("If a worm comes, it appears in {top}.", top=top), "1.02.05", mute=True),) if top else ()),
        )
    return tuple(_after(table))


UNTURNED = phrase("spice_blow.unturned", "No more spice cards are turned in this turn.")


@adds(LeftOver, rule="1.02.01")
def a_card_to_turn(question: LeftOver, table: Table) -> Iterable[Undone]:
    if table.phase == "spice_blow" and pile_now(table):
        passed, told = went_on(UNTURNED(), "1.02.01"), dealt(table) or any(is_kept(table, seat) for seat in table.seats)
        yield Undone("Turn over a spice card first.", "1.02.01", holds_up=False, loses=told, passed=passed)


def _after(table: Table) -> Iterator[Says]:
    if aside := blow(table).laid_aside:
        words = say_many(
            aside,
            "The worm card set aside is shuffled back into the spice deck.",
            "The {n} worm cards set aside are shuffled back into the spice deck.",
        )
        yield Says(words, "1.02.02")
    if ask(table, NexusFollows()).value == "yes":
        yield Says("Nexus: make or break alliances now.", "1.02.06")
    elif not worm_came(table):
        no_nexus = "There is no Nexus in turn 1." if table.turn == 1 else "No worm came, so there is no Nexus."
        if any(isinstance(event, WormDoesNothing) for event in in_this_phase(table)):
            no_nexus = "The worm did nothing, so there is no Nexus."
        words = together(("The spice blow is over.", no_nexus))
        yield Says(words, "1.02.03" if table.turn == 1 else "1.02.06")


@adds(Glance, rule="1.13.02", first=True)
def the_piles(question: Glance, table: Table) -> Iterable[Sheet]:
    if table.phase == "spice_blow":
        kept, own = blow(table), piles(table)
        lines = [Says(_top(table, pile, len(own) > 1), "1.02.05", mute=pile not in kept.tops) for pile in own]
        came = [say("A worm came to {place}.", place=place) if place else "A worm came." for place in kept.worms]
        lines += [Says(words, "1.02.05") for words in came]
        yield Sheet("On top of the pile" if len(own) == 1 else "On top of the piles", tuple(lines), "piles")


def _top(table: Table, pile: str, many: bool) -> str:
    card = blow(table).tops.get(pile, "no card yet" if table.turn == 1 else "unknown card")
    words = say("{card}, new", card=card) if pile in blow(table).done else card
    return say("Pile {pile}: {card}", pile=pile, card=words) if many else words
