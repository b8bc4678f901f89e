"""A battle in words, for the headline of the table screen and the public half of every phone."""

from __future__ import annotations

from referee.common.factions import faction_name, named
from referee.common.phones_at_seats import phones_of
from referee.common.what_is_physical import BATTLE_PLANS, battles_are_refereed, plans_are_on_phones
from referee.kernel.rulings import setting
from referee.kernel.table import Table
from referee.phases.battle.before_the_plans import (
    ANNOUNCED,
    ASKED,
    LATER,
    MAY,
    ORDER,
    ORDERS,
    PARTS,
    PASSED,
    SAID,
    STOPPED,
    Step,
    steps,
)
from referee.phases.battle.live_battle import OPEN, LiveBattle, battle_now, spoken
from referee.phases.battle.two_sides import half
from referee.phases.battle.who_fights_where import Unentered, chooses, due, noted_places, unentered
from referee.web.app.event_lines import chip, short
from referee.web.view_models.parts import Line

WORDS = {
    MAY: "{who} may use it",
    LATER: "{who} may use it next",
    ANNOUNCED: "{who:The chooses} an order",
    PASSED: "{who} does without",
    STOPPED: "stopped by Karama",
}


def headline(public: Table) -> tuple[str, str, str] | None:
    """Return where a battle is fought now, or who has won it, with its seal."""
    live = battle_now(public)
    if live is None:
        return None
    if live.step == OPEN:
        return live.territory, "", ""
    winner = live.winner
    return (faction_name(winner), wins(live), short(winner)) if winner else ("Nobody", "wins", "")


def wins(live: LiveBattle) -> str:
    """Return "wins 9½ to 6", or "wins" where no totals were compared."""
    totals = live.totals
    if set(totals) != set(live.seats):
        return "wins"
    return f"wins {half(totals[live.winner])} to {half(totals[live.against(live.winner)])}"


def lines(public: Table) -> tuple[Line, ...]:
    """Return how the battle stands, alike for everybody who watches."""
    live = battle_now(public)
    if live is None:
        return _between(public)
    who = Line(f"*{faction_name(live.aggressor)}* attacks *{faction_name(live.defender)}*.", chips=(chip("1.07.02"),))
    if live.step != OPEN:
        return (_outcome(live),)
    return (who, *step_lines(public), _stands(public, live), *_cardboard(public, live))


def _between(public: Table) -> tuple[Line, ...]:
    """Return who chooses the next battle, once it was entered who stands where, and who may stand there as well."""
    if public.phase != "battle" or not battles_are_refereed(public):
        return ()
    left, seat = len(due(public)), chooses(public)
    asked = tuple(_asked(one) for one in unentered(public))
    if left:
        words = f"*{faction_name(seat)}* chooses the next battle. {left} {'is' if left == 1 else 'are'} left."
        return (Line(words, chips=(chip("1.07.02"),)), *asked)
    done = Line("No battle is left among the forces entered.", "check", chips=(chip("1.07.01"),))
    return asked or ((done,) if noted_places(public) else ())


def _asked(one: Unentered) -> Line:
    now, are = " and ".join(faction_name(seat) for seat in one.others), "are" if len(one.others) > 1 else "is"
    words = f"*{one.place}*: {now} {are} there, {faction_name(one.seat)} stood there before. Enter who is there now."
    return Line(words, "turnr", chips=(chip("1.07.01"),))


def step_lines(public: Table) -> tuple[Line, ...]:
    """Return the steps before the plans, each with who may speak and how it stands."""
    return tuple(_step(public, step) for step in steps(public))


def _step(public: Table, step: Step) -> Line:
    say, said = step.say, spoken(public)
    who, to = faction_name(say.seat), faction_name(say.to)
    if step.state == SAID and say.kind == ORDER:
        order, what, _ = said.orders[say.to]
        words = f"{to}: *{dict(ORDERS)[order].lower()} {what}*"
    elif step.state in {ASKED, SAID}:
        part = dict(PARTS)[said.asked[say.to][1]].lower()
        words = f"{to} {'has shown' if step.state == SAID else 'shows'} {who} the {part}"
    else:
        words = f"{step.title}: {WORDS[step.state].format(who=named(say.seat))}"
    icon = {SAID: "check", PASSED: "pass", STOPPED: "barred", LATER: "next"}.get(step.state, "turnr")
    return Line(words, icon, chips=(chip(say.rule),), mute=step.state in {LATER, PASSED, STOPPED})


def _stands(public: Table, live: LiveBattle) -> Line:
    if live.locked:
        words = "Both plans are locked. Any traitor? Answer on every phone; the shield keeps what was said."
        return Line(words, "lock", chips=(chip("1.07.06.06"),))
    if setting(public, BATTLE_PLANS) == "wheels":
        return Line("Both set their wheels and open them together; the table types them in.", chips=(chip("1.07.04"),))
    if live.plans:
        seat = next(iter(live.plans))
        return Line(f"{faction_name(seat)}: the plan is locked.", "lock", short(seat), chips=(chip("1.07.04"),))
    then = any(not step.done for step in steps(public))
    words = "Then both set a plan behind the shield." if then else "Both set a plan behind the shield."
    return Line(words, chips=(chip("1.07.04"),), mute=then)


def _cardboard(public: Table, live: LiveBattle) -> tuple[Line, ...]:
    """Return how a player without a phone sets a plan while others set theirs on phones."""
    bare = [seat for seat in live.seats if seat not in phones_of(public) and seat not in live.plans]
    if not bare or not plans_are_on_phones(public):
        return ()
    who, two = " and ".join(faction_name(seat) for seat in bare), len(bare) > 1
    if two:
        words = f"{who} have no phone: set wheels of cardboard, open both at once and type them in."
    elif live.against(bare[0]) in live.plans:
        words = f"{who} has no phone: show the wheel now and type it in."
    else:
        words = f"{who} has no phone: set a wheel of cardboard. It is typed in once the other plan is locked."
    return (Line(words, "pause", chips=(chip("4.94.03"),)),)


def _outcome(live: LiveBattle) -> Line:
    winner, totals, first = live.winner, live.totals, live.verdict.lines[0]
    sums = " to ".join(half(totals[seat]) for seat in sorted(totals, key=lambda seat: seat != winner))
    rule, words = ("1.07.06", f"By *{sums}*.") if winner and sums else (first.rule, first.sentence)
    return Line(words, f=short(winner), chips=(chip(rule),))
