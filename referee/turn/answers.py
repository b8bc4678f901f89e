"""Answers on the turn: whose it is, who is next, what the table waits for, what I may do, how far the game is."""

from __future__ import annotations

from referee.board.storm import has_moved, storm_order
from referee.common.factions import named
from referee.common.turn import PHASES, finished, phase_said
from referee.kernel import Table, ask, bare, count, listed, say, small, together
from referee.offers.answers import Asked, Reply, about_a_seat, answers, may
from referee.offers.offer import offers, secret_offers
from referee.offers.waiting import duties_of, on_turn
from referee.offers.what_now import stage_of, what_now
from referee.phases.battle.answers import how_high_to_dial, who_won
from referee.phases.bidding.answers import may_bid_so_much, most_to_bid, the_bid_to_beat
from referee.phases.bidding.auction import Pass
from referee.phases.bidding.card_answers import row_to_come, who_is_paid_for_cards
from referee.phases.bidding.order_of_bidding import Auction, AuctionHeld, eligible
from referee.phases.charity import charity
from referee.phases.collection.answers import how_much_is_collected
from referee.phases.mentat.answers import has_anybody_won, how_many_to_win
from referee.phases.mentat.victory import last_turn, winner
from referee.phases.revival.answers import how_many_to_revive, what_forces_cost
from referee.phases.shipment.answers import how_far_to_move, who_is_paid_for_shipping
from referee.phases.shipment.where_answers import most_to_ship
from referee.powers.open_question import inquiry
from referee.powers.windows import asked_now, missing, window

WAITING, FACTIONS_CHOSEN = "4.97.10", "0.08"
MOST = 6  # things that a sentence names


def _before_or_after(asked: Asked, table: Table) -> Reply | None:
    if table.phase not in PHASES:
        begun, seats = "Nobody's yet: the game has not begun.", on_turn(table)
        if seats:
            wait = say("We wait for {seats}.", seats=listed([asked.name(seat) for seat in seats]))
            return Reply(together([begun, wait]), ("0.01", WAITING))
        return Reply(together([begun, *(line.words for line in what_now(table))]), ("0.01", WAITING))
    if won := winner(table):
        return Reply(together(["Nobody's: the game is over.", say("{winners}.", winners=won.said())]), won.why)
    return None


def _turns(table: Table) -> tuple[str, ...]:
    stage = stage_of(table)
    return ((stage.turn,) if stage.turn else ()) if stage else on_turn(table)


def _waits_for(asked: Asked, table: Table) -> Reply:
    if (question := inquiry(table)) is not None:
        return Reply(
            say("For {of}, who must answer: {words}", of=asked.name(question.of), words=question.words),
            (question.rule, WAITING),
        )
    if (now := window(table)) is not None and asked_now(table):
        left = missing(table)
        many, of = len(asked_now(table)) - len(left), len(asked_now(table))
        names = (
            ""
            if now.by_phase or not left
            else say(": for {listed}", listed=listed([asked.name(seat) for seat in left]))
        )
        return Reply(
            say("For answers{names}. {many} of {of} have answered.", names=names, many=many, of=of), (WAITING,)
        )
    lines = [line.words for line in what_now(table) if not line.mute]
    if seats := _turns(table):
        words = say("For {listed}.", listed=listed([asked.name(seat) for seat in seats]))
        return Reply(together([words, *lines]), (WAITING,))
    stage = stage_of(table)
    head = bare(together(stage.headline[:2])) if stage else ""
    return Reply(
        together([say("{head}.", head=head) if head else "", *lines]) or "For the next button of the table screen.",
        (WAITING,),
    )


def _waits_first(asked: Asked, table: Table) -> str:
    """Return for whom the faction on turn waits itself, "" if it waits for nobody."""
    others = inquiry(table) is not None or (window(table) is not None and missing(table))
    return say("First we wait: {words}", words=small(_waits_for(asked, table).words)) if others else ""


@answers
def whose_turn_it_is(asked: Asked, table: Table) -> Reply | None:
    if done := _before_or_after(asked, table):
        return done
    seats = _turns(table)
    if len(seats) == 1:
        turn = "Yours." if seats[0] == asked.seat else say("It is {words:'s} turn.", words=named(seats[0]))
        return Reply(together([turn, _waits_first(asked, table)]), (WAITING,))
    if not seats:
        return _waits_for(asked, table)
    words = say(
        "Nobody's alone: {listed} act in any order in this phase.", listed=listed([asked.name(seat) for seat in seats])
    )
    return Reply(words, (WAITING,))


