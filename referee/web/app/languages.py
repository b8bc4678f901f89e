"""In which language a page is drawn: the reader's, kept by their browser, and nowhere in the game.

It is chosen with the buttons under *More*, or by ``?language=de`` once in any address; else it is what the browser says
of its owner, if that is a finished language. Each language has templates and drawn parts of its own, so that what one
reader sees changes no byte of another's page.
"""

from __future__ import annotations

import json
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from flask import Blueprint, Flask, Response, current_app, redirect, request
from jinja2 import Environment
from markupsafe import Markup

from referee.languages.language import NAMES, UNFINISHED, Language, language, wanted
from referee.languages.questions import in_english
from referee.rulebook.lookup import lookup
from referee.rulebook.translated import texts
from referee.running.idle import make_ready
from referee.web.app.parts_of_pages import Parts
from referee.web.http.guard import viewer

COOKIE, ASKED, KEPT, SEEN = "language", "language", "referee.languages", "referee.languages.seen"
MOST = 500  # ways in which browsers say their language
YEAR_S = 365 * 24 * 3600
NOTE = "unfinished"  # here and there a sentence is English
IN_ENGLISH = Markup(' lang="en"')
pages = Blueprint("languages", __name__)


@pages.post("/language")
@viewer("anyone")
def choose() -> Response:
    back = urlsplit(request.form.get("back", ""))
    local = not (back.scheme or back.netloc) and back.path.startswith("/") and not back.path.startswith("//")
    answer = redirect(back._replace(fragment="").geturl() if local else "/", 303)
    return _keep(answer, request.form.get("language", ""))  # type: ignore[arg-type]


def _keep(answer: Response, code: str) -> Response:
    if code in NAMES:
        _make_ready(code)
        answer.set_cookie(COOKIE, code, max_age=YEAR_S, httponly=True, samesite="Lax", path=request.script_root or "/")
    return answer


def code_asked() -> str:
    """Return the language of the browser that asks: chosen, else its owner's if it is finished, else English."""
    for chosen in (request.args.get(ASKED, ""), request.cookies.get(COOKIE, "")):
        if chosen in NAMES:
            return chosen
    return wanted(request.accept_languages.values(), [code for code in NAMES if code not in UNFINISHED])


def soon_wanted() -> None:
    """Have the language of the browser that asks made ready: that its owner reads, though it may not have chosen it."""
    kept = request.cookies.get(COOKIE, "")
    told = f"{kept},{request.headers.get('Accept-Language', '')}"
    seen: set[str] = current_app.extensions[SEEN]
    if told not in seen and len(seen) < MOST:
        seen.add(told)
        _make_ready(wanted((kept, *request.accept_languages.values()), NAMES))


def _make_ready(code: str) -> None:
    seen: set[str] = current_app.extensions[SEEN]
    if code != "en" and code not in seen:
        seen.add(code)
        make_ready(partial(language, code), partial(texts, code), partial(lookup, code), partial(in_english, code, ""))


def choices() -> tuple[tuple[str, str, bool, bool], ...]:
    """Return code, name, whether it is shown now and whether it is unfinished."""
    now = code_asked()
    return tuple((code, name, code == now, code in UNFINISHED) for code, name in NAMES.items())


def environment() -> Environment:
    """Return what draws the pages of the browser that asks."""
    code, app = code_asked(), current_app
    if code == "en":
        return app.jinja_env
    kept: dict[str, Environment] = app.extensions[KEPT]
    if code not in kept:
        kept[code] = in_language(app.jinja_env, language(code))
    return kept[code]


def in_language(env: Environment, spoken: Language) -> Environment:
    """Return an environment that draws the same templates in this language."""
    made = env.overlay()
    made.globals, made.bytecode_cache = {**env.globals}, None
    made.said = spoken.said  # type: ignore[attr-defined]
    scripts = json.dumps(spoken.scripts(), ensure_ascii=False).replace("<", "\\u003c")

    def said(words: Any) -> Any:
        return words if type(words) is Markup or type(words) is int else spoken.said(words)

    made.globals.update(said=said, lang=spoken.code, words=Markup(scripts))  # noqa: S704
    made.globals["tongue"] = lambda words: IN_ENGLISH if spoken.in_english(words) else ""
    Parts(made)
    return made


def install(app: Flask) -> None:
    app.extensions[KEPT] = dict[str, Environment]()
    app.jinja_env.globals.update(languages=choices, here=lambda: request.path, unfinished=NOTE)
    app.extensions[SEEN] = set[str]()
    app.before_request(soon_wanted)
    app.register_blueprint(pages)

    @app.after_request
    def keep(answer: Response) -> Response:
        return _keep(answer, request.args[ASKED]) if ASKED in request.args and request.method == "GET" else answer
