"""A whole bidding phase of six cards, played by tapping on a table screen and six phones.

Fremen and the Spacing Guild are allies. Emperor and Bene Gesserit hold a Karama each: one over-bid wins, the other is
outbid and nobody learns of it. Along the way: support behind a shield, a bid that cannot be paid, Harkonnen's extra
card, three steps taken back and put back, a power cut in the middle of a bid, a seat left empty, a clock that runs
out, and cards that nobody wants. After every step all seven screens must say the same and hold no secret.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from referee.common.factions import faction_name
from tests.kit import NO_ANSWER, SIX, Screens, key, lay_table, push

pytestmark = [pytest.mark.browser, pytest.mark.long]

ROW = ("Crysknife/1", "Chaumas/1", "Gom Jabbar/1", "Stunner/1", "Kulon/1", "Jubba Cloak/1")
DECK = (*ROW, "Truthtrance/1", "Slip Tip/1")
HANDS = {
    "atreides": ("Weather Control/1",),
    "bene_gesserit": ("Karama/1",),
    "emperor": ("Karama/2",),
    "harkonnen": ("Hajr/1", "Cheap Hero/1"),
}
SECRET = ("Crysknife", "Chaumas", "Gom Jabbar", "Stunner", "Kulon", "Jubba", "Truthtrance", "Slip Tip", "Weather")
OPTIONS = (("B6", "120"), ("B7", "60"), ("K8", "30"))


def test_an_evening_of_six_cards(evening: Callable[..., Screens], tables: Path) -> None:
    allies = (("fremen", "spacing_guild"),)
    table = lay_table(tables, deck=DECK, faces=HANDS, alliances=allies, options=OPTIONS, turn=2)
    night = evening(secrets=(*SECRET, "Hajr", "Pay with Karama", "Support a bid")).begin(table)
    night.picture("lobby", "atreides")
    for part in (open_the_row, card_1, card_2, card_3, card_4, card_5, power_cut, card_6):
        part(night)


def open_the_row(night: Screens) -> None:
    night.press("Begin bidding")
    night.agree("Deal the cards")
    night.press("Deal 6 cards")
    night.agree("Time to talk")
    night.shows("Then card 1 of 6", "Atreides open")
    night.picture("deal-window", "atreides", "bene_gesserit")
    night.tap("emperor", "Ready")
    night.told("emperor", "1 of 6 answered.")
    for seat in SIX:
        if seat != "emperor":
            night.tap(seat, "Ready")
    night.agree("Atreides to bid", "")


def card_1(night: Screens) -> None:
    """Support: Fremen hold 3 spice, the Guild adds 4 in secret, and 6 are bid."""
    with night.look("atreides") as phone:
        phone.wait_for_selector("#secret >> text=Crysknife")
        night.picture("peek", "atreides")
    with night.look("fremen") as phone:
        assert "Crysknife" not in phone.content()
    bid(night, "atreides", 1)
    passes(night, "bene_gesserit", "emperor")
    too_much(night)
    support(night)
    stepper(night, "fremen", 6)
    night.agree("Spacing Guild to bid", "6")
    night.picture("supported-bid", "fremen", "spacing_guild")
    passes(night, "spacing_guild", "harkonnen", "atreides", "bene_gesserit", "emperor")
    night.agree("Fremen buy for 6")
    night.picture("settle", "fremen", "bene_gesserit")
    night.everybody("Ready")
    night.agree("Bene Gesserit to bid", "")
    holds(night, "fremen", "Crysknife", "Spice 0")
    holds(night, "spacing_guild", "Spice 2")
    holds(night, "emperor", "Spice 16")


def too_much(night: Screens) -> None:
    """A bid above the bidder's spice is held back, and only the bidder's open shield says why."""
    stepper(night, "fremen", 5)
    with night.look("fremen") as phone:
        phone.wait_for_selector("#secret >> text=Your limit is 3, not 5.")
        night.picture("held-back", "fremen")
    night.agree("Fremen to bid", "1")


def support(night: Screens) -> None:
    with night.prop("spacing_guild") as phone:
        phone.locator("#drawer-act > summary").tap()
        form = phone.locator("#secret form:has(button:has-text('Support a bid'))")
        form.locator("[name=amount]").fill("4")
        push(form.locator("button"))
        phone.wait_for_selector("#secret >> text=Your support: up to 4 for Fremen")
        night.picture("support", "spacing_guild")
    with night.look("fremen") as phone:
        phone.wait_for_selector("#secret >> text=The Guild supports you with up to 4")
        night.picture("supported", "fremen")


def card_2(night: Screens) -> None:
    """The Emperor's over-bid wins: 20 with a purse of 16, and not a grain of it is paid."""
    passes(night, "bene_gesserit")
    with night.prop("emperor") as phone:
        push(phone.locator("#secret button:has-text('Pay with Karama')"))
        phone.wait_for_selector("#secret button[aria-pressed=true]")
        night.picture("over-bid", "emperor")
    stepper(night, "emperor", 20)
    night.agree("Fremen to bid", "20")
    passes(night, "fremen", "spacing_guild", "harkonnen", "atreides", "bene_gesserit")
    night.agree("Time to talk")
    night.shows("The Emperor discards Karama", "The Emperor takes the card for 20")
    holds(night, "emperor", "Chaumas", "Spice 16")


