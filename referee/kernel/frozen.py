"""Dataclasses by base class, each generated on first use: frozen values, and the states of a table.

There are some eight hundred of them, and an evening uses a part. Generating a dataclass compiles five methods; doing it
for all of them at import was a third of the time to start.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, Field, dataclass, field, fields, make_dataclass
from threading import RLock
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, dataclass_transform

T = TypeVar("T")

_making = RLock()


class _Fields:
    """The lazy ``__dataclass_fields__`` of a class."""

    def __get__(self, made: object, kind: type) -> Any:
        if {_Lazy, Frozen} & {kind, *kind.__bases__}:
            raise AttributeError(f"{kind.__name__} has no fields; the classes below it have.")
        _make(kind)
        return vars(kind)["__dataclass_fields__"]


class _Lazy:
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
        if not TYPE_CHECKING:
            cls.__dataclass_fields__ = _Fields()  # not its parent's
        if "__init__" not in vars(cls):
            cls.__init__ = _Lazy.__init__  # type: ignore[method-assign]
        if any(isinstance(own, Field) and own.default is own.default_factory is MISSING for own in vars(cls).values()):
            _make(cls)  # such a field takes the place of a class variable


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Frozen(_Lazy):
    """Every class below a class derived from this one is a frozen dataclass."""


class Value(Frozen):
    """Every class below is a frozen dataclass."""


@dataclass_transform(field_specifiers=(field,))
class State(_Lazy):
    """Every class below is a dataclass that changes."""


class Hashed(tuple[T, ...]):
    """A tuple that is hashed once: long ones are keys of caches, looked up at every tap."""

    _hash = 0

    def __hash__(self) -> int:
        self._hash = self._hash or super().__hash__()
        return self._hash


def _make(kind: type) -> None:
    with _making:
        if isinstance(vars(kind)["__dataclass_fields__"], _Fields):
            dataclass(frozen=issubclass(kind, Frozen), init=False)(kind)
            if vars(kind)["__init__"] is _Lazy.__init__:
                kind.__init__ = _init(kind)  # type: ignore[misc]


def _init(kind: type) -> Callable[..., None]:
    """Return the generated ``__init__`` of a class that keeps its lazy one until this is put in its place.

    ``dataclass`` would take one away and put the other there later: an instance made in between, in another
    thread, would be given that of the class above.
    """
    names = [
        (
            one.name,
            one.type,
            field(default=one.default, default_factory=one.default_factory, init=one.init, kw_only=one.kw_only),
        )
        for one in fields(kind)
    ]
    after = {"__post_init__": kind.__post_init__} if hasattr(kind, "__post_init__") else {}
    twin = make_dataclass(kind.__name__, names, namespace=after, frozen=issubclass(kind, Frozen), repr=False, eq=False)
    generated: Callable[..., None] = vars(twin)["__init__"]
    generated.__qualname__ = f"{kind.__qualname__}.__init__"
    return generated
