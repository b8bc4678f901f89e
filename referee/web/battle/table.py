"""A battle on the table screen: two wheels side by side, and after the reveal the proof between them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from referee.board.forces import in_words, is_kept
from referee.board.standing import FaceDownTokens, stands
from referee.common.factions import faction_name, in_headline, named
from referee.common.phones_at_seats import phones_of
from referee.common.what_is_physical import battles_are_refereed
from referee.holdings.leaders import printed_strength
from referee.kernel import Table, ask, half, listed, say, small, to_do, together
from referee.modules.leader_skills.skill_with_leader import skills_of
from referee.offers.offer import TABLE, offers
from referee.offers.waiting import due, duties_of, sole
from referee.phases.battle.allowed_plans import CompanionOf
from referee.phases.battle.battle_as_known import plan_of
from referee.phases.battle.before_the_plans import ANNOUNCED, ASKED, MAY, steps
from referee.phases.battle.how_they_stand import WAYS, noted_places, storm_over, there
from referee.phases.battle.live_battle import OPEN, LiveBattle, Plan, battle_before, battle_now
from referee.phases.battle.lock_plan import is_to_plan
from referee.phases.battle.on_screen import (
    CANCEL,
    as_shipped,
    by_the_storm,
    calls_without_phone,
    open_the_wheels,
    settle_it,
    skip,
    stop_of,
    type_wheel,
)
from referee.phases.battle.two_sides import VerdictLine
from referee.phases.battle.verdict import Verdict
from referee.phases.battle.verdict_wording import (
    CALLED,
    CALLED_FOR,
    DECIDES,
    LOSES,
    LOSES_ALL,
    STOPPED,
    STOPPED_COMPANION,
)
from referee.phases.battle.who_fights_where import at_peace, battles_of, chooses, landed
from referee.powers.windows import window
from referee.web.app.event_lines import button_of, chip, icon_of, short
from referee.web.phase import holdups
from referee.web.phase.battle_headlines import (
    changes,
    costs,
    in_short,
    is_open,
    lines,
    step_lines,
    verdict_in_short,
    wins,
)
from referee.web.phase.buttons import named_for, stops_for, without_phone
from referee.web.phase.phase_status import owes_now
from referee.web.view_models.battle import Fight, Row, Wheel
from referee.web.view_models.parts import Act, Line, Panel

IN_THE_MIDDLE = 3  # so many battles to choose among at most; more stand in the list
MOST_ON_WHEEL = 20


def fight_view(public: Table, steers: bool) -> Fight | None:
    """Return the battle now, with how the one before it ended: the last choice there takes its verdict away."""
    live = battle_now(public)
    if live is None:
        return None
    made, before = _fight(public, live, steers), battle_before(public)
    if before is None:
        return made
    aside = len(made.acts) > 1  # who has no phone is asked there, and the buttons come first
    return replace(made, before=next(verdict_in_short(before)) if aside else in_short(before))


def _fight(public: Table, live: LiveBattle, steers: bool) -> Fight:
    one, two = (_wheel(public, live, seat, steers) for seat in live.seats)
    of = {"territory": live.territory, "one": named(live.aggressor), "two": named(live.defender)}
    title = say("{territory}, {one} against {two}", **of)
    if held := holdups.headline(public) if holdups.is_open(public) else None:
        head, below, f = held
        acts = (*_stops(public), *holdups.table_acts(public)) if steers else ()
        return Fight(
            title,
            head,
            (one, two),
            below,
            f,
            (*holdups.lines(public), *changes(public), *step_lines(public)),
            acts=acts,
        )
    if live.step == OPEN:
        first = sole(public)
        before = first is not None and not is_to_plan(first)
        last = (button_of(CANCEL), *(button_of(one, go=not due(public)) for one in open_the_wheels(live)))
        acts = (*_speaking(public), *without_phone(public, "before the plans"), *last) if steers else ()
        if first is not None and before:  # one question before the plans is the whole headline
            asks = to_do(first.does, named(first.seat))
            head = in_headline(first.seat)
            known_so_far = lines(public, waits=False)  # the headline says who is waited for
            return Fight(title, head, (one, two), asks, short(first.seat), known_so_far, acts=acts, early=True)
        small = "locked" if live.locked else ""
        return Fight(title, live.territory, (one, two), small, "", lines(public), acts=acts)
    winner = live.winner
    head, below = (in_headline(winner), wins(live)) if winner else ("Nobody", "wins")
    told = live.verdict.lines
    cut = next((n for n, line in enumerate(told, start=1) if line.kind in DECIDES), len(told))
    proof = tuple(Line(line.sentence, chips=tuple(map(chip, _cited(public, line)))) for line in told[:cut])
    acts = _closing_acts(public, live) if steers else ()
    called = [line.sentence for line in told if line.kind in (CALLED, CALLED_FOR)]  # it may come after all looked
    title = together((*called, title))
    return Fight(title, head, (one, two), below, short(winner), tuple(_outcome(live, told[cut:])), proof, acts)


def _cited(public: Table, line: VerdictLine) -> tuple[str, ...]:
    """Return the rules of a line; of a power that was stopped, the card that stopped it first."""
    stop = stop_of(public, line.rule) if line.kind in {STOPPED, STOPPED_COMPANION} else None
    return (stop.why[0], line.rule) if stop is not None else (line.rule,)


def _outcome(live: LiveBattle, follows: Iterable[VerdictLine]) -> Iterator[Line]:
    chosen = {seat: cost for seat, cost in costs(live) if seat in live.chosen or is_open(live, seat)}
    for line in follows:
        loses = chosen.get(line.faction) if line.kind in (LOSES, LOSES_ALL) else None
        whose = short(line.faction) if line.faction in live.seats else ""
        yield Line(loses or line.sentence, f=whose, chips=(chip(line.rule),))


def battles_panel(public: Table, steers: bool) -> tuple[Panel, ...]:
    if public.phase != "battle" or battle_now(public) is not None:
        return ()
    places = noted_places(public)
    rows = [Line(_armies(public, place), chips=tuple(map(chip, at_peace(public, place)))) for place in places]
    fights = fights_to_choose(public)
    fights = fights if len(fights) > IN_THE_MIDDLE else ()
    shipped = (as_shipped(public, one, place, group) for (one, place), group in landed(public).items())
    halved = [place for place in places if _storm_parts(public, place)]
    storm = [one for place in halved for one in by_the_storm(public, place, _sure(public, place))]
    over = "The storm is over *{place}*. Enter who is in it or behind it."
    rows += [Line(say(over, place=place), "pause", chips=(chip("1.07.01.00"),)) for place in halved]
    acts = (*fights, *map(button_of, (*storm, *shipped))) if steers and battles_are_refereed(public) else ()
    return (Panel("Battles", tuple(rows), acts=acts, id="battles"),) if rows or acts else ()


def fights_to_choose(public: Table) -> tuple[Act, ...]:
    """Return the battles among which the aggressor of the moment chooses; a few stand in the middle of the screen."""
    seat = chooses(public) if battles_are_refereed(public) else ""
    found = battles_of(public, seat) if seat else ()
    acts = (named_for(replace(one, label=small(one.label)), seat) for one in found)
    return tuple(replace(act, go=True, big=True) for act in acts)


def _storm_parts(public: Table, place: str) -> bool:
    """Return True if the storm lies over a shared territory and the map does not tell who is in it."""
    here, sure = set(there(public, place)), _sure(public, place)
    return len(here) > 1 and bool(here - sure) and bool(storm_over(public, place))


def _sure(public: Table, place: str) -> set[str]:
    return {one.seat for one in stands(public, place) if is_kept(public, one.seat) and one.sector}


def _armies(public: Table, place: str) -> str:
    found = []
    for seat, sides in there(public, place).items():
        groups = [
            together((in_words(group, seat), small(dict(WAYS)[way]) if way else ""), ", ")
            for way, group in sides.items()
        ]
        found.append(say("{seat} {groups}", seat=faction_name(seat), groups=listed(groups)))
    return say("*{place}*: {who}", place=place, who=together(found, "; "))


def _speaking(public: Table) -> Iterator[Act]:
    """Yield what lets the table go on where a player who may speak has no phone."""
    aloud = {one.rule: one for one in offers(public, TABLE) if one.part == "before the plans"}
    for step in steps(public):
        if step.state in {MAY, ANNOUNCED}:
            yield button_of(skip(step))
        elif step.state == ASKED:
            yield button_of(aloud[step.say.rule])


def _stops(public: Table) -> tuple[Act, ...]:
    bare = (seat for seat in public.seats if seat not in phones_of(public) and window(public))
    return tuple(replace(named_for(one, seat), fields=one.fixed) for seat in bare for one in stops_for(public, seat))


def _closing_acts(public: Table, live: LiveBattle) -> tuple[Act, ...]:
    calls, ends = calls_without_phone(public, live), without_phone(public, "end of a battle")
    return (*map(button_of, calls), *ends, button_of(CANCEL), button_of(settle_it(public), go=True))


# -- one side -----------------------------------------------------------------------------------------


def _army(public: Table, live: LiveBattle, seat: str) -> str:
    """Return with what a side fights: a token is not opened before the wheels are."""
    tokens = ask(public, FaceDownTokens()).value
    hidden = "a hidden token" if any((one.seat, one.place) == (seat, live.territory) for one in tokens) else ""
    whose = live.whose(seat)
    seen = in_words(live.forces[seat], whose) if live.forces[seat].total or not hidden else ""
    seen = say("{forces} of {seat}", forces=seen, seat=named(whose)) if seen and whose != seat else seen
    ally, many = live.beside.get(seat, ("", 0))
    own = say("{n} of their own", n=many)
    along = say("{forces} of {seat}", forces=many, seat=named(ally)) if ally and ally != seat else own if ally else ""
    parts = [word for word in (seen, hidden, along) if word]
    return listed(parts) if len(parts) < 3 else listed([listed(parts[:2]), parts[2]])


def _wheel(public: Table, live: LiveBattle, seat: str, steers: bool) -> Wheel:
    does = "attacks" if seat == live.aggressor else "defends"
    about = together((public.seats[seat].player or "", _army(public, live, seat), does), ", ")
    name, f = faction_name(seat), short(seat)
    shown = live.step != OPEN or seat in live.typed
    if not shown:
        locked = seat in live.plans
        owes = owes_now(public, seat)
        plans = any(map(is_to_plan, duties_of(public, seat)))
        word = "Plan locked" if locked else "Planning" if plans or not before_the_plans(public) else "Plans next"
        acts = tuple(map(button_of, type_wheel(public, live, seat))) if steers else ()
        rows = tuple(_skills(public, seat))
        of = f"wheel-{f}-{live.turn}-{live.territory.replace(' ', '-')}"
        return Wheel(name, f, about, word, "lock" if locked else "", rows=rows, acts=acts, id=of, asked=owes)
    plan, verdict = plan_of(live, seat), live.verdict
    total = live.totals.get(seat)
    left = min(100.0, 100 * plan.dial / MOST_ON_WHEEL)
    more = 0 if total is None else total - plan.dial
    words = "" if total is None else f"{half(plan.dial)} {'−' if more < 0 else '+'} {half(abs(more))}"
    won = live.winner == seat
    rows = (*_rows(public, plan, verdict, seat), *_skills(public, seat, plan.leader))
    return Wheel(name, f, about, "", "", half(plan.dial), left, rows, words, half(total or 0) if words else "", won)


def before_the_plans(public: Table) -> bool:
    """Return True while somebody may still speak or ask before the plans."""
    return any(not step.done for step in steps(public))


def _skills(public: Table, seat: str, but: str = "") -> Iterator[Row]:
    """Yield the cards with a faction's leaders, and where they lie until a plan shows that it is led ``but`` others."""
    for one in skills_of(public, seat):
        if one.leader != but:
            lies = "in front" if one.front else "behind the shield"
            yield Row("star", say("{card}, {leader}", card=one.card, leader=one.leader), "" if but else lies)


