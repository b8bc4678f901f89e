"""Example views of the table screen in every state; the numbers are made up."""

from __future__ import annotations

from dataclasses import replace

from referee.web.app.qr import join_url, qr_svg
from referee.web.phase.table_view import on_rim
from referee.web.view_models.parts import (
    Act,
    Chip,
    Code,
    Field,
    Frame,
    HighBid,
    Line,
    Link,
    Pad,
    Panel,
    Plate,
    Step,
    Timer,
)
from referee.web.view_models.screens import Board

SEATS = (
    ("bene_gesserit", "Bene Gesserit", "ben", "Miriam"),
    ("emperor", "Emperor", "emp", "Tomas"),
    ("atreides", "Atreides", "atr", "Aoife"),
    ("spacing_guild", "Spacing Guild", "gui", "Jonas"),
    ("harkonnen", "Harkonnen", "har", "Priya"),
    ("fremen", "Fremen", "fre", "Lars"),
)
MORE = (
    ("tleilaxu", "Tleilaxu", "tle", "Wen"),
    ("ixian", "Ixians", "ixi", "Sam"),
    ("choam", "CHOAM", "cho", "Ines"),
    ("richese", "Richese", "ric", "Oskar"),
    ("ecaz", "Ecaz", "eca", "Noor"),
    ("moritani", "Moritani", "mor", "Pavel"),
)
PHASES = ("Storm", "Spice blow", "Charity", "Bidding", "Revival", "Ship and move", "Battle", "Collection", "Mentat")
GRACE = "A bid still counts half a second after zero."
LINKS = (
    Link("What happened", "/log"), Link("Seats and codes", "/seats"), Link("Options", "/options"),
    Link("A phone can't connect", "/help"), Link("Privacy and limits", "/limits"), Link("All tables", "/"),
)  # fmt: skip
BACK = Link("Back to the table", "/auction")


def frame(title: str, here: str, live: bool = False, wide: bool = True, **more: object) -> Frame:
    """A frame whose forms all go to one address."""
    stream = "/stream" if live else ""
    base = Frame(title, here, "/act", stream, "k0", "/rules", "/rules", wide=wide, links=LINKS)
    return replace(base, theme="dark" if wide else "", **more)  # type: ignore[arg-type]


def menu(seat: str) -> tuple[Act, ...]:
    count = Field("count", "Cards held", "number", "3", low=0, high=8)
    return (
        Act("MarkAbsent", "Away", (("seat", seat),), "away"),
        Act("Warn", "Warn for stalling", (("seat", seat),)),
        Act("CorrectCount", "Correct the count", (("seat", seat),), inputs=(count,)),
    )


def plates(rows: tuple[tuple[str, dict[str, object]], ...]) -> tuple[Plate, ...]:
    """Plates from (slug, fields), placed in seating order."""
    known = {s[0]: s for s in SEATS + MORE}
    out = []
    for k, (slug, more) in enumerate(rows):
        _, name, f, player = known[slug]
        base = Plate(slug, name, f, player, at=on_rim(k, len(rows)), menu="/menu", code_href=f"/seats/{slug}")
        out.append(replace(base, **more))  # type: ignore[arg-type]
    return tuple(out)


