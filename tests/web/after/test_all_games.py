"""All games in figures: they add up, closed files are read and let go, and nothing secret moves a byte."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from tests.kit import SIX, Evening, set_up
from tests.web.after.test_after import rows, sell, win


def figures(evening: Evening) -> str:
    answer = evening.onlooker.get("/games")
    assert answer.status_code == 200
    return answer.text


def test_figures_of_all_games_add_up(auction: Evening) -> None:
    sold = [(sell(auction, price), price) for price in (3, 6)]
    auction.must("host", "EndBidding")
    win(auction)
    assert "over in turn 1: Fremen won" in auction.onlooker.get("/").text
    page = figures(auction)
    (game,) = rows(page, "Games")
    assert game[0] == "Evening" and "Fremen (P4)" in game[3] and game[4:6] == ["2", "4.5"]
    assert {row[0]: row[3] for row in rows(page, "Players")}["P4"] == "1"
    bought = {row[0]: (row[5], row[6]) for row in rows(page, "Factions")}
    assert sum(int(cards) for cards, _ in bought.values()) == 2
    for seat, price in sold:
        if [one for one, _ in sold].count(seat) == 1:
            assert bought[auction.public.seats[seat].faction.replace("_", " ").title()] == ("1", f"{price}.0")


def test_a_closed_game_is_read_once_and_let_go(auction: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    sell(auction, 4)
    before = rows(figures(auction), "Games")
    auction.restart()
    held = _open_files(auction.folder)
    assert rows(figures(auction), "Games") == before and _open_files(auction.folder) == held == []
    monkeypatch.setattr("referee.running.hall.read", lambda path: pytest.fail("it was read already"))
    assert rows(figures(auction), "Games") == before and not auction.hall.is_open(auction.table)


def _open_files(folder: Path) -> list[str]:
    found = (os.path.realpath(f"/proc/self/fd/{number}") for number in os.listdir("/proc/self/fd"))
    return [path for path in found if path.startswith(str(folder))]


def test_a_file_that_cannot_be_read_is_left_out(auction: Evening) -> None:
    (auction.folder / "broken.referee").write_bytes(b"no game")
    assert [row[0] for row in rows(figures(auction), "Games")] == ["Evening"]


def test_players_are_added_up_over_games_and_nothing_secret_shows(evening: Evening) -> None:
    evening.set_table({**set_up(), "player": ["p1", "fremen", "", "", "", ""], "table": "Another"})
    page = figures(evening)
    assert (
        {row[0].lower(): row[1] for row in rows(page, "Players")}["p1"] == "2"
        and "fremen" in page
        and len(rows(page, "Games")) == 2
    )
    assert {row[1] for row in rows(page, "Factions")} == {"2"} and len(rows(page, "Factions")) == len(SIX)
    assert not re.search("Karama|Lasgun|traitor", page)
