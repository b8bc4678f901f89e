"""Captured leaders in the verdict of a battle.

A captured leader who survives one battle goes home; all go home when Harkonnen's last own leader is dead. After a won
battle is settled, one leader of the loser may be drawn, alive and not used in another territory this turn.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from referee.common.factions import FACTIONS
from referee.factions.harkonnen import ME
from referee.holdings.leaders import home_of, key, keys, last_had, leaders_known, serves_others
from referee.kernel import Called, Phrase, Public, Sealed, SeatEvent, Table, ask, listed, phrase, ruling, say
from referee.phases.battle.live_battle import OVER, LiveBattle, fought_in, last_battle
from referee.phases.battle.two_sides import Chosen, Side, VerdictLine
from referee.phases.battle.verdict import Aftermath, Capture, CountsAsUsed, Goes, Verdict
from referee.phases.battle.verdict_wording import POOL, TANKS_DOWN
from referee.phases.battle.who_may_call import Betrays


def _choice(name: Called, loser: str, leaders: tuple[str, ...]) -> str:
    of = {"loser": name(loser), "leaders": listed(leaders, ",")}
    return say("Harkonnen may capture one of {loser:'s} leaders: {leaders}.", **of)


REWARD, HERE = 2, POOL(faction=ME)
SET_FREE = phrase("harkonnen.set_free", "{faction!n:The has} no leader left, so {leader} goes home.")
MAY_CAPTURE = phrase("harkonnen.may_capture", "{faction!n:The} may capture one of the loser's leaders.")
MAY_CAPTURE_OF = phrase("harkonnen.may_capture_of", _choice)
NOBODY_LEFT = phrase("harkonnen.nobody_left", "{loser!n:The has} no leader left that Harkonnen could capture.")
NOT_AMONG_THEM = phrase(
    "harkonnen.not_among_them", "{leader} is not among them, so Harkonnen cannot capture that leader."
)
KILL = phrase("harkonnen.kill", "Harkonnen kill {leader}, face down, and take {spice} spice from the bank.")
CAPTURED = phrase("harkonnen.captured", "{leader} is captured and may fight for Harkonnen once.")


def _borrowed(side: Side) -> bool:
    leader = side.leader
    if side.faction != ME or leader is None:
        return False
    return key(leader.name) in keys(side.captives) or (leader.origin or home_of(leader.name)) not in {"", ME}


@ruling(Goes, rule="2.05.10.02")
def home_after_one_battle(question: Goes, table: Table, so_far: tuple[Phrase, str]) -> tuple[Phrase, str] | None:
    if question.killed or not _borrowed(question.side):
        return None
    used, leader = ask(table, CountsAsUsed(question.at, question.winner, question.how)).value, question.side.leader
    back = last_had(table, question.leader)
    back = leader.origin if leader and leader.origin and back == home_of(question.leader) else back
    return (POOL(faction=back), back) if used else (HERE, ME)


@ruling(Goes, rule="2.05.12")
def dead_prisoners(question: Goes, table: Table, so_far: tuple[Phrase, str]) -> tuple[Phrase, str] | None:
    return so_far if question.killed and _borrowed(question.side) else None


@ruling(Betrays, rule="2.05.13")
def prisoners_turn_too(question: Betrays, table: Table, so_far: bool) -> bool | None:
    return so_far if _borrowed(question.battle.against(question.at)) else None


@ruling(Aftermath, rule="2.05.11")
def prison_break(question: Aftermath, table: Table, so_far: Verdict) -> Verdict | None:
    at = question.battle.place_of(ME)
    if not at or table.rules != "advanced":
        return None
    side, verdict = question.battle.side(at), so_far
    if not _last_one_died(side, so_far):
        return None
    drawn = so_far.capture
    kept = drawn.chosen.leader if drawn and drawn.chosen else ""
    held = [*side.captives, *([kept] if so_far.goes.get(kept) == HERE else [])]
    for name in (name for name in held if not so_far.fell(name)):
        home = question.battle.against(at).faction if name == kept else last_had(table, name)
        there = POOL(faction=home)
        if verdict.goes.get(name) == there:
            continue
        verdict = verdict.sent(name, there, home)
        if drawn and name == kept:
            verdict = replace(verdict, capture=replace(drawn, goes_to=there))
        verdict = verdict.told(VerdictLine("2.05.11", SET_FREE(faction=ME, leader=name)))
    return verdict


def _last_one_died(side: Side, verdict: Verdict) -> bool:
    own = keys(FACTIONS[ME].leaders)
    alive = keys((*side.leaders, *side.here, *side.elsewhere)) & own - keys(side.dead)
    left = {name for name in alive if not verdict.fell(name)}
    return not left and (bool(alive) or own <= keys(side.dead))


# -- drawing a prisoner -------------------------------------------------------------------------------


@ruling(Aftermath, rule="2.05.10.00")
def draw_a_leader(question: Aftermath, table: Table, so_far: Verdict) -> Verdict | None:
    battle = question.battle
    if so_far.winner is None or table.rules != "advanced" or battle.side(so_far.winner).faction != ME:
        return None
    if table.get(LiveBattle):
        told = replace(so_far, capture=Capture(ME))
        return told.told(VerdictLine("2.05.10.00", MAY_CAPTURE(faction=ME)))
    if "2.05.10" in table.suspended:  # beforehand; at a table the Karama is spent once the battle has ended
        return None
    drawable = _pool(battle.side(so_far.winner), battle.against(so_far.winner), so_far)
    told = replace(so_far, capture=Capture(ME, drawable))
    loser = battle.against(so_far.winner).faction
    words = MAY_CAPTURE_OF(loser=loser, leaders=drawable) if drawable else NOBODY_LEFT(loser=loser)
    told = told.told(VerdictLine("2.05.10.00", words, ("2.05.10",)))
    call = battle.calls.capture
    if call is None:
        return told
    name = next((name for name in drawable if key(name) == key(call.leader)), "")
    if not name:
        return told.told(VerdictLine("2.05.10.00", NOT_AMONG_THEM(leader=call.leader)))
    chosen = Chosen(name, call.choice)
    return _killed(told, drawable, chosen) if call.choice == "kill" else _kept(told, drawable, chosen)


def _pool(own: Side, loser: Side, verdict: Verdict) -> tuple[str, ...]:
    named = [*loser.leaders, *loser.here, *([loser.leader.name] if loser.leader else [])]
    named += verdict.back.get(loser.faction, ())
    gone = keys((*loser.dead, *loser.elsewhere)) | keys(own.captives) - keys(verdict.back.get(loser.faction, ()))
    found: dict[str, str] = {}
    for name in named:
        if key(name) not in gone and not verdict.fell(name) and serves_others(name):
            found.setdefault(key(name), name)
    return tuple(found.values())


def _killed(verdict: Verdict, drawable: tuple[str, ...], chosen: Chosen) -> Verdict:
    told = replace(verdict, capture=Capture(ME, drawable, chosen, REWARD, TANKS_DOWN)).paid(ME, REWARD)
    return told.sent(chosen.leader, TANKS_DOWN).told(
        VerdictLine("2.05.10.01", KILL(leader=chosen.leader, spice=REWARD))
    )


def _kept(verdict: Verdict, drawable: tuple[str, ...], chosen: Chosen) -> Verdict:
    told = replace(verdict, capture=Capture(ME, drawable, chosen, 0, HERE)).sent(chosen.leader, HERE)
    return told.told(VerdictLine("2.05.10.02", CAPTURED(leader=chosen.leader)))


# -- at the table: a leader is drawn after the battle, and the two whom it concerns know which ----------

OPEN: Final = ""
DRAWN: Final = "drawn"
DONE: Final = "done"


def drawable(table: Table, live: LiveBattle) -> list[str]:
    """Return the loser's living leaders that have not fought elsewhere this turn."""
    loser = live.against(live.winner)
    here = (name for name in leaders_known(table, loser).pool if fought_in(table, name) in {"", live.territory})
    return [name for name in here if serves_others(name)]


