"""Terror tokens: six, one of each kind, face down; one is placed or moved in each Mentat Pause.

Where tokens lie is public; which lies where only Moritani know, and the referee if they have a phone. A token without a
known face is named when it is revealed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field

from referee.board.entries import reaction_now
from referee.board.territories import TERRITORIES, is_stronghold, on_board
from referee.board.worlds import is_high
from referee.common.lines_on_paper import PaperLine, one_of, several
from referee.common.phones_at_seats import phones_of
from referee.common.things import EXPLAINED, LIST, SUPPLIES, Does, Explained, Thing, Things
from referee.common.turn import in_phase
from referee.factions.moritani import ME
from referee.kernel import (
    FACE_DOWN,
    Called,
    Chance,
    Event,
    Objection,
    Public,
    Sealed,
    SeatEvent,
    State,
    Table,
    Whisper,
    adds,
    known,
    listed,
    option,
    say,
    sealed,
    setting,
)
from referee.offers.choices import Choice
from referee.offers.offer import BehindShield, Blank, Kept, Offer, pick
from referee.powers.karama_windows import announced_with
from referee.powers.powers import Power, starred

SUPPLY, RULE = "2.12.03", "2.12.04"
STRIKES = {  # the name of each kind of token, and what it does
    "assassination": ("Assassination", "A leader of {of} dies, drawn at random."),
    "atomics": ("Atomics", "All forces in {place} die, and nobody ships there from now on."),
    "extortion": ("Extortion", "Moritani get spice. Any player may pay them to be rid of the token."),
    "robbery": ("Robbery", "Moritani rob {of}: half of the spice, or a card of the deck."),
    "sabotage": ("Sabotage", "A card of {of} is discarded at random."),
    "sneak_attack": ("Sneak Attack", "Moritani may send reserves to {place}."),
}
TOKENS = {token: name for token, (name, _) in STRIKES.items()}
RULES = {token: f"2.12.{n:02}" for n, token in enumerate(TOKENS, 7)}
GRUMMAN = "Grumman"  # their world
SECOND = option(
    "E36",
    "4.96.36",
    "The high side of Grumman",
    ("card", "As on the card", "In Collection: a second token in a stronghold, or one off the board; then 4 spice."),
    ("pause", "In two phases", "A second token comes in the Mentat Pause; 4 spice for one taken off in Collection."),
)
POWER = starred(Power(RULE, ME, "TERROR", "after", "Moritani place or move a terror token."), "mentat_pause")


class Terror(State):
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
    return may_be_anywhere(table) if in_supply(table) else []


def may_be_anywhere(table: Table) -> list[str]:
    """Return the kinds that may lie where a token is whose face this viewer does not know."""
    lying = [token for tokens in terror(table).at.values() for token in tokens if known(token)]
    return [one for one in TOKENS if one not in terror(table).gone and one not in lying]


def _most(table: Table, place: str) -> int:
    """Return how many tokens may lie in a place (2.12.03), by their world in the Mentat Pause too (4.04.23)."""
    if not is_stronghold(place) or TERRITORIES[place].owner:
        return 0
    return 2 if setting(table, SECOND) == "pause" and table.phase == "mentat_pause" and is_high(table, GRUMMAN) else 1


def open_places(table: Table) -> list[str]:
    """Return where a token may be placed."""
    names = [territory.name for territory in on_board(table)]
    return [name for name in names if len(tokens_at(table, name)) < _most(table, name)]


# -- events -------------------------------------------------------------------------------------------


def take_token(table: Table, place: str, token: object) -> None:
    """Remove a token from a place: this one, or one face down."""
    tokens = table.put(terror(table))
    lying = tokens.at.get(place, [])
    lying.remove(token if token in lying else next((one for one in lying if not known(one)), token))
    if not lying:
        tokens.at.pop(place, None)


class TerrorPlaced(Event, because=(RULE,), shows="token", own=True, later=("before",)):
    """A token was placed from the supply, or moved from ``origin``; or it lay there ``before`` the table was set."""

    place: Public[str]
    origin: Public[str]
    token: Sealed[str]
    before: Public[bool] = False
    fuller = "Moritani move a terror token from {origin} to {place}."
    says = "Moritani place a terror token in {place}."

    def apply(self, table: Table) -> None:
        if self.origin:
            take_token(table, self.origin, self.token)
        made = table.put(terror(table))
        made.at.setdefault(self.place, []).append(self.token)
        made.turn = table.turn if table.phase == "mentat_pause" and not self.before else made.turn


class TerrorLeft(SeatEvent, because=(RULE,)):
    """Moritani place and move none in this turn."""

    says = "{seat!n:The leaves} the terror tokens as they are."

    def apply(self, table: Table) -> None:
        table.put(terror(table)).turn = table.turn


class TerrorRevealed(SeatEvent, shows="token"):
    """A token was turned up and leaves the board; for good unless its effect says otherwise."""

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
        return title, say(STRIKES[self.token][1], of=name(self.of), place=self.place)


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


class TerrorChoice(Choice[str], abstract=True):
    """Moritani place a token, move one, or leave them as they are."""

    rule, who, phase, loses, otherwise = RULE, ME, "mentat_pause", True, TerrorLeft

    @classmethod
    def waiting(cls, table: Table) -> str:
        return ME if ME in table.seats and not any(no_placing(table, ME)) else ""

    def not_asked(self, table: Table) -> Iterable[Objection]:
        return no_placing(table, self.seat)


class PlaceTerror(TerrorChoice, by="both", waits_for_powers=True):
    """Place a token from the supply; only a phone names it."""

    does = "decides on a terror token"
    goal: str
    token: str = ""

    @classmethod
    def phrases(cls, table: Table, now: str) -> tuple[str, str]:
        """It is due where a token can be placed or moved."""
        able = open_places(table) and (in_supply(table) or terror(table).at)
        return cls.does if able else "", TO_DO[ME in phones_of(table), bool(terror(table).at)]

    @classmethod
    def ways(cls, table: Table, now: str) -> Iterator[Offer]:
        if ME not in phones_of(table) and in_supply(table) and open_places(table):
            yield cls.way("Place a terror token, face down", _goal(table))

    @classmethod
    def secret_ways(cls, table: Table, now: str) -> Iterator[Offer]:
        if table.viewer == ME and (kinds := may_be_in_supply(table)) and open_places(table):
            which = pick("token", "Token", kinds, called=TOKENS.__getitem__)
            yield cls.way("Place a terror token", which, _goal(table))

    def against(self, table: Table, now: str) -> Iterator[Objection]:
        yield from _full(table, self.goal)
        if not in_supply(table) or (self.token and self.token not in may_be_in_supply(table)):
            yield Objection(SUPPLY, "That token is not in your supply. Choose another.", "NOT_ELIGIBLE", firm=True)

    def outcome(self, table: Table, now: str, chance: Chance) -> Iterator[Event]:
        yield TerrorPlaced(self.goal, "", sealed(self.token or FACE_DOWN, ME))


class MoveTerror(TerrorChoice, by="both", waits_for_powers=True):
    origin: str
    goal: str

    @classmethod
    def ways(cls, table: Table, now: str) -> Iterator[Offer]:
        if (lying := terror(table).at) and open_places(table):
            yield cls.way("Move a terror token", pick("origin", "From", lying), _goal(table))

    def against(self, table: Table, now: str) -> Iterator[Objection]:
        yield from _full(table, self.goal)
        if not tokens_at(table, self.origin):
            words = say("No terror token lies in {origin}.", origin=self.origin)
            yield Objection(RULE, words, "NOT_ELIGIBLE", firm=True)

    def outcome(self, table: Table, now: str, chance: Chance) -> Iterator[Event]:
        token = tokens_at(table, self.origin)[0]
        yield TerrorPlaced(self.goal, self.origin, sealed(str(token) if known(token) else FACE_DOWN, ME))


class LeaveTerror(TerrorChoice, by="both", becomes=TerrorLeft, gains=-1):
    button = "Leave the terror tokens"


announced_with(POWER, PlaceTerror, MoveTerror)
TO_DO = {  # by whether they have a phone, and whether a token lies on the board
    (True, True): "place a terror token behind your shield, move one, or leave them",
    (True, False): "place a terror token behind your shield, or leave them",
    (False, True): "place a terror token, move one, or leave them",
    (False, False): "place a terror token, or leave them",
}


def _goal(table: Table) -> Blank:
    return pick("goal", "Stronghold", open_places(table))


# -- on the screens and on paper ----------------------------------------------------------------------


@adds(BehindShield, rule=SUPPLY, seat=ME)
def which_lies_where(question: BehindShield, table: Table) -> Iterable[Kept]:
    there = [(place, one) for place, tokens in terror(table).at.items() for one in tokens]
    lines = [say("{place}: {token}", place=at, token=TOKENS.get(str(one), "a token face down")) for at, one in there]
    if supply := may_be_in_supply(table):
        lines.append(say("In your supply: {tokens}", tokens=listed([TOKENS[one] for one in supply], ",")))
    return (Kept("Terror tokens", tuple(lines), SUPPLY, now=reaction_now(table) is not None),) if lines else ()


class TerrorRecalled(Whisper, because=(SUPPLY,), shows="token", own=True):
    """Moritani entered which token lies in a place."""

    place: Public[str]
    token: Public[str]

    def apply(self, table: Table) -> None:
        if any(not known(token) for token in tokens_at(table, self.place)):
            take_token(table, self.place, FACE_DOWN)
            table.put(terror(table)).at.setdefault(self.place, []).append(self.token)


def _lying(table: Table) -> Iterator[Thing]:
    for place, tokens in terror(table).at.items():
        yield from (Thing(str(token) if known(token) else "", place=place, shown=False) for token in tokens)


def _lay(table: Table, things: Iterable[Thing]) -> Iterable[Event]:
    here = (thing for thing in things if thing.place in {"", *TERRITORIES})  # "" for a script's token ``by`` somebody
    return (TerrorPlaced(one.place, "", sealed(one.name or FACE_DOWN, ME), before=True) for one in here)


LIE = Things("terror", LIST, tuple(TOKENS), _lay, _lying, seat=ME, single=True)
EXPLAINED["terror"] = Explained("Terror tokens", lambda: {one: Does(rule) for one, rule in RULES.items()})
SUPPLIES["terror"] = lambda table: may_be_in_supply(table) if ME in table.seats else None


@LIE.on_paper("terror", SUPPLY, "place")
def where_they_lie(table: Table, lying: Iterable[Thing]) -> str:
    return say("Terror tokens in {places}", places=listed([one.place for one in lying], ","))


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


@PaperLine("terror", SUPPLY, _recall, each=several("=", one_of(*TERRITORIES), one_of(*TOKENS)), seat=ME)
def which_they_are(table: Table, seat: str) -> tuple[str, list[str]] | None:
    lines = [f"{one.place}={one.name}" for one in _lying(table) if one.name]
    return ("", lines) if lines else None
