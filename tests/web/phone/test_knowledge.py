"""The ledger of knowledge on the phone, and all of it on the table screen once the shields lie open."""

from __future__ import annotations

from tests.kit import Evening, Play, snapshot, unmoved


def known(evening: Evening, seat: str) -> str:
    """Return the page that says what a seat knows and who knows its cards."""
    return evening.phones[seat].get(f"/t/{evening.table}/me/secret?tab=home&see=known").text


def bought(evening: Evening) -> None:
    evening.open_card()
    evening.passes(1)
    evening.bid(2)
    evening.passes(5)
    evening.must("host", "CloseWindow")


def test_who_knows_what_is_mine_and_what_i_was_shown(play: Play) -> None:
    evening = play("Karama/1", "Baliset/1")
    bought(evening)
    assert "Atreides know it" in known(evening, "bene_gesserit") and "2.01.05" in known(evening, "bene_gesserit")
    assert "Atreides look at the card" in known(evening, "atreides")
    assert "look at the card" not in known(evening, "emperor") + known(evening, "bene_gesserit")


def test_4_97_02_the_notebook_keeps_what_undo_takes_back(play: Play) -> None:
    evening = play("Karama/1")
    evening.open_card()
    evening.must("host", "Undo")
    evening.must("host", "Undo")
    page = evening.phones["atreides"].get(f"/t/{evening.table}/me/secret?tab=book").text
    assert "(undone)" in page and "you cannot know where it is" in page


def test_p5_a_look_at_the_ledger_moves_nothing(auction: Evening) -> None:
    before, rows = snapshot(auction), auction.rows()
    known(auction, "atreides")
    unmoved(before, snapshot(auction), set())
    assert auction.rows() == rows


def test_4_97_20_the_whole_ledger_opens_after_the_game_and_not_before(play: Play) -> None:
    evening = play("Karama/1")
    bought(evening)
    page = f"/t/{evening.table}/seen"
    assert "holds Karama" not in evening.host.get(page).text
    evening.must("host", "EndBidding")
    evening.must("host", "GoTo", phase="mentat_pause")
    evening.must("host", "NameHolders", arrakeen="fremen", carthag="fremen", sietch_tabr="fremen")
    evening.must("host", "CheckVictory")
    assert "The shields stay closed" in evening.host.get(page).text
    evening.must("host", "OpenShields")
    said = evening.onlooker.get(page).text
    assert "Atreides look at the card" in said and "Karama" in said and "Seen by Atreides" in said


def test_4_97_67_the_ledger_says_what_the_referee_saw_for_a_seat_and_who_took_it_over(play: Play) -> None:
    evening = play("Karama/1")
    evening.must("atreides", "LetRefereePlay")
    bought(evening)
    evening.must("atreides", "PlayAgain")
    evening.must("host", "EndBidding")
    evening.must("host", "GoTo", phase="mentat_pause")
    evening.must("host", "NameHolders", arrakeen="fremen", carthag="fremen", sietch_tabr="fremen")
    evening.must("host", "CheckVictory")
    page = f"/t/{evening.table}/seen"
    assert "referee played" not in evening.host.get(page).text
    evening.must("host", "OpenShields")
    said = evening.onlooker.get(page).text
    assert "Seen by Atreides. The referee played Atreides then." in said
    assert "A person plays Atreides from here on and sees what the referee saw for them." in said


def test_2_01_07_the_next_spice_card_goes_into_the_notebook(evening: Evening) -> None:
    evening.must("host", "GoTo", phase="shipment")
    before = snapshot(evening)
    evening.must("atreides", "NoteSpiceCard", card="Shai-Hulud")
    unmoved(before, snapshot(evening), {"atreides"})
    page = evening.phones["atreides"].get(f"/t/{evening.table}/me/secret?tab=book").text
    assert "The next spice card is Shai-Hulud" in page
    rows = evening.rows()
    evening.tap("fremen", "NoteSpiceCard", card="Shai-Hulud")
    assert evening.rows() == rows
