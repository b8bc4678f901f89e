"""Who plays, who is allied with whom, who is paid, and how much of something secret a player has."""

from __future__ import annotations

import pytest

from referee.board.forces_counted import KeepCount, LoseForces
from referee.common.factions import named
from referee.holdings.traitors import DealTraitors, KeepTraitor, Traitors
from referee.kernel import PUBLIC
from referee.languages.questions import in_english
from referee.offers.answers import Reply, reply
from referee.phases.bidding.auction import DealRow
from referee.phases.spice_blow.blow import WormComes
from referee.turn.on_the_map import PutRight
from tests.kit import SIX, LiveTable

CHOAM = ("choam", "emperor", "fremen")


def said(table: LiveTable, who: str, text: str) -> Reply:
    found = reply(table.screen(who), text)
    assert isinstance(found, Reply), (who, text)
    return found


@pytest.mark.parametrize("who", [*SIX, PUBLIC])
def test_1_10_01_02_an_ally_is_told_as_the_asker_sees_it(who: str) -> None:
    table = LiveTable(allies="emperor harkonnen")
    told = {"emperor": "Harkonnen are your ally.", "harkonnen": "The Emperor is your ally."}
    other = "The Emperor with Harkonnen." if who == PUBLIC else "You have no ally."
    answer = said(table, who, "who is my ally")
    assert answer.words == told.get(who, other) and answer.because[0] == "1.10.01.02"
    assert said(table, who, "do i have an ally").words.startswith("Yes. " if who in told else ("No. ", "The Emperor"))
    assert said(table, who, "who is the ally of fremen").words.endswith("no ally.")
    about = "You are the ally of Harkonnen." if who == "emperor" else "Harkonnen"
    assert about in said(table, who, "who is harkonnen allied with").words or who == "harkonnen"


def test_0_08_each_asker_is_among_the_factions_that_play() -> None:
    table = LiveTable(*CHOAM)
    assert said(table, PUBLIC, "which factions are playing").words == "3 factions: CHOAM, the Emperor and Fremen."
    assert said(table, "emperor", "what factions are in the game").words == "3 factions: CHOAM, you and Fremen."
    assert said(table, "emperor", "is fremen in the game").words == "Yes. Fremen are in play."
    assert said(table, "emperor", "is harkonnen in the game").words == "Harkonnen: nobody plays this faction tonight."


@pytest.mark.parametrize(
    ("seats", "who", "words"),
    [
        (SIX, PUBLIC, "Cards are paid to the Emperor. The Emperor pays the bank."),
        (SIX, "fremen", "Cards are paid to the Emperor. The Emperor pays the bank."),
        (("atreides", "fremen"), "fremen", "Cards are paid to the bank."),
    ],
)
def test_1_04_06_02_who_is_paid_for_cards(seats: tuple[str, ...], who: str, words: str) -> None:
    table = LiveTable(*seats, phase="bidding", B7="off", deck=tuple(f"c{n}" for n in range(9))).do(DealRow())
    for text in (
        "who collects the spice paid for cards",
        "who gets the money for the card",
        "who gets the payment for cards",
    ):
        assert said(table, who, text).words == words


def test_0_11_how_many_traitors_is_told_to_their_owner_alone_and_never_which() -> None:
    table = LiveTable().do(DealTraitors())
    asked = "how many traitors do i have"
    assert said(table, "harkonnen", asked).words == "You have 4 traitors. Open your shield to see which."
    assert said(table, "fremen", asked).words == "You still choose from 4 traitor cards."
    table.do(KeepTraitor("fremen", table.screen("fremen").state(Traitors).dealt["fremen"][0]))
    assert said(table, "fremen", asked).words == "You have 1 traitor. Open your shield to see which."
    assert (
        said(table, "fremen", "do i have a traitor").words == "Yes. You have 1 traitor. Open your shield to see which."
    )
    assert reply(table.screen(PUBLIC), asked) is None
    assert said(LiveTable(), "fremen", asked).words.startswith("The referee does not know.")
    assert said(LiveTable("tleilaxu", "fremen"), "tleilaxu", asked).words == "You keep no traitor cards."


