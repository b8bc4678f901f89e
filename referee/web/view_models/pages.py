"""The pages around the game: start, set-up, seats, rules, why, log, options, messages."""

from __future__ import annotations

from markupsafe import Markup

from referee.kernel import Value
from referee.web.view_models.parts import Act, Chip, Field, Frame, Line, Link, Pairs, Plate, Pulse, Strip


class TableRow(Value):
    """A table on the start page."""

    name: str
    href: str
    state: str  # "Turn 4, bidding, card 3 of 5"
    seats: tuple[str, ...] = ()  # seal codes
    doubt: str = ""  # that its file does not add up


class StartPage(Value):
    """start.html: the tables of this machine, resume or start one."""

    frame: Frame
    tables: tuple[TableRow, ...]
    new: Link
    teach: Link | None = None  # the same with hints
    find: Field | None = None  # a name to look up if there are many
    last: Link | None = None  # the last game, where it goes on
    mine: tuple[Link, ...] = ()  # the seats that this browser holds
    code: str = ""  # where a phone sends its seat code, "" on a screen that may start tables
    watch: str = ""  # where a demonstration is opened, "" if this program opens none
    practice: str = ""  # where a faction is learned


class SetupSeat(Value):
    """A row of the set-up form: the lists player, faction, count, spice, ally in seating order."""

    faction: str  # slug, "" = nobody sits here
    f: str = ""
    player: str = ""
    first: bool = False
    count: str = ""
    spice: str = ""
    ally: str = ""  # slug
    error: str = ""
    more: tuple[Field, ...] = ()  # what else is counted of a game under way


class OptionLine(Value):
    """An option that opens: its title, what holds in words, and what changes it, as fields of a form or forms."""

    key: str
    label: str
    value: str
    fields: tuple[Field, ...] = ()
    acts: tuple[Act, ...] = ()


class OptionGroup(Value):
    heading: str
    lines: tuple[OptionLine, ...]


class SetupModule(Value):
    """A module of a box: what it brings, and whether it is played with if the box is there."""

    key: str
    title: str
    line: str
    on: bool
    chip: Chip


class SetupBox(Value):
    """A box that a group may own, and what comes in it."""

    id: str
    name: str
    on: bool
    modules: tuple[SetupModule, ...]


class SetupPreset(Value):
    """What is physical in one tap, posted as `preset`; ``on`` where the form has just that."""

    id: str
    title: str
    line: str
    on: bool


class SetupForm(Value):
    """setup.html: everything on one page. Also posts `table`, `first` (row number from 1), `rules`, `turn`,
    each option by its key, `players` (how many), and `move` ("2 up") when a row was moved without script."""

    frame: Frame
    table: str
    seats: tuple[SetupSeat, ...]
    factions: tuple[tuple[str, str, str], ...]  # (slug, name, f)
    rules: Field  # basic | advanced
    physical: tuple[Field, ...]  # cards, spice, plans, storm, map
    length: tuple[OptionLine, ...]  # of the game: turns, end of the evening, talks
    options: tuple[OptionGroup, ...]
    boxes_rule: Chip
    boxes: tuple[SetupBox, ...] = ()  # each posts `box`; its modules post `module`
    turn: str = "1"
    mid_game: bool = False  # open the mid-game part
    error: str = ""  # a sentence over the form
    errors: Pairs = ()  # (field name, sentence) for table, first, turn
    middle: tuple[Field, ...] = ()  # a game under way: phase, storm, strongholds, spice on the board
    paper: Field | None = None  # a position in JSON, which `fill` reads into the form
    numbers: tuple[int, ...] = ()  # of players
    presets: tuple[SetupPreset, ...] = ()
    first_game: bool = False
    chairs: bool = False  # posts `chairs`: the referee plays every seat without a name
    ways: Pairs = ()  # to seat the same people otherwise, posted as `reseat`
    seal: str = ""  # of the next draw
    drawn: tuple[str, ...] = ()
    again: str = ""  # the table of the same people, posted as it is


class JoinPage(Value):
    """join.html: type a code; one that was scanned is sent ``at_once``, when somebody sees the page."""

    frame: Frame
    code: str = ""
    at_once: bool = False
    error: Line | None = None
    mine: tuple[Link, ...] = ()  # the seats that this browser holds
    practice: str = ""  # where a faction is learned without a code
    next_seats: tuple[tuple[str, str], ...] = ()  # taken without a code: what the button says, and the game before


class SeatsPage(Value):
    """seats.html: one code a seat, who holds it, hand over and revoke; `big` shows one code alone."""

    frame: Frame
    table: str
    plates: tuple[Plate, ...]
    big: Plate | None = None
    help: Link | None = None
    acts: tuple[Act, ...] = ()
    note: Line | None = None  # answer to the last act: the link for another screen
    pulses: tuple[Pulse, ...] = ()
    health: str = ""


class Rung(Value):
    """A step of the ladder variant, card, faction, rule; state is "", is-hit or is-wins."""

    level: str
    text: str
    note: str = ""
    chips: tuple[Chip, ...] = ()
    state: str = ""


class Entry(Value):
    """A rule in our words."""

    rule: str
    title: str
    text: tuple[str, ...]
    f: str = ""
    examples: tuple[str, ...] = ()
    rulings: tuple[tuple[str, str], ...] = ()  # question and answer
    notes: tuple[str, ...] = ()
    star: Line | None = None  # what Karama can do here
    mark: str = ""  # "The referee carries this out."


