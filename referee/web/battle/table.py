"""A battle on the table screen: two wheels side by side, and after the reveal the proof between them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from referee.board.forces import Group, in_words, is_kept
from referee.board.standing import FaceDownTokens, Stand, stands
from referee.common.factions import FACTIONS, faction_name, named
from referee.common.phones_at_seats import phones_of
from referee.common.what_is_physical import battles_are_refereed, plans_are_on_phones
from referee.holdings.hands import CardKind
from referee.holdings.leaders import keys, printed_strength
from referee.kernel.rulings import ask
from referee.kernel.table import Table
from referee.kernel.wording import capital, half
from referee.phases.battle.allowed_plans import CompanionOf, TakesCaptives
from referee.phases.battle.battle_as_known import callers, dead_everywhere, free_leaders, plan_of, target_of
from referee.phases.battle.before_the_plans import ANNOUNCED, ASKED, MAY, steps
from referee.phases.battle.cards_in_battle import DEFENCE, STAND_IN, WEAPON, BattleCards, Fits
from referee.phases.battle.conclude import left_open
from referee.phases.battle.live_battle import OPEN, LiveBattle, Plan, battle_now
from referee.phases.battle.lock_plan import read_too_early
from referee.phases.battle.reveal import MayStillSpeak
from referee.phases.battle.two_sides import Line as Judged
from referee.phases.battle.verdict import Verdict
from referee.phases.battle.verdict_wording import DECIDES, LOSES, LOSES_ALL
from referee.phases.battle.who_fights_where import (
    PEACE,
    WAYS,
    at_peace,
    battles_of,
    chooses,
    landed,
    noted_places,
    stands_as,
    storm_over,
    there,
)
from referee.web.app.event_lines import chip, short
from referee.web.phase import buttons, holdups
from referee.web.phase.battle_headlines import costs, lines, step_lines, wins
from referee.web.view_models.battle import Fight, Row, Wheel
from referee.web.view_models.parts import Act, Field, Line, Panel

IN_THE_MIDDLE = 3  # so many battles to choose among at most; more stand in the list
MOST_ON_WHEEL = 20
MOST_SIDE_BY_SIDE = 8  # leaders of a typed wheel; more stand in a list
ICONS = (
    ("weapon, poison", "poison"),
    ("weapon", "blade"),
    ("defence, poison", "snoop"),
    ("defence", "shieldi"),
    ("worthless", "junk"),
)
TICKS = (("", "no"), ("1", "yes"))
SPOKEN = ("Announce", "SpeakVoice", "AskPrescience")


def fight_view(public: Table, steers: bool) -> Fight | None:
    """Return the battle that is fought now; it knows the public fold and nothing else."""
    live = battle_now(public)
    if live is None:
        return None
    one, two = (_wheel(public, live, seat, steers) for seat in live.seats)
    title = f"{live.territory}, {named(live.aggressor)} against {named(live.defender)}"
    if held := holdups.headline(public) if holdups.is_open(public) else None:
        say, small, f = held
        acts = (*_stops(public), *holdups.table_acts(public)) if steers else ()
        return Fight(title, say, (one, two), small, f, (*holdups.lines(public), *step_lines(public)), acts=acts)
    if live.step == OPEN:
        acts = (*_speaking(public), *_without_phone(public), *_open_acts(public, live)) if steers else ()
        return Fight(title, live.territory, (one, two), "locked" if live.locked else "", "", lines(public), acts=acts)
    winner = live.winner
    say, small = (faction_name(winner), wins(live)) if winner else ("Nobody", "wins")
    told = live.verdict.lines
    cut = next((n for n, line in enumerate(told, start=1) if line.kind in DECIDES), len(told))
    proof = tuple(Line(line.sentence, chips=(chip(line.rule),)) for line in told[:cut])
    acts = _closing_acts(public, live) if steers else ()
    return Fight(title, say, (one, two), small, short(winner), tuple(_outcome(live, told[cut:])), proof, acts)


def _outcome(live: LiveBattle, follows: Iterable[Judged]) -> Iterator[Line]:
    """Yield what the verdict costs and brings, with the loss that was chosen if there was a choice."""
    chosen = {seat: cost for seat, cost in costs(live) if seat in live.chosen}
    for line in follows:
        loses = chosen.get(line.faction) if line.kind in (LOSES, LOSES_ALL) else None
        whose = short(line.faction) if line.faction in live.seats else ""
        yield Line(loses or line.sentence, f=whose, chips=(chip(line.rule),))


def battles_panel(public: Table, steers: bool) -> tuple[Panel, ...]:
    """Return who stands where and the battles that come of it, while none is fought."""
    if public.phase != "battle" or battle_now(public) is not None:
        return ()
    places = noted_places(public)
    rows = [Line(_armies(public, place), chips=tuple(map(chip, at_peace(public, place)))) for place in places]
    fights = fights_to_choose(public)
    fights = fights if len(fights) > IN_THE_MIDDLE else ()
    shipped = (_as_shipped(public, one, place, group) for (one, place), group in landed(public).items())
    halved = [place for place in places if _storm_parts(public, place)]
    storm = [act for place in halved for act in _in_the_storm(public, place)]
    rows += map(_storm_line, halved)
    acts = (*fights, *storm, *shipped) if steers and battles_are_refereed(public) else ()
    return (Panel("Battles", tuple(rows), acts=acts, id="battles"),) if rows or acts else ()


def fights_to_choose(public: Table) -> tuple[Act, ...]:
    """Return the battles among which the aggressor of the moment chooses; a few stand in the middle of the screen."""
    seat = chooses(public) if battles_are_refereed(public) else ""
    return tuple(
        Act(
            offer.name,
            f"{faction_name(seat)}: {offer.label[:1].lower()}{offer.label[1:]}",
            (("for", seat), *offer.fixed),
            go=True,
            big=True,
        )
        for offer in (battles_of(public, seat) if seat else ())
    )


def _as_shipped(public: Table, seat: str, place: str, group: Group) -> Act:
    way = stands_as(public, seat, place)
    words = f"Confirm {in_words(group, seat)} of {named(seat)} in {place}{', not fighting' if way == PEACE else ''}"
    numbers = (("normal", str(group.normal)), ("special", str(group.special)), ("way", way))
    return Act("NoteForces", words, (("seat", seat), ("territory", place), *numbers))


def _storm_parts(public: Table, place: str) -> bool:
    """Say whether the storm lies over a place that two share, and the map does not say who stands in it."""
    here, sure = set(there(public, place)), {one.seat for one in _told(public, place)}
    return len(here) > 1 and bool(here - sure) and bool(storm_over(public, place))


def _told(public: Table, place: str) -> Iterator[Stand]:
    """Yield the groups of a territory whose sector the map knows."""
    return (one for one in stands(public, place) if is_kept(public, one.seat) and one.sector)


def _storm_line(place: str) -> Line:
    words = f"The storm is over *{place}*. Enter who is in it or behind it."
    return Line(words, "pause", chips=(chip("1.07.01.00"),))


def _in_the_storm(public: Table, place: str) -> Iterator[Act]:
    """Yield the other ways in which those who share a territory with others may stand there, by the storm marker."""
    sure = {one.seat for one in _told(public, place)}
    here = there(public, place).items()
    fighting = ((seat, group, way) for seat, (group, way) in here if way != PEACE and seat not in sure)
    for seat, group, way in fighting:
        said = (("seat", seat), ("territory", place), ("normal", str(group.normal)), ("special", str(group.special)))
        for other in storm_over(public, place):
            if other != way:
                label = f"{faction_name(seat)} in {place}: {dict(WAYS)[other].lower()}"
                yield Act("NoteForces", label, (*said, ("way", other)))


def _armies(public: Table, place: str) -> str:
    found = []
    for seat, (group, way) in there(public, place).items():
        how = f", {dict(WAYS)[way].lower()}" if way else ""
        found.append(f"{faction_name(seat)} {in_words(group, seat)}{how}")
    return f"*{place}*: {'; '.join(found)}"


def _speaking(public: Table) -> tuple[Act, ...]:
    """Return what lets the table go on where a player who may speak has no phone."""
    made = []
    for step in steps(public):
        who = named(step.say.seat)
        if step.state in {MAY, ANNOUNCED}:
            made.append(
                Act(
                    "StaySilent",
                    f"Skip {who:'s} {step.title}",
                    (("for", step.say.seat), ("rule", step.say.rule)),
                    "pass",
                )
            )
        elif step.state == ASKED:
            made.append(Act("ToldAloud", f"Confirm that {named(step.say.to):has} shown it", (("seat", step.say.to),)))
    return tuple(made)


def _without_phone(public: Table) -> tuple[Act, ...]:
    """Return what the table enters for those who may speak and have no phone."""
    return tuple(
        replace(act, label=f"{faction_name(seat)}: {act.label}", go=False)
        for seat in public.seats
        if seat not in phones_of(public)
        for act in buttons.for_seat(public, seat)
        if act.act in SPOKEN
    )


def _stops(public: Table) -> tuple[Act, ...]:
    """Return the Karama of those who have no phone."""
    return tuple(
        replace(act, label=f"{faction_name(seat)}: {act.label}")
        for seat in public.seats
        if seat not in phones_of(public)
        for act in holdups.stops_for(public, seat)
        if act.act == "StopPower"
    )


def _open_acts(public: Table, live: LiveBattle) -> tuple[Act, ...]:
    missing = " and ".join(named(seat) for seat in live.seats if seat not in live.plans)
    why = f"Waiting for {missing} to lock a plan." if missing else ""
    for step in reversed(steps(public)):  # the first to speak is waited for first
        if missing and step.state in {MAY, ANNOUNCED, ASKED}:
            why = f"Waiting for {named(step.say.to if step.state == ASKED else step.say.seat)}."
    reveal = Act("Reveal", "Open the wheels", icon="check", go=True, why_not=why)
    return (Act("CancelBattle", "Cancel this battle"), reveal)


def _closing_acts(public: Table, live: LiveBattle) -> tuple[Act, ...]:
    here = [seat for seat in callers(public, live) if seat not in phones_of(public)]
    late = [seat for seat in here if seat not in live.calls and target_of(public, live, seat)]
    calls = tuple(
        Act("CallTraitor", f"{faction_name(seat)}: {target_of(public, live, seat)} is my traitor", (("for", seat),))
        for seat in late
    )
    waits = [named(seat) for seat in public.seats if left_open(public, seat)]
    concludes = f"{capital(' and '.join(waits))} may still choose what to lose and keep" if waits else ""
    small = ask(public, MayStillSpeak()).value or concludes
    apply = Act("SettleBattle", "Settle the battle", icon="check", go=True, small=small)
    ends = tuple(
        replace(act, label=f"{faction_name(seat)}: {act.label}", go=False)
        for seat in public.seats
        if seat not in phones_of(public)
        for act in buttons.for_seat(public, seat)
        if act.act == "Conclude"
    )
    return (*calls, *ends, Act("CancelBattle", "Cancel this battle"), apply)


# -- one side -----------------------------------------------------------------------------------------


def _army(public: Table, live: LiveBattle, seat: str) -> str:
    """Return with what a side fights: a token is not opened before the wheels are."""
    tokens = ask(public, FaceDownTokens()).value
    hidden = "a hidden token" if any((one.seat, one.place) == (seat, live.territory) for one in tokens) else ""
    seen = in_words(live.forces[seat], seat) if live.forces[seat].total or not hidden else ""
    return " and ".join(word for word in (seen, hidden) if word)


def _wheel(public: Table, live: LiveBattle, seat: str, steers: bool) -> Wheel:
    does = "attacks" if seat == live.aggressor else "defends"
    small = ", ".join(word for word in (public.seats[seat].player, _army(public, live, seat), does) if word)
    name, f = faction_name(seat), short(seat)
    shown = live.step != OPEN or seat in live.typed
    if not shown:
        locked = seat in live.plans
        word = "Plan locked" if locked else "Planning"
        acts = _typing(public, live, seat) if steers else ()
        return Wheel(name, f, small, word, "lock" if locked else "", acts=acts)
    plan, verdict = plan_of(live, seat), live.verdict
    total = live.totals.get(seat)
    left = min(100.0, 100 * plan.dial / MOST_ON_WHEEL)
    words = "" if total is None else f"{half(plan.dial)} + {half(total - plan.dial)}"
    won = live.winner == seat
    rows = tuple(_rows(public, plan, verdict, seat))
    return Wheel(name, f, small, "", "", half(plan.dial), left, rows, words, half(total or 0) if words else "", won)


def _rows(public: Table, plan: Plan, verdict: Verdict, seat: str) -> list[Row]:
    made = []
    if plan.leader:
        dead = plan.leader in verdict.killed
        strength = str(printed_strength(plan.leader) or "")
        made.append(Row("skull" if dead else "who", plan.leader, "killed" if dead else strength, dead))
    made += [Row("who", plan.hero)] if plan.hero else []
    made += [Row("star", ask(public, CompanionOf(seat)).value)] if plan.companion else []
    lost, kept = verdict.discarded.get(seat, ()), verdict.kept.get(seat, ())
    for card in (plan.weapon, plan.defence):
        if card:
            end = "lost" if card in lost else "may keep" if card in kept else ""
            made.append(Row(icon_of(public, card), card, end))
    if plan.support:
        made.append(Row("special", "Spice for support", str(plan.support)))
    if plan.helped:
        made.append(Row("special", "Spice from the ally", str(plan.helped)))
    return made or [Row("who", "No leader")]


def icon_of(table: Table, card: str) -> str:
    kind = ask(table, CardKind(card)).value
    return next((icon for start, icon in ICONS if kind.startswith(start)), "special")


def _typing(public: Table, live: LiveBattle, seat: str) -> tuple[Act, ...]:
    """Return the form for what a cardboard wheel shows, if the table may type it in now."""
    own_phone = plans_are_on_phones(public) and seat in phones_of(public)
    if seat in live.plans or own_phone or read_too_early(public, live, seat):
        return ()
    cards = ask(public, BattleCards()).value
    taken = captives(public, seat) if ask(public, TakesCaptives(seat)).value else []
    leads = [
        *free_leaders(public, live, seat),
        *taken,
        *(card for card in cards if ask(public, Fits(card, STAND_IN)).value),
    ]
    support = Field("support", "Spice for support", "number", "0", low=0, high=40)
    inputs = [
        Field("dial", "Wheel", "text", "0"),
        *((support,) if public.rules == "advanced" else ()),
        Field("leader", "Leader", "radio" if len(leads) <= MOST_SIDE_BY_SIDE else "select", "", _none(leads)),
        Field("weapon", "Weapon", "select", "", _none([c for c in cards if ask(public, Fits(c, WEAPON)).value])),
        Field("defence", "Defense", "select", "", _none([c for c in cards if ask(public, Fits(c, DEFENCE)).value])),
    ]
    if beside := ask(public, CompanionOf(seat)).value:
        inputs.append(Field("companion", beside, "radio", "", TICKS))
    return (Act("TypeWheel", "Enter this wheel", (("seat", seat),), inputs=tuple(inputs)),)


def captives(public: Table, seat: str) -> list[str]:
    """Return every leader of the others who may be a captive here, by what everybody knows."""
    gone = keys(dead_everywhere(public))
    others = (
        name for one in public.seats if one != seat and one in FACTIONS for name in FACTIONS[one].discs(public.rules)
    )
    return [name for name in others if not keys([name]) & gone]


def _none(names: list[str]) -> tuple[tuple[str, str], ...]:
    unique = [name for n, name in enumerate(names) if not keys([name]) & keys(names[:n])]
    return (("", "None"), *((name, name) for name in unique))
