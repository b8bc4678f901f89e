"""What stands around every page of a phone: the table in one line above it, the tabs below."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from referee.board.standing import positions_kept
from referee.common.factions import faction_name, named
from referee.common.phones_at_seats import stand_ins
from referee.common.turn import PHASES, PhaseBegan, by_hand, phase_name
from referee.kernel import (
    PUBLIC,
    Heard,
    Table,
    apart,
    ask,
    bare,
    inside,
    known,
    listed,
    memoized,
    say,
    setting,
    small,
    together,
)
from referee.knowledge.notes import MayKeepNotes
from referee.offers.offer import Duty, HeadCount, Offer
from referee.offers.waiting import asked_by_name, coming, due, duties_of, others_waited_for, waiting, whose_turn
from referee.offers.what_now import mark_of, stage_of
from referee.phases.bidding.order_of_bidding import BIDDING_AGAIN
from referee.phases.mentat.victory import winner
from referee.powers.karama_windows import announced, waits_with_it
from referee.running.sitting import Sitting
from referee.turn.clock import Countdown
from referee.turn.who_is_done import OF_THE_TURN
from referee.web.app.context import lasting, way
from referee.web.app.event_lines import short
from referee.web.phase import holdups, table_view
from referee.web.phase.buttons import seat_offers
from referee.web.view_models.parts import Frame, Line, Link, Strip

TABS = (
    ("bid", "Play", "bid"),
    ("rules", "Rules", "rule"),
    ("book", "Book", "book"),
    ("map", "Map", "map"),
    ("more", "More", "who"),
)


PLAYED, PLAYED_FOR_A_PHASE = "The referee plays this seat", "The referee plays this seat until this phase ends"
DOING = ("Storm", "Spice", "Charity", "Bid", "Revive", "Ship", "Battle", "Collect", "Mentat")


def on_phone(frame: Frame, sitting: Sitting, seat: str) -> Frame:
    return replace(frame, stream=way("phone.phone_stream"), strip=strip_of(sitting, seat))


def strip_of(sitting: Sitting, seat: str) -> Strip:
    public, countdown = sitting.screen(PUBLIC), sitting.timer()
    said = said_to(public, sitting.screen(seat), seat, countdown)
    timer = table_view.timer_view(countdown, sitting.moment(), public)
    return Strip(
        way("phone.phone_strip"), way("phone.phone"), short(seat), said.say, corner(public)[0], said.yours, timer
    )


def tabs_of(public: Table, seat: str, now: str) -> tuple[Link, ...]:
    """Return the tabs at the foot of a phone: a book for who may keep one, a map where positions are kept."""
    return _tabs(now, doing(public), *_books_and_maps(public, seat))


@memoized
def _books_and_maps(public: Table, seat: str) -> tuple[bool, bool]:
    return ask(public, MayKeepNotes(seat)).value, positions_kept(public)


@lasting
def _tabs(now: str, doing: str, book: bool, map: bool) -> tuple[Link, ...]:
    ways = {"rules": way("rules.of_seat"), "map": way("phone.phone_map")}
    left_out = {*(() if book else ("book",)), *(() if map else ("map",))}
    return tuple(
        Link(doing if name == "bid" else label, ways.get(name) or way("phone.phone", tab=name), icon, name == now)
        for name, label, icon in TABS
        if name not in left_out
    )


def doing(public: Table) -> str:
    return DOING[PHASES.index(public.phase)] if public.phase in PHASES else "Seat"


FREE, DONE = "Nobody is waiting for you", "You are done"
WAIT = "You wait: others may stop it."
NOBODY = "Nobody is waited for"
ANYONE = "The next tap is anyone's, on the table screen."
NOBODY_ELSE = "Nobody else is waited for."
GOES_ON = "Nobody is waited for: the next tap is anyone's, on the table screen."
MOST_OPEN = 3  # chances that a headline names


class Said(NamedTuple):
    """What a phone says in large letters, the line below, whether its seat is asked by name, and whether it acts.

    ``shut`` is said after it while the shield is closed. ``waits`` is a plain line of the others, below what is due.
    """

    say: str
    then: str = ""
    yours: bool = False
    acts: bool = False
    shut: str = ""
    waits: str = ""


def said_to(public: Table, own: Table, seat: str, countdown: Countdown | None) -> Said:
    """Return a phone's headline: what is due there, else what the others do.

    Only what is due comes from the seat's own table, and a duty has the same words whatever anybody holds.
    """
    paused = countdown.reason if countdown and countdown.paused else ""
    stopped = paused not in {"", "question"}
    head, more, _ = table_view.headline(public, paused)
    mine = () if stopped else tuple(one for one in duties_of(own, seat) if not waits_with_it(public, one))
    mine = tuple(sorted(mine, key=lambda one: (one.free, not one.shielded)))  # an open shield covers the forms below
    news = stopped or table_view.has_news(public)
    won = winner(public)
    if won and not won.decided and seat in won.seats and not mine:
        others = [named(one) for one in won.seats if one != seat]
        if len(others) > 1:
            return Said(say("You, {seats} win!", seats=listed(others)))
        return Said(say("You and {seat} win!", seat=others[0]) if others else "You win!")
    if mine and (until := stand_ins(public).get(seat)) is not None:
        return Said(PLAYED_FOR_A_PHASE if until else PLAYED, _waited_for(public, seat))
    if mine and not (news and (mine[0].secret or mine[0].free)):
        rest = tuple(one.words for one in mine[1:] if not one.free)
        may = [say("{you}.", you=_you(one)) for one in mine[1:] if one.free]
        also = say("Also: {listed}.", listed=listed(rest)) if rest else ""
        return Said(
            _you(mine[0]),
            together([also or mine[0].then, *may]),
            not (mine[0].secret or mine[0].free),
            True,
            "Open your shield" if mine[0].shielded and not mine[0].asks else "",
            _with_me(public, mine[0]),
        )
    if news:
        now = announced(public)
        own_power = now is not None and now.own_of(seat)
        asked, waits = (_and_until(mine[0]), _with_me(public, mine[0])) if mine else ("", "")
        if own_power:
            asked, waits = WAIT, _waited_for(public, seat)
        then = asked or _after(public, seat)
        whole = say("{head} {small}", head=head, small=more) if more else head
        said = stage_of(public) or announced(public) or holdups.owed(public) or won
        counted = _counted(public)
        return Said(
            whole,
            then or (_waited_for(public, seat) if counted else "" if said else _waited_for(public, seat) or GOES_ON),
            waits=waits,
        )
    if table_view.mode_of(public) == "lobby":
        return Said("You're in", _waited_for(public, seat) or "Waiting for the game to start.")
    then = _waited_for(public, seat) or ("" if by_hand(public) else GOES_ON)
    done, still = mark_of(public, seat).done, open_chances(public, seat)
    seen = shown_last(public, own, seat)
    seen = say("{seen}: open your shield", seen=bare(seen)) if seen else ""
    if not still and not seen and not done and then == GOES_ON:
        return Said(NOBODY, ANYONE)
    if not still:
        return Said(seen or (DONE if done else FREE), then)
    words = listed(tuple(dict.fromkeys(small(one.label) for one in still))[:MOST_OPEN], "or")
    head = seen or (DONE if done else say("You may: {words}", words=words))
    chance = say("You may still: {words}.", words=words) if done or seen else ""
    return Said(head, together([chance, _until(public, still), then]))


def not_said_above(public: Table, seat: str) -> Iterator[Line]:
    """Yield the lines of the phase, but for what a headline that asks says already."""
    asked = {one.rule for one in duties_of(public, seat) if one.asks}
    for line in table_view.middle_lines(public, False):
        if not any(one.rule in asked for one in line.chips):
            yield line


def open_chances(public: Table, seat: str) -> tuple[Offer, ...]:
    """Return what stands below on a phone, that nobody waits for and that closes by what others do."""
    return tuple(one for one in may_still(public, seat) if not (one.aside or one.why_not or one.command.hushed))


def _until(public: Table, still: tuple[Offer, ...]) -> str:
    """Return when the first of these chances closes: at the latest with its phase."""
    if still[0].until or by_hand(public) or public.phase not in PHASES:
        return still[0].until
    after = PHASES.index(public.phase) + 1
    if after == len(PHASES):
        return say("Until turn {n} begins.", n=public.turn + 1)
    return say("Until the phase {phase} begins.", phase=phase_name(PHASES[after]))


def _and_until(duty: Duty) -> str:
    """Return below the news what is due, and until when it may be done if nobody waits for it."""
    words = say("{you}.", you=_you(duty))
    return together([words, duty.then]) if duty.free else words


def shown_last(public: Table, own: Table, seat: str) -> str:
    """Return in the table's words what this seat alone was last shown in this phase; "" once it has acted since."""
    act, acted = 0, False
    for heard in reversed(public.log):
        event = heard.event
        if isinstance(event, PhaseBegan) or (acted and heard.act != act):
            return ""
        act = heard.act
        if event.shows and not event.own and getattr(event, event.learns, "") == seat and _differs(own, heard):
            return event.sentence(named)
        acted = acted or getattr(event, "seat", "") == seat
    return ""


