"""The small parts that pages are made of: frozen data without logic.

Conventions. `f` is the short code of a faction's seal: atr har emp fre gui ben tle ixi cho ric eca mor, ""
for none. Sentences may hold *bold* between stars. `icon` names a symbol of glyphs.svg without "i-". Times are
in milliseconds, left at the moment of rendering. An empty string or None means: not there.
"""

from __future__ import annotations

from math import ceil

from referee.kernel import Value

Pairs = tuple[tuple[str, str], ...]
STEPS = 40  # of a ring that runs down


class Link(Value):
    """A way to another page."""

    label: str
    href: str
    icon: str = ""
    current: bool = False


class Chip(Value):
    """A rule number that opens its rule at `Frame.rules`/number; a star says that Karama can stop it."""

    rule: str
    star: bool = False


class Line(Value):
    """One sentence of a list, log or note, with what stands before and after it."""

    text: str
    icon: str = ""
    f: str = ""  # seal in front
    coin: str = ""  # number of spice in front
    chips: tuple[Chip, ...] = ()
    why: str = ""  # address of the page that answers "why?"
    end: str = ""  # number of spice at the far end (price of a sold card)
    mute: bool = False


class Hint(Value):
    """What a moment is about, for a player who is new; ``of`` is the moment, which a screen explains once (4.97.30)."""

    of: str
    line: Line


class Field(Value):
    """One thing to fill in: kind is text, number, time, select, place, radio, tap, checkbox or textarea."""

    name: str
    label: str
    kind: str = "text"
    value: str = ""
    choices: Pairs = ()  # (value, words) for select, radio and tap
    hint: str = ""
    error: str = ""
    low: int | None = None
    high: int | None = None
    default: str = ""  # words of the default, shown when the value differs
    chips: tuple[Chip, ...] = ()


class Highlight(Value):
    """What the whole table looks up at for three seconds: a name, what it means, and its place in the log."""

    title: str
    meaning: str
    number: int


class Act(Value):
    """A form that posts `act` and its fields to `Frame.post`; one tap unless it has inputs."""

    act: str
    label: str
    fields: Pairs = ()
    icon: str = ""
    small: str = ""  # second line on a big button
    hot: str = ""  # key on the table screen: "Space" "U" "Shift+U" "A" "Enter"
    go: bool = False  # amber: the one thing the table waits for
    big: bool = False
    why_not: str = ""  # a public reason; the button is then plain text with this reason
    on: bool | None = None  # True or False makes it a toggle
    inputs: tuple[Field, ...] = ()
    asks: str = ""  # what to ask before it is done: the first tap only opens the question
    sure: str = ""  # what would be lost by it: the button is held for a second, or asks first
    folds: bool = False  # in a menu its form opens by a tap: it is not due


class Strip(Value):
    """What is going on at the table, in one line on every page of a phone, and the way to it."""

    look: str  # GET address of the strip by itself
    href: str
    f: str
    say: str  # "Your bid"
    right: str  # "Card 3 of 5"
    yours: bool = False  # this seat is on turn
    timer: Timer | None = None


class Frame(Value):
    """What surrounds every page: its own address, its stream, where its forms go."""

    title: str
    here: str  # own address: GET it for the truth
    post: str = ""  # forms go here
    stream: str = ""  # Server-Sent Events "look" and "beat"; "" = the page is not live
    key: str = ""  # idempotency key for a form sent without script
    rules: str = "/rules"  # rule pages stand below this address
    search: str = ""  # GET address of the rules search (parameter q); "" = no search field
    back: Link | None = None
    links: tuple[Link, ...] = ()  # further pages, in the bar or at the end
    theme: str = ""  # "dark", "light", "" = as the device likes
    wide: bool = False  # laid out for the table screen (True) or a phone and the reading column (False)
    sound: bool = False  # the table screen alone may make sounds
    beside: bool = False  # shown in the side column of the table screen
    strip: Strip | None = None  # on every page of a phone that is not live itself: whose turn it is


