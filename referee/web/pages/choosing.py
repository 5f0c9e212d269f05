"""The moves of a seat on a page: what is chosen part by part, and what each move would do.

A page has all moves of a form, so that it can narrow them down without asking. Where there are too many, or
where a table enters what was drawn, it asks for the `rest` of a choice.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial, reduce
from itertools import chain, repeat
from operator import or_
from types import MappingProxyType
from typing import Any, NamedTuple

from components.errors import UsageError
from referee.engine.asking import picks
from referee.engine.asking.choosing import Asked, Question, texts_of
from referee.engine.asking.picks import NONE, Pick
from referee.engine.chance.parts import keys, progress
from referee.engine.game import CHANCE, Remark, Remarks, Seat
from referee.engine.moves import Form, done_by, form_of, said
from referee.table.session import Session
from referee.web.pages.drawing import Shown

_ROWS = 6  # moves that are read as rows, one below the other
_MOST = 400  # moves of one form that a page is given
_RESULTS = 60  # results that are listed
_FEW = 14  # moves of one form of which it is worked out whether dice or cards decide next
_LOOKS = {
    picks.Pieces: "pieces", picks.Place: "places", picks.Amount: "amount", picks.Who: "who",
    picks.Rolled: "dice", picks.Faces: "faces",
}  # fmt: skip
# A code as it is printed, and what it means if that follows in brackets.
_CODE = re.compile(r"\b([A-Z]+\d[\w-]*|[A-Z]{3})\b((?: \([^()]*\))?)")
DRAWN = "draw"  # the one part of what was drawn or rolled at the table


class Sight(NamedTuple):
    """The part of a table that somebody sees: the pieces by their codes, and what places are called.

    key    the face of any piece of the box, by its code
    names  what people call the pieces that lie in rows, by their codes
    """

    pieces: Mapping[str, Shown]
    places: Mapping[str, str]
    key: Callable[[str], Shown | None] = lambda code: None
    names: Mapping[str, str] = MappingProxyType({})

    def named(self, text: str) -> str:
        """The text with names in place of codes: "Jump Boost 3 falls" for "R3-4 (Jump Boost 3) falls"."""

        def name(found: re.Match[str]) -> str:
            words = self.names.get(found[1])
            if not words:
                return found[0]
            return words if found[2][2:].startswith(words) else f"{words}{found[2]}"

        return _CODE.sub(name, text)


class Value(NamedTuple):
    """A value that a part may have: its text, what people call it, and its face if it is a piece in sight.

    times  how many dice show it
    """

    text: str
    words: str
    piece: Shown | None = None
    times: int = 1


@dataclass(frozen=True)
class Facet:
    """A part of the moves of one form.

    name  its name in the form
    look  how it is chosen: from "pieces", "faces", "words", "who" or "dice", as one of the "places" of a
          board, or as an "amount"
    most  how many values a move has of it at most
    now   its value from the beginning, where the moves are too many for a page
    symbol, about  of an amount: the name of its symbol, and what it is good for
    """

    name: str
    label: str
    look: str
    values: tuple[Value, ...]
    most: int = 1
    now: str = ""
    symbol: str = ""
    about: str = ""


class Option(NamedTuple):
    """A move of a page.

    parts   for each part of its form the numbers of its values
    asks    whether it gives something away, so that the page asks before it is made
    final   whether dice or cards decide next, so that it cannot be taken back freely
    spots   what finds it by a tap: places that it leads to, as "map 1,-2", and the codes that it names
    about   what it is about, in a few words; empty if its words say so
    figure  what it comes to, as a number on the place that it leads to
    facts   more such numbers, each with what it is
    """

    text: str
    words: str
    remark: str
    parts: tuple[tuple[int, ...], ...] = ()
    asks: bool = False
    final: bool = False
    spots: tuple[str, ...] = ()
    about: str = ""
    figure: str = ""
    facts: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Kind:
    """The moves of one form, the most sensible first.

    form   the form, as it was declared; says which kind is meant when its parts come back
    ask    what to do, a verb first
    sense  sense of its most sensible move
    wide   whether its moves are too many for a page, which asks for the `rest` instead
    offers moves that the game proposes: what it calls each, and its parts
    total  what a mix of numbers is paid with
    """

    form: str
    ask: str
    sense: int = 0
    facets: tuple[Facet, ...] = ()
    options: tuple[Option, ...] = ()
    wide: bool = False
    offers: tuple[tuple[str, Mapping[str, str]], ...] = ()
    total: str = ""


class Moves(NamedTuple):
    """The moves of a seat by kind, the codes and places that lead to some, and whether they are read as rows.

    ask   what to do, a verb first
    best  the move to make if nothing speaks against it; empty if there is none
    """

    kinds: tuple[Kind, ...] = ()
    targets: frozenset[str] = frozenset()
    rows: bool = False
    ask: str = ""
    best: str = ""


def moves_of(session: Session, seat: Seat, sight: Sight) -> Moves:
    """The moves of that seat, the kind with the most sensible one first."""
    question = Question(session.game, session.state, seat)
    asking = _Asking(session, seat, session.game.known(session.state, seat), question, sight)
    targets: set[str] = set()
    kinds = []
    for asked in question.asked:
        found = [] if asked.form.mixed or asked.many > _MOST else asking.candidates(asked.kind)
        targets.update(target for one in found for target in one.targets)
        kinds.append(asking.listed(asked.form, found) if found else asking.wide(asked))
    kinds.sort(key=lambda kind: -kind.sense)
    looks = {facet.look for kind in kinds for facet in kind.facets}
    many = sum(len(kind.options) for kind in kinds)
    rows = many <= _ROWS and not any(kind.wide for kind in kinds) and not looks & {"pieces", "places", "dice"}
    best = session.suggested(seat)
    options = [one for kind in kinds for one in kind.options if not one.asks]
    first = next((one for one in options if one.text == best), options[0] if options else None)
    ask = question.ask or (kinds[0].ask if kinds else "")
    return Moves(tuple(kinds), frozenset(targets), rows, ask, first.text if first else "")


def rest(session: Session, seat: Seat, form: str, parts: Mapping[str, str]) -> dict[str, Any]:
    """The rest of a choice, as a page wants it: see `Left`.

    form  the form; empty for what was drawn or rolled at the table, whose one part is called `DRAWN`

    Raises `UsageError` for a form that there is not, and for a draw that is not to be entered now.
    """
    if not form:
        return _drawn(session, parts.get(DRAWN, ""))
    question = Question(session.game, session.state, seat)
    left = question.left(form, parts)
    return {
        "parts": dict(left.parts),
        "values": {name: list(may) for name, may in left.values.items()},
        "why": [[name, text, reason] for (name, text), reason in left.why.items()],
        "remark": left.remark.text,
        "asks": left.remark.sense < 0,
        "whole": left.whole,
        "does": left.does,
        "prices": question.prices(form, left.parts),
    }


def entry(session: Session, sight: Sight) -> Moves:
    """Offer what dice or cards at the table may show: as a list where that is little, else piece by piece."""
    outcomes = session.game.chance(session.state)
    if faces := keys(outcomes, ()):
        values = tuple(Value(code, code, sight.key(code)) for code in faces)
        facet = Facet(DRAWN, "Drawn", "faces", values, len(outcomes.parts(())))
        return Moves((Kind("", "", facets=(facet,), wide=True),))
    return Moves()


def results(texts: Sequence[str]) -> Moves:
    """Offer what dice or cards at the table may show, where that is little."""
    options = tuple(Option(text, text.removeprefix("draw "), "") for text in texts[:_RESULTS])
    return Moves((Kind("", "", options=options),) if options else (), rows=True)


def parts_of(fields: Iterable[tuple[str, object]], form: str) -> dict[str, str]:
    """The parts of that form among the fields of a page, by name: those named "FORM|NAME"."""
    parts: dict[str, str] = {}
    for field, value in fields:
        of, bar, name = field.rpartition("|")
        if bar and of == form and value:
            parts[name] = f"{parts[name]} {value}" if name in parts else str(value)
    return parts


def chosen(session: Session, seat: Seat, form: str, parts: Mapping[str, str]) -> str:
    """The move of that form with those parts, by name; one that is not given may be anything.

    Raises `UsageError` if no move has them, or more than one.
    """
    question = Question(session.game, session.state, seat)
    if whole := question.left(form, parts).whole:
        return whole
    found = [
        str(move)
        for move in session.game.moves(session.state, seat)
        if form_of(type(move)).text == form
        for texts in [texts_of(form_of(type(move)), move)]
        if all(not part or _codes(part) == _codes(texts[name]) for name, part in parts.items())
    ]
    if len(found) == 1:
        return found[0]
    if found:
        raise UsageError("Several moves fit that choice.", todo="Choose a value for every part.")
    raise UsageError("Those parts do not go together.", todo="Change one of them.")


class _Candidate(NamedTuple):
    """A move with its parts as texts, by name; `codes` are those of the pieces that it names."""

    move: Any
    remark: Remark
    parts: Mapping[str, str]
    codes: tuple[str, ...]

    @property
    def targets(self) -> frozenset[str]:
        """Everything that finds it by a tap: what it names, and the places that its remark points to."""
        return frozenset((*self.codes, *self.points))

    @property
    def points(self) -> tuple[str, ...]:
        return tuple(f"{area} {column},{row}" for area, (column, row) in self.remark.points)


class _Asking(NamedTuple):
    """A question to a seat, as it is put on a page."""

    session: Session
    seat: Seat
    known: Any
    question: Question
    sight: Sight

    def candidates(self, kind: type[Any]) -> list[_Candidate]:
        """The moves of that class, the most sensible first."""
        game = self.session.game
        silent: Callable[[Any], Remark] = lambda move: Remark()  # noqa: E731
        # The game is asked once if it can remark: that is slow.
        remark = partial(game.remark, self.known, self.seat) if isinstance(game, Remarks) else silent
        form, found = form_of(kind), []
        for move in self.question.by_kind.get(kind, ()):
            parts = texts_of(form, move)
            named = [self._code(form, name, text) for name, texts in parts.items() for text in _codes(texts)]
            found.append(_Candidate(move, remark(move), parts, tuple(filter(None, named))))
        return sorted(found, key=lambda one: -one.remark.sense)

    def listed(self, form: Form, found: Sequence[_Candidate]) -> Kind:
        """The moves of that form, all of which are on the page."""
        facets, parts = list[Facet](), list[list[tuple[int, ...]]]()
        for name in found[0].parts:
            several = self.question.most(form.text, name) > 1
            texts = [_codes(one.parts[name]) if several else [one.parts[name]] for one in found]
            # As many copies of a piece as any move has; moves know them all by the number of the first.
            copies = reduce(or_, map(Counter, texts)).elements() if several else chain(*texts)
            values = list(copies if several else dict.fromkeys(copies))
            numbers = {text: at for at, text in reversed([*enumerate(values)])}
            parts.append([tuple([numbers[text] for text in those]) for those in texts])
            said_by = form.fields[name].said if name in form.fields else None
            named = [one for one in found if said_by and one.parts[name] != NONE]
            words = {one.parts[name]: said_by(getattr(one.move, name)) for one in named} if said_by else {}
            facet, counts = self._facet(form, name, values, words), {*map(len, texts)}
            # Where it may be one piece or none, several are picked, so that it can be none.
            most = max(counts) if len(counts) == 1 else max(2, *counts)
            facets.append(replace(facet, most=most) if facet.most > 1 else facet)
        each = zip(*parts, strict=True) if parts else repeat(())
        options = [
            self._option(one, own, few=len(found) <= _FEW) for one, own in zip(found, each, strict=False)
        ]
        sense = found[0].remark.sense
        return Kind(form.text, self.question.ask_of(form), sense, tuple(facets), tuple(options))

    def wide(self, asked: Asked) -> Kind:
        """The moves of that form, of which a page asks for the rest."""
        form, left = asked.form, self.question.left(asked.form.text, {})
        facets = tuple(
            replace(
                self._facet(form, name, may or (left.parts.get(name, ""),), {}), now=left.parts.get(name, "")
            )
            for name, may in left.values.items()
        )
        offers = tuple(
            (offer.label, texts_of(form, offer.move))
            for offer in self.question.offers
            if type(offer.move) is asked.kind
        )
        total = form.mixed.total if form.mixed else ""
        return Kind(
            form.text, self.question.ask_of(form), facets=facets, wide=True, offers=offers, total=total
        )

    def _facet(self, form: Form, name: str, texts: Iterable[str], words: Mapping[str, str]) -> Facet:
        """The part of that name, with those values, and words for some of them."""
        pick, field = self._pick(form, name), form.fields.get(name)
        values = tuple(
            Value(text, words.get(text) or self._words(form, name, text), self._piece(form, name, text))
            for text in texts
        )
        look = _LOOKS.get(type(pick), "words")
        if look == "pieces" and not any(value.piece for value in values):
            look = "words"
        most = self.question.most(form.text, name)
        if isinstance(pick, picks.Faces):
            most = picks.number_of(pick.most, self.known)
        if isinstance(pick, picks.Rolled):
            rolled = next((area for area in self.question.view.areas if area.name == pick.area), None)
            shown = [piece.code for piece in rolled.pieces] if rolled else []
            values = tuple(value._replace(times=max(1, shown.count(value.text))) for value in values)
        found = Facet(name, field.label if field else name.capitalize(), look, values, max(1, most))
        if isinstance(pick, picks.Amount) and field:
            return replace(found, symbol=pick.symbol, about=self.question.words(pick.about) or field.unit)
        return found

    def _option(self, found: _Candidate, parts: tuple[tuple[int, ...], ...], *, few: bool) -> Option:
        game, text = self.session.game, str(found.move)
        dice = few and self.session.header.dice != "table"
        words = done_by(found.move, self.known, self.seat) or said(found.move)
        names = {
            self.sight.places[point].partition(",")[0] for point in found.points if point in self.sight.places
        }
        about = found.remark.about or (names.pop() if len(names) == 1 and found.codes else "")
        if about.lower() in found.remark.text.lower() or {*about.split()}.intersection(words.split()):
            about = ""
        form = form_of(type(found.move))
        for name, part in found.parts.items():  # a place is called by its name, not by its numbers
            if about and part != NONE and isinstance(self._pick(form, name), picks.Place):
                words = words.replace(part, about)
            elif isinstance(self._pick(form, name), picks.Rolled):
                words = words.replace(part, "these dice")
        return Option(
            text,
            self.sight.named(words[:1].upper() + words[1:]),
            self.sight.named(found.remark.text),
            parts,
            found.remark.sense < 0,
            dice and game.turn(game.apply(self.known, self.seat, found.move)) is CHANCE,
            (*found.points, *found.codes),
            about,
            found.remark.figure,
            found.remark.facts,
        )

    def _pick(self, form: Form, name: str) -> Pick | None:
        return form.fields[name].pick if name in form.fields else form.flags[name]

    def _code(self, form: Form, name: str, text: str) -> str:
        """The code of the piece that a value stands for, if it is one in sight; else empty."""
        pick = self._pick(form, name)
        if not isinstance(pick, picks.Pieces | picks.Place):
            return ""
        code = (
            pick.code(self.known, self.seat, text) if isinstance(pick, picks.Pieces) and pick.code else text
        )
        return code if code in self.sight.pieces else ""

    def _piece(self, form: Form, name: str, text: str) -> Shown | None:
        if isinstance(self._pick(form, name), picks.Faces):
            return self.sight.key(text)
        return self.sight.pieces.get(self._code(form, name, text))

    def _words(self, form: Form, name: str, text: str) -> str:
        """The words for a value."""
        pick = self._pick(form, name)
        if isinstance(pick, picks.Word) and text in pick.says:
            return pick.says[text]
        if text == NONE:
            return form.fields[name].none if name in form.fields else "None"
        piece = self._piece(form, name, text)
        return piece.name if piece and piece.name else text


def _codes(text: str) -> list[str]:
    """The pieces of a part, in a fixed order."""
    return [] if text == NONE else sorted(text.replace(",", " ").split())


def _drawn(session: Session, typed: str) -> dict[str, Any]:
    """The rest of what was drawn at the table, of which that was typed so far."""
    if session.turn is not CHANCE or session.header.dice != "table":
        raise UsageError("The table draws nothing now.", todo="Look at the table again.")
    outcomes = session.game.chance(session.state)
    found = progress(outcomes, typed)
    kept = found.words[: min(found.fitting, len(found.parts))]
    may = keys(outcomes, kept)
    missing = len(found.parts) - len(kept)
    left: list[str] = [piece.code for pool in ("pool", "more") for piece in getattr(outcomes, pool, ())]
    return {
        "parts": {DRAWN: " ".join(kept)},
        "values": {DRAWN: [word for word, reason in may.items() if not reason]},
        "why": [[DRAWN, word, reason] for word, reason in may.items() if reason],
        "remark": found.reason or (f"Next: {found.next}." if found.next else "All of them are there."),
        "asks": False,
        "whole": "" if missing else f"draw {' '.join(kept)}",
        "does": "Enter them",
        "missing": missing,
        "left": {code: left.count(code) - kept.count(code) for code in dict.fromkeys(left)},
    }
