"""A battle of a script, fought on a table of its own: the table judges, settles, and does what follows.

Nothing of the game is decided here. The position is laid on a table, the plans are opened, what the script chooses is
sent as the buttons of a table send it, and the battle is settled as a table screen settles it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from typing import NamedTuple, TypeVar

from referee.board.forces import ForcesCounted, Group
from referee.contract.battle_form import special_of
from referee.contract.lines import BadCase
from referee.contract.rehearsal import SteadyDice
from referee.holdings.hands import CardDiscarded
from referee.holdings.leaders import LeaderBook, LeadersNoted, LeaderTaken, home_of, is_shared, key, keys
from referee.holdings.ledger import SpiceLies
from referee.holdings.setup import Allied, HandHeld, OptionChanged, SpiceHeld
from referee.holdings.shared_discs import DiscTaken
from referee.holdings.traitors import TraitorsDealt, TraitorsKept
from referee.kernel import (
    FACE_DOWN,
    Chance,
    Command,
    Event,
    Objection,
    SuspensionSpent,
    Table,
    card_name,
    objections,
    read_command,
    sealed,
)
from referee.kernel.carry_out import carry_out
from referee.offers.offer import Offer, offers, secret_offers
from referee.phases.battle.battle_as_known import ENDLESS, ToldWhole, position
from referee.phases.battle.conclude import Conclude, SettleBattle
from referee.phases.battle.events import (
    BattleBegun,
    CompanionNoted,
    LeaderFought,
    PlansRevealed,
    TraitorCalled,
    VictoryTaken,
)
from referee.phases.battle.judging import judge
from referee.phases.battle.live_battle import LiveBattle, Plan, battle_now, live_of
from referee.phases.battle.reveal import judged
from referee.phases.battle.two_sides import SIDES, Battle, Side
from referee.phases.battle.verdict import Verdict
from referee.phases.battle.who_may_call import NoCall
from referee.powers.karama_windows import held_up
from referee.powers.powers import OnceUsed

T = TypeVar("T")
ELSEWHERE = "another territory"
NO_BATTLE = "1.07.01"  # the rule of a command that has a running battle
NOT_LISTED, OTHERS = "a card that does not matter", 4


# -- the table is set ---------------------------------------------------------------------------------


def position_of(table: Table, battle: Battle, hands: Mapping[str, int]) -> Iterator[Event]:
    """Yield what lies and stands where before the battle; ``hands`` are the sizes of those that are known."""
    if battle.spice:
        yield SpiceLies(battle.territory, battle.spice)
    for other in battle.others:
        yield _stand(other.faction, battle.territory, other.forces)
    for at in SIDES:
        side = battle.side(at)
        rest = max(0, hands.get(side.faction, len(side.hand) + OTHERS) - len(side.hand))
        cards = (*(f"{card}/{n}" for n, card in enumerate(side.hand, 1)), *(f"{NOT_LISTED}/{n}" for n in range(rest)))
        yield HandHeld(side.faction, len(cards), sealed(cards, side.faction))
        yield from _of_a_side(table, battle, side, battle.against(at).faction)


def _stand(seat: str, place: str, group: Group) -> Event:
    return ForcesCounted(seat, place, group.normal, group.special)


def _of_a_side(table: Table, battle: Battle, side: Side, foe: str) -> Iterator[Event]:
    seat = side.faction
    if side.ally and table.ally(seat) != side.ally:
        yield Allied((seat, side.ally))
    yield _stand(side.whose, battle.territory, side.forces)
    if side.beside:
        yield _stand(side.beside.faction, battle.territory, side.beside.forces)
    yield SpiceHeld(seat, sealed(FACE_DOWN if side.spice == ENDLESS else side.spice + side.gift, seat))
    yield from _leaders(table, side, foe)
    for name in (*side.elsewhere, *side.here):
        yield LeaderFought(name, ELSEWHERE if name in side.elsewhere else battle.territory)
    if state := side.companion_state:
        yield CompanionNoted(seat, sealed(state.lost, seat), state.alive, state.used_in or "", ())
    yield TraitorsDealt(seat, len(side.traitors), sealed((), seat))
    yield TraitorsKept(frozenset({seat}), seat, side.traitors, ())


def _leaders(table: Table, side: Side, foe: str) -> Iterator[Event]:
    away, lent = keys((*side.captives, *side.dead)), table.state(LeaderBook).lent
    led = [side.leader.name] if side.leader else []
    own = {key(name): name for name in (*side.leaders, *side.here, *side.elsewhere, *led) if key(name) not in away}
    pool = tuple(name for name in own.values() if not is_shared(name))
    yield LeadersNoted(side.faction, pool, side.dead, sealed((), side.faction), side.revived)
    for name in side.captives:
        of = lent.get(key(name)) or home_of(name) or foe
        yield LeaderTaken(side.faction, of, sealed(name, side.faction, of))
    for name in filter(is_shared, own.values()):
        yield DiscTaken(side.faction, name, ())


def _plan(side: Side) -> Plan:
    cards = (side.weapon or "", side.defence or "")
    spice = (side.support, side.ally_support.get(side.ally or "", 0), side.stake)
    return Plan(side.dial, side.leader.name if side.leader else "", side.hero, *cards, side.companion, *spice)


def _discarded(verdict: Verdict, event: CardDiscarded) -> Verdict:
    """Return the verdict in which a card that might be kept is discarded."""
    seat, card = event.seat, card_name(event.card)
    kept = {**verdict.kept, seat: tuple(one for one in verdict.kept.get(seat, ()) if one != card)}
    gone = {**verdict.discarded, seat: (*verdict.discarded.get(seat, ()), card)}
    return replace(verdict, kept={one: cards for one, cards in kept.items() if cards}, discarded=gone)


class ScriptedChoice(NamedTuple):
    """What a script chooses in a field: a command, or ``either`` of some; ``late`` if also once it is settled."""

    field: str
    either: tuple[Command, ...]
    late: bool = True


DANCE = "a Face Dancer"


def _called(table: Table) -> set[str]:
    """Return who has called a traitor in the battle that runs, and ``DANCE`` where a Face Dancer was shown."""
    live = battle_now(table)
    return {*live.calls, *((DANCE,) if live.dancer else ())} if live else set()


# -- it is fought -------------------------------------------------------------------------------------


class First(SteadyDice):
    """Draws the leader who was drawn, of whom a script speaks."""

    def __init__(self, name: str) -> None:
        self.name = name

    def shuffled(self, cards: Sequence[T]) -> list[T]:
        return sorted(super().shuffled(cards), key=lambda one: one != self.name)


class PlayedBattle:
    """A battle from the open plans on: its ``verdict`` on all that was chosen, and the ``events`` that follow.

    ``table`` is changed. ``open_to`` are what its players may choose: the seat, and what their screens offer.
    """

    def __init__(
        self,
        table: Table,
        battle: Battle,
        chosen: Sequence[ScriptedChoice] = (),
        hands: Mapping[str, int] | None = None,
    ) -> None:
        """Fight it out with these choices; raises ``BadCase`` for one that the table refuses."""
        self.table, self.battle, self.events = table, battle, list[Event]()
        for event in (OptionChanged("K8", "off"), *position_of(table, battle, hands or {})):
            table.hear(event)
        self.before, self.open_to = {*self._offers()}, dict[tuple[str, Offer], None]()
        self.settled_on = set[tuple[str, type[Command]]]()  # what the script chose while the plans lay open
        self.verdict = judge(table, battle)
        spoke = {line.rule for line in self.verdict.lines}
        table.put(table.state(OnceUsed)).seats.update(
            one.by for one in battle.calls.unlocked if special_of(one.by) in spoke
        )
        for event in self._opened():
            table.hear(event)
        table.put(ToldWhole(replace(battle, calls=replace(battle.calls, capture=None))))
        table.hear(judged(table, live_of(table)))
        for one in chosen:
            self._choose(one)
        self.settle()
        self._note_offers(())

    def _opened(self) -> Iterator[Event]:
        one, two = self.battle.aggressor, self.battle.defender
        seats, troops = (one.faction, two.faction), (one.whose, two.whose)
        attacking, defending = ((side.forces.normal, side.forces.special) for side in (one, two))
        along = tuple((own.faction, own.forces.total) if own else ("", 0) for own in (one.beside, two.beside))
        yield BattleBegun(self.battle.territory, *seats, attacking, defending, (), troops, along)
        yield PlansRevealed(*(asdict(_plan(side)) for side in (one, two)))
        for tried in self.verdict.tried:
            if not isinstance(tried.result, NoCall):
                yield TraitorCalled(tried.call.by, tried.call.against)
        if danced := self.verdict.takeover:
            yield VictoryTaken(danced.by, danced.leader, ())

    @property
    def stops_spent(self) -> set[str]:
        """Return the rules of the powers that a Karama stopped in this battle."""
        return {event.rule for event in self.events if isinstance(event, SuspensionSpent)}

    # -- what is chosen -----------------------------------------------------------------------------------

    def _choose(self, choice: ScriptedChoice) -> None:
        """Do what a script chooses: while the plans lie open if the table lets it, else once it is settled."""
        refused = [self._against(command) for command in choice.either]
        if all(refused) and battle_now(self.table) and choice.late:
            self.settle()
            later = [self._against(command) for command in choice.either]
            refused = refused if all(one and one.rule == NO_BATTLE for one in later) else later
        command = next((one for one, no in zip(choice.either, refused, strict=True) if no is None), None)
        if command is None:
            raise BadCase(f"{choice.field}: {refused[0].sentence} ({refused[0].rule})" if refused[0] else choice.field)
        called = _called(self.table)
        self._carry_out(command)
        if battle_now(self.table):
            self.settled_on.add((getattr(command, "seat", ""), type(command)))
            if gone := called - _called(self.table):
                self._cancel(gone)
            self.verdict = self._judged_apart()

    def _cancel(self, gone: set[str]) -> None:
        """Forget the calls of these factions, which were true when the plans were opened."""
        told = self.table.state(ToldWhole).battle
        left = tuple(call for call in told.calls.traitors if call.by not in gone)
        dance = None if DANCE in gone else told.calls.face_dance
        self.table.put(ToldWhole(replace(told, calls=replace(told.calls, traitors=left, face_dance=dance))))
        self.table.hear(judged(self.table, live_of(self.table)))

    def _against(self, command: Command) -> Objection | None:
        found = objections(command, self.table, self.table) or [*held_up(self.table, command)]
        return found[0] if found else None

    def _judged_apart(self) -> Verdict:
        """Return the whole verdict; that of a running battle keeps secret what its table may not say."""
        live = live_of(self.table)
        calls = replace(position(self.table, live).calls, capture=self.battle.calls.capture)
        self.battle = replace(position(self.table, live), calls=calls)
        self.table.drop(LiveBattle)
        verdict = judge(self.table, self.battle)
        self.table.put(live)
        chosen = {seat: (group,) for seat, group in live.chosen.items() if group in verdict.losses.get(seat, ())}
        verdict = replace(verdict, losses={**verdict.losses, **chosen})
        verdict = replace(verdict, discarded=live.verdict.discarded, kept=live.verdict.kept)
        for event in self.events:
            verdict = _discarded(verdict, event) if isinstance(event, CardDiscarded) else verdict
        return verdict

    def _carry_out(self, command: Command, chance: Chance | None = None) -> None:
        self.events += carry_out(command, self.table, chance or SteadyDice())

    def settle(self) -> None:
        """Settle it as the table screen does, and do with a captive what the script says."""
        if battle_now(self.table) is None:
            return
        taken = self.verdict.capture
        drawn, chance = taken.chosen if taken else None, SteadyDice()
        if taken and drawn:
            seat, chance = {"seat": taken.by}, First(drawn.leader)
            self._carry_out(Conclude(taken.by, capture="draw"), chance)
        self._note_offers((Conclude,))  # which is offered again, if anything is left to conclude
        self._carry_out(SettleBattle(), chance)
        if taken and drawn:
            self._carry_out(read_command("DecideCaptive", {**seat, "choice": drawn.choice}))

    # -- what may still be chosen -------------------------------------------------------------------------

    def _offers(self) -> Iterator[tuple[str, Offer]]:
        for seat in self.table.seats:
            yield from ((seat, made) for made in (*offers(self.table, seat), *secret_offers(self.table, seat)))

    def _note_offers(self, but: tuple[type[Command], ...]) -> None:
        new = (one for one in self._offers() if one not in self.before and one[1].command not in but)
        self.open_to |= dict.fromkeys(one for one in new if (one[0], one[1].command) not in self.settled_on)
