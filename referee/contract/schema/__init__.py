"""The form of the cases that ``battle``, ``play`` and ``rules`` read, as a JSON Schema (draft 2020-12).

It is made from the tables by which the readers read, so that a new faction, act, option or card stands in it by
itself. It tells each field and its kind; what depends on other fields (who sits at this table, what a hand holds)
the readers say. Fields beyond these are left alone, as the readers do.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection, Mapping
from functools import reduce
from typing import Any, get_type_hints

from referee.board.territories import TERRITORIES, is_sand
from referee.board.worlds import WORLDS
from referee.common.factions import FACTIONS, faction_name
from referee.common.things import LEADERS, LIST, OWNERS, THINGS, Things
from referee.common.turn import PHASES
from referee.contract import battle_form as battle
from referee.contract import forms
from referee.contract.bidding import cases as bidding
from referee.contract.positions import acts as positions
from referee.contract.schema.shapes import (
    CARD,
    FACTION,
    FLAG,
    NULL,
    NUMBER,
    PLACE,
    SAND,
    STRING,
    TEXT,
    Shape,
    by_any_name,
    by_faction,
    by_place,
    fields,
    forces,
    maybe,
    one,
    only,
    some,
    whole,
)
from referee.contract.table_acts import ANY, BUTTONS
from referee.contract.values import (
    FACTION_IDS,
    MOST,
    OPTIONS_OF_PAPER,
    Reading,
    a_faction,
    a_flag,
    a_number,
    a_text,
    a_whole,
    one_of,
)
from referee.kernel import OPTIONS, PUBLIC, Table, ask, commands, commands_that_play
from referee.phases.battle.cards_in_battle import BattleCards
from referee.rulebook.lookup import LANGUAGES

DRAFT = "https://json-schema.org/draft/2020-12/schema"

# -- acts: each field's shape is that of its reader ---------------------------------------------------

REVIVAL: Shape = only(fields({}, {"leader": TEXT, "normal": whole(), "special": whole()}))
SHAPES: dict[Callable[..., Any], Callable[..., Shape]] = {
    a_faction: lambda: FACTION,
    a_flag: lambda what: FLAG,
    a_number: lambda what: NUMBER,
    a_text: lambda what: TEXT,
    a_whole: lambda what, least=0, most=None: whole(least, MOST if most is None else most),
    one_of: lambda known, what: one(known),
    bidding.a_card: lambda: STRING,
    bidding.a_player: lambda: FACTION,
    bidding.shares_in: lambda: by_faction(NUMBER),
    positions.a_group: lambda what, least=0: forces(least),
    positions.a_revival: lambda: REVIVAL,
    positions.a_strength: lambda: {"anyOf": [whole(), {"const": "X"}]},
    positions.shares_in: lambda: by_faction(whole()),
    forms.a_string: lambda what: STRING,
    forms.a_list: lambda read, what: some(read_by(read)),
    forms.by_seat: lambda read, what: by_faction(maybe(read_by(read))),
    forms.by_word: lambda read, what: by_any_name(maybe(read_by(read))),
    battle.a_side: lambda what: {"$ref": "#/$defs/side"},
    battle.a_group: lambda what: of_form(battle.COUNTED),
    battle.a_count: lambda what: {"anyOf": [whole(most=battle.MOST_FORCES), of_form(battle.COUNTED)]},
    battle.a_place: lambda what: PLACE,
    battle.a_commit: lambda: of_form(battle.HALVES),
    battle.a_bystander: lambda: of_form(battle.BYSTANDER),
    battle.a_disc: lambda: {"anyOf": [whole(most=battle.MOST_STRENGTH), {"const": "X"}]},
    battle.a_card: lambda: {"type": "string", "examples": list(ask(Table(), BattleCards()).value)},
    battle.a_leader: lambda: {"anyOf": [STRING, of_form(battle.LEADER)]},
    battle.a_companion: lambda: of_form(battle.KH_STATE),
    battle.a_gift: lambda: {"anyOf": [whole(), by_any_name({"anyOf": [whole(), STRING]})]},
    battle.a_traitor: lambda: of_form(battle.TRAITOR),
    battle.a_face_dance: lambda: of_form(battle.FACE_DANCE),
    battle.a_capture: lambda: of_form(battle.CAPTURE),
    battle.who_unlocks: lambda: one(map(faction_name, battle.unlocking())),
    battle.a_karama: lambda: {"anyOf": [of_form(battle.STOP), of_form(battle.UNLOCKS)]},
    battle.a_choice: lambda: a_choice(),
    battle.what_was_called: lambda: of_form(battle.CALLS),
    battle.the_options: lambda: OPTION,
}


def read_by(reader: Callable[..., Any]) -> Shape:
    return SHAPES[reader.read](*reader.more) if isinstance(reader, Reading) else SHAPES[reader]()


def of_form(form: forms.Form) -> Shape:
    """Return the shape of a record that has no other fields, from the form by which it is read."""
    return only(open_form(form))


def open_form(form: forms.Form) -> Shape:
    shapes = {name: read_by(read) for name, (read, _) in form.items()}
    needed = {name: shape for name, shape in shapes.items() if form[name][1]}
    return fields(needed, {name: shape for name, shape in shapes.items() if name not in needed})


def a_choice() -> Shape:
    """Return the shape of what is chosen after a battle: an act of the table, or its command alone."""
    alone = buttons()[ANY]
    command = {**alone, "properties": {**alone["properties"], "act": NULL}}
    named = {"properties": {"act": STRING}, "required": ["act"]}
    return {"required": ["by"], "properties": {"by": FACTION}, "if": named, "then": acts(buttons()), "else": command}


def acts(of: Mapping[str, Shape]) -> Shape:
    named = [{"if": {"properties": {"act": {"const": act}}}, "then": closed(shape)} for act, shape in of.items()]
    return {"type": "object", "required": ["act"], "properties": {"act": one(of)}, "allOf": named}


def closed(shape: Shape) -> Shape:
    """Return the shape of an act that has no other fields, unless they are null."""
    return {"additionalProperties": NULL, **shape, "properties": {"act": STRING, **shape["properties"]}}


def buttons() -> dict[str, Shape]:
    """Return the acts that are buttons of the table; a value stands there as the button's form sends it."""
    made = {act: _button(button.command, button.fields) for act, button in BUTTONS.items()}
    known = sorted(name for name, kind in commands().items() if kind.by != "referee")
    named: Shape = {"act": STRING, "by": maybe(FACTION), ANY: one(known)}
    sent = maybe({"anyOf": [STRING, NUMBER, FLAG]})
    return {**made, ANY: {"type": "object", "required": [ANY], "properties": named, "additionalProperties": sent}}


