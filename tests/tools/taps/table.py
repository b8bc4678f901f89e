"""A game that stands before the storm of its second turn, and six phones that sit down to it."""

from __future__ import annotations

from pathlib import Path

from referee.board.forces import TANKS
from referee.holdings.setup import SeatEntry, SetTable
from referee.kernel import read_command
from referee.powers.windows import ReadyForPhase
from referee.running.hall import Hall
from tests.kit import PEOPLE, SIX, Screens

CARDS = ("Crysknife/1", "Chaumas/1", "Gom Jabbar/1", "Stunner/1", "Kulon/1", "Jubba Cloak/1")
HANDS = dict(
    zip(
        SIX,
        (
            ("Maula Pistol/1", "Shield/1"),
            ("Slip Tip/1", "Snooper/1"),
            ("Chaumurky/1", "Shield/2"),
            ("Ellaca Drug/1", "Snooper/2"),
            ("Lasgun/1", "Shield/3"),
            ("Ellaca Drug/1", "Snooper/3"),
        ),
        strict=True,
    )
)


def laid_down(folder: Path, asked: str) -> str:
    """Write down a game that stands before the storm of turn 2; all but one said in turn 1 that they stop nothing."""
    hall = Hall(folder)
    table, sitting = hall.create("Evening")

    def do(name: str, **words: object) -> None:
        made = sitting.act(read_command(name, {key: str(word) for key, word in words.items()}), "host")
        assert made.done, (name, made.objections)

    places = tuple(
        SeatEntry(seat, name, 2, 0 if seat == "fremen" else 15, HANDS[seat])
        for seat, name in zip(SIX, PEOPLE, strict=True)
    )
    assert sitting.act(SetTable("Evening", places, SIX[0], deck=CARDS * 2), "host").done
    do("KeepCount")
    do("SeatMarkers", seat="atreides")
    do("GoTo", phase="storm")
    do("AnnounceStorm", distance=2)
    do("MoveStorm")
    do("GoTo", phase="spice_blow", anyway=1)
    for card in ("Red Chasm", "The Great Flat"):
        do("SpiceBlows", territory=card, by_marker=1)
    stand = (("fremen", "Sietch Tabr", 6), ("fremen", "The Great Flat", 4), ("bene_gesserit", "Polar Sink", 1))
    for seat, where, many in stand:
        do("PutRight", seat=seat, place=where, normal=many)
    for seat, where in (("atreides", "Arrakeen"), ("harkonnen", "Carthag")):
        do("PutRight", seat=seat, place=where, normal=8, other=TANKS)
    for phase in ("mentat_pause", "storm"):
        do("GoTo", phase=phase, anyway=1)
    for seat in SIX:
        if seat != asked:
            made = sitting.act(ReadyForPhase(seat, game=True), seat)
            assert made.done, (seat, made.objections)
    hall.close()
    return table


def sit_down(night: Screens, table: str) -> None:
    """Give everybody a phone in the running game."""
    night.table = table
    night.steer()
    for seat in SIX:
        night.screen.goto(f"{night.program.origin}/t/{table}/seats?seat={seat}")
        night.sit(seat)
    night.screen.goto(f"{night.program.origin}/t/{table}/")
