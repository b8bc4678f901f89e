"""A page is drawn whole, or as one named block where a live page asks for that.

A live update asks for part of a page that already exists whole. Drawing one block of the same template keeps a single
copy of the markup. Only that block runs: a macro it needs is imported inside the block, not at the top of the page.
A page that extends another offers the blocks it defines itself. Macros are imported once and for all, so `page` is a
name of the environment that stands for whatever view is being drawn here and now.

Most of a page is drawn as it was before: of six seats two change with a bid, of nine lines one. `kept(macro, ...)`
draws a macro once for the same values and hands the drawing out again. Such a macro may read nothing but its own
arguments and what `_scope` names. The key of a form is new on every page, so a drawing holds a mark in its place,
`form_key`, which is filled in at the very end.
"""

from collections.abc import Hashable
from contextvars import ContextVar
from typing import Any, Final

from jinja2 import Environment
from jinja2.runtime import Macro
from markupsafe import Markup, escape
from werkzeug.local import LocalProxy

KEY: Final = "\ue000"
MOST: Final = 3000
_drawings: dict[Hashable, Markup] = {}
_view: ContextVar[Any] = ContextVar("view")


def install(env: Environment) -> None:
    """Give templates `kept`, `page` and `form_key`."""
    env.globals.update(kept=kept, page=LocalProxy(_view), form_key=KEY)


def draw(env: Environment, template: str, view: Any, block: str = "") -> Markup:
    """A view drawn whole, or one block of it, as safe markup; LookupError names the blocks there are."""
    made = env.get_template(template)
    if block and block not in made.blocks:
        raise LookupError(f"{template} has no block {block!r}; it has: {', '.join(sorted(made.blocks))}")
    begin, before = made.blocks[block] if block else made.root_render_func, _view.set(view)
    try:
        drawn = env.concat(begin(made.new_context({"page": view})))
    except Exception:
        env.handle_exception()
    finally:
        _view.reset(before)
    key = escape(view.frame.key) if hasattr(view, "frame") else ""
    return Markup(drawn.replace(KEY, key))  # noqa: S704


def kept(macro: Macro, *values: Hashable) -> Markup:
    """A macro drawn with these values, now or before."""
    place = (macro.name, *_scope(_view.get()), values)
    found = _drawings.get(place)
    if found is None:
        if len(_drawings) >= MOST:
            _drawings.clear()
        found = _drawings[place] = Markup(macro(*values))  # noqa: S704
    return found


def _scope(page: Any) -> tuple[Hashable, ...]:
    frame, steers = page.frame, bool(getattr(page, "steers", False))
    crowded = len(getattr(page, "plates", ())) > 8
    return (type(page).__name__, frame.post, frame.rules, frame.search, frame.wide, steers, crowded)
