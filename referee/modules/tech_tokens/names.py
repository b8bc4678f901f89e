"""The three tech tokens by name, and what each faction says of them."""

from __future__ import annotations

from referee.kernel import Question

PRODUCTION, AXLOTL, LINERS = "Spice Production", "Axlotl Tanks", "Heighliners"
TOKENS = (PRODUCTION, AXLOTL, LINERS)


class FirstToken(Question[str], rule="4.08.01", answer=""):
    """Which tech token has this faction on it, and so begins with it? "" for none."""

    seat: str


class MakesPay(Question[bool], rule="4.08.02", answer=True):
    """Does this faction make this token pay by doing what the token is about?"""

    seat: str
    token: str
