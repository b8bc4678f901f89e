"""What a faction, or the table, may do in this phase, as buttons and forms that screens draw, and what it has to do.

A room answers ``Offers`` with commands and their blanks. Only public facts go into an offer, so that a phase looks the
same on every phone that may act.

``Duties`` is asked on a viewer's own table. What only its owner may know of is a ``secret`` duty there; on the public
table it is at most a ``HeadCount``, so many of so many. ``Halts`` are duties that hold up the whole game. Headlines,
the waiting line, the orange seats, what stands first behind the shield and what a phase leaves undone are drawn from
these and from nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Literal

from referee.common.factions import elites, faction_name
from referee.common.turn import by_hand
from referee.kernel import YOU, Command, Event, Pile, Question, SeatQuestion, Table, Value, ask, card_name, listed, say

TABLE = ""
NO_END = 10**9  # where no purse is known that could not pay
CHOOSE, CHOOSE_FACTION = ("", "Choose"), ("", "Choose a faction")  # the first of a list: nothing is chosen yet
Part = Literal["", "seldom", "correction", "how to play", "before the plans", "end of a battle", "strongholds"]
BlankKind = Literal["text", "textarea", "number", "select", "place", "radio", "tap", "checkbox"]


class Blank(Value):
    """A field to fill in: the command's field, label, and number range, choices, tick or free text.

    Choices are a list to open (select; place: also tapped on a map), side by side (radio), or buttons of which one tap
    chooses and sends (tap; the last blank of its offer).
    """

    name: str
    label: str
    kind: BlankKind = "text"
    low: int = 0
    high: int = 20
    value: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    hint: str = ""

    def among(self, choices: tuple[tuple[str, str], ...]) -> Blank:
        """Return the same field with other choices."""
        return Blank(self.name, self.label, self.kind, self.low, self.high, self.value, choices, self.hint)


class Offer(Value):
    """A command that may be made now: label, rule, fixed fields and blanks; ``aside`` if seldom needed.

    With ``why_not`` it is shown but disabled, for that reason. ``at_once``: asked of a seat or the table before all
    else; ``lead``: the phase waits for this button of the table. A toggle is ``on`` or off. ``asks`` is a question
    before it is done, ``sure`` what would be lost. ``part`` names its part of a screen. ``until`` is a sentence: when
    others close it, if that is before the phase ends. ``judged``: its room lists only choices that its command allows,
    so that the first one speaks for all.
    """

    command: type[Command]
    label: str
    rule: str = ""
    blanks: tuple[Blank, ...] = ()
    fixed: tuple[tuple[str, str], ...] = ()
    aside: bool = False
    why_not: str = ""
    at_once: bool = False
    lead: bool = False
    small: str = ""
    icon: str = ""
    on: bool | None = None
    asks: str = ""
    sure: str = ""
    part: Part = ""
    until: str = ""
    judged: bool = False

    @property
    def name(self) -> str:
        """Return the command's name in a form."""
        return self.command.__name__


class Offers(SeatQuestion[tuple[Offer, ...]], rule="0.01", of_players=True, answer=()):
    """What may this seat do now, in this phase? The seat "" is the table.

    Rulings for one phase or seat only say so, and are not asked about others.
    """

    phase: str


def offers(table: Table, seat: str) -> tuple[Offer, ...]:
    """Return what this seat may do in this phase; in a phase by hand only what is offered at all times (4.97.11).

    What halts the game is answered there, too. Somebody who does not play may do nothing.
    """
    if seat != TABLE and seat not in table.seats:
        return ()
    shown = ask(table, Offers(seat, table.phase)).value
    if not by_hand(table):
        return shown
    halts = answering_a_halt(table)
    return tuple(
        one for one in shown if one.command in halts or (one.aside and (seat == TABLE or one.command.led is False))
    )


# -- what nobody else may see -------------------------------------------------------------------------


class SecretOffers(SeatQuestion[tuple[Offer, ...]], rule="0.01", of_players=True, answer=()):
    """What may this seat do now, in this phase, that only its owner may know of? Asked on the seat's own table.

    Rulings for one phase or seat only say so, and are not asked about others.
    """

    phase: str


