"""What a case says of the leaders of a side: captives, skill cards, and the strongholds that it occupies."""

from __future__ import annotations

from typing import Any

from referee.board.strongholds import Holdings
from referee.board.territories import is_stronghold
from referee.contract.lines import BadCase
from referee.contract.values import a, faction_id, names_in, nearest
from referee.holdings.leaders import LeaderBook, key, keys
from referee.holdings.skills import SKILL_CARDS, Skill, lay
from referee.kernel.table import Table


def _object(value: Any, what: str) -> dict[str, Any]:
    return {} if value is None else a(dict, value, what, "must be an object in braces")


def captives_in(table: Table, record: dict[str, Any]) -> tuple[str, ...]:
    """Read whom a side has captured and, where it says so, who last had them: there they go home (2.05.10.02)."""
    said = _object(record.get("captured_from"), "'captured_from'")
    lent = {key(a(str, name, "A leader")): faction_id(of) for name, of in said.items()}
    table.put(LeaderBook(lent={**table.state(LeaderBook).lent, **lent}))
    return tuple({key(name): name for name in (*said, *names_in(record, "captured_leaders"))}.values())


def skills_in(table: Table, record: dict[str, Any], faction: str) -> None:
    """Read which cards lie with a side's leaders, who of these are in front, and its strongholds."""
    front = keys(names_in(record, "in_front"))
    for leader, said in _object(record.get("skills"), "'skills'").items():
        card = a(str, said, "A skill")
        if card not in SKILL_CARDS:
            raise BadCase(f"No leader skill is called {card!r}.{nearest(card, SKILL_CARDS)}")
        lay(table, Skill(card, leader, faction, key(leader) in front), leader)
    if record.get("strongholds") is not None:
        places = names_in(record, "strongholds")
        if wrong := [place for place in places if not is_stronghold(place)]:
            raise BadCase(f"{wrong[0]!r} is no stronghold.")
        kept = table.state(Holdings)
        table.put(Holdings(table.turn, {**kept.held, faction: places}, told=table.turn))
