"""P3, P7, P10: who may knock, what every answer carries, and that every refusal is a sentence."""

from __future__ import annotations

import io
import logging
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from flask import Flask, abort, jsonify, redirect, request
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from referee.web.http.guard import HEADERS, LIMIT_BYTES, SENTENCES, Refusal, host_name, install, unmarked, viewer

LAN = "192.168.1.5:8000"
HTML, JSON, PLAIN = "text/html", "application/json", "text/plain"
SECRET = "canary-karama"


def turned() -> str:
    raise Refusal(409, "The bid is 5 now.", "Bid at least 6.", {"Retry-After": "1"})


def broken() -> str:
    raise KeyError(SECRET)


def gone(status: int) -> str:
    abort(status, description=SECRET)


def build(**options: Any) -> Flask:
    app = Flask("guarded", static_folder=None)
    app.get("/")(viewer("public")(lambda: "board"))
    app.post("/bid", endpoint="bid")(viewer("seat")(lambda: f"bid {request.form.get('price', '')}"))
    app.get("/moved", endpoint="moved")(viewer("anyone")(lambda: redirect("/")))
    app.get("/turned")(viewer("anyone")(turned))
    app.get("/broken")(viewer("anyone")(broken))
    app.get("/gone/<int:status>")(viewer("anyone")(gone))
    app.get("/folder/", endpoint="folder")(viewer("anyone")(lambda: "folder"))
    install(app, **options)
    return app


@pytest.fixture
def client() -> FlaskClient:
    return build().test_client()


def get(client: FlaskClient, path: str, host: str | None = LAN, **headers: str) -> TestResponse:
    environ = {"HTTP_HOST": host} if host is not None else {}
    return client.get(path, headers=headers, environ_overrides=environ)


def post(client: FlaskClient, host: str = LAN, data: Any = None, **headers: str) -> TestResponse:
    return client.post("/bid", data=data, headers=headers, environ_overrides={"HTTP_HOST": host})


@pytest.mark.parametrize(
    "host",
    [LAN, "192.168.1.5", "10.0.0.2:80", "127.0.0.1:8000", "localhost", "LOCALHOST:8000", "[::1]:8000", "[fd00::2]"],
)
def test_address_literals_and_localhost_are_answered(client: FlaskClient, host: str) -> None:
    assert get(client, "/", host).text == "board"


@pytest.mark.parametrize(
    "host",
    [
        *("evil.example", "evil.example:8000", "192.168.1.5.evil.example", "localhost.evil.example"),
        *("localhost.", "1.2.3", "0x7f.0.0.1", "2130706433", "127.1", "dune.local", "256.1.1.1"),
    ],
)
def test_any_other_name_is_turned_away_whatever_it_points_to(client: FlaskClient, host: str) -> None:
    answer = get(client, "/", host, Accept=PLAIN)
    assert answer.status_code == 421 and "board" not in answer.text and "table screen" in answer.text
    assert get(client, "/no such page", host).status_code == 421, "before anything else is looked at"


@pytest.mark.parametrize(
    "host", ["", " ", "a b", "127.0.0.1, evil", "user@127.0.0.1", "127.0.0.1/x", "127.0.0.1:http", "[::1", "::1", "ä"]
)
def test_what_is_no_host_at_all_is_a_bad_request(client: FlaskClient, host: str) -> None:
    assert get(client, "/", host).status_code == 400


def test_a_name_the_host_configured_is_answered() -> None:
    client = build(allowed_hosts=["Dune.local"]).test_client()
    assert get(client, "/", "dune.LOCAL:8000").status_code == 200
    assert get(client, "/", "other.local").status_code == 421
    assert post(client, "dune.local:8000", Origin="http://dune.local:8000").status_code == 200


@given(st.text(max_size=40))
def test_a_host_header_is_read_or_refused_but_never_an_error(host: str) -> None:
    assert host_name(host) is None or host


