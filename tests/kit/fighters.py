"""Random players who also fight: battles are begun, planned, revealed and settled at random."""

from __future__ import annotations

from referee.agreements.alliances import EndNexus
from referee.board.forces import is_kept
from referee.board.territories import slug, strongholds
from referee.factions.bene_gesserit.voice import obedient, order_to
from referee.factions.ecaz.placing import PlaceAmbassador
from referee.factions.ecaz.tokens import may_be_in_supply
from referee.factions.fremen.reserves_ride import RideWithReserves
from referee.factions.moritani.terror import TOKENS, PlaceTerror
from referee.kernel import PUBLIC, Command, Table, ask, card_name
from referee.modules.discoveries import CARDS
from referee.modules.discoveries.blow import DiscoveryBlows
from referee.modules.great_maker import GreatMakerComes
from referee.modules.great_maker.vote import CastVote, votes_next
from referee.modules.leader_skills import deck, eligible
from referee.modules.leader_skills.before_the_shield import PlaceSkill
from referee.modules.leader_skills.dealing import DealSkills, KeepSkill
from referee.modules.leader_skills.mentats_question import NameWeapon, ShowCard, asked, asker, showable
from referee.modules.leader_skills.skill_with_leader import open_skill
from referee.modules.nexus_cards.drawing import DrawNexus
from referee.offers.offer import halted, offers
from referee.phases.battle.battle_as_known import army_of, callers, free_leaders
from referee.phases.battle.before_the_plans import Forbidden, StaySilent, steps
from referee.phases.battle.begin_battle import BeginBattle
from referee.phases.battle.call_traitor import AnswerTraitor, CallTraitor
from referee.phases.battle.cards_in_battle import DEFENCE, STAND_IN, WEAPON, Fits
from referee.phases.battle.conclude import Conclude, SettleBattle
from referee.phases.battle.live_battle import OPEN, REVEALED, LiveBattle, battle_now
from referee.phases.battle.lock_plan import LockPlan
from referee.phases.battle.on_screen import answer_due
from referee.phases.battle.reveal import Reveal
from referee.phases.collection.strongholds import NameHolders
from referee.phases.mentat.victory import CheckVictory, winner
from referee.phases.spice_blow.blow import SpiceBlows, WormComes
from referee.powers.windows import CloseWindow
from tests.kit.players import Players

PLACES = ("Arrakeen", "Carthag", "Sietch Tabr", "Habbanya Sietch", "Tuek's Sietch", "Red Chasm", "Polar Sink")
TRIES = 12


