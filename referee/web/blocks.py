"""A fragment is a named block of the page.

A live update asks for part of a page that already exists whole. Rendering one block of the same template
keeps a single copy of the markup. Only that block runs: a macro it needs is imported inside the block or
lives in the environment's globals, not at the top of the page. A page that extends another offers the
blocks it defines itself.

Most of a page is drawn as it was before: of six seats two change with a bid, of nine lines one. `kept(macro, ...)`
draws a macro once for the same values and hands the drawing out again. Such a macro may read nothing but its own
arguments and what `_scope` names. The key of a form is new on every page, so a drawing holds a mark in its place,
which `fill` replaces at the very end.
"""

from collections.abc import Hashable, Mapping
from typing import Any, Final

from jinja2 import Environment, pass_context
from jinja2.runtime import Context, Macro
from markupsafe import Markup, escape

KEY: Final = "\ue000"
MOST: Final = 3000
_drawings: dict[Hashable, Markup] = {}


def render_block(env: Environment, template: str, block: str, context: Mapping[str, Any]) -> Markup:
    """One block of a template as safe markup; LookupError names the blocks there are."""
    page = env.get_template(template)
    if block not in page.blocks:
        raise LookupError(f"{template} has no block {block!r}; it has: {', '.join(sorted(page.blocks))}")
    try:
        return Markup(env.concat(page.blocks[block](page.new_context(dict(context)))))  # noqa: S704
    except Exception:
        env.handle_exception()


@pass_context
def kept(context: Context, macro: Macro, *values: Hashable) -> Markup:
    """A macro drawn with these values, now or before."""
    place = (macro.name, *_scope(context["page"]), values)
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


def fill(drawn: str, key: str) -> str:
    """A drawn page with the key of its forms in place."""
    return drawn.replace(KEY, str(escape(key)))