def _button(command: str, said: Mapping[str, str]) -> Shape:
    kind = commands()[command]
    hints, needed = get_type_hints(kind), {own.name for own in dataclasses.fields(kind) if _must(own)}
    words = {name: _word(hints[field]) for name, field in said.items()}
    required = {name: shape for name, shape in words.items() if said[name] in needed}
    shape = fields(required, {name: shape for name, shape in words.items() if name not in required})
    return {**shape, "properties": {"by": maybe(FACTION), **shape["properties"]}}


def card_played() -> Shape:
    """Return the act of playing a card: with one that a command plays go the fields of the command."""
    by_card = {}
    for card in ask(Table(), BattleCards()).value:
        kinds = commands_that_play(card)
        own = [field.name for kind in kinds for field in dataclasses.fields(kind) if field.name != "seat"]
        which = any(len(kind.plays) > 1 for kind in kinds)
        if len(kinds) < 2 and ("card" not in own or which):
            more = {name: name for name in own if name != "card"}
            shape = _button(kinds[0].__name__, more) if kinds else fields({})
            if "leader" in own:
                shape["properties"] |= {"revive": maybe(REVIVAL)}
            by_card[card] = closed({**shape, "properties": {**shape["properties"], "by": FACTION, "card": CARD}})
    named = [{"if": {"properties": {"card": {"const": card}}}, "then": shape} for card, shape in by_card.items()]
    said = {"by": FACTION, "card": one(by_card)}
    return {**fields(said), "allOf": named, "additionalProperties": {}}


def _must(field: dataclasses.Field[Any]) -> bool:
    return field.default is dataclasses.MISSING


def _word(hint: Any) -> Shape:
    text = STRING if hint in (str, bool) else {"type": "string", "pattern": r"\d"}
    return {"anyOf": [text, NUMBER, FLAG]}


def steps() -> Shape:
    made = {act: fields({name: _of_step(name) for name in names}) for act, names in bidding.ACTS.items()}
    pay, karama = made["pay"], made["karama"]
    pay["properties"] |= {way: _of_step(way) for way in bidding.WAYS_TO_PAY}
    pay["oneOf"] = [{"required": [way]} for way in bidding.WAYS_TO_PAY]
    asked = {name: _of_step("owner" if name == "of" else name) for name in bidding.OF_A_STOP}
    karama["properties"] |= {name: maybe(shape) for name, shape in asked.items()}
    by_use: Shape = {}
    for use, heeded in bidding.USES.items():
        unheeded = {"properties": dict.fromkeys(sorted({*asked} - {*heeded}), NULL)}
        then = fields({"ability": asked["ability"]}) if use in bidding.STOPS else unheeded
        by_use = {"if": {"properties": {"use": {"const": use}}}, "then": then, "else": by_use}
    return acts({**made, "karama": karama | by_use, **buttons()})


