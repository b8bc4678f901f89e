"""Playing the events of a position on the real table, and telling what has become of spice, forces and leaders.

Each event is a command, or two; the first refusal ends the case. After a Karama against a power already used everybody
does the same again without it (3.00.04): what can no longer be done is left undone. If the same faction then does it in
its own words, that takes the place of the repetition.
"""

from __future__ import annotations

import re
from typing import Any

from referee.agreements.bribes import Bribe
from referee.board.forces import RESERVES
from referee.board.standing import StrongholdsHeld, holdings
from referee.board.storm import Storm, coming
from referee.common.turn import ANY, PHASES, in_phase
from referee.contract.lines import BadCase, at_event
from referee.contract.positions.abilities import (
    NOT_USED,
    OWN_POWER,
    STARLESS,
    SYNONYMS,
    is_about,
    is_known,
    without_star,
)
from referee.contract.positions.acts import Scripted
from referee.contract.positions.as_commands import COMMANDS, collects, great_power, ships, with_all_that_may
from referee.contract.positions.cases import Position, read_position
from referee.contract.positions.gone import known_to_be_gone
from referee.contract.positions.outcome import tell
from referee.contract.positions.the_map import battles_told
from referee.contract.rehearsal import Rehearsal
from referee.contract.table_acts import BUTTONS
from referee.kernel import Command, Objection, SuspensionSpent, ask, command_named, objections
from referee.phases.charity import claims, paid_at_once
from referee.phases.collection.collection import TakeIncome, income, income_due
from referee.phases.shipment.prices_and_permissions import DOWN, ForcesShipped, shipments
from referee.phases.spice_blow.blow import (
    BringsSpice,
    SpiceCardTurned,
    TurnWorm,
    WormComes,
    blow,
    lies_in_storm,
    pile_now,
)
from referee.phases.storm.storm_moves import AnnounceStorm, MoveStorm
from referee.powers.karama_windows import BY_ITSELF, uses
from referee.powers.powers import Power, Stoppable, power_by_rule, too_early
from referee.turn.next_phase import GoTo

TAPPED_TWICE = "TWICE"  # whether a tap was meant is not asked of a script
CODES = {"SUPPORT_EXCEEDS_SPICE": "NOT_ENOUGH_SPICE"}
OWN_PHASE = {*(button.command for button in BUTTONS.values()), "PlayExpansionCard"}
BESIDE = {"bribe", "gift", "karama", "spiritual_advisor", "collect_bribes"}  # these do not end a turn
PLACED = "PLACE_WORM"
CHAPTERS = {
    "storm_moves": "storm", "worm": "spice_blow", "spare_ally": "spice_blow", "end_nexus": "spice_blow",
    "done": "shipment", "battles": "shipment", "take_field": "battle", "next_turn": "mentat_pause",
}  # fmt: skip
BEGINS = {"battles", "next_turn"}
ALL_TURNED = ("1.02.06", "NO_NEXUS")
ELSEWHERE = ("1.00.00", "NOT_NOW")  # its rule and code, where another phase has the command
NO_PHASE = {ELSEWHERE, ("0.15", "NOT_NOW")}
IN_ORDER = ("1.06.01", "NOT_YOUR_TURN")  # a script tells who ships and moves, in its own order