class Fighters(Players):
    early = 6
    fought = 0

    def fight(self) -> None:
        if battle_now(self.public) is None and not any(self.try_it(self.begun()).done for _ in range(4)):
            return
        while halted(self.public):
            self.something()
        if battle_now(self.public) is None:
            return
        self.speak()
        live = self.live
        for seat in self.random.sample(live.seats, 2):
            self.lock(live, seat)
        self.answer_traitors()
        if self.live.step == OPEN:
            self.must(Reveal())
        self.aftermath()
        self.fought += 1

    def begun(self) -> Command:
        """Return a battle of two factions somewhere, with forces that may or may not be there."""
        one, two = self.random.sample(list(self.public.seats), 2)
        counts = [self.random.choice([0, 0, 1, 2, 3, 5]) for _ in range(4)]
        starred = [n if self.random.random() < 0.3 else 0 for n in counts[2:]]
        return BeginBattle(self.random.choice(PLACES), one, two, counts[0], starred[0], counts[1], starred[1])

    @property
    def live(self) -> LiveBattle:
        """Return the battle as everybody sees it."""
        found = battle_now(self.public)
        assert found is not None
        return found

    def close(self) -> None:
        """Run every open window out, and answer every question."""
        self.answer()
        for _ in range(6):
            if not self.try_it(CloseWindow()).done:
                return

    def speak(self) -> None:
        """Use or ask something before the plans, then let the others pass."""
        for _ in range(self.random.randint(0, 12)):
            self.something()
            self.close()
        for _ in range(10):
            self.show_card()
            waiting = [step for step in steps(self.public) if step.state in {"may", "later", "announced"}]
            due_of = [step.say.to for step in steps(self.public) if step.state == "asked"]
            if not waiting + due_of or self.live.step != OPEN:
                return
            for step in waiting:
                self.try_it(StaySilent(step.say.seat, step.say.rule), step.say.seat)
            for seat in due_of:
                due = answer_due(self.sitting.screen(seat), seat)
                assert due is not None, seat
                self.press(due, seat)

    # -- plans --------------------------------------------------------------------------------------------

    def lock(self, live: LiveBattle, seat: str) -> None:
        """Lock a random plan if it is allowed, else the plainest one."""
        if seat in self.live.plans:
            return
        self.skills(seat)
        for number in range(TRIES + 1):
            if self.try_it(self.plan(live, seat, plain=number == TRIES), seat).done:
                return
        raise AssertionError(
            f"{seat} finds no plan that may be locked in {live.territory}: {self.refusals(live, seat)}"
        )

    def skills(self, seat: str) -> None:
        """Ask no Mentat's question, and take a skilled leader behind the shield if the plainest plan needs it."""
        if mentat := asker(self.public):
            self.try_it(NameWeapon(mentat))
        self.show_card()
        lying = open_skill(self.public, seat)
        own = [one for one in free_leaders(self.public, self.live, seat) if lying is None or one != lying.leader]
        if lying and (not own or self.random.random() < 0.5):
            self.try_it(PlaceSkill(seat))

    def show_card(self) -> None:
        """Show a Mentat who has asked a card."""
        if (seat := asked(self.public)) and (cards := showable(self.sitting.screen(seat), seat)):
            self.must(ShowCard(seat, self.random.choice(cards)[0]), seat)

    def refusals(self, live: LiveBattle, seat: str) -> list[str]:
        """Return why the plainest plan is refused."""
        return [o.sentence for o in self.sitting.act(self.plan(live, seat, plain=True), seat).objections]

    def plan(self, live: LiveBattle, seat: str, *, plain: bool) -> LockPlan:
        """Return a plan from what this seat knows."""
        own = self.sitting.screen(seat)
        hand = [card_name(card) for card in own.seats[seat].hand.faces()]
        leads = free_leaders(own, live, seat) or [c for c in hand if ask(own, Fits(c, STAND_IN)).value] or [""]
        able = [one for one in leads if not ask(own, Forbidden(seat, "leader", one)).value] or leads
        leader = able[0] if plain else self.random.choice(able)
        purse = own.seats[seat].spice
        support = 0 if plain or not isinstance(purse, int) else self.random.randint(0, min(purse, 5))
        men = army_of(own, live, seat, support)
        dial = 0 if plain else self.random.choice([n * men.step for n in range(int(men.most / men.step) + 1)])
        slots = ([c for c in hand if ask(own, Fits(c, slot)).value] for slot in (WEAPON, DEFENCE))
        weapon, defence = ("" if plain or not leader else self.random.choice(["", *cards]) for cards in slots)
        joins = not plain and self.random.random() < 0.3
        if seat in live.declarations.asked and plain:
            return self.bound(live, seat, leader)
        if plain and leader:
            weapon, defence = self.ordered(own, live, seat)
        return LockPlan(seat, dial, leader, weapon, defence, joins, support)

    def ordered(self, own: Table, live: LiveBattle, seat: str) -> tuple[str, str]:
        """Return the weapon and the defense of a plan that does no more than obey the Voice."""
        order, what = order_to(own, seat)
        card = next(iter(obedient(own, seat, what)), "") if order == "play" else ""
        return (card, "") if ask(own, Fits(card, WEAPON)).value else ("", card)

    def bound(self, live: LiveBattle, seat: str, leader: str) -> LockPlan:
        """Return the plainest plan that keeps to what was revealed."""
        asked, shown = live.declarations.asked[seat][1], self.sitting.screen(seat).get(LiveBattle)
        said = str(shown.declarations.answers.get(seat, "") or "") if shown else ""
        words = {"leader": leader, "weapon": "", "defence": "", "dial": "0"}
        if asked in words:
            words[asked] = "" if said == "none" else said or words[asked]
        if shown and seat in shown.declarations.earlier:
            part, before, _ = shown.declarations.earlier[seat]
            words[part] = str(before or "")
        dial = float(words["dial"])
        spice = self.sitting.screen(seat).seats[seat].spice if dial else 0
        whole = int(dial) if dial == int(dial) else dial
        support = min(int(spice), 20) if isinstance(spice, int) else 0
        return LockPlan(seat, whole, words["leader"], words["weapon"], words["defence"], False, support)

    def answer_traitors(self) -> None:
        """Answer yes or no for everybody who may call a traitor."""
        for seat in callers(self.public, self.live):
            if self.live.step == OPEN:
                self.try_it(AnswerTraitor(seat, self.random.choice(["yes", "no", "no"])), seat)

    def aftermath(self) -> None:
        """Choose losses, call late, discard, and settle."""
        live = self.live
        assert live.step == REVEALED
        for seat in live.seats:
            if self.random.random() < 0.2:
                self.try_it(CallTraitor(seat))
        for seat in self.public.seats:
            if self.random.random() < 0.7:
                self.conclude(seat)
        now = battle_now(self.public)
        if now is not None and now.step == REVEALED:  # once all have concluded, the next may have begun
            self.must(SettleBattle())
        for _ in range(self.random.randint(0, 6)):
            self.something()
            self.close()

    def conclude(self, seat: str) -> None:
        """Send a seat's form after the battle, filled in at random."""
        for offer in offers(self.public, seat):
            if offer.name == "Conclude":
                words = {blank.name: self.random.choice(blank.choices)[0] for blank in offer.blanks if blank.choices}
                men = {blank.name: self.random.randint(0, blank.high) for blank in offer.blanks if not blank.choices}
                self.try_it(Conclude(seat, **{**dict(offer.fixed), **words, **men}), seat)  # type: ignore[arg-type]

    # -- whole games --------------------------------------------------------------------------------------

    def play(self, turns: int, presses: int) -> int:
        """Play turns with battles; return how many were played until somebody won."""
        played = super().play(turns, presses)
        self.end()
        return played

    def enter(self, phase: str) -> None:
        """Go to a phase; the battle phase begins with some battles."""
        self.close()
        super().enter(phase)
        for _ in range(self.random.randint(0, 3) if phase == "battle" else 0):
            self.fight()

    def end(self) -> None:
        """After the last turn somebody has won."""
        if not winner(self.public):
            self.close()
            loose = [seat for seat in self.public.seats if not is_kept(self.public, seat)]
            held = {slug(place): self.random.choice(["", *loose]) for place in strongholds(self.public)}
            self.must(NameHolders(**held))
            outcome = self.sitting.act(CheckVictory(last=True), PUBLIC, waive=True)  # some may stand nobody knows where
            assert outcome.done, outcome.objections
        assert winner(self.public)


