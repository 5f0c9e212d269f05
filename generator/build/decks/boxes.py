"""Tuck boxes: folded from one sheet, sized by the number and thickness of the cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass

from components.catalogue import Deck
from components.pieces import Piece

_PLAY = (1.5, 1.0, 1.5)  # extra room in width, height and depth, mm
_SHALLOWEST = 8.0  # a box thinner than this does not hold its shape, mm
_FLAP = 14.0  # the part of the lid that tucks in, mm
_TAB = 9.0  # the tab that is glued, mm
_FEWEST = 9  # smaller decks need no box


@dataclass(frozen=True)
class Box:
    """Inner width, height and depth of a box, mm."""

    width: float
    height: float
    depth: float

    @property
    def net(self) -> tuple[float, float]:
        """The size of the flat net: tab, front, side, back, side; lids and flaps above and below."""
        return (
            round(_TAB + 2 * self.width + 2 * self.depth, 2),
            round(self.height + 2 * (self.depth + _FLAP), 2),
        )


def box_for(deck: Deck, thickness: float) -> Box:
    """The box that holds all cards of a deck, each `thickness` mm thick."""
    width, height = deck.size
    return Box(width + _PLAY[0], height + _PLAY[1], max(_SHALLOWEST, deck.count * thickness + _PLAY[2]))


def boxes_for(decks: Iterable[Deck], thickness: float) -> Iterator[Deck]:
    """A box, as a deck of one piece, for each deck of cards."""
    for deck in decks:
        if deck.shape == "card" and deck.back and deck.count >= _FEWEST:
            yield _deck(deck, box_for(deck, thickness))


def _deck(deck: Deck, box: Box) -> Deck:
    fields = {
        "box": asdict(box),
        "tab": _TAB,
        "flap": _FLAP,
        "holds": deck.title,
        "count": deck.count,
    }
    return Deck(
        name=f"box-{deck.name}",
        title=f"Box for {deck.title}",
        size=box.net,
        shape="net",
        face="pages/tuckbox",
        back="",
        sprue=f"box-{deck.name}",
        pieces=(Piece(f"box-{deck.name}", 1, fields),),
    )
