"""The storm at a glance: its sector, the Shield Wall, spice on the board, and the storm order. All of it is public."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.board.forces import is_kept
from referee.board.outline import SECTORS
from referee.board.storm import CARD, Storm, StormBy, coming, has_moved, storm_order
from referee.common.factions import named
from referee.holdings.ledger import SpiceOnBoard
from referee.kernel import Table, adds, ask, listed, phrase, ruling, say, say_many
from referee.offers.what_now import Glance, LeftOver, Mark, Says, SeatMark, Sheet, Undone, WhatNow, went_on
from referee.phases.storm.offers import swept_spice

MATTERS = ("storm", "spice_blow", "shipment", "battle", "spice_collection")
CUT_OFF = {
    "shipment": ("Nobody enters, leaves or crosses this sector.", "1.01.04"),
    "battle": ("Forces with the storm between them do not battle.", "1.07.01.00"),
    "spice_collection": ("Nobody collects spice from across the storm.", "1.08.01"),
}
PLACES = ("First Player", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th", "9th", "10th", "11th", "12th")


def storm_lines(table: Table) -> Iterator[Says]:
    """Yield where the storm is, its next move, and the Shield Wall."""
    kept = table.state(Storm)
    yield Says(*_where(table, kept.sector))
    if (far := coming(table)) is not None:
        moves = say_many(far, "It will move {n} sector.", "It will move {n} sectors.")
        yield Says(moves if far else "It will not move.")
    if kept.card is not None:
        yield Says("The next storm card is face down.", "1.01.02", mute=True)
    if not kept.wall:
        yield Says("The Shield Wall is destroyed: the storm reaches behind it.", "1.01.03")
    if kept.sector and table.phase in CUT_OFF:
        yield Says(*CUT_OFF[table.phase], mute=True)


def _where(table: Table, sector: int) -> tuple[str, str]:
    if not sector:
        started = ("The storm begins at Storm Start.", "0.16")
        return started if table.turn == 1 else ("The storm's sector is not known.", "1.01.02")
    if sector == SECTORS:
        return ("The storm is at Storm Start.", "1.01.02")
    return (say("The storm is in sector {sector}.", sector=sector), "1.01.02")


@ruling(Glance, rule="1.01.02")
def the_storm(question: Glance, table: Table, so_far: tuple[Sheet, ...]) -> tuple[Sheet, ...] | None:
    if table.phase not in MATTERS or not (table.state(Storm).sector or table.phase == "storm"):
        return None
    spice = (_spice(table),) if table.phase == "storm" else ()
    first = tuple(sheet for sheet in so_far if sheet.id == "order")
    rest = tuple(sheet for sheet in so_far if sheet.id != "order")
    return (*first, Sheet("Storm", tuple(storm_lines(table)), "storm"), *rest, *spice)


def _spice(table: Table) -> Sheet:
    board = table.state(SpiceOnBoard).lying
    crossed = dict(swept_spice(table))
    lines = tuple(
        Says(say("{place}, crossed by the storm", place=name) if name in crossed else name, end=str(amount))
        for name, amount in board.items()
        if amount
    )
    return Sheet("Spice on the board", lines or (Says("None.", mute=True),), "spice")


@ruling(WhatNow, rule="1.01.02")
def the_next_step(question: WhatNow, table: Table, so_far: tuple[Says, ...]) -> tuple[Says, ...] | None:
    if table.phase != "storm":
        return None
    return _step(table) or so_far


STANDS = phrase("storm.stands", "The storm does not move in this turn.")


@adds(LeftOver, rule="1.01.02")
def a_storm_to_move(question: LeftOver, table: Table) -> Iterable[Undone]:
    if table.phase == "storm" and not has_moved(table):
        passed, told = went_on(STANDS(), "1.01.02"), any(is_kept(table, seat) for seat in table.seats)
        yield Undone("The storm has not moved yet.", "1.01.02", holds_up=False, loses=told, passed=passed)


def _step(table: Table) -> tuple[Says, ...]:
    if has_moved(table):
        return tuple(_moved(table))
    if coming(table) is not None:
        far = coming(table) or 0
        moves = say_many(far, "The storm will move {n} sector.", "The storm will move {n} sectors.")
        last = Says("Treachery cards that change the storm may be played now.", "1.01.02", mute=True)
        moved = Says(moves if far else "The storm will stay where it is.", "1.01.02")
        return (moved, last) if table.turn > 1 else (moved,)  # none is played in the first one (3.01.07)
    if table.turn == 1 and not table.state(Storm).markers:
        return (
            Says("The players on either side of Storm Start dial 0 to 20. Whose circle comes right after it?", "0.16"),
        )
    by = ask(table, StormBy())
    if table.turn > 1 and by.value == CARD:
        return (Says("Next, the storm card is turned over, or its number entered.", by.because[0]),)
    return ()


def _moved(table: Table) -> Iterator[Says]:
    if table.first_player in table.seats:
        yield Says(
            say("{first_player:The is} First Player.", first_player=named(table.first_player)),
            "1.01.01",
            table.first_player,
        )
    if crossed := swept_spice(table):
        lost = listed([say("{place} ({amount})", place=place, amount=amount) for place, amount in crossed], ",")
        yield Says(say("The storm crossed spice in {places}.", places=lost), "1.01.03")
    if not all(is_kept(table, seat) for seat in table.seats):
        yield Says("If it passed over forces on open sand, they are entered and go to the Tanks.", "1.01.03", mute=True)


@ruling(SeatMark, rule="1.01.01")
def place_in_the_order(question: SeatMark, table: Table, so_far: Mark) -> Mark | None:
    if table.phase != "storm" or not has_moved(table):
        return None
    n = storm_order(table).index(question.seat)
    return Mark(PLACES[n], "flag" if n == 0 else "")
