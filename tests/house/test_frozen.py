"""Events, commands and questions become frozen dataclasses on first use, by any path."""

from __future__ import annotations

import dataclasses
import subprocess
import sys
from threading import Barrier, Thread
from typing import Any

import pytest

from referee.kernel import Frozen, State
from tests.kit import ROOT


class Root(Frozen):
    pass


class Parent(Root):
    seat: str
    spice: int = 1


class Child(Parent):
    cards: tuple[str, ...] = ()


def test_a_class_made_late_is_a_frozen_dataclass_like_any_other() -> None:
    one = Child("fremen", cards=("Hajr",))
    assert one == Child("fremen", 1, ("Hajr",)) and hash(one) == hash(dataclasses.replace(one)) and one != Parent("x")
    assert repr(one).endswith("Child(seat='fremen', spice=1, cards=('Hajr',))")
    with pytest.raises(dataclasses.FrozenInstanceError):
        one.spice = 2  # type: ignore[misc]
    with pytest.raises(TypeError):
        Parent()  # type: ignore[call-arg]


def test_whoever_asks_for_the_fields_gets_them_before_any_object_is_made() -> None:
    class Asked(Root):
        seat: str

    assert dataclasses.is_dataclass(Asked) and [field.name for field in dataclasses.fields(Asked)] == ["seat"]
    assert not dataclasses.is_dataclass(Root), "which has no fields and no instances"


def test_a_class_has_its_own_fields_though_its_parent_was_made_first() -> None:
    class Below(Parent):
        leader: str = ""

    Parent("fremen")
    assert [field.name for field in dataclasses.fields(Below)] == ["seat", "spice", "leader"]


def test_a_state_changes_and_is_made_late_too() -> None:
    class Counted(State):
        seats: list[str] = dataclasses.field(default_factory=list)

    class OfTurn(Counted):
        turn: int = 0

    one, other = OfTurn(turn=1), OfTurn()
    one.seats.append("fremen")
    other.turn = 1
    assert one != other and OfTurn(["fremen"], 1) == one


def test_many_threads_may_be_the_first() -> None:
    for _ in range(20):
        kind = type("Kind", (Root,), {"__annotations__": {"seat": str, "spice": int}})
        start, made = Barrier(8), list[object]()

        def work(kind: type = kind, start: Barrier = start, made: list[object] = made) -> None:
            start.wait()
            made.append(kind("fremen", spice=3))

        threads = [Thread(target=work) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(made) == 8 and set(made) == {kind("fremen", 3)}


def test_the_start_makes_few_of_them() -> None:
    counted = "sum(type(vars(kind)['__dataclass_fields__']) is dict for kind in kinds().values()) / len(kinds())"
    program = f"import referee.web.factory; from referee.kernel.events import kinds; print({counted})"
    said = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert float(said.stdout) < 0.3, "something reads the fields of every kind at start"


def test_who_makes_an_object_while_another_thread_makes_its_class_waits_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever stands half done in between, nobody finds the ``__init__`` of the class above."""

    class Later(Parent):
        leader: str = ""

    Parent("fremen")
    made: list[object] = []
    others = [Thread(target=lambda: made.append(Later("fremen", 2, "Otheym"))) for _ in range(2)]

    def slowly(**how: Any) -> Any:
        others[0].start()
        others[0].join(0.2)
        return dataclasses.dataclass(**how)

    monkeypatch.setattr("referee.kernel.frozen.dataclass", slowly)
    others[1].start()
    for one in reversed(others):
        one.join()
    assert made == [Later("fremen", 2, "Otheym")] * 2
