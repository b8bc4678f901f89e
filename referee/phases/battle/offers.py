"""What a battle offers on the screens: the form that begins it, and the same question on every phone at once.

Everybody is asked about traitors from the moment both plans are locked until the wheels are open, with the same
buttons, so that neither a prompt nor a thumb tells who holds a card.
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.common.factions import faction_name
from referee.common.forces import in_words
from referee.common.offers import TABLE, Blank, Offer, Offers
from referee.common.physical import battles_are_refereed
from referee.common.territories import on_board
from referee.kernel.rulings import adds
from referee.kernel.table import Table
from referee.phases.battle.position import callers, target_of
from referee.phases.battle.settling import chosen_loss, open_losses
from referee.phases.battle.state import NO, OPEN, REVEALED, WAIT, YES, battle_now

ANSWERS = ((NO, "No traitor"), (YES, "Call my traitor"), (WAIT, "Wait for the reveal"))


@adds(Offers, rule="1.07.01")
def somebody_fights(question: Offers, table: Table) -> Iterable[Offer]:
    """The table enters who stands where, as the board shows it."""
    idle = table.phase == "battle" and battle_now(table) is None and battles_are_refereed(table)
    if question.seat != TABLE or not idle or len(table.seats) < 2:
        return ()
    order = table.from_seat(table.first_player or next(iter(table.seats)))
    seats = tuple((seat, faction_name(seat)) for seat in order)
    places = tuple((one.name, one.name) for one in on_board(table))
    blanks = (
        Blank("territory", "Territory", "select", choices=places),
        *_side("one", "Faction", order[0], seats),
        *_side("two", "Against", order[1], seats),
    )
    return (Offer("BeginBattle", "Begin a battle", "1.07.02", blanks),)


def _side(name: str, label: str, seat: str, seats: tuple[tuple[str, str], ...]) -> tuple[Blank, ...]:
    return (
        Blank(name, label, "select", value=seat, choices=seats),
        Blank(f"{name}_normal", "Forces", "number", 0, 20, "1"),
        Blank(f"{name}_special", "Starred", "number", 0, 7, "0"),
    )


@adds(Offers, rule="1.07.06.06")
def is_there_a_traitor(question: Offers, table: Table) -> Iterable[Offer]:
    """Before the reveal everybody is asked alike."""
    live = battle_now(table)
    asked = live is not None and live.step == OPEN and live.locked and not live.typed
    if question.seat == TABLE or not asked:
        return ()
    return (Offer("AnswerTraitor", words, "1.07.06.06", fixed=(("answer", to),)) for to, words in ANSWERS)


@adds(Offers, rule="4.97.08")
def no_answer_binds(question: Offers, table: Table) -> Iterable[Offer]:
    """After the reveal whoever may call still can, whatever the answer was."""
    live = battle_now(table)
    if (
        live is None
        or live.step != REVEALED
        or question.seat in live.calls
        or question.seat not in callers(table, live)
    ):
        return ()
    leader = target_of(table, live, question.seat)
    late = Offer("CallTraitor", f"{leader} is my traitor", "1.07.06.06", aside=True)
    return (late,) if leader else ()


@adds(Offers, rule="1.07.06.05")
def which_forces_are_lost(question: Offers, table: Table) -> Iterable[Offer]:
    """Where several mixes meet the number the owner chooses, the cheapest first."""
    live = battle_now(table)
    splits = open_losses(live, question.seat) if live and live.step == REVEALED else []
    if live is None or len(splits) < 2:
        return ()
    now = chosen_loss(live, question.seat)
    choices = tuple((f"{group.normal}+{group.special}", in_words(group)) for group in splits)
    blank = Blank("split", "You lose", "select", value=f"{now.normal}+{now.special}", choices=choices)
    return (Offer("ChooseLosses", "Give these up", "1.07.06.05", (blank,)),)
