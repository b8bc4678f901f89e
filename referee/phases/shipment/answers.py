"""Answers on shipment and movement: price, payee, where one may land, how far one may move and why."""

from __future__ import annotations

from dataclasses import replace

from referee.board.entries import Awaits
from referee.board.standing import RICH
from referee.board.territories import is_enclosed, nowhere
from referee.common.factions import named
from referee.holdings.purse import spice_of
from referee.kernel import BANK, Answer, Table, ask, count, listed, say, together
from referee.offers.answers import Asked, Reply, about_a_seat, answers, may
from referee.phases.shipment.prices_and_permissions import (
    DOWN,
    SENT,
    MayShip,
    MayShipHalf,
    MoveRange,
    MovesThisTurn,
    ShipmentPayee,
    ShipmentPrice,
    Voyage,
    flies,
)
from referee.phases.shipment.shipping import Send, Ship, half_helps

PRICE, PAYEE, LANDING = "1.06.03.01", "1.06.03.02", "1.06.03"


def _voyage(table: Table, seat: str, forces: int, place: str, half: bool = False) -> Voyage:
    kind = DOWN if ask(table, MayShip(seat, DOWN)).value else SENT
    return Voyage(seat, forces, kind, is_enclosed(place), half)


@answers
def price(asked: Asked, table: Table) -> Reply | None:
    seat = asked.about(table)
    if not seat:
        return _list_price(asked)
    forces = asked.number or 1
    voyage = _voyage(table, seat, forces, asked.place)
    cost, payee = ask(table, ShipmentPrice(voyage)), ask(table, ShipmentPayee(voyage))
    what = count(forces, "force")
    if voyage.kind == SENT:
        free = ask(table, MayShip(seat, SENT))
        words = say("Nothing: {seat:sends} reserves free, and {seat:does} not ship for spice.", seat=asked.name(seat))
        return Reply(words, (*free.because, *cost.because))
    slots = {"n": cost.value, "forces": what, "place": asked.place}
    if cost.value:
        words = say("{n} spice for {forces} to {place}, to {payee}.", **slots, payee=named(payee.value))
    else:
        words = say("{n} spice for {forces} to {place}.", **slots)
    all_of_it = together([words, _half(table, asked, seat, voyage), _purse(table, asked, seat, cost)])
    return Reply(all_of_it, (*cost.because, *payee.because))


@answers
@about_a_seat
def what_shipping_costs(asked: Asked, table: Table, seat: str) -> Reply | None:
    """Return the price of so many forces, or of one, to a stronghold and elsewhere."""
    if not ask(table, MayShip(seat, DOWN)).value:
        return price(replace(asked, place="Arrakeen"), table)
    ways = [Voyage(seat, asked.number or 1, DOWN, enclosed) for enclosed in (True, False)]
    near, far = (ask(table, ShipmentPrice(way)) for way in ways)
    slots = {"forces": count(asked.number or 1, "force"), "n": near.value, "far": far.value}
    payee = ask(table, ShipmentPayee(ways[0]))
    words = say("{forces}: {n} spice to a stronghold, {far} elsewhere, to {payee}.", **slots, payee=named(payee.value))
    return Reply(words, (*near.because, *far.because, *payee.because))


def _list_price(asked: Asked) -> Reply:
    each = 1 if is_enclosed(asked.place) else 2
    words = say(
        "{n} spice: {each} for each force to {place}. Faction powers may change it.",
        n=each * (asked.number or 1),
        each=each,
        place=asked.place,
    )
    return Reply(words, (PRICE,))


def _half(table: Table, asked: Asked, seat: str, voyage: Voyage) -> str:
    if not half_helps(table, seat):
        return ""
    less = ask(table, ShipmentPrice(_voyage(table, seat, voyage.forces, asked.place, half=True)))
    if seat == asked.seat:
        return say("{n} at half price, which your ally gives.", n=less.value)
    return say("{n} at half price, which {seat:'s} ally gives.", n=less.value, seat=named(seat))


def _purse(table: Table, asked: Asked, seat: str, cost: Answer[int]) -> str:
    own = spice_of(table, seat) if seat == asked.seat else None
    if own is None:
        return ""
    return say("You have {n}.", n=own) if own >= cost.value else say("You have only {n}.", n=own)


