"""What a faction pays is asked of its purse first: the table enters payments for players whose purse it cannot see.

``afforded`` corrects a purse that is told, and says that a price cannot be paid; without it the sum below nothing would
be found only when the whole act is counted.
"""

from __future__ import annotations

import ast

from tests.house.code import FILES, nodes

NO_PURSE = ("BANK", "on(", "front(")
ELSEWHERE = {
    "cards/first_box/at_work:_half_of_it": "half of what there is",
    "factions/emperor/worlds:the_other_half": "of what was just received",
    "factions/fremen/southern_hemisphere:half_to_the_occupier": "of what was just received",
    "factions/moritani/cards_taken:outcome": "half of what there is",
    "factions/richese/cache_in_hand:outcome": "sent by its own player alone, whose purse is known there",
    "factions/richese/richese_world:half_to_the_occupier": "of what was just received",
    "factions/spacing_guild/__init__:_taken_back": "as far as there is enough",
    "factions/spacing_guild/__init__:the_bank_gets_it": "only what was just received",
    "holdings/ledger:moved_on": "as far as there is enough",
    "phases/battle/settle:_spice": "as far as there is enough; other payers are no purses",
    "phases/charity:decide": "CharityFrom has no more than there is",
    "phases/shipment/shipping:_pay": "asked by Ship.decide",
    "modules/discoveries/places:one_of_each_field": "of what was just collected",
    "modules/leader_skills/payments:outcome": "as far as there is enough",
}


def test_1_12_02_who_pays_is_asked_first_whether_the_purse_has_it() -> None:
    assert {*_unasked()} == {*ELSEWHERE}, "ask afforded, or note why the purse has it"


def _unasked() -> list[str]:
    """Return the functions in which a purse pays, and that do not ask it."""
    found = []
    for name in FILES:
        for node in (one for one in nodes(name) if isinstance(one, ast.FunctionDef)):
            calls = [one for one in ast.walk(node) if isinstance(one, ast.Call)]
            payers = (ast.unparse(one.args[0]) for one in calls if ast.unparse(one.func) == "pay" and one.args)
            pays = any(not payer.startswith(NO_PURSE) for payer in payers)
            if pays and not any(ast.unparse(one.func) == "afforded" for one in calls):
                found.append(f"{name}:{node.name}")
    return found