def _differs(own: Table, heard: Heard) -> bool:
    """Return True if a seat heard more of an event than everybody."""
    for mine in reversed(own.log):
        if mine.act < heard.act:
            return False
        if mine.act == heard.act and type(mine.event) is type(heard.event):
            told, known_to_all = vars(mine.event), vars(heard.event)
            if any(known(told[name]) and told[name] != "" for name, value in known_to_all.items() if not known(value)):
                return True
    return False


def may_still(public: Table, seat: str) -> tuple[Offer, ...]:
    """Return what stands below on a phone whether or not anybody waits for it: its card of the turn has the rest."""
    of_card = OF_THE_TURN if public.phase == "shipment" else frozenset()
    return tuple(one for one in seat_offers(public, seat) if one.part != "seldom" and one.command not in of_card)


def _you(duty: Duty) -> str:
    if duty.asks:
        return duty.asks
    return say("You: {duty}", duty=duty.words)


@memoized
def _counted(public: Table) -> tuple[HeadCount, ...]:
    return tuple(one for one in due(public) if isinstance(one, HeadCount))


def _with_me(public: Table, mine: Duty) -> str:
    """Return who is waited for where a seat is not the only one: several are asked at a time, or they are counted."""
    if mine.secret and not waiting(public):
        return GOES_ON
    if len(asked_by_name(public)) > 1 or _counted(public):
        return _waited_for(public, mine.seat)
    in_turn = stage_of(public) or whose_turn(public)  # then the headline says that one alone acts
    return "" if mine.free or in_turn or others_waited_for(public, mine.seat) else NOBODY_ELSE


