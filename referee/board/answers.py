"""Answers on the board: who stands where, who holds which stronghold, where the storm and the spice are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from referee.board.forces import ALL_FORCES, RESERVES, TANKS, Group, forces_in, in_words
from referee.board.forces_counted import StartForces
from referee.board.how_many import Starred
from referee.board.standing import FaceDownTokens, Stand, all_known, holdings, positions_kept, stands
from referee.board.storm import Storm, closed_sectors, has_moved
from referee.board.territories import TERRITORIES, strongholds
from referee.common.factions import FACTIONS, STARRED, named
from referee.holdings.ledger import SpiceOnBoard
from referee.kernel import Table, ask, capital, listed, say, say_many, together
from referee.offers.answers import Asked, Reply, about_a_seat, answers, names

WALL = "Shield Wall"
HELD, POSITIONS, STORM, SPICE = "1.09.02.00", "4.94.06", "4.99.28", "1.02.04"


def _places() -> dict[str, str]:
    """Return territories by name, and by a word of the name that no other has, or no other stronghold."""
    words: dict[str, list[str]] = {}
    for name in TERRITORIES:
        for word in {*name.lower().replace("'", "").split()} - {"the", "of", "sietch", "minor", "false", "wall"}:
            words.setdefault(word, []).append(name)
    short = {word: places[0] for word, places in words.items() if len(places) == 1 and len(word) > 3}
    for word, places in words.items():
        forts = [place for place in places if TERRITORIES[place].ground == "stronghold"]
        short |= {word: forts[0]} if len(forts) == 1 and len(word) > 3 else {}
    return {**short, "tueks": "Tuek's Sietch", "tabr": "Sietch Tabr", **{name: name for name in TERRITORIES}}


names("place", _places)


def _holders(table: Table, place: str) -> list[str]:
    return [seat for seat, held in holdings(table).held.items() if place in held]


@answers
def who_holds(asked: Asked, table: Table) -> Reply | None:
    if TERRITORIES[asked.place].ground != "stronghold":
        return who_is_there(asked, table)
    seats = _holders(table, asked.place)
    if seats:
        return Reply(say("{seats:The}.", seats=listed([asked.name(seat) for seat in seats])), (HELD,))
    if there := _who_stands(asked, table):
        words = say("Nobody holds {place} now. There: {stands}.", place=asked.place, stands=listed(there))
        return Reply(words, (HELD, POSITIONS))
    return Reply(_nobody(table, asked.place), (HELD, POSITIONS))


def _who_stands(asked: Asked, table: Table) -> list[str]:
    tokens = [one.seat for one in ask(table, FaceDownTokens()).value if one.place == asked.place]
    return [
        say("{seat} with {forces}", seat=asked.name(stand.seat), forces=in_words(stand.group, stand.seat))
        for stand in stands(table, asked.place)
    ] + [say("{seat} with a face-down token", seat=asked.name(seat)) for seat in tokens]


def _nobody(table: Table, place: str) -> str:
    if all_known(table) or positions_kept(table):
        return say("Nobody is in {place}.", place=place)
    return say("Nobody, as far as the table has entered. Look at {place} on the board.", place=place)


@answers
def who_is_there(asked: Asked, table: Table) -> Reply | None:
    if not asked.place:
        return None
    if there := _who_stands(asked, table):
        return Reply(say("{stands}.", stands=capital(listed(there))), (POSITIONS, "1.07.01"))
    if not positions_kept(table):
        return Reply(say("This table does not track the board. Look at {place}.", place=asked.place), (POSITIONS,))
    return Reply(say("Nobody is in {place}.", place=asked.place), (POSITIONS,))


@answers
@about_a_seat
def how_many_there(asked: Asked, table: Table, seat: str) -> Reply | None:
    group = forces_in(table, seat, asked.place)
    if group is None:
        return Reply(
            say("The referee has not been told. Look at {place} on the board.", place=asked.place), (POSITIONS,)
        )
    return Reply(
        say(
            "{seat:The has} {forces} in {place}.",
            seat=asked.name(seat),
            forces=in_words(group, seat),
            place=asked.place,
        ),
        (POSITIONS,),
    )


@answers
@about_a_seat
def where_forces_stand(asked: Asked, table: Table, seat: str) -> Reply | None:
    """Return how many forces of a faction are on the board, and where."""
    if not positions_kept(table):
        return Reply("This table does not track forces. Look at the board.", (POSITIONS,))
    there = [stand for stand in stands(table) if stand.seat == seat]
    if not there:
        return Reply(say("{seat:The has} no forces on the board.", seat=asked.name(seat)), (POSITIONS,))
    words = _on_board(asked, seat, there)
    back = forces_in(table, seat, RESERVES)
    more = say("{forces} in the reserves.", forces=capital(in_words(back, seat))) if back and back.total else ""
    return Reply(together([words, more]), (POSITIONS, "1.07.01", *(("4.99.12",) if more else ())))


def _on_board(asked: Asked, seat: str, there: Sequence[Stand]) -> str:
    total = sum((stand.group for stand in there), Group())
    places = [say("{forces} in {place}", forces=in_words(one.group, seat), place=one.place) for one in there]
    slots = {"seat": asked.name(seat), "forces": in_words(total, seat), "places": listed(places)}
    return say("{seat:The has} {forces} on the board: {places}.", **slots)


@answers
def who_is_where(asked: Asked, table: Table) -> Reply | None:
    """Return everybody's forces on the board by place."""
    if not positions_kept(table):
        return Reply("This table does not track forces. Look at the board.", (POSITIONS,))
    told = []
    for seat in table.seats:
        there = [one for one in stands(table) if one.seat == seat]
        places = [say("{forces} in {place}", forces=in_words(one.group, seat), place=one.place) for one in there]
        told += [say("{seat}: {parts}", seat=asked.name(seat), parts=listed(places))] if places else []
    if not told:
        return Reply("Nobody has forces on the board.", (POSITIONS,))
    return Reply(say("{told}.", told=capital(together(told, "; "))), (POSITIONS,))


