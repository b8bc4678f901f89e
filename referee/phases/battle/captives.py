"""Leaders who change hands: taken after a battle, at home again after one battle of their captor's.

Who was taken is known to the two it concerns; on every other table the disc seems to lie where it was. When a captive
comes home everybody has seen the leader fight, so that is public.
"""

from __future__ import annotations

from collections.abc import Iterator

from referee.common.factions import FACTIONS
from referee.holdings.leaders import LeaderBook, LeaderDied, Leaders, LeadersNoted, home_of, keys, leaders_of, move_disc
from referee.holdings.setup import everybody
from referee.kernel.events import Event, Public, Sealed, known, sealed
from referee.kernel.table import Table
from referee.kernel.wording import Called
from referee.phases.battle.battle_as_known import leaders_known
from referee.phases.battle.live_battle import OVER, LiveBattle, fought_in, last_battle

OPEN, DRAWN, DONE = "", "drawn", "done"


def book_of(table: Table, seat: str) -> Leaders:
    """Return a faction's leaders to be written to; all are in the pool where nobody has noted anything."""
    book = table.state(LeaderBook)
    table.put(book)
    return book.of.setdefault(seat, Leaders(list(FACTIONS[seat].discs(table.rules))))


def holder_of(table: Table, leader: str) -> str:
    """Return who holds a leader that is not at home, as far as this viewer knows, "" for nobody."""
    book = table.state(LeaderBook)
    held = (seat for seat, own in book.of.items() if keys([leader]) <= keys(own.pool))
    return next((seat for seat in held if home_of(leader) not in {"", seat}), "")


def out_of_sight(table: Table, seat: str) -> int:
    """Return how often a leader of this faction was taken or killed without this viewer seeing which (2.05.10)."""
    gone = (heard.event for heard in table.log if isinstance(heard.event, (LeaderTaken, LeaderDied)))
    return sum(not known(one.leader) and seat == (one.of if isinstance(one, LeaderTaken) else one.seat) for one in gone)


def drawable(table: Table, live: LiveBattle) -> list[str]:
    """Return the loser's leaders who live and have not fought in another territory this turn."""
    loser = live.against(live.winner)
    return [name for name in leaders_known(table, loser).pool if fought_in(table, name) in {"", live.territory}]


def noted(table: Table, *seats: str) -> Iterator[Event]:
    """Write down for everybody that all leaders of these are in their pools, where nobody has noted anything."""
    for seat in seats:
        if leaders_of(table, seat) is None:
            yield LeadersNoted(seat, tuple(leaders_known(table, seat).pool), (), sealed((), *everybody(table)), ())


def prize(table: Table, seat: str) -> LiveBattle | None:
    """Return the battle just won after which this seat may take a leader, as long as that is not done."""
    live = last_battle(table)
    if live is None or live.step != OVER or live.prize == DONE:
        return None
    return live if live.verdict.capture and live.winner == seat else None


class CaptiveDrawn(Event):
    """A leader of the loser was drawn; the two know which."""

    seat: Public[str]
    of: Public[str]
    leader: Sealed[str]
    because = ("2.05.10.00",)
    shows = "leader"

    def apply(self, table: Table) -> None:
        """Hold it until it is decided what becomes of it."""
        live = table.state(LiveBattle)
        live.prize, live.drawn = DRAWN, self.leader

    def sentence(self, name: Called) -> str:
        """Say from whom, and whom to those who may know."""
        who = str(self.leader) if known(self.leader) else "a leader"
        return f"{name(self.seat):The captures} {who} of {name(self.of)}."


class CaptiveDecided(Event):
    """What becomes of the leader who was drawn, or that nobody is taken."""

    seat: Public[str]
    choice: Public[str]
    why: Public[tuple[str, ...]]

    def apply(self, table: Table) -> None:
        table.state(LiveBattle).prize = DONE

    def sentence(self, name: Called) -> str:
        words = {"kill": "kills the captive", "keep": "keeps the captive", "free": "lets the captive go"}
        return f"{name(self.seat):The} {name(self.seat).verb(words.get(self.choice, 'captures nobody'))}."


class LeaderTaken(Event):
    """A leader is in another faction's service now."""

    seat: Public[str]
    of: Public[str]
    leader: Sealed[str]
    because = ("2.05.10.02",)
    shows = "leader"

    def apply(self, table: Table) -> None:
        """Move the disc, as far as this viewer knows which."""
        if known(self.leader):
            move_disc(table, str(self.leader), book_of(table, self.seat).pool)


class LeaderWentHome(Event):
    """A captured leader is with its own faction again."""

    leader: Public[str]
    seat: Public[str]
    why: Public[tuple[str, ...]]
    shows = "leader"
    says = "{leader} goes home to {seat!n}."

    def apply(self, table: Table) -> None:
        move_disc(table, self.leader, book_of(table, self.seat).pool)