class Run(Rehearsal[Scripted]):
    """The table of one position; every event of the script is a step."""

    def __init__(self, position: Position) -> None:
        super().__init__(before=position.events)
        self.position = position
        self.again: Scripted | None = None
        self.charity_came = False
        self.claimed_for: set[str] = set()
        self.phase = position.phase
        self.battles: list[dict[str, Any]] | None = None
        self.pausing = False  # an act of this turn belonged to the Mentat Pause
        self.announced: list[tuple[int, Power]] = []  # which powers acts used, each with its place in the log
        self.at = 0

    def play(self) -> Objection | None:
        if not self.position.script and self.position.phase == "spice_collection":
            self._city_income()
        for place, scripted in enumerate(self.position.script):
            self.at = place
            self._charity_comes(scripted)
            if (
                self.again
                and (self.again.act, self.again.by) == (scripted.act, scripted.by)
                and self.steps[-1][0] is self.again
            ):
                self.back_to(len(self.steps) - 1)
            with at_event(self.at):
                refused = self.take(scripted)
            if refused is not None:
                return refused
        self._charity_comes()
        return None

    def _city_income(self) -> None:
        for seat in self.referee.seats:
            self.attempt(TakeIncome(seat))

    def _charity_comes(self, before: Scripted | None = None) -> None:
        """Pay charity that is not claimed, as its phase begins but after a card that prevents it."""
        first = before is not None and before.act == "claim_charity" and self.phase in {ANY, "choam_charity"}
        due = first or (self.position.phase == "choam_charity" and not (before and before.act == "karama"))
        if due and not self.charity_came:
            self.charity_came = True
            before_it = set(claims(self.referee).seats)
            for event in list(paid_at_once(self.referee)):
                self.hear(event)
            self.claimed_for = claims(self.referee).seats - before_it

    def attempt(self, command: Command) -> Objection | None:
        """Carry out a command unless something speaks against it.

        Each is asked whether it belongs to the phase; without a map, few are asked what else the phase asks of them.
        """
        self._storm_first(command)
        self._under_the_storm(command)
        known_to_be_gone(self.referee)
        name = type(command).__name__
        on_map = self.position.mapped and name != "StopPower"  # of which it was asked already what is used here
        own = on_map or isinstance(command, Bribe | GoTo) or name in OWN_PHASE
        if self.phase == ANY and self._of_another_phase(command, "storm"):
            self.pausing = self.pausing or self._of_another_phase(command, "mentat_pause") is None
        refused = self._refused_in(self.phase, command, own=own)
        for later in self._after_the_battles() if refused is not None else ():
            if self._refused_in(later, command, own=True) is None:
                self.phase, refused = later, None
                break
        if refused is not None:
            if refused.code in {"BAD_INPUT", "BID_NOT_WHOLE"}:
                raise BadCase(refused.sentence)
            return refused._replace(code=CODES.get(refused.code, refused.code))
        begun = len(self.log)
        used = [(begun, power) for power in uses(self.referee, _turned(command))]
        self.announced = [*(one for one in self.announced if one[0] < begun), *used]
        self.carry_out(command)
        seen = [rule for rule, used_in in BY_ITSELF.items() if used_in(self.referee, self.log[begun:])]
        self.announced += [(begun, power_by_rule(rule, "")) for rule in seen]
        self.phase = command.phase if isinstance(command, GoTo) else self.phase
        return None

    def _storm_first(self, command: Command) -> None:
        """Move a storm whose distance is known before what belongs to another phase of ``any``."""
        if self.position.phase != ANY or coming(self.referee) is None:
            return
        later = isinstance(command, GoTo) or self._of_another_phase(command, "storm") is not None
        if later and self._in_a_phase(MoveStorm(), "storm") is None:
            self.carry_out(MoveStorm())

    def _under_the_storm(self, command: Command) -> None:
        """Raise ``BadCase`` if a card that brings spice says otherwise than the storm whether its icon is under it."""
        sector = self.referee.state(Storm).sector
        if not sector or not isinstance(command, BringsSpice):
            return
        over = lies_in_storm(self.referee, command.spice_at)
        if command.lost(self.referee) != over:
            icon = f"{'' if over else 'not '}over the spice icon of {command.spice_at}"
            raise BadCase(f"The storm is in sector {sector}, {icon}. Correct what the event says of it · 1.02.04")

    def _refused_in(self, phase: str, command: Command, *, own: bool) -> Objection | None:
        return self._of_another_phase(command, phase) or self._in_a_phase(command, phase if own else ANY)

    def _after_the_battles(self) -> tuple[str, ...]:
        """Return the phases that may still come in ``any`` once a script is past the battles, if none is left."""
        fought = self.phase in PHASES and PHASES.index(self.phase) >= PHASES.index("battle")
        if self.position.phase != ANY or not fought or self.battles:
            return ()
        return PHASES[PHASES.index(self.phase) + 1 :]

    def _of_another_phase(self, command: Command, phase: str) -> Objection | None:
        """Return the objection to a command that another phase has than this one; any phase has them all."""
        if phase == ANY:
            return None
        self.referee.phase = phase
        return next(
            (one for one in objections(command, self.referee, self.referee) if (one.rule, one.code) == ELSEWHERE), None
        )

    def _in_a_phase(self, command: Command, phase: str) -> Objection | None:
        """Return what speaks against a command; any phase is one of the nine in which nothing does, if there is one."""
        first: Objection | None = None  # one about the phase gives way to any other
        for one in (phase, *(PHASES if phase == ANY else ())):
            self.referee.phase = one
            found = next(filter(self._counts, self.all_against(command)), None)
            if found is None:
                return None
            first = found if first is None or (first.rule, first.code) in NO_PHASE else first
        self.referee.phase = phase
        return first

    def _counts(self, objection: Objection) -> bool:
        """Return False where an objection asks what a script does not tell.

        That is whether a tap was meant, whose turn it is to ship and move, and, where a position tells of worms alone,
        which spice cards were turned.
        """
        told = any(isinstance(event, SpiceCardTurned) and not event.worm for event in self.log)
        unasked = (objection.rule, objection.code) in {IN_ORDER, *(() if told else (ALL_TURNED,))}
        return objection.code != TAPPED_TWICE and not unasked

    def take(self, scripted: Scripted) -> Objection | None:
        if scripted.act == "karama":
            power = great_power(scripted) if scripted.get("use") == "special" else None
            return self._stop(scripted) if power is None else self._step(scripted, power)
        begun = len(self.log)
        if scripted.act == "claim_charity" and scripted.by in self.claimed_for:
            self.claimed_for -= {scripted.by}
            self.steps.append((scripted, begun))
            return None
        if scripted.act == "city_income":
            pays = "spice_collection"
            self.referee.phase = self.phase = pays if pays in self._after_the_battles() else self.phase
            refused = next(in_phase(self.referee, pays), None)
            if refused is None:
                self.steps.append((scripted, begun))
                self._city_income()
            return refused
        if scripted.act == "collect":
            return self._collect(scripted, begun)
        if scripted.act in CHAPTERS:
            return self._by_phase(scripted)
        self._set_the_scene(scripted)
        return self._step(scripted, scripted.get("button") or COMMANDS[scripted.act](scripted), begun)

    def _collect(self, scripted: Scripted, begun: int) -> Objection | None:
        """Collect in a territory, where no forces are named with all that may; the phase pays all strongholds too."""
        if scripted.get("forces") is None and scripted.get("on_map"):
            scripted = with_all_that_may(scripted, self.referee)
        only_income = self._income(scripted)
        refused = None if only_income else self._step(scripted, collects(scripted), begun)
        if only_income:
            self.steps.append((scripted, begun))
        if refused is None:
            self._city_income()
        return refused

    def _by_phase(self, scripted: Scripted) -> Objection | None:
        """Take an act that belongs to a phase of its own, and stay in the phase that it begins."""
        begun, before = len(self.log), self.phase
        self.phase = CHAPTERS[scripted.act] if before == ANY or scripted.act == "next_turn" else before
        if scripted.act == "storm_moves" and scripted.get("distance", 0) != coming(self.referee):
            refused = self.attempt(AnnounceStorm(scripted.get("distance", 0), told=True))
            if refused is not None:
                self.phase = before
                return refused
        elif scripted.act == "next_turn" and before != "mentat_pause" and not self.pausing:
            self.attempt(GoTo("mentat_pause", anyway=True))
        self.pausing = self.pausing and scripted.act != "next_turn"
        refused = self._step(scripted, COMMANDS[scripted.act](scripted), begun)
        if scripted.act not in BEGINS or refused is not None or (before == ANY and scripted.act == "next_turn"):
            self.phase = before
        if scripted.act == "battles" and refused is None:
            self.referee.phase = self.phase
            self.battles = battles_told(self.referee)
        return refused

    def _income(self, scripted: Scripted) -> bool:
        """Collect income that is due with the first collection; return True if the event is nothing but that."""
        place, standing = scripted.get("territory", ""), holdings(self.referee).held.get(scripted.by, ())
        if scripted.get("as") == "advisors":
            return False
        pays = income(self.referee)
        told = not scripted.get("on_map") and sum(scripted.get("forces", (0,)))
        if place in pays and place not in standing and told:
            standing = (*standing, place)
            self.hear(StrongholdsHeld(scripted.by, standing))
        self.referee.phase = ANY
        empty = any(True for _ in objections(collects(scripted), self.referee, self.referee))
        due = income_due(self.referee, scripted.by)
        only = empty and (bool(due) if not place else place in pays and place in standing)
        if due and (only or not empty):
            self.attempt(TakeIncome(scripted.by))
        return only

    def _set_the_scene(self, scripted: Scripted) -> None:
        """If a force goes along and no map and no script tells of a shipment, one has been made before."""
        if self.position.mapped:
            return
        shipped = shipments(self.referee).last or any(COMMANDS.get(step.act) is ships for step in self.position.script)
        if scripted.act == "spiritual_advisor" and not shipped:
            before = ForcesShipped("", 0, 0, DOWN, RESERVES, scripted.get("to", ""), ("1.06.03",))
            self.before.append(before)
            self.referee.hear(before)

    # -- a card against a power ---------------------------------------------------------------------------

    def _powers(self, scripted: Scripted) -> tuple[list[Power], list[Power]]:
        """Return the powers that an event with a Karama names, and those it may mean if it names none."""
        moments = ("any", *(PHASES if self.phase == ANY else (self.phase,)))
        found = [power for moment in moments for power in ask(self.referee, Stoppable(moment)).value]
        every = [*{power.rule: power for power in (*found, *(power for _, power in self.announced))}.values()]
        ability = re.sub(r"\W+", "_", scripted.get("ability", "").upper())
        exact = [power for power in every if power.key == ability]
        rules = [rules for words, rules in SYNONYMS.items() if any(word in ability for word in words.split("|"))]
        meant = exact or [power for power in every if power.rule in "|".join(rules).split("|")]
        named, powers = ([power for power in found if power.seat != scripted.by] for found in (meant, every))
        starless = any(word in ability for word in STARLESS)
        return named, named if meant or starless else powers

    def _used(self, power: Power, scripted: Scripted) -> int | None:
        """Return the step in which the power was used by or for the one the event names, while nobody went on."""
        for place in range(len(self.steps) - 1, -1, -1):
            meant = scripted.get("of") in {None, power.seat, self.steps[place][0].by}
            begun = self.steps[place][1]
            used = {rule for event in self.events_of(place) for rule in event.rules()}
            if meant and power.rule in used | {power.rule for at, power in self.announced if at >= begun}:
                return place
            if self.steps[place][0].act not in BESIDE:
                return None
        return None

    def _stop(self, scripted: Scripted) -> Objection | None:
        named, powers = self._powers(scripted)
        if scripted.get("of") == scripted.by:
            return Objection("3.01.11.01", OWN_POWER, "NOT_ELIGIBLE")
        if scripted.get("use") == "prevent" and named and all(power.star == "after" for power in named):
            return Objection("3.01.11.02", too_early(named[0]), "NOT_ELIGIBLE")
        ability = scripted.get("ability", "")
        fits = [power for power in powers if not ability or named or is_about(ability, power)]
        used = [(place, power) for power in fits if (place := self._used(power, scripted)) is not None]
        if not used and not named and ability and not is_known(ability):
            return without_star(ability)
        if not used or scripted.get("use") == "prevent":
            ahead = [power.rule for power in named if scripted.get("of") in {None, power.seat}]
            stop = self._against_power(scripted, (*ahead, "3.01.11.01")[0])
            if scripted.get("use") != "cancel":
                return self._step(scripted, stop)
            return self.against(stop) or Objection("3.01.11.01", NOT_USED, "NOT_ELIGIBLE")
        place, power = max(used, key=lambda entry: entry[0])
        stop = self._against_power(scripted, power.rule)
        refused, gone = self.instead(place, lambda: self._step(scripted, stop))
        if refused is not None:
            return refused
        if power.key == PLACED and gone[0].act == "worm":
            self._where_its_pile_says(power.rule)
            return None
        left_undone = self.take(_in_default_shares(gone[0])) is not None
        self.again = None if left_undone else self.steps[-1][0]
        for done in gone[1:]:
            self.take(done)
        if power.rule in self.referee.suspended and not left_undone:
            self.hear(SuspensionSpent(power.rule))
        return None

    def _where_its_pile_says(self, rule: str) -> None:
        """Turn a worm that was not to be placed, where its pile is known, and else leave it out."""
        if blow(self.referee).tops.get(pile_now(self.referee)):
            self.take(Scripted("command", "", {"button": TurnWorm()}))
        if rule in self.referee.suspended:
            self.hear(SuspensionSpent(rule))

    def _against_power(self, scripted: Scripted, rule: str) -> Command:
        return command_named("StopPower", seat=scripted.by, rule=rule, card=scripted.get("card", ""))

    def _step(self, scripted: Scripted, command: Command | Objection, begun: int | None = None) -> Objection | None:
        begun = len(self.log) if begun is None else begun
        refused = command if isinstance(command, Objection) else self.attempt(command)
        if refused is None:
            self.steps.append((scripted, begun))
        return refused


def _turned(command: Command) -> Command:
    """Return the card that a worm which came somewhere must have been: others may place it."""
    return TurnWorm() if isinstance(command, WormComes) else command


def _in_default_shares(scripted: Scripted) -> Scripted:
    """Return a shipment to be done again: the price may be another, so shares become offers."""
    if scripted.get("paid") is None:
        return scripted
    offers = tuple((seat, share) for seat, share in scripted.get("paid") if seat != scripted.by)
    return Scripted(
        scripted.act, scripted.by, {**scripted.said, "paid": None, "promised": offers or scripted.get("promised", ())}
    )


def answer_situation(record: dict[str, Any]) -> dict[str, Any]:
    """Return the answer to one position; raises ``BadCase`` with a sentence."""
    run = Run(read_position(record))
    refused = run.play()
    battles = {} if run.battles is None else {"battles": run.battles}
    answer = tell(run.referee, run.log, run.position, refused)
    if refused is not None:
        answer["error"]["event"] = run.at
    return {"id": record.get("id"), **answer, **battles}