def prize(table: Table, seat: str) -> LiveBattle | None:
    """Return the battle just won for which this seat still decides on a captive."""
    live = last_battle(table)
    if live is None or live.step != OVER or live.prize == DONE:
        return None
    return live if live.verdict.capture and live.winner == seat else None


class CaptiveDrawn(SeatEvent, because=("2.05.10.00",), shows="leader"):
    of: Public[str]
    leader: Sealed[str]
    fuller = "{seat!n:The captures} {leader} of {of!n}."
    says = "{seat!n:The captures} a leader of {of!n}."

    def apply(self, table: Table) -> None:
        live = table.state(LiveBattle)
        live.prize, live.drawn = DRAWN, self.leader

    def moment(self, name: Called) -> tuple[str, str]:
        return "Captured!", say("{seat:The takes} a leader of {of}.", seat=name(self.seat), of=name(self.of))


class CaptiveDecided(SeatEvent, later=("of",)):
    """The fate of the leader drawn, or that no leader is taken; ``of`` has the leader back if nothing was decided."""

    choice: Public[str]
    why: Public[tuple[str, ...]]
    of: Public[str] = ""

    def apply(self, table: Table) -> None:
        table.state(LiveBattle).prize = DONE

    def sentence(self, name: Called) -> str:
        who = name(self.seat)
        if self.of:
            return say("{seat:The decides} nothing: the captured leader stays with {of}.", seat=who, of=name(self.of))
        does = {
            "kill": who.verb("kills the captive"),
            "keep": who.verb("keeps the captive"),
            "free": who.verb("lets the captive go"),
        }
        return say("{seat:The} {does}.", seat=who, does=does.get(self.choice) or who.verb("captures nobody"))
