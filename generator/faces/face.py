"""A face, and its drawing: compiled once, however many documents and checks ask for it."""

import hashlib
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from generator.faces.drawing import Drawing, compile_svg


@dataclass(frozen=True)
class Face:
    """One printed side. `svg` reaches `bleed` mm beyond the trimmed `size`; `key` is a hash of it."""

    svg: str
    size: tuple[float, float]
    bleed: float
    where: str
    side: str = "front"

    @cached_property
    def key(self) -> str:
        return hashlib.sha256(self.svg.encode()).hexdigest()[:16]


class Faces(NamedTuple):
    """The two sides of a piece; `back` is None for a piece printed on one side."""

    front: Face
    back: Face | None


class Drawings(dict[str, Drawing]):
    """Compiled faces by their keys. `coders` hold their code for documents, for each way to name colours."""

    def __init__(self) -> None:
        super().__init__()
        self.coders: dict[Any, Any] = {}

    def of(self, face: Face) -> Drawing:
        """The drawing of a face, compiled if it is not here yet. Raises what `compile_svg` does."""
        if face.key not in self:
            self[face.key] = compile_svg(face.svg, face.where)
        return self[face.key]

    def drawn(self, face: Face) -> str:
        """The key of a face, which is compiled if it is not here yet."""
        self.of(face)
        return face.key
