"""Hints for first-timers: what the moment is about and what to tap, on the table screen and on every phone.

A moment is read from the public table alone, so a line is the same for everybody who stands in the same place. Each has
a line for the table screen, one for the phones and the rule to read on in; the player who is asked right now hears
"you".
"""

from __future__ import annotations

from typing import NamedTuple

from referee.common.turn import PhaseBegan, finished
from referee.kernel import Table
from referee.offers.waiting import duties_of, waiting
from referee.offers.what_now import left_over, stage_of
from referee.phases.battle.before_the_plans import steps
from referee.phases.battle.live_battle import OPEN, battle_now
from referee.phases.mentat.victory import winner
from referee.powers.karama_windows import announced
from referee.powers.powers import stop_seconds
from referee.powers.windows import window
from referee.turn.newcomers import explained
from referee.web.app.event_lines import chip
from referee.web.view_models.parts import Hint, Line


class CoachLine(NamedTuple):
    """What is said at one moment: on the table screen, on a phone, and the rule behind it."""

    table: str
    phone: str
    rule: str


COACH: dict[str, CoachLine] = {
    "lobby": CoachLine(
        "When everyone has scanned their seat, start the first turn. The referee leads you through it.",
        "This phone is your shield. Hold the bar to see what is behind it.",
        "1.11.00",
    ),
    "window": CoachLine(
        "Karama can stop the power that was just used. All phones show the same button until everyone taps Ready.",
        "Karama can stop the power that was just used. Tap Ready, or stop it if you hold the card.",
        "3.01.11.01",
    ),
    "declare": CoachLine(
        "Say your card count aloud. Correct a number if it is wrong, then continue.",
        "Say how many cards you hold; not which. A full hand may not bid.",
        "1.04.01",
    ),
    "dealing": CoachLine(
        "There is one card for each player with room in hand. They stay face down while you bid.",
        "The cards are dealt face down. Nearly everybody bids without seeing them.",
        "1.04.04",
    ),
    "deal": CoachLine(
        "Time for deals and promises before the next card. It ends early when everybody taps Ready.",
        "Talk, promise, threaten: nearly everything is allowed. Tap Ready when you are done.",
        "4.90.04",
    ),
    "auction": CoachLine(
        "Players bid or pass in turn, counter-clockwise. The highest bid wins the card.",
        "Somebody else is bidding. Watch the bids while you wait.",
        "1.04.06",
    ),
    "mine": CoachLine(
        "",
        "Your turn: bid more than the last bid, or pass. Never bid more than you can pay.",
        "1.04.06",
    ),
    "settle": CoachLine(
        "The buyer pays and takes the card. There is a short pause, because Karama may still stop a power.",
        "The card is sold. Tap Ready, or stop a power with Karama if you hold it.",
        "1.04.06.02",
    ),
    "over": CoachLine(
        "Bidding is over. Continue when everybody has put their cards away.",
        "Bidding is over. Look behind your shield at what you bought.",
        "1.04.08",
    ),
    "storm": CoachLine(
        "The storm moves around the board and destroys what is in its way.",
        "Watch where the storm stops. The player whose circle it reaches next goes first this turn.",
        "1.01.02",
    ),
    "spice_blow": CoachLine(
        "The spice card shows where new spice lies. A worm devours everything where spice appeared last.",
        "New spice appears on the board. Have forces there at the end of the turn and you collect it.",
        "1.02.01",
    ),
    "choam_charity": CoachLine(
        "Charity is free, and everybody sees who claims it.",
        "Who has 0 or 1 spice may claim some. Everybody sees who claims.",
        "1.03.01",
    ),
    "revival": CoachLine(
        "Dead forces return to their reserves: some free, more for spice. All players revive at the same time.",
        "Dead forces come back here, a few of them free. The buttons say how many, and whether a leader may.",
        "1.05.01",
    ),
    "shipment": CoachLine(
        "In storm order, players ship new forces, then move one group. Shipping to strongholds is cheaper.",
        "In your turn: ship once, then move one group on the board.",
        "1.06.01",
    ),
    "battle": CoachLine(
        "Two factions in one territory fight. The First Player's battles come first.",
        "Who shares a territory with another faction mostly fights. Otherwise watch and learn.",
        "1.07.01",
    ),
    "speak": CoachLine(
        "The Voice and Prescience come before the plans. The list shows whose turn it is to speak.",
        "The Voice and Prescience come before the plans. If one is yours, use it or pass here.",
        "1.07.02",
    ),
    "plan": CoachLine(
        "Both players make a secret plan: forces, leader, weapon, defense. The plans open when both are locked.",
        "If you fight, open your shield, make a plan and lock it. You lose what you dial even if you win.",
        "1.07.04",
    ),
    "watch": CoachLine(
        "",
        "Two others plan in secret. All phones are asked about a traitor next, yours too.",
        "1.07.04",
    ),
    "traitor": CoachLine(
        "All phones ask the same question: is a leader in this battle your traitor? Then the wheels open.",
        "Answer on your phone, even if you are not fighting, so nobody can tell who holds a traitor.",
        "1.07.06.06",
    ),
    "revealed": CoachLine(
        "Read the lines from the top: each says what counts and why. Settle the battle when everybody agrees.",
        "The table says who wins and why. Mostly the loser loses all forces there, the winner as many as dialed.",
        "1.07.06",
    ),
    "spice_collection": CoachLine(
        "Forces in the sector of the spice collect 2 each, or 3 with a force in Arrakeen or Carthag.",
        "Forces in the sector of spice collect it now. It goes straight behind your shield.",
        "1.08.02",
    ),
    "mentat_pause": CoachLine(
        "Take in your bribes, then check whether anybody holds enough strongholds to win.",
        "Three strongholds win, four for allies. Count them before somebody else does.",
        "1.09.01",
    ),
    "won": CoachLine(
        "The game is over. You can read everything that happened, from the first line to the last.",
        "The game is over. Thank you for playing.",
        "1.09.02",
    ),
}


