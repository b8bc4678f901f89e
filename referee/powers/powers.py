"""Powers that Karama can stop, and the window in which it may be played.

A power with a star before its text is prevented beforehand, one with a star after it is canceled when it is used. So
that everybody has a fair chance, a power is announced and a window opens (4.90.03, option K8): the same window, button
and seconds on every phone, whatever anybody holds. What can be stopped is public.

A card may count as Karama, and unlock the power that each faction has once in the whole advanced game. Which card does
so, or makes a shipment cheap, is defined with the cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import field
from typing import Literal, TypeAlias

from referee.common.factions import faction_name
from referee.common.lines_on_paper import PaperLine, a_seat
from referee.kernel import (
    Called,
    Event,
    Objection,
    Public,
    Question,
    SeatEvent,
    SeatQuestion,
    State,
    Table,
    Value,
    ask,
    card_name,
    count,
    listed,
    meant,
    option,
    ruling,
    say,
    setting,
    title_of,
)
from referee.offers.offer import halted
from referee.rulebook.book import rulebook

TURN = 3
AT_A_SALE = 10  # seconds to take the card with Karama

KARAMA_WINDOW = option(
    "K8",
    "4.92.08",
    "Time to play Karama",
    ("8", "8 s", "The same button on all phones; it ends early when everybody is ready."),
    ("10", "10 s", "A little longer on all phones."),
    ("5", "5 s", "A short window on all phones."),
    ("20", "20 s", "A long window on all phones."),
    ("all", "Until everybody answers", "The game waits for every player."),
    ("off", meant("None", "time"), "To stop a power, speak up in time."),
    seconds=(5, 60),
)
KARAMA_PURCHASE = option(
    "B11",
    "4.91.11",
    "Taking a card with Karama",
    ("turn", "On your turn", "It ends the auction of this card."),
    ("instead", "Instead of paying", "After winning the card."),
    ("any", "At any time", "While the card is up."),
)


Star: TypeAlias = Literal["before", "after", "both"]


class Power(Value):
    """A stoppable power: its rule, owner, id in scripts, and where its star is.

    Of a power ``by_hand`` the referee sees only the announcement: it is used on the board.
    """

    rule: str
    seat: str
    key: str
    star: Star
    line: str
    by_hand: bool = False

    def __post_init__(self) -> None:
        _declared.setdefault(self.rule, self)


_declared: dict[str, Power] = {}


def power_by_rule(rule: str, seat: str) -> Power:
    """Return a power as it was declared; a house rule's folder may have gone with its owner."""
    return _declared.get(rule) or Power(rule, seat, "", "after", title_of(rule))


def is_a_power(key: str) -> bool:
    """Return True for the id of a power that Karama can stop, of factions that do not play here too."""
    return any(power.key == key for power in _declared.values())


def too_early(power: Power) -> str:
    """Return why a power with a star after it cannot be prevented (3.01.11.02)."""
    return say("“{title}” can be stopped only when it is used. Wait for that.", title=rulebook()[power.rule].title)


def too_late(power: Power) -> str:
    """Return why a power that is not being used cannot be canceled (3.01.11.01)."""
    return say("Nobody is using “{title}” now. Keep the card until they do.", title=rulebook()[power.rule].title)


class Stoppable(Question[tuple[Power, ...]], rule="1.00.05", answer=()):
    """Which powers can be stopped now: before a ``card`` comes up, at a ``sale``, ``ahead`` of use, in a phase?

    ``any`` stands for those that affect the ledger, in whatever phase.
    """

    moment: str


def starred(power: Power, *phases: str, advanced: bool = False, ledger: bool = False, ally: bool = False) -> Power:
    """Register a power as stoppable in these phases, and return it."""
    moments = {*phases, "any"} if ledger else set(phases)

    def may_be_stopped(question: Stoppable, table: Table, so_far: tuple[Power, ...]) -> tuple[Power, ...] | None:
        due = power.seat in table.seats and (not advanced or table.rules == "advanced")
        due = due and (not ally or bool(table.ally(power.seat)) or question.moment == "any")
        return (*so_far, power) if due else None

    for moment in sorted(moments):
        ruling(Stoppable, rule=power.rule, moment=moment)(may_be_stopped)
    return power


def stoppable(table: Table, moment: str) -> tuple[Power, ...]:
    """Return the powers that can be stopped now, except suspended ones."""
    powers = ask(table, Stoppable(moment)).value
    return tuple(power for power in powers if power.rule not in table.suspended)


def stop_window(table: Table, moment: str) -> int:
    """Return the seconds of the window at this moment: 0 if nothing can be stopped."""
    return stop_seconds(table) if stoppable(table, moment) else 0


