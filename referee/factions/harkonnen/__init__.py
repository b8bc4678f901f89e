"""Harkonnen: hand limit, four traitors, a bonus card for every card bought, and traitors called for an ally."""

from __future__ import annotations

from collections.abc import Iterable

from referee.board.forces import Group
from referee.board.forces_counted import Start, StartForces
from referee.board.worlds import occupier
from referee.common.factions import Faction, faction
from referee.common.what_is_physical import cards_are_dealt
from referee.holdings.hands import HandLimit, hand_limit, has_room, refill
from referee.holdings.leaders import key, keys
from referee.holdings.taken_cards import drawn_by
from referee.holdings.traitors import TraitorsShare
from referee.kernel import Chance, Event, Noun, SuspensionSpent, Table, adds, after, fixed, option, ruling, setting
from referee.phases.battle.events import BattleEnded
from referee.phases.battle.live_battle import LiveBattle
from referee.phases.battle.two_sides import SIDES, At
from referee.phases.battle.who_may_call import Betrays, CallsFor, NoCall, played
from referee.phases.bidding.cards_of_the_row import CardBought, CardDrawn
from referee.phases.bidding.order_of_bidding import bidding_of
from referee.phases.mentat.victory import Spoils
from referee.phases.revival.limits_and_prices import FreeOnSheet
from referee.powers.powers import Power, Stoppable

ME = "harkonnen"
WORLD = "Giedi Prime"
LEADERS = {"Feyd-Rautha": 6, "Beast Rabban": 4, "Piter de Vries": 3, "Captain Iakin Nefud": 2, "Umman Kudu": 1}
START = ("2.05.01", "2.05.02", "2.05.04")
faction(
    Faction(
        ME,
        "Harkonnen",
        "har",
        spice=10,
        cards=2,
        rules=START,
        leaders=LEADERS,
        spoken={"de": Noun("Harkonnen", "mp"), "fr": Noun("Harkonnen", "mp"), "es": Noun("Harkonnen", "mp")},
    )
)
fixed(StartForces, "2.05.02", Start(Group(10), ("Carthag",)), seat=ME)
fixed(TraitorsShare, "2.05.03", (4, 4), seat=ME)
fixed(FreeOnSheet, "2.05.05", 2, seat=ME)
fixed(HandLimit, "2.05.07", 8, seat=ME)
fixed(Spoils, "2.04.09.02", True, seat=ME, place="Tuek's Sietch")


# -- one more card for every card bought --------------------------------------------------------------

FULL_HAND = "4.91.16"  # option B16, which has no other setting: a card that fills the hand brings no other
TOP_CARD = Power("2.05.08", ME, "TOP_CARD", "after", "Harkonnen draw a bonus card.")


@after(CardBought, rule="2.05.08")
def one_more_card(event: CardBought, table: Table, chance: Chance) -> Iterable[Event]:
    if event.seat != ME or not has_room(table, ME) or occupier(table, WORLD):
        return
    yield from refill(table, 1, chance)
    if table.deck or not cards_are_dealt(table):
        yield CardDrawn(ME, drawn_by(table, ME), (TOP_CARD.rule,))


@adds(Stoppable, rule="2.05.08")
def may_be_stopped(question: Stoppable, table: Table) -> Iterable[Power]:
    if ME not in table.seats:
        return ()
    bought = question.moment == "sale" and bidding_of(table).high_by == ME
    due = bought and table.seats[ME].hand.least + 1 < hand_limit(table, ME) and not occupier(table, WORLD)
    return (TOP_CARD,) if due or question.moment == "ahead" else ()


# -- traitors for an ally -----------------------------------------------------------------------------

LENT_TRAITORS = option(
    "K9",
    "4.92.09",
    "Karama against traitors called for an ally",
    ("no", "No", "Karama cannot stop it."),
    ("yes", "Yes", "Karama can prevent it for one battle."),
)
LENT = Power("2.05.09", ME, "ALLY_TRAITOR", "before", "Harkonnen call traitors for their ally.")


@ruling(CallsFor, rule="2.05.09")
def also_for_an_ally(question: CallsFor, table: Table, so_far: At | NoCall) -> At | None:
    battle, call = question.battle, question.call
    if call.holder != ME or battle.place_of(ME):
        return None
    ours = (at for at in SIDES if battle.side(at).ally == ME)
    return next((at for at in ours if call.by in {ME, battle.side(at).faction}), None)


@ruling(Betrays, rule="2.05.09")
def the_allys_card_is_as_good(question: Betrays, table: Table, so_far: bool) -> bool | None:
    side, call = question.battle.side(question.at), question.call
    lent = side.ally_traitors.get(ME, ()) if side.ally == ME and call.holder in {ME, side.faction} else ()
    return True if played(question, table) and key(call.against) in keys(lent) else None


@adds(Stoppable, rule="4.92.09")
def traitors_for_an_ally(question: Stoppable, table: Table) -> Iterable[Power]:
    """The power bears no star (option K9)."""
    due = question.moment == "battle" and ME in table.seats and table.ally(ME)
    return (LENT,) if due and setting(table, LENT_TRAITORS) == "yes" else ()


@after(BattleEnded, rule="3.01.11.02")
def after_a_battle_of_the_ally(event: BattleEnded, table: Table, chance: Chance) -> Iterable[Event]:
    live, ally = table.get(LiveBattle), table.ally(ME)
    if LENT.rule in table.suspended and live is not None and ally in live.seats:
        yield SuspensionSpent(LENT.rule)
