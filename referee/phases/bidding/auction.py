"""The auction: from the opening of the phase to the sale of each card.

``next_to_bid`` goes round the table from the last bidder: to the high bidder (sold), to the next who may bid (their
turn), or to nobody (1.04.09). Players who are away pass at once (1.04.06.04); full hands and barred players are not
asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.common.turn import in_this_phase
from referee.common.what_is_physical import cards_are_dealt
from referee.holdings.hands import HandLimit, hand_limit, has_room, refill
from referee.holdings.ledger import bribes_taken_in
from referee.kernel import (
    Amount,
    Chance,
    Command,
    Event,
    Objection,
    SeatCommand,
    Table,
    ask,
    decided,
    say,
    setting,
    together,
)
from referee.offers.what_now import passed_over
from referee.phases.bidding import events
from referee.phases.bidding.bid_limit import UNPAYABLE_BID, Limit, bid_limit
from referee.phases.bidding.bid_time import DEAL_WINDOW, BidSeconds, PauseSeconds, talk_seconds, time_out_passes
from referee.phases.bidding.cards_of_the_row import CardsReturned, RowDealt
from referee.phases.bidding.order_of_bidding import (
    AWAY,
    BIDDING_AGAIN,
    CARD_OPENER,
    FULL_HANDS,
    OPENED_AGAIN,
    UNBOUGHT_CARDS,
    AuctionHeld,
    Bidding,
    ComesFirst,
    CountedAloud,
    OpenedBefore,
    RowSize,
    asked_next,
    bidding_of,
    eligible,
)
from referee.powers.powers import KARAMA_PURCHASE, sale_seconds, stop_window, stoppable, unfinished
from referee.powers.who_answers import may_stop, present, seconds_for
from referee.powers.windows import Kind, phase_window

LEAST_SECONDS = 30  # to seal a bid

# -- the walk round the table -------------------------------------------------------------------------


def next_to_bid(table: Table, last: str, chance: Chance) -> Iterator[Event]:
    """Yield whose turn is next, or that the card is sold or bought in."""
    bidding = bidding_of(table)
    again = setting(table, BIDDING_AGAIN) == "again"
    for seat in asked_next(table, last):
        if seat == bidding.high_by:
            yield events.CardSold(seat, bidding.high, sale_window(table))
            return
        if seat in bidding.barred or not has_room(table, seat):
            continue
        if seat in bidding.passed and not (bidding.high_by and again):
            continue
        if passes_at_once(table, seat):
            yield events.Passed(seat, "away", ("1.04.06.04",))
            continue
        yield events.TurnCame(seat)
        return
    if ask(table, AuctionHeld()).value.form != "sealed":
        yield from nobody_wins(table, chance)
    elif bidding.high_by:  # the bid above it could not be paid
        yield from best_buys(table)
    else:
        clock = ask(table, BidSeconds()).value if time_out_passes(table) else 0
        seconds = max(LEAST_SECONDS, clock) if clock else 0
        yield events.SealsAsked(bidding.opener, seconds, "sealed", ("2.10.06",))


def passes_at_once(table: Table, seat: str) -> bool:
    """Return True if a player is away and passes without being asked (1.04.06.04)."""
    return table.seats[seat].away and setting(table, AWAY) == "pass"


def nobody_wins(table: Table, chance: Chance) -> Iterator[Event]:
    yield from ask(table, AuctionHeld()).value.unsold or buy_in(table, ("1.04.09",), chance)


def best_buys(table: Table) -> Iterator[Event]:
    bidding = bidding_of(table)
    yield events.CardSold(bidding.high_by, bidding.high, sale_seconds(table))


def sale_window(table: Table) -> int:
    """Return the seconds after a sale; this window also serves the next card, if there is one."""
    bidding, seconds = bidding_of(table), sale_seconds(table)
    if not seconds or setting(table, KARAMA_PURCHASE) == "instead":
        return seconds
    powers = stoppable(table, "sale")
    if seconds > 0 and len(bidding.row) > 1:
        first, powers = time_before(table), (*powers, *stoppable(table, "card"))
        seconds = max(seconds, first[0])
    stops = may_stop(table, seconds, powers)
    asked = [player for player in table.seats if player == bidding.high_by or player in stops] if stops else []
    return seconds_for(table, seconds, talkers(table) or asked)


def talkers(table: Table) -> list[str]:
    """Return everybody present if the window before a card is for more than Karama, else nobody."""
    return present(table) if talk_seconds(table) or ask(table, PauseSeconds()).value else []


def buy_in(table: Table, why: tuple[str, ...], chance: Chance) -> Iterator[Event]:
    """Yield that unsold cards go back, and what follows."""
    yield from lay_back(table, why, chance)
    yield from next_card(table, chance, why=why)


def lay_back(table: Table, why: tuple[str, ...], chance: Chance) -> Iterator[Event]:
    """Yield that unsold cards go back to the deck."""
    bidding = bidding_of(table)
    how = decided(table, UNBOUGHT_CARDS, "1.04.09")
    order = [*bidding.row, *(table.deck if how.value == "deck" else ())]
    cards = () if how.value == "dealt" else tuple(chance.shuffled(order))
    because = tuple(dict.fromkeys((*how.because, *why)))
    yield CardsReturned(len(bidding.row), how.value, cards, because)


def next_card(
    table: Table, chance: Chance, *, window: bool = True, why: tuple[str, ...] = ("1.04.08",)
) -> Iterator[Event]:
    """Yield the window before the next card, the card, or the end of the phase (1.04.07, 1.04.08)."""
    if bidding_of(table).step == "declare":  # a card was sold before the row is dealt: nothing follows by itself
        return
    yield from ask(table, ComesFirst()).value
    opener = next_opener(table)
    if not bidding_of(table).row:
        yield events.BiddingEnded(why)
    elif opener is None:
        yield from _nobody_left(table, chance)
    elif window and (first := _still_open(table))[0]:
        yield events.TalkBegan(opener[0], *first)
    else:
        yield from card_up(table, *opener, chance)


def time_before(table: Table) -> tuple[int, Kind, tuple[str, ...]]:
    """Return the window before a card: seconds (0 for none), kind, and rules."""
    if talk := talk_seconds(table):
        return talk, "talk", (DEAL_WINDOW.rule, "4.90.04")
    stop, pause = stop_window(table, "card"), ask(table, PauseSeconds())
    return (stop, "pause", ("4.90.03",)) if stop else (pause.value, "pause", pause.because)


def _still_open(table: Table) -> tuple[int, Kind, tuple[str, ...]]:
    """Return ``time_before``, with 0 seconds if nobody has anything to do in it."""
    seconds, kind, why = time_before(table)
    stops = may_stop(table, seconds, stoppable(table, "card"))
    return seconds_for(table, seconds, talkers(table) or stops), kind, why


def _nobody_left(table: Table, chance: Chance) -> Iterator[Event]:
    end = decided(table, FULL_HANDS, "1.04.03")
    if end.value == "return" or ((now := phase_window(table)) and now.kind == "wait"):
        yield from buy_in(table, end.because, chance)
    else:
        yield events.TalkBegan("", 0, "wait", end.because)


def next_opener(table: Table) -> tuple[str, tuple[str, ...]] | None:
    """Return who opens the next card, with the rules; ``None`` if nobody may bid."""
    held = ask(table, AuctionHeld())
    if held.value.form == "once around":
        first = next((seat for seat in held.value.order if has_room(table, seat)), "")
        return (first, held.because[:1]) if first else None
    last, why = _previous_opener(table)
    order = table.right_of(last) if last else table.from_seat(table.first_player)
    able = [seat for seat in order if has_room(table, seat)]
    return (able[0], why) if able else None


def _previous_opener(table: Table) -> tuple[str, tuple[str, ...]]:
    """Return who opened the last card, "" before the first, with the rules (1.04.07, options B9 and B19)."""
    bidding, other = bidding_of(table), ask(table, OpenedBefore())
    if other.value in table.seats:
        return other.value, other.because
    if setting(table, OPENED_AGAIN) == "first" and (offender := _opened_first(table)):
        return offender, (OPENED_AGAIN.rule, "1.04.07")
    if bidding.last_bidder and setting(table, CARD_OPENER) == "bid":
        return bidding.last_bidder, (CARD_OPENER.rule, "1.04.07")
    return bidding.last_opener, ("1.04.07",) if bidding.last_opener else ("1.04.06",)


def _opened_first(table: Table) -> str:
    """Return who opened the last card before an illegal bid brought it up again, "" if none did."""
    up = [event for event in in_this_phase(table) if isinstance(event, events.CardUp)]
    same = [event.opener for event in up if event.number == up[0].number]
    return same[-1] if len(same) > 1 else ""


def card_up(table: Table, opener: str, why: tuple[str, ...], chance: Chance) -> Iterator[Event]:
    """Yield the next card, and whose turn it is."""
    number = bidding_of(table).dealt - len(bidding_of(table).row) + 1
    in_turn = asked_next(table, "")
    why = why if in_turn else ask(table, AuctionHeld()).because[:1]
    yield events.CardUp(number, opener if in_turn else "", ("1.04.05", *why))
    yield from next_to_bid(table, "", chance)


# -- commands -----------------------------------------------------------------------------------------


def _phase(table: Table, *steps: str) -> Iterable[Objection]:
    bidding = table.get(Bidding)
    if bidding is None or bidding.step not in steps:
        yield Objection("1.04.06", "You cannot do that now. Look at the table screen.", "NOT_YOUR_TURN", True)
    yield from unfinished(table)


def begins(table: Table, turn: int, first_player: str) -> Iterator[Event]:
    """Yield the start; hands that the referee deals it counts itself, unless a room wants a pause there."""
    yield events.BiddingBegan(turn, first_player)
    if not ask(table, CountedAloud()).value:
        yield counts(table)


def counts(table: Table) -> events.HandsDeclared:
    return events.HandsDeclared({seat: len(own.hand) for seat, own in table.seats.items()})


class BeginBidding(Command, by="table", waits=True):
    """Begin the bidding phase; ``aloud``: everybody says their card count first in any case."""

    turn: int = 0
    first_player: str = ""
    aloud: bool = True

    def objections(self, table: Table) -> Iterable[Objection]:
        bidding = table.get(Bidding)
        if bidding is not None and bidding.step != "over":
            yield Objection("1.04.00", "Someone else has just begun the bidding.", firm=True)
        if not table.seats:
            yield Objection("0.07", "Nobody plays at this table yet. Set it up first.", firm=True)
        if self.first_player and self.first_player not in table.seats:
            yield Objection("1.01.01", "The First Player must be one of the players. Choose a seat.", firm=True)
        if self.turn < 0 or self.turn > 99:
            yield Objection("0.02", "Enter the turn as a number from 1 to 99.", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield from passed_over(table, "bidding")
        if self.turn > table.turn:
            yield from bribes_taken_in(table)
        turn, first = self.turn or table.turn, self.first_player or table.first_player
        yield from (events.BiddingBegan(turn, first),) if self.aloud else begins(table, turn, first)


class DeclareHands(Command, by="table"):
    def objections(self, table: Table) -> Iterable[Objection]:
        yield from _phase(table, "declare")
        for seat, own in table.seats.items():
            limit = ask(table, HandLimit(seat))
            if len(own.hand) > limit.value:
                words = "A hand has {cards} cards, but its limit is {limit}. Correct the count first."
                yield Objection(limit.because[0], say(words, cards=len(own.hand), limit=limit.value), "HAND_OVER_LIMIT")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield counts(table)


class DealRow(Command, by="table"):
    def objections(self, table: Table) -> Iterable[Objection]:
        bidding = table.get(Bidding)
        if bidding is not None and bidding.step == "declare":
            yield Objection("1.04.01", "First everybody says their card count. Then deal.", "DECLARE_FIRST", True)
        else:
            yield from _phase(table, "deal")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        room = len(eligible(table))
        wanted = ask(table, RowSize(room))
        yield from refill(table, wanted.value, chance)
        count = min(wanted.value, len(table.deck)) if cards_are_dealt(table) else wanted.value
        yield RowDealt(count, room, wanted.because)
        yield from next_card(table, chance)


def price_shown(table: Table) -> str:
    """Return a token of the bid to beat, to detect a tap on an outdated screen."""
    bidding = table.get(Bidding)
    return f"{bidding.number}.{len(bidding.barred)}.{bidding.high}" if bidding else ""


def _another_price(table: Table, sight: str) -> Iterable[Objection]:
    bidding = table.get(Bidding)
    if bidding is not None and sight != price_shown(table):
        none = "There is no bid now, which is not what you saw. Look again, then bid."
        now = say("The bid to beat is now {high}, which is not what you saw. Look again, then bid.", high=bidding.high)
        yield Objection("4.97.06", now if bidding.high else none, "STALE")


class Bid(SeatCommand, by="both", shown_first=True, own_form=True, led=False, timed=True):
    amount: Amount

    def judged_by_referee(self, table: Table) -> bool:
        return setting(table, UNPAYABLE_BID) == "refuse"

    def objections(self, table: Table) -> Iterable[Objection]:
        wrong = [*_not_on_turn(table, self.seat), *self._senseless()]
        yield from wrong
        if wrong:
            return
        least = bidding_of(table).high + 1
        if self.amount < least:
            yield Objection("1.04.06.01", say("Bid {least} or more, or pass.", least=least), "BID_TOO_LOW")
            return
        limit = bid_limit(table, self.seat)
        if limit.most < self.amount:
            yield Objection(limit.because[0], _too_much(int(self.amount), least, limit), "BID_EXCEEDS_SPICE")

    def outdated(self, table: Table, sight: str) -> Iterable[Objection]:
        return _another_price(table, sight)

    def _senseless(self) -> Iterable[Objection]:
        if not isinstance(self.amount, int):
            yield Objection("1.04.06.01", "Bid a whole number.", "BID_NOT_WHOLE", True)
        elif self.amount < 1:
            yield Objection("1.04.06.01", "Bid 1 or more, or pass.", "BID_TOO_LOW", True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield events.BidMade(self.seat, int(self.amount))
        yield from next_to_bid(table, self.seat, chance)


def _too_much(amount: int, least: int, limit: Limit) -> str:
    most = int(limit.most)
    way = say("Bid {least} to {most}, or pass.", least=least, most=most)
    if most <= least:
        way = say("Bid {least}, or pass.", least=least) if most == least else "Pass."
    return together([say("Your limit is {most}, not {amount}.", most=most, amount=amount), way])


class Pass(SeatCommand, by="both", shown_first=True, own_form=True, led=False, timed=True):
    def objections(self, table: Table) -> Iterable[Objection]:
        yield from _not_on_turn(table, self.seat, bids=False)

    def outdated(self, table: Table, sight: str) -> Iterable[Objection]:
        return _another_price(table, sight)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield events.Passed(self.seat, "said")
        yield from next_to_bid(table, self.seat, chance)


class PassFor(SeatCommand, by="table"):
    """Pass for a player, by the table or the clock."""

    how: str = "forced"

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from _not_on_turn(table, self.seat, bids=False)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        if self.how == "time":
            yield events.Passed(self.seat, "time", ("1.04.06.04",))
        else:
            yield events.Passed(self.seat, "forced", ("4.97.03",))
        yield from next_to_bid(table, self.seat, chance)


def _not_on_turn(table: Table, seat: str, *, bids: bool = True) -> Iterable[Objection]:
    bidding = table.get(Bidding)
    yield from unfinished(table)
    if bidding is not None and bidding.step == "declare":
        sentence = "First everybody says their card count. Wait for the deal."
        yield Objection("1.04.01", sentence, "DECLARE_FIRST", True)
    elif bidding is None or bidding.step in {"deal", "over"}:
        yield Objection("1.04.05", "No card is up for auction now. Wait for the next.", "NOT_YOUR_TURN", True)
    elif bids and seat in bidding.barred:
        yield Objection("4.90.01", "After an illegal bid you sit out this card. Wait for the next.", "BARRED")
    elif bids and not has_room(table, seat):
        sentence = say("Your hand is full ({limit} cards), so you must pass.", limit=hand_limit(table, seat))
        yield Objection("1.04.03", sentence, "HAND_FULL")
    elif bidding.turn != seat or bidding.step != "bid":
        yield Objection("1.04.06.01", "It is not your turn to bid. Wait for your turn.", "NOT_YOUR_TURN")
