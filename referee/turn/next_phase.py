"""From phase to phase and from turn to turn.

Every phase can be skipped or done by hand; a table that wants the referee for bids alone stays in bidding.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from referee.common.turn import PHASES, PhaseBegan, TurnBegan, by_hand, phase_name
from referee.holdings.ledger import bribes_taken_in
from referee.holdings.setup import ChangeOption
from referee.kernel import Chance, Command, Event, Objection, Table, ask, say, small, together
from referee.offers.offer import Blank, Offer, halted, seats_of
from referee.offers.what_now import LeftOver, left_over, passed_over, stage_of
from referee.paper.join_midgame import PositionTaken
from referee.phases.battle.who_fights_where import no_choice
from referee.phases.bidding.auction import BeginBidding, begins, lay_back
from referee.phases.bidding.events import BiddingEnded
from referee.phases.bidding.order_of_bidding import Bidding
from referee.phases.collection.collection import CollectAll
from referee.phases.mentat.victory import OVER, CheckVictory, is_last_turn, not_yet, winner
from referee.powers.karama_windows import against

MOST_TURNS = 20

HOLD = "Hold to continue without what is still due."
FEW = 2  # things left undone that the button names; asking again names all


class GoTo(Command, by="table", waits=True):
    """Go on to a phase, ``anyway`` if something is left undone; storm after a Mentat Pause begins the next turn.

    ``fight`` begins the first battle if nobody has to choose it.
    """

    phase: str
    anyway: bool = False
    fight: bool = False

    def objections(self, table: Table) -> Iterable[Objection]:
        bidding = table.get(Bidding)
        if self.phase not in PHASES:
            yield Objection("1.00.00", "No phase has that name. Choose one of the nine.")
        elif not table.seats:
            yield Objection("0.07", "Nobody plays at this table yet. Set it up first.")
        elif winner(table):
            yield Objection("1.09.02", OVER)
        elif table.phase == "bidding" and bidding and bidding.step not in {"declare", "deal", "over"}:
            yield Objection("1.04.08", "Bidding is not over. Sell the cards or end bidding first.")
        left_undone = () if self.anyway or self.phase == table.phase else left_over(table)
        for left in (undone for undone in left_undone if undone.holds_up):
            yield Objection(left.rule, say("{words} Do that first, or continue without it.", words=left.words))

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        bidding = table.get(Bidding)
        if table.phase == "bidding" and bidding and bidding.step in {"declare", "deal"}:
            yield BiddingEnded(("4.97.03",))
        yield from passed_over(table, self.phase)
        if self.phase == PHASES[0] and table.phase == PHASES[-1]:
            yield from bribes_taken_in(table)
            yield TurnBegan(min(table.turn + 1, MOST_TURNS))
        if self.phase == "bidding" and not by_hand(table, self.phase):
            yield from begins(table, table.turn, table.first_player)
        else:
            yield PhaseBegan(self.phase)
        if self.fight and self.phase == "battle":
            yield from no_choice(table, chance)


class CollectThenPause(Command, by="table", waits=True):
    """Collect for everybody, and begin the Mentat Pause if that leaves nothing undone."""

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from CollectAll().objections(table)
        yield from GoTo("mentat_pause", anyway=True).objections(table)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield from CollectAll().decide(table, chance)
        if not left_over(table) and not halted(table):
            yield from GoTo("mentat_pause").decide(table, chance)


class EndBidding(Command, by="table"):
    """End bidding early; unsold cards go back."""

    def objections(self, table: Table) -> Iterable[Objection]:
        bidding = table.get(Bidding)
        if table.phase != "bidding" or bidding is None or bidding.step == "over":
            yield Objection("1.04.08", "Bidding has not begun. Begin it first.", firm=True)
        elif bidding.step == "settle":
            yield Objection("1.04.06.02", "A card is sold but not yet paid. Settle that first.")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        bidding = table.get(Bidding)
        if bidding and bidding.row:
            yield from lay_back(table, ("4.97.03",), chance)
        yield BiddingEnded(("4.97.03",))


# -- on screen ----------------------------------------------------------------------------------------

AT_ONCE = (("aloud", ""),)  # what the referee deals nobody has to count aloud


def alone(table: Table) -> bool:
    """Return True if only bidding is refereed."""
    return all(by_hand(table, phase) != (phase == "bidding") for phase in PHASES)


def onward(table: Table) -> Offer:
    """Return the button to the next phase, to the next bidding if only that is refereed, or to the end."""
    here = PHASES.index(table.phase) if table.phase in PHASES else -1
    following, last = PHASES[(here + 1) % len(PHASES)], here == len(PHASES) - 1
    label = phase_name(following)
    if last:
        label = say("{phase} of turn {turn}", phase=label.lower(), turn=table.turn + 1)
    if alone(table):
        return next_bidding(table)
    if last and is_last_turn(table) and not by_hand(table):
        return Offer(CheckVictory, "Last turn: who has won?", fixed=(("last", "1"),), why_not=not_yet(table))
    undone, rest = left_over(table), ask(table, LeftOver()).value if not by_hand(table) else ()
    owed = len(undone) > len(rest)  # the waiting line says who owes what
    more = (say("And {n} more.", n=len(rest) - FEW),) if len(rest) > FEW else ()
    left = together([*((HOLD,) if owed else ()), *(item.words for item in rest[:FEW]), *more])
    lost = together([item.words for item in undone if item.holds_up or item.loses])
    sure = (("anyway", "1"),) if left else ()
    fight = (("fight", "1"),) if following == "battle" else ()
    fixed = (("phase", following), *sure, *fight)
    offer = Offer(GoTo, say("Next: {label}", label=label), fixed=fixed, small=left, sure=lost)
    return replace(offer, lead=not any(item.waits for item in undone))


def next_bidding(table: Table) -> Offer:
    """Return the form that begins the next turn's bidding, with its First Player."""
    first = Blank("first_player", "First Player", "select", value=table.first_player, choices=seats_of(table))
    fixed = (("turn", str(table.turn + 1)), *AT_ONCE)
    return Offer(BeginBidding, say("Bidding of turn {n}", n=table.turn + 1), blanks=(first,), fixed=fixed)


