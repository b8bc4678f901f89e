"""What Ecaz and their ally have of places where both stand: victory, income and spice."""

from __future__ import annotations

from collections.abc import Iterable

from referee.board.forces import is_kept
from referee.board.standing import with_tokens
from referee.board.territories import is_stronghold
from referee.common.turn import OfTurn, PhaseBegan, in_phase, in_this_phase, of_turn
from referee.factions.ecaz import ME
from referee.factions.ecaz.occupy import CONTROL
from referee.holdings.purse import MayGive
from referee.kernel import (
    Called,
    Chance,
    Command,
    Event,
    Objection,
    Public,
    Table,
    adds,
    after,
    option,
    ruling,
    say_many,
    setting,
)
from referee.offers.offer import TABLE, Blank, Offer, Offers
from referee.phases.collection.collection import IncomeTaken, PaidFor, SharesWith, SpiceCollected, gatherers
from referee.phases.mentat.victory import ALLIED, ALONE, Side, Spoils, Winners, held_by, side_of
from referee.powers.powers import Power, starred

VICTORY, LAST_TURN, SPICE, INCOME = "2.11.25", "2.11.26", "2.11.27", "2.11.31"
starred(
    Power(INCOME, ME, "CITY_INCOME", "before", "Ecaz collect the income of cities held with their ally."),
    "battle",
    advanced=True,
    ledger=True,
    ally=True,
)
IN_THE_DESERT = option(
    "E5",
    "4.96.05",
    "Ecaz beside their ally in the sietches after the last turn",
    ("both", "Hinder in neither", "Allied Ecaz do not stand in the way of that victory."),
    ("tabr", "Only Sietch Tabr is free", "In Habbanya Sietch they stand in the way like others."),
)


# -- which strongholds the two hold together ----------------------------------------------------------


class HeldTogether(OfTurn):
    """In how many strongholds both stand, as the table says where the map does not."""

    many: int = 0


class TogetherTold(Event, because=(VICTORY,)):
    many: Public[int]

    def apply(self, table: Table) -> None:
        table.put(HeldTogether(table.turn, self.many))

    def sentence(self, name: Called) -> str:
        return say_many(
            self.many,
            "{seat:The} and their ally stand together in {n} stronghold.",
            "{seat:The} and their ally stand together in {n} strongholds.",
            seat=name(ME),
        )


def both_in(table: Table) -> tuple[str, ...]:
    """Return the strongholds where Ecaz and their ally stand and nobody else does, by the map."""
    ally = table.ally(ME) if ME in table.seats else None
    if not ally:
        return ()
    here: dict[str, set[str]] = {}
    for stand in with_tokens(table):
        if is_stronghold(stand.place) and not stand.calm:
            here.setdefault(stand.place, set()).add(stand.seat)
    return tuple(place for place, seats in here.items() if seats == {ME, ally})


def _by_the_map(table: Table) -> bool:
    return all(is_kept(table, seat) for seat in (ME, table.ally(ME) or ME))


def together(table: Table) -> int:
    return len(both_in(table)) if _by_the_map(table) else of_turn(table, HeldTogether).many


@adds(Winners, rule=VICTORY)
def three_held_by_both(question: Winners, table: Table) -> Iterable[Side]:
    pair = side_of(table, ME) if ME in table.seats else ()
    return (pair,) if len(pair) > 1 and held_by(table, pair) < ALLIED and together(table) >= ALONE else ()


class TellTogether(Command, by="table", becomes=TogetherTold):
    """Say in how many strongholds Ecaz and their ally stand together, where the map does not."""

    many: int

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from in_phase(table, "mentat_pause", "spice_collection")
        if ME not in table.seats or not table.ally(ME) or self.many > 6:
            yield Objection(VICTORY, "Enter in how many strongholds Ecaz and their ally both stand.", firm=True)


@adds(Offers, rule=VICTORY, phase="mentat_pause", seat=TABLE)
def where_both_stand(question: Offers, table: Table) -> Iterable[Offer]:
    if ME in table.seats and table.ally(ME) and not _by_the_map(table):
        now = str(of_turn(table, HeldTogether).many)
        many = Blank("many", "Strongholds with forces of both", "number", 0, 6, now)
        yield Offer(TellTogether, "Save what Ecaz hold with their ally", VICTORY, (many,))


# -- a victory of their ally -------------------------------------------------------------------------------


@ruling(Spoils, rule=LAST_TURN, seat=ME)
def an_ally_in_the_sietches(question: Spoils, table: Table, so_far: bool) -> bool | None:
    allied = table.ally(ME) == question.of
    free = setting(table, IN_THE_DESERT) == "both" or (question.place == "Sietch Tabr" and _with(table, question))
    return False if allied and free else None


def _with(table: Table, question: Spoils) -> bool:
    return question.place in both_in(table) or not _by_the_map(table)


# -- income and spice ---------------------------------------------------------------------------------


@ruling(PaidFor, rule=CONTROL)
def the_ally_is_paid_too(question: PaidFor, table: Table, so_far: tuple[str, ...]) -> tuple[str, ...] | None:
    shared = both_in(table)
    if not shared or question.seat not in {ME, table.ally(ME)}:
        return None
    others = tuple(place for place in so_far if place not in shared)
    return others if question.seat == ME else (*others, *shared)


@ruling(PaidFor, rule=INCOME, seat=ME)
def and_so_are_ecaz(question: PaidFor, table: Table, so_far: tuple[str, ...]) -> tuple[str, ...] | None:
    shared = both_in(table)
    return (*so_far, *shared) if shared else None


@ruling(SharesWith, rule=SPICE)
def half_for_each(question: SharesWith, table: Table, so_far: tuple[str, ...]) -> tuple[str, ...] | None:
    ally = table.ally(ME) if ME in table.seats else None
    if not ally or question.seat not in {ME, ally}:
        return None
    return (ally, ME) if all(question.territory in gatherers(table, seat) for seat in (ME, ally)) else None


@ruling(MayGive, rule=SPICE)
def they_share_as_they_agree(question: MayGive, table: Table, so_far: bool) -> bool | None:
    pair = {question.giver, question.taker} == {ME, table.ally(ME)}
    shared = table.phase == "spice_collection" and _gathered(table)
    return True if pair and shared else None


def _gathered(table: Table) -> bool:
    done = [event for event in in_this_phase(table) if isinstance(event, SpiceCollected)]
    places = {event.territory for event in done if event.seat == ME}
    return any(event.territory in places for event in done if event.seat == table.ally(ME))


@after(PhaseBegan, rule=CONTROL)
def what_karama_took_from_them(event: PhaseBegan, table: Table, chance: Chance) -> Iterable[Event]:
    """Prevented, this turn's income of these cities is gone for Ecaz."""
    if event.phase == "spice_collection" and INCOME in table.suspended:
        yield IncomeTaken(ME, both_in(table))
