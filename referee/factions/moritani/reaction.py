"""Forces enter a place with a terror token: Moritani reveal it, offer an alliance instead, or let it lie.

Everybody waits. An alliance that is accepted brings the tokens back unseen; one that is refused forces Moritani to
reveal. What a revealed token does stands in ``effects``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from referee.board.entries import ForcesEntered, Reaction, ReactionOrder, ReactionOver, due, reaction_now
from referee.board.worlds import is_low, safe_from
from referee.common.factions import named
from referee.common.phones_at_seats import phones_of
from referee.factions.moritani import ME, rivals
from referee.factions.moritani.terror import (
    GRUMMAN,
    SUPPLY,
    TOKENS,
    TerrorRevealed,
    TerrorTakenBack,
    terror,
    tokens_at,
)
from referee.holdings.setup import Allied
from referee.kernel.commands import Command, Objection
from referee.kernel.events import Event, Public, known
from referee.kernel.rulings import Chance, adds, after, ask, option
from referee.kernel.speakers import precedence
from referee.kernel.table import Table
from referee.kernel.wording import say
from referee.phases.agreements.alliances import AllianceBroken, MayAlly
from referee.powers.karama_windows import announced_with
from referee.powers.powers import Power, starred
from referee.screens.offers import Blank, Duty, Halts, Offer, Offers, SecretOffers

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


@dataclass
class Terms:
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


class TerrorWaits(Event):
    """The token waits for a decision: the step, against whom, where, and who is still asked to pay."""

    step: Public[str]
    token: Public[str]
    of: Public[str]
    place: Public[str]
    sector: Public[int]
    left: Public[tuple[str, ...]] = ()

    def rules(self) -> tuple[str, ...]:
        return (RULES[self.token],)

    def apply(self, table: Table) -> None:
        table.put(self)


def pending(table: Table, *steps: str) -> TerrorWaits | None:
    now = table.get(TerrorWaits)
    return now if now is not None and (not steps or now.step in steps) else None


def awaited(table: Table) -> Reaction | None:
    """Return the entry that Moritani answer now, while no revealed token is being carried out."""
    now = reaction_now(table, RULE)
    return now if now is not None and pending(table) is None else None


def _terms(table: Table) -> Terms | None:
    """Return the alliance offered; ``None`` if it was stopped before it was answered."""
    terms = table.get(Terms)
    return terms if terms is not None and (terms.refused or TERMS not in table.suspended) else None


@adds(Halts, rule=RULE)
def they_answer(question: Halts, table: Table) -> Iterable[Duty]:
    now, terms = awaited(table), _terms(table)
    if now is None:
        return
    if terms is not None and not terms.refused:
        halts = say("{of:The} must answer Moritani's offer of an alliance.", of=named(now.of))
        you = "accept Moritani's alliance, or refuse it"
        yield Duty(now.of, "answers Moritani's offer", TERMS, (AnswerTerms,), you=you, halts=halts)
        return
    must, may = "must reveal the terror token in {place}", "says whether to reveal the terror token in {place}"
    you = "reveal the terror token in {place}" if terms else "reveal the terror token in {place}, or let it lie"
    of = {"of": named(now.of), "place": now.place}
    halts = say("{of:The enters} {place}. First Moritani answer for the token there.", **of)
    by = (RevealTerror, OfferTerms, LetItLie)
    yield Duty(ME, say(must if terms else may, **of), RULE, by, you=say(you, **of), about=SUPPLY, halts=halts)


def _not_awaited(table: Table, seat: str) -> Iterator[Objection]:
    terms = _terms(table)
    if seat != ME or awaited(table) is None or (terms is not None and not terms.refused):
        yield Objection(RULE, "No terror token waits for your answer now.", firm=True)


class RevealTerror(Command, by="both", waits_for_powers=True):
    """Reveal a token where forces entered; ``token`` is needed if its face or the choice is not known."""

    seat: str
    token: str = ""

    def meant(self, table: Table) -> str:
        """Return the token that is revealed, "" if it must be named."""
        now = awaited(table)
        lying = tokens_at(table, now.place) if now else []
        faces = [str(one) for one in lying if known(one)]
        hidden = len(faces) < len(lying)
        if self.token:
            free = self.token in faces or (hidden and self.token in may_be_anywhere(table))
            return self.token if free else ""
        return faces[0] if len(faces) == 1 and not hidden else ""

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from _not_awaited(table, self.seat)
        now = awaited(table)
        if now and self.token and not self.meant(table):
            yield Objection(SUPPLY, "That token does not lie there. Choose another.", "NOT_ELIGIBLE", firm=True)
        elif now and not self.meant(table) and (table.viewer == ME or ME not in phones_of(table)):
            yield Objection(SUPPLY, "Say which token you reveal.", "BAD_INPUT", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        now = awaited(table)
        token = self.meant(table)
        if now is None or not token:
            return
        yield TermsEnded()
        yield ReactionOver(RULE)
        yield TerrorRevealed(ME, now.of, now.place, token, (RULES[token], RULE))
        yield TerrorActs(token, now.of, now.place, now.sector, now.cause, now.group.normal, now.group.special)


def may_be_anywhere(table: Table) -> list[str]:
    """Return the kinds that may lie where a token is whose face this viewer does not know."""
    gone = terror(table).gone
    seen = [one for tokens in terror(table).at.values() for one in tokens if known(one)]
    return [one for one in TOKENS if one not in gone and one not in seen]


RULES = {
    "assassination": "2.12.07",
    "atomics": "2.12.08",
    "extortion": "2.12.09",
    "robbery": "2.12.10",
    "sabotage": "2.12.11",
    "sneak_attack": "2.12.12",
}


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


class LetItLie(Command, by="both"):
    seat: str

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from _not_awaited(table, self.seat)
        terms = _terms(table)
        if terms is not None and terms.refused:
            words = "Your offer was refused, so you must reveal the token."
            yield Objection(TERMS, words, "NOT_ELIGIBLE", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        now = awaited(table)
        if table.get(Terms) is not None:  # stopped
            yield TermsEnded()
        yield TerrorLies(now.place if now else "")
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


class TermsEnded(Event, because=(TERMS,)):
    def apply(self, table: Table) -> None:
        table.drop(Terms)


def may_offer(table: Table) -> bool:
    now = awaited(table)
    if now is None or now.of in rivals(table) or TERMS in table.suspended or _terms(table) is not None:
        return False
    return not ask(table, MayAlly(ME, now.of)).value


class OfferTerms(Command, by="both", waits_for_powers=True):
    seat: str

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from _not_awaited(table, self.seat)
        if not may_offer(table):
            words = "You can offer no alliance now. Reveal the token, or let it lie."
            yield Objection(TERMS, words, "NOT_ELIGIBLE", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        now = awaited(table)
        if now is not None:
            yield TermsOffered(now.of)


announced_with(POWER, OfferTerms)


class AnswerTerms(Command, by="both", waits_for_powers=True):
    """Accept the alliance or refuse it."""

    seat: str
    accept: bool

    def objections(self, table: Table) -> Iterable[Objection]:
        terms = _terms(table)
        if terms is None or terms.refused or terms.of != self.seat:
            yield Objection(TERMS, "Nobody offers you an alliance now.", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        now = awaited(table)
        if not self.accept or now is None:
            yield TermsRefused(self.seat)
            return
        yield from (AllianceBroken(one) for one in (ME, self.seat) if table.ally(one))
        yield Allied((ME, self.seat))
        yield TerrorTakenBack(now.place, (TERMS,))
        yield TermsEnded()
        yield ReactionOver(RULE)


# -- offers -------------------------------------------------------------------------------------------


def _kinds(table: Table, place: str) -> tuple[tuple[str, str], ...]:
    """Return what this viewer may name as revealed there."""
    lying = tokens_at(table, place)
    kinds = [str(one) for one in lying if known(one)]
    rest = may_be_anywhere(table) if len(kinds) < len(lying) else []
    return tuple((one, TOKENS[one]) for one in (*kinds, *rest))


@adds(SecretOffers, rule=RULE, seat=ME)
def reveal_by_name(question: SecretOffers, table: Table) -> Iterable[Offer]:
    now = awaited(table)
    if now is None or any(_not_awaited(table, ME)) or len(_kinds(table, now.place)) < 2:
        return ()
    which = Blank("token", say("Against {seat}", seat=named(now.of)), "tap", choices=_kinds(table, now.place))
    return (Offer(RevealTerror, say("Reveal in {place}", place=now.place), RULE, (which,), at_once=True),)


@adds(Offers, rule=RULE, seat=ME)
def reveal_or_not(question: Offers, table: Table) -> Iterable[Offer]:
    now = awaited(table)
    if now is None or any(_not_awaited(table, ME)):
        return
    which = Blank("token", "It is", "select", choices=_kinds(table, now.place))
    blanks = () if ME in phones_of(table) else (which,)
    if blanks or len(tokens_at(table, now.place)) == 1:
        yield Offer(
            RevealTerror, say("Reveal the terror token in {place}", place=now.place), RULE, blanks, at_once=True
        )
    if may_offer(table):
        yield Offer(OfferTerms, say("Offer {seat} an alliance instead", seat=named(now.of)), TERMS, at_once=True)
    if _terms(table) is None:
        yield Offer(LetItLie, say("Let the token in {place} lie", place=now.place), RULE, at_once=True)


@adds(Offers, rule=TERMS)
def yes_or_no(question: Offers, table: Table) -> Iterable[Offer]:
    terms = _terms(table)
    if terms is None or terms.refused or terms.of != question.seat:
        return ()
    ally = table.ally(question.seat)
    words = "Accept Moritani's alliance, and leave {ally}" if ally else "Accept Moritani's alliance"
    accept = say(words, ally=named(ally or ""))
    yes = Offer(AnswerTerms, accept, TERMS, fixed=(("accept", "1"),), at_once=True)
    no = Offer(AnswerTerms, "Refuse: the token is revealed", TERMS, fixed=(("accept", ""),), at_once=True)
    return (yes, no)
