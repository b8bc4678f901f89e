"""Two cardboard wheels typed in on the table screen: number, leader, weapon and defense on both sides."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from referee.kernel import read_command
from referee.running.hall import Hall
from tests.kit import lay_table
from tests.tools.taps.fingers import TABLE, Fingers

OPTIONS = (("P1", "counts"), ("P2", "untracked"), ("P3", "wheels"), ("K8", "off"))
HELD = {"fremen": ("Crysknife/1", "Shield/1"), "emperor": ("Stunner/1", "Snooper/1")}
PLANS = (("emp", "2", "Burseg", "Stunner", "Snooper"), ("fre", "3", "Stilgar", "Crysknife", "Shield"))


def set_wheels(folder: Path) -> str:
    """Write down a game in which the Emperor attacks Fremen in Arrakeen, and nobody has a phone."""
    table = lay_table(folder, deck=(), faces=HELD, turn=4, options=OPTIONS)
    hall = Hall(folder)
    sitting = hall.find(table)
    assert sitting is not None
    fight = {"territory": "Arrakeen", "one": "emperor", "two": "fremen", "one_normal": "6", "two_normal": "8"}
    for name, words in (("GoTo", {"phase": "battle", "anyway": "1"}), ("BeginBattle", fight)):
        made = sitting.act(read_command(name, words), "host")
        assert made.done, (name, made.objections)
    hall.close()
    return table


def wheels(hands: Fingers) -> None:
    hands.phase = "wheels"
    hands.night.open(hands.night.table)
    screen = hands.night.screen
    for seat, dial, leader, weapon, defense in PLANS:
        box = screen.locator(f"#typing-{seat} form")
        box.locator("input[name=dial]").click()
        screen.keyboard.type(dial)
        hands.count(TABLE, f"the wheel, then {dial}", 1 + len(dial))
        box.locator(f"label:has(input[name=leader]):has-text('{leader}')").click()
        hands.count(TABLE, leader)
        _from_list(hands, box, "weapon", weapon)
        _from_list(hands, box, "defence", defense)
        box.locator("button").click()
        hands.count(TABLE, "Enter this wheel")
        hands.night.shows(leader)
    hands.night.shows("win")


def _from_list(hands: Fingers, box: Any, name: str, words: str) -> None:
    box.locator(f"select[name={name}]").select_option(words)
    hands.count(TABLE, f"{words} from the list", 2)
