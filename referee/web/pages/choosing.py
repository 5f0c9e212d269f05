"""The moves of a seat on a page: what is chosen part by part, and what each move would do.

A page has all moves of a form, so that it can narrow them down without asking; only where there are hundreds
of one form does it ask what its parts come to.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple

from components.errors import UsageError
from components.wording import counted
from referee.engine.asking.fields import Field
from referee.engine.asking.picks import NONE
from referee.engine.game import CHANCE, Remark, Remarks, Seat
from referee.engine.moves import form_of, labelled, said
from referee.table.session import Session
from referee.web.pages.drawing import Shown

_ROWS = 6  # moves that are read as rows, one below the other
_MOST = 400  # moves of one form that a page is given
_RESULTS = 60  # results that are listed
_FEW = 14  # moves of one form of which it is worked out whether dice or cards decide next
_MAY = re.compile(r"\[ ?([a-z]+)\]")  # a word that a form may have: "build {code} {cell}[ on]"
_CODES = re.compile(r"[^\s,;=]+")


class Sight(NamedTuple):
    """The part of a table that somebody sees: the pieces by their codes, and what places are called."""

    pieces: Mapping[str, Shown]
    places: Mapping[str, str]


class Value(NamedTuple):
    """A value that a part may have: its text, what people call it, and its face if it is a piece in sight."""

    text: str
    words: str
    piece: Shown | None = None


@dataclass(frozen=True)
class Facet:
    """A part of the moves of one form.

    look  how it is chosen: from "pieces" or "words", as one of the "places" of a board, or as an "amount"
    most  how many values a move has of it at most
    """

    label: str
    look: str
    values: tuple[Value, ...]
    most: int = 1


class Option(NamedTuple):
    """A move of a page.

    parts   for each part of its form the numbers of its values
    asks    whether it gives something away, so that the page asks before it is made
    final   whether dice or cards decide next, so that it cannot be taken back freely
    spots   what finds it by a tap: places that it leads to, as "map 1,-2", and the codes that it names
    about   what it is about, in a few words; empty if its words say so
    """

    text: str
    words: str
    remark: str
    parts: tuple[tuple[int, ...], ...] = ()
    asks: bool = False
    final: bool = False
    spots: tuple[str, ...] = ()
    about: str = ""


@dataclass(frozen=True)
class Kind:
    """The moves of one form, the most sensible first.

    form   the form, as it was declared; says which kind is meant when its parts come back
    about  what such a move does
    sense  sense of its most sensible move
    many   how many moves it stands for; more than `options` if they are too many for a page
    """

    form: str
    title: str
    about: str
    sense: int = 0
    many: int = 0
    facets: tuple[Facet, ...] = ()
    options: tuple[Option, ...] = ()


class Choice(NamedTuple):
    """The move, as far as its parts have been chosen.

    remark  remark on the move, once there is only one
    parts   what is chosen now; "" for a part that is still to be chosen
    values  what each part may be, given the parts before it
    """

    remark: str
    asks: bool
    parts: tuple[str, ...]
    values: tuple[tuple[str, ...], ...]


class Moves(NamedTuple):
    """The moves of a seat by kind, the codes and places that lead to some, and whether they are read as rows.

    best  the move to make if nothing speaks against it; empty if there is none
    """

    kinds: tuple[Kind, ...] = ()
    targets: frozenset[str] = frozenset()
    rows: bool = False
    best: str = ""


def moves_of(session: Session, seat: Seat, sight: Sight, at: str = "") -> Moves:
    """The moves of that seat, the kind with the most sensible one first.

    at  a code or place: only the moves that name it or lead there, if that is given
    """
    game = session.game
    known = game.known(session.state, seat)
    groups: dict[type[Any], list[_Candidate]] = {}
    targets: set[str] = set()
    remark = _remarks(session, known, seat)
    for move in game.moves(session.state, seat):
        one = _Candidate(move, remark(move))
        targets |= one.targets
        if not at or at in one.targets:
            groups.setdefault(type(move), []).append(one)
    kinds = sorted(
        (_kind(session, known, seat, found, sight) for found in groups.values()), key=lambda kind: -kind.sense
    )
    titles = [kind.title for kind in kinds]
    kinds = [
        replace(kind, title=form.capitalize()) if titles.count(kind.title) > 1 else kind
        for kind, form in ((kind, re.sub(r"[{}\[\]]|\.\.\.", "", kind.form)) for kind in kinds)
    ]
    looks = {facet.look for kind in kinds for facet in kind.facets}
    rows = sum(kind.many for kind in kinds) <= _ROWS and looks.isdisjoint(("pieces", "places"))
    first = kinds[0].options[0] if kinds and kinds[0].options else None
    return Moves(tuple(kinds), frozenset(targets), rows, first.text if first and not first.asks else "")


def choice(session: Session, seat: Seat, form: str, values: Sequence[str], at: str = "") -> Choice:
    """Apply those parts of that form, in the order of its labels; "" is not chosen yet.

    A part may be whatever leaves a legal move with the parts before it. So the first part can always be
    changed, a part that no longer goes with those before it is to be chosen anew, and one that can only be
    one thing is chosen at once: whoever chooses from what is left ends with a legal move.

    at  place that was tapped, as for `moves_of`
    """
    fitting = _fitting(session, seat, form, len(values), at)
    now: list[str] = []
    left: list[tuple[str, ...]] = []
    for place, value in enumerate(values):
        may = tuple(dict.fromkeys(parts[place] for _, parts in fitting))
        part = value if value in may else may[0] if len(may) == 1 else ""
        fitting = [(move, parts) for move, parts in fitting if part in ("", parts[place])]
        left.append(may)
        now.append(part)
    if len(fitting) != 1:
        return Choice(f"{counted(len(fitting), 'move')} to choose from", False, tuple(now), tuple(left))
    remark = _remarks(session, session.game.known(session.state, seat), seat)(fitting[0][0])
    return Choice(remark.text, remark.sense < 0, tuple(now), tuple(left))


def chosen(session: Session, seat: Seat, form: str, values: Sequence[Sequence[str]]) -> str:
    """The move of that form with those values of its parts, in the order of its labels; none stands for any.

    Raises `UsageError` if no move has them, or more than one.
    """
    found = [
        str(move)
        for move in session.game.moves(session.state, seat)
        if form_of(type(move)).text == form
        if all(not wanted or {*wanted} == {*part.texts} for wanted, part in zip(values, _parts(move)))  # noqa: B905
    ]
    if len(found) == 1:
        return found[0]
    if found:
        raise UsageError("Several moves fit that choice.", todo="Choose a value for every part.")
    raise UsageError("Those parts do not go together.", todo="Change one of them.")


def results(texts: Sequence[str]) -> Moves:
    """Offer what dice or cards at the table may show, where that is little."""
    options = tuple(Option(text, text, "", spots=_named(text)) for text in texts[:_RESULTS])
    kind = Kind("", "Enter it", "What dice or cards show.", 0, len(options), (), options)
    return Moves((kind,) if options else (), rows=True)


class _Candidate(NamedTuple):
    move: Any
    remark: Remark

    @property
    def targets(self) -> frozenset[str]:
        """Everything that finds it by a tap: what it names, and the places that its remark points to."""
        return frozenset((*self.codes, *self.points))

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes that the move names. Two units of fuel are not the piece with the code 2."""
        texts = [_text(field, value) for field, value in _fields(self.move) if not field.counts]
        return tuple(dict.fromkeys(word for text in texts for word in _named(text)))

    @property
    def points(self) -> tuple[str, ...]:
        return tuple(f"{area} {column},{row}" for area, (column, row) in self.remark.points)


