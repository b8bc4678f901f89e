"""Tables where players without a phone are served by the table screen, and where cards are printed or answers kept."""

from __future__ import annotations

from referee.factions.atreides.kwisatz_haderach import TellFallen
from referee.holdings.hands import PlayCard
from referee.holdings.printed_cards import TellCard, UntellCard
from referee.kernel.commands import Command
from referee.phases.agreements.bribes import LayBribe
from referee.phases.agreements.table_rulings import KeepAnswer
from referee.phases.bidding.auction import Bid, DealRow, Pass
from referee.phases.bidding.bid_limit import Back
from referee.phases.bidding.payment import ChooseShares
from referee.phases.bidding.state import bidding_of
from referee.phases.paper.recall import TellCaptive, TellTraitors
from referee.powers.windows import CloseWindow
from referee.variants.nexus_cards.drawing import ShowNexus
from tests.accounts.by_hand import lays
from tests.accounts.by_hand_told_by_the_table import Joined
from tests.kit.table import LiveTable
from tests.rules.variants.nexus_cards.holding import at_table

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


@lays("ShowNexus", aloud="harkonnen")
def a_player_without_a_phone_holds_a_nexus_card() -> Laid:
    table = at_table("harkonnen", "emperor", "fremen", phones=False, cards={"harkonnen": "choam"}, phase="revival")
    return table, ShowNexus("harkonnen", "choam")


@lays("TellCard")
def a_printed_card_nobody_told() -> Laid:
    return LiveTable("emperor", "atreides", P1="told", count=2, phase="bidding"), TellCard("emperor", "Karama")


@lays("UntellCard")
def a_printed_card_told_by_mistake() -> Laid:
    table = LiveTable("emperor", "atreides", P1="told", count=2, phase="bidding").do(TellCard("emperor", "Karama"))
    return table, UntellCard("emperor", "Karama")


@lays("PlayCard")
def printed_cards_of_which_one_is_played() -> Laid:
    table = LiveTable("emperor", "atreides", P1="told", count=2, phase="storm")
    return table, PlayCard("emperor", "Family Atomics")


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


@lays("TellCaptive")
def a_game_joined_after_a_leader_was_taken() -> Laid:
    return Joined("harkonnen", "fremen", turn=3), TellCaptive("harkonnen", "Stilgar")
