"""What is drawn on the table screen must scan."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
import zxingcpp
from PIL import Image, ImageDraw

from referee.web.app.qr import QUIET, grid, join_url, qr_svg

URL = "HTTP://192.168.100.105:8000/J/34CDFG"
SQUARE = re.compile(r"M([\d.]+),([\d.]+)H([\d.]+)V([\d.]+)H([\d.]+)z")


def painted(svg: str, scale: int) -> Image.Image:
    """The drawing as a screen would paint it, from its own shapes."""
    root = ElementTree.fromstring(svg)
    side = int(root.attrib["viewBox"].split()[2])
    rect, path = list(root)
    assert rect.attrib["fill"] == "white" and path.attrib["fill"] == "#000000"
    image = Image.new("L", (side * scale, side * scale), 255)
    pen = ImageDraw.Draw(image)
    for left, top, right, bottom, back in SQUARE.findall(path.attrib["d"]):
        assert left == back
        x, y, x2, y2 = (round(float(v) * scale) for v in (left, top, right, bottom))
        pen.rectangle((x, y, x2 - 1, y2 - 1), fill=0)
    assert not SQUARE.sub("", path.attrib["d"]), "no shape was left unpainted"
    return image


@pytest.mark.parametrize("scale", [2, 3, 8])
@pytest.mark.parametrize("url", [URL, "HTTP://10.0.0.2:8000/J/XYW943", "HTTP://DUNE-LAPTOP.LOCAL:8000/J/MMMMMM"])
def test_what_is_drawn_scans_to_the_address(url: str, scale: int) -> None:
    assert [f.text for f in zxingcpp.read_barcodes(painted(qr_svg(url), scale))] == [url]


def test_it_scans_on_a_dark_page_turned_and_smudged() -> None:
    image = painted(qr_svg(URL), 6)
    side = image.width
    ImageDraw.Draw(image).ellipse((side * 0.55, side * 0.55, side * 0.67, side * 0.67), fill=255)
    page = Image.new("L", (side * 2, side * 2), 11)
    page.paste(image, (side // 2, side // 2))
    assert [f.text for f in zxingcpp.read_barcodes(page.rotate(17, fillcolor=11))] == [URL]


def test_it_stays_at_version_2_or_3_and_level_m_in_capitals() -> None:
    assert grid(URL).version == 2 and grid("HTTP://A-LONG-LAPTOP-NAME.LOCAL:8000/J/34CDFG").version == 3
    found = zxingcpp.read_barcodes(painted(qr_svg(URL), 4))[0]
    assert found.ec_level == "M" and grid(URL.lower()).version > 2


def test_four_white_modules_surround_it() -> None:
    image = painted(qr_svg(URL), 1)
    edge = QUIET
    inside = image.crop((edge, edge, image.width - edge, image.height - edge))
    assert edge == 4 and inside.getextrema() == (0, 255)
    image.paste(255, (edge, edge, image.width - edge, image.height - edge))
    assert image.getextrema() == (255, 255)


def test_the_drawing_equals_the_modules() -> None:
    image = painted(qr_svg(URL), 1)
    drawn = [[image.getpixel((x, y)) == 0 for x in range(image.width)] for y in range(image.height)]
    assert drawn == grid(URL).get_matrix()


def test_many_can_stand_on_one_page_and_each_has_its_own_name() -> None:
    svg = qr_svg(URL, 'Fremen <"&')
    root = ElementTree.fromstring(svg)
    assert root.attrib["aria-label"] == 'Fremen <"&' and root.attrib["role"] == "img"
    assert " id=" not in svg and "style" not in svg and "<?xml" not in svg
    assert "width" not in root.attrib and "height" not in root.attrib
    assert qr_svg(URL, "a") != qr_svg(URL, "b")


def test_the_same_code_is_drawn_once() -> None:
    assert qr_svg(URL) is qr_svg(URL)


def test_the_address_is_in_capitals_and_drops_the_usual_port() -> None:
    assert join_url("192.168.1.5", 8000, "34cdfg") == "HTTP://192.168.1.5:8000/J/34CDFG"
    assert join_url("dune.local", 80, "34CDFG") == "HTTP://DUNE.LOCAL/J/34CDFG"
