"""The rules on every screen: a number, a question, what overrides what, and what this table decided.

Asking is private: the page is drawn for the one who asks, and nothing of it reaches anybody else. Only the table screen
may switch a reading or write down a ruling, and both are events of the game.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from flask import Blueprint, Response, request, url_for

from referee.agreements.table_rulings import AnswerKept, Decision, TableDecided, decisions, keep_answer, own_ruling
from referee.holdings.setup import OptionChanged
from referee.kernel import OPTIONS, PUBLIC, Option, Table, Value, precedence, say, setting, together, unstarred
from referee.languages.questions import in_english
from referee.offers.answers import Reply, reply, understood
from referee.offers.what_now import stage_of
from referee.rulebook.book import RuleEntry, UnknownRule, rulebook
from referee.rulebook.lookup import ask_in
from referee.rulebook.search import Found, likeness
from referee.running.sitting import Sitting
from referee.web.app.context import form_key, may_steer, seat_asking, sitting_asked
from referee.web.app.drawing import after_tap, page, small_print, to_start, to_table
from referee.web.app.event_lines import button_of, chip, line_of
from referee.web.app.languages import code_asked
from referee.web.app.option_fields import option_forms
from referee.web.app.submit import act_from_form
from referee.web.http.guard import Refusal, viewer
from referee.web.phase.holdups import told
from referee.web.phase.strip import on_phone, tabs_of
from referee.web.rules.in_turn import in_turn
from referee.web.rules.kept_questions import keep_opened, keep_question
from referee.web.rules.ladder import ladder
from referee.web.rules.tables import figures as rule_figures
from referee.web.view_models.pages import Digest, Entry, FiguresPage, RuleHints, RulePage, Rung
from referee.web.view_models.parts import Act, Frame, Line, Link

MARKS = {
    "code": "The referee carries this out.",
    "table": "The players do this on the board.",
    "social": "A matter of manners.",
}
ITSELF = "4.97."  # on the referee itself: nobody asks who carries that out
STARS = {
    "after": "Karama can cancel this when it is used.",
    "before": "Karama can prevent this beforehand.",
    "both": "Karama can prevent this beforehand.",
}
NOW = {
    "declare": ("1.04.01", "1.04.02"),
    "dealing": ("1.04.04", "1.04.03"),
    "deal": ("4.90.04", "1.04.07", "1.12.00"),
    "auction": ("1.04.06.01", "1.04.06.03", "1.04.06.04", "3.01.11.04"),
    "settle": ("1.04.06.02", "3.01.11.01", "4.90.01"),
    "over": ("1.04.09", "1.04.08"),
}
NEAREST, SHOWN, HINTS = 3, 8, 4
ALIKE, SPEAKS_OF = 0.6, 0.3  # how much a ruling of the table must speak of a question to answer it, or to be shown
DO_NOT_KNOW = "I don't know. Try fewer words, or the name of a phase, a card or a faction. The nearest I have:"
NOTHING = "I don't know. Try fewer words, or the name of a phase, a card or a faction."
NOT_SURE, ONE_OF = "Not sure. Nearest:", "One of these answers it:"


pages = Blueprint("rules", __name__)


@pages.get("/rules", defaults={"rule": ""})
@pages.get("/rules/<rule>")
@viewer("anyone")
@in_turn
def rules(rule: str) -> Response:
    book = url_for(".rules")
    frame = Frame("Rules", request.path, rules=book, search=book, back=to_start(), links=small_print())
    return page("rule.html", rule_page(rule, frame, asked=_asked(rule)))


@pages.get("/rules/hints")
@viewer("anyone")
@in_turn
def hints() -> Response:
    return _hints(url_for(".rules"))


@pages.get("/t/<table>/rules/hints")
@viewer("public")
@in_turn
def hints_of_table(table: str) -> Response:
    return _hints(url_for(".of_table"))


@pages.get("/t/<table>/me/rules/hints")
@viewer("seat")
@in_turn
def hints_of_seat(table: str) -> Response:
    return _hints(url_for(".of_seat"))


def _hints(base: str) -> Response:
    """Return a few rules by title, without the lock of any table."""
    query = request.args.get("q", "").strip()[:300]
    found = _found(code_asked(), query, None, None, HINTS) if len(query) > 2 else Found()
    links = tuple(Link(_headed(hit.entry), f"{base}/{hit.entry.id}") for hit in found.hits)
    return page("hints.html", RuleHints(Frame("Hints", request.path), links))


@pages.get("/rules/digest/<chapter>")
@viewer("anyone")
def digest(chapter: str) -> Response:
    return page("digest.html", digest_page(chapter))


@pages.get("/rules/tables")
@viewer("anyone")
def rule_tables() -> Response:
    frame = Frame("Tables", request.path, back=Link("Rules", url_for(".rules")), links=small_print())
    return page("tables.html", FiguresPage(frame, rule_figures()))


@pages.get("/t/<table>/rules", defaults={"rule": ""})
@pages.get("/t/<table>/rules/<rule>")
@viewer("public")
@in_turn
def of_table(table: str, rule: str) -> Response:
    return page("rule.html", _for_table(rule))


@pages.post("/t/<table>/rules", defaults={"rule": ""})
@pages.post("/t/<table>/rules/<rule>")
@viewer("host")
def decide(table: str, rule: str) -> Response:
    here = url_for(".of_table", rule=rule)
    return act_from_form("host", PUBLIC) or after_tap(lambda: of_table(table, rule), here)


@pages.get("/t/<table>/me/rules", defaults={"rule": ""})
@pages.get("/t/<table>/me/rules/<rule>")
@viewer("seat")
@in_turn
def of_seat(table: str, rule: str) -> Response:
    base, sitting, seat = url_for(".of_seat"), sitting_asked(), seat_asking()
    asked = _asked(rule, sitting, seat)
    with sitting.locked():
        public, own = sitting.screen(PUBLIC), sitting.screen(seat)
        view = rule_page(rule, Frame("Rules", base, rules=base, search=base), public, seat, own, asked)
        frame = on_phone(view.frame, sitting, seat)
    return page("rule.html", replace(view, frame=frame, tabs=tabs_of(public, seat, "rules")))


def _for_table(rule: str) -> RulePage:
    sitting, base = sitting_asked(), url_for(".of_table")
    steers, asked = may_steer(), _asked(rule, sitting)
    with sitting.locked():
        public = sitting.screen(PUBLIC)
        frame = Frame("Rules", base, rules=base, search=base, wide=True, links=small_print(), key=form_key(PUBLIC))
        frame = replace(frame, back=to_table())
        view = rule_page(rule, frame, public, asked=asked)
        if not steers or view.entry is None:
            kept = tuple(
                button_of(keep_answer(view.query, rule, words, say("{rule} answers it", rule=rule)))
                for rule, words in view.offered
            )
            return replace(view, acts=kept) if steers else view
        here = url_for(".of_table", rule=view.entry.rule)
        options = _options_of(rulebook()[view.entry.rule])
        switches = [act for option in options for act in option_forms(option, public, told=False)]
        acts = (*switches, *_decide(view, public))
        return replace(view, frame=replace(view.frame, here=here, post=here), acts=acts)


class LookedUp(Value):
    """A question looked up, which takes long and is done before a table is held.

    ``english`` is the question as the answers of the table read it, ``own`` how much each of the table's own rulings
    speaks of it.
    """

    query: str
    found: Found
    english: str
    own: tuple[tuple[float, Decision], ...]


def _asked(rule: str, sitting: Sitting | None = None, seat: str = "") -> LookedUp | None:
    """Look up the question in the address, ``None`` if it has none or names a rule."""
    query = request.args.get("q", "")[:300]
    if rule:
        keep_opened(sitting, rule)
    if rule or not query:
        return None
    code, phase, kept = code_asked(), None, list[Decision]()
    if sitting is not None:
        with sitting.locked():
            phase, kept = sitting.screen(PUBLIC).phase, decisions(sitting.screen(PUBLIC))
    found = _found(code, query, phase, seat or None, SHOWN)
    english = in_english(code, query) or query
    understood(english)  # remembered for the reply
    shown = found.hits[:1] if found.sure else found.nearest(NEAREST)
    keep_question(sitting, query, code, [hit.entry.id for hit in shown], sure=found.sure)
    return LookedUp(query, found, english, tuple(_own_rulings(query, kept[::-1])))


_found = lru_cache(maxsize=256)(ask_in)  # a page that comes back, or is shown in another tab


def rule_page(
    rule: str,
    frame: Frame,
    table: Table | None = None,
    seat: str = "",
    own: Table | None = None,
    asked: LookedUp | None = None,
) -> RulePage:
    """Return the page of a rule, or the answer to a question; ``own`` is the asker's table if not the public one."""
    if asked is not None and not rule:
        return asked_page(asked, frame, table, seat, own)
    if not rule:
        return RulePage(frame, now=(*_now(table), *_rulings_so_far(table)), near=_chapters())
    try:
        entry = rulebook().shown(rule)
    except UnknownRule as error:
        raise Refusal(404, str(error.args[0]), "Ask in other words, or look in the chapter.") from error
    neighbours = [_near(other) for other in rulebook().neighbours(entry.id) if other.id != entry.id]
    if entry.id.count(".") == 1 and rulebook().children(entry.id):
        neighbours.insert(0, Line("Everything on one page, to print", why=url_for("rules.digest", chapter=entry.id)))
    return RulePage(
        frame=replace(frame, title=_headed(entry)),
        query=request.args.get("q", "")[:300],
        entry=_entry(entry),
        now=tuple(line for id in dict.fromkeys((entry.id, rule)) for line in _decided(table, id)),
        rungs=_ladder(entry),
        near=tuple(neighbours)[:SHOWN],
        readings=_readings(entry, table),
    )


