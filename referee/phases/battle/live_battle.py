"""The battle as it stands: who fights where, locked plans, calls, and the verdict."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field
from typing import Final, Literal, TypeAlias

from referee.board.forces import Group
from referee.common.turn import OfTurn, of_turn
from referee.common.what_is_physical import battles_are_refereed
from referee.holdings.leaders import key
from referee.kernel import Amount, FaceDown, Objection, State, Table, Value, together
from referee.phases.battle.two_sides import AGGRESSOR, DEFENDER, At, Companion
from referee.phases.battle.verdict import Verdict

BattleStep: TypeAlias = Literal["open", "revealed", "over"]
Prize: TypeAlias = Literal["", "drawn", "done"]
OPEN: Final = "open"
REVEALED: Final = "revealed"
OVER: Final = "over"
YES, NO, WAIT = "yes", "no", "wait"
NONE_NOW = "There is no battle now. Begin one on the table screen."


class Plan(Value):
    """A battle plan: dial, leader, two cards, and what goes with them.

    ``support`` and ``helped``, which an ally pays, are spice for forces, ``stake`` is spice for the leader; ``unused``
    is a card that was left unused when the plans were open.
    """

    dial: Amount
    leader: str = ""
    hero: str = ""
    weapon: str = ""
    defence: str = ""
    companion: bool = False
    support: int = 0
    helped: int = 0
    stake: int = 0
    unused: str = ""


class Declarations(State):
    """Orders and questions before the plans, by whom they bind, with the rule of the power.

    Answers are there as far as this viewer knows them; ``announced`` and ``passed`` hold rules. Where a seat is asked
    again, part, answer and rule of the first time are ``earlier``.
    """

    announced: set[str] = field(default_factory=set)
    passed: set[str] = field(default_factory=set)
    orders: dict[str, tuple[str, str, str]] = field(default_factory=dict)
    asked: dict[str, tuple[str, str, str]] = field(default_factory=dict)
    answers: dict[str, object] = field(default_factory=dict)
    earlier: dict[str, tuple[str, object, str]] = field(default_factory=dict)


class FactionChoice(Value):
    """A seat's choice of faction powers when it concluded: capture a leader, or put forces into a free territory.

    These are ``normal`` from their ``origin``, and ``board`` from the territory ``where`` on the board.
    """

    capture: str = ""
    normal: int = 0
    origin: str = ""
    board: int = 0
    where: str = ""


class LiveBattle(State):
    """The present battle, or the last one; with ``sectors`` only the forces in these of the territory fight.

    ``stood`` is the sector of each side's largest group when it began, 0 if unknown. ``troops`` are for each side
    whose forces fight, if not its own; ``beside`` which ally stands with them, and how many.
    """

    territory: str = ""
    aggressor: str = ""
    defender: str = ""
    forces: dict[str, Group] = field(default_factory=dict)
    step: BattleStep = OPEN
    plans: dict[str, Plan | FaceDown] = field(default_factory=dict)
    typed: set[str] = field(default_factory=set)
    calls: dict[str, str] = field(default_factory=dict)
    chosen: dict[str, Group] = field(default_factory=dict)
    verdict: Verdict = field(default_factory=Verdict)
    declarations: Declarations = field(default_factory=Declarations)
    lent: dict[str, int] = field(default_factory=dict)
    dancer: tuple[str, str] | None = None
    prize: Prize = ""
    drawn: object = ""
    chosen_effect: str = ""
    concluded: set[str] = field(default_factory=set)
    choices: dict[str, FactionChoice] = field(default_factory=dict)
    replied: int = 0
    turn: int = 0
    sectors: tuple[int, ...] = ()
    stood: dict[str, int] = field(default_factory=dict)
    troops: dict[str, str] = field(default_factory=dict)
    beside: dict[str, tuple[str, int]] = field(default_factory=dict)

    def whose(self, seat: str) -> str:
        """Return the faction whose forces fight for this side."""
        return self.troops.get(seat, seat)

    @property
    def seats(self) -> tuple[str, str]:
        """Return aggressor and defender."""
        return self.aggressor, self.defender

    @property
    def winner(self) -> str:
        """Return the winner by the verdict, "" for nobody."""
        at = self.verdict.winner
        return "" if at is None else self.aggressor if at == AGGRESSOR else self.defender

    @property
    def totals(self) -> dict[str, Amount]:
        """Return both totals, empty if none were compared."""
        return dict(zip(self.seats, self.verdict.totals or (), strict=False))

    @property
    def locked(self) -> bool:
        return all(seat in self.plans for seat in self.seats)

    def against(self, seat: str) -> str:
        return self.defender if seat == self.aggressor else self.aggressor

    def at(self, seat: str) -> At:
        return AGGRESSOR if seat == self.aggressor else DEFENDER


class Settled(OfTurn):
    """The last settled battle of each seat this turn, the newest last: the next one takes its place on the screens."""

    of: dict[str, LiveBattle] = field(default_factory=dict)


class TraitorAnswers(State):
    """Who answered what about a traitor in the present battle, or the last one; apart from it, for they are secret."""

    of: dict[str, str] = field(default_factory=dict)


def traitor_answers(table: Table) -> dict[str, str]:
    return table.state(TraitorAnswers).of


class Fought(OfTurn):
    """Where each leader has fought this turn."""

    where: dict[str, str] = field(default_factory=dict)


class Companions(State):
    """Tokens beside leaders by faction, each with the turn it last fought in."""

    of: dict[str, tuple[Companion, int]] = field(default_factory=dict)


def battle_key(live: LiveBattle) -> str:
    """Return what tells a battle of this turn from all others."""
    return "/".join((live.territory, *live.seats))


def last_battle(table: Table) -> LiveBattle | None:
    """Return the present or last battle of this turn's battle phase."""
    live = table.get(LiveBattle)
    return live if live and live.turn == table.turn and table.phase == "battle" else None


