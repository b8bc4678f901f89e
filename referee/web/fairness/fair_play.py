"""Fair play: what is not promised, what was tried against the program from outside, when, and what came of it.

The figures are those that ``python -m tests.tools.attack`` and ``python -m tests.tools.accounts`` printed on the day
beside them, as longer and shorter runs gave them; update them when you run one again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from flask import Blueprint, Response, redirect, request, url_for

from referee.web.app.context import may_steer_program, program
from referee.web.app.drawing import page, small_print, to_start
from referee.web.http.guard import viewer
from referee.web.view_models.parts import Frame

FIRST: Final = "22 November 2026"
ON: Final = "26 November 2026"
NOW: Final = "30 November 2026"
LAST: Final = "1 December 2026"
TRIED: Final = (
    ("Pages of a game with other secrets", "233", "Not one byte differs.", FIRST),
    ("Pairs of games that differ in one secret", "270", "What the rules keep secret changes not one byte.", LAST),
    ("Time for a page with other secrets", "960", "No difference: as between two copies of one game.", FIRST),
    ("Requests of any kind", "20,000", "Each gets a page or a sentence. What is refused changes nothing.", FIRST),
    ("Commands that no page offers", "30,309", "Refused or harmless. Nothing was created, nothing lost.", FIRST),
    ("Eight phones at once for one code", "300", "One of them gets the seat, each time.", FIRST),
    ("One tap sent eight times at once", "300", "One action, each time.", FIRST),
    ("Forged cookies", "5,000", "None opened a shield.", FIRST),
    ("Pages with script in names and notes", "577", "None contains it unescaped.", FIRST),
    ("Half requests from one stranger", "112", "The others have their page within 0.1 s.", FIRST),
    ("Half requests from seven strangers", "112", "The others have their page within 0.1 s.", FIRST),
    ("A flood of requests from one stranger", "400", "The others have their page within 0.2 s.", FIRST),
    ("Visitors who never read the answer", "100", "The others have their page within 0.1 s.", FIRST),
    ("The same from 18 addresses", "108", "The others have their page within 0.3 s.", ON),
    ("Silent connections, with room for 96", "300", "The others have their page within 0.1 s.", FIRST),
    ("No room for one more connection", "1", "The laptop's own browser has its page within 0.1 s.", FIRST),
    ("Guests of 16 addresses open every stream", "96", "A phone and the table screen still get theirs.", ON),
    ("Program killed in the middle of an action", "100", "593 actions confirmed, none lost or doubled.", FIRST),
    ("Programs of a club killed in the middle of taps", "60", "157 actions confirmed, none lost or doubled.", LAST),
    ("Single bits flipped in files, open or not", "1,500", "None opened with another game in it.", ON),
    ("Files cut off or left out", "1,500", "None opened with another game in it.", ON),
    ("Power cut in the middle of a write", "2,000", "Each opened at an action that was confirmed.", LAST),
    ("Faults put into the program on purpose", "8", "The attack found each of them.", LAST),
    ("Requests that two programs read in two ways", "15", "Refused, and the connection ends.", NOW),
    ("The laptop’s clock set forward and back", "60", "Nobody’s time is cut or longer, and no code is lost.", LAST),
    ("Costly pages wanted from 16 addresses at once", "11", "A tap is confirmed within 0.4 s.", LAST),
    ("Forged games imported", "10,000", "1,754 still added up and were accepted; the rest were refused.", FIRST),
    ("A player takes back what others did", "9", "Only the player's own action goes.", ON),
    ("Purses tried and shields opened, then undone", "4", "The history keeps it.", LAST),
    ("Controls without the table's consent", "5", "None given; given ones are announced and can end.", ON),
    ("The printed link, opened by a stranger", "1", "Announced and listed; then disconnected.", ON),
    ("Cards, forces and spice out of nothing", "4", "Refused, even if the table allows it.", ON),
    ("Stand-ins and options asked for without the right", "80", "Refused. A phone gives away only its own seat.", LAST),
    ("Practice pages asked for in any way", "7,807", "Each gets a page or a sentence.", LAST),
    ("Hostile files imported", "36", "Two kinds broke a page until this day.", LAST),
    ("Actions of random games, counted twice", "122,210", "All cards, spice, forces and leaders are there.", LAST),
)
CURIOUS: Final = (
    (
        "Looks over your shoulder while your shield is open",
        "What you see, and a photo keeps it",
        "Nobody. Close the shield, or turn away.",
    ),
    (
        "Scans the code of your seat",
        "Your hand and spice, until you scan it again",
        "The table screen says who sat down, and your phone says that it lost the seat.",
    ),
    (
        "Looks behind a shield at the table screen",
        "The hand of a player without a phone",
        "The history names each look.",
    ),
    (
        "Corrects, undoes or moves on at the table screen",
        "Nothing behind a shield: a correction says by how much, never from what",
        "The history says what was done. An undone correction stays there, and a price that was too high for a player.",
    ),
    (
        "Enters a victory that is none, and opens all shields",
        "Every hand, as everybody else does then",
        "Everybody is told at once, and the history keeps it even if it is undone.",
    ),
    (
        "Is given the controls on another screen",
        "What the table screen shows, and no hand",
        "Everybody is told. It is listed under Seats and codes, and cannot throw the table’s own screen out.",
    ),
    (
        "Asks the rules cleverly",
        "Only what that phone or the table screen may know",
        "Nobody, and nobody has to: the answer holds nothing secret.",
    ),
    (
        "Watches when a phone lights up, or counts messages",
        "That a phone sent something, not what",
        "Nobody",
    ),
    (
        "Records the Wi-Fi, or opens the files on the laptop",
        "Every hand",
        "Nobody. Use a Wi-Fi with a password, and a laptop of somebody you trust.",
    ),
)
pages = Blueprint("fair_play", __name__)


@dataclass(frozen=True)
class FairPlayPage:
    """fair_play.html: what a curious friend does and sees, and who notices; what was tried and what came of it."""

    frame: Frame
    rows: tuple[tuple[str, str, str, str], ...]
    folder: str = ""  # where the games lie, for the laptop alone
    curious: tuple[tuple[str, str, str], ...] = CURIOUS


@pages.get("/fair-play")
@viewer("anyone")
def fair_play() -> Response:
    frame = Frame("Fair play", request.path, back=to_start(), links=small_print())
    folder = str(program.hall.folder) if may_steer_program() else ""
    return page("fair_play.html", FairPlayPage(frame, TRIED, folder))


@pages.get("/limits")
@viewer("anyone")
def limits() -> Response:
    return redirect(url_for(".fair_play"), 308)  # type: ignore[return-value]
