"""Buttons that are shown to everybody who could use them, and refused for what their player alone knows.

A public page is the same whatever its seat holds, so such a button stands there, and the refusal waits behind the
shield.
"""

from __future__ import annotations

PURSE = "how much spice is behind the shield"
SECRET = {
    ("ClaimCharity", "1.03.01"): PURSE,
    ("Bid", "1.04.06.03"): PURSE,
    ("ReviveForces", "1.05.01.02"): PURSE,
    ("ReviveForces", "1.12.02"): PURSE,
    ("ReviveLeader", "1.05.03.01"): PURSE,
    ("ReviveLeader", "1.12.02"): PURSE,
    **{("Ship", rule): PURSE for rule in ("1.06.03.01", "1.12.02", "2.06.06", "2.06.07")},
    ("CallTraitor", "1.07.06.06"): "which leaders are traitors",
    ("ShowFaceDancer", "2.08.04"): "which leaders are Face Dancers",
    ("StopPower", "3.01.11"): "whether a Karama is in the hand",
}
SAID_BESIDE = {"LockPlan"}  # a plan is made while others still speak, and its page says whom it waits for
