"""What lies on the table of the boxes: each thing with what it does, whose it is and by which rule, on every phone."""

from __future__ import annotations

import pytest

import referee.kernel.discover  # noqa: F401
from referee.common.things import EXPLAINED, THINGS
from referee.languages.catalogue import files
from referee.languages.language import language
from referee.modules.leader_skills import BUREAUCRAT, CARDS, MENTAT
from referee.modules.leader_skills.before_the_shield import PlaceSkill
from referee.modules.tech_tokens import NameTokenOwner
from referee.modules.tech_tokens.names import LINERS
from referee.offers.offer import behind_shield
from referee.rulebook.book import rulebook
from referee.web.phone.shield_details import IN_PLAY, Books, closer, inside_of
from referee.web.view_models.parts import Link
from tests.kit.table import LiveTable
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
    own = next(one for one in behind_shield(room.screen("atreides"), "atreides") if one.rule == CARDS[BUREAUCRAT])
    assert own.lines[1] == "In front of your shield: now its first effect works."
    assert own.lines[2] == rulebook()[CARDS[BUREAUCRAT]].text[0]
    room.begin()
    room.do(PlaceSkill("atreides"))
    own = next(one for one in behind_shield(room.screen("atreides"), "atreides") if one.rule == CARDS[BUREAUCRAT])
    assert own.lines[1] == "Behind the shield: its second effect works where Duncan Idaho fights."


def test_4_03_every_phone_has_what_the_others_skills_do() -> None:
    room = Skilled(("atreides", BUREAUCRAT, "Duncan Idaho"), ("harkonnen", MENTAT, "Feyd-Rautha"))
    page = inside_of(room.screen("fremen"), "fremen", IN_PLAY, BACK, Books())
    assert page is not None and [one.title for one in page.sections] == ["Leader skills"]
    lines = page.sections[0].lines
    assert [(line.f, line.chips[0].rule) for line in lines] == [("atr", CARDS[BUREAUCRAT]), ("har", CARDS[MENTAT])]
    assert lines[0].text.startswith("*Bureaucrat*, Duncan Idaho: First effect: ")


def test_4_08_a_token_is_there_once_it_is_somebodys_and_the_link_with_it() -> None:
    table = LiveTable("atreides", "fremen", "emperor", M1="on")
    own = table.screen("fremen")
    assert inside_of(own, "fremen", IN_PLAY, BACK, Books()) is None
    assert "Tokens and skills in play" not in [one.label for one in closer(own, "fremen", "")]
    table.do(NameTokenOwner(LINERS, "emperor"))
    own = table.screen("fremen")
    page = inside_of(own, "fremen", IN_PLAY, BACK, Books())
    assert page is not None and page.sections[0].lines[0].text.startswith("*Heighliners*: A tech token pays")
    assert "Tokens and skills in play" in [one.label for one in closer(own, "fremen", "")]
