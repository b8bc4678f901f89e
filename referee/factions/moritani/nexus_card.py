"""The Nexus card of Moritani: a terror token goes back, or comes anywhere, or a card is kept after a defeat."""

from __future__ import annotations

from collections.abc import Iterator

from referee.board.territories import on_board
from referee.factions.moritani import ME
from referee.factions.moritani.keeps_a_card import CardSaved, kept_in_script, loser_may_keep
from referee.factions.moritani.terror import (
    TOKENS,
    TerrorPlaced,
    in_supply,
    may_be_in_supply,
    no_placing,
    take_token,
    terror,
    tokens_at,
)
from referee.kernel import FACE_DOWN, Chance, Event, Objection, Public, Sealed, Table, known, ruling, say, sealed
from referee.modules.nexus_cards.holding import NexusHeld, NexusUse, nexus_card, used
from referee.modules.nexus_cards.in_battle import OnceOpen
from referee.offers.offer import Offer, pick
from referee.phases.battle.conclude import settled_after_all
from referee.phases.battle.live_battle import REVEALED, LiveBattle, battle_now
from referee.phases.battle.verdict import Aftermath, Verdict

BETRAYAL, CUNNING, ALLY = nexus_card(ME, "4.05.22.01", "4.05.22.02", "4.05.22.03")


# -- Betrayal -----------------------------------------------------------------------------------------


class TerrorSentBack(Event, because=(BETRAYAL,), shows="token"):
    """One token of a place is in the supply again, unseen."""

    place: Public[str]
    token: Sealed[str]
    says = "A terror token goes back from {place} to Moritani's supply, unseen."

    def apply(self, table: Table) -> None:
        take_token(table, self.place, self.token)


class SendTerrorBack(NexusUse, rule=BETRAYAL):
    """A terror token goes back to Moritani's supply."""

    not_offered, aims_at = "No terror token lies there.", "place"
    place: str

    @classmethod
    def secret_ways(cls, table: Table, now: NexusHeld) -> Iterator[Offer]:
        if lying := terror(table).at:
            yield cls.way("Nexus card: a terror token goes back", pick("place", "Where", lying))

    def brings(self, table: Table, chance: Chance) -> Iterator[Event]:
        token = chance.shuffled(tokens_at(table, self.place))[0]
        yield TerrorSentBack(self.place, sealed(str(token) if known(token) else FACE_DOWN, ME))


# -- Cunning ------------------------------------------------------------------------------------------


def anywhere(table: Table) -> list[str]:
    return [territory.name for territory in on_board(table) if not territory.owner]


class PlaceAnywhere(NexusUse, rule=CUNNING, phase="mentat_pause"):
    """Place a terror token in any territory, beside another one too."""

    aims_at = "goal"
    goal: str
    token: str = ""

    @classmethod
    def secret_ways(cls, table: Table, now: NexusHeld) -> Iterator[Offer]:
        which = pick("token", "Token", may_be_in_supply(table), called=TOKENS.__getitem__)
        if which.choices and not any(no_placing(table, now.seat)):
            where = pick("goal", "Where", anywhere(table), "place")
            yield cls.way("Nexus card: a terror token anywhere", which, where)

    def against(self, table: Table, now: NexusHeld) -> Iterator[Objection]:
        yield from no_placing(table, self.seat)
        if self.goal not in anywhere(table):
            yield Objection(CUNNING, "Choose a territory of the map.", "BAD_INPUT", firm=True)
        if not in_supply(table) or (self.token and self.token not in may_be_in_supply(table)):
            yield Objection(CUNNING, "That token is not in your supply. Choose another.", "NOT_ELIGIBLE", firm=True)

    def brings(self, table: Table, chance: Chance) -> Iterator[Event]:
        yield TerrorPlaced(self.goal, "", sealed(self.token or FACE_DOWN, ME))


# -- Secret Ally --------------------------------------------------------------------------------------


def _kept_after(table: Table, seat: str) -> tuple[str, ...]:
    """Return the cards of a battle that this seat has lost of which it may keep one."""
    live = battle_now(table)
    lost = live is not None and live.step == REVEALED and live.winner and seat == live.against(live.winner)
    return loser_may_keep(table, live) if lost and live else ()


class KeepAfterDefeat(OnceOpen, rule=ALLY):
    """Keep one card of the plan after a defeat."""

    not_offered = "Keep a card that a winner could keep, after a battle that you lost."
    card: str

    @classmethod
    def possible(cls, table: Table, live: LiveBattle, seat: str) -> bool:
        return bool(_kept_after(table, seat))

    @classmethod
    def secret_ways(cls, table: Table, now: NexusHeld) -> Iterator[Offer]:
        for card in _kept_after(table, now.seat):
            yield cls.way(say("Nexus card: keep {card}", card=card), card=card)

    def brings(self, table: Table, chance: Chance) -> Iterator[Event]:
        yield CardSaved(self.seat, self.card, (ALLY,))
        yield from settled_after_all(table)


@ruling(Aftermath, rule=ALLY)
def said_in_a_script(question: Aftermath, table: Table, so_far: Verdict) -> Verdict | None:
    beaten = question.battle.against(so_far.winner).faction if so_far.winner is not None else ""
    played = beaten and used(table, ALLY, beaten, question.battle.key)
    return kept_in_script(table, question, so_far, ALLY) if played else None
