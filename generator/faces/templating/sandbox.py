"""Limits of a template: a folder may come from a stranger, so its templates are data and not programs.

A template sees plain values and the functions made for it, and of each only the attributes listed here.
Nothing is listed whose name begins with "_", nor a path, a module, or a method that changes a value. What a
face may cost is limited, too: loops, calls and outputs count as steps, and texts by their characters. Where
the system can measure it, the time of the processor counts as well.
"""

import functools
import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from random import Random
from types import BuiltinMethodType, MethodType
from typing import Any, Final, NoReturn

import jinja2
from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.environment import TemplateModule
from jinja2.filters import FILTERS, _GroupTuple
from jinja2.runtime import BlockReference, Context, LoopContext, Macro
from jinja2.sandbox import SandboxedEnvironment
from jinja2.utils import Namespace

from components.catalogue import Credits, Deck, Game, Seat
from components.cover import Cover
from components.errors import TemplateError
from components.pieces import Piece
from generator.faces.templating.timing import timed

STEPS: Final = 300_000  # loops, calls, values and outputs of a face
CHARACTERS: Final = 30_000_000  # characters in all texts that are made on the way to a face
TEXT: Final = 4_000_000  # characters of one text
SECONDS: Final = 4.0  # processor time for a face
_INTEGER = 10**30  # numbers beyond it only serve to make others wait
_COST_OF_TEXT = 8  # characters that even an empty text counts as
_WIDE = r"%[^%a-zA-Z]*(?:\d{3}|\*)"

_SEQUENCE = {"count", "index"}
_ATTRIBUTES: Mapping[type, frozenset[str]] = {
    kind: frozenset(names)
    for kind, names in {
        str: """capitalize count endswith find index isalpha isdigit islower isupper lower lstrip
            partition removeprefix removesuffix replace rfind rpartition rsplit rstrip split splitlines
            startswith strip swapcase title upper""".split(),
        dict: {"get", "items", "keys", "values"},
        list: _SEQUENCE,
        tuple: _SEQUENCE,
        range: _SEQUENCE,
        _GroupTuple: {"grouper", "list"},
        LoopContext: """changed cycle depth depth0 first index index0 last length nextitem previtem revindex
            revindex0""".split(),
        Piece: {"code", "tag", "copies", "fields"},
        Deck: {"name", "title", "size", "shape", "face", "back", "sprue", "pieces", "grid", "count"},
        Game: {
            "slug",
            "title",
            "tagline",
            "players",
            "credits",
            "seats",
            "decks",
            "symbols",
            "deck",
            "cover",
        },
        Cover: {"title", "minutes", "age", "pitch", "picture", "time", "years"},
        Credits: {"authors", "licence", "source", "note"},
        Seat: {"name", "letter", "shape"},
        Random: {"choice", "randint", "random", "randrange", "uniform", "gauss", "triangular"},
    }.items()
}
_GUIDE = "docs/own-games.md lists what templates can use."
_FILTERS = """abs capitalize count d default dictsort e escape first float groupby int items join last
    length list lower map max min reject rejectattr replace reverse round select selectattr sort string sum
    title trim unique upper wordcount""".split()
_COUNTED = (str, list, tuple, dict)
_PLAIN = frozenset({str, int, float, bool})
_NUMBERS = frozenset({int, float})
_HOLDING = frozenset({list, tuple, dict})
_DIRECT = frozenset({Macro, MethodType, BuiltinMethodType})  # only macros of these get a context
_CALLABLE = (Macro, LoopContext, BlockReference, MethodType, BuiltinMethodType)


