"""A battle by fingers: a table screen, two who fight, one who watches. Nothing shows before the wheels are open."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.kit import Screens, fill_in, lay_table, push

pytestmark = pytest.mark.browser
HANDS = {
    "atreides": ("Gom Jabbar/1", "Snooper/1"),
    "harkonnen": ("Chaumurky/1", "Shield/1"),
}
QUIET = (("K8", "off"),)
SECRET = ("Gom Jabbar", "Snooper", "Chaumurky")


@pytest.fixture
def night(evening: Callable[..., Screens], tables: Path) -> Screens:
    """The battle phase of turn 4; Atreides, Harkonnen and Fremen have phones."""
    deck = ("Kulon/1", "Karama/1", "Karama/2", "Hajr/1")
    table = lay_table(tables, deck=deck, faces=HANDS, turn=4, options=QUIET)
    one = evening(secrets=SECRET).begin(table, ("atreides", "harkonnen", "fremen"))
    to_battle(one)
    return one


def to_battle(night: Screens) -> None:
    night.press("Begin with the storm")
    night.shows("Storm")
    night.skip_to("Battle")
    night.shows("Begin a battle")
    night.screen.screenshot(path=str(night.folder / "begin.png"))


def begin(night: Screens, one: str = "atreides", two: str = "harkonnen", *, silent: bool = True) -> None:
    screen = night.screen
    form = screen.locator("form:has(input[value=BeginBattle])")
    form.locator("select[name=territory]").select_option("Arrakeen")
    form.locator("select[name=one]").select_option(one)
    form.locator("select[name=two]").select_option(two)
    form.locator("input[name=one_normal]").fill("6")
    form.locator("input[name=two_normal]").fill("8")
    push(form.locator("button:not([data-pick-for])"))
    screen.wait_for_selector(".fight")
    while silent and night.screen.locator(".fight-acts button:has-text('Skip ')").count():
        push(night.screen.locator(".fight-acts button:has-text('Skip ')").first)
        night.shows(" not use ")


def choose(phone: Any, name: str, words: str) -> None:
    phone.locator(f"#plan-form label:has(input[name={name}]):has-text('{words}')").tap()


def more(phone: Any, name: str, times: int) -> None:
    """Tap the number of the wheel so many steps up, or the button that adds one."""
    if name == "dial":
        step = float(phone.locator("#plan-form").get_attribute("data-step"))
        value = times * step
        one = phone.locator(f"[data-dial='{value:g}']")
        (one if one.count() else phone.locator(f"[data-dial='{int(value)}']")).tap()
        if not one.count():
            phone.locator("[data-dial-by]").nth(1).tap()  # many numbers: the half is a step
        return
    button = phone.locator(f".step:has(input[name={name}]) [data-dial-by]").nth(1)
    for _ in range(times):
        button.tap()


def lock(
    night: Screens, seat: str, dial: int, leader: str, weapon: str, defence: str, total: str, shot: str = ""
) -> None:
    with night.prop(seat) as phone:
        phone.wait_for_selector("#plan-form")
        choose(phone, "leader", leader)
        if phone.locator("input[name=support]").count():
            more(phone, "support", 3)
        more(phone, "dial", dial)
        choose(phone, "weapon", weapon)
        choose(phone, "defence", defence)
        choose(phone, "traitor", "Ask everybody")
        night.until(lambda: phone.locator("#plan-total").inner_text() == total, "The strength is not added up.")
        if shot:
            night.picture(shot, seat)
        push(phone.locator("#plan-form button.btn-go"))
    with night.look(seat) as phone:
        phone.wait_for_selector("#plan >> text=on the wheel")


def closed(night: Screens) -> None:
    """See that nobody can read of cards or leaders anywhere; the menu of the table lists all leaders there are."""
    night.no_secret()
    pages = [night.screen.locator(".fight").inner_html(), *(phone.content() for phone in night.phones.values())]
    assert not [name for name in ("Feyd", "Jessica") for page in pages if name in page]


def test_two_plans_are_locked_revealed_at_once_and_settled(night: Screens) -> None:
    begin(night)
    for seat in night.phones:
        night.told(seat, "in Arrakeen", "make a plan")
    night.told("fremen", "Nobody is waiting for you", "Atreides and Harkonnen make a plan.")
    lock(night, "atreides", 6, "Lady Jessica", "Gom Jabbar", "Snooper", "8", shot="plan")
    night.shows("Plan locked", "Planning")
    closed(night)
    night.picture("locked")
    lock(night, "harkonnen", 7, "Feyd-Rautha", "Chaumurky", "Shield", "9½")
    for seat in night.phones:
        night.told(seat, "Do you call a traitor?", "Later: at the reveal")
    shown = {phone.locator("#actions").inner_text().split("Take back")[0] for phone in night.phones.values()}
    assert len(shown) == 1, "every phone is asked alike"
    night.picture("watching", "fremen")
    night.tap("fremen", "No")
    night.tap("atreides", "No")
    night.shows("Both plans are locked")
    closed(night)
    night.tap("harkonnen", "No")
    night.secrets = ()
    night.shows("Atreides", "win", "Gom Jabbar kills Feyd-Rautha.", "Snooper saves Lady Jessica from Chaumurky.")
    for seat in night.phones:
        night.told(seat, "Atreides win")
    night.picture("verdict")
    apply = night.screen.locator("button:has-text('Settle the battle')").bounding_box()
    assert apply and apply["y"] + apply["height"] < 900, "the button is on the screen"
    night.tap("atreides", "Discard Snooper")
    night.shows("Begin a battle", "win the battle in Arrakeen")
    with night.look("harkonnen") as phone:
        phone.wait_for_selector("#secret >> text=No cards")


def note(night: Screens, territory: str, seat: str, forces: int, starred: int = 0) -> None:
    form = night.screen.locator("form:has(input[value=NoteForces])")
    fill_in(form, territory=territory, seat=seat, normal=str(forces), special=str(starred))
    push(form.locator("button:not([data-pick-for])"))
    night.screen.wait_for_selector(f"#battles >> text={forces} force")


def pick(phone: Any, name: str, value: str) -> None:
    side_by_side = phone.locator(f"#actions label:has(input[name={name}][value={value}])")
    phone.locator(f"#actions [name={name}]").first.wait_for(state="attached")
    if side_by_side.count():
        side_by_side.tap()
    else:
        phone.locator(f"#actions select[name={name}]").select_option(value)


@pytest.mark.long
def test_the_voice_and_prescience_are_spoken_step_by_step_and_bind(
    evening: Callable[..., Screens], tables: Path
) -> None:
    allies = (("atreides", "bene_gesserit"),)
    held = {**HANDS, "harkonnen": (*HANDS["harkonnen"], "Cheap Hero/1", "Lasgun/1", "Kulon/1")}
    table = lay_table(tables, deck=(), faces=held, turn=4, alliances=allies, options=QUIET)
    four = ("atreides", "bene_gesserit", "harkonnen", "fremen")
    night = evening(secrets=("Gom Jabbar", "Chaumurky", "Snooper", "Kulon")).begin(table, four)
    to_battle(night)
    note(night, "Arrakeen", "bene_gesserit", 6)
    note(night, "Arrakeen", "harkonnen", 8)
    note(night, "Carthag", "atreides", 3)
    note(night, "Carthag", "emperor", 2, 3)
    night.shows("2 battles left.")
    night.picture("list")
    night.press("Atreides: fight the Emperor in Carthag")
    night.shows("may use")
    night.press("Cancel this battle")
    night.shows("the next battle")
    night.press("Atreides: fight the Emperor in Carthag")
    night.shows("may use")
    night.picture("steps")
    night.press("Cancel this battle")
    begin(night, "bene_gesserit", "harkonnen", silent=False)
    night.shows("to decide on the Voice", "Then Atreides may use Prescience for an ally")
    night.picture("voice-may", "bene_gesserit")
    night.tap("bene_gesserit", "Use the Voice")
    night.told("bene_gesserit", "Speak the order")
    pick(night.phones["bene_gesserit"], "order", "leave")
    night.picture("voice-form", "bene_gesserit")
    night.no_secret()
    night.tap("bene_gesserit", "Poison weapon")
    night.shows("must not play a poison weapon")
    night.tap("atreides", "Use Prescience for an ally")
    night.told("atreides", "Ask to see it")
    night.tap("atreides", "Defense")
    night.told("harkonnen", "You: show Atreides one thing: defense")
    with night.prop("harkonnen") as phone:
        phone.wait_for_selector("#secret >> text=Atreides ask for your defense")
        assert not phone.locator("#plan-form").count(), "the answer comes first"
        night.picture("bound", "harkonnen")
        phone.locator("#secret select[name=answer]").select_option("Shield")
        push(phone.locator("#secret button:has-text('Show it')"))
        phone.wait_for_selector("#secret >> text=You have shown Shield (defense)")
        assert "Lock the plan" in phone.locator("#plan-form button.btn-go").inner_text(), "the tapped button is another"
        assert phone.locator(".is-barred:has-text('Chaumurky')").count() == 1
        night.picture("answered", "harkonnen")
    night.shows("Harkonnen have shown Atreides the defense")
    night.no_secret()
    for seat in ("atreides", "bene_gesserit"):
        with night.look(seat) as phone:
            phone.wait_for_selector("#secret >> text=Shield")
            night.picture("knows", seat)
    with night.prop("harkonnen") as phone:
        phone.wait_for_selector("#plan-form")
        more(phone, "support", 2)
        more(phone, "dial", 4)
        choose(phone, "leader", "Umman Kudu")
    with night.prop("harkonnen") as phone:  # a plan that is not locked yet outlives a shield that closes
        phone.wait_for_selector("#plan-loss:has-text('If you win you lose 2')")
        assert phone.locator("#plan-form :checked[name=leader]").input_value() == "Umman Kudu"
        night.picture("building", "harkonnen")
        push(phone.locator("#plan-form button.btn-go"))
        phone.wait_for_selector("#plan >> text=2 on the wheel, 2 spice support")
        night.picture("locked", "harkonnen")
    night.shows("Plan locked")
    night.no_secret()


@pytest.mark.long
def test_4_94_03_cardboard_wheels_are_typed_in_on_the_table_screen(
    evening: Callable[..., Screens], tables: Path
) -> None:
    options = (("P1", "counts"), ("P2", "untracked"), ("P3", "wheels"), *QUIET)
    held = {"fremen": ("Crysknife/1",), "emperor": ("Lasgun/1",)}
    table = lay_table(tables, deck=(), faces=held, turn=4, options=options)
    night = evening().begin(table, ("fremen",))
    to_battle(night)
    begin(night, "emperor", "fremen")
    night.told("fremen", "You: set a wheel", "Open both wheels together")
    for seat, dial, leader, weapon in (("fre", "3", "Stilgar", "Crysknife"), ("emp", "2.5", "Burseg", "Lasgun")):
        box = night.screen.locator(f"#typing-{seat} form")
        box.locator("input[name=dial]").click()
        night.screen.wait_for_function("() => document.activeElement.selectionEnd === 1")
        night.screen.keyboard.type(dial)
        box.locator(f"label:has(input[name=leader]):has-text('{leader}')").click()
        box.locator("select[name=weapon]").select_option(weapon)
        night.picture(f"typing-{seat}")
        push(box.locator("button"))
        night.shows(leader)
    night.shows("win", "Lasgun kills Stilgar.", "Crysknife kills Burseg.")
    night.told("fremen", "win")


def test_a_plan_that_is_half_built_outlives_a_look_and_an_illegal_one_is_refused_behind_the_shield(
    night: Screens,
) -> None:
    begin(night)
    with night.prop("harkonnen") as phone:
        phone.wait_for_selector("#plan-form")
        lock_at = phone.locator("#plan-form .lock").bounding_box()["y"]
        title = phone.locator("#plan-form legend:has-text('Weapon')").bounding_box()
        assert title["y"] + title["height"] <= lock_at, (
            "nobody has to swipe to the leaders, or to see that weapons follow"
        )
        choose(phone, "leader", "Umman Kudu")
        lock(night, "atreides", 2, "Duncan Idaho", "None", "None", "3")
        night.shows("locked a plan")  # on the phone an open plan has the room of that line
        phone.wait_for_function("() => document.querySelector('.public').textContent.includes('locked a plan')")
        assert phone.locator("#plan-form label.is-on:has-text('Umman Kudu')").count() == 1
        phone.locator("#plan-form").evaluate("f => { f.noValidate = true; f.elements.dial.value = 19 }")
        push(phone.locator("#plan-form button.btn-go"))
        phone.wait_for_selector("#secret-note >> text=Dial less")
        assert phone.locator("#plan-form input[name=dial]").input_value() == "19"
        assert phone.locator("#plan-form label.is-on:has-text('Umman Kudu')").count() == 1
    night.shows("Plan locked", "Planning")
    assert "Dial less" not in night.read(night.screen)["all"]


def test_a_plan_is_of_its_battle_nothing_comes_back_from_another_one(night: Screens) -> None:
    begin(night)
    lock(night, "atreides", 2, "Duncan Idaho", "Gom Jabbar", "Snooper", "3")
    with night.prop("harkonnen") as phone:
        phone.wait_for_selector("#plan-form")
        choose(phone, "leader", "Umman Kudu")
        choose(phone, "weapon", "Chaumurky")
    night.press("Cancel this battle")
    night.shows("Begin a battle")
    begin(night)
    for seat in ("atreides", "harkonnen"):
        with night.prop(seat) as phone:
            phone.wait_for_selector("#plan-form")
            said = phone.evaluate("() => Object.fromEntries(new FormData(document.getElementById('plan-form')))")
            assert (said["dial"], said["weapon"], said["defence"]) == ("0", "", ""), said
            first = phone.locator("#plan-form [name=leader]").first
            assert said["leader"] == first.get_attribute("value"), said


def test_a_plan_says_in_words_what_is_played_and_shows_weapon_and_defense_below_any_notice(night: Screens) -> None:
    begin(night)
    phone = night.phones["atreides"]
    tall = "() => { const one = document.createElement('p'); one.style.height = '200px'; plan.prepend(one) }"
    for size in ({"width": 390, "height": 844}, {"width": 360, "height": 640}):
        phone.set_viewport_size(size)
        with night.prop("atreides"):
            phone.wait_for_selector("#plan-form")
            rows = {name: phone.locator(f"#plan-form fieldset:has([name={name}])") for name in ("weapon", "defence")}
            lock = phone.locator("#plan-form .lock")
            seen = phone.locator("#plan-form .leaders").bounding_box()
            assert seen["y"] + seen["height"] <= rows["weapon"].bounding_box()["y"], f"leaders are in view at {size}"
            for before in ("() => 0", tall):
                phone.evaluate(before)
                end = lock.bounding_box()
                assert end["y"] + end["height"] <= size["height"]
                for name, row in rows.items():
                    box = row.bounding_box()
                    assert box["y"] > 60 and box["y"] + box["height"] <= end["y"], f"{name} is not in view at {size}"
    with night.prop("atreides"):
        choose(phone, "leader", "Duncan")
        choose(phone, "defence", "Snooper")
        night.until(
            lambda: phone.locator("#plan-sum").inner_text() == "0 + Duncan Idaho 2 · no weapon · Snooper",
            "The bar does not say what is played",
        )
