"""What holds the game up for a moment, alike on every phone: an announced power, an open question, cards that are owed.

The same buttons stand on all phones for the same seconds, whatever anybody holds. The table screen lists what Karama
could stop now, with what the place of the star means.
"""

from __future__ import annotations

from dataclasses import replace

from referee.common.factions import named
from referee.common.phones_at_seats import phones_of
from referee.common.turn import PHASES
from referee.kernel import Command, Table, bare, memoized, say, together, unstarred, worded
from referee.offers.offer import Duty, Offer, halted, those
from referee.offers.waiting import duties_of
from referee.offers.what_now import stage_of
from referee.powers.karama_windows import Announcement, announced
from referee.powers.on_screen import ANSWERS, CLOSE, READY, for_longer
from referee.powers.open_question import inquiry
from referee.powers.powers import Power, stop_seconds
from referee.powers.taken_now import taken_now
from referee.powers.who_answers import ready_for_phase
from referee.powers.windows import asked_now, few_asked, missing, not_asked, stoppable_now, whose_answers_count, window
from referee.rulebook.book import rulebook
from referee.turn.clock import longer, seconds_of_step
from referee.web.app.context import way
from referee.web.app.event_lines import act_of, button_of, chip, short
from referee.web.phase.buttons import named_for, of_table, seat_offers, stops_for, stops_of
from referee.web.view_models.parts import Act, Chip, Line, Panel

AFTER = "Karama can stop it as it is used. The player may then act again, without this power."
BEFORE = "Karama can only stop it before it is used."
STOP_AFTER = "Karama can stop these as they are used. The player may then act again, without the power."
STOP_BEFORE = "Karama can stop these only before they are used."
MOST = 5
STILL = Line("The clocks are stopped.", "pause")


@memoized
def is_open(public: Table) -> bool:
    return inquiry(public) is not None or announced(public) is not None or owed(public) is not None


@memoized
def owed(public: Table) -> Duty | None:
    """Return what the game waits for; what precedes the deal of a row is told beside its button instead."""
    stage = stage_of(public)
    return None if stage and stage.mode == "dealing" else halted(public)


def owed_by(public: Table, seat: str) -> tuple[Offer, ...]:
    """Return what this seat may do of that which the game waits for, in the order of its duties."""
    due = _due(public, seat)
    made = [one for one in seat_offers(public, seat) if one.command in due]
    return tuple(sorted(made, key=lambda one: due.index(one.command)))


def _due(public: Table, seat: str) -> list[type[Command]]:
    return [command for duty in duties_of(public, seat) for command in duty.by]


def headline(public: Table) -> tuple[str, str, str] | None:
    asked, said = inquiry(public), announced(public)
    if asked is not None:
        return say("{of:The}", of=named(asked.of)), named(asked.of).verb("answers"), short(asked.of)
    if said is None:
        waits = owed(public)
        if waits is None or waits.secret:
            return ("One moment", "", "") if waits else None
        who = named(waits.seat)
        return say("{of:The}", of=who), who.verb(waits.does), short(waits.seat)
    owners = tuple(dict.fromkeys(power.seat for power in said.powers))
    owner = said.seat if said.seat and (said.seat in owners or len(owners) > 1) else owners[0]
    if len(said.powers) == 1:
        return bare(said.powers[0].line), "", short(owner)
    return say("{owner:The}", owner=named(owner)), named(owner).verb("announces"), short(owner)


def lines(public: Table) -> tuple[Line, ...]:
    if inquiry(public) is not None or announced(public) is None:
        return lines_on_phones(public)
    return (*lines_on_phones(public), answers(public))


@memoized
def lines_on_phones(public: Table) -> tuple[Line, ...]:
    """Return what holds the game up, without the count of answers, which a phone says with its headline."""
    asked, said = inquiry(public), announced(public)
    if asked is not None:
        seat, of = named(asked.seat), named(asked.of)
        who = say("*{seat:The}* {asks} *{of}*:", seat=seat, asks=seat.verb("asks"), of=of)
        return (Line(who, chips=(chip(asked.rule),)), Line(asked.words), STILL)
    if said is not None:
        words = together([worded(said.said, named), "Karama can stop it."])
        one = (Line(words, chips=(Chip(said.powers[0].rule, star=True),)),)
        return one if len(said.powers) == 1 else tuple(_line(power, said) for power in said.powers)
    waits = owed(public)
    return (Line(waits.halts, chips=(chip(waits.rule),)), STILL) if waits else ()


@memoized
def silenced(public: Table) -> tuple[Line, ...]:
    rules = public.suspended if public.phase == "bidding" else ()
    words = [say("Stopped with Karama: *{title}*.", title=rulebook()[rule].title) for rule in rules]
    return tuple(Line(one, "barred", chips=(Chip(rule, star=True),)) for one, rule in zip(words, rules, strict=True))


@memoized
def aloud(table: Table, headline: str) -> str:
    """Return what a screen reader says when it changes: the headline, the bid to beat, what holds the game up."""
    said, stage = headline, stage_of(table)
    if is_open(table):
        words = together([unstarred(line.text) for line in lines(table) if line.icon != "pause"])
        return say("{said}: {words}", said=said, words=words)
    if stage is not None and stage.mode == "auction":
        if not stage.high_by:
            return say("{said}. No bid yet.", said=said)
        words = "{said}. Bid to beat: {high} by {high_by}."
        return say(words, said=said, high=stage.high, high_by=named(stage.high_by))
    stops = told(table) if stage is not None and stage.mode == "settle" else []
    return together([say("{said}.", said=said), *(line.text for line in stops)])


