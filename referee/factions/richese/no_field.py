"""The No-Field: Richese ship for the price of one force and lay a token face down that hides several.

The token is kept apart from the counted forces until it is shown; then its forces come out of the reserves. The token
used last is face up and cannot be the next one.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile

from referee.board.entries import SHIPMENT, Arrival, ForcesEntered
from referee.board.forces import NO_SECTOR, RESERVES, Group, forces_in, in_words, is_kept, move
from referee.board.standing import FaceDownTokens, Token, is_among
from referee.board.territories import is_enclosed, on_board, places
from referee.board.worlds import is_high
from referee.common.lines_on_paper import PaperLine, one_of
from referee.common.turn import PHASES, in_this_phase
from referee.common.what_is_physical import battles_are_refereed
from referee.factions.richese import ME, WORLD, WORLD_RULE
from referee.holdings.ledger import pay, silent, too_dear
from referee.holdings.purse import afforded
from referee.kernel import (
    FACE_DOWN,
    REFEREE,
    Chance,
    Event,
    FaceDown,
    Objection,
    Public,
    Sealed,
    SeatCommand,
    State,
    Table,
    Whisper,
    adds,
    after,
    ask,
    count,
    known,
    say,
    sealed,
)
from referee.offers.offer import BehindShield, Blank, Duties, Duty, Kept, Offer, Offers, SecretOffers
from referee.phases.battle.live_battle import LiveBattle, battle_now
from referee.phases.shipment.by_the_map import against_entering, landing_sector, more_than_counted
from referee.phases.shipment.marching import out_of_turn, ships_no_more
from referee.phases.shipment.prices_and_permissions import (
    DOWN,
    ForcesShipped,
    ShipmentPayee,
    ShipmentPrice,
    ShipmentStopped,
    Voyage,
)
from referee.phases.shipment.shipping import SHIPPED, once_a_turn
from referee.powers.karama_windows import announced_with
from referee.powers.powers import Power, starred

RULE = "2.10.11"
TOKENS = (0, 3, 5)
FIELD = starred(Power(RULE, ME, "NO_FIELD", "before", "Richese ship with a No-Field token."), "shipment")


class NoFieldToken(State):
    """Where a token is face down, its number, and the number of the token used last."""

    goal: str = ""
    token: int | FaceDown = FACE_DOWN
    last: int = -1
    sector: int = NO_SECTOR


def field_of(table: Table) -> NoFieldToken:
    return table.state(NoFieldToken)


# -- events -------------------------------------------------------------------------------------------


class FieldLaid(ForcesEntered, because=(RULE,), shows="token", own=True, later=("sector",)):
    goal: Public[str]
    token: Sealed[int]
    last: Public[int] = -1
    sector: Public[int] = NO_SECTOR

    def arrival(self) -> Arrival | None:
        """A token comes like one force, also the one that hides none."""
        return Arrival(ME, self.goal, self.sector, Group(1), SHIPMENT, RESERVES) if self.goal else None

    def apply(self, table: Table) -> None:
        """Without a territory, only the number used last is noted."""
        table.put(NoFieldToken(self.goal, self.token, self.last, self.sector))

    def pattern(self) -> str:
        if not self.goal:
            used = "{richese!n:The} used the No-Field token {last} last."
            return used if self.last in TOKENS else "{richese!n:The takes} the No-Field token back."
        hidden = "{richese!n:The places} a No-Field token in {goal}."
        return "{richese!n:The places} No-Field token {token} in {goal}." if known(self.token) else hidden


class FieldShown(Event, because=(RULE,), shows="token"):
    """Its forces come out of the reserves, as far as there are enough."""

    token: Public[int]
    forces: Public[int]
    shown = property(lambda event: in_words(Group(event.forces), ME))
    says = "{richese!n:The reveals} the No-Field token {token}: {shown}."

    def apply(self, table: Table) -> None:
        lies = field_of(table)
        move(table, ME, Group(self.forces), RESERVES, lies.goal, enters=lies.sector)
        table.put(NoFieldToken(last=self.token))
        live = battle_now(table)
        if live is not None and fights_with(live, lies):
            live.forces[ME] = live.forces[ME].plus(Group(self.forces))


def fights_with(live: LiveBattle, lies: NoFieldToken) -> bool:
    """Return True if the token on the board is in this battle (2.10.12)."""
    return ME in live.seats and live.territory == lies.goal and is_among(lies.goal, lies.sector, live.sectors)


def shown(table: Table) -> Iterable[Event]:
    """Yield that the token on the board is shown, on the referee's table."""
    token = field_of(table).token
    if isinstance(token, int):
        left = forces_in(table, ME, RESERVES)
        yield FieldShown(token, token if left is None else min(token, left.normal))


