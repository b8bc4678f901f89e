"""Statistics: what everybody heard at each table in the folder, added up by game, by player and by faction.

A table that is open is read from its public fold. The file of one that is not is read once and let go of, and read
again only when it has changed; what is kept of it is a few numbers. Nothing secret is looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import field
from threading import Lock

from flask import Blueprint, Response, current_app, request, url_for
from flask.blueprints import BlueprintSetupState

from referee.common.factions import faction_name
from referee.common.turn import PHASES
from referee.kernel import PUBLIC, State, listed, meant, say
from referee.running.hall import Listed
from referee.turn.on_time.forecast import EveningPlayed, Usual, usual
from referee.web.after.story import Game, game_of, length_said
from referee.web.app.context import program
from referee.web.app.drawing import page, small_print, to_start
from referee.web.app.event_lines import short
from referee.web.http.guard import viewer
from referee.web.view_models.pages import Figures, FiguresPage
from referee.web.view_models.parts import Frame, Link

MOST = 200
LEARNED = 8  # games whose pace a new one begins with
NOTE = "Breaks over 20 minutes aren't counted. Everybody saw all of this."


class FigureCache(State):
    """The numbers of games whose files are closed, kept until the file changes."""

    kept: dict[str, tuple[tuple[int, int], Game | None]] = field(default_factory=dict)
    usual: dict[str, tuple[Usual, bool]] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def games(self) -> list[Game]:
        """Return the newest games of the folder, the one played last first; a file that cannot be read is left out."""
        with self._lock:
            listed = program.hall.tables()[:MOST]
            self.kept = {name: one for name, one in self.kept.items() if name in {table.id for table in listed}}
            return [game for one in listed if (game := self._game(one)) is not None]

    def learn(self, table: str, players: int) -> None:
        """Learn from the newest other games of the folder how long the phases of a table last."""
        with self._lock:
            if table in self.usual:
                return
            others = [one for one in program.hall.tables() if one.id != table][:LEARNED]
            games = [game for one in others if (game := self._game(one)) is not None]
            evenings = [EveningPlayed(len(game.players), game.spans) for game in games if len(game.spans) > len(PHASES)]
            self.usual[table] = usual(players, evenings), bool(evenings)

    def usual_of(self, table: str, players: int) -> tuple[Usual, bool]:
        """Return the minutes of each phase, and whether they were learned from earlier evenings."""
        return self.usual.get(table) or (usual(players), False)

    def _game(self, one: Listed) -> Game | None:
        if one.sitting is not None:
            with one.sitting.locked():
                return game_of(one.sitting.screen(PUBLIC), one.id)
        mark = program.hall.mark(one.id)
        if one.id not in self.kept or self.kept[one.id][0] != mark:
            public = program.hall.glance(one.id)
            self.kept[one.id] = program.hall.mark(one.id), game_of(public, one.id) if public is not None else None
        return self.kept[one.id][1]


# -- in words -----------------------------------------------------------------------------------------


def _mean(prices: Iterable[int]) -> str:
    found = tuple(prices)
    return f"{sum(found) / len(found):.1f}" if found else "\u2013"


def _row(game: Game) -> tuple[str, tuple[str, ...]]:
    won = listed([_who(game, seat) for seat in game.won or game.decided], ",") or "not over"
    if game.decided:
        won = say("Decided by agreement: {seats}", seats=won)
    sold = game.sold
    return "", (game.name, game.day, str(game.turn), won, str(len(sold)), _mean(sold), length_said(game.length))


def _who(game: Game, seat: str) -> str:
    return (
        say("{seat} ({player})", seat=faction_name(seat), player=game.players[seat])
        if game.players.get(seat)
        else faction_name(seat)
    )


def _players(games: list[Game]) -> Figures:
    """Return the figures of every player by name, however it is spelled; nameless seats count nowhere."""
    spelt: dict[str, str] = {}
    for game in games:
        for called in filter(None, game.players.values()):
            spelt.setdefault(called.casefold(), called)
    return _totals(games, "Player", lambda game, seat: game.players[seat].casefold(), lambda key: ("", spelt[key]))


def _totals(
    games: list[Game], what: str, called: Callable[[Game, str], str], heading: Callable[[str], tuple[str, str]]
) -> Figures:
    """Return games, wins and prices added up by whatever a seat is called, each under its heading."""
    seats: dict[str, list[tuple[Game, str]]] = {}
    for game in games:
        for seat in game.players:
            if key := called(game, seat):
                seats.setdefault(key, []).append((game, seat))
    rows = []
    for key, played in sorted(seats.items(), key=lambda one: (-sum(s in g.won for g, s in one[1]), one[0])):
        prices = [price for game, seat in played for price in game.prices[seat]]
        over = sum(bool(game.won or game.decided) for game, _ in played)
        won, decided = (sum(seat in getattr(game, how) for game, seat in played) for how in ("won", "decided"))
        cells = (len(played), over, won, decided, len(prices), _mean(prices))
        mark, words = heading(key)
        rows.append((mark, (words, *map(str, cells))))
    return Figures(
        {"Player": "Players", "Faction": "Factions"}[what],
        "",
        "",
        (what, "Games", "Over", "Won", "Decided", "Cards bought", "Average price"),
        tuple(rows),
    )


def figures(games: list[Game]) -> tuple[Figures, ...]:
    header = ("Game", "Date", meant("Turns", "rounds"), "Won by", "Cards sold", "Average price", "Played")
    factions = _totals(games, "Faction", lambda game, seat: seat, lambda key: (short(key), faction_name(key)))
    made = (Figures("Games", "", NOTE, header, tuple(map(_row, games))), _players(games), factions)
    return tuple(one for one in made if one.rows)


pages = Blueprint("games", __name__)


@pages.record
def keep_numbers(state: BlueprintSetupState) -> None:
    state.app.extensions["games"] = FigureCache()


@pages.get("/games")
@viewer("anyone")
def games() -> Response:
    links = (Link("League", url_for("league.league")), *small_print())
    frame = Frame("Statistics", request.path, back=to_start(), links=links, wide=True)
    return page("games.html", FiguresPage(frame, figures(current_app.extensions["games"].games())))