def _line(power: Power, said: Announcement) -> Line:
    first = said.said and power is said.powers[0]
    words = together([power.line, worded(said.said, named)]) if first else power.line
    return Line(words, chips=(Chip(power.rule, star=True),))


def phone_acts(public: Table, seat: str) -> tuple[Act, ...]:
    asked, said = inquiry(public), announced(public)
    if asked is not None:
        return tuple(button_of(one, big=True) for one in ANSWERS) if asked.of == seat else ()
    if said is None:
        return tuple(map(act_of, owed_by(public, seat)))
    longer_still = tuple(map(button_of, for_longer(public, seat)))
    if said.own_of(seat):
        return longer_still
    done = seat in said.ready or seat in ready_for_phase(public) or seat not in asked_now(public)
    stops = stops_of(public, seat)
    stops = stops if len(stops) > 1 else tuple(replace(one, small="") for one in stops)
    count = count_of_answers(public)
    goes_on = "continues when everyone is ready, or at zero"
    goes_on = goes_on if seconds_of_step(public) else "continues when everyone is ready"
    small, why_not = (count, count) if done else (goes_on, "")
    ready = button_of(replace(READY, label="Ready: no Karama on this", small=small, why_not=why_not), go=True, big=True)
    taps = tuple(button_of(one, big=True) for one in stops)
    return (ready, *taps, *longer_still)


@memoized
def count_of_answers(public: Table) -> str:
    """Return how many of those who are asked have answered: never who, for a pause may tell of a card."""
    now, asked = window(public), whose_answers_count(public)
    if now is None or not now.by_phase:
        return "Waiting for the others."
    return say("{n} of {asked} answered.", n=len(asked) - len(missing(public)), asked=len(asked))


def answers(public: Table) -> Line:
    """Return for the table screen how many have answered, what they were asked, and who they are."""
    now, besides = window(public), not_asked(public)
    who = tuple(asked_now(public)) if besides else few_asked(public)
    to_stop = now is not None and now.kind != "sealed" and stop_seconds(public)
    what = "Ready, or Karama to stop it?" if to_stop else ""
    asked = say("Asked: {seats}.", seats=those(who, besides)) if who else ""
    return Line(together([what, count_of_answers(public), asked]), mute=True)


def table_acts(public: Table) -> tuple[Act, ...]:
    asked = inquiry(public)
    if asked is not None:
        return tuple(named_for(replace(one, label=one.label.lower(), icon=""), asked.of) for one in ANSWERS)
    said = announced(public)
    if said is None:
        waits = owed(public)
        return _without_phone(public, waits.seat) if waits and waits.seat not in phones_of(public) else ()
    return (
        *((button_of(longer(15)),) if seconds_of_step(public) else ()),
        button_of(CLOSE, go=not answers_to_come(public)),
    )


def answers_to_come(public: Table) -> bool:
    """Return True while somebody asked in a window has still to answer on a phone: the table need not tap."""
    return any(seat in phones_of(public) for seat in missing(public))


def _without_phone(public: Table, seat: str) -> tuple[Act, ...]:
    """Return the seat's open buttons of what the game waits for, and those in the place of its secret ones."""
    due = _due(public, seat)
    aloud = of_table(public, lambda one: one.command in due and ("seat", seat) in one.fixed)
    return (*(named_for(one, seat) for one in owed_by(public, seat)), *map(button_of, aloud))


def answers_for(public: Table, seat: str) -> tuple[Act, ...]:
    now = window(public)
    if now is None:
        return ()
    word = "No bid" if now.kind == "sealed" else "Mark as ready"
    ready = taken_now(public, (replace(READY, label=word, fixed=(("seat", seat),)),), seat, True)
    return tuple(map(button_of, (*(() if seat in phones_of(public) else stops_for(public, seat)), *ready)))


def _now(public: Table) -> tuple[Power, ...]:
    return stoppable_now(public) if window(public) or public.phase in PHASES else ()


def panels(public: Table) -> list[Panel]:
    """Return what was announced, or else what could be stopped in this phase, with the meaning of the star.

    Where that would be a long list it stands on the page of the rules, one tap away.
    """
    if announced(public) is not None:
        lines_now = [_told(power, say("*{line}*", line=power.line)) for power in _now(public)]
        return [Panel("Karama can stop it now", tuple(lines_now), "note", id="announced")] if lines_now else []
    could = _now(public)
    if could and window(public):
        return [Panel("Announced", tuple(_told(power, power.line) for power in could), "note", id="announced")]
    if len(could) > MOST:
        words = say("Karama can stop *{could} powers* now.", could=len(could))
        short_line = Line(words, why=way("rules.of_table"), chips=(chip("3.01.11.01"), chip("3.01.11.02")))
        return [Panel("What Karama can stop now", (short_line,), id="stoppable")]
    made = [line for star in ("after", "before") for line in _grouped(could, star)]
    return [Panel("What Karama can stop now", tuple(made), id="stoppable")] if made else []


def told(public: Table) -> list[Line]:
    return [_told(power, power.line) for power in _now(public)]


def _told(power: Power, words: str) -> Line:
    meaning = AFTER if power.star == "after" else BEFORE
    return Line(together([words, meaning]), f=short(power.seat), chips=(Chip(power.rule, star=True),))


def _grouped(powers: tuple[Power, ...], star: str) -> list[Line]:
    here = [power for power in powers if (power.star == "after") == (star == "after")]
    found = [Line(p.line, f=short(p.seat), chips=(Chip(p.rule, star=True),)) for p in here]
    rule = "3.01.11.01" if star == "after" else "3.01.11.02"
    head = Line(STOP_AFTER if star == "after" else STOP_BEFORE, chips=(chip(rule),), mute=True)
    return [head, *found] if found else []
