"""The moves of a seat on a page: buttons with what each would do, and forms with labelled parts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from components.errors import UsageError
from referee.engine.game import Remark, Remarks, Seat
from referee.engine.moves import form_of, labelled, parts_of
from referee.table.session import Session

_FEW = 14  # moves of one kind that are listed as buttons; more are chosen part by part
_MOST = 60  # buttons of one kind at most


@dataclass(frozen=True)
class Button:
    """A move that is made by one tap.

    asks  whether it gives something away, so that the page asks before it is made
    """

    move: str
    words: str
    remark: str
    asks: bool = False


@dataclass(frozen=True)
class Part:
    """One part of a move, chosen from the values it may have."""

    label: str
    values: tuple[str, ...]


@dataclass(frozen=True)
class Kind:
    """The moves of one form: as buttons or, where there are many, by their parts.

    form   as it was declared; says which kind is meant when its parts come back
    about  what such a move does
    many   how many moves it stands for
    """

    form: str
    title: str
    about: str
    many: int
    buttons: tuple[Button, ...] = ()
    parts: tuple[Part, ...] = ()


def kinds(session: Session, seat: Seat, at: str) -> tuple[Kind, ...]:
    """The moves of that seat by kind; only those that name or lead to `at`, if that is given."""
    game = session.game
    known = game.known(session.state, seat)
    groups: dict[type[Any], list[Any]] = {}
    for move in game.moves(session.state, seat):
        if not at or _leads(game, known, seat, move, at):
            groups.setdefault(type(move), []).append(move)
    return tuple(_kind(game, known, seat, moves) for moves in groups.values())


def chosen(session: Session, seat: Seat, form: str, values: Sequence[str]) -> str:
    """The move of that form with those parts, in the order of its labels; "" stands for any value.

    Raises `UsageError` if no move has them, or more than one.
    """
    found = []
    for move in session.game.moves(session.state, seat):
        if form_of(type(move)).text == form:
            parts = [text for _, text in parts_of(move)]
            if len(parts) == len(values) and all(
                not wanted or wanted == part for wanted, part in zip(values, parts, strict=True)
            ):
                found.append(str(move))
    if len(found) == 1:
        return found[0]
    if found:
        raise UsageError("Several moves fit that choice.", todo="Choose a value for every part.")
    raise UsageError("Those parts do not go together.", todo="Change one of them.")


def results(texts: Sequence[str]) -> tuple[Kind, ...]:
    """What dice or cards at the table may show, where that is little."""
    if not texts:
        return ()
    buttons = tuple(Button(text, text, "") for text in texts[:_MOST])
    return (Kind("", "Result", "What dice or cards show.", len(texts), buttons),)


def _kind(game: Any, known: Any, seat: Seat, moves: Sequence[Any]) -> Kind:
    form = form_of(type(moves[0]))
    title = (form.verb or form.grammar).capitalize()
    if len(moves) > _FEW and (parts := _parts(moves)):
        return Kind(form.text, title, form.about, len(moves), parts=parts)
    found = [(move, _remark(game, known, seat, move)) for move in moves[:_MOST]]
    found.sort(key=lambda one: -one[1].sense)
    buttons = tuple(
        Button(str(move), labelled(game, str(move)) or str(move), remark.text, remark.sense < 0)
        for move, remark in found
    )
    return Kind(form.text, title, form.about, len(moves), buttons)


def _parts(moves: Sequence[Any]) -> tuple[Part, ...]:
    """The values that each part takes among the moves."""
    values: list[tuple[str, dict[str, None]]] = []
    for move in moves:
        for number, (field, text) in enumerate(parts_of(move)):
            if number == len(values):
                values.append((field.label, {}))
            values[number][1][text] = None
    return tuple(Part(label, tuple(sorted(found, key=_natural))) for label, found in values)


def _leads(game: Any, known: Any, seat: Seat, move: Any, at: str) -> bool:
    """Whether the move names that code or place, or its remark points there ("map 1,-2")."""
    words = str(move).replace(",", " ").split() + str(move).split()
    if at in words:
        return True
    points = _remark(game, known, seat, move).points
    return any(at == f"{area} {column},{row}" for area, (column, row) in points)


def _remark(game: Any, known: Any, seat: Seat, move: Any) -> Remark:
    return game.remark(known, seat, move) if isinstance(game, Remarks) else Remark()


def _natural(text: str) -> list[tuple[int, int, str]]:
    """Numbers in the order of their values, other words by their letters."""
    words = re.split(r"(\d+)", text)
    return [(0, int(word), "") if word.isdigit() else (1, 0, word) for word in words if word]
