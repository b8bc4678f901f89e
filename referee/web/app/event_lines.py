"""The one place where what rooms tell and offer becomes parts of a page: a room knows no page.

An event, as one viewer heard it, becomes a line with its icon, its coin and its rule. An ``Offer`` with its ``Blank``s
becomes a form, ``Says`` a line, and what is ``Kept`` behind a shield a section, each with its rule as a chip to tap.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from referee.common.factions import FACTIONS, named
from referee.common.sealed_shuffles import OrderSealed
from referee.holdings.hands import CardDiscarded, CardKind
from referee.kernel import (
    PUBLIC,
    Event,
    Heard,
    ObjectionWaived,
    Table,
    as_seen_by,
    ask,
    listed,
    respelled,
    say,
    together,
    unsealed,
)
from referee.offers.offer import CHOOSE, CHOOSE_FACTION, NO_END, Blank, Kept, Offer
from referee.offers.what_now import Says
from referee.phases.bidding.events import BidMade, CardSold, Passed
from referee.rulebook.book import rulebook
from referee.web.app.context import way
from referee.web.view_models.parts import Act, Chip, Field, Line, ThingCard
from referee.web.view_models.screens import Section

if TYPE_CHECKING:
    from referee.running.sitting import Sitting

CARD_ICONS = (
    ("weapon, poison", "poison"),
    ("weapon", "blade"),
    ("defence, poison", "snoop"),
    ("defence", "shieldi"),
    ("worthless", "junk"),
)
HOW_PASSED = {"said": "pass", "forced": "pass", "time": "pass", "away": "away", "unpaid": "pass"}


def subject(rule: str) -> str:
    """Return what a rule is about where its title stands alone: a detail, as 2.04.09.00, is of the rule above it.

    A rule that is in no book here, as a file may name one, is shown by its number.
    """
    book, above = rulebook(), rule.removesuffix(".00")
    found = book.get(above) or book.get(rule)
    return found.title if found else rule


def chip(rule: str) -> Chip:
    """Return a rule number for the screen, starred where Karama can stop it."""
    entry = rulebook().get(rule)
    return Chip(rule, bool(entry and entry.star))


def icon_of(table: Table, card: str) -> str:
    kind = ask(table, CardKind(card)).value
    return next((icon for start, icon in CARD_ICONS if kind.startswith(start)), "special")


def short(seat: str) -> str:
    """Return the code of a faction's seal."""
    return FACTIONS[seat].short if seat in FACTIONS else ""


def line_of(event: Event, why: str = "", *, chips: bool = True) -> Line | None:
    """Return an event in words, or ``None`` if there is nothing to say."""
    text = event.sentence(named)
    if not text:
        return None
    rules = tuple(chip(rule) for rule in event.rules()[:1]) if chips else ()
    if isinstance(event, BidMade):
        return Line(text, f=short(event.seat), why=why)
    if isinstance(event, Passed):
        shown = () if event.how == "said" else rules
        return Line(text, icon=HOW_PASSED.get(event.how, "pass"), chips=shown, why=why)
    if isinstance(event, (CardSold, CardDiscarded)):
        return Line(text, f=short(event.seat), chips=rules, why=why)
    seat = getattr(event, "seat", "")
    return Line(text, f=short(seat) if isinstance(seat, str) else "", chips=rules, why=why)


def line_at(table: Table, number: int, why: str = "") -> Line | None:
    """Return a line of the log, from 1; what the table allowed is one line: what was done, and the rules against it."""
    log, at = table.log, number - 1
    first = done = at
    while first and log[first - 1].act == log[at].act and _waives(log[first - 1]):
        first -= 1
    while done + 1 < len(log) and log[done + 1].act == log[at].act and _waives(log[done]):
        done += 1
    line = _kept(log[done].event, why)
    if first == done:
        return line
    if line is None or _waives(log[done]):
        return _kept(log[at].event, why)
    against = tuple(chip(heard.event.rules()[-1]) for heard in log[first:done])
    return replace(line, text=say("Allowed anyway: {words}", words=line.text), chips=against) if at == first else None


def _waives(heard: Heard) -> bool:
    """Return True for an objection that was waived, unless its event says in words which."""
    return isinstance(heard.event, ObjectionWaived) and not heard.event.words


def in_full(text: str) -> str:
    """Return a sentence with every name in it that its disc shortens written out, as a printed page wants it."""
    full: str = respelled(text, {disc: name for one in FACTIONS.values() for disc, name in one.in_full.items()})
    return full


_kept_line = lru_cache(maxsize=2048)(line_of)


def _kept(event: Event, why: str) -> Line | None:
    """Return an event in words, made once where nothing in it may change."""
    try:
        return _kept_line(event, why)
    except TypeError:
        return line_of(event, why)


WENT_TOO = "The undo took back something of yours too. Look behind your shield."
SOMETHING = "A note that only you could read."


def ticker(table: Table, most: int = 9) -> tuple[Line, ...]:
    """Return the newest lines of what everybody heard, each with the way to the page that says why.

    The seal of a shuffle stands in the whole log: its sixteen signs say nothing to a player.
    """
    lines: list[Line] = []
    why = way("history.public_why", number=0).removesuffix("0")
    for number in range(len(table.log) - 1, -1, -1):
        line = line_at(table, number + 1, f"{why}{number + 1}")
        if line is not None and not isinstance(table.log[number].event, OrderSealed):
            lines.append(line)
        if len(lines) == most:
            break
    return tuple(lines)