@answers
@about_a_seat
def what_one_begins_with(asked: Asked, table: Table, seat: str) -> Reply | None:
    """Return with what a faction begins: spice, reserves, and forces on the board."""
    start, starred = ask(table, StartForces(seat)), ask(table, Starred(seat)).value
    back = start.value.reserves if starred else Group(start.value.reserves.total)
    slots = {"seat": asked.name(seat), "n": FACTIONS[seat].spice, "forces": in_words(back, seat)}
    words = say("{seat:The begins} with {n} spice and {forces} in the reserves.", **slots)
    there = Group(ALL_FORCES - start.value.reserves.total)
    put = {"forces": capital(in_words(there, seat)), "places": listed(start.value.places)}
    more = say("{forces} on the board, where the player puts them.", **put)
    if start.value.places and not start.value.spread:
        more = say("{forces} in {places}.", **put)
    return Reply(together([words, more if there.total else ""]), (*start.because, *FACTIONS[seat].rules[:1], "0.12"))


@answers
@about_a_seat
def reserves(asked: Asked, table: Table, seat: str) -> Reply | None:
    back, dead = forces_in(table, seat, RESERVES), forces_in(table, seat, TANKS)
    if back is None:
        return Reply("The referee does not track forces at this table. Count your reserves.", ("4.99.12", POSITIONS))
    who, forces = asked.name(seat), in_words(back, seat)
    if dead:
        words = say(
            "{seat:The has} {forces} in the reserves, and {dead} in the Tanks.",
            seat=who,
            forces=forces,
            dead=in_words(dead, seat),
        )
    else:
        words = say("{seat:The has} {forces} in the reserves.", seat=who, forces=forces)
    return Reply(words, ("4.99.12", "4.99.11"))


def _elites() -> dict[str, str]:
    """Return what special forces are called, one and many, and by what name of one each is meant."""
    found = {faction.elite for faction in FACTIONS.values()} - {STARRED}
    return {name: elite[0] for elite in found for name in elite}


names("elite", _elites)


def whose_elite(asked: Asked) -> str:
    """Return the faction whose special forces are asked about."""
    return next(faction.id for faction in FACTIONS.values() if faction.elite[0] == asked.elite)


@answers
def special_forces(asked: Asked, table: Table) -> Reply | None:
    """Return where the forces of a faction are that has special ones, on the board, in reserve and in the Tanks."""
    if (seat := whose_elite(asked)) not in table.seats:
        return None
    asked = replace(asked, faction=seat)
    there, kept = [one for one in stands(table) if one.seat == seat], reserves(asked, table)
    on_board = _on_board(asked, seat, there) if there else ""
    return Reply(together([on_board, kept.words if kept else ""]), (POSITIONS, "4.99.12"))


@answers
def all_strongholds(asked: Asked, table: Table) -> Reply | None:
    held = {place: _holders(table, place) for place in strongholds(table)}
    lines = [
        say("{place}: {seats}", place=place, seats=listed([asked.name(seat) for seat in seats]))
        for place, seats in held.items()
        if seats
    ]
    fought = {stand.place for stand in stands(table) if not stand.calm}
    contested = [place for place, seats in held.items() if not seats and place in fought]
    free = [place for place, seats in held.items() if not seats and place not in fought]
    if not lines and not contested:
        return Reply("Nobody holds a stronghold, as far as the table has entered.", (HELD,))
    parts = [
        say("{places}.", places=together(lines, "; ")) if lines else "",
        say("Contested: {places}.", places=listed(contested)) if contested else "",
        say("Nobody holds {places}, as far as is known.", places=listed(free, "or")) if free else "",
    ]
    return Reply(together(parts), (HELD,))


