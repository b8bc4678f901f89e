"""Cards and forces out of nothing, by buttons that are there; what a file holds is counted after the program is gone.

Cards are counted by ``tests/kit/players.py``, which shares no code with the program's own count.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from referee.board.forces import Forces
from referee.kernel import REFEREE, Table
from referee.running.acts import fold_acts
from referee.running.journal import read
from tests.kit import SIX, everything_once
from tests.tools.attack.outside import Outside, outside
from tests.tools.attack.rows import Row, Scale

LOT = {"card": "Stone Burner", "style": "once", "when": "first", "way": "right"}


def at_the_end(table: Outside) -> Table:
    """Kill the program and return the referee's table as its file tells it."""
    table.program.kill()
    return fold_acts(read(table.file), REFEREE)


def cards_by_buttons(scale: Scale) -> Iterable[Row]:
    """Richese open a sale, Ixians swap its card, and the table ends bidding."""
    with outside(("richese", "ixian", "emperor"), K8="off", B7="10") as table:
        table.must("host", "DealWithoutChoice")
        table.must("host", "BeginBidding")
        table.must("host", "DeclareHands")
        table.must("richese", "OfferCache", **LOT)
        table.must("host", "SkipSorting")
        table.must("host", "DealRow")
        card = re.search(r'name="card".*?value="([^"]+)"', table.page("ixian", "me/secret?tab=home"), re.DOTALL)
        assert card, "the Ixians hold a card that they may leave"
        status, _ = table.tap("ixian", "SwapCard", card=card[1])
        status = max(status, table.tap("host", "EndBidding")[0])
        cards = everything_once(at_the_end(table))
    twice = sum(count > 1 for count in cards.values())
    whole = len(cards) == 43 and not twice
    yield Row("a sale, a swap, the end of bidding", "1", f"{len(cards)} of 43 cards, {twice} twice ({status})", whole)


def forces_by_waiver(scale: Scale) -> Iterable[Row]:
    """Ask the table for more forces than there are, and let it allow that."""
    with outside(K8="off", spice=dict.fromkeys(SIX, 50)) as table:
        table.must("host", "KeepCount")
        table.must("host", "GoTo", phase="shipment", anyway="1")
        form = {"normal": 15, "goal": "Carthag"}
        _, refused = table.tap("harkonnen", "Ship", **form)
        table.tap("harkonnen", "Ship", ask="1", **form)
        shown = table.page("host", "")
        status, _ = table.tap("host", "Ship", **form, **{"for": "harkonnen", "waive": "1"})
        held = at_the_end(table).state(Forces).held
    out = sum(group.total for (seat, place), group in held.items() if seat == "harkonnen" and group.total > 0)
    yield Row("more forces than there are, waived", "1", f"Harkonnen have {out} of 20 ({status})", out <= 20)
    offered = "Ask the table" in refused or "Allow anyway" in shown
    yield Row("what exists is not asked of the table", "1", "asked" if offered else "not asked", not offered)


def spice_by_waiver(scale: Scale) -> Iterable[Row]:
    """Let an ally pay far more for a shipment than it costs, and the table allow it: the rest is nobody's."""
    with outside(K8="off", spice=dict.fromkeys(SIX, 50), allies=(("emperor", "fremen"),)) as table:
        table.must("host", "KeepCount")
        table.must("host", "GoTo", phase="shipment", anyway="1")
        form = {"normal": 1, "goal": "Carthag", "ally_pays": 40}
        status, _ = table.tap("host", "Ship", **form, **{"for": "emperor", "waive": "1"})
        purse = at_the_end(table).seats["emperor"].spice
    yield Row(
        "an ally pays more than a shipment costs, waived", "1", f"{purse} of 50 left ({status})", int(str(purse)) <= 50
    )


def waivers(scale: Scale) -> Iterable[Row]:
    """Ask the table to allow a second shipment, and read what it is asked."""
    with outside(K8="off", spice=dict.fromkeys(SIX, 50)) as table:
        table.must("host", "KeepCount")
        table.must("host", "GoTo", phase="shipment", anyway="1")
        table.must("emperor", "Ship", normal=1, goal="Carthag")
        table.tap("emperor", "Ship", ask="1", normal=7, goal="Habbanya Sietch", special=2)
        asked = table.page("host", "").partition("Asked of the table")[2].partition("Allow anyway")[0]
        asked = re.sub(r"<[^>]*>", " ", asked)
        whole = bool(asked) and all(word in asked for word in ("7", "2", "Habbanya Sietch"))
    yield Row("the whole of what the table is asked", "1", "shown" if whole else "not shown", whole)