@answers
def who_opens(asked: Asked, table: Table) -> Reply | None:
    """Return who bids on the first card before the cards are dealt, and who after that; else whose turn it is."""
    if not row_to_come(table) or table.first_player not in table.seats or ask(table, AuctionHeld()).value != Auction():
        return whose_turn_it_is(asked, table)
    order = [asked.name(seat) for seat in table.from_seat(table.first_player) if seat in eligible(table)]
    return Reply(say("Next: {listed}.", listed=listed(order)), ("1.04.06", WAITING))


@answers
def is_it_mine(asked: Asked, table: Table) -> Reply | None:
    if not (asked.seat or asked.faction):
        return None
    if done := _before_or_after(asked, table):
        return done
    seat, stage = asked.faction or asked.seat, stage_of(table)
    if stage and stage.mode == "auction" and seat == stage.turn:
        passes = may(Pass(seat), table, "", (WAITING,))
        if not passes.words.startswith("Yes."):  # another must answer first
            return passes
    if seat != asked.seat:
        words = whose_turn_it_is(asked, table)
        return words and Reply(together(["Yes." if seat in _turns(table) else "No.", words.words]), (WAITING,))
    if asked.seat in _turns(table):
        return Reply(together(["Yes, it is your turn.", _waits_first(asked, table)]), (WAITING,))
    if asked.seat in finished(table):
        return Reply(
            say(
                "No, you are done with {phase}. {words}",
                phase=phase_said(table.phase),
                words=_waits_for(asked, table).words,
            ),
            (WAITING,),
        )
    return Reply(say("No. We wait: {words}", words=small(_waits_for(asked, table).words)), (WAITING,))


@answers
def am_i_next(asked: Asked, table: Table) -> Reply | None:
    """Return whether the asker, who waits for one other, acts after that one."""
    stage = stage_of(table)
    ring = stage.nexts if stage else storm_order(table)
    then = who_is_next(asked, table)
    if not asked.seat or not then or len(seats := _turns(table)) != 1 or asked.seat in (*seats, *finished(table)):
        return is_it_mine(asked, table)
    left = ring if stage else [one for one in ring[ring.index(seats[0]) + 1 :] if one not in finished(table)]
    return Reply(together(["Yes." if [*left][:1] == [asked.seat] else "No.", then.words]), then.because)


@answers
def who_is_after_me(asked: Asked, table: Table) -> Reply | None:
    """Return who acts after the asker or a faction that is named."""
    seat = asked.faction or asked.seat
    if not seat or table.phase not in PHASES or winner(table):
        return who_is_next(asked, table)
    stage = stage_of(table)
    if stage is not None:
        ring = [stage.turn, *stage.nexts]
        if seat not in ring or not stage.turn:
            return who_is_next(asked, table)
        after = ring[ring.index(seat) + 1 :] or ring[:1]
    else:
        order = storm_order(table)
        after = [one for one in order[order.index(seat) + 1 :] if one not in finished(table)]
        if len(_turns(table)) != 1 or seat in finished(table):
            return who_is_next(asked, table)
    words = say("{seat:The is} the last in this phase.", seat=asked.name(seat))
    if after:
        words = say("After {seat}: {seats}.", seat=asked.name(seat), seats=listed([*map(asked.name, after)]))
    return Reply(words, ("1.06.01" if stage is None else "1.04.06.01", WAITING))


@answers
def who_is_next(asked: Asked, table: Table) -> Reply | None:
    if done := _before_or_after(asked, table):
        return done
    stage = stage_of(table)
    if stage is not None:
        if not stage.nexts:
            return _waits_for(asked, table)
        return Reply(
            say("Next: {listed}.", listed=listed([asked.name(seat) for seat in stage.nexts])), ("1.04.06.01", WAITING)
        )
    seats = _turns(table)
    if len(seats) != 1:
        return _waits_for(asked, table)
    order = storm_order(table)
    after = [seat for seat in order[order.index(seats[0]) + 1 :] if seat not in finished(table)]
    words = say("{seat:The is} the last in this phase.", seat=asked.name(seats[0]))
    if after:
        words = say("After {seat}: {seats}.", seat=asked.name(seats[0]), seats=listed([*map(asked.name, after)]))
    return Reply(words, ("1.06.01", WAITING))


