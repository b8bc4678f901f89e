"""A power that is announced: whose it is waits, the others are asked."""

from __future__ import annotations

from tests.kit import Evening


def test_4_90_03_whoever_announced_a_power_reads_that_the_others_may_stop_it(evening: Evening) -> None:
    evening.must("host", "GoTo", phase="choam_charity", anyway="1")
    evening.must("bene_gesserit", "ClaimCharity")
    pages = {seat: phone.get(f"/t/{evening.table}/me").text for seat, phone in evening.phones.items()}
    waits = [seat for seat, page in pages.items() if "You wait: others may stop it." in page]
    assert waits == ["bene_gesserit"] and "Ready: no Karama on this" in pages["fremen"]


def test_2_04_21_who_begins_a_battle_may_stop_what_fremen_bring(evening: Evening) -> None:
    evening.must("host", "GoTo", phase="battle", anyway="1")
    evening.must("host", "NoteForces", seat="fremen", territory="Arrakeen", normal=3, anyway="1")
    evening.must("host", "NoteForces", seat="atreides", territory="Arrakeen", normal=3, anyway="1")
    evening.must("host", "ChangeOption", option="K8", value="8")
    first, other = [seat for seat in evening.public.seats if seat in {"atreides", "fremen"}]
    evening.must(first, "FightNext", territory="Arrakeen", against=other)
    pages = {seat: evening.phones[seat].get(f"/t/{evening.table}/me").text for seat in ("atreides", "fremen")}
    assert "You wait: others may stop it." in pages["fremen"] and "You wait" not in pages["atreides"]
    assert "Stop it with Karama" in pages["atreides"] and "Ready: no Karama on this" in pages["atreides"]
