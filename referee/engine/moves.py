"""Declared moves: a small class says how its move is typed, and what each part of it is called.

    @move("row {row}")
    class Row:
        \"\"\"Fly to the next column's tile in that row (LB 4.2).\"\"\"

        row: Annotated[int, number("Row")]

Everything else follows from the declaration: the text of a move (`str(Row(3))` is `row 3`), the reader of
what people type (`Grammar`), the table of moves in `referee help` and in the guides, and labelled fields for
a screen (`form_of`, `parts_of`).

A form is made of words and fields:

    {row}       a field of one word
    {name...}   a field that may take several words, such as a player's name
    [ in {n}]   left out while each of its fields has its default: None, or nothing at all
    [ spare]    a word alone in brackets is a flag, the field of that name
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from functools import cached_property
from typing import Any, Protocol, TypeVar, dataclass_transform, get_type_hints, runtime_checkable

from components.errors import DataError, UsageError, did_you_mean
from components.wording import listed
from referee.engine.asking.fields import Field, Typed
from referee.engine.asking.picks import Mixed, Says, Word, words_of
from referee.engine.game import Seat

T = TypeVar("T")

_TOKEN = re.compile(r"\{(\w+)(\.\.\.)?\}|\[([^\]]*)\]| +|[^{}\[\] ]+")
_VERB = re.compile(r"((?:\{\w+\} )*)([^{}\[\] ]+)")
_FLAG = re.compile(r"\[ *([a-z_]\w*)\]")
_RULE = re.compile(r"\(([A-Z]{1,4} \d[^)]*)\)")


@dataclass(frozen=True)
class Form:
    """Form in which a move is typed, and how it is chosen.

    text    the form as it was declared: "ship {warp} {cannons} {hold} {tank} {fuel}"
    fields  the fields by name, in the order of the form; flags have none
    about   what the move does: the first sentence of its class, without the rules
    rules   the rules it follows, as they are cited there: "PA 4.1"
    flags   the words it may have or not, by the name of their field
    ask     what a player is to do to make it, a verb and at most `LONGEST_ASK` letters
    does    what the button says that makes it, with fields as in the form, but as people say their values
    mixed   whether all its numbers are one choice, each with a value from the beginning
    loose   whether what it means depends on the table, see `Meant`
    """

    text: str
    fields: Mapping[str, Field]
    about: str
    rules: tuple[str, ...]
    flags: Mapping[str, Word]
    ask: Says = ""
    does: Says = ""
    mixed: Mixed | None = None
    loose: bool = False

    @cached_property
    def required(self) -> tuple[str, ...]:
        """The names of the fields without which there is no such move."""
        return tuple(re.findall(r"\{(\w+)", re.sub(r"\[[^\]]*\]", "", self.text)))

    @property
    def verb(self) -> str:
        """The word that names it: its first, after the fields it may begin with; empty if it has none."""
        return self.named[1]

    def is_named(self, words: Sequence[str]) -> bool:
        """Tell whether these words have its verb where the form has it."""
        place, verb = self.named
        return bool(verb) and len(words) > place and words[place].lower() == verb

    @cached_property
    def named(self) -> tuple[int, str]:
        """The number of the fields it begins with, and its verb."""
        found = _VERB.match(self.text)
        return (found[1].count("{"), found[2]) if found else (0, "")

    @property
    def grammar(self) -> str:
        """For people: "ship WARP CANNONS HOLD TANK FUEL"."""
        filled = re.sub(r"\{(\w+)(\.\.\.)?\}", lambda found: _placeholder(self.fields[found[1]]), self.text)
        return filled.replace("[ ", " [")

    @property
    def pattern(self) -> str:
        """A regular expression that fits the text of every such move."""
        return f"^{re.sub(r'[?]P<[a-z_]+>', '', _expression(self.text))}$"


_FORMS: dict[type[Any], Form] = {}


@dataclass_transform(frozen_default=True)
def move(
    form: str, *, ask: Says = "", does: Says = "", mixed: Mixed | None = None
) -> Callable[[type[T]], type[T]]:
    """Declares a move: makes the class a dataclass whose `str` is the form filled in.

    A form that only stands for another when it is typed (see `Meant`) asks for nothing; see `Form` for the
    others.

    Its fields are annotated `Annotated[type, Field]`. Nobody sets one, as with a `record`: the types forbid
    it, and a frozen move would take more than twice as long to make.
    """

    def declare(cls: type[T]) -> type[T]:
        made = dataclass(slots=True, unsafe_hash=True)(cls)
        made.__str__ = _writer(form, made)  # type: ignore[method-assign]
        _choices[made] = (ask, does, mixed)
        return made

    return declare


def form_of(kind: type[Any]) -> Form:
    """The form of a class of moves. Raises `DataError` if it does not fit the fields of the class."""
    if kind not in _FORMS:
        hints = get_type_hints(kind, include_extras=True)
        declaration = _declarations.get(kind, "")
        for what, todo in _mistakes(kind, declaration, hints):
            raise DataError(what, where=f"{kind.__module__}.{kind.__qualname__}", todo=todo)
        found = {
            name: next(extra for extra in hints[name].__metadata__ if isinstance(extra, Field))
            for name in re.findall(r"\{(\w+)", declaration)
        }
        words = inspect.cleandoc(kind.__doc__ or "").partition("\n\n")[0].replace("\n", " ")
        rules = tuple(_RULE.findall(words))
        about = _RULE.sub("", words).replace(" .", ".").replace("  ", " ").strip()
        flags = {name: _word(hints[name]) for name in _FLAG.findall(declaration)}
        _FORMS[kind] = Form(declaration, found, about, rules, flags, *_choices[kind], issubclass(kind, Meant))
    return _FORMS[kind]


def _word(hint: Any) -> Word:
    """The way a flag is chosen: `on: Annotated[bool, Word({…})]`, or without more words."""
    return next((extra for extra in getattr(hint, "__metadata__", ()) if isinstance(extra, Word)), Word())


def _mistakes(kind: type[Any], form: str, hints: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Say what is wrong with the form of a class, or with the fields it is typed with, and what to do."""
    if not form:
        yield "It has no form.", '@move("…") is missing above it.'
    if left := _TOKEN.sub("", form):
        yield f'"{form}" has a "{left[0]}" without its other half.', ""
    typed = re.findall(r"\{(\w+)", form)
    named, fields = {*typed, *_FLAG.findall(form)}, kind.__match_args__
    for name in sorted(named.difference(fields)):
        yield f'"{form}" names "{name}", which is not a field.', did_you_mean(name, fields)
    for name in sorted({*fields} - named - _defaults(kind).keys()):
        yield f'"{form}" lacks the field "{name}".', f"Write {{{name}}} where it is typed."
    for name in typed:
        if not any(isinstance(extra, Field) for extra in getattr(hints[name], "__metadata__", ())):
            todo = f'Write {name}: Annotated[…, number("Label")], for a number.'
            yield f'The field "{name}" has no label.', todo


