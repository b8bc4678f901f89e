"""A power that is announced: whose it is waits, the others are asked."""

from __future__ import annotations

from referee.web.phase.strip import said_to
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


def test_4_90_03_while_others_may_stop_a_power_its_owner_reads_of_nothing_else_that_is_due_and_is_not_named(
    evening: Evening,
) -> None:
    evening.must("host", "GoTo", phase="battle", anyway="1")
    evening.must("host", "NoteForces", seat="fremen", territory="Arrakeen", normal=3, anyway="1")
    evening.must("host", "NoteForces", seat="atreides", territory="Arrakeen", normal=3, anyway="1")
    first, other = [seat for seat in evening.public.seats if seat in {"atreides", "fremen"}]
    evening.must(first, "FightNext", territory="Arrakeen", against=other)
    evening.must("host", "CloseWindow")
    evening.must("atreides", "Announce", rule="2.01.08")
    said = said_to(evening.public, evening.public, "atreides", None)
    assert (said.then, said.waits) == ("You wait: others may stop it.", "Answered 0 of 5: waiting for all others.")
    tabs = {tab: evening.phones["atreides"].get(f"/t/{evening.table}/me?tab={tab}").text for tab in ("bid", "more")}
    assert [tab for tab, page in tabs.items() if "Answered 0 of 5" in page] == ["bid"]


def test_0_11_a_phone_counts_who_is_without_a_traitor_without_its_own_seat(evening: Evening) -> None:
    evening.must("host", "DealTraitors")
    evening.must("host", "GoTo", phase="storm", anyway="1")
    seen = {seat: said_to(evening.public, evening.sitting.screen(seat), seat, None) for seat in ("fremen", "emperor")}
    assert "Fremen" not in seen["fremen"].waits and "Emperor" not in seen["emperor"].waits
    assert "raitors 0 of 5: waiting for all others but Harkonnen" in seen["fremen"].waits
    assert "Waiting" not in seen["fremen"].then
