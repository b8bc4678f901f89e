"""What the program holds, account by account, in the words of the second accountant's books."""

from __future__ import annotations

from typing import Any

from referee.board.forces import RESERVES, TANKS, Forces
from referee.factions.richese.cache import cache
from referee.holdings.leaders import LeaderBook
from referee.holdings.ledger import SpiceOnBoard
from referee.holdings.set_aside import set_aside
from referee.kernel import Table
from referee.options.bidding.payees_backing import LaidApart
from referee.phases.bidding.order_of_bidding import Bidding
from tests.tools.accounts.ledger import OUTSIDE, Ledger
from tests.tools.accounts.pieces import ASIDE


def by_the_program(table: Table) -> dict[str, Any]:
    """Return every account of the referee's table that is not empty."""
    bidding, apart = table.get(Bidding), table.get(LaidApart)
    cards: dict[str, Any] = {"deck": table.deck, "discard": table.discard, "row": bidding.row if bidding else []}
    cards |= {"aside": set_aside(table), "cache": cache(table).cards, "gone": cache(table).gone}
    spice: dict[str, Any] = {"bank": table.bank}
    spice |= {f"on:{place}": n for place, n in table.state(SpiceOnBoard).lying.items()}
    spice |= {f"apart:{seat}": n for seat, n in (apart.sums if apart else {}).items()}
    for seat, own in table.seats.items():
        cards[f"hand:{seat}"] = own.hand
        spice |= {seat: own.spice, f"front:{seat}": own.bribes}
    forces = table.state(Forces)
    held = {where: (one.normal, one.special) for where, one in forces.held.items() if _counted(forces, *where)}
    leaders = {s: (own.pool, own.face_up, own.face_down) for s, own in table.state(LeaderBook).of.items()}
    return _accounts(cards, spice, held, leaders)


def by_the_books(books: Ledger) -> dict[str, Any]:
    held = {
        where: one for where, one in books.forces.items() if where[0] in books.kept or where[1] in {RESERVES, TANKS}
    }
    spice = {name: n for name, n in books.spice.items() if name != OUTSIDE}
    leaders = {seat: own for seat, own in books.leaders.items() if seat != ASIDE}
    return _accounts(books.cards, spice, held, leaders)


def _counted(forces: Forces, seat: str, place: str) -> bool:
    return seat in forces.kept or place in {RESERVES, TANKS}


def _accounts(cards: Any, spice: Any, forces: Any, leaders: Any) -> dict[str, Any]:
    """Return one account for each pile, purse, place and faction's leaders; only of deck and row the order counts."""
    found: dict[str, Any] = {}
    for name, pile in cards.items():
        if pile:
            found[f"cards in {name}"] = list(pile) if name in {"deck", "row"} else sorted(pile, key=str)
    found |= {f"spice of {name}": n for name, n in spice.items() if not isinstance(n, int) or n}
    found |= {f"forces of {seat} in {place}": group for (seat, place), group in forces.items() if group != (0, 0)}
    for seat, places in leaders.items():
        found |= {f"leaders of {seat}, {n}": sorted(names) for n, names in enumerate(places) if names}
    return found
