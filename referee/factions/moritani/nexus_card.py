"""The Nexus card of Moritani: a terror token goes back, or comes anywhere, or a card is kept after a defeat."""

from __future__ import annotations

from collections.abc import Iterable

from referee.board.territories import on_board
from referee.common.turn import in_phase
from referee.factions.moritani import ME
from referee.factions.moritani.keeps_a_card import CardSaved, kept_in_script, may_be_kept
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
from referee.kernel.commands import Objection
from referee.kernel.events import FACE_DOWN, Event, Public, Sealed, known, sealed
from referee.kernel.rulings import Chance, adds, ruling
from referee.kernel.table import Table
from referee.kernel.wording import say
from referee.modules.nexus_cards.holding import NexusUse, may_use, might_use, nexus_card, used
from referee.offers.offer import Blank, Offer, SecretOffers
from referee.phases.battle.conclude import settled_after_all
from referee.phases.battle.live_battle import REVEALED, battle_now, running
from referee.phases.battle.reveal import MayStillSpeak, may_play_nexus
from referee.phases.battle.verdict import Aftermath, Verdict

CARD = nexus_card(ME, "4.05.22")
BETRAYAL, CUNNING, ALLY = "4.05.22.01", "4.05.22.02", "4.05.22.03"


# -- Betrayal -----------------------------------------------------------------------------------------


class TerrorSentBack(Event, because=(BETRAYAL,), shows="token"):
    """One token of a place is in the supply again, unseen."""

    place: Public[str]
    token: Sealed[str]
    says = "A terror token goes back from {place} to Moritani's supply, unseen."

    def apply(self, table: Table) -> None:
        take_token(table, self.place, self.token)


class SendTerrorBack(NexusUse, use=BETRAYAL):
    """A terror token goes back to Moritani's supply."""

    place: str

    def against(self, table: Table) -> Iterable[Objection]:
        if not tokens_at(table, self.place):
            yield Objection(BETRAYAL, "No terror token lies there.", "NOT_ELIGIBLE", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield self.played(self.place)
        lying = tokens_at(table, self.place)
        token = chance.shuffled(lying)[0]
        yield TerrorSentBack(self.place, sealed(str(token) if known(token) else FACE_DOWN, ME))


# -- Cunning ------------------------------------------------------------------------------------------


def anywhere(table: Table) -> list[str]:
    return [one.name for one in on_board(table) if not one.owner]


class PlaceAnywhere(NexusUse, use=CUNNING):
    """Place a terror token in any territory, beside another one too."""

    goal: str
    token: str = ""

    def against(self, table: Table) -> Iterable[Objection]:
        yield from in_phase(table, "mentat_pause")
        yield from no_placing(table, self.seat)
        if self.goal not in anywhere(table):
            yield Objection(CUNNING, "Choose a territory of the map.", "BAD_INPUT", firm=True)
        if not in_supply(table) or (self.token and self.token not in may_be_in_supply(table)):
            yield Objection(CUNNING, "That token is not in your supply. Choose another.", "NOT_ELIGIBLE", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield self.played(self.goal)
        yield TerrorPlaced(self.goal, "", sealed(self.token or FACE_DOWN, ME))


# -- Secret Ally --------------------------------------------------------------------------------------


def _kept_after(table: Table, seat: str) -> tuple[str, ...]:
    """Return the cards of a battle that this seat has lost of which it may keep one."""
    live = battle_now(table)
    lost = live is not None and live.step == REVEALED and live.winner and seat == live.against(live.winner)
    return may_be_kept(table, live.verdict, seat) if lost and live else ()


class KeepAfterDefeat(NexusUse, use=ALLY):
    """Keep one card of the plan after a defeat."""

    card: str

    def against(self, table: Table) -> Iterable[Objection]:
        yield from running(table, REVEALED)
        if battle_now(table) and self.card not in _kept_after(table, self.seat):
            words = "Keep a card that a winner could keep, after a battle that you lost."
            yield Objection(ALLY, words, "NOT_ELIGIBLE", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield self.played()
        yield CardSaved(self.seat, self.card, (ALLY,))
        yield from settled_after_all(table)


@ruling(MayStillSpeak, rule=ALLY)
def the_loser_may_play_it(question: MayStillSpeak, table: Table, so_far: str) -> str | None:
    """Whichever card they hold."""
    live = battle_now(table)
    seat = live.against(live.winner) if live and live.winner else ""
    if not seat or not might_use(table, seat, ALLY) or not _kept_after(table, seat):
        return None
    return may_play_nexus(so_far, [seat])


@ruling(Aftermath, rule=ALLY)
def said_in_a_script(question: Aftermath, table: Table, so_far: Verdict) -> Verdict | None:
    beaten = question.battle.against(so_far.winner).faction if so_far.winner is not None else ""
    played = beaten and used(table, ALLY, beaten, question.battle.key)
    return kept_in_script(table, question, so_far, ALLY) if played else None


@adds(SecretOffers, rule=ALLY)
def play_it(question: SecretOffers, table: Table) -> Iterable[Offer]:
    seat = question.seat
    if may_use(table, seat, BETRAYAL) and (lying := terror(table).at):
        blank = Blank("place", "Where", "select", choices=tuple((one, one) for one in lying))
        yield Offer(SendTerrorBack, "Nexus card: a terror token goes back", BETRAYAL, (blank,))
    if may_use(table, seat, CUNNING) and table.phase == "mentat_pause" and not any(no_placing(table, seat)):
        kinds = tuple((one, TOKENS[one]) for one in may_be_in_supply(table))
        where = Blank("goal", "Where", "place", choices=tuple((one, one) for one in anywhere(table)))
        if kinds:
            which = Blank("token", "Token", "select", choices=kinds)
            yield Offer(PlaceAnywhere, "Nexus card: a terror token anywhere", CUNNING, (which, where))
    if may_use(table, seat, ALLY):
        for card in _kept_after(table, seat):
            yield Offer(
                KeepAfterDefeat, say("Nexus card: keep {card}", card=card), ALLY, fixed=(("card", card),), at_once=True
            )
