"""What an offer is worth to its faction, for the referee that plays an empty seat (4.97.67)."""

from __future__ import annotations

from referee.kernel import Amount, Command, SeatQuestion


class OfferGains(SeatQuestion[Amount], rule="0.01", answer=0):
    """How much more than a common command of its kind does this one bring its faction?

    About as many spice; below 0 for what the faction had better leave alone. Asked on the seat's own table. A room
    answers for its own commands; without an answer the stand-in goes by the kind of offer.
    """

    command: Command


LEFT_ALONE = -99  # never by itself: alliances, and gifts to others