@answers
@about_a_seat
def own_strongholds(asked: Asked, table: Table, seat: str) -> Reply | None:
    mine = holdings(table).held.get(seat, ())
    if not mine:
        return Reply(
            say("None: {seat:holds} no stronghold, as far as the table has entered.", seat=asked.name(seat)), (HELD,)
        )
    ally = table.ally(seat)
    theirs = holdings(table).held.get(ally, ()) if ally else ()
    words = say_many(len(mine), "{n} stronghold: {places}.", "{n} strongholds: {places}.", places=listed(mine))
    more = ""
    if ally and theirs and seat == asked.seat:
        more = say("{ally:The}, your ally: {places}.", ally=named(ally), places=listed(theirs))
    elif ally and theirs:
        more = say("{ally:The}, {seat:'s} ally: {places}.", ally=named(ally), seat=named(seat), places=listed(theirs))
    return Reply(together([words, more]), (HELD, *(("1.10.02.00",) if more else ())))


@answers
def where_the_storm_is(asked: Asked, table: Table) -> Reply | None:
    kept = table.state(Storm)
    if not kept.sector:
        return Reply("The referee has not been told yet. Enter it in the storm phase.", (STORM, "1.01.02"))
    moved = "It has moved this turn." if has_moved(table) else "It has not moved yet this turn."
    over = listed([name for name, land in TERRITORIES.items() if kept.sector in land.sectors])
    if kept.sector == 18:
        words = say("The storm is at Storm Start (sector 18), over {places}.", places=over)
    else:
        words = say("The storm is in sector {sector}, over {places}.", sector=kept.sector, places=over)
    return Reply(together([words, moved]), (STORM, "1.01.04"))


@answers
def is_in_storm(asked: Asked, table: Table) -> Reply | None:
    """Return whether a place lies in the storm, or which of a faction's forces do."""
    closed = closed_sectors(table)
    if not table.state(Storm).sector:
        return where_the_storm_is(asked, table)
    if asked.place:
        inside = closed & {*TERRITORIES[asked.place].sectors}
        words = say("The storm is in sector {sector}.", sector=table.state(Storm).sector)
        part = "Only in part." if inside and {*TERRITORIES[asked.place].sectors} - closed else ""
        return Reply(together(["Yes." if inside else "No.", words, part]), (STORM, "1.06.05.06"))
    if not (seat := asked.about(table)):
        return None
    caught = [one for one in stands(table) if one.seat == seat and one.sector in closed]
    if not caught:
        words = say("{seat:The has} no forces in the storm.", seat=asked.name(seat))
        return Reply(together(["No.", words]), (STORM, "1.06.05.06"))
    places = [say("{forces} in {place}", forces=in_words(one.group, seat), place=one.place) for one in caught]
    words = say("In the storm: {places}.", places=listed(places))
    return Reply(together(["Yes.", words]), (STORM, "1.06.05.06"))


@answers
def does_the_wall_stand(asked: Asked, table: Table) -> Reply | None:
    if asked.place not in {"", WALL}:
        return None
    whole = table.state(Storm).wall
    return Reply("The Shield Wall stands." if whole else "The Shield Wall is destroyed.", ("3.01.07",))


@answers
def who_has_most_forces(asked: Asked, table: Table) -> Reply | None:
    if not positions_kept(table):
        return Reply("This table does not track forces. Look at the board.", (POSITIONS,))
    board = {seat: sum((one.group for one in stands(table) if one.seat == seat), Group()) for seat in table.seats}
    ranked = sorted(board, key=lambda seat: -board[seat].total)
    told = [say("{seat}: {n}", seat=asked.name(seat), n=board[seat].total) for seat in ranked]
    return Reply(say("Forces on the board: {told}.", told=together(told, "; ")), (POSITIONS,))


@answers
def where_spice_lies(asked: Asked, table: Table) -> Reply | None:
    lying = {place: n for place, n in table.state(SpiceOnBoard).lying.items() if n}
    if asked.place:
        here = lying.get(asked.place, 0)
        return Reply(
            say("{n} spice in {place}.", n=here, place=asked.place)
            if here
            else say("No spice in {place}.", place=asked.place),
            (SPICE, "1.08.01"),
        )
    if not lying:
        return Reply("No spice lies on the board.", (SPICE, "1.08.01"))
    return Reply(say("{spice}.", spice=capital(listed(_told(lying.items())))), (SPICE, "1.08.01"))


def _told(lying: Iterable[tuple[str, int]]) -> list[str]:
    return [say("{n} in {place}", n=n, place=place) for place, n in lying]
