"""What if: a battle calculator on a page for everybody, and behind the shield with what that seat has seen.

The open page is drawn from the public table alone. Behind the shield it starts with one's own hand, leaders and spice,
and counts out the cards that this seat knows to lie elsewhere. It is a GET form: it changes nothing and rings nobody.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from flask import Blueprint, Response, request, url_for

from referee.board.forces import Group
from referee.common.factions import FACTIONS, SPECIAL, elites, faction_name, named
from referee.holdings.leaders import home_of, leaders_known, printed_strength
from referee.holdings.purse import spice_of
from referee.kernel import PUBLIC, State, Table, ask, card_name, half, listed, say
from referee.phases.battle.allowed_plans import CompanionOf, objections
from referee.phases.battle.battle_as_known import ENDLESS
from referee.phases.battle.cards_in_battle import DEFENCE, STAND_IN, WEAPON, BattleCards, Fits
from referee.phases.battle.dial_and_losses import army
from referee.phases.battle.live_battle import LiveBattle, battle_now, companion_of
from referee.phases.battle.two_sides import AGGRESSOR, DEFENDER, SIDES, At, Battle, Companion, Leader, Side, other
from referee.phases.battle.what_if import (
    LOSE,
    NOBODY,
    WIN,
    Card,
    End,
    May,
    Outlook,
    lines_for,
    may_hold,
    outlook,
    with_cards,
)
from referee.web.app.context import sitting_asked
from referee.web.app.drawing import page, small_print, to_table
from referee.web.app.event_lines import chip
from referee.web.http.guard import viewer
from referee.web.view_models.parts import Field, Frame, Line
from referee.web.view_models.screens import EndCell, WhatIf, WhatIfPage

SEE = "whatif"
MOST = 40
AWAKE = Companion(lost=7)
Given = Mapping[str, str]


pages = Blueprint("what_if", __name__)


@pages.get("/t/<table>/whatif")
@viewer("public")
def open_page(table: str) -> Response:
    sitting, here, book = sitting_asked(), url_for(".open_page"), url_for("rules.of_table")
    with sitting.locked():
        made = what_if(sitting.screen(PUBLIC), "", request.args, here)
    frame = Frame("What if?", here, rules=book, back=to_table("Back"), links=small_print(), wide=True)
    return page("whatif.html", WhatIfPage(frame, made))


def what_if(table: Table, seat: str, given: Given, action: str, hidden: tuple[tuple[str, str], ...] = ()) -> WhatIf:
    """Return the form as filled in and what comes of it; ``seat`` is the shield it is behind, "" on the open page."""
    form = _Form(table, seat, given)
    asked = "leader" in given
    battle, at = form.battle()
    found = [(side, o) for side in SIDES for o in objections(table, battle, side)] if asked else []
    whose = {at: "Your plan", other(at): "Their plan"}
    wrong = tuple(
        Line(say("{whose}: {sentence}", whose=whose[side], sentence=o.sentence), "flag", chips=(chip(o.rule),))
        for side, o in found
    )
    made = WhatIf(action, hidden, form.fields(), wrong=wrong)
    if not asked or wrong:
        return made
    may = may_hold(table, form.foe)
    view = outlook(table, battle, at, may.possible)
    told = lines_for(table, with_cards(battle, other(at), form.card("their_weapon"), form.card("their_defence")))
    cards = form.card("their_weapon"), form.card("their_defence")
    return replace(
        made,
        end=next((_cell(end) for end in _ends(view, *cards)), None),
        columns=tuple(_named(group) for group in view.defences),
        rows=tuple((_named(g), tuple(map(_cell, row))) for g, row in zip(view.weapons, view.ends, strict=True)),
        seen=_seen(form.foe, may),
        told=tuple(Line(line.sentence, chips=(chip(line.rule),)) for line in told),
    )


def _ends(view: Outlook, weapon: Card, defence: Card) -> Iterator[End]:
    """Yield how it ends against this pair of cards."""
    for weapons, row in zip(view.weapons, view.ends, strict=True):
        for defences, end in zip(view.defences, row, strict=True):
            if weapon in weapons and defence in defences:
                yield end


def _named(group: tuple[Card, ...]) -> str:
    return listed([card or "none" for card in group], ",")


def _cell(end: End) -> EndCell:
    words = {WIN: "You win", LOSE: "They win", NOBODY: "Nobody wins"}[end.end]
    dead = {(True, True): "both leaders die", (True, False): "your leader dies", (False, True): "their leader dies"}
    totals = f"{half(end.totals[0])} : {half(end.totals[1])}" if end.totals else ""
    return EndCell(words, dead.get((end.own_falls, end.other_falls), ""), totals, end.end)


def _seen(foe: str, may: May) -> Line:
    if not may.seen:
        return Line(say("Nothing is known of {foe:'s} hand here.", foe=named(foe)), mute=True)
    return Line(say("Seen in {foe:'s} hand: *{seen}*", foe=named(foe), seen=listed(may.seen, ",")))


# -- the form -----------------------------------------------------------------------------------------


class _Form(State):
    """The form as it was given, completed from what this viewer's table holds."""

    table: Table
    seat: str
    given: Given

    def __post_init__(self) -> None:
        live = battle_now(self.table)
        self.live: LiveBattle | None = live if live and (self.seat in live.seats or not self.seat) else None
        seats = [one for one in self.table.seats if one in FACTIONS]
        me = self.seat or (self.live.seats[0] if self.live else "")
        self.me = me if self.seat else self.pick("me", seats, me)
        others = [one for one in seats if one != self.me]
        against = self.live.against(self.me) if self.live and self.me in self.live.seats else ""
        self.foe = self.pick("foe", others, against)
        self.advanced = self.table.rules == "advanced"

    def pick(self, name: str, among: list[str], otherwise: str = "") -> str:
        first = otherwise if otherwise in among else (among[0] if among else "")
        return self.given[name] if self.given.get(name) in among else first

    def number(self, name: str, otherwise: int = 0) -> int:
        text = self.given.get(name, "")
        return min(MOST, int(text)) if text.isdecimal() and len(text) < 4 else otherwise

    def dial(self, name: str) -> float | int:
        try:
            value = round(float(self.given.get(name, "0")) * 2) / 2
        except (ValueError, OverflowError):
            value = 0
        value = min(MOST, max(0, value))
        return int(value) if value == int(value) else value

    def card(self, name: str) -> Card:
        every = ask(self.table, BattleCards()).value
        return self.given[name] if self.given.get(name) in every else None

    def forces(self, seat: str, prefix: str) -> Group:
        now = self.live.forces.get(seat, Group()) if self.live and seat in self.live.seats else Group(5)
        return Group(self.number(f"{prefix}normal", now.normal), self.number(f"{prefix}special", now.special))

    # -- the two sides ------------------------------------------------------------------------------------

    def leaders(self, seat: str) -> list[str]:
        """Return who may lead for a faction: its living leaders, strongest first, then a stand-in, then nobody."""
        pool = leaders_known(self.table, seat).pool
        heroes = [card for card in self._cards(seat) if ask(self.table, Fits(card, STAND_IN)).value]
        return [*sorted(pool, key=lambda name: -(printed_strength(name) or 0)), *dict.fromkeys(heroes)]

    def _cards(self, seat: str) -> list[str]:
        """Return the cards that a seat may play: its own hand where every face is known here, else all."""
        own = self.table.seats.get(seat)
        faces = [card_name(card) for card in own.hand.faces()] if own else []
        whole = bool(own) and seat == self.seat and len(faces) == len(own.hand if own else ())
        return faces if whole else list(ask(self.table, BattleCards()).value)

    def slot(self, slot: str) -> list[str]:
        return [card for card in dict.fromkeys(self._cards(self.me)) if ask(self.table, Fits(card, slot)).value]

    def side(self, seat: str, prefix: str, leader: str) -> Side:
        """Return one side with its plan; what is not known speaks against nothing."""
        hero = leader if ask(self.table, Fits(leader, STAND_IN)).value else ""
        disc = Leader(leader, printed_strength(leader) or None, home_of(leader)) if leader and not hero else None
        cards = (self.card(f"{prefix}weapon"), self.card(f"{prefix}defence"), hero)
        known, joins = spice_of(self.table, seat), bool(self.given.get("companion")) and not prefix
        return Side(
            seat,
            self.forces(seat, prefix),
            self.dial(f"{prefix}dial"),
            disc,
            hero,
            weapon=cards[0],
            defence=cards[1],
            spice=ENDLESS if known is None or seat != self.seat else known,
            support=self.number("support") if self.advanced and not prefix else 0,
            hand=tuple(card for card in cards if card),
            leaders=(leader,) if disc else (),
            companion=joins,
            companion_state=self._companion(seat) if joins else None,
        )

    def _companion(self, seat: str) -> Companion | None:
        if not ask(self.table, CompanionOf(seat)).value.name:
            return None
        return companion_of(self.table, seat) if seat == self.seat else AWAKE

    def battle(self) -> tuple[Battle, At]:
        """Return the position and which side the asker is; the opponent lays down what the wheel needs."""
        mine = self.side(self.me, "", self.pick("leader", ["", *self.leaders(self.me)], self.first(self.me)))
        theirs = self.side(
            self.foe, "their_", self.pick("their_leader", ["", *self.leaders(self.foe)], self.first(self.foe))
        )
        place = self.live.territory if self.live else "Arrakeen"
        first = self.given.get("first", "no" if self.live and self.live.seats[0] != self.me else "yes") != "no"
        sides = (mine, theirs) if first else (theirs, mine)
        return _fed(self.table, Battle(place, *sides), DEFENDER if first else AGGRESSOR)

    def first(self, seat: str) -> str:
        return next(iter(self.leaders(seat)), "")

    # -- drawn --------------------------------------------------------------------------------------------

    def fields(self) -> tuple[tuple[str, tuple[Field, ...]], ...]:
        seats = [one for one in self.table.seats if one in FACTIONS]
        battle, at = self.battle()
        mine, theirs = battle.side(at), battle.against(at)
        who = () if self.seat else (_select("me", "You are", self.me, [(s, faction_name(s)) for s in seats]),)
        tie = _select("first", "A tie goes to", "yes" if at == AGGRESSOR else "no", [("yes", "you"), ("no", "them")])
        beside = ask(self.table, CompanionOf(self.me)).value.name
        joins = (_select("companion", beside, "yes" if mine.companion else "", [("", "no"), ("yes", "joins")]),)
        own = (*who, *self._side(mine, "", self.slot(WEAPON), self.slot(DEFENCE)), *(joins if beside else ()))
        foe = _select("foe", "Against", self.foe, [(s, faction_name(s)) for s in seats if s != self.me])
        every = may_hold(self.table, self.foe).possible
        weapons, defences = ([c for c in every if ask(self.table, Fits(c, slot)).value] for slot in (WEAPON, DEFENCE))
        return (("You", own), ("They", (foe, *self._side(theirs, "their_", weapons, defences), tie)))

    def _side(self, side: Side, prefix: str, weapons: list[str], defences: list[str]) -> tuple[Field, ...]:
        named = side.leader.name if side.leader else side.hero
        leaders = [
            (name, say("{leader} {strength}", leader=name, strength=strength) if strength else name)
            for name in self.leaders(side.faction)
            for strength in (printed_strength(name),)
        ]
        best = elites([side.faction]) or (SPECIAL if side.forces.special else "")
        starred = (Field(f"{prefix}special", best, "number", str(side.forces.special), low=0, high=MOST),)
        support = Field(f"{prefix}support", "Spice support", "number", str(side.support), low=0, high=MOST)
        return (
            Field(f"{prefix}normal", "Forces", "number", str(side.forces.normal), low=0, high=MOST),
            *(starred if best else ()),
            Field(f"{prefix}dial", "Wheel", "number", f"{side.dial:g}", low=0, high=MOST),
            *((support,) if self.advanced and not prefix else ()),
            _select(f"{prefix}leader", "Leader", named, [*leaders, ("", "nobody")]),
            *(
                _select(f"{prefix}{slot}", label, card or "", _cards(cards))
                for slot, label, card, cards in (
                    ("weapon", "Weapon", side.weapon, weapons),
                    ("defence", "Defense", side.defence, defences),
                )
            ),
        )


def _fed(table: Table, battle: Battle, at: At) -> tuple[Battle, At]:
    """Return the battle with as much spice on one side as its number needs, and which side the other is."""
    side = battle.side(at)
    spice = next(
        (n for n in range(side.forces.total) if army(table, battle, at, n).most >= side.dial), side.forces.total
    )
    fed = replace(side, support=spice if table.rules == "advanced" else 0)
    sides = (fed, battle.defender) if at == AGGRESSOR else (battle.aggressor, fed)
    return replace(battle, aggressor=sides[0], defender=sides[1]), other(at)


def _cards(cards: list[str]) -> list[tuple[str, str]]:
    return [("", "none"), *((card, card) for card in cards)]


def _select(name: str, label: str, value: str, choices: list[tuple[str, str]]) -> Field:
    """Return a choice as a list to open, so that both plans are in view together on a phone."""
    return Field(name, label, "select", value, tuple(choices))