def test_2_09_03_choam_are_told_the_sum_of_their_charity() -> None:
    table, asked = LiveTable(*CHOAM, phase="bidding"), "how much do i get from charity"
    assert said(table, "emperor", asked).words == "You have 20 spice; charity is for 0 or 1."
    early = LiveTable(*CHOAM, phase="storm")
    assert said(early, "choam", asked).words == "You get 6 spice as the charity phase begins, without claiming it."
    early.do("spice_blow", "choam_charity")
    assert said(early, "choam", asked).words == "You have got your 6 spice of charity for this turn."
    assert said(early, "choam", asked).because[0] == "2.09.03"


def test_what_just_happened_ends_with_what_was_said_last_though_it_was_said_before() -> None:
    table = LiveTable(phase="revival").do("shipment", "battle", "shipment")
    latest = next(one.event.sentence(named) for one in reversed(table.public.log) if one.event.sentence(named))
    assert said(table, "fremen", "what just happened").words.endswith(latest)


def test_own_counts_are_told_in_many_words() -> None:
    held = {"atreides": ("Karama", "Shield", "Snooper", "Hajr"), "fremen": ("Karama",)}
    live = LiveTable(phase="bidding", B7="off", turn=2, hands=held, deck=tuple(f"c{n}" for n in range(9)))
    live.do(KeepCount(), LoseForces("fremen", 2))
    for who, question, words in (
        ("fremen", "how many more cards fit in my hand", "You have 1 card. The limit is 4."),
        ("fremen", "hab ich noch karten", "You have 1 card. The limit is 4."),
        ("fremen", "me cabe otra carta", "You have 1 card. The limit is 4."),
        ("fremen", "how many does atreides have in hand", "Atreides have 4 cards. That is the limit of 4."),
        ("atreides", "can i get in on this auction", "No. Your hand is full (4 cards), so you must pass."),
        ("fremen", "did i get any weapon at all", "You have 1 card. Open your shield to see which."),
        ("fremen", "how many cards do we get this time", "5 cards this turn, "),
        ("fremen", "who has to bid first", "Next: "),
        ("atreides", "how many strongholds are mine", "1 stronghold: Arrakeen."),
        ("atreides", "how many places do i hold now", "1 stronghold: Arrakeen."),
        ("fremen", "cuántos de los míos están muertos", "You have 2 forces in the Tanks."),
        ("atreides", "wer von meinen leuten ist tot", "None: you have no forces in the Tanks."),
        ("fremen", "how many are they bringing against me in arrakeen", "Atreides with 10 forces."),
    ):
        code = next((code for code in ("de", "es") if in_english(code, question)), "en")
        assert said(live, who, in_english(code, question) or question).words.startswith(words), question
    live.do(DealRow())
    assert said(live, "fremen", "who has to bid first").words == "It is Bene Gesserit's turn."
    quiet = LiveTable(phase="bidding", turn=2, B7="15", deck=tuple(f"c{n}" for n in range(9))).do(DealRow())
    assert said(quiet, PUBLIC, "how many cards are going tonight").words.startswith("6 cards this turn, ")


def test_what_happened_to_forces_and_where_one_may_attack_is_told_from_the_game() -> None:
    live = LiveTable(phase="spice_blow", turn=2).do(KeepCount(), PutRight("harkonnen", "Red Chasm", 2))
    live.do(WormComes("Red Chasm"))
    assert said(live, "harkonnen", "what happened to my 2 in red chasm").words == (
        "Harkonnen lose 2 forces to the Tleilaxu Tanks."
    )
    live.do("shipment")
    near = said(live, "atreides", "can i attack harkonnen in carthag")
    assert near.words == said(live, "atreides", "can i move to carthag").words and near.words.startswith("Yes. From ")
    assert said(live, "emperor", "can i jump harkonnen in carthag").words == (
        said(live, "emperor", "can i ship to carthag").words
    )
    live.do("battle")
    assert said(live, "emperor", "can i attack harkonnen in carthag").words == "No. You are in no battle now."