@pytest.mark.parametrize(
    ("host", "headers"),
    [
        (LAN, {"Origin": f"http://{LAN}"}),
        (LAN, {"Origin": f"HTTP://{LAN}"}),
        (LAN, {"Referer": f"http://{LAN}/seat/fremen?x=1"}),
        ("192.168.1.5", {"Origin": "http://192.168.1.5"}),
        ("192.168.1.5:80", {"Origin": "http://192.168.1.5"}),
        ("LOCALHOST:8000", {"Origin": "http://localhost:8000"}),
        ("[::1]:8000", {"Origin": "http://[::1]:8000"}),
        (LAN, {"Origin": f"http://{LAN}", "Referer": "http://evil.example/"}),
    ],
)
def test_a_post_from_a_page_of_this_address_is_taken(client: FlaskClient, host: str, headers: dict[str, str]) -> None:
    assert post(client, host, {"price": "5"}, **headers).text == "bid 5"


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Origin": "null"},
        {"Origin": ""},
        {"Origin": "null", "Referer": f"http://{LAN}/"},
        {"Origin": "http://evil.example"},
        {"Origin": "http://192.168.1.5"},
        {"Origin": "http://192.168.1.5:8001"},
        {"Origin": "http://192.168.1.6:8000"},
        {"Origin": f"http://{LAN}.evil.example"},
        {"Origin": f"http://evil.example/{LAN}"},
        {"Origin": LAN},
        {"Origin": f"//{LAN}"},
        {"Origin": f"file://{LAN}"},
        {"Origin": f"http://{LAN}@evil.example"},
        {"Origin": "http://192.168.1.5:port"},
        {"Origin": "http://["},
        {"Origin": "http://evil.example", "Referer": f"http://{LAN}/"},
        {"Referer": "http://evil.example/http://192.168.1.5:8000/"},
    ],
)
def test_a_post_from_anywhere_else_is_refused(client: FlaskClient, headers: dict[str, str]) -> None:
    answer = post(client, LAN, {"price": "5"}, Accept=PLAIN, **headers)
    assert answer.status_code == 403 and "bid" not in answer.text


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "POST", "LINK"])
def test_every_changing_method_needs_the_origin_before_anything_else(client: FlaskClient, method: str) -> None:
    assert client.open("/", method=method, environ_overrides={"HTTP_HOST": LAN}).status_code == 403


def test_a_form_just_below_the_limit_is_read(client: FlaskClient) -> None:
    answer = post(client, LAN, {"price": "5", "filler": "x" * (LIMIT_BYTES - 100)}, Origin=f"http://{LAN}")
    assert answer.text == "bid 5"


@pytest.mark.parametrize("size", [LIMIT_BYTES + 1, LIMIT_BYTES * 20])
def test_a_larger_body_is_refused_even_if_no_view_reads_it(client: FlaskClient, size: int) -> None:
    answer = post(client, LAN, b"x" * size, Origin=f"http://{LAN}", Accept=PLAIN)
    assert answer.status_code == 413 and "Shorten" in answer.text


def test_the_size_a_client_claims_is_not_trusted_to_be_sent(client: FlaskClient) -> None:
    huge = {"HTTP_HOST": LAN, "CONTENT_LENGTH": str(10**15), "wsgi.input": io.BytesIO(b"x")}
    answer = client.post("/bid", headers={"Origin": f"http://{LAN}"}, environ_overrides=huge)
    assert answer.status_code == 413


def test_a_body_of_unknown_length_is_refused(client: FlaskClient) -> None:
    headers = {"Origin": f"http://{LAN}", "Transfer-Encoding": "chunked"}
    assert client.post("/bid", headers=headers, environ_overrides={"HTTP_HOST": LAN}).status_code == 411


def test_a_form_in_a_thousand_parts_gets_a_sentence(client: FlaskClient) -> None:
    data = "".join(f'--b\r\nContent-Disposition: form-data; name="{n}"\r\n\r\n\r\n' for n in range(1010)) + "--b--"
    headers = {"Origin": f"http://{LAN}", "Content-Type": "multipart/form-data; boundary=b", "Accept": PLAIN}
    assert len(data) < LIMIT_BYTES and "Shorten" in post(client, LAN, data, **headers).text


ANSWERS: list[Callable[[FlaskClient], TestResponse]] = [
    lambda c: get(c, "/"),
    lambda c: get(c, "/nowhere"),
    lambda c: get(c, "/broken"),
    lambda c: get(c, "/turned"),
    lambda c: get(c, "/moved"),
    lambda c: get(c, "/", "evil.example"),
    lambda c: post(c),
    lambda c: post(c, data={"price": "1"}, Origin=f"http://{LAN}"),
    lambda c: c.options("/", base_url=f"http://{LAN}"),
    lambda c: c.head("/", base_url=f"http://{LAN}"),
]


@pytest.mark.parametrize("ask", ANSWERS)
def test_every_answer_forbids_foreign_code_framing_and_caching(
    client: FlaskClient, ask: Callable[[FlaskClient], TestResponse]
) -> None:
    headers = ask(client).headers
    assert {name: headers[name] for name in HEADERS} == HEADERS
    assert headers["Cache-Control"] == "no-store" and headers["Referrer-Policy"] == "same-origin"


def test_the_policy_allows_no_inline_script_and_no_inline_style_sheet() -> None:
    rules = dict(rule.split(" ", 1) for rule in HEADERS["Content-Security-Policy"].split("; "))
    assert rules["default-src"] == "'self'" and "script-src" not in rules and rules["style-src"] == "'self'"
    assert rules["frame-ancestors"] == rules["object-src"] == rules["base-uri"] == "'none'"
    assert [name for name, value in rules.items() if "unsafe" in value] == ["style-src-attr"]