def _of_step(name: str) -> Shape:
    return read_by(bidding.READERS[name][1])


def events() -> Shape:
    made = {}
    for act, said in positions.ACTS.items():
        shapes = {name: CARD if name == "card" else read_by(reader) for name, (reader, _) in said.items()}
        places = (name for name, (reader, _) in said.items() if reader is positions.PLACE)
        shapes |= {name: {**shapes[name], "examples": list(TERRITORIES)} for name in places}
        required = {name: shape for name, shape in shapes.items() if said[name][1]}
        by = {} if act in positions.NOBODYS else {"by": FACTION}
        made[act] = fields({**by, **required}, {n: shape for n, shape in shapes.items() if n not in required})
    unheeded = {True: positions.ONLY_STOPS, False: positions.ONLY_SPECIAL}
    not_so = {special: {"properties": dict.fromkeys(sorted(unheeded[special]), NULL)} for special in unheeded}
    made["karama"] |= {"if": {"properties": {"use": {"const": "special"}}}, "then": not_so[True], "else": not_so[False]}
    return acts({**made, "play_card": card_played(), **buttons()})


# -- the three forms ----------------------------------------------------------------------------------


def of_options() -> Shape:
    """Return the shape of options; a choice is named by its value, or in words that begin as its label does."""
    said = {
        key: {
            "title": made.title,
            "type": ["string", "number", "boolean", "null"],
            "examples": [choice.value for choice in made.choices],
        }
        for key, made in OPTIONS.items()
    }
    paper: Shape = {key: {} for key in sorted(OPTIONS_OF_PAPER - {*OPTIONS})}
    return {"type": ["object", "null"], "properties": {**said, **paper}, "additionalProperties": False}


SHARED: dict[str, Callable[[], Shape]] = {
    "faction": lambda: one(FACTION_IDS),
    "place": lambda: one((*TERRITORIES, *WORLDS)),
    "sand": lambda: one(filter(is_sand, TERRITORIES)),
    "card": lambda: one(ask(Table(), BattleCards()).value),
    "options": of_options,
    "rules": lambda: one(("basic", "advanced")),
    "step": steps,
    "event": events,
    "side": lambda: side(),
    "bidding": lambda: beside(a_script(), a_position(), phase=one(("bidding",))),
    "position": lambda: beside(a_position(), a_script()),
    "reported": lambda: a_report(),
}
OPTION: Shape = {"$ref": "#/$defs/options"}
RULES: Shape = {"$ref": "#/$defs/rules"}


def beside(shape: Shape, *others: Shape, **ways: Shape) -> Shape:
    """Return the shape of a line in which fields of other lines, and of its own objects, say nothing at the top."""
    objects = [inner for other in (shape, *others) for inner in other["properties"].values()]
    theirs = [name for other in (*others, *objects) for name in other.get("properties", {})]
    unheeded = {name: maybe(ways[name]) if name in ways else NULL for name in theirs}
    return {**shape, "properties": {**unheeded, **shape["properties"]}}


def a_script() -> Shape:
    pile, counts = some(STRING), by_faction(whole())
    variants = only(fields({}))
    variants["properties"] = {"bid_limit": one(bidding.VARIANTS), "emperor_subsidy": FLAG}
    needed = {
        "rules": RULES,
        "players": some(FACTION, minItems=2, maxItems=12, uniqueItems=True),
        "first_player": FACTION,
        "hands": counts,
        "spice": counts,
        "script": some({"$ref": "#/$defs/step"}),
    }
    more: dict[str, Shape] = {
        "special_cards": by_faction(maybe(pile)),
        "alliances": some(some(FACTION, minItems=2)),
        "deck_top": pile,
        "discard_pile": pile,
        "variants": variants,
        "options": OPTION,
        **{field: of_things(things) for field, things in THINGS.items() if things.form == OWNERS},
    }
    return fields(needed, more)


ON_MAP: Shape = {
    "anyOf": [
        whole(),
        only(fields({}, {"sector": whole(), "normal": whole(), "special": whole(), "weathered": FLAG})),
    ]
}


def of_things(things: Things) -> Shape:
    """Return the form of a field of things of modules and factions."""
    name = one(FACTIONS[thing].name if thing in FACTIONS else thing for thing in things.names)
    if things.form == OWNERS:
        return by_faction(some(name))
    if things.form == LIST:
        ways: dict[str, Shape] = {
            "territory": one(name for name, made in TERRITORIES.items() if not made.found),
            "by": FACTION,
        }
        return some({"anyOf": [only(fields({"token": name, way: ways[way]}, {"revealed": FLAG})) for way in ways]})
    if things.form == LEADERS:
        known = (leader for faction in FACTIONS.values() for leader in faction.leaders)
        return {"type": "object", "propertyNames": one(known), "additionalProperties": name}
    return by_place(name)


