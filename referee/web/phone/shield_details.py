"""One thing behind the shield seen closer: the purse line by line, a card, and so on. All from the seat's own fold.

A link behind the shield carries ``see``; the shield fetches the answer into itself, and it is gone when the shield
closes. A GET changes nothing, so a look costs nobody anything and rings nobody.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from itertools import groupby
from urllib.parse import quote

from referee.common.factions import faction_name, named
from referee.common.lines_on_paper import PAPER
from referee.common.turn import PHASES, phase_name
from referee.holdings.hands import called, held_card
from referee.holdings.on_screen import tell_spice
from referee.holdings.purse import spice_of
from referee.kernel import Table, Value, ask, bare, capital, card_name, listed, say, together
from referee.knowledge.card_uses import CardRule, CardUses, Use
from referee.knowledge.leaders_and_forces import counted_forces, roster
from referee.knowledge.purse_history import Flow, flows
from referee.knowledge.who_knows import Glimpse, Row, glimpses, known_by
from referee.offers.offer import Offer, secret_offers
from referee.offers.waiting import duties_of
from referee.paper.seals import sheets_sealed
from referee.powers.taken_now import taken_now
from referee.rulebook.book import rulebook
from referee.turn.phase_offers import fares
from referee.web.after.sheets import seat_sheet
from referee.web.app.event_lines import button_of, chip, icon_of, seen_by, short
from referee.web.app.qr import paper_codes
from referee.web.phase.buttons import by_rules, seat_offers
from referee.web.phase.things import powers_of, thing_card, things_in_play
from referee.web.view_models.parts import Chip, Line, Link, ThingCard
from referee.web.view_models.screens import Inside, Section, Tally

PURSE, KNOWN, LEADERS, SHEET, SEALED, CARD = "purse", "known", "leaders", "sheet", "sealed", "card:"
MAY, IN_PLAY, OWN_POWERS = "may", "in_play", "powers"
PRICED = re.compile(r"\bfor \d")


class Books(Value):
    """What was ever written at this table, and every seat's own table, to be asked for where a page needs them."""

    written: Callable[[], list[Row]] = list
    tables: Callable[[], Mapping[str, Table]] = dict


def purse(own: Table, seat: str, back: Link) -> Inside:
    lines = flows(own, seat)[::-1]
    untold = "You have not entered your spice, so there is no history."
    note = Line("Only this phone shows this." if lines else untold, mute=True, chips=(chip("1.11.01"),))
    held = spice_of(own, seat)
    return Inside(
        title=say("Why {held}?", held=held) if held is not None else "Spice",
        back=back,
        lines=(note,),
        tallies=tuple((when, tuple(map(_tally, found))) for when, found in groupby(lines, _when)),
        forms=tuple(map(button_of, tell_spice(own, seat))),
    )


def _when(flow: Flow) -> str:
    phase = phase_name(flow.phase) if flow.phase in PHASES else "Set-up"
    return say("Turn {turn}, {phase}", turn=flow.turn, phase=phase)


def _tally(flow: Flow) -> Tally:
    amount = f"+{flow.amount}" if flow.amount >= 0 else f"\u2212{-flow.amount}"
    with_whom = say("to {other}", other=flow.other) if flow.amount < 0 else say("from {other}", other=flow.other)
    note = with_whom if flow.other else ""
    return Tally(flow.reason, note, tuple(chip(rule) for rule in flow.rules[:1]), amount, str(flow.total))


def card_href(here: str, card: str) -> str:
    return f"{here}&see={CARD}{quote(card_name(card))}"


def one_card(own: Table, seat: str, name: str, back: Link) -> Inside | None:
    """Return what a card does and, where it is in one's own hand, what it can do now; ``None`` for no card at all."""
    rule = ask(own, CardRule(name)).value
    entry = rulebook().get(rule)
    if entry is None:
        return None
    held = held_card(own, seat, called(name))
    uses = ask(own, CardUses(seat, held)).value if held else ()
    now = tuple(line for use in uses for line in _use(use))
    card = ThingCard(name, icon_of(own, name), entry.text, now, (chip(rule),))
    forms = by_rules(own, seat, {use.rule for use in uses if not use.against})
    return Inside(name, back, sections=(Section(name, things=(card,)),), forms=forms)


