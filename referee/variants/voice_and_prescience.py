"""Options K3, K4 and K6: when what is said before a battle can be stopped, in which order, and what its words cover."""

from __future__ import annotations

from referee.rulings import option

option(
    "K3",
    "4.92.03",
    "Latest moment to stop Voice or Prescience",
    ("announced", "When it is announced", "Before its content is spoken."),
    ("heard", "After it is heard", "The order or question may be out already."),
)
option(
    "K4",
    "4.92.04",
    "Voice or Prescience first",
    ("voice", "Voice, then Prescience", "Prescience looks at a plan that obeys the Voice."),
    ("prescience", "Prescience, then Voice", "The Voice cannot undo what was shown."),
    ("free", "As it comes", "Whoever speaks first."),
)
option(
    "K6",
    "4.92.06",
    "What a class word of the Voice covers",
    ("named", "Plain cards only", "Special weapons and defences are named one by one."),
    ("class", "Special cards too", "The word for a weapon or a defence covers special ones."),
)