def last_line(table: Table, kind: type[Event]) -> int:
    """Return the number, from 1, of the newest line of a table's log that is of this kind; 0 for none."""
    log = table.log
    return next((n for n in range(len(log), 0, -1) if isinstance(log[n - 1].event, kind)), 0)


def in_short(events: Iterable[Event], most: int = 90) -> str:
    """Return what these events said, the first of them only where all would be long."""
    found = [words for event in events if (words := event.sentence(named))]
    said = [*map(unsealed, found)]
    whole = together(said)
    return whole if len(whole) <= most else say("{first} …", first=said[0]) if said else ""


WITHHELD = (
    "This version cannot show the last actions of the game, so they were undone. "
    "They stay in the file and its exports. Redo puts them back once a newer version can show them."
)


def taken_back(sitting: Sitting, seat: str = "") -> tuple[Line, ...]:
    """Return what an undo took back just now, alike on every screen, and on a phone that its own secret went too."""
    words = in_short(sitting.took_back)
    said = (Line(say("Taken back: {words}", words=words), "undo", chips=(chip("4.97.02"),)),) if words else ()
    if sitting.withheld:
        said = (Line(WITHHELD, "flag", chips=(chip("4.97.28"),)), *said)
    return (*said, Line(WENT_TOO, "undo")) if seat in sitting.took_along else said


def taken_along(sitting: Sitting, seat: str) -> Line | None:
    """Return what an undo took back of this seat's own that only this phone may read."""
    gone = sitting.took_along.get(seat, ())
    heard = (as_seen_by(event, seat) for event in gone)
    words = [event.sentence(named) or SOMETHING for event in heard if event is not None]
    said = together([*dict.fromkeys(words)])
    said = say("*The table's undo took this back too.* {said}", said=said)
    return Line(said, "undo", chips=(chip("4.97.02"),)) if words else None


def same_act(table: Table, number: int) -> list[Heard]:
    act = table.log[number - 1].act
    return [heard for heard in table.log if heard.act == act]


def seen_by(viewers: Iterable[str], *, too: bool = False) -> str:
    """Return a sentence with who saw something, "Everybody" if the table screen did."""
    who = sorted(viewers)
    if PUBLIC in who:
        return "Everybody saw it."
    seats = listed([named(seat) for seat in who])
    return say("Seen by {seats} too." if too else "Seen by {seats}.", seats=seats)


SIDE_BY_SIDE = 12
TICKS = (("", "no"), ("1", "yes"))


def act_of(offer: Offer, seat: str = "") -> Act:
    """Return an offer as a form, amber where the table waits for it, unless it costs something for sure; ``seat`` if
    the table acts for somebody.
    """
    return button_of(offer, seat, go=offer.at_once or not (offer.blanks or offer.aside or offer.sure))


def button_of(offer: Offer, seat: str = "", *, go: bool = False, big: bool = False, hot: str = "") -> Act:
    fixed = (*(((("for", seat),)) if seat else ()), *offer.fixed)
    return Act(
        offer.name,
        offer.label,
        fixed,
        offer.icon,
        offer.small,
        hot,
        go,
        big,
        together((offer.why_not, offer.rule)) if offer.why_not else "",
        offer.on,
        tuple(_field(blank, offer) for blank in offer.blanks),
        offer.asks,
        offer.sure,
    )


def side_by_side(act: Act) -> Act:
    """Return the form with buttons in the place of short lists; whose it is nobody has chosen yet."""
    return replace(act, inputs=tuple(map(_opened, act.inputs)))


def _opened(made: Field) -> Field:
    choices = tuple(one for one in made.choices if one not in (CHOOSE, CHOOSE_FACTION))
    values = [value for value, _ in choices]
    if made.kind != "select" or not values or len(values) > SIDE_BY_SIDE:
        return made
    nobody = set(values) <= set(FACTIONS) and made.value not in values
    value = made.value if made.value in values or nobody else values[0]
    return replace(made, kind="radio", value=value, choices=choices)


def _field(blank: Blank, offer: Offer) -> Field:
    chips = (chip(offer.rule),) if offer.rule and blank is offer.blanks[0] else ()
    if blank.kind == "checkbox":
        return Field(blank.name, blank.label, "radio", "", TICKS, chips=chips)
    low, high = (blank.low, blank.high) if blank.kind == "number" else (None, None)
    high = None if high == NO_END else high
    return Field(
        blank.name, blank.label, blank.kind, blank.value, blank.choices, blank.hint, low=low, high=high, chips=chips
    )


def section_of(kept: Kept, things: tuple[ThingCard, ...] = ()) -> Section:
    """Return what is kept; its ``things`` take the place of its lines."""
    if things:
        return Section(kept.title, things=things)
    lines = (Line(text, chips=() if n else (chip(kept.rule),)) for n, text in enumerate(kept.lines))
    return Section(kept.title, tuple(lines))


def line_of_said(said: Says) -> Line:
    chips = (chip(said.rule),) if said.rule else ()
    return Line(said.words, f=short(said.seat), chips=chips, end=said.end, mute=said.mute)
