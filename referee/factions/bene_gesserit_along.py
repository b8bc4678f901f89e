"""Bene Gesserit and the ships of others: the table is reminded when a spiritual advisor may go along."""

from __future__ import annotations

from referee.phases.present import Says, WhatNow
from referee.phases.shipment import MayAccompany
from referee.phases.territories import on_board
from referee.rulings import ask, ruling
from referee.table import Table

ME = "bene_gesserit"


@ruling(WhatNow, rule="2.02.05")
def one_may_go_along(question: WhatNow, table: Table, so_far: tuple[Says, ...]) -> tuple[Says, ...] | None:
    """After each shipment of another faction from off the planet, until the next one."""
    if table.phase != "shipment" or ME not in table.seats:
        return None
    goals = [one.name for one in on_board(table) if ask(table, MayAccompany(ME, one.name)).value]
    if not goals:
        return None
    return (*so_far, Says(f"Bene Gesserit may send one force along, free: {' or '.join(goals)}.", "2.02.05"))
