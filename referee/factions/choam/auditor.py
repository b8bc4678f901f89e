"""The Auditor: a sixth leader of the advanced game; after his battles CHOAM see cards of the opponent's hand.

The number of cards is public, their faces only the two know. The game waits until the opponent pays or shows them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.common.factions import named
from referee.factions.choam import AUDITOR, ME
from referee.holdings.leaders import key
from referee.holdings.ledger import pay, too_dear
from referee.holdings.purse import afforded
from referee.kernel import (
    FACE_DOWN,
    REFEREE,
    Called,
    Chance,
    Event,
    Objection,
    Public,
    Sealed,
    State,
    Table,
    adds,
    after,
    card_name,
    count,
    fixed,
    known,
    option,
    phrase,
    ruling,
    say,
    sealed,
    setting,
)
from referee.offers.choices import Choice
from referee.offers.offer import BehindShield, Kept, Offer
from referee.phases.battle.battle_as_known import plan_of
from referee.phases.battle.events import BattleEnded
from referee.phases.battle.live_battle import LiveBattle
from referee.phases.battle.two_sides import At, VerdictLine
from referee.phases.battle.verdict import TRAITOR, TRAITORS, Aftermath, Verdict
from referee.phases.revival.leaders import ALONE, Rank

BOUGHT_OFF = phrase("spice.audit", "Bought off the audit")
RULE, SURVIVED, KILLED, EACH = "2.09.12", 2, 1, 1

fixed(Rank, RULE, ALONE, seat=ME, leader=AUDITOR)
TURNED_TRAITOR = option(
    "T17",
    "4.93.17",
    "An audit after the Auditor turned traitor",
    ("audit", "As if he was killed", "CHOAM see one card, or are paid."),
    ("none", "No audit", "He has changed sides."),
)


class Seen(State):
    """Cards that the last audit showed this viewer."""

    of: str
    turn: int
    cards: tuple[str, ...]


# -- events -------------------------------------------------------------------------------------------


class AuditDue(Event, because=(RULE,), stays=True):
    """So many cards of a hand are to be audited; in the table until the audit has ended."""

    of: Public[str]
    count: Public[int]

    def sentence(self, name: Called) -> str:
        of = {"seat": name(ME), "cards": count(self.count, "card"), "of": name(self.of)}
        return say("The Auditor led, so {seat} may see {cards} of {of:'s} hand.", **of)


class AuditEnded(Event, because=(RULE,), shows="card"):
    """The opponent ``paid`` to avoid the audit, or showed the cards."""

    of: Public[str]
    paid: Public[bool]
    count: Public[int]
    cards: Sealed[tuple[str, ...]]
    counted = property(lambda event: count(event.count, "card"))

    def apply(self, table: Table) -> None:
        table.drop(AuditDue)
        if self.paid or not known(self.cards):
            return
        hand = table.seats[self.of].hand
        for card in self.cards:
            if card not in hand:
                hand.take(FACE_DOWN)
                hand.append(card)
        table.put(Seen(self.of, table.turn, tuple(self.cards)))

    def pattern(self) -> str:
        if self.paid:
            return "{of!n:The pays} {choam!n}, so no card is shown."
        if known(self.cards) and self.cards:
            return "{choam!n:The sees} {counted} of {of!n:'s} hand: {cards!c}."
        return "{choam!n:The sees} {counted} of {of!n:'s} hand."


def _audited(name: Called, foe: str, many: int) -> str:
    of = {"foe": name(foe), "price": EACH, "cards": count(many, "card")}
    return say("The Auditor led, so {foe:pays} CHOAM {price} for each of {cards}, or CHOAM sees them.", **of)


AUDITED = phrase("choam.audited", _audited)


# -- when it comes to that ----------------------------------------------------------------------------


@ruling(Aftermath, rule=RULE)
def an_audit_follows(question: Aftermath, table: Table, so_far: Verdict) -> Verdict | None:
    at = question.battle.place_of(ME)
    leader = question.battle.side(at).leader if at else None
    if not at or leader is None or key(leader.name) != key(AUDITOR) or table.rules != "advanced":
        return None
    if _changed_sides(table, so_far, at):
        return None
    foe, most = question.battle.against(at), _many(so_far)
    hand = table.seats[foe.faction].hand if foe.faction in table.seats else ()
    unplayed = len(hand) - len(foe.cards) if table.viewer == REFEREE else most  # nobody else plans with hand counts
    many = min(most, unplayed) if len(hand) >= len(foe.cards) else most
    return so_far.told(VerdictLine(RULE, AUDITED(foe=foe.faction, many=many))) if many else None


def _changed_sides(table: Table, verdict: Verdict, at: At) -> bool:
    """Return True if he turned traitor and the table has no audit then."""
    turned = verdict.how == TRAITORS or (verdict.how == TRAITOR and verdict.winner != at)
    return turned and setting(table, TURNED_TRAITOR) == "none"


def _many(verdict: Verdict) -> int:
    return KILLED if verdict.fell(AUDITOR) else SURVIVED


@after(BattleEnded, rule=RULE)
def the_auditor_led(event: BattleEnded, table: Table, chance: Chance) -> Iterable[Event]:
    live = table.get(LiveBattle)
    if live is None or table.rules != "advanced" or ME not in live.seats:
        return
    foe = live.against(ME)
    if key(plan_of(live, ME).leader) != key(AUDITOR) or _changed_sides(table, live.verdict, live.at(ME)):
        return
    count = min(_many(live.verdict), len(table.seats[foe].hand) - len(_used(live, foe)))
    if count > 0:
        yield AuditDue(foe, count)


def _used(live: LiveBattle, seat: str) -> list[str]:
    """Return names of cards that this side played and still holds."""
    plan, gone = plan_of(live, seat), live.verdict.discarded.get(seat, ())
    return [card for card in (plan.weapon, plan.defence, plan.hero) if card and card not in gone]


def unused(table: Table, seat: str) -> list[str]:
    """Return the cards to draw from, none if the referee does not know them all."""
    live, hand = table.state(LiveBattle), table.seats[seat].hand
    left = hand.faces()
    if len(left) < len(hand):
        return []
    for name in _used(live, seat):
        card = next((one for one in left if card_name(one) == name), None)
        if card:
            left.remove(card)
    return left


# -- the answer ---------------------------------------------------------------------------------------


class AuditChoice(Choice[AuditDue], abstract=True):
    """Who fought against the Auditor pays, or has cards seen."""

    rule, asks = RULE, "of"
    halts = "The Auditor led. {seat:The pays} CHOAM {spice} spice, or CHOAM sees {cards}."

    @classmethod
    def waiting(cls, table: Table) -> AuditDue | None:
        return table.get(AuditDue)

    @classmethod
    def words(cls, table: Table, now: AuditDue) -> dict[str, object]:
        return {"spice": EACH * now.count, "cards": count(now.count, "card")}


class PayAuditor(AuditChoice, by="both"):
    nothing = "Your hand is not audited now, so there is nothing to pay."
    does, you = "answers the Auditor", "pay CHOAM {spice}, or show {cards}"

    @classmethod
    def ways(cls, table: Table, now: AuditDue) -> Iterator[Offer]:
        yield cls.way(say("Pay CHOAM {spice} instead of an audit", spice=EACH * now.count))

    def against(self, table: Table, now: AuditDue) -> Iterable[Objection]:
        return too_dear(table, self.seat, EACH * now.count, RULE)

    def outcome(self, table: Table, now: AuditDue, chance: Chance) -> Iterator[Event]:
        if (yield from afforded(table, {self.seat: EACH * now.count}, (RULE,))):
            yield from pay(self.seat, ME, EACH * now.count, BOUGHT_OFF(), (RULE,))
            yield AuditEnded(self.seat, True, now.count, sealed((), ME, self.seat))


class ShowCards(AuditChoice, by="both", grave=True):
    """Printed cards of unknown face are drawn at the table."""

    nothing = "Your hand is not audited now. Show nothing."
    button = "Let CHOAM see {cards}"

    def outcome(self, table: Table, now: AuditDue, chance: Chance) -> Iterator[Event]:
        drawn = tuple(chance.shuffled(unused(table, self.seat))[: now.count])
        yield AuditEnded(self.seat, False, now.count, sealed(drawn, ME, self.seat))


@adds(BehindShield, rule=RULE, seat=ME)
def what_he_saw(question: BehindShield, table: Table) -> Iterable[Kept]:
    seen = table.get(Seen)
    if seen is not None and seen.turn == table.turn and seen.cards:
        lines = tuple(f"*{card_name(card)}*" for card in seen.cards)
        yield Kept(say("Seen in {of:'s} hand", of=named(seen.of)), lines, RULE)
