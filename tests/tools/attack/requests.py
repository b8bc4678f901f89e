"""Requests that no page sends: of any kind, with any words, many at once, with forged cookies, with script in names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from referee.common.factions import FACTIONS
from tests.kit import SIX, Evening, Meddlers, Stacked, all_known, deck, folded, set_up
from tests.promises.test_p10_any_input import BATCH, GAMES, at_stage, judge, whole
from tests.tools.attack.rows import Row, Scale
from tests.tools.attack.shots import shot

SCRIPT = "<img src=x onerror=alert(1)>"
UNSEEN = "\u202e\x00\x1b\u2066"  # turns around what follows, or means something to a terminal
AT_ONCE = 8


@contextmanager
def played(**options: Any) -> Iterator[Evening]:
    """Set a table for six, everybody seated, Atreides with a Karama."""
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        evening = Evening(Path(folder), dice=Stacked(3, deck("Karama/1")))
        evening.begin(set_up(spice=dict.fromkeys(SIX, 30), **options))
        yield evening
        evening.close()


def requests_of_any_kind(scale: Scale) -> Iterable[Row]:
    """Send half of them sensible, half of them not, at random moments of random games."""
    sent, dice = 0, Random(1)
    while sent < scale.requests:
        with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            evening = at_stage(Path(folder), dice.randrange(5), dice.choice(sorted(GAMES)))
            start = dice.randrange(10**9)
            for n in range(BATCH):
                judge(evening, shot(evening, start + n))
            whole(evening)
            evening.close()
        sent += BATCH
    yield Row(
        "requests of any kind",
        f"{sent:,}",
        "each answered with a page or a sentence; what is refused changes nothing",
        True,
    )


def commands_never_offered(scale: Scale) -> Iterable[Row]:
    """Send every command there is with random words from every seat, in random games."""
    sent = seed = 0
    while sent < scale.meddling:
        dice = Random(seed)
        players = Meddlers(seed, dice.sample(sorted(FACTIONS), dice.randint(2, 8)), dice.choice(["basic", "advanced"]))
        players.play(turns=dice.randint(1, 4), presses=12)
        players.sitting.journal.close()
        sent, seed = sent + players.tried.total(), seed + 1
    yield Row(
        "commands that no page offers",
        f"{sent:,}",
        f"refused or harmless in {seed} games; nothing minted, nothing lost",
        True,
    )


def together(doing: Callable[[int], int]) -> list[int]:
    """Do it at once in several threads; return what came of each."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        return list(pool.map(doing, range(AT_ONCE)))


def races(scale: Scale) -> Iterable[Row]:
    """Let phones race for one code, send one tap many times at once, and bid all together."""
    twice = lost = 0
    with played() as evening:
        for n in range(scale.races):
            code = evening.desk.credentials.codes.arm(evening.table, "emperor").text
            phones = [evening.browser(f"192.168.{n % 250}.{10 + i}") for i in range(AT_ONCE)]
            won = together(lambda i, code=code, phones=phones: phones[i].post("/J/", {"code": code}).status_code)  # type: ignore[misc]
            twice += won.count(303) != 1
            before = evening.rows()
            together(lambda i, n=n: evening.tap("atreides", "KeepNote", text="n", key=f"race {n}").status_code)  # type: ignore[misc]
            lost += evening.rows() != before + 1
        folds = all_known(evening) == folded(evening.sitting.acts())
    yield Row(
        f"{AT_ONCE} phones at once for one code",
        f"{scale.races:,}",
        f"one sits down each time; {twice} exceptions",
        not twice,
    )
    yield Row(
        f"one tap sent {AT_ONCE} times at once",
        f"{scale.races:,}",
        f"one act each time; {lost} exceptions",
        not lost and folds,
    )


def forged_cookies(scale: Scale) -> Iterable[Row]:
    """Change a letter of a seat's cookie, or make one up, and ask for what lies behind the shield."""
    opened, dice = 0, Random(2)
    with played() as evening:
        phone, name = evening.phones["fremen"], f"seat-{evening.table}"
        real = phone.client.get_cookie(name, domain="192.168.1.5")
        assert real is not None
        for _ in range(scale.cookies):
            letters = list(real.value)
            for _ in range(dice.randint(1, 3)):
                letters[dice.randrange(len(letters))] = dice.choice("abcXYZ019-_")
            thief = evening.browser("192.168.1.66")
            thief.client.set_cookie(name, "".join(letters), domain="192.168.1.5")
            answer = thief.get(f"/t/{evening.table}/me/secret?tab=home")
            opened += answer.status_code == 200 and "".join(letters) != real.value
    yield Row("forged cookies", f"{scale.cookies:,}", f"{opened} opened a shield", not opened)


def script_in_names_and_notes(scale: Scale) -> Iterable[Row]:
    """Write script wherever a player may write, and what turns other words around; look for it on every page."""
    pages = found = turned = 0
    words = f"{SCRIPT}{UNSEEN}"
    with played(name=words, player=[words] * len(SIX)) as evening:
        evening.must("atreides", "KeepNote", text=words)
        evening.must("host", "MakeDeal", seat="fremen", other="emperor", words=words, phase="battle", turn="3")
        for viewer in ("public", "host", *SIX):
            for path in evening.pages(viewer):
                answer = evening.sweep(viewer, path)
                pages, found = pages + 1, found + (SCRIPT in answer.text and answer.mimetype == "text/html")
                turned += any(one in answer.text for one in UNSEEN)
    result = f"{found} carry it unescaped, {turned} what nobody sees and what turns words around"
    yield Row("pages with script in names and notes", f"{pages:,}", result, not found + turned)
