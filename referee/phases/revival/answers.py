"""Answers on revival: how many forces, how many free, for how much, which leader."""

from __future__ import annotations

from referee.board.forces import TANKS, forces_in, in_words
from referee.holdings.leaders import leaders_known, printed_strength
from referee.kernel import Objection, Table, ask, count, listed, say, together
from referee.offers.answers import OTHER_PHASE, Asked, Reply, answers, may
from referee.phases.revival.forces import ReviveForces, free_left
from referee.phases.revival.leaders import ReviveLeader, leader_price, priced
from referee.phases.revival.limits_and_prices import RevivalLimit, revivals

FORCES, FREE, PAID, LEADER = "1.05.01", "1.05.01.01", "1.05.01.02", "1.05.03"


@answers(
    "how much [forces/troops/units] may i [still] revive/resurrect [still/more]",
    "how much [forces/troops] may i bring/get/take/buy back",
    "how much [forces] may i revive [for] free",
    "how much [forces] do i get/revive back [for] free",
    "how much [forces] do i get/revive/resurrect",
    "how much free revival/revivals do i have/get",
    "how much [is/are] [my] free revival/revivals [do i have/get]",
    "what is my [free] revival [rate/limit/number]",
    "may i revive [forces/troops/anything/anybody/somebody]",
    "do i [still] have/get [any] free revival/revivals",
    "do i get [any] free revival/revivals",
    "how much [forces] may {faction} revive",
    "how much [forces] do {faction} revive/get [back] [free]",
    "how much free revival/revivals do {faction} have/get",
    rule=FORCES,
)
def how_many(asked: Asked, table: Table) -> Reply | None:
    seat = asked.about(table)
    if not seat:
        return None
    limit, made = ask(table, RevivalLimit(seat)), revivals(table).own.get(seat, 0)
    left, (free, sheet) = max(0, limit.value - made), free_left(table, seat)
    dead = forces_in(table, seat, TANKS)
    if dead is not None and not dead.total:
        return Reply(say("None: {seat:has} no forces in the Tanks.", seat=asked.name(seat)), (FORCES,))
    there = (
        say(" {seat:The has} {in_words} in the Tanks.", seat=asked.name(seat), in_words=in_words(dead, seat))
        if dead
        else ""
    )
    many = "as many as you like" if left > 20 else say("up to {left}", left=left) if left else "no more"
    words = say(
        "{seat:The revives} {many} this turn, {words} of them free.{there}",
        seat=asked.name(seat),
        many=many,
        words=min(free, left) or "none",
        there=there,
    )
    return Reply(words, (*limit.because, *sheet.because))


@answers(
    "how much [is it/that] [to] revive/resurrect {number} [forces]",
    "what/how do it cost [me/to] revive/resurrect {number} [forces]",
    "how much do it cost [me/to] revive/resurrect {number} [forces]",
    "price/cost [of/to] revive/revival {number} [forces]",
    "what do reviving/revive {number} [forces] cost [me]",
    "may i revive/resurrect {number} [forces]",
    "why maynot i revive {number} [forces]",
    rule=PAID,
)
def what_forces_cost(asked: Asked, table: Table) -> Reply | None:
    seat = asked.about(table)
    if not seat or not asked.number:
        return None
    command = ReviveForces(seat, asked.number)
    price, free = command.price(table)
    slots = {"forces": count(asked.number, "force"), "n": price.value}
    words = (
        say("{forces} cost {n} spice, {free} of them free.", **slots, free=free)
        if free
        else say("{forces} cost {n} spice, none of them free.", **slots)
    )
    because = (*price.because, PAID, *free_left(table, seat)[1].because)
    wrong = [one for one in command.objections(table) if one.rule != OTHER_PHASE]
    if wrong:
        return Reply(together(["No.", wrong[0].sentence]), (wrong[0].rule, *because))
    return Reply(words, because)


@answers(
    "may i revive/resurrect {leader}",
    "may i bring/get/buy {leader} back",
    "why maynot i revive/resurrect {leader}",
    "how much [is it/that] [to] revive/resurrect {leader}",
    "what/how do it cost [me/to] revive/resurrect {leader}",
    "how much do it cost [me/to] revive/resurrect {leader}",
    "how much do/is {leader} cost/revive",
    "when may i revive {leader}",
    rule="1.05.03.01",
)
def one_leader(asked: Asked, table: Table) -> Reply | None:
    seat = asked.about(table)
    if not seat:
        return None
    price = priced(table, seat, asked.leader, printed_strength(asked.leader) or 0)
    words = say("{leader} costs {value} spice.", leader=asked.leader, value=price.value)
    return may(ReviveLeader(seat, asked.leader), table, words, (*price.because, LEADER))


@answers(
    "which leader/leaders may i revive/resurrect",
    "what leader/leaders may i revive/resurrect",
    "may i revive [my] leader/leaders",
    "why maynot i revive [my] leader/leaders",
    "who may i revive",
    "which of my leaders may i revive/get back",
    "which/what leader/leaders may i get/bring/take/buy/have [back]",
    "may i get my leader back",
    "may i bring/get back [a/my] [dead] leader",
    rule=LEADER,
)
def which_leader(asked: Asked, table: Table) -> Reply | None:
    seat = asked.about(table)
    if not seat:
        return None
    book = leaders_known(table, seat)
    dead = (*book.face_up, *book.face_down)
    if not dead:
        own = say("None: no leader of {seat:'s} own is in the Tanks.", seat=asked.name(seat))
        return Reply("None: no leader of your own is in the Tanks." if seat == asked.seat else own, (LEADER,))
    wrong = {name: _against(table, seat, name) for name in dead}
    free = [name for name in dead if not wrong[name]]
    if not free:
        return Reply(together(["None now.", wrong[dead[0]][0].sentence]), (wrong[dead[0]][0].rule, LEADER))
    told = [
        say("{one} for {table} spice", one=one, table=leader_price(table, seat, one, printed_strength(one) or 0))
        for one in free
    ]
    return Reply(f"{listed(told, 'or')}.", (LEADER, "1.05.03.01"))


def _against(table: Table, seat: str, leader: str) -> list[Objection]:
    """Return what forbids the revival in its phase."""
    return [one for one in ReviveLeader(seat, leader).objections(table) if one.rule != OTHER_PHASE]


@answers("who must/may [still] revive [forces/something/anything]", "who have forces tanks/tank", rule=FORCES)
def who_may_revive(asked: Asked, table: Table) -> Reply | None:
    dead = {seat: forces_in(table, seat, TANKS) for seat in table.seats}
    if None in dead.values():
        return None
    seats = [asked.name(seat) for seat, group in dead.items() if group and group.total]
    if not seats:
        return Reply("Nobody has forces in the Tanks.", (FORCES,))
    return Reply(say("Nobody has to. In the Tanks are forces of {seats}.", seats=listed(seats)), (FORCES,))