def card_3(night: Screens) -> None:
    """Bene Gesserit over-bid and are outbid: the Karama stays, and no screen ever knew."""
    talk(night, "Emperor")
    passes(night, "emperor", "fremen", "spacing_guild", "harkonnen", "atreides")
    with night.prop("bene_gesserit") as phone:
        push(phone.locator("#secret button:has-text('Pay with Karama')"))
        phone.wait_for_selector("#secret button[aria-pressed=true]")
    stepper(night, "bene_gesserit", 9)
    passes(night, "emperor", "fremen", "spacing_guild", "harkonnen")
    night.agree("Atreides to bid", "9")
    bid(night, "atreides", 10)
    passes(night, "bene_gesserit", "emperor", "fremen", "spacing_guild", "harkonnen")
    night.agree("Atreides buy for 10")
    night.press("Next card")
    night.agree("Fremen to bid", "")
    holds(night, "bene_gesserit", "Karama", "Spice 5")
    holds(night, "atreides", "Gom Jabbar", "Spice 0")


def card_4(night: Screens) -> None:
    """The table enters 9 for the Guild, who cannot pay: Fremen open again; Harkonnen buys and draws one more."""
    passes(night, "fremen")
    night.agree("Spacing Guild to bid", "")
    night.screen.fill("#pad-amount", "9")
    push(night.screen.locator("#pad button:text-is('Bid')"))
    night.agree("Harkonnen to bid", "9")
    passes(night, "harkonnen", "atreides", "bene_gesserit", "emperor", "fremen")
    night.agree("Spacing Guild buys for 9")
    night.everybody("Ready")
    night.agree("Fremen to bid", "")
    night.shows("Barred", "The Guild cannot pay 9")
    night.picture("illegal-bid", "fremen", "spacing_guild")
    passes(night, "fremen")
    bid(night, "harkonnen", 2)
    passes(night, "atreides", "bene_gesserit", "emperor", "fremen")
    night.agree("Harkonnen buy for 2")
    night.shows("Harkonnen draw a bonus card")
    night.picture("stoppable", "harkonnen", "atreides")
    night.everybody("Ready")
    night.agree("Spacing Guild to bid", "")
    holds(night, "harkonnen", "Stunner", "Truthtrance", "Spice 8")


def card_5(night: Screens) -> None:
    """Three steps are taken back on the table screen, then put back."""
    bid(night, "spacing_guild", 1)
    passes(night, "harkonnen")
    night.agree("Atreides to bid", "1")
    for coin in ("1", "", None):
        key(night.screen, "u")
        night.agree("Paused after undo", coin)
    night.picture("three-steps-back", "spacing_guild", "harkonnen")
    for seat in ("spacing_guild", "harkonnen", "atreides"):
        key(night.screen, "Shift+U")
        night.screen.locator(f"#seat-{seat}[aria-current=true]").wait_for()
    key(night.screen, "Space")
    night.agree("Atreides to bid", "1")