def asked_page(asked: LookedUp, frame: Frame, table: Table | None, seat: str, mine: Table | None = None) -> RulePage:
    """Return the answer to a question: the table's own ruling, how the table stands, a rule, or the nearest rules."""
    query, found, own = asked.query, asked.found, asked.own
    screen = mine or table
    told = reply(screen, asked.english) if screen else None
    if own and own[0][0] >= ALIKE:
        ruling = own[0][1]
        view = rule_page(ruling.rule, frame, table, seat)
        view = replace(view, answer=_bare(ruling.words), by_table=True)
    elif told:
        return _told(query, told, frame, table, seat)
    elif found.sure:
        view = rule_page(found.hits[0].entry.id, frame, table, seat)
        first = found.hits[0]
        offered = ((first.entry.id, first.sentence),) if first.sentence else ()
        view = replace(view, answer=first.sentence, also=first.also, offered=offered)
    else:
        return _unsure(query, frame, found, own)
    view = replace(view, entry=_without(view.entry, view.answer, *view.also))
    hits = dict.fromkeys(rulebook().shown(hit.entry.id).id for hit in found.hits)
    others = (_near(rulebook()[id]) for id in hits if view.entry is None or id != view.entry.rule)
    lines = (*_own_lines(own, but=view.answer), *others)
    return replace(view, near=lines[:SHOWN])


