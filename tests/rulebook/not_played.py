"""Rulings that no position can express, by the reason. A ruling that is played is not named here.

``ROOMS`` are rules all of whose rulings are so, with those below them.
"""

SCREENS = "it is about screens, phones and the laptop"
ROOMS = {"4.97": SCREENS}
NOT_PLAYED: dict[str, tuple[str, ...]] = {}
