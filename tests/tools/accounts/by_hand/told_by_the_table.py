"""Tables that tell the referee what it cannot see, where cards are printed, and where a card stops something."""

from __future__ import annotations

import json
from typing import Self

from referee.agreements.alliances import EndNexus
from referee.board.forces_counted import KeepCount
from referee.cards.karama.purchase import PayByKarama
from referee.factions.ecaz.placing import PutAmbassador
from referee.factions.ecaz.trigger import TellEntry
from referee.factions.spacing_guild import StopShipment
from referee.holdings.hands import PlayCard
from referee.holdings.printed_cards import TellCard, UntellCard
from referee.holdings.setup import SetTable
from referee.kernel import Command
from referee.modules.nexus_cards.drawing import DrawNexus, ShowNexus, TellNexus
from referee.modules.stronghold_cards import NameCardOwner
from referee.modules.tech_tokens import NameTokenOwner
from referee.modules.tech_tokens.income import SayTokenEvent
from referee.paper.join_midgame import JoinInTheMiddle
from referee.paper.recall import TellCaptive
from referee.paper.sheets import TakeSheet
from referee.phases.bidding.auction import DealRow
from referee.phases.shipment.shipping import Ship
from referee.phases.spice_blow.blow import SpiceBlows, WormComes
from referee.phases.spice_blow.devoured import WormEats
from referee.phases.storm.storm_moves import PlaceStorm, RevealStormCard
from tests.kit import LiveTable
from tests.tools.accounts.by_hand import lays

Laid = tuple[LiveTable, Command]


@lays("RevealStormCard")
def a_storm_card_drawn_in_the_turn_before() -> Laid:
    table = LiveTable(P4="drawn").do("spice_blow", "mentat_pause", "storm", PlaceStorm(3))
    return table, RevealStormCard()


@lays("WormEats")
def forces_where_a_worm_came_and_no_map_is_kept() -> Laid:
    table = LiveTable(P6="none", turn=2).do(KeepCount(), "spice_blow", WormComes("Red Chasm"))
    return table, WormEats("atreides", 3)


@lays("TellEntry")
def a_stronghold_with_an_ambassador_and_no_map() -> Laid:
    table = LiveTable("emperor", "ecaz", "fremen", "atreides", P6="none", phase="shipment")
    return table.do(PutAmbassador("Carthag", "emperor")), TellEntry("ecaz", "fremen", "Carthag")


@lays("TellNexus")
def a_printed_nexus_card() -> Laid:
    seats = ("harkonnen", "emperor", "fremen", "atreides")
    table = LiveTable(*seats, M5="on", P1="told", turn=2, phase="spice_blow", rules="basic", allies="emperor fremen")
    table.do(WormComes("Sihaya Ridge"), SpiceBlows("Old Gap"), EndNexus(), DrawNexus("harkonnen"))
    return table, TellNexus("harkonnen", "choam")


@lays("ShowNexus", aloud="harkonnen")
def a_nexus_card_of_somebody_without_a_phone() -> Laid:
    return a_printed_nexus_card()[0], ShowNexus("harkonnen", "choam")


@lays("PlayCard", aloud="atreides")
def a_hand_of_printed_cards() -> Laid:
    table = LiveTable("atreides", "harkonnen", "emperor", P1="told", count=2, phase="bidding")
    return table, PlayCard("atreides", "Shield")


@lays("SayTokenEvent")
def a_token_in_a_phase_played_by_hand() -> Laid:
    table = LiveTable("emperor", "tleilaxu", "fremen", M1="on", turn=2, phase="revival", R_revival="hand")
    return table.do(NameTokenOwner("Axlotl Tanks", "emperor")), SayTokenEvent("Axlotl Tanks")


@lays("NameCardOwner")
def stronghold_cards() -> Laid:
    table = LiveTable("harkonnen", "emperor", "fremen", M2="on", turn=2, phase="mentat_pause")
    return table, NameCardOwner("Carthag", "harkonnen")


@lays("StopShipment")
def a_shipment_that_has_just_landed() -> Laid:
    seats = ("emperor", "spacing_guild", "bene_gesserit", "atreides")
    table = LiveTable(*seats, turn=2, first="emperor", hands={"spacing_guild": ("Karama/1",)}, deck=None)
    table.do(KeepCount(), PlaceStorm(12), "shipment", Ship("emperor", 4, "Carthag", special=1))
    return table, StopShipment("spacing_guild", "emperor")


@lays("PayByKarama")
def a_card_up_for_auction() -> Laid:
    hands = {"atreides": ("Karama/1",), "harkonnen": ("Shield/1",), "emperor": ("Hajr/1",)}
    table = LiveTable("atreides", "harkonnen", "emperor", hands=hands, deck=None, phase="bidding")
    return table.do(DealRow()), PayByKarama("atreides", on=True)


class Joined(LiveTable):
    """A game under way that is set up at another laptop."""

    def do(self, *commands: Command | str, who: str = "") -> Self:
        joined = (JoinInTheMiddle(one, ()) if isinstance(one, SetTable) else one for one in commands)
        return super().do(*joined, who=who)


@lays("TakeSheet")
def a_game_joined_whose_sheets_are_not_loaded() -> Laid:
    sheet = {"sheet": "Fremen", "hand": ["Shield", "Crysknife"], "spice": 4, "notes": ["Emperor paid for it"]}
    return Joined("fremen", "emperor", P1="told", turn=2), TakeSheet("fremen", json.dumps(sheet))


@lays("TellCaptive")
def a_game_joined_whose_captives_are_not_told() -> Laid:
    return Joined("harkonnen", "fremen", "atreides", turn=3), TellCaptive("harkonnen", "Stilgar")


@lays("TellCard")
def a_hand_of_printed_cards_that_a_phone_does_not_know() -> Laid:
    return LiveTable("atreides", "harkonnen", P1="told", count=2, phase="bidding"), TellCard("atreides", "Shield")


@lays("UntellCard")
def a_printed_card_told_by_mistake() -> Laid:
    table, told = a_hand_of_printed_cards_that_a_phone_does_not_know()
    table.do(told)
    return table, UntellCard("atreides", str(table.truth.seats["atreides"].hand.faces()[0]))