def _use(use: Use) -> tuple[Line, ...]:
    if not use.against:
        return (Line(say("*{words}*: you can now.", words=use.words), "check", chips=(chip(use.rule),)),)
    first = use.against[0]
    return (
        Line(
            say("*{words}*: not now. {sentence}", words=use.words, sentence=first.sentence),
            "pass",
            chips=(chip(first.rule),),
        ),
    )


# -- knowledge ----------------------------------------------------------------------------------------

TITLES = {"card": "Cards", "traitor": "Traitors", "prediction": "Prediction", "plan": "Plans", "leader": "Leaders"}


def closer(own: Table, seat: str, here: str) -> tuple[Link, ...]:
    made = (
        Link("What may I do now?", f"{here}&see={MAY}"),
        Link("Leaders and forces", f"{here}&see={LEADERS}"),
        *((Link(THINGS_IN_PLAY, f"{here}&see={IN_PLAY}"),) if any(things_in_play(own)) else ()),
        Link(POWERS, f"{here}&see={OWN_POWERS}"),
        Link("Who knows what", f"{here}&see={KNOWN}"),
        Link("My sheet", f"{here}&see={SHEET}"),
    )
    return (*made, Link("My sealed sheet", f"{here}&see={SEALED}")) if seat in sheets_sealed(own) else made


def my_sheet(own: Table, seat: str, back: Link) -> Inside:
    """Return the seat's own sheet, to copy or to photograph in case the laptop dies (4.97.16)."""
    made = seat_sheet(own, seat)
    note = Line(
        "Copy or photograph this now and then. If the laptop dies, you continue from it.", chips=(chip(made.rule),)
    )
    sections = tuple(Section(title, tuple(Line(words) for words in lines)) for title, lines in made.parts)
    return Inside(made.title, back, (note,), sections=sections, codes=made.codes, copied=made.text)


def as_sealed(own: Table, seat: str, back: Link) -> Inside | None:
    """Return the seat's own sheet as the table sealed it last, to copy beside the public sheet of that moment."""
    made = sheets_sealed(own).get(seat)
    if made is None:
        return None
    words = say(
        "Your sheet as it was sealed {when}. It belongs to the public sheet that was printed then.", when=made.when
    )
    note = Line(words, chips=(chip(PAPER),))
    return Inside("My sealed sheet", back, (note,), codes=paper_codes(made.text), copied=made.text)


def leaders(own: Table, seat: str, back: Link) -> Inside:
    forces = tuple(
        Line(say("{label}: *{count}*", label=label, count=count), chips=(chip("0.13"),))
        for label, count in counted_forces(own, seat)
    )
    mine = tuple(
        Line(say("*{leader}*: {place}", leader=leader, place=place), "who") for leader, place in roster(own, seat)
    )
    sections = (Section("Leaders", mine), *((Section("Off the board", forces),) if forces else ()))
    return Inside("Leaders and forces", back, sections=sections)


OTHER = "Other"


def what_is_known(own: Table, seat: str, back: Link, books: Books) -> Inside:
    """Return what this seat was shown, and which of its own cards others know, as far as it may know that."""
    rows = books.written()
    seen = [one for one in glimpses(rows, seat) if one.event.sentence(named)]
    mine = known_by([event for _, event, stands in rows if stands], own, books.tables())
    cards = tuple(
        Line(
            say("*{card}*: {seat:knows} it", card=card_name(one.card), seat=named(one.seat)),
            f=short(one.seat),
            chips=_chips(one.rule),
        )
        for one in mine
    )
    whose = "The rest of your hand: only you" if cards else "Only you"
    rest = Line(say("{whose}, as far as you can know.", whose=whose), mute=True, chips=(chip("1.11.00"),))
    kinds = {TITLES.get(one.shows, OTHER) for one in seen}
    shown = (
        Section(kind, tuple(_glimpse(one, seat) for one in reversed(seen) if TITLES.get(one.shows, OTHER) == kind))
        for kind in (*TITLES.values(), OTHER)
        if kind in kinds
    )
    return Inside("Who knows what", back, sections=(Section("Who knows your cards", (*cards, rest)), *shown))


