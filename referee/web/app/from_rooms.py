"""The one place where what rooms offer and say becomes parts of a page.

A room knows no page: it names a rule and gives words. Here an ``Offer`` with its ``Blank``s becomes a form, ``Says`` a
line, and what is ``Kept`` behind a shield a section, each with its rule as a chip to tap.
"""

from __future__ import annotations

from dataclasses import replace

from referee.common.factions import FACTIONS
from referee.kernel import together
from referee.offers.offer import CHOOSE, CHOOSE_FACTION, NO_END, Blank, Kept, Offer
from referee.offers.what_now import Says
from referee.web.app.event_lines import chip, short
from referee.web.view_models.parts import Act, Field, Line, ThingCard
from referee.web.view_models.screens import Section

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
