"""Each event of a position's script as the command of the table that it stands for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, fields

from referee.agreements.alliances import EndNexus
from referee.agreements.bribes import Bribe, TakeBribes
from referee.board.forces import RESERVES, Group
from referee.board.standing import stands
from referee.board.territories import TERRITORIES
from referee.board.worlds import WORLDS
from referee.common.factions import FACTIONS
from referee.contract.lines import BadCase
from referee.contract.positions.acts import Scripted
from referee.contract.table_acts import called
from referee.holdings.purse import GiveSpice
from referee.holdings.setup import TakeStart
from referee.kernel import Command, Objection, Table, command_kind, command_named
from referee.phases.charity import ClaimCharity
from referee.phases.collection.collection import Collect, gatherers
from referee.phases.revival.forces import GrantRevival, ReviveForAnother, ReviveForces
from referee.phases.revival.leaders import ReviveLeader
from referee.phases.shipment.marching import MoveForces
from referee.phases.shipment.prices_and_permissions import ACROSS, DOWN, HOME, OUT
from referee.phases.shipment.send_along import SendAlong
from referee.phases.shipment.shipping import Send, Ship
from referee.phases.spice_blow.blow import SpiceBlows, WormComes
from referee.phases.storm.storm_moves import MoveStorm, StormCrosses
from referee.powers.great_powers import GreatPower
from referee.turn.next_phase import GoTo
from referee.turn.who_is_done import SayDone

NO_SUCH = "The once-a-game power of {} is not used that way. In the advanced game, it is {}."


def ships(scripted: Scripted) -> Command:
    kind = {"ship": DOWN, "cross_ship": ACROSS, "ship_off_planet": HOME}[scripted.act]
    normal, special = scripted.get("forces")
    if kind == DOWN and scripted.get("on_map") and scripted.get("to") in WORLDS:
        kind = OUT
    return Ship(
        scripted.by,
        normal,
        scripted.get("to", RESERVES),
        stronghold=None if scripted.get("on_map") else scripted.get("stronghold", False),
        special=special,
        kind=kind,
        origin=scripted.get("from", RESERVES),
        half=scripted.get("half_price", False),
        by_card=scripted.get("karama") is not None,
        card=scripted.get("card", ""),
        shares=scripted.get("paid"),
        offers=scripted.get("promised", ()),
        sector=scripted.get("sector", 0),
        leaves=scripted.get("from_sector", 0),
    )


def _march(scripted: Scripted) -> Command:
    (normal, special), ends = scripted.get("forces"), (scripted.get("from"), scripted.get("to"))
    sectors = {"sector": scripted.get("sector", 0), "leaves": scripted.get("from_sector", 0)}
    if scripted.act == "move":
        return MoveForces(scripted.by, normal, *ends, special=special, **sectors)
    words = {"seat": scripted.by, "normal": normal, "special": special, "origin": ends[0], "goal": ends[1]}
    return command_named("RideWorm", **words, **sectors)


def _take_field(scripted: Scripted) -> Command:
    normal, special = scripted.get("forces")
    return command_named("TakeField", seat=scripted.by, normal=normal + special, origin=scripted.get("from", RESERVES))


def collects(scripted: Scripted) -> Command:
    cut_off = scripted.get("separated_by_storm", False) or not scripted.get("same_sector_as_spice", True)
    normal, special = scripted.get("forces", (0, 0))
    return Collect(scripted.by, scripted.get("territory", ""), normal, special, scripted.get("as", "forces"), cut_off)


def with_all_that_may(scripted: Scripted, table: Table) -> Scripted:
    """Return a collection with the forces that may collect there, else with those that stand there and may not."""
    seat, place = scripted.by, scripted.get("territory", "")
    here = [stand for stand in stands(table) if (stand.seat, stand.place) == (seat, place)]
    group = gatherers(table, seat).get(place) or sum((stand.group for stand in here), Group())
    return Scripted(scripted.act, seat, {**scripted.said, "forces": (group.normal, group.special)})


def great_power(scripted: Scripted) -> Command | Objection:
    """Return the command of a faction's once-a-game power (1.14), or why what the act says is none of its powers."""
    kinds = [kind for kind in GreatPower.__subclasses__() if kind.who == scripted.by]
    name, rule = (kinds[0].__name__, kinds[0].rule) if kinds else ("UseSpecial", "3.01.11.05")
    own = {field.name: field.default is MISSING for field in fields(command_kind(name) or Command)}
    said = {"seat": scripted.by, "card": scripted.get("card", ""), **scripted.get("revive", {})}
    said |= {word: scripted.get(word) for word in ("of", "territory") if scripted.get(word) is not None}
    if not {*said} <= {*own}:
        words, behind = NO_SUCH.format(FACTIONS[scripted.by].name, called(name)), (rule,)
        others = [one.rule for one in GreatPower.__subclasses__() if {*said} <= {one.name for one in fields(one)}]
        return Objection(others[0] if len(others) == 1 else rule, words, "NOT_ELIGIBLE", behind=behind)
    for word in (word for word, needed in own.items() if needed and word not in said):
        raise BadCase(f"A great power needs {word!r} here. Use {called(name)}.")
    return command_named(name, **said)


