"""Behind the shield: what one phone shows its owner while it is held open, drawn from that seat's own fold."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import islice
from types import MappingProxyType

from referee.common.factions import faction_name, named
from referee.common.turn import PHASES, PhaseBegan
from referee.common.what_is_physical import cards_are_told
from referee.holdings.hands import CardKind, CountsArePublic, KnownCards, may_hold
from referee.holdings.purse import MayGive, spice_of
from referee.kernel.events import PUBLIC, Event, Whisper, public_fields
from referee.kernel.rulings import ask
from referee.kernel.table import Table, card_name
from referee.kernel.wording import american
from referee.phases.bidding.bid_limit import MayBack, bid_limit, promise
from referee.phases.bidding.state import Backing
from referee.phases.knowledge.notes import MayKeepNotes, who_keeps_notes
from referee.phases.knowledge.who_knows import glimpses, notebook
from referee.powers.great_powers import counting
from referee.powers.powers import CardBuys, is_karama
from referee.screens.what_now import stage_of
from referee.web.app.event_lines import chip, line_of, short
from referee.web.battle.phone import composer
from referee.web.battle.what_if import SEE, Given, what_if
from referee.web.phase.buttons import kept_sections, secret_acts
from referee.web.phone.shield_details import PURSE, Books, card_href, closer, inside_of, recount
from referee.web.view_models.parts import Act, Field, Frame, Line, Link
from referee.web.view_models.screens import Card, Figure, Secret, Section

KIND_ICONS = (
    ("weapon, poison", "poison"),
    ("weapon", "blade"),
    ("defence, poison", "snoop"),
    ("defence", "shieldi"),
    ("worthless", "junk"),
    ("special", "special"),
)


def card_view(table: Table, card: object, acts: tuple[Act, ...] = (), here: str = "") -> Card:
    """Return a card in words; one of unknown face says so."""
    if not isinstance(card, str):
        return Card("Unknown card", "printed", "special", acts)
    kind = ask(table, CardKind(card)).value
    icon = next((name for start, name in KIND_ICONS if kind.startswith(start)), "special")
    return Card(
        card_name(card), american(kind).capitalize(), icon, acts, card_href(here, card) if here and kind else ""
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
    """Return what the shield hides, the book where that is open, or one thing of it seen closer."""
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
            frame, refusal, sections=tuple(_book(table, seat, books or Books())), forms=_note_form(table, seat)
        )
    now = kept_sections(table, seat, table.phase == "lobby")
    return Secret(
        frame=frame,
        refusal=refusal,
        news=() if _peek_label(table) else _just_learnt(table, seat),
        peek_label=_peek_label(table),
        peek=_peek(table),
        figures=_figures(table, seat, f"{here}&see={PURSE}"),
        first=secret_acts(table, seat, at_once=True),
        toggles=_karama(table, seat),
        hand=tuple(card_view(table, card, _untell(table, card), here) for card in table.seats[seat].hand),
        sections=(*_promises(table, seat), *now),
        forms=tuple(_forms(table, seat)),
        links=(*closer(table, seat, here), Link("What if we fight?", f"{here}&see={SEE}")),
        rest=(*(one for one in kept_sections(table, seat) if one not in now), *_heard_alone(table, seat)),
        folded=tuple(_gifts(table, seat)),
        plan=composer(table, seat),
    )


def _peek_label(table: Table) -> str:
    stage = stage_of(table)
    return f"Card {stage.number} is" if stage and isinstance(stage.card, str) else ""


def _peek(table: Table) -> Card | None:
    stage = stage_of(table)
    return card_view(table, stage.card) if stage and isinstance(stage.card, str) else None


def _figures(table: Table, seat: str, why: str) -> tuple[Figure, ...]:
    own = spice_of(table, seat)
    spice = Figure("Spice", str(own) if own is not None else "not entered", href=why)
    if _bids_are_over(table):
        return (spice,)
    limit = bid_limit(table, seat)
    if own is None and not limit.sources:
        return (spice, Figure("Your limit", "unknown", "your spice is not entered"))
    helped = [f"{amount} from {named(helper)}" for helper, amount in limit.sources if helper != seat]
    parts = " + ".join([str(own), *helped]) if helped else "your own spice"
    if limit.unlimited:
        return (spice, Figure("Your limit", "none", "paid with Karama"))
    return (spice, Figure("Your limit", str(int(limit.most)), parts))


def _karama(table: Table, seat: str) -> tuple[Act, ...]:
    held = may_hold(table, seat, is_karama(table, seat))
    if _bids_are_over(table) or not held or not ask(table, CardBuys()).value:
        return ()
    backing, stage = table.state(Backing), stage_of(table)
    on = seat in backing.by_card
    cards: list[tuple[str, tuple[tuple[str, str], ...]]] = [(word, (("card", word),)) for word in counting(table, seat)]
    cards = cards if len(cards) > 1 else [("Karama", ())]
    pays = [(backing.by_card.get(seat) or "Karama", ())] if on else cards
    acts = [
        Act("PayByKarama", f"Pay with {word}", (("on", "0" if on else "1"), *more), "star", on=on)
        for word, more in pays
    ]
    if stage and stage.up:
        acts += [Act("TakeByKarama", f"Take the card by {word}", more, "star") for word, more in cards]
    return tuple(acts)


def _untell(table: Table, card: object) -> tuple[Act, ...]:
    if not cards_are_told(table) or not isinstance(card, str):
        return ()
    return (Act("UntellCard", "Not this", (("card", card),), "undo"),)


def _promises(table: Table, seat: str) -> Iterable[Section]:
    backing = table.state(Backing)
    lines = []
    for (helper, bidder), made in backing.promises.items():
        if not made.promised:
            continue
        if bidder == seat:
            lines.append(Line(f"{named(helper):The supports} you with up to *{made.stands}*", f=short(helper)))
        elif helper == seat:
            lines.append(Line(f"Your support: up to *{made.stands}* for {named(bidder)}", f=short(bidder)))
    if lines:
        yield Section("For you", tuple(lines))


def _just_learnt(table: Table, seat: str) -> tuple[Line, ...]:
    """Return what this seat alone was told last, for as long as the phase lasts in which it was."""
    for heard in reversed(table.log):
        if isinstance(heard.event, PhaseBegan):
            return ()
        if _is_private(heard.event, seat) and (line := line_of(heard.event)) is not None:
            return (line,)
    return ()


def _heard_alone(table: Table, seat: str) -> Iterable[Section]:
    """Return the newest things that this seat was told and the whole table was not."""
    told = (heard.event for heard in reversed(table.log) if _is_private(heard.event, seat))
    lines = tuple(islice((line for event in told if (line := line_of(event)) is not None), 6))
    if lines:
        yield Section("Only you heard", lines)


def _is_private(event: Event, seat: str) -> bool:
    if isinstance(event, Whisper) and PUBLIC not in event.to:
        return True
    card = getattr(event, "card", None)
    return isinstance(card, str) and "card" not in public_fields(type(event))


def _forms(table: Table, seat: str) -> Iterable[Act]:
    others = [other for other in table.seats if other != seat]
    yield from _told(table, seat)
    yield from secret_acts(table, seat)
    backed = [o for o in others if ask(table, MayBack(seat, o)).value]
    own = spice_of(table, seat)
    if backed and not _bids_are_over(table):
        backed.sort(key=lambda other: not promise(table, seat, other))
        yield _sum("Back", "Support a bid", "Support up to", backed, own, 0, promise(table, seat, backed[0]))
    yield from _shares(table, seat)


def _gifts(table: Table, seat: str) -> Iterable[Act]:
    """Return what may be done with spice in any phase."""
    others, own = [other for other in table.seats if other != seat], spice_of(table, seat)
    given = [o for o in others if ask(table, MayGive(seat, o)).value]
    if given:
        yield _sum("GiveSpice", "Give spice", "Give", given, own, 1)
    bribed = [o for o in others if table.ally(seat) != o]
    if bribed and table.phase != "lobby":
        yield _sum("Bribe", "Pay a bribe", "Spice, in the open", bribed, own, 1)


def _bids_are_over(table: Table) -> bool:
    return table.phase in PHASES[PHASES.index("bidding") + 1 :]


def _sum(name: str, label: str, amount: str, seats: list[str], most: int | None, least: int, now: int = 0) -> Act:
    choices = tuple((seat, faction_name(seat)) for seat in seats)
    to = Field("to", "Faction", "select", seats[0], choices)
    return Act(name, label, inputs=(to, Field("amount", amount, "number", str(max(least, now)), low=least, high=most)))


def _shares(table: Table, seat: str) -> Iterable[Act]:
    stage = stage_of(table)
    if stage is None or stage.mode != "settle" or stage.high_by != seat:
        return
    for helper, amount in bid_limit(table, seat).sources:
        if helper != seat:
            most = min(amount, stage.high)
            field = Field("amount", f"{named(helper):The pays}", "number", str(most), low=0, high=most)
            yield Act("ChooseShares", "Set the shares", (("helper", helper),), inputs=(field,))


def _told(table: Table, seat: str) -> Iterable[Act]:
    if cards_are_told(table) and any(not isinstance(card, str) for card in table.seats[seat].hand):
        choices = (("", "Choose"), *((name, name) for name in ask(table, KnownCards()).value))
        yield Act("TellCard", "Add to my hand", inputs=(Field("card", "Which card is it?", "select", "", choices),))
    yield from recount(table, seat)


def _note_form(table: Table, seat: str) -> tuple[Act, ...]:
    if not ask(table, MayKeepNotes(seat)).value:
        return ()
    field = Field("text", "Note", "textarea", hint="Only this phone shows it.")
    return (Act("KeepNote", "Add a note", inputs=(field,)),)


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
        lines += [Line(f"{unknown} not known", mute=True)] if unknown and counts else []
        held = f"{len(own.hand)} card{'s' * (len(own.hand) != 1)}" if counts else ""
        if lines:
            yield Section(faction_name(other), tuple(lines), short(other), held)
    if table.seats[seat].notes:
        yield Section("Notes", tuple(Line(note.replace("*", "")) for note in table.seats[seat].notes))
