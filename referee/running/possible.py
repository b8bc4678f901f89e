"""What the rows of a journal can say: numbers that a form can hold, forces that exist, and seats that play here.

The program writes what commands decided, so whatever no command can say was not written by it. A field's name means one
thing in every kind of event; ``BOUNDS`` has what numbers it holds. Whether there was that much is for ``judgement``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, get_type_hints

from referee.board.forces import ALL_FORCES
from referee.common.sealed_shuffles import DECK
from referee.holdings.hands import KnownCards
from referee.holdings.setup import HandHeld, OptionChanged, SpiceHeld
from referee.kernel import (
    BANK,
    MOST_READ,
    OPTIONS,
    PUBLIC,
    REFEREE,
    Amount,
    Event,
    Sealed,
    Table,
    ask,
    card_name,
    command_kind,
    say,
    types_of,
)
from referee.kernel.shape import fits, misfit
from referee.phases.battle.live_battle import Plan
from referee.powers.karama_windows import WindowOpened

Bounds = tuple[int, int]
ANY: Final[Bounds] = (0, MOST_READ)
UNKNOWN: Final[Bounds] = (-1, MOST_READ)  # -1 for what is not known
GROUP: Final[Bounds] = (0, ALL_FORCES)
SECTOR: Final[Bounds] = (0, 18)
BOUNDS: Final[Mapping[str, Bounds]] = {
    **dict.fromkeys(("normal", "special", "board", "forces", "free", "attacking", "defending"), GROUP),
    **dict.fromkeys(("sector", "sectors", "leaves"), SECTOR),
    **dict.fromkeys(("last", "room", "place"), UNKNOWN),
}
GROUPS: Final = {name for name, bounds in BOUNDS.items() if bounds == GROUP}
SEATS: Final = frozenset(
    {
        *(
            "aggressor",
            "ally",
            "bidder",
            "buyer",
            "by",
            "defender",
            "fighter",
            "first_player",
            "foe",
            "giver",
            "helper",
        ),
        *("of", "opener", "pair", "payee", "payer", "seat", "seats", "taker", "to"),
    }
)
NO_SEAT: Final = frozenset({"", BANK, PUBLIC, REFEREE})
CARDS: Final = frozenset({"card", "cards", "given", "gets", "gives", "order", "rest", "taken"})
OF_CARDS: Final = ("Card", "Hand", "Cache", "Discard", "SomeCards", "StartCards", "AsideBefore")
CARD: Final = re.compile(r"\S.*/\d+")
PLAN: Final = get_type_hints(Plan)
VERDICT: Final = {
    "totals": dict[str, Amount],
    "losses": dict[str, tuple[tuple[int, int], ...]],
    **dict.fromkeys(("payouts", "to_bank"), dict[str, int]),
    **dict.fromkeys(("discarded", "kept"), dict[str, tuple[str, ...]]),
}
HINTS: Final[Mapping[str, Mapping[str, Any]]] = {
    **dict.fromkeys(("plan", "aggressor", "defender"), PLAN),
    "verdict": VERDICT,
}
LONGEST_VALUE: Final = 40  # letters of an option's value
SIGNED: Final = frozenset({"BackingHeld"})  # below zero it comes back


def values(value: Any) -> Iterator[Any]:
    """Yield a value and all that it holds, envelopes opened."""
    if isinstance(value, Sealed):
        yield from values(value.value)
    elif isinstance(value, dict):
        for one in value.values():
            yield from values(one)
    elif isinstance(value, (tuple, list, frozenset)):
        for one in value:
            yield from values(one)
    else:
        yield value


def unwritable(event: Event, *, heard: bool = False) -> str:
    """Return the field of an event, as written or ``heard``, that no command can have said, "" if there is none."""
    names = types_of(type(event))
    wrong = misfit(event, heard=heard) or next(
        (one for one in names if not (_in_bounds(one, event) and _as_told(one, event))), ""
    )
    return wrong or ("value" if isinstance(event, OptionChanged) and not _can_be_set(event) else "")


def _can_be_set(event: OptionChanged) -> bool:
    """Return False for an option's value that no edition's form has: a long one, or one that is no time of day."""
    option = OPTIONS.get(event.key)
    if option is None or not event.value:
        return True
    return len(event.value) <= LONGEST_VALUE and (not option.clock or option.allows(event.value))


def _as_told(name: str, event: Event) -> bool:
    """Return True if the plain values of a battle have the types that are read from them."""
    held, hints = getattr(event, name), HINTS.get(name, {})
    record = held.value if isinstance(held, Sealed) else held
    if isinstance(event, WindowOpened) and name == "words" and (kind := command_kind(event.wish)):
        hints = get_type_hints(kind)  # a command that waits, by its fields
    if not hints or not isinstance(record, dict):
        return True
    known = name in {"verdict", "words"} or record.keys() <= hints.keys()
    return known and all(fits(record[key], hint) for key, hint in hints.items() if key in record)


def _in_bounds(name: str, event: Event) -> bool:
    least, most = BOUNDS.get(name, ANY)
    least = -MOST_READ if type(event).__name__ in SIGNED else least
    most = MOST_READ if (least, most) == GROUP else most  # the table may have allowed more forces than exist
    found = (one for one in values(getattr(event, name)) if isinstance(one, (int, float)) and type(one) is not bool)
    return all(least <= one <= most and one * 2 == int(one * 2) for one in found)


def too_many(event: Event) -> Iterator[str]:
    """Yield a clause for more forces than a faction has: older versions wrote them where a table allowed it."""
    for name in sorted(GROUPS & types_of(type(event)).keys()):
        if any(isinstance(value, int) and value > ALL_FORCES for value in values(getattr(event, name))):
            yield say("more than {ALL_FORCES} forces of one faction are told", ALL_FORCES=ALL_FORCES)


def strangers(event: Event, table: Table) -> Iterator[str]:
    """Yield each seat that an event names and that does not play at this table."""
    for name in types_of(type(event)):
        yield from sorted(_seats_in(name, getattr(event, name)) - {*table.seats})


def unknown_cards(events: Iterable[Event], table: Table) -> set[str]:
    """Return each treachery card in these events that no box holds; one without a name was not told."""
    told = {card for event in events for card in _cards_in(event)}
    names = {*ask(table, KnownCards()).value, ""} if told else set()
    return {card for card in told if card_name(card) not in names}


def _cards_in(event: Event) -> Iterator[str]:
    kind = type(event).__name__
    if kind.startswith("Spice") or getattr(event, "pile", DECK) != DECK:
        return
    for name in types_of(type(event)):
        told = name in CARDS and kind.startswith(OF_CARDS)
        for value in values(getattr(event, name)):
            if isinstance(value, str) and (told or ("/" in value and CARD.fullmatch(value))):
                yield value


def _seats_in(name: str, value: Any) -> set[str]:
    """Return the seats that a field names, those on an envelope too."""
    names = {*value.to} if isinstance(value, Sealed) else set[str]()
    if name == "shares":
        names |= {*value}
    elif name in SEATS and not isinstance(value, (dict, Sealed)):
        names |= {one for one in values(value) if isinstance(one, str) and not one.startswith("on:")}
    return {one.removeprefix("front:") for one in names} - NO_SEAT


def told_to_others(events: Iterable[Event]) -> Iterator[str]:
    """Yield a clause if another seat could see a hand or a purse when the table was set up."""
    hands = ((event.seat, vars(event).values()) for event in events if isinstance(event, (HandHeld, SpiceHeld)))
    if any(isinstance(one, Sealed) and one.to - {seat} for seat, fields in hands for one in fields):
        yield "a secret is told to another player"
