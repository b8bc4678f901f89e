"""Which power an event with a Karama means by the words of its ability, and why it may mean none."""

from __future__ import annotations

import re

from referee.contract.lines import BadCase
from referee.kernel import Objection
from referee.powers.powers import Power, is_a_power
from referee.rulebook.book import rulebook

STARLESS = ("GIFT", "SPICE_TO_ALLY", "SHARED", "SEND", "NATIVES", "COLLECTION", "BRIBE")
OWN_POWER = "Karama stops another faction's power. Keep it for that."
NOT_USED = "Nothing that Karama can stop was used there. Keep the card."
LETTERS = 4  # of a word of an ability, so that CHARITABLE is about charity
SYNONYMS = {
    "CHARITY": "2.02.09|2.09.03",
    "ADVISOR": "2.02.05",
    "ALLY_REVIVAL|EXTRA_REVIVAL|REVIVAL_FOR_ALLY|PAY": "2.03.07",
    "FREE_REVIVAL|GRANT": "2.04.11",
    "PAYMENT": "2.06.04",
    "CROSS": "2.06.05.01|2.06.10",
    "OFF_PLANET|RETREAT": "2.06.05.02",
    "HALF_PRICE|HALF": "2.06.06|2.06.09",
    "CAPTUR|KILL": "2.05.10",
    "MOVEMENT": "2.04.06",
}


def _known_words(ability: str) -> set[str]:
    """Return the first letters of the words of an ability, which tell it from others."""
    return {word[:LETTERS] for word in re.findall(r"[a-z]+", ability.casefold()) if len(word) >= LETTERS}


def is_about(ability: str, power: Power) -> bool:
    """Return True if a word of an ability as a script has it stands in a power's name or rule."""
    rule = rulebook()[power.rule]
    return bool(_known_words(ability) & _known_words(" ".join((power.key, rule.title, *rule.text, *rule.asked_as))))


def is_known(ability: str) -> bool:
    """Return True if it names a power that Karama can stop, of factions that do not play here too."""
    word = re.sub(r"\W+", "_", ability.upper())
    return is_a_power(word) or any(part in word for words in SYNONYMS for part in words.split("|"))


def without_star(ability: str) -> Objection:
    """Refuse to stop an ability that bears no star; raises ``BadCase`` for one that the book does not know."""
    words = " ".join(re.findall(r"[a-z0-9']+", ability.casefold()))
    powers = [rule for rule in rulebook().values() if rule.id.startswith("2.")]
    meant = [rule for rule in powers if words in (*rule.asked_as, *rule.title.casefold().split())]
    if not meant and not any(word in ability.upper() for word in STARLESS):
        raise BadCase(f"No ability is called {ability!r}.")
    starless = "Karama cannot stop that ability: it has no star. Keep the card."
    why = NOT_USED if any(rule.star for rule in meant) else starless
    return Objection("3.01.11.01", why, "NOT_ELIGIBLE")
