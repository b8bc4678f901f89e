"""The Kwisatz Haderach: awake once seven forces have been lost in battle, it adds two to a leader.

It may be used in one territory a turn, protects its leader from a traitor call, and dies only in an explosion. The
number of forces lost is Atreides' secret. It is revived like a leader, and does not count as one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from referee.board.forces import Group
from referee.board.forces_counted import ForcesToTanks
from referee.common.factions import named
from referee.common.lines_on_paper import PaperLine, as_it_is, number
from referee.common.turn import PhaseBegan, by_hand
from referee.factions.atreides import ME
from referee.holdings.leaders import among, leaders_of
from referee.kernel import (
    FACE_DOWN,
    REFEREE,
    Called,
    Chance,
    Event,
    Objection,
    Public,
    SeatCommand,
    Table,
    Whisper,
    adds,
    after,
    ask,
    count,
    fixed,
    known,
    option,
    phrase,
    ruling,
    say,
    sealed,
    setting,
)
from referee.offers.offer import BehindShield, Blank, Kept, Offer, SecretOffers
from referee.paper.join_midgame import PositionTaken
from referee.phases.battle.allowed_plans import Beside, CompanionOf, MoreObjections
from referee.phases.battle.begin_battle import fought_by, fought_in
from referee.phases.battle.events import BattleEnded, CompanionNoted
from referee.phases.battle.live_battle import Companions, LiveBattle, battle_now, chosen_loss, companion_of
from referee.phases.battle.two_sides import SIDES, Battle, Companion, Side, VerdictLine
from referee.phases.battle.verdict import EXPLOSION, Aftermath, CountsAsUsed, Spared, Verdict, saved
from referee.phases.battle.who_may_call import Loyal, NoCall
from referee.phases.revival.leaders import (
    NOT_A_LEADER,
    Counts,
    FurtherDiscs,
    LeaderPrice,
    LeaderRevived,
    MayRevive,
    Rank,
)
from referee.powers.karama_windows import Uses
from referee.powers.powers import Power, starred

GUARDED = phrase(
    "kwisatz_haderach.guards",
    "{faction!n:The} cannot call {leader} traitor: the Kwisatz Haderach guards that leader.",
)
LOST = phrase("kwisatz_haderach.lost", "Atreides lost {n} forces in battle so far.")
AWAKENS = phrase("kwisatz_haderach.awakens", "Atreides lost {n} forces in battle so far: the Kwisatz Haderach awakens.")
USED = phrase("kwisatz_haderach.used", "The Kwisatz Haderach has fought this turn.")
UNUSED = phrase("kwisatz_haderach.unused", "The Kwisatz Haderach counts as not used.")
DIES = phrase("kwisatz_haderach.dies", "The Kwisatz Haderach dies in the explosion.")
SLEEPER, KH = "Kwisatz Haderach", "The Kwisatz Haderach"
AWAKE, BONUS = 7, 2
MOST = 99
HADERACH = Power("2.01.11", ME, "KWISATZ_HADERACH", "before", "The Kwisatz Haderach may join the battle.")
starred(HADERACH, "battle", advanced=True)
fixed(CompanionOf, "2.01.11", Beside(KH, BONUS), seat=ME, advanced=True)
fixed(LeaderPrice, "2.01.14", BONUS, seat=ME, leader=SLEEPER)
NOT_THEIRS = Objection("2.01.11", "Only Atreides have the Kwisatz Haderach. Leave it out.", "KH_NOT_ATREIDES")
SAVED_COUNTS = option(
    "E34",
    "4.96.34",
    "Do forces saved by a Suk Graduate count as lost",
    ("no", "No", "Only forces that go to the Tleilaxu Tanks count as lost in battle."),
    ("yes", "Yes", "All forces that the dial cost count as lost in battle."),
)


# -- in a battle plan ---------------------------------------------------------------------------------


@adds(Uses, rule="2.01.11")
def it_may_join(question: Uses, table: Table) -> Iterable[Power]:
    command, state = question.command, companion_of(table, ME)
    fights = ME in fought_by(table, command) and table.rules == "advanced"
    awake = fights and state.alive and (not known(state.lost) or state.lost >= AWAKE)
    awake = awake and state.used_in in {None, fought_in(table, command)}
    return (HADERACH,) if awake else ()


@adds(MoreObjections, rule="2.01.11")
def only_awake_alive_and_beside_a_leader(question: MoreObjections, table: Table) -> Iterable[Objection]:
    side = question.battle.side(question.at)
    return _against_it(table, question.battle, side) if side.companion else ()


@adds(MoreObjections, rule="2.01.12")
def nobody_elses_while_it_is_stopped(question: MoreObjections, table: Table) -> Iterable[Objection]:
    side = question.battle.side(question.at)
    if side.companion and side.faction != ME and HADERACH.rule in table.suspended:
        yield NOT_THEIRS


def _against_it(table: Table, battle: Battle, side: Side) -> Iterator[Objection]:
    if side.faction != ME:
        yield NOT_THEIRS
        return
    yield from why_asleep(side.companion_state or Companion(), table.rules, battle.territory)
    if not (side.leader or side.hero):
        yield Objection("2.01.11", "The Kwisatz Haderach needs a leader. Add one.", "KH_WITHOUT_LEADER")


def lost_so_far(state: Companion) -> str:
    """Return how many forces Atreides have lost in battle, "" if this table does not know."""
    return LOST(n=state.lost).sentence(named) if known(state.lost) else ""


def why_asleep(state: Companion, rules: str, territory: str) -> Iterator[Objection]:
    """Object to the Kwisatz Haderach in a battle here, whatever else is in the plan."""
    if not state.alive:
        yield Objection("2.01.14", "The Kwisatz Haderach is dead. Revive it first.", "KH_DEAD")
    elif rules != "advanced":
        yield Objection("2.01.00", "The Kwisatz Haderach belongs to the advanced game. Leave it out.", "KH_NOT_ACTIVE")
    elif known(state.lost) and state.lost < AWAKE:
        yield Objection(
            "2.01.10", say("The Kwisatz Haderach awakens once {n} forces are lost in battle.", n=AWAKE), "KH_NOT_ACTIVE"
        )
    elif state.used_in not in {None, territory}:
        words = say("The Kwisatz Haderach has fought in {place} this turn.", place=state.used_in)
        yield Objection("2.01.11", words, "KH_ALREADY_USED")


@adds(Loyal, rule="2.01.12")
def nobody_turns_beside_it(question: Loyal, table: Table) -> Iterable[NoCall]:
    return (NoCall("KH_PROTECTS", GUARDED),) if question.battle.side(question.at).companion else ()


# -- after a battle -----------------------------------------------------------------------------------


@ruling(Aftermath, rule="2.01.10")
def count_the_fallen(question: Aftermath, table: Table, so_far: Verdict) -> Verdict | None:
    """The referee's verdict on a live battle becomes public, so it leaves the secret count out."""
    if table.viewer == REFEREE and table.get(LiveBattle) is not None:
        return None
    at = question.battle.place_of(ME)
    state = question.battle.side(at).companion_state if at else None
    if not at or not state or table.rules != "advanced" or not known(state.lost):
        return None
    lost = _lost_here(table, so_far, so_far.losses[ME][0])
    after, dies = state.lost + lost, so_far.how == EXPLOSION and question.battle.side(at).companion
    awake = after >= AWAKE and state.alive and not dies
    counted = replace(so_far, company=replace(so_far.company, lost=after, awake=awake))
    woke = state.lost < AWAKE <= after
    return counted.told(VerdictLine("2.01.10", (AWAKENS if woke else LOST)(n=after))) if lost else counted


