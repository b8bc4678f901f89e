"""Taps: what every form does.

A tap is read into a command, judged, and answered with the page as it now stands. A refusal for a reason that everybody
can see is a note on the page; a refusal for a secret reason leaves the page as it is and waits behind the shield.
"""

from __future__ import annotations

import dataclasses
import re
from bisect import bisect_right
from collections.abc import Callable
from hashlib import sha256
from operator import attrgetter
from typing import Any

from flask import Response, after_this_request, request, url_for

from referee.common.factions import faction_name
from referee.kernel import (
    PUBLIC,
    BadCommand,
    BadField,
    Command,
    Objection,
    Table,
    count,
    listed,
    read_command,
    say,
    say_many,
    together,
)
from referee.offers.offer import TABLE, offers, secret_offers
from referee.offers.permission import not_yours
from referee.phases.battle.live_battle import battle_now
from referee.powers.karama_windows import held_up
from referee.running.journal import JournalError
from referee.running.outcome import AT_ONCE, UNFIT, UNSHOWN, Outcome
from referee.running.sitting import Sitting
from referee.web.app.context import form_key, program, sitting_asked, table_asked
from referee.web.app.drawing import message
from referee.web.app.event_lines import chip
from referee.web.app.quicker import forget, quicker, remember
from referee.web.view_models.parts import Act, Line

TAKE_BACK_MS = 2000
ON_THE_WAY_MS = 2000
WAITED_FOR_MS = 6000  # a page gives a tap up a second later: defaultTimeout in base.html
TOO_OLD = "That tap was on its way for too long, so it does not count. Tap again."
STALE_UNDO = "Something else has happened since. Check what Undo would take back now."
SPACED = re.compile(r"(?<=[a-z])(?=[A-Z])")
WHAT: dict[str, Callable[[Any], str]] = {
    "normal": lambda n: count(n, "force"),
    "special": lambda n: say_many(n, "{n} special force", "{n} special forces"),
    "origin": lambda place: say("from {origin}", origin=place),
    "goal": lambda place: say("to {goal}", goal=place),
    "leaves": lambda n: say("from sector {n}", n=n),
    "sector": lambda n: say("into sector {n}", n=n),
    "half": lambda _: "at half price",
    "by_card": lambda _: "with a card",
}
NO_WORDS = {"key", "act", "seen", "waive", "ask"}


def act_from_form(who: str, viewer: str) -> Response | None:
    """Carry out the posted form; return a refusal to show, or ``None`` if the page itself is the answer."""
    sitting = sitting_asked()
    try:
        with sitting.locked():  # a refusal is worded by the table that it was judged by
            if _was_given_up():
                return message(409, TOO_OLD)
            return _carried_out(sitting, who, viewer)
    except BadCommand as error:
        return message(400, error.sentence)
    except JournalError as error:
        return message(507, str(error))


def _was_given_up() -> bool:
    """Return True if the tap's page has stopped waiting for it: it was cut off, and what was held back arrives now.

    A page says when a tap was made by the program's own wall clock, as its heartbeats told it.
    """
    made = request.headers.get("X-Made", "")
    return made.isdecimal() and len(made) < 16 and program.bell.wall() - int(made) > WAITED_FOR_MS


def _carried_out(sitting: Sitting, who: str, viewer: str) -> Response | None:
    words = {name: value for name, value in request.form.items() if name not in {"key", "act", "seen"}}
    name, key = request.form.get("act", ""), _key(words)
    if name in {"Undo", "Redo", "TakeBack"}:
        forget()
        return _answer(sitting, viewer, _back(sitting, who, name, key, words))
    command = _read(name, words, viewer, who)
    if told := quicker(sitting, command, viewer):
        return message(409, told)
    waive = words.get("waive") == "1" and who == "host"
    outcome = sitting.act(command, viewer if who == "host" else who, key, sight=request.form.get("seen"), waive=waive)
    if outcome.done and not outcome.repeated:
        remember(sitting, command, who)
    elif not outcome.done and (told := quicker(sitting, command, viewer, refused=True)):
        return message(409, told)
    if words.get("ask") == "1" and who != "host" and not outcome.done and _may_be_waived(sitting, command, outcome):
        return _ask_the_table(sitting, who, command, outcome)
    return _answer(sitting, viewer, outcome, command)


