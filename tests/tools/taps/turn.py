"""One turn, phase by phase."""

from __future__ import annotations

from typing import Any

from referee.common.factions import faction_name, named
from tests.kit import SIX, Screens, push
from tests.tools.taps.fingers import BIDS, TABLE, Fingers
from tests.tools.taps.table import CARDS


def turn(hands: Fingers) -> None:
    for part in (storm, blow, charity, bidding, revival, shipment, battles, collection, pause):
        part(hands)


def storm(hands: Fingers) -> None:
    hands.phase = "storm"
    hands.night.screen.wait_for_selector("#go button[value='3']")
    push(hands.night.screen.locator("#go button[value='3']"))
    hands.count(TABLE, "3")
    hands.press("Move the storm")
    hands.night.shows("First Player")


def blow(hands: Fingers) -> None:
    hands.onward("Spice blow")
    for card in ("Old Gap", "Funeral Plain"):
        hands.press(card)
        hands.night.shows(f"The card shows {card}")


def charity(hands: Fingers) -> None:
    hands.onward("Charity")
    for seat in ("bene_gesserit", "fremen"):
        hands.tap(seat, "Claim charity")
        hands.night.shows(f"{named(seat):The claims} charity")


def bidding(hands: Fingers) -> None:
    hands.onward("Bidding")
    hands.tap(hands.asked, "Ready for this phase")  # but not for the turn: its player may still want to play a Karama
    hands.press("Deal 6 cards")
    for _ in CARDS:
        hands.comes("to bid")
        one_card(hands)
    hands.comes("Bidding is over")


def heads(night: Screens, words: str) -> bool:
    """Say whether the table screen is headed by these words."""
    return night.read(night.screen)["say"].startswith(words)


def one_card(hands: Fingers) -> None:
    """Let the opener take the card for 1."""
    night = hands.night
    opener = next(seat for seat in SIX if heads(night, faction_name(seat)))
    at = SIX.index(opener)
    hands.tap(opener, "Bid 1", BIDS)
    for seat in (*SIX[at + 1 :], *SIX[:at]):
        night.told(seat, "You: bid or pass")
        hands.tap(seat, "Pass", BIDS)
        night.until(lambda seat=seat: not heads(night, f"{faction_name(seat)} to bid"), "The pass was not taken")


def revival(hands: Fingers) -> None:
    hands.onward("Revival")
    for seat in ("atreides", "harkonnen"):
        hands.tap(seat, "2 free")
        hands.night.shows(f"{named(seat):The revives} 2")
    hands.night.shows("Everybody is done")


SHIPS = {
    "atreides": (("Carthag", "Ship 4"), ("Imperial Basin", "Move 2", "Arrakeen")),
    "bene_gesserit": (("Sietch Tabr", "Ship 4"), ("Wind Pass", "Move 1", "Polar Sink")),
    "emperor": (("Tuek's Sietch", "Ship 4"), ("South Mesa", "Move 1", "Tuek's Sietch")),
    "fremen": (("Funeral Plain", "Send 3"), ("Bight of the Cliff", "Move 2", "Sietch Tabr")),
    "spacing_guild": (("Red Chasm", "Ship 3"), ("Pasty Mesa", "Move 1", "Red Chasm")),
    "harkonnen": (("Old Gap", "Ship 2"), ("Tsimpo", "Move 2", "Carthag")),
}


def shipment(hands: Fingers) -> None:
    hands.onward("Shipment")
    night = hands.night
    while hands.comes("to ship", "Ship and move") == "to ship":
        seat = next(seat for seat in SIX if heads(night, faction_name(seat)))
        ship, go = SHIPS[seat]
        hands.by_card(seat, *ship)
        hands.comes("to move")
        hands.by_card(seat, *go)
        night.until(lambda seat=seat: not heads(night, f"{faction_name(seat)} to "), "The next was not asked")


