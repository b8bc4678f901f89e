"""No thumb can spoil it: each accident that once hurt somebody is repeated here, and is harmless."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.kit import PHONE_SIZE, Screens, finger, key, lay_table, push, standing, type_fast

pytestmark = pytest.mark.browser
Begin = Callable[..., Screens]
QUICK = (("B6", "120"), ("B7", "off"), ("K8", "off"))
WINDOWS = (("B6", "120"), ("B7", "120"), ("K8", "120"))
CHANGED = "That just changed."


@pytest.fixture
def laid(evening: Begin, tables: Path) -> Callable[..., Screens]:
    """Lay a table and seat these players."""

    def begin(*seats: str, options: Any = QUICK, faces: Any = None, **more: Any) -> Screens:
        table = lay_table(tables, deck=("Kulon/1",) * 12, faces=faces or {}, options=options, **more)
        return evening().begin(table, seats)

    return begin


def spot(button: Any) -> tuple[float, float]:
    """Return the middle of a button."""
    box = button.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def tap_at(page: Any, x: float, y: float) -> None:
    """Touch this place, whatever is there."""
    hand = finger(page)
    hand.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    hand.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.long
def test_space_after_a_button_never_presses_what_came_in_its_place(laid: Callable[..., Screens]) -> None:
    one = laid("atreides", options=WINDOWS)
    screen = one.screen
    one.press("Begin bidding")
    one.press("Deal 6 cards")
    one.shows("Open now")
    screen.keyboard.press("Space")  # it pauses, as the key says, and opens nothing
    one.shows("Paused")
    key(screen, "Space")
    screen.wait_for_selector("button:has-text('Open now')")
    push(screen.locator("button[data-hot=U]"))
    one.shows("Deal 6 cards")
    screen.keyboard.press("Space")
    one.answered()
    one.shows("Deal 6 cards")


def test_a_second_click_in_the_same_place_does_nothing_and_says_so(laid: Callable[..., Screens]) -> None:
    one = laid("atreides", options=WINDOWS)
    one.press("Begin bidding")
    one.shows("Deal 6 cards")
    one.screen.wait_for_selector("button:has-text('Deal 6 cards'):not([data-fresh])")
    with standing(one.screen):
        one.press("Deal 6 cards")
        one.screen.wait_for_selector("#bar button[data-fresh]")  # Undo, or what has moved into its place
        one.screen.mouse.click(*spot(one.screen.locator("#bar button[data-fresh]").first))
        one.shows(CHANGED)
    one.shows("Open now")


def test_two_quick_keys_never_give_the_second_to_the_next_seat(laid: Callable[..., Screens]) -> None:
    one = laid()
    for label in ("Begin bidding", "Deal 6 cards"):
        one.press(label)
    one.agree("Atreides to bid", "")
    type_fast(one.screen, "1p")
    one.shows("Bid 1 first")
    one.agree("Bene Gesserit to bid", "1")
    one.screen.wait_for_function("() => guard.calmKey('P')")
    with standing(one.screen):
        one.screen.keyboard.press("p")
        one.shows("Emperor to bid")
        one.screen.keyboard.press("p")
        one.screen.keyboard.press("5")
        one.shows("That just changed. Press again.")
    one.screen.wait_for_timeout(900)  # as long as a typed bid waits
    one.agree("Emperor to bid", "1")


@pytest.mark.long
def test_a_seated_phone_finds_back_to_its_seat_from_wherever_it_strayed(laid: Callable[..., Screens]) -> None:
    one = laid("spacing_guild")
    phone, origin = one.phones["spacing_guild"], one.program.origin
    for way in ("/", "/J/", f"/t/{one.table}/"):
        phone.goto(origin + way)
        phone.locator("a:has-text('Back to your seat: Spacing Guild')").tap()
        phone.wait_for_selector(".shield")
    phone.go_back()
    phone.go_back()
    phone.goto(f"{origin}/J/ABCDEF")
    one.allowed = ("403",)
    phone.locator("button:has-text('Continue')").tap()
    phone.locator("a:has-text('Back to your seat: Spacing Guild')").tap()
    phone.wait_for_selector(".shield")


@pytest.mark.long
def test_a_scanned_code_is_sent_by_itself_once_and_never_again(laid: Callable[..., Screens]) -> None:
    one = laid()
    one.allowed = ("403",)
    phone = one.page(PHONE_SIZE, touch=True)
    wrong = f"{one.program.origin}/J/ABCDEF"
    phone.goto(wrong)
    phone.locator("p.note[role=alert]").wait_for()
    phone.goto(wrong)  # as Back or a reload would: a second try by itself would count as a miss
    phone.wait_for_load_state()
    assert phone.locator("[name=code]").input_value() == "ABCDEF" and not phone.locator("p.note[role=alert]").count()
    one.sit("fremen", phone)


PREDICT = "#secret form:has(input[value=Predict])"


def test_a_prediction_is_never_sealed_by_one_tap_and_all_see_whether_it_is(laid: Callable[..., Screens]) -> None:
    one = laid("bene_gesserit")
    one.press("Start turn 1")
    one.shows("Bene Gesserit seal a prediction")
    for _ in range(9):  # a tap on a button that has just moved is held back, and says so
        one.screen.click("button:has-text('Next: Spice'):not([data-fresh])")
        one.screen.wait_for_timeout(400)
        if one.screen.locator("dialog:has-text('seal a prediction')").count():
            break
    assert not one.screen.locator("dialog .btn-go").count()  # what leaves something undone invites nobody
    one.screen.locator("dialog button:has-text('Not now')").click()
    with one.prop("bene_gesserit") as phone:
        form = phone.locator(PREDICT)
        assert not form.locator("input:checked").count()
        form.locator("label:text-is('Emperor')").tap()
        form.locator("button:text-is('4')").tap()
        phone.wait_for_selector("dialog:has-text('Seal my prediction for turn: 4?')")
        phone.locator("dialog button:has-text('Not now')").tap()
        push(form.locator("button:text-is('4')"))
    with one.prop("bene_gesserit") as phone:
        phone.locator("#drawer-act > summary").tap()
        phone.wait_for_selector("#secret legend:has-text('Change my prediction to turn')")
        assert phone.locator(f"{PREDICT} input[name=of]:checked").input_value() == "emperor"
        push(phone.locator(f"{PREDICT} button:text-is('5')"))
    with one.look("bene_gesserit") as phone:
        phone.wait_for_selector("#secret >> text=Emperor in turn 5", state="attached")
    one.shows("prediction is sealed")
    assert one.screen.locator("button:has-text('Next: Spice'):has-text('prediction')").count() == 0


def test_a_second_tap_where_the_shield_was_closed_presses_nothing(laid: Callable[..., Screens]) -> None:
    one = laid("bene_gesserit")
    one.press("Start turn 1")
    phone = one.phones["bene_gesserit"]
    phone.set_viewport_size({"width": 360, "height": 640})
    before = phone.locator("#actions").bounding_box()
    with one.prop("bene_gesserit", closes=True):
        assert before and not phone.locator("#actions").is_visible(), "what is asked has the whole page"
        box = phone.locator("button.shield-grip").bounding_box()
        with standing(phone):
            for _ in range(2):
                phone.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            phone.wait_for_selector("#secret", state="hidden")
            assert phone.locator("#actions").is_visible()
            phone.wait_for_timeout(700)  # as long as a tap would take to be heard
        one.shows("Bene Gesserit place 1 force")


def enter(night: Screens, act: str, /, **words: str) -> None:
    """Enter something for the table as its own form would, without looking for that form."""
    sent = {"act": act, "key": f"{act} {sorted(words.items())}", **words}
    ask = """words => fetch(location.pathname, { method: 'POST', headers: { 'HX-Request': 'true' },
        body: new URLSearchParams(words) }).then(answer => answer.status)"""
    assert night.screen.evaluate(ask, sent) < 400


@pytest.mark.long
def test_a_second_tap_on_ready_never_plays_karama(laid: Callable[..., Screens]) -> None:
    hands = {"fremen": ("Karama/1",), "atreides": ("Baliset/1",)}  # so the table waits for two
    one = laid("atreides", "fremen", faces=hands, turn=2, options=WINDOWS)
    enter(one, "GoTo", phase="shipment", anyway="1")
    enter(one, "Ship", **{"for": "spacing_guild"}, normal="2", goal="Arsunt")
    phone = one.phones["fremen"]
    calm = "button:has-text('{}'):not([data-fresh])"
    stop = phone.locator(calm.format("Stop it")).first
    stop.wait_for()
    x, y = spot(phone.locator(f"#actions {calm.format('Ready')}").first)
    with standing(phone):  # a thumb that is not sure whether it hit
        tap_at(phone, x, y)
        phone.wait_for_selector("#actions button:disabled:has-text('Ready')")
        tap_at(phone, x, y)
        one.answered()
    assert "discards" not in one.read(one.screen)["all"] and not phone.locator("dialog").count()
    stop.tap()
    phone.locator("dialog button:has-text('Not now')").tap()
    phone.wait_for_selector("dialog", state="detached")
    assert "discards" not in one.read(one.screen)["all"]
    push(stop)
    one.shows("stopped")


@pytest.mark.long
def test_undo_says_what_it_would_take_back_pauses_and_says_what_it_took_back(laid: Callable[..., Screens]) -> None:
    one = laid("fremen")
    for label in ("Begin bidding", "Deal 6 cards"):
        one.press(label)
    one.agree("Atreides to bid", "")
    one.screen.keyboard.type("3")
    one.shows("Bene Gesserit to bid")
    undo = "button[data-hot=U]:has-text('Atreides bid 3.'):not([data-fresh])"
    one.screen.wait_for_selector(undo)
    with standing(one.screen):
        one.screen.click(undo)
        one.shows("Paused after undo", "Taken back: Atreides bid 3.")
        one.told("fremen", "Taken back: Atreides bid 3.")
        one.screen.keyboard.press("Space")  # nothing is undone a second time
        one.shows("That just changed. Press again.", "Paused after undo")
    key(one.screen, "Space")
    one.agree("Atreides to bid", "")


def test_a_refused_shipment_keeps_what_was_entered_and_says_where_the_answer_is(laid: Callable[..., Screens]) -> None:
    one = laid("atreides", turn=2, spice={"atreides": 3})
    enter(one, "GoTo", phase="shipment", anyway="1")
    phone = one.phones["atreides"]
    form = phone.locator("form:has(input[value=Ship])").first
    form.locator("label.goal").filter(has_text="Carthag").first.tap()
    push(form.locator("[aria-label='Ship 9 to Carthag for 9']"))
    one.told("atreides", "The answer is behind your shield.")
    assert form.locator("[name=goal]:checked").input_value() == "Carthag"
    with one.look("atreides") as held:
        held.wait_for_selector("#secret >> text=Not sent")


@pytest.mark.long
def test_an_open_shield_leaves_the_numbers_of_the_ship_card_in_reach(laid: Callable[..., Screens]) -> None:
    one = laid("fremen", turn=2, faces={"fremen": ("Truthtrance/1", "Kulon/2", "Shield/1", "Snooper/1")})
    enter(one, "KeepCount")
    enter(one, "GoTo", phase="shipment", anyway="1")
    phone = one.phones["fremen"]
    with one.prop("fremen"):
        x, y = spot(phone.locator(".turn-numbers button:visible").first)
        assert phone.evaluate("([x, y]) => !!document.elementFromPoint(x, y).closest('.turn-numbers')", [x, y])


def test_the_numbers_are_in_reach_on_the_smallest_phone_once_a_place_of_many_sectors_is_chosen(
    laid: Callable[..., Screens],
) -> None:
    one = laid("atreides", turn=2)
    phone = one.phones["atreides"]
    phone.set_viewport_size({"width": 360, "height": 640})
    enter(one, "KeepCount")
    enter(one, "GoTo", phase="shipment", anyway="1")
    push(phone.locator("[data-half=move]"))
    form = phone.locator("#turn-move")
    form.locator("label.goal:has(input[value='Imperial Basin'])").tap()
    x, y = spot(form.locator(".turn-go:visible").first)
    assert phone.evaluate("([x, y]) => !!document.elementFromPoint(x, y).closest('.turn-go')", [x, y])


def test_a_half_of_the_turn_that_is_tapped_before_its_script_has_come_opens(laid: Callable[..., Screens]) -> None:
    one, held = laid("atreides", turn=2), []
    phone = one.phones["atreides"]
    phone.route("**/turn.js", lambda route: held.append(route))
    enter(one, "KeepCount")
    enter(one, "GoTo", phase="shipment", anyway="1")
    push(phone.locator("[data-half=move]"))
    held[0].continue_()
    phone.locator(".turn-half[hidden]").wait_for(state="attached")
    assert phone.locator("#turn-move:visible").count()


def test_the_ship_card_names_a_place_in_its_readers_language(laid: Callable[..., Screens]) -> None:
    one = laid(turn=2)
    phone = one.sit("atreides", one.page(PHONE_SIZE, touch=True, locale="de-DE"))
    enter(one, "GoTo", phase="shipment", anyway="1")
    form = phone.locator("#turn-ship")
    form.locator("label.goal:has(input[value='Shield Wall'])").tap()
    assert "Schildwall" in form.inner_text() and "Shield Wall" not in form.inner_text()
    assert form.locator("[name=goal]:checked").input_value() == "Shield Wall"
    assert (
        form.locator("[aria-label*='Schildwall']").count() and not form.locator("[aria-label*='Shield Wall']").count()
    )


def test_enter_in_a_field_of_the_card_ships_nothing(laid: Callable[..., Screens]) -> None:
    one = laid("emperor", turn=2)
    enter(one, "KeepCount")
    enter(one, "GoTo", phase="shipment", anyway="1")
    phone = one.phones["emperor"]
    form = phone.locator("#turn-ship")
    form.locator("label.goal").filter(has_text="Carthag").first.tap()
    form.locator("[name=special]").tap()
    phone.keyboard.type("2")
    form.locator("[aria-label='Ship 0 and 2 Sardaukar to Carthag for 2']").wait_for()
    phone.keyboard.press("Enter")
    form.locator("[name=goal]:checked").focus()
    phone.keyboard.press("Enter")
    push(form.locator("[aria-label='Ship 3 and 2 Sardaukar to Carthag for 5']"))
    one.shows("The Emperor ships 3 forces and 2 Sardaukar to Carthag")


@pytest.mark.long
def test_from_where_is_asked_by_group_and_the_one_that_is_tapped_goes(laid: Callable[..., Screens]) -> None:
    one = laid("emperor", turn=2)
    enter(one, "KeepCount")
    for sector, many in (("4", "2"), ("6", "3")):
        words = {"place": "The Minor Erg", "normal": many, "sector": sector, "other": "reserves", "alone": "1"}
        enter(one, "PutRight", **{"for": "emperor"}, **words)
    enter(one, "PlaceStorm", sector="5")
    enter(one, "NameFirstPlayer", **{"for": "emperor"})
    enter(one, "GoTo", phase="shipment", anyway="1")
    form = one.phones["emperor"].locator("#turn-move")
    one.phones["emperor"].locator("[data-half=move]").tap()
    assert form.locator(".turn-origins label").all_inner_texts() == [
        "The Minor Erg, sector 4: 2", "The Minor Erg, sector 6: 3",
    ]  # fmt: skip
    form.locator(".turn-origins label").filter(has_text="sector 6").tap()
    assert not form.locator("label.goal:visible").filter(has_text="Harg Pass").count(), "the storm is in between"
    form.locator("label.goal:visible").filter(has_text="Pasty Mesa").tap()
    assert form.locator("button.turn-go:visible").count() == 3
    push(form.locator("[aria-label='Move 3 to Pasty Mesa']"))
    one.shows("The Emperor moves 3 forces from The Minor Erg to Pasty Mesa")


@pytest.mark.long
def test_a_spice_card_that_is_entered_twice_is_asked_about(laid: Callable[..., Screens]) -> None:
    one = laid(turn=2)
    one.allowed = ("409",)
    enter(one, "GoTo", phase="spice_blow", anyway="1")
    card = one.screen.locator("form:has(input[value=SpiceBlows]) button:has-text('Red Chasm')")
    push(card.first)
    one.shows("The card shows Red Chasm, 8 spice")
    assert card.count() == 0, "the card that lies on top is not offered again"
    asked = """() => fetch(location.pathname, { method: 'POST', headers: { 'HX-Request': 'true' },
        body: new URLSearchParams({ act: 'SpiceBlows', territory: 'Red Chasm', key: '2' }) }).then(one => one.text())"""
    assert "Did you enter it twice?" in one.screen.evaluate(asked)


@pytest.mark.long
def test_a_table_that_nobody_watches_waits(laid: Callable[..., Screens]) -> None:
    one = laid(options=(("B6", "10"), ("B7", "off"), ("K8", "off")))
    for label in ("Begin bidding", "Deal 6 cards"):
        one.press(label)
    one.shows("Paused: nobody answers")


@pytest.mark.long
def test_income_that_would_be_lost_is_said_before_the_table_goes_on(laid: Callable[..., Screens]) -> None:
    one = laid("atreides", turn=2)
    enter(one, "GoTo", phase="spice_collection", anyway="1")
    one.shows("Not every stronghold is tracked.")
    enter(one, "NameHolders", arrakeen="atreides")
    one.shows("Still to collect: Atreides 2.")
    onward = one.screen.locator("button:has-text('Next: Mentat')")
    one.screen.wait_for_timeout(700)  # until what just came is no longer new
    onward.click()
    one.screen.wait_for_selector("dialog:has-text('Still to collect: Atreides 2')")
    one.screen.locator("dialog button:has-text('Not now')").click()
    push(one.phones["atreides"].locator("#actions button:has-text('Collect stronghold income')"))
    one.screen.wait_for_selector("button:has-text('Next: Mentat'):not([data-hold])")
    push(onward)
    one.shows("Check for victory")


@pytest.mark.long
def test_forces_that_died_are_offered_no_more_as_they_were_shipped(laid: Callable[..., Screens]) -> None:
    one = laid(turn=2)
    enter(one, "GoTo", phase="shipment", anyway="1")
    enter(one, "Ship", **{"for": "spacing_guild"}, normal="4", goal="Arrakeen")
    enter(one, "GoTo", phase="battle", anyway="1")
    one.shows("Confirm 4 forces of the Guild in Arrakeen")
    enter(one, "LoseForces", seat="spacing_guild", normal="4", origin="Arrakeen")
    one.screen.wait_for_selector("button:has-text('of the Guild in Arrakeen')", state="detached")


@pytest.mark.long
def test_nobody_sees_who_hesitates_in_a_window(laid: Callable[..., Screens]) -> None:
    hands = {"fremen": ("Karama/1",), "atreides": ("Baliset/1",)}
    one = laid("atreides", "fremen", faces=hands, turn=2, options=WINDOWS)
    enter(one, "GoTo", phase="shipment", anyway="1")
    enter(one, "Ship", **{"for": "spacing_guild"}, normal="2", goal="Arsunt")
    one.shows("0 of 2 answered.")

    def seats() -> dict[str, str]:
        """Return the plates without the mark of what has just come under a finger, which goes by itself."""
        plates = {seat: one.screen.locator(f"#seat-{seat}").inner_html() for seat in ("atreides", "fremen")}
        return {seat: plate.replace(' data-fresh=""', "") for seat, plate in plates.items()}

    before = seats()
    push(one.phones["fremen"].locator("#actions button:has-text('Ready')").first)
    one.shows("1 of 2 answered.")
    assert seats() == before
    one.told("atreides", "1 of 2 answered.")


@pytest.mark.long
def test_the_start_page_leads_back_into_the_last_game_with_one_tap(laid: Callable[..., Screens]) -> None:
    one = laid()
    one.press("Begin bidding")
    one.shows("Deal 6 cards")
    one.screen.goto(f"{one.program.origin}/")
    one.screen.locator("a:has-text('Continue Evening, turn 1')").click()
    one.shows("Deal 6 cards")
