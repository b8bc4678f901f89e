"""Battle plans of a stand-in: it wins with the least it thinks will do, and loses with nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias, TypeVar

from referee.board.standing import hidden
from referee.holdings.leaders import printed_strength
from referee.holdings.purse import spice_of
from referee.kernel import Amount, Command, Table, ask
from referee.phases.battle.allowed_plans import Beside, CompanionOf
from referee.phases.battle.battle_as_known import PairsLeft, army_of, free_leaders, shown_parts, stand_ins
from referee.phases.battle.before_the_plans import Forbidden
from referee.phases.battle.cards_in_battle import Idle
from referee.phases.battle.live_battle import LiveBattle, battle_now, declarations
from referee.phases.battle.lock_plan import LockPlan
from referee.phases.battle.spice_for_forces import can_be_fed, most_support
from referee.stand_in.forms import against, is_legal
from referee.stand_in.ground import MEN, Prize, dear, left, prize_of
from referee.stand_in.sight import Sight
from referee.stand_in.strength import DARES, LEADS, THEIR_SPICE, best_leader, betrayal, highest_dial, odds

TRIES = 60  # plans that are judged, the best first
MORE_KEPT = 3  # forces for whose sake more spice is thought of
KEPT = 0.5  # of what a force is worth, for one that is kept back: first the battle must be won
ALIKE = 2  # pairs of cards that do the same, of which more are not thought of
HEADS = 3  # leaders that are thought of, the strongest, and the weakest


class _Foe(NamedTuple):
    """What is known of the other side: how likely it strikes or guards a leader, its dial, its best leader."""

    armed: float
    dials: float
    leads: float
    fed: float  # what a spice is worth


Word = TypeVar("Word")
_Words: TypeAlias = tuple[Amount, str, str, str, bool, int]  # of a plan: what follows its seat


class _Dial(NamedTuple):
    """A number on the wheel, the spice that supports it, and about how many forces are left if it wins."""

    dial: Amount
    support: int
    kept: int


def plan(sight: Sight) -> Command | None:
    """Return the best plan that nothing this seat knows speaks against."""
    live = battle_now(sight.own)
    if live is None or sight.seat not in live.seats:
        return None
    pairs = ask(sight.own, PairsLeft(sight.seat)).value or (("", ""),)
    return _best(sight, live, _unlike(sight, pairs)) or _best(sight, live, pairs)


def part_asked(sight: Sight) -> str | None:
    """Return the part of its plan that it is asked for now, as it would play it anyway."""
    live, told = battle_now(sight.own), declarations(sight.own)
    if live is None or sight.seat not in told.asked or sight.seat in told.answers:
        return None
    pairs = _unlike(sight, ask(sight.own, PairsLeft(sight.seat)).value or (("", ""),))
    made = LockPlan(sight.seat, *max(_plans(sight, live, pairs), key=lambda one: one[0])[1])
    return str(getattr(made, told.asked[sight.seat][1]))


def _best(sight: Sight, live: LiveBattle, pairs: Sequence[tuple[str, str]]) -> Command | None:
    weighed = [words for _, words in sorted(_plans(sight, live, pairs), key=lambda one: -one[0])]
    step = max(1, len(weighed) // (TRIES // 2))
    spread = dict.fromkeys((*weighed[: TRIES // 2], *weighed[::step]))
    made = (LockPlan(sight.seat, *words) for words in spread)
    return next((one for one in made if not sight.refused.get(one) and is_legal(sight, one)), None)


def _unlike(sight: Sight, pairs: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return a few of the pairs of cards that do the same."""
    found: dict[tuple[bool, ...], list[tuple[str, str]]] = {}
    for pair in pairs:
        found.setdefault((*(_real(sight, card) for card in pair), *map(bool, pair)), []).append(pair)
    return [pair for alike in found.values() for pair in alike[:ALIKE]]


