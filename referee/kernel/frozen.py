"""Frozen dataclasses by base class, each generated on first use.

There are some five hundred kinds of events, commands and questions, and an evening uses a part of them. Generating a
dataclass compiles five methods; doing it for all of them at import was a third of the time to start.
"""

from __future__ import annotations

from dataclasses import Field, dataclass
from threading import RLock
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, dataclass_transform

T = TypeVar("T")

_making = RLock()


class _Fields:
    """The lazy ``__dataclass_fields__`` of a class."""

    def __get__(self, made: object, kind: type) -> Any:
        if Frozen in kind.__mro__[:2]:
            raise AttributeError(f"{kind.__name__} has no fields; the classes below it have.")
        _make(kind)
        return kind.__dict__["__dataclass_fields__"]


@dataclass_transform(frozen_default=True)
class Frozen:
    """Every class below a class derived from this one is a frozen dataclass."""

    if TYPE_CHECKING:
        __dataclass_fields__: ClassVar[dict[str, Field[Any]]]
    else:
        __dataclass_fields__ = _Fields()

        def __init__(self, *args: Any, **kwargs: Any) -> None:
            _make(type(self))  # replaces this method on the class
            self.__init__(*args, **kwargs)

    def __init_subclass__(cls, **flags: Any) -> None:
        """Set the flags of a class line; raises ``TypeError`` for one that no class above it declares."""
        super().__init_subclass__()
        for name, value in flags.items():
            if not hasattr(cls, name):
                raise TypeError(f"{cls.__name__} has no flag {name!r}.")
            setattr(cls, name, value)
        if any(Frozen in base.__mro__[2:] for base in cls.__bases__):
            _make(cls)  # else the parent's __init__ would be inherited


class Hashed(tuple[T, ...]):
    """A tuple that is hashed once: long ones are keys of caches, looked up at every tap."""

    _hash = 0

    def __hash__(self) -> int:
        self._hash = self._hash or super().__hash__()
        return self._hash


def _make(kind: type) -> None:
    with _making:
        if "__dataclass_fields__" not in kind.__dict__:
            dataclass(frozen=True)(kind)