class _Part(NamedTuple):
    """A part of one move: its values as they are typed, and their words where people say them otherwise."""

    label: str
    texts: tuple[str, ...]
    field: Field | None = None
    said: str = ""


def _remarks(session: Session, known: Any, seat: Seat) -> Callable[[Any], Remark]:
    """Return a function that tells what a move would do. The game is asked once if it can: that is slow."""
    game = session.game
    return partial(game.remark, known, seat) if isinstance(game, Remarks) else lambda move: Remark()


def _fitting(
    session: Session, seat: Seat, form: str, parts: int, at: str = ""
) -> list[tuple[Any, list[str]]]:
    """The moves of that form with so many parts, and their parts: all moves, or those that lead there."""
    remark = _remarks(session, session.game.known(session.state, seat) if at else None, seat)
    return [
        (move, values)
        for move in session.game.moves(session.state, seat)
        if form_of(type(move)).text == form
        if len(values := _values(move)) == parts
        if not at or at in _Candidate(move, remark(move)).targets
    ]


def _kind(session: Session, known: Any, seat: Seat, found: list[_Candidate], sight: Sight) -> Kind:
    found = sorted(found, key=lambda one: -one.remark.sense)
    form, title = form_of(type(found[0].move)), _title(type(found[0].move))
    parts = [_parts(one.move) for one in found]
    points = [one.points for one in found]
    facets = tuple(_facet([own[number] for own in parts], points, sight) for number in range(len(parts[0])))
    options = []
    numbers = [{value.text: at for at, value in enumerate(facet.values)} for facet in facets]
    shown = len(found) if len(found) <= _MOST else 1  # if they are too many, the one that is proposed
    for one, own in zip(found[:shown], parts, strict=False):
        values = tuple(
            tuple(index[text] for text in part.texts) for index, part in zip(numbers, own, strict=True)
        )
        options.append(_option(session, known, seat, one, values, sight, few=len(found) <= _FEW))
    return Kind(form.text, title, form.about, found[0].remark.sense, len(found), facets, tuple(options))


