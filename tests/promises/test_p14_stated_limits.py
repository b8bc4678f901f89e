r"""P14: one page says plainly what is not promised, and everybody can reach it.

Mutants (``python -m tests.promises.mutants 14`` tries them):
templates/limits.html: `<b>Wi-Fi.</b>` -> `<b>Air.</b>`
templates/limits.html: `The file holds every hand.` -> ``
templates/limits.html: `href="/fair-play"` -> `href="/"` (fair_play)
referee/web/join/weak_spots.py: `if kept in {"", "--", "none", "open"}:` -> `if False:` (wifi)
referee/web/join/weak_spots.py: `(stat.S_IRGRP | stat.S_IROTH)` -> `0` (accounts)
referee/web/join/weak_spots.py: `(stat.S_IWGRP | stat.S_IWOTH)` -> `0` (accounts)
referee/web/join/weak_spots.py: `    if not held:` -> `    if False:` (controls)
referee/web/phone/phone.py: `            *small_print(),` -> ``
"""

from __future__ import annotations

import os
import re
from html import unescape
from pathlib import Path

import pytest

from referee.kernel import PUBLIC
from referee.running.hall import Hall
from referee.web.fairness.fair_play import TRIED
from referee.web.http.address import Candidate
from referee.web.join.weak_spots import weak_spots, wifi
from tests.kit import Evening, of_files
from tests.tools.attack.__main__ import ATTACKS

SAID = {
    "a packet sniffer on the same Wi-Fi": r"Wi-Fi\..*records the Wi-Fi can read along",
    "the laptop's owner": r"The laptop\..*can open the file.*holds every hand",
    "screenshots and glances": r"Pictures\..*cannot be undone",
    "a changed program": r"The program itself\..*can change the proof",
    "opened seals": r"Open seals\..*who was dealt what",
    "traffic": r"Traffic\..*not what",
    "paper and exports": r"Paper and exports\..*prints every hand.*can read them",
    "the printed link": r"The printed link\..*first browser.*can disconnect it",
    "printed cards": r"Real cards\..*believes what players enter",
}


@pytest.mark.parametrize("limit", SAID)
def test_p14_the_page_says_what_is_not_promised(evening: Evening, limit: str) -> None:
    text = evening.onlooker.get("/fair-play").text
    assert re.search(SAID[limit], re.sub(r"<[^>]+>|\s+", " ", text).replace("  ", " ")), limit


def test_p14_every_page_of_everybody_leads_there(evening: Evening) -> None:
    for viewer, page in ((PUBLIC, "/more"), ("host", "/seats"), ("fremen", "/me?tab=more"), ("fremen", "/me/log")):
        assert 'href="/fair-play"' in evening.who(viewer).get(f"/t/{evening.table}{page}").text, page
    old = {
        "/limits": "/fair-play",
        **{f"/t/{evening.table}/{one}": f"/t/{evening.table}/fair" for one in ("shuffle", "prove")},
    }
    for place, new in old.items():
        answer = evening.host.get(place)
        assert (answer.status_code, answer.headers["Location"]) == (308, new)


@of_files
def test_p14_the_place_of_the_file_is_told_to_the_laptop_only(evening: Evening) -> None:
    place = str(evening.folder)
    assert place in evening.host.get("/fair-play").text
    assert place not in evening.onlooker.get("/fair-play").text + evening.phones["fremen"].get("/fair-play").text


def test_p14_what_was_tried_from_outside_stands_on_the_page_of_fair_play(evening: Evening) -> None:
    assert 'href="/fair-play">Attacks we tried' in evening.onlooker.get(f"/t/{evening.table}/fair").text
    text = evening.phones["fremen"].get("/fair-play").text
    assert "python -m tests.tools.attack" in text and "python -m tests.tools.accounts" in text
    assert all(words in unescape(text) for row in TRIED for words in row)
    assert len(TRIED) >= len(ATTACKS)


# -- the weak spots of a set-up, which the doctor names -----------------------------------------------

AIRS = {
    ("Linux", "no:wpa2\nyes:\n"): False,
    ("Linux", "no:\nyes:wpa1 wpa2\n"): True,
    ("Linux", "yes:wep"): False,
    ("Linux", ""): None,
    ("Windows", "    authentication         : open\n    cipher : none"): False,
    ("Windows", "    authentication         : wpa2-personal\n"): True,
    ("Darwin", "current network information:\n  home:\n    security: none\n"): False,
    ("Darwin", "current network information:\n  home:\n    security: wpa2 personal\n"): True,
    ("Darwin", "other local networks:\n    security: wpa2 personal\n"): None,
}


@pytest.mark.parametrize("air", AIRS)
def test_p14_a_wifi_without_a_password_is_named(air: tuple[str, str]) -> None:
    found = wifi(air[0], lambda words: air[1])
    assert found.well is AIRS[air] and ("read along" in found.sentence or found.well)


def said_of(folder: Path, *addresses: Candidate) -> list[str]:
    """Return the weak spots that are found, each with what to type."""
    found = weak_spots(folder, addresses, "Linux", lambda words: "yes:wpa2")
    return [f"{one.sentence} {one.type}" for one in found if one.well is False]


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps a user's folder to that user by itself")
def test_p14_files_that_other_accounts_can_read_or_change_are_named(tmp_path: Path) -> None:
    folder, rules = tmp_path / "tables", tmp_path / "tables" / "rules"
    Hall(folder).create("Friday")[1].journal.close()
    folder.chmod(0o755)
    assert not [one for one in said_of(folder) if "accounts" in one]
    (folder / "old.referee").touch()
    (folder / "old.referee").chmod(0o644)
    assert [one for one in said_of(folder) if "can read the games" in one and f"chmod -R go= {folder}" in one]
    folder.chmod(0o700)
    assert not [one for one in said_of(folder) if "can read the games" in one]
    rules.mkdir()
    (rules / "own.py").touch()
    (rules / "own.py").chmod(0o666)
    assert [one for one in said_of(folder) if "can change the house rules" in one]


def test_p14_controls_that_nobody_holds_are_named(evening: Evening, tmp_path: Path) -> None:
    folder, table = evening.folder, evening.table
    assert not said_of(folder), "it is open, and so not looked at"
    evening.close()
    assert not said_of(folder)
    (tmp_path / "none").mkdir()
    Hall(tmp_path / "none").create("Friday")[1].journal.close()
    assert [one for one in said_of(tmp_path / "none") if "No screen controls friday-1" in one] and table


def test_p14_an_address_that_the_world_may_reach_is_named(tmp_path: Path) -> None:
    home, world = (Candidate(ip, "wlan0", 60, "") for ip in ("192.168.1.5", "8.8.8.8"))
    assert not said_of(tmp_path, home) and "8.8.8.8" in said_of(tmp_path, home, world)[0]