class Timer(Value):
    """A countdown; a screen anchors left_ms to its own steady clock and only draws."""

    left_ms: int
    total_ms: int
    state: str = "running"  # running | paused | off (no clock: the table takes its time)
    label: str = "Seconds left to bid"
    at: float = 0.0  # where the fuse ends on the rim: Plate.at of the seat that must act
    grace: str = ""  # the written boundary rule, e.g. "A bid still counts half a second after zero."

    @property
    def left(self) -> str:
        """Percent left, in the steps and the digits of clock.js, so that a script draws nothing anew."""
        return f"{ceil(min(1, max(0, self.left_ms) / (self.total_ms or 1)) * STEPS) * 100 / STEPS:.1f}"


class Code(Value):
    """The way into a seat: QR, six characters, how long both still work."""

    svg: str  # the QR as safe markup, class "qr" (qr.qr_svg)
    code: str
    address: str  # what to type, without http://
    left_ms: int = 0  # 0 = not armed
    total_ms: int = 0


class Badge(Value):
    """A thing that lies before a seat's shield: its name and icon, the rule of what it does, and whose skill it is."""

    name: str
    icon: str
    rule: str = ""
    of: str = ""


class ThingCard(Value):
    """A thing as all pages draw it: what it is called, what it does, what of that holds now, and whose or with whom."""

    name: str
    icon: str = ""
    text: tuple[str, ...] = ()
    now: tuple[Line, ...] = ()
    chips: tuple[Chip, ...] = ()
    f: str = ""
    of: str = ""


class Plate(Value):
    """A seat as everybody may see it, with its place round the table."""

    seat: str  # slug, e.g. "bene_gesserit"
    name: str
    f: str
    player: str = ""
    have: int | None = None  # None = not public now (1.04.10)
    most: int | None = None
    word: str = ""  # Passed, Hand full, Away, Barred, To bid, High bid, Opened, Ready, Talking, Seated
    icon: str = ""
    coin: str = ""
    states: tuple[str, ...] = ()  # of is-turn, is-high, is-out
    opener: bool = False
    at: float = 0.0  # share of the rim in %
    phone: str = ""  # "" = connected or not asked, else a word: "no phone", "asleep"
    things: tuple[Badge, ...] = ()  # skills, tech tokens, cards that lie open
    ally: tuple[str, str] | None = None  # its seal, and in words: "Ally of Fremen"
    tags: tuple[str, ...] = ()  # "warned twice"
    code: Code | None = None  # lobby: draw the QR instead of the hand
    code_href: str = ""  # page that shows the code large
    acts: tuple[Act, ...] = ()  # what may be done about the seat on the page of seats
    menu: str = ""  # address of the seat's menu; only where the viewer may steer


class Pulse(Value):
    """Whether the phone of a seat is there: awake, asleep or gone, and for how long it has been silent."""

    seat: str
    name: str
    f: str
    word: str
    icon: str
    ago: str = ""


class Step(Value):
    """A phase of the turn; state is done, now or ""."""

    number: int
    name: str
    state: str = ""


class HighBid(Value):
    """The bid to beat; amount "" = no bid yet, then `note` says from where bidding starts."""

    amount: str
    name: str = ""
    note: str = "bid to beat"


class Pad(Value):
    """The bid buttons, the same on every phone: prices come from the public board, never from a purse."""

    low: int  # lowest bid that beats the board
    seen: str  # what this screen showed, sent back as `seen`
    seat: str = ""  # sent as `for` when the table acts for a seat; "" on a phone
    name: str = ""  # that seat's name
    away: Act | None = None  # on the table screen: that seat is away, by its key alone
    why_not: str = ""  # public reason when it is not this seat's turn


class Panel(Value):
    """A surface in the side column; kind is list, note, log (newest first, read aloud) or enter (fetched from href)."""

    title: str
    lines: tuple[Line, ...] = ()
    kind: str = "list"
    acts: tuple[Act, ...] = ()
    grow: bool = False
    id: str = ""
    href: str = ""
