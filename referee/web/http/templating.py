"""Compiles templates to faster Python: macros are plain functions, and layout whitespace is removed.

An environment with a ``said`` compiles them in another language: the words of a template are translated while it is
compiled, once, and each value where it is drawn, if it stands where words are read: never in an address or a field.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Iterator
from functools import partial
from textwrap import wrap
from typing import Any
from zlib import crc32

from jinja2 import Environment, nodes
from jinja2.compiler import CodeGenerator, Frame, MacroRef
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream
from jinja2.utils import missing
from markupsafe import Markup, escape

from referee.kernel import Saying, Several, say
from referee.web.http.words_of_a_page import PageReader

INLINE = ("a", "b", "code", "em", "i", "kbd", "small", "span", "strong", "input", "output", "select", "svg")
VALUE = "\0"  # placeholder for a printed expression
PLAIN = frozenset({str, Saying, Several})  # words, to be escaped only where they have a special character
_open, _closed = rf"<(?:{'|'.join(INLINE)})\b", "|".join(f"(?<=</{tag}>)" for tag in INLINE)
BREAK = re.compile(r"\s*\n\s*")
SPACE = re.compile(rf"(?<=[^\s<>\0])\s*\n\s*(?=[^\s<]|{_open})|(?:(?<=\0)|{_closed})\s*\n\s*(?=[^\s<>\0])")
_special = re.compile("[&<>\"']").search


def _source() -> str:
    """Return this file's source, "" in a frozen program, where only one version exists."""
    try:
        return inspect.getsource(sys.modules[__name__])
    except OSError:
        return ""


COMPILED = crc32(_source().encode())  # changes whenever this compiler does


def part(macro: Callable[..., str], arity: int) -> Callable[..., str]:
    """Return a macro as a function whose arguments default to ``missing``."""
    macro.__defaults__ = (missing,) * arity
    return macro


def joined(pieces: tuple[object, ...]) -> str:
    """Join what stands between ``~``: markup where a piece is, with all others escaped."""
    return Markup("").join(pieces) if Markup in map(type, pieces) else "".join(map(str, pieces))  # type: ignore[arg-type]


class PlainCode(CodeGenerator):
    """Compiles macros to functions and calls to calls: without it a tap of seven pages takes 1.3 times the processor.

    Arguments are positional but for the slots of ``say``, and ``a.b`` is an attribute, which must be there, never an
    item. Only macros used with ``call`` are Jinja's own.
    """

    def write_commons(self) -> None:
        super().write_commons()
        names = "part", "plain", "special", "joined"
        self.writeline(f"{', '.join(names)} = (environment.globals[name] for name in {names})")

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:
        named = node.kwargs and not (isinstance(node.node, nodes.Name) and node.node.name == "say")
        if forward_caller or named or node.dyn_args or node.dyn_kwargs:
            super().visit_Call(node, frame, forward_caller=forward_caller)
            return
        self.visit(node.node, frame)
        self.write("(")
        for arg in node.args:
            self.visit(arg, frame)
            self.write(", ")
        for slot in node.kwargs:
            self.write(f"{slot.key}=")
            self.visit(slot.value, frame)
            self.write(", ")
        self.write(")")

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:
        if isinstance(node.node, nodes.Name) and node.node.name == "self":  # blocks are items of it
            super().visit_Getattr(node, frame)
            return
        self.write("(")
        self.visit(node.node, frame)
        self.write(f").{node.attr}")

    def visit_Concat(self, node: nodes.Concat, frame: Frame) -> None:
        if not frame.eval_ctx.autoescape:
            super().visit_Concat(node, frame)
            return
        self.write("joined((")
        for one in node.nodes:
            self.visit(one, frame)
            self.write(", ")
        self.write("))")

    def macro_def(self, macro_ref: MacroRef, frame: Frame) -> None:
        if macro_ref.accesses_caller or macro_ref.accesses_kwargs or macro_ref.accesses_varargs:
            super().macro_def(macro_ref, frame)
        else:
            self.write(f"part(macro, {len(macro_ref.node.args)})")

    def return_buffer_contents(self, frame: Frame, force_unescaped: bool = False) -> None:
        if frame.eval_ctx.autoescape:
            self.writeline(f"return str.__new__(Markup, concat({frame.buffer}))")
        else:
            super().return_buffer_contents(frame, force_unescaped)

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        """Write the test for markup, plain words and numbers where a value is printed: most need no call."""
        if frame.eval_ctx.autoescape:
            self.write("(_v if (_t := type(_v := (")
        else:
            super()._output_child_pre(node, frame, finalize)

    def _output_child_post(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if frame.eval_ctx.autoescape:
            self.write("))) is Markup or (_t in plain and not special(_v)) else str(_v) if _t is int else escape(_v))")
        else:
            super()._output_child_post(node, frame, finalize)


def _as_it_is(words: Any) -> Any:
    return words


def typed(words: object) -> Markup:
    """Return what a person typed, which is no word of any language."""
    return escape(words)


def _no_other(words: object) -> str:
    return ""


ENGLISH = {"said": _as_it_is, "typed": typed, "say": say, "lang": "en", "words": "", "languages": tuple}
ENGLISH |= {"tongue": _no_other}  # marks a rule's text in English on a page in another language
ENGLISH |= {"in_lines": partial(wrap, break_long_words=False)}  # a name on the map, said in the language of its page


class Lean(Extension):
    """A Jinja extension: plain functions, and no layout whitespace.

    A line break in a template, with its indentation, is one space between words of a line of text (beside other words,
    a value or an inline element) and nothing elsewhere. So templates can be laid out for readers.
    """

    def __init__(self, environment: Environment) -> None:
        super().__init__(environment)
        environment.code_generator_class = PlainCode
        environment.globals.update(part=part, joined=joined, plain=PLAIN, special=_special, **ENGLISH)

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        before, said, wraps = "", getattr(self.environment, "said", None), False
        spot = PageReader(said) if said else None
        for token in stream:
            if token.type == "data":
                text = lean(token.value, before, stream.current.type)
                token = Token(token.lineno, "data", spot.read(text) if spot else text)
            elif token.type == "variable_end" and wraps:
                wraps = False
                yield Token(token.lineno, "rparen", ")")
            elif spot and token.type == "name" and token.value in {"macro", "endmacro"}:
                spot.begin()
            before = token.type
            yield token
            if token.type == "variable_begin" and spot and spot.shows_words():
                wraps = True
                yield Token(token.lineno, "name", "said")
                yield Token(token.lineno, "lparen", "(")


def lean(text: str, before: str, after: str) -> str:
    """Return the text between two template tags without layout whitespace."""
    text = f"{VALUE * (before == 'variable_end')}{text}{VALUE * (after == 'variable_begin')}"
    return BREAK.sub("", SPACE.sub(" ", text)).replace(VALUE, "")