def _told(query: str, said: Reply, frame: Frame, table: Table | None, seat: str) -> RulePage:
    """Return what the referee reads from the table, with the first of its rules; the others stand beside it."""
    first, *others = (id for id in said.because if id in rulebook())
    view = rule_page(first, frame, table, seat)
    beside = dict.fromkeys(rulebook().shown(id).id for id in others)
    lines = tuple(_near(rulebook()[id]) for id in beside if view.entry is None or id != view.entry.rule)
    return replace(view, query=query, answer=said.words, near=lines[:SHOWN])


def _unsure(query: str, frame: Frame, found: Found, own: Iterable[tuple[float, Decision]]) -> RulePage:
    nearest = found.nearest(NEAREST)
    lines = (*_own_lines(own), *(_near(hit.entry, hit.sentence, *hit.also) for hit in nearest))
    offered = tuple((hit.entry.id, hit.sentence) for hit in nearest)
    tried = ONE_OF if found.close else NOT_SURE if found.about_dune else DO_NOT_KNOW if lines else NOTHING
    return RulePage(frame, query, now=lines, near=_chapters(), tried=tried, offered=offered)


def _chapters() -> tuple[Line, ...]:
    book = rulebook()
    heads = [entry for entry in book.values() if entry.id == "0" or (entry.id.count(".") == 1 and entry.id[0] != "0")]
    tables = Line("Tables: weapons and defenses, forces, leaders", why=url_for("rules.rule_tables"))
    return (*(_near(entry) for entry in heads), tables)


def _now(table: Table | None) -> tuple[Line, ...]:
    """Return what may be played or stopped at this moment, from the Questions the referee itself asks."""
    if table is None:
        return ()
    stage = stage_of(table)
    rules = [_near(entry) for rule in NOW.get(stage.mode if stage else "", ()) if (entry := rulebook().get(rule))]
    return (*told(table), *rules)


