"""Asks for a battle at the terminal and shows the verdict.

Questions come in the order of the battle wheel: forces, number, leader, weapon, defense. A unique beginning of a name
is enough. A plan that is not allowed is refused with its rule and asked for again.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from rich.console import Console
from rich.prompt import Confirm, Prompt
from rich.table import Table as Grid
from rich.text import Text

from referee.cli.exits import NOTHING_TO_READ, Stop
from referee.common.factions import FACTIONS, faction_name
from referee.contract.after_battle import news_of
from referee.contract.battle import BattleCase, read_battle
from referee.contract.fought import PlayedBattle
from referee.contract.lines import BadCase
from referee.contract.values import FACTION_IDS
from referee.holdings.leaders import key
from referee.kernel import REFEREE, Table, ask
from referee.phases.battle.allowed_plans import CompanionOf, objections
from referee.phases.battle.cards_in_battle import DEFENCE, STAND_IN, WEAPON, BattleCards, Fits
from referee.phases.battle.two_sides import AGGRESSOR, DEFENDER, SIDES, Battle

NOBODY = "nobody"
NOTHING = "nothing"
NO_MORE = "The input ended before the battle was settled. Answer in a terminal, or use --json with a file of battles."
MOST_LOST = 20


class Talk:
    def __init__(self, console: Console) -> None:
        self.console = console
        self.table = Table(REFEREE)
        self.rules = "advanced"

    def choose(self, question: str, choices: Sequence[str], default: str) -> str:
        """Ask until the answer is one choice, or the beginning of exactly one."""
        while True:
            entered = Prompt.ask(question, default=default, console=self.console)
            wanted = entered.casefold().strip()
            fitting = [choice for choice in choices if choice.casefold() == wanted]
            fitting = fitting or [choice for choice in choices if choice.casefold().startswith(wanted)]
            fitting = fitting or [choice for choice in choices if key(choice).startswith(key(entered) or "?")]
            if len(fitting) == 1:
                return fitting[0]
            self.console.print(Text(f"One of: {', '.join(fitting or choices)}."))

    def number(self, question: str, default: str = "0") -> int | float:
        while True:
            entered = Prompt.ask(question, default=default, console=self.console)
            try:
                value = float(entered.replace(",", "."))
            except ValueError:
                value = -1.0
            if 0 <= value <= 100:
                return int(value) if value == int(value) else value
            self.console.print(Text("A number from 0 to 100."))

    def cards(self, slot: str) -> list[str]:
        return [card for card in ask(self.table, BattleCards()).value if ask(self.table, Fits(card, slot)).value]

    def side(self, what: str, taken: str) -> dict[str, Any]:
        self.console.print(Text(f"\n{what}", style="bold"))
        names = [name for name in FACTION_IDS if name != taken]
        faction = self.choose("  Faction", names, names[0])
        forces = {
            "normal": self.number("  Forces there (Suboids for Ixians)"),
            "special": self.number("  Sardaukar, Fedaykin or Cyborgs there"),
        }
        record: dict[str, Any] = {"faction": faction, "forces": forces, "dial": self.number("  Number on the wheel")}
        if self.rules == "advanced":
            paid = self.number("  Spice for support")
            record.update(spice=paid, spice_support=paid)
        return {**record, **self._leads(faction)}

    def _leads(self, faction: str) -> dict[str, Any]:
        own = FACTIONS[FACTION_IDS[faction]].discs(self.rules)
        others = [name for faction in FACTIONS.values() for name in faction.leaders if name not in own]
        heroes = self.cards(STAND_IN)
        name = self.choose("  Leader", [*own, *heroes, NOBODY, *others], next(iter(own)))
        plan: dict[str, Any] = {"leader": None, "leaders_available": [], "hand": []}
        if name == NOBODY:
            return plan
        if name in heroes:
            plan.update(leader=name, hand=[name])
        else:
            strength = own.get(name) or next((m.leaders[name] for m in FACTIONS.values() if name in m.leaders), 0)
            plan.update(
                leader={"name": name, "strength": strength or "X"}, leaders_available=list(dict.fromkeys([*own, name]))
            )
        plan.update(self._joined(faction))
        for field, slot in (("weapon", WEAPON), ("defense", DEFENCE)):
            card = self.choose(f"  {slot.capitalize()}", [NOTHING, *self.cards(slot)], NOTHING)
            if card != NOTHING:
                plan[field] = card
                plan["hand"].append(card)
        return plan

    def _joined(self, faction: str) -> dict[str, Any]:
        joins = ask(Table(REFEREE, rules=self.rules), CompanionOf(FACTION_IDS[faction])).value.name
        if not joins or not Confirm.ask(f"  Does {joins} join?", default=False, console=self.console):
            return {}
        awake = {"forces_lost": MOST_LOST, "alive": True, "used_this_turn_in": None}
        return {"kwisatz_haderach": True, "kh_state": awake}

    def calls(self, record: dict[str, Any]) -> list[dict[str, str]]:
        """Ask for traitor calls."""
        answers = []
        for at, other in ((AGGRESSOR, DEFENDER), (DEFENDER, AGGRESSOR)):
            leader, name = record[other]["leader"], record[at]["faction"]
            if isinstance(leader, dict) and Confirm.ask(
                f"Does {name} call {leader['name']} traitor?", default=False, console=self.console
            ):
                record[at]["traitors"] = [leader["name"]]
                answers.append({"by": name, "against": leader["name"]})
        return answers

    def battle(self) -> None:
        self.rules = self.choose("Basic or advanced game", ["basic", "advanced"], self.rules)
        record: dict[str, Any] = {"rules": self.rules}
        while True:
            record[AGGRESSOR] = self.side("The aggressor, who wins ties", "")
            record[DEFENDER] = self.side("The defender", record[AGGRESSOR]["faction"])
            try:
                case = read_battle(record)
            except BadCase as trouble:
                self.console.print(Text(f"{trouble} Try again.", style="red"))
                continue
            if not self._refused(case.table, case.battle):
                break
        record["calls"] = {"traitor": self.calls(record)}
        self._show(read_battle(record))

    def _refused(self, table: Table, battle: Battle) -> bool:
        wrong = [(battle.side(at), objection) for at in SIDES for objection in objections(table, battle, at)]
        for side, objection in wrong:
            line = f"{FACTIONS[side.faction].name}: {objection.sentence} ({objection.rule})"
            self.console.print(Text(line, style="red"))
        return bool(wrong)

    def _show(self, case: BattleCase) -> None:
        fight, battle = PlayedBattle(case.table, case.battle), case.battle
        verdict = fight.verdict
        winner = faction_name(battle.side(verdict.winner).faction) if verdict.winner else "Nobody"
        grid = Grid(title=f"{winner} wins", show_header=False, title_style="bold yellow")
        for line in (*verdict.lines, *news_of(fight)):
            grid.add_row(Text(line.rule, style="yellow"), Text(line.sentence))
        self.console.print(grid)


def converse(console: Console | None = None) -> int:
    """Ask for battles; raises ``Stop`` if the input ends before the first is settled."""
    talk = Talk(console or Console(highlight=False))
    try:
        talk.battle()
    except EOFError as error:
        raise Stop(f"\n{NO_MORE}", NOTHING_TO_READ) from error
    with suppress(EOFError):
        while Confirm.ask("Another battle?", default=False, console=talk.console):
            talk.battle()
    return 0
