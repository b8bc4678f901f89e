"""Nexus cards: who holds which, what a holder may do with one, and what was done with them in this turn.

Each card belongs to a faction, which need not play. Who plays it decides how: its own faction by *Cunning*, others
against that faction by *Betrayal*, and if nobody has the faction as a *Secret Ally*. It is public that a seat holds a
card; only that seat knows which. What a card does stands in the room of its faction.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field
from typing import Any, ClassVar, Final, Literal, NamedTuple, TypeAlias

from referee.common.boxes import THIRD, in_play, module, serves
from referee.common.factions import faction_name
from referee.common.turn import ANY, OfTurn, in_phase, of_turn
from referee.kernel import (
    Called,
    Chance,
    Event,
    FaceDown,
    Objection,
    Pile,
    Public,
    Sealed,
    SeatEvent,
    State,
    Table,
    known,
    lends,
    say,
)
from referee.offers.choices import Choice
from referee.rulebook.book import rulebook

Mode: TypeAlias = Literal["betrayal", "cunning", "secret ally"]
BETRAYAL: Final = "betrayal"
CUNNING: Final = "cunning"
ALLY: Final = "secret ally"
MODES: tuple[Mode, ...] = (BETRAYAL, CUNNING, ALLY)
RULE, HELD, USES = "4.05", "4.05.02", "4.05.03"
CARDS = module(
    "M5",
    RULE,
    "Nexus cards",
    "Twelve secret cards; players without an ally draw one after a Nexus.",
    THIRD,
    room="referee.modules.nexus_cards",
)


def are_in_play(table: Table) -> bool:
    return in_play(table, CARDS)


lends(are_in_play)  # a Secret Ally is the power of a faction that nobody plays
NEXUS_CARDS: dict[str, dict[Mode, str]] = {}  # the rules of the three uses of each faction's card
USE: dict[str, tuple[str, Mode]] = {}  # faction and mode of each use, by its rule


def nexus_card(faction: str, *uses: str) -> tuple[str, ...]:
    """Register the card of a faction, by the rules of its three uses.

    What it offers stands in the faction's ``nexus_card``, which is silent where the module is not in play.
    """
    serves(CARDS, f"referee.factions.{faction}.nexus_card")
    NEXUS_CARDS[faction] = dict(zip(MODES, uses, strict=True))
    USE.update((use, (faction, mode)) for mode, use in NEXUS_CARDS[faction].items())
    return uses


STOPS: dict[str, str] = {}  # the rule of the use that stops a power, by the rule of the power


class NexusHands(State):
    """The card each seat holds, as far as this viewer knows."""

    of: dict[str, str | FaceDown] = field(default_factory=dict)


class NexusDeck(State):
    """The cards that nobody holds: those to draw, as the referee alone knows them, and those used or laid away."""

    pile: Pile = field(default_factory=Pile)
    discard: list[str] = field(default_factory=list)
    begun: bool = False


class NexusUses(OfTurn):
    """The uses made in this turn: seat, rule, and what it was aimed at ("" for nothing)."""

    made: list[tuple[str, str, str]] = field(default_factory=list)


def holders(table: Table) -> tuple[str, ...]:
    """Return who holds a Nexus card; public."""
    kept = table.get(NexusHands)
    return tuple(kept.of) if kept else ()


def held_nexus(table: Table, seat: str) -> str:
    """Return the faction of the card a seat holds, "" for none or one that this viewer does not know."""
    kept = table.get(NexusHands)
    card = kept.of.get(seat, "") if kept else ""
    return card if isinstance(card, str) else ""


def said_of(mode: Mode) -> str:
    return {BETRAYAL: say("betrayal"), CUNNING: say("cunning"), ALLY: say("secret ally")}[mode]


def mode_of(table: Table, seat: str, card: str) -> Mode:
    """Return how this seat would use a card."""
    return CUNNING if card == seat else BETRAYAL if card in table.seats else ALLY


def use_of(table: Table, seat: str, card: str) -> str:
    """Return the rule of how this seat would use a card."""
    return NEXUS_CARDS[card][mode_of(table, seat, card)]


def may_use(table: Table, seat: str, rule: str) -> bool:
    """Return True if this seat holds the card of a use, as far as this viewer knows, and may use it so."""
    card, mode = USE[rule]
    return bool(seat) and held_nexus(table, seat) == card and mode_of(table, seat, card) == mode


def might_use(table: Table, seat: str, rule: str) -> bool:
    """Return True if by public knowledge this seat could hold the card of a use, and use it so."""
    card, mode = USE[rule]
    return seat in holders(table) and mode_of(table, seat, card) == mode and not table.ally(seat)


def _let_go(table: Table, seat: str, card: object) -> None:
    kept, deck = table.state(NexusHands), table.state(NexusDeck)
    kept.of.pop(seat, None)
    table.put(kept)
    if isinstance(card, str) and card:
        deck.discard.append(card)
        table.put(deck)


def used(table: Table, rule: str, seat: str = "", aim: str = "") -> bool:
    """Return True if a use was made in this turn, by this seat and with this aim if they are given."""
    kept = table.get(NexusUses)
    if kept is None or kept.turn != table.turn:
        return False
    return any(rule == one and seat in {"", by} and aim in {"", at} for by, one, at in kept.made)


class NexusPlayed(SeatEvent, shows="card"):
    """A Nexus card was shown, used and discarded; ``use`` is the rule, ``aim`` what it works on."""

    card: Public[str]
    use: Public[str]
    aim: Public[str] = ""
    mode = property(lambda event: said_of(USE[event.use][1]))
    says = "{seat!n:The plays} the Nexus card {card!f}: {mode}."

    def rules(self) -> tuple[str, ...]:
        return (self.use, USES)

    def apply(self, table: Table) -> None:
        _let_go(table, self.seat, self.card)
        table.put(of_turn(table, NexusUses)).made.append((self.seat, self.use, self.aim))

    def moment(self, name: Called) -> tuple[str, str]:
        of = {"seat": name(self.seat), "card": faction_name(self.card), "title": rulebook()[self.use].title}
        return "Nexus card!", say("{seat:The plays} the {card} card. {title}.", **of)


class NexusNoted(SeatEvent, because=(HELD,), shows="card", own=True):
    """These seats hold a Nexus card, known to its holder if it was entered."""

    card: Sealed[str]

    def apply(self, table: Table) -> None:
        table.put(table.state(NexusHands)).of[self.seat] = self.card

    def sentence(self, name: Called) -> str:
        which = f": {faction_name(self.card)}" if known(self.card) and self.card else ""
        return say("{seat:The holds} a Nexus card{which}.", seat=name(self.seat), which=which)


class NexusGone(SeatEvent):
    """A Nexus card was laid away unused; nobody sees which one it was."""

    card: Sealed[str]
    why: Public[tuple[str, ...]]
    says = "{seat!n:The discards} a Nexus card unused."

    def apply(self, table: Table) -> None:
        _let_go(table, self.seat, self.card)


# -- a use --------------------------------------------------------------------------------------------


class NexusHeld(NamedTuple):
    """The card that a seat holds, as far as this viewer knows, and how it would use it."""

    seat: str
    card: str
    mode: Mode


class NexusUse(Choice[NexusHeld], abstract=True, by="seat", grave=True):
    """A use of a Nexus card; each kind below it says which by its ``rule``, and what it ``brings``.

    The card is marked as used on ``aim``, or on what the field ``aims_at`` says.
    """

    rule, phase, hidden, free = USES, ANY, True, True
    aim: ClassVar[str] = ""
    aims_at: ClassVar[str] = ""

    @classmethod
    def all_waiting(cls, table: Table) -> Iterator[NexusHeld]:
        for seat in holders(table):
            if card := held_nexus(table, seat):
                yield NexusHeld(seat, card, mode_of(table, seat, card))

    @classmethod
    def concerned(cls, now: NexusHeld) -> bool:
        return USE[cls.rule] == (now.card, now.mode)

    def open_to_seat(self, table: Table) -> bool:
        return might_use(table, self.seat, self.rule)

    def not_asked(self, table: Table) -> Iterable[Objection]:
        return [*no_such_card(table, self.seat, self.rule)] or in_phase(table, self.phase)

    def aimed(self, table: Table) -> str:
        return str(getattr(self, self.aims_at)) if self.aims_at else self.aim

    def brings(self, table: Table, chance: Chance) -> Iterable[Event]:
        """Yield what follows once the card was shown."""
        return ()

    def outcome(self, table: Table, now: NexusHeld, chance: Chance) -> Iterator[Event]:
        yield self.played(self.aimed(table))
        yield from self.brings(table, chance)

    def played(self, aim: str = "") -> NexusPlayed:
        return NexusPlayed(self.seat, USE[self.rule][0], self.rule, aim)


class AfterPayment(NexusUse, abstract=True, at_once=True):
    """A use that changes what was just paid, once for each payment."""

    @staticmethod
    def paid(table: Table) -> Any:
        """Return the payment that may be changed now, with its ``number`` in the phase; ``None`` for none."""
        raise NotImplementedError

    def change(self, table: Table, paid: Any) -> Iterable[Event]:
        raise NotImplementedError

    def outcome(self, table: Table, now: NexusHeld, chance: Chance) -> Iterator[Event]:
        paid = self.paid(table)
        if paid is not None:
            yield self.played(str(paid.number))
            yield from self.change(table, paid)


def no_such_card(table: Table, seat: str, rule: str) -> Iterator[Objection]:
    """Object unless a seat holds the card of this use and may use it so."""
    card, mode = USE[rule]
    if held_nexus(table, seat) != card:
        words = say("You do not hold the Nexus card {card}. Nobody saw this.", card=faction_name(card))
        yield Objection(USES, words, "CARD_NOT_HELD", firm=True)
    elif mode_of(table, seat, card) != mode:
        of = {"table": said_of(mode_of(table, seat, card)), "mode": said_of(mode)}
        words = say("You play this card by {table} now, not by {mode}.", **of)
        yield Objection(USES, words, "NOT_ELIGIBLE", firm=True)
