"""Drawing a Nexus card, holding it behind the shield, and showing it to use it at the table by hand.

With printed cards the table deals, and a holder may enter the card on the phone. Those who may draw their own faction's
card say beforehand whether they would draw again, so that nobody sees which card it was.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.agreements.alliances import nexus_now
from referee.board.standing import positions_kept
from referee.common.factions import faction_name, named
from referee.common.lines_on_paper import PaperLine
from referee.common.phones_at_seats import on_own_phone, phones_of
from referee.common.things import EXPLAINED, OWNERS, Does, Explained, Holds, Thing, Things
from referee.common.turn import by_hand
from referee.common.what_is_physical import cards_are_dealt, plans_are_on_phones
from referee.holdings.hands import NothingToShow
from referee.kernel import (
    FACE_DOWN,
    Chance,
    Event,
    Objection,
    SeatCommand,
    Table,
    adds,
    listed,
    phrase,
    say,
    sealed,
)
from referee.modules.nexus_cards import (
    DRAWS,
    NexusDeclined,
    NexusDrawn,
    drawn,
    may_draw,
    playing,
)
from referee.modules.nexus_cards.holding import (
    CARDS,
    HELD,
    NEXUS_CARDS,
    RULE,
    USES,
    NexusHands,
    NexusNoted,
    NexusPlayed,
    held_nexus,
    holders,
    use_of,
)
from referee.offers.choices import Choice
from referee.offers.offer import TABLE, BehindShield, Blank, Kept, Offer, Offers, SecretOffers
from referee.offers.what_now import LeftOver, Undone, went_on
from referee.rulebook.book import rulebook

NONE_DRAWN = phrase("nexus_cards.none_drawn", "Nobody draws a Nexus card: the Nexus was not ended.")


class DrawChoice(Choice[str], abstract=True):
    """The draw of a Nexus card after a Nexus, for each player without an ally."""

    rule, phase, loses, at_once, otherwise = DRAWS, "spice_blow", True, True, NexusDeclined
    all_waiting = staticmethod(may_draw)

    def open_to_seat(self, table: Table) -> bool:
        return self.seat in may_draw(table)

    def not_asked(self, table: Table) -> Iterator[Objection]:
        if not playing(table):
            yield Objection(RULE, "This table plays without Nexus cards. Turn them on under Options.", firm=True)
        else:
            words = "Players without an ally draw once, after a Nexus, if there is an alliance."
            yield Objection(DRAWS, words, "NOT_ELIGIBLE", firm=True)

    def objections(self, table: Table) -> Iterator[Objection]:
        yield from super().objections(table)
        yield from on_own_phone(table, self.seat, DRAWS)


class DrawNexus(DrawChoice, by="both", own_phone=True, grave=True):
    """Draw a Nexus card for the one held, if any; ``again`` if it should be the faction's own."""

    does, you = "may draw a Nexus card", "draw a Nexus card, or don't"
    again: bool = False

    @classmethod
    def ways(cls, table: Table, now: str) -> Iterator[Offer]:
        label = "Swap your Nexus card for another" if now in holders(table) else "Draw a Nexus card"
        yield cls.way(label, *_unless_own(table))

    def outcome(self, table: Table, now: str, chance: Chance) -> Iterable[Event]:
        if cards_are_dealt(table):
            return drawn(table, now, self.again, chance)
        return (NexusDrawn(now, sealed(FACE_DOWN), ()),)


class DeclineNexus(DrawChoice, by="both", own_phone=True, becomes=NexusDeclined):
    """Draw none after this Nexus."""

    @classmethod
    def ways(cls, table: Table, now: str) -> Iterator[Offer]:
        yield cls.way("Keep your Nexus card" if now in holders(table) else "Draw no Nexus card")


