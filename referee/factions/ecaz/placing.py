"""Placing ambassadors at the end of revival: the first of a turn costs 1 spice, each further one 1 more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from referee.board.storm import closed_sectors
from referee.board.territories import TERRITORIES, nowhere, strongholds
from referee.common.factions import faction_name
from referee.common.phones_at_seats import phones_of
from referee.common.things import EXPLAINED, PLACES, SUPPLIES, Does, Explained, Thing, Things
from referee.common.turn import PHASES, in_phase
from referee.factions.ecaz import ME
from referee.factions.ecaz.tokens import (
    DOES,
    DRAWN,
    OTHERS,
    OWN,
    PLACING,
    SECRET_SUPPLY,
    SUPPLY,
    AmbassadorPlaced,
    PlacingEnded,
    ambassadors,
    lost,
    may_be_in_supply,
    noted,
    placed_now,
    supply_known,
    token_name,
)
from referee.holdings.ledger import pay, too_dear
from referee.holdings.purse import afforded, spice_of
from referee.kernel import (
    BANK,
    Amount,
    Called,
    Chance,
    Command,
    Event,
    Objection,
    Phrase,
    Public,
    Table,
    adds,
    meant,
    phrase,
    ruling,
    say,
    setting,
)
from referee.offers.choices import Choice
from referee.offers.gains import OfferGains
from referee.offers.offer import TABLE, Blank, Offer, Offers, pick
from referee.powers.karama_windows import IN, SaidOf, announced_with
from referee.powers.powers import Power, starred, stop_seconds

POWER = starred(Power(PLACING, ME, "AMBASSADORS", "before", "Ecaz place an ambassador."), "revival")
PLACED = phrase("spice.ambassador", "for an ambassador in {place}")
NOBODY = ""
WORTH, LEFT_TO_SHIP = 3, 5  # of a token, in spice; what a stand-in keeps to ship with
Choices: TypeAlias = tuple[tuple[str, str], ...]


def price(table: Table) -> int:
    """Return the price of the next token of this turn."""
    return placed_now(table).many + 1


def free_strongholds(table: Table) -> list[str]:
    """Return the strongholds without a token that are not in the storm."""
    shut, placed = closed_sectors(table), ambassadors(table).placed
    return [place for place in strongholds(table) if place not in placed and not shut & set(TERRITORIES[place].sectors)]


def _may_place(table: Table) -> bool:
    return bool(PLACING not in table.suspended and ambassadors(table).supply and free_strongholds(table))


class PlacingChoice(Choice[int], abstract=True):
    """What waits is the price of the next token: they place it, or no more in this turn."""

    rule, who, phase, loses, otherwise = PLACING, ME, "revival", True, PlacingEnded
    nothing = "You have finished placing ambassadors this turn."

    @classmethod
    def waiting(cls, table: Table) -> int | None:
        return price(table) if ME in table.seats and not placed_now(table).over else None

    def not_asked(self, table: Table) -> Iterator[Objection]:
        yield from in_phase(table, "revival")
        if self.seat != ME:
            yield Objection(PLACING, "Only Ecaz place ambassadors.", "NOT_ELIGIBLE", firm=True)
        else:
            yield from super().not_asked(table)


class PlaceAmbassador(PlacingChoice, by="both", waits=True):
    does = "places ambassadors"
    you = "place ambassadors (the next costs {price}), or tap No more ambassadors"
    token: str
    place: str

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        return ((self.token, self.place),)

    @classmethod
    def phrases(cls, table: Table, now: int) -> tuple[str, str]:
        return (cls.does, cls.you) if _may_place(table) else ("", "")

    @classmethod
    def words(cls, table: Table, now: int) -> dict[str, object]:
        return {"price": now}

    @classmethod
    def ways(cls, table: Table, now: int) -> Iterable[Offer]:
        return cls.forms(table, now) if supply_known(table) or ME not in phones_of(table) else ()

    @classmethod
    def secret_ways(cls, table: Table, now: int) -> Iterable[Offer]:
        hidden = setting(table, SECRET_SUPPLY) == "secret" or not supply_known(table)
        return cls.forms(table, now) if hidden else ()

    @classmethod
    def forms(cls, table: Table, now: int) -> Iterator[Offer]:
        tokens, where = _choices(table)
        token = Blank("token", "Ambassador", "select", choices=tokens)
        place = Blank("place", "Where", "tap", choices=where)
        if where:
            yield cls.way(say("Place an ambassador for {price}", price=now), token, place)

    def not_asked(self, table: Table) -> Iterator[Objection]:
        for _, place in self.pairs:
            yield from _no_place_for_one(table, place)
        yield from super().not_asked(table)

    def against(self, table: Table, now: int) -> Iterator[Objection]:
        if PLACING in table.suspended:
            yield Objection("3.01.11.02", "Karama stopped this: place no more ambassadors this turn.", firm=True)
            return
        for token, place in self.pairs:
            yield from _against(table, token, place)
        tokens, goals = zip(*self.pairs, strict=True)
        if len({*tokens}) < len(tokens) or len({*goals}) < len(goals):
            yield Objection(PLACING, "Choose different ambassadors and different strongholds.", "BAD_INPUT", firm=True)
        yield from too_dear(table, ME, sum(now + n for n in range(len(tokens))), PLACING)

    def outcome(self, table: Table, now: int, chance: Chance) -> Iterator[Event]:
        for token, place in self.pairs:
            costs = price(table)
            if (yield from afforded(table, {ME: costs}, (PLACING,))):
                yield from pay(ME, BANK, costs, PLACED(place=place), (PLACING,))
                yield AmbassadorPlaced(token, place)


def _no_place_for_one(table: Table, place: str) -> Iterator[Objection]:
    if place not in strongholds(table):
        yield Objection(PLACING, "An ambassador goes to a stronghold. Choose one.", "NOT_ELIGIBLE", firm=True)


def _against(table: Table, token: str, place: str) -> Iterator[Objection]:
    if token not in may_be_in_supply(table):
        yield Objection(SUPPLY, "That ambassador is not in your supply. Choose one that is.", "NOT_ELIGIBLE", True)
    yield from _no_place_for_one(table, place)
    if other := ambassadors(table).placed.get(place):
        of = {"token": token_name(other), "place": place}
        words = say("The {token} is in {place} already. Choose another stronghold.", **of)
        yield Objection(PLACING, words, "NOT_ELIGIBLE", firm=True)
    elif place in strongholds(table) and place not in free_strongholds(table):
        yield Objection(
            PLACING, say("{place} is in the storm. Choose another stronghold.", place=place), "NOT_ELIGIBLE"
        )


def _choices(table: Table) -> tuple[Choices, Choices]:
    """Return which tokens can be placed now, and where; none if this table knows that the next is too dear."""
    if not _may_place(table) or any(too_dear(table, ME, price(table), PLACING)):
        return (), ()
    tokens = tuple((token, faction_name(token)) for token in may_be_in_supply(table))
    return tokens, tuple((place, place) for place in free_strongholds(table))


class PlaceSeveral(PlaceAmbassador, by="both", waits=True):
    """Place two or three at once: they are announced together, and one Karama stops them all."""

    aside = True
    token2: str
    place2: str
    token3: str = NOBODY
    place3: str = ""

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        third = ((self.token3, self.place3),) if self.token3 or self.place3 else ()
        return ((self.token, self.place), (self.token2, self.place2), *third)

    @classmethod
    def forms(cls, table: Table, now: int) -> Iterator[Offer]:
        tokens, where = _choices(table)
        dear = any(too_dear(table, ME, now + now + 1, PLACING))
        if len(tokens) > 1 and len(where) > 1 and stop_seconds(table) and not dear:
            yield cls.way("Place several at once", *_several(tokens, where))


def _several(tokens: Choices, where: Choices) -> Iterator[Blank]:
    """Yield two or three pairs of blanks, the third of which may stay empty."""
    for n, last in enumerate(("", "2", "3")[: min(len(tokens), len(where))]):
        none = ((NOBODY, meant("None", "ambassador")),) if last == "3" else ()
        first = n if not none else 0
        which, goals = (*none, *tokens), (*none, *where)
        yield Blank(f"token{last}", "Ambassador", "select", value=which[first][0], choices=which)
        yield Blank(f"place{last}", "Where", "select", value=goals[first][0], choices=goals)


announced_with(POWER, PlaceAmbassador, PlaceSeveral)


@ruling(SaidOf, rule=PLACING)
def where_it_goes(question: SaidOf, table: Table, so_far: Phrase | str) -> Phrase | None:
    command = question.command
    return IN(places=tuple(place for _, place in command.pairs)) if isinstance(command, PlaceAmbassador) else None


class EndPlacing(PlacingChoice, by="both", waits=True, becomes=PlacingEnded):
    """Place no more ambassadors in this turn."""

    @classmethod
    def ways(cls, table: Table, now: int) -> Iterable[Offer]:
        return (cls.way("No more ambassadors"),) if _may_place(table) else ()


@ruling(OfferGains, rule=PLACING)
def while_spice_is_left_to_ship(question: OfferGains, table: Table, so_far: Amount) -> Amount | None:
    """Each token brings about three spice, and what one ships with is not spent on them."""
    made = question.command
    if not isinstance(made, PlaceAmbassador):
        return None
    costs = sum(price(table) + n for n in range(len(made.pairs)))
    poor = (spice_of(table, ME) or 0) - costs < LEFT_TO_SHIP
    return WORTH * len(made.pairs) - costs - (LEFT_TO_SHIP if poor else 0)


# -- corrections --------------------------------------------------------------------------------------


class AmbassadorPut(Event, because=("4.97.04", SUPPLY), shows="token"):
    """The table corrected where a token lies."""

    token: Public[str]
    place: Public[str]

    def apply(self, table: Table) -> None:
        made = table.put(ambassadors(table))
        made.placed = {place: one for place, one in made.placed.items() if one != self.token}
        if self.token in made.aside or self.token in made.gone:
            made.aside = [token for token in made.aside if token != self.token]
            made.gone = [one for one in made.gone if one != self.token]
        else:
            made.supply.take(self.token)
        made.placed[self.place] = self.token

    def sentence(self, name: Called) -> str:
        return say("The {token} is in {place}.", token=token_name(self.token), place=self.place)


def _lay(table: Table, things: Sequence[Thing]) -> Iterable[Event]:
    """Lay them as a script says; nobody knows which others Ecaz hold."""
    return noted(table, "", DRAWN + 1 - len(things), *((thing.name, thing.place) for thing in things))


def _lying(table: Table) -> Iterable[Thing]:
    return (Thing(token, place=place) for place, token in ambassadors(table).placed.items())


def _supply(table: Table) -> list[str] | None:
    tokens = ambassadors(table)
    told = ME in table.seats and supply_known(table) and bool(tokens.supply or tokens.placed or tokens.aside)
    return [faction_name(token) for token in tokens.supply.faces()] if told else None


Things("ambassadors", PLACES, tuple(DOES), _lay, _lying, seat=ME, single=True)
EXPLAINED["ambassadors"] = Explained(
    "Ambassadors", lambda: {one: Does(f"2.11.{n:02}") for n, one in enumerate(DOES, 9)}
)
SUPPLIES["ambassadors"] = _supply


class PutAmbassador(Command, by="table", waits=True):
    """Correct which token lies in a stronghold; "" takes it back into the supply."""

    place: str
    token: str = NOBODY

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from nowhere(table, self.place, PLACING)
        if ME not in table.seats or self.token not in {NOBODY, OWN, *OTHERS}:
            yield Objection(SUPPLY, "No ambassador of this game has that name. Choose one from the list.", firm=True)
        elif self.place not in strongholds(table):
            yield Objection(PLACING, "Ambassadors lie in strongholds alone. Choose one.", firm=True)
        elif ambassadors(table).placed.get(self.place, NOBODY) == self.token:
            yield Objection("4.97.04", "That is already so. Nothing to change.", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield from lost(table, self.place, ("4.97.04", SUPPLY))
        if self.token:
            yield AmbassadorPut(self.token, self.place)


@adds(Offers, rule=SUPPLY, seat=TABLE)
def correct_them(question: Offers, table: Table) -> Iterable[Offer]:
    if ME in table.seats and table.phase in PHASES:
        where = pick("place", "Where", strongholds(table))
        tokens = ((NOBODY, meant("None", "ambassador")), *((token, faction_name(token)) for token in (OWN, *OTHERS)))
        which = Blank("token", "Ambassador", "select", choices=tokens)
        yield Offer(PutAmbassador, "Correct an ambassador", SUPPLY, (where, which), aside=True, part="correction")
