"""Offers on screen: what a faction or the table may do in the phase that is played, as buttons and small forms."""

from __future__ import annotations

from dataclasses import replace

from referee.common.factions import faction_name
from referee.common.phones_at_seats import phones_of
from referee.common.turn import PHASES, phase_name
from referee.kernel.table import Table
from referee.phases.mentat.victory import is_last_turn, not_yet
from referee.phases.shipment.shipping import out_of_turn
from referee.screens.offers import TABLE, behind_shield, offers, secret_offers
from referee.screens.what_now import by_hand, left_over, on_turn, stage_of
from referee.web.app.from_rooms import act_of, section_of
from referee.web.view_models.parts import Act, Field, Panel
from referee.web.view_models.screens import Section

HOW = "ChangeOption"  # what is about how the table plays stands behind what it does


def seat_acts(public: Table, seat: str) -> tuple[Act, ...]:
    """Return what a phone offers in this phase: from the public table, so alike for everybody who may do it.

    Where the order of shipment is kept, nobody ships, or taps themselves past their turn, before it has come (1.06.01).
    """
    made = offers(public, seat)
    if any(offer.command.in_order for offer in made) and any(out_of_turn(public, seat)):
        made = tuple(offer for offer in made if not offer.command.in_order)
    return tuple(act_of(offer) for offer in made)


def secret_acts(own: Table, seat: str, *, at_once: bool = False) -> tuple[Act, ...]:
    """Return what the shield offers, from the seat's own table: what is asked at once, or all the rest."""
    return tuple(act_of(offer) for offer in secret_offers(own, seat) if offer.at_once == at_once)


def kept_sections(own: Table, seat: str, whole: bool = True) -> tuple[Section, ...]:
    """Return what lies behind the shield besides cards and spice: all of it, or what this moment asks for."""
    return tuple(section_of(kept) for kept in behind_shield(own, seat) if whole or kept.now)


def for_seat(public: Table, seat: str) -> tuple[Act, ...]:
    """Return what the table may enter for a player; with a phone less than without (4.97.07)."""
    own = seat in phones_of(public)
    made = (offer for offer in offers(public, seat) if offer.command.by == "both")
    acts = (act_of(offer, seat) for offer in made if not (own and offer.command.own_phone))
    middle = bool(leads(public))  # one amber button a screen: it stands in the middle then
    return tuple(replace(act, go=act.go and not middle) for act in acts)


def table_panels(public: Table) -> tuple[Panel, ...]:
    """Return what the table may enter in this phase, a panel each, first what the phase cannot do without."""
    shown = [offer for offer in offers(public, TABLE) if not (offer.aside or offer.lead or offer.name == HOW)]
    return tuple(
        Panel("", (), acts=(replace(act_of(offer), go=False),), id=f"offer-{offer.name}-{n}")
        for n, offer in enumerate(sorted(shown, key=lambda offer: not offer.at_once))
    )


def leads(public: Table) -> tuple[Act, ...]:
    """Return the taps that the phase waits for before it goes on."""
    return tuple(replace(act_of(offer), big=True) for offer in offers(public, TABLE) if offer.lead)


def going_on(public: Table) -> tuple[Act, ...]:
    """Return the taps that the phase waits for, then the one that goes on, plain while somebody is still to act."""
    first, onward = leads(public), next_phase(public)
    return (*first, replace(onward, go=onward.go and not (first or on_turn(public)), big=not first))


def seldom(public: Table) -> tuple[Act, ...]:
    """Return what the table may enter at any time but seldom needs."""
    return tuple(act_of(offer) for offer in offers(public, TABLE) if offer.aside)


def next_phase(public: Table) -> Act:
    here = PHASES.index(public.phase) if public.phase in PHASES else -1
    following = PHASES[(here + 1) % len(PHASES)]
    label = (
        f"{phase_name(following).lower()} of turn {public.turn + 1}"
        if here == len(PHASES) - 1
        else phase_name(following)
    )
    if alone(public):
        return next_bidding(public)
    if here == len(PHASES) - 1 and is_last_turn(public) and not by_hand(public):
        return Act(
            "CheckVictory", "Last turn: who has won?", (("last", "1"),), go=True, big=True, why_not=not_yet(public)
        )
    undone = left_over(public)
    left = " ".join(one.words for one in undone)
    lost = " ".join(one.words for one in undone if one.holds_up or one.loses)
    sure = (("anyway", "1"),) if left else ()
    return Act("GoTo", f"Next: {label}", (("phase", following), *sure), small=left, go=not left, big=True, sure=lost)


def alone(public: Table) -> bool:
    """Say whether bidding alone is played with the referee."""
    return all(by_hand(public, phase) != (phase == "bidding") for phase in PHASES)


def next_bidding(public: Table) -> Act:
    """Return the button that goes on to the bidding of the next turn, with its First Player."""
    choices = tuple((seat, faction_name(seat)) for seat in public.seats)
    first = Field("first_player", "First Player", "select", public.first_player, choices)
    fields = (("turn", str(public.turn + 1)), ("aloud", ""))
    return Act("BeginBidding", f"Bidding of turn {public.turn + 1}", fields, go=True, inputs=(first,))


def whose_work(public: Table) -> tuple[Act, ...]:
    """Return the buttons by which the table takes this phase, or the map, into its own hands, or gives it back."""
    if public.phase not in PHASES:
        return ()
    hand = by_hand(public)
    fields = (("option", f"R-{public.phase}"), ("value", "referee" if hand else "hand"))
    whose = Act(HOW, "Let the referee lead this phase" if hand else "Play this phase by hand", fields)
    return (
        whose,
        *(replace(act_of(one), go=False) for one in offers(public, TABLE) if one.name == HOW and not one.aside),
    )


def jumps(public: Table) -> tuple[Act, ...]:
    """Return the buttons that skip to another phase."""
    if early_end(public):
        return ()
    others = [phase for phase in PHASES if phase != public.phase]
    return tuple(Act("GoTo", f"Skip to {phase_name(phase)}", (("phase", phase), ("anyway", "1"))) for phase in others)


def early_end(public: Table) -> tuple[Act, ...]:
    """Return the button that ends bidding early, which asks first."""
    stage = stage_of(public)
    if stage is None or stage.mode not in {"deal", "auction"}:
        return ()
    left = "Unsold cards go back on the deck."
    return (Act("EndBidding", "End bidding now", asks=left),)
