"""Boards on which the places of an area are printed, such as the lane of a track or the sectors of a ring."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from components.setup import Area, Placed, Resting
from generator.exports.web.faces import WebFaces
from generator.exports.web.placement import Box, PlacedFace, in_slots, placed_face, slots_of

_SPACE = "space"  # the name of the slots that are the places of a row, from the left
_BEHIND = 0.2  # a standee stands this share of a place below its upper edge


@dataclass(frozen=True)
class Printed:
    """The boards under an area, one below the other.

    width, height  size of all of them, in mm
    boards  their faces
    """

    width: float
    height: float
    boards: tuple[PlacedFace, ...]
    _spaces: dict[tuple[int, int], Box]
    _slots: dict[str, list[Box]]
    _faces: WebFaces

    def places(self, piece: Placed) -> Sequence[Box]:
        """Return where a piece lies: on the space of its place, or in the slots named after its code."""
        if piece.at is None:
            return self._slots.get(piece.code, ())
        return [self._spaces[piece.at]] if piece.at in self._spaces else ()

    def held(self, piece: Placed, standing: Sequence[Placed] = ()) -> Iterator[PlacedFace]:
        """Yield what lies on a place and in the slots beside it, and the standees that stand there.

        A token as large as its space covers it, and the others lie on that.
        """
        places = self.places(piece)
        covers = [held for held in piece.holds if piece.at is not None and self._covers(held, places[0])]
        for held in covers:
            yield placed_face(held, places[0], self._faces)
        others = [held for held in piece.holds if held not in covers]
        yield from in_slots(others, {**self._slots, "": places}, self._faces)
        for one in standing:
            if self._faces.upright(one.deck, one.code):
                yield self._stands(one, self.places(piece)[0])

    def _covers(self, held: Resting, place: Box) -> bool:
        return not held.slot and min(self._faces.size(held.deck)) >= place.width

    def _stands(self, piece: Placed, box: Box) -> PlacedFace:
        """At the back of its place, so that what is printed there stays in sight."""
        face = self._faces.size(piece.deck)
        left, top, across, down = self._faces.upright(piece.deck, piece.code) or (0, 0, *face)
        scale = box.height / down
        own = Box(
            round(box.x + (box.width - across * scale) / 2, 2),
            round(box.y - (1 - _BEHIND) * box.height, 2),
            round(across * scale, 2),
            box.height,
        )
        view = f"{left:g} {top:g} {across:g} {down:g}"
        return PlacedFace(self._faces.name(piece.deck, piece.code), own, view, face)


def printed(area: Area, faces: WebFaces) -> Printed | None:
    """The boards under a grid or a track; None if a piece of it has no place there, or if none is drawn."""
    lies, spaces, slots = list[PlacedFace](), dict[tuple[int, int], Box](), dict[str, list[Box]]()
    width = height = 0.0
    for board in area.under:
        assert board.at is not None
        picture, size = faces.name(board.deck, board.code), faces.size(board.deck)
        box = Box(0.0, height, *size)
        lies.append(PlacedFace(picture, box, "", size))
        for name, found in slots_of(picture, box, faces).items():
            slots.setdefault(name, []).extend(found)
        for step, place in enumerate(slots.pop(_SPACE, ())):
            spaces[board.at[0] + step, board.at[1]] = place
        width, height = max(width, size[0]), height + size[1]
    whole = Printed(width, height, tuple(lies), spaces, slots, faces)
    return whole if all(whole.places(piece) for piece in area.pieces) else None
