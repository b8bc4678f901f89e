"""Forces enter a place with a terror token: Moritani reveal it, offer an alliance instead, or let it lie.

Everybody waits. An alliance that is accepted brings the tokens back unseen; one that is refused forces Moritani to
reveal. What a revealed token does stands in ``effects``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.agreements.alliances import AllianceBroken, MayAlly
from referee.board.entries import ForcesEntered, Reaction, ReactionOrder, ReactionOver, due, reaction_now
from referee.board.worlds import is_low, safe_from
from referee.common.factions import named
from referee.common.phones_at_seats import phones_of
from referee.factions.moritani import ME, rivals
from referee.factions.moritani.terror import (
    GRUMMAN,
    RULES,
    SUPPLY,
    TOKENS,
    TerrorRevealed,
    TerrorTakenBack,
    may_be_anywhere,
    tokens_at,
)
from referee.holdings.setup import Allied
from referee.kernel import (
    Amount,
    Chance,
    Event,
    Objection,
    Public,
    State,
    Table,
    after,
    ask,
    known,
    option,
    precedence,
    ruling,
    say,
)
from referee.offers.choices import Choice
from referee.offers.gains import LEFT_ALONE, OfferGains
from referee.offers.offer import Blank, Offer
from referee.powers.karama_windows import announced_with
from referee.powers.powers import Power, starred

RULE, TERMS = "2.12.05", "2.12.06"
POWER = starred(
    Power(TERMS, ME, "ENEMY_OF_MY_ENEMY", "after", "Moritani offer an alliance instead of a terror token."), "shipment"
)
ORDER = option(
    "E15",
    "4.96.15",
    "Several reactions to one entry",
    ("numbers", "Ambassadors before terror", "Advisors turn over, then an ambassador acts, then a terror token."),
    ("terror", "Terror before ambassadors", "Advisors turn over, then a terror token acts, then an ambassador."),
)
FEW = 3  # and more may be struck while their world is low
BEFORE = (2, 11)  # the first of the rules that terror may come before


def _terror_first(question: ReactionOrder, table: Table, so_far: tuple[str, ...]) -> tuple[str, ...]:
    early = tuple(one for one in so_far if precedence(one) < BEFORE)
    return (*early, *(one for one in so_far if one == RULE), *(one for one in so_far if one not in {*early, RULE}))


ORDER.decides(ReactionOrder, {"terror": _terror_first})


def strikes(table: Table, seat: str, forces: int) -> bool:
    """Return True if a token may be revealed against a faction that enters with so many forces (4.04.23)."""
    too_few = forces < FEW and is_low(table, GRUMMAN)
    return not too_few and seat not in {ME, table.ally(ME), *safe_from(table, GRUMMAN)}


class Terms(State):
    """An alliance offered to who entered: no answer yet, or refused, so that a token must be revealed."""

    of: str
    refused: bool = False


@after(ForcesEntered, rule=RULE)
def somebody_comes(event: ForcesEntered, table: Table, chance: Chance) -> Iterable[Event]:
    came = event.arrival()
    if came is None or ME not in table.seats or not tokens_at(table, came.place):
        return
    if strikes(table, came.seat, came.group.total):
        yield from due(ME, RULE, came)


@after(ReactionOver, rule=RULE)
def nothing_left_to_answer(event: ReactionOver, table: Table, chance: Chance) -> Iterable[Event]:
    """The tokens may be gone, or an alliance made, since the entry."""
    now = reaction_now(table, RULE)
    if now is None or table.get(Terms) is not None:
        return
    if not tokens_at(table, now.place) or not strikes(table, now.of, now.group.total):
        yield ReactionOver(RULE)


# -- what is awaited ----------------------------------------------------------------------------------


class TerrorWaits(Event, stays=True):
    """The token waits for a decision: the step, against whom, where, and who is still asked to pay."""

    step: Public[str]
    token: Public[str]
    of: Public[str]
    place: Public[str]
    sector: Public[int]
    left: Public[tuple[str, ...]] = ()

    def rules(self) -> tuple[str, ...]:
        return (RULES[self.token],)


def awaited(table: Table) -> Reaction | None:
    """Return the entry that Moritani answer now, while no revealed token is being carried out."""
    now = reaction_now(table, RULE)
    return now if now is not None and table.get(TerrorWaits) is None else None


def _terms(table: Table) -> Terms | None:
    """Return the alliance offered; ``None`` if it was stopped before it was answered."""
    terms = table.get(Terms)
    return terms if terms is not None and (terms.refused or TERMS not in table.suspended) else None


def _refused(table: Table) -> bool:
    """Return True if an alliance was refused, so that the token must be revealed."""
    return (terms := _terms(table)) is not None and terms.refused


class EntryChoice(Choice[Reaction], abstract=True):
    """Moritani's answer to an entry: they reveal the token, offer an alliance instead, or let it lie."""

    rule, who, about = RULE, ME, SUPPLY
    nothing = "No terror token waits for your answer now."
    halts = "{of:The enters} {place}. First Moritani answer for the token there."

    @classmethod
    def waiting(cls, table: Table) -> Reaction | None:
        return awaited(table) if _terms(table) is None or _refused(table) else None

    @classmethod
    def words(cls, table: Table, now: Reaction) -> dict[str, object]:
        return {"of": named(now.of), "seat": named(now.of), "place": now.place}


