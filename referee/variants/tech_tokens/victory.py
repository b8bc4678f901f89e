"""The set: all three tech tokens with one player count as one stronghold, for that player's side."""

from __future__ import annotations

from referee.holdings.tech_tokens import TOKENS
from referee.kernel.rulings import ruling
from referee.kernel.table import Table
from referee.phases.mentat.victory import CountForVictory
from referee.variants.tech_tokens import playing, tokens_of

RULE = "4.08.04"


@ruling(CountForVictory, rule=RULE)
def a_set_is_a_stronghold(question: CountForVictory, table: Table, so_far: int) -> int | None:
    whole = playing(table) and any(len(tokens_of(table, seat)) == len(TOKENS) for seat in question.side)
    return so_far + 1 if whole else None