def battles(hands: Fingers) -> None:
    """Three battles: the Voice is stopped by nobody, plans and losses are drawn; a locked plan asks no Prescience."""
    hands.onward("Battle")
    night = hands.night
    for _ in range(3):
        for seat in next_battle(hands):
            with hands.answer(seat) as phone:
                plan(hands, seat, phone.locator("#plan-form"))
            night.until(lambda: locked(night), "The plan was not locked")
        hands.comes("win", "die", "lose")
        conclude(hands)


def plan(hands: Fingers, seat: str, form: Any) -> None:
    """Draw a dial, a leader, a weapon and a defense, and lock them."""
    form.wait_for()
    by = float(form.get_attribute("data-step"))
    most = float(form.locator("#plan-most").inner_text().replace("½", ".5"))
    hands.wheel(seat, form, hands.drawn.randint(0, int(most / by)) * by, by)
    for name in ("leader", "weapon", "defence"):
        hands.draw(seat, form, name)
    hands.touch(seat, form.locator("button.btn-go"), "Lock the plan")


def conclude(hands: Fingers) -> None:
    """Let each player choose losses and cards; the table settles what nobody has to choose."""
    night = hands.night
    where = fought(night)
    for seat, phone in night.phones.items():
        form = phone.locator("#actions form:has(input[value=Conclude])")
        if form.count():
            for name in ("split", "cards", "capture"):
                hands.draw(seat, form, name)
            for box in form.locator("select").all():
                hands.from_list(seat, box)
            hands.touch(
                seat, hands.drawn.choice(form.locator("button:not([data-map-for], [data-pick-for])").all()), "Conclude"
            )
            night.until(lambda form=form: not form.count(), "The battle was not concluded")
    if night.screen.locator("button:has-text('Settle the battle')").count():
        hands.press("Settle the battle")
    night.until(lambda: fought(night) != where, "The battle was not settled")


def fought(night: Screens) -> str:
    """Return the heading of the battle on the table screen, "" if there is none."""
    title = night.screen.locator(".fight #outcome .label")
    return str(title.first.inner_text()) if title.count() else ""


def locked(night: Screens) -> bool:
    """Say whether a plan is locked; the second one opens the wheels where everybody has answered with their plan."""
    read = night.read(night.screen)
    return "Plan locked" in read["all"] or "win" in read["say"]


FIGHTS = (
    ("Carthag", "atreides", "harkonnen"),
    ("Sietch Tabr", "bene_gesserit", "fremen"),
    ("Tuek's Sietch", "emperor", "spacing_guild"),
)


def next_battle(hands: Fingers) -> tuple[str, str]:
    """Let a player who has several choose the first battle; what is said before the plans is said."""
    night = hands.night
    night.until(lambda: fought(night) or first_fight(night), "Nobody may choose a battle")
    if button := first_fight(night):  # of several battles
        hands.touch(button[0], button[1], "Fight")
    night.screen.wait_for_selector(".fight")
    title = night.screen.locator("#outcome .label").first.inner_text().lower()
    _, *pair = next(one for one in FIGHTS if one[0].lower() in title)
    if "bene_gesserit" in pair:
        speak(hands)
    return pair[0], pair[1]


def first_fight(night: Screens) -> Any:
    for seat, phone in night.phones.items():
        button = phone.locator("#actions button:has-text('Fight ')")
        if button.count():
            return seat, button.first
    return None


def speak(hands: Fingers) -> None:
    phone = hands.night.phones["bene_gesserit"]
    hands.tap("bene_gesserit", "Use the Voice")
    order = phone.locator("#actions form:has(input[name=order])")

    def may_speak() -> bool:
        hands.ready()
        return bool(order.count())

    hands.night.until(may_speak, "The window never closed")
    hands.draw("bene_gesserit", order, "order")
    hands.touch("bene_gesserit", hands.drawn.choice(order.locator("button[name=what]").all()), "the kind of card")


def collection(hands: Fingers) -> None:
    hands.onward("Collection")
    hands.press("Collect, then Mentat Pause")
    hands.phase = "mentat"


def pause(hands: Fingers) -> None:
    hands.night.shows("Mentat")
    hands.press("Check for victory")
    hands.night.shows("nobody has won")
    hands.press("Next:")
