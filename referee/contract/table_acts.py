"""Acts of a script that are buttons of the table screen or a phone: each becomes the command behind that button.

The acts below have names of their own. ``command`` is every other button: it names the command and its fields as the
form of the page does, so that a script can do whatever the table can.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, fields
from typing import Any, NamedTuple

from referee.contract.lines import BadCase
from referee.contract.values import FACTION_IDS, a, a_number, all_heeded
from referee.holdings.hands import PlayCard
from referee.kernel import BadCommand, Command, Table, ask, command_kind, commands_that_play, read_command
from referee.phases.battle.cards_in_battle import Idle, UsesIdleCards
from referee.phases.spice_blow.blow import BringsSpice


class Button(NamedTuple):
    """A command, and which field of the file stands for which of its fields."""

    command: str
    fields: Mapping[str, str] = {}


def _same(*names: str) -> dict[str, str]:
    return {name: name for name in names}


BY_KARAMA = {"card": "choice", "with": "card"}
BUTTONS: dict[str, Button] = {
    "sell_cache": Button("OfferCache", _same("card", "style", "when", "way")),
    "no_cache": Button("SkipCache"),
    "seal": Button("SealBid", _same("amount")),
    "open_bids": Button("CloseWindow"),
    "keep_unsold": Button("KeepUnsold", _same("keep")),
    "black_market": Button("SellOwn", _same("card", "style", "way", "said")),
    "buy_cache": Button("BuyFromCache", BY_KARAMA),
    "give_cache_card": Button("GiveCacheCard", _same("card")),
    "look_through": Button("LookThrough"),
    "lay_back": Button("LayBack", _same("card", "place")),
    "no_sorting": Button("SkipSorting"),
    "technology": Button("SwapCard", _same("card")),
    "replace_bought": Button("ReplaceBought"),
    "distrans": Button("PlayDistrans", _same("to", "card")),
    "nullentropy": Button("SearchDiscards", _same("card")),
    "semuta": Button("TakeDiscarded", _same("card")),
    "juice": Button("PlayJuice", _same("use")),
    "ornithopter": Button("PlayOrnithopter", _same("way")),
    "residual_poison": Button("PoisonLeader"),
    "pay_auditor": Button("PayAuditor"),
    "show_cards": Button("ShowCards"),
    "turn_into_spice": Button("TurnIntoSpice", _same("card")),
    "sell_hand": Button("SellTheHand", BY_KARAMA),
    "inflation": Button("PlaceInflation", _same("side")),
    "favour": Button("GrantFavour", _same("to", "rule")),
    "make_ghola": Button("MakeGhola", _same("leader")),
    "check_victory": Button("CheckVictory", _same("last")),
    "return_ghola": Button("ReturnGhola", _same("leader")),
    "copy_card": Button("CopyCard", {"card": "place"}),
    "recruits": Button("PlayRecruits"),
    "sandtrout": Button("TurnSandtrout"),
    "great_maker": Button("TurnGreatMaker"),
    "vote_on_nexus": Button("CastVote", _same("held")),
    "take_tech_token": Button("TakeToken", _same("token")),
}
BY_CARD = ("StopPower", "UseSpecial")  # what the act of a script does that is called like the card
NAMED = {button.command: act for act, button in BUTTONS.items()}
ANY = "command"
NAMES = (*BUTTONS, ANY)


def button_pressed(record: Mapping[str, Any], seat: str, read: Callable[[str], str] = str) -> Command:
    """Return the command of an act; ``read`` makes a card of the file one of the table. Raises ``BadCase``."""
    act = record["act"]
    made = BUTTONS.get(act) or _any(record)
    if act in BUTTONS:
        all_heeded(record, ("act", "by", *made.fields), f"The step {act!r}")
    return _read(made, record, seat, act, read)


def _read(made: Button, record: Mapping[str, Any], seat: str, act: str, read: Callable[[str], str]) -> Command:
    words = {"seat": seat}
    told = {name: value for name, value in record.items() if name in made.fields and value is not None}
    kind = command_kind(made.command)
    if kind is None or kind.by == "referee":
        raise BadCase(f"No button of the table is called {made.command!r}. Take the name that its form sends.")
    own = {"seat", *(field.name for field in fields(kind))}
    unknown = [made.fields[name] for name in told if made.fields[name] not in own]
    if unknown:
        raise BadCase(f"The command {made.command!r} has no field {unknown[0]!r}. Leave it out.")
    words |= {"by_marker": "true"} if issubclass(kind, BringsSpice) and "under_storm" not in told else {}
    words |= {made.fields[name]: _word(value, f"{name!r} of {act!r}", read) for name, value in told.items()}
    try:
        return read_command(made.command, words)
    except BadCommand as error:
        raise BadCase(f"The step {act!r} cannot be read. {error}") from None


def card_played(record: Mapping[str, Any], seat: str, revive: Mapping[str, Any] | None) -> Command:
    """Return the command that plays a card outside a plan, with the fields of the act and those of ``revive``.

    A card that no command plays is discarded. Raises ``BadCase`` where the act does not hold what the command needs.
    """
    card, kinds = str(record["card"]), commands_that_play(record["card"])
    own = {field.name: field.default is MISSING for kind in kinds[:1] for field in fields(kind) if field.name != "seat"}
    told = {"act", "by", "card", *own, *(("revive",) if "leader" in own else ())}
    if len(kinds) < 2:
        all_heeded(record, told, f"The event 'play_card' of {card}")
    said = {name: value for name, value in {**record, **(revive or {})}.items() if name in own}
    which = kinds and len(kinds[0].plays) > 1  # then `card` is a field of the command
    missing = [name for name, needed in own.items() if needed and name not in said]
    if ask(Table(), Idle(card)).value and ask(Table(), UsesIdleCards(seat)).value:
        raise BadCase(f"{card} is not played by 'play_card'. Use {called('PlayWorthless')}.")
    if len(kinds) > 1 or ("card" in own and not which):
        raise BadCase(f"{card} is not played by 'play_card'. Use {_ways(card, kinds)}.")
    if missing:
        needs = " and ".join(map(repr, missing))
        raise BadCase(f"To play {card}, give {needs} as well, or use {_ways(card, kinds)}.")
    button = Button(kinds[0].__name__, _same(*said)) if kinds else None
    return _read(button, said, seat, "play_card", str) if button else PlayCard(seat, card, used=True)


def _ways(card: str, kinds: Sequence[type[Command]]) -> str:
    """Return what plays a card, in words: the acts that have a name of their own, and else the commands."""
    ways = {kind.__name__: card.casefold() if kind.__name__ in BY_CARD else "" for kind in kinds}
    acts = {called(name, act) for name, act in ways.items() if act or name in NAMED}
    return " or ".join(sorted(acts) or map(called, ways))


def called(command: str, act: str = "") -> str:
    """Return what a script writes for a command: an act of its own, or its name."""
    act = act or NAMED.get(command, "")
    return f"the act {act!r}" if act else f"the command {command!r}"


def _any(record: Mapping[str, Any]) -> Button:
    named = (name for name in record if name not in {"act", "by", ANY})
    return Button(a(str, record.get(ANY), "The name of a command"), _same(*named))


def _word(value: Any, what: str, read: Callable[[str], str]) -> str:
    """Return a value as a form would send it; a faction goes by its id."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return FACTION_IDS.get(value) or read(value)
    return str(a_number(value, what))
