"""Which buttons stand on a page: those whose command would be taken as they stand (4.97.09).

A room offers what a phase is for; here its commands are asked what they object to, on the table that the page is drawn
from, so that no button tells what its viewer may not know. Whatever waits for an announced power or a halt has none.
A button with one choice is as many buttons. Of a form with more to fill in only its player can say what it will hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from referee.common.phones_at_seats import ON_PHONE
from referee.kernel import BadCommand, Objection, Table, memoized, read_command, say, together
from referee.offers.offer import CHOOSE, CHOOSE_FACTION, TABLE, Offer, halted
from referee.powers.karama_windows import against, announced

NOT_CHOSEN = (CHOOSE, CHOOSE_FACTION)
LISTS = {"select", "place", "radio", "tap"}


def taken_now(table: Table, made: Iterable[Offer], seat: str = TABLE, entered: bool = False) -> tuple[Offer, ...]:
    """Return these offers without what would be refused as it stands.

    Where the table taps, for itself or as it is ``entered`` for a seat, it reads beside a button what it would allow.
    """
    allows, found = entered or seat == TABLE, list[Offer]()
    said, halts = _what_waits(table)
    for one in made:
        kind = one.command
        if one.why_not:
            found.append(one)
        elif (said and (kind.waits or kind.waits_for_powers)) or (halts and kind.waits):
            continue
        elif not one.blanks or (len(one.blanks) == 1 and one.blanks[0].kind in LISTS):
            found.extend(_judged(table, one, seat, allows))
        else:
            found.append(one)
    return tuple(found)


@memoized
def _what_waits(table: Table) -> tuple[bool, bool]:
    """Return whether a power is announced, and whether the game is halted: what waits then is not judged at all."""
    return announced(table) is not None, halted(table) is not None


@memoized
def _judged(table: Table, made: Offer, seat: str, allows: bool) -> tuple[Offer, ...]:
    return _one_choice(table, made, seat, allows) if made.blanks else _as_it_stands(table, made, seat, allows)


def _as_it_stands(table: Table, made: Offer, seat: str, allows: bool) -> tuple[Offer, ...]:
    """Return a button with nothing to fill in; the table reads why it cannot be, or what it would allow."""
    found = tuple(_against(table, made, seat, allows))
    if not found:
        return (made,)
    words = together([one.sentence for one in found])
    if _may_be(found, allows):
        return (replace(made, small=together([made.small, words])),)
    return () if seat else (replace(made, why_not=words),)


def _one_choice(table: Table, made: Offer, seat: str, allows: bool) -> tuple[Offer, ...]:
    """Return a button for each choice that is left, with what the table would allow of them."""
    blank = made.blanks[0]
    values = [choice[0] for choice in blank.choices if choice not in NOT_CHOSEN]  # "" may be an unknown card
    if made.judged and values and not any(_against(table, made, seat, allows, (blank.name, values[0]))):
        return (made,)
    found = {value: tuple(_against(table, made, seat, allows, (blank.name, value))) for value in values}
    choices = tuple(one for one in blank.choices if _may_be(found.get(one[0], ()), allows))
    judged = [one for one in choices if one not in NOT_CHOSEN]
    if not judged:
        return ()
    said = {words: together([one.sentence for one in found[value]]) for value, words in choices if found.get(value)}
    each = [say("{seat}: {label}", seat=words, label=why) for words, why in said.items()]
    alike = len({*said.values()}) == 1 and len(said) == len(judged)
    beside = [*said.values()][:1] if alike else each
    value = blank.value if any(one[0] == blank.value for one in choices) else ""
    blanks = (replace(blank, choices=choices, value=value),)
    return (replace(made, blanks=blanks, small=together([made.small, *beside])),)


def _may_be(found: tuple[Objection, ...], allows: bool) -> bool:
    """Return True if nothing is said against it, or nothing that the table may not set aside (4.97.03)."""
    return not found or (allows and not any(one.firm for one in found))


def _against(table: Table, made: Offer, seat: str, allows: bool, *more: tuple[str, str]) -> Iterator[Objection]:
    """Yield what is said against this button as it stands.

    A phone's page is drawn from the public table: that its player does it there is no reason against it, and what that
    table cannot judge the player's own will.
    """
    try:
        command = read_command(made.name, {"seat": seat, **dict((*made.fixed, *more))})
        found = (*against(table, command), *command.objections(table))
    except BadCommand as error:
        yield Objection(made.rule, error.sentence, firm=True)
    except (LookupError, TypeError):
        return
    else:
        yield from (one for one in found if allows or one.code != ON_PHONE)
