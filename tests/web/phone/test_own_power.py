"""A power that is announced: who uses it waits, the others are asked."""

from __future__ import annotations

from tests.kit.evening import Evening


def test_4_90_03_whoever_announced_a_power_reads_that_the_others_may_stop_it(evening: Evening) -> None:
    evening.must("host", "GoTo", phase="choam_charity", anyway="1")
    evening.must("bene_gesserit", "ClaimCharity")
    pages = {seat: phone.get(f"/t/{evening.table}/me").text for seat, phone in evening.phones.items()}
    waits = [seat for seat, page in pages.items() if "You wait: others may stop it." in page]
    assert waits == ["bene_gesserit"] and "Ready: no Karama on this" in pages["fremen"]
