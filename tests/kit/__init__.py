"""Shared fixtures and helpers: tables, evenings, browsers, dice, and the notations that tests use.

Tests import all of them from here. A module is loaded when a test first wants a name of it, so that a test of a table
loads no browser.
"""

from __future__ import annotations

import ast
import re
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the names that tests import, and the modules that have them
    from tests.kit.battle_cases import battle_case, call, codes, fight, leaders, lost, planned, rules_of, settle, side
    from tests.kit.battle_table import ATREIDES, BATTLE_SEATS, HARKONNEN, Room
    from tests.kit.browser import (
        NO_ANSWER,
        OVERTAKEN,
        PEOPLE,
        PHONE_SIZE,
        SCREEN_PATIENCE,
        SHOTS,
        TABLE_SIZE,
        UNFOLD,
        Screens,
        lay_table,
        spoke_of_no_error,
    )
    from tests.kit.chromium import BROWSER_FLAGS, BROWSER_NAMES, KINDS, NoBrowser, paths, running_chromium
    from tests.kit.crowd import CROWD_PATIENCE, FRIEND, HOME, STRANGER, WHOLE, Crowd, ended, served
    from tests.kit.dice import WHOLE_DECK, Backwards, Loaded, Stacked, Thirds, Top, deck, same_every_run, seeds, tried
    from tests.kit.engine import (
        LOW_PORTS,
        MEMORY,
        Cable,
        MemoryJournal,
        engine_of,
        free_ports,
        of_files,
        over_engine,
        port_free,
        wait_until,
        why_no_engine,
    )
    from tests.kit.evening import Clock, Evening, Laid, Start, set_up, unmeasured
    from tests.kit.fighters import Fighters, Rooms
    from tests.kit.fingers import FOCUSED, PULLED_OUT, chosen, fill_in, finger, key, push, standing, type_fast, walk
    from tests.kit.fixtures import (
        ALLIES,
        Play,
        auction,
        evenings,
        file_of,
        no_socket,
        play,
        same_auction,
        seated_evening,
        sentence,
    )
    from tests.kit.forger import flips, forged, losses, places
    from tests.kit.knowledge import Known, Watch, all_known, folded, known_to
    from tests.kit.meddlers import NUMBERS, Meddlers, vocabulary
    from tests.kit.notation import TWELVE_CARDS, Game, command_for, place
    from tests.kit.noticed import snapshot, unmoved
    from tests.kit.paper import own_sheet, set_up_fields, set_up_from, table_sheet
    from tests.kit.patching import page_after, stream_event
    from tests.kit.players import QUIET_GAME, Players, everything_once, purses
    from tests.kit.positions import LEADERS, SAND, P, position_event
    from tests.kit.program import COMMAND, LOADED_SECONDS, Program, printed_link, shell
    from tests.kit.random_bidding import (
        ALL_SEATS,
        BIDDING_SETTINGS,
        SEEDS,
        Audited,
        Draw,
        ask_now,
        cards_of,
        looks,
        seller_says,
        table_of,
    )
    from tests.kit.routes import all_routes, send_to_route
    from tests.kit.scripts import (
        BY_LETTER,
        OPEN,
        PLAIN_PURSES,
        RESTART,
        THREE,
        code_of,
        last_state,
        play_script,
        script_case,
    )
    from tests.kit.table import Cards, LiveTable, asker, kept_in, left_with
    from tests.kit.visitor import ORIGIN, PLACE, SCREEN, TEMPLATES, Browser, Forms, Unsaid

ROOT = Path(__file__).resolve().parents[2]  # the checkout
SIX = ("atreides", "bene_gesserit", "emperor", "fremen", "spacing_guild", "harkonnen")
SET = re.compile(r"\{([^{}:]*)\}")


def _homes() -> dict[str, str]:
    """Return the module that has each name, as they are imported for types above."""
    source = ast.parse(Path(__file__).read_text("utf-8"))
    blocks = [node for node in source.body if isinstance(node, ast.If)]
    lines = [line for block in blocks for line in block.body if isinstance(line, ast.ImportFrom)]
    return {alias.name: str(line.module) for line in lines for alias in line.names}


HOMES = _homes()

if not TYPE_CHECKING:

    def __getattr__(name):
        if name not in HOMES:
            raise AttributeError(f"{__name__} has no {name}")
        return getattr(import_module(HOMES[name]), name)


def in_order(value: object) -> str:
    """Return the text of a value, with the members of each set in order: equal tables may be written in two ways."""
    return SET.sub(lambda members: "{" + ", ".join(sorted(members[1].split(", "))) + "}", repr(value))