OUT, TURN, HIGH = ("is-out",), ("is-turn",), ("is-high",)
AUCTION = (
    ("bene_gesserit", {"have": 4, "most": 4, "word": "Hand full", "icon": "full", "states": OUT}),
    ("emperor", {"have": 2, "most": 4, "word": "Passed", "icon": "pass", "states": OUT}),
    ("atreides", {"have": 3, "most": 4, "word": "To bid", "icon": "next", "states": TURN}),
    ("spacing_guild", {"have": 1, "most": 4, "word": "Opened", "icon": "flag", "coin": "4", "opener": True}),
    ("harkonnen", {"have": 5, "most": 8, "word": "High bid", "coin": "5", "states": HIGH}),
    ("fremen", {"have": 2, "most": 4, "word": "Away", "icon": "away", "states": OUT, "phone": "no phone"}),
)
TALK = (
    AUCTION[0],
    ("emperor", {"have": 2, "most": 4, "word": "Ready", "icon": "check"}),
    ("atreides", {"have": 3, "most": 4, "word": "Talking"}),
    ("spacing_guild", {"have": 1, "most": 4, "word": "Opens next", "icon": "flag"}),
    ("harkonnen", {"have": 5, "most": 8, "word": "Talking", "tags": ("bids only",)}),
    AUCTION[5],
)
LOG = Panel(
    "What happened",
    (
        Line("Harkonnen", coin="5", why="/why"), Line("Spacing Guild", coin="4", why="/why"),
        Line("Atreides", coin="3", why="/why"), Line("Emperor passed", "pass", why="/why"),
        Line("Bene Gesserit: hand full", "full", chips=(Chip("1.04.03"),), why="/why"),
        Line("Fremen: away, passes", "away", chips=(Chip("1.04.06.04"),), why="/why"),
        Line("Harkonnen", coin="2", why="/why"), Line("Spacing Guild opened", coin="1", why="/why"),
    ),
    "log", grow=True, id="log",
)  # fmt: skip
NEXT = Panel("Next to bid", (Line("Spacing Guild", f="gui"), Line("Harkonnen", f="har")), id="next")
PAYEE = Panel(
    "", (Line("The buyer pays the *Emperor*, not the bank.", f="emp", chips=(Chip("2.03.04", True),)),), "note"
)
PAUSE = Act("Pause", "Pause", icon="pause", hot="Space")
UNDO, REDO = Act("Undo", "Undo", icon="undo", hot="U"), Act("Redo", "Redo", hot="Shift+U")


def steps(now: int = 4) -> tuple[Step, ...]:
    """The rail with one phase current."""
    states = ("done", "now", "")
    return tuple(Step(n, name, states[1 + (n > now) - (n < now)]) for n, name in enumerate(PHASES, 1))


AUCTION_SEATS, TALK_SEATS = plates(AUCTION), plates(TALK)


ON_CARD_3 = Board(
    frame("Turn 4, bidding on card 3", "/auction", live=True, sound=True), "auction", "Thursday at Miriam’s", 4,
    steps(), "Atreides", AUCTION_SEATS, small="to bid", f="atr",
    timer=Timer(7000, 10000, at=AUCTION_SEATS[2].at, grace=GRACE), card=3, cards=5, high=HighBid("5", "Harkonnen"),
    panels=(NEXT, PAYEE, LOG), pad=Pad(6, "3:5", seat="atreides", name="Atreides"), bar=(PAUSE, UNDO, REDO),
    more="/menu", steers=True, status="Atreides to bid. Bid to beat: 5 by Harkonnen.",
)  # fmt: skip


BEFORE_CARD_3 = replace(
    ON_CARD_3, frame=frame("Talk before card 3", "/deal", live=True, sound=True), mode="deal", say="Time to talk",
    small="", f="", plates=TALK_SEATS, calm=True,
    timer=Timer(38000, 45000, label="Seconds left to make deals", at=TALK_SEATS[3].at),
    lines=(Line("Then *card 3 of 5*. Spacing Guild opens."),), cards=0, high=None, pad=None,
    panels=(
        Panel(
            "On the table now",
            (
                Line("Offers, loans between allies, promises. Settle long deals here: a bid has ten seconds."),
                Line("Ask the Emperor for a sum; the answer is yes or no.", f="emp"),
            ),
            "note",
        ),
        Panel(
            "Announced",
            (
                Line("Looks at card 3 when the talk ends.", f="atr", chips=(Chip("2.01.05", True),)),
                Line("A Karama against it must be shown before the look.", chips=(Chip("3.01.11.02"),), mute=True),
            ),
            "note",
        ),
        Panel(
            "Sold this turn",
            (
                Line("Emperor", f="emp", end="3"),
                Line("Harkonnen (+1 bonus card)", f="har", end="6", chips=(Chip("2.05.08", True),)),
            ),
            acts=(Act("ExtendTimer", "+15 s", (("seconds", "15"),)), Act("SkipWindow", "Open now", go=True)),
            grow=True,
        ),
    ),
)  # fmt: skip


