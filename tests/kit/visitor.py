"""A browser in a test: cookies, peer address, and the forms it reads; and templates and addresses compiled once."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, field
from html.parser import HTMLParser
from types import CodeType, MethodType
from typing import Any
from weakref import WeakKeyDictionary

from flask import Flask
from flask.testing import FlaskClient
from jinja2 import Environment, Undefined
from jinja2.bccache import Bucket, BytecodeCache
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from referee.languages.language import Language

PLACE = "192.168.1.5:8000"
ORIGIN = f"http://{PLACE}"
SCREEN = {"HX-Request": "true"}


class Templates(BytecodeCache):
    """What templates are compiled to, shared by all programs that a test starts."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], CodeType | None] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self.kept.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.kept[bucket.key, bucket.checksum] = bucket.code


TEMPLATES = Templates()
IN_LANGUAGES = WeakKeyDictionary[Language, Templates]()  # a language of its own words has templates of its own


class Spoken(dict[str, Environment]):
    """What draws a program's pages in each other language, from templates that all programs of a test share."""

    def __setitem__(self, code: str, made: Environment) -> None:
        made.bytecode_cache = IN_LANGUAGES.setdefault(made.said.__self__, Templates())  # type: ignore[attr-defined]
        super().__setitem__(code, made)


class Addresses:
    """What is made of the pattern of an address: it is the same in all programs that a test starts."""

    MADE = ("_parts", "_trace", "_converters", "arguments")

    def __init__(self) -> None:
        self.kept: dict[tuple[Any, ...], tuple[Any, ...]] = {}
        self._compile = Rule.compile
        Rule.compile = lambda rule: self.compile(rule)  # type: ignore[method-assign, assignment]

    def compile(self, rule: Rule) -> None:
        key = rule.rule, rule.merge_slashes, rule.host, rule.subdomain, repr(rule.defaults)
        own = vars(rule)
        if key not in self.kept:
            self._compile(rule)
            built = (own[name].__func__ for name in ("_build", "_build_unknown"))
            self.kept[key] = (*(own[name] for name in self.MADE), *built)
        *made, build, build_unknown = self.kept[key]
        own.update(zip(self.MADE, map(copy, made), strict=True))
        own.update(_build=MethodType(build, rule), _build_unknown=MethodType(build_unknown, rule))


ADDRESSES = Addresses()


class Unsaid(Undefined):
    """What a view lacks: a template may test it, but printing it raises."""

    __str__ = __html__ = Undefined._fail_with_undefined_error


class Forms(HTMLParser):
    """The forms of a page with the values that a browser would send."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[dict[str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = dict(attrs)
        if tag == "form":
            self.found.append({})
        elif tag == "input" and self.found and said.get("name"):
            self.found[-1][str(said["name"])] = str(said.get("value") or "")


@dataclass
class Browser:
    peer: str = "192.168.1.99"
    agent: str = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/605"
    client: FlaskClient = field(init=False, repr=False)

    def visit(self, app: Flask) -> Browser:
        """Use another program, with the same cookies."""
        client = app.test_client()
        kept = self.client if hasattr(self, "client") else client
        assert client._cookies is not None and kept._cookies is not None
        client._cookies.update(kept._cookies)
        self.client = client
        return self

    def _environ(self, given: Mapping[str, Any]) -> dict[str, Any]:
        return {"REMOTE_ADDR": self.peer, "HTTP_HOST": PLACE, **given}

    def get(self, path: str, headers: Mapping[str, str] | None = None, **environ: Any) -> TestResponse:
        sent = {"User-Agent": self.agent, "Accept": "text/html", **(headers or {})}
        return self.client.get(path, headers=sent, environ_overrides=self._environ(environ))

    def post(
        self, path: str, data: Any = None, headers: Mapping[str, str] | None = None, **options: Any
    ) -> TestResponse:
        sent = {"User-Agent": self.agent, "Accept": "text/html", "Origin": ORIGIN, **(headers or {})}
        return self.client.post(
            path, data=data, headers=sent, environ_overrides=self._environ(options.pop("environ", {})), **options
        )

    def cookie(self, name: str) -> str:
        """Return the value of a cookie, "" if there is none."""
        found = self.client.get_cookie(name, domain="localhost") or self.client.get_cookie(name, domain="192.168.1.5")
        return found.value if found else ""

    def show(self, name: str, value: str) -> None:
        """Set a cookie, stolen or invented."""
        self.client.set_cookie(name, value, domain="192.168.1.5")
