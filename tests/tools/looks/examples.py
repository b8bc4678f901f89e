"""Example views of every other page, and all of them by the name that the pictures use."""

from __future__ import annotations

from dataclasses import replace

from referee.web.fairness.fair_play import FairPlayPage
from referee.web.join.connection_help import HelpPage
from referee.web.view_models.pages import (
    Entry,
    JoinPage,
    LogEntry,
    LogPage,
    LogPart,
    Message,
    OptionGroup,
    OptionLine,
    OptionsPage,
    RulePage,
    Rung,
    SeatsPage,
    SetupBox,
    SetupForm,
    SetupModule,
    SetupSeat,
    StartPage,
    TableRow,
    WhyPage,
)
from referee.web.view_models.parts import Act, Chip, Field, Frame, Line, Link
from referee.web.view_models.screens import Menu, MenuGroup
from tests.tools.looks.boards import BACK, BOARDS, LOBBY, LOG, REDO, SEATS, UNDO, frame, menu
from tests.tools.looks.maps import MAPS
from tests.tools.looks.phones import PHONES, SECRETS, tabs


def option(key: str, label: str, value: str, *choices: tuple[str, str], **more: str) -> Field:
    """A table option as a row of tiles."""
    return Field(key, label, "radio", value, choices, **more)  # type: ignore[arg-type]


names = tuple((s[0], s[1], s[2]) for s in SEATS)
HOUSE = (
    option(
        "time", "Time to bid", "10", ("off", "Off"), ("10", "10 s"), ("15", "15 s"), ("20", "20 s"),
        hint="A bell at zero, then a pass.",
    ),
    option(
        "talk", "Time to talk", "45", ("off", "Off"), ("30", "30 s"), ("45", "45 s"), ("60", "60 s"),
        hint="Before each card; ends early when all are ready.",
    ),
    option(
        "passes", "A pass", "turn", ("turn", "For this turn"), ("card", "For this card"),
        hint="May a player who passed bid again?",
    ),
)  # fmt: skip
SETUP = SetupForm(
    frame("Set the table", "/setup", back=Link("All tables", "/")), "Thursday at Miriam’s",
    tuple(SetupSeat(s[0], s[2], s[3] if n < 4 else "", first=n == 2) for n, s in enumerate(SEATS)), names,
    option("rules", "Rules", "advanced", ("basic", "Basic"), ("advanced", "Advanced")),
    (
        option(
            "cards", "Cards", "dealt", ("dealt", "Dealt here"), ("told", "Printed, told"),
            ("counts", "Printed, counts"),
        ),
        option("spice", "Spice", "kept", ("kept", "Kept here"), ("told", "Tokens, told"), ("off", "Tokens only")),
        option("plans", "Battle plans", "phones", ("phones", "On phones"), ("wheels", "Printed wheels")),
    ),
    (OptionLine("end", "End of the evening", "No end time"),),
    (OptionGroup("Bidding", tuple(OptionLine(x.name, x.label, x.value, (x,)) for x in HOUSE)),),
    Chip("4.97.31"),
    (SetupBox("first", "First expansion", True, (SetupModule("cards", "Cards", "More cards.", True, Chip("3.02")),)),),
)  # fmt: skip


RUNGS = (
    Rung("Variant", "None in this game", "Would beat everything below"),
    Rung("Card", "Karama", "May cancel this payment", (Chip("3.01.11"),), "is-hit"),
    Rung("Faction", "Emperor is paid", "This decides it", (Chip("2.03.04"),), "is-wins"),
    Rung("Rule", "Buyer pays the bank", "Replaced by the line above", (Chip("1.04.06.02"),), "is-hit"),
)
NEAR = (
    Line("No discounts: the price is paid in full", chips=(Chip("2.03.05"),)),
    Line("A bid has a limit", chips=(Chip("1.04.06.03"),)),
    Line("Karama: buy a card without paying", chips=(Chip("3.01.11.04"),)),
    Line("Harkonnen draw one more after buying", chips=(Chip("2.05.08"),)),
)


RULE = RulePage(
    frame("Emperor, payment for treachery", "/rules/2.03.04", back=BACK), "who gets the spice when I buy a card",
    Entry(
        "2.03.04", "Emperor, payment for treachery",
        (
            "The *Emperor* is paid, unless the Emperor is the buyer.",
            "Every other faction’s payment for a treachery card goes behind the Emperor’s shield.",
        ),
        "emp", ("Example: Harkonnen buy for 5, so the Emperor gains 5.",),
        star=Line(
            "*Karama can cancel it* as the spice is paid: this one goes to the bank.", chips=(Chip("3.01.11.01"),),
        ),
        mark="The referee carries this out.",
    ),
    (Line("If Harkonnen win card 3 at 5, Harkonnen pay 5 to the Emperor.", f="har"),), RUNGS, NEAR,
    (Line("The backing comes back to the Emperor after the phase."),),
    acts=(
        Act(
            "ChangeOption", "Change for this table", (("key", "B17"),),
            inputs=(option("value", "Backing returns", "now", ("now", "At once"), ("phase", "After the phase")),),
        ),
    ),
)  # fmt: skip


def _changes(x: Field) -> Act:
    return Act("ChangeOption", "Change", (("key", x.name),), inputs=(replace(x, name="value", default="10 s"),))