def _entry(entry: RuleEntry) -> Entry:
    line = Line(STARS[entry.star], chips=(chip("3.01.11"),)) if entry.star else None
    mark = "" if entry.id.startswith(ITSELF) else together([MARKS.get(mark, "") for mark in entry.marks])
    rulings = tuple((ruling.question, ruling.answer) for ruling in entry.rulings)
    return Entry(entry.id, entry.title, entry.text, "", entry.examples, rulings, entry.notes, line, mark)


def _without(entry: Entry | None, *answers: str) -> Entry | None:
    """Return a rule without the rulings that stand above it as answers."""
    return entry and replace(entry, rulings=tuple(one for one in entry.rulings if " ".join(one) not in answers))


def _ladder(entry: RuleEntry) -> tuple[Rung, ...]:
    ids = sorted({*entry.overrides, entry.id, *entry.overridden_by}, key=precedence, reverse=True)
    return ladder(ids) if len(ids) > 1 else ()


def _near(entry: RuleEntry, *sentences: str) -> Line:
    words = together([unstarred(sentence) for sentence in sentences if sentence])
    said = say("*{title}.* {words}", title=entry.title, words=words) if words else entry.title
    return Line(said, chips=(chip(entry.id),))


def _headed(entry: RuleEntry) -> str:
    return say("{rule} {title}", rule=entry.id, title=entry.title)


# -- readings and the table's own rulings -------------------------------------------------------------


def _options_of(entry: RuleEntry) -> list[Option]:
    return [OPTIONS[key] for key in entry.options if key in OPTIONS]


def _readings(entry: RuleEntry, table: Table | None) -> tuple[Line, ...]:
    lines: list[Line] = []
    for option in _options_of(entry):
        now = setting(table, option) if table else option.default
        lines.append(Line(say("{title}:", title=option.title), mute=True, chips=(chip(option.rule),)))
        lines += [
            Line(say("*{label}.* {line}", label=one.label, line=one.line), "check" if one.value == now else "")
            for one in option.choices
        ]
    return tuple(lines)


def _decide(view: RulePage, table: Table) -> tuple[Act, ...]:
    assert view.entry is not None
    kept = (keep_answer(view.query, rule, words, "Keep this answer") for rule, words in view.offered)
    own = own_ruling(table, view.entry.rule, view.query)
    return tuple(button_of(replace(one, rule="")) for one in (*kept, own))


def _decided(table: Table | None, rule: str) -> tuple[Line, ...]:
    kept = decisions(table, rule) if table else []
    return tuple(
        Line(say("*This table decided* in turn {turn}: {words}", turn=one.turn, words=_bare(one.words)), "check")
        for one in kept
    )


def _own_rulings(query: str, kept: list[Decision]) -> list[tuple[float, Decision]]:
    """Return the table's own rulings that speak of what was asked and how much, the best and latest first."""
    fits = likeness(query, [f"{one.question} {one.words}" for one in kept]) if kept else []
    rated = sorted(zip(fits, kept, strict=True), key=lambda pair: -pair[0])
    return [(fit, one) for fit, one in rated if fit >= SPEAKS_OF]


def _own_lines(own: Iterable[tuple[float, Decision]], but: str = "") -> tuple[Line, ...]:
    said = ((_bare(one.words), one.rule) for _, one in own)
    return tuple(
        Line(say("*This table:* {words}", words=words), chips=(chip(rule),)) for words, rule in said if words != but
    )


def _rulings_so_far(table: Table | None) -> list[Line]:
    kinds = (OptionChanged, TableDecided, AnswerKept)
    made = [heard.event for heard in table.log if isinstance(heard.event, kinds)] if table else []
    return [line for event in reversed(made) if (line := line_of(event)) is not None]


def _bare(words: str) -> str:
    return words.replace("*", "")


# -- one page to print --------------------------------------------------------------------------------


def digest_page(chapter: str) -> Digest:
    """Return all entries of a phase or a faction on one page; raises a 404 with a sentence."""
    book = rulebook()
    head = book.get(chapter)
    if head is None or chapter.count(".") != 1:
        raise Refusal(404, "There is no chapter with that number.", "A phase is 1.04 and a faction 2.05, for example.")
    under = [entry for entry in book.values() if entry.id.startswith(f"{chapter}.") and not entry.opens]
    frame = Frame(_headed(head), request.path, back=Link("Rules", url_for(".rules")), links=small_print())
    return Digest(frame, _entry(book.shown(chapter)), tuple(_entry(entry) for entry in under))
