"""What a battle leaves its players to choose, in one form: losses, discards, and what factions add.

Until it is sent the defaults of the verdict hold: as few special forces as possible are lost, all cards are kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain, combinations

from referee.board.forces import in_words
from referee.common.phones_at_seats import on_own_phone
from referee.common.turn import in_phase
from referee.holdings.hands import CardDiscarded, called, shown_card
from referee.kernel import Chance, Command, Event, Objection, Public, Question, Table, adds, ask, listed, memoized, say
from referee.offers.offer import Blank, Duties, Duty, Offer, Offers
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
    open_losses,
)
from referee.phases.battle.reveal import MayStillSpeak
from referee.phases.battle.settle import as_group, settle

RULE = "1.07.06.05"
SIDE_BY_SIDE = 4


class BattleConcluded(Event, because=(RULE,), later=("board", "where")):
    seat: Public[str]
    capture: Public[str] = ""
    normal: Public[int] = 0
    origin: Public[str] = ""
    board: Public[int] = 0
    where: Public[str] = ""

    def apply(self, table: Table) -> None:
        live = table.state(LiveBattle)
        live.concluded.add(self.seat)
        live.choices[self.seat] = FactionChoice(self.capture, self.normal, self.origin, self.board, self.where)


@dataclass(frozen=True)
class Part:
    """What a faction adds to the form: words of the button, blanks, and fixed fields."""

    does: str
    blanks: tuple[Blank, ...]
    fixed: tuple[tuple[str, str], ...] = ()


class MoreToConclude(Question[tuple[Part, ...]], rule=RULE):
    """What does a battle leave this seat to choose besides forces and cards? Only public facts may decide that."""

    seat: str

    def plain(self, table: Table) -> tuple[Part, ...]:
        return ()


def _judged(table: Table) -> LiveBattle | None:
    live = last_battle(table)
    return live if live and live.step in {REVEALED, OVER} else None


def cards_to_choose(table: Table, seat: str) -> tuple[str, ...]:
    """Return the played cards that a seat may keep or discard, and still holds as far as known."""
    live = _judged(table)
    kept = live.verdict.kept.get(seat, ()) if live else ()
    return tuple(card for card in kept if shown_card(table, seat, called(card), card))


def left_open(table: Table, seat: str) -> bool:
    """Return True if this seat has something left to choose."""
    return bool(_parts(table, seat))


@memoized
def _parts(table: Table, seat: str) -> tuple[Part, ...]:
    live = _judged(table)
    if live is None:
        return ()
    own = () if seat in live.concluded else (*_losses(live, seat), *_cards(table, seat))
    return (*own, *ask(table, MoreToConclude(seat)).value)


def _in_view(blank: Blank) -> Blank:
    """Return a list of few choices side by side."""
    return replace(blank, kind="radio") if blank.kind == "select" and len(blank.choices) <= SIDE_BY_SIDE else blank


def _losses(live: LiveBattle, seat: str) -> Iterator[Part]:
    mixes = open_losses(live, seat) if live.step == REVEALED else []
    if len(mixes) > 1:
        now = chosen_loss(live, seat)
        choices = tuple((f"{group.normal}+{group.special}", in_words(group, seat)) for group in mixes)
        yield Part(
            "lose forces", (Blank("split", "You lose", "select", 0, 20, f"{now.normal}+{now.special}", choices),)
        )


def _cards(table: Table, seat: str) -> Iterator[Part]:
    cards = cards_to_choose(table, seat)
    if cards:
        some = chain.from_iterable(combinations(cards, n) for n in range(1, len(cards) + 1))
        gone = (("+".join(names), say("Discard {listed}", listed=listed(list(names)))) for names in some)
        choices = (("", say("Keep {listed}", listed=listed(list(cards)))), *gone)
        yield Part("keep or discard", (Blank("cards", "Cards played", "select", choices=choices),))


class Conclude(Command, by="both", waits=True, own_phone=True):
    """Choose losses and discards: "2+1" is 2 normal and 1 special force, cards are joined by "+"."""

    seat: str
    split: str = ""
    cards: str = ""
    capture: str = ""
    normal: int = 0
    origin: str = ""
    board: int = 0
    where: str = ""

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from in_phase(table, "battle")
        if self.capture:
            yield from on_own_phone(table, self.seat, "4.97.07")
        live, played = _judged(table), cards_to_choose(table, self.seat)
        if live is None or not left_open(table, self.seat):
            yield Objection(RULE, "There is nothing left for you to choose in this battle.", firm=True)
            return
        if self.split and (live.step != REVEALED or as_group(self.split) not in open_losses(live, self.seat)):
            words = "Those forces do not match your dial. Choose one of the lines shown."
            yield Objection(RULE, words, firm=True)
        if not set(self._discarded()) <= set(played):
            yield Objection(RULE, "That card is not yours to keep or discard now.", "CARD_NOT_HELD", firm=True)

    def _discarded(self) -> list[str]:
        return [card for card in self.cards.split("+") if card]

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        group = as_group(self.split)
        if group is not None:
            yield LossesChosen(self.seat, group.normal, group.special)
        for card in self._discarded():
            yield CardDiscarded(self.seat, shown_card(table, self.seat, called(card), card) or card, (RULE,))
        yield BattleConcluded(self.seat, self.capture, self.normal, self.origin, self.board, self.where)
        yield from settled_after_all(table)


def settled_after_all(table: Table) -> Iterator[Event]:
    """Yield the end of a battle that somebody concluded, once nobody has anything left to choose or to say in it.

    A script ends its battle itself.
    """
    live = battle_now(table)
    if live is None or live.step != REVEALED or not live.concluded or table.get(ToldWhole) is not None:
        return
    if not any(left_open(table, seat) for seat in table.seats) and not ask(table, MayStillSpeak()).value:
        yield from settle(table, live)


@adds(Duties, rule=RULE, phase="battle")
def who_concludes(question: Duties, table: Table) -> Iterable[Duty]:
    live = battle_now(table)
    if live is None or live.step != REVEALED:
        return
    for seat in table.seats:
        if parts := _parts(table, seat):
            you = parts[0].does if len(parts) == 1 else ""
            yield Duty(seat, "concludes the battle", RULE, (Conclude,), you=you, then="The usual is filled in.")


@adds(Offers, rule=RULE, phase="battle")
def what_is_left_open(question: Offers, table: Table) -> Iterable[Offer]:
    parts = _parts(table, question.seat) if question.seat else ()
    if parts:
        label = say("Conclude: {part}", part=parts[0].does) if len(parts) == 1 else "Conclude the battle"
        blanks = tuple(_in_view(blank) for part in parts for blank in part.blanks)
        if len(blanks) == 1 and blanks[0].kind == "radio":
            blanks = (replace(blanks[0], kind="tap"),)
        fixed = tuple(one for part in parts for one in part.fixed)
        yield Offer(Conclude, label, RULE, blanks, fixed, part="end of a battle")