def a_position() -> Shape:
    texts, counts = some(TEXT), by_faction(whole())
    held = {"anyOf": [whole(), some(CARD), NULL]}
    leaders = dict.fromkeys(("pool", "face_up", "face_down", "died_before"), texts)
    more: dict[str, Shape] = {
        "spice": counts,
        "front_of_shield": counts,
        "alliances": some(some(FACTION, minItems=2, maxItems=2, uniqueItems=True)),
        "tanks": by_faction(maybe(forces())),
        "reserves": by_faction(forces()),
        "leaders": by_faction(only(fields({}, leaders))),
        "captives": by_faction({"type": "object", "additionalProperties": FACTION}),
        "traitors": by_faction(texts),
        "hand": {"anyOf": [some(CARD), by_faction(held)]},
        "cities": by_faction(some(one(TERRITORIES))),
        "territory_spice": {"type": "object", "propertyNames": SAND, "additionalProperties": whole()},
        "storm": whole(),
        "deck": whole(),
        "map": by_faction(by_place({"anyOf": [ON_MAP, some(ON_MAP)]})),
        "calm": by_faction(some(PLACE)),
        "wall": FLAG,
        "nexus": one(("over",)),
        "worm": {"anyOf": [SAND, some(SAND)]},
        "mobile_stronghold": only(fields({"territory": one(TERRITORIES)}, {"sector": whole()})),
        "no_field": only(fields({"by": FACTION, "territory": PLACE}, {"sector": whole(), "token": whole()})),
        "first_player": {"anyOf": [FACTION, some(FACTION, maxItems=1)]},
        **{field: of_things(things) for field, things in THINGS.items()},
    }
    players = some(FACTION, minItems=1, uniqueItems=True)
    situation = only(fields({"players": players, "events": some({"$ref": "#/$defs/event"})}, more))
    situation["properties"]["turn"] = whole(1)
    shape = fields({"rules": RULES, "situation": situation}, {"options": OPTION})
    shape["properties"]["phase"] = one(("setup", *PHASES, "any"))
    return shape


def a_report() -> Shape:
    """Return the form of a case that was reported at a table; what events have in them their kinds say."""
    events = some({"type": "object", "required": ["fact"], "properties": {"fact": STRING}})
    error = fields({}, {"code": STRING, "why": STRING, "rule": STRING})
    said = fields({}, {"legal": FLAG, "error": error, "happens": some(STRING)})
    viewer = one((PUBLIC, *FACTION_IDS))
    more = {"then": events, "tried": buttons()[ANY], "said": said, "instead": STRING}
    return fields({"viewer": viewer, "heard": events}, more)


def side() -> Shape:
    return of_form(battle.SIDE)


def of_battle() -> Shape:
    shape = open_form(battle.CASE)
    things = {field: maybe(of_things(made)) for field, made in THINGS.items()}
    return beside({**shape, "properties": {**shape["properties"], **things}}, side())


def of_play() -> Shape:
    """Return the form of a case that is played: a reported one, a position or a bidding script."""
    position = {"required": ["situation"], "not": {"required": ["script"]}}
    other = {"if": position, "then": {"$ref": "#/$defs/position"}, "else": {"$ref": "#/$defs/bidding"}}
    return {"if": {"required": ["heard"]}, "then": {"$ref": "#/$defs/reported"}, "else": other}


def of_rules() -> Shape:
    named = {"phase": {**STRING, "examples": list(PHASES)}, "faction": {**STRING, "examples": [*FACTION_IDS]}}
    return {"anyOf": [STRING, fields({"q": STRING}, {**named, "language": one(LANGUAGES)})]}


FORMS: dict[str, Callable[[], Shape]] = {"battle": of_battle, "play": of_play, "rules": of_rules}


def schema_of(form: str) -> Shape:
    shape = FORMS[form]()
    shared: dict[str, Shape] = {}
    while missing := sorted(_named_in([shape, *shared.values()]) - {*shared}):
        shared |= {name: SHARED[name]() for name in missing}
    defined = {"$defs": shared} if shared else {}
    return {"$schema": DRAFT, "title": f"A line of `referee {form} --json`", **shape, **defined}


def _named_in(value: Any) -> set[str]:
    inner: Collection[Any] = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    own = {value["$ref"].removeprefix("#/$defs/")} if isinstance(value, dict) and "$ref" in value else set()
    return reduce(set.union, map(_named_in, inner), own)