@answers
def what_we_wait_for(asked: Asked, table: Table) -> Reply | None:
    if table.phase not in PHASES and on_turn(table):
        return _waits_for(asked, table)
    return _before_or_after(asked, table) or _waits_for(asked, table)


@answers
def what_may_i_do(asked: Asked, table: Table) -> Reply | None:
    sentence = together([line.words for line in what_now(table) if not line.mute])
    if not asked.seat:
        return Reply(sentence, (WAITING,)) if sentence else _waits_for(asked, table)
    stage = stage_of(table)
    if stage is not None and stage.mode == "auction":
        if stage.turn == asked.seat:
            return Reply(say("Bid {n} or more, or pass.", n=stage.high + 1), ("1.04.06.01", "4.97.09"))
        return Reply(
            say("Wait for {turn}, who must bid or pass.", turn=asked.name(stage.turn)), ("1.04.06.01", WAITING)
        )
    now = [offer for offer in offers(table, asked.seat) if not offer.aside and not offer.why_not and offer.part == ""]
    wanted = {command for duty in duties_of(table, asked.seat) for command in duty.by}
    now += [offer for offer in secret_offers(table, asked.seat) if offer.at_once or offer.command in wanted]
    if not now:
        return Reply(
            say("Nothing now. We wait: {words}", words=small(_waits_for(asked, table).words)), ("4.97.09", WAITING)
        )
    labels = list(dict.fromkeys(offer.label for offer in now))[:MOST]
    why = dict.fromkeys(offer.rule for offer in now if offer.rule)
    return Reply(say("You may: {labels}.", labels=listed(labels, ",")), ("4.97.09", *why))


@answers
def who_has_gone(asked: Asked, table: Table) -> Reply | None:
    """Return who is done with a phase in which each acts once, and who is not."""
    if table.phase not in PHASES or stage_of(table) is not None or winner(table):
        return _before_or_after(asked, table) or _waits_for(asked, table)
    done = [asked.name(seat) for seat in finished(table)]
    left = [asked.name(seat) for seat in storm_order(table) if seat not in finished(table)]
    parts = [
        say("Done with {phase}: {seats}.", phase=phase_said(table.phase), seats=listed(done)) if done else "",
        say("Not yet: {seats}.", seats=listed(left)) if left else "",
    ]
    return Reply(together(parts), (WAITING,))


@answers
def which_phase(asked: Asked, table: Table) -> Reply | None:
    if table.phase not in PHASES:
        return _before_or_after(asked, table)
    place = PHASES.index(table.phase) + 1
    then = (
        say(" {n} comes next.", n=phase_said(PHASES[place]).capitalize())
        if place < len(PHASES)
        else " A new turn comes next."
    )
    words = say(
        "The {phase} phase of turn {turn}, number {place} of {PHASES}.{then}",
        phase=phase_said(table.phase),
        turn=table.turn,
        place=place,
        PHASES=len(PHASES),
        then=then,
    )
    return Reply(words, ("1",))


@answers
def may_go_so_much(asked: Asked, table: Table) -> Reply | None:
    """Return whether a bid may go up to a number, or forces so many territories: what is played says which is meant."""
    if table.phase == "shipment":
        return how_far_to_move(asked, table)
    return may_bid_so_much(asked, table) if table.phase == "bidding" else None


@answers
def the_most_now(asked: Asked, table: Table) -> Reply | None:
    """Return how high the asker may go in what is played: a dial, forces to ship or revive, or else a bid."""
    by_phase = {"battle": how_high_to_dial, "shipment": most_to_ship, "revival": how_many_to_revive}
    return by_phase.get(table.phase, most_to_bid)(asked, table)


@answers
def how_much_for_so_many(asked: Asked, table: Table) -> Reply | None:
    """Return the price of so many forces in the phase that is played."""
    return what_forces_cost(asked, table) if table.phase == "revival" else None


