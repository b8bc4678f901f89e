"""Answers on bidding: may I bid so much, how much at most, why not, what is the bid to beat."""

from __future__ import annotations

from referee.common.factions import named
from referee.common.turn import phase_said
from referee.holdings.hands import hand_limit, has_room
from referee.kernel import Table, listed, say, together
from referee.offers.answers import Asked, Reply, answers, may
from referee.offers.what_now import Stage, stage_of
from referee.phases.bidding.auction import Bid
from referee.phases.bidding.bid_limit import Limit, bid_limit
from referee.phases.bidding.order_of_bidding import bidding_of

OPENING, LIMIT = "1.04.06.01", "1.04.06.03"


def no_card(table: Table) -> Reply | None:
    """Return that nothing is for sale now, ``None`` if a card is."""
    stage = stage_of(table)
    if stage is not None and stage.mode == "auction":
        return None
    if stage is not None and any(stage.own_rules) and bidding_of(table).number:
        return Reply(together([line.words for line in stage.lines]), (*(line.rule for line in stage.lines), LIMIT))
    if table.phase == "bidding":
        return Reply("Not yet. No card is up for bidding now.", ("1.04.05", LIMIT))
    return Reply(
        say("Not now. Cards are sold in the bidding phase, and this is {phase}.", phase=phase_said(table.phase)),
        ("1.04", LIMIT),
    )


def limit_said(limit: Limit) -> str:
    """Return a bidder's limit in words, "" where there is none."""
    return "" if limit.unlimited else say("Your limit is {most}.", most=int(limit.most))


def _stage(table: Table) -> Stage:
    return stage_of(table) or Stage()


@answers
def may_bid_so_much(asked: Asked, table: Table) -> Reply | None:
    if not asked.number:
        return Reply("No. A bid is 1 or more; otherwise pass.", (OPENING,))
    if none := no_card(table):
        return none
    seat = asked.about(table)
    limit = bid_limit(table, seat)
    most = limit_said(limit)
    if seat == asked.seat and (off_turn := _off_turn(asked, table, limit)):
        return off_turn
    if seat == asked.seat:
        return may(
            Bid(seat, asked.number),
            table,
            together([say("You may bid {number}.", number=asked.number), most]),
            limit.because,
        )
    least = _stage(table).high + 1
    if asked.number < least:
        words = say("The next bid must be {least} or more.", least=least)
        return Reply(together(["No.", words]), (OPENING, *limit.because))
    words = (
        say("{number} beats the bid of {n}.", number=asked.number, n=least - 1)
        if least > 1
        else "Any bid from 1 opens."
    )
    return Reply(
        say("Yes, for who can pay it. {words} Each player's own phone knows their limit.", words=words), limit.because
    )


def _off_turn(asked: Asked, table: Table, limit: Limit) -> Reply | None:
    """Return whether a bid will be possible when the turn comes, and whose it is; ``None`` for other reasons."""
    now = _stage(table)
    if [one.code for one in Bid(asked.seat, asked.number).objections(table)] != ["NOT_YOUR_TURN"] or not now.turn:
        return None
    turn = say("It is {words:'s} turn.", words=named(now.turn))
    if not limit.unlimited and asked.number > limit.most:
        most = say("Your limit is {most}, not {amount}.", most=int(limit.most), amount=asked.number)
        return Reply(together(["No.", most, turn]), (*limit.because, OPENING))
    if asked.number <= now.high:
        least = say("The next bid must be {least} or more.", least=now.high + 1)
        return Reply(together(["No.", least, turn]), (OPENING, *limit.because))
    return Reply(together(["Not yet.", turn, limit_said(limit)]), (OPENING, *limit.because))


@answers
def most_to_bid(asked: Asked, table: Table) -> Reply | None:
    seat = asked.about(table) if asked.seat else ""
    if not seat:
        return None
    if seat != asked.seat:
        return Reply("That is secret. They may tell you, truly or not.", ("1.11.01", "1.11.00"))
    limit = bid_limit(table, seat)
    if limit.unlimited:
        return Reply("The referee does not know your spice, so only your purse limits your bid.", limit.because)
    if not limit.sources:
        return Reply("Nothing: you have no spice to bid with.", limit.because)
    parts = [
        say("{n} of your own", n=n) if payer == seat else say("{n} that {seat} will pay", n=n, seat=asked.name(payer))
        for payer, n in limit.sources
    ]
    return Reply(say("At most {most}: {listed}.", most=int(limit.most), listed=listed(parts)), limit.because)


@answers
def why_not(asked: Asked, table: Table) -> Reply | None:
    if not asked.seat:
        return None
    none, limit = no_card(table), bid_limit(table, asked.seat)
    if none and (table.phase != "bidding" or has_room(table, asked.seat)):
        return none
    if none:
        words = say("Your hand is full ({limit} cards), so you must pass.", limit=hand_limit(table, asked.seat))
        return Reply(together(["No.", words]), ("1.04.03", *none.because))
    least = _stage(table).high + 1
    return may(
        Bid(asked.seat, least),
        table,
        say("You may bid {least} or more now, or pass.", least=least),
        (OPENING, *limit.because),
    )


@answers
def the_bid_to_beat(asked: Asked, table: Table) -> Reply | None:
    if none := no_card(table):
        return none
    stage = _stage(table)
    if not stage.high_by:
        return Reply("Nobody has bid on this card yet. A bid of 1 opens.", (OPENING,))
    who = asked.name(stage.high_by)
    return Reply(
        say("{high}, by {who}. The next bid must be {n} or more.", high=stage.high, who=who, n=stage.high + 1),
        (OPENING,),
    )
