"""P20: what is accepted is what is offered: a field out of its range is refused, on every phone and in scripts.

Random games of all factions and modules; after each tap the judge alone is asked about offers of one seat with each
field in turn moved out of its range: below its lowest, above its highest, or no choice of its list; and about commands
that no button shows. Its own objections are asked the same, as a script asks them. ``REFEREE_OUTSIDE`` sets how many
such commands are judged, some thousands by default.

Mutants (``python -m tests.promises.mutants 20`` tries them):
referee/screens/permission.py: `beyond(command, made_now(type(command), who, public, own))` -> `()`
referee/kernel/commands.py: `return found or list(_below_zero(command))` -> `return found`
referee/screens/offered.py: `blank.low <= value <= blank.high` -> `True`
referee/screens/offered.py: `return value in words or any(_same(value, word) for word in words)` -> `return True`
"""

from __future__ import annotations

import dataclasses
import os
from collections import Counter
from random import Random
from typing import Any

from referee.board.forces_counted import KeepCount
from referee.common.boxes import MODULES
from referee.common.factions import FACTIONS
from referee.kernel.commands import BadCommand, Command, objections, read_command
from referee.kernel.table import card_name
from referee.phases.revival.forces import ReviveForces
from referee.screens.offered import made_now
from referee.screens.offers import Offer, offers, secret_offers
from tests.kit.fighters import Rooms
from tests.kit.meddlers import NUMBERS, Meddlers, vocabulary

TRIES = int(os.environ.get("REFEREE_OUTSIDE", os.environ.get("REFEREE_MEDDLING", "3000")))


class Askers(Meddlers, Rooms):
    """After each tap the judge is asked about a seat's offers with a field out of range; nothing is carried out."""

    rate = 0

    def __init__(self, *how: Any) -> None:
        self.asked, self.found = 0, Counter[tuple[str, str]]()
        super().__init__(*how)

    def something(self) -> None:
        super().something()
        seat = self.random.choice(list(self.public.seats))
        own = self.sitting.screen(seat)
        shown = [*offers(self.public, seat), *secret_offers(own, seat)]
        for offer in self.random.sample(shown, min(3, len(shown))):
            self.move_out(offer, seat)
        for _ in range(5):
            made = self.any_command(seat)
            if made.by in {"seat", "both"} and not any(made_now(type(made), seat, self.public, own)):
                self.judged(made, seat, "not offered")

    def move_out(self, offer: Offer, seat: str) -> None:
        """Fill in an offer, and ask about it again with each field that it has moved out of its range."""
        words = {blank.name: self.fill(blank) for blank in offer.blanks} | dict(offer.fixed)
        own = self.sitting.screen(seat)
        try:
            base = read_command(offer.name, {**words, "seat": seat})
        except BadCommand:
            return
        if offer.why_not or offer.command.own_form or self.sitting._judge(base, seat):
            return
        made = list(made_now(offer.command, seat, self.public, own))
        for name in (one.name for one in dataclasses.fields(base) if one.name in words and one.name != "seat"):
            said = {bound for one in made for bound in self.outside(one, name, getattr(base, name))}
            for value in said - self.inside(made, name):
                self.judged(dataclasses.replace(base, **{name: value}), seat, name)

    def outside(self, offer: Offer, name: str, value: Any) -> list[Any]:
        blank = next((one for one in offer.blanks if one.name == name), None)
        if isinstance(value, bool) or (blank is not None and blank.kind in {"text", "textarea", "checkbox"}):
            return []
        if isinstance(value, str):
            return ["nonsense", *self.random.sample(vocabulary(), 5)]
        return [-1, *NUMBERS, *([blank.low - 1, blank.high + 1] if blank and blank.kind == "number" else [])]

    def inside(self, made: list[Offer], name: str) -> set[Any]:
        """Return what some offer allows in this field."""
        said = {dict(one.fixed).get(name, "") for one in made}
        blanks = [blank for one in made for blank in one.blanks if blank.name == name]
        said |= {word for blank in blanks for value, _ in blank.choices for word in (value, card_name(value))}
        spans = [range(blank.low, min(blank.high, 1100) + 1) for blank in blanks if blank.kind == "number"]
        numbers = {int(one) for one in said if one.isdecimal()} | {n for span in spans for n in span}
        default = next(one.default for one in dataclasses.fields(made[0].command) if one.name == name)
        return {*said, *numbers, default, *({10**9} if any(blank.high >= 10**9 for blank in blanks) else ())}

    def judged(self, made: Command, seat: str, field: str) -> None:
        self.asked += 1
        free = made.own_form if field == "not offered" else field in made.unlisted
        if not free and not self.sitting._judge(made, seat):
            self.found[type(made).__name__, field] += 1
        if field != "not offered" and field not in made.script and not free and not self.refused_by_itself(made):
            self.found[type(made).__name__, f"{field}, in a script"] += 1

    def refused_by_itself(self, made: Command) -> bool:
        """Return whether the command objects without its button, or no rule can read it; no forces are no harm."""
        try:
            return made == ReviveForces(getattr(made, "seat", ""), 0) or any(objections(made, self.truth, self.truth))
        except (LookupError, TypeError):
            return True


def test_p20_what_no_button_says_is_refused() -> None:
    asked, seed, found = 0, 0, Counter[tuple[str, str]]()
    while asked < TRIES:
        dice = Random(seed)
        modules = [(key, made.value) for key, made in sorted(MODULES.items()) if dice.random() < 0.6]
        players = Askers(seed, dice.sample(sorted(FACTIONS), dice.randint(4, 12)), "advanced", tuple(modules))
        if dice.random() < 0.8:
            players.try_it(KeepCount())
        players.play(turns=1, presses=12)
        players.sitting.journal.close()
        asked, seed, found = asked + players.asked, seed + 1, found + players.found
    assert not found
