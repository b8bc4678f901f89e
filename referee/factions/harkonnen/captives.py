"""Captured leaders in the verdict of a battle: they fight once for Harkonnen and go home, and another may be drawn.

A captured leader who lives through one battle goes home. When the last leader of their own is dead, all go home at
once. After a won battle, when everything else is settled, one leader of the loser may be drawn: any who is alive and
has not fought in another territory this turn.
"""

from __future__ import annotations

from dataclasses import replace

from referee.common.factions import FACTIONS, ended, named
from referee.factions.harkonnen import ME
from referee.holdings.leaders import home_of, key, keys
from referee.kernel.rulings import ask, ruling
from referee.kernel.table import Table
from referee.phases.battle.live_battle import LiveBattle
from referee.phases.battle.two_sides import Chosen, Line, Side, pool
from referee.phases.battle.verdict import TANKS_DOWN, Aftermath, Capture, CountsAsUsed, Goes, Verdict
from referee.phases.battle.who_may_call import Turns

REWARD = 2


def _origin(side: Side) -> str:
    leader = side.leader
    return (leader.origin or home_of(leader.name)) if leader else ""


def _borrowed(side: Side) -> bool:
    captive = side.leader is not None and key(side.leader.name) in keys(side.captives)
    return side.faction == ME and (captive or _origin(side) not in {"", ME})


@ruling(Goes, rule="2.05.10.02")
def home_after_one_battle(question: Goes, table: Table, so_far: tuple[str, str]) -> tuple[str, str] | None:
    """A captured leader who lives returns to the last owner, once used."""
    if question.killed or not _borrowed(question.side):
        return None
    used = ask(table, CountsAsUsed(question.at, question.winner, question.how)).value
    return (pool(_origin(question.side)), _origin(question.side)) if used else (pool(ME), ME)


@ruling(Goes, rule="2.05.12")
def dead_prisoners(question: Goes, table: Table, so_far: tuple[str, str]) -> tuple[str, str] | None:
    """Killed, they lie in the Tanks for the faction on the disc."""
    return so_far if question.killed and _borrowed(question.side) else None


@ruling(Turns, rule="2.05.13")
def prisoners_turn_too(question: Turns, table: Table, so_far: bool) -> bool | None:
    """A captured leader is called like any other, by the holder of the card."""
    return so_far if _borrowed(question.battle.against(question.at)) else None


@ruling(Aftermath, rule="2.05.11")
def prison_break(question: Aftermath, table: Table, so_far: Verdict) -> Verdict | None:
    """With the last own leader dead, every captured leader goes home."""
    at = question.battle.place_of(ME)
    if not at or table.rules != "advanced":
        return None
    side, verdict = question.battle.side(at), so_far
    if not _last_one_died(side, so_far):
        return None
    drawn = so_far.capture
    kept = drawn.chosen.leader if drawn and drawn.chosen else ""
    held = [*side.captives, *([kept] if so_far.goes.get(kept) == pool(ME) else [])]
    for name in (name for name in held if not so_far.fell(name)):
        home = home_of(name) or (question.battle.against(at).faction if name == kept else "")
        if verdict.goes.get(name) == pool(home):
            continue
        verdict = verdict.sent(name, pool(home), home)
        if drawn and name == kept:
            verdict = replace(verdict, capture=replace(drawn, goes_to=pool(home)))
        verdict = verdict.told(Line("2.05.11", f"Harkonnen have no leader left, so {name} goes home."))
    return verdict


def _last_one_died(side: Side, verdict: Verdict) -> bool:
    own = keys(FACTIONS[ME].leaders)
    alive = keys((*side.leaders, *side.here, *side.elsewhere)) & own - keys(side.dead)
    left = {name for name in alive if not verdict.fell(name)}
    return not left and (bool(alive) or own <= keys(side.dead))


# -- drawing a prisoner -------------------------------------------------------------------------------


@ruling(Aftermath, rule="2.05.10.00")
def draw_a_leader(question: Aftermath, table: Table, so_far: Verdict) -> Verdict | None:
    """A leader of the loser is drawn and killed for two spice, or kept; at the table no list tells who is left."""
    battle = question.battle
    if so_far.winner is None or table.rules != "advanced" or battle.side(so_far.winner).faction != ME:
        return None
    if table.get(LiveBattle):
        told = replace(so_far, capture=Capture(ME))
        return told.told(Line("2.05.10.00", "Harkonnen may capture one of the loser's leaders."))
    drawable = _pool(battle.side(so_far.winner), battle.against(so_far.winner), so_far)
    told = replace(so_far, capture=Capture(ME, drawable))
    loser = named(battle.against(so_far.winner).faction)
    words = f"Harkonnen may capture one of {loser:'s} leaders: {', '.join(drawable)}"
    nobody = f"{loser:The has} no leader left that Harkonnen could capture"
    told = told.told(Line("2.05.10.00", ended(words if drawable else nobody), ("2.05.10",)))
    call = battle.calls.capture
    if call is None:
        return told
    name = next((name for name in drawable if key(name) == key(call.leader)), "")
    if not name:
        return told.told(
            Line("2.05.10.00", f"{call.leader} is not among them, so Harkonnen cannot capture that leader.")
        )
    chosen = Chosen(name, call.choice)
    return _killed(told, drawable, chosen) if call.choice == "kill" else _kept(told, drawable, chosen)


def _pool(own: Side, loser: Side, verdict: Verdict) -> tuple[str, ...]:
    named = [*loser.leaders, *loser.here, *([loser.leader.name] if loser.leader else [])]
    named += verdict.back.get(loser.faction, ())
    gone = keys((*loser.dead, *loser.elsewhere)) | keys(own.captives) - keys(verdict.back.get(loser.faction, ()))
    found: dict[str, str] = {}
    for name in named:
        if key(name) not in gone and not verdict.fell(name):
            found.setdefault(key(name), name)
    return tuple(found.values())


def _killed(verdict: Verdict, drawable: tuple[str, ...], chosen: Chosen) -> Verdict:
    told = replace(verdict, capture=Capture(ME, drawable, chosen, REWARD, TANKS_DOWN)).paid(ME, REWARD)
    words = f"Harkonnen kill {chosen.leader}, face down, and take {REWARD} spice from the bank."
    return told.sent(chosen.leader, TANKS_DOWN).told(Line("2.05.10.01", words))


def _kept(verdict: Verdict, drawable: tuple[str, ...], chosen: Chosen) -> Verdict:
    told = replace(verdict, capture=Capture(ME, drawable, chosen, 0, pool(ME))).sent(chosen.leader, pool(ME))
    return told.told(Line("2.05.10.02", f"{chosen.leader} is captured and may fight for Harkonnen once."))