def test_only_a_file_asked_for_by_version_may_be_kept(tmp_path: Any) -> None:
    (tmp_path / "a.css").write_text("a{}")
    app = Flask(__name__, static_folder=str(tmp_path), static_url_path="/static")
    install(app)
    client = app.test_client()
    with get(client, "/static/a.css?v=1") as kept, get(client, "/static/a.css") as checked:
        assert "immutable" in kept.headers["Cache-Control"] and checked.headers["Cache-Control"] == "no-cache"
    assert get(client, "/static/none.css?v=1").headers["Cache-Control"] == "no-store"
    assert unmarked(app) == []


@pytest.mark.parametrize("status", [400, 401, 403, 404, 405, 409, 410, 413, 415, 418, 422, 429, 500, 501, 503])
@pytest.mark.parametrize("kind", [HTML, JSON, PLAIN])
def test_every_error_is_a_sentence_with_a_next_step_in_the_form_asked_for(
    client: FlaskClient, status: int, kind: str
) -> None:
    answer = get(client, f"/gone/{status}", Accept=kind)
    sentence, step = SENTENCES.get(status, SENTENCES[500 if status >= 500 else 400])
    assert answer.status_code == status and answer.mimetype == kind and SECRET not in answer.text
    said = answer.json or {} if kind == JSON else dict.fromkeys(("sentence", "next"), unescape(answer.text))
    assert sentence in said["sentence"] and step in said["next"]


@pytest.mark.parametrize(
    ("accept", "kind"),
    [("*/*", HTML), ("text/html,*/*;q=0.8", HTML), ("text/event-stream", PLAIN), ("image/png", PLAIN), (";;", PLAIN)],
)
def test_what_a_client_accepts_decides_the_form(client: FlaskClient, accept: str, kind: str) -> None:
    assert get(client, "/nowhere", Accept=accept).mimetype == kind


def test_a_refusal_carries_its_own_sentence_and_headers(client: FlaskClient) -> None:
    answer = get(client, "/turned", Accept=JSON)
    assert answer.json == {"status": 409, "sentence": "The bid is 5 now.", "next": "Bid at least 6."}
    assert answer.status_code == 409 and answer.headers["Retry-After"] == "1"


def test_a_wrong_method_names_the_right_one(client: FlaskClient) -> None:
    answer = get(client, "/bid")
    assert answer.status_code == 405 and "POST" in answer.headers["Allow"]


def test_a_redirect_is_no_error(client: FlaskClient) -> None:
    answer = get(client, "/moved")
    assert answer.status_code == 302 and answer.headers["Location"] == "/"
    assert get(client, "/folder").status_code == 308


def test_the_app_draws_its_own_message_page() -> None:
    client = build(render_message=lambda status, sentence, step: f"<b>{status}|{sentence}|{step}</b>").test_client()
    assert get(client, "/nowhere", Accept=HTML).text == "<b>404|{}|{}</b>".format(*SENTENCES[404])


def test_a_message_page_that_fails_falls_back_to_plain_text(caplog: pytest.LogCaptureFixture) -> None:
    def fails(status: int, sentence: str, step: str) -> str:
        raise ValueError(SECRET)

    answer = get(build(render_message=fails).test_client(), "/nowhere", Accept=HTML)
    assert answer.status_code == 404 and SENTENCES[404][0] in answer.text and answer.mimetype == PLAIN
    assert "ValueError" in caplog.text and SECRET not in caplog.text


def test_a_fault_shows_no_trace_and_logs_its_kind_and_place_only(
    client: FlaskClient, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    answer = client.get(
        f"/broken?code={SECRET}",
        headers={"Accept": PLAIN, "Cookie": f"seat-t1={SECRET}", "Referer": f"http://{LAN}/{SECRET}"},
        environ_overrides={"HTTP_HOST": LAN},
    )
    assert answer.status_code == 500 and "Traceback" not in answer.text and "KeyError" not in answer.text
    assert "KeyError in broken" in caplog.text and "test_guard.py" in caplog.text and "/tests/" not in caplog.text
    everything = answer.text + caplog.text + "".join(capfd.readouterr())
    assert SECRET not in everything and "Traceback" not in everything


def test_a_view_without_its_kind_of_viewer_is_listed_and_not_served(caplog: pytest.LogCaptureFixture) -> None:
    app = build()
    app.add_url_rule("/leak", "leak", lambda: SECRET)
    assert unmarked(app) == ["/leak"] and unmarked(build()) == []
    answer = get(app.test_client(), "/leak")
    assert answer.status_code == 500 and SECRET not in answer.text and "leak" in caplog.text


def test_every_view_is_announced_to_the_door_keeper_before_it_runs() -> None:
    seen: list[str] = []

    def admit(kind: str) -> Any:
        seen.append(kind)
        if kind == "seat":
            raise Refusal(401)
        return jsonify(instead=True) if kind == "anyone" else None

    client = build(admit=admit).test_client()
    assert get(client, "/").text == "board" and get(client, "/turned").json == {"instead": True}
    assert post(client, Origin=f"http://{LAN}").status_code == 401
    assert get(client, "/nowhere").status_code == 404 and seen == ["public", "anyone", "seat"]
