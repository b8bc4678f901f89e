"""Tech tokens, a module of the first box: three tokens, each of which pays when others do a certain thing.

Who owns which is public. They are dealt when the first storm is over, change hands in battles, and can be corrected by
the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field

from referee.board.storm import storm_order
from referee.common.boxes import FIRST, in_play, module
from referee.common.factions import faction_name, named
from referee.common.things import EXPLAINED, Does, Explained, Thing, owned_in_the_open
from referee.common.turn import PHASES, PhaseBegan
from referee.kernel import (
    Called,
    Chance,
    Command,
    Event,
    Objection,
    Public,
    State,
    Table,
    adds,
    after,
    ask,
    listed,
    ruling,
    say,
)
from referee.modules.tech_tokens.names import TOKENS, FirstToken
from referee.offers.offer import TABLE, Blank, Offer, Offers, seats_of
from referee.phases.bidding.events import BiddingBegan
from referee.phases.mentat.victory import CountForVictory

RULE, DEALT = "4.08", "4.08.01"
TECH = module(
    "M1",
    RULE,
    "Tech tokens",
    "Three tokens that pay spice and, all together, count as a stronghold.",
    FIRST,
    room=__name__,
)
DEAL_FROM = {*PHASES[1:]}


class TechTokens(State):
    """Who owns each token; ``dealt`` once they are, or were entered."""

    of: dict[str, str] = field(default_factory=dict)
    dealt: bool = False


def owners(table: Table) -> dict[str, str]:
    """Return the owner of each token that has one, in the order of the tokens."""
    of = table.state(TechTokens).of
    return {token: of[token] for token in TOKENS if of.get(token) in table.seats}


def tokens_of(table: Table, seat: str) -> tuple[str, ...]:
    return tuple(token for token, owner in owners(table).items() if owner == seat)


def playing(table: Table) -> bool:
    return in_play(table, TECH) and bool(table.seats)


# -- events -------------------------------------------------------------------------------------------


class TechTokensDealt(Event, because=(DEALT,)):
    """Each token with its owner; one that nobody is left for stays in the box."""

    owners: Public[tuple[tuple[str, str], ...]]

    def apply(self, table: Table) -> None:
        table.put(TechTokens(dict(self.owners), True))

    def sentence(self, name: Called) -> str:
        said = [say("{token} to {seat}", token=token, seat=name(seat)) for token, seat in self.owners]
        return say("Tech tokens: {tokens}.", tokens=listed(said)) if said else "Nobody begins with a tech token."


class TokenMoved(Event):
    """A token changed hands: ``seat`` has it now, "" for nobody; ``of`` had it."""

    token: Public[str]
    seat: Public[str]
    of: Public[str]
    why: Public[tuple[str, ...]]

    def apply(self, table: Table) -> None:
        kept = table.put(table.state(TechTokens))
        kept.of.pop(self.token, None)
        if self.seat:
            kept.of[self.token] = self.seat
        kept.dealt = True

    def pattern(self) -> str:
        if not self.seat:
            return "Nobody owns {token} now."
        return "{seat!n:The takes} {token} from {of!n}." if self.of else "{seat!n:The takes} {token}."


LIE = owned_in_the_open("tech_tokens", TECH, TOKENS, TechTokensDealt, owners)
EXPLAINED["tech_tokens"] = Explained("Tech tokens", lambda: dict.fromkeys(TOKENS, Does("4.08.02", (0, 1))), "tech")


@LIE.on_paper("tech", RULE, "name", "seat", empty=True)
def as_they_lie(table: Table, lying: Iterable[Thing]) -> str:
    have = [say("{token} {seat}", token=one.name, seat=faction_name(one.seat)) for one in lying]
    if not have:
        return "Tech tokens: nobody has any" if table.state(TechTokens).dealt else ""
    return say("Tech tokens: {tokens}", tokens=listed(have, ","))


# -- dealing ------------------------------------------------------------------------------------------


def _deal(table: Table, chance: Chance) -> Event:
    """Each goes to its own faction; the rest go at random, in storm order, to players who have none."""
    own = {ask(table, FirstToken(seat)).value: seat for seat in table.seats}
    made = {token: own[token] for token in TOKENS if token in own}
    left = chance.shuffled([token for token in TOKENS if token not in made])
    without = [seat for seat in storm_order(table) if seat not in made.values()]
    made |= dict(zip(left, without, strict=False))
    return TechTokensDealt(tuple((token, made[token]) for token in TOKENS if token in made))


def once_the_first_storm_is_over(event: Event, table: Table, chance: Chance) -> Iterable[Event]:
    due = playing(table) and table.turn == 1 and table.phase in DEAL_FROM and not table.state(TechTokens).dealt
    return (_deal(table, chance),) if due else ()


for _kind in (PhaseBegan, BiddingBegan):
    after(_kind, rule=DEALT)(once_the_first_storm_is_over)


class DealTechTokens(Command, by="table"):
    """Deal them later in the game than by the rule."""

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from not_played(table)
        if table.state(TechTokens).dealt:
            yield Objection(DEALT, "The tech tokens are dealt. Correct their owners instead.", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield _deal(table, chance)


class NameTokenOwner(Command, by="table"):
    """Correct who owns a token: ``to`` is a seat, "" for nobody."""

    token: str
    to: str = ""

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from not_played(table)
        if self.token not in TOKENS:
            yield Objection(RULE, say("The tech tokens are {tokens}.", tokens=listed(TOKENS)), "BAD_INPUT", firm=True)
        elif self.to not in {"", *table.seats}:
            yield Objection(RULE, "No player here has that name. Choose a seat at this table.", "BAD_INPUT", firm=True)
        elif self.to == owners(table).get(self.token, ""):
            words = (
                say("{seat:The has} {token} already.", seat=named(self.to), token=self.token)
                if self.to
                else say("Nobody has {token} already.", token=self.token)
            )
            yield Objection(RULE, words, firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield TokenMoved(self.token, self.to, owners(table).get(self.token, ""), (RULE,))


def not_played(table: Table) -> Iterator[Objection]:
    if not playing(table):
        yield Objection(RULE, "This table plays without tech tokens. Turn them on under Options.", firm=True)


@adds(Offers, rule=RULE, seat=TABLE)
def put_the_owners_right(question: Offers, table: Table) -> Iterable[Offer]:
    if not playing(table) or table.phase not in PHASES:
        return
    if not table.state(TechTokens).dealt and table.turn > 1:
        yield Offer(DealTechTokens, "Deal the tech tokens", DEALT)
    which = Blank("token", "Tech token", "select", choices=tuple((token, token) for token in TOKENS))
    whose = Blank("to", "Owner", "select", choices=(*seats_of(table), ("", "Nobody")))
    yield Offer(NameTokenOwner, "Correct who owns a tech token", RULE, (which, whose), aside=True, part="correction")


@ruling(CountForVictory, rule="4.08.04")
def a_set_is_a_stronghold(question: CountForVictory, table: Table, so_far: int) -> int | None:
    """All three tech tokens with one player count as one stronghold, for that player's side."""
    whole = playing(table) and any(len(tokens_of(table, seat)) == len(TOKENS) for seat in question.side)
    return so_far + 1 if whole else None