def _lost_here(table: Table, verdict: Verdict, lost: Group) -> int:
    stay, home = saved(verdict.spared.get(ME, Spared()), lost)
    return lost.total if setting(table, SAVED_COUNTS) == "yes" else lost.total - stay.total - home.total


@ruling(Aftermath, rule="2.01.11")
def used_this_turn(question: Aftermath, table: Table, so_far: Verdict) -> Verdict | None:
    at = next((at for at in SIDES if question.battle.side(at).companion), None)
    if not at:
        return None
    used = ask(table, CountsAsUsed(at, so_far.winner, so_far.how))
    told = replace(so_far, company=replace(so_far.company, used=used.value))
    return told.told(VerdictLine(used.because[0], (USED if used.value else UNUSED)(), ("2.01.11",)))


@ruling(Aftermath, rule="2.01.13")
def only_the_explosion_kills(question: Aftermath, table: Table, so_far: Verdict) -> Verdict | None:
    at = question.battle.place_of(ME)
    if not at:
        return None
    dies = so_far.how == EXPLOSION and question.battle.side(at).companion
    told = replace(so_far, company=replace(so_far.company, killed=dies))
    return told.told(VerdictLine("2.01.13", DIES())) if dies else told


@after(BattleEnded, rule="2.01.10")
def note_it(event: BattleEnded, table: Table, chance: Chance) -> Iterable[CompanionNoted]:
    live = table.get(LiveBattle)
    if live is not None and ME in live.seats and table.rules == "advanced":
        old, fallen = companion_of(table, ME), _lost_here(table, live.verdict, chosen_loss(live, ME))
        used = event.territory if live.verdict.company.used else old.used_in or ""
        alive = old.alive and not live.verdict.company.killed
        yield CompanionNoted(ME, sealed(old.lost + fallen, ME), alive, used, ("2.01.10", "2.01.11"))


