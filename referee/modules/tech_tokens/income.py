"""What a tech token brings: as a phase ends in which its event happened, its owner gets 1 spice for each they own.

What happened is read from the log of the phase, so that an undo takes it back. In a phase by hand the table says it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import dropwhile, islice, takewhile

from referee.common.factions import named
from referee.common.turn import OfTurn, PhaseBegan, by_hand, of_turn
from referee.holdings.ledger import pay
from referee.kernel import (
    BANK,
    Called,
    Chance,
    Command,
    Event,
    Objection,
    Public,
    Table,
    adds,
    after,
    ask,
    listed,
    memoized,
    option,
    phrase,
    say,
    setting,
)
from referee.modules.tech_tokens import not_played, owners, playing, tokens_of
from referee.modules.tech_tokens.names import AXLOTL, LINERS, PRODUCTION, MakesPay
from referee.offers.offer import TABLE, BehindShield, Kept, Offer, Offers
from referee.offers.what_now import Says, WhatNow
from referee.phases.bidding.events import BiddingBegan
from referee.phases.charity import CharityClaimed
from referee.phases.revival.leaders import LeaderRevived
from referee.phases.revival.limits_and_prices import ExtraRevival, ForcesRevived
from referee.phases.shipment.prices_and_permissions import OFF_PLANET, ForcesShipped, ShipmentReturned

RULE = "4.08.02"
PAYS = phrase("spice.tech_token", "For {token}")
PHASE_STARTS = (PhaseBegan, BiddingBegan)
PHASE_OF = {"choam_charity": PRODUCTION, "revival": AXLOTL, "shipment": LINERS}
HAPPENED = {PRODUCTION: "Charity was claimed", AXLOTL: "Forces were revived", LINERS: "Forces were shipped"}
REVIVALS = option(
    "E16",
    "4.96.16",
    "What makes Axlotl Tanks pay",
    ("free", "A free revival", "A force comes back free, unless it is the Tleilaxu's own."),
    ("any", "Any revival", "A force or a leader is revived, unless by the Tleilaxu."),
)


# -- what has happened --------------------------------------------------------------------------------


class TokenEventSaid(Event, because=(RULE,)):
    """The table says that a token's event happened in a phase that it plays by hand."""

    token: Public[str]

    def sentence(self, name: Called) -> str:
        return say("{what}: {token} will pay.", what=HAPPENED[self.token], token=self.token)


def _brings(table: Table, event: Event) -> tuple[str, str]:
    """Return the token whose event this is, and who did it; both "" for none."""
    if isinstance(event, CharityClaimed):
        return PRODUCTION, event.seat
    if isinstance(event, ForcesShipped) and event.kind in OFF_PLANET:
        return LINERS, event.seat
    if isinstance(event, ForcesRevived) and event.free and event.account == "own":
        return AXLOTL, event.seat
    if isinstance(event, (ForcesRevived, LeaderRevived, ExtraRevival)) and setting(table, REVIVALS) == "any":
        return AXLOTL, event.seat
    return "", ""


def _happened(table: Table, events: Iterable[Event]) -> set[str]:
    """Return the tokens that pay, from events with the newest first; a shipment that went back brings nothing."""
    found, back = set[str](), list[tuple[str, int, int, str]]()
    for event in events:
        if isinstance(event, TokenEventSaid):
            found.add(event.token)
        elif isinstance(event, ShipmentReturned):
            back.append((event.seat, event.normal, event.special, event.goal))
        token, seat = _brings(table, event)
        if isinstance(event, ForcesShipped) and (event.seat, event.normal, event.special, event.goal) in back:
            back.remove((event.seat, event.normal, event.special, event.goal))
        elif token and ask(table, MakesPay(seat, token)).value:
            found.add(token)
    return found


def _due(table: Table, events: Iterable[Event]) -> tuple[str, ...]:
    found, before = _happened(table, events), paid(table).tokens
    return tuple(token for token in owners(table) if token in found and token not in before)


@memoized
def paying(table: Table) -> tuple[str, ...]:
    """Return the tokens that will pay when this phase ends."""
    told = (heard.event for heard in reversed(table.log))
    return _due(table, takewhile(lambda event: not isinstance(event, PHASE_STARTS), told)) if playing(table) else ()


# -- payment ------------------------------------------------------------------------------------------


class TokensPaid(OfTurn):
    """The tokens that have paid in this turn."""

    tokens: tuple[str, ...] = ()


