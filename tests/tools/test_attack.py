"""The attack's own parts: what it takes for heard, how it tells two answers apart, and that it finds planted faults."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from unittest.mock import patch

import pytest

from referee.holdings.setup import HandHeld
from referee.kernel import PUBLIC, Sealed, sealed
from referee.running.acts import JournalAct
from tests.tools.accounts.beginnings import every_command
from tests.tools.accounts.scenes import BEGINNINGS, scenes
from tests.tools.attack import lockstep
from tests.tools.attack.faults import LONGEST, each_once
from tests.tools.attack.lockstep import Lockstep, after, questions, rank_test, sealed_kinds, secrets_of
from tests.tools.attack.pair import difference
from tests.tools.attack.plants import PLANTS, planted
from tests.tools.attack.proofs import LOCKSTEP, OTHERS, planted_faults
from tests.tools.attack.rows import Row, Scale, found
from tests.tools.attack.server import HOST, TONGUES, Answer, Side, heard


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


def test_what_lay_behind_a_shield_is_heard_by_all_once_all_shields_are_open(tmp_path: Path) -> None:
    told = list[list[str]]()
    for number, cards in enumerate((("Karama/1",), ("Shield/1",))):
        side, scene = Side(tmp_path / str(number)), next(scenes(Random(1), "OpenShields", cases=False))
        side.serve((*scene.acts, (HandHeld("atreides", 1, sealed(cards, "atreides")),)), None)
        before, _ = side.hear()
        side.must(HOST, "OpenShields")
        told += [before[PUBLIC], side.hear()[0][PUBLIC]]
        side.close()
    assert told[0] == told[2] and told[1] != told[3]


@pytest.mark.parametrize("other", [(404, (), b"a page"), (200, (("Age", "1"),), b"a page"), (200, (), b"a pagf")])
def test_two_answers_differ_in_status_headers_or_bytes_and_not_in_time(other: tuple[int, tuple[()], bytes]) -> None:
    one = Answer(200, (), b"a page", ns=5)
    assert one == Answer(200, (), b"a page", ns=9)
    assert one != Answer(*other) and difference(one, Answer(*other))


def fault(page: str, one: bytes, other: bytes, pair: int = 7, viewer: str = "fremen") -> str:
    told = difference(Answer(200, (), one), Answer(200, (), other))
    again = f"--seed {pair} [a game for Bid, after {viewer} Bid; NoteKept differed]"
    return f"{again}: {viewer} is sent two things: {page}: {told}"


def test_each_place_is_told_once_with_viewer_page_and_both_pieces() -> None:
    mark, far = (b'<p>You</p><i data-keep="1a">', b'<p>You</p><i data-keep="2b">'), (b"<p>Spice 5", b"<p>Spice 6")
    first = fault("GET /t/laid-1/me", *mark)
    others = [
        fault("GET /t/laid-2/me", *mark, pair=9),
        fault("GET /t/laid-1/me", *far),
        fault("GET /t/laid-1/me", *far, viewer="guild"),
        fault("GET /t/laid-1/me/secret", *far),
    ]
    assert each_once([first, *others, first]) == [first, *others[1:]]
    rows = [Row("pairs", "2", "", False, tuple(others)), Row("time", "2", "", True)]
    assert all(f"pairs, place {n}: {words}" in found(rows) for n, words in enumerate(others, 1))
    assert all(piece in first for piece in ("fremen", "/me", "'<p>You</p><i data-keep=\"1a", 'data-keep="2b'))


def test_a_tap_that_differs_is_one_place_for_each_command_and_a_long_fault_is_cut_in_the_middle() -> None:
    taps = [
        f"fremen: POST /t/laid-1/me {{'act': '{act}', 'amount': {n}}} was accepted in one game alone"
        for act, n in (("Bid", 3), ("Bid", 4), ("Pass", 3))
    ]
    assert each_once(taps) == [taps[0], taps[2]]
    logged = [f"host got 500 for   [{said}]" for said in ("", "fremen {'act': 'Bid', 'amount': ['3']}")]
    assert each_once(logged) == logged[:1]
    (cut,) = each_once(["begins " + "x" * 2 * LONGEST + " ends"])
    assert len(cut) < LONGEST + 9 and cut.startswith("begins") and cut.endswith("ends")


@pytest.mark.parametrize("act", sorted(BEGINNINGS))
def test_before_a_command_that_sets_the_table_no_scene_is_laid(act: str) -> None:
    assert act in every_command() and not [*scenes(Random(1), act, cases=False)]


def test_a_rank_test_sees_a_shift_and_none_in_the_same() -> None:
    dice = Random(1)
    one, other = ([dice.gauss(0, 1) for _ in range(400)] for _ in range(2))
    assert abs(rank_test(one, other)) < 3 < 5 < rank_test(one, [value + 1 for value in other])


def test_questions_of_four_languages_and_all_kinds_of_envelope() -> None:
    assert all(len(questions(tongue)) > 15 for tongue in TONGUES)
    assert {"PlanLocked", "NoteKept", "SpiceHeld"} <= sealed_kinds() and "BribePaid" not in sealed_kinds()


def test_a_table_is_laid_before_and_after_what_is_done_in_secret() -> None:
    before = next(scenes(Random(1), "LockPlan", cases=False))
    (laid,) = after(before)
    assert "PlanLocked" in secrets_of(laid) - secrets_of(before) and not laid.act
    assert laid.acts[:-1] == before.acts and not [*after(replace(before, act="Reveal"))]


def test_a_table_is_offered_as_long_as_it_has_a_kind_of_secret_that_lay_in_no_pair() -> None:
    scene, run = next(scenes(Random(1), "LockPlan", cases=False)), Lockstep()
    with patch.object(lockstep, "with_a_scene", lambda: {"LockPlan"}), patch.object(lockstep, "TABLES", 1):
        offered = run._with_new_secrets(Random(1))
        kinds = secrets_of(scene)
        assert len(kinds) > 1 and secrets_of(next(offered)) == kinds
        run.secrets.update({min(kinds)})
        assert secrets_of(next(offered)) == kinds
        run.secrets.update(kinds)
        locked = secrets_of(next(offered))
        assert "PlanLocked" in locked - kinds
        run.secrets.update(locked)
        assert next(offered, None) is None


def test_each_planted_fault_has_the_attack_that_must_find_it() -> None:
    assert {*LOCKSTEP, *OTHERS} == {*PLANTS} and len(PLANTS) == 8


@pytest.mark.long
def test_each_planted_fault_is_found() -> None:
    (row,) = planted_faults(Scale())
    assert row.held, row.result
