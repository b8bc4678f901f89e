"""The card of the Mobile Stronghold copies another one: its owner declares which before a battle there.

Option E10: a card of a stronghold that the owner controls now, or one that the owner holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.board.standing import holdings
from referee.common.factions import named
from referee.kernel import (
    Chance,
    Event,
    Objection,
    Public,
    SeatEvent,
    State,
    Table,
    adds,
    after,
    listed,
    option,
    ruling,
    say,
    setting,
)
from referee.modules.stronghold_cards import MOBILE, PLACES, card_owners, cards_of
from referee.offers.choices import Choice
from referee.offers.offer import Blank, Offer
from referee.phases.battle.allowed_plans import MoreObjections
from referee.phases.battle.events import BattleBegun
from referee.phases.battle.live_battle import OPEN, LiveBattle, battle_now, running
from referee.phases.battle.lock_plan import PlanWaits
from referee.phases.battle.two_sides import Battle

RULE = "4.06.07"
NOTHING = "none"
COPIES = option(
    "E10",
    "4.96.10",
    "What the Mobile Stronghold's card copies",
    (
        "controls",
        "A stronghold you control",
        "The card of a stronghold that you control now, even if another player owns it.",
    ),
    ("holds", "A card you hold", "Another stronghold card of your own."),
)


class Copied(State):
    """Which card is copied in the present battle, ``NOTHING`` if its owner copies none, "" if that is open."""

    place: str = ""


def declared(table: Table, battle: Battle) -> str:
    """Return the stronghold whose card is copied in this battle, "" for none."""
    now = battle.calls.copied or table.state(Copied).place
    return now if now in PLACES else ""


def to_copy(table: Table, seat: str) -> tuple[str, ...]:
    held = cards_of(table, seat) if setting(table, COPIES) == "holds" else holdings(table).held.get(seat, ())
    return tuple(place for place in PLACES if place in held and place != MOBILE)


def chooser(table: Table) -> str:
    """Return who has to declare now, "" for nobody."""
    live = battle_now(table)
    owner = card_owners(table).get(MOBILE, "")
    if live is None or live.step != OPEN or live.territory != MOBILE or owner not in live.seats:
        return ""
    open_to = owner not in live.plans and not table.state(Copied).place
    return owner if open_to and to_copy(table, owner) else ""


class CopyDeclared(SeatEvent, because=(RULE,)):
    place: Public[str]

    def apply(self, table: Table) -> None:
        table.put(Copied(self.place))

    def pattern(self) -> str:
        card = "{seat!n:The copies} the card of {place} in this battle."
        return "{seat!n:The copies} no card in this battle." if self.place == NOTHING else card


@after(BattleBegun, rule=RULE)
def nothing_is_copied_yet(event: BattleBegun, table: Table, chance: Chance) -> Iterable[Event]:
    if table.state(Copied).place:
        yield CopyEnded()


class CopyEnded(Event, because=(RULE,), drops=Copied):
    """What was copied in an earlier battle holds no longer."""


class CopyCard(Choice[str], by="both", waits=True, becomes=CopyDeclared):
    """Declare which card is copied; "none" copies nothing."""

    rule, phase, at_once, part = RULE, "battle", True, "before the plans"
    nothing = "There is no card to choose now."
    does, you = "chooses a stronghold card", say("choose which card your {place} copies", place=MOBILE)
    then = "Then both make a plan."
    waiting = staticmethod(chooser)
    place: str

    @classmethod
    def ways(cls, table: Table, now: str) -> Iterator[Offer]:
        choices = (*((place, place) for place in to_copy(table, now)), (NOTHING, "Nothing"))
        yield cls.way("Copy a stronghold card", Blank("place", "Card", "tap", choices=choices))

    def not_asked(self, table: Table) -> Iterator[Objection]:
        yield from running(table, OPEN)
        yield from super().not_asked(table)

    def against(self, table: Table, now: str) -> Iterator[Objection]:
        if self.place not in {NOTHING, *to_copy(table, self.seat)}:
            words = say("You can copy {places}, or nothing.", places=listed(to_copy(table, self.seat), "or"))
            yield Objection(RULE, words, "BAD_INPUT", firm=True)


@adds(MoreObjections, rule=RULE)
def before_the_plans(question: MoreObjections, table: Table) -> Iterable[Objection]:
    live, seat = table.get(LiveBattle), chooser(table)
    if live is not None and seat and question.battle.territory == live.territory:
        words = say("First {seat:chooses} which stronghold card the {place} copies.", seat=named(seat), place=MOBILE)
        yield Objection(RULE, words, "NOT_YET")


@ruling(PlanWaits, rule=RULE)
def until_it_is_declared(question: PlanWaits, table: Table, so_far: bool) -> bool | None:
    return True if chooser(table) else None
