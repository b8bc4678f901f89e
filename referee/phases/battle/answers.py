"""Answers on battles: who is the aggressor, who wins a tie, which is next, where there will be one."""

from __future__ import annotations

from referee.kernel.rulings import ask
from referee.kernel.table import Table
from referee.kernel.wording import listed, say, together
from referee.phases.battle.live_battle import battle_now
from referee.phases.battle.who_fights_where import BattleOrder, OpenBattle, chooses, open_battles
from referee.screens.answers import Asked, Reply, answers

ORDER, TIES = "1.07.02", "1.07.06.00"


def _now(table: Table) -> OpenBattle | None:
    if live := battle_now(table):
        return OpenBattle(live.territory, live.aggressor, live.defender)
    return None


@answers(
    "who is [the] aggressor/attacker/defender [now/here|this battle|battle]",
    "am i [the] aggressor/attacker/defender",
    "who attack [whom/who]",
    rule=ORDER,
)
def aggressor(asked: Asked, table: Table) -> Reply | None:
    order = ask(table, BattleOrder())
    if live := _now(table):
        first, other = asked.name(live.aggressor), asked.name(live.defender)
        return Reply(
            say(
                "{first:The is} the aggressor in {territory}, against {other}.",
                first=first,
                territory=live.territory,
                other=other,
            ),
            (*order.because, ORDER),
        )
    if table.first_player not in table.seats:
        return None
    words = say("The first of the two in storm order: {seats}.", seats=listed([asked.name(one) for one in order.value]))
    return Reply(words, (*order.because, ORDER))


@answers(
    "who win/wins [a/the] tie/draw [here/battle]",
    "who win/wins if it is [a] tie/draw/tied/equal",
    "what if it/its is [a] tie/draw",
    "what if its [a] tie/draw",
    "who win/wins if equal/tied",
    "do i win [a/the] tie/draw/ties",
    "who win/wins ties",
    rule=TIES,
)
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


@answers(
    "which/what battle/battles is/come next/now/left/open",
    "how much battle/battles is left",
    "where is [the] [next] battle/battles",
    "which/what battles/battle is there",
    "who fight/fights [whom/who/next/where]",
    "do i have [a/to] battle [now]",
    "where do i [have] battle",
    rule=ORDER,
)
def which_battles(asked: Asked, table: Table) -> Reply | None:
    left = open_battles(table)
    told = [
        say(
            "{aggressor} against {defender} in {territory}",
            aggressor=asked.name(one.aggressor),
            defender=asked.name(one.defender),
            territory=one.territory,
        )
        for one in left
    ]
    if live := _now(table):
        return Reply(
            say(
                "{aggressor:The fights} {defender} in {territory}.",
                aggressor=asked.name(live.aggressor),
                defender=asked.name(live.defender),
                territory=live.territory,
            ),
            (ORDER, "1.07.01"),
        )
    if not told:
        return Reply("No battle is left to fight, as far as the table has entered.", (ORDER, "1.07.01"))
    first = chooses(table)
    who = say("{first:The chooses} which is next.", first=asked.name(first)) if first else ""
    return Reply(together([say("{battles}.", battles=together(told, "; ")), who]), (ORDER, "1.07.01"))
