"""Answers on the table's options: how this table plays it, what it has changed, and where that is changed."""

from __future__ import annotations

from referee.kernel import OPTIONS, Option, Table, precedence, say, setting, together
from referee.offers.answers import Asked, Reply, answers
from referee.rulebook.search import ask as look_up

VARIANTS = "4"
WHERE = "Change it under Options on the table screen."
PLAYED = {"basic": "This table plays the basic game.", "advanced": "This table plays the advanced game."}
MOST = 6  # options that a sentence names


def says(table: Table, option: Option) -> str:
    """Return how this table plays an option, and how it is played otherwise."""
    now = setting(table, option)
    line = next((choice.line for choice in option.choices if choice.value == now), "")
    return together([say("{title}: {value}.", title=option.title, value=option.label(now)), line])


def of_question(text: str) -> Option | None:
    """Return the option that the nearest rule to these words defines or is changed by."""
    for hit in look_up(text, limit=3).hits:
        for key in hit.entry.options:
            if key in OPTIONS:
                return OPTIONS[key]
    return None


@answers
def what_we_changed(asked: Asked, table: Table) -> Reply | None:
    options = sorted(OPTIONS.values(), key=lambda option: precedence(option.rule))
    changed = [option for option in options if setting(table, option) != option.default]
    if not changed:
        return Reply(together(["Nothing: every option is as it came.", WHERE]), (VARIANTS,))
    values = [
        say("{title}: {value}", title=option.title, value=option.label(setting(table, option))) for option in changed
    ]
    named, more = together(values[:MOST], "; "), len(values) - MOST
    words = say("{options} and {n} more.", options=named, n=more) if more > 0 else say("{options}.", options=named)
    return Reply(together([words, WHERE]), (VARIANTS, *(option.rule for option in changed[:MOST])))


@answers
def basic_or_advanced(asked: Asked, table: Table) -> Reply | None:
    return Reply(PLAYED[table.rules], ("1.13", "4.99.41"))


@answers
def how_we_play(asked: Asked, table: Table) -> Reply | None:
    """``None`` if no option is about it."""
    option = of_question(asked.rest)
    return Reply(together([says(table, option), WHERE]), (option.rule,)) if option else None
