"""What lies on the table of the boxes: each thing with what it does, whose it is and by which rule, on every phone."""

from __future__ import annotations

from typing import Any

import pytest

import referee.kernel.discover  # noqa: F401
from referee.common.factions import FACTIONS
from referee.common.things import EXPLAINED, THINGS
from referee.languages.catalogue import files
from referee.languages.language import language
from referee.modules.leader_skills import BUREAUCRAT, CARDS, MENTAT
from referee.modules.leader_skills.before_the_shield import PlaceSkill
from referee.modules.leader_skills.skill_with_leader import Skill, lay
from referee.modules.stronghold_cards import NameCardOwner
from referee.modules.tech_tokens import NameTokenOwner
from referee.modules.tech_tokens.names import LINERS
from referee.rulebook.book import rulebook
from referee.web.battle.phone import composer
from referee.web.phase.buttons import kept_sections
from referee.web.phase.things import own_cards, powers_of
from referee.web.phone.shield_details import IN_PLAY, Books, closer, inside_of
from referee.web.view_models.parts import Link, ThingCard
from tests.kit import LiveTable, Room
from tests.rules.modules.leader_skills.skilled import Skilled

BACK = Link("Back", "")


@pytest.mark.parametrize("kind", THINGS)
def test_no_thing_of_any_room_is_without_a_text_of_what_it_does_in_four_languages(kind: str) -> None:
    about = EXPLAINED[kind].things()
    assert {*THINGS[kind].names} == {*about}
    for does in about.values():
        for number in does.paragraphs:
            words = rulebook()[does.rule].text[number]
            assert words
            assert not [code for code in files() if language(code).in_english(words)], does.rule
    assert not [code for code in files() if language(code).translated(EXPLAINED[kind].title) is None]


def test_4_03_ones_own_skill_says_what_it_does_and_which_effect_works_now() -> None:
    room = Skilled(("atreides", BUREAUCRAT, "Duncan Idaho"), ("harkonnen", MENTAT, "Feyd-Rautha"))
    (own,) = own_cards(room.screen("atreides"), "atreides", "skills", (BUREAUCRAT,))
    assert [line.text for line in own.now] == ["In front of the shield: its first effect works now."]
    assert own.text == (rulebook()[CARDS[BUREAUCRAT]].text[0],) and own.of == "Duncan Idaho"
    room.begin()
    room.do(PlaceSkill("atreides"))
    behind, plan = the_card_behind(room, "atreides"), composer(room.screen("atreides"), "atreides")
    now = "Behind the shield: its second effect works if Duncan Idaho fights."
    assert [line.text for line in behind.now] == [now]
    assert plan is not None and plan.things == (behind,), "the plan draws another card"


def the_card_behind(room: Skilled, seat: str) -> ThingCard:
    """Return the one card among what lies behind a shield."""
    (card,) = (one for section in kept_sections(room.screen(seat), seat) for one in section.things)
    return card


def test_4_03_every_phone_has_what_the_others_skills_do() -> None:
    room = Skilled(("atreides", BUREAUCRAT, "Duncan Idaho"), ("harkonnen", MENTAT, "Feyd-Rautha"))
    page = inside_of(room.screen("fremen"), "fremen", IN_PLAY, BACK, Books())
    assert page is not None and [one.title for one in page.sections] == ["Leader skills"]
    cards = page.sections[0].things
    assert [(card.f, card.chips[0].rule) for card in cards] == [("atr", CARDS[BUREAUCRAT]), ("har", CARDS[MENTAT])]
    assert cards[0].name == "Bureaucrat" and cards[0].text[0].startswith("First effect: ")


def test_4_08_a_token_is_there_once_it_is_somebodys_and_the_link_with_it() -> None:
    table = LiveTable("atreides", "fremen", "emperor", M1="on")
    own = table.screen("fremen")
    assert inside_of(own, "fremen", IN_PLAY, BACK, Books()) is None
    assert "Tokens and skills in play" not in [one.label for one in closer(own, "fremen", "")]
    table.do(NameTokenOwner(LINERS, "emperor"))
    own = table.screen("fremen")
    page = inside_of(own, "fremen", IN_PLAY, BACK, Books())
    assert page is not None and page.sections[0].things[0].text[0].startswith("A tech token pays")
    assert "Tokens and skills in play" in [one.label for one in closer(own, "fremen", "")]


@pytest.mark.parametrize("faction", FACTIONS)
def test_every_power_of_every_faction_has_its_card_in_four_languages(faction: str) -> None:
    table = LiveTable(faction, *[one for one in ("fremen", "emperor") if one != faction]).screen(faction)
    cards = powers_of(table, faction)
    stars = {one.id for one in rulebook().values() if one.star and one.id.startswith(cards[0].chips[0].rule[:5])}
    assert stars <= {card.chips[0].rule for card in cards} and len(cards) > 5
    words = [word for card in cards for word in (card.name, *card.text)]
    assert not [(code, word) for code in files() for word in words if language(code).translated(word) is None]


def test_a_power_that_karama_stopped_says_so_on_its_card() -> None:
    own = LiveTable("atreides", "fremen", "emperor").screen("atreides")
    own.suspended["2.01.08"] = 1
    stopped = [card.chips[0].rule for card in powers_of(own, "atreides") if card.now]
    assert stopped == ["2.01.08"]


NOW = (
    ("4.03.04", {"front": True}),
    ("4.03.04", {"front": False}),
    ("4.03.07", {"leader": "Feyd-Rautha", "front": False}),
)


@pytest.mark.parametrize(("rule", "more"), NOW)
def test_what_of_a_skill_holds_now_is_said_in_four_languages_by_its_rule(rule: str, more: dict[str, Any]) -> None:
    table = LiveTable("atreides", "harkonnen", M3="on").public
    skill = Skill(MENTAT, **{"leader": "Duncan Idaho", "seat": "atreides", **more})
    lay(table, skill, skill.leader)
    (card,) = own_cards(table, "atreides", "skills", (MENTAT,))
    assert [line.chips[0].rule for line in card.now] == [rule]
    assert not [code for code in files() if language(code).translated(card.now[0].text) is None]


def test_4_06_a_stronghold_card_says_whether_it_works_in_the_battle_of_now() -> None:
    room = Room(M2="on", rules="advanced")
    room.do(NameCardOwner("Arrakeen", "atreides"), who="public")
    room.do(NameCardOwner("Carthag", "harkonnen"), who="public")
    assert not own_cards(room.public, "atreides", "stronghold_cards", ("Arrakeen",))[0].now
    room.begin()
    said = {
        place: [line.text for line in own_cards(room.public, seat, "stronghold_cards", (place,))[0].now]
        for seat, place in (("atreides", "Arrakeen"), ("harkonnen", "Carthag"))
    }
    assert said == {
        "Arrakeen": ["It works in this battle."],
        "Carthag": ["Not in this battle: only in one in Carthag."],
    }