def wide(title: str, here: str) -> Frame:
    """A page beside the table screen."""
    return frame(title, here, back=BACK)


SEATED = LOBBY.plates
CARDS = tuple(
    replace(p, acts=(Act("Revoke", "Free this seat", (("seat", p.seat),)),) if not p.code else ()) for p in SEATED
)
TABLES = (
    TableRow("Thursday at Miriam’s", "/auction", "Turn 4, bidding, card 3 of 5", ("atr", "har", "emp")),
    TableRow("Club night, table 2", "/lobby", "Not started", ("fre", "gui")),
)
EVENTS = (Line("Harkonnen bid 5 at card 3"), Line("All others passed"), Line("5 spice went to the Emperor"))
HISTORY = tuple(
    LogEntry(40 - n, line, Act("Undo", "Back to here", (("to", str(40 - n)),)) if n < 6 else None, undone=n == 0)
    for n, line in enumerate(LOG.lines)
)
PARTS = (
    LogPart("Turn 2, bidding", "/log?part=32", "", HISTORY, None, Link("Older lines", "/log?part=32&line=31")),
    LogPart("Turn 2, storm", "/log?part=20", "12 lines"),
    LogPart("Turn 1", "/log?part=1", "19 lines"),
)
FIREWALL = (
    ("Windows", "netsh advfirewall FIREWALL add rule name=Referee dir=in action=allow protocol=TCP localport=8000"),
    ("Linux, ufw", "sudo ufw allow 8000/tcp"),
)
PLAIN: dict[str, tuple[str, object]] = {
    "start": ("start.html", StartPage(frame("Referee", "/"), TABLES, Link("Set a new table", "/setup"))),
    "setup": ("setup.html", SETUP),
    "setup-errors": (
        "setup.html",
        replace(SETUP, error="Two SEATED have the same faction. Give one of them another.", mid_game=True),
    ),
    "join": (
        "join.html",
        JoinPage(
            frame("Take a seat", "/join", wide=False),
            error=Line("No seat answers to this code. Ask the table for a new one.", "flag"),
        ),
    ),
    "sit": (
        "join.html",
        JoinPage(frame("Take a seat", "/sit", wide=False), "H2PA7K", mine=(Link("Back to your seat: Fremen", "/me"),)),
    ),
    "seats": (
        "seats.html",
        SeatsPage(wide("Seats", "/seats"), "Thursday at Miriam’s", CARDS, help=Link("A phone can't connect", "/help")),
    ),
    "seats/harkonnen": (
        "seats.html",
        SeatsPage(wide("Seats", "/seats"), "", CARDS, replace(SEATED[3], acts=(Act("Arm", "Two minutes more"),))),
    ),
    "help": (
        "help.html",
        HelpPage(
            wide("A phone can't connect", "/help"), "192.168.4.27:8000",
            (Act("UseAddress", "10.0.0.8", (("address", "10.0.0.8"),)),), FIREWALL, "Linux, ufw",
            (Line("This laptop answers itself at 192.168.4.27.", "check"),),
        ),
    ),
    "rules": ("rule.html", RULE),
    "rules-none": (
        "rule.html",
        replace(
            RULE, entry=None, rungs=(), query="gom jabber price", tried="Try fewer words, or one of these.",
            now=(),
        ),
    ),
    "phone-rule": (
        "rule.html", replace(RULE, frame=frame("Rules", "/phone-rule", wide=False), tabs=tabs("Rules")),
    ),
    "why": (
        "why.html",
        WhyPage(
            wide("Why?", "/why"), Line("Harkonnen pays 5 to the Emperor", f="har"), EVENTS, RUNGS, "/why/1/wrong",
        ),
    ),
    "log": ("log.html", LogPage(wide("What happened", "/log"), PARTS, (UNDO, REDO))),
    "options": (
        "options.html",
        OptionsPage(
            wide("Options", "/options"),
            tuple(
                replace(group, lines=tuple(replace(x, fields=(), acts=(_changes(x.fields[0]),)) for x in group.lines))
                for group in SETUP.options
            ),
        ),
    ),

    "fair_play": ("fair_play.html", FairPlayPage(wide("Fair play", "/fair-play"), (("Kills", "9", "None", "today"),))),
    "message": (
        "message.html",
        Message(
            wide("Not now", "/message"), "The price has risen to 6.", "Bid 7 or more, or pass.",
            (Chip("1.04.06.01"),), BACK,
        ),
    ),
}  # fmt: skip


def pages() -> dict[str, tuple[str, object]]:
    """Path to (template, view) for everything."""
    out: dict[str, tuple[str, object]] = {k: ("board.html", v) for k, v in BOARDS.items()}
    out |= {k: ("phone.html", v) for k, v in PHONES.items()}
    out |= {k: ("secret.html", v) for k, v in SECRETS.items()}
    out |= MAPS
    out["menu"] = ("menu.html", Menu(frame("More", "/menu"), "Harkonnen", (MenuGroup("Now", menu("harkonnen")),)))
    return {name: (template, at(view, name)) for name, (template, view) in (out | PLAIN).items()}


def at(view: object, name: str) -> object:
    """The view under the address that this program serves it from."""
    return replace(view, frame=replace(view.frame, here=f"/{name}"))  # type: ignore[type-var,attr-defined]
