"""What has just happened, large in the middle of the table screen for as long as it is news.

It is the newest act of the phase that everybody heard of: one sentence of it large, with its rule, and what followed
from it below. What is only said, counted, corrected or shuffled is no news, and neither is a bid: the price stands
there. What everybody waited for stands above what set it off.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from referee.board.forces import ForcesCounted, PositionsKept, StandsInPeace
from referee.board.forces_counted import ForcesToTanks
from referee.common.factions import named
from referee.common.sealed_shuffles import OrderSealed
from referee.common.turn import FirstPlayerChanged, PhaseBegan, SeatDone
from referee.holdings.hands import CardDiscarded
from referee.holdings.leaders import LeaderDied
from referee.holdings.ledger import SpiceMoved
from referee.holdings.purse import PricePaid
from referee.holdings.setup import DeckShuffled, OptionChanged
from referee.kernel import OPTIONS, Event, Heard, ObjectionWaived, Table, memoized, say, together
from referee.phases.battle.events import BattleEnded, ForcesLost, LeftTheField
from referee.phases.battle.live_battle import LiveBattle
from referee.phases.bidding.cards_of_the_row import CardBought
from referee.phases.bidding.events import BidMade, CardSold, Passed, TalkBegan
from referee.phases.spice_blow.blow import WormComesUp
from referee.phases.spice_blow.deck import SpiceDeckShuffled
from referee.phases.storm.dials import StormDialsShown
from referee.turn.clock import ClockEvent
from referee.web.app.event_lines import chip, line_at, line_of, short
from referee.web.phase.battle_headlines import verdict_in_short, wins
from referee.web.view_models.parts import Line
from referee.web.view_models.screens import News

ASIDE = (PhaseBegan, SeatDone, OptionChanged, ForcesCounted, PositionsKept, StandsInPeace)
PILES = (SpiceDeckShuffled, DeckShuffled, OrderSealed)
QUIET = (*ASIDE, *PILES, BidMade, Passed, TalkBegan, ClockEvent)
AFTER = (SpiceMoved, PricePaid, ForcesToTanks, ForcesLost, LeftTheField, CardDiscarded, LeaderDied, FirstPlayerChanged)
MOMENTS = {BattleEnded: "fight", WormComesUp: "worm", CardSold: "sold", PricePaid: "sold"}
GREAT = (StormDialsShown, WormComesUp)
MOST = 3
PLACES = ("territory", "goal", "place")


def news(table: Table) -> News | None:
    """Return the newest public act of this phase, ``None`` if there is none."""
    place = len(table.log)
    for act in _acts(table):
        place -= len(act)
        told = [heard.event for heard in act if _is_news(heard.event) and heard.event.sentence(named)]
        told = list(_once(told))
        if told:
            return replace(_made(table, told, place + 1), kind=_kind(told), number=place)
    return None


def _is_news(event: Event) -> bool:
    """Return True for what the table looks up for, also an option that the log tells in words of its own."""
    agreed = isinstance(event, OptionChanged) and event.key in OPTIONS and OPTIONS[event.key].logged
    return bool(agreed) or not isinstance(event, QUIET)


@memoized
def just_heard(table: Table) -> str:
    """Return what the newest public act did, whatever it was, in its own words; "" before the first."""
    told, act = list[Event](), 0
    for heard in reversed(table.log):
        if told and heard.act != act:
            break
        act = heard.act
        if heard.event.sentence(named) and not isinstance(heard.event, (TalkBegan, *PILES)):
            told.insert(0, heard.event)
    began = [one for one in told if isinstance(one, PhaseBegan)]
    first = next((one for one in (*began, *told) if not isinstance(one, AFTER)), told[0] if told else None)
    rest = [one for one in told[told.index(first) + 1 if first else 0 :] if not isinstance(one, AFTER)]
    return together([one.sentence(named) for one in (first, *rest[-1:]) if one is not None])


def _once(told: list[Event]) -> Iterator[Event]:
    """Yield what happened; of a card that was sold it need not be said again who takes it."""
    sold = {(one.seat, one.price) for one in told if isinstance(one, CardSold)}
    yield from (one for one in told if not (isinstance(one, CardBought) and (one.seat, one.price) in sold))


def _kind(told: list[Event]) -> str:
    found = (name for kind, name in MOMENTS.items() if any(isinstance(one, kind) for one in told))
    return next(found, "")


def _acts(table: Table) -> Iterator[list[Heard]]:
    """Yield the acts since the phase began, the newest first; of the one that began it, what came after."""
    found: list[Heard] = []
    for heard in reversed(table.log):
        if isinstance(heard.event, PhaseBegan):
            break
        if found and heard.act != found[0].act:
            yield found
            found = []
        found.insert(0, heard)
    if found:
        yield found


def _made(table: Table, told: list[Event], number: int) -> News:
    ended = next((one for one in told if isinstance(one, BattleEnded)), None)
    if ended:
        return _battle(table, ended, told)
    great = next((place for place, one in enumerate(told) if isinstance(one, GREAT)), 0)
    told = [*told[great:], *told[:great]]
    first = next((one for one in told if not isinstance(one, (*AFTER, ObjectionWaived))), told[0])
    rest = [one for one in told if one is not first]
    said = (line_at(table, number) if isinstance(first, ObjectionWaived) else line_of(first)) or Line("")
    return News(said.text, said.f, said.chips[:1], _lines(rest), places=tuple(_places(told)))


def _battle(table: Table, ended: BattleEnded, told: list[Event]) -> News:
    live = table.get(LiveBattle)
    _, *lines = verdict_in_short(live) if live else (None,)
    rest = [one for one in told if one is not ended and not isinstance(one, AFTER)]
    lines += _lines(rest)
    return News(won(table, ended.territory), short(ended.winner), (chip("1.07.06"),), tuple(lines), (ended.territory,))


def won(table: Table, place: str) -> str:
    live = table.get(LiveBattle)
    if live is None or not live.winner:
        return say("Nobody wins in {place}", place=place)
    return say("{who:The} {wins} in {place}", who=named(live.winner), wins=wins(live), place=place)


def _lines(events: Iterable[Event]) -> tuple[Line, ...]:
    lines = [line for one in events if (line := line_of(one))]
    more = len(lines) - MOST
    shown = tuple(lines[:MOST])
    return (*shown, Line(say("and {more} more: see what happened", more=more), mute=True)) if more > 0 else shown


def _places(events: Iterable[Event]) -> Iterator[str]:
    for one in events:
        for name in PLACES:
            place = getattr(one, name, "")
            if isinstance(place, str) and place:
                yield place
