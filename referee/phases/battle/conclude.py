"""What a battle leaves its players to choose, in one form: losses, discards, and what factions add.

Until it is sent the defaults of the verdict hold: as few special forces as possible are lost, all cards are kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain, combinations
from typing import Any, NamedTuple

from referee.board.forces import in_words
from referee.common.phones_at_seats import on_own_phone
from referee.common.turn import in_phase
from referee.holdings.hands import CardDiscarded, called, shown_card
from referee.kernel import (
    Chance,
    Command,
    Event,
    Objection,
    Public,
    Question,
    SeatEvent,
    Table,
    Value,
    ask,
    listed,
    memoized,
    say,
)
from referee.offers.choices import Choice
from referee.offers.offer import Blank, Duty, Offer
from referee.phases.battle.battle_as_known import ToldWhole
from referee.phases.battle.events import LossesChosen
from referee.phases.battle.live_battle import (
    OVER,
    REVEALED,
    FactionChoice,
    LiveBattle,
    battle_now,
    chosen_loss,
    last_battle,
    live_of,
    open_losses,
    running,
)
from referee.phases.battle.reveal import MayStillSpeak
from referee.phases.battle.settle import as_group, settle
from referee.phases.battle.who_fights_where import no_choice

RULE = "1.07.06.05"
SIDE_BY_SIDE = 4


class BattleConcluded(SeatEvent, because=(RULE,), later=("board", "where")):
    capture: Public[str] = ""
    normal: Public[int] = 0
    origin: Public[str] = ""
    board: Public[int] = 0
    where: Public[str] = ""

    def apply(self, table: Table) -> None:
        live = table.state(LiveBattle)
        live.concluded.add(self.seat)
        live.choices[self.seat] = FactionChoice(self.capture, self.normal, self.origin, self.board, self.where)


class Part(Value):
    """What a seat chooses in the form: words of the button, blanks, and fixed fields."""

    seat: str
    does: str
    blanks: tuple[Blank, ...]
    fixed: tuple[tuple[str, str], ...] = ()


class MoreToConclude(Question[tuple[Part, ...]], rule=RULE, answer=()):
    """What does a battle leave to choose besides forces and cards? Only public facts may decide that."""


def _judged(table: Table) -> LiveBattle | None:
    live = last_battle(table)
    return live if live and live.step in {REVEALED, OVER} else None


def cards_to_choose(table: Table, seat: str) -> tuple[str, ...]:
    """Return the played cards that a seat may keep or discard, and still holds as far as known."""
    live = _judged(table)
    kept = live.verdict.kept.get(seat, ()) if live else ()
    return tuple(card for card in kept if shown_card(table, seat, called(card), card))


class Left(NamedTuple):
    """What a battle leaves one seat to choose; once it is applied, nobody waits for that."""

    seat: str
    parts: tuple[Part, ...]
    over: bool


@memoized
def left(table: Table) -> tuple[Left, ...]:
    """Return what the battle leaves to choose, for each seat that has something."""
    live = _judged(table)
    if live is None:
        return ()
    own = (part for seat in table.seats if seat not in live.concluded for part in _own(table, live, seat))
    parts = (*own, *ask(table, MoreToConclude()).value)
    seats = (seat for seat in table.seats if any(part.seat == seat for part in parts))
    return tuple(Left(seat, tuple(part for part in parts if part.seat == seat), live.step == OVER) for seat in seats)


def left_open(table: Table, seat: str) -> bool:
    """Return True if this seat has something left to choose."""
    return any(one.seat == seat for one in left(table))


def _own(table: Table, live: LiveBattle, seat: str) -> Iterator[Part]:
    if seat in live.verdict.losses and live.step == REVEALED:
        yield from _losses(live, seat)
    if seat in live.verdict.kept:
        yield from _cards(table, seat)


def _in_view(blank: Blank) -> Blank:
    """Return a list of few choices side by side."""
    return replace(blank, kind="radio") if blank.kind == "select" and len(blank.choices) <= SIDE_BY_SIDE else blank


def _losses(live: LiveBattle, seat: str) -> Iterator[Part]:
    mixes = open_losses(live, seat)
    if len(mixes) > 1:
        now = chosen_loss(live, seat)
        choices = tuple((f"{group.normal}+{group.special}", in_words(group, seat)) for group in mixes)
        blank = Blank("split", "You lose", "select", 0, 20, f"{now.normal}+{now.special}", choices)
        yield Part(seat, "lose forces", (blank,))


def _cards(table: Table, seat: str) -> Iterator[Part]:
    cards = cards_to_choose(table, seat)
    if cards:
        some = chain.from_iterable(combinations(cards, n) for n in range(1, len(cards) + 1))
        gone = (("+".join(names), say("Discard {listed}", listed=listed(list(names)))) for names in some)
        choices = (("", say("Keep {listed}", listed=listed(list(cards)))), *gone)
        yield Part(seat, "keep or discard", (Blank("cards", "Cards played", "select", choices=choices),))


def _blanks(now: Left) -> tuple[Blank, ...]:
    blanks = tuple(_in_view(blank) for part in now.parts for blank in part.blanks)
    if len(blanks) == 1 and blanks[0].kind == "radio":
        return (replace(blanks[0], kind="tap"),)
    return blanks


class Conclude(Choice[Left], by="both", waits=True, own_phone=True):
    """Choose losses and discards: "2+1" is 2 normal and 1 special force, cards are joined by "+".

    ``onward`` begins the next battle if nobody has to choose it.
    """

    rule, phase, part = RULE, "battle", "end of a battle"
    does, then = "concludes the battle", "The usual is filled in."
    nothing = "There is nothing left for you to choose in this battle."
    split: str = ""
    cards: str = ""
    capture: str = ""
    normal: int = 0
    origin: str = ""
    board: int = 0
    where: str = ""
    onward: bool = False

    @classmethod
    def all_waiting(cls, table: Table) -> Iterable[Left]:
        return left(table)

    @classmethod
    def phrases(cls, table: Table, now: Left) -> tuple[str, str]:
        return "" if now.over else cls.does, now.parts[0].does if len(now.parts) == 1 else ""

    @classmethod
    def due(cls, table: Table, now: Left, by: tuple[type[Choice[Any]], ...]) -> Duty | None:
        made = super().due(table, now, by)
        at_once = [blank.kind for blank in _blanks(now)] == ["tap"]  # each answer is a button: nothing is filled in
        return replace(made, then="") if made and at_once else made

    @classmethod
    def ways(cls, table: Table, now: Left) -> Iterator[Offer]:
        parts, blanks = now.parts, _blanks(now)
        label = say("Conclude: {part}", part=parts[0].does) if len(parts) == 1 else "Conclude the battle"
        yield cls.way(label, *blanks, **{name: value for part in parts for name, value in part.fixed}, onward=1)

    def not_asked(self, table: Table) -> Iterator[Objection]:
        yield from in_phase(table, "battle")
        yield from super().not_asked(table)

    def against(self, table: Table, now: Left) -> Iterator[Objection]:
        live = last_battle(table)
        if self.capture:
            yield from on_own_phone(table, self.seat, "4.97.07")
        if live and self.split and (now.over or as_group(self.split) not in open_losses(live, self.seat)):
            yield Objection(RULE, "Those forces do not match your dial. Choose one of the lines shown.", firm=True)
        if not set(self._discarded()) <= set(cards_to_choose(table, self.seat)):
            yield Objection(RULE, "That card is not yours to keep or discard now.", "CARD_NOT_HELD", firm=True)

    def _discarded(self) -> list[str]:
        return [card for card in self.cards.split("+") if card]

    def outcome(self, table: Table, now: Left, chance: Chance) -> Iterator[Event]:
        group = as_group(self.split)
        if group is not None:
            yield LossesChosen(self.seat, group.normal, group.special)
        for card in self._discarded():
            yield CardDiscarded(self.seat, shown_card(table, self.seat, called(card), card) or card, (RULE,))
        yield BattleConcluded(self.seat, self.capture, self.normal, self.origin, self.board, self.where)
        yield from settled_after_all(table)
        if self.onward:
            yield from no_choice(table, chance)


def settled_after_all(table: Table) -> Iterator[Event]:
    """Yield the end of a battle that somebody concluded, once nobody has anything left to choose or to say in it.

    A script ends its battle itself.
    """
    live = battle_now(table)
    if live is None or live.step != REVEALED or not live.concluded or table.get(ToldWhole) is not None:
        return
    if not any(left_open(table, seat) for seat in table.seats) and not ask(table, MayStillSpeak()).value:
        yield from settle(table, live)


class SettleBattle(Command, by="table"):
    """Settle a judged battle; ``onward`` begins the next one if nobody has to choose it (1.07.02)."""

    onward: bool = False

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from running(table, REVEALED)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield from settle(table, live_of(table))
        if self.onward:
            yield from no_choice(table, chance)
