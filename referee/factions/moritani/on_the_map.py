"""Terror tokens and the Aftermath as the map shows them: the same on every screen, Moritani's own too."""

from __future__ import annotations

from collections.abc import Iterable

from referee.board.standing import MapToken, TokensOnMap
from referee.factions.moritani import ME
from referee.factions.moritani.aftermath import RULE, AtomicsUsed
from referee.factions.moritani.terror import SUPPLY, terror
from referee.kernel.rulings import adds
from referee.kernel.table import Table


@adds(TokensOnMap, rule=SUPPLY)
def face_down_on_the_map(question: TokensOnMap, table: Table) -> Iterable[MapToken]:
    """Which token it is stands behind Moritani's shield, not on a map that others see on their phone."""
    for place, tokens in terror(table).at.items() if ME in table.seats else ():
        yield from (MapToken(place, "?", "Terror token, face down", ME) for _ in tokens)


@adds(TokensOnMap, rule=RULE)
def where_nobody_ships(question: TokensOnMap, table: Table) -> Iterable[MapToken]:
    made = table.get(AtomicsUsed)
    if made is not None and made.place:
        yield MapToken(made.place, "A", "Atomics Aftermath: nobody ships here", ME)
