"""The league: who won how often over all games of the folder, by person, faction, pair, way and turn.

Beside each number stands how many games it is made of, and what it would be if at each table all were equally good:
with n players and w winners each wins w/n of a game, a pair w(w-1)/(n(n-1)). A game that lies here twice counts once.
"""

from __future__ import annotations

import csv
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from io import StringIO
from itertools import combinations
from typing import Final, TypeVar

from flask import Blueprint, Response, current_app, request, url_for

from referee.common.factions import faction_name
from referee.kernel import Value, listed, say, together
from referee.rulebook.book import rulebook
from referee.running.journal import JournalError
from referee.running.people import People, plain, read_people, write_people
from referee.web.after.story import Game
from referee.web.app.context import program, steers_anything
from referee.web.app.drawing import message, page, see_other, small_print
from referee.web.app.event_lines import short, subject
from referee.web.http.guard import viewer
from referee.web.view_models.pages import Figures, LeaguePage
from referee.web.view_models.parts import Frame, Link

HEADER = ("Games", "Won", "Decided", "Expected")
NOTE = "Expected: what each would have won if all at a table were equally good. Ten games of six prove little."
DECIDED = "Decided: unfinished games that the table decided for them. Expected counts these too."
CSV_HEADER = ("game", "date", "turn", "way", "faction", "person", "won", "expected", "decided")
FORMULA = re.compile(r"\s*[=+\-@\uff1d\uff0b\uff0d\uff20]")  # a spreadsheet would run a cell that begins so
APART = re.compile(r"[;\t\r\n]")  # where the spreadsheets of some languages begin a new cell, in quotes too

TABLE: Final = "league.csv"
K = TypeVar("K")
pages = Blueprint("league", __name__)


class WinTally(Value):
    """How often somebody played in a game that is over, won, was decided for, and would have been on average."""

    games: int = 0
    won: int = 0
    decided: int = 0
    expected: Fraction = Fraction(0)

    def plus(self, won: bool, decided: bool, expected: Fraction) -> WinTally:
        return WinTally(self.games + 1, self.won + won, self.decided + decided, self.expected + expected)


def finished(games: Iterable[Game]) -> list[Game]:
    """Return each game that was won or decided, once however often its file lies here."""
    found = {(one.began, one.name, tuple(one.players.items())): one for one in games if one.won or one.decided}
    return list(found.values())


def by_seat(games: Sequence[Game], called: Callable[[Game, str], str]) -> dict[str, WinTally]:
    """Return the tallies of whatever seats are called; "" counts nowhere."""
    found = defaultdict[str, WinTally](WinTally)
    for game in games:
        share = Fraction(len(game.won or game.decided), len(game.players))
        for seat in game.players:
            if name := called(game, seat):
                found[name] = found[name].plus(seat in game.won, seat in game.decided, share)
    return dict(found)


def by_pair(games: Sequence[Game]) -> dict[tuple[str, str], WinTally]:
    """Return the tallies of pairs of factions that have won together once at least, or had a game decided for both."""
    found = defaultdict[tuple[str, str], WinTally](WinTally)
    for game in games:
        n, w = len(game.players), len(game.won or game.decided)
        share = Fraction(w * (w - 1), n * (n - 1)) if n > 1 else Fraction(0)
        for one, other in combinations(sorted(game.players), 2):
            pair = {one, other}
            found[one, other] = found[one, other].plus(pair <= {*game.won}, pair <= {*game.decided}, share)
    return {pair: tally for pair, tally in found.items() if tally.won or tally.decided}


def by_way(games: Sequence[Game], of: Callable[[Game], str]) -> dict[str, int]:
    counts = defaultdict[str, int](int)
    for game in games:
        counts[of(game)] += 1
    return dict(counts)


# -- the page -----------------------------------------------------------------------------------------


@pages.get("/league")
@viewer("anyone")
def league() -> Response:
    games, people = finished(current_app.extensions["games"].games()), read_people(program.hall.folder)
    names = _spelt(games)
    steers = steers_anything()
    known = sorted({people.called(name) for name in names} - {""})
    choices = tuple((name, names.get(name, name)) for name in known) if steers else ()
    apart = tuple((one, names.get(one, one)) for one in (*dict(people.same), *people.without)) if steers else ()
    frame = Frame("League", request.path, back=Link("Statistics", url_for("games.games")), links=small_print(),
                  wide=True, post=request.path if steers else "", key=program.nonce)  # fmt: skip
    table = Link("Save it as a table (CSV)", url_for(".as_table"))
    return page("league.html", LeaguePage(frame, tables(games, people), choices, apart, table if games else None))


