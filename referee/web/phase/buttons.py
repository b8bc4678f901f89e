"""Offers on screen: what a faction or the table may do in the phase that is played, as buttons and small forms."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from referee.agreements.alliances import nexus_now
from referee.common.factions import faction_name
from referee.common.phones_at_seats import phones_of
from referee.common.turn import PHASES, by_hand
from referee.kernel import Command, Table, ask, bare, memoized, say, together
from referee.offers.offer import TABLE, CardOffers, Kept, Offer, Part, behind_shield, offers, secret_offers
from referee.offers.waiting import duties_of, on_turn, waiting
from referee.phases.shipment.marching import out_of_turn
from referee.powers.taken_now import taken_now
from referee.turn.next_phase import onward, whose_work
from referee.web.app.event_lines import act_of, button_of, section_of
from referee.web.phase.things import own_cards
from referee.web.view_models.parts import Act, Panel
from referee.web.view_models.screens import Section

ANYONE = "Nobody is waited for: anyone may tap."
ELSEWHERE: set[Part] = {"how to play", "before the plans"}  # stand with what they are about, not in a panel each


@memoized
def seat_offers(public: Table, seat: str) -> tuple[Offer, ...]:
    """Return what a phone offers in this phase: from the public table, so alike for everybody who may do it.

    Where the order of shipment is kept, nobody ships, or taps themselves past their turn, before it has come (1.06.01).
    """
    return taken_now(public, _in_turn(public, seat, offers(public, seat)), seat)


def _in_turn(table: Table, seat: str, made: tuple[Offer, ...]) -> tuple[Offer, ...]:
    if any(offer.command.in_order for offer in made) and any(out_of_turn(table, seat)):
        return tuple(offer for offer in made if not offer.command.in_order)
    return made


def secret_acts(own: Table, seat: str, *, due: bool = False) -> tuple[Act, ...]:
    """Return what is due behind the shield, in the order of the duties, or else the rest."""
    wanted = [command for duty in duties_of(own, seat) for command in duty.by]
    open_to = taken_now(own, _in_turn(own, seat, secret_offers(own, seat)), seat)
    made = [(offer, offer.at_once or offer.command in wanted) for offer in open_to]
    found = [replace(offer, at_once=first) for offer, first in made if first == due]
    return tuple(map(act_of, sorted(found, key=lambda one: _place(one, wanted))))


def by_rules(own: Table, seat: str, rules: set[str]) -> tuple[Act, ...]:
    """Return the buttons behind the shield of these rules that may be tapped now: on the page of the card they play."""
    made = (*ask(own, CardOffers(seat, "buy")).value, *_in_turn(own, seat, secret_offers(own, seat)))
    return tuple(button_of(one) for one in taken_now(own, made, seat) if one.rule in rules and not one.why_not)


def _place(offer: Offer, wanted: Sequence[type[Command]]) -> int:
    return wanted.index(offer.command) if offer.command in wanted else len(wanted)


def kept_sections(own: Table, seat: str, whole: bool = True) -> tuple[Section, ...]:
    return tuple(kept_section(own, seat, kept) for kept in behind_shield(own, seat) if whole or kept.now)


def kept_section(own: Table, seat: str, kept: Kept) -> Section:
    return section_of(kept, own_cards(own, seat, kept.kind, kept.things) if kept.kind else ())


def for_seat(public: Table, seat: str) -> tuple[Act, ...]:
    """Return what the table may enter for a player, with a phone less than without (4.97.07).

    What is due stands first, what is not yet the seat's turn last.
    """
    own = seat in phones_of(public)
    not_yet = [one.sentence for one in out_of_turn(public, seat)]
    later = bool(not_yet)
    wanted = [command for duty in duties_of(public, seat) for command in duty.by]
    entered = (one for one in offers(public, seat) if one.command.by == "both" and not (own and one.command.own_phone))
    made = sorted(entered, key=lambda one: (later and one.command.in_order, _place(one, wanted)))
    made = [replace(one, small=together([one.small, *not_yet])) if one.command.in_order else one for one in made]
    open_to = taken_now(public, made, seat, True)
    acts = (replace(act_of(offer, seat), folds=later or offer.command not in wanted) for offer in open_to)
    middle = bool(leads(public))  # one amber button a screen: it stands in the middle then
    return tuple(replace(act, go=act.go and not middle) for act in acts)


def without_phone(public: Table, part: Part) -> tuple[Act, ...]:
    return tuple(
        named_for(offer, seat)
        for seat in public.seats
        if seat not in phones_of(public)
        for offer in taken_now(public, offers(public, seat), seat, True)
        if offer.part == part and offer.command.by == "both"
    )


def named_for(offer: Offer, seat: str) -> Act:
    return button_of(replace(offer, label=say("{seat}: {label}", seat=faction_name(seat), label=offer.label)), seat)


def stops_of(public: Table, seat: str) -> tuple[Offer, ...]:
    """Return a button for each power that can be stopped now; several say in their first words which one they stop."""
    made = taken_now(public, ask(public, CardOffers(seat, "stop")).value, seat)
    if len(made) < 2:
        return made
    return tuple(replace(one, label=say("Stop: {power}", power=bare(one.small)), small=one.label) for one in made)


def stops_for(public: Table, seat: str) -> tuple[Offer, ...]:
    made, who = stops_of(public, seat), (("seat", seat),)
    return tuple(replace(one, small=one.small if len(made) > 1 else "", fixed=(*who, *one.fixed)) for one in made)


def of_table(public: Table, wanted: Callable[[Offer], bool]) -> tuple[Offer, ...]:
    return taken_now(public, filter(wanted, offers(public, TABLE)))


def table_offers(public: Table) -> list[Offer]:
    """Return what the table may enter in this phase, first what the phase cannot do without."""
    shown = of_table(public, lambda one: not (one.aside or one.lead or one.part in ELSEWHERE))
    return sorted(shown, key=lambda offer: not offer.at_once)


def table_panels(public: Table) -> tuple[Panel, ...]:
    """Return a panel for each offer; buttons with nothing to fill in share one, so that a small screen has them all."""
    made: list[tuple[str, list[Offer]]] = []
    for n, offer in enumerate(table_offers(public)):
        bare = [group for _, group in made if _is_bare(group[0])] if _is_bare(offer) else []
        bare[0].append(offer) if bare else made.append((f"offer-{offer.name}-{n}", [offer]))
    return tuple(Panel("", (), acts=tuple(map(button_of, group)), id=name) for name, group in made)


def _is_bare(offer: Offer) -> bool:
    return not (offer.blanks or offer.at_once or offer.asks or offer.why_not)


def leads(public: Table) -> tuple[Offer, ...]:
    return of_table(public, lambda offer: offer.lead)


def going_on(public: Table) -> tuple[Act, ...]:
    """Return the taps that the phase waits for, then the one that goes on: not amber while a player is to act."""
    first, following = leads(public), next_phase(public)
    said = len(first) != 1 or first[0].small or first[0].blanks or first[0].why_not or waiting(public)
    first = first if said else (replace(first[0], small=ANYONE),)
    acts = tuple(replace(act_of(offer), big=True) for offer in first)
    if acts and nexus_now(public):
        return acts  # one button ends it: what goes on comes after
    return (*acts, replace(following, go=following.go and not (first or on_turn(public)), big=not first))


def seldom(public: Table, *, corrects: bool) -> tuple[Act, ...]:
    """Return what the table seldom needs: what corrects an entry, or the rest."""
    aside = of_table(public, lambda one: one.aside and (one.part == "correction") == corrects)
    return tuple(map(act_of, aside))


def next_phase(public: Table) -> Act:
    """Return the button that goes on, amber unless something would be left undone; it says when that is for anyone."""
    made = onward(public)
    go = made.lead or not made.small
    busy = made.why_not or made.sure or made.blanks or waiting(public) or by_hand(public) or leads(public)
    made = made if busy else replace(made, small=together([made.small, ANYONE]))
    return button_of(made, go=go, big=not made.blanks)


def by_whom(public: Table) -> tuple[Act, ...]:
    if public.phase not in PHASES:
        return ()
    how = of_table(public, lambda one: one.part == "how to play" and not one.aside)
    return (button_of(whose_work(public)), *map(button_of, how))
