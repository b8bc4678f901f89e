"""What a stronghold card does for its owner in a battle in that stronghold.

The card of the Mobile Stronghold has the effect that its owner declared (``mobile``).
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.kernel import Table, adds, ask, phrase, ruling, say
from referee.modules.stronghold_cards import (
    ARRAKEEN,
    CARTHAG,
    HABBANYA,
    MOBILE,
    RULE,
    TABR,
    TUEK,
    card_owners,
    cards_of,
    playing,
)
from referee.modules.stronghold_cards.mobile import declared
from referee.offers.offer import BehindShield, Kept
from referee.phases.battle.allowed_plans import SupportFromBank
from referee.phases.battle.battle_as_known import position
from referee.phases.battle.before_the_plans import HelpedBy
from referee.phases.battle.cards_in_battle import DEFENCE, WEAPON, ActsAs, Idle, Stops, Strikes
from referee.phases.battle.judging import DefendsToo, WinsTie
from referee.phases.battle.live_battle import battle_now
from referee.phases.battle.two_sides import SIDES, At, Battle, VerdictLine
from referee.phases.battle.verdict import TRAITORS, Aftermath, Verdict

RULES = {
    ARRAKEEN: "4.06.02",
    CARTHAG: "4.06.03",
    HABBANYA: "4.06.04",
    TABR: "4.06.05",
    TUEK: "4.06.06",
    MOBILE: "4.06.07",
}
FED, EACH = 2, 2
POISON, PROJECTILE, BLADE, TOOTH = "poison", "projectile", "poison and projectile", "tooth"
HELPS = {
    ARRAKEEN: say("the bank pays up to {n} of your spice support", n=FED),
    CARTHAG: "your defense stops poison too, if you play no poison weapon",
    HABBANYA: "you win ties",
    TABR: "if you win, you get spice for the number your opponent dialed",
    TUEK: say("you get {n} spice for each worthless card you play", n=EACH),
    MOBILE: "before the plans you choose which other card it copies",
}
FOR_DIAL = phrase(
    "stronghold.for_dial", "Card of Sietch Tabr: {spice} spice for {faction!n}, for the number that {foe!n} dialed."
)
FOR_WORTHLESS = phrase(
    "stronghold.for_worthless", "Card of Tuek's Sietch: {spice} spice for {faction!n}, for {cards!l}."
)


def effect(table: Table, battle: Battle, at: At) -> str:
    """Return the stronghold whose card's effect this side has here, "" for none."""
    if not playing(table) or card_owners(table).get(battle.territory) != battle.side(at).faction:
        return ""
    return declared(table, battle) if battle.territory == MOBILE else battle.territory


@ruling(SupportFromBank, rule=RULES[ARRAKEEN])
def two_of_the_bank(question: SupportFromBank, table: Table, so_far: int) -> int | None:
    return so_far + FED if effect(table, question.battle, question.at) == ARRAKEEN else None


@ruling(DefendsToo, rule=RULES[CARTHAG])
def it_stops_poison_too(question: DefendsToo, table: Table, so_far: bool) -> bool | None:
    """A blade needs both defenses; then the one that was played must stop projectiles."""
    battle, at, kind = question.battle, question.at, question.kind
    if effect(table, battle, at) != CARTHAG or kind not in {POISON, BLADE}:
        return None
    own, card = ask(table, ActsAs(battle, at, WEAPON)).value, ask(table, ActsAs(battle, at, DEFENCE)).value
    if own and ask(table, Strikes(own, battle.calls.chosen_effect)).value.kind in {POISON, BLADE, TOOTH}:
        return None
    shields, snoops = (ask(table, Stops("", one, card)).value for one in (PROJECTILE, POISON))
    return True if shields or (snoops and kind == POISON) else None


@ruling(WinsTie, rule=RULES[HABBANYA])
def they_win_ties(question: WinsTie, table: Table, so_far: At) -> At | None:
    return next((at for at in SIDES if effect(table, question.battle, at) == HABBANYA), None)


@ruling(Aftermath, rule=RULES[TABR])
def for_what_was_dialed(question: Aftermath, table: Table, so_far: Verdict) -> Verdict | None:
    battle, at = question.battle, so_far.winner
    if at is None or effect(table, battle, at) != TABR:
        return None
    spice = int(battle.against(at).dial)
    words = FOR_DIAL(faction=battle.side(at).faction, spice=spice, foe=battle.against(at).faction)
    made = so_far.rewarded(battle.side(at).faction, spice, RULES[TABR])
    return made.told(VerdictLine(RULES[TABR], words)) if spice else None


@ruling(Aftermath, rule=RULES[TUEK])
def for_worthless_cards(question: Aftermath, table: Table, so_far: Verdict) -> Verdict | None:
    at = next((at for at in SIDES if effect(table, question.battle, at) == TUEK), None)
    if at is None or so_far.how == TRAITORS:
        return None
    side = question.battle.side(at)
    cards = tuple(card for card in side.cards if ask(table, Idle(card)).value)
    if not cards:
        return None
    spice = EACH * len(cards)
    words = FOR_WORTHLESS(faction=side.faction, spice=spice, cards=cards)
    return so_far.rewarded(side.faction, spice, RULES[TUEK]).told(VerdictLine(RULES[TUEK], words))


# -- on the phone of the owner ------------------------------------------------------------------------


@adds(HelpedBy, rule=RULE)
def in_this_battle(question: HelpedBy, table: Table) -> Iterable[tuple[str, str]]:
    live = battle_now(table)
    if live is None or question.seat not in live.seats or live.territory not in cards_of(table, question.seat):
        return
    now = effect(table, position(table, live), live.at(question.seat))
    if now:
        yield RULES[now], say("Card of {place}: {help}.", place=now, help=HELPS[now])


@adds(BehindShield, rule=RULE)
def what_the_cards_do(question: BehindShield, table: Table) -> Iterable[Kept]:
    lines = tuple(
        say("{place}: in a battle there {help}.", place=place, help=HELPS[place])
        for place in cards_of(table, question.seat)
    )
    if lines:
        yield Kept(
            "Your stronghold cards",
            lines,
            RULE,
            now=table.phase == "battle",
            opened="Stronghold cards",
            kind="stronghold_cards",
            things=cards_of(table, question.seat),
        )
