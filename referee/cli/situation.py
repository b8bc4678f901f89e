"""Playing the events of a position on the real table, and telling what has become of spice, forces and leaders.

Each event is an ask, or two; the first refusal ends the case. A Karama that answers a power already used takes the
table back to just before that power, stops it, and lets everybody do the same again without it (3.00.04): what can no
longer be done is left undone. If the same faction then does it in its own words, that takes the place of the
repetition.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from referee.cards.ghola import GHOLA, PlayGhola
from referee.cards.karama_turn import StopInPhase
from referee.cli.case import BadCase
from referee.cli.outcome import tell
from referee.cli.position import Deed, Position, read_position
from referee.cli.script import SteadyDice
from referee.factions.emperor_turn import ReviveFree
from referee.factions.fremen_turn import CallWorm
from referee.factions.harkonnen_turn import KillCaptive
from referee.factions.spacing_guild_turn import StopShipment
from referee.facts import REFEREE, Event
from referee.phases.charity import ClaimCharity
from referee.phases.collection import Collect, Income, StrongholdsHeld, TakeIncome, holdings, income_due
from referee.phases.forces import RESERVES
from referee.phases.hands import PlayCard
from referee.phases.leaders import ReviveLeader
from referee.phases.mentat import TakeBribes
from referee.phases.powers import Power, Stoppable, too_early
from referee.phases.purse import Bribe, GiveSpice
from referee.phases.reviving import GrantRevival, ReviveForAnother, ReviveForces
from referee.phases.shipment import ACROSS, DOWN, HOME, ForcesShipped, shipments
from referee.phases.shipping import Send, SendAlong, Ship
from referee.phases.spice_blow import SpiceBlows, WormComes
from referee.phases.starting import TakeStart
from referee.phases.storm import StormCrosses
from referee.phases.turn import ANY
from referee.play import Ask, Objection, carry_out, objections
from referee.rulebook import rulebook
from referee.rulings import SuspensionSpent, ask
from referee.table import fold

CODES = {"SUPPORT_EXCEEDS_SPICE": "NOT_ENOUGH_SPICE"}
STARLESS = ("GIFT", "SPICE_TO_ALLY", "SHARED", "SEND", "NATIVES", "COLLECTION", "BRIBE")
SYNONYMS = {
    "CHARITY": "2.02.09",
    "ADVISOR": "2.02.05",
    "ALLY_REVIVAL|EXTRA_REVIVAL|REVIVAL_FOR_ALLY|PAY": "2.03.07",
    "FREE_REVIVAL|GRANT": "2.04.11",
    "PAYMENT": "2.06.04",
    "CROSS": "2.06.05.01|2.06.10",
    "OFF_PLANET|RETREAT": "2.06.05.02",
    "HALF_PRICE|HALF": "2.06.06|2.06.09",
    "CAPTUR|KILL": "2.05.10",
}


def _ship(deed: Deed) -> Ask:
    kind = {"ship": DOWN, "cross_ship": ACROSS, "ship_off_planet": HOME}[deed.act]
    normal, special = deed.get("forces")
    return Ship(
        deed.by,
        normal,
        deed.get("to", RESERVES),
        stronghold=deed.get("stronghold", False),
        special=special,
        kind=kind,
        origin=deed.get("from", RESERVES),
        half=deed.get("half_price", False),
        by_card=deed.get("karama") is not None,
        card=deed.get("card", ""),
        shares=deed.get("paid"),
        offers=deed.get("promised", ()),
    )


def _collect(deed: Deed) -> Ask:
    cut_off = deed.get("separated_by_storm", False) or not deed.get("same_sector_as_spice", True)
    normal, special = deed.get("forces", (0, 0))
    return Collect(deed.by, deed.get("territory", ""), normal, special, deed.get("as", "forces"), cut_off)


def _card(deed: Deed) -> Ask:
    return (
        PlayGhola(deed.by, **deed.get("revive", {}))
        if deed.get("card") == GHOLA
        else PlayCard(deed.by, deed.get("card"))
    )


WISHES: dict[str, Callable[[Deed], Ask]] = {
    "starting_spice": lambda deed: TakeStart(deed.by),
    "claim_charity": lambda deed: ClaimCharity(deed.by),
    "collect_bribes": lambda deed: TakeBribes(deed.by),
    "bribe": lambda deed: Bribe(deed.by, deed.get("to"), deed.get("amount")),
    "gift": lambda deed: GiveSpice(deed.by, deed.get("to"), deed.get("amount")),
    "revive_forces": lambda deed: ReviveForces(deed.by, deed.get("normal", 0), deed.get("special", 0)),
    "grant_free_revival": lambda deed: GrantRevival(deed.by, deed.get("to")),
    "revive_ally_forces": lambda deed: ReviveForAnother(
        deed.by, deed.get("for"), deed.get("normal", 0), deed.get("special", 0)
    ),
    "revive_leader": lambda deed: ReviveLeader(deed.by, deed.get("leader"), deed.get("strength")),
    "play_card": _card,
    "ship": _ship,
    "cross_ship": _ship,
    "ship_off_planet": _ship,
    "send": lambda deed: Send(deed.by, deed.get("forces")[0], deed.get("to"), deed.get("forces")[1], anywhere=True),
    "spiritual_advisor": lambda deed: SendAlong(deed.by, deed.get("to", "Polar Sink")),
    "collect": _collect,
    "kill_captured_leader": lambda deed: KillCaptive(deed.by, deed.get("leader")),
    "storm_passes": lambda deed: StormCrosses(deed.get("territory")),
    "shai_hulud": lambda deed: WormComes(deed.get("territory")),
    "spice_blow": lambda deed: SpiceBlows(deed.get("territory"), deed.get("amount"), deed.get("icon_in_storm", False)),
}


class Run:
    """The table of one position and the events so far, each with the place in the log where it began."""

    def __init__(self, position: Position) -> None:
        """Set the table."""
        self.position = position
        self.log: list[Event] = []
        self.steps: list[tuple[Deed, int]] = []
        self.again: Deed | None = None
        self._fold()

    def _fold(self) -> None:
        self.table = fold([*self.position.facts, *self.log], REFEREE)

    def play(self) -> Objection | None:
        """Take one event after another; return why the last of them is refused, if it is."""
        if not self.position.deeds and self.position.phase == "spice_collection":
            for seat in self.table.seats:
                self.attempt(TakeIncome(seat))
        for deed in self.position.deeds:
            if (
                self.again
                and (self.again.act, self.again.by) == (deed.act, deed.by)
                and self.steps[-1][0] is self.again
            ):
                self._back_to(len(self.steps) - 1)
            refused = self.take(deed)
            if refused is not None:
                return refused
        return None

    def attempt(self, request: Ask) -> Objection | None:
        """Carry out an ask unless something speaks against it; only bribes ask which phase it is."""
        self.table.phase = self.position.phase if isinstance(request, Bribe) else ANY
        for objection in objections(request, self.table, self.table):
            if objection.code in {"BAD_INPUT", "BID_NOT_WHOLE"}:
                raise BadCase(objection.sentence)
            return objection._replace(code=CODES.get(objection.code, objection.code))
        self.log += carry_out(request, self.table, SteadyDice())
        return None

    def take(self, deed: Deed) -> Objection | None:
        """Take one event; return why it is refused, if it is."""
        begun = len(self.log)
        if deed.act == "karama":
            return self._stop(deed) if deed.get("use") != "special" else self._special(deed)
        if deed.act == "collect" and self._income(deed):
            refused = None
        else:
            self._set_the_scene(deed)
            refused = self.attempt(WISHES[deed.act](deed))
        if refused is None:
            self.steps.append((deed, begun))
        return refused

    def _income(self, deed: Deed) -> bool:
        """Take the income that is due with the first collection; say whether that is all there is to this event."""
        place, standing = deed.get("territory", ""), holdings(self.table).held.get(deed.by, ())
        if deed.get("as") == "advisors":
            return False
        pays = ask(self.table, Income()).value
        if place in pays and place not in standing and sum(deed.get("forces", (0,))):
            standing = (*standing, place)
            self._hear(StrongholdsHeld(deed.by, standing))
        self.table.phase = ANY
        empty = any(True for _ in objections(_collect(deed), self.table, self.table))
        due = income_due(self.table, deed.by)
        only = empty and (bool(due) if not place else place in pays and place in standing)
        if due and (only or not empty):
            self.attempt(TakeIncome(deed.by))
        return only

    def _set_the_scene(self, deed: Deed) -> None:
        """Where a force goes along and the position tells of no shipment, one has been made before."""
        shipped = shipments(self.table).last or any(WISHES.get(one.act) is _ship for one in self.position.deeds)
        if deed.act == "spiritual_advisor" and not shipped:
            before = ForcesShipped("", 0, 0, DOWN, RESERVES, deed.get("to", ""), ("1.06.03",))
            self.position = replace(self.position, facts=(*self.position.facts, before))
            self.table.hear(before)

    # -- a card against a power ---------------------------------------------------------------------

    def _powers(self, deed: Deed) -> tuple[list[Power], list[Power]]:
        """Return the powers that an event with a Karama names, and those it may mean if it names none."""
        every = ask(self.table, Stoppable("any")).value
        ability = re.sub(r"\W+", "_", deed.get("ability", "").upper())
        exact = [power for power in every if power.key == ability]
        rules = [rules for words, rules in SYNONYMS.items() if any(word in ability for word in words.split("|"))]
        meant = exact or [power for power in every if power.rule in "|".join(rules).split("|")]
        named, powers = ([power for power in found if power.seat != deed.by] for found in (meant, every))
        starless = any(word in ability for word in STARLESS)
        return named, named if meant or starless else powers

    def _used(self, power: Power, deed: Deed) -> int | None:
        """Return the latest step in which the power was used by or for the one the event names."""
        ends = [*(begun for _, begun in self.steps[1:]), len(self.log)]
        for place in range(len(self.steps) - 1, -1, -1):
            done, begun = self.steps[place]
            meant = deed.get("of") in {None, power.seat, done.by}
            if meant and any(power.rule in fact.rules() for fact in self.log[begun : ends[place]]):
                return place
        return None

    def _stop(self, deed: Deed) -> Objection | None:
        named, powers = self._powers(deed)
        if deed.get("use") == "prevent" and named and all(power.star == "after" for power in named):
            return Objection("3.01.11.02", too_early(named[0]), "NOT_ELIGIBLE")
        used = [(place, power) for power in powers if (place := self._used(power, deed)) is not None]
        if not used and powers and not named and deed.get("ability"):
            return _without_star(deed.get("ability"))
        if not used and deed.get("use") == "cancel" and self.steps and self.steps[-1][0].by == deed.get("of"):
            return Objection("3.01.11.01", "Nothing that Karama can stop was used there. Keep it.", "NOT_ELIGIBLE")
        if not used or deed.get("use") == "prevent":
            ahead = [power.rule for power in named if deed.get("of") in {None, power.seat}]
            return self._play_against(deed, (*ahead, "3.01.11.01")[0])
        place, power = max(used, key=lambda entry: entry[0])
        kept = list(self.log), list(self.steps)
        gone = self._back_to(place)
        refused = self._play_against(deed, power.rule)
        if refused is not None:
            self.log, self.steps = kept
            self._fold()
            return refused
        left_undone = self.take(_in_default_shares(gone[0])) is not None
        self.again = None if left_undone else self.steps[-1][0]
        for done in gone[1:]:
            self.take(done)
        if power.rule in self.table.suspended and not left_undone:
            self._hear(SuspensionSpent(power.rule))
        return None

    def _play_against(self, deed: Deed, rule: str) -> Objection | None:
        begun = len(self.log)
        refused = self.attempt(StopInPhase(deed.by, rule, deed.get("card", "")))
        if refused is None:
            self.steps.append((deed, begun))
        return refused

    def _special(self, deed: Deed) -> Objection | None:
        """Use a great power; a shipment that it answers has not landed."""
        begun, of = len(self.log), deed.get("of", "")
        revive, card = deed.get("revive", {}), deed.get("card", "")
        request: Ask = ReviveFree(deed.by, **revive, card=card)
        if of:
            request = StopShipment(deed.by, of, card)
        elif deed.get("territory"):
            request = CallWorm(deed.by, deed.get("territory"), card)
        elif not revive:
            raise BadCase("A great power needs 'revive', 'of' or 'territory'.")
        kept, gone = (list(self.log), list(self.steps)), self._back_to_shipment(of)
        refused = self.attempt(request)
        if refused is not None:
            self.log, self.steps = kept
            self._fold()
            return refused
        self.steps.append((deed, min(begun, len(self.log))))
        for done in gone[1:]:
            self.take(done)
        return None

    def _back_to_shipment(self, of: str) -> list[Deed]:
        place = next((n for n, (done, _) in enumerate(self.steps) if done.act == "ship" and done.by == of), None)
        return self._back_to(place) if of and place is not None else []

    def _back_to(self, place: int) -> list[Deed]:
        """Take back this step and all after it; return them."""
        gone = [deed for deed, _ in self.steps[place:]]
        del self.log[self.steps[place][1] :]
        del self.steps[place:]
        self._fold()
        return gone

    def _hear(self, fact: Event) -> None:
        self.log.append(fact)
        self.table.hear(fact)


def _without_star(ability: str) -> Objection:
    """Refuse to stop an ability that bears no star; raises ``BadCase`` for one that the book does not know."""
    words = " ".join(re.findall(r"[a-z0-9']+", ability.casefold()))
    if not any(words in rule.asked_as for rule in rulebook().values() if rule.id.startswith("2.")):
        raise BadCase(f"No ability is called {ability!r}.")
    return Objection("3.01.11.01", "That ability bears no star, so Karama cannot stop it. Keep it.", "NOT_ELIGIBLE")


def _in_default_shares(deed: Deed) -> Deed:
    """Return a shipment to be done again: the price may be another, so shares become offers."""
    if deed.get("paid") is None:
        return deed
    offers = tuple((seat, share) for seat, share in deed.get("paid") if seat != deed.by)
    return Deed(deed.act, deed.by, {**deed.said, "paid": None, "promised": offers or deed.get("promised", ())})


def answer_situation(record: dict[str, Any]) -> dict[str, Any]:
    """Return the answer to one position; raises ``BadCase`` with a sentence."""
    run = Run(read_position(record))
    refused = run.play()
    return {"id": record.get("id"), **tell(run.table, run.log, run.position, refused)}
