"""The second accountant's books of forces and leaders."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

Record = dict[str, Any]
Forces = tuple[int, int]
RESERVES, TANKS, BOARD = "reserves", "tanks", "the board"
ALL = 20
STARRED = {"emperor": 5, "fremen": 3, "ixian": 7}
LIKE_ANY_OTHER = {"emperor", "fremen"}  # whose special forces the basic game does not tell apart
ASIDE = "aside"
WORLDS = {
    "Caladan": "atreides",
    "Ecaz": "ecaz",
    "Giedi Prime": "harkonnen",
    "Grumman": "moritani",
    "Ix": "ixian",
    "Junction": "spacing_guild",
    "Kaitain": "emperor",
    "Richese": "richese",
    "Salusa Secundus": "emperor",
    "Southern Hemisphere": "fremen",
    "Tleilax": "tleilaxu",
    "Tupile": "choam",
    "Wallach IX": "bene_gesserit",
}  # a faction's own world holds its reserves


def opened(value: Any) -> Any:
    """Return what lies in an envelope, or the value itself."""
    return value["sealed"] if isinstance(value, dict) and "sealed" in value else value


def plus(one: Forces, other: Forces, sign: int) -> Forces:
    return one[0] + sign * other[0], one[1] + sign * other[1]


@dataclass
class Pieces:
    """Where forces and leaders are after the acts that stand."""

    forces: dict[tuple[str, str], Forces] = field(default_factory=dict)
    kept: set[str] = field(default_factory=set)
    leaders: dict[str, tuple[list[str], list[str], list[str]]] = field(default_factory=dict)
    shared: set[str] = field(default_factory=set)  # discs that no faction owns
    lies: str = ""  # where Richese's token is
    alone: dict[tuple[str, str], dict[int, Forces]] = field(default_factory=dict)  # sectors that were counted apart
    wrong: list[str] = field(default_factory=list)
    basic: bool = False

    # -- forces -------------------------------------------------------------------------------------------

    def _TableSet(self, it: Record) -> None:
        self.basic = it["rules_played"] == "basic"

    def stars(self, seat: str) -> int:
        """Return how many of a faction's forces are special: in the basic game those that were counted apart."""
        apart = any(group[1] for (whose, _), group in self.forces.items() if whose == seat)
        return 0 if self.basic and seat in LIKE_ANY_OTHER and not apart else STARRED.get(seat, 0)

    def at(self, seat: str, place: str) -> Forces:
        return self.forces.get((seat, place or BOARD), (0, 0))

    def put(self, seat: str, place: str, group: Forces) -> None:
        self.forces[seat, place or BOARD] = group

    def move(self, it: Record, origin: str, goal: str) -> None:
        """Move a group; what is not recorded where it leaves is taken from somewhere on the board."""
        seat, group = it["seat"], (it.get("normal", 0), it.get("special", 0))
        origin, goal = (RESERVES if WORLDS.get(place) == seat else place for place in (origin, goal))
        if min(group) < 0:
            self.wrong.append(f"{group} forces move")
        for place, sign in ((origin, -1), (goal, 1)):
            if seat in self.kept or (seat, place or BOARD) in self.forces:
                now = plus(self.at(seat, place), group, sign)
                lacking = (min(now[0], 0), min(now[1], 0))
                self.put(seat, place, now)
                if lacking != (0, 0) and place in {RESERVES, TANKS}:
                    self.wrong.append(f"{seat} move {group} forces out of {place}, which lack {lacking}")
                if seat in self.kept and lacking != (0, 0) and place not in {"", BOARD}:
                    self.put(seat, place, plus(now, lacking, -1))
                    self.put(seat, BOARD, plus(self.at(seat, BOARD), lacking, 1))

    def count(self, seat: str, place: str, group: Forces) -> None:
        """Enter what was counted in a place; the rest of a faction is elsewhere."""
        before = self.at(seat, place)
        self.put(seat, place, group)
        if seat in self.kept:
            self.put(seat, BOARD, plus(self.at(seat, BOARD), plus(before, group, -1), 1))

    def _PositionsKept(self, it: Record) -> None:
        """Count a faction's whole board from now on; what was entered of single territories is part of that."""
        self._PositionsForgotten(it)
        self.kept.add(it["seat"])
        self.put(it["seat"], BOARD, (it["normal"], it["special"]))

    def _PositionsForgotten(self, it: Record) -> None:
        self.kept.discard(it["seat"])
        for one in [one for one in self.forces if one[0] == it["seat"] and one[1] not in {RESERVES, TANKS}]:
            del self.forces[one]

    def _ForcesCounted(self, it: Record) -> None:
        group = it["normal"], it["special"]
        if it.get("alone"):  # one sector of several, as a position is laid: the others stay
            sectors = self.alone.setdefault((it["seat"], it["place"]), {})
            sectors[it.get("sector", 0)] = group
            group = sum(one[0] for one in sectors.values()), sum(one[1] for one in sectors.values())
        self.count(it["seat"], it["place"], group)

    def _ForcesNoted(self, it: Record) -> None:
        self.count(it["seat"], it["territory"], (it["normal"], it["special"]))

    def _BattleBegun(self, it: Record) -> None:
        seats = it.get("troops") or (it["aggressor"], it["defender"])  # whose forces fight
        for seat, group in zip(seats, (it["attacking"], it["defending"]), strict=True):
            if WORLDS.get(it["territory"]) == seat:
                continue
            if not it.get("sectors") and seat in self.kept and self.at(seat, it["territory"]) != tuple(group):
                self.count(seat, it["territory"], (group[0], group[1]))

    def _ForcesToTanks(self, it: Record) -> None:
        self.move(it, it["origin"], TANKS)

    def _ForcesLost(self, it: Record) -> None:
        self.move(it, it["territory"], TANKS)

    def _LeftTheField(self, it: Record) -> None:
        self.move(it, it["territory"], RESERVES)

    def _ForcesSetDown(self, it: Record) -> None:
        self.move(it, it["origin"], it["goal"])

    _ForcesMoved = _ForcesShipped = _ForcesBrought = _ForcesRetreated = _ForcesSetDown

    def _ForcesSneakedIn(self, it: Record) -> None:
        self.move(it, RESERVES, it["goal"])

    def _ForcesRevived(self, it: Record) -> None:
        self.move(it, TANKS, RESERVES)

    def _ForceSentAlong(self, it: Record) -> None:
        self.move({"seat": it["seat"], "normal": 1}, it["origin"], it["goal"])

    def _ShipmentReturned(self, it: Record) -> None:
        self.move(it, it["goal"], RESERVES)

    def _ReserveJoined(self, it: Record) -> None:
        self.move({"seat": it["seat"], "normal": 1}, RESERVES, it["territory"])

    def _FedaykinJoined(self, it: Record) -> None:
        self.move({"seat": it["seat"], "special": 1}, RESERVES, it["goal"])

    def _RevivedSent(self, it: Record) -> None:
        self.move(it, RESERVES, it["goal"])

    def _FieldTaken(self, it: Record) -> None:
        self.move(it, it["origin"], it["territory"])

    def _FieldLaid(self, it: Record) -> None:
        self.lies = it["goal"]

    def _FieldMoved(self, it: Record) -> None:
        self.lies = it["goal"]
        self.move(it, it["origin"], it["goal"])

    def _FieldShown(self, it: Record) -> None:
        self.move({"seat": "richese", "normal": it["forces"]}, RESERVES, self.lies)
        self.lies = ""

    # -- leaders ------------------------------------------------------------------------------------------

    def disc(self, leader: str, seat: str, where: int) -> None:
        """Lay a leader's disc in a faction's pool (0), or face up (1) or down (2) in its Tanks."""
        for own in self.leaders.values():
            for names in own:
                names[:] = [name for name in names if name.casefold() != leader.casefold()]
        self.leaders.setdefault(seat, ([], [], []))[where].append(leader)

    def _LeadersNoted(self, it: Record) -> None:
        self.leaders[it["seat"]] = (list(it["pool"]), list(it["face_up"]), list(opened(it["face_down"])))

    def _LeaderDied(self, it: Record) -> None:
        if it["seat"] in self.leaders:
            self.disc(opened(it["leader"]), it["seat"], 1 if it["face_up"] else 2)

    def _LeaderTaken(self, it: Record) -> None:
        self.disc(opened(it["leader"]), it["seat"], 0)

    def _LeaderWentHome(self, it: Record) -> None:
        self.disc(it["leader"], it["seat"], 0)

    def _LeaderRevived(self, it: Record) -> None:
        if it["seat"] in self.leaders:
            self.disc(it["leader"], it["seat"], 0)

    def _DiscTaken(self, it: Record) -> None:
        self.shared.add(it["leader"])
        self.disc(it["leader"], it["seat"], 0)

    def _DiscSetAside(self, it: Record) -> None:
        """Take the disc off the table; several factions may have it, so it belongs to none."""
        self.shared.add(it["leader"])
        self.disc(it["leader"], ASIDE, 0)

    def _DiscDied(self, it: Record) -> None:
        self.shared.add(it["leader"])
        self.disc(it["leader"], it["seat"] if it["seat"] in self.leaders else ASIDE, 1)

    def _GholaMade(self, it: Record) -> None:
        self.disc(it["leader"], "tleilaxu", 0)

    def too_many(self) -> Iterator[str]:
        """Yield each faction that has more or fewer forces than its twenty."""
        for seat in {seat for seat, place in self.forces if place == RESERVES}:
            stars, out = self.stars(seat), plus(self.at(seat, RESERVES), self.at(seat, TANKS), 1)
            if out[0] > ALL - stars or out[1] > stars:
                yield f"{seat} have {out} forces in reserves and Tanks, of {(ALL - stars, stars)}"
        for seat in self.kept:
            held = {place: group for (whose, place), group in self.forces.items() if whose == seat}
            stars = self.stars(seat)
            total = (sum(n for n, _ in held.values()), sum(n for _, n in held.values()))
            if total != (ALL - stars, stars):
                yield f"{seat} have {total} forces, not {(ALL - stars, stars)}"
            here = ((place, group) for place, group in held.items() if place != BOARD)
            yield from (f"{seat} have {group} forces in {place}" for place, group in here if min(group) < 0)