def parts_of(move: object) -> Iterator[tuple[Field, str]]:
    """The fields of a move that say something, with their texts, in the order of its form."""
    for name, field in form_of(type(move)).fields.items():
        if (value := getattr(move, name)) is not None:
            yield field, field.write(value)


def made(kind: type[Any], parts: Mapping[str, str | None], typed: Typed) -> Any:
    """The move of that class with those texts, by name; None is left out. Raises `UsageError`.

    What it is depends on the table where the class says what is meant, see `Meant`.
    """
    values: dict[str, Any] = {}
    typed = typed._replace(parts=values)  # The parts grow as they are read.
    form = form_of(kind)
    for name, text in parts.items():
        if name not in form.fields:
            values[name] = text is not None
        elif text is not None:
            values[name] = form.fields[name].read(text.strip(), typed)
    move = kind(**values)
    return move.meant(typed) if form.loose else move


def done_by(move: Any, state: Any, seat: Seat) -> str:
    """The words of the button that makes this move: "Fly to row 3". Empty where its form has none."""
    kind = type(move)
    words = words_of(form_of(kind).does, state, seat)
    return "".join([piece(move) for piece in _pieces(words, kind, people=True)])


def said(move: Any) -> str:
    """The move for people who tap it: its text with words in place of letters, "brute pick 3,2"."""
    kind = type(move)
    if kind not in _SAID:
        _SAID[kind] = tuple(_pieces(_declarations[kind], kind, people=True))
    return "".join([piece(move) for piece in _SAID[kind]])


