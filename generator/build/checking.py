"""`pnp check`: draw everything in every ink mode without printing, and list every problem.

Sheets are laid out and the rulebook is set too, since `pnp build` may fail at either.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from components.catalogue import Deck, Game
from components.errors import StarboxError
from components.languages.missing import holes
from components.pieces import Piece
from generator import INKS
from generator.book.overlaps import covered_words
from generator.build.dry_run import printed_once, rehearse
from generator.build.inspection import (
    codes_as_names,
    collisions,
    colours_alone,
    confusable,
    inspect_faces,
    look_alikes,
    near_the_cut,
)
from generator.build.press import Press
from generator.build.sheetwork import half_marked, nearly_empty
from generator.faces.drawing import Drawing
from generator.faces.renderer import Face, Renderer
from generator.faces.templating import layouts
from generator.sheets.paper import Paper, paper_size

# A template's line, if it is known, the row and the piece of a face, and what is wrong with it.
_FACE = re.compile(
    r"(?:(.*) \()?[^()]*, deck [\w-]+, piece (?P<code>.+?), (?P<side>front|back)\b(?P<what>.*)", re.DOTALL
)
_PAPER = Paper("a4", *paper_size("a4"))  # the default paper of pnp build


class Found(NamedTuple):
    """One sentence for each problem, and for each remark about what prints well but wastes paper."""

    problems: tuple[str, ...]
    remarks: tuple[str, ...]


def check(game: Game) -> Found:
    """Find what is wrong with the game's data, templates, symbols, looks and sheets, without repeats."""
    remarks: list[str] = []
    problems: dict[str, None] = {}
    for ink in INKS:
        found = _check_ink(game, Renderer(game, ink), remarks)
        # A problem of every mode is listed once, a problem of one mode with the name of that mode.
        new = [problem for problem in dict.fromkeys(found) if problem not in problems]
        problems |= dict.fromkeys(new if ink == INKS[0] else [f"{said} (--ink {ink})" for said in new])
    return Found(tuple(problems), tuple(remarks))


class Gaps(NamedTuple):
    """Faults of a language, a sentence each: what it lacks, what does not fit, what is not used."""

    holes: tuple[str, ...]
    misfits: tuple[str, ...]
    unused: tuple[str, ...]


def gaps(game: Game) -> Gaps:
    """Find the faults of the game's language, when all of it has been set. Raises what `build` would."""
    press = printed_once(game, _PAPER)
    misplaced = dict.fromkeys(_misplaced(game, press))
    misfits = dict.fromkeys(str(misfit) for misfit in press.renderer.misfits) | misplaced
    return Gaps(holes(game), tuple(misfits), tuple(game.words.unused()))


def _misplaced(game: Game, press: Press) -> Iterator[str]:
    """Words over words or over the cut, on all decks: alternatives too, which the press has not drawn."""
    seen: set[str] = set()
    for deck in game.decks:
        for piece in deck.pieces:
            both = press.faces.get((deck.name, piece.code)) or press.renderer.faces(deck, piece)
            for face in (both.front, both.back):
                if face and face.key not in seen:
                    seen.add(face.key)
                    drawing = press.drawings.of(face)
                    yield from collisions(face, drawing)
                    for said in near_the_cut(face, drawing, deck, press.renderer.theme):
                        yield f"{face.where}: {said}"


def _check_ink(game: Game, renderer: Renderer, remarks: list[str]) -> Iterator[str]:
    told: set[str] = set()
    for deck in game.decks:
        counted = len(renderer.misfits)
        found = list(_check_deck(deck, renderer, remarks))
        told.update(found)
        yield from _grouped(found, deck, game)
        yield from (_in_its_box(str(misfit), deck, game) for misfit in renderer.misfits[counted:])
    drawn = len(renderer.misfits)
    if renderer.ink == INKS[0]:
        remarks += _doubts(game, renderer.symbols)
        for said, misspelt in layouts.unused(game):
            if misspelt:
                yield said
            else:
                remarks.append(said)
        try:
            books = rehearse(game, renderer, _PAPER)
            yield from half_marked(books)
            yield from covered_words(game, renderer)
            remarks += nearly_empty(books, _PAPER)
        except StarboxError as problem:
            yield from () if str(problem) in told else (str(problem),)
        yield from (str(misfit) for misfit in renderer.misfits[drawn:])
    yield from renderer.warnings
    seats = {seat.name: renderer.theme.seats[seat.name] for seat in game.seats}
    yield from (f"{game.slug}, seats: {said}." for said in confusable(seats))


