"""An unknown faction, as one file or a package with its rules: everything must accept it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.kit import ROOT

ENTERED = '''"""Ordos: a made-up faction whose hand holds six cards."""

from referee.common.factions import Faction, faction
from referee.board.forces import Group
from referee.kernel import ruling
from referee.kernel import Table
from referee.board.forces_counted import Start, StartForces

ME = "ordos"
LEADERS = {"Ammon": 5, "Edric": 4, "Roma": 3, "Gunseng": 2, "Speaker": 1}
faction(Faction(ME, "Ordos", "ord", spice=7, cards=1, rules=("2.88.01", "2.88.01"), leaders=LEADERS))


@ruling(StartForces, rule="2.88.01")
def off_the_map(question: StartForces, table: Table, so_far: Start) -> Start | None:
    """Return their twenty forces, none of them on the map."""
    return Start(Group(20)) if question.seat == ME else None
'''
HAND = '''"""How many cards Ordos hold."""

from referee.holdings.hands import HandLimit
from referee.kernel import ruling
from referee.kernel import Table

ME = "ordos"


@ruling(HandLimit, rule="2.88.02")
def six_cards(question: HandLimit, table: Table, so_far: int) -> int | None:
    """Return six for them."""
    return 6 if question.seat == ME else None
'''
TEXT = """# 2.88 Ordos

They come from a frozen planet and hold more cards than most.

## 2.88 Ordos
marks: table
see: 2
names: ordos faction | the cartel
asked as: what can ordos do

This chapter holds what is special about Ordos.

## 2.88.01 Starting spice
marks: code
see: 0.12
asked as: how much spice do ordos begin with

Ordos begin with 7 spice, and twenty forces off the map.

## 2.88.02 Hand limit
marks: code
see: 1.04.02
asked as: how many cards may ordos hold

Ordos may hold six cards.
"""
TRY_IT = """
import random, sys
from pathlib import Path
from tests.kit.evening import Evening, set_up
from tests.kit.random_bidding import Audited, Draw, ask_now, table_of
from referee.holdings.hands import hand_limit
from referee.rulebook.search import search

evening = Evening(Path(sys.argv[1]))
page = evening.steer().get("/new").text
evening.begin(set_up(("ordos", "fremen", "emperor")))
own = evening.sitting.views.referee.seats["ordos"]
print("Ordos" in page, own.spice, len(own.hand), hand_limit(evening.public, "ordos"))
phone, rule = evening.phones["ordos"].get(f"/t/{evening.table}/me"), evening.host.get("/rules/2.88.01")
print("twenty forces" in rule.text, phone.status_code)
print(search("how many cards may ordos hold")[0].entry.id, search("how much spice do ordos begin with")[0].entry.id)
evening.close()
played = 0
for seed in range(60):
    draw = Draw(seed)
    made = table_of(draw)
    if "ordos" in [place.faction for place in made.places]:
        game, played = Audited(made, seed), played + 1
        for _ in range(30):
            game.try_it(ask_now(game.referee, draw), waive=draw.random() < 0.1)
        game.finish()
print(played > 5)
"""
ONE_FILE = {"ordos.py": ENTERED + HAND.split('"""', 2)[2], "ordos.md": TEXT}
PACKAGE = {"ordos/__init__.py": ENTERED, "ordos/hand.py": HAND, "ordos/ordos.md": TEXT}


@pytest.mark.parametrize(
    "files", [pytest.param(ONE_FILE, id="one file"), pytest.param(PACKAGE, id="a package", marks=pytest.mark.long)]
)
def test_a_new_faction_is_known_everywhere_without_another_edit(files: dict[str, str], tmp_path: Path) -> None:
    left_out = shutil.ignore_patterns("__pycache__")
    for folder in ("referee", "tests/kit", "templates", "static"):
        if (ROOT / folder).exists():
            shutil.copytree(ROOT / folder, tmp_path / folder, ignore=left_out)
    (tmp_path / "tests/__init__.py").touch()
    for name, text in files.items():
        file = tmp_path / "referee/factions" / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, "utf-8")
    command = [sys.executable, "-c", TRY_IT, str(tmp_path / "hall")]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, env={"PYTHONPATH": str(tmp_path)})
    said = ["True 7 1 6", "True 200", "2.88.02 2.88.01", "True"]
    assert ran.stdout.splitlines() == said, ran.stderr