@runtime_checkable
class Meant(Protocol):
    """A move that may be typed in a looser form than it is written in."""

    def meant(self, typed: Typed) -> Any:
        """The move that is meant by what was typed."""
        ...


@runtime_checkable
class Declares(Protocol):
    """A game whose moves are declared, as those of our five and their pads are."""

    GRAMMAR: Grammar


def labelled(game: object, text: str) -> str:
    """The numbers of a move of that game with their labels, see `Grammar.labelled`."""
    return game.GRAMMAR.labelled(text) if isinstance(game, Declares) else ""


Reader = Callable[[str, Typed], Any]


class Grammar:
    """The moves of a game, as people type them.

    kinds  the classes of moves. Of several with one verb, or of those without one if no verb is typed, the
           first whose form fits is read
    also   readers of what fits no form, by its first word; each is given the text after that word
    """

    def __init__(self, *kinds: type[Any], also: Mapping[str, Reader] | None = None) -> None:
        self.kinds = kinds
        self._also = also or {}
        self._patterns: dict[type[Any], re.Pattern[str]] = {}

    @property
    def forms(self) -> tuple[Form, ...]:
        return tuple(map(form_of, self.kinds))

    def labelled(self, text: str) -> str:
        """The numbers of a move, or of its beginning, with their labels: "Warp 1, Fuel 5".

        Empty if its form has one field only, and for a text with anything but numbers.
        """
        verb, *words = text.split() or [""]
        for form in self.forms if words and all(map(str.isdigit, words)) else ():
            if form.verb == verb and len(form.fields) > 1:
                named = zip(form.fields.values(), words, strict=False)
                return ", ".join(f"{field.label} {word}" for field, word in named)
        return ""

    def read(self, text: str, state: Any, seat: Seat, moves: Callable[[Any, Seat], Sequence[Any]]) -> Any:
        """The move of that text, such as `ship 1 2 1 2 5`. Raises `UsageError` for text that is not a move.

        Commas may stand for the spaces between fields, where the text fits no form as it was typed.

        moves  gives the legal moves of a seat
        """
        typed = Typed(state, seat, f'"{text}"', lambda: moves(state, seat))
        plain = " ".join(text.split())
        verb, _, rest = plain.partition(" ")
        words = plain.split(" ")
        named = self._named(words)
        known = named or verb.lower() in self._also
        kinds = named if known else [kind for kind in self.kinds if not form_of(kind).verb]
        if fitting := self._fitting(kinds, plain):
            return made(fitting[0], fitting[1].groupdict(), typed)
        if verb.lower() in self._also:
            return self._also[verb.lower()](rest, typed)
        if fitting := self._fitting(kinds, " ".join(plain.replace(",", " ").split())):
            return made(fitting[0], fitting[1].groupdict(), typed)
        if named:
            raise _misfit(list(map(form_of, named)), rest, typed)
        verbs = {form.verb for form in self.forms if form.verb} | set(self._also)
        raise UsageError(f'There is no move "{verb}".', where=typed.where, todo=did_you_mean(verb, verbs))

    def _named(self, words: Sequence[str]) -> Sequence[type[Any]]:
        """The kinds of move whose verb stands where their form has it; else those whose verb comes first."""
        verbs = [word.lower() for word in words[: self._deepest]]
        found = [self._by_verb.get((place, verb), ()) for place, verb in enumerate(verbs)]
        if len(several := [kinds for kinds in found if kinds]) == 1:
            return several[0]
        if several:
            return [kind for kind in self.kinds if any(kind in kinds for kinds in several)]
        return [kind for kind in self.kinds if verbs[0] and form_of(kind).verb == verbs[0]]

    @cached_property
    def _by_verb(self) -> Mapping[tuple[int, str], Sequence[type[Any]]]:
        """The kinds of move by the place of their verb among the words, and the verb."""
        found: dict[tuple[int, str], list[type[Any]]] = {}
        for kind in self.kinds:
            place, verb = form_of(kind).named
            if verb:
                found.setdefault((place, verb), []).append(kind)
        return found

    @cached_property
    def _deepest(self) -> int:
        """Count the first words among which a verb may be."""
        return 1 + max((place for place, _ in self._by_verb), default=0)

    def _fitting(self, kinds: Sequence[type[Any]], text: str) -> tuple[type[Any], re.Match[str]] | None:
        """The first kind of move whose form the text fits."""
        for kind in kinds:
            if found := self._pattern(kind).fullmatch(text):
                return kind, found
        return None

    def _pattern(self, kind: type[Any]) -> re.Pattern[str]:
        if kind not in self._patterns:
            self._patterns[kind] = re.compile(_expression(form_of(kind).text), re.IGNORECASE)
        return self._patterns[kind]


