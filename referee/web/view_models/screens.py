"""What the pages show: frozen data, one dataclass a page, no logic and nothing of the game.

A route fills one of these from the fold of ONE viewer and renders the template named in its docstring with
`page=<it>`. There are no other template globals: addresses, names and sentences arrive as plain strings, so
what is not in here cannot be shown. Every template has a block "main" (what a live page swaps, id "look");
message.html also has "notice", the sentence that answers a refused act on the page where it was tapped.

The small parts are in parts.py, the pages around the game in pages.py.
"""

from __future__ import annotations

from referee.kernel import Value
from referee.web.view_models.battle import Composer, Fight
from referee.web.view_models.map import Scene
from referee.web.view_models.parts import (
    Act,
    Chip,
    Field,
    Frame,
    HighBid,
    Highlight,
    Hint,
    Line,
    Link,
    Pad,
    Panel,
    Plate,
    Pulse,
    Step,
    Strip,
    ThingCard,
    Timer,
)
from referee.web.view_models.turn_card import TurnCard


class News(Value):
    """What has just happened: one sentence large with its seal and rule, what followed from it, and where it was."""

    say: str
    f: str = ""
    chips: tuple[Chip, ...] = ()
    lines: tuple[Line, ...] = ()
    places: tuple[str, ...] = ()
    kind: str = ""  # "sold", "worm", "fight": what has a moment of its own
    number: int = 0  # its place in the log: another one comes up again


class Won(Value):
    """The end of the game: who has won, with seals and players; how many strongholds everybody holds."""

    seals: tuple[tuple[str, str, str], ...]  # (seal, faction, player)
    lines: tuple[Line, ...]  # why, and in which turn
    others: tuple[tuple[str, str, str], ...]  # (seal, faction, player) of all the rest
    ways: tuple[Link, ...] = ()  # where the evening goes on, the first one large


class Board(Value):
    """board.html: the shared screen in every mode, with controls or without."""

    frame: Frame
    mode: str  # lobby | declare | deal | peek | auction | settle | stop | over | break
    table: str  # name of this table
    turn: int
    phases: tuple[Step, ...]
    say: str  # headline: "Atreides"
    plates: tuple[Plate, ...]  # in seating order, from the opener
    turn_words: str = ""  # "Turn 4 of about 7"
    small: str = ""  # rest of the headline in light type: "to bid"
    f: str = ""  # seal of the headline
    lines: tuple[Line, ...] = ()  # under the headline, large
    timer: Timer | None = None
    set_up: bool = False  # before the first storm somebody has still to choose or to place
    calm: bool = False  # talk, pause, window: sinking dune, clock in ink
    card: int = 0  # card n ...
    cards: int = 0  # ... of m; 0 = no row of cards
    high: HighBid | None = None
    panels: tuple[Panel, ...] = ()  # next to bid, payee, announced, sold, log
    enter: tuple[Link, ...] = ()  # for whom something is to be entered, who have no phone
    go: tuple[Act, ...] = ()  # under the clock: what the table waits for (DealRow, OpenBidding, StopPower ...)
    pad: Pad | None = None  # bid or pass for the seat on turn
    bar: tuple[Act, ...] = ()  # foot: Pause or Resume, Undo, Redo
    more: str = ""  # address of what stands behind "More" at the foot
    steers: bool = False  # False = read-only: no act is drawn at all
    status: str = ""  # what a screen reader says now: "Atreides to bid, bid to beat 5"
    sit: Link | None = None  # for onlookers: the way to a seat
    battle: Fight | None = None  # a battle is fought: it stands in place of the seats
    pulses: tuple[Pulse, ...] = ()  # which phones are there
    coach: Hint | None = None  # for a player who is new: what this moment is about
    health: str = ""  # address of the strip that shows them
    news: News | None = None  # what has just happened, in the middle
    moment: Highlight | None = None
    won: Won | None = None  # the game is won: that stands in the middle
    map: Scene | None = None  # the map, large or as a strip; None if no positions are kept


class MenuGroup(Value):
    """What belongs together in a menu: its heading, its forms, then its links; ``grave`` stands apart from the rest."""

    title: str = ""
    acts: tuple[Act, ...] = ()
    links: tuple[Link, ...] = ()
    grave: bool = False


class Menu(Value):
    """menu.html: what a menu of the table screen holds, fetched when it is opened; block "box" is what it shows."""

    frame: Frame
    title: str = ""
    groups: tuple[MenuGroup, ...] = ()
    coach: bool = False  # there are hints now, which can be switched off
    looks: bool = False  # light or dark, bigger text
    tabs: tuple[Link, ...] = ()  # the pages of one menu
    stays: bool = False  # it stays open after a tap: a seat without a phone is entered here
    folds: bool = False  # each form is a button until it is wanted