class RevealTerror(EntryChoice, by="both", waits_for_powers=True):
    """Reveal a token where forces entered; ``token`` is needed if its face or the choice is not known."""

    does = "says whether to reveal the terror token in {place}"
    you = "reveal the terror token in {place}, or let it lie"
    token: str = ""

    @classmethod
    def phrases(cls, table: Table, now: Reaction) -> tuple[str, str]:
        must = ("must reveal the terror token in {place}", "reveal the terror token in {place}")
        return must if _refused(table) else super().phrases(table, now)

    @classmethod
    def ways(cls, table: Table, now: Reaction) -> Iterator[Offer]:
        kinds = _kinds(table, now.place)
        blanks = () if ME in phones_of(table) else (Blank("token", "It is", "select", choices=kinds),)
        if blanks or len(tokens_at(table, now.place)) == 1:
            yield cls.way(say("Reveal the terror token in {place}", place=now.place), *blanks)

    @classmethod
    def secret_ways(cls, table: Table, now: Reaction) -> Iterator[Offer]:
        kinds = _kinds(table, now.place)
        if len(kinds) > 1 and table.viewer == ME:
            which = Blank("token", say("Against {seat}", seat=named(now.of)), "tap", choices=kinds)
            yield cls.way(say("Reveal in {place}", place=now.place), which)

    def meant(self, table: Table, place: str) -> str:
        """Return the token that is revealed, "" if it must be named."""
        lying = tokens_at(table, place)
        faces = [str(one) for one in lying if known(one)]
        hidden = len(faces) < len(lying)
        if self.token:
            free = self.token in faces or (hidden and self.token in may_be_anywhere(table))
            return self.token if free else ""
        return faces[0] if len(faces) == 1 and not hidden else ""

    def against(self, table: Table, now: Reaction) -> Iterator[Objection]:
        if self.meant(table, now.place):
            return
        if self.token:
            yield Objection(SUPPLY, "That token does not lie there. Choose another.", "NOT_ELIGIBLE", firm=True)
        elif table.viewer == ME or ME not in phones_of(table):
            yield Objection(SUPPLY, "Say which token you reveal.", "BAD_INPUT", firm=True)

    def outcome(self, table: Table, now: Reaction, chance: Chance) -> Iterator[Event]:
        token = self.meant(table, now.place)
        if not token:
            return
        yield TermsEnded()
        yield ReactionOver(RULE)
        yield TerrorRevealed(ME, now.of, now.place, token, (RULES[token], RULE))
        yield TerrorActs(token, now.of, now.place, now.sector, now.cause, now.group.normal, now.group.special)


def _kinds(table: Table, place: str) -> tuple[tuple[str, str], ...]:
    """Return what this viewer may name as revealed there."""
    lying = tokens_at(table, place)
    kinds = [str(one) for one in lying if known(one)]
    rest = may_be_anywhere(table) if len(kinds) < len(lying) else []
    return tuple((one, TOKENS[one]) for one in (*kinds, *rest))