COMMANDS: dict[str, Callable[[Scripted], Command]] = {
    "starting_spice": lambda scripted: TakeStart(scripted.by),
    "claim_charity": lambda scripted: ClaimCharity(scripted.by),
    "collect_bribes": lambda scripted: TakeBribes(scripted.by),
    "bribe": lambda scripted: Bribe(scripted.by, scripted.get("to"), scripted.get("amount")),
    "gift": lambda scripted: GiveSpice(scripted.by, scripted.get("to"), scripted.get("amount")),
    "revive_forces": lambda scripted: ReviveForces(scripted.by, scripted.get("normal", 0), scripted.get("special", 0)),
    "grant_free_revival": lambda scripted: GrantRevival(scripted.by, scripted.get("to")),
    "revive_ally_forces": lambda scripted: ReviveForAnother(
        scripted.by, scripted.get("for"), scripted.get("normal", 0), scripted.get("special", 0)
    ),
    "revive_leader": lambda scripted: ReviveLeader(scripted.by, scripted.get("leader"), scripted.get("strength")),
    "ship": ships,
    "cross_ship": ships,
    "ship_off_planet": ships,
    "send": lambda scripted: Send(
        scripted.by,
        scripted.get("forces")[0],
        scripted.get("to"),
        scripted.get("forces")[1],
        sector=scripted.get("sector", 0),
        anywhere=None if scripted.get("on_map") or scripted.get("to") in TERRITORIES else True,
    ),
    "move": _march,
    "ride": _march,
    "flip": lambda scripted: command_named("TurnOver", seat=scripted.by, territory=scripted.get("territory")),
    "done": lambda scripted: SayDone(scripted.by),
    "spare_ally": lambda scripted: command_named(
        "SpareAlly", seat=scripted.by, territory=scripted.get("territory"), spare=scripted.get("spare")
    ),
    "take_field": _take_field,
    "worm": lambda scripted: WormComes(scripted.get("territory")),
    "end_nexus": lambda scripted: EndNexus(),
    "battles": lambda scripted: GoTo("battle", anyway=True),
    "next_turn": lambda scripted: GoTo("storm", anyway=True),
    "storm_moves": lambda scripted: MoveStorm(),
    "spiritual_advisor": lambda scripted: SendAlong(scripted.by, scripted.get("to", "Polar Sink")),
    "collect": collects,
    "kill_captured_leader": lambda scripted: command_named(
        "KillCaptive", seat=scripted.by, leader=scripted.get("leader")
    ),
    "storm_passes": lambda scripted: StormCrosses(scripted.get("territory")),
    "shai_hulud": lambda scripted: WormComes(scripted.get("territory")),
    "spice_blow": lambda scripted: SpiceBlows(
        scripted.get("territory"),
        scripted.get("amount"),
        scripted.get("icon_in_storm", False),
        by_marker=scripted.get("icon_in_storm") is None,
    ),
}
