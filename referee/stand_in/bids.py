"""What a stand-in pays for treachery cards: less the more it holds, and never what it needs to ship."""

from __future__ import annotations

from referee.holdings.hands import hand_limit
from referee.kernel import Command, ask, card_name, known
from referee.phases.battle.cards_in_battle import BattleCards, Idle
from referee.phases.bidding.auction import Bid, Pass
from referee.phases.bidding.bid_limit import bid_limit
from referee.phases.bidding.order_of_bidding import Bidding
from referee.stand_in.ground import reserves
from referee.stand_in.sight import Sight

FIRST, EACH, ROUGHLY = 5.0, 1.3, 3.0  # spice for the first card, less for each more, give or take
TOO_CHEAP = 2  # spice more, where the card would else go to who holds more of them
KEPT, EACH_FORCE = 3, 0.15  # spice kept to ship with, and more for each force in reserve


def most_to_pay(sight: Sight) -> int:
    """Return the most that the card in sale is worth to this seat now, 0 for nothing."""
    own = sight.own
    bidding = own.get(Bidding)
    number = bidding.number if bidding else 0
    hand = own.seats[sight.seat].hand
    room = hand_limit(sight.own, sight.seat) - len(hand)
    idle = sum(_is_idle(sight, card_name(card)) for card in hand.faces())
    worth = FIRST - EACH * (len(hand) - idle) + 0.25 * max(0, sight.spice - 8)
    worth += ROUGHLY * (sight.chance("bid", number) - 0.5)
    card = bidding.row[0] if bidding and bidding.row else None
    if isinstance(card, str) and known(card):
        worth = 0 if _is_idle(sight, card_name(card)) else worth + 1.5
    if room <= 1:
        worth -= 1
    if bidding and bidding.high_by in own.seats and len(own.seats[bidding.high_by].hand) > len(hand):
        worth += TOO_CHEAP
    return int(max(0, min(worth, sight.spice - kept_to_ship(sight, bare=not hand))))


def kept_to_ship(sight: Sight, *, bare: bool = False) -> int:
    """Return the spice that is not spent on cards: more with many forces in reserve, less for a ``bare`` hand."""
    kept = KEPT + int(EACH_FORCE * reserves(sight).total)
    return 2 * kept // 3 if bare else kept


def _is_idle(sight: Sight, card: str) -> bool:
    return card in ask(sight.own, BattleCards()).value and ask(sight.own, Idle(card)).value


def bid(sight: Sight) -> Command:
    """Bid one more than the bid to beat, as long as the card is worth that, else pass."""
    bidding = sight.own.get(Bidding)
    amount = (bidding.high if bidding else 0) + 1
    most = min(most_to_pay(sight), bid_limit(sight.own, sight.seat).most)
    return Bid(sight.seat, amount) if amount <= most else Pass(sight.seat)
