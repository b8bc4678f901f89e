"""How long bidding takes: seconds for a bid, for deals before a card, and for a pause after the sale (1.04.06.04)."""

from __future__ import annotations

from referee.kernel.rulings import Question
from referee.kernel.table import Table


class BidSeconds(Question[int]):
    """How many seconds does a player have to bid? 0 means no clock."""

    rule = "1.04.06.04"

    def plain(self, table: Table) -> int:
        return 10


class TimeOutPasses(Question[bool]):
    """Does the referee pass for a player whose time ran out?"""

    rule = "1.04.06.04"

    def plain(self, table: Table) -> bool:
        return True


class TalkSeconds(Question[int]):
    """How long is the deal window before a card? 0 means none."""

    rule = "4.90.04"

    def plain(self, table: Table) -> int:
        return 0


class PauseSeconds(Question[int]):
    """How long must there be before a card if there is no time for deals? 0 means that it comes up at once."""

    rule = "1.04.05"

    def plain(self, table: Table) -> int:
        return 0