def beginnings(table: Table) -> tuple[Offer, ...]:
    """Return the offers that begin bidding, unless that is done by hand, and the game's first or next phase."""
    joined = table.get(PositionTaken)
    here = joined.phase if joined else PHASES[0]
    label = say("Continue from {n}", n=small(phase_name(here))) if joined else "Begin with the storm"
    waits = together([objection.sentence for objection in against(table, BeginBidding(table.turn))])
    bids = Offer(BeginBidding, say("Begin bidding, turn {turn}", turn=table.turn), fixed=AT_ONCE, why_not=waits)
    goes = Offer(GoTo, label, fixed=(("phase", here),), why_not=waits)
    return (goes,) if by_hand(table, "bidding") else (bids, goes)


def whose_work(table: Table) -> Offer:
    """Return the button that plays this phase by hand, or with the referee again."""
    hand = by_hand(table)
    fixed = (("option", f"R-{table.phase}"), ("value", "referee" if hand else "hand"))
    return Offer(ChangeOption, "Let the referee lead this phase" if hand else "Play this phase by hand", fixed=fixed)


def jumps(table: Table) -> tuple[Offer, ...]:
    """Return the buttons to other phases; none while bidding can be ended early."""
    others = (phase for phase in PHASES if phase != table.phase and not early_end(table))
    return tuple(
        Offer(GoTo, say("Skip to {one}", one=phase_name(phase)), fixed=(("phase", phase), ("anyway", "1")))
        for phase in others
    )


def early_end(table: Table) -> tuple[Offer, ...]:
    """Return the button that ends bidding early, after a question."""
    stage = stage_of(table)
    early = stage is not None and stage.mode in {"deal", "auction"}
    return (Offer(EndBidding, "End bidding now", asks="Unsold cards go back on the deck."),) if early else ()
