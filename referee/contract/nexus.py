"""Nexus cards that a script of a battle plays: before the plans, or once they are open."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from referee.common.factions import named
from referee.contract.fought import ScriptedChoice
from referee.contract.lines import BadCase
from referee.kernel import Amount, Table
from referee.modules.nexus_cards.holding import STOPS, USE, NexusPlayed, NexusUses, held_nexus, use_of
from referee.modules.nexus_cards.in_battle import OnceOpen, in_a_battle
from referee.phases.battle.allowed_plans import support_of
from referee.phases.battle.dial_and_losses import army
from referee.phases.battle.two_sides import SIDES, Battle
from referee.rulebook.book import rulebook

FORCES_COUNT = ("4.05.13.02", "4.05.17.02")  # uses by which forces are worth more


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
        raise BadCase(idle_card(seat, use))
    cancels = next((kind for kind in kinds if issubclass(kind, OnceOpen) and kind.ends_a_call), None)
    if cancels:
        return ScriptedChoice("'nexus'", (cancels(seat),), late=False)
    before = _most(table, battle)
    table.hear(played)
    table.suspended.update(dict.fromkeys(stopped, 1))
    if use in FORCES_COUNT and _most(table, battle) == before:
        raise BadCase(idle_card(seat, use))
    return None


def _most(table: Table, battle: Battle) -> list[Amount]:
    return [army(table, battle, at, support_of(table, battle, at)).most for at in SIDES]


def idle_card(seat: str, use: str) -> str:
    """Return the sentence that a Nexus card does nothing in this battle."""
    return f"'nexus': {named(seat):'s} Nexus card does nothing in this battle ({rulebook()[use].title}). Leave it out."


def unused_cards(table: Table, spoke: Collection[str]) -> Iterator[str]:
    """Yield that a card by which a loser keeps something kept nothing; ``spoke`` are the rules of the verdict."""
    for seat, use, _ in kept.made if (kept := table.get(NexusUses)) else ():
        if any(issubclass(kind, OnceOpen) and not kind.ends_a_call for kind in in_a_battle(use)) and use not in spoke:
            yield idle_card(seat, use)


def nexus_told(table: Table) -> Iterator[tuple[str, str]]:
    """Yield the rule of each use of a Nexus card in this turn, and the sentence that says it."""
    for seat, use, aim in kept.made if (kept := table.get(NexusUses)) else ():
        yield use, NexusPlayed(seat, USE[use][0], use, aim).moment(named)[1]


def stopped_by(use: str) -> tuple[str, ...]:
    """Return the rules of the powers that this use of a Nexus card stops."""
    return tuple(power for power, stop in STOPS.items() if stop == use)
