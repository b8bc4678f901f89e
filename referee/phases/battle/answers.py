"""Answers on battles: who is the aggressor, who wins a tie, which is next, and on powers used before the plans."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace

from referee.board.answers import who_is_there
from referee.board.forces import Group, forces_in, in_words
from referee.board.standing import stands
from referee.common.factions import named
from referee.common.what_is_physical import plans_are_on_phones
from referee.holdings.purse import spice_of
from referee.kernel import Command, Event, Table, ask, capital, half, lent, listed, number, say, together
from referee.offers.answers import Asked, Reply, answers, answers_if, may
from referee.phases.battle.allowed_plans import MayGoWithout, SupportFromBank
from referee.phases.battle.battle_as_known import army_of, callers, free_leaders, position
from referee.phases.battle.before_the_plans import ANNOUNCED, ASKED, Announce, Kind, step_of
from referee.phases.battle.dial_and_losses import worths
from referee.phases.battle.events import BattleBegun, BattleEnded, PlansRevealed
from referee.phases.battle.live_battle import OPEN, LiveBattle, battle_now
from referee.phases.battle.lock_plan import ReopenPlan
from referee.phases.battle.who_fights_where import BattleOrder, OpenBattle, chooses, open_battles
from referee.powers.karama_windows import against
from referee.powers.powers import Power

ORDER, TIES, LEADER, WORTH = "1.07.02", "1.07.06.00", "1.07.04.04", "1.07.04.01"


def _now(table: Table) -> OpenBattle | None:
    if live := battle_now(table):
        return OpenBattle(live.territory, live.aggressor, live.defender)
    return None


@answers
def aggressor(asked: Asked, table: Table) -> Reply | None:
    order = ask(table, BattleOrder())
    left = open_battles(table)
    if live := _now(table):
        own = [one for one in left if asked.seat in {one.aggressor, one.defender} - {live.aggressor, live.defender}]
        return Reply(together([_aggressor_in(asked, one) for one in (live, *own)]), (*order.because, ORDER))
    if left:
        return Reply(together([_aggressor_in(asked, one) for one in left]), (*order.because, ORDER))
    if table.first_player not in table.seats:
        return None
    words = say("The first of the two in storm order: {seats}.", seats=listed([asked.name(one) for one in order.value]))
    return Reply(words, (*order.because, ORDER))


def _aggressor_in(asked: Asked, battle: OpenBattle) -> str:
    return say(
        "{first:The is} the aggressor in {territory}, against {other}.",
        first=asked.name(battle.aggressor),
        territory=battle.territory,
        other=asked.name(battle.defender),
    )


@answers
def who_wins_a_tie(asked: Asked, table: Table) -> Reply | None:
    live = _now(table)
    if live is None:
        return Reply("The aggressor, who is the first of the two in storm order.", (TIES, ORDER))
    yes = {live.aggressor: "Yes.", live.defender: "No."}.get(asked.seat, "") if asked.seat else ""
    words = say(
        "{aggressor:The wins} a tie in {territory}, as the aggressor.",
        aggressor=asked.name(live.aggressor),
        territory=live.territory,
    )
    return Reply(together([yes, words]), (TIES, ORDER))


@answers
def which_battles(asked: Asked, table: Table) -> Reply | None:
    every = [one for one in open_battles(table) if asked.place in {"", one.territory}]
    left = [one for one in every if asked.faction in {"", one.aggressor, one.defender}]
    live = _now(table)
    told = [
        say(
            "{aggressor} against {defender} in {territory}",
            aggressor=asked.name(one.aggressor),
            defender=asked.name(one.defender),
            territory=one.territory,
        )
        for one in left
        if live is None or replace(one, way=live.way) != live
    ]
    if live and asked.place in {"", live.territory} and asked.faction in {"", live.aggressor, live.defender}:
        others = say("Still to fight: {battles}.", battles=together(told, "; ")) if told else ""
        now = say(
            "{aggressor:The fights} {defender} in {territory}.",
            aggressor=asked.name(live.aggressor),
            defender=asked.name(live.defender),
            territory=live.territory,
        )
        return Reply(together([now, others]), (ORDER, "1.07.01"))
    if not told:
        return Reply("No battle is left to fight, as far as the table has entered.", (ORDER, "1.07.01"))
    first = chooses(table)
    who = say("{first:The chooses} which is next.", first=asked.name(first)) if first else ""
    return Reply(together([say("{battles}.", battles=capital(together(told, "; "))), who]), (ORDER, "1.07.01"))


@answers
def my_battles(asked: Asked, table: Table) -> Reply | None:
    """Return whether the asker fights in the battle phase and against whom; before it that may still change."""
    if not asked.seat:
        return None
    mine = replace(asked, faction=asked.seat)
    others = [one for one in (*open_battles(table), *([_now(table)] if _now(table) else [])) if one]
    own = [one for one in others if asked.seat in {one.aggressor, one.defender} and asked.place in {"", one.territory}]
    met = [one for one in own if asked.faction in {"", one.aggressor, one.defender}]
    if not met:
        return Reply(together(["No.", "You are in no battle now."]), (ORDER, "1.07.01"))
    told = which_battles(mine, table)
    return told and Reply(together(["Yes." if table.phase == "battle" else "", told.words]), told.because)


@answers
def who_stands_against_me(asked: Asked, table: Table) -> Reply | None:
    """Return who stands where the asker fights now, with how many; else the asker's battles."""
    live = _own(asked, table)
    place = asked.place or (live.territory if live else "")
    return who_is_there(replace(asked, place=place), table) if place else my_battles(asked, table)