def _option(
    session: Session, known: Any, seat: Seat, found: _Candidate, parts: tuple[tuple[int, ...], ...],
    sight: Sight, *, few: bool,
) -> Option:  # fmt: skip
    game, text = session.game, str(found.move)
    dice = few and session.header.dice != "table"
    words = labelled(game, text) or said(found.move)
    names = {sight.places[point].partition(",")[0] for point in found.points if point in sight.places}
    about = found.remark.about or (names.pop() if len(names) == 1 and found.codes else "")
    if about.lower() in found.remark.text.lower() or {*about.split()}.intersection(words.split()):
        about = ""
    return Option(
        text,
        words[:1].upper() + words[1:],
        found.remark.text,
        parts,
        found.remark.sense < 0,
        dice and game.turn(game.apply(known, seat, found.move)) is CHANCE,
        (*found.points, *(code for code in found.codes if code in sight.pieces)),
        about,
    )


def _facet(parts: Sequence[_Part], points: Sequence[tuple[str, ...]], sight: Sight) -> Facet:
    """The part with the values that it has among moves; `points` are the places where those lead."""
    said = {text: part.said for part in parts for text in part.texts}
    values = tuple(
        Value(text, _words(text, said[text], sight), sight.pieces.get(text))
        for text in sorted(said, key=_natural)
    )
    led = {(part.texts, there) for part, there in zip(parts, points, strict=True) if there}
    if all(value.piece for value in values):
        look = "pieces"
    elif len(led) == len({texts for texts, _ in led}) == len({there for _, there in led}) == len(values):
        look = "places"  # each value leads to one place, and no other value does
    else:
        look = "amount" if parts[0].field and parts[0].field.counts else "words"
    return Facet(parts[0].label, look, values, max(len(part.texts) for part in parts))


def _words(text: str, said: str, sight: Sight) -> str:
    """The words for a value."""
    piece = sight.pieces.get(text)
    return said or (piece.name if piece and piece.name else "none" if text == NONE else text)


def _title(kind: type[Any]) -> str:
    """The verb of its form, or the name of its class where people type none: "Walk"."""
    return (form_of(kind).verb or kind.__name__).capitalize()


def _parts(move: Any) -> list[_Part]:
    """The parts of a move: its fields, then the words that it may have or not."""
    parts = []
    for field, value in _fields(move):
        text = _text(field, value)
        several = type(value) is tuple  # each of its tiles, say, is a value
        texts = tuple(re.split(r"[\s,]+", text)) if several and text else (text or NONE,)
        words = field.said(value) if field.said and value is not None and not several else ""
        parts.append(_Part(field.label, texts, field, words))
    written = str(move).split()
    may = _MAY.findall(form_of(type(move)).text)
    return parts + [_Part(word.capitalize(), (word if word in written else NONE,)) for word in may]


def _values(move: Any) -> list[str]:
    return [" ".join(part.texts) for part in _parts(move)]


def _fields(move: Any) -> Iterable[tuple[Field, Any]]:
    return [(field, getattr(move, name)) for name, field in form_of(type(move)).fields.items()]


def _text(field: Field, value: Any) -> str:
    return "" if value is None else field.write(value)


def _named(text: str) -> tuple[str, ...]:
    """The words of a text, and the codes in a list such as "R2-5,A6-3"; not the numbers in "1,-2"."""
    listed = (code for code in _CODES.findall(text) if not code.lstrip("-").isdigit())
    return tuple(dict.fromkeys((*text.split(), *listed)))


def _natural(text: str) -> list[tuple[int, int, str]]:
    """Numbers in the order of their values, other words by their letters."""
    words = re.split(r"(\d+)", text)
    return [(0, int(word), "") if word.isdigit() else (1, 0, word) for word in words if word]
