"""A page in Firefox, WebKitGTK or Chromium: opened, asked by a script, photographed.

Playwright leads Chromium. Firefox listens to Marionette on a port of its own, WebKitGTK's MiniBrowser is led by
WebKitWebDriver; both take the commands of WebDriver. A page tells what its browser complained of: Chromium and Firefox
of everything, WebKitGTK, which has no way to ask for its console, of what came after a page was loaded. MiniBrowser has
no mode without windows, so it runs in a virtual display.
"""

from __future__ import annotations

import base64
import itertools
import json
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from glob import glob
from pathlib import Path
from typing import Any, Protocol
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from tests.kit import NoBrowser, free_ports, running_chromium

PATIENCE = 60.0  # seconds
LISTEN = """window.complained = [];
for (const name of ['error', 'warn']) {
  const plain = console[name];
  console[name] = (...words) => { complained.push(words.map(String).join(' ')); plain.apply(console, words); };
}
const hear = words => complained.push(String(words));
addEventListener('error', fault => hear(fault.message || fault.target.src || fault.target.href), true);
addEventListener('unhandledrejection', fault => hear(fault.reason));
document.addEventListener('securitypolicyviolation', fault => hear(`${fault.violatedDirective} ${fault.blockedURI}`))"""
LOGGED = """return Services.console.getMessageArray().flatMap(one => {
  try { one.QueryInterface(Ci.nsIScriptError) } catch (none) { return [] }
  return /^(http|file):/.test(one.sourceName) && !(one.flags & 1) ? [`${one.sourceName}: ${one.errorMessage}`] : [];
})"""
SYSTEM = ("--remote-allow-system-access",)  # a Firefox that is asked for its console wants to be told so
MINI = "/usr/lib/*/webkit2gtk-4.*/MiniBrowser"


class NotHere(Exception):
    """A browser or its driver is not installed; the sentence names what is missing."""


class Page(Protocol):
    """A page of a browser of its own; ``run`` is the body of a function, with ``arguments``, and returns its value."""

    def go(self, url: str) -> None: ...

    def run(self, script: str, *arguments: Any) -> Any: ...

    def shot(self, file: Path) -> None: ...

    def complaints(self) -> list[str]: ...


def until(page: Page, script: str, *arguments: Any) -> Any:
    """Ask a page until it answers with something; raises ``AssertionError`` with what it shows after a minute."""
    end = time.monotonic() + PATIENCE
    while not (found := page.run(script, *arguments)):
        assert time.monotonic() < end, f"{script} {arguments}: {page.run('return document.body.innerText')}"
        time.sleep(0.1)
    return found


