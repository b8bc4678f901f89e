"""The wording of a battle verdict: every sentence that the general rules say, in the order of the battle.

What single factions and cards add stands in their own rooms; which rule goes with a sentence, in ``judging``.
"""

from __future__ import annotations

# before the totals: what is silenced, who is called traitor
STOPPED = "Stopped: the forces of {faction} fight without it."
STOPPED_COMPANION = "Stopped: nobody stands beside the leader of {faction} in this battle."
CALLED = "{faction} reveals {leader} as a traitor."
CALLED_FOR = "{faction} reveals {leader} as a traitor, for {ally}."
CALLED_FROM_OUTSIDE = "{faction} cannot call {leader} traitor: the card does not belong to a player in this battle."
CALLED_WITHOUT_CARD = "{faction} shows no card that matches the opposing leader; {leader} is not called."
CALLED_IN_VAIN = "{faction} cannot make a traitor of {leader} in this battle."

# who wins
TWO_TRAITORS = "Both leaders are traitors: nobody wins."
TRAITOR = "{faction} wins at once and loses nothing."
EXPLOSION = "{cards} meet: everything in {territory} blows up and nobody wins."
UNDIALED = "Forces not dialed decide: {one} {n}, {two} {m}."
WINS = "{faction} wins."
WINS_THE_TIE = "{faction} wins the tie as the aggressor."

# weapons, and what counts
SAVED = "{defence} saves {leader} from {weapon}."
KILLED = "{weapon} kills {leader}"
FORCES_COUNT = "{kind} forces of {faction} count {full}."
FORCES_COUNT_UNFED = "{kind} forces of {faction} count {full} with a spice each, {half} without."
COMPANION = "{companion} stands beside the leader of {faction}: {bonus} more."
SUM = "{faction}: {dial} dialed and {more} for the leader make {total}."
SUM_WITHOUT = "{faction}: {dial} dialed, {led}, total {total}."
NO_LEADER = "no leader"
NOTHING_FOR = "0 for {leader}"
NOTHING_FOR_THE_DEAD = "0 for {leader} (killed)"

# what is lost and kept
LOSES = "{faction} loses {forces}."
LOSES_AND_DISCARDS = "{faction} loses {forces} and discards {cards}."
BYSTANDER_LOSES = "{faction} loses {forces} as a bystander."
DISCARDS = "{faction} discards {card} after use."
MAY_KEEP = "{faction} may keep or discard {cards}."

# what is paid
SPICE_BLOWN_UP = "{spice} spice in the territory go to the bank."
PAYS_SUPPORT = "{faction} pays {spice} spice for support."
SHARES_SUPPORT = "{faction} gets {spice} of it."
KEEPS_SUPPORT = "{faction} keeps the spice laid down for support."
IS_PAID = "{faction} takes {spice} spice from the bank for {leader}"
NOBODY_IS_PAID = "Nobody is paid for {leader}"

# where the leaders are then
GOES = "{leader} goes to the {place}."
LIVES = "{leader} lives and {place}."