class RulePage(Value):
    """rule.html: the best answer, what overrides what, how else it can be read; also the empty search."""

    frame: Frame
    query: str = ""
    entry: Entry | None = None
    now: tuple[Line, ...] = ()  # "At this table, now"
    rungs: tuple[Rung, ...] = ()
    near: tuple[Line, ...] = ()
    readings: tuple[Line, ...] = ()
    tabs: tuple[Link, ...] = ()  # on a phone
    tried: str = ""  # what to try when nothing was found
    answer: str = ""  # the sentence that answers what was asked
    also: tuple[str, ...] = ()  # another of the rule that is about as likely meant
    by_table: bool = False  # whether that is a ruling of this table's own
    offered: tuple[tuple[str, str], ...] = ()  # rule and sentence of each answer that the table may keep
    acts: tuple[Act, ...] = ()  # switch a reading, write down a ruling; only where the viewer may steer


class RuleHints(Value):
    """hints.html: rules that a question seems to come to, while it is typed."""

    frame: Frame
    links: tuple[Link, ...]


class Digest(Value):
    """digest.html: a phase or a faction on one page, to print."""

    frame: Frame
    head: Entry
    entries: tuple[Entry, ...]


class WhyPage(Value):
    """why.html: one thing that happened, its events and the chain of rules behind it."""

    frame: Frame
    line: Line
    events: tuple[Line, ...]
    rungs: tuple[Rung, ...]
    wrong: str  # where to report it
    tabs: tuple[Link, ...] = ()


class ReportPage(Value):
    """reported.html: what is reported as wrong, what one expected, and the case as file, code and link."""

    frame: Frame
    lines: tuple[Line, ...]
    instead: str
    file: str
    code: str  # "" where it is too long, or holds what only this player knows
    qr: Markup | None
    issue: str  # address of a filled-in issue, "" for a case that is nobody else's business
    own: bool  # the file holds what this player knows
    table: str = ""  # address of the table screen, for who may put it right there
    tabs: tuple[Link, ...] = ()


class LogEntry(Value):
    """A line of the history; `back` takes everything back to just before it, `opens` leads to where it can be."""

    number: int
    line: Line
    back: Act | None = None
    opens: Link | None = None
    undone: bool = False


class LogPart(Value):
    """A turn or a phase of the history: folded, with the address that opens it, or open, with lines newest first."""

    title: str
    href: str
    size: str = ""  # what came of it in one line, and how many are folded in it
    entries: tuple[LogEntry, ...] = ()
    later: Link | None = None  # newer lines of it
    earlier: Link | None = None  # older ones


class LogPage(Value):
    """log.html: what happened by turn and phase, newest first, as this viewer may know it."""

    frame: Frame
    parts: tuple[LogPart, ...]
    acts: tuple[Act, ...] = ()
    strip: Strip | None = None  # on a phone
    told: Link | None = None  # the same from the start, to read and print
    whose: tuple[Link, ...] = ()  # all of it, or what concerns one faction


class OptionsPage(Value):
    """options.html: every table option, its value, its default, and a form that changes it."""

    frame: Frame
    groups: tuple[OptionGroup, ...]
    house: tuple[tuple[str, Chip], ...] = ()  # the title of each house rule in force, and its number
    troubles: tuple[str, ...] = ()  # what is wrong with others, as sentences


class Plain(Value):
    """convention.html and guide.html: a page that says the same to everybody."""

    frame: Frame


class FairPage(Value):
    """fair.html: the sealed orders of a table, the proof that nothing leaks, and what is not promised."""

    frame: Frame
    seals: Seals
    proof: ProofOf | None = None  # for the controlling screen
    folder: str = ""


class SealRow(Value):
    """One sealed order: its seal in fours; salt and cards once it is open."""

    pile: str
    count: int
    seal: str
    salt: str = ""
    cards: tuple[str, ...] = ()


class Seals(Value):
    """Every sealed order of the game, and what the check found once they are open."""

    rows: tuple[SealRow, ...]
    lines: tuple[Line, ...] = ()
    acts: tuple[Act, ...] = ()
    chip: Chip | None = None


class ProofRow(Value):
    """What one viewer was sent of both copies: pages, a fingerprint of each copy, and whether they are the same."""

    name: str
    f: str
    pages: int
    first: str
    second: str
    same: bool


class ProofOf(Value):
    """choose a seat; its secrets are turned in a copy; `own` is that seat's row where it may be shown.

    `pieces` are the screens not compared yet, `everyone` compares all.
    """

    choices: tuple[Link, ...]
    name: str = ""
    f: str = ""
    rows: tuple[ProofRow, ...] = ()
    own: ProofRow | None = None
    pieces: tuple[Link, ...] = ()
    everyone: str = ""


class Message(Value):
    """message.html: a sentence and what to do next; block "notice" is the short form for a live page."""

    frame: Frame
    sentence: str
    next: str = ""
    chips: tuple[Chip, ...] = ()
    link: Link | None = None
    acts: tuple[Act, ...] = ()
    wrong: str = ""  # where to report a refusal


class Figures(Value):
    """A plot and the table of the same numbers: a row is (seal code, cells), the first cell its heading."""

    title: str
    plot: str  # address of the picture, "" = the table alone
    words: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]


class LeaguePage(Value):
    """league.html: wins beside expectation, and for who steers, who is who: plain names with their spelling."""

    frame: Frame
    figures: tuple[Figures, ...]
    people: Pairs = ()
    apart: Pairs = ()  # counted under another name, or left out
    table: Link | None = None


class FiguresPage(Value):
    """games.html and tables.html: nothing but figures."""

    frame: Frame
    figures: tuple[Figures, ...]
