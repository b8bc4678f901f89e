"""What an offer is worth to its faction, for the referee that plays an empty seat (4.97.67)."""

from __future__ import annotations

from referee.kernel import Amount, Command, SeatQuestion, Table


class OfferGains(SeatQuestion[Amount], rule="0.01"):
    """How much more than a common command of its kind does this one bring its faction?

    About as many spice; below 0 for what the faction had better leave alone. Asked on the seat's own table. A room
    answers for its own commands where their class line does not.
    """

    command: Command

    def plain(self, table: Table) -> Amount:
        return self.command.gains


class FightsThere(SeatQuestion[tuple[str, int]], rule="0.01", answer=("", 0)):
    """Where fight how many more forces of this faction after a command? Fewer are below 0.

    A room answers where the fields of its command do not say it.
    """

    command: Command


class Hopes(SeatQuestion[bool], rule="0.01", answer=False):
    """Does this faction win itself if another one wins by strongholds in this turn?"""

    of: str


LEFT_ALONE = -99  # never by itself: alliances, and gifts to others