class CardOffers(SeatQuestion[tuple[Offer, ...]], rule="0.01", answer=()):
    """What may a card that cancels powers do for this seat now: ``stop`` a power, ``buy`` what is for sale?

    ``buy`` is asked on the seat's own table. ``take`` is entered by the table for a player without a phone.
    """

    use: Literal["stop", "buy", "take"]


class Kept(Value):
    """Something behind a shield besides cards and spice: title, lines, rule; ``now`` if it matters at once.

    ``opened`` is the title once all shields are open, ``on_paper`` the lines of a printed sheet, if they are others.
    Of ``things`` of a ``kind`` the phone shows the cards in place of the lines (``EXPLAINED`` in ``common/things``).
    """

    title: str
    lines: tuple[str, ...]
    rule: str
    now: bool = False
    opened: str = ""
    on_paper: tuple[str, ...] = ()
    kind: str = ""
    things: tuple[str, ...] = ()


class BehindShield(SeatQuestion[tuple[Kept, ...]], rule="0.01", answer=()):
    """What is behind this seat's shield besides cards and spice? Asked on the seat's own table."""


def secret_offers(table: Table, seat: str) -> tuple[Offer, ...]:
    """Return what this seat may do in secret; needs the seat's own table.

    In a phase by hand that is what is not led, or answers what halts the game (4.97.11).
    """
    shown = ask(table, SecretOffers(seat, table.phase)).value
    if not by_hand(table):
        return shown
    halts = answering_a_halt(table)
    return tuple(one for one in shown if one.command in halts or not is_led(one.command))


def is_led(kind: type[Command]) -> bool:
    """Return True if a seat sends it only in phases that the referee leads."""
    return kind.by == "both" if kind.led is None else kind.led


def behind_shield(table: Table, seat: str) -> tuple[Kept, ...]:
    """Return what is behind the shield besides cards and spice; needs the seat's own table."""
    return ask(table, BehindShield(seat)).value


PLAIN = Blank("normal", "Forces", "number", 0, 20, "1")


def forces(*seats: str) -> tuple[Blank, ...]:
    """Return blanks for forces, special ones by name if one of these factions has any (0.13)."""
    best = elites(seats)
    return (PLAIN, Blank("special", best, "number", 0, 7, "0")) if best else (PLAIN,)


def seats_of(table: Table) -> tuple[tuple[str, str], ...]:
    return _with_names(tuple(table.seats))


