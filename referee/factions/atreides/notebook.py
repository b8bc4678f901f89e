"""The notebook of the Atreides: it fills itself with what they legitimately saw, by card and by seat.

A card stands there with who bought it and where it is now, as far as they can know; an answer to Prescience with the
turn in which it was given. What undo has taken back was seen all the same and stays, marked so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from referee.common.factions import faction_name
from referee.common.offers import Blank, Kept, Offer, SecretOffers
from referee.common.territories import on_board
from referee.common.turn import PHASES
from referee.kernel.commands import Command, Objection
from referee.kernel.events import Event, Public, Whisper
from referee.kernel.rulings import Chance, adds
from referee.kernel.table import Table, card_name
from referee.phases.bidding.row import CardBought, CardPeeked
from referee.phases.knowledge.who_knows import Glimpse, Notebook, where
from referee.phases.spice_blow.deck import dealt

ME = "atreides"
BOOK, DECK = "2.01.06", "2.01.07"
WORM = "Shai-Hulud"


@adds(Notebook, rule=BOOK)
def what_they_saw(question: Notebook, table: Table) -> Iterable[Kept]:
    """Cards looked at before the bidding, answers of opponents, and the spice deck."""
    if question.seat != ME:
        return ()
    answers = tuple(_once(_answers(question.seen)))
    found = (("Cards you have seen", tuple(_cards(table, question.seen)), BOOK), ("Answers", answers, "2.01.08"))
    spice = (("Spice deck", tuple(_once(_said(question.seen, "spice"))), DECK),)
    return (Kept(title, lines, rule) for title, lines, rule in (*found, *spice) if lines)


def _once(lines: Iterable[str]) -> Iterable[str]:
    return dict.fromkeys(lines)


def _cards(table: Table, seen: Iterable[Glimpse]) -> Iterator[str]:
    """Yield every card that was looked at, with its buyer and where it is now."""
    bought = _sales(table)
    looks = [one for one in seen if isinstance(one.event, CardPeeked) and isinstance(one.event.card, str)]
    for card in dict.fromkeys(str(one.event.card) for one in looks):  # type: ignore[attr-defined]
        last = [one for one in looks if one.event.card == card][-1]  # type: ignore[attr-defined]
        stands = any(one.stands for one in looks if one.event.card == card)  # type: ignore[attr-defined]
        now = where(table, card) or "you cannot know where it is"
        sold = f", bought by {bought[card]}" if card in bought else ""
        back = "" if stands else " (that was taken back)"
        yield f"*{card_name(card)}*, seen in turn {last.turn}{back}{sold}: {now}"


def _sales(table: Table) -> dict[str, str]:
    """Return who bought each card that was looked at while it was up, and for how much."""
    sold, up = {}, ""
    for heard in table.log:
        if isinstance(heard.event, CardPeeked):
            up = str(heard.event.card)
        elif isinstance(heard.event, CardBought):
            sold[up], up = f"{faction_name(heard.event.seat)} for {heard.event.price}", ""
    return sold


def _answers(seen: Iterable[Glimpse]) -> Iterator[str]:
    theirs = (one for one in seen if one.shows == "plan" and getattr(one.event, "seat", ME) != ME)
    for one in theirs:
        yield f"Turn {one.turn}: {one.event.sentence(faction_name)}" + ("" if one.stands else " (taken back)")


def _said(seen: Iterable[Glimpse], shows: str) -> Iterator[str]:
    for one in seen:
        if one.shows == shows:
            yield f"Turn {one.turn}: {one.event.sentence(faction_name)}" + ("" if one.stands else " (taken back)")


# -- the spice deck -----------------------------------------------------------------------------------


class SpiceCardNoted(Whisper):
    """The Atreides looked at the next spice card and wrote down what it is."""

    seat: Public[str]
    card: Public[str]
    turn: Public[int]
    because = (DECK,)
    shows = "spice"

    def apply(self, table: Table) -> None:
        """The ledger of knowledge keeps it."""

    def sentence(self, name: Callable[[str], str]) -> str:
        """Say what comes."""
        return f"The next spice card is {self.card}."


class NoteSpiceCard(Command):
    """Write down what the next spice card is."""

    by = "seat"
    seat: str
    card: str

    def objections(self, table: Table) -> Iterable[Objection]:
        """Only they look at it, when shipment begins, and it is a card there is."""
        if self.seat != ME:
            yield Objection(DECK, "This faction does not look at the spice deck.", "NOT_ELIGIBLE", firm=True)
        elif table.phase != PHASES[5]:
            yield Objection(DECK, "The spice card is looked at when shipment begins. Wait for that.")
        elif DECK in table.suspended:
            yield Objection(DECK, "That look was stopped in this turn.", "NOT_ELIGIBLE")
        elif dealt(table):
            yield Objection(DECK, "The referee keeps the spice deck here, and the notebook what you see of it.")
        if self.card not in dict(_spice_cards(table)):
            yield Objection(DECK, "There is no spice card of that name. Choose one from the list.", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        """Write it down for them alone."""
        yield SpiceCardNoted(frozenset({ME}), ME, self.card, table.turn)


def _spice_cards(table: Table) -> tuple[tuple[str, str], ...]:
    return ((WORM, WORM), *((one.name, one.name) for one in on_board(table) if one.spice))


@adds(SecretOffers, rule=DECK)
def look_at_the_spice_deck(question: SecretOffers, table: Table) -> Iterable[Offer]:
    """In Shipment and Movement they may write down the card that comes next."""
    if question.seat != ME or any(NoteSpiceCard(ME, WORM).objections(table)):
        return ()
    blank = Blank("card", "Next spice card", "select", choices=_spice_cards(table))
    return (Offer("NoteSpiceCard", "Write it into the notebook", DECK, (blank,)),)