@answers
def who_is_paid_now(asked: Asked, table: Table) -> Reply | None:
    """Return who gets spice, and how much, in the phase that is played."""
    by_phase = {
        "choam_charity": charity,
        "bidding": who_is_paid_for_cards,
        "shipment": who_is_paid_for_shipping,
        "spice_collection": how_much_is_collected,
    }
    return by_phase[table.phase](asked, table) if table.phase in by_phase else None


@answers
def who_has_won_now(asked: Asked, table: Table) -> Reply | None:
    """Return who won the last battle, while battles are fought; else whether the game is won."""
    return (who_won(asked, table) if table.phase == "battle" else None) or has_anybody_won(asked, table)


@answers
def am_i_winning(asked: Asked, table: Table) -> Reply | None:
    """Return whether the asker's bid is the highest while a card is sold, else how near the asker is to winning."""
    stage = stage_of(table)
    return the_bid_to_beat(asked, table) if stage and stage.high_by else how_many_to_win(asked, table)


@answers
def is_it_done(asked: Asked, table: Table) -> Reply | None:
    """Return whether the asker, or a faction that is named, is done with the phase."""
    seat = asked.faction or asked.seat
    if not seat or table.phase not in PHASES or winner(table):
        return None
    slots = {"seat": asked.name(seat), "phase": phase_said(table.phase)}
    if seat in finished(table):
        return Reply(together(["Yes.", say("{seat:The is} done with {phase}.", **slots)]), (WAITING,))
    return Reply(together(["No.", say("{seat:The is} not done with {phase}.", **slots)]), (WAITING,))


@answers
def which_turn(asked: Asked, table: Table) -> Reply | None:
    most = last_turn(table)
    left = most - table.turn
    then = say("{count} after this one", count=count(left, "turn")) if left > 0 else "this is the last one"
    return Reply(
        say("Turn {turn} of {MOST_TURNS}: {then}.", turn=table.turn, MOST_TURNS=most, then=then),
        ("0.02", "1.09.05"),
    )


@answers
def storm_order_now(asked: Asked, table: Table) -> Reply | None:
    order = storm_order(table)
    if table.first_player not in table.seats:
        return Reply("Nobody yet: the first storm decides who is First Player.", ("1.01.01", "0.16"))
    if table.phase == "storm" and not has_moved(table):
        words = say(
            "{seat:The is} First Player until the storm moves, which decides who is next.", seat=asked.name(order[0])
        )
        return Reply(words, ("1.01.01",))
    words = say(
        "{words:The is} First Player. Then {listed}.",
        words=asked.name(order[0]),
        listed=listed([asked.name(seat) for seat in order[1:]]),
    )
    return Reply(words, ("1.01.01",))


@answers
def which_factions(asked: Asked, table: Table) -> Reply | None:
    seats = listed([asked.name(seat) for seat in table.seats])
    return Reply(say("{n} factions: {seats}.", n=len(table.seats), seats=seats), (FACTIONS_CHOSEN,))


@answers
@about_a_seat
def who_sits_beside(asked: Asked, table: Table, seat: str) -> Reply | None:
    """Return both neighbors of a faction; seats are counted to the right."""
    round_the_table = [*table.seats]
    at = round_the_table.index(seat)
    right, left = round_the_table[(at + 1) % len(round_the_table)], round_the_table[at - 1]
    slots = {"seat": asked.name(seat), "right": asked.name(right), "left": asked.name(left)}
    return Reply(say("On the right of {seat}: {right}. On the left: {left}.", **slots), ("0.07",))


@answers
def is_it_played(asked: Asked, table: Table) -> Reply | None:
    """A faction that nobody plays was told before."""
    player = table.seats[asked.faction].player
    words = say("{seat:The is} in play.", seat=asked.name(asked.faction))
    if player:
        words = say("{player} plays {seat}.", player=player, seat=named(asked.faction))
    return Reply(together(["Yes.", words]), (FACTIONS_CHOSEN,))


@answers
def who_am_i(asked: Asked, table: Table) -> Reply | None:
    if not asked.seat:
        return None
    yes = "" if not asked.faction else "Yes." if asked.faction == asked.seat else "No."
    return Reply(together([yes, say("You play {seat}.", seat=named(asked.seat))]), (FACTIONS_CHOSEN,))


@answers
def it_gives_no_advice(asked: Asked, table: Table) -> Reply | None:
    return Reply("That is for you to decide: the referee gives no advice.", ("4.97",))
