"""A phone that has something to do shows its form, not what is only good to know."""

from __future__ import annotations

from pathlib import Path

from tests.kit import Evening, set_up

VIDAL = "disc aside"


def test_who_has_something_to_do_is_spared_what_is_only_good_to_know(tmp_path: Path) -> None:
    evening = Evening(tmp_path).begin(set_up(("ecaz", "moritani", "fremen")))
    try:
        evening.must("host", "StartTurnOne", first="ecaz")
        page = evening.phones["fremen"].get(f"/t/{evening.table}/me").text
        assert "place 10 forces" in page and VIDAL not in page
        assert VIDAL in evening.host.get(f"/t/{evening.table}/").text
    finally:
        evening.close()