@pages.post("/league")
@viewer("host")
def change_people() -> Response:
    said, people = request.form, read_people(program.hall.folder)
    one = said.get("one", "")[:60]
    changed = {
        "merge": lambda: people.merged(one, said.get("into", "")[:60]),
        "away": lambda: people.left_out(one),
        "back": lambda: people.put_back(one).parted(one),
    }.get(said.get("act", ""), lambda: people)()
    try:
        write_people(program.hall.folder, changed)
    except JournalError as error:
        return message(507, str(error))
    return see_other(url_for(".league"))


@pages.get("/league.csv")
@viewer("anyone")
def as_table() -> Response:
    games, people = finished(current_app.extensions["games"].games()), read_people(program.hall.folder)
    told = StringIO()
    writer = csv.writer(told)
    writer.writerow(CSV_HEADER)
    names = _spelt(games)
    for number, game in enumerate(games, start=1):
        share, way = f"{len(game.won or game.decided) / len(game.players):.3f}", _way(game)
        for seat, player in game.players.items():
            called = people.called(player)
            words = (way, faction_name(seat), names.get(called, called))
            writer.writerow(
                (
                    number,
                    game.day,
                    game.turn,
                    *map(_cell, words),
                    int(seat in game.won),
                    share,
                    int(seat in game.decided),
                )
            )
    answer = Response(told.getvalue(), mimetype="text/csv")
    answer.headers["Content-Disposition"] = f'attachment; filename="{TABLE}"'
    return answer


def _cell(words: str) -> str:
    """Return words as a cell that every spreadsheet shows as they are."""
    words = APART.sub(" ", words)
    return f"'{words}" if FORMULA.match(words) else words


def _spelt(games: Iterable[Game]) -> dict[str, str]:
    """Return plain names as they were typed last."""
    return {plain(name): name for game in reversed([*games]) for name in game.players.values() if name}


def tables(games: Sequence[Game], people: People) -> tuple[Figures, ...]:
    """Return what the page shows, the most wins beyond expectation first."""
    names = _spelt(games)
    persons = by_seat(games, lambda game, seat: people.called(game.players[seat]))
    factions = by_seat(games, lambda game, seat: seat)
    pairs = by_pair(games)
    ways = by_way(games, _way)
    turns = by_way(games, lambda game: str(game.turn))
    both = {pair: listed([faction_name(one) for one in pair]) for pair in pairs}
    made = (
        Figures("People", "", together([NOTE, DECIDED]), ("Person", *HEADER),
                _rows(persons, lambda one: ("", names.get(one, one)))),
        Figures("Factions", "", "", ("Faction", *HEADER),
                _rows(factions, lambda one: (short(one), faction_name(one)))),
        Figures("Pairs that won together, or had it decided for them", "", "", ("Pair", *HEADER),
                _rows(pairs, lambda one: ("", both[one]))),
        Figures("How games ended", "", "", ("Way", "Games"),
                tuple(("", (_title(way), str(n))) for way, n in sorted(ways.items(), key=lambda one: -one[1]))),
        Figures("When games ended", "", "", ("Turn", "Games"),
                tuple(("", (turn, str(n))) for turn, n in sorted(turns.items(), key=lambda one: int(one[0])))),
    )  # fmt: skip
    return tuple(one for one in made if one.rows)


def _rows(found: dict[K, WinTally], heading: Callable[[K], tuple[str, str]]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    told = sorted(found.items(), key=lambda one: (one[1].expected - one[1].won - one[1].decided, heading(one[0])))
    rows = []
    for key, tally in told:
        mark, words = heading(key)
        counts = map(str, (tally.games, tally.won, tally.decided))
        rows.append((mark, (words, *counts, f"{float(tally.expected):.1f}")))
    return tuple(rows)


def _way(game: Game) -> str:
    return say("Decided by agreement: {way}", way=game.way) if game.decided else game.way


def _title(rule: str) -> str:
    """Return a way to win as the book calls its rule, with its number."""
    return say("{title} · {rule}", title=subject(rule), rule=rule) if rule in rulebook() else rule
