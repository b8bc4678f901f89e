"""Option L1: short lines that say to first-timers what the moment is about and what to tap."""

from __future__ import annotations

from referee.rulings import option

option(
    "L1",
    "4.97.30",
    "Coach lines",
    ("off", "None", "The screens show the game alone."),
    ("on", "Teach us", "Table and phones say in two sentences what each step is about and what to tap."),
)