@cache
def _with_names(seats: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    return tuple((seat, faction_name(seat)) for seat in seats)


def others_of(table: Table, seat: str) -> tuple[tuple[str, str], ...]:
    return tuple(pair for pair in seats_of(table) if pair[0] != seat)


def pick(
    name: str,
    label: str,
    choices: Iterable[str],
    kind: BlankKind = "select",
    called: Callable[[str], str] = lambda one: one,
) -> Blank:
    """Return a choice of these, by what each is ``called`` where that is another word."""
    return Blank(name, label, kind, choices=tuple((one, called(one)) for one in choices))


def cards_to_choose(cards: Iterable[str]) -> tuple[tuple[str, str], ...]:
    return tuple((card, card_name(card)) for card in cards)


def hand_to_choose(hand: Pile) -> tuple[tuple[str, str], ...]:
    """Return the cards of a hand; hidden ones are one choice, of the value ""."""
    unknown = (("", "An unknown card"),) if len(hand.faces()) < len(hand) else ()
    return (*cards_to_choose(hand.faces()), *unknown)


def seat_and_sum(seats: Iterable[str], label: str, least: int, most: int | None, usual: int = 0) -> tuple[Blank, Blank]:
    """Return blanks for a faction and an amount of spice; ``most`` is ``None`` if the purse is unknown."""
    choices = tuple((seat, faction_name(seat)) for seat in seats)
    amount = Blank("amount", label, "number", least, NO_END if most is None else most, str(max(least, usual)))
    return Blank("to", "Faction", "select", value=choices[0][0], choices=choices), amount


# -- duties: what has to be done now, declared by the room that has the command -----------------------


MOST_NAMED = 3
MOST_LEFT_OUT = 2


class Duty(Value):
    """What a seat has to do, and the commands that do it.

    ``does`` is a verb phrase in the singular, "places 10 forces". It is done behind the shield if ``shielded``.
    ``you`` is what its player reads, where that is not the same phrase; ``asks`` is a whole headline, a question that
    only its player can answer, in place of an order. ``later``: the seat's turn comes. ``secret``:
    nobody else may know that it is due. What ``holds`` is done before the table goes on, unless it confirms; a seat
    that ``loses`` its choice is named by the button. ``about``: the rule of what behind its shield must be seen first.
    ``then`` is what follows, in a sentence. ``halts`` says why
    everything else waits. What is ``free`` nobody waits for: its own phone alone reads that it may be done. ``passed``
    happens if the table goes on to another phase without it, but for those in which it ``stays`` due: its sentence says
    what holds then. A ``secret`` duty has none that tells.
    """

    seat: str
    does: str
    rule: str
    by: tuple[type[Command], ...]
    you: str = ""
    asks: str = ""
    shielded: bool = False
    later: bool = False
    secret: bool = False
    holds: bool = False
    loses: bool = False
    about: str = ""
    then: str = ""
    halts: str = ""
    free: bool = False
    passed: tuple[Event, ...] = ()
    stays: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """Return what it says to its player: "place 10 forces"."""
        return self.you or YOU.verb(self.does)


class HeadCount(Value):
    """How many of those who are asked have answered, where names would tell something.

    With ``undone``, "have no traitor yet", it holds up the next phase. ``asked`` are those whose answers count, where
    that is public: who of them has answered is not. Where that is public too, ``named`` are those who have not, each
    with a duty of its own. ``besides`` are all the rest, where the shorter list is theirs. ``passed`` is as in a duty.
    """

    title: str
    done: int
    of: int
    rule: str
    undone: str = ""
    asked: tuple[str, ...] = ()
    passed: tuple[Event, ...] = ()
    named: tuple[str, ...] = ()
    besides: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        return self.words_to("")

    def words_to(self, seat: str) -> str:
        """Return it as this seat reads it, which is never named to itself; "" where it alone is left."""
        counted = say("{title} {done} of {of}", title=self.title, done=self.done, of=self.of)
        if not self.named and (not self.asked or (len(self.asked) > MOST_NAMED and not self.besides)):
            return counted
        left = self.named or self.asked
        if self.named or not self.done:  # who has not answered is public, or nobody has
            who = those(left, self.besides, seat)
            return say("{counted}: waiting for {seats}", counted=counted, seats=who) if who else ""
        who = those(left, self.besides, seat, you="you")
        return say("{counted} ({seats})", counted=counted, seats=who)


def those(seats: tuple[str, ...], besides: tuple[str, ...] = (), me: str = "", you: str = "") -> str:
    """Return who they are by name; of more than three, who of all they are not, where those are two at most.

    Who reads it, ``me``, is left out, or is ``you`` among them.
    """
    if len(seats) > MOST_NAMED and len(besides) <= MOST_LEFT_OUT:
        but = _names(tuple(one for one in besides if one != me))
        if me:
            return say("all others but {seats}", seats=but) if but else "all others"
        return say("all but {seats}", seats=but) if but else say("everyone")
    return _names(tuple(one for one in seats if one != me), you if me in seats else "")


def _names(seats: tuple[str, ...], you: str = "") -> str:
    return listed([*(faction_name(one) for one in seats), *([you] if you else [])], ",")


class Duties(Question[tuple[Duty | HeadCount, ...]], rule="0.01", of_players=True, answer=()):
    """What is due in this phase, as far as this table's viewer may know?"""

    phase: str


class Halts(Question[tuple[Duty, ...]], rule="1.00.05", of_players=True, answer=()):
    """What must be done before anything else goes on? Public."""


def halted(table: Table) -> Duty | None:
    """Return the duty that everything else waits for."""
    return next(iter(ask(table, Halts()).value), None)


def answering_a_halt(table: Table) -> frozenset[type[Command]]:
    """Return the commands that deal with what holds up the whole game."""
    return frozenset(kind for duty in ask(table, Halts()).value for kind in duty.by)