def power_cut(night: Screens) -> None:
    """The program dies in the middle of a bid: nothing is lost, the clock waits, the screens find back."""
    night.allowed = NO_ANSWER
    night.program.kill()
    night.screen.wait_for_selector("#lost:not([hidden])")
    night.picture("no-answer", "atreides")
    night.program.start()
    night.agree("Paused after a restart", "1")
    night.picture("after-the-power-cut", "atreides", "fremen")
    assert night.screen.locator("#clock[data-clock=paused]").count() == 1
    night.told("atreides", "The clock is stopped.")
    night.press("Resume")
    night.agree("Atreides to bid", "1")
    night.allowed = ()
    night.screen.locator("#menu-emperor").click()
    push(night.screen.locator("#side button:has-text('Away')"))
    clock(night, "10 s, then auto-pass")
    passes(night, "atreides")
    night.agree("Bene Gesserit to bid", "1")
    night.agree("Fremen to bid", "1")
    night.shows("Time is up: Bene Gesserit pass.", "The Emperor is away and passes.")
    clock(night, "No clock")
    passes(night, "fremen")
    night.agree("Spacing Guild buys for 1")
    night.picture("time-and-absence", "bene_gesserit", "emperor")
    night.press("Next card")
    night.agree("Harkonnen to bid")
    holds(night, "spacing_guild", "Kulon", "Spice 1")


def clock(night: Screens, words: str) -> None:
    """Change the time to bid on the page of options, in another tab of the table screen's browser."""
    tab = night.screen.context.new_page()
    tab.goto(f"{night.program.origin}/t/{night.table}/options")
    tab.locator("#option-B6 summary").click()
    option = tab.locator("form:has(input[name=option][value=B6])")
    option.locator(f"label:has-text('{words}')").click()
    option.locator("button:has-text('Play it this way')").click()
    tab.locator(f"form:has(input[name=option][value=B6]) label.is-on:has-text('{words}')").wait_for(state="attached")
    night.shows(f"Time to bid: {words}")
    tab.close()


def card_6(night: Screens) -> None:
    """Nobody wants the last card: it goes back on the deck and bidding is over."""
    passes(night, "harkonnen", "atreides", "bene_gesserit", "fremen", "spacing_guild")
    night.agree("Bidding is over")
    night.shows("1 unsold card goes back on top of the deck", "The Emperor is away and passes.")
    night.picture("over", "fremen", "emperor")


# -- what hands do ------------------------------------------------------------------------------------


def talk(night: Screens, opener: str) -> None:
    """End the deal window from the table screen."""
    night.shows(f"{opener.removeprefix('Spacing ')} open")
    night.press("Open now")
    night.agree(f"{opener} to bid", "")


def bid(night: Screens, seat: str, amount: int) -> None:
    night.agree(f"{faction_name(seat)} to bid")
    night.tap(seat, f"Bid {amount}")
    night.agree("", str(amount))


def stepper(night: Screens, seat: str, amount: int) -> None:
    """Bid another sum: typed into the stepper, sent with its own button."""
    night.agree(f"{faction_name(seat)} to bid")
    night.phones[seat].locator("#amount").fill(str(amount))
    push(night.phones[seat].locator("#bid-amount"))


def passes(night: Screens, *seats: str) -> None:
    for seat in seats:
        night.agree(f"{faction_name(seat)} to bid")
        night.tap(seat, "Pass")


def holds(night: Screens, seat: str, *words: str) -> None:
    """See what a hand holds, on its own phone and nowhere else."""

    def secret() -> str:
        return " ".join(night.phones[seat].locator("#secret").inner_text().split())

    def seen(word: str) -> bool:
        return word in secret()

    with night.look(seat):
        for word in words:
            night.until(partial(seen, word), f"{seat} should see {word}")