def code(text: str) -> Code:
    """A code as the seats page draws it."""
    address = join_url("192.168.4.27", 8000, text)
    return Code(qr_svg(address, "QR code for this seat"), text, "192.168.4.27:8000", 94000, 120000)


seated: dict[str, object] = {"word": "Seated", "icon": "check"}
rows: tuple[tuple[str, dict[str, object]], ...] = tuple(
    (s[0], {"code": code("H2PA7K" if n == 3 else "T3LBWX")} if n in (3, 5) else seated) for n, s in enumerate(SEATS)
)
LOBBY = Board(
    frame("Lobby", "/lobby", live=True), "lobby", "Thursday at Miriam’s", 1, steps(0), "Scan your seat",
    plates(rows),
    lines=(
        Line("Point a camera at an empty seat. No camera? Open *192.168.4.27:8000* and type the six characters."),
        Line("Play passes to the right, along the arrows", mute=True),
    ),
    panels=(
        Panel(
            "This game",
            (Line("Advanced rules"), Line("10 s to bid"), Line("45 s to talk"), Line("Cards dealt here")),
            acts=(Act("Begin", "Start with 4", go=True, big=True, small="2 seats are still free"),), grow=True,
        ),
    ),
    more="/menu", steers=True,
)  # fmt: skip

running = ON_CARD_3.timer or Timer(0, 1)
stop = Act("StopPower", "Stop it with Karama", (("rule", "2.05.08"), ("for", "")), "star")
window = replace(
    BEFORE_CARD_3, frame=frame("A power is announced", "/stop", live=True, sound=True), mode="stop",
    say="Harkonnen", small="draws one more", f="har", timer=Timer(8000, 10000, label="Seconds left to stop it"),
    lines=(Line("A Karama can stop this now.", chips=(Chip("2.05.08", True), Chip("3.01.11.01"))),),
    go=(stop, Act("SkipWindow", "Continue", go=True)), panels=(PAYEE, LOG),
)  # fmt: skip
declare = replace(
    BEFORE_CARD_3, frame=frame("Declaration", "/declare", live=True), mode="declare", say="How many cards?",
    timer=None, lines=(Line("Everyone, say your card count aloud.", chips=(Chip("1.04.01"),)),),
    go=(Act("DeclareAll", "Counts are right", go=True, big=True, small="deal 5 cards, open with card 1"),),
    panels=(LOG,),
)  # fmt: skip
over = replace(
    declare,
    frame=frame("Bidding is over", "/over", live=True),
    mode="over",
    say="Bidding is over",
    lines=(Line("Card 4 was passed by all. Two cards go back on top.", chips=(Chip("1.04.09"),)),),
    go=(Act("NextPhase", "Next: turn 5, bidding", go=True, big=True),),
    panels=(replace(BEFORE_CARD_3.panels[2], acts=(), title="Sold this turn"), LOG),
)
rows12 = AUCTION + tuple((s[0], {"have": 2, "most": 4, "word": "Passed", "icon": "pass", "states": OUT}) for s in MORE)
BOARDS = {
    "auction": ON_CARD_3,
    "last3": replace(ON_CARD_3, timer=replace(running, left_ms=3000)),
    "paused": replace(
        ON_CARD_3, say="Paused", small="", f="", calm=True, timer=replace(running, state="paused"),
        bar=(Act("Resume", "Resume", icon="play", hot="Space", go=True), UNDO, REDO),
    ),
    "noclock": replace(ON_CARD_3, timer=replace(running, state="off"), high=HighBid("", note="1 or more")),
    "twelve": replace(ON_CARD_3, plates=plates(rows12), card=6, cards=11),
    "onlooker": replace(ON_CARD_3, steers=False, sit=Link("Take a seat", "/join")),
    "deal": BEFORE_CARD_3,
    "stop": window,
    "declare": declare,
    "over": over,
    "lobby": LOBBY,
    "lobby-empty": replace(LOBBY, plates=plates(tuple((s[0], {"code": code("H2PA7K")}) for s in SEATS))),
}  # fmt: skip
