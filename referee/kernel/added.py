"""House rules from a folder: registered whole or not at all, and disabled when they raise.

A mistake in a group's own rule must cost that rule and nothing else. So everything a module registered is rolled back
if its import fails, and a ruling that raises while it answers is reported and counts as having no answer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.kernel import rulings
from referee.kernel.speakers import Registry, clear_cache

OnError = Callable[[Exception], None]


def put_in_force(load: Callable[[], object], check_numbers: Callable[[set[str]], None], on_error: OnError) -> None:
    """Call ``load`` to register rules; ``check_numbers`` raises for numbers that are not its own.

    Any exception goes to ``on_error``, now or when a ruling fails later; nothing is raised.
    """
    registries = (rulings._answers, rulings._effects)
    before = [{kind: list(entries) for kind, entries in registry.items()} for registry in registries]
    options = dict(rulings.OPTIONS)
    try:
        load()
        numbers = {option.rule for key, option in rulings.OPTIONS.items() if options.get(key) is not option}
        for registry, old in zip(registries, before, strict=True):
            numbers |= _guard(registry, old, None if registry is rulings._answers else (), on_error)
        clear_cache()
        for rule, instead in unmatched_replacements():
            raise ValueError(f"Rule {rule} answers in the place of {instead}, which does not speak there.")
        check_numbers(numbers)
    except Exception as error:
        for registry, old in zip(registries, before, strict=True):
            registry.clear()
            registry.update(old)
        rulings.OPTIONS.clear()
        rulings.OPTIONS.update(options)
        clear_cache()
        on_error(error)


def unmatched_replacements() -> list[tuple[str, str]]:
    """Return (rule, replaced rule) where the replaced rule never answers that question: a wrong number."""
    wrong = []
    for entries in rulings._answers.values():
        speaking = {"", *(rule for place, rule, _ in entries if not place.instead)}
        wrong += [(rule, place.instead) for place, rule, _ in entries if place.instead not in speaking]
    return wrong


def _guard(registry: Registry, old: Registry, default: object, on_error: OnError) -> set[str]:
    """Wrap the new entries so that an exception yields ``default``; return their rule ids."""
    numbers = set()
    for kind, entries in registry.items():
        known = {id(speaker) for _, _, speaker in old.get(kind, ())}
        for place, (order, rule, speaker) in enumerate(entries):
            if id(speaker) not in known:
                entries[place] = (order, rule, _guarded(speaker, default, on_error))
                numbers.add(rule)
    return numbers


def _guarded(speaker: Callable[..., Any], default: object, on_error: OnError) -> Callable[..., Any]:
    def speak(*given: Any) -> Any:
        try:
            answer = speaker(*given)
            return answer if default is None else tuple(answer)
        except Exception as error:
            on_error(error)
            return default

    return speak
