"""The square code a phone scans to sit down.

Capitals and digits have a denser alphabet than mixed text, so the whole address is written in capitals:
scheme and host do not mind, and the route is `/J/<code>`. That keeps it at version 2 or 3, whose modules
are large enough to be scanned across a table. Level M survives a thumb or a reflection. Modules are dark on
white in every theme, with the four modules of white around them that scanners need, and there is no logo.
The drawing has no size of its own: the style sheet decides.
"""

from functools import lru_cache
from io import StringIO
from xml.etree import ElementTree

from markupsafe import Markup
from qrcode import QRCode
from qrcode.constants import ERROR_CORRECT_L, ERROR_CORRECT_M
from qrcode.image.svg import SvgPathFillImage
from qrcode.util import MODE_8BIT_BYTE, MODE_ALPHA_NUM, QRData

from referee.kernel import say

QUIET = 4
TERMINAL_QUIET = 2  # a window of 24 lines has no room for more, and cameras do with it
MOST_CAPITALS = 930  # capitals and digits, in the same version
MOST_BYTES = 640  # version 17 at level L: 85 modules, which a phone still reads from paper and from a screen


def join_url(address: str, port: int, code: str = "") -> str:
    """The address a phone opens to sit down, in capitals; without a code, the place to type one."""
    place = address if port == 80 else f"{address}:{port}"
    return f"http://{place}/J/{code}".upper()


def grid(text: str) -> QRCode[SvgPathFillImage]:
    """The code as modules, in the smallest version that holds the text at level M."""
    code = QRCode(error_correction=ERROR_CORRECT_M, border=QUIET, image_factory=SvgPathFillImage)
    code.add_data(text)
    code.make(fit=True)
    return code


@lru_cache(maxsize=256)
def qr_svg(text: str, label: str = "QR code") -> Markup:
    """An inline SVG, one unit a module, with `label` for those who cannot see it."""
    return _drawn(grid(text), label)


@lru_cache(maxsize=32)
def qr_of_capitals(text: str, label: str) -> Markup:
    """Return a long word of capitals and digits in the smallest version that holds it at level L."""
    code = QRCode(error_correction=ERROR_CORRECT_L, border=QUIET, image_factory=SvgPathFillImage)
    code.add_data(QRData(text.encode("ascii"), mode=MODE_ALPHA_NUM), optimize=0)
    code.make(fit=True)
    return _drawn(code, label)


def _drawn(code: QRCode[SvgPathFillImage], label: str) -> Markup:
    root = code.make_image().get_image()
    for name in ("width", "height"):
        del root.attrib[name]
    root.attrib |= {"class": "qr", "role": "img", "aria-label": label, "shape-rendering": "crispEdges"}
    for path in root.iter("path"):
        del path.attrib["id"]  # six codes on a page would share it
    return Markup(ElementTree.tostring(root, encoding="unicode"))  # noqa: S704


def qr_terminal(text: str, *, colored: bool = False) -> str:
    """Return the code in half blocks, light on dark; ``colored`` draws it so in a terminal of any colors."""
    code: QRCode[SvgPathFillImage] = QRCode(error_correction=ERROR_CORRECT_L, border=TERMINAL_QUIET)
    code.add_data(text)
    drawn = StringIO()
    code.print_ascii(drawn, invert=True)
    lines = drawn.getvalue().replace("\xa0", " ").splitlines()
    return "\n".join(f"\x1b[38;5;255;48;5;232m{line}\x1b[0m" if colored else line for line in lines)


def parts_of(text: str) -> tuple[str, ...]:
    """Return a long text in pieces that fit a code each; cut where no space stands, which a reader might drop."""
    found, here = [], 0
    while here < len(text):
        top = here + MOST_BYTES
        solid = (cut for cut in range(top, top - 40, -1) if " " not in text[cut - 1 : cut + 1])
        end = next(solid, top)
        found.append(text[here:end])
        here = end
    return tuple(found)


@lru_cache(maxsize=8)
def paper_codes(text: str) -> tuple[Markup, ...]:
    """Return the codes that carry a plain text, byte by byte, to be read one after another."""
    pieces = parts_of(text)
    made = []
    for number, piece in enumerate(pieces, start=1):
        code = QRCode(error_correction=ERROR_CORRECT_L, border=QUIET, image_factory=SvgPathFillImage)
        code.add_data(QRData(piece.encode("ascii"), mode=MODE_8BIT_BYTE), optimize=0)
        code.make(fit=True)
        made.append(
            _drawn(code, say("The text of this sheet, code {number} of {pieces}", number=number, pieces=len(pieces)))
        )
    return tuple(made)