class TellNexus(SeatCommand, by="seat"):
    """Enter the printed card that one holds."""

    card: str

    def open_to_seat(self, table: Table) -> bool:
        return self.seat in holders(table) and not cards_are_dealt(table)

    def objections(self, table: Table) -> Iterable[Objection]:
        if self.seat not in holders(table) or cards_are_dealt(table):
            yield Objection(HELD, "You hold no printed Nexus card.", firm=True)
        elif self.card not in NEXUS_CARDS:
            yield Objection(HELD, "There is no such Nexus card. Choose one from the list.", "BAD_INPUT", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield NexusNoted(self.seat, sealed(self.card, self.seat))


class ShowNexus(SeatCommand, by="both", led=False, grave=True):
    """Show one's card and do at the table what it says."""

    card: str

    def open_to_seat(self, table: Table) -> bool:
        return self.seat in holders(table)

    def objections(self, table: Table) -> Iterable[Objection]:
        known_card = held_nexus(table, self.seat)
        if self.seat not in holders(table):
            yield Objection(
                HELD, say("{seat:The holds} no Nexus card.", seat=named(self.seat)), "CARD_NOT_HELD", firm=True
            )
        elif self.card not in NEXUS_CARDS or known_card not in {"", self.card}:
            yield Objection(USES, "You hold another Nexus card. Nobody saw this.", "CARD_NOT_HELD", firm=True)
        yield from on_own_phone(table, self.seat, "4.97.07")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        if held_nexus(table, self.seat) not in {"", self.card}:
            yield NothingToShow(self.seat)
            return
        yield NexusPlayed(self.seat, self.card, use_of(table, self.seat, self.card))


# -- on the screens -----------------------------------------------------------------------------------


@adds(LeftOver, rule=DRAWS)
def nobody_has_drawn(question: LeftOver, table: Table) -> Iterable[Undone]:
    """They draw when the Nexus is over."""
    due = table.phase == "spice_blow" and table.turn > 1 and playing(table) and table.alliances
    if due and nexus_now(table) and any(not table.ally(seat) for seat in table.seats):
        words = "End the Nexus first: then Nexus cards are drawn."
        yield Undone(words, DRAWS, False, True, passed=went_on(NONE_DRAWN(), DRAWS))


@adds(Offers, rule=DRAWS, phase="spice_blow", seat=TABLE)
def draw_at_the_table(question: Offers, table: Table) -> Iterable[Offer]:
    for whose in _whose(table, may_draw(table)):
        yield Offer(DrawNexus, "Draw a Nexus card", DRAWS, (whose, *_unless_own(table)))
        yield Offer(DeclineNexus, "Draw no Nexus card", DRAWS, (whose,))


def _unless_own(table: Table) -> tuple[Blank, ...]:
    """Return what is said before a draw, so that nobody sees which card it was."""
    return (Blank("again", "Draw again if it is your own faction's", "checkbox"),) if cards_are_dealt(table) else ()


@adds(Offers, rule=HELD, seat=TABLE)
def shown_at_the_table(question: Offers, table: Table) -> Iterable[Offer]:
    for whose in _whose(table, holders(table)):
        which = Blank("card", "Nexus card", "select", choices=_choices())
        yield Offer(ShowNexus, "Play a Nexus card", USES, (whose, which), aside=True)


def _whose(table: Table, seats: Iterable[str]) -> Iterator[Blank]:
    """Yield the choice of those among these seats who have no phone, if there are any."""
    if aloud := tuple((seat, faction_name(seat)) for seat in seats if seat not in phones_of(table)):
        yield Blank("seat", "Whose", "select", choices=aloud)


def _choices() -> tuple[tuple[str, str], ...]:
    return tuple((card, faction_name(card)) for card in NEXUS_CARDS)


def _by_hand(table: Table) -> bool:
    """Return True if the referee may not see the moment in which a card works."""
    return not (cards_are_dealt(table) and positions_kept(table) and plans_are_on_phones(table)) or by_hand(table)


@adds(SecretOffers, rule=HELD)
def your_own(question: SecretOffers, table: Table) -> Iterable[Offer]:
    seat, card = question.seat, held_nexus(table, question.seat)
    if seat not in holders(table):
        return
    if not cards_are_dealt(table):
        blank = Blank("card", "Nexus card", "select", value=card, choices=_choices())
        yield Offer(TellNexus, "Enter your Nexus card", HELD, (blank,), aside=bool(card))
    if card and _by_hand(table):
        words = "It is used up. Do at the table what it says."
        yield Offer(ShowNexus, "Use your Nexus card by hand", USES, fixed=(("card", card),), aside=True, asks=words)


@adds(BehindShield, rule=HELD)
def what_it_does(question: BehindShield, table: Table) -> Iterable[Kept]:
    card = held_nexus(table, question.seat)
    if card:
        rule = use_of(table, question.seat, card)
        title, text = rulebook()[rule].title, rulebook()[rule].text[0]
        yield Kept(
            say("Nexus card: {card}", card=faction_name(card)),
            (title, text),
            rule,
            now=True,
            kind="nexus_cards",
            things=(card,),
        )


# -- in scripts and on paper -----------------------------------------------------------------------------------------


def _lay(table: Table, held: Iterable[Thing]) -> Iterable[Event]:
    return [NexusNoted(one.seat, sealed(one.name, one.seat) if one.name else sealed(FACE_DOWN)) for one in held]


def _held(table: Table) -> Iterable[Thing]:
    return (Thing(held_nexus(table, seat), seat) for seat in holders(table))


CARDS_HELD = Things("nexus_cards", OWNERS, NEXUS_CARDS, _lay, _held, CARDS)
EXPLAINED["nexus_cards"] = Explained(
    "Nexus cards",
    lambda: {one: Does(uses["betrayal"].rpartition(".")[0]) for one, uses in NEXUS_CARDS.items()},
    "special",
    "Nexus card",
    now=lambda table, card: _way_of_use(table, card),
)


def _way_of_use(table: Table, card: Thing) -> Iterator[Holds]:
    rule = use_of(table, card.seat, card.name)
    yield Holds(rulebook()[rule].title, rule)
    yield Holds(rulebook()[rule].text[0], rule)


@CARDS_HELD.on_paper("nexus", RULE, "seat")
def held_by(table: Table, held: Iterable[Thing]) -> str:
    return say("Nexus cards: {seats}", seats=listed([faction_name(one.seat) for one in held], ","))


def _own(table: Table, seat: str, card: str) -> Iterable[Event]:
    return [NexusNoted(seat, sealed(card, seat))] if seat in table.state(NexusHands).of else []


@PaperLine("nexus", RULE, _own, (lambda table, text: text if text in NEXUS_CARDS else None,))
def on_the_own_sheet(table: Table, seat: str) -> tuple[str, list[str]] | None:
    card = held_nexus(table, seat)
    return (say("Nexus card: {card}", card=faction_name(card)), [card]) if card else None
