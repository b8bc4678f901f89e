"""In Collection those who stand at a token may look at it, and reveal it: a place opens, or its finder is paid."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.board.forces import NO_SECTOR, Group, in_words, is_kept
from referee.board.how_many import more_than_it_has, most_on_the_board
from referee.board.standing import PointsAt, Stand, positions_kept, stands, with_tokens
from referee.board.territories import TERRITORIES
from referee.board.ways import Cell
from referee.common.factions import elite, named
from referee.common.things import EXPLAINED, LIST, Does, Explained, Thing, Things
from referee.common.turn import in_phase, in_this_phase
from referee.holdings.ledger import pay
from referee.holdings.taken_cards import take_top_card
from referee.kernel import (
    BANK,
    Called,
    Chance,
    Event,
    Objection,
    Public,
    SeatCommand,
    SeatEvent,
    Table,
    Whisper,
    adds,
    known,
    listed,
    phrase,
    say,
)
from referee.modules.discoveries import (
    CALLED,
    CARD_STASH,
    CARDS,
    DISCOVERIES,
    KINDS,
    NESTED,
    ORNITHOPTER,
    PLACES,
    SPICE_STASH,
    TOKENS,
    Lying,
    discoveries,
    who_look,
)
from referee.offers.offer import TABLE, BehindShield, Blank, Kept, Offer, Offers, SecretOffers
from referee.offers.what_now import Says, WhatNow
from referee.phases.shipment.by_the_map import occupied
from referee.phases.shipment.marching import ForcesMoved
from referee.phases.shipment.where_to import full

STASH = phrase("spice.stash", "For the Spice Stash")
STASHED, PHASE = 7, "spice_collection"


# -- looking ------------------------------------------------------------------------------------------


class TokenSeen(Whisper, because=(TOKENS,), shows="token"):
    """A faction looked at a token that lies face down."""

    seat: Public[str]
    place: Public[str]
    token: Public[str]
    says = "The token in {place}: {token}."

    def apply(self, table: Table) -> None:
        kept = table.put(discoveries(table))
        if self.place in kept.lying:
            kept.lying[self.place] = kept.lying[self.place]._replace(token=self.token)


def stands_at(table: Table, seat: str, place: str) -> bool:
    """Return True if a faction has forces at a token that are no advisors, or nobody can say that it has none."""
    if not positions_kept(table) or not is_kept(table, seat):
        return True
    return any(stand.seat == seat and not stand.calm for stand in with_tokens(table, place))


def _at_a_token(table: Table, seat: str, place: str) -> Iterator[Objection]:
    yield from in_phase(table, PHASE)
    if place not in discoveries(table).lying:
        yield Objection(TOKENS, "No token lies there. Choose a place where one does.", firm=True)
    elif not stands_at(table, seat, place):
        words = say("You have no forces in {place}. Only who stands there looks at its token.", place=place)
        yield Objection(TOKENS, words, "NOT_ELIGIBLE")


class LookAtToken(SeatCommand, by="seat"):
    place: str

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from _at_a_token(table, self.seat, self.place)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        lying = discoveries(table).lying[self.place]
        if known(lying.token):
            yield TokenSeen(frozenset({self.seat}), self.seat, self.place, lying.token)


# -- revealing ----------------------------------------------------------------------------------------


class TokenRevealed(SeatEvent, because=(TOKENS,), shows="token"):
    """A token is turned over for everybody; a place opens where it lay, the others leave the map."""

    place: Public[str]
    sector: Public[int]
    token: Public[str]
    says = "{seat!n:The reveals} the {token} in {place}."

    def apply(self, table: Table) -> None:
        kept = table.put(discoveries(table))
        kept.lying.pop(self.place, None)
        if self.token in NESTED:
            kept.found[self.token] = (self.place, self.sector)
        else:
            kept.gone.append(self.token)
        if self.token == ORNITHOPTER:
            kept.ornithopter, kept.taken = self.seat, table.turn

    def moment(self, name: Called) -> tuple[str, str]:
        if self.token in NESTED:
            return say("{token}!", token=self.token), say("It opens in {place}. Two factions fit in.", place=self.place)
        return say("{token}!", token=self.token), say(
            "{seat:The has} found it in {place}.", seat=name(self.seat), place=self.place
        )


class RevealToken(SeatCommand, by="both", waits=True, grave=True):
    place: str

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from _at_a_token(table, self.seat, self.place)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        lying = discoveries(table).lying[self.place]
        if not known(lying.token):
            return
        yield TokenRevealed(self.seat, self.place, lying.sector, lying.token)
        if lying.token == SPICE_STASH:
            yield from pay(BANK, self.seat, STASHED, STASH(), (TOKENS,))
        if lying.token == CARD_STASH:
            yield from take_top_card(table, self.seat, (TOKENS,), chance)


def _what(table: Table, place: str, one: Lying) -> str:
    return say("the {kind} token in {place}", kind=CALLED[one.kind], place=place)


@adds(SecretOffers, rule=TOKENS, phase=PHASE)
def look_or_reveal(question: SecretOffers, table: Table) -> Iterable[Offer]:
    for place, one in discoveries(table).lying.items():
        if any(_at_a_token(table, question.seat, place)):
            continue
        fixed, what = (("place", place),), _what(table, place, one)
        if not known(one.token):
            yield Offer(LookAtToken, say("Look at {what}", what=what), TOKENS, fixed=fixed)
        label = say("Reveal {what}", what=what)
        if known(one.token):
            label = say("Reveal {what}: {token}", what=what, token=one.token)
        yield Offer(RevealToken, label, TOKENS, fixed=fixed)


@adds(Offers, rule=TOKENS, phase=PHASE, seat=TABLE)
def revealed_at_the_table(question: Offers, table: Table) -> Iterable[Offer]:
    for place, one in discoveries(table).lying.items():
        seats = tuple((seat, str(named(seat))) for seat in table.seats if stands_at(table, seat, place))
        if seats:
            whose = Blank("seat", "By", "select", choices=seats)
            yield Offer(
                RevealToken,
                say("Reveal {what}", what=_what(table, place, one)),
                TOKENS,
                (whose,),
                (("place", place),),
                aside=True,
            )


@adds(BehindShield, rule=TOKENS)
def tokens_known(question: BehindShield, table: Table) -> Iterable[Kept]:
    lying = discoveries(table).lying.items()
    seen = [say("{place}: *{token}*", place=place, token=one.token) for place, one in lying if known(one.token)]
    return (Kept("Tokens you have looked at", tuple(seen), TOKENS),) if seen else ()


@adds(WhatNow, rule=TOKENS, order=1)
def who_stands_at_one(question: WhatNow, table: Table) -> Iterable[Says]:
    lying = [*discoveries(table).lying] if table.phase == PHASE else []
    if lying:
        where = listed(lying, "or")
        yield Says(say("Who has forces in {where} may look at the token there, and reveal it.", where=where), TOKENS)


@adds(WhatNow, rule=TOKENS)
def who_may_always_look(question: WhatNow, table: Table) -> Iterable[Says]:
    for place, one in discoveries(table).lying.items() if table.phase == "spice_blow" else ():
        for looks in who_look(table, one.kind):
            yield Says(say("{seat:The knows} the token in {place}.", seat=named(looks), place=place), TOKENS, mute=True)


# -- the place that opened ----------------------------------------------------------------------------


@adds(PointsAt, rule=PLACES)
def it_lies_inside(question: PointsAt, table: Table) -> Iterable[tuple[str, Cell]]:
    return [(name, Cell(place, sector)) for name, (place, sector) in discoveries(table).found.items()]


class StepInside(SeatCommand, by="both", waits=True):
    """Move forces that stand around a place into it, in the phase in which it was found."""

    place: str
    normal: int
    special: int = 0

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from in_phase(table, PHASE)
        yield from more_than_it_has(table, self.seat, self.normal, self.special, 1)
        around, held = _just_found(table).get(self.place, ""), _around(table, self.seat, self.place)
        if not around:
            words = "Forces step inside only when a place was just found. Later they move or ship in."
            yield Objection(PLACES, words, firm=True)
        elif self.normal > held.normal or self.special > held.special:
            words = say(
                "{seat:The has} {forces} in {place}. Take no more than that.",
                seat=named(self.seat),
                forces=in_words(held, self.seat),
                place=around,
            )
            yield Objection(PLACES, words, "NOT_ELIGIBLE", firm=True)
        if self.place in full(table, self.seat, occupied(table)):
            words = say("Two factions are in {place} already. Stay outside.", place=self.place)
            yield Objection("1.06.03.05", words, "NOT_ELIGIBLE")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        around, sector = discoveries(table).found[self.place]
        among = tuple(stand.sector for stand in stands(table, around) if stand.seat == self.seat)
        leaves = sector if sector in among else NO_SECTOR
        why = (PLACES,)
        yield ForcesMoved(self.seat, self.normal, self.special, around, self.place, leaves, NO_SECTOR, why, among)


def _just_found(table: Table) -> dict[str, str]:
    """Return the places found in this phase, with the territories around them."""
    events = in_this_phase(table) if table.phase == PHASE else ()
    return {event.token: event.place for event in events if isinstance(event, TokenRevealed) and event.token in NESTED}


def _around(table: Table, seat: str, place: str) -> Group:
    """Return the forces that stand around a place, where nobody counts them all that can be on the board."""
    if not is_kept(table, seat):
        return most_on_the_board(table, seat)
    here: Iterable[Stand] = stands(table, _just_found(table).get(place, "-"))
    return sum((one.group for one in here if one.seat == seat and not one.calm), Group())


@adds(Offers, rule=PLACES, phase=PHASE)
def step_inside(question: Offers, table: Table) -> Iterable[Offer]:
    for place in _just_found(table) if question.seat else ():
        held = _around(table, question.seat, place)
        if not held.total or place in full(table, question.seat, occupied(table)):
            continue
        told = held if is_kept(table, question.seat) else Group(1)
        blanks = [Blank("normal", "Forces", "number", 0, held.normal, str(told.normal))]
        if held.special:
            blanks.append(Blank("special", elite(question.seat)[1], "number", 0, held.special, str(told.special)))
        yield Offer(StepInside, say("Step into {place}", place=place), PLACES, tuple(blanks), (("place", place),))


# -- as scripts say it --------------------------------------------------------------------------------


class DiscoveryNoted(Event, because=(TOKENS,)):
    """A token lay here when the referee joined: face down, open, or with its keeper."""

    token: Public[str]
    place: Public[str]
    sector: Public[int]
    seat: Public[str] = ""
    shown: Public[bool] = False

    def apply(self, table: Table) -> None:
        kept = table.put(discoveries(table))
        if self.seat:
            kept.ornithopter = self.seat
            kept.gone.append(self.token)
        elif self.shown:
            kept.found[self.token] = (self.place, self.sector)
        else:
            kept.lying[self.place] = Lying(KINDS[self.token], self.sector, self.token)


def _noted(one: Thing) -> DiscoveryNoted:
    sectors = TERRITORIES[one.place].sectors if one.place else ()
    at = next((card.at for card in CARDS if card.place == one.place), sectors[0] if sectors else NO_SECTOR)
    return DiscoveryNoted(one.name, one.place, at, one.seat, one.shown and one.name in NESTED)


def _lying(table: Table) -> Iterator[Thing]:
    kept = discoveries(table)
    for place, one in kept.lying.items():
        yield Thing(one.token if known(one.token) else one.kind, place=place, shown=False)
    yield from (Thing(name, place=place) for name, (place, _) in kept.found.items())
    if kept.ornithopter:
        yield Thing(ORNITHOPTER, kept.ornithopter)


Things("discoveries", LIST, tuple(KINDS), lambda table, things: map(_noted, things), _lying, DISCOVERIES, single=True)
EXPLAINED["discoveries"] = Explained(
    "Discoveries",
    lambda: {
        **dict.fromkeys(KINDS, Does(TOKENS, (1,))),
        **{name: Does(f"4.07.{n:02}") for n, name in enumerate((*NESTED, ORNITHOPTER), 5)},
    },
)
