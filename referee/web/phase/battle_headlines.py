"""A battle in words, for the headline of the table screen and the public half of every phone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from referee.board.forces import in_words, is_kept
from referee.common.factions import elite, named
from referee.common.phones_at_seats import phones_of
from referee.common.what_is_physical import BATTLE_PLANS, battles_are_refereed, plans_are_on_phones
from referee.holdings.leaders import home_of
from referee.kernel import Table, capital, half, listed, say, say_many, setting, small, together
from referee.offers.what_now import waits_for, what_now
from referee.phases.battle.before_the_plans import (
    ANNOUNCED,
    ASKED,
    LATER,
    MAY,
    ORDER,
    PARTS,
    PASSED,
    QUESTION,
    SAID,
    STOPPED,
    PlanStep,
    Say,
    spoken_title,
    steps,
)
from referee.phases.battle.cards_in_battle import a_card
from referee.phases.battle.how_they_stand import noted_places
from referee.phases.battle.live_battle import (
    OPEN,
    REVEALED,
    LiveBattle,
    battle_now,
    chosen_loss,
    declarations,
    open_losses,
)
from referee.phases.battle.on_screen import changed_before, stop_of
from referee.phases.battle.verdict_wording import (
    CALLED,
    CALLED_FOR,
    DECIDES,
    EXPLOSION,
    IS_PAID,
    TWO_TRAITORS,
    UNDIALED,
    WINS_THE_TIE,
    WINS_THE_TIE_BY,
)
from referee.phases.battle.who_fights_where import Unentered, battles_of, chooses, open_battles, unentered
from referee.web.app.event_lines import chip, line_of_said, short
from referee.web.view_models.parts import Line

WHY = (CALLED, CALLED_FOR, TWO_TRAITORS, EXPLOSION, UNDIALED, WINS_THE_TIE, WINS_THE_TIE_BY)
WORDS = {
    LATER: "Then {who:may use} {power}",
    PASSED: "{who:The does} not use {power}",
    STOPPED: "{power} was stopped",
}


def headline(public: Table) -> tuple[str, str, str] | None:
    live = battle_now(public)
    if live is None:
        return None
    if live.step == OPEN:
        return live.territory, "", ""
    winner = live.winner
    return (say("{who:The}", who=named(winner)), wins(live), short(winner)) if winner else ("Nobody", "wins", "")


def wins(live: LiveBattle) -> str:
    """Return "win 9½ to 6", or "win" if no totals were compared, as the winner's name wants it."""
    totals, verb = live.totals, named(live.winner).verb("wins")
    if set(totals) != set(live.seats):
        return verb
    one, two = half(totals[live.winner]), half(totals[live.against(live.winner)])
    return say("{does} {one} to {two}", does=verb, one=one, two=two)


def fought(live: LiveBattle) -> str:
    """Return how a battle ended, where, and against whom."""
    if not live.winner:
        return say(
            "Nobody wins in {territory}: {seats} fought there.",
            territory=live.territory,
            seats=listed([named(seat) for seat in live.seats]),
        )
    loser = named(live.against(live.winner))
    return say(
        "{winner:The} {does} against {loser} in {territory}.",
        winner=named(live.winner),
        does=wins(live),
        loser=loser,
        territory=live.territory,
    )


def verdict_in_short(live: LiveBattle) -> Iterator[Line]:
    """Yield who won a battle, why if not by the totals that are told with it, what it cost and who was paid."""
    told = live.verdict.lines
    why = next((line.rule for line in told if line.kind in DECIDES), told[0].rule if told else "1.07.06")
    yield Line(fought(live), f=short(live.winner), chips=(chip(why),))
    yield from (Line(line.sentence, chips=(chip(line.rule),)) for line in told if line.kind in WHY)
    yield from (Line(cost, f=short(seat)) for seat, cost in costs(live))
    yield from (Line(line.sentence, f=short(line.faction)) for line in told if line.kind == IS_PAID)


def in_short(live: LiveBattle) -> Line:
    """Return that in one line, who won in bold."""
    first, *rest = verdict_in_short(live)
    return replace(first, text=together([say("*{title}*", title=first.text), *(line.text for line in rest)]))