def battle_now(table: Table) -> LiveBattle | None:
    live = last_battle(table)
    return live if live and live.step != OVER else None


def revealed_plan(table: Table, seat: str) -> Plan | None:
    """Return what a faction plays once the plans are open, until the battle is settled; else None."""
    live = battle_now(table)
    plan = live.plans.get(seat) if live and live.step == REVEALED else None
    return plan if isinstance(plan, Plan) else None


def battle_before(table: Table, seat: str = "") -> LiveBattle | None:
    """Return the battle settled last in this phase, a seat's own if one is named, until a plan is locked after it.

    Whose own plan is not asked for reads it to the end of the phase.
    """
    live, settled = last_battle(table), of_turn(table, Settled).of
    fights = live is not None and live.step != OVER and (not seat or seat in live.seats)
    if live is None or (fights and live.plans and (not seat or seat in live.plans)):
        return None
    return settled.get(seat) if seat else next(reversed(settled.values()), None)


def no_open_battle(table: Table) -> Iterator[Objection]:
    if battle_now(table):
        yield Objection("1.07.03", "A battle is still open. Settle or cancel it first.", firm=True)


def between_battles(table: Table) -> bool:
    """Return True in a refereed battle phase while no battle is fought."""
    return table.phase == "battle" and battle_now(table) is None and battles_are_refereed(table)


def running(table: Table, *steps: BattleStep) -> Iterator[Objection]:
    """Object if there is no battle now, or it is in none of these steps."""
    live = battle_now(table)
    if live is None:
        yield Objection("1.07.01", NONE_NOW, firm=True)
    elif steps and live.step not in steps:
        words = "The wheels are already open." if live.step == REVEALED else "The wheels are still closed."
        yield Objection("1.07.05", together((words, "Look at the table screen.")), firm=True)


def live_of(table: Table) -> LiveBattle:
    """Return the present battle; raises ``LookupError`` if there is none."""
    live = battle_now(table)
    if live is None:
        raise LookupError(NONE_NOW)
    return live


def declarations(table: Table) -> Declarations:
    live = battle_now(table)
    return live.declarations if live else Declarations()


def fought_in(table: Table, leader: str) -> str:
    """Return where a leader has fought this turn, "" for nowhere."""
    return of_turn(table, Fought).where.get(key(leader), "")


def companion_of(table: Table, seat: str) -> Companion:
    """Return the state of the token beside a faction's leaders."""
    state, turn = table.state(Companions).of.get(seat, (Companion(), 0))
    return state if turn == table.turn else Companion(state.lost, state.alive)


def by_cost(splits: Iterable[Group]) -> list[Group]:
    """Return mixes with the fewest special forces first."""
    return sorted(splits, key=lambda group: (group.special, group.normal))


def open_losses(live: LiveBattle, seat: str) -> list[Group]:
    """Return what a seat may lose, fewest special forces first."""
    return by_cost(live.verdict.losses.get(seat, ()))


def chosen_loss(live: LiveBattle, seat: str) -> Group:
    """Return a side's choice, else as few special forces as the number allows."""
    splits = open_losses(live, seat)
    picked = live.chosen.get(seat)
    return picked if picked in splits else splits[0]


def fighting(table: Table, live: LiveBattle) -> frozenset[str]:
    """Return who fights here, with whose forces, beside whom, and their allies."""
    fight = {*live.seats, *live.troops.values(), *(ally for ally, _ in live.beside.values())}
    return frozenset({*fight, *(ally for seat in fight if (ally := table.ally(seat)))})
