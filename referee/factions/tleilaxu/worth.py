"""What an offer is worth to Tleilaxu, for the referee that plays their empty seat (4.97.67)."""

from __future__ import annotations

from referee.factions.tleilaxu.face_dance import RULE, ShowFaceDancer
from referee.kernel import Amount, Table, ruling
from referee.offers.gains import OfferGains


@ruling(OfferGains, rule=RULE)
def a_field_for_a_leader(question: OfferGains, table: Table, so_far: Amount) -> Amount | None:
    return 5 if isinstance(question.command, ShowFaceDancer) else None
