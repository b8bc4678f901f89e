"""What the pages of a battle show: frozen data, no logic."""

from __future__ import annotations

from referee.kernel import Value
from referee.web.view_models.parts import Act, Line, Pairs, ThingCard


class Row(Value):
    """One thing in an opened plan: a leader or a card, and what became of it."""

    icon: str
    text: str
    end: str = ""
    gone: bool = False


class Wheel(Value):
    """One side of a battle on the table screen; `dial` "" means that the wheel is closed."""

    name: str
    f: str
    small: str  # "Priya, 8 forces, attacks"
    word: str = ""  # "Plan locked"
    icon: str = ""
    dial: str = ""  # "4½"
    left: float = 0.0  # share of the wheel in %
    rows: tuple[Row, ...] = ()
    sum: str = ""  # "4½ + 0"
    total: str = ""
    winner: bool = False
    acts: tuple[Act, ...] = ()
    asked: bool = False  # the game waits for this side
    id: str = ""  # no other battle's wheel has it, so that nothing typed for one stands in another


class Fight(Value):
    """A battle in place of the seats: two wheels, and between them what is to do or how it ended."""

    title: str
    say: str
    wheels: tuple[Wheel, Wheel]
    small: str = ""
    f: str = ""
    lines: tuple[Line, ...] = ()
    proof: tuple[Line, ...] = ()
    acts: tuple[Act, ...] = ()
    wrong: str = ""  # where its verdict is reported
    before: Line | None = None  # how the battle before it ended, until a plan is locked
    early: bool = False  # somebody is asked before the plans: its question is the headline


class Pick(Value):
    """One choice: what is sent, in words, and what it adds."""

    value: str
    words: str
    adds: int = 0
    why_not: str = ""  # what forbids it; the choice is then grayed
    disc: str = ""  # of a leader: the strength on the disc
    name: str = ""  # of a leader, below the disc
    icon: str = ""  # of a card, its kind


class More(Value):
    """What a leader is stronger by, with one of these cards in the plan, or always if there are none."""

    leader: str
    adds: int
    words: str
    weapons: tuple[str, ...] = ()
    defences: tuple[str, ...] = ()


class Composer(Value):
    """The battle plan behind the shield: what may be chosen, or the plan that is locked."""

    title: str
    keep: str  # the same as long as the choices are: a page that looks again leaves a form alone
    leaders: tuple[Pick, ...] = ()
    weapons: tuple[Pick, ...] = ()
    defences: tuple[Pick, ...] = ()
    step: str = "1"
    most: tuple[str, ...] = ()  # highest number with 0, 1, 2 ... spice
    support: int = 0  # most spice that can be laid down
    beside: str = ""  # what may stand beside the leader
    bonus: int = 0
    gains: tuple[More, ...] = ()
    stake: int = 0  # most spice that can be laid down for a leader, of whom it makes one stronger
    staked: str = ""
    help: int = 0  # most spice that an ally lays down
    helper: str = ""
    dial: str = "0"  # what was shown already
    total: str = ""  # wheel and leader, as the form stands at first
    kinds: str = ""  # what its forces are called: one, several, and the same of its special ones
    splits: str = ""  # what a winner loses: a row for 0, 1, 2 ... spice, in it a word for each step of the wheel
    warned: tuple[Line, ...] = ()  # what binds the plan
    waits: bool = False  # for what comes before it, as is said there: it cannot be locked yet
    locked: tuple[Line, ...] = ()
    acts: tuple[Act, ...] = ()
    dials: Pairs = ()  # numbers of the wheel that are one tap, in words
    steps: bool = False  # there are more than those
    things: tuple[ThingCard, ...] = ()  # one's own that bear on this battle
    battle: str = ""  # its own mark: what was chosen for one battle is never there in another
