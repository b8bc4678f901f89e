"""Chronicles: whole short games as text files. Set ``REFEREE_WRITE=1`` to write them anew after a change of wording."""

from __future__ import annotations

import os
from pathlib import Path

from referee.common.factions import FACTIONS
from referee.holdings.leaders import leaders_of
from referee.kernel import PUBLIC
from referee.phases.mentat.victory import winner
from referee.running.sitting import Sitting
from tests.games.chronicle import begin, play
from tests.kit import everything_once, purses

HERE = Path(__file__).parent
DECK = ("Crysknife/1", "Chaumas/1", "Gom Jabbar/1", "Stunner/1", "Kulon/1", "Jubba Cloak/1", "Slip Tip/1", "Baliset/1")
FIVE = {
    "atreides": "Aoife",
    "bene_gesserit": "Miriam",
    "fremen": "Lars",
    "spacing_guild": "Jonas",
    "harkonnen": "Priya",
}

SIX = {
    "atreides": "Aoife",
    "bene_gesserit": "Miriam",
    "emperor": "Tomas",
    "fremen": "Lars",
    "spacing_guild": "Jonas",
    "harkonnen": "Priya",
}
HANDS = {
    "atreides": ("Gom Jabbar/1",),
    "bene_gesserit": ("Baliset/1",),
    "emperor": ("Lasgun/1",),
    "fremen": ("Crysknife/1",),
    "spacing_guild": ("Shield/1",),
    "harkonnen": ("Chaumas/1", "Shield/2"),
}
LONG = """Stunner/1 Snooper/1 Karama/1 Cheap_Hero/1 Shield/3 Weather_Control/1 Hajr/1 Maula_Pistol/1 Truthtrance/1
Karama/2 Snooper/2 Tleilaxu_Ghola/1 Family_Atomics/1 Slip_Tip/1 Chaumurky/1 Kulon/1 Shield/4 Cheap_Hero/2 Ellaca_Drug/1
Snooper/3 Truthtrance/2 Jubba_Cloak/1 La_La_La/1 Trip_to_Gamont/1 Snooper/4 Cheap_Hero/3"""
DEALT = tuple(card.replace("_", " ") for card in LONG.split())


def told_as_written(name: str, sitting: Sitting) -> None:
    """Compare a chronicle word for word with what the program tells, or write it anew."""
    path = HERE / name
    written = path.read_text("utf-8")
    now = play(sitting, written)
    if os.environ.get("REFEREE_WRITE"):
        path.write_text(now, "utf-8")
    assert now == written


def test_a_game_of_two_turns_is_told_as_it_is_written() -> None:
    sitting = begin(FIVE, DECK, "atreides", "advanced")
    told_as_written("two_turns.txt", sitting)
    won, truth = winner(sitting.screen(PUBLIC)), sitting.views.referee
    assert won is not None and won.seats == ("bene_gesserit",)
    assert truth.bank + sum(purses(truth)) == sum(FACTIONS[seat].spice for seat in FIVE)


def test_a_game_of_five_turns_is_told_as_it_is_written() -> None:
    sitting = begin(SIX, DEALT, "atreides", "advanced", HANDS)
    before = everything_once(sitting.views.referee)
    told_as_written("a_full_game.txt", sitting)
    won, truth = winner(sitting.screen(PUBLIC)), sitting.views.referee
    assert won is not None and set(won.seats) == {"emperor", "harkonnen"} and truth.turn == 5
    assert truth.bank + sum(purses(truth)) == sum(FACTIONS[seat].spice for seat in SIX)
    assert everything_once(truth) == before
    for seat in SIX:
        own = leaders_of(truth, seat)
        assert own and sorted([*own.pool, *own.face_up, *own.face_down]) == sorted(FACTIONS[seat].leaders)
