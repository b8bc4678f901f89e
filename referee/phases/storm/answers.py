"""Answers on the storm's next move: who dials it and how high, or why nobody does."""

from __future__ import annotations

from referee.board.storm import CARD, Storm, StormBy, coming, has_moved, onward, struck
from referee.board.territories import TERRITORIES
from referee.common.turn import PHASES
from referee.kernel import Table, ask, capital, listed, say, say_many, together
from referee.offers.answers import Asked, Reply, answers
from referee.phases.storm.dials import bounds, dialers

MOVES = "1.01.02"


@answers
def who_dials(asked: Asked, table: Table) -> Reply | None:
    if table.phase not in PHASES:
        return None
    by = ask(table, StormBy())
    if has_moved(table):
        return Reply("The storm has moved this turn.", (MOVES,))
    if by.value == CARD:
        no = "No." if asked.seat else ""
        return Reply(together([no, "Nobody dials: a storm card moves it this turn."]), (*by.because, MOVES))
    two = dialers(table)
    if not two:
        return None
    yes = "" if not asked.seat else "Yes." if asked.seat in two else "No."
    words = say("{seats} dial the storm this turn.", seats=listed([asked.name(seat) for seat in two]))
    return Reply(together([yes, capital(words)]), ("0.16" if table.turn == 1 else MOVES, MOVES))


@answers
def which_numbers(asked: Asked, table: Table) -> Reply | None:
    if table.phase != "storm" or has_moved(table):
        return None
    by, (low, high) = ask(table, StormBy()), bounds(table)
    if by.value == CARD:
        return Reply("Nobody dials: a storm card moves it this turn.", (*by.because, MOVES))
    words = say("Each of the two dials {low} to {high} for this storm.", low=low, high=high)
    return Reply(words, ("0.16" if table.turn == 1 else MOVES, MOVES))


@answers
def how_far_the_storm_goes(asked: Asked, table: Table) -> Reply | None:
    """Return how far the storm will move, as far as this viewer knows, or has moved."""
    storm = table.state(Storm)
    if table.phase not in PHASES:
        return None
    if has_moved(table):
        there = say("The storm is in sector {sector}.", sector=storm.sector)
        return Reply(together(["The storm has moved this turn.", there]), (MOVES,))
    far, by = coming(table), ask(table, StormBy())
    if far is None and isinstance(storm.card, int):
        far = storm.card
    if far is not None:
        words = say_many(far, "The storm will move {n} sector.", "The storm will move {n} sectors.")
        goal = say("That is sector {sector}.", sector=onward(storm.sector, far)) if storm.sector else ""
        return Reply(together([words, goal if far else ""]), (*by.because, MOVES))
    low, high = bounds(table)
    words = say("Each of the two dials {low} to {high} for this storm.", low=low, high=high)
    if by.value == CARD:
        words = "Nobody dials: a storm card moves it this turn."
    return Reply(words, (*by.because, "0.16" if table.turn == 1 else MOVES))


@answers
def is_it_safe(asked: Asked, table: Table) -> Reply | None:
    """Return in which sectors of a place the storm kills forces, and where the storm is."""
    land, storm = TERRITORIES[asked.place], table.state(Storm)
    hit = sorted({cell.sector for cell in struck(table, land.sectors) if cell.territory == land.name})
    where = say("The storm is in sector {sector}.", sector=storm.sector) if storm.sector else ""
    words = say("The storm kills no forces in {place}.", place=land.name)
    if hit:
        sectors = listed([str(sector) for sector in hit])
        words = say(
            "The storm kills forces in {place} where it passes: sectors {sectors}.", place=land.name, sectors=sectors
        )
    return Reply(together([words, where]), ("1.01.03", "1.01.02"))
