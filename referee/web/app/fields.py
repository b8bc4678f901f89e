"""Table options as fields of a form: something to choose, and so many seconds that no choice names."""

from __future__ import annotations

from referee.kernel.rulings import Option
from referee.web.app.words import chip
from referee.web.view_models.parts import Field


def option_field(option: Option, value: str, name: str = "") -> Field:
    """Return an option as something to choose, with one line for each choice."""
    choices = tuple((choice.value, choice.label) for choice in option.choices)
    if option.allows(value) and value not in {choice.value for choice in option.choices}:
        choices = (*choices, (value, option.label(value)))
    hint = " ".join(f"*{choice.label}:* {choice.line}" for choice in option.choices)
    default = option.label(option.default) if value != option.default else ""
    return Field(
        name or option.key, option.title, "radio", value, choices, hint, default=default, chips=(chip(option.rule),)
    )


def seconds_field(option: Option, value: str, name: str) -> Field | None:
    """Return where so many seconds are typed that no choice names, ``None`` where the option is no time."""
    if option.seconds is None:
        return None
    low, high = option.seconds
    named = value in {choice.value for choice in option.choices}
    error = "" if option.allows(value) else f"A whole number of seconds, {low} to {high}."
    return Field(name, f"Or {low} to {high} seconds", "number", "" if named else value, error=error, low=low, high=high)
