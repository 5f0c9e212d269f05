"""`pnp check`: draw everything, print nothing, and list all that is wrong at once."""

from __future__ import annotations

from components.catalogue import Game
from components.errors import StarboxError
from generator.drawing import compile_svg
from generator.faces import Renderer


def check(game: Game) -> list[str]:
    """A sentence for each thing to mend in the game's data, templates and symbols."""
    renderer = Renderer(game)
    problems: dict[str, None] = {}  # in order, each once
    compiled: set[str] = set()
    for deck in game.decks:
        for piece in deck.pieces:
            try:
                faces = renderer.faces(deck, piece)
                for face in (faces.front, faces.back):
                    if face and face.key not in compiled:
                        compile_svg(face.svg, face.where)
                        compiled.add(face.key)
            except StarboxError as problem:
                problems[str(problem)] = None
    for misfit in renderer.misfits:
        problems[str(misfit)] = None
    return list(problems)
