"""A second book of positions, written apart from the rooms as a clerk would keep it on paper, from the texts alone.

It knows charity, revivals, shipments, collection, income, gifts, bribes and victory, under the default options. No card
and no great power does anything. It shares no line with the referee.
"""

from __future__ import annotations

from typing import Any

Step = dict[str, Any]
FREE = {
    "Atreides": 2, "Harkonnen": 2, "Emperor": 1, "Fremen": 3, "Bene Gesserit": 1, "Spacing Guild": 1, "Ixian": 1,
    "Tleilaxu": 2, "CHOAM": 0, "Richese": 2,
}  # fmt: skip
# where Fremen may be sent: the Great Flat and what lies within two territories of it (2.04.03)
FREMEN_RANGE = {
    "The Great Flat", "The Greater Flat", "Funeral Plain", "Wind Pass", "Wind Pass North", "Polar Sink", "Tsimpo",
    "Cielago West", "False Wall West", "Habbanya Erg", "Plastic Basin", "Bight of the Cliff", "Sietch Tabr",
    "Rock Outcroppings", "Hagga Basin", "Broken Land",
}  # fmt: skip
INCOME = {"Arrakeen": 2, "Carthag": 2, "Tuek's Sietch": 1}


class Refused(Exception):
    """An event is refused."""


OF_PHASE = {
    "claim_charity": "choam_charity", "collect_bribes": "mentat_pause", "collect": "spice_collection",
    **dict.fromkeys(("revive_forces", "revive_ally_forces", "grant_free_revival"), "revival"),
    **dict.fromkeys(("ship", "cross_ship", "ship_off_planet", "send"), "shipment"),
}  # fmt: skip


def refuse(wrong: bool) -> None:
    if wrong:
        raise Refused