def _rows(public: Table, plan: Plan, verdict: Verdict, seat: str) -> list[Row]:
    made = []
    if plan.leader:
        dead = plan.leader in verdict.killed
        strength = str(printed_strength(plan.leader) or "")
        live = battle_now(public)
        if live and live.dancer and live.dancer[1] == plan.leader:
            made.append(Row(f"f-{short(live.dancer[0])}", plan.leader, "Face Dancer", True))
        else:
            made.append(Row("skull" if dead else "who", plan.leader, "killed" if dead else strength, dead))
    made += [Row("who", plan.hero)] if plan.hero else []
    added = (line.added for line in verdict.lines if line.faction == seat)
    made += [Row("star", by, f"+{more}") for by, more in added if more]
    made += [Row("star", ask(public, CompanionOf(seat)).value.name)] if plan.companion else []
    lost, kept = verdict.discarded.get(seat, ()), verdict.kept.get(seat, ())
    for card in (plan.weapon, plan.defence):
        if card:
            end = "lost" if card in lost else "may keep" if card in kept else ""
            made.append(Row(icon_of(public, card), card, end))
    if plan.support:
        made.append(Row("bid", "Spice for support", str(plan.support)))
    if plan.stake:
        made.append(Row("bid", say("Spice for {leader}", leader=plan.leader), str(plan.stake)))
    if plan.helped:
        made.append(Row("bid", "Spice from the ally", str(plan.helped)))
    return made or [Row("who", "No leader")]