class TerrorActs(Event):
    """A revealed token is carried out against the faction that entered."""

    token: Public[str]
    of: Public[str]
    place: Public[str]
    sector: Public[int]
    cause: Public[str]
    normal: Public[int]
    special: Public[int]

    def rules(self) -> tuple[str, ...]:
        return (RULES[self.token],)


class LetItLie(EntryChoice, by="both", gains=-1):
    button = "Let the token in {place} lie"

    def against(self, table: Table, now: Reaction) -> Iterator[Objection]:
        if _refused(table):
            yield Objection(TERMS, "Your offer was refused, so you must reveal the token.", "NOT_ELIGIBLE", firm=True)

    def outcome(self, table: Table, now: Reaction, chance: Chance) -> Iterator[Event]:
        if table.get(Terms) is not None:  # stopped
            yield TermsEnded()
        yield TerrorLies(now.place)
        yield ReactionOver(RULE)


class TerrorLies(Event, because=(RULE,)):
    place: Public[str]
    says = "The terror token in {place} stays face down."


# -- an alliance instead ------------------------------------------------------------------------------


class TermsOffered(Event, because=(TERMS,)):
    of: Public[str]
    says = "Moritani offer {of!n} an alliance instead of the terror token."

    def apply(self, table: Table) -> None:
        table.put(Terms(self.of))


class TermsRefused(Event, because=(TERMS,)):
    of: Public[str]
    says = "{of!n:The refuses} Moritani's alliance, so the token is revealed."

    def apply(self, table: Table) -> None:
        table.put(Terms(self.of, True))


class TermsEnded(Event, because=(TERMS,), drops=Terms): ...


def may_offer(table: Table) -> bool:
    now = awaited(table)
    if now is None or now.of in rivals(table) or TERMS in table.suspended or _terms(table) is not None:
        return False
    return not ask(table, MayAlly(ME, now.of)).value


class OfferTerms(EntryChoice, by="both", waits_for_powers=True):
    rule = TERMS
    button = "Offer {seat} an alliance instead"

    def against(self, table: Table, now: Reaction) -> Iterator[Objection]:
        if not may_offer(table):
            words = "You can offer no alliance now. Reveal the token, or let it lie."
            yield Objection(TERMS, words, "NOT_ELIGIBLE", firm=True)

    def outcome(self, table: Table, now: Reaction, chance: Chance) -> Iterator[Event]:
        yield TermsOffered(now.of)


announced_with(POWER, OfferTerms)


class AnswerTerms(Choice[Reaction], by="both", waits_for_powers=True):
    """Accept the alliance or refuse it."""

    rule, asks = TERMS, "of"
    nothing = "Nobody offers you an alliance now."
    does, you = "answers Moritani's offer", "accept Moritani's alliance, or refuse it"
    halts = "{of:The} must answer Moritani's offer of an alliance."
    accept: bool

    @classmethod
    def waiting(cls, table: Table) -> Reaction | None:
        terms = _terms(table)
        return awaited(table) if terms is not None and not terms.refused else None

    @classmethod
    def ways(cls, table: Table, now: Reaction) -> Iterator[Offer]:
        ally = table.ally(now.of)
        words = "Accept Moritani's alliance, and leave {ally}" if ally else "Accept Moritani's alliance"
        yield cls.way(say(words, ally=named(ally or "")), accept="1")
        yield cls.way("Refuse: the token is revealed", accept="")

    def outcome(self, table: Table, now: Reaction, chance: Chance) -> Iterator[Event]:
        if not self.accept:
            yield TermsRefused(self.seat)
            return
        yield from (AllianceBroken(seat) for seat in (ME, self.seat) if table.ally(seat))
        yield Allied((ME, self.seat))
        yield TerrorTakenBack(now.place, (TERMS,))
        yield TermsEnded()
        yield ReactionOver(RULE)


@ruling(OfferGains, rule=TERMS)
def no_alliance_by_itself(question: OfferGains, table: Table, so_far: Amount) -> Amount | None:
    made = question.command
    allies = isinstance(made, OfferTerms) or (isinstance(made, AnswerTerms) and made.accept)
    return LEFT_ALONE if allies else None