@answers
def may_land(asked: Asked, table: Table) -> Reply | None:
    seat = asked.about(table)
    if not seat or any(nowhere(table, asked.place, LANDING)):
        return None
    forces = asked.number or 1
    if ask(table, MayShip(seat, DOWN)).value:
        answer = ask(table, ShipmentPrice(_voyage(table, seat, forces, asked.place)))
        words = say(
            "The price for {forces} to {place} is {n}.",
            forces=count(forces, "force"),
            place=asked.place,
            n=answer.value,
        )
        return may(Ship(seat, forces, asked.place), table, words, (*answer.because, LANDING))
    free = ask(table, MayShip(seat, SENT))
    return may(
        Send(seat, forces, asked.place),
        table,
        say("It is free to {place}.", place=asked.place),
        (*free.because, LANDING),
    )


@answers
def who_is_paid_for_shipping(asked: Asked, table: Table) -> Reply | None:
    seat = asked.seat or next((player for player in table.seats), "")
    payee = ask(table, ShipmentPayee(Voyage(seat, 1)))
    who = named(payee.value)
    because = (*payee.because, PAYEE)
    if asked.seat and ask(table, MayShip(seat, SENT)).value and not ask(table, MayShip(seat, DOWN)).value:
        return Reply("Nobody: your reserves arrive free.", (*ask(table, MayShip(seat, SENT)).because, PAYEE))
    if payee.value == BANK and any(
        ask(table, ShipmentPayee(Voyage(shipper, 1))).value != BANK for shipper in table.seats
    ):
        return Reply(say("You pay the bank; the others pay {seat}.", seat=_other_payee(table)), because)
    return Reply(say("{who:The is} paid for shipments.", who=who), because)


def _other_payee(table: Table) -> str:
    payees = (ask(table, ShipmentPayee(Voyage(shipper, 1))).value for shipper in table.seats)
    return listed([named(payee) for payee in dict.fromkeys(payees) if payee != BANK])


@answers
@about_a_seat
def how_far_to_move(asked: Asked, table: Table, seat: str) -> Reply | None:
    far, often = ask(table, MoveRange(seat)), ask(table, MovesThisTurn(seat))
    air = flies(table, seat)
    yes = "" if not asked.number else "Yes." if asked.number <= far.value else "No."
    perhaps = "" if air or far.value >= 3 else "With a force in Arrakeen or Carthag it would be 3."
    times = often.value != 1
    slots = {"seat": asked.name(seat), "far": count(far.value, "territory", "territories")}
    cities = listed(sorted(RICH), "or")
    if air and times:
        words = say(
            "{seat:The moves} up to {far}, by ornithopter, because of a force in {cities}, {n} times this turn.",
            **slots,
            cities=cities,
            n=often.value,
        )
    elif air:
        words = say(
            "{seat:The moves} up to {far}, by ornithopter, because of a force in {cities}.", **slots, cities=cities
        )
    elif times:
        words = say("{seat:The moves} up to {far}, {n} times this turn.", **slots, n=often.value)
    else:
        words = say("{seat:The moves} up to {far}.", **slots)
    return Reply(together([yes, words, perhaps]), (*far.because, *(often.because if times else ()), "1.06.05.04"))


@answers
def who_flies(asked: Asked, table: Table) -> Reply | None:
    flying = [asked.name(seat) for seat in table.seats if flies(table, seat)]
    words = say("By ornithopter: {seats}.", seats=listed(flying)) if flying else "Nobody moves by ornithopter now."
    return Reply(words, ("1.06.05.04",))


@answers
def half_price(asked: Asked, table: Table) -> Reply | None:
    if not asked.seat:
        return None
    half = ask(table, MayShipHalf(asked.seat))
    own = ask(table, ShipmentPrice(Voyage(asked.seat, 4, DOWN)))
    if own.value < 8:
        return Reply(say("Yes. 4 forces to open ground cost you {n} spice.", n=own.value), own.because)
    if half.value:
        return Reply("Yes, as an ally. Tick “half price” when you ship.", half.because)
    return Reply("No. You ship at the full price.", half.because)


@answers
@about_a_seat
def what_awaits(asked: Asked, table: Table, seat: str) -> Reply | None:
    awaits = ask(table, Awaits(seat, asked.place)).value
    if not awaits:
        return Reply(
            say("Nothing in {place} acts against {seat}.", place=asked.place, seat=asked.name(seat)),
            ("1.00.05", LANDING),
        )
    return Reply(together([wait.words for wait in awaits]), tuple(wait.rule for wait in awaits))
