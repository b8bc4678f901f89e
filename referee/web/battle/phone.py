"""The battle plan behind the shield: what one seat may choose, drawn from that seat's own fold."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from hashlib import sha256

from referee.board.forces import Group
from referee.common.factions import common, elite, faction_name, named
from referee.common.what_is_physical import plans_are_on_phones
from referee.holdings.leaders import home_of, printed_strength
from referee.holdings.purse import spice_of
from referee.kernel import Table, ask, card_name, half, listed, meant, say, small, together
from referee.offers.waiting import duties_of
from referee.phases.battle.allowed_plans import (
    AllyPays,
    Beside,
    CompanionOf,
    Gains,
    MayGoWithout,
    MostStake,
    TakesCaptives,
)
from referee.phases.battle.battle_as_known import against_plan, army_of, free_leaders, plan_of
from referee.phases.battle.before_the_plans import (
    ORDER,
    PARTS,
    BoundBy,
    Forbidden,
    HelpedBy,
    spoken_title,
    unannounced,
)
from referee.phases.battle.cards_in_battle import DEFENCE, STAND_IN, WEAPON, BattleCards, Fits
from referee.phases.battle.dial_and_losses import Army, splits
from referee.phases.battle.events import BattleBegun
from referee.phases.battle.live_battle import OPEN, LiveBattle, Plan, battle_now, by_cost, declarations
from referee.phases.battle.lock_plan import REOPEN, before_a_plan
from referee.phases.battle.on_screen import answer_due
from referee.phases.battle.spice_for_forces import can_be_fed, most_support
from referee.powers.taken_now import taken_now
from referee.web.app.event_lines import button_of, chip, icon_of, last_line
from referee.web.phase.battle_headlines import changes
from referee.web.phase.things import bear_on_battle
from referee.web.view_models.battle import Composer, More, Pick
from referee.web.view_models.parts import Line

MIXES = 6
STEPS_IN_VIEW = 11  # on a small phone, in two rows


def composer(own: Table, seat: str) -> Composer | None:
    made, heard = _composer(own, seat), _heard(own, seat)
    if not heard:
        return made
    return replace(made, locked=(*heard, *made.locked)) if made else Composer("Prescience", "", locked=heard)


def _heard(own: Table, seat: str) -> tuple[Line, ...]:
    said = declarations(own)
    return tuple(
        Line(
            say(
                "{seat:The shows} *{answer}* ({part})." if answer else "{seat:The shows}: *no {part}*.",
                seat=named(to),
                answer=answer,
                part=small(dict(PARTS)[said.asked[to][1]]),
            ),
            "who",
        )
        for to, answer in said.answers.items()
        if isinstance(answer, str) and to != seat
    )


def _composer(own: Table, seat: str) -> Composer | None:
    live = battle_now(own)
    if live is None:
        return None
    if live.step != OPEN or seat not in live.seats:
        return None
    title = say("Your battle in {territory} against {foe}", territory=live.territory, foe=named(live.against(seat)))
    if seat in live.plans:
        reopen = () if live.locked else tuple(map(button_of, taken_now(own, (REOPEN,), seat)))
        return Composer(title, "", locked=_in_lines(own, plan_of(live, seat)), acts=reopen)
    if due := answer_due(own, seat):
        return Composer(
            title,
            f"answer_{due.blanks[0].name}",
            warned=_asked_of(own, seat),
            acts=(button_of(replace(due, rule=""), go=True),),
        )
    if not plans_are_on_phones(own):
        return None
    return _choices(own, live, seat, title)


def _asked_of(own: Table, seat: str) -> tuple[Line, ...]:
    asker, part, rule = declarations(own).asked[seat]
    asked = {"seat": named(asker), "part": small(dict(PARTS)[part])}
    words = say("{seat:The asks} for your *{part}*. Answer first.", **asked)
    return (*bound(own, seat), Line(words, "who", chips=(chip(rule),)))


def _in_lines(own: Table, plan: Plan) -> tuple[Line, ...]:
    leads = plan.leader or plan.hero or "No leader"
    paid = plan.support + plan.helped
    wheel = [say("*{dial}* on the wheel", dial=half(plan.dial))]
    wheel += [say("{n} spice support", n=paid)] if paid else []
    wheel += [say("{n} spice for {leader}", n=plan.stake, leader=plan.leader)] if plan.stake else []
    made = [Line(listed(wheel, ","), "plan"), Line(leads, "who")]
    made += [Line(card, icon_of(own, card)) for card in (plan.weapon, plan.defence) if card]
    return (*made, *((Line("with the Kwisatz Haderach", "star"),) if plan.companion else ()))


def _choices(own: Table, live: LiveBattle, seat: str, title: str) -> Composer:
    feed, lent = _feed(own, live, seat), min(live.lent.get(seat, 0), can_be_fed(own, live, seat))
    armies = [army_of(own, live, seat, spice) for spice in range(feed + lent + 1)]
    most = tuple(f"{men.most:g}" for men in armies)
    joins = ask(own, CompanionOf(seat)).value
    leaders = tuple(_leaders(own, live, seat))
    beside, bonus = joins if joins.name and _may_join(own, live, seat, leaders) else Beside()
    weapons, defences = (_cards(own, seat, slot) for slot in (WEAPON, DEFENCE))
    step = f"{army_of(own, live, seat, 0).step:g}"
    parts = (("leader", leaders), ("weapon", weapons), ("defence", defences))
    leaders, weapons, defences = (_greyed(own, seat, part, picks) for part, picks in parts)
    made = Composer(title, "", leaders, weapons, defences, step, most, feed, beside, bonus, warned=_warned(own, seat))
    made = replace(made, waits=bool(before_a_plan(own, seat)))
    helper = faction_name(own.ally(seat) or "") if lent else ""
    dial = _shown_dial(own, seat)
    gains = tuple(_gains(own, seat, weapons, defences))
    staked, stake = _stake(own, seat, leaders)
    always = sum(one.adds for one in gains if one.leader == leaders[0].value and not one.weapons + one.defences)
    total = half(float(dial) + leaders[0].adds + always)
    made = replace(made, help=lent, helper=helper, dial=dial, total=total, splits="|".join(_splits(m) for m in armies))
    made = replace(made, dials=tuple(_dials(armies[-1])), steps=_many(armies[-1]))
    made = replace(made, gains=gains, stake=stake, staked=staked, battle=_number(own))
    made = replace(made, things=bear_on_battle(own, seat, live.territory))
    made = replace(made, kinds=together((*common(live.whose(seat)), *elite(live.whose(seat))), "|"))
    return replace(made, keep=sha256(repr(made).encode()).hexdigest()[:12])


def _number(own: Table) -> str:
    """Return when the battle began, and where in what this seat was told: no other one has it, not even after an undo.

    The number of its act would count what others did in secret.
    """
    place = last_line(own, BattleBegun)
    return f"{place}.{own.log[place - 1].at}" if place else ""


def _gains(own: Table, seat: str, weapons: tuple[Pick, ...], defences: tuple[Pick, ...]) -> Iterator[More]:
    cards = (tuple(one.value for one in picks if one.value) for picks in (weapons, defences))
    for one in ask(own, Gains(seat, *cards)).value:
        yield More(one.leader, one.adds, one.word, one.weapons, one.defences)


def _stake(own: Table, seat: str, leaders: tuple[Pick, ...]) -> tuple[str, int]:
    """Return the leader whom spice makes stronger, and how much of it this seat has for that."""
    purse = spice_of(own, seat)
    for one in leaders:
        if one.value and not one.why_not and (most := ask(own, MostStake(seat, one.value)).value):
            return one.value, most if purse is None else min(most, purse)
    return "", 0


def _shown_dial(own: Table, seat: str) -> str:
    """Return the number that was shown before the plan, "0" for none."""
    said = declarations(own)
    asked, shown = said.asked.get(seat, ("", "", ""))[1], said.answers.get(seat)
    return shown if asked == "dial" and isinstance(shown, str) else "0"


def _many(men: Army) -> bool:
    return men.most / men.step > STEPS_IN_VIEW


def _dials(men: Army) -> Iterator[tuple[str, str]]:
    """Yield the numbers that stand below the wheel: every step of it, only the whole ones where those are many."""
    step = 1 if _many(men) else men.step
    return ((f"{n * step:g}", half(n * step)) for n in range(int(men.most / step) + 1))


@lru_cache(512)
def _splits(men: Army) -> str:
    """Return the mixes lost for every step of the wheel, the cheapest first, as few letters as can be."""
    steps = range(int(men.most / men.step) + 1)
    return " ".join(",".join(_short(one) for one in by_cost(splits(men, n * men.step))[:MIXES]) for n in steps)


def _short(group: Group) -> str:
    return f"{group.normal}" + (f"+{group.special}" if group.special else "")


def _warned(own: Table, seat: str) -> tuple[Line, ...]:
    waits = tuple(Line(words.sentence, "pause", chips=(chip(words.rule),)) for words in before_a_plan(own, seat))
    given_up = {step.say.rule: spoken_title(step.title) for step in unannounced(own, seat)}
    unless = (
        Line(
            say("If you lock now, you don't use {power}. To use it, close the shield.", power=title),
            "pause",
            chips=(chip(rule),),
        )
        for rule, title in given_up.items()
    )
    due = (one for one in duties_of(own, seat) if not (one.later or one.shielded or one.secret))
    first = (one for one in due if one.rule not in given_up)
    open_first = (
        Line(say("First {do}: close the shield.", do=one.words), "pause", chips=(chip(one.rule),)) for one in first
    )
    return (*open_first, *unless, *changes(own), *bound(own, seat), *waits)


def bound(own: Table, seat: str) -> tuple[Line, ...]:
    bonds = ask(own, BoundBy(seat)).value
    made = [Line(one.words, "flag" if one.kind == ORDER else "lock", chips=(chip(one.rule),)) for one in bonds]
    if live := battle_now(own):
        promised, rule = live.lent.get(seat, 0), ask(own, AllyPays(own.ally(seat) or "")).because[0]
        made += (
            [Line(say("Your ally pays up to *{promised}* spice.", promised=promised), chips=(chip(rule),))]
            if promised
            else []
        )
    made += [Line(words, "star", chips=(chip(rule),)) for rule, words in ask(own, HelpedBy(seat)).value]
    return tuple(made)


def _greyed(own: Table, seat: str, part: str, picks: tuple[Pick, ...]) -> tuple[Pick, ...]:
    """Return the choices with those grayed that an order or an answer forbids; one that is open stands first."""
    made = [replace(pick, why_not=ask(own, Forbidden(seat, part, pick.value)).value) for pick in picks]
    return tuple(sorted(made, key=lambda pick: bool(pick.why_not)))


def _feed(own: Table, live: LiveBattle, seat: str) -> int:
    return most_support(own, live, seat) if can_be_fed(own, live, seat) else 0


def _may_join(own: Table, live: LiveBattle, seat: str, leaders: tuple[Pick, ...]) -> bool:
    plan = Plan(0, leader=leaders[0].value, companion=True) if leaders else Plan(0, companion=True)
    return bool(leaders) and not against_plan(own, live, seat, plan)


def _leaders(own: Table, live: LiveBattle, seat: str) -> list[Pick]:
    names = free_leaders(own, live, seat)
    found = [_pick(own, name, seat) for name in names]
    heroes = (card for card in _held(own, seat) if ask(own, Fits(card, STAND_IN)).value)
    found += [Pick(card, card, disc="0", name=card) for card in heroes]
    nobody = Pick("", "Nobody", disc="–", name="Nobody")
    return found if found and not ask(own, MayGoWithout(seat)).value else [*found, nobody]


def _pick(own: Table, name: str, seat: str) -> Pick:
    """Return a leader with its strength; a disc without a number copies one, one of another faction is a captive."""
    strength, foreign = printed_strength(name) or 0, home_of(name) not in {"", seat}
    number = str(strength or "as strong as the leader opposite")
    held = "captive" if foreign and ask(own, TakesCaptives(seat)).value else ""
    short_name = together((name, held)) if held else name
    return Pick(name, together((name, number, held)), strength, disc=str(strength or "="), name=short_name)


def _cards(own: Table, seat: str, slot: str) -> tuple[Pick, ...]:
    fits = [card for card in _held(own, seat) if ask(own, Fits(card, slot)).value or _beside(own, seat, card, slot)]
    return (Pick("", meant("None", "card")), *(Pick(card, card, icon=icon_of(own, card)) for card in fits))


def _beside(own: Table, seat: str, card: str, slot: str) -> bool:
    return any(ask(own, Fits(card, slot, other)).value for other in _held(own, seat) if other != card)


def _held(own: Table, seat: str) -> list[str]:
    """Return the cards that this seat may play: those known, or all where a card of unknown face is held."""
    hand = own.seats[seat].hand
    faces = [card_name(card) for card in hand.faces()]
    every = list(ask(own, BattleCards()).value) if len(faces) < len(hand) else []
    return list(dict.fromkeys((*faces, *every)))
