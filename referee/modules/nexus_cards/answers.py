"""Answers on Nexus cards: who holds one, whether the asker may draw, and what their own card does."""

from __future__ import annotations

from referee.common.factions import faction_name
from referee.kernel import Table, listed, say
from referee.modules.nexus_cards import DRAWS, may_draw, open_draws, playing
from referee.modules.nexus_cards.holding import HELD, RULE, held_nexus, holders, use_of
from referee.offers.answers import Asked, Reply, answers_if
from referee.rulebook.book import rulebook

answers = answers_if(playing, Reply("This table plays without Nexus cards.", (RULE,)))


@answers
def who_holds_nexus_cards(asked: Asked, table: Table) -> Reply | None:
    named = listed([asked.name(seat) for seat in holders(table)])
    return Reply(
        say("{seats:The}. Nobody else sees which.", seats=named) if named else "Nobody holds a Nexus card.",
        (HELD,),
    )


@answers
def may_draw_nexus_card(asked: Asked, table: Table) -> Reply | None:
    seat = asked.seat
    if not seat:
        return None
    if seat in may_draw(table):
        return Reply("Yes. Draw one on your phone, or don't.", (DRAWS,))
    if table.ally(seat):
        return Reply("No. Only players without an ally draw Nexus cards.", (DRAWS,))
    if open_draws(table):
        return Reply("No. You have answered after this Nexus already.", (DRAWS,))
    return Reply("No. Nexus cards are drawn after a Nexus, if there is an alliance.", (DRAWS,))


@answers
def own_nexus_card(asked: Asked, table: Table) -> Reply | None:
    card = held_nexus(table, asked.seat) if asked.seat else ""
    if not card:
        return Reply("You hold no Nexus card that the referee knows.", (HELD,)) if asked.seat else None
    rule = use_of(table, asked.seat, card)
    return Reply(say("You hold {card}. {title}.", card=faction_name(card), title=rulebook()[rule].title), (rule, HELD))
