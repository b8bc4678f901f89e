"""Moments: name first, then what it means, on the table screen and every phone alike, for as long as they are fresh."""

from __future__ import annotations

import re

from tests.kit.evening import Evening


def moments(evening: Evening) -> set[tuple[str, str]]:
    pages = [evening.onlooker.get(f"/t/{evening.table}/").text]
    pages += [phone.get(f"/t/{evening.table}/me").text for phone in evening.phones.values()]
    shown = r'class="moment[^>]*><b>([^<]*)</b><span>([^<]*)</span></div>'
    return {(found[1], found[2]) for page in pages for found in re.finditer(shown, page)}


def test_1_02_05_a_worm_and_its_nexus_each_have_a_moment_and_the_nexus_ends_by_a_tap_of_its_own(
    evening: Evening,
) -> None:
    for phase in ("mentat_pause", "storm", "spice_blow"):
        evening.must("host", "GoTo", phase=phase, anyway="1")
    assert not moments(evening)
    evening.must("host", "SpiceBlows", territory="Red Chasm")
    evening.must("host", "WormComes", territory="Red Chasm")
    ((title, meaning),) = moments(evening)
    assert title == "Shai-Hulud!" and meaning.startswith("The worm comes to ")
    evening.must("host", "SpiceBlows", territory="Old Gap")
    assert {title for title, _ in moments(evening)} == {"Nexus"}
    evening.wait(8000)
    assert not moments(evening)
    assert "The Nexus is over" in evening.host.get(f"/t/{evening.table}/").text
    texts = [evening.phones[seat].get(f"/t/{evening.table}/me").text for seat in ("fremen", "spacing_guild")]
    may = "You may: offer an alliance"
    assert all(may in text and "Until the Nexus is over." in text for text in texts if "Offer an alliance" in text)
    assert any("Offer an alliance" in text for text in texts)
    evening.must("host", "EndNexus")
    assert "The Nexus is over<" not in evening.host.get(f"/t/{evening.table}/").text
