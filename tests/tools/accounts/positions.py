"""A game in the middle: forces on the map where factions meet, special cards in hands, spice on the sand, some dead."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from random import Random

from referee.board.forces import ANYWHERE, RESERVES, TANKS, ForcesCounted, PositionsKept
from referee.board.forces_counted import ForcesSetDown
from referee.board.storm import StormPlaced
from referee.common.boxes import MODULES
from referee.common.factions import FACTIONS
from referee.common.turn import PHASES
from referee.holdings.hands import DeckCards
from referee.holdings.leaders import LeadersNoted
from referee.holdings.ledger import SpiceLies
from referee.holdings.setup import SeatEntry, SetTable
from referee.kernel import Event, Table, ask, card_name, sealed
from referee.modules.nexus_cards.holding import CARDS, NEXUS_CARDS, NexusNoted
from referee.paper.join_midgame import JoinInTheMiddle
from tests.tools.accounts.pieces import ALL, STARRED

MEETING = {"Arrakeen": 2, "Carthag": 2, "Sietch Tabr": 2, "Habbanya Sietch": 2, "Tuek's Sietch": 2}
MEETING |= {"Red Chasm": 9, "The Great Flat": 9, "Hole in the Rock": 9, "Polar Sink": 12}


def position(
    dice: Random, seats: list[str], options: Mapping[str, str], allies: list[tuple[str, str]], wanted: Collection[str]
) -> JoinInTheMiddle:
    """Return a game of these factions under way, before a ``wanted`` phase, with wanted cards in somebody's hand."""
    options = {key: said for key, said in options.items() if key != "rules"}
    hands = _hands(dice, seats, options, wanted) if options["P1"] == "dealt" else {}
    places = tuple(
        SeatEntry(seat, "", len(hands.get(seat, "123")), dice.randint(0, 25), hands.get(seat, ())) for seat in seats
    )
    made = SetTable(
        "Random", places, dice.choice(seats), "advanced", dice.randint(2, 8), tuple(allies), tuple(options.items())
    )
    events = (*_pieces(dice, seats), *_nexus(dice, seats, options, allies, wanted), StormPlaced(dice.randint(1, 18)))
    return JoinInTheMiddle(made, events, dice.choice([phase for phase in PHASES if phase in wanted] or PHASES))


def _hands(
    dice: Random, seats: list[str], options: Mapping[str, str], wanted: Collection[str]
) -> dict[str, tuple[str, ...]]:
    """Return up to four cards for each hand, those that are wanted first."""
    table = Table()
    table.options |= options
    deck = list(ask(table, DeckCards()).value)
    cards = sorted(dice.sample(deck, len(deck)), key=lambda card: card_name(card) not in wanted)
    dealt = cards[: 3 * len(seats)]
    dice.shuffle(dealt)
    return {seat: tuple(dealt[n :: len(seats)]) for n, seat in enumerate(seats)}


def _pieces(dice: Random, seats: list[str]) -> Iterator[Event]:
    room = dict(MEETING)
    for seat in seats:
        stars = STARRED.get(seat, 0)
        reserves, tanks = (dice.randint(0, 6), min(stars, dice.randint(0, 2))), (dice.randint(0, 4), min(stars, 1))
        normal, special = ALL - stars - reserves[0] - tanks[0], stars - reserves[1] - tanks[1]
        yield ForcesCounted(seat, RESERVES, *reserves)
        yield ForcesCounted(seat, TANKS, *tanks)
        yield PositionsKept(seat, normal, max(special, 0))
        for place in dice.sample([one for one, left in room.items() if left], 3):
            room[place] -= 1
            group = (normal // 3, max(special, 0) // 3)
            yield from () if group == (0, 0) else (ForcesSetDown(seat, *group, ANYWHERE, place),)
        names = [*FACTIONS[seat].discs("advanced")]
        dead = dice.sample(names, min(len(names) - 1, dice.randint(0, 2)))
        pool = tuple(one for one in names if one not in dead)
        yield LeadersNoted(seat, pool, tuple(dead), sealed((), seat), ())
    yield from (SpiceLies(place, dice.randint(2, 10)) for place in dice.sample(["Red Chasm", "The Great Flat"], 1))


def _nexus(
    dice: Random, seats: list[str], options: Mapping[str, str], allies: list[tuple[str, str]], wanted: Collection[str]
) -> Iterator[Event]:
    """Yield who holds which Nexus card, if they are in play: players without an ally."""
    if options.get(CARDS.key) != MODULES[CARDS.key].value:
        return
    alone = [seat for seat in seats if not any(seat in pair for pair in allies)]
    holders = sorted(dice.sample(alone, len(alone)), key=lambda seat: seat not in wanted)
    cards = sorted(dice.sample(sorted(NEXUS_CARDS), len(NEXUS_CARDS)), key=lambda card: card not in wanted)
    if dice.random() < 0.4:  # each holds the card of its faction
        cards = [*holders, *(card for card in cards if card not in holders)]
    for seat, card in zip(holders, cards, strict=False):
        yield from (NexusNoted(seat, sealed(card, seat)),) if options["P1"] == "dealt" else ()