def lines(public: Table, waits: bool = True) -> tuple[Line, ...]:
    """Return what stands below the headline; a phone has a headline of its own, which says who is waited for."""
    live = battle_now(public)
    if live is None:
        return _between(public)
    one = named(live.aggressor)
    of = {"one": one, "does": one.verb("attacks"), "two": named(live.defender)}
    words = say("*{one:The}* {does} *{two}*.", **of)
    if not waits:
        words = say("*{one:The}* {does} *{two}* in {territory}.", territory=live.territory, **of)
    who = Line(words, chips=(chip("1.07.02"),))
    if live.step != OPEN:
        return (*_won(live, waits), *_outcome(live))
    so_far = map(line_of_said, waits_for(public)) if waits else _locked(live)
    return (who, *changes(public), *step_lines(public), *so_far, *_stands(public, live), *_cardboard(public, live))


def _locked(live: LiveBattle) -> Iterator[Line]:
    """Yield who has locked a plan while the other makes one."""
    for seat in live.plans.keys() - live.typed if not live.locked else ():
        yield Line(say("{seat:The has} locked a plan.", seat=named(seat)), "lock", chips=(chip("1.07.05"),))


def _between(public: Table) -> tuple[Line, ...]:
    if public.phase != "battle" or not battles_are_refereed(public):
        return ()
    left = len(open_battles(public))
    asked = tuple(_asked(one) for one in unentered(public))
    if left:
        before = (line_of_said(said) for said in what_now(public) if said.rule != "1.07.02")
        words = say_many(left, "{n} battle left.", "{n} battles left.")
        seat = chooses(public)
        among = len([*battles_of(public, seat)]) if seat else 0
        if 1 < among < left:
            words = together([words, say("{seat:The chooses} among {n} of them.", seat=named(seat), n=among)])
        return (*before, Line(words, chips=(chip("1.07.02"),)), *asked)
    known = all(is_kept(public, seat) for seat in public.seats)
    words = "No battles are left." if known else "No battles are left among the forces you entered."
    done = Line(words, "check", chips=(chip("1.07.01"),))
    return asked or ((done,) if known or noted_places(public) else ())


def _asked(one: Unentered) -> Line:
    of = {"place": one.place, "now": listed([named(seat) for seat in one.others]), "before": named(one.seat)}
    if len(one.others) > 1:
        words = say("*{place}*: {now:The} are there, {before:was} there before. Who is there now?", **of)
    else:
        of["now"] = named(one.others[0])
        words = say("*{place}*: {now:The is} there, {before:was} there before. Who is there now?", **of)
    return Line(words, "turnr", chips=(chip("1.07.01"),))


def changes(table: Table) -> tuple[Line, ...]:
    """Return what changes this battle before the plans are locked, each with the card or rule that does."""
    return tuple(map(line_of_said, changed_before(table)))


def step_lines(public: Table) -> tuple[Line, ...]:
    return tuple(_step(public, step) for step in steps(public) if step.state not in {MAY, ANNOUNCED, ASKED})


def _step(public: Table, step: PlanStep) -> Line:
    spoke, said = step.say, declarations(public)
    if step.state == SAID and spoke.kind == ORDER:
        order, what, _ = said.orders[spoke.to]
        of = {"seat": named(spoke.to), "card": a_card(what)}
        words = say("{seat:The must} *not play {card}*" if order == "leave" else "{seat:The must} *play {card}*", **of)
    elif step.state == SAID:
        words = _shown(spoke, said.asked[spoke.to][1])
    elif step.state == PASSED and spoke.kind == QUESTION and spoke.to in said.earlier:
        words = _shown(spoke, said.earlier[spoke.to][0])
    else:
        words = capital(say(WORDS[step.state], who=named(spoke.seat), power=spoken_title(step.title)))
    icon = {SAID: "check", PASSED: "pass", STOPPED: "barred", LATER: "next"}.get(step.state, "turnr")
    stop = stop_of(public, spoke.rule) if step.state == STOPPED else None
    by = (stop.why[0],) if stop else ()
    return Line(words, icon, chips=tuple(map(chip, (*by, spoke.rule))), mute=step.state in {LATER, PASSED, STOPPED})


