"""Who may make which command: the table, a seat at any time its rules allow, or a seat to which it is offered now.

A phone's pages are only one way to write a request; what is judged here is the request itself. So whatever
no page could have sent is refused, though no rule speaks against it: another seat's command, one of the table's, one
that is not offered now, or one with other words in it than the offer has.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator

from referee.kernel.commands import BadCommand, Command, Objection, word_read
from referee.kernel.events import REFEREE
from referee.kernel.table import Table
from referee.screens.offers import Blank, Offer, offers, secret_offers

RULE = "4.97.09"
WHERE = {"table": "the table screen", "seat": "the player's own phone", "referee": "the page of seats and codes"}


def not_yours(command: Command, who: str, table: Table) -> Iterator[Objection]:
    """Object to a command that this viewer may never make; the referee may make any."""
    seated = who in table.seats
    if who != REFEREE and command.by not in {"seat" if seated else "table", "both"}:
        yield Objection(RULE, f"Do that on {WHERE[command.by]}.", "NOT_YOURS", firm=True)
    elif seated and getattr(command, "seat", who) != who:
        yield Objection(RULE, "That is for another player's phone.", "NOT_YOURS", firm=True)


def not_offered(command: Command, who: str, public: Table, own: Table) -> Iterator[Objection]:
    """Object to what no page of this seat could send now, though nothing else speaks against it."""
    if who in public.seats and not command.anytime and not is_offered(command, who, public, own):
        sentence = "You cannot do that now. Look at the screen again."
        yield Objection(RULE, sentence, "NOT_OFFERED", firm=True)


def is_offered(command: Command, seat: str, public: Table, own: Table) -> bool:
    """Say whether some offer that this seat has now could have been filled in so."""
    return _among(offers(public, seat), command) or _among(secret_offers(own, seat), command)


def _among(made: Iterable[Offer], command: Command) -> bool:
    name = type(command).__name__
    return any(one.ask == name and not one.why_not and _fits(one, command) for one in made)


def _fits(offer: Offer, command: Command) -> bool:
    """Say whether each field says what the offer fixes, one thing the offer lets choose, or nothing."""
    fixed, blanks = dict(offer.fixed), {blank.name: blank for blank in offer.blanks}
    for field in dataclasses.fields(command):
        said = getattr(command, field.name)
        if field.name in fixed:
            fits = _says(command, field.name, fixed[field.name], said)
        elif field.name in blanks:
            fits = said == field.default or _may_say(command, blanks[field.name], said)
        else:
            fits = field.name == "seat" or said == field.default
        if not fits:
            return False
    return True


def _may_say(command: Command, blank: Blank, said: object) -> bool:
    if blank.kind == "number":
        return isinstance(said, (int, float)) and blank.low <= said <= blank.high
    return not blank.choices or any(_says(command, blank.name, word, said) for word, _ in blank.choices)


def _says(command: Command, name: str, word: str, said: object) -> bool:
    try:
        return bool(word_read(type(command), name, word) == said)
    except BadCommand:
        return False
