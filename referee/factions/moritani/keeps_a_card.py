"""Moritani's ally who loses a battle keeps one card that a winner could have kept.

The ally chooses before the battle is settled. Nobody keeps a card after an explosion or two traitors.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from referee.common.factions import named
from referee.factions.moritani import ME
from referee.kernel import (
    Chance,
    Event,
    Objection,
    Phrase,
    Public,
    SeatEvent,
    Table,
    Value,
    adds,
    ask,
    phrase,
    ruling,
    say,
)
from referee.offers.choices import Choice
from referee.offers.offer import Offer
from referee.phases.battle.cards_in_battle import MayKeep
from referee.phases.battle.conclude import settled_after_all
from referee.phases.battle.live_battle import REVEALED, LiveBattle, Plan, battle_now
from referee.phases.battle.reveal import MayStillSpeak, one_more
from referee.phases.battle.two_sides import VerdictLine
from referee.phases.battle.verdict import Aftermath, Verdict
from referee.phases.battle.verdict_wording import DISCARDS_ALL, LOSES_ALL, WITHDRAWS
from referee.powers.karama_windows import Uses
from referee.powers.powers import Power, starred

RULE, DISCARDED = "2.12.15", {LOSES_ALL, DISCARDS_ALL, WITHDRAWS}
POWER = starred(
    Power(RULE, ME, "ALLY_KEEPS_A_CARD", "after", "Moritani's ally keeps a card."), "battle", ledger=True, ally=True
)
KEEPS = phrase("moritani.keeps", "{faction!n:The keeps} {card} as Moritani's ally.")
KEEPS_BY_CARD = phrase("moritani.keeps_by_card", "{faction!n:The keeps} {card} by a Nexus card.")


class Answered(Value):
    """The battle in which the loser has answered: turn, territory and sides."""

    turn: int
    battle: tuple[object, ...]


def _this(live: LiveBattle) -> tuple[object, ...]:
    return live.territory, live.aggressor, live.defender, live.sectors


def _may_be_kept(table: Table, verdict: Verdict, seat: str, unused: str) -> tuple[str, ...]:
    """Return the cards of which this loser may keep one as the right ally; one left unused is like a winner's."""
    gone = verdict.discarded.get(seat, ())
    return tuple(card for card in gone if card == unused or ask(table, MayKeep(card)).value)


def loser_may_keep(table: Table, live: LiveBattle) -> tuple[str, ...]:
    """Return the cards of which the loser of this battle may keep one as the right ally."""
    plan = live.plans.get(loser := live.against(live.winner))
    return _may_be_kept(table, live.verdict, loser, plan.unused if isinstance(plan, Plan) else "")


class MayBeKept(NamedTuple):
    """The loser of a battle who may keep a card, and which ones."""

    seat: str
    cards: tuple[str, ...]


def choices(table: Table) -> MayBeKept | None:
    """Return who may keep a card now, and which ones; ``None`` for nobody."""
    live = battle_now(table)
    if live is None or live.step != REVEALED or not live.winner or ME not in table.seats:
        return None
    loser, done = live.against(live.winner), table.get(Answered)
    if table.ally(loser) != ME or RULE in table.suspended or done == Answered(table.turn, _this(live)):
        return None
    cards = loser_may_keep(table, live)
    return MayBeKept(loser, cards) if cards else None


def _kept(verdict: Verdict, seat: str, card: str) -> Verdict:
    """Return the verdict in which a loser does not discard this card, and no line says so."""
    gone = {**verdict.discarded, seat: tuple(one for one in verdict.discarded.get(seat, ()) if one != card)}
    told = list[VerdictLine]()
    for line in verdict.lines:
        said = line.said
        if line.faction == seat and isinstance(said, Phrase) and said.values.get("cards") and line.kind in DISCARDED:
            line = line._replace(said=Phrase(said.kind, {**said.values, "cards": gone[seat]}))
            told += [line] if gone[seat] or line.kind != DISCARDS_ALL else []
        else:
            told.append(line)
    return replace(verdict, discarded={one: cards for one, cards in gone.items() if cards}, lines=tuple(told))


class CardSaved(SeatEvent, later=("why",)):
    """The loser keeps this card, "" for none."""

    card: Public[str]
    why: Public[tuple[str, ...]] = (RULE,)

    def apply(self, table: Table) -> None:
        live = table.state(LiveBattle)
        live.verdict = _kept(live.verdict, self.seat, self.card)
        table.put(Answered(table.turn, _this(live)))

    def sentence(self, name: object) -> str:
        return say("{seat:The keeps} {card}.", seat=named(self.seat), card=self.card or "no card")


class SaveCard(Choice[MayBeKept], by="both", waits_for_powers=True):
    """Keep one card played in a lost battle, or none."""

    rule, phase, loses = RULE, "battle", True
    nothing = "You keep a card only as Moritani's ally, after a lost battle, if a winner could keep it."
    does, you = "says which card to keep", "keep one card as Moritani's ally, or none"
    card: str = ""

    @classmethod
    def waiting(cls, table: Table) -> MayBeKept | None:
        return choices(table)

    @classmethod
    def ways(cls, table: Table, now: MayBeKept) -> Iterator[Offer]:
        for card in now.cards:
            yield cls.way(say("Keep {card}", card=card), card=card)
        yield cls.way("Keep no card", card="")

    @classmethod
    def passed(cls, table: Table, now: MayBeKept) -> tuple[Event, ...]:
        return (CardSaved(now.seat, ""),)

    def against(self, table: Table, now: MayBeKept) -> Iterator[Objection]:
        if self.card and self.card not in now.cards:
            yield Objection(RULE, self.nothing, firm=True)

    def outcome(self, table: Table, now: MayBeKept, chance: Chance) -> Iterator[Event]:
        yield CardSaved(self.seat, self.card)
        yield from settled_after_all(table)


@adds(Uses, rule=RULE)
def it_is_their_power(question: Uses, table: Table) -> Iterator[Power]:
    if isinstance(question.command, SaveCard) and question.command.card:
        yield POWER


@ruling(MayStillSpeak, rule=RULE)
def the_loser_may(question: MayStillSpeak, table: Table, so_far: str) -> str | None:
    now = choices(table)
    return one_more(so_far, say("{seat:The} may still keep a card", seat=named(now.seat))) if now else None


@ruling(Aftermath, rule=RULE)
def said_in_a_script(question: Aftermath, table: Table, so_far: Verdict) -> Verdict | None:
    """Carry out what a script says of the card kept; a live battle asks the loser."""
    beaten = question.battle.against(so_far.winner) if so_far.winner is not None else None
    return kept_in_script(table, question, so_far, RULE) if beaten is not None and beaten.ally == ME else None


def kept_in_script(table: Table, question: Aftermath, so_far: Verdict, rule: str) -> Verdict | None:
    """Return a verdict in which the loser keeps the card that a script names, ``None`` if they cannot."""
    card = question.battle.calls.card_kept
    if not card or so_far.winner is None:
        return None
    loser = question.battle.against(so_far.winner)
    faction = loser.faction
    if card not in _may_be_kept(table, so_far, faction, loser.unused):
        return None
    words = KEEPS if rule == RULE else KEEPS_BY_CARD
    return _kept(so_far, faction, card).told(VerdictLine(rule, words(faction=faction, card=card)))
