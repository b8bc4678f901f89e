"""Filling in the forms that a seat is offered, as its phone would send them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from math import prod

from referee.board.territories import TERRITORIES, is_stronghold
from referee.kernel import BadCommand, Command, ask, read_command
from referee.offers.offer import CHOOSE, CHOOSE_FACTION, Blank, CardOffers, Offer, offers, secret_offers
from referee.phases.battle.on_screen import answer_due
from referee.phases.shipment.marching import out_of_turn
from referee.powers.against import all_against
from referee.powers.taken_now import taken_now
from referee.stand_in.sight import Sight
from referee.turn.on_the_map import to_place

MOST_FILLINGS, MOST_CHOICES, FEW_CHOICES, FEW_NUMBERS = 120, 40, 8, 3
FREE_TEXT = {"text", "textarea"}


def offered(sight: Sight) -> list[Offer]:
    """Return everything that this seat's phone shows, in the open and behind the shield."""
    public, own, seat = sight.public, sight.own, sight.seat
    waits = any(out_of_turn(public, seat))
    answer = answer_due(own, seat)
    made = [*offers(public, seat), *to_place(public, seat), *secret_offers(own, seat), *((answer,) if answer else ())]
    found = [one for one in made if not (one.why_not or (waits and one.command.in_order))]
    return [one for one in taken_now(own, found, seat) if not one.why_not]


def stops(sight: Sight) -> tuple[Offer, ...]:
    """Return the buttons that stop a power now, as every phone has them."""
    return taken_now(sight.own, ask(sight.public, CardOffers(sight.seat, "stop")).value, sight.seat)


def filled_in(sight: Sight, offer: Offer) -> Iterator[Command]:
    """Yield the commands that this form can send, none if it asks for words of one's own."""
    if any(blank.kind in FREE_TEXT and not blank.value for blank in offer.blanks):
        return
    many = len(offer.blanks) > 1
    values = [_values(blank, many=many) for blank in offer.blanks]
    if prod(map(len, values)) > MOST_FILLINGS:
        values = [
            one[:FEW_NUMBERS] if it.kind == "number" else one for it, one in zip(offer.blanks, values, strict=True)
        ]
    words = [[(blank.name, value) for value in some] for blank, some in zip(offer.blanks, values, strict=True)]
    for filling in islice(product(*words), MOST_FILLINGS):
        try:
            yield read_command(offer.name, {"seat": sight.seat, **dict(filling), **dict(offer.fixed)})
        except BadCommand:
            continue


def _values(blank: Blank, *, many: bool) -> list[str]:
    """Return what a blank may hold, what stands there first; of a long list in a form of many blanks only some.

    Strongholds are never left out.
    """
    if blank.kind == "checkbox":
        return [blank.value, "" if blank.value else "1"]
    if blank.kind == "number":
        usual = int(float(blank.value or blank.low))
        some = (usual, min(blank.high, 20), blank.low, blank.low + 1, 2, 3, 5)
        return [str(n) for n in dict.fromkeys(some) if blank.low <= n <= blank.high]
    if blank.kind in FREE_TEXT:
        return [blank.value]
    shown = [choice[0] for choice in blank.choices if choice not in (CHOOSE, CHOOSE_FACTION)]
    first = [blank.value] if blank.value in shown else []
    step = max(1, len(shown) // (FEW_CHOICES if many else MOST_CHOICES))
    sought = [one for one in shown if one in TERRITORIES and is_stronghold(one)]
    return list(dict.fromkeys([*first, *sought, *shown[::step]]))


def is_legal(sight: Sight, command: Command) -> bool:
    """Return True if nothing that this seat may know speaks against a command."""
    try:
        return not against(sight, command)
    except (LookupError, TypeError):
        return False


def against(sight: Sight, command: Command) -> tuple[str, ...]:
    """Return what speaks against a command as far as this seat may know, in sentences."""
    public, own, seat = sight.public, sight.own, sight.seat
    return tuple(one.sentence for one in all_against(command, seat, public, own, own))
