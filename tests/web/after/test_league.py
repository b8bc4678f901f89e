"""The league: wins of 200 generated games, counted once more apart from the page; people merged and removed by hand."""

from __future__ import annotations

import csv
import json
import re
import shutil
from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest

from referee.common.factions import FACTIONS, faction_name
from referee.holdings.setup import OptionChanged, TableSet
from referee.phases.mentat.victory import GameWon
from referee.running.acts import JournalAct
from referee.running.journal import FileJournal
from referee.running.judgement import judge
from referee.running.people import NextGames, People, read_people
from referee.turn.on_time.decided import GameDecided
from referee.turn.on_time.unfinished import TITLES
from tests.kit import Evening
from tests.web.after.test_after import rows

GAMES = 200
WAYS = (("strongholds", "1.09.01"), ("end", "1.09.03"), ("end", "2.04.07"), *(("decided", way) for way in TITLES))
PEOPLE = ("Aoife", "aoife ", "Bo", "=1+1", "Cy", "Di", "Ed", "Flo", "")
Generated = dict[str, Any]


def generated(number: int) -> Generated:
    """Return a game by its number: who sat where, who won, how and when."""
    dice = Random(number)
    seats = dice.sample(sorted(FACTIONS), dice.randint(2, 6))
    people = dice.sample(PEOPLE, len(seats))
    won = dice.sample(seats, min(len(seats), dice.choice((1, 1, 2))))
    way, turn = dice.choice(WAYS), dice.randint(1, 10)
    return {"seats": seats, "people": people, "won": won, "way": way, "turn": turn, "over": dice.random() < 0.9}


def write(folder: Path, number: int, game: Generated) -> None:
    begun = TableSet(f"g{number}", "basic", game["turn"], tuple(game["seats"]), tuple(game["people"]), game["seats"][0])
    events = [begun]
    if game["over"]:
        how, rule = game["way"]
        sides = (tuple(game["won"]), game["turn"])
        events.append(GameDecided(*sides, rule) if how == "decided" else GameWon(*sides, how, (rule,)))  # type: ignore[arg-type]
    journal = FileJournal(folder / f"game-{number}.referee")
    journal.append(JournalAct(1, 1_700_000_000_000 + 86_400_000 * number, "host", "", tuple(events)))
    journal.close()


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Generated]]:
    folder, games = tmp_path_factory.mktemp("league"), [generated(number) for number in range(GAMES)]
    for number, game in enumerate(games):
        write(folder, number, game)
    return folder, [game for game in games if game["over"]]


@pytest.fixture
def league(played: tuple[Path, list[Generated]], tmp_path: Path) -> Iterator[tuple[Evening, list[Generated]]]:
    folder, games = played
    shutil.copytree(folder, tmp_path / "games")
    evening = Evening(tmp_path / "games")
    evening.steer()
    yield evening, games
    evening.close()


def shown(evening: Evening, title: str) -> dict[str, tuple[str, ...]]:
    page = evening.host.get("/league")
    assert page.status_code == 200
    return {row[0]: tuple(row[1:]) for row in rows(page.text, title)}


def test_the_league_of_200_games_is_what_an_independent_count_says(league: tuple[Evening, list[Generated]]) -> None:
    evening, games = league
    played, won, decided = Counter[str](), Counter[str](), Counter[str]()
    due = defaultdict[str, Fraction](Fraction)
    for game in games:
        for seat in game["seats"]:
            played[seat] += 1
            (decided if game["way"][0] == "decided" else won)[seat] += seat in game["won"]
            due[seat] += Fraction(len(game["won"]), len(game["seats"]))
    told = {
        faction_name(seat): (*(str(count[seat]) for count in (played, won, decided)), f"{float(due[seat]):.1f}")
        for seat in played
    }
    assert shown(evening, "Factions") == told and decided.total() > 30
    turns = Counter(str(game["turn"]) for game in games)
    assert shown(evening, "When games ended") == {turn: (str(n),) for turn, n in turns.items()}
    ways = Counter(TITLES.get(way, way) for _, way in (game["way"] for game in games))
    assert {re.split(" · |: ", words)[1]: n for words, (n,) in shown(evening, "How games ended").items()} == {
        way: str(n) for way, n in ways.items()
    }


