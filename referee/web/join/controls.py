"""Another screen with a table's controls (4.97.17): it shows a code, and a screen that has them types that code.

What the other screen waits with is worth nothing until then. The screens that have the controls are listed beside the
seats, and each can be disconnected.
"""

from __future__ import annotations

from collections.abc import Iterator

from flask import Blueprint, Response, request, url_for

from referee.kernel import say
from referee.running.journal import Key
from referee.running.now import now_ms
from referee.web.app.context import device_asking, key_asking, program, sitting_asked, table_asked
from referee.web.app.drawing import message, page, see_other, small_print
from referee.web.http.credentials import HOST, drawn_token
from referee.web.http.door import digest
from referee.web.http.guard import viewer
from referee.web.http.seat_codes import client_network, drawn_code
from referee.web.view_models.pages import JoinPage
from referee.web.view_models.parts import Act, Field, Frame, Line

WAIT_MS = 300_000
MOST_WAITING, MOST_OF_ONE = 500, 2  # screens of one table, and of one address: guests push out nobody's code

pages = Blueprint("controls", __name__)


@pages.get("/t/<table>/controls")
@viewer("anyone")
def controls(table: str) -> Response:
    sitting_asked()
    frame = Frame("Control from this screen", request.path, request.path, links=small_print())
    return page("controls.html", JoinPage(frame, _code_of(table)))


@pages.post("/t/<table>/controls")
@viewer("anyone")
def controls_act(table: str) -> Response:
    sitting_asked()
    code = _code_of(table)
    if request.form.get("act") != "Open":
        return _wait(table)
    given = program.waiting.get((table, code), ("", "", 0, False, ""))
    if not given[3]:
        return message(409, "No screen has given you the controls yet.", "Type the code there, then tap again.")
    program.waiting.pop((table, code), None)
    issued = program.keyring(table).give(given[1])
    answer = see_other(url_for("table.board", table=table))
    answer.set_cookie(**issued.cookie)
    return answer


def _wait(table: str) -> Response:
    """Wait with a new code; the oldest of too many that wait is forgotten, first of those at the same address."""
    client = client_network(request.remote_addr or "")
    same = [place for place in _waiting(table) if program.waiting[place][4] == client]
    for place in same[MOST_OF_ONE - 1 :]:
        program.waiting.pop(place, None)
    for place in _waiting(table)[MOST_WAITING - 1 :]:
        program.waiting.pop(place, None)
    code, token = drawn_code(), drawn_token()
    program.waiting[table, code] = digest(token), device_asking(), now_ms(), False, client
    answer = see_other(url_for(".controls"))
    answer.set_cookie(f"screen-{table}", token, max_age=WAIT_MS // 1000, httponly=True, samesite="Lax")
    return answer


def _waiting(table: str) -> list[tuple[str, str]]:
    """Return what waits at a table, the newest first, without what waited too long."""
    own = {place: said for place, said in list(program.waiting.items()) if place[0] == table}
    for place in [place for place, said in own.items() if now_ms() - said[2] > WAIT_MS]:
        program.waiting.pop(place, None)
        del own[place]
    return sorted(own, key=lambda place: own[place][2], reverse=True)


def _code_of(table: str) -> str:
    """Return the code that the asking browser waits with, "" if it does not."""
    mark = digest(request.cookies.get(f"screen-{table}", ""))
    found = (place[1] for place in _waiting(table) if program.waiting[place][0] == mark)
    return next(found, "")


# -- on the screen that gives -------------------------------------------------------------------------


def give(table: str, code: str) -> Line:
    """Give the controls to the screen that shows this code; return what came of it."""
    place = table, "".join(code.split()).upper()
    said = program.waiting.get(place) if place in _waiting(table) else None
    if said is None:
        return Line("*No screen shows that code.* Look at it again: it lasts five minutes.", "flag")
    program.waiting[place] = *said[:3], True, said[4]
    return Line(
        say("{device} may open the table screen now: tap *Open the table screen* there.", device=said[1]), "check"
    )


def disconnect(table: str, mark: str) -> None:
    """Take the controls from a screen, and the program's too; the last screen keeps them.

    Who was given them by a code takes none from the screen that gave them: the table's own one, or one that opened the
    printed link.
    """
    screens = _screens()
    for key in screens if len(screens) > 1 else ():
        if key.hash == mark and _may_disconnect(key):
            program.keyring(table).take_from(key)
            program.credentials.steerers.forget(mark)
            program.bell.dismiss(table, mark)


def _screens() -> list[Key]:
    """Return the keys of all screens that have this table's controls, those of the printed link included."""
    held = program.keyring(table_asked()).held(HOST)
    known = {key.hash for key in held}
    return [*held, *(key for key in program.credentials.steerers.held(HOST) if key.hash not in known)]


def _may_disconnect(key: Key) -> bool:
    """May the asking screen take the controls from this one? (4.97.17)"""
    own = key_asking()
    return own is not None and (own.hash == key.hash or _was_let_in(own) or not _was_let_in(key))


def _was_let_in(key: Key) -> bool:
    """Was a screen let in by the program itself: as the table's first, or by the printed link since the start?"""
    first = program.keyring(table_asked()).held(HOST)[:1]  # in the order in which they were given, whatever the clock
    linked = program.credentials.steerers.held(HOST)
    return any(key.hash == let_in.hash for let_in in (*first, *linked))


def acts() -> Iterator[Act]:
    """Yield the form to give the controls to one more screen, and each screen that has them."""
    where = f"{program.address.typed.rstrip('/')}{url_for('controls.controls')}"
    field = Field("code", "Code on the other screen", hint=say("Open {where} there.", where=where))
    yield Act("GiveControls", "Control from another screen", inputs=(field,))
    screens, own = _screens(), key_asking()
    for key in screens if len(screens) > 1 else ():
        linked = any(key.hash == one.hash for one in program.credentials.steerers.held(HOST))
        words = "opened the link that the referee printed" if linked else "has the controls"
        words = "this screen" if own is not None and own.hash == key.hash else words
        label = say("Disconnect {device}", device=key.device)
        why_not = "" if _may_disconnect(key) else "It gave you the controls, so it keeps its own."
        yield Act("RevokeScreen", label, (("hash", key.hash),), small=words, why_not=why_not)
