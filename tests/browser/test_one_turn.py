"""One whole turn on a table screen and two phones: set-up, nine phases, and a victory in the Mentat Pause."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.kit import SIX, TABLE_SIZE, UNFOLD, Screens, fill_in, lay_table, push

pytestmark = pytest.mark.browser

DECK = ("Crysknife/1", "Chaumas/1", "Gom Jabbar/1", "Stunner/1", "Kulon/1", "Jubba Cloak/1", "Slip Tip/1")
MASKED = """async () => {  // whether the plate's news moved, and how much of the plate is masked when it is still
  const told = document.querySelector('.hub-told'), moving = told.getAnimations({ subtree: true });
  await Promise.all(moving.map(one => one.finished));
  await new Promise(done => setTimeout(done, 200));
  return { moved: moving.length > 0, masked: told.style.maskImage } }"""
HANDS = {"fremen": ("Tleilaxu Ghola/1",), "atreides": ("Weather Control/1",)}


def words(phone: Any) -> str:
    """Return what the shield shows, in one line."""
    return " ".join(phone.locator("#secret").inner_text().split())


def put(night: Screens, panel: str, button: str, **chosen: str) -> None:
    """Fill in a form of the table screen and send it."""
    form = night.screen.locator(f"section[id^='offer-{panel}'] form:has(button:has-text('{button}'))")
    fill_in(form, **chosen)
    push(form.locator(f"button:has-text('{button}')"))


def seldom(night: Screens, button: str, **chosen: str) -> None:
    """Fill in a form that stands behind "More" and send it."""
    form = night.more().locator("form").filter(has_text=button)
    fill_in(form, **chosen)
    push(form.locator("button:not([data-map-for], [data-pick-for])"))
    night.screen.keyboard.press("Escape")


def put_right(night: Screens, place: str, button: str, normal: str = "", **chosen: str) -> None:
    """Tap a territory on the map, then correct it; the tap on the number sends it."""
    night.screen.locator(f"#map-spots a[data-place='{place}']").dispatch_event("click")
    form = night.screen.locator("#place-box form").filter(has_text=button)
    form.wait_for(state="attached")
    night.screen.locator("#place-box").evaluate(UNFOLD)
    fill_in(form, **chosen)
    tapped = f"[name=normal][value='{normal}']" if normal else f":has-text('{button}')"
    push(form.locator(f"button{tapped}"))


def on_phone(night: Screens, seat: str, button: str, **chosen: str) -> None:
    """Fill in a form in the open part of a phone and send it."""
    form = night.phones[seat].locator("#actions form").filter(has_text=button)
    fill_in(form, **chosen)
    push(form.locator("button:not([data-map-for], [data-pick-for])"))


def test_a_whole_turn(evening: Callable[..., Screens], tables: Path) -> None:
    table = lay_table(tables, deck=DECK, faces=HANDS, alliances=(("atreides", "fremen"),), spice={"fremen": 1})
    night = evening(secrets=("Keep one traitor",)).begin(table, ("atreides", "fremen"))
    for part in (set_up, storm_and_spice, charity_and_bidding, revival, shipment, battle_and_collection, victory):
        part(night)


def set_up(night: Screens) -> None:
    night.press("Track forces and leaders")
    night.shows("Deal traitor cards")
    on_phone(night, "fremen", "10 forces left to place", normal="6", goal="Sietch Tabr")
    left = night.phones["fremen"].locator("#actions form").filter(has_text="4 forces left to place")
    left.wait_for()
    night.until(lambda: left.locator("[name=normal]").input_value() == "4", "What was typed stands there again")
    on_phone(night, "fremen", "4 forces left to place", goal="Sietch Tabr")
    left.wait_for(state="detached")
    night.press("Deal traitor cards")
    for seat in ("atreides", "fremen"):
        night.told(seat, "You: keep one traitor. Open your shield")
    for seat in ("fremen", "atreides"):
        with night.prop(seat) as phone:
            assert "Traitor cards dealt to you" in words(phone)
            night.picture("traitors", seat)
            push(phone.locator("#secret button[name=leader]").first)
            phone.wait_for_selector("#secret", state="hidden")  # nothing else is asked, so it closes by itself
    night.no_secret()
    with night.look("fremen") as phone:
        night.until(lambda: "Your traitors" in words(phone), "The traitor was not kept")
        assert "Keep one traitor" not in words(phone)
    night.picture("lobby", "fremen")


def storm_and_spice(night: Screens) -> None:
    night.press("Begin with the storm")
    night.agree("Bene Gesserit to place 1 force")
    form = night.screen.locator("form:visible").filter(has_text="1 force left to place")
    form.locator("select[name=goal]").select_option("Polar Sink")
    push(form.locator("button:not([data-map-for], [data-pick-for])"))
    night.agree("Storm")
    put(night, "NameFirstPlayer", "Set the First Player", seat="fremen")
    night.shows("Fremen are First Player")
    deal = {"seat": "fremen", "other": "emperor", "words": "No landing in Sietch Tabr", "phase": "shipment"}
    seldom(night, "Write down a deal", **deal)
    night.shows("Fremen and the Emperor agree: No landing in Sietch Tabr")
    night.picture("storm", "fremen")
    night.press("Next:")
    put(night, "SpiceBlows", "Red Chasm")
    night.shows("The card shows Red Chasm, 8 spice")
    night.picture("spice-blow", "fremen")
    night.press("Next:")


def charity_and_bidding(night: Screens) -> None:
    night.agree("CHOAM charity")
    on_phone(night, "fremen", "Claim charity")
    night.shows("Fremen claim charity")
    with night.look("fremen") as phone:
        night.until(lambda: "SPICE 2" in words(phone).upper(), words(phone))
    night.press("Next:")
    night.agree("Deal the cards")
    night.skip_to("Revival")


def revival(night: Screens) -> None:
    night.agree("Revival")
    night.shows("Nobody has anything to revive")
    night.picture("revival", "fremen", "atreides")
    assert not night.phones["atreides"].locator("#actions form").filter(has_text="Revive forces").count()
    with night.prop("fremen") as phone:
        assert "Tleilaxu Ghola" in words(phone) and "Play Tleilaxu Ghola" not in words(phone)  # nobody died
        night.picture("ghola", "fremen")
    night.no_secret()
    night.press("Next:")


def shipment(night: Screens) -> None:
    night.agree("Fremen to ship")
    night.shows("Agreed")
    night.told("fremen", "No landing in Sietch Tabr")
    night.picture("shipment", "fremen", "atreides")
    night.by_card("atreides", "Arrakeen", "Ship 4 to Arrakeen for 4")
    night.shows("Atreides ship 4 forces to Arrakeen", "Atreides pay 4 to the Guild")
    night.by_card("fremen", "Habbanya Erg", "Send 5 to Habbanya Erg, free")
    night.shows("Fremen send 5 forces to Habbanya Erg")
    shipped = night.phones["atreides"].locator(".turn-told")  # on a short phone the places take its room
    night.until(lambda: "ship 4 forces to Arrakeen" in str(shipped.text_content()), "What was shipped is not told")
    night.by_card("atreides", "Carthag", "Move 5 to Carthag")
    night.shows("Atreides move 5 forces from Arrakeen to Carthag")
    night.press("Next:")


def battle_and_collection(night: Screens) -> None:
    night.agree("Harkonnen to choose the next battle")
    night.picture("battle", "fremen", "atreides")
    seldom(night, "A leader dies", leader="Caid", to="fremen")
    night.shows("Caid of the Emperor", "get 3 from the bank: leader killed")
    seldom(night, "Send forces to the Tanks", seat="fremen", normal="1")
    night.shows("Fremen lose 1 force to the Tleilaxu Tanks")
    put_right(night, "Carthag", "No Harkonnen here")  # their battle was fought on the board
    night.shows("Harkonnen have no forces in Carthag")
    night.press("Next:")
    night.agree("Collection")
    night.shows("Atreides collect 4 from Arrakeen and Carthag")
    for place, number in {"Habbanya Sietch": "2", "Red Chasm": "2"}.items():
        put_right(night, place, "Another faction is here", seat="fremen", normal=number, other="Habbanya Erg")
        night.shows(f"Fremen have 2 forces in {place}")
    assert night.screen.locator("#map-notes > li").count() == 2
    assert night.screen.evaluate(
        "document.querySelector('#map-notes').getBoundingClientRect().bottom"
        " <= document.querySelector('#bar').getBoundingClientRect().top"
    ), "what stands under the map is whole"
    night.picture("collection", "fremen", "atreides")
    night.press("Collect the spice")
    night.shows("Fremen collect 4 from")
    night.press("Next:")


def victory(night: Screens) -> None:
    night.agree("Mentat")
    night.picture("mentat", "fremen", "atreides")
    night.press("Check for victory")
    night.agree("Atreides and Fremen win")
    night.shows("1.09.02.02")
    night.screen.set_viewport_size({"width": 1280, "height": 720})
    night.until(
        lambda: night.screen.evaluate(
            "() => { const of = q => document.querySelector(q).getBoundingClientRect();"
            " return of('.won .btn-go').bottom <= of('#bar').top && of('.won').top <= of('.won > p').top }"
        ),
        "Who has won and *Play again* are not all in view on a small laptop",
    )
    night.screen.set_viewport_size(TABLE_SIZE)
    night.picture("won", "fremen", "atreides")
    assert set(SIX) > set(night.phones)
    phone = night.phones["atreides"]
    phone.locator("nav.tabs >> text=More").tap()
    phone.wait_for_url("**tab=more")
    phone.wait_for_load_state()
    night.told("atreides", "Reserves: 6 forces", "Tanks: no forces")
    night.picture("more", "atreides")


def test_news_is_whole_once_it_has_moved_in(evening: Callable[..., Screens], tables: Path) -> None:
    """Where motion is not reduced the plate's news moves: what is cut of it is measured where it stays."""
    night = evening().begin(lay_table(tables, deck=DECK, faces={}), ())
    night.screen.set_viewport_size({"width": 1280, "height": 720})
    night.screen.emulate_media(reduced_motion="no-preference")
    night.press("Begin with the storm")
    night.skip_to("Spice blow")
    put(night, "SpiceBlows", "Red Chasm")
    night.shows("The card shows Red Chasm, 8 spice")
    assert night.screen.evaluate(MASKED) == {"moved": True, "masked": ""}
