"""The wording of a battle verdict: every sentence that the general rules say, in the order of the battle.

What single factions and cards add stands in their own rooms; which rule goes with a sentence, in ``judging``.
"""

from __future__ import annotations

# before the totals: what is stopped, who is called traitor
STOPPED = "“{power}” is stopped: {faction:'s} forces fight without it."
STOPPED_COMPANION = "“{power}” is stopped: {faction:'s} leader fights alone."
CALLED = "{faction:The reveals} {leader} as a traitor."
CALLED_FOR = "{faction:The reveals} {leader} as a traitor, for {ally}."
CALLED_FROM_OUTSIDE = (
    "{faction:The} cannot call {leader} traitor: only a player in this battle may, with their own card."
)
CALLED_WITHOUT_CARD = "{faction:The has} no traitor card that matches the opposing leader, so {leader} is not called."
CALLED_IN_VAIN = "{faction:The} cannot call {leader} traitor: {why}."

# who wins
TWO_TRAITORS = "Both leaders are traitors, so nobody wins."
TRAITOR = "{faction:The wins} at once, without any loss."
EXPLOSION = "{cards} explode: everything in {territory} is destroyed and nobody wins."
UNDIALED = "The forces that were not dialed decide: {one} {n}, {two} {m}."
WINS = "{faction:The wins}."
WINS_THE_TIE = "A tie: {faction:wins} as the aggressor."

# weapons, and what counts
SAVED = "{defence} saves {leader} from {weapon}."
KILLED = "{weapon} kills {leader}"
FORCES_COUNT = "{faction:The 's} {kind} count {full} each."
FORCES_COUNT_UNFED = "{faction:The 's} {kind} count {full} each with spice, {half} without."
COMPANION = "{companion} joins {faction:'s} leader: +{bonus}."
SUM = "{faction:The}: {dial} dialed + {more} for {leader} = {total}."
SUM_WITHOUT = "{faction:The}: {dial} dialed + {led} = {total}."
NO_LEADER = "0 without a leader"
NOTHING_FOR = "0 for {leader}"
NOTHING_FOR_THE_DEAD = "0 for {leader} (killed)"

# what is lost and kept
ALL_THERE = ", all they had in {territory}"
FOR_THE_DIAL = " for a dial of {dial}"
NO_FORCES = "no forces"
LOSES = "{faction:The loses} {forces}{why}."
LOSES_AND_DISCARDS = "{faction:The loses} {forces}{why}, and {discards} {cards}."
BYSTANDER_LOSES = "{faction:The loses} {forces} too, as they stood there."
DISCARDS = "{faction:The discards} {card}: it works only once."
MAY_KEEP = "{faction:The} won and may keep or discard {cards}."

# what is paid
SPICE_BLOWN_UP = "The explosion destroys {spice} spice in {territory}."
PAYS_SUPPORT = "{faction:The pays} {spice} spice for battle support."
SHARES_SUPPORT = "{faction:The gets} {spice} of it."
KEEPS_SUPPORT = "{faction:The keeps} the spice dialed for battle support."
IS_PAID = "{faction:The takes} {spice} spice from the bank for the death of {leader}"
NOBODY_IS_PAID = "Nobody is paid for {leader}"

# where the leaders are then
GOES = "{leader} goes to the {place}."
GOES_HOME = "{leader} goes back to {home:'s} leader pool."
LIVES = "{leader} survives and {place}."
