"""What the places that were found do for those who are in them: spice, the storm's step, and two cards exchanged."""

from __future__ import annotations

from collections.abc import Iterable

from referee.board.standing import with_tokens
from referee.board.storm import StormAnnounced, coming
from referee.common.factions import named
from referee.common.turn import PhaseBegan, in_this_phase
from referee.holdings.hands import CountsAs
from referee.holdings.ledger import lying, on, pay
from referee.kernel import (
    BANK,
    Chance,
    Event,
    Objection,
    SeatCommand,
    Table,
    adds,
    after,
    card_name,
    option,
    phrase,
    ruling,
    say,
    setting,
)
from referee.modules.discoveries import CISTERN, JACURUTU, ORGIZ, SHRINE, STATION, discoveries
from referee.offers.offer import Offer, Offers
from referee.offers.what_now import Says, WhatNow
from referee.phases.battle.allowed_plans import support_of
from referee.phases.battle.battle_as_known import position
from referee.phases.battle.dial_and_losses import losses
from referee.phases.battle.events import BattleEnded
from referee.phases.battle.live_battle import LiveBattle, chosen_loss
from referee.phases.collection.collection import SpiceCollected
from referee.phases.storm.storm_moves import bounds, not_moved_yet
from referee.powers.powers import CountsAsKarama

JACURUTU_RULE, CISTERN_RULE, STATION_RULE, SHRINE_RULE, ORGIZ_RULE = (
    "4.07.05",
    "4.07.06",
    "4.07.07",
    "4.07.08",
    "4.07.09",
)
WATER, STEP = 2, 1
FROM_CISTERN = phrase("spice.cistern", "Cistern")
PROCESSED = phrase("spice.orgiz", "Processed from {place}")
WATER_OF_THE_DEAD = phrase("spice.jacurutu", "Undialed forces in Jacurutu Sietch")
IN_THE_BASIC_GAME = option(
    "E14",
    "4.96.14",
    "The Cistern in the basic game",
    ("pays", "Pays", "Who is in it takes 2 spice in every Collection."),
    ("dry", "Pays nothing", "It pays where strongholds do: in the advanced game."),
)


def occupants(table: Table, place: str) -> tuple[str, ...]:
    """Return who is in a place that was found, but for those who stand there in peace."""
    if place not in discoveries(table).found:
        return ()
    return tuple(dict.fromkeys(stand.seat for stand in with_tokens(table, place) if not stand.calm))


# -- spice --------------------------------------------------------------------------------------------


@after(PhaseBegan, rule=CISTERN_RULE)
def water_sellers(event: PhaseBegan, table: Table, chance: Chance) -> Iterable[Event]:
    pays = table.rules == "advanced" or setting(table, IN_THE_BASIC_GAME) == "pays"
    if event.phase == "spice_collection" and pays:
        for seat in occupants(table, CISTERN):
            yield from pay(BANK, seat, WATER, FROM_CISTERN(), (CISTERN_RULE,))


@after(SpiceCollected, rule=ORGIZ_RULE)
def one_of_each_field(event: SpiceCollected, table: Table, chance: Chance) -> Iterable[Event]:
    """Once for each field and turn: out of what is left there, else out of what was collected."""
    again = sum(isinstance(one, SpiceCollected) and one.territory == event.territory for one in in_this_phase(table))
    for seat in occupants(table, ORGIZ)[:1] if again == 1 else ():
        source = on(event.territory) if lying(table, event.territory) else event.seat
        if source != seat:
            yield from pay(source, seat, 1, PROCESSED(place=event.territory), (ORGIZ_RULE,))


@after(BattleEnded, rule=JACURUTU_RULE)
def for_those_who_were_not_dialed(event: BattleEnded, table: Table, chance: Chance) -> Iterable[Event]:
    live = table.get(LiveBattle)
    if live is None or live.territory != JACURUTU or not live.winner:
        return
    loser = live.against(live.winner)
    battle, at = position(table, live), live.at(loser)
    _, mixes = losses(table, battle, at, support_of(table, battle, at))
    dialed = min((mix.total for mix in mixes), default=0)
    rest = chosen_loss(live, live.whose(loser)).total - dialed
    if rest > 0:
        yield from pay(BANK, live.winner, rest, WATER_OF_THE_DEAD(), (JACURUTU_RULE,))


# -- the storm ----------------------------------------------------------------------------------------


class ShiftStorm(SeatCommand, by="both", waits=True):
    """Move the storm one sector more or less than was dialed; ``more`` says which."""

    more: bool = False

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from not_moved_yet(table)
        far = coming(table)
        if self.seat not in occupants(table, STATION):
            words = say("You have no forces in the {place}, so you cannot change the storm.", place=STATION)
            yield Objection(STATION_RULE, words, "NOT_ELIGIBLE", firm=True)
        elif far is None:
            yield Objection(STATION_RULE, "Wait until everybody knows how far the storm moves.")
        elif _by_somebody(table):
            words = "Somebody has said how far the storm moves, and that stands for this turn."
            yield Objection(STATION_RULE, words, "NOT_ELIGIBLE", firm=True)
        elif not 0 <= far + (STEP if self.more else -STEP) <= bounds(table)[1] + STEP:
            yield Objection(STATION_RULE, "The storm cannot move less than 0 sectors.", "NOT_ELIGIBLE", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        far = (coming(table) or 0) + (STEP if self.more else -STEP)
        yield StormAnnounced(far, self.seat, (STATION_RULE, "1.01.02"))


def _by_somebody(table: Table) -> bool:
    """Return True if a card or this place determined the distance."""
    last = next((event for event in in_this_phase(table) if isinstance(event, StormAnnounced)), None)
    return last is not None and bool(last.by)


@adds(Offers, rule=STATION_RULE, phase="storm")
def a_sector_more_or_less(question: Offers, table: Table) -> Iterable[Offer]:
    for more, label in ((False, "Storm: one sector less"), (True, "Storm: one sector more")):
        if question.seat and not any(ShiftStorm(question.seat, more).objections(table)):
            yield Offer(ShiftStorm, label, STATION_RULE, fixed=(("more", "1" if more else ""),))


@adds(WhatNow, rule=STATION_RULE)
def who_may_change_it(question: WhatNow, table: Table) -> Iterable[Says]:
    here = occupants(table, STATION) if table.phase == "storm" and coming(table) is not None else ()
    if here and not _by_somebody(table):
        who = named(here[0])
        yield Says(
            say("{seat:The may} have the storm move one sector more or less.", seat=who),
            STATION_RULE,
        )


# -- two cards ----------------------------------------------------------------------------------------

ASKS, STOPS = "Truthtrance", "Karama"


@ruling(CountsAsKarama, rule=SHRINE_RULE)
def truthtrance_is_karama(question: CountsAsKarama, table: Table, so_far: bool) -> bool | None:
    return True if card_name(question.card) == ASKS and question.seat in occupants(table, SHRINE) else None


@ruling(CountsAs, rule=SHRINE_RULE)
def karama_is_truthtrance(question: CountsAs, table: Table, so_far: bool) -> bool | None:
    both = (card_name(question.card), question.name) == (STOPS, ASKS)
    return True if both and question.seat in occupants(table, SHRINE) else None
