"""Behind the shield: what one phone shows its owner while it is held open, drawn from that seat's own fold."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import islice
from types import MappingProxyType

from referee.agreements.bribes import bribe
from referee.common.factions import faction_name, named
from referee.common.turn import PhaseBegan
from referee.holdings.hands import CardKind, CountsArePublic
from referee.holdings.on_screen import give_spice, tell_card, tell_spice, untell_card
from referee.holdings.purse import spice_of
from referee.kernel import (
    PUBLIC,
    Event,
    Table,
    Whisper,
    american,
    ask,
    card_name,
    count,
    meant,
    public_fields,
    say,
    together,
    unstarred,
)
from referee.knowledge.notes import MayKeepNotes, add_note, who_keeps_notes
from referee.knowledge.who_knows import glimpses, notebook
from referee.offers.offer import CardOffers, Offer, behind_shield
from referee.offers.waiting import duties_of
from referee.offers.what_now import stage_of
from referee.phases.battle.call_traitor import ANSWERS
from referee.phases.battle.events import TraitorAnswered
from referee.phases.battle.live_battle import OPEN, battle_now, traitor_answers
from referee.phases.bidding.bid_limit import bid_limit
from referee.phases.bidding.on_screen import support
from referee.phases.bidding.order_of_bidding import Backing, bids_are_over
from referee.phases.charity import CharityIfRich
from referee.powers.taken_now import taken_now
from referee.web.app.event_lines import button_of, chip, icon_of, line_of, short
from referee.web.battle.phone import composer
from referee.web.battle.what_if import SEE, Given, what_if
from referee.web.phase.buttons import kept_section, kept_sections, secret_acts
from referee.web.phone.marked import marks_of
from referee.web.phone.shield_details import PURSE, Books, card_href, closer, inside_of
from referee.web.view_models.parts import Act, Frame, Line, Link
from referee.web.view_models.screens import Card, Figure, Secret, Section


def card_view(table: Table, card: object, acts: tuple[Act, ...] = (), here: str = "") -> Card:
    if not isinstance(card, str):
        return Card("Unknown card", "printed", "special", acts)
    kind = ask(table, CardKind(card)).value
    return Card(
        card_name(card),
        american(kind).capitalize(),
        icon_of(table, card),
        acts,
        card_href(here, card) if here and kind else "",
    )


def secret_of(
    table: Table,
    seat: str,
    tab: str,
    frame: Frame,
    refusal: Line | None,
    see: str = "",
    books: Books | None = None,
    given: Given = MappingProxyType({}),
) -> Secret:
    here = f"{frame.here}?tab={tab}"
    if see == SEE:
        hidden = (("tab", tab), ("see", SEE))
        return Secret(
            frame, refusal, what=replace(what_if(table, seat, given, frame.here, hidden), back=Link("Back", here))
        )
    inside = inside_of(table, seat, see, Link("Back", here), books or Books()) if see else None
    if inside is not None:
        return Secret(frame, refusal, inside=inside)
    if tab == "book":
        return Secret(
            frame,
            refusal,
            sections=tuple(_book(table, seat, books or Books())),
            forms=_buttons(table, seat, add_note(table, seat)),
        )
    now, stage = kept_sections(table, seat, table.phase == "lobby"), stage_of(table)
    about = {duty.about for duty in duties_of(table, seat)}
    asked = tuple(kept_section(table, seat, one) for one in behind_shield(table, seat) if one.now and one.rule in about)
    seen = stage if stage and isinstance(stage.card, str) else None
    return Secret(
        frame=frame,
        refusal=refusal,
        news=() if seen else (*_too_rich(table, seat), *_answered(table, seat), *_just_learnt(table, seat)),
        peek_label=say("Card {number} is", number=seen.number) if seen else "",
        peek=card_view(table, seen.card) if seen else None,
        figures=_figures(table, seat, f"{here}&see={PURSE}"),
        first=secret_acts(table, seat, due=True),
        toggles=_buttons(table, seat, ask(table, CardOffers(seat, "buy")).value),
        hand=tuple(
            card_view(table, card, _buttons(table, seat, untell_card(table, card)), here)
            for card in table.seats[seat].hand
        ),
        asked=asked,
        sections=(*_promises(table, seat), *(one for one in now if one not in asked)),
        forms=tuple(_forms(table, seat)),
        links=(*closer(table, seat, here), Link("What if we fight?", f"{here}&see={SEE}")),
        kept=tuple(one for one in kept_sections(table, seat) if one not in now),
        rest=tuple(_heard_alone(table)),
        folded=_buttons(table, seat, (*give_spice(table, seat), *bribe(table, seat))),
        plan=composer(table, seat),
        marks=marks_of(table, seat),
    )


def _too_rich(table: Table, seat: str) -> tuple[Line, ...]:
    """Return that charity is not for this seat: all phones have its button, and only here may the truth be told."""
    own = spice_of(table, seat)
    if table.phase != "choam_charity" or own is None or own < 2 or ask(table, CharityIfRich(seat)).value:
        return ()
    return (Line(say("*No charity for you*: you have *{own}* spice.", own=own), chips=(chip("1.03.01"),)),)


def _answered(table: Table, seat: str) -> tuple[Line, ...]:
    live = battle_now(table)
    given = traitor_answers(table).get(seat, "") if live is not None and live.step == OPEN else ""
    words = next((words for answer, words in ANSWERS if answer == given), "")
    said = say("Your answer, whether you call a traitor: *{answer}*.", answer=words)
    return (Line(said, "check", chips=(chip("1.07.06.06"),)),) if words else ()


def _figures(table: Table, seat: str, why: str) -> tuple[Figure, ...]:
    own = spice_of(table, seat)
    spice = Figure("Spice", str(own) if own is not None else "not entered", href=why)
    if bids_are_over(table) or table.phase in {"storm", "spice_blow", "choam_charity"}:
        return (spice,)
    limit = bid_limit(table, seat)
    if own is None and not limit.sources:
        return (spice, Figure("Your limit", "unknown", "your spice is not entered"))
    helped = [
        say("{amount} from {helper}", amount=amount, helper=named(helper))
        for helper, amount in limit.sources
        if helper != seat
    ]
    parts = together([str(own), *helped], " + ") if helped else "your own spice"
    if limit.unlimited:
        return (spice, Figure("Your limit", "none", "paid with Karama"))
    return (spice, Figure("Your limit", str(int(limit.most)), parts))


def _promises(table: Table, seat: str) -> Iterable[Section]:
    backing = table.state(Backing)
    lines = []
    for (helper, bidder), made in backing.promises.items():
        if not made.promised:
            continue
        if bidder == seat:
            lines.append(
                Line(
                    say("{helper:The supports} you with up to *{stands}*", helper=named(helper), stands=made.stands),
                    f=short(helper),
                )
            )
        elif helper == seat:
            lines.append(
                Line(
                    say("Your support: up to *{stands}* for {bidder}", stands=made.stands, bidder=named(bidder)),
                    f=short(bidder),
                )
            )
    for (helper, bidder), amount in backing.asked.items():
        if bidder == seat:
            lines.append(
                Line(say("You ask {helper} for *{amount}*", helper=named(helper), amount=amount), f=short(helper))
            )
        elif helper == seat:
            lines.append(
                Line(say("{bidder:The asks} you for *{amount}*", bidder=named(bidder), amount=amount), f=short(bidder))
            )
    if lines:
        yield Section("For you", tuple(lines))


def _just_learnt(table: Table, seat: str) -> tuple[Line, ...]:
    """Return what this seat alone was told last, for as long as the phase lasts in which it was."""
    for heard in reversed(table.log):
        if isinstance(heard.event, PhaseBegan):
            return ()
        if isinstance(heard.event, TraitorAnswered):
            continue  # the answer stands above, for as long as it may be changed
        if _is_private(heard.event) and (line := line_of(heard.event)) is not None:
            return (line,)
    return ()


def _heard_alone(table: Table) -> Iterable[Section]:
    told = (heard.event for heard in reversed(table.log) if _is_private(heard.event))
    lines = tuple(islice((line for event in told if (line := line_of(event)) is not None), 6))
    if lines:
        yield Section("Only you heard", lines)


def _is_private(event: Event) -> bool:
    if isinstance(event, Whisper) and PUBLIC not in event.to:
        return True
    card = getattr(event, "card", None)
    shown = "card" in public_fields(type(event)) or getattr(event, "face_up", False)
    return isinstance(card, str) and not shown


def _forms(table: Table, seat: str) -> Iterable[Act]:
    yield from _buttons(table, seat, (*tell_card(table, seat), *tell_spice(table, seat)))
    yield from secret_acts(table, seat)
    yield from _buttons(table, seat, support(table, seat))


def _buttons(table: Table, seat: str, made: Iterable[Offer]) -> tuple[Act, ...]:
    return tuple(map(button_of, taken_now(table, made, seat)))


def _book(table: Table, seat: str, books: Books) -> Iterable[Section]:
    if not ask(table, MayKeepNotes(seat)).value:
        yield Section("Notebook", (Line(who_keeps_notes(table), chips=(chip("2.01.06"),)),))
        return
    for kept in notebook(table, seat, glimpses(books.written(), seat)):
        yield Section(kept.title, tuple(Line(line) for line in kept.lines), end=kept.rule)
    counts = ask(table, CountsArePublic()).value
    for other, own in table.seats.items():
        if other == seat:
            continue
        cards = [card_view(table, card) for card in own.hand.faces()]
        lines = [Line(f"*{card.name}*", card.icon) for card in cards]
        unknown = len(own.hand) - len(cards)
        lines += [Line(say("{unknown} not known", unknown=unknown), mute=True)] if unknown and counts else []
        held = count(len(own.hand), "card") if counts else ""
        if lines:
            yield Section(faction_name(other), tuple(lines), short(other), held)
    if table.seats[seat].notes:
        yield Section(meant("Notes", "notebook"), tuple(Line(unstarred(note)) for note in table.seats[seat].notes))
