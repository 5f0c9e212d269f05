"""Choosing a move part by part: for every front end alike, the parts that are left.

    question = Question(game, state, seat)
    question.ask                                      # "Choose five of your eight tiles"
    left = question.left(form, {"tiles": "A5w B4r"})  # left.values has the tiles that may join them
    left.whole                                        # the move, once its parts make one that is allowed

Parts are texts, as they are typed. All of it is found from what the seat knows, so nothing of it tells more.
Combinations are never listed: a set of pieces and a mix of numbers are made, and judged by `check`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cached_property
from typing import Any, NamedTuple

from components.errors import UsageError
from components.setup import Placed
from referee.engine.asking.fields import Field, Typed
from referee.engine.asking.picks import (
    NONE,
    Amount,
    Asks,
    Foretells,
    Offer,
    Picks,
    Pieces,
    Place,
    number_of,
    words_of,
)
from referee.engine.game import AnyGame, Remark, Remarks, Ruling, Seat, View, refused
from referee.engine.moves import Declares, Form, done_by, form_of, made

_FEW = 120  # completions of a choice of pieces whose remarks are compared
_FULL = "Put one back first."
_SILENT = Remark()


@dataclass(frozen=True)
class Left:
    """The rest of a choice.

    parts   what is chosen now, by name: also what can be one thing only, and every number of a mix
    values  what each part may be, given what is chosen before it; of pieces, those that may join the chosen
            ones; of a number of a mix, the next one down and up. `NONE` leaves the part out
    why     why a number of a mix may not go one down or up: by the name, and that number
    remark  what the move would do; of pieces that are not all chosen, what the best of them would do
    best    the move that makes most sense of those that are left, where they were compared; else empty
    whole   the text of the move, if the parts make one that is allowed; else empty
    does    what its button says
    """

    parts: Mapping[str, str]
    values: Mapping[str, tuple[str, ...]]
    why: Mapping[tuple[str, str], str]
    remark: Remark = _SILENT
    best: str = ""
    whole: str = ""
    does: str = ""


class Asked(NamedTuple):
    """A form of which a seat may make a move now.

    many  how many moves it stands for
    """

    kind: type[Any]
    form: Form
    many: int


def left(game: AnyGame, state: Any, seat: Seat, form: str, parts: Mapping[str, str]) -> Left:
    """The rest of a move of that form, see `Question.left`."""
    return Question(game, state, seat).left(form, parts)


class Question:
    """The question that a seat has to answer now."""

    def __init__(self, game: AnyGame, state: Any, seat: Seat) -> None:
        self._game = game
        self._seat = seat
        self._known = game.known(state, seat)

    @property
    def ask(self) -> str:
        """The thing to do, a verb first: as the phase asks it, or as the only form that is possible does."""
        phase = self._game.ask(self._known, self._seat) if isinstance(self._game, Asks) else ""
        forms = self.asked
        return phase or (self.ask_of(forms[0].form) if len(forms) == 1 else "")

    def ask_of(self, form: Form) -> str:
        """The thing to do for a move of that form."""
        return words_of(form.ask, self._known, self._seat)

    @cached_property
    def asked(self) -> tuple[Asked, ...]:
        """The forms of which the seat may make a move, in the order of its moves."""
        return tuple(Asked(kind, form_of(kind), len(moves)) for kind, moves in self._by_kind.items())

    @property
    def offers(self) -> Sequence[Offer]:
        """Moves that the game proposes, the default first."""
        return self._game.offers(self._known, self._seat) if isinstance(self._game, Picks) else ()

    @cached_property
    def view(self) -> View:
        return self._game.view(self._known, self._seat)

    def pieces(self, pick: Pieces | Place) -> Iterator[Placed]:
        """The pieces and places in sight among which that pick is made."""
        names = (pick.areas,) if isinstance(pick.areas, str) else pick.areas
        name = self._known.names[self._seat]
        wanted = [one.format(seat=self._seat + 1, name=name) for one in names]
        for area in self.view.areas:
            if any(fnmatchcase(area.name, pattern) for pattern in wanted):
                yield from area.pieces

    def left(self, form: str, parts: Mapping[str, str]) -> Left:
        """The rest of a move of that form, of which these parts are chosen.

        form   the form, as it was declared
        parts  the texts of its fields by name; of pieces, those that are chosen so far. A flag, or a field
               that may be left out, is `NONE` if it is to be left out. A part that does not go with the
               ones before it is to be chosen anew

        Raises `UsageError` if the seat cannot make a move of that form now.
        """
        kind = self._kind(form)
        if form_of(kind).mixed:
            return self._mixed(kind, parts)
        names = [*form_of(kind).fields, *form_of(kind).flags]
        if len(names) == 1 and self._is_set(kind, names[0]):
            return self._set(kind, names[0], parts.get(names[0], ""))
        return self._filtered(kind, names, parts)

    def why(self, form: str, parts: Mapping[str, str], name: str, text: str) -> str:
        """Say why that part may not be this text with the other parts as they are; empty if it may."""
        kind, left = self._kind(form), self.left(form, parts)
        if text in left.values.get(name, ()):
            return ""
        if reason := left.why.get((name, text)):
            return reason
        if self._is_set(kind, name):
            chosen = parts.get(name, "").split()
            if len(chosen) >= self._most(kind, name):
                return _FULL
            if len(chosen) + 1 < self._fewest(kind, name):
                return f"{text} does not go with what is chosen."
            text = " ".join((*chosen, text))
        ruling = self._judged(kind, {**left.parts, name: text})[1]
        return ruling.reason if not ruling.allowed and ruling.reason else "That does not go with the rest."

    # The three ways to find what is left.

    def _filtered(self, kind: type[Any], names: Sequence[str], parts: Mapping[str, str]) -> Left:
        """Part by part, of the moves that go with the parts before it."""
        fitting = self._texts(kind)
        now: dict[str, str] = {}
        values: dict[str, tuple[str, ...]] = {}
        for name in names:
            part = parts.get(name, "")
            if self._is_set(kind, name):
                chosen = Counter(part.split())
                fitting = [one for one in fitting if chosen <= _codes(one[1][name])]
                joining = (_codes(texts[name]) - chosen for _, texts in fitting)
                may = tuple(dict.fromkeys(code for more in joining for code in more))
            else:
                may = tuple(dict.fromkeys(texts[name] for _, texts in fitting))
                part = part if part in may else NONE if NONE in may else may[0] if len(may) == 1 else ""
                fitting = [one for one in fitting if part in ("", one[1][name])]
            now[name], values[name] = part, may
        whole = [move for move, texts in fitting if all(self._is(kind, name, now, texts) for name in names)]
        now = {name: text for name, text in now.items() if text}
        if whole:
            return self._whole(whole[0], now, values)
        return Left(now, values, {}, self._foretold(kind, now))

    def _is_set(self, kind: type[Any], name: str) -> bool:
        """Tell whether that part is several pieces."""
        return self._most(kind, name) > 1

    def _most(self, kind: type[Any], name: str) -> int:
        """The most pieces that the part may be; 0 if it is none."""
        field = form_of(kind).fields.get(name)
        pick = field.pick if field else None
        return number_of(pick.most, self._known) if isinstance(pick, Pieces) else 0

    def _is(self, kind: type[Any], name: str, now: Mapping[str, str], texts: Mapping[str, str]) -> bool:
        """Tell whether that part of a move is as it is chosen."""
        if self._is_set(kind, name):
            return Counter(now[name].split()) == _codes(texts[name])
        return now[name] == texts[name]

    def _fewest(self, kind: type[Any], name: str) -> int:
        pick = form_of(kind).fields[name].pick
        return number_of(pick.least, self._known) if isinstance(pick, Pieces) else 0

    def _set(self, kind: type[Any], name: str, chosen: str) -> Left:
        """A set of pieces: what may join it, and what it is itself."""
        pick = form_of(kind).fields[name].pick
        assert isinstance(pick, Pieces)
        held = Counter(piece.code for piece in self.pieces(pick) for _ in range(piece.count) if piece.code)
        taken = Counter(chosen.split())
        least, most = number_of(pick.least, self._known), number_of(pick.most, self._known)
        joining = [code for code, count in held.items() if taken[code] < count]
        moves = self._by_kind.get(kind, ())
        best: Any = None
        if len(moves) <= _FEW:
            write = form_of(kind).fields[name].write
            codes = [(move, _codes(write(getattr(move, name)))) for move in moves]
            fitting = [(move, there) for move, there in codes if taken <= there]
            joining = [code for code in joining if any(there[code] > taken[code] for _, there in fitting)]
            best = max(fitting, key=lambda one: self._remark(one[0]).sense, default=(None,))[0]
        values = {name: tuple(joining) if taken.total() < most else ()}
        if least <= taken.total() <= most:
            move, ruling = self._judged(kind, {name: chosen})
            if ruling.allowed:
                return self._whole(move, {name: chosen}, values, best)
        text = str(best) if best is not None else ""
        remark = self._foretold(kind, {name: chosen})
        return Left(
            {name: chosen}, values, {}, remark if remark.text or best is None else self._remark(best), text
        )

    def _mixed(self, kind: type[Any], parts: Mapping[str, str]) -> Left:
        """A mix of numbers, each of which may go one down or up if `check` allows it."""
        first = next((offer.move for offer in self.offers if type(offer.move) is kind), None)
        now = {}
        for name, field in form_of(kind).fields.items():
            least = number_of(field.pick.least, self._known) if isinstance(field.pick, Amount) else 0
            now[name] = parts.get(name) or field.write(getattr(first, name) if first is not None else least)
        values: dict[str, tuple[str, ...]] = {}
        why: dict[tuple[str, str], str] = {}
        for name, text in now.items():
            number = int(text) if text.isdecimal() else 0
            may = []
            for other in (number - 1, number + 1):
                ruling = self._judged(kind, {**now, name: f"{other}"})[1]
                if ruling.allowed:
                    may.append(f"{other}")
                else:
                    why[name, f"{other}"] = ruling.reason
            values[name] = tuple(may)
        move, ruling = self._judged(kind, now)
        if ruling.allowed:
            return self._whole(move, now, values, None, why)
        return Left(now, values, why, Remark(ruling.reason))

    # What they share.

    def _kind(self, form: str) -> type[Any]:
        kinds = self._game.GRAMMAR.kinds if isinstance(self._game, Declares) else self._by_kind
        for kind in kinds:
            if form_of(kind).text == form:
                return kind
        raise UsageError("That move is not possible now.", where=f'"{form}"', todo="Choose another.")

    @cached_property
    def _by_kind(self) -> Mapping[type[Any], list[Any]]:
        found: dict[type[Any], list[Any]] = {}
        for move in self._game.moves(self._known, self._seat):
            found.setdefault(type(move), []).append(move)
        return found

    def _texts(self, kind: type[Any]) -> list[tuple[Any, Mapping[str, str]]]:
        """The moves of that class with the texts of their parts."""
        form = form_of(kind)
        return [(move, texts_of(form, move)) for move in self._by_kind.get(kind, ())]

    def _judged(self, kind: type[Any], parts: Mapping[str, str]) -> tuple[Any, Ruling]:
        """The move of those texts, and whether it is allowed; None where they make none."""
        flags = form_of(kind).flags
        given = {name: text for name, text in parts.items() if text not in ("", NONE) or name not in flags}
        try:
            typed = Typed(self._known, self._seat, "", lambda: self._game.moves(self._known, self._seat))
            move = made(kind, {name: None if text == NONE else text for name, text in given.items()}, typed)
        except UsageError as problem:
            return None, refused(problem.what, "")
        return move, self._game.check(self._known, self._seat, move)

    def _whole(
        self,
        move: Any,
        parts: Mapping[str, str],
        values: Mapping[str, tuple[str, ...]],
        best: Any = None,
        why: Mapping[tuple[str, str], str] | None = None,
    ) -> Left:
        text = "" if best is None else str(best)
        return Left(
            parts,
            values,
            why or {},
            self._remark(move),
            text,
            str(move),
            done_by(move, self._known, self._seat),
        )

    def _remark(self, move: Any) -> Remark:
        game = self._game
        return game.remark(self._known, self._seat, move) if isinstance(game, Remarks) else Remark()

    def _foretold(self, kind: type[Any], parts: Mapping[str, str]) -> Remark:
        game = self._game
        return game.so_far(self._known, self._seat, kind, parts) if isinstance(game, Foretells) else Remark()


def texts_of(form: Form, move: Any) -> dict[str, str]:
    """The parts of a move as texts, by name; `NONE` for one that it does not have."""
    found = {name: _text(field, getattr(move, name)) for name, field in form.fields.items()}
    return found | {name: name if getattr(move, name) else NONE for name in form.flags}


def _codes(text: str) -> Counter[str]:
    """The pieces of a part, and how many there are of each."""
    return Counter() if text == NONE else Counter(text.split())


def _text(field: Field, value: Any) -> str:
    return NONE if value is None else field.write(value) or NONE
