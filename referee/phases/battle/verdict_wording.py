"""The words of a verdict, in the order of the battle.

Phrases of single factions and cards stand in their rooms; the rules of phrases in ``judging``.
"""

from __future__ import annotations

from functools import reduce

from referee.board.forces import Group, in_words
from referee.common.factions import FACTIONS, kinds_of
from referee.kernel import Called, Phrase, half, listed, phrase, say, say_many, together, worded

Forces = tuple[int, ...]  # normal ones and those with a star
SUM_ALL = "{faction:The}: {dial} dialed + {added} added + {more} {led} − {less} = {total}."


def _worth(name: Called, faction: str, starred: bool, full: float, unfed: float | None) -> str:
    of = {"seat": name(faction), "forces": kinds_of(faction)[starred], "full": half(full)}
    if unfed is None:
        return say("{seat:The 's} {forces} count {full} each.", **of)
    return say("{seat:The 's} {forces} count {full} each with spice, {unfed} without.", unfed=half(unfed), **of)


def _mixes(faction: str, forces: tuple[Forces, ...]) -> str:
    """Return what may be lost: one mix, or each of several."""
    mixes = [in_words(Group(*one), faction) if sum(one) else say("no {forces}", forces="forces") for one in forces]
    return reduce(lambda lost, other: say("{lost}, or {other}", lost=lost, other=other), mixes)


def _loses(name: Called, faction: str, forces: tuple[Forces, ...], dial: float) -> str:
    """Return all mixes that the owner may lose, in words."""
    of = {"seat": name(faction), "lost": _mixes(faction, forces)}
    if not dial:
        return say("{seat:The loses} {lost}.", **of)
    if len(forces) > 1:
        return say("{seat:The loses} {lost}, for a dial of {dial}.", dial=half(dial), **of)
    return say("{seat:The loses} {lost} for a dial of {dial}.", dial=half(dial), **of)


def _withdraws(name: Called, faction: str, forces: tuple[Forces, ...], cards: tuple[str, ...]) -> str:
    who, lost = name(faction), _mixes(faction, forces)
    discards = say("{seat:The discards} {cards}.", seat=who, cards=listed(cards)) if cards else ""
    loses = say("{seat:The loses} {lost}; all others go back to the reserves.", seat=who, lost=lost)
    return together((loses, discards))


def _loses_all(name: Called, faction: str, forces: Forces, territory: str, cards: tuple[str, ...]) -> str:
    of = {"seat": name(faction), "lost": in_words(Group(*forces), faction), "territory": territory}
    if not cards:
        return say("{seat:The loses} {lost}, all they had in {territory}.", **of)
    of |= {"does": name(faction).verb("discards"), "cards": listed(cards)}
    return say("{seat:The loses} {lost}, all they had in {territory}, and {does} {cards}.", **of)


def _saves(name: Called, faction: str, stay: int, home: int) -> str:
    """Return how many at most are saved, for the winner may have lost fewer."""
    stays = say_many(stay, "{n} of them stays there", "{n} of them stay there") if stay else ""
    goes = say_many(home, "up to {n} goes to the reserves", "up to {n} go to the reserves") if home else ""
    saved = listed([one for one in (stays, goes) if one])
    return say("{seat:The saves} forces: {saved}.", seat=name(faction), saved=saved)


def _bystander(name: Called, faction: str, forces: Forces) -> str:
    lost = in_words(Group(*forces), faction)
    return say("{seat:The loses} {lost} too, as they stood there.", seat=name(faction), lost=lost)


def _sum_less(
    name: Called, faction: str, dial: float, more: float, leader: str, less: int, total: float, dead: bool = False
) -> str:
    led = worded((FOR_KILLED if dead else FOR_LEADER)(leader=leader) if leader else FOR_NOBODY(), name)
    of = {"faction": name(faction), "dial": half(dial), "more": half(more), "led": led}
    return say("{faction:The}: {dial} dialed + {more} {led} − {less} = {total}.", less=less, total=half(total), **of)


def _sum_added(
    name: Called, faction: str, dial: float, added: int, more: float, why: Phrase, less: int, total: float
) -> str:
    of = {"faction": name(faction), "dial": half(dial), "added": added, "more": half(more), "led": worded(why, name)}
    if less:
        return say(SUM_ALL, less=less, total=half(total), **of)
    return say("{faction:The}: {dial} dialed + {added} added + {more} {led} = {total}.", total=half(total), **of)


def _pool(name: Called, faction: str) -> str:
    return say("{owner} leader pool", owner=FACTIONS[faction].name) if faction in FACTIONS else "the owner leader pool"


# before the totals: what is stopped, who is called traitor
TAKES_BACK = phrase(
    "battle.takes_back", "{faction!n:The leaves} {card} unused: the winner may keep it, a loser discards it."
)
STOPPED = phrase("battle.stopped", "“{rule!t}” is stopped: {faction!n:'s} forces fight without it.")
STOPPED_COMPANION = phrase("battle.stopped_companion", "“{rule!t}” is stopped: it adds nothing to {faction!n:'s} plan.")
CALLED = phrase("battle.called", "{faction!n:The reveals} {leader} as a traitor.")
CALLED_FOR = phrase("battle.called_for", "{faction!n:The reveals} {leader} as a traitor, for {ally!n}.")
CALLED_FROM_OUTSIDE = phrase(
    "battle.called_from_outside",
    "{faction!n:The} cannot call {leader} traitor: only a player in this battle may, with their own card.",
)
CALLED_WITHOUT_CARD = phrase(
    "battle.called_without_card",
    "{faction!n:The has} no traitor card that matches the opposing leader, so {leader} is not called.",
)