def _doubts(game: Game, symbols: Collection[str]) -> Iterator[str]:
    """Note what can hardly be meant: citations of no rule, symbols in rules, tables without headings."""
    cited = re.compile(rf"(?:\(|\b(?:{game.rules.prefix}|rules?|see) )(\d+\.\d+)\b")
    for rule in game.rules:
        for number in sorted({*cited.findall(rule.text)} - {*game.rules.numbers()}):
            yield f"rules.md, rule {rule.number}: There is no rule {number}, which it cites."
        for name in sorted({*re.findall(r"\[([a-z][\w-]*)\]", rule.text)} & {*symbols}):
            said = f"Symbols are drawn on pieces alone. Write {name} without brackets."
            yield f"rules.md, rule {rule.number}: {said}"
    for name, table in game.tables.items():
        cells = {cell for row in table.data.get("cells", ()) for cell in row}
        if "headings" in table.data and cells.issuperset(table.data["headings"]):
            first = ", ".join(table.data["headings"])
            yield f'{table.where()}: The first row is for headings, and "{first}" are cells of table {name}.'


def _in_its_box(said: str, deck: Deck, game: Game) -> str:
    """A text that does not fit, and the box that is too small for it, if it is known."""
    found = _FACE.match(said)
    piece = next((one for one in deck.pieces if found and one.code == found["code"]), None)
    if not found or not piece:
        return said
    box = layouts.cause(game, deck.face if found["side"] == "front" else deck.back, piece, found["what"])
    return f"{said} Shorten it, or make room in {box}." if box else said


def _grouped(problems: Sequence[str], deck: Deck, game: Game) -> Iterator[str]:
    """Problems of one cause as one: the first of them, how many pieces have it, and where to mend it.

    They have one cause if they differ only in the piece, and in the words and numbers on it.
    """
    groups: dict[object, list[re.Match[str]]] = {}
    for said in problems:
        if found := _FACE.match(said):
            key = found[1], found["side"], re.sub(r'"[^"]*"|\d+(?:\.\d+)?', "…", found["what"])
            groups.setdefault(key, []).append(found)
        else:
            yield said
    for group in groups.values():
        codes = list(dict.fromkeys(found["code"] for found in group))
        others = f" So it is with {len(codes)} pieces: {', '.join(codes[:3])} …" if len(codes) > 2 else ""
        for found in group[:1] if others else group:
            face = deck.face if found["side"] == "front" else deck.back
            piece = next((one for one in deck.pieces if one.code == found["code"]), None)
            place = "" if found[1] or not piece else layouts.cause(game, face, piece, found["what"])
            mend = f" Mend it in {place or f'the face {face}'}." if place or (others and not found[1]) else ""
            yield found[0] + others + mend


def _check_deck(deck: Deck, renderer: Renderer, remarks: list[str]) -> Iterator[str]:
    fronts: list[tuple[Piece, Face]] = []
    drawn: dict[str, tuple[Face, Drawing]] = {}
    for piece in deck.pieces:
        try:
            faces = renderer.faces(deck, piece)
            fronts.append((piece, faces.front))
            for face in (faces.front, faces.back):
                if face and face.key not in drawn:
                    drawn[face.key] = face, renderer.drawings.of(face)
                    yield from codes_as_names(*drawn[face.key], piece)
                    yield from collisions(*drawn[face.key])
        except StarboxError as problem:
            yield str(problem)
    yield from inspect_faces(list(drawn.values()), deck, renderer.theme)
    yield from colours_alone(fronts)
    if renderer.ink == INKS[0]:
        remarks += look_alikes(fronts, deck)
