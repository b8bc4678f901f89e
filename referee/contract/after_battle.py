"""What follows a battle, as plain JSON values: what happened, and what may still be chosen.

It is read from the events of the table on which the battle was fought. Left out is what other fields of the answer say:
forces and leaders lost, cards of the plans, and what is paid for support and for dead leaders.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import fields, replace
from typing import Any

from referee.board.forces import Group, in_words
from referee.common.factions import FACTIONS, faction_name, named
from referee.contract.answers import counts_of
from referee.contract.fought import PlayedBattle
from referee.holdings.hands import CardDiscarded
from referee.holdings.leaders import LeaderDied, LeadersNoted, among, home_of
from referee.holdings.ledger import SpiceMoved, lying, place_name
from referee.kernel import PUBLIC, REFEREE, Event, Phrase, SuspensionSpent, as_seen_by, card_name, precedence, say
from referee.offers.offer import Offer
from referee.phases.battle.events import BattleEnded, BattleJudged, ForcesLost, LeaderFought, LeftTheField, LossesChosen
from referee.phases.battle.live_battle import LiveBattle, chosen_loss
from referee.phases.battle.settle import BLOWN_UP, KILLED, SUPPORTED
from referee.phases.battle.two_sides import VerdictLine
from referee.phases.battle.verdict import Spared, Verdict, saved
from referee.phases.battle.verdict_wording import SAVES

Entry = dict[str, Any]
NOT_TOLD = {"seat", "why", "to", "battle"}  # fields of events that say nothing new
IN_THE_VERDICT = (BattleEnded, BattleJudged, ForcesLost, LeaderFought, LeadersNoted, LossesChosen, SuspensionSpent)
PAID_IN_THE_VERDICT = {SUPPORTED, KILLED, BLOWN_UP}
CALLED = {"CallTraitor", "ShowFaceDancer"}  # of these the line itself speaks: what it does not call is not called
OF_CARDS, DANCED = "3.", "2.08.04"
CONCLUDE, IN_FIELDS = "Conclude", {"split", "cards"}  # "forces_lost_any_of" and "cards_kept_optional" hold these open


def followed(fight: PlayedBattle) -> list[tuple[Entry, VerdictLine]]:
    """Return each thing that happened after the verdict with its sentence, then what may still be chosen."""
    winner = fight.table.state(LiveBattle).winner
    heard = ((as_seen_by(event, PUBLIC), as_seen_by(event, REFEREE)) for event in fight.events)
    news = (public for public, whole in heard if public and whole and _is_news(whole, fight.verdict))
    told = [*_stays(fight), *(_open(_told(event, winner), event, fight) for event in news)]
    told_of = {*IN_FIELDS, *({"capture"} if (taken := fight.verdict.capture) and taken.pool == () else ())}
    choices = [_may(seat, made, told_of) for seat, made in fight.open_to if _is_open(made, told_of)]
    return [*told, *sorted(choices, key=lambda made: precedence(made[1].rule))]


def news_of(fight: PlayedBattle) -> list[VerdictLine]:
    """Return what the verdict's own lines do not say, a sentence with its rule each."""
    spoke = {line.rule for line in fight.verdict.lines}
    return [line for entry, line in followed(fight) if line.rule not in spoke or entry.get("may")]


def net_of(fight: PlayedBattle) -> dict[str, int]:
    """Return each faction's gain or loss of spice, without zeros; what lies in front of a shield is not counted."""
    gains = Counter[str]()
    for event in fight.events:
        if isinstance(event, SpiceMoved):
            gains[event.payee] += event.amount
            gains[event.payer] -= event.amount
    return {seat: gains[seat] for seat in fight.table.seats if gains[seat]}


def sent_home(fight: PlayedBattle) -> dict[str, int]:
    """Return how many forces of each faction a Face Dancer sent back to the reserves, where that is decided."""
    gone, undecided = Counter[str](), {seat for seat, ways in fight.verdict.losses.items() if len(ways) > 1}
    for event in fight.events:
        if isinstance(event, LeftTheField) and DANCED in event.why and event.seat not in undecided:
            gone[event.seat] += event.group.total
    return dict(gone)


def spice_left(fight: PlayedBattle) -> dict[str, int]:
    """Return what lies in the territory afterwards."""
    left = lying(fight.table, fight.battle.territory)
    return {fight.battle.territory: left} if left or fight.battle.spice else {}


def really_lost(verdict: Verdict) -> Verdict:
    """Return the verdict without those of the losses that a power saves."""
    left = {
        seat: tuple(dict.fromkeys(_without(verdict.spared.get(seat, Spared()), mix) for mix in mixes))
        for seat, mixes in verdict.losses.items()
    }
    return replace(verdict, losses=left)


def really_saved(verdict: Verdict) -> dict[str, Spared]:
    """Return how many forces each power saves of those that were lost, which may be fewer than it could save."""
    made = dict[str, Spared]()
    for seat, spared in verdict.spared.items():
        stay, home = saved(spared, next(iter(verdict.losses.get(seat, ())), Group()))
        made |= {seat: spared._replace(stay=stay.total, home=home.total)} if stay.plus(home).total else {}
    return made


def _without(spared: Spared, lost: Group) -> Group:
    stay, home = saved(spared, lost)
    return lost.plus(stay.plus(home), -1)


# -- what happened ------------------------------------------------------------------------------------