class Sandbox(SandboxedEnvironment):
    """Jinja with a budget and a list of what may be touched.

    looked_up  types of which a template may read every name that they offer
    functions  functions that a template may call
    """

    intercepted_binops = frozenset({"+", "*", "**", "%"})

    def __init__(
        self, looked_up: Iterable[type], functions: Iterable[Callable[..., Any]], **settings: Any
    ) -> None:
        super().__init__(
            undefined=jinja2.StrictUndefined, autoescape=False, finalize=self._written, **settings
        )
        self.code_generator_class = _Counting
        self._looked_up = (Namespace, TemplateModule, *looked_up)
        self._readable: dict[type, frozenset[str] | bool] = {}
        # Attributes found to be readable, and read since; quicker than to ask again.
        self.read: set[tuple[type, str]] = set()
        self._functions = frozenset((self.counted, _range, dict, Namespace, *functions))
        self.globals.clear()
        self.globals |= {"range": _range, "dict": dict, "namespace": Namespace}
        self.filters.clear()
        self.filters |= {name: self._limited(name) for name in _FILTERS}
        self.renew()

    def renew(self) -> None:
        """Begin with a full budget."""
        self._steps, self._characters = STEPS, CHARACTERS

    def charge(self, steps: int) -> None:
        self._steps -= steps
        if self._steps < 0:
            raise TemplateError(
                f"The template takes more than {STEPS:,} steps to draw a face.",
                todo="Draw less, or use shorter loops.",
            )

    def charge_text(self, length: int) -> None:
        """Pay for a text of that length, before it is made where that is possible."""
        self._characters -= length + _COST_OF_TEXT
        if self._characters < 0 or length > TEXT:
            raise TemplateError(
                f"The template makes more than {TEXT if length > TEXT else CHARACTERS:,} characters of text.",
                todo="Draw less, or use shorter loops.",
            )

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        if attr.startswith("_"):
            return False
        kind = type(obj)
        if kind not in self._readable:
            listed = [_ATTRIBUTES[base] for base in kind.__mro__ if base in _ATTRIBUTES]
            self._readable[kind] = listed[0] if listed else issubclass(kind, self._looked_up)
        readable = self._readable[kind]
        if not (readable if isinstance(readable, bool) else attr in readable):
            return False
        self.read.add((kind, attr))
        return True

    def getattr(self, obj: Any, attribute: str) -> Any:
        kind = type(obj)
        if kind is dict and attribute in obj and attribute not in _ATTRIBUTES[dict]:
            return obj[attribute]  # most of what templates ask for; quicker than to miss an attribute first
        if (kind, attribute) in self.read:
            try:
                return getattr(obj, attribute)
            except AttributeError:
                return super().getattr(obj, attribute)
        return super().getattr(obj, attribute)

    def unsafe_undefined(self, obj: Any, attribute: str) -> NoReturn:
        if isinstance(obj, jinja2.Undefined):
            obj._fail_with_undefined_error()
        kind = type(obj).__name__.lstrip("_")
        raise TemplateError(f'A template cannot use "{attribute}" of a {kind}.', todo=_GUIDE)

    def wrap_str_format(self, value: Any) -> None:
        """`str.format` is not among the attributes of a text, so that no safe one is needed."""

    def is_safe_callable(self, obj: Any) -> bool:
        return isinstance(obj, _CALLABLE) or (isinstance(obj, Hashable) and obj in self._functions)

    def call(__self, __context: Context, __obj: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: N805
        __self.charge(1)
        if not __self.is_safe_callable(__obj):
            raise TemplateError(f"A template cannot call a {type(__obj).__name__}.", todo=_GUIDE)
        if isinstance(__obj, BuiltinMethodType) and __obj.__name__ == "replace":
            __self._check_replacing(str(__obj.__self__), *args[:2])
        elif type(__obj) is LoopContext and args:
            args = (__self.counted(args[0]), *args[1:])
        result: Any
        if type(__obj) in _DIRECT:
            # As `Context.call` does, which first asks what kind of function it has been given.
            kwargs.pop("_block_vars", None)
            kwargs.pop("_loop_vars", None)
            first = (__context.eval_ctx,) if type(__obj) is Macro else ()
            result = __obj(*first, *args, **kwargs)
        else:
            result = __context.call(__obj, *args, **kwargs)
        return __self.made(result) if isinstance(result, _COUNTED) else result

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        if type(left) is float and type(right) in _NUMBERS and operator in "+*":
            return self.binop_table[operator](left, right)  # most of what templates calculate
        if isinstance(left, (int, float)) and isinstance(right, (int, float)):
            if operator == "**" and not (abs(right) <= 100 and abs(left) <= 10**6):
                raise TemplateError(f"The power {left} ** {right} is too large.")
            value = self.binop_table[operator](left, right)
            if type(value) is int and not -_INTEGER < value < _INTEGER:
                raise TemplateError("A number has more than 30 digits.")
            return value
        if operator == "%" and isinstance(left, str):
            return self._formatted(left, right)
        if operator == "*":
            many, part = (left, right) if isinstance(left, int) else (right, left)
            if not isinstance(many, int) or not isinstance(part, (str, list, tuple)):
                raise TemplateError(f"A {type(left).__name__} and a {type(right).__name__} have no product.")
            (self.charge_text if isinstance(part, str) else self.charge)(len(part) * max(0, many))
        elif operator == "+" and isinstance(left, str) and isinstance(right, str):
            self.charge_text(len(left) + len(right))
            return left + right
        return self.made(self.binop_table[operator](left, right))

    def made(self, value: Any) -> Any:
        """The value, paid for: a text by its length, lists and tables by all that is in them."""
        kind = type(value)
        if isinstance(value, str):
            self.charge_text(len(value))
        elif kind in _HOLDING:
            waiting = [value]
            while waiting:
                inner = waiting.pop()
                self.charge(len(inner))
                held = inner.values() if type(inner) is dict else inner
                waiting += [one for one in held if type(one) in _HOLDING]
        return value

    def joined(self, parts: tuple[Any, ...]) -> str:
        """The texts of `a ~ b`."""
        texts = [part if type(part) is str else str(self._written(part)) for part in parts]
        self.charge_text(sum(map(len, texts)))
        return "".join(texts)

    def counted(self, values: Iterable[Any]) -> Iterator[Any]:
        """The values of a loop, each a step."""
        for value in values:
            self._steps -= 1
            if self._steps < 0:
                self.charge(0)
            yield value

    def concat(self, parts: Iterable[str]) -> str:
        """Join what a template or a macro has written."""
        texts = list(parts)  # no more than twice as many as there are steps
        self.charge_text(sum(map(len, texts)))
        return "".join(texts)

    def _written(self, value: Any) -> Any:
        """A value that is about to become text; a list could become one without end."""
        self._steps -= 1
        if type(value) in _PLAIN and self._steps >= 0:
            return value
        self.charge(0)
        if isinstance(value, (str, int, float, jinja2.Undefined)) or value is None:
            return value
        raise TemplateError(
            f"A {type(value).__name__} cannot be written.", todo="Write its parts, for example with |join."
        )

    def _check_replacing(self, text: str, old: Any = None, new: Any = None) -> None:
        """Pay for a text before parts of it are replaced by longer ones."""
        if isinstance(old, str) and isinstance(new, str):
            self.charge_text(len(text) + text.count(old) * len(new))

    def _formatted(self, form: str, values: Any) -> str:
        """`"%s %s" % (one, other)`."""
        if re.search(_WIDE, form):
            raise TemplateError(f'The width in "{form[:40]}" is too large.')
        for value in values if isinstance(values, tuple) else (values,):
            self.charge_text(len(value) if isinstance(self._written(value), str) else 0)
        return str(self.made(form % values))

    def _limited(self, name: str) -> Callable[..., Any]:
        """The filter of that name; what goes in and what comes out is paid for."""
        original = FILTERS[name]
        first = 1 if hasattr(original, "jinja_pass_arg") else 0

        @functools.wraps(original)
        def limited(*args: Any, **kwargs: Any) -> Any:
            value, *more = args[first:]
            if isinstance(value, jinja2.Undefined):
                return original(*args, **kwargs)
            if name in (
                "string",
                "e",
                "escape",
                "capitalize",
                "lower",
                "upper",
                "title",
                "trim",
                "wordcount",
            ):
                self._written(value)
            elif name == "replace":
                self._written(value)
                self._check_replacing(str(value), *more[:2])
            elif name == "round":
                precision = more[0] if more else kwargs.get("precision", 0)
                if not isinstance(precision, int) or abs(precision) > 20:
                    raise TemplateError("A number is rounded to at most 20 places.")
            elif name == "sum" and (len(more) > 1 or "start" in kwargs):
                raise TemplateError("A sum begins at 0.")
            if name == "join":
                value = [self._written(one) for one in self.counted(value)]
                glue = str(self._written(more[0] if more else kwargs.get("d", "")))
                self.charge_text(sum(len(str(one)) for one in value) + len(glue) * len(value))
            elif hasattr(value, "__len__"):
                self.charge(1 + len(value) // 64 if isinstance(value, str) else len(value))
            elif hasattr(value, "__next__"):
                value = self.counted(value)
            result = self.made(original(*args[:first], value, *more, **kwargs))
            return str(result) if isinstance(result, str) else result

        return limited


def face_timed() -> AbstractContextManager[None]:
    """Raises `TemplateError` in the middle of a face that takes too long, where the system can do so."""
    what = f"The face takes longer than {SECONDS:g} seconds to draw."
    return timed(SECONDS, TemplateError(what, todo="Draw less, or use shorter loops."))


def _range(*bounds: int) -> range:
    """As in Python, but no longer than a budget."""
    found = range(*bounds)
    if len(found) > STEPS:
        raise TemplateError(f"A range is longer than {STEPS:,}.", todo="Use a shorter one.")
    return found


class _Counting(CodeGenerator):
    """Writes the program of a template so that its loops, lists and joined texts are paid for."""

    def visit_For(self, node: nodes.For, frame: Frame) -> None:  # noqa: N802
        counted = nodes.EnvironmentAttribute("counted")
        node.iter = nodes.Call(counted, [node.iter], [], None, None, lineno=node.lineno)
        super().visit_For(node, frame)

    def visit_Concat(self, node: nodes.Concat, frame: Frame) -> None:  # noqa: N802
        self.write("environment.joined((")
        for part in node.nodes:
            self.visit(part, frame)
            self.write(", ")
        self.write("))")

    def visit_List(self, node: nodes.List, frame: Frame) -> None:  # noqa: N802
        self._paid(super().visit_List, node, frame)

    def visit_Dict(self, node: nodes.Dict, frame: Frame) -> None:  # noqa: N802
        self._paid(super().visit_Dict, node, frame)

    def visit_Tuple(self, node: nodes.Tuple, frame: Frame) -> None:  # noqa: N802
        if node.ctx == "load":
            self._paid(super().visit_Tuple, node, frame)
        else:
            super().visit_Tuple(node, frame)

    def _paid(self, write: Callable[..., None], node: nodes.Expr, frame: Frame) -> None:
        self.write("environment.made(")
        write(node, frame)
        self.write(")")
