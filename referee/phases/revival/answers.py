"""Answers on revival: how many forces, how many free, for how much, which leader."""

from __future__ import annotations

from referee.board.answers import whose_elite
from referee.board.forces import TANKS, forces_in, in_words
from referee.common.turn import finished
from referee.holdings.leaders import leaders_known, printed_strength
from referee.kernel import Objection, Table, ask, count, listed, say, together
from referee.offers.answers import OTHER_PHASE, Asked, Reply, about_a_seat, answers, may
from referee.phases.revival.forces import ReviveForces, free_left
from referee.phases.revival.leaders import ReviveLeader, leader_price, priced
from referee.phases.revival.limits_and_prices import RevivalLimit, revivals

FORCES, PAID, LEADER, DEAD = "1.05.01", "1.05.01.02", "1.05.03", "4.99.11"


@answers
@about_a_seat
def how_many_to_revive(asked: Asked, table: Table, seat: str) -> Reply | None:
    limit, revived = ask(table, RevivalLimit(seat)), revivals(table).own.get(seat, 0)
    left, (free, sheet) = max(0, limit.value - revived), free_left(table, seat)
    dead = forces_in(table, seat, TANKS)
    if dead is not None and not dead.total:
        return Reply(say("None: {seat:has} no forces in the Tanks.", seat=asked.name(seat)), (FORCES,))
    there = (
        say("{seat:The has} {in_words} in the Tanks.", seat=asked.name(seat), in_words=in_words(dead, seat))
        if dead
        else ""
    )
    many = "as many as you like" if left > 20 else say("up to {left}", left=left) if left else "no more"
    words = say(
        "{seat:The revives} {many} this turn, {words} of them free.",
        seat=asked.name(seat),
        many=many,
        words=min(free, left) or "none",
    )
    return Reply(together([words, there]), (*limit.because, *sheet.because))


@answers
@about_a_seat
def what_forces_cost(asked: Asked, table: Table, seat: str) -> Reply | None:
    command = ReviveForces(seat, asked.number or 1)
    price, free = command.price(table)
    slots = {"forces": count(command.normal, "force"), "n": price.value}
    words = (
        say("{forces} cost {n} spice, {free} of them free.", **slots, free=free)
        if free
        else say("{forces} cost {n} spice, none of them free.", **slots)
    )
    because = (*price.because, PAID, *free_left(table, seat)[1].because)
    wrong = [objection for objection in command.objections(table) if objection.rule != OTHER_PHASE]
    if wrong:
        return Reply(together(["No.", wrong[0].sentence]), (wrong[0].rule, *because))
    return Reply(words, because)


@answers
def special_force_back(asked: Asked, table: Table) -> Reply | None:
    """Return whether special forces of a faction may come back, one or so many, and for how much."""
    if (seat := whose_elite(asked)) not in table.seats:
        return None
    command = ReviveForces(seat, 0, asked.number or 1)
    price, _ = command.price(table)
    words = say("It costs {price} spice.", price=price.value) if price.value else "It is free."
    return may(command, table, words, (*price.because, FORCES))


@answers
@about_a_seat
def one_leader(asked: Asked, table: Table, seat: str) -> Reply | None:
    price = priced(table, seat, asked.leader, printed_strength(asked.leader) or 0)
    words = say("{leader} costs {value} spice.", leader=asked.leader, value=price.value)
    return may(ReviveLeader(seat, asked.leader), table, words, (*price.because, LEADER))


@answers
@about_a_seat
def which_leader(asked: Asked, table: Table, seat: str) -> Reply | None:
    book = leaders_known(table, seat)
    dead = (*book.face_up, *book.face_down)
    if not dead:
        own = say("None: no leader of {seat:'s} own is in the Tanks.", seat=asked.name(seat))
        return Reply("None: no leader of your own is in the Tanks." if seat == asked.seat else own, (LEADER,))
    wrong = {name: _against(table, seat, name) for name in dead}
    free = [name for name in dead if not wrong[name]]
    if not free:
        return Reply(together(["None now.", wrong[dead[0]][0].sentence]), (wrong[dead[0]][0].rule, LEADER))
    prices = [
        say(
            "{one} for {table} spice",
            one=leader,
            table=leader_price(table, seat, leader, printed_strength(leader) or 0),
        )
        for leader in free
    ]
    return Reply(f"{listed(prices, 'or')}.", (LEADER, "1.05.03.01"))


def _against(table: Table, seat: str, leader: str) -> list[Objection]:
    """Return what forbids the revival in its phase."""
    return [objection for objection in ReviveLeader(seat, leader).objections(table) if objection.rule != OTHER_PHASE]


@answers
@about_a_seat
def my_dead(asked: Asked, table: Table, seat: str) -> Reply | None:
    """Return what a faction has in the Tanks, forces and leaders."""
    dead, book = forces_in(table, seat, TANKS), leaders_known(table, seat)
    fallen = [*book.face_up, *(name for name in book.face_down if isinstance(name, str))]
    if dead is None and not fallen:
        return None
    names = say("In the Tanks: {listed}.", listed=listed(fallen)) if fallen else ""
    if dead is None or not dead.total:
        return Reply(together([say("None: {seat:has} no forces in the Tanks.", seat=asked.name(seat)), names]), (DEAD,))
    words = say("{seat:The has} {in_words} in the Tanks.", seat=asked.name(seat), in_words=in_words(dead, seat))
    return Reply(together([words, names]), (DEAD,))


@answers
def who_may_revive(asked: Asked, table: Table) -> Reply | None:
    dead = {seat: forces_in(table, seat, TANKS) for seat in table.seats}
    if None in dead.values():
        return None
    if not any(group and group.total for group in dead.values()):
        return Reply("Nobody has forces in the Tanks.", (FORCES,))
    done = finished(table) if table.phase == "revival" else ()
    left = [asked.name(seat) for seat, group in dead.items() if group and group.total and seat not in done]
    if not left:
        return Reply("Nobody: all who have forces in the Tanks are done.", (FORCES,))
    return Reply(say("Nobody has to. Forces in the Tanks, and not done: {seats}.", seats=listed(left)), (FORCES,))
