"""``referee battle`` at the terminal: short answers, wrong plans asked for again, and an input that ends."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from referee.cli import main
from referee.cli.battle_ask import converse

PLANS = {
    "a": "Atreides\n5\n0\n3\n3\nGurney\ny\nCrys\n\n",
    "too much": "atr\n2\n0\n3\n3\ndunc\nn\n\n\n",
    "d": "hark\n4\n0\n2\n2\nUmman\nnothing\nSnoo\n",
}
BASIC = "basic\natr\n5\n0\n3\nGurney\nCrys\n\nhark\n4\n0\n2\nUmman\n\n\n"


def told(monkeypatch: pytest.MonkeyPatch, text: str) -> str:
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    out = io.StringIO()
    assert converse(Console(file=out, width=110, highlight=False)) == 0
    return out.getvalue()


def test_a_battle_is_asked_for_and_settled(monkeypatch: pytest.MonkeyPatch) -> None:
    said = told(monkeypatch, f"adv\n{PLANS['a']}{PLANS['d']}n\nn\nn\n")
    assert "Atreides win" in said and "Crysknife kills Umman Kudu." in said and "1.07.06.02" in said
    assert "Does The Kwisatz Haderach join?" in said and "+ 6 for" in said


def test_a_wrong_plan_is_told_and_asked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    said = told(monkeypatch, f"\n{PLANS['too much']}{PLANS['d']}{PLANS['a']}{PLANS['d']}n\nn\nn\n")
    assert "dial at most 2" in said and "(1.07.04.01)" in said and "Atreides win" in said


def test_a_traitor_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    said = told(monkeypatch, f"{BASIC}n\ny\nn\n")
    assert "Harkonnen win at once" in said and "Does Harkonnen call Gurney Halleck traitor?" in said


def test_answers_that_mean_nothing_are_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    said = told(
        monkeypatch, f"basic\nCorrino\nAtreides\nmany\n5\n0\n3\nPaul\nD\nDr. Yueh\nCh\nChaumas\n\n{PLANS['d']}n\nn\n"
    )
    assert said.count("One of:") >= 4 and "A number from 0 to 100." in said


@pytest.mark.parametrize(
    ("told", "code"), [("", 4), (f"adv\n{PLANS['a']}", 4), (f"{BASIC}n\nn\n", 0), (f"{BASIC}n\nn\ny\n", 0)]
)
def test_an_input_that_ends_before_a_battle_is_settled_is_told_by_the_exit_code(
    told: str, code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(told))
    assert main(["battle"]) == code
    assert ("The input ended before" in capsys.readouterr().err) == bool(code)
