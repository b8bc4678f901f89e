"""A verdict in the journal: written as plain values, factions by id, and read back.

Left out: failed traitor calls, who may fight again, the rules behind a line. The words of the journal are frozen, so
old verdicts stay readable; what they lack is empty.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from referee.board.forces import Group
from referee.common.factions import FACTIONS, faction_name, named
from referee.kernel import BANK, Phrase, worded
from referee.phases.battle.two_sides import SIDES, At, Chosen, VerdictLine
from referee.phases.battle.verdict import Capture, Company, Share, Spared, Takeover, Transfer, Verdict
from referee.phases.battle.verdict_wording import POOL, STAYS, TANKS_DOWN, TANKS_UP

Record = Mapping[str, Any]


def written(verdict: Verdict, seats: tuple[str, str]) -> dict[str, Any]:
    """Return a verdict as plain values; ``seats`` are aggressor and defender."""
    by_side = dict(zip(SIDES, seats, strict=True))
    return {
        "winner": by_side[verdict.winner] if verdict.winner else "",
        "how": verdict.how,
        "totals": dict(zip(seats, verdict.totals or (), strict=False)),
        "killed": verdict.killed,
        "losses": {seat: tuple((g.normal, g.special) for g in groups) for seat, groups in verdict.losses.items()},
        "payouts": dict(verdict.payouts),
        "to_bank": dict(verdict.to_bank),
        "support": dict(verdict.support),
        "discarded": dict(verdict.discarded),
        "kept": dict(verdict.kept),
        "goes": dict(verdict.goes),
        "extra": _fixed(extras(verdict)),
        "lines": tuple((line.rule, line.said) for line in verdict.lines),
        **({"rewards": verdict.rewards} if verdict.rewards else {}),
    }


def _fixed(value: Any) -> Any:
    """Return a value as the journal gives it back: lists are tuples there."""
    if isinstance(value, dict):
        return {name: _fixed(one) for name, one in value.items()}
    return tuple(map(_fixed, value)) if isinstance(value, list) else value


def read(record: Record, seats: tuple[str, str]) -> Verdict:
    """Return a verdict from the journal."""
    by_seat: dict[str, At] = dict(zip(seats, SIDES, strict=True))
    totals, extra = record.get("totals", {}), record.get("extra", {})
    return Verdict(
        by_seat.get(record.get("winner", "")),
        record.get("how", ""),
        (totals[seats[0]], totals[seats[1]]) if totals else None,
        killed=tuple(record.get("killed", ())),
        losses=_each(record, "losses", lambda groups: tuple(Group(*group) for group in groups)),
        payouts=record.get("payouts", {}),
        support=_support(record),
        discarded=_each(record, "discarded", tuple),
        kept=_each(record, "kept", tuple),
        goes={leader: _place(place) for leader, place in record.get("goes", {}).items()},
        rewards=tuple(Share(to, amount, tuple(why)) for to, amount, why in record.get("rewards", ())),
        withdraw=tuple(_id(name) for name in extra.get("withdraw", ())),
        blown_up=extra.get("territory_spice_destroyed"),
        spared={
            _id(name): Spared(one["stay"], one["to_reserves"], tuple(one["because"]))
            for name, one in extra.get("forces_saved", {}).items()
        },
        moved=tuple(map(_transfer, extra.get("spice_moved", ()))),
        takeover=_takeover(extra["face_dance"]) if "face_dance" in extra else None,
        not_taken_over=extra.get("face_dance_refused", ""),
        company=Company(*(extra.get(word) for word in COMPANY)),
        capture=_capture(extra["capture"]) if "capture" in extra else None,
        lines=tuple(VerdictLine(rule, said) for rule, said in record.get("lines", ())),
    )


def _place(place: Phrase | str) -> Phrase:
    """Return where a leader went; older records say it in words."""
    if isinstance(place, Phrase):
        return place
    if place.startswith("stays in "):
        return STAYS(territory=place.removeprefix("stays in "))
    places = (TANKS_UP, TANKS_DOWN, *(POOL(faction=seat) for seat in FACTIONS))
    return next((one for one in places if one.sentence(named) == place), POOL(faction=""))


def _support(record: Record) -> dict[str, tuple[Share, ...]]:
    """Return who pays whom for support; older records hold only the bank's part."""
    if "support" not in record:
        return {seat: (Share(BANK, amount),) for seat, amount in record.get("to_bank", {}).items()}
    return _each(record, "support", lambda paid: tuple(Share(to, amount, tuple(why)) for to, amount, why in paid))


def _each(record: Record, name: str, made: Callable[[Any], Any]) -> dict[str, Any]:
    return {seat: made(value) for seat, value in record.get(name, {}).items()}


# -- what only some battles have ----------------------------------------------------------------------

COMPANY = ("kh_counter_after", "kh_active_after", "kh_counts_as_used", "kh_killed")


def extras(verdict: Verdict) -> dict[str, Any]:
    """Return optional fields of the verdict, named as in journal and contract."""
    company = verdict.company
    found: dict[str, Any] = {} if verdict.blown_up is None else {"territory_spice_destroyed": verdict.blown_up}
    if danced := verdict.takeover:
        found["face_dance"] = {
            "by": faction_name(danced.by),
            "leader": danced.leader,
            "leader_killed_by_face_dance": danced.dies,
            "spice_for_leader": 0,
            "to_reserves": {faction_name(danced.of): danced.left},
            f"{danced.by}_may_place_up_to": danced.left,
        }
    if verdict.spared:
        found["forces_saved"] = {
            faction_name(seat): {"stay": one.stay, "to_reserves": one.home, "because": list(one.because)}
            for seat, one in verdict.spared.items()
        }
    if verdict.moved:
        found["spice_moved"] = [{**transfer._asdict(), "because": list(transfer.because)} for transfer in verdict.moved]
    if verdict.withdraw:
        found["withdraw"] = [faction_name(seat) for seat in verdict.withdraw]
    if verdict.not_taken_over:
        found["face_dance_refused"] = verdict.not_taken_over
    values = (company.lost, company.awake, company.used, company.killed)
    found |= {word: value for word, value in zip(COMPANY, values, strict=True) if value is not None}
    if taken := verdict.capture:
        found["capture"] = {
            "by": faction_name(taken.by),
            **({} if taken.pool is None else {"pool": list(taken.pool)}),
            **(taken.chosen._asdict() if taken.chosen else {}),
            **({"spice": taken.spice, "leader_goes_to": worded(taken.goes_to, named)} if taken.chosen else {}),
        }
    return found


def _transfer(one: Record) -> Transfer:
    return Transfer(one["payer"], one["payee"], one["amount"], tuple(one["because"]))


def _takeover(record: Record) -> Takeover:
    ((of, left),) = record["to_reserves"].items()
    return Takeover(_id(record["by"]), _id(of), record["leader"], record["leader_killed_by_face_dance"], left)


def _capture(record: Record) -> Capture:
    pool, chosen = record.get("pool"), Chosen(record["leader"], record["choice"]) if "leader" in record else None
    left = None if pool is None else tuple(pool)
    return Capture(_id(record["by"]), left, chosen, record.get("spice", 0), record.get("leader_goes_to", ""))


def _id(name: str) -> str:
    return next(seat for seat, made in FACTIONS.items() if made.name == name)
