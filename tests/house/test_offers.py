"""Pages draw what rooms offer: none names a command of the game, in code or in words, but those that are its own."""

from __future__ import annotations

import ast

from referee.kernel import commands
from tests.house.code import nodes, of, texts

PLAYS = {"web/demo/demo", "web/demo/players"}  # these do what people do, and draw nothing
OWN = {
    "web/start/setup_form": {"SetTable", "JoinInTheMiddle"},  # what its whole form becomes
    "web/start/join_midgame": {"SetTable"},
    "web/start/printed": {"SetTable"},
    # the key of a seat, or of the controls, comes and goes with them
    "web/http/credentials": {"TakeSeat", "EmptySeat", "TakeControls", "GiveControls"},
    "web/join/controls": {"GiveControls"},  # with the code that the other screen shows
    "web/join/seating": {"GiveControls"},
    "web/start/start_page": {"LetRefereePlay"},  # for the seats that are empty as the table is set
    "web/table/board": {"GoTo"},  # the one way on, which is drawn apart and held while something is due
    "web/table/looks": {"LookAtTable"},  # which opens a page and leaves the game as it is
}
ALSO_WORDS = {"Back", "Bid", "Collect", "Ready", "Ship"}  # which stand on screens as labels


def test_a_page_names_no_command() -> None:
    kinds, found = commands().keys(), {}
    for name in (name for name in of("web") if name not in PLAYS):
        names = list[str]()
        for node in nodes(name):
            names += [alias.name for alias in node.names] if isinstance(node, ast.ImportFrom) else []
            names += [node.attr] if isinstance(node, ast.Attribute) else []
        if said := {*names, *(text for text in texts(name) if text not in ALSO_WORDS)} & kinds:
            found[name] = said
    assert found == OWN, "let the room offer it: an Offer holds its command, button_of draws it"
