"""What goes over the Wi-Fi: packed, kept by the browser where it never changes, as long for one secret as another."""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest
from werkzeug.test import TestResponse

from referee.web import factory
from referee.web.http.compression import lean, version_of
from referee.web.http.layers import flatten
from tests.kit import ROOT, SCREEN, SIX, Evening, Play

GZIP = {"Accept-Encoding": "gzip, deflate"}
FIRST_PAGE, SCRIPTS, UPDATE = 60 * 1024, 32 * 1024, 6 * 1024


def of_a_wheel(folder: Path) -> Path:
    """Make the static files that a wheel holds, as its build does."""
    made: Path = run_path(str(ROOT / ".github" / "wheel.py"))["lean"](ROOT / "static", folder / "static")
    return made


def serve_as_a_wheel(patch: pytest.MonkeyPatch, folder: Path) -> None:
    """Let each app that is made from now on serve what a wheel holds."""
    static = of_a_wheel(folder)
    patch.setattr(factory, "shelf", lambda name: static if name == "static" else ROOT / name)


@pytest.fixture
def wheel(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    serve_as_a_wheel(monkeypatch, tmp_path)


def packed(evening: Evening, viewer: str, path: str, **more: str) -> TestResponse:
    answer = evening.who(viewer).get(path, {**GZIP, **more})
    answer.get_data()
    answer.close()
    return answer


def first_page(evening: Evening, seat: str) -> list[TestResponse]:
    """Return a phone's page and all that it fetches once."""
    page = packed(evening, seat, f"/t/{evening.table}/me")
    named = set(re.findall(r'(?:href|src)="(/static/[^"#]+)', gzip.decompress(page.data).decode()))
    style = gzip.decompress(packed(evening, seat, next(n for n in named if n.endswith("tokens.css"))).data).decode()
    fonts = {f"{next(iter(named)).split('/v-')[0]}/{font}" for font in re.findall(r"url\(([^)]+)\)", style)}
    return [page, *(packed(evening, seat, place) for place in named | fonts)]


@pytest.mark.usefixtures("wheel")
def test_the_first_page_of_a_phone_is_under_60_kb_in_all(auction: Evening) -> None:
    answers = first_page(auction, "atreides")
    assert all(answer.status_code == 200 for answer in answers) and len(answers) > 10
    assert sum(len(answer.data) for answer in answers) < FIRST_PAGE


def test_the_scripts_of_a_phone_s_first_page_are_under_32_kb_in_a_clone_too(auction: Evening) -> None:
    scripts = [one for one in first_page(auction, "atreides") if one.mimetype == "text/javascript"]
    assert len(scripts) > 7 and sum(len(one.data) for one in scripts) < SCRIPTS


@pytest.mark.parametrize("tab", ["bid", "book", "more"])
def test_an_update_of_a_phone_is_under_6_kb(auction: Evening, tab: str) -> None:
    auction.bid(3)
    for seat in SIX:
        for part in ("me", "me/secret"):
            answer = packed(auction, seat, f"/t/{auction.table}/{part}?tab={tab}", **SCREEN)
            assert answer.status_code == 200 and len(answer.data) < UPDATE


def test_what_the_stream_shows_a_phone_is_under_6_kb_uncompressed(auction: Evening) -> None:
    assert len(auction.who("atreides").get(f"/t/{auction.table}/me?tab=bid", SCREEN).data) < UPDATE


def pushed(evening: Evening, viewer: str, stream: str) -> Iterator[bytes]:
    """Open a packed stream and return its bytes as they come, past its greeting and the page whole."""
    answer = evening.who(viewer).get(f"/t/{evening.table}/{stream}", GZIP, buffered=False)
    assert answer.headers["Content-Encoding"] == "gzip"
    events: Iterator[Any] = iter(answer.response)
    unpack = zlib.decompressobj(zlib.MAX_WBITS | 16)
    assert b'data: <div id="look"' in b"".join(unpack.decompress(next(events)) for _ in range(2))
    return _news(events, unpack)


def _news(events: Iterator[bytes], unpack: Any) -> Iterator[bytes]:
    for sent in events:
        text = unpack.decompress(sent)
        assert text.startswith(b"id: ") and text.endswith(b"\n\n"), "what was sent can be read at once, whole"
        yield sent


@pytest.mark.parametrize(
    ("viewer", "stream", "most"), [("atreides", "me/stream?tab=bid", 1024), ("host", "stream?board", 2048)]
)
def test_what_the_stream_brings_at_a_bid_weighs_little(auction: Evening, viewer: str, stream: str, most: int) -> None:
    news = pushed(auction, viewer, stream)
    sizes = [len(next(news)) for amount in range(1, 13) if auction.bid(amount)]
    assert max(sizes) < most and sorted(sizes)[6] < most / 4


def test_whoever_says_plain_gets_its_stream_unpacked(auction: Evening) -> None:
    answer = auction.who("atreides").get(f"/t/{auction.table}/me/stream?tab=bid&plain", GZIP, buffered=False)
    assert "Content-Encoding" not in answer.headers
    first: Any = next(iter(answer.response))
    assert first.startswith(b"event: beat")


def test_a_phone_that_looks_again_has_nothing_drawn_anew(auction: Evening) -> None:
    auction.bid(3)
    path = f"/t/{auction.table}/me?tab=bid"
    first = auction.who("atreides").get(path, SCREEN).data
    auction.wait(10)
    again = auction.who("atreides").get(path, SCREEN).data
    assert first.count(b"data-for-ms") == again.count(b"data-for-ms") == 1


@pytest.mark.parametrize("path", ["/", "/rules?q=karama", "/nowhere"])
def test_unpacked_it_is_the_same_page(evening: Evening, path: str) -> None:
    plain, small = evening.onlooker.get(path), packed(evening, "public", path)
    assert gzip.decompress(small.data) == plain.data and small.status_code == plain.status_code
    assert plain.headers["Vary"] == small.headers["Vary"] == "Accept-Encoding"
    assert int(small.headers["Content-Length"]) == len(small.data) < len(plain.data)


def test_static_files_are_kept_for_good_and_pages_never(evening: Evening) -> None:
    for viewer, page in (("atreides", f"/t/{evening.table}/me"), ("host", f"/t/{evening.table}/"), ("public", "/")):
        answer = evening.who(viewer).get(page)
        files = re.findall(r'"(/static/[^"#]+)', answer.text)
        assert files and all(file.startswith("/static/v-") for file in files)
        assert answer.headers["Cache-Control"] == "no-store"
        kept = {packed(evening, "public", file).headers["Cache-Control"] for file in files}
        assert kept == {"public, max-age=31536000, immutable"}
    assert packed(evening, "public", "/static/v-old/tokens.css").headers["Cache-Control"] == "no-cache"


def test_a_file_changed_on_disk_has_another_address(tmp_path: Any) -> None:
    (tmp_path / "a.css").write_text("b{}")
    before = version_of(tmp_path)
    (tmp_path / "a.css").write_text("c{}")
    changed = version_of(tmp_path)
    (tmp_path / "a.css").rename(tmp_path / "b.css")
    assert len({before, changed, version_of(tmp_path)}) == 3


@pytest.mark.parametrize("name", ["live.js", "components.css"])
def test_a_wheel_holds_scripts_and_styles_without_comments_and_spaces(name: str, tmp_path: Path) -> None:
    held, written = of_a_wheel(tmp_path) / name, flatten((ROOT / "static" / name).read_text("utf-8"))
    assert "/*" not in held.read_text("utf-8") and held.stat().st_size < 0.95 * len(written)


def lines_of_code(text: str) -> Iterator[str]:
    """Yield each line without what is said beside it; a line of a comment above the code is empty."""
    above = False
    for line in text.split("\n"):
        above = above or line.lstrip().startswith("/*")
        code = line.partition("*/")[2] if above and "*/" in line else "" if above else line
        above = above and "*/" not in line
        yield re.split(" +// ", code)[0].strip()


@pytest.mark.parametrize("ending", ["js", "css"])
def test_scripts_and_styles_are_served_as_written_but_for_layers_comments_and_indentation(
    auction: Evening, ending: str
) -> None:
    for file in sorted((ROOT / "static").glob(f"*.{ending}")):
        code = [*lines_of_code(flatten(file.read_text("utf-8")))]
        served = packed(auction, "public", f"/static/v-1/{file.name}", **{"Accept-Encoding": "identity"}).text
        assert served.split("\n") == code, file.name
        assert all(line.count("`") % 2 == 0 for line in code), f"{file.name}: indentation counts within a long string"
        assert lean(served.encode()) == served.encode(), file.name


def test_scripts_of_others_are_served_as_they_are(auction: Evening) -> None:
    for file in (ROOT / "static" / "vendor").glob("*.js"):
        served = packed(auction, "public", f"/static/v-1/vendor/{file.name}", **{"Accept-Encoding": "identity"})
        assert served.data == file.read_bytes()


def test_p1_packed_pages_and_news_are_as_long_whatever_others_hold(play: Play) -> None:
    purses = (dict.fromkeys(SIX, 20), {**dict.fromkeys(SIX, 37), "fremen": 20})
    decks = (("Karama/1", "Shield/1", "Lasgun/1", "Snooper/1"), ("Kulon/1", "Trip to Gamont/1", "Hajr/1", "Snooper/1"))
    seen = []
    for top, purse in zip(decks, purses, strict=True):
        game = play(*top, purses=purse)
        game.open_card()
        paths = (("public", ""), ("host", ""), ("host", "seats"), ("fremen", "me"), ("fremen", "me/secret"))
        answers = [packed(game, viewer, f"/t/{game.table}/{path}") for viewer, path in paths]
        streams = (("public", "stream?board"), ("host", "stream?board"), ("fremen", "me/stream?tab=bid"))
        news = [pushed(game, viewer, stream) for viewer, stream in streams]
        told = [next(one) for amount in (1, 3, 4) if game.bid(amount) for one in news]
        seen.append(([(answer.headers["Content-Length"], answer.data) for answer in answers], told))
    assert seen[0] == seen[1]
