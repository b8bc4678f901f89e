"""The menus of the table screen: grouped under headings, what needs care apart and last."""

from __future__ import annotations

import re

from tests.kit import SCREEN, Evening, set_up


def groups(evening: Evening, path: str) -> list[tuple[str, bool, list[str]]]:
    """Return the groups of a menu: heading, whether it stands apart, and its acts."""
    page = evening.host.get(f"/t/{evening.table}/{path}", SCREEN).text
    found = re.findall(r'<section class="menu-group stack( is-grave)?">(.*?)</section>', page, re.S)
    return [
        (
            "".join(re.findall(r"<h[23] class=\"label\">([^<]*)", body)),
            bool(grave),
            re.findall(r'name="act" value="(\w+)"', body),
        )
        for grave, body in found
    ]


def test_4_97_05_every_button_of_a_menu_stands_in_a_group_with_a_heading(auction: Evening) -> None:
    seat = next(iter(auction.phones))
    for path in ("more?see=phase", "more?see=corrections", "more?see=pages", f"more/{seat}"):
        made = groups(auction, path)
        assert made and all(title for title, _, _ in made), (path, made)
        apart = [grave for _, grave, _ in made]
        assert apart == sorted(apart), f"{path}: what needs care stands last"


def test_4_97_05_ending_the_bidding_and_a_warning_stand_apart(auction: Evening) -> None:
    seat = next(iter(auction.phones))
    for path, act in (("more?see=phase", "EndBidding"), (f"more/{seat}", "Warn")):
        where = [grave for _, grave, held in groups(auction, path) for name in held if name == act]
        assert where and all(where), (path, act)


def test_1_04_01_while_cards_are_counted_a_seat_s_menu_begins_with_the_count(evening: Evening) -> None:
    evening.begin(set_up(P1="counts"))
    evening.must("host", "GoTo", phase="bidding", anyway="1")
    first = groups(evening, "more/atreides")[0]
    assert first[2][0] == "CorrectCount" and not first[1], first