def stop_seconds(table: Table) -> int:
    """Return how long the window for Karama stays open: 0 means none, -1 until everybody has answered (4.90.03)."""
    value = setting(table, KARAMA_WINDOW)
    return int({"off": "0", "all": "-1"}.get(value, value))


def sale_seconds(table: Table) -> int:
    """Return how long the window between the last pass and the payment is, in the same numbers (1.04.06.02).

    It is the one for Karama; every sale has one if everybody must answer, or if Karama takes the place of the payment.
    """
    seconds = stop_seconds(table)
    if seconds >= 0 and not stoppable(table, "sale"):
        seconds = 0
    return seconds or (AT_A_SALE if setting(table, KARAMA_PURCHASE) == "instead" else 0)


class SilenceOver(Event, because=("3.01.11.01",)):
    """A phase is over: suspensions for one use or for the phase end."""

    def apply(self, table: Table) -> None:
        table.suspended = {rule: n for rule, n in table.suspended.items() if n == TURN}


class CountsAsKarama(SeatQuestion[bool], rule="1.00.02", answer=False):
    """Does this card do what Karama does in this faction's hand?"""

    card: str


# -- once-a-game powers -------------------------------------------------------------------------------


class OnceUsed(State):
    seats: set[str] = field(default_factory=set)


class OnceAGame(SeatQuestion[str], rule="3.01.11.05", answer=""):
    """Which once-a-game power may this faction use now? "" means none."""


class SpecialUsed(SeatEvent):
    of: Public[str]
    why: Public[tuple[str, ...]]

    def apply(self, table: Table) -> None:
        table.put(table.state(OnceUsed)).seats.add(self.seat)

    def pattern(self) -> str:
        on_another = "{seat!n:The uses} their once-a-game power on {of!n}."
        return "{seat!n:The uses} their once-a-game power." if self.of == self.seat else on_another


class CardsWanted(State):
    """How many cards a once-a-game power is to take."""

    many: int = 0


class CardsNamed(SeatEvent, because=("4.92.11",)):
    """Announced right before the once-a-game power: how many cards it takes."""

    many: Public[int]

    def apply(self, table: Table) -> None:
        table.put(CardsWanted(self.many))

    def sentence(self, name: Called) -> str:
        return say("{seat:The names} {count}.", seat=name(self.seat), count=count(self.many, "card"))


class UsedBefore(Event, because=("3.01.11.05",)):
    """These factions had used their once-a-game power when the referee joined."""

    seats: Public[tuple[str, ...]]

    def apply(self, table: Table) -> None:
        table.put(table.state(OnceUsed)).seats.update(self.seats)

    def sentence(self, name: Called) -> str:
        return say("Once-a-game powers already used: {seats}.", seats=listed([*map(name, self.seats)], ","))


@PaperLine("once", "3.01.11.05", lambda table, _, *seats: [UsedBefore(seats)], each=a_seat, public=True)
def used_up(table: Table, _: str) -> tuple[str, list[str]] | None:
    seats = [seat for seat in table.seats if seat in table.state(OnceUsed).seats]
    return (
        (say("Once-a-game power used: {faction_name}", faction_name=listed([*map(faction_name, seats)], ",")), seats)
        if seats
        else None
    )


def unfinished(table: Table) -> Iterable[Objection]:
    """Object while a power is under way."""
    waits = halted(table)
    if waits:
        yield Objection("1.00.05", waits.halts, firm=True)


class KaramaBarred(SeatQuestion[str], rule="1.00.05", answer=""):
    """Why may this faction play no Karama in this phase? "" if it may; must be decided by public knowledge.

    CHOAM alone answer, who forbid it one other faction: every window must know whom it asks.
    """


def is_karama(table: Table, seat: str) -> Callable[[str], bool]:
    """Return a predicate for cards that count as Karama in this faction's hand."""
    return lambda card: ask(table, CountsAsKarama(seat, card)).value


# -- the card that counts as Karama, and what it unlocks ----------------------------------------------


class CardPlayed(SeatQuestion[str], rule="1.00.02", answer=""):
    """Which card would this faction play to stop or unlock a power, the one named if it counts? "" means none.

    Karama's room alone answers: it prefers the card itself to one that counts as it, and only there has it a name.
    """

    named: str


def counting(table: Table, seat: str) -> tuple[str, ...]:
    """Return the names of known cards in this hand that count as Karama."""
    cards = (card for card in table.seats[seat].hand.faces() if ask(table, CountsAsKarama(seat, card)).value)
    return tuple(dict.fromkeys(card_name(card) for card in cards))