def test_pairs_are_counted_where_both_played(league: tuple[Evening, list[Generated]]) -> None:
    evening, games = league
    pairs = shown(evening, "Pairs that won together, or had it decided for them")
    for words, (count, won, decided, due) in pairs.items():
        one, other = words.split(" and ")
        both = [g for g in games if {one, other} <= {faction_name(seat) for seat in g["seats"]}]
        together = [g for g in both if {one, other} == {faction_name(seat) for seat in g["won"]}]
        sizes = [(len(g["seats"]), len(g["won"])) for g in both]
        agreed = sum(g["way"][0] == "decided" for g in together)
        assert (int(count), int(won) + int(decided), int(decided)) == (len(both), len(together), agreed) and together
        assert due == f"{float(sum(Fraction(2, n * (n - 1)) for n, w in sizes if w == 2)):.1f}"


def test_people_are_one_by_name_merged_by_hand_parted_and_removed(league: tuple[Evening, list[Generated]]) -> None:
    evening, games = league

    def games_of(*names: str) -> int:
        return sum(name.strip().casefold() in names for game in games for name in game["people"])

    assert int(shown(evening, "People")["Bo"][0]) == games_of("bo")
    aoife = next(name for name in shown(evening, "People") if name.strip().casefold() == "aoife")
    assert int(shown(evening, "People")[aoife][0]) == games_of("aoife")

    def change(act: str, **said: str) -> None:
        assert evening.host.post("/league", {"act": act, **said}).status_code == 303

    change("merge", one="bo", into="cy")
    people = shown(evening, "People")
    assert "Bo" not in people and int(people["Cy"][0]) == games_of("bo", "cy")
    change("away", one="di")
    assert "Di" not in shown(evening, "People") and "Di" not in evening.onlooker.get("/league").text
    table = [*csv.DictReader(StringIO(evening.onlooker.get("/league.csv").text))]
    assert {row["person"] for row in table} & {"Di", "Bo"} == set() and "'=1+1" in {row["person"] for row in table}
    assert len(table) == sum(len(game["seats"]) for game in games)
    assert sum(int(row["won"]) + int(row["decided"]) for row in table) == sum(len(game["won"]) for game in games)
    for one in ("bo", "di"):
        change("back", one=one)
    assert {"Bo", "Di"} <= shown(evening, "People").keys() and read_people(evening.folder) == People()


def test_a_game_that_lies_here_twice_counts_once(league: tuple[Evening, list[Generated]]) -> None:
    evening, _ = league
    before = shown(evening, "Factions")
    number = next(n for n in range(GAMES) if generated(n)["over"])
    shutil.copy(evening.folder / f"game-{number}.referee", evening.folder / "from-a-friend.referee")
    (evening.folder / "game-199.referee").unlink()  # the newest 200 count
    without = shown(evening, "Factions")
    write(evening.folder, 199, generated(199))
    assert (without == before) is not generated(199)["over"]
    (evening.folder / "from-a-friend.referee").unlink()
    assert shown(evening, "Factions") == before


def test_only_who_steers_says_who_is_who(league: tuple[Evening, list[Generated]]) -> None:
    evening, _ = league
    assert "Who is who" in evening.host.get("/league").text and "Who is who" not in evening.onlooker.get("/league").text
    assert evening.onlooker.post("/league", {"act": "away", "one": "bo"}).status_code in {401, 403}
    assert read_people(evening.folder) == People()


@pytest.mark.parametrize("player", ["=1", "\r=1", "a;=1", 'a";=1', "a\n=1", "a\t-1", "\uff1d1", "+1", " -1"])
def test_no_name_becomes_a_formula_in_a_spreadsheet_of_any_language(tmp_path: Path, player: str) -> None:
    journal = FileJournal(tmp_path / "one.referee")
    begun = TableSet("one", "basic", 3, ("emperor", "fremen"), (player, "Cy"), "emperor")
    journal.append(JournalAct(1, 1, "host", "", (begun, GameWon(("emperor",), 3, "strongholds", ("1.09.01",)))))
    journal.close()
    evening = Evening(tmp_path)
    evening.steer()
    text = evening.host.get("/league.csv").text
    evening.close()
    for between in (",", ";", "\t"):
        cells = [cell for line in text.splitlines() for cell in next(csv.reader([line], delimiter=between))]
        split = [part for line in text.splitlines() for part in line.split(between)]
        assert not [cell for cell in (*cells, *split) if cell.strip(' "')[:1] in {*"=+-@\uff1d"}], between


