"""Moritani's once-a-game power: after a lost battle they decide which of its cards the winner keeps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, combinations

from referee.common.factions import named
from referee.factions.moritani import ME
from referee.kernel import Called, Chance, Event, Objection, Public, SeatEvent, Table, listed, phrase, ruling, say
from referee.offers.offer import Blank, Offer
from referee.phases.battle.conclude import settled_after_all
from referee.phases.battle.live_battle import REVEALED, LiveBattle, battle_now
from referee.phases.battle.reveal import MayStillSpeak, one_more
from referee.phases.battle.two_sides import VerdictLine
from referee.phases.battle.verdict import Aftermath, Verdict
from referee.phases.battle.verdict_wording import MAY_KEEP
from referee.powers.great_powers import GreatPower
from referee.powers.powers import OnceUsed

RULE = "2.12.17"


def winners_cards(table: Table) -> tuple[str, tuple[str, ...]]:
    """Return the winner of the battle that Moritani lost, and the cards it may keep; "" for none."""
    live = battle_now(table)
    if live is None or live.step != REVEALED or ME not in live.seats or live.winner in {"", ME}:
        return "", ()
    cards = live.verdict.kept.get(live.winner, ())
    return (live.winner, tuple(cards)) if cards else ("", ())


def decided(verdict: Verdict, of: str, gone: tuple[str, ...]) -> Verdict:
    """Return the verdict in which the winner discards these cards and keeps the rest."""
    kept = {seat: cards for seat, cards in verdict.kept.items() if seat != of}
    gone = (*verdict.discarded.get(of, ()), *gone)
    lines = tuple(line for line in verdict.lines if (line.kind, line.faction) != (MAY_KEEP, of))
    return replace(verdict, lines=lines, kept=kept, discarded={**verdict.discarded, **({of: gone} if gone else {})})


def _decision(name: Called, of: str, gone: tuple[str, ...]) -> str:
    if not gone:
        return say("Moritani make {of} keep all cards played.", of=name(of))
    return say("Moritani make {of} discard {cards}.", of=name(of), cards=listed(list(gone)))


DECISION = phrase("moritani.winners_cards", _decision)


class WinnersCardsDecided(SeatEvent, because=(RULE,)):
    """The winner discards these, and keeps the rest of what it played."""

    of: Public[str]
    gone: Public[tuple[str, ...]]

    def apply(self, table: Table) -> None:
        live = table.state(LiveBattle)
        live.verdict = decided(live.verdict, self.of, self.gone)

    def sentence(self, name: Called) -> str:
        return _decision(name, self.of, self.gone)


class DecideWinnersCards(GreatPower, grave=True):
    """``gone`` are the cards that the winner discards, joined by "+"."""

    rule, who, phase = RULE, ME, "battle"
    gone: str = ""
    card: str = ""

    @classmethod
    def secret_ways(cls, table: Table, now: str) -> Iterator[Offer]:
        winner, cards = winners_cards(table)
        if not winner:
            return
        some = chain.from_iterable(combinations(cards, n) for n in range(1, len(cards) + 1))
        gone = (("+".join(names), say("Discard {cards}", cards=listed(list(names)))) for names in some)
        words = say("{winner:The} must", winner=named(winner))
        yield cls.way(
            "Karama: decide the winner's cards", Blank("gone", words, "select", choices=(("", "Keep all"), *gone))
        )

    def aim(self, table: Table) -> str:
        return winners_cards(table)[0]

    def against(self, table: Table, now: str) -> Iterator[Objection]:
        winner, cards = winners_cards(table)
        if not winner:
            yield Objection(RULE, "You decide this after you lost a battle, before it is settled.", firm=True)
        elif not set(self._gone()) <= set(cards):
            yield Objection(RULE, "The winner did not play that card.", "CARD_NOT_HELD", firm=True)

    def _gone(self) -> tuple[str, ...]:
        return tuple(card for card in self.gone.split("+") if card)

    def outcome(self, table: Table, now: str, chance: Chance) -> Iterator[Event]:
        yield WinnersCardsDecided(ME, self.aim(table), self._gone())
        yield from settled_after_all(table)


@ruling(MayStillSpeak, rule=RULE)
def they_may_decide(question: MayStillSpeak, table: Table, so_far: str) -> str | None:
    """Whatever they hold; so the winner's choice does not settle the battle before theirs."""
    able = table.rules == "advanced" and ME in table.seats and ME not in table.state(OnceUsed).seats
    words = "Moritani may still decide the winner's cards by Karama"
    return one_more(so_far, words) if able and winners_cards(table)[0] else None


@ruling(Aftermath, rule=RULE)
def said_in_a_script(question: Aftermath, table: Table, so_far: Verdict) -> Verdict | None:
    """Decide on the cards that a script names; at a table Moritani do it once the plans are open."""
    said, won = question.battle.unlocked(ME), so_far.winner
    if said is None or won is None or table.rules != "advanced" or question.battle.against(won).faction != ME:
        return None
    winner = question.battle.side(won).faction
    cards = so_far.kept.get(winner, ())
    if not cards or not set(said.cards) <= set(cards):
        return None
    return decided(so_far, winner, said.cards).told(VerdictLine(RULE, DECISION(of=winner, gone=said.cards)))