class Rooms(Fighters):
    """Random players who also do what the boxes bring and is seldom offered: skills, worms, votes, tokens."""

    def enter(self, phase: str) -> None:
        super().enter(phase)
        if phase == "storm":
            self._skills()
        elif phase == "spice_blow":
            self._blow()
        elif phase == "revival":
            tokens, places = may_be_in_supply(self.truth), self.random.sample(PLACES[:5], 2)
            for token, place in zip(tokens[1:], places, strict=False):
                self.try_it(PlaceAmbassador("ecaz", token, place), "ecaz")
        elif phase == "mentat_pause":
            place, token = self.random.choice(["Arrakeen", "Carthag", "Sietch Tabr"]), self.random.choice([*TOKENS])
            self.try_it(PlaceTerror("moritani", place, token), "moritani")

    def _skills(self) -> None:
        self.try_it(DealSkills())
        for seat, dealt in [*deck(self.truth).dealt.items()][:-1]:
            self.try_it(KeepSkill(seat, str(dealt[0]), self.random.choice(eligible(self.truth, seat))), seat)

    def _blow(self) -> None:
        """Turn worms and discoveries over, vote, draw Nexus cards and ride with reserves."""
        self.try_it(self.random.choice([WormComes("Red Chasm"), GreatMakerComes("Red Chasm")]))
        for card in self.random.sample(CARDS, 2):
            self.try_it(DiscoveryBlows(card.card))
        for name in ("Old Gap", "South Mesa"):
            self.try_it(SpiceBlows(name))
        while seat := votes_next(self.public):
            self.must(CastVote(seat, self.random.random() < 0.5), seat)
        for seat in self.public.seats:
            self.try_it(DrawNexus(seat), seat)
        self.try_it(EndNexus())
        self.try_it(RideWithReserves("fremen", 2, self.random.choice(PLACES)), "fremen")
