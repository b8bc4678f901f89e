"""Tables where a player has no phone, an ally pays, an answer is kept, or a joined game is told what came before."""

from __future__ import annotations

from referee.agreements.bribes import LayBribe
from referee.agreements.table_rulings import KeepAnswer
from referee.factions.atreides.kwisatz_haderach import TellFallen
from referee.kernel import Command
from referee.paper.recall import TellTraitors
from referee.phases.bidding.auction import Bid, DealRow, Pass
from referee.phases.bidding.bid_limit import Back
from referee.phases.bidding.order_of_bidding import bidding_of
from referee.phases.bidding.payment import ChooseShares
from referee.powers.windows import CloseWindow
from referee.stand_in.seats import FillEmptySeats
from tests.kit import LiveTable
from tests.tools.accounts.by_hand import lays
from tests.tools.accounts.by_hand.told_by_the_table import Joined

Laid = tuple[LiveTable, Command]
ASKED = "who pays"  # ``screens`` looks it up


@lays("ChooseShares")
def a_card_won_with_the_allys_spice() -> Laid:
    seats, hands = ("atreides", "emperor", "fremen"), {"fremen": ("Karama/1",), "emperor": ("Karama/2",)}
    table = LiveTable(*seats, spice=6, allies="atreides emperor", phase="bidding", hands=hands, deck=None, K8="")
    table.do(Back("emperor", "atreides", 5), DealRow(), CloseWindow(), Bid("atreides", 4))
    while bidding_of(table.truth).step == "bid":
        table.do(Pass(bidding_of(table.truth).turn))
    return table, ChooseShares("atreides", "emperor", 2)


@lays("LayBribe", aloud="emperor")
def a_player_without_a_phone_bribes() -> Laid:
    return LiveTable("emperor", "atreides", "fremen", phase="shipment"), LayBribe("emperor", "fremen", 2)


@lays("KeepAnswer")
def a_question_that_the_book_was_asked() -> Laid:
    table = LiveTable("emperor", "atreides", "fremen", phase="bidding")
    return table, KeepAnswer("1.04.06", "The winner pays at once.", question=ASKED)


@lays("TellFallen")
def a_game_joined_after_atreides_lost_forces() -> Laid:
    return Joined("atreides", "fremen", turn=3), TellFallen("atreides", 5)


@lays("TellTraitors")
def a_game_joined_after_traitors_were_chosen() -> Laid:
    return Joined("harkonnen", "fremen", turn=3), TellTraitors("harkonnen", "Stilgar", "Chani")


@lays("FillEmptySeats", aloud="emperor fremen")
def two_seats_that_nobody_plays() -> Laid:
    return LiveTable("emperor", "atreides", "fremen", phase="revival"), FillEmptySeats()