ALONE = {"revival", "spice_collection"}  # who has nothing to do in these has nothing to learn of them now


def moment(table: Table, seat: str = "") -> str:
    """Return the key of the present moment, for the table screen or for one seat."""
    stage = stage_of(table)
    if winner(table):
        return "won"
    if announced(table) is not None or _for_karama(table):
        return "window"
    if stage is not None:
        return "mine" if seat and stage.turn == seat else stage.mode
    return _battle(table, seat) if table.phase == "battle" else table.phase


def _for_karama(table: Table) -> bool:
    """Return True in the pause before a card that is kept for Karama alone, not for deals."""
    now = window(table)
    return now is not None and now.kind == "pause" and stop_seconds(table) > 0


def _battle(table: Table, seat: str) -> str:
    live = battle_now(table)
    if live is None:
        return "battle"
    if live.step != OPEN:
        return "revealed"
    if any(not step.done for step in steps(table)):
        return "speak"
    if live.locked:
        return "traitor"
    return "watch" if seat and seat not in live.seats else "plan"


def _late(table: Table, seat: str) -> bool:
    """Return True if what a phase's hint is about is over: its player is done, or nothing is left to do."""
    if seat in finished(table):
        return True
    waits = waiting(table)
    if table.phase in ALONE and not (waits and (not seat or duties_of(table, seat))):
        return True
    begins = not table.log or isinstance(table.log[-1].event, PhaseBegan)
    return not (begins or waits or left_over(table))


def coached(table: Table, seat: str = "") -> Hint | None:
    """Return the hint for the table screen or a seat's phone, or ``None`` if nobody wants one there (4.97.30)."""
    at = moment(table, seat) if explained(table, seat) else ""
    said = None if at == table.phase and _late(table, seat) else COACH.get(at)
    words = (said.phone if seat else said.table) if said else ""
    return Hint(at, Line(words, chips=(chip(said.rule),))) if said and words else None
