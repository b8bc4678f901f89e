"""Reading one case of a bidding script: JSON becomes a table to set and steps to take, or a sentence why not.

Nothing of the game is decided here. Cards get an inner name of their own, so that two of a kind stay apart; the
names used in the file are kept beside it. Cards of a hand that the file does not name are cards of no known kind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any

from referee.common.factions import FACTIONS
from referee.common.things import OWNERS, THINGS
from referee.contract.lines import BadCase, at_event
from referee.contract.table_acts import NAMES, button_pressed
from referee.contract.values import Reading, a, a_faction, a_number, a_whole, all_heeded, given, one_of, options_in
from referee.holdings.setup import SeatEntry, SetTable
from referee.kernel import Amount, Command, Table, Value

STOPS = ("cancel", "prevent")  # these uses of a Karama need an ability
OF_A_STOP = ("ability", "card", "of")
USES = {
    "cancel": OF_A_STOP,
    "overbid": ("card",),
    "prevent": OF_A_STOP,
    "special": ("card", "of"),
    "take_card": ("card",),
}
ABILITIES = (
    "BIDDING_PRESCIENCE",
    "BLACK_MARKET",
    "CACHE_SALE",
    "CARD_SORTING",
    "PAYMENT_FOR_TREACHERY",
    "TECHNOLOGY",
    "TOP_CARD",
)


class ScriptStep(Value):
    """One step of a script, its factions as ids; what a step does not have is empty."""

    act: str
    by: str = ""
    to: str = ""
    of: str = ""
    amount: Amount = 0
    card: str = ""
    use: str = ""
    ability: str = ""
    shares: tuple[tuple[str, Amount], ...] | None = None
    button: Command | None = None


class Case(Value):
    """A table to set, the steps to take, the file's names of the cards, and whether any bid is accepted at first.

    ``modules`` are fields of modules: who owns what as the script begins.
    """

    setup: SetTable
    script: tuple[ScriptStep, ...]
    names: Mapping[str, str]
    restart: bool
    modules: Mapping[str, Any] = field(default_factory=dict)


def a_card(value: Any, seats: Sequence[str] = ()) -> str:
    """Return the name of a card without the stroke that tells copies apart."""
    return str(a(str, value, "A card")).replace("/", "⁄") or "?"


def a_player(value: Any, seats: Sequence[str]) -> str:
    return a_faction(value, seats, "does not sit at this table.")


# -- steps --------------------------------------------------------------------------------------------

Reader = Callable[[Any, Sequence[str]], Any]


def shares_in(value: Any, seats: Sequence[str]) -> tuple[tuple[str, Amount], ...]:
    shares = a(dict, value, "What a payment is made of")
    return tuple((a_player(name, seats), a_number(share, "A share")) for name, share in shares.items())


READERS: dict[str, tuple[str, Reader]] = {
    "by": ("by", a_player),
    "to": ("to", a_player),
    "for": ("to", a_player),
    "of": ("of", a_player),
    "owner": ("of", Reading(a_faction)),
    "amount": ("amount", Reading(a_number, ("An amount",))),
    "card": ("card", a_card),
    "with": ("card", a_card),
    "from": ("shares", shares_in),
    "use": ("use", Reading(one_of, (USES, "The use of a Karama"))),
    "ability": ("ability", Reading(one_of, (ABILITIES, "An ability"))),
}
ACTS: dict[str, tuple[str, ...]] = {
    "declare": (),
    "deal": (),
    "bid": ("by", "amount"),
    "pass": ("by",),
    "timeout": ("by",),
    "absent": ("by",),
    "present": ("by",),
    "support": ("by", "for", "amount"),
    "gift": ("by", "to", "amount"),
    "bribe": ("by", "to", "amount"),
    "pay": ("by",),
    "cannot_pay": ("by",),
    "karama": ("by", "use"),
    "ask_hand": ("by", "of"),
    "refuse_hand": ("by", "to"),
    "play_card": ("by", "card"),
}
WAYS_TO_PAY = ("from", "with")  # one of the two
VARIANTS = ("refuse", "restart")


def _step(value: Any, seats: Sequence[str]) -> ScriptStep:
    record = a(dict, value, "A step")
    act = one_of(record.get("act"), sorted((*ACTS, *NAMES)), "An act")
    if act in NAMES:
        by = a_player(record["by"], seats) if record.get("by") is not None else ""
        return ScriptStep(act, by, button=button_pressed(record, by, a_card))
    fields = dict.fromkeys(ACTS[act])
    if act == "pay":
        if sum(way in record for way in WAYS_TO_PAY) != 1:
            raise BadCase("A payment is made either from purses or with a card: give one of the two.")
        fields.update((way, None) for way in WAYS_TO_PAY if way in record)
    if act == "karama":
        heeded = USES.get(str(record.get("use")), OF_A_STOP)
        fields.update(dict.fromkeys(name for name in heeded if record.get(name) is not None))
        fields.update({"ability": None} if record.get("use") in STOPS else {})
    all_heeded(record, ("act", *fields), f"The step {act!r}")
    return ScriptStep(act, **dict(_field(record, name, seats, act) for name in fields))


def _steps(script: Sequence[Any], seats: Sequence[str]) -> Iterator[ScriptStep]:
    for number, step in enumerate(script):
        with at_event(number):
            yield _step(step, seats)


def _field(record: dict[str, Any], name: str, seats: Sequence[str], act: str) -> tuple[str, Any]:
    if name not in record:
        raise BadCase(f"The step {act!r} needs {name!r}.")
    field, read = READERS["owner" if act == "karama" and name == "of" else name]
    return field, read(record[name], seats)


# -- the table ----------------------------------------------------------------------------------------


class _Cards:
    """Inner names of cards."""

    def __init__(self) -> None:
        self.names: dict[str, str] = {}

    def enter(self, card: Any) -> str:
        """Give a card of the file its inner name, which no card of a faction's own pile has."""
        inner = f"{a_card(card)}/{len(self.names) + 101}"
        self.names[inner] = card
        return inner

    def pile(self, record: dict[str, Any], name: str) -> tuple[str, ...]:
        return tuple(self.enter(card) for card in given(record, name, list))

    def hand(self, count: int, special: list[Any], player: str) -> tuple[str, ...]:
        """Give a hand inner names; cards that the file does not name are of no known kind."""
        faces = [self.enter(card) for card in special]
        if len(faces) > count:
            raise BadCase(f"{player} holds {count} cards but {len(faces)} are named.")
        return (*faces, *(self.enter("a card") for _ in range(count - len(faces))))


