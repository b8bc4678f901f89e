"""The clock of a program's tables moves the hands of its stand-ins too (4.97.67)."""

from __future__ import annotations

from typing import cast

from flask import Blueprint, Flask
from flask.blueprints import BlueprintSetupState

from referee.running.stand_in.hand import Hands
from referee.web.app.context import program_of
from referee.web.join.chairs import KEPT

pages = Blueprint("stand_ins", __name__)


@pages.record_once
def begin(state: BlueprintSetupState) -> None:
    app = cast("Flask", state.app)
    hands = app.extensions[KEPT] = Hands()
    program_of(app).hall.on_tick(hands.tick)