def _own(asked: Asked, table: Table) -> LiveBattle | None:
    """Return the battle that the asker fights in now."""
    live = battle_now(table)
    return live if live and asked.seat in live.seats else None


def _would_be(asked: Asked, table: Table) -> LiveBattle | None:
    """Return a battle of the asker's forces in a place against who else may come, as the board stands."""
    group = forces_in(table, asked.seat, asked.place) if asked.seat and asked.place else None
    others = [seat for seat in table.seats if seat != asked.seat]
    if group is None or not group.total or not others:
        return None
    there = [one.seat for one in stands(table, asked.place) if one.seat in others]
    other = (*there, *others)[0]
    return LiveBattle(asked.place, asked.seat, other, {asked.seat: group, other: Group()}, turn=table.turn)


@answers
def how_high_to_dial(asked: Asked, table: Table) -> Reply | None:
    live = _own(asked, table)
    if asked.seat and live is None and not asked.place:
        return _highest_anywhere(asked, table)
    if live is None or asked.place not in {"", live.territory}:
        live = _would_be(asked, table)
    if live is None:
        return None
    return Reply(_highest(table, live, asked.seat), ("1.07.04.01", "1.13.04.01"))


def _highest_anywhere(asked: Asked, table: Table) -> Reply | None:
    """Return the most in each place where the asker stands: no battle of theirs is fought now."""
    places = dict.fromkeys(one.place for one in stands(table) if one.seat == asked.seat and not one.calm)
    fights = {place: live for place in places if (live := _would_be(replace(asked, place=place), table))}
    told = [
        say("{place}: {words}", place=place, words=_highest(table, one, asked.seat)) for place, one in fights.items()
    ]
    if not told:
        return Reply("You are in no battle now.", ("1.07.04.01",))
    return Reply(together(["You are in no battle now.", *told]), ("1.07.04.01", "1.13.04.01"))


def _highest(table: Table, live: LiveBattle, seat: str) -> str:
    """Return the most that a side can dial, and the most without spice for its forces."""
    own = spice_of(table, seat)
    forces = live.forces[seat].total if table.rules == "advanced" else 0
    bare = army_of(table, live, seat, 0).most
    given = ask(table, SupportFromBank(position(table, live), live.at(seat))).value + live.lent.get(seat, 0)
    fed = army_of(table, live, seat, forces if own is None else min(own + given, forces)).most
    if fed > bare:
        return say("At most {n}, without spice for your forces {bare}.", n=f"{fed:g}", bare=f"{bare:g}")
    return say("At most {n}.", n=f"{bare:g}")


@answers
def leaders_for_a_plan(asked: Asked, table: Table) -> Reply | None:
    live = _own(asked, table)
    if live is None:
        return None
    free = free_leaders(table, live, asked.seat)
    words = (
        say("You may play {leaders}.", leaders=listed(free, "or")) if free else "None of your leaders can fight here."
    )
    return Reply(words, ("1.07.04.02", "1.07.04.03"))


