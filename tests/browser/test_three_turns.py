"""Three whole turns on a table screen and six phones: all seven screens agree in every phase, and purses are right."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from referee.common.factions import faction_name, named
from tests.browser.test_one_turn import DECK, on_phone, put, words
from tests.kit import SIX, Screens, lay_table, push

pytestmark = [pytest.mark.browser, pytest.mark.long]

OPTIONS = (("B6", "off"), ("B7", "off"), ("K8", "off"))
INCOME = "Collect stronghold income"
BLOWS = ("Red Chasm", "Old Gap", "The Great Flat")


def test_three_turns_with_six_phones(evening: Callable[..., Screens], tables: Path) -> None:
    table = lay_table(tables, deck=DECK * 3, faces={}, spice=dict.fromkeys(SIX, 5), options=OPTIONS)
    night = evening(secrets=("Crysknife", "Chaumas", "Gom Jabbar")).begin(table)
    night.press("Begin with the storm")
    put(night, "SeatMarkers", "Place the player circles", seat="atreides")
    for turn, first in enumerate(("atreides", "bene_gesserit", "emperor"), start=1):
        storm_and_blow(night, turn, first)
        charity(night)
        bidding(night, first)
        together(night, "Revival")
        shipment(night, first)
        night.agree("Battle")
        night.press("Next:")
        together(night, "Collection")
        pause(night, turn)
    for seat, held in {"atreides": 7, "bene_gesserit": 9, "emperor": 5, "fremen": 5}.items():
        with night.look(seat) as phone:

            def shows(page: Any, what: str) -> bool:
                return what in words(page).upper()

            night.until(partial(shows, phone, f"SPICE {held}"), f"{seat}: {held}")


def storm_and_blow(night: Screens, turn: int, first: str) -> None:
    night.agree("Storm")
    if turn == 1:
        for seat in ("atreides", "harkonnen"):
            night.told(seat, "Open your shield")
            with night.prop(seat, closes=True) as phone:
                push(phone.locator("#secret button[name=number][value='0']"))
    else:  # the Fremen's card moves it
        push(night.screen.locator("#go button[value='3']"))
    night.press("The storm stays" if turn == 1 else "Move the storm")
    night.shows(f"{named(first):The is} First Player")
    night.press("Next:")
    put(night, "SpiceBlows", BLOWS[turn - 1])
    night.shows(f"{BLOWS[turn - 1]}, ")
    night.press("Next:")


def charity(night: Screens) -> None:
    night.agree("CHOAM charity")
    on_phone(night, "bene_gesserit", "Claim charity")
    night.shows("Bene Gesserit claim charity")
    night.press("Next:")


def bidding(night: Screens, first: str) -> None:
    night.agree("Deal the cards")
    night.press("Deal 6 cards")
    at = SIX.index(first)
    night.agree(f"{faction_name(first)} to bid")
    night.tap(first, "Bid 1")
    for seat in (*SIX[at + 1 :], *SIX[:at]):
        night.agree(f"{faction_name(seat)} to bid", "1")
        night.tap(seat, "Pass")
    night.shows(f"{named(first):The takes} the card for 1")
    push(night.more().locator("summary:has-text('End bidding now')"))
    night.screen.locator("#more :text('go back on the deck')").wait_for()
    push(night.screen.locator("#more button:has-text('End bidding now')"))
    night.agree("Bidding is over")
    night.press("Next:")


def together(night: Screens, phase: str) -> None:
    night.agree(phase)
    for seat, phone in night.phones.items():
        if phone.locator(f"#actions button:has-text('{INCOME}'):enabled").count():
            night.tap(seat, INCOME)  # nobody is done before
        night.tap(seat, "Done")
    night.shows("Everybody is done")
    night.press("Next:")


def shipment(night: Screens, first: str) -> None:
    at = SIX.index(first)
    for seat in (*SIX[at:], *SIX[:at]):
        night.shows(f"{faction_name(seat)} to ship")  # a phone that may send a force along says that instead
        if seat == first:
            night.agree(f"{faction_name(seat)} to ship")
            night.by_card(seat, "Tuek's Sietch", "Ship 1 to Tuek's Sietch")
            night.shows(f"{named(seat):The ships} 1 force to Tuek's Sietch")
        night.tap(seat, "Done")
    night.shows("Everybody has shipped and moved")
    night.press("Next:")


def pause(night: Screens, turn: int) -> None:
    night.agree("Mentat")
    if turn != 2:
        places = ("arrakeen", "carthag", "sietch_tabr")[:turn]
        empty = dict.fromkeys(("arrakeen", "carthag", "habbanya_sietch", "sietch_tabr", "tueks_sietch"), "")
        put(night, "NameHolders", "Save who holds what", **empty | dict.fromkeys(places, "atreides"))
        told = "Harkonnen hold no stronghold" if turn == 1 else "Atreides hold Arrakeen, Carthag and Sietch Tabr"
        night.shows(told)
    night.press("Check for victory")
    if turn == 3:
        night.agree("Atreides win")
    else:
        night.shows("nobody has won" if turn == 1 else "No winner is known")
        night.press("Next:")