@after(ForcesToTanks, rule="2.01.10")
def fallen_by_hand(event: ForcesToTanks, table: Table, chance: Chance) -> Iterable[CompanionNoted]:
    if event.seat == ME and table.phase == "battle" and table.rules == "advanced" and battle_now(table) is None:
        old, fallen = companion_of(table, ME), event.normal + event.special
        yield CompanionNoted(ME, sealed(old.lost + fallen, ME), old.alive, old.used_in or "", ("2.01.10",))


# -- where nobody counted ----------------------------------------------------------------------------


class FallenTold(Whisper, because=("2.01.10",)):
    lost: Public[int]

    def apply(self, table: Table) -> None:
        old, kept = companion_of(table, ME), table.state(Companions)
        kept.of[ME] = (replace(old, lost=self.lost), table.turn)
        table.put(kept)

    def sentence(self, name: Called) -> str:
        return say("{seat:The} lost {forces} in battle so far.", seat=name(ME), forces=count(self.lost, "force"))


def _unknown(table: Table) -> CompanionNoted:
    old = companion_of(table, ME)
    return CompanionNoted(ME, sealed(FACE_DOWN, ME), old.alive, old.used_in or "", ("2.01.10",))


@after(PositionTaken, rule="2.01.10")
def fallen_before_the_referee_came(event: PositionTaken, table: Table, chance: Chance) -> Iterable[CompanionNoted]:
    """Losses before the referee joined are unknown unless a sheet has them."""
    if ME in table.seats and table.rules == "advanced" and ME not in table.state(Companions).of:
        yield _unknown(table)


@after(PhaseBegan, rule="2.01.10")
def battles_by_hand(event: PhaseBegan, table: Table, chance: Chance) -> Iterable[CompanionNoted]:
    """Losses in battles by hand are not counted; a token once awake stays awake."""
    lost = companion_of(table, ME).lost
    if event.phase == "battle" and by_hand(table) and ME in table.seats and table.rules == "advanced":
        yield from (_unknown(table),) if known(lost) and lost < AWAKE else ()