@answers
def must_have_a_leader(asked: Asked, table: Table) -> Reply | None:
    """Return whether the asker's plan in this battle needs a leader or a card in the place of one."""
    live = battle_now(table)
    if live is None or asked.seat not in live.seats:
        return None
    without, able = ask(table, MayGoWithout(asked.seat)), free_leaders(table, live, asked.seat)
    if without.value:
        return Reply(together(["No.", "You may fight without a leader."]), (*without.because, LEADER))
    if not able:
        words = "None of your leaders can fight here. A card that can lead them must, if you have one."
        return Reply(words, (LEADER,))
    words = say("Your plan needs {leaders}, or a card that can lead.", leaders=listed(able, "or"))
    return Reply(together(["Yes.", words]), (LEADER,))


@answers
def what_forces_count(asked: Asked, table: Table) -> Reply | None:
    """Return what a force of the asker counts in this battle, with spice and without."""
    live = battle_now(table)
    if live is None or asked.seat not in live.seats:
        return None
    plain, starred = worths(table, position(table, live), live.at(asked.seat))
    group = live.forces[asked.seat]
    kinds = [(Group(1), plain, group.normal or not group.special), (Group(0, 1), starred, group.special)]
    told = [
        say("{force} counts {n} with 1 spice, {bare} without.", force=force, n=half(worth.full), bare=half(worth.half))
        if worth.fed
        else say("{force} counts {n}.", force=force, n=half(worth.full))
        for one, answer, there in kinds
        if there
        for force, worth in ((in_words(one, asked.seat), answer.value),)
    ]
    return Reply(together(told), (*plain.because, *starred.because, WORTH))


@answers
def may_lead(asked: Asked, table: Table) -> Reply | None:
    live = _own(asked, table)
    if live is None or not asked.leader:
        return None
    free = free_leaders(table, live, asked.seat)
    because = ("1.07.04.02", "1.07.04.03")
    if asked.leader in free:
        return Reply(together(["Yes.", say("You may play {leaders}.", leaders=asked.leader)]), because)
    return Reply(together(["No.", say("{leader} cannot lead your forces here.", leader=asked.leader)]), because)


@answers
def may_change_plan(asked: Asked, table: Table) -> Reply | None:
    live = _own(asked, table)
    if live is None:
        return None
    if live.step != OPEN:
        return Reply(together(["No.", "Both plans are open."]), ("1.07.05", "1.07.04"))
    if asked.seat in live.plans:
        command = ReopenPlan(asked.seat)
        if wrong := [*command.objections(table), *against(table, command)]:
            return Reply(together(["No.", *(one.sentence for one in wrong)]), (*(one.rule for one in wrong), "1.07.04"))
        return Reply(together(["Yes.", "Until the other plan is locked too."]), ("1.07.04", "1.07.05"))
    words = "You have not locked it." if plans_are_on_phones(table) else "Until both plans are revealed."
    return Reply(together(["Yes.", words]), ("1.07.04", "1.07.05"))


@answers
def what_the_opponent_plays(asked: Asked, table: Table) -> Reply | None:
    live = battle_now(table)
    if live is None:
        return None
    if live.step != OPEN:
        other = live.against(asked.seat) if asked.seat in live.seats else asked.faction
        return Reply(together([*plans_told(table, {other} & {*live.seats} or {*live.seats})]), ("1.07.05",))
    return Reply("A plan is secret until both are open. They may tell you, truly or not.", ("1.07.05", "1.11.00"))


def plans_told(table: Table, of: Collection[str]) -> Iterator[str]:
    """Yield what each of these dialed and played in the battle that began last, once its plans are open."""
    heard = [one.event for one in table.log]
    begun = next((at for at, event in reversed([*enumerate(heard)]) if isinstance(event, BattleBegun)), len(heard))
    yield from plans_in(heard[begun:], of)


def plans_in(events: Iterable[Event], of: Collection[str] = ()) -> Iterator[str]:
    """Yield what each side of a battle, or one of these, dialed and played once both plans are open."""
    seats = ("", "")
    for event in events:
        if isinstance(event, BattleBegun):
            seats = (event.aggressor, event.defender)
        elif isinstance(event, PlansRevealed):
            for seat, plan in zip(seats, (event.aggressor, event.defender), strict=True):
                if of and seat not in of:
                    continue
                played = [str(plan[part]) for part in ("leader", "weapon", "defence") if plan.get(part)]
                slots = {"seat": named(seat), "dial": number(plan["dial"])}
                yield (
                    say("{seat:The dialed} {dial} with {cards}.", **slots, cards=listed(played))
                    if played
                    else say("{seat:The dialed} {dial}.", **slots)
                )


