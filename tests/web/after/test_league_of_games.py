"""Random games with battles, each won or decided in its file: the league says what an own count of the files says."""

from __future__ import annotations

import csv
from collections import Counter
from io import StringIO
from pathlib import Path

import pytest

from referee.board.standing import holdings
from referee.common.factions import faction_name
from referee.factions.bene_gesserit.prediction import PredictionCameTrue
from referee.kernel import PUBLIC, to_json
from referee.phases.mentat.victory import GameEnded, winner
from referee.running.journal import FileJournal, read
from referee.turn.next_phase import GoTo
from referee.turn.on_time.decided import DecideGame
from referee.turn.on_time.unfinished import TITLES, ways_to_decide
from tests.kit import SIX, Evening, Fighters, tried
from tests.web.after.test_after import rows

GAMES = tried(12)


class Stopping(Fighters):
    """Players who stop after their last turn; the table decides by a way, where one is known."""

    def end(self) -> None:
        if winner(self.public):
            return
        self.close()
        self.try_it(GoTo("mentat_pause", anyway=True))
        held = {seat: len(places) for seat, places in holdings(self.public).held.items() if places}
        most = {seat for seat, n in held.items() if n == max(held.values())}
        known = {one.way: {*one.seats} for one in ways_to_decide(self.public)}
        assert known["now"] == most
        way = self.random.choice([one for one, seats in known.items() if seats] or [""])
        assert self.sitting.act(DecideGame(way), PUBLIC).done is bool(way)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("games")
    for number in range(GAMES):
        kind = (Stopping, Stopping, Fighters)[number % 3]
        table = kind(7000 + number, list(SIX[: 3 + number % 4]), "advanced")
        table.play(1 + number % 2, 4)
        journal = FileJournal(folder / f"game-{number}.referee")
        for act in table.sitting.acts():
            journal.append(act)
        journal.close()
    return folder


def counted(folder: Path) -> tuple[Counter[str], Counter[str], Counter[str]]:
    """Return by faction the games won and decided, and by way those decided, from the rows of the files alone."""
    won, decided, ways = Counter[str](), Counter[str](), Counter[str]()
    for path in sorted(folder.glob("*.referee")):
        last = [e for act in read(path) for e in act.events if isinstance(e, (GameEnded, PredictionCameTrue))][-1:]
        for said in map(to_json, last):
            seats = [faction_name(seat) for seat in said.get("seats", [said.get("seat", "")])]
            (decided if said["fact"] == "GameDecided" else won).update(seats)
            ways.update([TITLES[said["way"]]] if said["fact"] == "GameDecided" else [])
    return won, decided, ways


def test_the_league_says_of_random_games_what_their_files_say(played: Path) -> None:
    evening = Evening(played)
    won, decided, ways = counted(played)
    assert won and decided
    page = evening.onlooker.get("/league").text
    told = {row[0]: (int(row[2]), int(row[3])) for row in rows(page, "Factions")}
    assert told == {seat: (won[seat], decided[seat]) for seat in told} and {*won, *decided} <= told.keys()
    assert {words.partition(": ")[2]: int(n) for words, n in rows(page, "How games ended") if ": " in words} == ways
    table = [*csv.DictReader(StringIO(evening.onlooker.get("/league.csv").text))]
    for column, count in (("won", won), ("decided", decided)):
        assert Counter(row["faction"] for row in table if row[column] == "1") == count
    evening.close()
