"""What is accepted is what is offered: a command fits a button that can be tapped now, or its field is out of range.

A blank has its numbers and choices from the question that its command asks. What a table does not count is offered
without bounds, so it is believed; a field left at its default means what its command makes of it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Literal, TypeAlias

from referee.kernel import PUBLIC, Command, Objection, Table, ask, card_name, say
from referee.offers.offer import NO_END, Blank, CardOffers, Offer, offers, secret_offers

Use: TypeAlias = Literal["stop", "buy", "take"]
USES: tuple[Use, ...] = ("stop", "buy", "take")
FREE = {"text", "textarea"}
YES = {"1", "on", "true", "yes"}


def made_now(kind: type[Command], seat: str, public: Table, own: Table) -> Iterator[Offer]:
    """Yield the offers of this command that can be used now, none where its form is a page's own.

    ``own`` is the seat's table, or the public one for what the table screen enters: that knows no secret offers.
    """
    if kind.own_form:
        return
    secret = () if own.viewer == PUBLIC else (partial(secret_offers, own, seat),)
    by_card = (partial(_by_card, own, seat, use) for use in USES if secret or use != "buy")
    for shown in (partial(offers, public, seat), *secret, *by_card):
        yield from (one for one in shown() if one.command is kind and not one.why_not)


def _by_card(own: Table, seat: str, use: Use) -> tuple[Offer, ...]:
    return ask(own, CardOffers(seat, use)).value


def beyond(command: Command, made: Iterable[Offer]) -> Iterator[Objection]:
    """Object to a command that none of these offers can send, by the field that is out of range in the last one."""
    wrong = None
    for one in made:
        wrong = _wrong(command, one)
        if wrong is None:
            return
    if wrong is not None:
        yield wrong


def _wrong(command: Command, made: Offer) -> Objection | None:
    """Return what is wrong with the first field that this offer does not have so."""
    blanks, fixed = {one.name: one for one in made.blanks}, dict(made.fixed)
    elsewhere = {*command.unlisted, *command.script}
    for field in dataclasses.fields(command):
        value, blank = getattr(command, field.name), blanks.get(field.name)
        if value == field.default or field.name in elsewhere or (field.name == "seat" and blank is None):
            continue
        if not (_fits(value, blank) if blank else field.name in fixed and _same(value, fixed[field.name])):
            return Objection(made.rule or "4.97.09", _range(blank), "NOT_OFFERED", firm=True)
    return None


def _fits(value: object, blank: Blank) -> bool:
    if blank.kind == "number":
        return isinstance(value, (int, float)) and blank.low <= value <= blank.high
    if blank.kind in FREE or blank.kind == "checkbox":
        return True
    words = {word for word, _ in blank.choices}
    return value in words or any(_same(value, word) for word in words)


def _same(value: object, word: str) -> bool:
    if isinstance(value, bool):
        return value == (word.lower() in YES)
    if isinstance(value, (int, float)) and word:
        return float(word) == value
    return value in {word.strip(), card_name(word)}


def _range(blank: Blank | None) -> str:
    if blank is None:
        return "You cannot do that now. Look at the screen again."
    if blank.kind != "number":
        return say("Choose one of those shown for “{label}”.", label=blank.label)
    if blank.high == NO_END:
        return say("Enter {low} or more for “{label}”.", low=blank.low, label=blank.label)
    return say("Enter {low} to {high} for “{label}”.", low=blank.low, high=blank.high, label=blank.label)