class PhonePage(Value):
    """phone.html: a seat's own phone with the shield closed; nothing in here is secret."""

    frame: Frame
    tab: str  # bid | book | more
    tabs: tuple[Link, ...]
    seat: str
    name: str
    f: str
    player: str
    secret: str  # address that the shield fetches while it is held open
    missed: str = ""  # address of what happened since its player last looked
    practice: str = ""  # address of this faction's lesson, until the game begins
    right: tuple[str, str] = ("", "")  # top right: ("Card 3 of 5", "Bidding")
    mode: str = "auction"
    say: str = ""  # "Your bid", "Harkonnen to bid", "Time to talk"
    mine: bool = False  # this seat is on turn (public)
    yours: bool = False  # and so is told, in any phase: the phone hums
    timer: Timer | None = None
    high: HighBid | None = None
    then: str = ""  # "Then Spacing Guild, Harkonnen"
    shut: str = ""  # "Open your shield": after the headline, until it is open
    heard: str = ""  # what has just happened, as everybody heard it
    lines: tuple[Line, ...] = ()  # notes above the shield; few on the bid tab
    pad: Pad | None = None
    acts: tuple[Act, ...] = ()  # instead of the pad: Ready, StopPower ... the same on every phone
    card: TurnCard | None = None  # the turn in Shipment and Movement
    coach: Hint | None = None  # for a player who is new: what this moment is about
    take_back: Act | None = None  # the last tap of this seat, while it can be taken back
    take_back_ms: int = 0
    status: str = ""
    strip: Strip | None = None  # instead of the head, on the tabs where one does not play
    chart: str = ""  # where the map is that forms choose a place on
    moment: Highlight | None = None
    pause: Act | None = None  # stops the clock, or lets it go on, where one runs


class Card(Value):
    """A treachery card in words; an untold printed card has no name."""

    name: str
    kind: str = ""  # "Weapon, poison"
    icon: str = "special"  # poison blade snoop shieldi special junk star who
    acts: tuple[Act, ...] = ()
    href: str = ""  # behind the shield: what the card does and what it can do now


class Figure(Value):
    """A number behind the shield with its name and where it comes from."""

    label: str  # "Your limit"
    value: str  # "12"
    note: str = ""  # "9 + 3 from ally"
    href: str = ""  # behind the shield: where the number comes from


class Section(Value):
    """A titled list behind the shield: traitors, promises to this seat, a notebook page."""

    title: str
    lines: tuple[Line, ...] = ()
    f: str = ""
    end: str = ""
    things: tuple[ThingCard, ...] = ()  # one of its own name takes the place of the title


class Tally(Value):
    """A line of the purse: what for, with whom, the signed spice and the spice after it."""

    text: str  # "Shipment"
    note: str = ""  # "to Spacing Guild"
    chips: tuple[Chip, ...] = ()
    amount: str = ""  # "+3", "\u22126"
    total: str = ""


class Inside(Value):
    """One thing behind the shield seen closer, in place of all the rest; ``back`` leads there."""

    title: str
    back: Link
    lines: tuple[Line, ...] = ()
    tallies: tuple[tuple[str, tuple[Tally, ...]], ...] = ()  # ("Turn 3, Bidding", lines), the newest first
    sections: tuple[Section, ...] = ()
    forms: tuple[Act, ...] = ()
    codes: tuple[str, ...] = ()  # square codes that carry ``copied``
    copied: str = ""  # a text to copy


class EndCell(Value):
    """How a pair of cards ends: words, who falls, totals; ``end`` is win, lose or nobody."""

    words: str
    dead: str
    totals: str
    end: str


class WhatIf(Value):
    """The battle calculator: a GET form of two sides, and the ends against what the opponent may play."""

    action: str
    hidden: tuple[tuple[str, str], ...]
    sides: tuple[tuple[str, tuple[Field, ...]], ...]
    columns: tuple[str, ...] = ()  # groups of the opponent's defenses
    end: EndCell | None = None  # against the cards that were chosen for the opponent
    rows: tuple[tuple[str, tuple[EndCell, ...]], ...] = ()  # a group of the opponent's weapons, and the ends
    seen: Line | None = None
    told: tuple[Line, ...] = ()  # one verdict line by line
    wrong: tuple[Line, ...] = ()  # why a plan is not allowed
    back: Link | None = None


class WhatIfPage(Value):
    """whatif.html: the calculator for everybody."""

    frame: Frame
    what: WhatIf


class Marks(Value):
    """What an open shield knows of the buttons outside it: selectors of those refused, and of the answer given.

    ``most`` is the highest bid that the one whose amount is chosen would not be refused for, "" for any.
    """

    refused: str
    given: str
    most: str = ""


class Secret(Value):
    """secret.html: what the shield hides; fetched on press, dropped on release."""

    frame: Frame
    refusal: Line | None = None  # why the last bid was held back
    news: tuple[Line, ...] = ()  # what this seat alone was told last
    peek_label: str = ""  # "Card 3 is"
    peek: Card | None = None  # the card up, for who may look
    asked: tuple[Section, ...] = ()  # what an open question is about: one's own traitors
    figures: tuple[Figure, ...] = ()  # spice, from ally, limit
    first: tuple[Act, ...] = ()  # what is asked of this seat at once: a sealed bid
    toggles: tuple[Act, ...] = ()  # Pay with Karama
    hand: tuple[Card, ...] | None = None
    sections: tuple[Section, ...] = ()
    forms: tuple[Act, ...] = ()  # support, TellCard, TellSpice, AddNote
    plan: Composer | None = None  # a battle is fought: the plan
    what: WhatIf | None = None  # the calculator, in place of all the rest
    links: tuple[Link, ...] = ()  # what else may be seen closer
    kept: tuple[Section, ...] = ()  # what lies there and is not asked for now
    rest: tuple[Section, ...] = ()  # what this seat alone heard, folded
    folded: tuple[Act, ...] = ()  # what may be done at any time
    marks: Marks | None = None
    inside: Inside | None = None  # one thing seen closer; then nothing else is drawn