@answers
def who_has_locked(asked: Asked, table: Table) -> Reply | None:
    """Return whose plan is locked in the battle that is fought, and whose is not."""
    live = battle_now(table)
    if live is None:
        return None
    if live.step != OPEN:
        return Reply("Both plans are open.", ("1.07.05",))
    done = [asked.name(seat) for seat in live.seats if seat in live.plans]
    left = [asked.name(seat) for seat in live.seats if seat not in live.plans]
    parts = [
        say("Locked: {seats}.", seats=listed(done)) if done else "",
        say("Not yet: {seats}.", seats=listed(left)) if left else "",
    ]
    return Reply(together(parts), ("1.07.04",))


@answers
def is_it_over(asked: Asked, table: Table) -> Reply | None:
    """Return whether the battle is over that was fought last, and which are left."""
    left = which_battles(asked, table)
    if left is None or (not battle_now(table) and table.phase != "battle"):
        return None
    return Reply(together(["No." if battle_now(table) else "Yes.", left.words]), left.because)


@answers
def may_call_traitor(asked: Asked, table: Table) -> Reply | None:
    live = battle_now(table)
    if live is None or not asked.seat or live.step != OPEN:
        return None
    if asked.seat not in callers(table, live):
        return Reply(together(["No.", "You may call no traitor in this battle."]), ("1.07.06.06",))
    words = "Once the plans are open, if the leader against your side is your traitor."
    return Reply(together(["Yes.", words]), ("1.07.06.06",))


@answers
def who_won(asked: Asked, table: Table) -> Reply | None:
    live = battle_now(table)
    if live and not live.verdict.how:
        return Reply("Nobody yet: this battle is still fought.", ("1.07.06",))
    found = next((heard.event for heard in reversed(table.log) if isinstance(heard.event, BattleEnded)), None)
    if found is None and live is None:
        return None
    won = live or found
    winner, territory = (won.winner, won.territory) if won else ("", "")
    if not winner:
        return Reply(say("Nobody won the battle in {territory}.", territory=territory), ("1.07.06",))
    words = say("{seat:The has} won in {territory}.", seat=asked.name(winner), territory=territory)
    return Reply(words, (*(found.why if found and not live else ()), "1.07.06"))


def answers_on_power(
    power: Power,
    kind: Kind,
    name: str,
    *,
    limit: str,
    has: str,
    nobody: str,
    uses: Callable[[], Iterable[Command]],
    outside: Callable[[Table], Reply],
) -> None:
    """Register who has a power before the plans, and whether it may be used now; ``limit`` is what bounds it.

    The answers are ``may_use_…``, ``who_has_…`` and ``do_i_have_…`` with its name. ``outside`` replies while no battle
    is fought. A Nexus card can give the power where nobody plays its faction.
    """
    answers = answers_if(
        lambda table: power.seat in table.seats or lent(table),
        Reply(together(["No.", nobody]), (power.rule,)),
    )

    def may_use(asked: Asked, table: Table) -> Reply | None:
        if (asked.faction or asked.seat) != power.seat:
            return None
        if battle_now(table) is None:
            return outside(table)
        step = step_of(table, power.seat, kind)
        if step is None:
            return Reply("Not in this battle.", (power.rule, limit))
        because = (step.say.rule, "1.07.04")
        if step.done or step.state == ASKED:
            return Reply("No. It is over for this battle.", because)
        ways = [*uses()] if step.state == ANNOUNCED else [Announce(power.seat, step.say.rule)]
        return may(next((one for one in ways if not any(one.objections(table))), ways[0]), table, "", because)

    def it_is_had(asked: Asked, table: Table, yes: str, *because: str) -> Reply | None:
        words = together([yes, say(has, seat=asked.name(power.seat))])
        return Reply(words, (power.rule, *because)) if power.seat in table.seats else None

    def is_there(asked: Asked, table: Table) -> Reply | None:
        return it_is_had(asked, table, "Yes.")

    def have_i(asked: Asked, table: Table) -> Reply | None:
        return it_is_had(asked, table, {"": "", power.seat: "Yes."}.get(asked.seat, "No."), limit)

    answers(may_use, f"may_use_{name}")
    answers(is_there, f"who_has_{name}")
    answers(have_i, f"do_i_have_{name}")
