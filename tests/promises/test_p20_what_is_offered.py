r"""P20: what is accepted is what is offered: a field out of its range is refused, on every phone and in scripts.

Random games of all factions and modules; after each tap the judge alone is asked about offers of one seat with each
field in turn moved out of its range: below its lowest, above its highest, or no choice of its list; and about commands
that no button shows. Its own objections are asked the same, as a script asks them, and so is the door alone, which
asks the buttons. ``REFEREE_OUTSIDE`` sets how many
such commands are judged, some thousands by default.

The other way, what a page offers is taken: each button on a page just drawn, pressed as it stands. After an act the
table screen, a seat's menu there and a phone are drawn, and the judge alone is asked about each form on them; nothing
is carried out. A form with one list is as many buttons. Where more is to be filled in, what stands there or something
else that it proposes is taken. What the table may allow itself says so beside the button. What only its player can know
to be refused is shown all the same (``SECRET``). And what has no button is refused, if its seat sends it.
``REFEREE_PRESSED`` sets how many forms are judged.

Mutants (``python -m tests.promises.mutants 20`` tries them):
referee/offers/permission.py: `beyond(command, made_now(type(command), who, public, own))` -> `()` (what_no)
referee/kernel/commands.py: `return objections or list(_below_zero(command))` -> `return objections` (what_no)
referee/offers/offered.py: `blank.low <= value <= blank.high` -> `True` (what_no)
referee/offers/offered.py: `return value in words or any(_same(value, word) for word in words)`
    -> `return True` (what_no)
referee/powers/taken_now.py: `(halts and kind.waits)` -> `False` (buttons)
referee/powers/taken_now.py: `(said and (kind.waits or kind.waits_for_powers))` -> `False` (buttons)
referee/powers/taken_now.py: `    if not found:` -> `    if True:` (buttons)
referee/powers/taken_now.py: `if _may_be(found.get(one[0], ()), allows)` -> `` (buttons)
referee/powers/taken_now.py: `replace(made, small=together([made.small, words]))` -> `made` (buttons)
referee/powers/taken_now.py: `if allows or one.code != ON_PHONE` -> `` (buttons)
"""

from __future__ import annotations

import dataclasses
import html
import os
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from referee.agreements.alliances import OfferAlliance
from referee.board.forces_counted import KeepCount
from referee.board.territories import on_board, slug
from referee.common.boxes import MODULES
from referee.common.factions import FACTIONS
from referee.kernel import PUBLIC, BadCommand, Command, Objection, Table, ask, card_name, objections, read_command
from referee.offers.offer import Blank, CardOffers, Offer, offers, others_of, secret_offers
from referee.offers.offered import made_now
from referee.offers.permission import not_open, not_yours
from referee.phases.revival.forces import ReviveForces
from referee.phases.spice_blow.blow import SpiceBlows, WormComes
from referee.powers.taken_now import taken_now
from referee.running.outcome import Outcome
from referee.turn.clock import PauseClock, ResumeClock
from tests.kit import NUMBERS, LiveTable, Meddlers, Rooms, vocabulary
from tests.tools.accounts.forms import Form, Words, forms
from tests.tools.accounts.secret_refusals import SAID_BESIDE, SECRET
from tests.web.all_screens import HOST, AllScreens

FORMS = int(os.environ.get("REFEREE_PRESSED", "4000"))
JUDGED_ELSEWHERE = {"Undo", "Redo", "TakeBack"}  # they are no commands
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
        if field == "not offered" or field in made.script or free:
            return
        if not self.refused_by_itself(made):
            self.found[type(made).__name__, f"{field}, in a script"] += 1
        if not any(not_open(made, seat, self.public, self.sitting.screen(seat))):
            self.found[type(made).__name__, f"{field}, at the door alone"] += 1

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


# -- the other way -------------------------------------------------------------------------------------


class Refusal(NamedTuple):
    rules: tuple[str, ...]
    words: tuple[str, ...]
    firm: bool