class TellFallen(SeatCommand, by="seat"):
    lost: int

    def objections(self, table: Table) -> Iterable[Objection]:
        if self.seat != ME or table.rules != "advanced":
            yield Objection(
                "2.01.10", "Only Atreides have the Kwisatz Haderach, in the advanced game.", "NOT_ELIGIBLE", firm=True
            )
        elif known(companion_of(table, ME).lost):
            yield Objection("2.01.10", "The referee has counted your losses.", firm=True)
        if not 0 <= self.lost <= MOST:
            yield Objection("2.01.10", say("Enter 0 to {most} forces.", most=MOST), "BAD_INPUT", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield FallenTold(frozenset({ME}), self.lost)


@adds(SecretOffers, rule="2.01.10", seat=ME)
def tell_how_many_fell(question: SecretOffers, table: Table) -> Iterable[Offer]:
    if table.rules == "advanced" and not known(companion_of(table, ME).lost):
        blank = Blank("lost", "Your forces lost in battle so far", "number", 0, MOST)
        yield Offer(TellFallen, "Save my losses", "2.01.10", (blank,))


# -- revival ------------------------------------------------------------------------------------------


@ruling(MayRevive, rule="2.01.14")
def the_token_like_a_leader(question: MayRevive, table: Table, so_far: bool) -> bool | None:
    mine = question.seat == ME and table.rules == "advanced"
    return mine if among(question.leader, [SLEEPER]) else None


@adds(FurtherDiscs, rule="2.01.14", seat=ME)
def once_it_is_dead(question: FurtherDiscs, table: Table) -> Iterable[str]:
    """It lies in the Tanks after an explosion, or where the table noted it among the dead leaders."""
    own = leaders_of(table, ME)
    noted = own is not None and among(SLEEPER, (*own.face_up, *own.face_down))
    lives = own is not None and among(SLEEPER, own.pool)
    dead = table.rules == "advanced" and (noted or not (lives or companion_of(table, ME).alive))
    return (SLEEPER,) if dead else ()


@ruling(Rank, rule="2.01.15")
def the_token_is_no_leader(question: Rank, table: Table, so_far: Counts) -> Counts | None:
    return NOT_A_LEADER if among(question.leader, [SLEEPER]) else None


@after(LeaderRevived, rule="2.01.14")
def it_returns(event: LeaderRevived, table: Table, chance: Chance) -> Iterable[CompanionNoted]:
    if event.seat == ME and among(event.leader, [SLEEPER]):
        old = companion_of(table, ME)
        lost = max(old.lost, AWAKE) if known(old.lost) else old.lost  # asleep it cannot have died
        yield CompanionNoted(ME, sealed(lost, ME), True, old.used_in or "", ("2.01.14",))


# -- behind the shield, and on paper ------------------------------------------------------------------


@adds(BehindShield, rule="2.01.10", seat=ME)
def the_sleeper(question: BehindShield, table: Table) -> Iterable[Kept]:
    if table.rules != "advanced":
        return ()
    state = companion_of(table, ME)
    if not known(state.lost):
        untold = say("Forces lost in battle: not tracked. It wakes at {n}.", n=AWAKE)
        return (Kept(SLEEPER, (untold,), "2.01.10"),)
    return (Kept(SLEEPER, (_as_known(state),), "2.01.10", now=table.phase == "battle"),)


def _as_known(state: Companion) -> str:
    of = {"forces": count(state.lost, "force"), "n": AWAKE, "place": state.used_in}
    if state.used_in:
        fought = "{forces} lost in battle. It is awake and has fought in {place} this turn."
        return say(
            fought if state.alive else "{forces} lost in battle. It is dead and has fought in {place} this turn.", **of
        )
    if not state.alive:
        return say("{forces} lost in battle. It is dead.", **of)
    return say(
        "{forces} lost in battle. It is awake." if state.lost >= AWAKE else "{forces} lost in battle. It wakes at {n}.",
        **of,
    )


DEAD, NOT_TOLD = "dead", "?"


def _fallen(table: Table, seat: str, told: str) -> Iterable[CompanionNoted]:
    """Note every count, so that the note itself reveals nothing."""
    fallen, _, dead = told.partition(" ")
    lost = FACE_DOWN if fallen == NOT_TOLD else number(fallen)
    return [CompanionNoted(ME, sealed(lost, ME), not dead, "", ("2.01.10",))] if table.rules == "advanced" else []


@PaperLine("fallen", "2.01.10", _fallen, (as_it_is,), seat=ME, always=True)
def on_their_sheet(table: Table, seat: str) -> tuple[str, list[str]] | None:
    state = companion_of(table, ME)
    told = f"{state.lost if known(state.lost) else NOT_TOLD}{'' if state.alive else f' {DEAD}'}"
    return ("", [told]) if table.rules == "advanced" and told != "0" else None
