"""Table options as fields of a form: something to choose, and so many seconds that no choice names."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from referee.common.factions import faction_name
from referee.holdings.on_screen import change
from referee.kernel import OPTIONS, Option, Table, say, setting, together
from referee.running.house_rules import CHAPTER
from referee.web.app.event_lines import button_of, chip
from referee.web.view_models.pages import OptionGroup, OptionLine
from referee.web.view_models.parts import Act, Field

# in this order the pages list the options, whichever room declares them; one that is not named here comes last
LISTED = """
    N1 N2 N3 N4
    K10 B8 T1 T2 T3 T4 T5 T7 T8 T9 T10 B6 B3 B2 T11 L1 B7 B17 B18 B19 B20 B10 B5 B12 K5 K7 K9 B13 B11 K1 K8 K12 T13
    T14 T15 T16 T17 T18 B1 C1 C2 C4 C5 C6 C3 P1 P2 P3 B9 B14 R R-storm R-spice_blow R-choam_charity R-bidding R-revival
    R-shipment R-battle R-spice_collection R-mentat_pause P4 P5 P6 P7 B4 K3 K4 K6 K11 T12
"""


HEADINGS = {
    "N": "Length of the game",
    "B": "Bidding",
    "T": "Battle",
    "K": "Karama",
    "C": "Clocks",
    "P": "What is physical tonight?",
    "M": "Modules of the boxes",
    "E": "Contested points of the expansions",
    "L": "Learning",
    "R": "What the referee does",
}


def grouped(
    options: Iterable[Option], value: Callable[[Option], str], line: Callable[[Option], OptionLine]
) -> tuple[OptionGroup, ...]:
    """Return options by subject: how long the game lasts, then those that were changed, then the group's own."""
    listed = list(options)
    length = [one for one in listed if how_long(one)]
    changed = [one for one in listed if value(one) != one.default and one not in length]
    rest = [one for one in listed if one not in changed and one not in length]
    groups = {
        HEADINGS["N"]: length,
        "Changed at this table": changed,
        "Your group's own choices": [one for one in rest if is_house_rule(one)],
    }
    for letter, heading in [*HEADINGS.items()][1:]:
        groups[heading] = [one for one in rest if one.key.startswith(letter) and not is_house_rule(one)]
    return tuple(OptionGroup(heading, tuple(map(line, found))) for heading, found in groups.items() if found)


def how_long(option: Option) -> bool:
    """Return True if an option is about the length of the evening: it has a place of its own on every page."""
    return option.key.startswith("N") and not is_house_rule(option)


def is_house_rule(option: Option) -> bool:
    return option.rule.startswith(CHAPTER)


def listed_options() -> list[Option]:
    """Return every option in the order of the pages."""
    place = {key: n for n, key in enumerate(LISTED.split())}
    return sorted(OPTIONS.values(), key=lambda one: place.get(one.key, len(place)))


def option_field(option: Option, value: str, name: str = "") -> Field:
    choices = tuple((choice.value, choice.label) for choice in option.choices)
    if option.allows(value) and value not in {choice.value for choice in option.choices}:
        choices = (*choices, (value, option.label(value)))
    alike: dict[str, list[str]] = {}
    for one in option.choices:
        alike.setdefault(one.line, []).append(one.label)
    told = (say("*{choice}:* {line}", choice=together(of, " · "), line=line) for line, of in alike.items())
    hint = together([*told], "\n")  # a line each
    default = option.label(option.default) if value != option.default else ""
    title = say("{title} (your group's own)", title=option.title) if is_house_rule(option) else option.title
    return Field(name or option.key, title, "radio", value, choices, hint, default=default, chips=(chip(option.rule),))


def seconds_field(option: Option, value: str, name: str) -> Field | None:
    """Return where a time is typed that no choice names, in seconds or of the day, ``None`` if none can be."""
    named = value in {choice.value for choice in option.choices}
    if option.clock:
        error = "" if option.allows(value) else "Enter a time such as 22:30."
        return Field(name, "Or another time", "time", "" if named else value, error=error)
    if option.seconds is None:
        return None
    low, high = option.seconds
    error = "" if option.allows(value) else say("A whole number of seconds, {low} to {high}.", low=low, high=high)
    return Field(
        name,
        say("Or {low} to {high} seconds", low=low, high=high),
        "number",
        "" if named else value,
        error=error,
        low=low,
        high=high,
    )


def option_forms(option: Option, table: Table, *, told: bool = True) -> tuple[Act, ...]:
    """Return the form that switches a reading, with a line on each choice where ``told``; another sets free seconds."""
    field = option_field(option, setting(table, option), "value")
    field = field if told else replace(field, hint="")
    seats = (("", "The whole table"), *((seat, faction_name(seat)) for seat in table.seats))
    inputs = (field, Field("asked", "Who asked", "select", "", seats))
    made = replace(button_of(change(option, "Play it this way")), inputs=inputs)
    free = seconds_field(option, setting(table, option), "value")
    label = "Set the time" if option.clock else "Set the seconds"
    return (made, replace(button_of(change(option, label)), inputs=(free,))) if free else (made,)
