"""Tech tokens in battle: the winner takes one of the loser's, and chooses if the loser has several."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.common.factions import named
from referee.common.phones_at_seats import on_own_phone
from referee.kernel import (
    Called,
    Chance,
    Event,
    Objection,
    Public,
    SeatEvent,
    Table,
    after,
    listed,
    phrase,
    ruling,
    say,
)
from referee.modules.tech_tokens import TokenMoved, playing, tokens_of
from referee.modules.tech_tokens.names import TOKENS
from referee.offers.choices import Choice
from referee.offers.offer import Blank, Offer
from referee.phases.battle.events import BattleEnded
from referee.phases.battle.live_battle import LiveBattle
from referee.phases.battle.two_sides import VerdictLine
from referee.phases.battle.verdict import Aftermath, Verdict

RULE = "4.08.03"


def _chooses(name: Called, faction: str, loser: str, tokens: tuple[str, ...]) -> str:
    return say(
        "{seat:The takes} one tech token of {loser}: {tokens}.",
        seat=name(faction),
        loser=name(loser),
        tokens=listed(tokens, "or"),
    )


TAKES = phrase("tech.takes", "{faction!n:The takes} a tech token of {loser!n}: {tokens!l}.")
CHOOSES = phrase("tech.chooses", _chooses)


class TokenPickDue(SeatEvent, because=(RULE,), stays=True):
    """The winner has to choose between several tokens."""

    of: Public[str]
    says = "{seat!n:The takes} one of {of!n:'s} tech tokens."


class TokenPickOver(Event, because=(RULE,), drops=TokenPickDue):
    """The choice was made."""


@ruling(Aftermath, rule=RULE)
def a_token_is_taken(question: Aftermath, table: Table, so_far: Verdict) -> Verdict | None:
    if not playing(table) or so_far.winner is None:
        return None
    side, foe = question.battle.side(so_far.winner), question.battle.against(so_far.winner)
    held = tokens_of(table, foe.faction)
    words = (TAKES if len(held) == 1 else CHOOSES)(faction=side.faction, loser=foe.faction, tokens=held)
    return so_far.told(VerdictLine(RULE, words)) if held else None


@after(BattleEnded, rule=RULE)
def the_winner_takes_one(event: BattleEnded, table: Table, chance: Chance) -> Iterable[Event]:
    live = table.get(LiveBattle)
    if live is None or event.winner not in live.seats or not playing(table):
        return
    loser = live.against(event.winner)
    held = tokens_of(table, loser)
    if len(held) == 1:
        yield TokenMoved(held[0], event.winner, loser, (RULE,))
    elif held:
        yield TokenPickDue(event.winner, loser)


class TakeToken(Choice[TokenPickDue], by="both", own_phone=True):
    rule = RULE
    nothing = "You take a tech token only from a player you beat, once a battle."
    does, you = "chooses a tech token", "choose a tech token of {of}"
    halts = "{seat:The takes} one of {of:'s} tech tokens."
    token: str

    @classmethod
    def waiting(cls, table: Table) -> TokenPickDue | None:
        return table.get(TokenPickDue)

    @classmethod
    def ways(cls, table: Table, now: TokenPickDue) -> Iterator[Offer]:
        choices = tuple((token, token) for token in TOKENS if token in tokens_of(table, now.of))
        yield cls.way("Take a tech token", Blank("token", "Token", "tap", choices=choices))

    def objections(self, table: Table) -> Iterator[Objection]:
        yield from on_own_phone(table, self.seat, "4.97.07")
        yield from super().objections(table)

    def against(self, table: Table, now: TokenPickDue) -> Iterator[Objection]:
        if self.token not in tokens_of(table, now.of):
            has = listed(tokens_of(table, now.of), "or") or "none"
            words = say("{of:The has} no such token. Take {has}.", of=named(now.of), has=has)
            yield Objection(RULE, words, "BAD_INPUT", firm=True)

    def outcome(self, table: Table, now: TokenPickDue, chance: Chance) -> Iterator[Event]:
        yield TokenMoved(self.token, self.seat, now.of, (RULE,))
        yield TokenPickOver()


@after(TokenMoved, rule=RULE)
def nothing_left_to_choose(event: TokenMoved, table: Table, chance: Chance) -> Iterable[Event]:
    """The table may correct an owner while somebody chooses."""
    pick = table.get(TokenPickDue)
    if pick is not None and not tokens_of(table, pick.of):
        yield TokenPickOver()