def _by_faction(record: dict[str, Any], name: str, seats: Sequence[str]) -> dict[str, Any]:
    value = given(record, name, dict)
    return {a_player(player, seats): entry for player, entry in value.items()}


def _places(record: dict[str, Any], seats: Sequence[str], cards: _Cards) -> tuple[SeatEntry, ...]:
    for name in ("hands", "spice"):
        if record.get(name) is None:
            raise BadCase(f"A case needs {name!r}.")
    hands, spice = _by_faction(record, "hands", seats), _by_faction(record, "spice", seats)
    special = _by_faction(record, "special_cards", seats)
    made = []
    for seat in seats:
        player = FACTIONS[seat].name
        known = given(special, seat, list)
        count = a_whole(hands.get(seat, len(known)), f"The hand of {player}")
        faces = cards.hand(min(count, 1000), known, player)
        made.append(SeatEntry(seat, player, len(faces), a_whole(spice.get(seat, 0), f"The spice of {player}"), faces))
    return tuple(made)


def _alliances(record: dict[str, Any], seats: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    pairs = given(record, "alliances", list)
    return tuple(tuple(a_player(one, seats) for one in a(list, pair, "An alliance")) for pair in pairs)


def _options(record: dict[str, Any]) -> dict[str, str]:
    """Return the options in force: those of the variants, those named, and no window that people would wait in."""
    variants = record.get("variants")
    named = options_in(given(record, "options", dict))
    alone = {"B3": "ally"} if variants is not None and not variants.get("emperor_subsidy") else {}
    return {**alone, **named, "B7": "off", "K8": "all"}


def _restart(record: dict[str, Any]) -> bool:
    variants = given(record, "variants", dict)
    a(bool, variants.get("emperor_subsidy", False), "'emperor_subsidy'")
    return one_of(variants.get("bid_limit", "refuse"), VARIANTS, "'bid_limit'") == "restart"


def read_case(value: Any) -> Case:
    """Read one case; raises ``BadCase`` with a sentence."""
    record = a(dict, value, "A case")
    rules = one_of(record.get("rules"), ("advanced", "basic"), "'rules'")
    seats = tuple(a_player(player, ()) for player in a(list, record.get("players"), "'players'"))
    if not seats:
        raise BadCase("Nobody plays. Name the players in 'players'.")
    cards, restart = _Cards(), _restart(record)
    setup = SetTable(
        name="",
        places=_places(record, seats, cards),
        first_player=a_player(record.get("first_player"), seats),
        rules_played=rules,
        alliances=_alliances(record, seats),
        options=tuple(_options(record).items()),
        deck=cards.pile(record, "deck_top"),
        discard=cards.pile(record, "discard_pile"),
    )
    for objection in setup.objections(Table()):
        raise BadCase(objection.sentence)
    script = a(list, record.get("script"), "'script'")
    owned = (name for name, things in THINGS.items() if things.form == OWNERS)
    modules = {name: record[name] for name in owned if record.get(name) is not None}
    return Case(setup, tuple(_steps(script, seats)), cards.names, restart, modules)
