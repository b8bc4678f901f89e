"""Chronicles: whole short games as text files. Set ``REFEREE_WRITE=1`` to write them anew after a change of wording."""

from __future__ import annotations

import os
from pathlib import Path

from referee.facts import PUBLIC
from referee.phases.setup import FACTIONS
from referee.phases.victory import winner

from .chronicle import begin, play
from .players import purses

HERE = Path(__file__).parent
DECK = ("Crysknife/1", "Chaumas/1", "Gom Jabbar/1", "Stunner/1", "Kulon/1", "Jubba Cloak/1", "Slip Tip/1", "Baliset/1")
FIVE = {
    "atreides": "Aoife",
    "bene_gesserit": "Miriam",
    "fremen": "Lars",
    "spacing_guild": "Jonas",
    "harkonnen": "Priya",
}


def test_a_game_of_two_turns_is_told_as_it_is_written() -> None:
    path = HERE / "two_turns.txt"
    sitting = begin(FIVE, DECK, "atreides", "advanced")
    written = path.read_text("utf-8")
    now = play(sitting, written)
    if os.environ.get("REFEREE_WRITE"):
        path.write_text(now, "utf-8")
    assert now == written
    won, truth = winner(sitting.screen(PUBLIC)), sitting.views.referee
    assert won is not None and won.seats == ("bene_gesserit",)
    assert truth.bank + sum(purses(truth)) == sum(FACTIONS[seat].spice for seat in FIVE)