def half(n: int) -> int:
    """Return half of a number, rounded up."""
    return -(-n // 2)


class Book:
    """Everything that a position tells of, and what the events make of it."""

    def __init__(self, case: Step) -> None:
        place = case["situation"]
        self.players, self.phase, self.advanced = place["players"], case["phase"], case["rules"] == "advanced"
        self.spice, self.front = dict(place["spice"]), dict(place["front_of_shield"])
        self.tanks = {who: dict(group) for who, group in place["tanks"].items()}
        self.ally = {a: b for pair in place["alliances"] for a, b in (pair, pair[::-1])}
        self.cities, self.sand = place["cities"], dict(place["territory_spice"])
        self.turn, self.first = place["turn"], place["first_player"]
        self.bank = 0
        self.back: dict[str, dict[str, int]] = {}
        self.claimed: set[str] = set()
        self.paid_at_once = False
        self.own: dict[str, int] = {}
        self.used_free: dict[str, int] = {}
        self.starred: dict[str, int] = {}
        self.helped: dict[str, int] = {}
        self.granted: set[str] = set()
        self.shipped: set[str] = set()
        self.drew: set[tuple[str, str]] = set()
        self.emptied: set[tuple[str, str]] = set()
        self.victory: Step | None = None

    # -- spice and forces ---------------------------------------------------------------------------------

    def pays(self, who: str, to: str, n: int) -> None:
        refuse(self.spice[who] < n)
        self.spice[who] -= n
        self.gets(to, n)

    def gets(self, who: str, n: int) -> None:
        if who == "bank":
            self.bank += n
        else:
            self.spice[who] += n

    def from_bank(self, who: str, n: int) -> None:
        self.bank -= n
        self.spice[who] += n

    def reserves(self, who: str, normal: int, special: int = 0) -> None:
        own = self.back.setdefault(who, {"normal": 0, "special": 0})
        own["normal"] += normal
        own["special"] += special

    # -- the events ---------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Do what nobody has to ask for: CHOAM's charity, and the income of a collection without events."""
        if self.phase == "choam_charity":
            self.choam_first()

    def choam_first(self) -> None:
        """CHOAM take 2 for every faction as the phase begins (2.09.03)."""
        if "CHOAM" in self.players and not self.paid_at_once:
            self.from_bank("CHOAM", 2 * len(self.players))
        self.paid_at_once = True

    def take(self, step: Step) -> None:
        """Enter one event; raises ``Refused``."""
        refuse(self.phase not in {"any", OF_PHASE.get(step["act"], self.phase)})
        getattr(self, f"_{step['act']}")(step, step.get("by", ""))

    def _claim_charity(self, step: Step, by: str) -> None:
        self.choam_first()
        refuse(by in self.claimed)
        if by == "CHOAM":
            self.claimed.add(by)
            return
        due = 2 if by == "Bene Gesserit" and self.advanced else max(0, 2 - self.spice[by])
        refuse(not due)
        self.claimed.add(by)
        if "CHOAM" in self.players:
            theirs = min(due, self.spice["CHOAM"])
            self.pays("CHOAM", by, theirs)
            due -= theirs
        self.from_bank(by, due)

    def _bribe(self, step: Step, by: str) -> None:
        refuse(self.phase in {"setup", "mentat_pause"} or self.ally.get(by) == step["to"])
        refuse(self.spice[by] < step["amount"])
        self.spice[by] -= step["amount"]
        self.front[step["to"]] = self.front.get(step["to"], 0) + step["amount"]

    def _gift(self, step: Step, by: str) -> None:
        refuse(by != "Emperor" or self.ally.get(by) != step["to"])
        self.pays(by, step["to"], step["amount"])

    def _collect_bribes(self, step: Step, by: str) -> None:
        self.spice[by] += self.front.get(by, 0)
        self.front[by] = 0

    # -- revival ------------------------------------------------------------------------------------------

    def price(self, who: str, normal: int, special: int) -> int:
        """Return what these cost beyond the free ones."""
        if who == "CHOAM":
            return normal + special
        dear = 3 if who == "Ixian" else 2
        price = 2 * normal + dear * special
        return half(price) if who == "Tleilaxu" else price

    def from_tanks(self, who: str, normal: int, special: int) -> None:
        dead = self.tanks.get(who, {"normal": 0, "special": 0})
        refuse(normal > dead["normal"] or special > dead["special"])
        one = who in {"Emperor", "Fremen"} and self.advanced
        refuse(one and special > 0 and self.starred.get(who, 0) + special > 1)

    def revived(self, who: str, normal: int, special: int) -> None:
        self.tanks[who]["normal"] -= normal
        self.tanks[who]["special"] -= special
        self.starred[who] = self.starred.get(who, 0) + special
        self.reserves(who, normal, special)

    def payee(self, who: str) -> str:
        return "Tleilaxu" if "Tleilaxu" in self.players and who != "Tleilaxu" else "bank"

    def _revive_forces(self, step: Step, by: str) -> None:
        normal, special = step["normal"], step["special"]
        self.from_tanks(by, normal, special)
        most = 999 if by in {"Tleilaxu", "CHOAM"} else 3
        refuse(self.own.get(by, 0) + normal + special > most)
        number = max(3, FREE[by]) if by in self.granted else FREE[by]
        left = max(0, number - self.used_free.get(by, 0))
        starred = min(special, left)
        plain = min(normal, left - starred)
        self.pays(by, self.payee(by), self.price(by, normal - plain, special - starred))
        self.own[by] = self.own.get(by, 0) + normal + special
        if plain + starred:
            first = not self.used_free.get(by)
            self.used_free[by] = self.used_free.get(by, 0) + plain + starred
            if first and self.payee(by) == "Tleilaxu":
                self.from_bank("Tleilaxu", 1)
        self.revived(by, normal, special)

    def _grant_free_revival(self, step: Step, by: str) -> None:
        refuse(by != "Fremen" or self.ally.get(by) != step["to"])
        self.granted.add(step["to"])

    def _revive_ally_forces(self, step: Step, by: str) -> None:
        who, n = step["for"], step["normal"]
        refuse(by != "Emperor" or self.ally.get(by) != who)
        self.from_tanks(who, n, 0)
        refuse(self.helped.get(who, 0) + n > 3)
        self.pays(by, self.payee(who), self.price(who, n, 0))
        self.helped[who] = self.helped.get(who, 0) + n
        self.revived(who, n, 0)

    # -- shipment -----------------------------------------------------------------------------------------

    def once(self, by: str) -> None:
        refuse(by in self.shipped)

    def fare(self, step: Step, by: str) -> None:
        """Let a shipper pay, and the ally what was promised."""
        n = step["forces"]
        full = n if step["stronghold"] else 2 * n
        asks = step.get("half_price", False)
        refuse(asks and by != "Spacing Guild" and self.ally.get(by) != "Spacing Guild")
        price = half(full) if by == "Spacing Guild" or asks else full
        to = "Spacing Guild" if "Spacing Guild" in self.players and by != "Spacing Guild" else "bank"
        help_ = {who: min(most, self.spice[who]) for who, most in step.get("promised", {}).items()}
        refuse(any(self.ally.get(by) != who for who in help_))
        refuse(self.spice[by] + sum(help_.values()) < price)
        own = min(price, self.spice[by])
        self.pays(by, to, own)
        for who, most in help_.items():
            share = min(most, price - own)
            self.pays(who, to, share)

    def _ship(self, step: Step, by: str) -> None:
        refuse(by == "Fremen")
        self.once(by)
        self.fare(step, by)
        self.shipped.add(by)
        self.reserves(by, -step["forces"])

    def _cross_ship(self, step: Step, by: str) -> None:
        refuse(by != "Spacing Guild" and self.ally.get(by) != "Spacing Guild")
        self.once(by)
        self.fare(step, by)
        self.shipped.add(by)

    def _ship_off_planet(self, step: Step, by: str) -> None:
        refuse(by != "Spacing Guild")
        self.once(by)
        self.pays(by, "bank", half(step["forces"]))
        self.shipped.add(by)
        self.reserves(by, step["forces"])

    def _send(self, step: Step, by: str) -> None:
        refuse(by != "Fremen" or step["to"] not in FREMEN_RANGE)
        self.once(by)
        self.shipped.add(by)
        self.reserves(by, -step["forces"])

    # -- collection, income, victory ----------------------------------------------------------------------

    def _city_income(self, step: Step, by: str) -> None:
        """Everybody draws what the strongholds held pay, once a turn, in the advanced game (1.13.01)."""
        refuse(self.phase != "spice_collection")
        for who in self.players:
            self.income(who)

    def income(self, who: str) -> None:
        """Draw income that has not been drawn; when spice is collected, everybody's is."""
        for city in self.cities.get(who, ()) if self.advanced else ():
            if (who, city) not in self.drew:
                self.from_bank(who, INCOME.get(city, 0))
            self.drew.add((who, city))

    def _collect(self, step: Step, by: str) -> None:
        where, n = step["territory"], step["forces"]
        there = self.sand.get(where, 0)
        cut = step.get("separated_by_storm") or step.get("same_sector_as_spice") is False
        refuse(cut or step.get("as") == "advisors" or not there or not n or (by, where) in self.emptied)
        rate = 3 if {"Arrakeen", "Carthag"} & {*self.cities.get(by, ())} else 2
        brought = min(there, rate * n)
        for who in self.players:
            self.income(who)
        self.spice[by] += brought
        self.sand[where] = there - brought
        self.emptied.add((by, where))

    def _check_victory(self, step: Step, by: str) -> None:
        """The first in storm order with enough strongholds wins; after the last turn somebody does."""
        refuse(self.phase != "mentat_pause" or bool(self.victory and self.victory["winners"]))
        place = self.players.index(self.first)
        order = [*self.players[place:], *self.players[:place]]
        for who in order:
            side = {who, self.ally.get(who, who)}
            if len(self.held(side)) >= (4 if len(side) == 2 else 3):
                self.won(side, "strongholds")
                return
        last = step.get("last") or self.turn >= 10
        if last:
            self.won(self.at_the_end(), "end")
        else:
            self.victory = {"winners": [], "how": ""}

    def held(self, side: set[str]) -> set[str]:
        return {city for who in side for city in self.cities.get(who, ())}

    def won(self, side: set[str], how: str) -> None:
        self.victory = {"winners": sorted(side), "how": how}

    def at_the_end(self) -> set[str]:
        fremen, guild = "Fremen" in self.players, "Spacing Guild" in self.players
        holder = {city: who for who, cities in self.cities.items() for city in cities}
        sietches = {holder.get(place, "Fremen") for place in ("Sietch Tabr", "Habbanya Sietch")} == {"Fremen"}
        enemies = {"Harkonnen", "Atreides", "Emperor", "Richese"}
        if fremen and (not guild or (sietches and holder.get("Tuek's Sietch") not in enemies)):
            return {"Fremen", self.ally.get("Fremen", "Fremen")}
        if guild:
            return {"Spacing Guild", self.ally.get("Spacing Guild", "Spacing Guild")}
        most = max(len(self.held({who})) for who in self.players)
        return {who for who in self.players if len(self.held({who})) == most}

    # -- what stands --------------------------------------------------------------------------------------

    def state(self) -> Step:
        return {
            "spice": self.spice, "bank_delta": self.bank, "victory": self.victory,
            "front_of_shield": {who: n for who, n in self.front.items() if n},
            "territory_spice_after": {where: n for where, n in self.sand.items() if n},
            "reserves_delta": {who: own for who, own in self.back.items() if any(own.values())},
        }  # fmt: skip
