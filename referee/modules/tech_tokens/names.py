"""The three tech tokens by name, and what each faction says of them."""

from __future__ import annotations

from referee.kernel import SeatQuestion

PRODUCTION, AXLOTL, LINERS = "Spice Production", "Axlotl Tanks", "Heighliners"
TOKENS = (PRODUCTION, AXLOTL, LINERS)


class FirstToken(SeatQuestion[str], rule="4.08.01", answer=""):
    """Which tech token has this faction on it, and so begins with it? "" for none."""


class MakesPay(SeatQuestion[bool], rule="4.08.02", answer=True):
    """Does this faction make this token pay by doing what the token is about?"""

    token: str
