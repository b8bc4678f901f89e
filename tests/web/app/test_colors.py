"""Colors of factions and of cards are told apart with each kind of color blindness, and signs are read on them.

Colors are simulated by the matrices of Machado, Oliveira and Fernandes (2009), severity 1.0, and compared by CIEDE2000:
two patches side by side differ at 2 for most people; at 10 they have other names.
"""

from __future__ import annotations

import re
from itertools import combinations
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

import pytest

from referee.common.factions import FACTIONS
from tests.kit import ROOT

Triple = tuple[float, float, float]
Matrix = tuple[Triple, Triple, Triple]
VISION: dict[str, Matrix] = {
    "full": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}
XYZ: Matrix = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.072175), (0.0193339, 0.119192, 0.9503041))
APART, READ = 12.0, 4.5  # CIEDE2000 between two of them; contrast of a sign on its ground (WCAG AA)


def static(name: str) -> str:
    return (ROOT / "static" / name).read_text("utf-8")


def seals() -> dict[str, tuple[str, str]]:
    """Return ground and sign of each seal."""
    return {
        f: (ground, sign)
        for f, ground, sign in re.findall(r"\[data-f=(\w+)\] \{ --f:(#\w+); --fi:(#\w+)", static("tokens.css"))
    }


def cards() -> list[str]:
    """Return the grounds of the kinds of cards that have one."""
    return re.findall(r"\.card[^{]*\{ --c:(#\w+)", static("components.css"))


def _through(matrix: Matrix, color: Triple) -> Triple:
    one, two, three = (sum(a * b for a, b in zip(row, color, strict=True)) for row in matrix)
    return one, two, three


def linear(color: str) -> Triple:
    """Return red, green and blue, linear, from 0 to 1."""
    digits = color.lstrip("#")
    digits = "".join(one * 2 for one in digits) if len(digits) == 3 else digits
    parts = [int(digits[n : n + 2], 16) / 255 for n in (0, 2, 4)]
    one, two, three = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return one, two, three


def lab(color: str, vision: str) -> Triple:
    """Return a color as this eye sees it, in CIELAB."""
    red, green, blue = (min(1.0, max(0.0, part)) for part in _through(VISION[vision], linear(color)))
    white = (0.95047, 1.0, 1.08883)
    x, y, z = (
        part ** (1 / 3) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116
        for part in (a / b for a, b in zip(_through(XYZ, (red, green, blue)), white, strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(one: Triple, other: Triple) -> float:
    """Return CIEDE2000."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean = (hypot(a1, b1) + hypot(a2, b2)) / 2
    more = 1.5 - 0.5 * sqrt(mean**7 / (mean**7 + 25**7))
    c1, c2 = hypot(a1 * more, b1), hypot(a2 * more, b2)
    h1, h2 = (degrees(atan2(b, a * more)) % 360 if a or b else 0.0 for a, b in ((a1, b1), (a2, b2)))
    turn = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0.0
    light, chroma, hue = l2 - l1, c2 - c1, 2 * sqrt(c1 * c2) * sin(radians(turn / 2))
    l_mean, c_mean = (l1 + l2) / 2, (c1 + c2) / 2
    h_mean = (h1 + turn / 2) % 360 if c1 * c2 else h1 + h2
    terms = ((0.17, 1, -30, -1), (0.24, 2, 0, 1), (0.32, 3, 6, 1), (0.2, 4, -63, -1))
    weight = 1 + sum(sign * by * cos(radians(n * h_mean + plus)) for by, n, plus, sign in terms)
    s_l = 1 + 0.015 * (l_mean - 50) ** 2 / sqrt(20 + (l_mean - 50) ** 2)
    s_c, s_h = 1 + 0.045 * c_mean, 1 + 0.015 * c_mean * weight
    rotated = -2 * sqrt(c_mean**7 / (c_mean**7 + 25**7)) * sin(radians(60 * exp(-(((h_mean - 275) / 25) ** 2))))
    parts = light / s_l, chroma / s_c, hue / s_h
    return sqrt(sum(part**2 for part in parts) + rotated * parts[1] * parts[2])


def contrast(one: str, other: str) -> float:
    dark, bright = sorted(_through(XYZ, linear(color))[1] for color in (one, other))
    return (bright + 0.05) / (dark + 0.05)


def test_the_measure_knows_colors_that_are_nearly_equal_and_black_from_white() -> None:
    """Red and brown of the first edition were one color to every twelfth man; a published pair of CIEDE2000 beside."""
    before = [lab(color, "deuteranopia") for color in ("#b3262e", "#7d5f24")]
    assert difference(*before) < 1 < APART < difference(lab("#b3262e", "full"), lab("#7d5f24", "full"))
    assert difference((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485)) == pytest.approx(2.0425, abs=1e-4)
    assert difference((50.0, 2.5, 0.0), (73.0, 25.0, -18.0)) == pytest.approx(27.1492, abs=1e-4)
    assert contrast("#fff", "#000") == pytest.approx(21, abs=0.01)


@pytest.mark.parametrize("vision", VISION)
def test_factions_and_kinds_of_cards_are_told_apart(vision: str) -> None:
    grounds = {f: ground for f, (ground, _) in seals().items()}
    assert grounds.keys() == {one.short for one in FACTIONS.values()} and len(cards()) == 3
    for colors in (grounds, dict(enumerate(cards()))):
        seen = {name: lab(color, vision) for name, color in colors.items()}
        found = {(a, b): round(difference(seen[a], seen[b]), 1) for a, b in combinations(seen, 2)}
        assert not {pair: by for pair, by in found.items() if by < APART}


def test_a_sign_is_read_on_its_seal() -> None:
    assert not {f: pair for f, pair in seals().items() if contrast(*pair) < READ}
