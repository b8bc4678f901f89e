"""Example views of a phone: its public half, and what the shield hides."""

from __future__ import annotations

from dataclasses import replace

from referee.web.view_models.parts import Act, Chip, Field, HighBid, Line, Link, Pad, Strip, Timer
from referee.web.view_models.screens import Card, Figure, PhonePage, Secret, Section
from tests.tools.looks.boards import frame

TABS = (
    Link("Bid", "/phone", "bid"),
    Link("Rules", "/phone-rule", "rule"),
    Link("Book", "/phone-book", "book"),
    Link("More", "/phone-more", "who"),
)


def tabs(now: str) -> tuple[Link, ...]:
    return tuple(replace(t, current=t.label == now) for t in TABS)


ON_TURN = PhonePage(
    frame("Your bid", "/phone", live=True, wide=False, search="/phone-rule"), "bid", tabs("Bid"), "atreides",
    "Atreides", "atr", "Aoife", "/secret-bid", right=("Card 3 of 5", "Bidding"), say="Your bid", mine=True,
    timer=Timer(7000, 10000), high=HighBid("5", "Harkonnen"), then="Then Spacing Guild, Harkonnen",
    pad=Pad(6, "3:5"), status="Your bid. Bid to beat: 5 by Harkonnen.",
)  # fmt: skip


waits = replace(
    ON_TURN, seat="spacing_guild", name="Spacing Guild", f="gui", player="Jonas", say="Atreides to bid",
    mine=False, then="Then you", pad=Pad(6, "3:5", why_not="Atreides bids now."),
    take_back=Act("TakeBack", "Take back"), take_back_ms=60000,
)  # fmt: skip
talk = replace(
    ON_TURN, mode="deal", say="Time to talk", timer=Timer(38000, 45000), high=None, then="Then card 3 of 5",
    pad=None,
    acts=(Act("Ready", "Ready", (("on", "1"),), "check", go=True, big=True, small="opens early when all are"),),
)  # fmt: skip
window = replace(
    talk, mode="stop", say="Harkonnen draws one more", timer=Timer(8000, 10000), then="Stop it now or let it be",
    acts=(Act("StopPower", "Stop it with Karama", (("rule", "2.05.08"),), "star", big=True),),
)  # fmt: skip
more = replace(
    ON_TURN, frame=frame("Atreides", "/phone-more", live=True, wide=False), tab="more", tabs=tabs("More"),
    secret="/secret-book",
    strip=Strip("/strip", "/phone", "atr", "Your bid", "Card 3 of 5", True, Timer(7000, 10000)),
    right=("Turn 4", "Bidding"),
    lines=(
        Line("*You bid after Harkonnen.* Card 3 of 5, bid to beat 4 by Spacing Guild.", "next"),
        Line("Others see that you hold *3 of 4* cards", "full", chips=(Chip("1.04.01"),)),
    ),
)  # fmt: skip
book = replace(
    more,
    tab="book",
    tabs=tabs("Book"),
    secret="/secret-book",
    lines=(Line("Only Atreides may keep notes on cards.", chips=(Chip("2.01.06"),)),),
)
PHONES = {
    "phone": ON_TURN,
    "phone-waits": waits,
    "phone-deal": talk,
    "phone-stop": window,
    "phone-more": more,
    "phone-book": book,
}


here = frame("Behind the shield", "/secret", wide=False, back=Link("Back", "/phone"))
karama = Act("IntendKarama", "Pay with Karama", (("on", "1"),), "star", on=False)
tell = Field("card", "Which card is it?", "select", "", (("", "Choose"), ("Shield", "Shield"), ("Kulon", "Kulon")))
lend = Field("amount", "Back Harkonnen with up to", "number", "3", low=0, high=9)
hand = (
    Card("Gom Jabbar", "Weapon, poison", "poison"),
    Card("Snooper", "Defence against poison", "snoop"),
    Card("Karama", "Special, any time", "star"),
)
limit = Figure("Your limit", "12", "9 + 3 from ally")
SECRETS = {
    "secret-bid": Secret(
        here, peek_label="Card 3 is", peek=Card("Chaumurky", "Weapon, poison", "poison"), figures=(limit,),
        toggles=(karama,),
    ),
    "secret-refused": Secret(
        here, refusal=Line("*14 was not sent.* Your limit is 12.", "flag", chips=(Chip("1.04.06.03"),)),
        figures=(Figure("Spice", "9"), limit), toggles=(replace(karama, on=True),),
        forms=(Act("Pledge", "Back this much", (("to", "harkonnen"),), inputs=(lend,)),),
    ),
    "secret-all": Secret(
        here, figures=(Figure("Spice", "9"), Figure("From ally", "3"), Figure("You can bid", "12")), hand=hand,
        sections=(Section("Traitor", (Line("*Otheym*, Fremen leader, strength 5", "who"),)),),
        forms=(Act("TellCard", "Add to my hand", inputs=(tell,)),),
    ),
    "secret-book": Secret(
        here,
        sections=(
            Section("Harkonnen", (Line("*Chaumurky*", "poison"), Line("4 not known", mute=True)), "har", "5 of 8"),
            Section("Emperor", (Line("*Hajr*", "special"),), "emp", "2 of 4"),
        ),
        forms=(Act("AddNote", "Add a note", inputs=(Field("text", "Note", hint="Only this phone shows it."),)),),
    ),
}  # fmt: skip