@after(ShipmentStopped, rule=RULE)
def back_behind_the_shield(event: ShipmentStopped, table: Table, chance: Chance) -> Iterable[Event]:
    laid = takewhile(lambda event: not isinstance(event, ForcesShipped), in_this_phase(table))
    if event.of == ME and field_of(table).goal and any(isinstance(one, FieldLaid) for one in laid):
        yield FieldLaid("", sealed(FACE_DOWN, ME), field_of(table).last)


# -- commands -----------------------------------------------------------------------------------------


class LayField(SeatCommand, by="seat", waits=True):
    token: int
    goal: str
    normal: int = 0

    @property
    def voyage(self) -> Voyage:
        """Return it as a shipment of one force, and of the reserves that go along."""
        return Voyage(self.seat, 1 + self.normal, DOWN, is_enclosed(self.goal))

    def objections(self, table: Table) -> Iterable[Objection]:
        if self.seat != ME:
            yield Objection(RULE, "Only Richese have No-Field tokens.", firm=True)
            return
        if FIELD.rule in table.suspended:
            yield Objection("3.01.11.02", "You cannot place a token this turn. Ship normally.", firm=True)
        lies = field_of(table)
        used = lies.token if lies.goal else lies.last
        if self.token not in TOKENS or (known(used) and self.token == used):
            yield Objection(RULE, "Choose 0, 3 or 5, but not the token you used last.")
        yield from against_entering(table, self.seat, DOWN, self.goal, rule=RULE)
        yield from self._along(table)
        yield from once_a_turn(table, self.seat)
        yield from out_of_turn(table, self.seat)
        price = ask(table, ShipmentPrice(self.voyage))
        yield from too_dear(table, self.seat, price.value, price.because[0])

    def _along(self, table: Table) -> Iterable[Objection]:
        """Object to reserves beside the token, unless their homeworld is high and has them."""
        if self.normal and not is_high(table, WORLD):
            words = say("Reserves ship together with a No-Field only while {world} is high.", world=WORLD)
            yield Objection(WORLD_RULE, words, "NOT_ELIGIBLE", firm=True)
        elif self.normal:
            yield from more_than_counted(table, self.seat, self.normal, 0, RESERVES)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        dear = ask(table, ShipmentPrice(self.voyage))
        if not (yield from afforded(table, {ME: dear.value}, dear.because)):
            return
        yield from shown(table)
        price, payee = ask(table, ShipmentPrice(self.voyage)), ask(table, ShipmentPayee(self.voyage))
        sector = landing_sector(table, ME, DOWN, self.goal)
        yield ForcesShipped(ME, self.normal, 0, DOWN, RESERVES, self.goal, (RULE,), sector)
        yield FieldLaid(self.goal, sealed(self.token, ME), sector=sector)
        yield from pay(ME, payee.value, price.value, SHIPPED(), (RULE,), price, payee)
        yield from silent(price, payee)


class ShowField(SeatCommand, by="both", grave=True):
    def objections(self, table: Table) -> Iterable[Objection]:
        if self.seat != ME or not field_of(table).goal:
            yield Objection(RULE, "There is no No-Field token on the board.", firm=True)
        elif table.phase == "battle" and is_kept(table, ME) and battles_are_refereed(table):
            words = "In the Battle Phase a token is revealed by its battle, when the wheels are opened."
            yield Objection("2.10.12", words)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield from shown(table)


announced_with(FIELD, LayField)


