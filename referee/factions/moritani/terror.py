"""Terror tokens: six, one of each kind, face down; one is placed or moved in each Mentat Pause.

Where tokens lie is public; which lies where only Moritani know, and the referee if they have a phone. A token without a
known face is named when it is revealed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from referee.board.entries import reaction_now
from referee.board.territories import TERRITORIES, is_stronghold, on_board
from referee.board.worlds import is_high
from referee.common.lines_on_paper import PaperLine, one_of
from referee.common.phones_at_seats import phones_of
from referee.common.turn import in_phase
from referee.factions.moritani import ME
from referee.kernel.commands import Command, Objection
from referee.kernel.events import FACE_DOWN, Event, Public, Sealed, Whisper, known, sealed
from referee.kernel.rulings import Chance, adds, option, setting
from referee.kernel.table import Table
from referee.kernel.wording import Called, listed, say
from referee.offers.offer import BehindShield, Blank, Duties, Duty, Kept, Offer, Offers, SecretOffers
from referee.powers.karama_windows import announced_with
from referee.powers.powers import Power, starred

SUPPLY, RULE = "2.12.03", "2.12.04"
TOKENS = {
    "assassination": "Assassination",
    "atomics": "Atomics",
    "extortion": "Extortion",
    "robbery": "Robbery",
    "sabotage": "Sabotage",
    "sneak_attack": "Sneak Attack",
}
STRIKES = {
    "assassination": "A leader of {of} dies, drawn at random.",
    "atomics": "All forces in {place} die, and nobody ships there from now on.",
    "extortion": "Moritani get spice. Any player may pay them to be rid of the token.",
    "robbery": "Moritani rob {of}: half of the spice, or a card of the deck.",
    "sabotage": "A card of {of} is discarded at random.",
    "sneak_attack": "Moritani may send reserves to {place}.",
}
GRUMMAN = "Grumman"  # their world
SECOND = option(
    "E36",
    "4.96.36",
    "The high side of Grumman",
    ("card", "As on the card", "In Collection: a second token in a stronghold, or one off the board; then 4 spice."),
    ("pause", "In two phases", "A second token comes in the Mentat Pause; 4 spice for one taken off in Collection."),
)
POWER = starred(Power(RULE, ME, "TERROR", "after", "Moritani place or move a terror token."), "mentat_pause")


@dataclass
class Terror:
    """The tokens in each place, face down for all but Moritani, those out of the game, and the turn last placed in."""

    at: dict[str, list[object]] = field(default_factory=dict)
    gone: list[str] = field(default_factory=list)
    turn: int = 0


def terror(table: Table) -> Terror:
    return table.state(Terror)


def tokens_at(table: Table, place: str) -> list[object]:
    return terror(table).at.get(place, [])


def in_supply(table: Table) -> int:
    """Return how many tokens are neither on the board nor out of the game; public."""
    return len(TOKENS) - len(terror(table).gone) - sum(map(len, terror(table).at.values()))


def may_be_in_supply(table: Table) -> list[str]:
    """Return the kinds that are not known to be elsewhere, none if none is left."""
    lying = [one for tokens in terror(table).at.values() for one in tokens if known(one)]
    return [one for one in TOKENS if one not in terror(table).gone and one not in lying] if in_supply(table) else []


def _most(table: Table, place: str) -> int:
    """Return how many tokens may lie in a place (2.12.03), by their world in the Mentat Pause too (4.04.23)."""
    if not is_stronghold(place) or TERRITORIES[place].owner:
        return 0
    return 2 if setting(table, SECOND) == "pause" and table.phase == "mentat_pause" and is_high(table, GRUMMAN) else 1


def open_places(table: Table) -> list[str]:
    """Return where a token may be placed."""
    names = [one.name for one in on_board(table)]
    return [name for name in names if len(tokens_at(table, name)) < _most(table, name)]


# -- events -------------------------------------------------------------------------------------------


def take_token(table: Table, place: str, token: object) -> None:
    """Remove a token from a place: this one, or one face down."""
    made = table.put(terror(table))
    lying = made.at.get(place, [])
    lying.remove(token if token in lying else next((one for one in lying if not known(one)), token))
    if not lying:
        made.at.pop(place, None)


class TerrorPlaced(Event, because=(RULE,), shows="token", own=True, later=("before",)):
    """A token was placed from the supply, or moved from ``origin``; or it lay there ``before`` the table was set."""

    place: Public[str]
    origin: Public[str]
    token: Sealed[str]
    before: Public[bool] = False

    def apply(self, table: Table) -> None:
        if self.origin:
            take_token(table, self.origin, self.token)
        made = table.put(terror(table))
        made.at.setdefault(self.place, []).append(self.token)
        made.turn = table.turn if table.phase == "mentat_pause" and not self.before else made.turn

    def sentence(self, name: Called) -> str:
        if self.origin:
            return say("Moritani move a terror token from {origin} to {place}.", origin=self.origin, place=self.place)
        return say("Moritani place a terror token in {place}.", place=self.place)


class TerrorLeft(Event, because=(RULE,)):
    """Moritani place and move none in this turn."""

    seat: Public[str]
    says = "{seat!n:The leaves} the terror tokens as they are."

    def apply(self, table: Table) -> None:
        table.put(terror(table)).turn = table.turn


class TerrorRevealed(Event, shows="token"):
    """A token was turned up and leaves the board; for good unless its effect says otherwise."""

    seat: Public[str]
    of: Public[str]
    place: Public[str]
    token: Public[str]
    why: Public[tuple[str, ...]]

    def apply(self, table: Table) -> None:
        take_token(table, self.place, self.token)
        table.put(terror(table)).gone.append(self.token)

    def sentence(self, name: Called) -> str:
        return say("Moritani reveal a terror token in {place}: {token}.", place=self.place, token=TOKENS[self.token])

    def moment(self, name: Called) -> tuple[str, str]:
        title = say("{token}!", token=TOKENS[self.token])
        return title, say(STRIKES[self.token], of=name(self.of), place=self.place)


class TerrorTakenBack(Event):
    """All tokens of a place are in the supply again, unseen."""

    place: Public[str]
    why: Public[tuple[str, ...]]
    says = "Moritani take back what lay in {place}, unseen."

    def apply(self, table: Table) -> None:
        table.put(terror(table)).at.pop(self.place, None)


class TerrorReturns(Event):
    """A revealed token is in the supply again."""

    token: Public[str]
    why: Public[tuple[str, ...]]

    def apply(self, table: Table) -> None:
        table.put(terror(table)).gone.remove(self.token)

    def sentence(self, name: Called) -> str:
        return say("{token} goes back to the supply.", token=TOKENS[self.token])


# -- placing and moving -------------------------------------------------------------------------------


def no_placing(table: Table, seat: str) -> Iterator[Objection]:
    yield from in_phase(table, "mentat_pause")
    if seat != ME:
        yield Objection(RULE, "Only Moritani have terror tokens.", firm=True)
    elif terror(table).turn == table.turn:
        yield Objection(RULE, "You have placed or moved a terror token in this Mentat Pause.", firm=True)
    elif RULE in table.suspended:
        words = "Karama stopped that: no terror token is placed or moved in this Mentat Pause."
        yield Objection("3.01.11.01", words, firm=True)


def _full(table: Table, place: str) -> Iterator[Objection]:
    if place not in open_places(table):
        words = "A terror token goes into a stronghold without one, never into the Hidden Mobile Stronghold."
        yield Objection(RULE, words, "NOT_ELIGIBLE", firm=place not in TERRITORIES)


class PlaceTerror(Command, by="both", waits_for_powers=True):
    """Place a token from the supply; only a phone names it."""

    seat: str
    goal: str
    token: str = ""

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from no_placing(table, self.seat)
        yield from _full(table, self.goal)
        if not in_supply(table) or (self.token and self.token not in may_be_in_supply(table)):
            yield Objection(SUPPLY, "That token is not in your supply. Choose another.", "NOT_ELIGIBLE", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield TerrorPlaced(self.goal, "", sealed(self.token or FACE_DOWN, ME))


class MoveTerror(Command, by="both", waits_for_powers=True):
    seat: str
    origin: str
    goal: str

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from no_placing(table, self.seat)
        yield from _full(table, self.goal)
        if not tokens_at(table, self.origin):
            yield Objection(
                RULE, say("No terror token lies in {origin}.", origin=self.origin), "NOT_ELIGIBLE", firm=True
            )

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        token = tokens_at(table, self.origin)[0]
        yield TerrorPlaced(self.goal, self.origin, sealed(str(token) if known(token) else FACE_DOWN, ME))


class LeaveTerror(Command, by="both"):
    seat: str

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from no_placing(table, self.seat)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield TerrorLeft(ME)


announced_with(POWER, PlaceTerror, MoveTerror)


TO_DO = {  # by whether they have a phone, and whether a token lies on the board
    (True, True): "place a terror token behind your shield, move one, or leave them",
    (True, False): "place a terror token behind your shield, or leave them",
    (False, True): "place a terror token, move one, or leave them",
    (False, False): "place a terror token, or leave them",
}


def _may_place(table: Table) -> bool:
    return ME in table.seats and not any(no_placing(table, ME)) and table.phase == "mentat_pause"


@adds(Duties, rule=RULE, phase="mentat_pause")
def place_or_move(question: Duties, table: Table) -> Iterable[Duty]:
    if _may_place(table) and open_places(table) and (in_supply(table) or terror(table).at):
        by = (PlaceTerror, MoveTerror, LeaveTerror)
        you = TO_DO[ME in phones_of(table), bool(terror(table).at)]
        yield Duty(ME, "decides on a terror token", RULE, by, you=you, loses=True, passed=(TerrorLeft(ME),))


def _goal(table: Table) -> Blank:
    return Blank("goal", "Stronghold", "select", choices=tuple((one, one) for one in open_places(table)))


@adds(SecretOffers, rule=RULE, seat=ME)
def choose_one(question: SecretOffers, table: Table) -> Iterable[Offer]:
    kinds = may_be_in_supply(table)
    if not _may_place(table) or not kinds or not open_places(table):
        return ()
    which = Blank("token", "Token", "select", choices=tuple((one, TOKENS[one]) for one in kinds))
    return (Offer(PlaceTerror, "Place a terror token", RULE, (which, _goal(table))),)


@adds(Offers, rule=RULE, phase="mentat_pause", seat=ME)
def move_one(question: Offers, table: Table) -> Iterable[Offer]:
    if not _may_place(table):
        return
    if ME not in phones_of(table) and in_supply(table) and open_places(table):
        yield Offer(PlaceTerror, "Place a terror token, face down", RULE, (_goal(table),))
    lying = tuple((one, one) for one in terror(table).at)
    if lying and open_places(table):
        origin = Blank("origin", "From", "select", choices=lying)
        yield Offer(MoveTerror, "Move a terror token", RULE, (origin, _goal(table)))
    yield Offer(LeaveTerror, "Leave the terror tokens", RULE)


# -- on the screens and on paper ----------------------------------------------------------------------


def _named(token: object) -> str:
    return TOKENS[str(token)] if known(token) else "a token face down"


@adds(BehindShield, rule=SUPPLY, seat=ME)
def which_lies_where(question: BehindShield, table: Table) -> Iterable[Kept]:
    there = [(place, _named(one)) for place, tokens in terror(table).at.items() for one in tokens]
    lines = [say("{place}: {token}", place=place, token=token) for place, token in there]
    if supply := may_be_in_supply(table):
        lines.append(say("In your supply: {tokens}", tokens=listed([TOKENS[one] for one in supply], ",")))
    return (Kept("Terror tokens", tuple(lines), SUPPLY, now=reaction_now(table) is not None),) if lines else ()


class TerrorRecalled(Whisper, because=(SUPPLY,), shows="token", own=True):
    """Moritani entered which token lies in a place."""

    place: Public[str]
    token: Public[str]

    def apply(self, table: Table) -> None:
        if any(not known(one) for one in tokens_at(table, self.place)):
            take_token(table, self.place, FACE_DOWN)
            table.put(terror(table)).at.setdefault(self.place, []).append(self.token)


def _lay(table: Table, _: str, *places: str) -> Iterable[Event]:
    return [TerrorPlaced(place, "", sealed(FACE_DOWN, ME), before=True) for place in places]


@PaperLine("terror", SUPPLY, _lay, each=one_of(*TERRITORIES), public=True, seat=ME)
def where_they_lie(table: Table, _: str) -> tuple[str, list[str]] | None:
    lying = [place for place, tokens in terror(table).at.items() for _ in tokens]
    return (say("Terror tokens in {places}", places=listed(lying, ",")), lying) if lying else None


class TerrorGone(Event, because=(SUPPLY,)):
    """These tokens were out of the game when the referee joined."""

    tokens: Public[tuple[str, ...]]

    def apply(self, table: Table) -> None:
        table.put(terror(table)).gone += self.tokens


@PaperLine(
    "terrorgone", f"{SUPPLY}.1", lambda table, _, *gone: [TerrorGone(gone)], each=one_of(*TOKENS), public=True, seat=ME
)
def what_is_gone(table: Table, _: str) -> tuple[str, list[str]] | None:
    gone = terror(table).gone
    tokens = listed([TOKENS[one] for one in gone], ",")
    return (say("Terror tokens out of the game: {tokens}", tokens=tokens), gone) if gone else None


def _recall(table: Table, seat: str, *told: tuple[str, str]) -> Iterable[Event]:
    return [TerrorRecalled(frozenset({seat}), place, token) for place, token in told]


def _pair(table: Table, text: str) -> tuple[str, str] | None:
    place, _, token = text.partition("=")
    return (place, token) if place in TERRITORIES and token in TOKENS else None


@PaperLine("terror", SUPPLY, _recall, each=_pair, seat=ME)
def which_they_are(table: Table, seat: str) -> tuple[str, list[str]] | None:
    at = terror(table).at
    told = [f"{place}={one}" for place, tokens in at.items() for one in tokens if known(one)]
    return ("", told) if told else None