def paid(table: Table) -> TokensPaid:
    return of_turn(table, TokensPaid)


class TokenPaid(Event, because=(RULE,)):
    """A token pays as its phase ends; its owner's spice follows."""

    token: Public[str]
    seat: Public[str]
    amount: Public[int]
    says = "{seat!n:The collects} {amount} spice for {token}."

    def apply(self, table: Table) -> None:
        table.put(TokensPaid(table.turn, (*paid(table).tokens, self.token)))


def at_the_end_of_the_phase(event: Event, table: Table, chance: Chance) -> Iterable[Event]:
    """The phase that ended stands in the log before this one."""
    if not playing(table):
        return
    told = dropwhile(lambda one: not isinstance(one, PHASE_STARTS), (heard.event for heard in reversed(table.log)))
    before = takewhile(lambda one: not isinstance(one, PHASE_STARTS), islice(told, 1, None))
    for token in _due(table, before):
        seat = owners(table)[token]
        amount = len(tokens_of(table, seat))
        yield TokenPaid(token, seat, amount)
        yield from pay(BANK, seat, amount, PAYS(token=token), (RULE,))


for _kind in PHASE_STARTS:
    after(_kind, rule=RULE)(at_the_end_of_the_phase)


# -- where the table plays a phase by hand ------------------------------------------------------------


class SayTokenEvent(Command, by="table", becomes=TokenEventSaid):
    """Say that the event of a token happened, in a phase that the referee does not see."""

    token: str

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from not_played(table)
        if PHASE_OF.get(table.phase) != self.token:
            yield Objection(RULE, say("{token} pays in another phase.", token=self.token), firm=True)
        elif self.token not in owners(table):
            yield Objection(RULE, say("Nobody owns {token}.", token=self.token), firm=True)
        elif self.token in paying(table) or self.token in paid(table).tokens:
            yield Objection(RULE, say("{token} pays this turn already.", token=self.token), firm=True)


@adds(Offers, rule=RULE, seat=TABLE)
def it_has_happened(question: Offers, table: Table) -> Iterable[Offer]:
    token = PHASE_OF.get(table.phase, "")
    if token and by_hand(table) and not any(SayTokenEvent(token).objections(table)):
        yield Offer(
            SayTokenEvent,
            say("{what}: {token} pays", what=HAPPENED[token], token=token),
            RULE,
            fixed=(("token", token),),
            aside=True,
        )


# -- on the screens -----------------------------------------------------------------------------------


@adds(WhatNow, rule=RULE)
def what_will_be_paid(question: WhatNow, table: Table) -> Iterator[Says]:
    for token in paying(table):
        seat = owners(table)[token]
        words = say(
            "{token}: {seat:gets} {n} when this phase ends.",
            token=token,
            seat=named(seat),
            n=len(tokens_of(table, seat)),
        )
        yield Says(words, RULE, seat=seat, mute=True)


@adds(BehindShield, rule=RULE)
def what_it_does_for_you(question: BehindShield, table: Table) -> Iterator[Kept]:
    own = tokens_of(table, question.seat) if playing(table) else ()
    here = PHASE_OF.get(table.phase, "")
    if not own:
        return
    lines = [listed(own)]
    if here in own and here in paying(table):
        lines.append(say("{token}: you get {n} when this phase ends.", token=here, n=len(own)))
    elif here in own:
        lines.append(
            say(
                "{token}: you get {n} when this phase ends, if {happens}.",
                token=here,
                n=len(own),
                happens=_if_that(table, here),
            )
        )
    yield Kept("Your tech tokens", tuple(lines), RULE, now=here in own, opened="Tech tokens")


def _if_that(table: Table, token: str) -> str:
    """Return whose doing makes a token pay."""
    exempt = next((seat for seat in table.seats if not ask(table, MakesPay(seat, token)).value), "")
    if exempt:
        who = named(exempt)
        revives = (
            say("anybody besides {seat} revives", seat=who)
            if setting(table, REVIVALS) == "any"
            else say("anybody besides {seat} revives a force free", seat=who)
        )
        return {
            PRODUCTION: say("anybody besides {seat} claims charity", seat=who),
            AXLOTL: revives,
            LINERS: say("anybody besides {seat} ships from off planet", seat=who),
        }[token]
    revives = "anybody revives" if setting(table, REVIVALS) == "any" else "anybody revives a force free"
    return {PRODUCTION: "anybody claims charity", AXLOTL: revives, LINERS: "anybody ships from off planet"}[token]
