"""What may only become better: sentences glued from parts in each room, and how many each language has.

Written by ``python -m tests.languages --write``; ``WORSE`` says why one of these was made worse last.
"""

OUTSIDE = {
    "referee/board": 17,
    "referee/cards": 17,
    "referee/cards/expansion": 9,
    "referee/cards/karama": 2,
    "referee/cards/third_box": 11,
    "referee/kernel": 12,
    "referee/phases": 1,
    "referee/phases/battle": 6,
    "referee/phases/knowledge": 3,
    "referee/phases/paper": 24,
    "referee/phases/revival": 9,
    "referee/phases/shipment": 16,
    "referee/powers": 1,
    "referee/screens": 3,
    "referee/variants": 2,
    "referee/variants/discoveries": 21,
    "referee/variants/great_maker": 12,
    "referee/variants/homeworlds": 19,
    "referee/variants/leader_skills": 48,
    "referee/variants/nexus_cards": 10,
    "referee/variants/one_more_traitor": 2,
    "referee/variants/sandtrout": 5,
    "referee/variants/stronghold_cards": 19,
    "referee/variants/tech_tokens": 30,
    "referee/web/after": 20,
    "referee/web/app": 2,
    "referee/web/fairness": 3,
    "referee/web/http": 19,
    "referee/web/join": 25,
    "referee/web/map": 3,
    "referee/web/rules": 7,
    "referee/web/start": 13,
    "referee/web/table": 1,
}
TRANSLATED = {
    "de": 4195,
    "es": 4090,
    "fr": 4193,
}
WORSE = "An occupied world, spice before shields and stronghold cards are worded anew; a second part has its own form"
