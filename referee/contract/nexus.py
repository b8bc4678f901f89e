"""Nexus cards that a script of a battle plays: before the plans, or once they are open."""

from __future__ import annotations

from collections.abc import Iterator

from referee.common.factions import named
from referee.contract.fought import ScriptedChoice
from referee.contract.lines import BadCase
from referee.kernel import Table
from referee.modules.nexus_cards.holding import STOPS, USE, NexusPlayed, NexusUses, held_nexus, use_of
from referee.modules.nexus_cards.in_battle import OnceOpen, in_a_battle
from referee.phases.battle.two_sides import SIDES, Battle
from referee.rulebook.book import rulebook


def nexus_played(table: Table, seat: str, battle: Battle) -> ScriptedChoice | None:
    """Let a faction play its Nexus card in this battle; return what it chooses once the plans are open.

    Raises ``BadCase`` for a card that does nothing in a battle, or nothing between these two.
    """
    card = held_nexus(table, seat)
    if not card:
        raise BadCase(f"{named(seat):The holds} no Nexus card to play. Name it in 'nexus_cards'.")
    use = use_of(table, seat, card)
    played, kinds, stopped = NexusPlayed(seat, card, use, battle.key), in_a_battle(use), stopped_by(use)
    if not kinds and not (stopped and card in {battle.side(at).faction for at in SIDES}):
        said = f"{named(seat):'s} Nexus card does nothing in this battle ({rulebook()[use].title})."
        raise BadCase(f"'nexus': {said} Leave it out.")
    cancels = next((kind for kind in kinds if issubclass(kind, OnceOpen) and kind.ends_a_call), None)
    if cancels:
        return ScriptedChoice("'nexus'", (cancels(seat),), late=False, otherwise=played)
    table.hear(played)
    table.suspended.update(dict.fromkeys(stopped, 1))
    return None


def nexus_told(table: Table) -> Iterator[tuple[str, str]]:
    """Yield the rule of each use of a Nexus card in this turn, and the sentence that says it."""
    for seat, use, aim in kept.made if (kept := table.get(NexusUses)) else ():
        yield use, NexusPlayed(seat, USE[use][0], use, aim).moment(named)[1]


def stopped_by(use: str) -> tuple[str, ...]:
    """Return the rules of the powers that this use of a Nexus card stops."""
    return tuple(power for power, stop in STOPS.items() if stop == use)
