"""Every number that a rule carried out by code states is the number that the code uses: both are read here.

``STATED`` takes the numbers out of a sentence of the rule, each where a ``#`` stands, and asks the program for them. A
number that no constant has to agree with, as in "the two players" or where another test sees what happens, is named in
``SPEECH`` with its words. A number of such a
rule that stands in neither, nor in the code beside the text, is a failure.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from referee.board.forces import ALL_FORCES
from referee.board.forces_counted import StartForces
from referee.board.how_many import Starred
from referee.board.standing import StrongholdsHeld
from referee.cards import ghola, storm_cards
from referee.cards.deck import CLASSIC
from referee.cards.first_box import SPECIALS
from referee.common.factions import FACTIONS
from referee.factions import choam, emperor, fremen, tleilaxu
from referee.factions.atreides import kwisatz_haderach
from referee.factions.choam import auditor
from referee.factions.choam import nexus_card as choam_card
from referee.factions.duke_vidal import VIDAL
from referee.factions.emperor import nexus_card as emperor_card
from referee.factions.harkonnen import captives
from referee.factions.harkonnen import nexus_card as harkonnen_card
from referee.factions.ixian import nexus_card as ixian_card
from referee.factions.ixian import pointing, swap
from referee.factions.moritani import leaders_and_spice, sneak_attack, terror, vidal
from referee.factions.richese import cache as richese_cache
from referee.factions.richese import cache_in_hand, hand_cards, no_field, poison_and_flight
from referee.factions.richese import nexus_card as richese_card
from referee.factions.tleilaxu import face_dancers, gholas, revivals_of_others
from referee.factions.tleilaxu import nexus_card as tleilaxu_card
from referee.holdings import traitors
from referee.holdings.hands import DeckCards, HandLimit
from referee.kernel import OPTIONS, Question, Table, ask
from referee.options.mulligan import OWN
from referee.phases import charity
from referee.phases.battle.dial_and_losses import PLAIN, UNFED, twice
from referee.phases.bidding import auction
from referee.phases.bidding.bid_time import BidSeconds
from referee.phases.collection.collection import INCOME, Carries, collection_rate
from referee.phases.mentat import victory
from referee.phases.revival.limits_and_prices import ForcePrice, FreeOnSheet, RevivalHelp, RevivalLimit
from referee.phases.shipment import where_to
from referee.phases.shipment.prices_and_permissions import HOME, MoveRange, ShipmentPrice, Voyage
from referee.phases.spice_blow.deck import WORMS
from referee.phases.storm import dials
from referee.powers.powers import stop_seconds
from referee.powers.who_answers import TO_SPEAK
from referee.rulebook.book import rulebook
from referee.turn.clock import LONGER
from referee.turn.missed import MOST as MOST_LINES
from referee.turn.newcomers import FIRST_CARD
from referee.turn.pace import BREAK_MS
from tests.house.code import FILES, nodes
from tests.kit import LiveTable

WORDS = re.findall(
    r"\w+",
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen twenty",
)
READ = {**{word: n for n, word in enumerate(WORDS)}, "thirty": 30}
NUMBER = r"(?<![\w.-])(?:\d+|" + "|".join([*WORDS[2:], "thirty"]) + r")(?!\w|\.\d\d)"
A, BG, E, F, G, H, T, IX, C, R, M = (
    *("atreides", "bene_gesserit", "emperor", "fremen", "spacing_guild", "harkonnen"),
    *("tleilaxu", "ixian", "choam", "richese", "moritani"),
)


@cache
def table(*seats: str, allies: str = "") -> Table:
    return LiveTable(*(seats or (A, BG, E, F, G, H)), allies=allies, K8="").truth


def says(question: Question[Any], *seats: str, allies: str = "") -> Any:
    return ask(table(*seats, allies=allies), question).value


def start(seat: str) -> Any:
    return says(StartForces(seat), seat, A if seat != A else F)


def on_board(seat: str) -> int:
    return ALL_FORCES - int(start(seat).reserves.total)


def spice(seat: str) -> int:
    return FACTIONS[seat].spice


def copies(card: str) -> int:
    return CLASSIC[card][1]


def price(forces: int, **more: Any) -> int:
    return int(says(ShipmentPrice(Voyage(more.pop("seat", A), forces, **more))))


def free(seat: str) -> int:
    return int(says(FreeOnSheet(seat), seat, A if seat != A else F))


def revived(seat: str) -> int:
    return int(says(ForcePrice(seat, 1, 0), seat, A if seat != A else F))


def limits(key: str) -> tuple[int, int]:
    found = OPTIONS[key].seconds
    assert found is not None
    return found


def holds(seat: str) -> int:
    return int(says(HandLimit(seat), seat, A if seat != A else F))


def standing(seat: str, phase: str, city: str) -> Table:
    """Return a table at which a faction stands in a city, if one is named."""
    found = LiveTable(F, G, BG, phase=phase).truth
    found.hear(StrongholdsHeld(seat, (city,) if city else ()))
    return found


def rate(city: bool) -> int:
    return collection_rate(standing(G, "spice_collection", "Carthag" if city else ""), G)


def walks(seat: str, city: str = "") -> int:
    """Return how far a faction moves, with a force in a city or without."""
    return int(ask(standing(seat, "shipment", city), MoveRange(seat)).value)


def dealt(**options: str) -> int:
    return len(ask(Table(options=options), DeckCards()).value)


def stated() -> Iterator[tuple[str, str, tuple[Any, ...]]]:
    """Yield each rule, a sentence of it, and what the program says to each ``#`` in it."""
    bid, window = says(BidSeconds()), {stop_seconds(Table())}
    grey = says(Starred(IX), IX, A)
    yield "0.02", "at most # turns", (victory.MOST_TURNS,)
    yield "4.97.63", "at most # lines", (MOST_LINES,)
    yield "0.05", "# Shai-Hulud", (WORMS,)
    yield "0.06", "deck has # cards", (dealt(),)
    yield "0.09", "the # forces", (ALL_FORCES,)
    yield "0.11", "gets #, keeps one", (traitors.DRAWN,)
    yield "0.11", "Harkonnen keep all #", (traitors.DRAWN,)
    yield "0.12", "Harkonnen take # spice from the bank, the Bene Gesserit and the Spacing Guild #, Fremen #", (
        {spice(A), spice(E), spice(H)}, {spice(BG), spice(G)}, spice(F),
    )  # fmt: skip
    yield "0.16", "a number from # to #", dials.FIRST
    yield "1.01.02", "a number from # to # in secret", dials.LATER
    yield "1.01.02", "the sum, # to # sectors", tuple(2 * number for number in dials.LATER)
    yield "1.03.01", "fill up to # from the bank: # spice with none", (charity.ENOUGH, charity.ENOUGH)
    yield "1.04.02", "at most # treachery cards. Harkonnen may hold #", (holds(A), holds(H))
    yield "1.04.02", "second expansion, #", (holds(C),)
    yield "1.04.06.04", "A player has # seconds", (bid,)
    yield "1.05.01", "up to # forces", (says(RevivalLimit(A)),)
    yield "1.05.01", "towards the #", (says(RevivalLimit(A)),)
    yield "1.05.01", "may pay for # more", (says(RevivalHelp(E, F), allies="emperor fremen").pays,)
    yield "1.05.01.01", "Harkonnen #, the Bene Gesserit, the Emperor and the Spacing Guild #", (
        {free(A), free(H)}, {free(BG), free(E), free(G)},
    )  # fmt: skip
    yield "1.05.01.01", "Fremen revive # forces free of charge", (free(F),)
    yield "1.05.01.01", "an ally's number to #", (fremen.FREE,)
    yield "1.05.01.02", "beyond the free ones costs # spice", (revived(A),)
    yield "1.05.01.02", "the limit of # forces", (says(RevivalLimit(A)),)
    yield (
        "1.06.03.01",
        "costs # spice for each force into a stronghold and # spice",
        (price(1, stronghold=True), price(1)),
    )
    yield "1.06.05.03", "Fremen move up to # territories", (walks(F),)
    yield "1.07.04.01", "A normal force is worth #. In the advanced game Sardaukar and Fedaykin are worth #", (
        PLAIN.full, twice(PLAIN).full,
    )  # fmt: skip
    yield "1.13.01", "the occupant of Arrakeen takes # spice from the bank, the occupant of Carthag # and the", (
        INCOME["Arrakeen"], INCOME["Carthag"],
    )  # fmt: skip
    yield "1.13.01", "the occupant of Tuek's Sietch #", (INCOME["Tuek's Sietch"],)
    yield "1.13.04.01", "A Sardaukar without spice counts #", (twice(UNFED).half,)
    yield "1.14.02", "revive up to # of his forces", (emperor.MOST,)
    yield "1.14.04", "hold more than # cards", (holds(H),)
    yield "2.01.02", "# Atreides forces stand in Arrakeen", (on_board(A),)
    yield "2.01.02", "The other # wait", (start(A).reserves.total,)
    yield "2.01.10", "From # on", (kwisatz_haderach.AWAKE,)
    yield "2.01.11", "adds # to that strength", (kwisatz_haderach.BONUS,)
    yield "2.01.11", "killed, the # is lost", (kwisatz_haderach.BONUS,)
    yield "2.02.02", "and # wait off-planet", (ALL_FORCES - 1,)
    yield "2.02.09", "at least # spice", (charity.ENOUGH,)
    yield "2.03.02", "All #, the # Sardaukar", (start(E).reserves.total, says(Starred(E)))
    yield "2.03.07", "up to # more of the ally's", (emperor.MOST,)
    yield "2.03.07", "the usual # spice a force", (revived(A),)
    yield "2.03.08", "# of the Emperor's forces", (says(Starred(E)),)
    yield "2.03.08", "counts as # normal forces, and losing one covers # points", (twice(PLAIN).full, twice(PLAIN).full)
    yield "2.03.08", "1 spice of support counts # and without spice #", (twice(UNFED).full, twice(UNFED).half)
    yield "2.03.09", "that is # with a spice", (UNFED.full,)
    yield "2.04.02", "spread # forces", (on_board(F),)
    yield "2.04.02", "The other #, and", (start(F).reserves.total,)
    yield "2.04.04", "get # forces back", (free(F),)
    yield "2.04.04", "As # is also the usual limit", (says(RevivalLimit(A)),)
    yield "2.04.06", "move a group # territories", (walks(F),)
    yield "2.04.11", "free revival of # forces", (fremen.FREE,)
    yield "2.04.18", "# Fremen forces bear a star", (says(Starred(F)),)
    yield "2.04.18", "counts as # normal forces, and each meets # points", (twice(PLAIN).full, twice(PLAIN).full)
    yield "2.05.02", "# Harkonnen forces stand", (on_board(H),)
    yield "2.05.02", "# more wait", (start(H).reserves.total,)
    yield (
        "2.05.03",
        "Harkonnen keep all # traitor cards",
        (traitors.DRAWN,),
    )
    yield "2.05.04", "They enter turn 1 with #", (FACTIONS[H].cards,)
    yield "2.05.07", "may hold # treachery cards instead of #. With # they", (holds(H), holds(A), holds(H))
    yield "2.05.08", "# is the most they may ever hold", (holds(H),)
    yield "2.05.10", "kill it for # spice", (captives.REWARD,)
    yield "2.05.10.01", "take # spice from the bank. The amount is always #", (captives.REWARD, captives.REWARD)
    yield "2.05.11", "own # leaders", (len(FACTIONS[H].leaders),)
    yield "2.06.02", "# Guild forces stand", (on_board(G),)
    yield "2.06.02", "# wait off-planet", (start(G).reserves.total,)
    yield "2.06.07", "cost # spice for every # of them", (price(2, seat=G, kind=HOME), 2)
    yield "2.07.07", "# Ixian forces bear a star", (grey,)
    yield "2.07.08", "# Ixian forces are suboids", (ALL_FORCES - grey,)
    yield "2.07.11", "the stronghold up to # territories", (pointing.FAR,)
    yield "2.07.16", "there are # seconds", (swap.SWAP_SECONDS,)
    yield "2.08.03", "the Tleilaxu draw #", (face_dancers.MANY,)
    yield "2.08.03", "keeps its # cards", (traitors.DRAWN,)
    yield "2.08.05", "until all # are shown. Then the # are shuffled into the traitor cards, and # new", (
        face_dancers.MANY, face_dancers.MANY, face_dancers.MANY,
    )  # fmt: skip
    yield "2.08.06", "take back # forces", (free(T),)
    yield "2.08.06", "The limit of # does not", (says(RevivalLimit(A)),)
    yield "2.08.11", "from # forces to #", (says(RevivalLimit(A)), revivals_of_others.FIVE)
    yield "2.08.13", "costs the Tleilaxu # spice", (tleilaxu.ZOAL,)
    yield "2.08.15", "fewer than # living leaders", (gholas.MANY,)
    yield "2.08.15", "may have # at most", (gholas.MANY,)
    yield "2.09.02", "All # CHOAM forces", (start(C).reserves.total,)
    yield "2.09.03", "takes # spice from the bank for every faction", (choam.EACH,)
    yield "2.09.05", "up to # treachery cards", (holds(C),)
    yield "2.09.06", "for # spice each", (choam.DOUBLE,)
    yield "2.09.07", "brings CHOAM # spice", (choam.WORTHLESS,)
    yield "2.09.08", "for # spice each", (revived(C),)
    yield "2.09.12", "of strength #", (FACTIONS[C].leaders[choam.AUDITOR],)
    yield "2.09.12", "look at # cards", (auditor.SURVIVED,)
    yield "2.09.12", "pay CHOAM # spice", (auditor.EACH,)
    yield "2.09.13", "for # spice each", (choam.DOUBLE,)
    yield "2.11.02", "with # forces in the", (ALL_FORCES - start("ecaz").reserves.total,)
    yield "2.10.02", "All # Richese forces", (start(R).reserves.total,)
    yield "2.10.03", "# cards lie apart", (len(richese_cache.CACHE),)
    yield "2.10.06", "there are # seconds", (auction.LEAST_SECONDS,)
    yield "2.10.10", "get # forces back", (free(R),)
    yield "2.10.11", "have # tokens that stand for #, # or # forces", (len(no_field.TOKENS), *no_field.TOKENS)
    yield "2.10.13", "costs # spice to a stronghold and # elsewhere", (price(1, stronghold=True), price(1))
    yield "2.10.16", "pay # spice to the bank", (cache_in_hand.PRICE,)
    yield "2.10.17", "pay # spice, search", (hand_cards.SEARCH,)
    yield "2.10.17", "one group up to # territories", (poison_and_flight.REACH,)
    yield "2.10.17", "goes up to # territories", (poison_and_flight.REACH,)
    yield "3.01.00", "deck has # cards", (dealt(),)
    yield "3.01.04", "The deck holds #", (copies("Cheap Hero"),)
    yield "3.01.11", "# are in the deck", (copies("Karama"),)
    yield "3.01.20", "up to # forces", (ghola.MOST,)
    yield "3.01.23", "by # to # sectors", (1, storm_cards.FARTHEST)
    yield "4.94.07", "The # cards of the first expansion", (dealt(P7="with") - dealt(),)
    yield "4.94.07", "# new ones", (len([card for card in SPECIALS if card not in CLASSIC]),)
    yield "4.94.07", "The deck then has # cards", (dealt(P7="with"),)
    yield "3.02", "adds # new cards", (len([card for card in SPECIALS if card not in CLASSIC]),)
    yield "4.91.06", "each bid has # seconds", (bid,)
    yield "4.91.06", "between # and # seconds", limits("B6")
    yield "4.91.06", "makes # seconds binding", (bid,)
    yield "4.91.07", "between # and # seconds", limits("B7")
    yield "4.91.08", "saves # seconds", (bid,)
    yield "4.91.16", "more than # cards", (holds(H),)
    yield "4.91.16", "the hand to #", (holds(H),)
    yield "4.92.08", "button for # seconds", (window,)
    yield "4.92.08", "between # and # seconds", limits("K8")
    yield "4.92.08", "the window lasts # seconds", (TO_SPEAK,)
    yield "4.93.13", "found # or more own leaders", (OWN,)
    yield "4.93.14", "pay # spice for Zoal", (tleilaxu.ZOAL,)
    yield "4.97.30", "has # seconds", (FIRST_CARD,)
    yield "4.97.13", "gets # more seconds", (int(dict(LONGER.fixed)["seconds"]),)
    yield "4.97.14", "more than # minutes", (BREAK_MS // 60_000,)
    yield "1.08.02", "Each force collects # spice", (rate(city=False),)
    yield "1.08.02", "or # if its player has a force", (rate(city=True),)
    yield "1.06.05.04", "move up to # territories", (walks(F, "Arrakeen"),)
    yield "2.04.06", "use ornithopters and go #", (walks(F, "Arrakeen"),)
    yield "2.02.12", "do not fly # territories", (walks(F, "Arrakeen"),)
    yield "2.07.07", "each counts as # normal forces and meets # points", (twice(PLAIN).full, twice(PLAIN).full)
    yield "2.07.07", "may move # territories and collects # spice", (
        says(MoveRange(IX), IX, A), says(Carries(IX, 0, 1), IX, A),
    )  # fmt: skip
    yield "2.07.09", "costs # spice to revive. A suboid costs the usual #", (
        says(ForcePrice(IX, 0, 1), IX, A), says(ForcePrice(IX, 1, 0), IX, A),
    )  # fmt: skip
    yield "2.07.09", "the limit of # a turn", (says(RevivalLimit(IX), IX, A),)
    yield "2.07.17", "with 1 spice counts #, without spice #", (twice(UNFED).full, twice(UNFED).half)
    yield "4.93.14", "then it is #, half of #", (-(-tleilaxu.ZOAL // 2), tleilaxu.ZOAL)
    yield "2.07.13", "room for # factions", (where_to.ROOM,)
    yield "2.12.02", "place # forces", (on_board(M),)
    yield "2.12.02", "The other # begin", (start(M).reserves.total,)
    yield "2.12.03", "have # terror tokens", (len(terror.TOKENS),)
    yield "2.12.07", "# for Zoal", (tleilaxu.ZOAL,)
    yield "2.12.09", "take # spice from the bank", (leaders_and_spice.INCOME,)
    yield "2.12.09", "may pay them #", (leaders_and_spice.RANSOM,)
    yield "2.12.12", "up to # forces", (sneak_attack.SNEAKS,)
    yield "4.05.13.02", "# of the Emperor's forces", (emperor_card.FIVE,)
    yield "4.05.13.03", "take back # more forces", (emperor_card.MORE,)
    yield "4.05.14.03", "# of your forces return free", (fremen.FREE,)
    yield "4.05.15.03", "draw # traitor cards, then shuffle # of yours", (harkonnen_card.TWO, harkonnen_card.TWO)
    yield "4.05.17.02", "count # each", (ixian_card.STRONG.full,)
    yield "4.05.18.03", "up to # forces for # spice", (tleilaxu_card.FORCES, tleilaxu_card.EACH)
    yield "4.05.19.03", "in for # spice", (choam_card.PAID,)
    yield "4.05.20.03", "up to # forces", (richese_card.MANY,)
    yield "4.96.09", "take # spice for Duke Vidal", (FACTIONS[M].shared[VIDAL],)
    yield "4.96.09", "may pay #", (leaders_and_spice.HIS_PRICE,)
    yield "2.12.13", "in at least # strongholds", (vidal.FEWEST,)
    yield "2.12.14", "revive # forces free", (free(M),)
    yield "2.13.04", "takes # spice for him", (FACTIONS[M].shared[VIDAL],)
    for seat in (A, BG, E, F, G, H, IX, T, C, R, M):
        rule = FACTIONS[seat].rules[0]
        yield rule, "with # spice from the bank", (spice(seat),)
    for seat in (A, H):
        yield "2.01.04" if seat == A else "2.05.05", "bring # forces back", (free(seat),)


SPEECH = """
0.05 It has # cards: # territories
0.16 The # players whose markers
1.01.02 From turn # on, the # players
1.02.03 possible from turn #
1.02.06 from turn # on
1.03.01 A player with # or # spice
1.03.01 # spice with one
1.04.06.01 bids at least # spice
1.06.05.04 in one of the # cities
1.07.03 When # or more players
1.07.03 is between # players
1.07.04.01 a number from # up to
1.09.02 There are # strongholds
1.10.00 From turn # on
1.10.01.01 # players who agree
1.10.01.03 An alliance has # members
1.13.04 if # spice is paid
1.13.04.02 the line between # numbers
1.14.04 between # cards
2.02.10 token has # sides
2.02.16 fighters at # moments
2.03.08 a Sardaukar with # spice
2.04.05 at most # territories away
2.04.09 the # conditions
2.04.13 only in turn #
2.05.04 They enter turn #
2.07.02 # suboids and # cyborgs in
2.07.08 In battle each counts one half; half numbers are set on the wheel between # marks
2.07.08 or # in the company of a cyborg
2.07.12 up to # spice for each
2.07.17 A cyborg with # spice
2.07.19 Stronghold # territories
2.08.10 receive # spice from the bank
2.08.10 also receive # when
2.08.13 Zoal counts #
2.09.12 the opponent has # buttons
2.10.17 Only the # of you know
2.10.17 or # groups as far as usual
2.10.17 All # cards played
2.10.17 or between # battles
3.01.04 has strength #
3.01.07 from turn # on
3.01.11 with # uses
3.01.23 from turn # on
4.90.04 give # to # seconds
4.90.08 only the # hear
4.91.03 # stricter readings
4.91.07 suggests # seconds
4.92.05 between the # powers
4.92.07 between # cards
4.93.06 Zoal counts #
4.93.15 for # spice a turn
4.93.17 are paid # spice
4.93.18 By default # other factions
4.93.18 towards the #
4.94.03 is locked; # without phones
4.94.06 with # taps
4.97.08 the same # buttons
4.97.10 Traitors # of #
4.97.16 from # kinds of sheet
4.97.22 would be in # places
4.97.30 say in # sentences
4.05.03 used in one of # ways
4.99.35 The # are Baliset
"""


def text(rule: str) -> str:
    return " ".join(rulebook()[rule].text)


def numbers(rule: str) -> list[re.Match[str]]:
    return list(re.finditer(NUMBER, text(rule), re.IGNORECASE))


def pattern(words: str) -> re.Pattern[str]:
    return re.compile(re.escape(words).replace(r"\#", f"({NUMBER})"), re.IGNORECASE)


def value(word: str) -> int:
    return READ.get(word.casefold(), -1) if not word.isdecimal() else int(word)


STATED = list(stated())


@pytest.mark.parametrize(("rule", "words", "values"), STATED, ids=[f"{rule} {words}" for rule, words, _ in STATED])
def test_the_text_and_the_code_agree(rule: str, words: str, values: tuple[Any, ...]) -> None:
    found = pattern(words).search(text(rule))
    assert found is not None, text(rule)
    told = [value(word) for word in found.groups()]
    assert [{n} if isinstance(v, set) else n for n, v in zip(told, values, strict=True)] == list(values)


@cache
def in_code(room: str) -> set[int]:
    """Return the numbers that the code beside a rule text holds, alone or in a text."""
    own = [one for one in FILES if one == room or one.startswith(f"{room}/")]
    kept = [str(node.value) for one in own for node in nodes(one) if isinstance(node, ast.Constant)]
    return {value(word) for one in kept for word in re.findall(NUMBER, one, re.IGNORECASE)}


def test_no_number_of_a_coded_rule_is_forgotten() -> None:
    told = [(rule, words) for rule, words, _ in STATED]
    told += [(line.partition(" ")[0], line.partition(" ")[2]) for line in SPEECH.strip().splitlines()]
    left = []
    for rule in (entry.id for entry in rulebook().values() if "code" in entry.marks):
        found = [pattern(words).search(text(rule)) for one, words in told if one == rule]
        spans = [one.span(n + 1) for one in found if one for n in range(len(one.groups()))]
        left += [
            f"{rule} {text(rule)[max(0, n.start() - 25) : n.end() + 25]}"
            for n in numbers(rule)
            if n.span() not in spans and value(n[0]) not in in_code(rulebook()[rule].room)
        ]
    assert not left, "\n".join(left)


def test_what_is_named_as_speech_is_said() -> None:
    lines = [line.partition(" ") for line in SPEECH.strip().splitlines()]
    assert not [(rule, words) for rule, _, words in lines if not pattern(words).search(text(rule))]