def _chips(rule: str) -> tuple[Chip, ...]:
    return (chip(rule),) if rule else ()


def _glimpse(one: Glimpse, seat: str) -> Line:
    also = seen_by(one.seats - {seat}, too=True) if one.seats - {seat} else ""
    said = say("{said} Turn {turn}.", said=one.event.sentence(named), turn=one.turn)
    return Line(
        together([said, also, "" if one.stands else "Taken back since."]),
        chips=_chips((*one.event.rules(), "")[0]),
        mute=not one.stands,
    )


# -- what lies on the table ---------------------------------------------------------------------------

THINGS_IN_PLAY, POWERS = "Tokens and skills in play", "My powers"


def in_play_now(own: Table, seat: str, back: Link) -> Inside | None:
    """Return what each of them does, one's own first: whose it is or where it lies, and by which rule."""
    made = [
        Section(
            about.title,
            things=tuple(thing_card(own, about, *one) for one in sorted(lying, key=lambda pair: pair[0].seat != seat)),
        )
        for _, about, lying in things_in_play(own)
    ]
    return Inside(THINGS_IN_PLAY, back, sections=tuple(made)) if made else None


def my_powers(own: Table, seat: str, back: Link) -> Inside:
    return Inside(POWERS, back, sections=(Section(faction_name(seat), f=short(seat), things=powers_of(own, seat)),))


def may_do(own: Table, seat: str, back: Link) -> Inside:
    """Return what is due, and then all that this seat may do now, with its prices."""
    due = tuple(
        Line(say("*{words}*", words=capital(bare(one.words))), chips=_chips(one.rule)) for one in duties_of(own, seat)
    )
    made = (*seat_offers(own, seat), *taken_now(own, secret_offers(own, seat), seat))
    open_now = (one for one in made if not one.why_not)
    cost = fares(own, seat) if own.phase == "shipment" else {}
    rest = tuple(dict.fromkeys((_in_words(one, cost.get(one.label, "")), one.rule) for one in open_now))
    now = Section("You may", tuple(Line(words, chips=_chips(rule)) for words, rule in rest))
    first = due or (Line("Nothing is due from you now.", mute=True),)
    return Inside("What may I do now?", back, first, sections=(now,) if rest else ())


def _in_words(offer: Offer, cost: str) -> str:
    """Return a button with what it costs, with its choices where these have a price, or else with its small words."""
    priced = [words for blank in offer.blanks for _, words in blank.choices if PRICED.search(words)]
    return together([offer.label, cost or listed(priced, ",") or offer.small], ": ")


def inside_of(own: Table, seat: str, see: str, back: Link, books: Books) -> Inside | None:
    """Return what is seen closer, or ``None`` if there is nothing with that name."""
    if see == MAY:
        return may_do(own, seat, back)
    if see == LEADERS:
        return leaders(own, seat, back)
    if see == IN_PLAY:
        return in_play_now(own, seat, back)
    if see == OWN_POWERS:
        return my_powers(own, seat, back)
    if see == SHEET:
        return my_sheet(own, seat, back)
    if see == SEALED:
        return as_sealed(own, seat, back)
    if see == KNOWN:
        return what_is_known(own, seat, back, books)
    if see.startswith(CARD):
        return one_card(own, seat, see.removeprefix(CARD), back)
    return purse(own, seat, back) if see == PURSE else None
