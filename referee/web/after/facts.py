"""What the table will talk about after a game: its biggest battle, its dearest card, traitors, the prediction."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.common.factions import faction_name, named
from referee.common.phones_at_seats import stand_ins
from referee.kernel import Event, Table, Whisper, listed, retold, say, say_many, together
from referee.phases.battle.events import BattleJudged, TraitorCalled
from referee.phases.battle.live_battle import LiveBattle
from referee.phases.mentat.victory import winner
from referee.web.after.story import game_of, length_said, moments, sales
from referee.web.app.event_lines import short
from referee.web.phase.battle_headlines import fought
from referee.web.view_models.parts import Line

MOST_TRAITORS = 3


def who_played(public: Table) -> tuple[Line, ...]:
    """Return each faction with its player, and whether the referee plays it now."""
    referee = stand_ins(public)
    return tuple(_seat(seat, own.player, seat in referee) for seat, own in public.seats.items())


def _seat(seat: str, player: str, referee: bool) -> Line:
    words = say("{seat}, {player}", seat=faction_name(seat), player=player) if player else faction_name(seat)
    return Line(together([words, "referee plays" if referee else ""], " \u00b7 "), f=short(seat))


def facts_of(public: Table, sealed: Iterable[Event] = ()) -> Iterator[tuple[str, str]]:
    """Yield what everybody heard and will talk about, each with its title.

    ``sealed`` are all events as the referee heard them, once the shields are open: then a prediction is told that did
    not come true.
    """
    if biggest := _biggest(public):
        yield "Biggest battle", biggest
    won, told = winner(public), moments(public.log)
    for one in reversed(told):
        if (
            won
            and not won.decided
            and isinstance(one.event, BattleJudged)
            and one.event.verdict.get("winner") in won.seats
        ):
            title = "The battle that decided it" if one.turn == won.turn else "Last battle they won"
            yield title, say("{battle} Turn {turn}.", battle=one.battle, turn=one.turn)
            break
    if sold := sales(public.log):
        dearest = max(sold, key=lambda one: one.price)
        of = {"buyer": faction_name(dearest.buyer), "turn": dearest.turn}
        yield "Most expensive card", say("{price} spice, {buyer}, turn {turn}", price=dearest.price, **of)
    events = [heard.event for heard in public.log]
    called = [event for event in events if isinstance(event, TraitorCalled)]
    if called:
        pairs = [
            say("{leader} for {seat}", leader=one.leader, seat=faction_name(one.seat))
            for one in called[-MOST_TRAITORS:]
        ]
        yield "Traitors", listed(pairs, ",")
    yield from (("Prediction", words) for words in _predicted(events, sealed))
    game = game_of(public, "")
    if game is not None:
        yield (
            "Played",
            say_many(game.turn, "{length}, {n} turn", "{length}, {n} turns", length=length_said(game.length)),
        )


def _biggest(public: Table) -> str:
    """Return the battle with the highest totals of both sides together, "" if none was compared."""
    found, most = "", 0.0
    for table, event in retold(heard.event for heard in public.log):
        live = table.get(LiveBattle) if isinstance(event, BattleJudged) else None
        if live is not None and (whole := float(sum(live.totals.values()))) > most:
            most, found = whole, say("{battle} Turn {turn}.", battle=fought(live), turn=table.turn)
    return found


def _predicted(events: Iterable[Event], sealed: Iterable[Event]) -> Iterator[str]:
    right = [one for one in events if one.shows == "prediction"]
    yield from (one.sentence(named) for one in right)
    made = [one for one in sealed if one.shows == "prediction" and isinstance(one, Whisper)]
    if made and not right:
        yield together([made[-1].sentence(named), "That did not win them the game."])