def _stays(fight: PlayedBattle) -> Iterator[tuple[Entry, VerdictLine]]:
    """Yield the saved forces that stay where they are: no event, for they do not move."""
    live = fight.table.state(LiveBattle)
    for seat, spared in live.verdict.spared.items() if not live.verdict.takeover else ():
        stay, _ = saved(spared, chosen_loss(live, seat))
        if stay.total:
            line = VerdictLine(spared.because[0], SAVES(faction=seat, stay=stay.total, home=0), spared.because[1:])
            ways = [saved(spared, mix)[0] for mix in fight.verdict.losses.get(seat, ())]
            yield _entry(seat, "forces_stay", line, _any_of(ways) if len({*ways}) > 1 else counts_of(stay))


def _any_of(ways: Sequence[Group]) -> Entry:
    return {"any_of": [counts_of(group) for group in dict.fromkeys(ways)]}


def _open(told: tuple[Entry, VerdictLine], event: Event, fight: PlayedBattle) -> tuple[Entry, VerdictLine]:
    """Return what was told of an event, all ways where it hangs on losses that a player has still to choose."""
    if not isinstance(event, LeftTheField):
        return told
    live, seat, (entry, line) = fight.table.state(LiveBattle), event.seat, told
    spared, chosen = live.verdict.spared.get(seat, Spared()), chosen_loss(live, seat)

    def change(mix: Group) -> Group:
        stay, home = saved(spared, mix)
        return home if event.why == spared.because else (stay if live.verdict.takeover else Group()).plus(mix, -1)

    left = event.group.plus(change(chosen), -1)
    ways = [left + change(mix) for mix in fight.verdict.losses.get(seat, ())]
    if len({*ways}) < 2:
        return told
    forces = ", or ".join(in_words(group, seat) for group in dict.fromkeys(ways))
    words = say("{seat:The returns} {forces} to the reserves.", seat=named(seat), forces=forces)
    of = {"territory": event.territory, **_any_of(ways)}
    return _entry(seat, entry["what"], line._replace(said=words), of)


def _is_news(event: Event, verdict: Verdict) -> bool:
    if isinstance(event, IN_THE_VERDICT) or not event.sentence(named):
        return False
    if isinstance(event, SpiceMoved):
        return not (isinstance(event.reason, Phrase) and event.reason.kind in PAID_IN_THE_VERDICT)
    if isinstance(event, LeaderDied):
        danced = verdict.takeover.leader if verdict.takeover else ""
        drawn = verdict.capture.chosen.leader if verdict.capture and verdict.capture.chosen else ""
        return not among(str(event.leader), (*verdict.killed, danced, drawn))
    if isinstance(event, CardDiscarded):
        return card_name(event.card) not in verdict.discarded.get(event.seat, ())
    return True


def _told(event: Event, winner: str) -> tuple[Entry, VerdictLine]:
    line = VerdictLine(event.rules()[0], event.sentence(named), event.rules()[1:])
    if isinstance(event, SpiceMoved):
        whose = next((one for one in map(_seat_in, (event.payee, event.payer)) if one), winner)
        places = {"from": place_name(event.payer, faction_name), "to": place_name(event.payee, faction_name)}
        return _entry(whose, "spice", line, {"amount": event.amount, **places})
    leader = getattr(event, "leader", "")
    named_in = (
        getattr(event, "seat", ""),
        getattr(event, "of", ""),
        home_of(leader if isinstance(leader, str) else ""),
    )
    whose = next(filter(None, named_in), "")
    return _entry(whose, _words(event), line, _amounts(event))


def _seat_in(account: str) -> str:
    own = account.removeprefix("front:")
    return own if own in FACTIONS else ""


def _entry(seat: str, what: str, line: VerdictLine, amounts: Mapping[str, Any]) -> tuple[Entry, VerdictLine]:
    who = faction_name(seat) if seat else None
    return {"faction": who, "what": what, "rule": line.rule, **amounts, "sentence": line.sentence}, line


def _words(kind: object) -> str:
    """Return a name in words joined by underscores."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", kind if isinstance(kind, str) else type(kind).__name__).casefold()


def _amounts(event: Event) -> Entry:
    """Return the fields of an event that say how much, what and where; factions by name."""
    told = {field.name: getattr(event, field.name) for field in fields(event) if field.name not in NOT_TOLD}
    plain = {name: faction_name(card_name(value)) if isinstance(value, str) else value for name, value in told.items()}
    return {name: value for name, value in plain.items() if isinstance(value, (str, int, float)) and value != ""}


# -- what may still be chosen -------------------------------------------------------------------------


def _is_open(made: Offer, told_of: Set[str]) -> bool:
    """Leave out what fields of the answer hold open, and cards of a hand that may be played at other times too."""
    told = made.name in CALLED or made.rule.startswith(OF_CARDS) or bool(made.why_not)
    return not told and (made.name != CONCLUDE or bool(_blanks(made, told_of)))


def _blanks(made: Offer, told_of: Set[str]) -> Entry:
    """Return what may be said in each field: the most of a number, or the choices of a list."""
    own = (blank for blank in made.blanks if made.name != CONCLUDE or blank.name not in told_of)
    return {
        **dict(made.fixed),
        **{one.name: [value for value, _ in one.choices] if one.choices else {"most": one.high} for one in own},
    }


def _may(seat: str, made: Offer, told_of: Set[str]) -> tuple[Entry, VerdictLine]:
    words = say("{seat:The may} choose: {label}.", seat=named(seat), label=made.label)
    fields_of = _blanks(made, told_of)
    more = {"may": True, "command": made.name, **({"fields": fields_of} if fields_of else {})}
    return _entry(seat, _words(made.name), VerdictLine(made.rule, words), more)
