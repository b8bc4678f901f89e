"""The notebook of the Atreides: what they legitimately saw, by card and by seat.

A card is listed with its buyer and its present place, as far as they can know; an answer to Prescience with its turn.
What undo has taken back was seen all the same: it stays, and is marked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.common.factions import named
from referee.factions.atreides import ME
from referee.factions.atreides.prescience import DECK
from referee.kernel import Table, adds, card_name, say
from referee.knowledge.who_knows import Glimpse, Notebook, where
from referee.offers.offer import Kept
from referee.phases.bidding.cards_of_the_row import CardBought, CardPeeked

BOOK = "2.01.06"


@adds(Notebook, rule=BOOK, seat=ME)
def what_they_saw(question: Notebook, table: Table) -> Iterable[Kept]:
    found = (
        ("Cards you have seen", tuple(_cards(table, question.seen)), BOOK),
        ("Answers", _said(question.seen, "plan"), "2.01.08"),
        ("Spice deck", _said(question.seen, "spice"), DECK),
    )
    return (Kept(title, lines, rule) for title, lines, rule in found if lines)


def _cards(table: Table, seen: Iterable[Glimpse]) -> Iterator[str]:
    """Yield every card that was looked at, with its buyer and where it is now."""
    bought = _sales(table)
    looks = [one for one in seen if isinstance(one.event, CardPeeked) and isinstance(one.event.card, str)]
    for card in dict.fromkeys(str(look.event.card) for look in looks):  # type: ignore[attr-defined]
        last = [one for one in looks if one.event.card == card][-1]  # type: ignore[attr-defined]
        stands = any(one.stands for one in looks if one.event.card == card)  # type: ignore[attr-defined]
        words = "*{card}*, seen in turn {turn}" if stands else "*{card}*, seen in turn {turn} (undone)"
        of = {"look": say(words, card=card_name(card), turn=last.turn), "sale": bought.get(card, "")}
        now = where(table, card) or "you cannot know where it is"
        yield say("{look}, {sale}: {now}" if card in bought else "{look}: {now}", now=now, **of)


def _sales(table: Table) -> dict[str, str]:
    """Return who bought each card that was looked at while it was up, and for how much."""
    sold, up = {}, ""
    for heard in table.log:
        if isinstance(heard.event, CardPeeked):
            up = str(heard.event.card)
        elif isinstance(heard.event, CardBought):
            of = {"seat": named(heard.event.seat), "price": heard.event.price}
            words = "taken by {seat} for {price}" if heard.event.price else "taken by {seat} without paying spice"
            sold[up], up = say(words, **of), ""
    return sold


def _said(seen: Iterable[Glimpse], shows: str) -> tuple[str, ...]:
    """Return what was shown, each sentence once; what Atreides show themselves of a plan is no answer."""
    theirs = (one for one in seen if one.shows == shows and (shows != "plan" or getattr(one.event, "seat", ME) != ME))
    return tuple(dict.fromkeys(map(_in_its_turn, theirs)))


def _in_its_turn(one: Glimpse) -> str:
    words = "Turn {turn}: {answer}" if one.stands else "Turn {turn}: {answer} (taken back)"
    return say(words, turn=one.turn, answer=one.event.sentence(named))