def _shown(spoke: Say, part: str) -> str:
    of = {"to": named(spoke.to), "seat": named(spoke.seat), "part": small(dict(PARTS)[part])}
    return say("{to:The has shown} {seat} the {part}.", **of)


def _stands(public: Table, live: LiveBattle) -> Iterator[Line]:
    if live.locked:
        words = "Both plans are locked. Any traitor? Everyone answers in secret."
        yield Line(words, "lock", chips=(chip("1.07.06.06"),))
    elif setting(public, BATTLE_PLANS) == "wheels":
        yield Line("Open both wheels together; then enter them.", chips=(chip("1.07.04"),))
    elif any(not step.done for step in steps(public)):
        yield Line("Then both make a plan behind their shields.", chips=(chip("1.07.04"),), mute=True)


def _cardboard(public: Table, live: LiveBattle) -> tuple[Line, ...]:
    bare = [seat for seat in live.seats if seat not in phones_of(public) and seat not in live.plans]
    if not bare or not plans_are_on_phones(public):
        return ()
    if len(bare) > 1:
        words = "No phones in this battle: use cardboard wheels, open both at once, then enter them."
    elif live.against(bare[0]) in live.plans:
        words = say("{seat:The has} no phone: show the wheel now and enter it.", seat=named(bare[0]))
    else:
        words = say(
            "{seat:The has} no phone: set a cardboard wheel. Enter it once the other plan is locked.",
            seat=named(bare[0]),
        )
    return (Line(words, "pause", chips=(chip("4.94.03"),)),)


def _won(live: LiveBattle, waits: bool) -> Iterator[Line]:
    """Yield who has won for a phone, whose headline may be what its player has to do next."""
    if live.winner and not waits:
        why = next((line.rule for line in live.verdict.lines if line.kind in DECIDES), live.verdict.lines[0].rule)
        yield Line(fought(live), chips=(chip(why),))


def costs(live: LiveBattle) -> Iterator[tuple[str, str]]:
    for seat in live.verdict.losses:
        dead = [name for name in live.verdict.killed if home_of(name) == seat]
        gone = [*_forces_lost(live, seat), *dead, *live.verdict.discarded.get(seat, ())]
        of = {"seat": named(seat), "lost": listed(gone)}
        yield (
            seat,
            say("{seat:The loses} {lost}.", **of) if gone else say("{seat:The loses} nothing.", seat=named(seat)),
        )


def is_open(live: LiveBattle, seat: str) -> bool:
    """Return True if a side has yet to choose which forces it loses."""
    return live.step == REVEALED and seat not in live.chosen and len(open_losses(live, seat)) > 1


def _forces_lost(live: LiveBattle, seat: str) -> Iterator[str]:
    """Yield what is lost; while it may be chosen, how many, for there may be many mixes."""
    lost, mixes = chosen_loss(live, seat), open_losses(live, seat)
    if not is_open(live, seat):
        yield from (in_words(lost, seat),) if lost.total else ()
    elif lost.total == 1:
        yield listed([in_words(mix, seat) for mix in mixes], "or")
    else:
        words = "{n} forces ({some} of them {starred}, as they choose)"
        several, some = ([mix.total for mix in mixes], [mix.special for mix in mixes])
        yield say(words, n=_span(several), some=_span(some), starred=elite(seat)[1])


def _span(numbers: Iterable[int]) -> object:
    few, *_, many = sorted(numbers)
    return few if few == many else say("{few} to {many}", few=few, many=many)


def _outcome(live: LiveBattle) -> Iterator[Line]:
    """Yield why nobody has won, or else what the battle costs; who won and by how much stands above it."""
    first = live.verdict.lines[0]
    if not live.winner:
        yield Line(first.sentence, chips=(chip(first.rule),))
    yield from (Line(cost, f=short(seat)) for seat, cost in costs(live))
