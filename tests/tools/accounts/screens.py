"""What everybody's pages show: drawn after each act, with the forms on them.

An act draws the pages in play of who did it, of one or two whom the game waits for or of the table, and of one other
viewer; and one page more, so that all pages of the program come in turn. ``all`` draws every page of every viewer, but
codes to print for one only; it comes after every so many acts. Where pages are drawn ``sparing``, an act draws those of
one of them, so that somebody finds a button, and mostly nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from referee.offers.waiting import asked_by_name
from tests.kit import Evening, all_routes
from tests.tools.accounts.forms import Form, forms

HOST = "host"
PUBLIC = "public"
IN_PLAY = {HOST: ("", "more"), PUBLIC: ("",)}
OF_A_PHONE = ("me", "me/secret?tab=home")
SELDOM = ("more?see=corrections", "more?see=pages", "log", "rules?q=who+pays")
PRINTED = {"paper", "me/secret?tab=home&see=sheet", "me/secret?tab=home&see=sealed"}  # pictures of codes are dear
BEHIND = ("me?tab=more", "me?tab=book", "me/secret?tab=more", "me/secret?tab=book")
SEE = ("purse", "known", "leaders", "may", "sheet", "sealed", "whatif", "card:Karama")
SPARED = 0.25  # so often are other pages drawn after an act where they are drawn sparing
NOT_PRESSED = {"Revoke", "GiveControls", "RevokeScreen"}


class Screens:
    """The pages of one evening: the table screen, an onlooker's, and each phone's."""

    def __init__(self, evening: Evening, dice: Random, *, sparing: bool = False) -> None:
        self.evening, self.dice, self.wrong, self.drawn, self.sparing = evening, dice, list[str](), 0, sparing
        self.found: dict[str, dict[str, list[Form]]] = {}
        base = f"/t/{evening.table}/"
        got = [(path, kind) for method, path, kind in all_routes(evening) if method == "GET" and path.startswith(base)]
        pages = [(path.removeprefix(base), kind) for path, kind in got if "stream" not in path]
        self.public = [path for path, kind in pages if kind in {"public", "anyone"} and path]
        self.host = [*self.public, *(path for path, kind in pages if kind == HOST), *SELDOM]
        own = [path for path, kind in pages if kind == "seat" and path not in OF_A_PHONE]
        self.own = [*own, *BEHIND, *(f"me/secret?tab=home&see={what}" for what in SEE)]

    @property
    def viewers(self) -> list[str]:
        return [HOST, PUBLIC, *self.evening.phones]

    def draw(self, viewer: str, path: str) -> str:
        """Fetch a page, and keep the forms on it; asked why, it is about the last line."""
        asked = path.replace("why/1", f"why/{len(self.evening.public.log)}")
        answer = self.evening.who(viewer).get(f"/t/{self.evening.table}/{asked}")
        self.drawn += 1
        if answer.status_code >= 500:
            self.wrong.append(f"{viewer} got {answer.status_code} for {path}")
        page = answer.text if answer.mimetype == "text/html" else ""
        self.found.setdefault(viewer, {})[path] = [] if viewer == PUBLIC else list(forms(page))
        return page

    def after(self, who: str, told: Iterable[str]) -> None:
        """Draw for those whom an act concerns; what others looked at is out of date once they heard of it."""
        heard = {HOST if one == PUBLIC else one for one in told} & {*self.viewers}
        for viewer in sorted(heard):
            self.found[viewer] = {}
        asked = list(asked_by_name(self.evening.public))
        looking = {who, *self.dice.sample(asked, min(2, len(asked))), self.dice.choice(self.viewers)}
        looking |= {HOST} if not asked or self.dice.random() < 0.4 else set()
        if self.sparing:
            looking = {self.dice.choice(sorted(looking & {*self.viewers}))}
        self.in_play(sorted(looking & {*self.viewers}))
        if self.sparing and self.dice.random() > SPARED:
            return
        one = self.dice.choice(self.viewers)
        self.draw(one, self.dice.choice(self.rest(one)))
        if HOST in looking:
            for seat in self.for_seats():
                self.draw(HOST, f"more/{seat}")

    def in_play(self, viewers: Iterable[str]) -> None:
        """Draw the pages in play of these viewers."""
        for viewer in viewers:
            for path in IN_PLAY.get(viewer, OF_A_PHONE):
                self.draw(viewer, path)

    def for_seats(self) -> list[str]:
        """Return whose menu the table opens: of those without a phone, and of one other."""
        seats = list(self.evening.public.seats)
        return [*(one for one in seats if one not in self.evening.phones), self.dice.choice(seats)]

    def rest(self, viewer: str) -> list[str]:
        """Return the pages that are not in play, without those to print."""
        return [path for path in self._rest(viewer) if path not in PRINTED]

    def _rest(self, viewer: str) -> list[str]:
        return {HOST: self.host, PUBLIC: self.public}.get(viewer, self.own)

    def all(self) -> None:
        """Draw every page of every viewer."""
        for viewer in self.viewers:
            for path in (*IN_PLAY.get(viewer, OF_A_PHONE), *self.rest(viewer)):
                self.draw(viewer, path)
        one = self.dice.choice(self.viewers)
        for path in sorted(PRINTED & {*self._rest(one)}):
            self.draw(one, path)
        for seat in self.evening.public.seats:
            self.draw(HOST, f"more/{seat}")

    def _shown(self) -> bool:
        return any(shown for pages in self.found.values() for shown in pages.values())

    def pressable(self) -> Iterator[tuple[str, str, Form]]:
        """Yield every form that somebody sees, with who sees it and on which page; all are drawn where nobody does."""
        if self.sparing and not self._shown():
            self.in_play(self.viewers)
        if not self._shown():
            self.all()
        for viewer, pages in self.found.items():
            for path, shown in pages.items():
                yield from ((viewer, path, form) for form in shown if form.act not in NOT_PRESSED)
