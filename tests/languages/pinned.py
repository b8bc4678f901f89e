"""What may only become better: sentences glued from parts in each room, and how many each language has.

Written by ``python -m tests.languages --write``; ``WORSE`` says why one of these was made worse last.
"""

OUTSIDE = {
    "referee/web/app": 1,
    "referee/web/http": 1,
}
TRANSLATED = {
    "de": 5121,
    "es": 4999,
    "fr": 5140,
    "de rules": 831,
    "es rules": 831,
    "fr rules": 831,
}
WORSE = "two sentences that said the same are one"
