"""What is due, in random games of all ten factions: named or counted at every moment, and each with its control."""

from __future__ import annotations

import pytest

from referee.common.factions import FACTIONS
from referee.common.phones_at_seats import TakeSeat
from referee.kernel import REFEREE, Command
from referee.offers.offer import secret_offers
from referee.offers.waiting import duties_of, waiting
from referee.offers.what_now import stage_of
from referee.phases.battle.before_the_plans import not_yet
from referee.phases.battle.live_battle import OPEN, battle_now
from referee.phases.battle.lock_plan import LockPlan
from referee.phases.battle.on_screen import answer_due
from referee.phases.bidding.auction import Bid, Pass
from referee.phases.bidding.on_screen import waited_for
from referee.powers.karama_windows import waits_with_it
from referee.powers.open_question import AnswerQuestion, inquiry
from referee.powers.windows import Ready, missing, window
from referee.turn.first_turn import StartTurnOne
from referee.web.phase.buttons import seat_offers
from referee.web.phase.strip import said_to
from referee.web.phase.table_view import plates
from tests.kit import Players

BASIC = ["atreides", "bene_gesserit", "emperor", "fremen", "spacing_guild", "harkonnen"]
EVERY = 3  # acts from one look to the next


class Looked(Players):
    """A game in which everybody has a phone, and what is due is looked at now and then."""

    looks = 0
    acts = 0

    def seat_all(self) -> None:
        for seat in self.public.seats:
            assert self.sitting.act(TakeSeat(seat, "phone"), REFEREE).done

    def audit(self) -> None:
        self.acts += 1
        if self.acts % EVERY == 0:
            self.looks += 1
            self.look()

    def look(self) -> None:
        public = self.public
        stage = stage_of(public)
        if stage is not None and stage.mode != "over":
            assert waiting(public) or any(not one.why_not for one in waited_for(public)), "bidding stands still"
        if (live := battle_now(public)) is not None and live.step == OPEN:
            assert waiting(public), "nobody is waited for in a battle"
        lit = {one.seat for one in plates(public) if "is-turn" in one.states}
        for seat in public.seats:
            self.lit_and_told(seat, lit)
            own = duties_of(self.sitting.screen(seat), seat)
            for duty in own:
                assert set(duty.by) & self.controls(seat), f"{seat} reads “{duty.words}” and has no button for it"
            for other in (one for one in public.seats if one != seat):
                assert duties_of(self.sitting.screen(other), seat) == duties_of(public, seat), (
                    f"{other} knows of {seat}"
                )

    def lit_and_told(self, seat: str, lit: set[str]) -> None:
        """Assert that who owes something is lit on the table, if everybody may know, and told on their phone."""
        public, own = self.public, self.sitting.screen(seat)
        owed = [one for one in duties_of(own, seat) if not waits_with_it(public, one)]
        named = [one for one in duties_of(public, seat) if not (one.secret or one.free)]
        named = [one for one in named if not waits_with_it(public, one)]
        assert not named or seat in lit, f"{seat} owes “{named[0].words}” and is not lit"
        said = said_to(public, own, seat, None)
        told = f"{said.say} {said.then}"
        assert not owed or said.acts or any(one.words in told for one in owed), (
            f"{seat} owes “{owed[0].words}” and reads “{told}”"
        )

    def controls(self, seat: str) -> set[type[Command]]:
        """Return what is enabled on this seat's phone, before and behind the shield."""
        public, own = self.public, self.sitting.screen(seat)
        found = {one.command for one in (*seat_offers(public, seat), *secret_offers(own, seat)) if not one.why_not}
        stage, live = stage_of(public), battle_now(own)
        if stage is not None and stage.turn == seat:
            found |= {Bid, Pass}
        if window(public) is not None and seat in missing(public):
            found.add(Ready)
        if (asked := inquiry(public)) is not None and asked.of == seat:
            found.add(AnswerQuestion)
        if (answer := answer_due(own, seat)) is not None:
            found.add(answer.command)
        if live and seat in live.seats and seat not in live.plans and not any(not_yet(own, seat)):
            found.add(LockPlan)
        return found


@pytest.mark.parametrize(("seed", "rules"), [(1, "advanced"), (2, "advanced"), (3, "basic")])
def test_4_97_10_at_every_moment_who_is_waited_for_has_a_button_for_it(seed: int, rules: str) -> None:
    seats = sorted(FACTIONS)
    game = Looked(seed, [*seats[seed:], *seats[:seed]] if rules == "advanced" else BASIC, rules, (("P6", "kept"),))
    game.seat_all()
    game.must(StartTurnOne(first=next(iter(game.public.seats)), anyway=True))
    game.play(turns=2, presses=15)
    assert game.looks > 20
    game.sitting.journal.close()