def _waited_for(public: Table, seat: str) -> str:
    """Return which others are waited for, and that this seat comes next; a count of answers says that by itself.

    While an announced power may be stopped that count is all: everything else comes after it.
    """
    counts = {one.words_to(seat) for one in _counted(public)}
    phrases = [one.words for one in others_waited_for(public, seat)]
    if announced(public):
        phrases = [one for one in phrases if one in counts]
    if not phrases:
        return ""
    words = apart([*map(inside, phrases)])
    if not announced(public) and [one.seat for one in coming(public)][:1] == [seat]:
        return say("Waiting: {words}, then you.", words=words)
    if counts.issuperset(phrases):
        return say("{words}.", words=apart(phrases))
    return say("Waiting: {words}.", words=words)


def _after(public: Table, seat: str) -> str:
    stage = stage_of(public)
    if stage is not None and seat in stage.barred:
        return "You sit out this card."
    if stage is not None and stage.mode == "deal" and stage.number:
        if stage.opener == seat:
            return say("Then card {number} of {of}: you open", number=stage.number, of=stage.of)
        opener, words = named(stage.opener), "Then card {number} of {of}: {opener:opens}"
        return say(words, number=stage.number, of=stage.of, opener=opener)
    passed = stage is not None and stage.mode == "auction" and seat in stage.marks and stage.marks[seat].icon == "pass"
    if passed and all(one.seat != seat for one in coming(public)):
        return "You passed, for now." if setting(public, BIDDING_AGAIN) == "again" else "You passed: you are out."
    nexts = listed(["you" if one.seat == seat else faction_name(one.seat) for one in coming(public)], ",")
    return say("Then {nexts}", nexts=nexts) if nexts else ""


def corner(public: Table) -> tuple[str, str]:
    stage = stage_of(public)
    if table_view.mode_of(public) == "break":
        return (say("Turn {turn}", turn=public.turn), phase_name(public.phase))
    if stage is None:
        return (say("Turn {turn}", turn=public.turn), "Lobby")
    if stage.up:
        return (say("Card {number} of {of}", number=stage.number, of=stage.of), "Bidding")
    return (say("Turn {turn}", turn=public.turn), "Bidding")