def _plans(sight: Sight, live: LiveBattle, pairs: Iterable[tuple[str, str]]) -> Iterator[tuple[float, _Words]]:
    own, seat = sight.own, sight.seat
    leaders = sorted(free_leaders(own, live, seat), key=lambda name: -(printed_strength(name) or 0))
    leaders = list(_left_open(own, seat, "leader", leaders))
    heads = dict.fromkeys(_left_open(own, seat, "leader", [*leaders[:HEADS], *leaders[-1:], *stand_ins(own, seat), ""]))
    beside, foe = _companion(sight, leaders, pairs), _foe(sight, live)
    most = min(most_support(own, live, seat) if can_be_fed(own, live, seat) else 0, max(0, sight.spice - 1))
    dials = _left_open(own, seat, "dial", list(_dials(sight, live, most)), lambda one: str(one.dial))
    prize = prize_of(sight, live.territory, (live.against(seat),))
    real = {card: _real(sight, card) for pair in pairs for card in pair}
    man = KEPT * MEN * left(own)
    for head in heads:
        printed, joins = printed_strength(head), beside.name and head in leaders
        strength = foe.leads if printed == 0 else printed or 0  # who has no number of its own has the foe's
        loyal = 1 - betrayal(own, seat, live.against(seat), head)
        for weapon, defence in pairs if head else (("", ""),):
            cards = (real[weapon], real[defence]) if head else (False, False)
            idle = 0.05 * ((bool(weapon) - cards[0]) + (bool(defence) - cards[1]))
            for companion in (True, False) if joins else (False,):
                bonus = strength + (beside.bonus if companion else 0)
                for one in dials:
                    worth = _worth(foe, loyal if head else 0, bonus, cards, one, prize, man) + idle
                    yield worth, (one.dial, head, weapon, defence, companion, one.support)


def _left_open(
    own: Table, seat: str, part: str, words: Sequence[Word], told: Callable[[Word], str] = str
) -> Sequence[Word]:
    """Return what an order or an answer leaves open for a part of the plan, all if it leaves nothing."""
    return [one for one in words if not ask(own, Forbidden(seat, part, told(one))).value] or words


def _companion(sight: Sight, leaders: Sequence[str], pairs: Iterable[tuple[str, str]]) -> Beside:
    """Return who may join a leader in this battle: nobody where that alone speaks against a plan."""
    beside = ask(sight.own, CompanionOf(sight.seat)).value
    if not beside.name or not leaders:
        return beside
    weapon, defence = next(iter(pairs), ("", ""))
    alone, joined = (LockPlan(sight.seat, 0, leaders[0], weapon, defence, joins, 0) for joins in (False, True))
    return Beside() if {*against(sight, joined)} - {*against(sight, alone)} else beside


def _foe(sight: Sight, live: LiveBattle) -> _Foe:
    own, foe = sight.own, live.against(sight.seat)
    forces = live.forces[foe].plus(hidden(own, live.whose(foe), live.territory, live.sectors))
    known, shown = spice_of(own, foe), dict(shown_parts(own, foe))
    most = highest_dial(own, live.territory, foe, sight.seat, forces, THEIR_SPICE if known is None else known)
    dial = float(shown.get("dial", DARES * most))
    leads = printed_strength(shown["leader"]) or 0 if "leader" in shown else LEADS * best_leader(own, foe)
    armed = min(0.7, 0.3 * len(own.seats[foe].hand)) if shown.get("weapon", "?") else 0
    return _Foe(armed, dial, leads, 0.7 * dear(sight))


def _dials(sight: Sight, live: LiveBattle, most: int) -> Iterator[_Dial]:
    """Yield each number that the forces reach, with the least spice that it needs, and with more that keeps forces."""
    armies = [army_of(sight.own, live, sight.seat, support) for support in range(most + 1)]
    least = 0
    for n in range(int(armies[-1].most / armies[-1].step) + 1):
        dial = n * armies[-1].step
        while armies[least].most < dial:
            least += 1
        kept = -1
        for support in range(least, most + 1):
            men = armies[support]
            stay = int(men.forces.total * (1 - float(dial / men.most)) + 0.01) if men.most else 0
            if stay > kept and (kept < 0 or stay <= MORE_KEPT):
                yield _Dial(int(dial) if dial == int(dial) else dial, support, stay)
            kept = max(kept, stay)


def _worth(
    foe: _Foe, loyal: float, leader: float, cards: tuple[bool, bool], one: _Dial, prize: Prize, man: float
) -> float:
    """Return what a plan brings on average, in spice, against a foe who fights as people mostly do.

    ``loyal`` is how likely the leader is no traitor, 0 without a leader.
    """
    weapon, defence = cards
    falls = foe.armed * (0.45 if defence else 1.0) if loyal else 0.0
    hits = (1 - 0.5 * foe.armed) * 0.8 if weapon else 0.0
    chance = odds(float(one.dial) + leader * (1 - falls), foe.dials + foe.leads * (1 - hits)) * (loyal or 1)
    won = prize.deny + 2 + (prize.hold + prize.wins + man * one.kept if one.kept else 0)
    lost = foe.fed * one.support + (1 - (1 - falls) * (loyal or 1)) * (leader * 0.5 + 0.5)
    return won * chance - lost - 0.4 * sum(cards) * (1 - chance) + (0.3 if loyal else 0)


def _real(sight: Sight, card: str) -> bool:
    return bool(card) and not ask(sight.own, Idle(card)).value
