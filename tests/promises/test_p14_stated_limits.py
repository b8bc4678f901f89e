r"""P14: one page says plainly what is not promised, and everybody can reach it.

Mutants (``python -m tests.promises.mutants 14`` tries them):
templates/limits.html: `<b>The air.</b>` -> `<b>Air.</b>`
templates/limits.html: `The file holds every hand.` -> ``
referee/web/phone/phone.py: `            *small_print(),` -> ``
"""

from __future__ import annotations

import re

import pytest

from referee.kernel.events import PUBLIC
from tests.kit.evening import Evening

SAID = {
    "a packet sniffer on the same Wi-Fi": r"The air\..*records the Wi-Fi can read along",
    "the laptop's owner": r"The laptop\..*can open the file.*holds every hand",
    "screenshots and glances": r"Pictures\..*cannot be taken back",
    "a changed program": r"The program itself\..*can change the proof",
    "opened seals": r"An opened order\..*who was dealt what",
    "traffic": r"Traffic\..*not what",
    "paper and exports": r"Paper and exports\..*prints every hand.*can read it",
    "printed cards": r"Printed cards\..*taken as told",
}


@pytest.mark.parametrize("limit", SAID)
def test_p14_the_page_says_what_is_not_promised(evening: Evening, limit: str) -> None:
    text = evening.onlooker.get("/limits").text
    assert re.search(SAID[limit], re.sub(r"<[^>]+>|\s+", " ", text).replace("  ", " ")), limit


def test_p14_every_page_of_everybody_leads_there(evening: Evening) -> None:
    for viewer, page in ((PUBLIC, "/more"), ("host", "/seats"), ("fremen", "/me?tab=home"), ("fremen", "/me/log")):
        assert 'href="/limits"' in evening.who(viewer).get(f"/t/{evening.table}{page}").text, page
    assert evening.onlooker.get("/limits").status_code == 200


def test_p14_the_place_of_the_file_is_told_to_the_laptop_only(evening: Evening) -> None:
    place = str(evening.folder)
    assert place in evening.host.get("/limits").text
    assert place not in evening.onlooker.get("/limits").text + evening.phones["fremen"].get("/limits").text
