"""Which buttons of a phone its open shield marks: what would be refused, and what was answered.

All phones have the same buttons, whatever anybody holds. While its shield is open a phone may know better, and looks as
every phone again when it is closed: what is marked is said behind the shield alone, as selectors of its page.
"""

from __future__ import annotations

from collections.abc import Iterator

from referee.kernel import Table, ask
from referee.offers.offer import CardOffers, Offer, offers
from referee.phases.battle.call_traitor import answer_given
from referee.phases.bidding.bid_limit import NO_LIMIT, bid_limit
from referee.phases.bidding.on_screen import raises
from referee.powers.karama_windows import announced
from referee.powers.taken_now import NOT_CHOSEN, taken_now
from referee.powers.windows import window
from referee.web.view_models.screens import Marks

ACTIONS = "#actions"


def marks_of(own: Table, seat: str) -> Marks | None:
    refused, given = ",".join(_refused(own, seat)), ",".join(_given(own, seat))
    most = _most(own, seat)
    return Marks(refused, given, most) if refused or given or most else None


def _most(own: Table, seat: str) -> str:
    most = bid_limit(own, seat).most if raises(own, seat) else NO_LIMIT
    return "" if most == NO_LIMIT else str(most)


def _button(act: str, *fields: str, choice: str = "") -> str:
    """Return the selector of a button: the form has its act and its fields before it."""
    there = ("fieldset", _has(choice)) if choice else (".btn",)
    return " ".join((ACTIONS, "~".join([*map(_has, (act, *fields)), there[0]]), *there[1:]))


def _has(value: str) -> str:
    return "".join(('[value="', value.replace("\\", r"\\").replace('"', r"\""), '"]'))


def _refused(own: Table, seat: str) -> Iterator[str]:
    asked = announced(own) is not None or window(own) is not None
    stops = ask(own, CardOffers(seat, "stop")).value if asked else ()
    for one in (*offers(own, seat), *stops, *raises(own, seat)):
        if one.why_not or len(one.blanks) > 1:
            continue
        taken = taken_now(own, (one,), seat)
        if not one.blanks:
            yield from () if taken else (_of(one),)
        elif one.blanks[0].kind == "tap":
            left = {choice for made in taken for choice in made.blanks[0].choices}
            gone = (choice for choice in one.blanks[0].choices if choice not in left and choice not in NOT_CHOSEN)
            yield from (_of(one, value) for value, _ in gone)


def _of(one: Offer, choice: str = "") -> str:
    return _button(one.name, *(value for _, value in one.fixed if value), choice=choice)


def _given(own: Table, seat: str) -> Iterator[str]:
    for one in answer_given(own, seat):
        yield _of(one, one.blanks[0].value)
