"""Every promise lists mutants, and each still fits the code."""

from __future__ import annotations

from tests.promises.mutants import HERE, mutants

PROMISES = {*range(1, 18), 19, 20}


def test_every_promise_about_code_has_a_file_and_lists_what_would_break_it() -> None:
    listed = {int(one.test.name[6:8]) for one in mutants()}
    assert {int(one.name[6:8]) for one in HERE.glob("test_p*.py")} == listed == PROMISES


def test_every_listed_change_still_fits_the_code() -> None:
    assert [f"{one.path}: {one.old}" for one in mutants() if not one.fits or one.old == one.new] == []
