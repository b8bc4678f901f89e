"""Practice on a phone: do a task with the buttons of tonight, see what came of it, answer a question, go on.

No seat is needed and nothing is kept: a page's address says all. Each page lays its table anew, one at a time for all
who practice, so a game waits for nobody's lesson; who comes while two wait is asked to come again.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from threading import BoundedSemaphore, Lock

from flask import Blueprint, Response, request, url_for

from referee.common.factions import faction_name
from referee.kernel import BadCommand, read_command, say
from referee.lessons.at_the_table import Came, Laid
from referee.lessons.lesson import Exercise, Lesson, learners, lesson, powers_of
from referee.web.app.drawing import page, see_other, to_start
from referee.web.app.event_lines import chip, short
from referee.web.http.guard import Refusal, viewer
from referee.web.phone.phone import Surroundings, build
from referee.web.phone.shield import secret_of
from referee.web.view_models.parts import Frame, Line, Link
from referee.web.view_models.practice import AnsweredQuestion, PracticePage

pages = Blueprint("practice", __name__)
NO_WORDS = {"key", "act", "seen"}
NOT_THIS = "That may be done, but it is not what this is about. Read the task and try again."
NEXT, POWERS = "Next moment", "All your powers"
BUSY = "Others are practicing now."
SECONDS, LAST = 5, 4  # that somebody waits for others; sentences of what came of a tap
_one_at_a_time, _waiting = Lock(), BoundedSemaphore(3)


@contextmanager
def in_turn() -> Iterator[None]:
    """Lay one table at a time; raises a 503 for who comes when too many wait."""
    if not _waiting.acquire(blocking=False):
        raise Refusal(503, BUSY)
    try:
        if not _one_at_a_time.acquire(timeout=SECONDS):
            raise Refusal(503, BUSY)
        try:
            yield
        finally:
            _one_at_a_time.release()
    finally:
        _waiting.release()


def lesson_asked(seat: str, number: int) -> tuple[Lesson, Exercise]:
    """Return a lesson and its moment, counted from 1; raises a 404 with a sentence."""
    try:
        made = lesson(seat)
    except KeyError:
        raise Refusal(404, "No faction of this name can be practiced.", "Choose one of the list.") from None
    if not 1 <= number <= len(made.moments):
        raise Refusal(404, "This lesson has no such moment.", "Begin with the first one.")
    return made, made.moments[number - 1]


@pages.get("/practice")
@viewer("anyone")
def choose() -> Response:
    frame = Frame("Practice", request.path, back=to_start())
    seats = tuple((short(seat), faction_name(seat), url_for(".try_it", seat=seat, number=1)) for seat in learners())
    return page("practice.html", PracticePage(frame, "choose", seats=seats))


@pages.get("/practice/<seat>/<int:number>")
@viewer("anyone")
def try_it(seat: str, number: int) -> Response:
    made, moment = lesson_asked(seat, number)
    with in_turn():
        return _table(made, number, Laid(seat, moment))


@pages.post("/practice/<seat>/<int:number>")
@viewer("anyone")
def tap(seat: str, number: int) -> Response:
    made, moment = lesson_asked(seat, number)
    with in_turn():
        came = _tapped(Laid(seat, moment))
        if came.fits:
            return see_other(url_for(".done", seat=seat, number=number))
        said = came.refused
        note = Line(said.sentence, "flag", chips=(chip(said.rule),)) if said else Line(NOT_THIS, "flag")
        return _table(made, number, Laid(seat, moment), note)


@pages.get("/practice/<seat>/<int:number>/secret")
@viewer("anyone")
def secret(seat: str, number: int) -> Response:
    _, moment = lesson_asked(seat, number)
    with in_turn():
        here = url_for(".secret", seat=seat, number=number)
        table = url_for(".try_it", seat=seat, number=number)
        frame = Frame(faction_name(seat), here, table, rules=url_for("rules.rules"), back=Link("Back", table))
        own = Laid(seat, moment).sitting.screen(seat)
        seen = secret_of(own, seat, "bid", frame, None)
        hand = tuple(replace(card, href="") for card in seen.hand or ())
        figures = tuple(replace(one, href="") for one in seen.figures)
        return page("secret.html", replace(seen, links=(), hand=hand, figures=figures))


@pages.get("/practice/<seat>/<int:number>/done")
@viewer("anyone")
def done(seat: str, number: int) -> Response:
    made, moment = lesson_asked(seat, number)
    with in_turn():
        laid = Laid(seat, moment)
        came = laid.tapped(laid.tap)
    here, said = url_for(".done", seat=seat, number=number), request.args.get("say", "")
    question = AnsweredQuestion(
        moment.question,
        (Link("Yes", f"{here}?say=yes"), Link("No", f"{here}?say=no")),
        moment.answer if said else "",
        (said == "yes") == moment.yes,
        chip(moment.asks),
    )
    last = number == len(made.moments)
    on = Link(POWERS, url_for(".powers", seat=seat)) if last else _to(made, number + 1, NEXT)
    lines = tuple(Line(words) for words in came.lines[-LAST:])
    why = Line(moment.why, chips=(chip(moment.rule),))
    return page("practice.html", replace(_page(made, number, "done"), lines=lines, why=why, question=question, on=on))


@pages.get("/practice/<seat>/powers")
@viewer("anyone")
def powers(seat: str) -> Response:
    """Close a lesson with all powers of the faction, those that no moment showed among them."""
    made, _ = lesson_asked(seat, 1)
    frame = Frame(POWERS, request.path, rules=url_for("rules.rules"), back=_to(made, len(made.moments), "Back"))
    on = Link("Choose another faction", url_for(".choose"))
    view = PracticePage(frame, "powers", short(seat), faction_name(seat), POWERS, powers=powers_of(made), on=on)
    return page("practice.html", view)


def _to(made: Lesson, number: int, label: str) -> Link:
    return Link(label, url_for(".try_it", seat=made.seat, number=number))


def _page(made: Lesson, number: int, step: str) -> PracticePage:
    """Return what all pages of a moment have in common."""
    moment = made.moments[number - 1]
    back = _to(made, number - 1, "Back") if number > 1 else Link("Back", url_for(".choose"))
    again = Link("Again", url_for(".try_it", seat=made.seat, number=number))
    frame = Frame(moment.title, request.path, rules=url_for("rules.rules"), back=back)
    count = say("{n} of {all}", n=number, all=len(made.moments))
    return PracticePage(frame, step, short(made.seat), faction_name(made.seat), moment.title, count, again=again)


def _tapped(laid: Laid) -> Came:
    """Do what the posted form says; raises a 400 for words that are no command."""
    words = {name: value for name, value in request.form.items() if name not in NO_WORDS}
    try:
        return laid.tapped(read_command(request.form.get("act", ""), {**words, "seat": laid.seat}))
    except BadCommand as error:
        raise Refusal(400, error.sentence) from None


def _table(made: Lesson, number: int, laid: Laid, note: Line | None = None) -> Response:
    """Draw the learner's phone as it will look tonight, the task above it."""
    seat, moment, shared = made.seat, laid.moment, _page(made, number, "table")
    here = url_for(".try_it", seat=seat, number=number)

    def frame(key: str) -> Frame:
        return replace(shared.frame, here=here, post=here, key=key)

    around = Surroundings(frame, url_for(".secret", seat=seat, number=number), "", "")
    phone = build(laid.sitting, seat, "bid", around)
    phone = replace(phone, moment=None, heard="", coach=None, player="", pause=None)
    view = replace(shared, frame=phone.frame, task=moment.task, phone=phone, note=note)
    return page("practice_table.html", view)
