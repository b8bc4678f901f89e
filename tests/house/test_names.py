"""No faction and no card is named outside its own module, in a string or in an identifier.

A general rule asks a Question and does not know who answers. Exceptions are listed here with their reason.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections import defaultdict
from typing import Any

import pytest

import referee.kernel.discover  # noqa: F401
from referee.cards.deck import CLASSIC
from referee.common.factions import FACTIONS
from tests.house.code import FILES, identifiers, kind_of, of, room_of, texts, tree, words_of

ROOMS = {"factions", "cards", "modules", "options"}
OUTSIDE = {"web", "contract", "cli"}
GENERAL = [name for name in FILES if kind_of(name) not in ROOMS | OUTSIDE]
DO = "let the general room ask a Question, and the room of the faction or card answer it"
NAMED = {*FACTIONS, *(one.name for one in FACTIONS.values())}
SHORT = {*NAMED, *(one.short for one in FACTIONS.values())}
PLACES = re.compile(r"Tleilaxu Tanks|Tleilaxu Ghola|Shield Wall")

# what may be called like a faction or a card although it stands outside that room
EXCEPTIONS = {
    r"[Kk]arama|KARAMA": "1.13.06 and 3.01.11 let this card stop, pay for or unlock what other rooms do",
    r"([Bb]ehind|[Oo]pen)_?(the_)?[Ss]hields?|[Ss]hields?([_ ]?([Dd]etails|[Oo]pened))?$": "0.04: what hides a purse",
    r"Shield_?Wall": "the rock on the map (0.01), not the card",
    r"IsShield": "the Question whether a card counts as a Shield in a battle with a Lasgun (3.01.14)",
}
# 2.03.08 itself names them; 1.03.00 calls its phase so; 4.91.07, 4.91.11 and 4.92.08 are choices about this card
BY_THE_BOOK = {
    "factions/emperor/__init__": {"fremen"},
    "factions/ecaz/tokens": {*FACTIONS, "Bene Gesserit"},  # each token shows a faction
    "common/turn": {"CHOAM"},
    "phases/charity": {"CHOAM", "choam"},
    "phases/bidding/bid_time": {"Karama"},
    "powers/powers": {"Karama"},
    "powers/answers": {"Karama"},
}
USUAL_SEATS_OR_EXAMPLES = {"web/start/setup_form", "cli/log", "cli/rules"}


def _names(text: str, names: set[str]) -> list[str]:
    plain = PLACES.sub("", text)
    return [name for name in names if re.search(rf"\b{re.escape(name)}\b", plain)]


def _some(found: dict[str, Any]) -> dict[str, Any]:
    """Return the files in which something was found."""
    return {name: what for name, what in found.items() if what}


def _called(name: str, names: set[str]) -> dict[str, str]:
    """Return the identifiers of a file that contain one of these names, each with the name."""
    wanted = {words_of(one): one for one in names}
    found = {}
    for identifier in identifiers(name):
        words = words_of(identifier)
        spans = (words[i:j] for i in range(len(words)) for j in range(i + 1, len(words) + 1))
        hit = None if hasattr(builtins, identifier) else next((wanted[span] for span in spans if span in wanted), None)
        if hit and not any(re.search(pattern, identifier) for pattern in EXCEPTIONS):
            found[identifier] = hit
    return found


def test_general_rules_name_no_faction_and_no_card() -> None:
    found = {}
    for name in GENERAL:
        wrong = (NAMED | set(CLASSIC)) - BY_THE_BOOK.get(name, set())
        found[name] = [text for text in texts(name) if _names(text, wrong)]
    assert not _some(found), f"{_some(found)}: {DO}"


def test_nothing_outside_a_room_is_called_like_a_faction_or_a_card() -> None:
    found = {name: _called(name, SHORT | set(CLASSIC)) for name in (*GENERAL, *of("modules", "options", *OUTSIDE))}
    assert not _some(found), f"{_some(found)}: {DO}; add an exception with its reason to EXCEPTIONS"


def test_a_room_names_no_other_faction() -> None:
    found = {}
    for name in of("factions", "cards"):
        room = room_of(name).removeprefix("factions/")
        own = {seat for seat in FACTIONS if room.startswith(seat)} | BY_THE_BOOK.get(name, set())
        others = {FACTIONS[seat].name for seat in FACTIONS if seat not in own} | (set(FACTIONS) - own)
        found[name] = [*(text for text in texts(name) if _names(text, others)), *_called(name, others)]
    assert not _some(found), f"{_some(found)}: {DO}"


def test_elsewhere_no_faction_is_treated_by_its_id() -> None:
    places = [name for name in of("modules", "options", *OUTSIDE) if name not in USUAL_SEATS_OR_EXAMPLES]
    found = {name: [text for text in texts(name) if text in FACTIONS] for name in places}
    assert not _some(found), f"{_some(found)}: {DO}"


@pytest.mark.parametrize("pattern", EXCEPTIONS)
def test_every_exception_is_still_needed(pattern: str) -> None:
    places = [*GENERAL, *of("modules", "options", *OUTSIDE)]
    assert any(re.search(pattern, one) for name in places for one in identifiers(name)), "remove it from EXCEPTIONS"


def test_no_class_of_the_program_shares_its_name_with_another() -> None:
    places = defaultdict[str, list[str]](list)
    for name in FILES:
        for node in tree(name).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].append(name)
    twice = {name: where for name, where in places.items() if len(where) > 1}
    assert not twice, "give each the term of its own field"