@adds(SecretOffers, rule=RULE, seat=ME, phase="shipment")
def offer_a_token(question: SecretOffers, table: Table) -> Iterable[Offer]:
    if ships_no_more(table, ME) or any(out_of_turn(table, ME)):
        return ()
    lies, to = field_of(table), places(table, "goal", "To")
    free = [one for one in TOKENS if one != (lies.token if lies.goal else lies.last)]
    if all(any(LayField(ME, free[0], goal).objections(table)) for goal, _ in to.choices):
        return ()
    token = Blank("token", "No-Field", "select", choices=tuple((str(one), count(one, "force")) for one in free))
    held = forces_in(table, ME, RESERVES) if is_high(table, WORLD) else None
    most = held.total if held else 0
    along = (Blank("normal", "Reserves that go along", "number", 0, most, "0"),) if most else ()
    return (Offer(LayField, "Ship with a No-Field", RULE, (token, to, *along)),)


@adds(Duties, rule=RULE, phase="shipment")
def may_lie_behind_the_shield(question: Duties, table: Table) -> Iterable[Duty]:
    """Nobody waits for it: a headline of the phone says that its form is there."""
    if not ships_no_more(table, ME) and not any(out_of_turn(table, ME)):
        asks = "Behind your shield you may ship with a No-Field"
        yield Duty(ME, "may ship with a No-Field", RULE, (LayField,), asks=asks, shielded=True, free=True)


@adds(Offers, rule=RULE, seat=ME)
def offer_to_show_it(question: Offers, table: Table) -> Iterable[Offer]:
    here = table.phase in PHASES and not any(ShowField(ME).objections(table))
    lies = here and field_of(table).goal
    return (Offer(ShowField, say("Reveal the No-Field in {place}", place=lies), RULE),) if lies else ()


@adds(BehindShield, rule=RULE, seat=ME)
def what_lies_there(question: BehindShield, table: Table) -> Iterable[Kept]:
    lies = field_of(table)
    if lies.goal:
        yield Kept("No-Field", (say("*{token}* in {place}", token=lies.token, place=lies.goal),), RULE)


@adds(FaceDownTokens, rule=RULE)
def where_it_lies(question: FaceDownTokens, table: Table) -> Iterable[Token]:
    lies = field_of(table)
    return (Token(ME, lies.goal, lies.sector, _what_it_hides(table)),) if lies.goal else ()


def _what_it_hides(table: Table) -> Group:
    """Others must allow for the largest token, so that nothing is refused (2.10.12)."""
    lies, unknown = field_of(table), 0 if table.viewer == REFEREE else max(TOKENS)
    number, left = lies.token if isinstance(lies.token, int) else unknown, forces_in(table, ME, RESERVES)
    return Group(number if left is None else min(number, left.normal))


# -- on paper -----------------------------------------------------------------------------------------


class TokenRecalled(Whisper, because=(RULE,), shows="token", own=True):
    token: Public[int]
    says = "The No-Field token on the board shows {token}."

    def apply(self, table: Table) -> None:
        field_of(table).token = self.token


def _goal(table: Table, text: str) -> str | None:
    return text if text in {territory.name for territory in on_board(table)} else None


@PaperLine(
    *("field", RULE, lambda table, _, goal: [FieldLaid(goal, sealed(FACE_DOWN, ME))], (_goal,)), public=True, seat=ME
)
def where_one_lies(table: Table, _: str) -> tuple[str, list[str]] | None:
    goal = field_of(table).goal
    return (say("A No-Field token is in {goal}", goal=goal), [goal]) if goal else None


def _used_last(table: Table, _: str, last: int) -> Iterable[Event]:
    return [FieldLaid("", sealed(FACE_DOWN, ME), last)] if not field_of(table).goal else []


@PaperLine("last", f"{RULE}.1", _used_last, (one_of(*TOKENS),), public=True, seat=ME)
def which_one_was_used_last(table: Table, _: str) -> tuple[str, list[object]] | None:
    lies = field_of(table)
    if lies.last not in TOKENS or lies.goal:
        return None
    return say("No-Field used last: {token}", token=lies.last), [lies.last]


def _its_number(table: Table, seat: str, token: int) -> Iterable[Event]:
    return [TokenRecalled(frozenset({seat}), token)] if field_of(table).goal else []


@PaperLine("token", RULE, _its_number, (one_of(*TOKENS),), seat=ME)
def and_its_number(table: Table, seat: str) -> tuple[str, list[object]] | None:
    lies = field_of(table)
    return ("", [lies.token]) if lies.goal and known(lies.token) else None
