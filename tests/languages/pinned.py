"""What may only become better: sentences glued from parts in each room, and how many each language has.

Written by ``python -m tests.languages --write``; ``WORSE`` says why one of these was made worse last.
"""

OUTSIDE = {
    "referee/web/app": 1,
    "referee/web/http": 1,
}
TRANSLATED = {
    "de": 5000,
    "es": 4894,
    "fr": 5034,
    "de rules": 829,
    "es rules": 829,
    "fr rules": 829,
}
WORSE = "An occupied world, spice before shields and stronghold cards are worded anew; a second part has its own form"
