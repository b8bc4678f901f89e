"""The phases at a glance: what each is about, who is waited for, and how it stands.

From public facts only; purses and hands are not looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from referee.board.forces import is_kept
from referee.board.standing import all_known, holdings
from referee.board.storm import storm_order
from referee.board.territories import strongholds
from referee.common.factions import faction_name, named
from referee.common.phones_at_seats import phones_of
from referee.common.turn import COACH_LINES, by_hand, finished
from referee.holdings.ledger import SpiceOnBoard
from referee.kernel import Table, adds, count, listed, phrase, ruling, say, setting
from referee.offers.waiting import on_turn
from referee.offers.what_now import Glance, LeftOver, Says, Sheet, Undone, WhatNow, mark_of, went_on
from referee.phases.charity import claims
from referee.phases.collection.collection import income
from referee.phases.mentat.victory import ALLIED, ALONE, checked, checked_in_full, held_by, is_last_turn, sides, winner
from referee.phases.revival.limits_and_prices import revivals
from referee.turn.who_is_done import IN_ORDER, TOGETHER

ABOUT = {
    "storm": ("Two players dial, the storm moves, spice in its way is lost.", "1.01.02"),
    "spice_blow": ("Turn over a card: spice appears, or a worm.", "1.02.01"),
    "choam_charity": ("Players with fewer than 2 spice may claim charity.", "1.03.01"),
    "bidding": ("One card for each player with room in hand.", "1.04.04"),
    "revival": ("Each player may revive up to 3 forces, and one leader once all of theirs have died.", "1.05.01"),
    "shipment": ("In storm order: ship once, then move once.", "1.06.01"),
    "battle": ("Forces are entered where players meet. They then choose their battles in storm order.", "1.07.02"),
    "spice_collection": ("Each force collects 2 spice, or 3 if you have a force in Arrakeen or Carthag.", "1.08.02"),
    "mentat_pause": ("Bribes are taken in, then victory is checked.", "1.09.01"),
}

NOTHING = {
    "revival": "Nobody has anything to revive.",
    "spice_collection": "Nobody has anything to collect.",
}

NOBODY_WON = "Nobody has won. The war continues."
NOT_ALL_TRACKED = say(
    "No winner is known, as not every stronghold is tracked. Does one player hold {ALONE}, or two allies {ALLIED}?",
    ALONE=ALONE,
    ALLIED=ALLIED,
)


@ruling(WhatNow, rule="1.00.00")
def what_to_do(question: WhatNow, table: Table, so_far: tuple[Says, ...]) -> tuple[Says, ...] | None:
    waits = WAITS.get(table.phase)
    begun = table.phase in IN_ORDER and (on_turn(table) or finished(table))
    over = checked(table) == table.turn if table.phase == "mentat_pause" else begun
    over = over or (table.phase in NOTHING and not on_turn(table))
    hinted = setting(table, COACH_LINES) == "on" and on_turn(table)  # the hint of the phase says it
    about = (Says(*ABOUT[table.phase]),) if table.phase in ABOUT and not over and not hinted else ()
    left = waits(table) if waits else None
    return (*about, *((left,) if left else ()))


def _still(table: Table) -> Says | None:
    if table.phase == "choam_charity":
        if all(seat in phones_of(table) for seat in table.seats):
            return None
        return Says("A seat without a phone claims at the table screen.", "4.97.10", mute=True)
    revived = table.phase == "revival" and revivals(table).own
    acted = revived or any(mark_of(table, seat).word for seat in table.seats)
    words = "Everybody is done." if acted else NOTHING[table.phase]
    return None if on_turn(table) else Says(words, "4.97.10")


def _turn(table: Table) -> Says | None:
    return None if on_turn(table) else Says("Everybody has shipped and moved.", "4.97.10")


def _pause(table: Table) -> Says:
    waiting = [say("{seat} {n}", seat=named(seat), n=own.bribes) for seat, own in table.seats.items() if own.bribes]
    if waiting:
        return Says(say("In front of shields, to take in: {waiting}.", waiting=listed(waiting, ",")), "1.09.01")
    if checked(table) == table.turn:
        return Says(NOBODY_WON if checked_in_full(table) else NOT_ALL_TRACKED, "1.09.04")
    if all(is_kept(table, seat) for seat in table.seats):
        return Says("The strongholds are known: check for victory.", "1.09.02.00")
    return Says("Who holds the strongholds is entered, then victory is checked.", "1.09.02.00")


UNCHECKED = phrase("victory.unchecked", "Victory was not checked in this turn.")


@adds(LeftOver, rule="1.09.02")
def victory_to_check(question: LeftOver, table: Table) -> Iterable[Undone]:
    if table.phase == "mentat_pause" and not winner(table) and checked(table) != table.turn:
        entered = bool(holdings(table).held)
        words = "Victory not checked yet." if entered else "No strongholds entered, so victory is not checked."
        yield Undone(words, "1.09.02", holds_up=False, loses=entered, passed=went_on(UNCHECKED(), "1.09.02"))


WAITS: dict[str, Callable[[Table], Says | None]] = {
    **dict.fromkeys(TOGETHER, _still),
    **dict.fromkeys(IN_ORDER, _turn),
    "mentat_pause": _pause,
}


# -- beside the table ---------------------------------------------------------------------------------


def _order(table: Table) -> Iterator[Sheet]:
    lines = tuple(Says(faction_name(seat), seat=seat, end=str(n)) for n, seat in enumerate(storm_order(table), 1))
    yield Sheet("Storm order", lines, "order")


def no_spice(table: Table) -> str:
    """Return the words for no known spice on the board."""
    return "None entered: not tracked." if by_hand(table, "spice_blow") else "None."


def _spice(table: Table) -> Iterator[Sheet]:
    board = table.state(SpiceOnBoard).lying
    lines = tuple(Says(name, end=str(amount)) for name, amount in board.items() if amount)
    yield Sheet("Spice on the board", lines or (Says(no_spice(table), mute=True),), "spice")


def _charity(table: Table) -> Iterator[Sheet]:
    claimed = claims(table).seats
    lines = tuple(Says(faction_name(seat), seat=seat) for seat in table.seats if seat in claimed)
    yield Sheet("Charity claimed", lines or (Says("Nobody yet.", mute=True),), "claims")


def _revived(table: Table) -> Iterator[Sheet]:
    state = revivals(table)
    counts = {seat: state.own.get(seat, 0) + state.helped.get(seat, 0) for seat in table.seats}
    lines = tuple(
        Says(_back(counts[seat], seat in state.leaders), seat=seat)
        for seat in table.seats
        if counts[seat] or seat in state.leaders
    )
    yield Sheet("Revived this turn", lines or (Says("Nobody yet.", mute=True),), "revived")


def _back(forces: int, leader: bool) -> str:
    counted = count(forces, "force") if forces else ""
    return listed([part for part in (counted, "a leader" if leader else "") if part])


def _shipped(table: Table) -> Iterator[Sheet]:
    done, waiting = finished(table), on_turn(table)
    words = {seat: "done" if seat in done else "now" if seat in waiting[:1] else "" for seat in table.seats}
    lines = tuple(Says(faction_name(seat), seat=seat, end=words[seat]) for seat in storm_order(table))
    yield Sheet("Storm order", lines, "order")


def _income(table: Table) -> Iterator[Sheet]:
    yield from _spice(table)
    pays, kept = income(table), holdings(table)
    lines = tuple(
        Says(
            say("{place}, already collected", place=place) if (seat, place) in kept.paid else place,
            seat=seat,
            end=str(pays[place]),
        )
        for seat, places in kept.held.items()
        for place in places
        if place in pays
    )
    unknown = () if all_known(table) or not pays else (Says("Not every stronghold is tracked.", mute=True),)
    if lines or unknown:
        yield Sheet("Stronghold income", (*lines, *unknown), "income")


def _strongholds(table: Table) -> Iterator[Sheet]:
    held = holdings(table).held
    where = {place: next((seat for seat in held if place in held[seat]), "") for place in strongholds(table)}
    nobody = "{place}, nobody" if all_known(table) else "{place}, not tracked"
    places = tuple(Says(place if seat else say(nobody, place=place), seat=seat) for place, seat in where.items())
    yield Sheet("Strongholds held", places, "held")
    counts = tuple(
        Says(
            listed([*map(faction_name, side)]),
            seat=side[0],
            end=say("{n} of {needed}", n=held_by(table, side), needed=_needed(side)),
        )
        for side in sides(table)
        if held_by(table, side)
    )
    wins = Says(
        say("One player wins with {ALONE} strongholds, two allies with {ALLIED}.", ALONE=ALONE, ALLIED=ALLIED),
        "1.09.02",
        mute=True,
    )
    last = is_last_turn(table)
    end = (Says("This is the last turn: if nobody holds enough, special victories decide.", "1.09.05"),) if last else ()
    yield Sheet("Strongholds to win", (*counts, wins, *end), "wins")


def _needed(side: Iterable[str]) -> int:
    return ALONE if len(tuple(side)) == 1 else ALLIED


SHEETS: dict[str, Callable[[Table], Iterable[Sheet]]] = {
    "spice_blow": _spice,
    "choam_charity": _charity,
    "revival": _revived,
    "shipment": _shipped,
    "battle": _order,
    "spice_collection": _income,
    "mentat_pause": _strongholds,
}


@ruling(Glance, rule="1.00.00")
def how_it_stands(question: Glance, table: Table, so_far: tuple[Sheet, ...] | None) -> tuple[Sheet, ...] | None:
    if winner(table):
        return (*(so_far or ()), *_strongholds(table))
    sheet = SHEETS.get(table.phase)
    return (*(so_far or ()), *sheet(table)) if sheet else None