@pytest.mark.parametrize(("key", "value"), [("N2", "25:99"), ("N2", "x"), ("B6", "9" * 5000)])
def test_an_option_that_no_form_can_set_is_not_taken_from_a_file(key: str, value: str) -> None:
    rows = [JournalAct(1, 1, "host", "", (TableSet("o", "basic", 1, ("emperor",), ("Bo",), "emperor"),))]
    assert judge([*rows, JournalAct(2, 1, "host", "", (OptionChanged(key, value),))]).sound == 1
    assert judge([*rows, JournalAct(2, 1, "host", "", (OptionChanged("N2", "23:15"),))]).sound == 2


def test_a_table_with_seconds_that_another_editions_form_had_opens() -> None:
    rows = [JournalAct(1, 1, "host", "", (TableSet("o", "basic", 1, ("emperor",), ("Bo",), "emperor"),))]
    assert judge([*rows, JournalAct(2, 1, "host", "", (OptionChanged("B7", "120"),))]).sound == 2


def test_a_way_to_win_that_is_in_no_book_here_is_shown_by_its_number(tmp_path: Path) -> None:
    write(tmp_path, 1, {**generated(1), "way": ("strongholds", "9.99.99"), "over": True})
    evening = Evening(tmp_path)
    evening.steer()
    pages = [evening.host.get(f"/t/game-1/{page}") for page in ("after", "after/evening.html", "after/picture.svg")]
    evening.close()
    assert [page.status_code for page in pages] == [200] * 3


DEEP, HALF = "[" * 200_000 + "]" * 200_000, '{"same": {"\\ud800": "b"}, "without": []}'
NO_SENSE = ["", "[]", '{"same": 3}', '{"same": {"a": "b"}}', '{"same": {}, "without": [3]}', HALF, DEEP]


@pytest.mark.parametrize("text", NO_SENSE, ids=range(len(NO_SENSE)))
def test_a_file_of_people_that_makes_no_sense_names_nobody(tmp_path: Path, text: str) -> None:
    (tmp_path / "league-people.json").write_text(text)
    assert read_people(tmp_path) == People()


@pytest.mark.parametrize("text", ["", "[]", DEEP, '{"\\ud800": "b"}'], ids=range(4))
def test_a_file_of_next_games_that_makes_no_sense_names_none(tmp_path: Path, text: str) -> None:
    (tmp_path / "next-games.json").write_text(text)
    assert NextGames(tmp_path) == {}


@pytest.mark.parametrize("at", [2**53 - 1, 2**45, -(2**40)])
def test_a_game_whose_day_not_every_computer_can_tell_is_left_out(tmp_path: Path, at: int) -> None:
    journal = FileJournal(tmp_path / "far.referee")
    begun = TableSet("far", "basic", 3, ("emperor", "fremen"), ("Bo", "Cy"), "emperor")
    journal.append(JournalAct(1, at, "host", "", (begun, GameWon(("emperor",), 3, "strongholds", ("1.09.01",)))))
    journal.close()
    write(tmp_path, 1, {**generated(1), "over": True})
    evening = Evening(tmp_path)
    evening.steer()
    pages = {page: evening.host.get(page) for page in ("/games", "/league", "/league.csv")}
    evening.close()
    assert {page: answer.status_code for page, answer in pages.items()} == dict.fromkeys(pages, 200)
    assert not any("far" in answer.text.partition("<main")[2] for answer in pages.values())


def test_chains_of_names_lead_to_one_person() -> None:
    people = People().merged("a", "b").merged("b", "c")
    assert [people.called(name) for name in ("a", "b", "c", " A ")] == ["c"] * 4
    assert people.merged("c", "a") == people and people.parted("a").called("a") == "a"
    assert json.dumps(dict(people.same)) and people.left_out("a").called("c") == ""