# who wins
TWO_TRAITORS = phrase("battle.two_traitors", "Both leaders are traitors, so nobody wins.")
TRAITOR = phrase("battle.traitor", "{faction!n:The wins} at once, without any loss.")
EXPLOSION = phrase("battle.explosion", "{cards!l} explode: everything in {territory} is destroyed and nobody wins.")
UNDIALED = phrase("battle.undialed", "The forces that were not dialed decide: {one!n} {n}, {two!n} {m}.")
WINS = phrase("battle.wins", "{faction!n:The wins}.")
WINS_THE_TIE = phrase("battle.wins_the_tie", "A tie: {faction!n:wins} as the aggressor.")
WINS_THE_TIE_BY = phrase("battle.wins_the_tie_by", "“{rule!t}” decides the tie: {faction!n:The wins}.")
WINS_ALL_TIES = phrase("battle.wins_all_ties", "A tie: {faction!n:wins}, who win ties there.")  # in earlier journals
DECIDES = (
    TWO_TRAITORS,
    TRAITOR,
    EXPLOSION,
    WINS,
    WINS_THE_TIE,
    WINS_THE_TIE_BY,
    WINS_ALL_TIES,
)  # before these stands why, after them what follows

# weapons, and what counts
SAVED = phrase("battle.saved", "{defence} saves {leader} from {weapon}.")
SAVED_BY = phrase("battle.saved_by", "“{rule!t}”: {defence} saves {leader} from {weapon}.")
KILLED = phrase("battle.killed", "{weapon} kills {leader}.")
FORCES_COUNT = phrase("battle.forces_count", _worth)
COMPANION = phrase("battle.companion", "{companion} joins {faction!n:'s} leader: +{bonus}.")
SUM = phrase("battle.sum", "{faction!n:The}: {dial!h} dialed + {more!h} for {leader} = {total!h}.")
SUM_WITHOUT = phrase("battle.sum_without", "{faction!n:The}: {dial!h} dialed + 0 without a leader = {dial!h}.")
SUM_NOTHING = phrase("battle.sum_nothing", "{faction!n:The}: {dial!h} dialed + 0 for {leader} = {dial!h}.")
FOR_LEADER = phrase("battle.for_leader", "for {leader}")
FOR_KILLED = phrase("battle.for_killed", "for {leader} (killed)")
FOR_NOBODY = phrase("battle.for_nobody", "without a leader")
SUM_ADDED = phrase("battle.sum_added", _sum_added)
SUM_DEAD = phrase("battle.sum_dead", "{faction!n:The}: {dial!h} dialed + 0 for {leader} (killed) = {dial!h}.")
SUM_LESS = phrase("battle.sum_less", _sum_less)

# what is lost and kept
LOSES = phrase("battle.loses", _loses)
SAVES = phrase("battle.saves", _saves)
LOSES_ALL = phrase("battle.loses_all", _loses_all)
WITHDRAWS = phrase("battle.withdraws", _withdraws)
BYSTANDER_LOSES = phrase("battle.bystander_loses", _bystander)
DISCARDS = phrase("battle.discards", "{faction!n:The discards} {card}: it works only once.")
DISCARDS_ALL = phrase("battle.discards_all", "{faction!n:The discards} {cards!l}.")
MAY_KEEP = phrase("battle.may_keep", "{faction!n:The} won and may keep or discard {cards!l}.")

# what is paid
SPICE_BLOWN_UP = phrase("battle.spice_blown_up", "The explosion destroys {spice} spice in {territory}.")
PAYS_SUPPORT = phrase("battle.pays_support", "{faction!n:The pays} {spice} spice for battle support.")
BANK_SUPPORTS = phrase("battle.bank_supports", "The bank pays {spice} spice of {faction!n:'s} battle support.")
BANK_SUPPORTS_BY = phrase(
    "battle.bank_supports_by", "“{rule!t}”: the bank pays {spice} spice of {faction!n:'s} battle support."
)
SHARES_SUPPORT = phrase("battle.shares_support", "{faction!n:The gets} {spice} of it.")
KEEPS_SUPPORT = phrase("battle.keeps_support", "{faction!n:The keeps} the spice dialed for battle support.")
IS_PAID = phrase("battle.is_paid", "{faction!n:The takes} {spice} spice from the bank for the death of {leader}.")
NOBODY_IS_PAID = phrase("battle.nobody_is_paid", "Nobody is paid for {leader}.")

# where the leaders are then
TANKS_UP = phrase("battle.tanks_up", "Tleilaxu Tanks, face up")()
TANKS_DOWN = phrase("battle.tanks_down", "Tleilaxu Tanks, face down")()
STAYS = phrase("battle.stays", "stays in {territory}")
POOL = phrase("battle.pool", _pool)
ASIDE = phrase("battle.aside", "is set aside")()
GOES = phrase("battle.goes", "{leader} goes to the {place}.")
GOES_HOME = phrase("battle.goes_home", "{leader} goes back to {home!n:'s} leader pool.")
LIVES = phrase("battle.lives", "{leader} survives and {place}.")