class Pressers(Rooms):
    """A game whose pages are drawn after many acts, and the forms on them judged."""

    rate = 0.3

    def __init__(self, seed: int, folder: Path) -> None:
        self.screens: AllScreens | None = None
        self.judged, self.found, self.examples = 0, Counter[tuple[str, ...]](), dict[tuple[str, ...], str]()
        dice = Random(f"pressed {seed}")
        chosen = tuple((one.key, one.value) for one in MODULES.values() if dice.random() < 0.7)
        clocks = (("B6", dice.choice(["off", "15"])), ("K8", dice.choice(["off", "15"])))
        super().__init__(seed, dice.sample(sorted(FACTIONS), dice.randint(3, 7)), "advanced", (*chosen, *clocks))
        if dice.random() < 0.7:
            self.must(KeepCount())
        self.phones = [seat for seat in self.public.seats if dice.random() < 0.8]
        self.screens = AllScreens(self.sitting, folder, self.phones)

    def try_it(self, command: Command, who: str = PUBLIC) -> Outcome:
        outcome = super().try_it(command, who)
        if outcome.events and self.screens and self.random.random() < self.rate:
            self.look()
            if self.random.random() < 0.1 and super().try_it(PauseClock()).done:
                self.look()
                super().try_it(ResumeClock())
        return outcome

    def look(self) -> None:
        for viewer, path in self.pages():
            page = html.unescape(self.screens.browsers[viewer].get(path).text) if self.screens else ""
            for form in forms(page):
                self.press_each(viewer, path, form, page)
        for seat in self.phones:
            own = self.sitting.screen(seat)
            stops = ask(self.public, CardOffers(seat, "stop")).value
            self.nothing_is_kept_back(seat, self.public, (*offers(self.public, seat), *stops))
            buys = ask(own, CardOffers(seat, "buy")).value
            self.nothing_is_kept_back(seat, own, (*secret_offers(own, seat), *buys))

    def pages(self) -> Iterator[tuple[str, str]]:
        dice = self.random
        yield HOST, "/t/game/"
        place = slug(dice.choice([one.name for one in on_board(self.public)]))
        yield HOST, dice.choice(["/t/game/more", "/t/game/more?see=corrections", f"/t/game/place/{place}"])
        yield HOST, f"/t/game/more/{dice.choice(list(self.public.seats))}"
        if self.phones:
            seat = dice.choice(self.phones)
            yield seat, "/t/game/me"
            yield seat, "/t/game/me/secret"
            yield seat, dice.choice(["/t/game/me?tab=more", "/t/game/me/secret?tab=book"])

    # -- what is shown ------------------------------------------------------------------------------------

    def press_each(self, viewer: str, path: str, form: Form, page: str) -> None:
        if form.act in JUDGED_ELSEWHERE:
            return
        buttons = [*form.one_choice()] or ([*form.untouched()] if form.bare else [])
        for words in buttons:
            self.note(viewer, path, words, self.refused(viewer, words, page))
        if not buttons:
            self.note(viewer, path, *self.least_refused(viewer, form, page))

    def least_refused(self, viewer: str, form: Form, page: str) -> tuple[Words, Refusal | None]:
        """Return what it says as it stands, or whatever else it can say that fewer rules refuse."""
        found = None
        for words in chain(form.untouched(), form.in_all_ways(self.random)):
            said = self.refused(viewer, words, page)
            if said is None:
                return words, None
            if found is None or len(said.rules) < len(found[1].rules):
                found = words, said
        return found or ({}, None)

    def note(self, viewer: str, path: str, words: Words, said: Refusal | None) -> None:
        self.judged += 1
        if said is None or any((words["act"], rule) in SECRET for rule in said.rules):
            return
        place = path.partition("game/")[2] if viewer != HOST else "host " + path.partition("game/")[2].partition("/")[0]
        key = (words["act"], place, " ".join(said.rules))
        self.found[key] += 1
        self.examples.setdefault(key, f"{viewer} {words}: {' '.join(said.words)} ({self.public.phase})")

    def refused(self, viewer: str, words: Words, page: str) -> Refusal | None:
        """Return why it would be refused, unless the table may allow it and its page says so."""
        found = self.against(viewer, words)
        if not found:
            return None
        rules, sentences = (tuple(str(one[n]) for one in found) for n in (0, 1))
        made = Refusal(rules, sentences, any(one.firm for one in found))
        allowed = words["act"] in SAID_BESIDE or (viewer == HOST and not made.firm)
        beside = allowed and all(one in page for one in made.words)
        return None if beside else made

    def against(self, viewer: str, words: Words) -> list[Objection]:
        said = {name: value for name, value in words.items() if name not in {"act", "seen", "key"}}
        seat = viewer if viewer != HOST else said.get("for") or said.get("seat") or ""
        who = PUBLIC if viewer == HOST else viewer
        try:
            made = read_command(words["act"], {**said, "seat": seat})
        except BadCommand as error:
            return [Objection("0.07", error.sentence, "BAD_INPUT", firm=True)]
        return list(not_yours(made, who, self.public)) or self.sitting._all_against(made, who, words.get("seen"))

    # -- what is not --------------------------------------------------------------------------------------

    def nothing_is_kept_back(self, seat: str, table: Table, made: tuple[Offer, ...]) -> None:
        for one in (offer for offer in made if not offer.why_not):
            left = taken_now(table, (one,), seat)
            here = {"act": one.name, **dict(one.fixed)}
            if len(one.blanks) == 1 and (blank := one.blanks[0]).choices:
                kept = {value for open_to in left for value, _ in open_to.blanks[0].choices}
                gone = [here | {blank.name: value} for value, _ in blank.choices if value and value not in kept]
            else:
                gone = [] if left else [here | {each.name: self.fill(each) for each in one.blanks}]
            for words in gone:
                if not self.against(seat, words):
                    self.found["taken, and no button", one.name] += 1
                    self.examples.setdefault(("taken, and no button", one.name), f"{seat} {words}")


def test_p20_buttons_are_taken_and_what_has_none_is_refused() -> None:
    judged, seed, found, examples = 0, 0, Counter[tuple[str, ...]](), dict[tuple[str, ...], str]()
    while judged < FORMS:
        with TemporaryDirectory() as folder:
            players = Pressers(seed, Path(folder))
            players.play(turns=1, presses=8)
            players.sitting.journal.close()
            judged, seed, found = judged + players.judged, seed + 1, found + players.found
            examples = players.examples | examples
    assert not found, "\n".join(f"{n} {key} {examples[key]}" for key, n in sorted(found.items()))


def test_p20_buttons_of_a_list_are_those_that_would_be_taken() -> None:
    table = LiveTable("fremen", "emperor", "harkonnen", "atreides", turn=2, allies="emperor harkonnen")
    table.do("spice_blow", SpiceBlows("Old Gap"), WormComes("Old Gap"), SpiceBlows("South Mesa"))
    whom = Blank("other", "To", "select", choices=others_of(table.public, "fremen"))
    made = taken_now(table.public, [Offer(OfferAlliance, "Offer an alliance", blanks=(whom,))], "fremen")
    assert [[value for value, _ in one.blanks[0].choices] for one in made] == [["atreides"]]
