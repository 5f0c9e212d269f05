"""The moves of a seat on a page: buttons with what each would do, and forms with labelled parts."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple

from components.errors import UsageError
from components.wording import counted
from referee.engine.asking.fields import Field
from referee.engine.game import CHANCE, Remark, Remarks, Seat
from referee.engine.moves import form_of, labelled, said
from referee.table.session import Session
from referee.web.pages.drawing import Shown

_FEW = 14  # moves of one kind that are listed as buttons; more are chosen part by part
NONE = "∅"  # chosen for a part that is left out; an empty value is not chosen yet
_MAY = re.compile(r"\[ ?([a-z]+)\]")  # a word that a form may have: "build {code} {cell}[ on]"
_CODES = re.compile(r"[^\s,;=]+")
_MOST = 60  # buttons of one kind at most


@dataclass(frozen=True)
class Button:
    """A move that is made by one tap.

    asks    whether it gives something away, so that the page asks before it is made
    final   whether dice or cards decide next, so that it cannot be taken back freely
    points  the places it leads to: "map 1,-2"
    best    whether it is the one to make if nothing speaks against it
    codes   what it names, such as the codes of pieces
    spot    what it is about: the name of the place it leads to, where there is one, or what the game says
    pictures  the pieces that it names and that the reader sees
    """

    move: str
    words: str
    remark: str
    asks: bool = False
    final: bool = False
    points: tuple[str, ...] = ()
    best: bool = False
    codes: tuple[str, ...] = ()
    spot: str = ""
    pictures: tuple[Shown, ...] = ()


@dataclass(frozen=True)
class Part:
    """One part of a move, chosen from the values it may have.

    names  what people call some of them
    """

    label: str
    values: tuple[str, ...]
    names: Mapping[str, str]


@dataclass(frozen=True)
class Kind:
    """The moves of one form: as buttons or, where there are many, by their parts.

    form   the form, as it was declared; says which kind is meant when its parts come back
    about  what such a move does
    many   how many moves it stands for
    sense  sense of its most sensible move
    """

    form: str
    title: str
    about: str
    many: int
    sense: int = 0
    buttons: tuple[Button, ...] = ()
    parts: tuple[Part, ...] = ()


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
    """The moves of a seat by kind, and the places and codes that lead to some."""

    kinds: tuple[Kind, ...]
    targets: frozenset[str]


def moves_of(session: Session, seat: Seat, at: str) -> Moves:
    """The moves of that seat, the kind with the most sensible one first.

    at  a code or place: only the moves that name it or lead there, if that is given
    """
    game = session.game
    known = game.known(session.state, seat)
    groups: dict[str, list[_Candidate]] = {}
    targets: set[str] = set()
    remark = _remarks(session, known, seat)
    for move in game.moves(session.state, seat):
        one = _Candidate(move, remark(move))
        targets |= one.targets
        if not at or at in one.targets:
            groups.setdefault(_title(type(move)), []).append(one)
    found = [
        _kind(session, known, seat, kind, group)
        for title, candidates in groups.items()
        for kind, group in _split(title, candidates)
    ]
    found.sort(key=lambda kind: -kind.sense)
    if found and found[0].buttons and not found[0].buttons[0].asks:
        first, *others = found[0].buttons
        found[0] = replace(found[0], buttons=(replace(first, best=True), *others))
    return Moves(tuple(found), frozenset(targets))


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


def chosen(session: Session, seat: Seat, form: str, values: Sequence[str]) -> str:
    """The move of that form with those parts, in the order of its labels; "" stands for any value.

    Raises `UsageError` if no move has them, or more than one.
    """
    found = [
        str(move)
        for move, parts in _fitting(session, seat, form, len(values))
        if all(not wanted or wanted == part for wanted, part in zip(values, parts, strict=True))
    ]
    if len(found) == 1:
        return found[0]
    if found:
        raise UsageError("Several moves fit that choice.", todo="Choose a value for every part.")
    raise UsageError("Those parts do not go together.", todo="Change one of them.")


def results(texts: Sequence[str]) -> tuple[Kind, ...]:
    """Offer what dice or cards at the table may show, where that is little."""
    if not texts:
        return ()
    buttons = tuple(Button(text, text, "", codes=_named(text)) for text in texts[:_MOST])
    return (Kind("", "Result", "What dice or cards show.", len(texts), 0, buttons),)


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


def _title(kind: type[Any]) -> str:
    """The verb of its form, or the name of its class where people type none: "Walk"."""
    return (form_of(kind).verb or kind.__name__).capitalize()


def _split(title: str, found: list[_Candidate]) -> Iterable[tuple[str, list[_Candidate]]]:
    """Moves that share a verb stay together while they are few; else each form is a kind of its own."""
    forms: dict[type[Any], list[_Candidate]] = {}
    for one in found:
        forms.setdefault(type(one.move), []).append(one)
    if len(found) <= _FEW or len(forms) == 1:
        return [(title, found)]
    return [(form_of(kind).grammar.capitalize(), group) for kind, group in forms.items()]


def _kind(session: Session, known: Any, seat: Seat, title: str, found: list[_Candidate]) -> Kind:
    form = form_of(type(found[0].move))
    sense = max(one.remark.sense for one in found)
    if len(found) > _FEW and (parts := _parts([one.move for one in found])):
        return Kind(form.text, title, form.about, len(found), sense, parts=parts)
    found = sorted(found, key=lambda one: -one.remark.sense)[:_MOST]
    buttons = tuple(_button(session, known, seat, one) for one in found)
    return Kind(form.text, title, form.about, len(found), sense, buttons)


def _button(session: Session, known: Any, seat: Seat, found: _Candidate) -> Button:
    game, text = session.game, str(found.move)
    final = game.turn(game.apply(known, seat, found.move)) is CHANCE and session.header.dice != "table"
    words = labelled(game, text) or said(found.move)
    return Button(
        text,
        words,
        found.remark.text,
        found.remark.sense < 0,
        final,
        found.points,
        codes=found.codes,
        spot=found.remark.about,
    )


def _labelled(move: Any) -> list[tuple[str, str]]:
    """The parts of a move with their labels: its fields, then the words that it may have or not."""
    parts = [(field.label, _text(field, value) or NONE) for field, value in _fields(move)]
    written = str(move).split()
    may = _MAY.findall(form_of(type(move)).text)
    return parts + [(word.capitalize(), word if word in written else NONE) for word in may]


def _fields(move: Any) -> Iterable[tuple[Field, Any]]:
    return [(field, getattr(move, name)) for name, field in form_of(type(move)).fields.items()]


def _text(field: Field, value: Any) -> str:
    return "" if value is None else field.write(value)


def _named(text: str) -> tuple[str, ...]:
    """The words of a text, and the codes in a list such as "R2-5,A6-3"; not the numbers in "1,-2"."""
    listed = (code for code in _CODES.findall(text) if not code.lstrip("-").isdigit())
    return tuple(dict.fromkeys((*text.split(), *listed)))


def _values(move: Any) -> list[str]:
    return [text for _, text in _labelled(move)]


def _parts(moves: Sequence[Any]) -> tuple[Part, ...]:
    """The values that each part takes among the moves."""
    values: list[tuple[str, dict[str, None]]] = []
    for move in moves:
        for number, (label, text) in enumerate(_labelled(move)):
            if number == len(values):
                values.append((label, {}))
            values[number][1][text] = None
    names = _said_values(moves)
    return tuple(Part(label, tuple(sorted(found, key=_natural)), names[label]) for label, found in values)


def _said_values(moves: Sequence[Any]) -> Mapping[str, dict[str, str]]:
    """By the labels of parts, what people call their values where that is not their text."""
    names: dict[str, dict[str, str]] = defaultdict(dict)
    for move in moves:
        for field, value in _fields(move):
            if field.said and value is not None:
                names[field.label][field.write(value)] = field.said(value)
    return names


def _natural(text: str) -> list[tuple[int, int, str]]:
    """Numbers in the order of their values, other words by their letters."""
    words = re.split(r"(\d+)", text)
    return [(0, int(word), "") if word.isdigit() else (1, 0, word) for word in words if word]
