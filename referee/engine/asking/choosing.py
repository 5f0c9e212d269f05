"""Choosing a move part by part: for every front end alike, the parts that are left.

    question = Question(game, state, seat)
    question.ask                                      # "Choose 5 of your 8 tiles"
    left = question.left(form, {"tiles": "A5w B4r"})  # left.values has the tiles that may join them
    left.whole                                        # the move, once its parts make one that is allowed

Parts are texts, as they are typed. All of it is found from what the seat knows, so nothing of it tells more.
A mix of numbers, and a form that the game `opens`, are never listed: they are made, and judged by `check`.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cached_property
from typing import Any, NamedTuple

from components import catalogue
from components.errors import UsageError
from components.setup import Placed
from referee.engine.asking.fields import Typed
from referee.engine.asking.picks import (
    NONE,
    Amount,
    Asks,
    Faces,
    Offer,
    Opens,
    Pick,
    Picks,
    Pieces,
    Place,
    Rolled,
    Says,
    Who,
    Word,
    number_of,
    words_of,
)
from referee.engine.game import ALLOWED, AnyGame, Remark, Remarks, Ruling, Seat, View, refused
from referee.engine.moves import Declares, Form, done_by, form_of, made

_FEW = 120  # sets of pieces whose remarks are compared
_SILENT = Remark()
_NOTHING: Mapping[tuple[str, str], str] = {}


@dataclass(frozen=True)
class Left:
    """The rest of a choice.

    parts   what is chosen now, by name: also what can be one thing only, and every number of a mix
    values  what each part may be, given what is chosen before it; of pieces, those that may join the chosen
            ones; of a number of a mix, the next one down and up. `NONE` leaves the part out
    why     why a number of a mix may not go one down or up: by the name, and that number
    remark  what the move would do; of pieces that are not all chosen, what the best of them would do
    best    the set of pieces that makes most sense of those that are left; else empty
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

    many  the number of those that are listed; 0 if they are too many
    """

    kind: type[Any]
    form: Form
    many: int


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
        return phase or (self.ask_of(self.asked[0].form) if len(self.asked) == 1 else "")

    def ask_of(self, form: Form) -> str:
        """The thing to do for a move of that form."""
        return self.words(form.ask)

    @cached_property
    def asked(self) -> tuple[Asked, ...]:
        """The forms of which the seat may make a move, in the order of its moves."""
        listed = [Asked(kind, form_of(kind), len(moves)) for kind, moves in self.by_kind.items()]
        more = [kind for kind in self._open if kind not in self.by_kind]
        return (*listed, *(Asked(kind, form_of(kind), 0) for kind in more))

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
        wanted = [one.format(seat=self._seat + 1, name=self._known.names[self._seat]) for one in names]
        for area in self.view.areas:
            if any(fnmatchcase(area.name, pattern) for pattern in wanted):
                yield from area.pieces

    def prices(self, form: str, parts: Mapping[str, str]) -> dict[str, tuple[int, int]]:
        """The price of each number of a mix, and of one more, by name; nothing of what has no price."""
        fields = form_of(self._kind(form)).fields
        found = dict[str, tuple[int, int]]()
        for name, text in parts.items():
            pick = fields[name].pick if name in fields else None
            if isinstance(pick, Amount) and pick.price and text.isdecimal():
                now, more = (pick.price(self._known, self._seat, int(text) + step) for step in (0, 1))
                found[name] = now, more - now
        return found

    def words(self, says: Says) -> str:
        """The words as the seat is told them now."""
        return words_of(says, self._known, self._seat)

    def left(self, form: str, parts: Mapping[str, str]) -> Left:
        """The rest of a move of that form, of which these parts are chosen.

        form   the form, as it was declared
        parts  the texts of its fields by name; of pieces, those that are chosen so far. A flag, or a field
               that may be left out, is `NONE` if it is to be left out. A part that does not go with the
               ones before it is to be chosen anew

        Raises `UsageError` if the game has no move of that form.
        """
        kind = self._kind(form)
        if form_of(kind).mixed:
            return self._mixed(kind, parts)
        return (self._entered if kind in self._open else self._filtered)(kind, parts)

    def why(self, form: str, parts: Mapping[str, str], name: str, text: str) -> str:
        """Say why that part may not be this text with the other parts as they are; empty if it may."""
        kind, left = self._kind(form), self.left(form, parts)
        if text in left.values.get(name, ()):
            return ""
        if reason := left.why.get((name, text)):
            return reason
        most, chosen = self._most(kind, name), parts.get(name, "").split()
        if most > 1 and len(chosen) >= most:
            return "Put one back first."
        if most > 1 and len(chosen) + 1 < self._least(kind, name):
            return f"{text} does not go with what is chosen."
        told = self._judged(kind, {**left.parts, name: " ".join((*chosen, text)) if most > 1 else text})[1]
        return told.reason if told.reason else "That does not go with the rest."

    def most(self, form: str, name: str) -> int:
        """The most pieces, or groups of dice, that the part may be; 0 if it is neither."""
        return self._most(self._kind(form), name)

    # The ways to find what is left.

    def _filtered(self, kind: type[Any], parts: Mapping[str, str]) -> Left:
        """Part by part, of the moves that go with the parts before it."""
        form = form_of(kind)
        names = [*form.fields, *form.flags]
        fitting = [(move, texts_of(form, move)) for move in self.by_kind.get(kind, ())]
        now: dict[str, str] = {}
        values: dict[str, tuple[str, ...]] = {}
        for name in names:
            part, pick = parts.get(name, ""), self._pick(kind, name)
            if self._most(kind, name) > 1:
                chosen = _codes(part)
                fitting = [one for one in fitting if chosen <= _codes(one[1][name])]
                joining = (_codes(texts[name]) - chosen for _, texts in fitting)
                may = tuple(dict.fromkeys(code for more in joining for code in more))
            else:
                may = tuple(dict.fromkeys(texts[name] for _, texts in fitting))
                if part not in may:
                    full = may and isinstance(pick, Amount) and pick.full
                    part = NONE if NONE in may else may[-1] if full or len(may) == 1 else ""
                fitting = [one for one in fitting if part in ("", one[1][name])]
            now[name], values[name] = part, may
        move = next((one for one, texts in fitting if all(map(_same, now.values(), texts.values()))), None)
        best = None
        if len(names) == 1 and self._most(kind, names[0]) > 1:
            best = max((one for one, _ in fitting[:_FEW]), key=self._sense, default=None)
            if move is None and _codes(now[names[0]]).total() >= self._least(kind, names[0]):
                made_of, ruling = self._judged(kind, parts)
                move = made_of if ruling.allowed else None
        return self._found({name: text for name, text in now.items() if text}, values, move, best)

    def _mixed(self, kind: type[Any], parts: Mapping[str, str]) -> Left:
        """A mix of numbers, each of which may go one down or up if `check` allows it."""
        first = next((offer.move for offer in self.offers if type(offer.move) is kind), None)
        now, why = dict(parts), dict[tuple[str, str], str]()
        for name, field in form_of(kind).fields.items():
            least = number_of(field.pick.least, self._known) if isinstance(field.pick, Amount) else 0
            now.setdefault(name, field.write(least if first is None else getattr(first, name)))
        values: dict[str, tuple[str, ...]] = {}
        for name, text in now.items():
            near = [f"{int(text) + step}" for step in (-1, 1)] if text.isdecimal() else []
            rulings = {other: self._judged(kind, {**now, name: other})[1] for other in near}
            values[name] = tuple(other for other, ruling in rulings.items() if ruling.allowed)
            why |= {(name, other): one.reason for other, one in rulings.items() if not one.allowed}
        move, ruling = self._judged(kind, now)
        return self._found(now, values, move, ruling=ruling, why=why)

    def _entered(self, kind: type[Any], parts: Mapping[str, str]) -> Left:
        """A move that is one of too many to list: each part may be anything of its kind."""
        form = form_of(kind)
        now, values = dict[str, str](), dict[str, tuple[str, ...]]()
        for name in (*form.fields, *form.flags):
            pick, optional = self._pick(kind, name), name not in form.required
            least = number_of(pick.least, self._known) if isinstance(pick, Amount) else ""
            now[name] = parts.get(name) or (NONE if optional else f"{least}")
            values[name] = (*self._candidates(pick, name, now[name]), *((NONE,) if optional else ()))
        move, ruling = self._judged(kind, now)
        return self._found({name: text for name, text in now.items() if text}, values, move, ruling=ruling)

    def _candidates(self, pick: Pick | None, name: str, now: str) -> Iterable[str]:
        """The texts that a part may be, whatever the others are."""
        match pick:
            case Faces() | Pieces() if 1 < number_of(pick.most, self._known) <= _codes(now).total():
                return ()
            case Faces():
                return dict.fromkeys(self._faces(pick.decks))
            case Who():
                names: Sequence[str] = self._known.names
                return names
            case Word():
                words = pick.words(self._known) if pick.words else pick.says or (name,)
                return [word for word in words if word != NONE]
            case Amount() if now.isdecimal():
                return [f"{number}" for number in (int(now) - 1, int(now) + 1) if number >= 0]
            case Pieces() | Place():
                pieces = [*self.pieces(pick)]
                unseen = {piece.deck for piece in pieces if not piece.code and piece.deck}
                return dict.fromkeys((*(piece.code for piece in pieces if piece.code), *self._faces(unseen)))
        return ()

    def _faces(self, decks: Iterable[str]) -> Iterator[str]:
        """The codes of every piece of the decks of those names, in which `*` is anything."""
        for deck in catalogue.load(self._game.slug).decks:
            if any(fnmatchcase(deck.name, pattern) for pattern in decks):
                yield from (piece.code for piece in deck.pieces)

    # What they share.

    @cached_property
    def _open(self) -> Sequence[type[Any]]:
        return self._game.opens(self._known, self._seat) if isinstance(self._game, Opens) else ()

    def _found(
        self,
        parts: Mapping[str, str],
        values: Mapping[str, tuple[str, ...]],
        move: Any,
        best: Any = None,
        ruling: Ruling = ALLOWED,
        why: Mapping[tuple[str, str], str] = _NOTHING,
    ) -> Left:
        """The rest of a choice whose parts make that move, or none yet; `best` is the best of those left."""
        text = "" if best is None else str(best)
        if move is None or not ruling.allowed:
            remark = Remark(ruling.reason) if best is None else self._remark(best)
            return Left(parts, values, why, remark, text)
        does = done_by(move, self._known, self._seat)
        return Left(parts, values, why, self._remark(move), text, str(move), does)

    @cached_property
    def _kinds(self) -> Mapping[str, type[Any]]:
        """All moves of the game, or those of which some are possible, by their forms."""
        game = self._game
        return {
            form_of(kind).text: kind
            for kind in (game.GRAMMAR.kinds if isinstance(game, Declares) else self.by_kind)
        }

    def _kind(self, form: str) -> type[Any]:
        if form not in self._kinds:
            raise UsageError("There is no such move.", where=f'"{form}"', todo="Choose another.")
        return self._kinds[form]

    @cached_property
    def by_kind(self) -> Mapping[type[Any], list[Any]]:
        """The listed moves of the seat by their classes."""
        found: dict[type[Any], list[Any]] = {}
        for move in self._game.moves(self._known, self._seat):
            found.setdefault(type(move), []).append(move)
        return found

    def _pick(self, kind: type[Any], name: str) -> Pick | None:
        form = form_of(kind)
        return form.fields[name].pick if name in form.fields else form.flags[name]

    def _least(self, kind: type[Any], name: str) -> int:
        """The fewest pieces that the part may be; 0 if it is none."""
        pick = self._pick(kind, name)
        return number_of(pick.least, self._known) if isinstance(pick, Pieces) else 0

    def _most(self, kind: type[Any], name: str) -> int:
        """The most pieces, or groups of dice, that the part may be; 0 if it is neither."""
        pick = self._pick(kind, name)
        if isinstance(pick, Rolled):
            return len(self.by_kind.get(kind, ())) + 1
        return number_of(pick.most, self._known) if isinstance(pick, Pieces) else 0

    def _judged(self, kind: type[Any], parts: Mapping[str, str]) -> tuple[Any, Ruling]:
        """The move of those texts, and whether it is allowed; None where they make none."""
        given = {name: None if text == NONE else text for name, text in parts.items() if text}
        form = form_of(kind)
        if missing := [form.fields[name].label for name in form.required if name not in given]:
            return None, refused(f"{missing[0]} is still to be chosen.", "")
        try:
            typed = Typed(self._known, self._seat, "", lambda: self._game.moves(self._known, self._seat))
            move = made(kind, given, typed)
        except UsageError as problem:
            return None, refused(problem.what, "")
        return move, self._game.check(self._known, self._seat, move)

    def _remark(self, move: Any) -> Remark:
        game = self._game
        return game.remark(self._known, self._seat, move) if isinstance(game, Remarks) else _SILENT

    def _sense(self, move: Any) -> int:
        return self._remark(move).sense


def texts_of(form: Form, move: Any) -> dict[str, str]:
    """The parts of a move as texts, by name; `NONE` for one that it does not have."""
    found: dict[str, str] = {}
    for name, field in form.fields.items():
        value = getattr(move, name)
        found[name] = NONE if value is None else field.write(value) or NONE
    return found | {name: name if getattr(move, name) else NONE for name in form.flags}


def _codes(text: str) -> Counter[str]:
    """The pieces of a part, and how many there are of each."""
    return Counter() if text == NONE else Counter(text.replace(",", " ").split())


def _same(part: str, text: str) -> bool:
    """Tell whether a chosen part is that text; the order of pieces means nothing."""
    return part == text or (bool(part) and _codes(part) == _codes(text))
