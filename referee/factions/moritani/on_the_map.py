"""Terror tokens and the Aftermath on the map, the same on every screen, Moritani's own too; and as scripts lay them."""

from __future__ import annotations

from collections.abc import Iterable

from referee.board.standing import MapToken, TokensOnMap
from referee.factions.moritani import ME
from referee.factions.moritani.aftermath import RULE, AftermathLaid
from referee.factions.moritani.reaction import TerrorWaits
from referee.factions.moritani.terror import SUPPLY, TOKENS, terror
from referee.kernel import Table, adds, say
from referee.offers.what_now import Glance, Says, Sheet


@adds(TokensOnMap, rule=SUPPLY)
def face_down_on_the_map(question: TokensOnMap, table: Table) -> Iterable[MapToken]:
    """Which token it is stands behind Moritani's shield, not on a map that others see on their phone."""
    for place, tokens in terror(table).at.items() if ME in table.seats else ():
        yield from (MapToken(place, "?", "Terror token, face down", ME) for _ in tokens)


@adds(TokensOnMap, rule=RULE)
def where_nobody_ships(question: TokensOnMap, table: Table) -> Iterable[MapToken]:
    aftermath = table.get(AftermathLaid)
    if aftermath is not None and aftermath.place:
        yield MapToken(aftermath.place, "A", "Atomics Aftermath: nobody ships here", ME)


@adds(Glance, rule=SUPPLY)
def where_tokens_lie(question: Glance, table: Table) -> Iterable[Sheet]:
    made, now = terror(table), table.get(TerrorWaits)
    if ME in table.seats and table.phase in {"shipment", "mentat_pause"} and (made.at or made.gone):
        lines = [Says(place, SUPPLY, end=str(len(tokens))) for place, tokens in made.at.items()]
        if now is not None:
            lines.append(Says(say("Revealed in {place}: {token}", place=now.place, token=TOKENS[now.token]), SUPPLY))
        gone = [one for one in made.gone if now is None or one != now.token]
        lines += [Says(say("Out of the game: {token}", token=TOKENS[one]), SUPPLY, mute=True) for one in gone]
        yield Sheet("Terror tokens", tuple(lines), "terror")
