"""Duke Vidal: one leader of strength 6 whom two factions may have, each for a battle.

Where his disc is stands in ``holdings/shared_discs``; who may take him, and when, in the rooms of those factions.
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.common.factions import FACTIONS, named
from referee.common.lines_on_paper import PaperLine
from referee.common.turn import PhaseBegan
from referee.holdings.leaders import LeaderDied, LeaderTaken, key, noted, printed_strength
from referee.holdings.shared_discs import (
    TANKS,
    DiscDied,
    DiscFought,
    DiscSetAside,
    DiscTaken,
    KeepsRevivedDisc,
    MayTakeDisc,
    has_fought,
    in_the_tanks,
    shared_discs,
    taken,
    who_has,
)
from referee.kernel import (
    Chance,
    Event,
    Phrase,
    Sealed,
    Table,
    adds,
    after,
    ask,
    fixed,
    known,
    option,
    ruling,
    say,
    setting,
)
from referee.offers.what_now import Says, WhatNow
from referee.phases.battle.events import BattleBegun
from referee.phases.battle.live_battle import LiveBattle
from referee.phases.battle.verdict import Goes
from referee.phases.battle.verdict_wording import ASIDE, TANKS_UP
from referee.phases.battle.who_may_call import Betrays
from referee.phases.revival.leaders import ALONE, LeaderRevived, MayRevive, Rank

VIDAL = "Duke Vidal"
SET_UP, TAKEN, ALONGSIDE, AFTER, REVIVED, CAPTURED = "2.13.01", "2.13.02", "2.13.03", "2.13.04", "2.13.05", "2.13.06"
CAPTURE = option(
    "E7",
    "4.96.07",
    "Duke Vidal after a battle that his side lost",
    ("anybody", "May be captured", "Who may take him takes him from his captor too."),
    ("kept", "May be captured and kept", "Nobody takes him from his captor."),
    ("aside", "Set aside at once", "He cannot be captured after a battle that he led."),
)
fixed(Rank, ALONGSIDE, ALONE, leader=VIDAL)


def _is_him(leader: object) -> bool:
    """Return True for his name, in an envelope or not."""
    name = leader.value if isinstance(leader, Sealed) else leader
    return known(name) and key(str(name)) == key(VIDAL)


def is_captive(table: Table) -> bool:
    """Return True if a faction has him that only a capture brought to him."""
    seat = who_has(table, VIDAL)
    return bool(seat) and VIDAL not in FACTIONS[seat].shared


@ruling(Betrays, rule=SET_UP)
def he_has_no_traitor_card(question: Betrays, table: Table, so_far: bool) -> bool | None:
    led = question.battle.against(question.at).leader
    return False if so_far and led is not None and _is_him(led.name) else None


@ruling(MayTakeDisc, rule=CAPTURED, leader=VIDAL)
def his_captor_keeps_him(question: MayTakeDisc, table: Table, so_far: bool) -> bool | None:
    return False if is_captive(table) and setting(table, CAPTURE) == "kept" else None


# -- after a battle -----------------------------------------------------------------------------------


@ruling(Goes, rule=AFTER)
def aside_or_dead(question: Goes, table: Table, so_far: tuple[Phrase, str]) -> tuple[Phrase, str] | None:
    """Set him aside after one battle, even if a traitor card won it; he never lies face down."""
    if not _is_him(question.leader):
        return None
    return (TANKS_UP if question.killed else ASIDE, "")


@after(DiscFought, rule=AFTER)
def aside_at_once(event: DiscFought, table: Table, chance: Chance) -> Iterable[Event]:
    live = table.state(LiveBattle)
    drawn = live.verdict.capture is not None and live.winner != who_has(table, VIDAL)
    if _is_him(event.leader) and not (drawn and setting(table, CAPTURE) != "aside"):
        yield DiscSetAside(VIDAL, (AFTER,))


def _now_aside(table: Table) -> Iterable[Event]:
    if has_fought(table, VIDAL):
        yield DiscSetAside(VIDAL, (AFTER,))


@after(BattleBegun, rule=AFTER)
def aside_before_the_next(event: BattleBegun, table: Table, chance: Chance) -> Iterable[Event]:
    return _now_aside(table)


@after(PhaseBegan, rule=AFTER)
def aside_after_all(event: PhaseBegan, table: Table, chance: Chance) -> Iterable[Event]:
    return _now_aside(table)


@after(LeaderDied, rule=AFTER)
def he_died(event: LeaderDied, table: Table, chance: Chance) -> Iterable[Event]:
    return _dead(table) if _is_him(event.leader) else ()


def _dead(table: Table) -> Iterable[Event]:
    """Yield that he lies with the faction that may revive him."""
    home = next((seat for seat in table.seats if ask(table, MayRevive(seat, VIDAL)).value), "")
    yield from noted(table, *([home] if home else []))
    yield DiscDied(VIDAL, home)


# -- captured and revived -----------------------------------------------------------------------------


@after(LeaderTaken, rule=CAPTURED)
def everybody_sees_who_has_him(event: LeaderTaken, table: Table, chance: Chance) -> Iterable[Event]:
    if _is_him(event.leader):
        yield DiscTaken(event.seat, VIDAL, (CAPTURED,))


@after(LeaderRevived, rule=REVIVED)
def alive_again(event: LeaderRevived, table: Table, chance: Chance) -> Iterable[Event]:
    if not _is_him(event.leader):
        return
    if ask(table, KeepsRevivedDisc(event.seat, VIDAL)).value:
        yield from taken(table, event.seat, VIDAL, REVIVED)
    else:
        yield DiscSetAside(VIDAL, (REVIVED,))


# -- on the screens and on paper ----------------------------------------------------------------------


@adds(WhatNow, rule=SET_UP)
def his_disc_lies_aside(question: WhatNow, table: Table) -> Iterable[Says]:
    if table.turn == 1 and table.phase == "storm" and VIDAL in shared_discs(table):
        yield Says(say("Lay {leader}'s disc aside; nobody has him yet.", leader=VIDAL), SET_UP, mute=True)


@adds(WhatNow, rule=TAKEN)
def who_has_him(question: WhatNow, table: Table) -> Iterable[Says]:
    seat = who_has(table, VIDAL)
    if seat and table.phase in {"shipment", "battle"}:
        yield Says(
            say(
                "{seat:The has} {leader}, strength {strength}.",
                seat=named(seat),
                leader=VIDAL,
                strength=printed_strength(VIDAL),
            ),
            TAKEN,
            mute=True,
        )


def _at_his_place(table: Table, _: str, where: str) -> Iterable[Event]:
    if VIDAL not in shared_discs(table):
        return
    if where == TANKS:
        yield from _dead(table)
    elif where in table.seats:
        yield from taken(table, where, VIDAL, TAKEN)


def _where(table: Table, text: str) -> str | None:
    return text if text in {TANKS, *table.seats} else None


@PaperLine("vidal", TAKEN, _at_his_place, (_where,), public=True)
def where_he_is(table: Table, _: str) -> tuple[str, list[str]] | None:
    if in_the_tanks(table, VIDAL):
        return say("{leader} is in the Tleilaxu Tanks", leader=VIDAL), [TANKS]
    seat = who_has(table, VIDAL)
    return (say("{leader} is with {seat}", leader=VIDAL, seat=named(seat)), [seat]) if seat else None
