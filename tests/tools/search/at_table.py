"""Put a file of questions to a played game: `python -m tests.tools.search.at_table FOLDER FILE`.

A line is `seat: question`, or with a language `seat de: question`; `public` is the table screen. `== battle` goes to
the middle of that phase. Each answer is the table's, or else what the book puts first. The game is played once and
kept in the folder; without a file its positions are described.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

from referee.common.factions import named
from referee.kernel import PUBLIC, Table
from referee.languages.questions import in_english
from referee.offers.answers import reply
from referee.offers.what_now import what_now
from referee.phases.battle.live_battle import battle_now
from referee.phases.mentat.victory import winner
from referee.rulebook.lookup import ask_in
from referee.running.dice import Dice
from referee.running.sitting import Sitting
from tests.kit import SIX, MemoryJournal
from tests.stand_in.games import Game

POSITIONS = ("storm", "spice_blow", "bidding", "revival", "shipment", "battle", "spice_collection", "mentat_pause")
TURN, SEED, TOLD = 3, 11, 40
EVENTS = {"bidding": 12, "mentat_pause": 1, "storm": 1, "spice_blow": 1, "shipment": 6}  # heard since a phase began


def played(turn: int = TURN, seed: int = SEED) -> dict[str, bytes]:
    """Return a file of the middle of each phase of a turn, as six stand-ins play it; nobody has won by then."""
    Game.shown = False
    found = dict[str, bytes]()
    for at in count(seed):
        game = Game(at, SIX, SIX)
        while not winner(game.public) and not game.stuck and game.public.turn <= turn:
            game.step()
            wanted = game.public.turn == turn and game.public.phase in {*POSITIONS} - {*found}
            if wanted and _in_the_middle(game.public):
                found[game.public.phase] = game.journal._db.conn.serialize()  # type: ignore[attr-defined]
        if {*found} == {*POSITIONS}:
            return found
    raise AssertionError("unreachable")


def _in_the_middle(table: Table) -> bool:
    return len(table.since) >= EVENTS.get(table.phase, 3) and (table.phase != "battle" or battle_now(table) is not None)


def positions(folder: Path) -> dict[str, Sitting]:
    """Return the positions by phase, from the folder if they are kept there, else kept there once they are played."""
    if not all((folder / f"{name}.game").exists() for name in POSITIONS):
        for name, file in played().items():
            (folder / f"{name}.game").write_bytes(file)
    return {name: _opened((folder / f"{name}.game").read_bytes()) for name in POSITIONS}


def _opened(file: bytes) -> Sitting:
    journal = MemoryJournal()
    journal._db.conn.deserialize(file)
    return Sitting(journal, Dice(SEED))


def described(sitting: Sitting) -> Iterator[str]:
    table = sitting.screen(PUBLIC)
    yield f"turn {table.turn}, {table.phase}: {' '.join(str(line.words) for line in what_now(table))}"
    yield from (f"  . {line}" for heard in table.log[-TOLD:] if (line := heard.event.sentence(named)))


def answered(sitting: Sitting, seat: str, code: str, question: str) -> str:
    """Return the table's answer, or marked the sentence that the book puts first."""
    table = sitting.screen(seat)
    if said := reply(table, in_english(code, question) or question):
        return f"{said.words}  [{', '.join(said.because)}]"
    found = ask_in(code, question, table.phase, seat)
    mark = "BOOK, sure" if found.sure else "BOOK, one of these" if found.close else "BOOK, not sure"
    return f"({mark}) " + (f"{found.hits[0].entry.id} {found.hits[0].sentence}" if found.hits else "nothing")


def main(arguments: list[str], show: Callable[[str], object] = print) -> None:
    words = argparse.ArgumentParser()
    words.add_argument("folder", type=Path, help="where the positions are kept, or will be")
    words.add_argument("file", nargs="?", type=Path, help="questions; without one the positions are described")
    chosen = words.parse_args(arguments)
    tables = positions(chosen.folder)
    for name in () if chosen.file else POSITIONS:
        show("\n".join([f"== {name}", *described(tables[name])]))
    table = tables["shipment"]
    for line in chosen.file.read_text("utf-8").splitlines() if chosen.file else ():
        who, _, question = line.partition(":")
        if line.startswith("=="):
            table = tables[line.strip("= ")]
        elif question.strip():
            seat, code = (*who.split(), "en")[:2]
            show(f"{line}\n    {answered(table, seat, code, question.strip())}")


if __name__ == "__main__":
    main(sys.argv[1:])
