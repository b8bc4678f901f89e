"""The history of a table as everybody may know it, and why something happened."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from flask import Blueprint, Response, request, url_for

from referee.common.factions import faction_name
from referee.kernel import PUBLIC, Event, SuspensionSpent, Table, count, public_fields, say, say_many, together
from referee.phases.battle.events import BattleJudged
from referee.phases.bidding.cards_of_the_row import CardBought
from referee.web.after.after import chronicle_of
from referee.web.after.story import Chapter, chapters, title_of_chapter
from referee.web.app.context import form_key, may_steer, seat_asking, sitting_asked
from referee.web.app.drawing import after_tap, page, small_print, to_table
from referee.web.app.event_lines import line_at, line_of, same_act, short
from referee.web.app.submit import act_from_form
from referee.web.http.guard import Refusal, viewer
from referee.web.phase.strip import on_phone, strip_of, tabs_of
from referee.web.rules.ladder import ladder, silenced
from referee.web.view_models.pages import LogEntry, LogPage, LogPart, WhyPage
from referee.web.view_models.parts import Act, Frame, Link

Address = Callable[..., str]  # of this page, with what is open in it
SHOWN = 60  # lines on one page

pages = Blueprint("history", __name__)


@pages.get("/t/<table>/log")
@viewer("public")
def public_log(table: str) -> Response:
    """Show what happened, newest first; or as it is told, from the start, to read and print."""
    if request.args.get("order") == "told":
        return page("chronicle.html", chronicle_of(sitting_asked()))
    return page("log.html", _log(PUBLIC))


@pages.post("/t/<table>/log")
@viewer("host")
def log_act(table: str) -> Response:
    return act_from_form("host", PUBLIC) or after_tap(lambda: public_log(table), url_for(".public_log"))


@pages.get("/t/<table>/me/log")
@viewer("seat")
def seat_log(table: str) -> Response:
    return page("log.html", _log(seat_asking()))


@pages.get("/t/<table>/why/<int:number>")
@viewer("public")
def public_why(table: str, number: int) -> Response:
    return page("why.html", _why(PUBLIC, number))


@pages.get("/t/<table>/me/why/<int:number>")
@viewer("seat")
def seat_why(table: str, number: int) -> Response:
    return page("why.html", _why(seat_asking(), number))


def _log(seat: str) -> LogPage:
    """Return what happened by turn and phase; only the newest lines are open, or the part that the address names."""
    sitting, open_to_all = sitting_asked(), seat == PUBLIC
    steers = open_to_all and may_steer()
    asked = {name: value for name in ("part", "line", "row") if (value := _number(name))}
    of = request.args.get("of", "")

    def own(**values: int | str | None) -> str:
        where = ".public_log" if open_to_all else ".seat_log"
        return url_for(where, **({"of": of or None} | values))  # type: ignore[arg-type]

    with sitting.locked():
        public = sitting.screen(PUBLIC)  # a phone lies open on the table: what it alone heard stays behind the shield
        of = of if of in public.seats else ""
        parts = tuple(_parts(public, seat, own, steers, of, **asked))
        everything = Link("All", own(of=None), current=not of)
        each = (Link(faction_name(one), own(of=one), short(one), one == of) for one in public.seats)
        here = own(**asked)
        frame = Frame(
            "What happened",
            here,
            here if steers else "",
            url_for("table.board_stream" if open_to_all else "phone.phone_stream"),
            key=form_key(seat),
            rules=url_for("rules.of_table" if open_to_all else "rules.of_seat"),
            back=_back(seat),
            links=small_print(),
            wide=True,
        )
        redo = (Act("Redo", "Redo what was undone"),) if steers and sitting.redoable() else ()
        strip = None if open_to_all else strip_of(sitting, seat)
    told = Link("Read or print it from the start", url_for(".public_log", order="told"))
    return LogPage(frame, parts, redo, strip, told, (everything, *each))


def _number(name: str) -> int:
    """Return a number of a line in the address, 0 if there is none."""
    said = request.args.get(name, "")
    return int(said) if said.isdecimal() and len(said) < 8 else 0


def _parts(
    public: Table, seat: str, own: Address, steers: bool, of: str = "", part: int = 0, line: int = 0, row: int = 0
) -> Iterator[LogPart]:
    """Yield the phases of the turn of the ``part`` that begins with that line, newest first, and the other turns.

    Its newest lines are open, or those up to ``line``; without one, phases are opened until a page is full. ``row`` is
    the line that can be undone to; ``of`` a faction, for what concerns it alone.
    """
    told = [_concerning(one, of) for one in reversed(chapters(public.log))]
    told = [one for one in told if one.heard]
    chosen = next((one for one in told if one.heard[0][0] == part), None)
    turn, room = (chosen or told[0]).turn if told else 0, 0 if chosen else SHOWN
    folded = set[int]()
    for one in told:
        first = one.heard[0][0]
        if one is chosen or (room > 0 and (one is told[0] or len(one.heard) <= room)):
            yield _open_part(public, seat, one, own, steers, line if one is chosen else 0, row)
            room -= len(one.heard)
        elif one.turn == turn:
            yield LogPart(title_of_chapter(one), own(part=first), _summed([one]))
            room = 0
        elif one.turn not in folded:
            folded.add(one.turn)
            whole = [other for other in told if other.turn == one.turn]
            yield LogPart(say("Turn {turn}", turn=one.turn), own(part=first), _summed(whole))
            room = 0


def _concerning(one: Chapter, seat: str) -> Chapter:
    """Return of a phase what names this faction, or all of it where none is asked for."""
    return replace(one, heard=tuple(told for told in one.heard if _names(told[1], seat))) if seat else one


def _names(event: Event, seat: str) -> bool:
    held = public_fields(type(event))
    return any(
        value == seat or (isinstance(value, (tuple, list, dict, frozenset, set)) and seat in value)
        for value in (getattr(event, name) for name in held)
    )


def _summed(parts: Sequence[Chapter]) -> str:
    """Return in one line what came of these phases, and how many lines that is."""
    events = [event for one in parts for _, event in one.heard]
    prices = [event.price for event in events if isinstance(event, CardBought)]
    battles = sum(isinstance(event, BattleJudged) for event in events)
    said = (
        say_many(len(prices), "{n} card sold for {sum}", "{n} cards sold for {sum}", sum=sum(prices)) if prices else "",
        count(battles, "battle") if battles else "",
        count(len(events), "line"),
    )
    return together([words for words in said if words], " · ")


def _open_part(public: Table, seat: str, one: Chapter, own: Address, steers: bool, line: int, row: int) -> LogPart:
    """Return a phase with its newest lines, or those up to a line."""
    numbers = [number for number, _ in one.heard]
    first, last = numbers[0], numbers[-1]
    upto = line if first <= line <= last else last
    page = [number for number in numbers if number <= upto][-SHOWN:]
    since, newer = page[0], [number for number in numbers if number > upto]
    why = url_for(".public_why" if seat == PUBLIC else ".seat_why", number=0).removesuffix("0")
    entries = list[LogEntry]()
    for number in reversed(page):
        words = line_at(public, number, f"{why}{number}")
        if words is None:
            continue
        heard = public.log[number - 1]
        begins = steers and heard.act > public.log[0].act and public.log[number - 2].act != heard.act
        back = Act("Undo", "Undo to here", (("to", str(number)),)) if begins and number == row else None
        opens = None
        if begins and not back:
            at = own(part=first, line=upto if upto < last else None, row=number, _anchor=f"fact-{number}")
            opens = Link("Undo …", at)
        entries.append(LogEntry(number, words, back, opens))
    later = Link("Newer lines", own(part=first, line=newer[:SHOWN][-1])) if newer else None
    earlier = Link("Older lines", own(part=first, line=since - 1)) if since > first else None
    return LogPart(title_of_chapter(one), own(part=first), "", tuple(entries), later, earlier)


def _back(seat: str) -> Link:
    return to_table("Back") if seat == PUBLIC else Link("Back", url_for("phone.phone"))


def _why(seat: str, number: int) -> WhyPage:
    sitting = sitting_asked()
    with sitting.locked():
        own = sitting.screen(PUBLIC)
        line = line_at(own, number) or line_of(own.log[number - 1].event) if 1 <= number <= len(own.log) else None
        if line is None:
            raise Refusal(404, "That line is not in this game's log.", "Open What happened and choose another line.")
        events = [line_of(heard.event) for heard in same_act(own, number)]
        rules = own.log[number - 1].event.rules()
        still = [one.event.rule for one in same_act(own, number) if isinstance(one.event, SuspensionSpent)]
        book = url_for("rules.of_table" if seat == PUBLIC else "rules.of_seat")
        frame = Frame(
            "Why?", request.path, rules=book, search=book, back=_back(seat), links=small_print(), wide=seat == PUBLIC
        )
        frame = frame if seat == PUBLIC else on_phone(frame, sitting, seat)
        ways = () if seat == PUBLIC else tabs_of(own, seat, "")
    return WhyPage(
        frame=frame,
        line=replace(line, chips=()),
        events=tuple(event for event in events if event is not None),
        rungs=(*ladder(list(rules), told=True), *silenced(list(dict.fromkeys(still)))),
        wrong=url_for("reported.of_table" if seat == PUBLIC else "reported.of_seat", number=number),
        tabs=ways,
    )