def _key(words: dict[str, str]) -> str:
    """Return the sender's key, told apart by what the form says: a stale page may hold several forms with one key."""
    key = request.form.get("key", "")[:80]
    if not key:
        return ""
    said = repr((request.form.get("act"), sorted(words.items())))
    return f"{key}.{sha256(said.encode()).hexdigest()[:12]}"


def _read(name: str, words: dict[str, str], viewer: str, who: str) -> Command:
    seat = (words.get("for") or words.get("seat") or "") if who == "host" else viewer
    if who == "host" and not seat and _asks_whose(name):
        raise BadCommand("Choose the faction first.")
    try:
        made = read_command(name, {**words, "seat": seat})
    except BadField as error:
        raise BadCommand(_with_label(error, name, seat, viewer)) from None
    for objection in not_yours(made, viewer, sitting_asked().screen(PUBLIC)):
        raise BadCommand(objection.sentence)
    return made


def _asks_whose(name: str) -> bool:
    made = offers(sitting_asked().screen(PUBLIC), TABLE)
    return any(blank.name == "seat" for offer in made if offer.name == name for blank in offer.blanks)


def _with_label(error: BadField, name: str, seat: str, viewer: str) -> str:
    """Return what is wrong with a field under the label that its form gives it."""
    sitting = sitting_asked()
    made = offers(sitting.screen(PUBLIC), seat)
    made = (*made, *secret_offers(sitting.screen(viewer), viewer)) if viewer != PUBLIC else made
    blanks = (blank for offer in made if offer.name == name for blank in offer.blanks)
    label = next((blank.label for blank in blanks if blank.name == error.field), "")
    return error.under(label) if label else error.sentence


def _back(sitting: Sitting, who: str, name: str, key: str, words: dict[str, str]) -> Outcome:
    if name == "Redo" and who == "host":
        return sitting.redo(who, key)
    if name == "Undo" and who == "host":
        number, shown = words.get("to", ""), words.get("last", "")
        if shown and shown != last_told(sitting):
            return Outcome(False, (Objection("4.97.02", STALE_UNDO, "STALE", firm=True),))
        return sitting.undo(who, key, _act_number(sitting, number) if number else 0)
    last = sitting.undoable()
    fresh = last is not None and 0 <= sitting.now() - last.at <= TAKE_BACK_MS + ON_THE_WAY_MS
    if name == "TakeBack" and last is not None and last.who == who and fresh:
        return sitting.undo(who, key)
    return Outcome(False, (AT_ONCE,))


def last_told(sitting: Sitting) -> str:
    """Return where in the public history stands what undo would take back: what a button was judged by."""
    last, log = sitting.undoable(), sitting.screen(PUBLIC).log
    return str(bisect_right(log, last.number, key=attrgetter("act"))) if last else ""


def _act_number(sitting: Sitting, entry: str) -> int:
    """Return the act of a numbered line of the public history, -1 if there is none."""
    log = sitting.screen(PUBLIC).log
    number = int(entry) if entry.isdecimal() and len(entry) < 8 else 0
    return log[number - 1].act if 1 <= number <= len(log) else -1


def _answer(sitting: Sitting, viewer: str, outcome: Outcome, made: Command | None = None) -> Response | None:
    place = table_asked(), viewer
    program.held_back.pop(place, None)
    program.answered.pop(place, None)
    if outcome.done:
        if made is not None and made.hushed:
            program.answered[place] = sitting.last()
        return None
    secret = viewer != PUBLIC and made is not None and _is_secret(sitting, made, outcome.objections)
    if made is not None:
        program.refused[place] = sitting.last(), made, outcome.objections, secret
    if secret:
        first = outcome.objections[0]
        program.held_back[place] = moment(sitting.screen(PUBLIC)), first.sentence, first.rule
        after_this_request(_answer_is_behind)
        return None
    sentences = together([objection.sentence for objection in outcome.objections])
    rules = tuple(dict.fromkeys(objection.rule for objection in outcome.objections))
    acts: tuple[Act, ...] = ()
    if made is not None and viewer == PUBLIC:
        acts = _all_the_same(made, outcome.objections)
    elif made is not None and _may_be_waived(sitting, made, outcome):
        acts = (Act(type(made).__name__, "Ask the table", (*_said(), ("ask", "1")), small="the table may allow it"),)
    key = form_key(viewer) if acts else ""
    return message(409, sentences, rules=rules, acts=acts, key=key, wrong=_wrong(viewer) if made is not None else "")


