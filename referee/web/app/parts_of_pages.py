"""Parts of pages: drawn from their words alone, so that the same words are drawn once."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from jinja2 import Environment
from jinja2.environment import TemplateModule
from markupsafe import Markup

from referee.kernel import commands
from referee.web.http.floor import FLOOR
from referee.web.view_models.parts import Frame

EDGE = "<!---->"  # where a region begins and ends: what anybody writes is escaped, so nobody can write this
MODULES = 500
REGIONS = 4096  # what fifty tables show


class Around:
    """All that a part of a page may know but what it is given: where forms and rules are, and who looks."""

    def __init__(self, frame: Frame, steers: bool) -> None:
        """Take what is the same on all pages of a kind."""
        self.frame, self.steers = frame, steers

    def __getattr__(self, name: str) -> Any:
        raise RuntimeError(f"A part of a page knows what it is given; {name} is not among it.")


def is_grave(name: str) -> bool:
    """Say whether the button of this command is held for a second: what it does is seen, sealed or spent for good."""
    kind = commands().get(name)
    return kind is not None and kind.grave


def is_hushed(name: str) -> bool:
    """Say whether a neighbour who sees which button of this command is tapped would know a secret."""
    kind = commands().get(name)
    return kind is not None and kind.hushed


class Parts:
    """The parts that pages of one program are drawn from.

    A part depends on its words alone, so the same words get what was drawn before: six phones
    show much the same, and most of a table does not change by a tap.
    """

    def __init__(self, env: Environment) -> None:
        """Give templates ``bound``, ``region``, ``drawn`` and ``floor``."""
        self._env, self._modules = env, dict[tuple[Any, ...], TemplateModule]()
        env.globals.update(bound=self.bound, is_grave=is_grave, is_hushed=is_hushed, floor=FLOOR)
        env.globals["drawn"] = lru_cache(maxsize=REGIONS)(lambda macro, *words: macro(*words))
        env.globals["region"] = lru_cache(maxsize=REGIONS)(_region)

    def bound(self, template: str, view: Any) -> TemplateModule:
        """Return the macros of a template, which know of this page only what is around it."""
        frame, steers = view.frame, getattr(view, "steers", False)
        key = template, frame.post, frame.rules, frame.search, frame.wide, frame.back, steers
        if key not in self._modules:
            if len(self._modules) > MODULES:
                self._modules.clear()
            kept = {"rules": frame.rules, "search": frame.search, "wide": frame.wide, "back": frame.back}
            around = Around(Frame("", "", frame.post, **kept), steers)
            self._modules[key] = self._env.get_template(template).make_module({"page": around})
        return self._modules[key]


def _region(macro: Callable[..., str], *words: Any) -> Markup:
    """Mark what a macro draws as a region: one element with an id, or nothing now."""
    return Markup(f"{EDGE}{macro(*words)}{EDGE}")  # noqa: S704
