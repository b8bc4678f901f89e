"""What each special card can do now: the command that plays it is tried, and only its objections count.

A card that is played on the table without the referee has a ``Moment`` instead: the phases in which its rule allows it,
and the first turn. A card that counts as Karama does what Karama does, whatever is printed on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from referee.common.turn import PHASES, in_phase
from referee.holdings.leaders import leaders_of
from referee.kernel import Command, Objection, Table, Value, ask, card_name, commands, ruling, say
from referee.knowledge.card_uses import CardUses, Use
from referee.offers.offer import secret_offers
from referee.phases.shipment.shipping import once_a_turn
from referee.powers.powers import CountsAsKarama, OnceAGame, stoppable


class Moment(Value):
    """When a card may be played: its use, rule, command, phases and first turn."""

    words: str
    rule: str
    ask: str = ""
    phases: tuple[str, ...] = ()
    turn: int = 1


MOMENTS = {
    "Family Atomics": Moment("Blow up the Shield Wall", "3.01.07", "BlowUpWall", ("storm",), 2),
    "Hajr": Moment("Move forces once more in your own movement", "3.01.09", "PlayHajr", ("shipment",)),
    "Tleilaxu Ghola": Moment("Bring back a leader, or up to five forces", "3.01.20", "PlayGhola"),
    "Truthtrance": Moment("Ask one player one yes-or-no question", "3.01.22"),
    "Weather Control": Moment("Decide how far the storm moves", "3.01.23", "ControlWeather", ("storm",), 2),
    "Amal": Moment("Everybody pays half of their spice, at the start of a phase", "3.02.01", "PlayExpansionCard"),
    "Harvester": Moment(
        "Double the spice of the card just turned over", "3.02.05", "PlayExpansionCard", ("spice_blow",)
    ),
    "Thumper": Moment("Call a worm in place of the first spice card", "3.02.11", "PlayExpansionCard", ("spice_blow",)),
}


@ruling(CardUses, rule="3.00.02")
def what_it_is_for(question: CardUses, table: Table, so_far: tuple[Use, ...]) -> tuple[Use, ...] | None:
    """Unless there is an offer for it already."""
    moment = MOMENTS.get(card_name(question.card))
    if moment is None or any(use.rule == moment.rule for use in so_far):
        return None
    against = tuple(_against(table, question.seat, moment, card_name(question.card)))
    return (*so_far, Use(moment.words, moment.rule, against))


def _against(table: Table, seat: str, moment: Moment, card: str) -> Iterable[Objection]:
    if trials := list(_trials(table, seat, moment.ask, card)):
        return min((list(trial.objections(table)) for trial in trials), key=len)
    phases = moment.phases or PHASES
    early = (
        [Objection(moment.rule, say("You can play it from turn {turn} on.", turn=moment.turn))]
        if table.turn < moment.turn
        else []
    )
    return [*(list(in_phase(table, *phases)) if moment.phases else _begun(table)), *early]


def _begun(table: Table) -> list[Objection]:
    waits = table.phase in {"lobby", "setup"}
    return [Objection("0.15", "The game has not begun. Keep it for now.")] if waits else []


def _trials(table: Table, seat: str, name: str, card: str) -> Iterator[Command]:
    """Yield every variant of the command that plays a card."""
    kind = commands().get(name)
    if kind is None:
        return
    own = leaders_of(table, seat)
    dead = (*own.face_up, *own.face_down) if own else ()
    ways: dict[str, list[dict[str, Any]]] = {
        "PlayGhola": [{"normal": 1}, *({"leader": leader} for leader in dead)],
        "ControlWeather": [{"distance": 0}],
        "PlayExpansionCard": [{"card": card}],
    }
    for way in ways.get(name, [{}]):
        yield kind(**{"seat": seat, **way})


# -- Karama -------------------------------------------------------------------------------------------


@ruling(CardUses, rule="3.01.11")
def as_karama(question: CardUses, table: Table, so_far: tuple[Use, ...]) -> tuple[Use, ...] | None:
    seat = question.seat
    if not ask(table, CountsAsKarama(seat, question.card)).value:
        return None
    rules = {use.rule for use in so_far}
    return (*so_far, *(use for use in _karama(table, seat) if use.rule not in rules or use.rule == "3.01.11.04"))


def _karama(table: Table, seat: str) -> Iterator[Use]:
    pay, take = commands()["PayByKarama"], commands()["TakeByKarama"]
    bidding = tuple(in_phase(table, "bidding"))
    paying = pay(seat=seat, on=True)  # type: ignore[call-arg]
    yield Use("Bid above your limit and pay with it", "3.01.11.04", bidding or tuple(paying.objections(table)))
    taking = take(seat=seat)  # type: ignore[call-arg]
    yield Use("Take the card that is up", "3.01.11.04", bidding or tuple(taking.objections(table)))
    yield Use("Stop another faction's power", "3.01.11.01", tuple(_no_power(table, seat)))
    yield Use("Ship at half price", "3.01.11.03", tuple(_no_shipment(table, seat)))
    yield Use("Use your once-a-game power", "3.01.11.05", tuple(_no_great_power(table, seat)))


def _no_power(table: Table, seat: str) -> Iterator[Objection]:
    moment = "ahead" if table.phase == "bidding" else table.phase
    if not any(power.seat != seat for power in stoppable(table, moment)):
        yield Objection("3.01.11.01", "No power of another faction can be stopped in this phase.")


def _no_shipment(table: Table, seat: str) -> Iterator[Objection]:
    yield from once_a_turn(table, seat)


def _no_great_power(table: Table, seat: str) -> Iterator[Objection]:
    power = ask(table, OnceAGame(seat))
    offered = any(offer.rule.startswith("1.14.") for offer in secret_offers(table, seat))
    if table.rules != "advanced":
        yield Objection("1.13.06", "These powers exist only in the advanced game.")
    elif not power.value and not offered:
        yield Objection("1.13.06", "It cannot be used now, or it has been used already.")