def _misfit(forms: Sequence[Form], rest: str, typed: Typed) -> UsageError:
    """For text that fits none of the forms, which have one verb."""
    form, todo = forms[0], f"Write {' or '.join(form.grammar for form in forms)}."
    if not form.fields:
        return UsageError(f'"{rest}" is not expected here.', where=typed.where, todo=todo)
    needed = listed(form.fields[name].label for name in form.required)
    return UsageError(f"{form.verb} needs {needed}.", where=typed.where, todo=todo)


def _placeholder(field: Field) -> str:
    return field.label.upper().replace(" ", "-")


def _expression(form: str) -> str:
    """A pattern for what fits the form, with a group for each field and each flag."""
    parts = []
    for token in _TOKEN.finditer(form):
        name, several, optional = token.groups()
        if name:
            parts.append(f"(?P<{name}>.+?)" if several else rf"(?P<{name}>\S*?[^\s,])")
        elif optional is not None:
            inner = _expression(optional)
            flag = optional.strip()
            parts.append(f"(?P<{flag}>{inner})?" if flag.isidentifier() else f"(?:{inner})?")
        else:
            # Spaces around a sign such as "@" are free.
            word = re.escape(token[0])
            parts.append(" +" if token[0].isspace() else word if token[0].isalnum() else f" *{word} *")
    return "".join(parts)


_SAID: dict[type[Any], tuple[_Piece, ...]] = {}
_declarations: dict[type[Any], str] = {}
_choices: dict[type[Any], tuple[Says, Says, Mixed | None]] = {}  # `ask`, `does` and `mixed`

_Piece = Callable[[Any], str]


def _writer(form: str, kind: type[Any]) -> Callable[[Any], str]:
    """The `str` of the moves of that class."""
    _declarations[kind] = form
    pieces: list[_Piece] = []

    def write(self: Any) -> str:
        if not pieces:
            # Made when it is first asked for: the annotations of a class are not known before.
            pieces.extend(_pieces(form, kind))
        return "".join([piece(self) for piece in pieces])

    return write


def _pieces(form: str, kind: type[Any], *, people: bool = False) -> Iterator[_Piece]:
    """people: whether values are said as people say them"""
    known = form_of(kind).fields
    for token in _TOKEN.finditer(form):
        name, _, optional = token.groups()
        if name:
            field = known[name]
            yield _field_piece(name, (people and field.said) or field.write)
        elif optional is not None:
            named = re.findall(r"\{(\w+)", optional) or [optional.strip()]
            yield _optional_piece(list(_pieces(optional, kind, people=people)), named, _defaults(kind))
        else:
            yield _word_piece(token[0])


def _field_piece(name: str, write: Callable[[Any], str]) -> _Piece:
    return lambda self: write(getattr(self, name))


def _word_piece(word: str) -> _Piece:
    return lambda self: word


def _optional_piece(inner: Sequence[_Piece], names: Sequence[str], defaults: Mapping[str, Any]) -> _Piece:
    def write(self: Any) -> str:
        if all(getattr(self, name) == defaults[name] for name in names):
            return ""
        return "".join([piece(self) for piece in inner])

    return write


def _defaults(kind: type[Any]) -> Mapping[str, Any]:
    return {item.name: item.default for item in fields(kind) if item.default is not MISSING}
