"""The tables of the rules, each cell asked of the rules themselves: weapons and defenses, forces, leaders.

Nothing is stated twice: a cell of the first table is the verdict on a battle in which just that weapon meets just
that defense, so the page cannot say anything else than the referee does.
"""

from __future__ import annotations

from functools import cache

from referee.board.forces import Group
from referee.common.factions import FACTIONS
from referee.kernel import PUBLIC, Table, ask, half, listed, say
from referee.phases.battle.cards_in_battle import DEFENCE, WEAPON, BattleCards
from referee.phases.battle.dial_and_losses import worths
from referee.phases.battle.judging import judge
from referee.phases.battle.two_sides import AGGRESSOR, DEFENDER, Battle, Leader, Side
from referee.phases.battle.verdict import EXPLOSION
from referee.phases.battle.what_if import fitting, with_cards
from referee.web.view_models.pages import Figures

ONE, OTHER = "one", "other"


@cache
def figures() -> tuple[Figures, ...]:
    return (weapons_and_defences(), *forces(), leaders())


def _fight() -> Battle:
    one, two = (Side(name, Group(1), 1, Leader(name, 1)) for name in (ONE, OTHER))
    return Battle("", one, two)


def weapons_and_defences() -> Figures:
    table = Table(PUBLIC)
    cards = ask(table, BattleCards()).value
    weapons, defences = fitting(table, cards, WEAPON), (None, *fitting(table, cards, DEFENCE))
    rows = tuple((("", (weapon, *(_meets(table, weapon, defence) for defence in defences)))) for weapon in weapons)
    header = ("Weapon", *(defence or "no defense" for defence in defences))
    words = "What happens to the leader who is attacked. Where both are attacked, your own leader has no defense here."
    return Figures("Weapons and defenses", "", words, header, rows)


def _meets(table: Table, weapon: str, defence: str | None) -> str:
    battle = with_cards(with_cards(_fight(), AGGRESSOR, weapon, None), DEFENDER, None, defence)
    verdict = judge(table, battle)
    if verdict.how == EXPLOSION:
        return "explosion"
    own = ONE in verdict.killed
    if OTHER in verdict.killed:
        return "both die" if own else "dies"
    return "lives, own dies" if own else "lives"


def forces() -> tuple[Figures, ...]:
    return tuple(_forces(rules) for rules in ("basic", "advanced"))


def _forces(rules: str) -> Figures:
    table, rows = Table(PUBLIC, rules=rules), []
    for seat, made in FACTIONS.items():
        battle = Battle("", Side(seat, Group(1, 1), 0), Side(OTHER, Group(1), 0))
        plain, starred = (answer.value for answer in worths(table, battle, AGGRESSOR))
        cells = [half(plain.full), half(plain.half)]
        cells += ["\u2013", "\u2013"] if starred == plain else [half(starred.full), half(starred.half)]
        rows.append((made.short, (made.name, *cells)))
    words = "With spice means: 1 spice supports the force, or it needs none. Powers change this against some opponents."
    header = ("Faction", "Normal, with spice", "unfed", "Special, with spice", "unfed")
    title = "What a force counts, basic game" if rules == "basic" else "What a force counts, advanced game"
    return Figures(title, "", words, header, tuple(rows))


def leaders() -> Figures:
    rows = []
    for made in FACTIONS.values():
        discs = sorted(made.leaders.items(), key=lambda disc: -disc[1])
        words = [
            say("{name} {n}", name=name, n=strength) if strength else say("{name} as the opponent", name=name)
            for name, strength in discs
        ]
        words += [say("at times {name} {n}", name=name, n=strength) for name, strength in made.shared.items()]
        rows.append((made.short, (made.name, listed(words, ","))))
    return Figures("Leaders", "", "", ("Faction", "Leaders and strengths"), tuple(rows))