def _wrong(viewer: str) -> str:
    """Return where what this screen was refused last can be reported."""
    return url_for("reported.of_table" if viewer == PUBLIC else "reported.of_seat", number=0)


def _answer_is_behind(response: Response) -> Response:
    """Tell the page, and a reader of its source, only where the answer is; what was entered stays."""
    response.headers["X-Behind"] = "shield"
    return response


def _said() -> tuple[tuple[str, str], ...]:
    return tuple((name, value) for name, value in request.form.items() if name not in NO_WORDS)


def _may_be_waived(sitting: Sitting, made: Command, outcome: Outcome) -> bool:
    """Return True if the table may allow what a phone was refused: on the board, not firm, not secret."""
    soft = made.waivable and not any(one.firm for one in outcome.objections)
    return soft and not _is_secret(sitting, made, outcome.objections)


def _ask_the_table(sitting: Sitting, who: str, made: Command, outcome: Outcome) -> Response:
    """Put it on the table screen, where everybody reads what is asked and why it was refused (4.97.03)."""
    words = tuple((name, value) for name, value in _said() if name not in {"seat", "for"})
    public, first = sitting.screen(PUBLIC), outcome.objections[0]
    against = together([objection.sentence for objection in outcome.objections])
    act = _in_full(made, public, who)
    wish = say("{faction}: *{act}*. {against}", faction=faction_name(who), act=act, against=against)
    fields, said = (("for", who), *words, ("waive", "1")), wish
    program.asked[table_asked(), PUBLIC] = str(len(public.log)), said, type(made).__name__, fields
    program.bell.ring(table_asked(), [PUBLIC])
    return message(409, "You have asked. The table screen can allow it.", rules=(first.rule,))


def _in_full(made: Command, public: Table, seat: str) -> str:
    """Return a command under its button's label with everything that its sender chose, so that each language has it."""
    chosen = {
        field.name: getattr(made, field.name)
        for field in dataclasses.fields(made)
        if field.name != "seat" and getattr(made, field.name) != field.default
    }
    kinds = [one for one in offers(public, seat) if one.command is type(made)]
    fitting = (one for one in kinds if all(str(chosen.get(name, "")) == value for name, value in one.fixed))
    label = next((one.label for one in sorted(fitting, key=lambda one: -len(one.fixed))), "")
    words = [WHAT[name](value) for name, value in chosen.items() if name in WHAT]
    act = label or SPACED.sub(" ", type(made).__name__)
    return together([act, listed(words, ",")], ": ") if words else act


def asked_of_table(public: Table) -> tuple[str, Act] | None:
    """Return what a phone asks the table to allow, until something else happens."""
    heard, sentence, name, fields = program.asked.get((table_asked(), PUBLIC), ("", "", "", ()))
    if not name or heard != str(len(public.log)):
        return None
    return sentence, Act(name, "Allow anyway", tuple((key, said) for key, said in fields), small="noted in the log")


def _all_the_same(made: Command, found: tuple[Objection, ...]) -> tuple[Act, ...]:
    """Offer the table the last word where a ruling can be set aside, for this one act (4.97.03)."""
    if any(objection.firm for objection in found):
        return ()
    return (Act(type(made).__name__, "Do it anyway", (*_said(), ("waive", "1")), small="noted in the log"),)


def moment(public: Table) -> str:
    """Return what the table is at: a refusal of another turn, phase or battle is of no use any more."""
    live = battle_now(public)
    return f"{public.turn} {public.phase} {f'{live.territory} {live.step}' if live else ''}"


def held_back(seat: str, public: Table) -> Line | None:
    """Return the refusal that waits behind a shield, as long as the table is at the same thing."""
    when, sentence, rule = program.held_back.get((table_asked(), seat), ("", "", ""))
    if not sentence or when != moment(public):
        return None
    return Line(say("*Not sent.* {sentence}", sentence=sentence), "flag", chips=(chip(rule),), why=_wrong(seat))


def _is_secret(sitting: Sitting, made: Command, found: tuple[Objection, ...]) -> bool:
    """Return True if the public table alone would not have refused this, or not for this reason."""
    if found[0] in {UNSHOWN, UNFIT}:
        return False
    if made.by == "seat":
        return True
    public = sitting.screen(PUBLIC)
    known = {*held_up(public, made), *made.objections(public)}
    judged = {"STALE", "PAUSED", "TOO_LATE"}
    return any(objection not in known and objection.code not in judged for objection in found)
