"""The Nexus card of this faction, and what its three uses do."""

from __future__ import annotations

from referee.factions.fremen import ME
from referee.holdings.nexus_cards import nexus_card

CARD = nexus_card(ME, "4.05.14")
