"""An answer on Face Dancers: how many are hidden, and which were shown."""

from __future__ import annotations

from referee.factions.tleilaxu import ME
from referee.factions.tleilaxu.face_dancers import DRAW, MANY, dancers_of
from referee.kernel import Table, listed, say, say_many, together
from referee.offers.answers import Asked, Reply, answers_if

answers = answers_if(
    lambda table: ME in table.seats, Reply("Nobody plays Tleilaxu tonight, so there are no Face Dancers.", (DRAW,))
)


@answers
def face_dancers(asked: Asked, table: Table) -> Reply | None:
    """Return what all may know; who they are is secret."""
    dancers = dancers_of(table)
    if not dancers.drawn:
        return Reply("The Face Dancers are not drawn yet.", (DRAW,))
    words = say_many(
        MANY - len(dancers.shown),
        "{seat:The has} {n} hidden Face Dancer.",
        "{seat:The has} {n} hidden Face Dancers.",
        seat=asked.name(ME),
    )
    shown = say("Shown: {leaders}.", leaders=listed(dancers.shown)) if dancers.shown else ""
    return Reply(together([words, shown]), (DRAW,))
