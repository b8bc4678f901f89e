"""The attack's own parts: what it takes for heard, how it tells two answers apart, and that it finds planted faults."""

from __future__ import annotations

from random import Random

import pytest

from referee.holdings.setup import HandHeld
from referee.kernel import PUBLIC, Sealed, sealed
from referee.running.acts import JournalAct
from tests.tools.attack.lockstep import questions, rank_test, sealed_kinds
from tests.tools.attack.pair import difference
from tests.tools.attack.plants import PLANTS, planted
from tests.tools.attack.proofs import LOCKSTEP, OTHERS, planted_faults
from tests.tools.attack.rows import Scale
from tests.tools.attack.server import TONGUES, Answer, heard


def acts(*cards: str) -> list[JournalAct]:
    return [JournalAct(1, 0, "", "", (HandHeld("fremen", len(cards), sealed(cards, "fremen")),))]


def test_what_lies_in_an_envelope_is_heard_by_its_addressees_alone() -> None:
    one, other = acts("Karama/1"), acts("Shield/1")
    assert heard(one, PUBLIC) == heard(other, PUBLIC) and heard(one, "emperor") == heard(other, "emperor")
    assert heard(one, "fremen") != heard(other, "fremen") and heard(acts(), PUBLIC) != heard(one, PUBLIC)


def test_what_is_heard_is_read_from_the_envelope_where_the_program_opens_it_to_all() -> None:
    before = heard(acts("Karama/1"), PUBLIC)
    with planted("a leak"):
        assert sealed("Karama/1").opened_by(PUBLIC) == "Karama/1"
        assert heard(acts("Karama/1"), PUBLIC) == before
    assert Sealed("Karama/1").opened_by(PUBLIC) != "Karama/1"


@pytest.mark.parametrize("other", [(404, (), b"a page"), (200, (("Age", "1"),), b"a page"), (200, (), b"a pagf")])
def test_two_answers_differ_in_status_headers_or_bytes_and_not_in_time(other: tuple[int, tuple[()], bytes]) -> None:
    one = Answer(200, (), b"a page", ns=5)
    assert one == Answer(200, (), b"a page", ns=9)
    assert one != Answer(*other) and difference(one, Answer(*other))


def test_a_rank_test_sees_a_shift_and_none_in_the_same() -> None:
    dice = Random(1)
    one, other = ([dice.gauss(0, 1) for _ in range(400)] for _ in range(2))
    assert abs(rank_test(one, other)) < 3 < 5 < rank_test(one, [value + 1 for value in other])


def test_questions_of_four_languages_and_all_kinds_of_envelope() -> None:
    assert all(len(questions(tongue)) > 15 for tongue in TONGUES)
    assert {"PlanLocked", "NoteKept", "SpiceHeld"} <= sealed_kinds() and "BribePaid" not in sealed_kinds()


def test_each_planted_fault_has_the_attack_that_must_find_it() -> None:
    assert {*LOCKSTEP, *OTHERS} == {*PLANTS} and len(PLANTS) == 8


@pytest.mark.long
def test_each_planted_fault_is_found() -> None:
    (row,) = planted_faults(Scale())
    assert row.held, row.result
