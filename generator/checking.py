"""`pnp check`: draw everything in every ink mode, print nothing, and list all that is wrong at once.

The sheets are laid out and the rulebook is set too, since either may be what `pnp build` refuses.
"""

from __future__ import annotations

from collections.abc import Iterator

from components.catalogue import Deck, Game
from components.errors import StarboxError
from generator.arguments import INKS
from generator.build import rehearse
from generator.drawing import Drawing, compile_svg
from generator.faces import Face, Renderer
from generator.inspection import colours_alone, confusable, inspect_faces
from generator.paper import Paper, paper_size

_PAPER = Paper("a4", *paper_size("a4"))  # what pnp build prints on unless it is told otherwise


def check(game: Game) -> list[str]:
    """A sentence for each thing to mend in the game's data, templates, symbols and looks, each once."""
    problems: dict[str, None] = {}
    for ink in INKS:
        found = _check_ink(game, Renderer(game, ink))
        # What is wrong in every mode is told once, what is wrong in one of them with its name.
        new = [problem for problem in dict.fromkeys(found) if problem not in problems]
        problems |= dict.fromkeys(new if ink == INKS[0] else [f"{said} (--ink {ink})" for said in new])
    return list(problems)


def _check_ink(game: Game, renderer: Renderer) -> Iterator[str]:
    for deck in game.decks:
        yield from _check_deck(deck, renderer)
    if renderer.ink == INKS[0]:
        try:
            rehearse(game, renderer, _PAPER)
        except StarboxError as problem:
            yield str(problem)
    yield from (str(misfit) for misfit in renderer.misfits)
    seats = {seat.name: renderer.theme.seats[seat.name] for seat in game.seats}
    yield from (f"{game.slug}, seats: {said}." for said in confusable(seats))


def _check_deck(deck: Deck, renderer: Renderer) -> Iterator[str]:
    fronts: list[tuple[str, Face]] = []
    drawn: dict[str, tuple[Face, Drawing]] = {}
    for piece in deck.pieces:
        try:
            faces = renderer.faces(deck, piece)
            fronts.append((piece.code, faces.front))
            for face in (faces.front, faces.back):
                if face and face.key not in drawn:
                    drawn[face.key] = face, compile_svg(face.svg, face.where)
        except StarboxError as problem:
            yield str(problem)
    yield from inspect_faces(list(drawn.values()), deck, renderer.theme)
    yield from colours_alone(fronts)
