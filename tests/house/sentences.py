"""Detects sentences in events, which must hold values: text that is no name and that nobody typed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from referee.board.forces import ANYWHERE
from referee.board.territories import TERRITORIES
from referee.cards import third_box
from referee.cards.first_box import SPECIALS
from referee.common import sealed_shuffles
from referee.common.factions import FACTIONS
from referee.common.things import THINGS
from referee.factions.bene_gesserit.voice import CLASSES
from referee.factions.choam.worthless import LA_LA_LA
from referee.holdings.hands import KnownCards
from referee.kernel import Event, Phrase, Sealed, Seat, Table, ask, card_name
from referee.kernel.events import types_of
from referee.modules import discoveries
from referee.modules.leader_skills import CARDS as SKILL_CARDS
from referee.modules.leader_skills import PILE
from referee.modules.nexus_cards import PILE as NEXUS
from referee.phases.battle.verdict import TRAITORS
from referee.phases.spice_blow.blow import WORMS_CALLED

CODES = {"PublicSheetTaken.more", "SheetTaken.more"}  # lines of a sheet on paper


def sentences(event: Event) -> Iterator[str]:
    """Yield "Kind.field: words" for all text in an event that is neither a name nor typed."""
    for name, hint in types_of(type(event)).items():
        field = f"{type(event).__name__}.{name}"
        if field not in CODES and "'typed'" not in str(hint):
            yield from (f"{field}: {words}" for words in _texts(getattr(event, name)) if not _is_name(words))


def no_sentences(events: Iterable[Event]) -> None:
    found = [words for event in events for words in sentences(event)]
    assert not found, f"Make it a phrase, or declare the field Typed: {found}"


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Sealed):
        yield from _texts(value.value)
    elif isinstance(value, Phrase):
        yield from _texts(value.values)
    elif isinstance(value, dict):
        yield from _texts((*value, *value.values()))
    elif isinstance(value, (tuple, list, frozenset)):
        for one in value:
            yield from _texts(one)


def _is_name(words: str) -> bool:
    plain = card_name(words).rpartition(":")[2]
    return " " not in plain.strip() or plain in _names()


@cache
def _names() -> frozenset[str]:
    table = Table(rules="advanced", seats={seat: Seat(seat, "") for seat in FACTIONS})
    factions = (name for one in FACTIONS.values() for name in (one.name, *one.leaders, *one.shared))
    shuffled = (sealed_shuffles.DECK, sealed_shuffles.TRAITORS, sealed_shuffles.SPICE, PILE, NEXUS)
    cards = (*ask(table, KnownCards()).value, *SKILL_CARDS, *SPECIALS, *third_box.RULES, LA_LA_LA)
    found = (*WORMS_CALLED, *(one.card for one in discoveries.CARDS), *discoveries.KINDS)
    owned = (name for things in THINGS.values() for name in things.names)
    return frozenset((*factions, *TERRITORIES, *owned, *cards, *CLASSES, *shuffled, *found, ANYWHERE, TRAITORS))