class _Commands:
    """The commands of WebDriver that both protocols have."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def _ask(self, name: str, **words: Any) -> Any:
        raise NotImplementedError

    def go(self, url: str) -> None:
        self._hear()
        self._ask("Navigate", url=url)
        self.run(LISTEN)

    def run(self, script: str, *arguments: Any) -> Any:
        return self._ask("ExecuteScript", script=script, args=[*arguments])

    def _hear(self) -> None:
        """Note what the page has complained of, before it is left."""
        self.heard += self.run("return (window.complained || []).splice(0)")

    def complaints(self) -> list[str]:
        """Return all that pages of this browser complained of since it was asked last."""
        self._hear()
        heard, self.heard = self.heard, []
        return heard

    def shot(self, file: Path) -> None:
        file.write_bytes(base64.b64decode(self._ask("TakeScreenshot")))


class _Firefox(_Commands):
    def __init__(self, port: int) -> None:
        super().__init__()
        end = time.monotonic() + PATIENCE
        while True:
            try:
                self._line = socket.create_connection(("127.0.0.1", port), PATIENCE)
                break
            except OSError:
                assert time.monotonic() < end, "Firefox never listened"
                time.sleep(0.1)
        self._ids = itertools.count(1)
        self._read()  # its greeting
        self._ask("NewSession", capabilities={})

    def _ask(self, name: str, *, of: str = "WebDriver", **words: Any) -> Any:
        sent = json.dumps([0, next(self._ids), f"{of}:{name}", words])
        self._line.sendall(f"{len(sent)}:{sent}".encode())
        _, _, fault, answer = self._read()
        assert fault is None, fault
        return answer["value"] if isinstance(answer, dict) and "value" in answer else answer

    def _read(self) -> Any:
        size, words = b"", b""
        while not size.endswith(b":"):
            size += self._line.recv(1)
        while len(words) < int(size[:-1]):
            words += self._line.recv(int(size[:-1]) - len(words))
        return json.loads(words)

    def complaints(self) -> list[str]:
        heard = super().complaints()
        self._ask("SetContext", of="Marionette", value="chrome")
        logged = self.run(LOGGED)
        self.run("Services.console.reset()")
        self._ask("SetContext", of="Marionette", value="content")
        return [*dict.fromkeys((*heard, *logged))]

    def close(self) -> None:
        self._line.close()


class _WebKit(_Commands):
    WAYS = {"Navigate": "url", "ExecuteScript": "execute/sync", "TakeScreenshot": "screenshot"}

    def __init__(self, port: int, browser: str) -> None:
        super().__init__()
        self._root = f"http://127.0.0.1:{port}/session"
        options = {"webkitgtk:browserOptions": {"binary": browser, "args": ["--automation"]}}
        end = time.monotonic() + PATIENCE
        while True:
            try:
                answer = self._post(self._root, {"capabilities": {"alwaysMatch": options}})
                break
            except OSError:
                assert time.monotonic() < end, "WebKitWebDriver never listened"
                time.sleep(0.2)
        self._root += f"/{answer['sessionId']}"

    def _ask(self, name: str, **words: Any) -> Any:
        return self._post(f"{self._root}/{self.WAYS[name]}", words if name != "TakeScreenshot" else None)

    def _post(self, url: str, words: Any) -> Any:
        body = None if words is None else json.dumps(words).encode()
        try:
            with urlopen(Request(url, body, {"Content-Type": "application/json"}), timeout=PATIENCE) as answer:
                return json.loads(answer.read())["value"]
        except HTTPError as error:
            raise AssertionError(error.read().decode()) from None

    def fit(self, width: int, height: int) -> None:
        """Make the page so large: the window has its own bars round it."""
        self._post(f"{self._root}/window/rect", {"x": 0, "y": 0, "width": width, "height": height})
        inner = self.run("return [innerWidth, innerHeight]")
        wanted = {"width": 2 * width - inner[0], "height": 2 * height - inner[1]}
        self._post(f"{self._root}/window/rect", {"x": 0, "y": 0, **wanted})

    def close(self) -> None:
        urlopen(Request(self._root, method="DELETE"), timeout=PATIENCE).close()


def _found(*names: str) -> str:
    for name in names:
        if place := shutil.which(name) or next(iter(sorted(glob(name))), None):
            return place
    raise NotHere(f"{names[0]} is not installed here")


@contextmanager
def firefox(width: int, height: int) -> Iterator[Page]:
    """Open a Firefox without windows and with a profile of its own."""
    program, (port,) = _found("firefox-esr", "firefox"), free_ports(1)
    with (
        tempfile.TemporaryDirectory(prefix="referee-firefox-", ignore_cleanup_errors=True) as folder,
        ExitStack() as stack,
    ):
        prefs = {"marionette.port": port, "toolkit.legacyUserProfileCustomizations.stylesheets": True}
        said = "".join(f'user_pref("{name}", {json.dumps(value)});\n' for name, value in prefs.items())
        (Path(folder) / "user.js").write_text(said, "utf-8")
        # a window has bars, a whole screen has none; neither is narrower than 500 pixels by itself
        (Path(folder) / "chrome").mkdir()
        (Path(folder) / "chrome/userChrome.css").write_text(":root, body { min-width:0 !important }\n", "utf-8")
        screen = ["env", f"MOZ_HEADLESS_WIDTH={width}", f"MOZ_HEADLESS_HEIGHT={height}"]
        words = [*screen, program, "--headless", "--kiosk", "--marionette", *SYSTEM, "--no-remote", "--profile", folder]
        stack.enter_context(_running(words))
        page = _Firefox(port)
        stack.callback(page.close)
        yield page


@contextmanager
def webkit(width: int, height: int) -> Iterator[Page]:
    """Open a MiniBrowser in a display that nobody sees."""
    driver, display, browser = _found("WebKitWebDriver"), _found("Xvfb"), _found(MINI)
    (port,) = free_ports(1)
    number = f":{port % 5000 + 100}"
    with ExitStack() as stack:
        stack.enter_context(_running([display, number, "-screen", "0", f"{width + 200}x{height + 200}x24"]))
        # it has no sandbox of its own where it is started by the administrator
        own = {"DISPLAY": number, "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"}
        stack.enter_context(
            _running(["env", *(f"{name}={value}" for name, value in own.items()), driver, f"--port={port}"])
        )
        page = _WebKit(port, browser)
        stack.callback(page.close)
        page.fit(width, height)
        yield page


class _Chromium:
    def __init__(self, page: Any) -> None:
        self._page, self._heard = page, list[str]()
        page.on("console", lambda one: self._heard.append(one.text) if one.type in {"error", "warning"} else None)
        page.on("pageerror", lambda fault: self._heard.append(str(fault)))

    def go(self, url: str) -> None:
        self._page.goto(url)

    def run(self, script: str, *arguments: Any) -> Any:
        return self._page.evaluate(f"arguments => (function () {{ {script} }}).apply(null, arguments)", [*arguments])

    def shot(self, file: Path) -> None:
        self._page.screenshot(path=file)

    def complaints(self) -> list[str]:
        heard, self._heard = self._heard, []
        return heard


_open: list[Any] = []  # the one Chromium, whose contexts are browsers of their own


@contextmanager
def chromium(width: int, height: int) -> Iterator[Page]:
    """Open a Chromium without windows."""
    with ExitStack() as stack:
        if not _open:
            try:
                _open.append(stack.enter_context(running_chromium()))
            except NoBrowser as sentence:
                raise NotHere(str(sentence)) from None
            stack.callback(_open.clear)
        context = _open[0].new_context(viewport={"width": width, "height": height})
        stack.callback(context.close)
        yield _Chromium(context.new_page())


@contextmanager
def _running(words: list[str]) -> Iterator[None]:
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            yield
        finally:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()


ENGINES = {"firefox": firefox, "webkit": webkit}
ALL = {"chromium": chromium, **ENGINES}
