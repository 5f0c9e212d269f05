"""The system a game is played in: the ring, its planets and its dust clouds (PL 1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from referee.chance import Chance
from referee.games.planetary.box import Half, PlanetCard, box


@dataclass(frozen=True)
class Planet:
    """A planet (PL 1.2).

    space        the ring space it is anchored at
    pieces       its map pieces, from column 0
    up           the side they show
    rock, grass  colours
    """

    card: PlanetCard
    space: int
    pieces: tuple[str, ...]
    up: str
    rock: str
    grass: str

    @cached_property
    def columns(self) -> int:
        """Columns of hexes round the planet (PL 1.4)."""
        return len(self.pieces) * box().system.piece_columns

    def facing(self, round_: int) -> Half:
        """The half turned to the ring in that round (PL 1.5)."""
        return self.card.odd_facing if round_ % 2 else self.card.even_facing


@dataclass(frozen=True)
class System:
    """spaces of the ring, its planets in the order of their anchors, and the spaces that are dark."""

    spaces: int
    planets: tuple[Planet, ...]
    dust: tuple[int, ...]


def draw_system(players: int, chance: Chance) -> System:
    """The system of that many players, drawn.

    players  within the game's range

    Sizes, map pieces, sides, colours and dust come each from a stream of its own, called `sizes`,
    `maps`, `sides`, `colours` and `dust`.
    """
    numbers = box().system
    spaces = ring_spaces(players)
    places = anchors(players)
    maps = iter(chance.stream("maps").shuffled(numbers.maps))
    sides, colours = chance.stream("sides"), chance.stream("colours")
    planets = []
    for card, space, size in zip(
        numbers.cards, places, _sizes(len(places), chance.stream("sizes")), strict=False
    ):
        pieces = tuple(next(maps) for _ in range(size))
        up = sides.choice(numbers.sides)
        rock = colours.choice(numbers.colours)
        grass = colours.choice([colour for colour in numbers.colours if colour != rock])
        planets.append(Planet(card, space, pieces, up, rock, grass))
    free = [space for space in range(spaces) if space not in places]
    dust = chance.stream("dust").shuffled(free)[: players * numbers.dust_per_player]
    return System(spaces, tuple(planets), tuple(sorted(dust)))


def ring_spaces(players: int) -> int:
    """Spaces of the ring (PL 1.1)."""
    return players * box().system.spaces_per_player


def anchors(players: int) -> tuple[int, ...]:
    """The ring spaces that anchor a planet (PL 1.2)."""
    numbers = box().system
    planets = min(max(players - numbers.fewer_than_players, numbers.least), numbers.most)
    spaces = ring_spaces(players)
    return tuple((i * spaces // planets + numbers.anchor_offset) % spaces for i in range(planets))


def draw_starts(players: int, chance: Chance) -> tuple[int, ...]:
    """A starting space for each seat, from the stream `starts` (PL 3.1)."""
    stream = chance.stream("starts")
    return tuple(stream.below(ring_spaces(players)) for _ in range(players))


def draw_turn_order(starts: Sequence[int], chance: Chance) -> tuple[int, tuple[int, ...]]:
    """The space the first turn is counted from, and the seats in the order of their turns (PL 3.2).

    starts  each seat's starting space

    The space comes from the stream `first-space`, the lots of ships that share one from `lots`.
    """
    spaces = ring_spaces(len(starts))
    first = chance.stream("first-space").below(spaces)
    lots = chance.stream("lots").shuffled(range(len(starts)))
    order = sorted(lots, key=lambda seat: (starts[seat] - first) % spaces)
    return first, tuple(order)


def _sizes(planets: int, chance: Chance) -> tuple[int, ...]:
    """Map pieces of each planet; all are drawn again while the box has too few (PL 1.2)."""
    fewest, most = box().system.pieces
    while True:
        sizes = tuple(fewest + chance.below(most - fewest + 1) for _ in range(planets))
        if sum(sizes) <= len(box().system.maps):
            return sizes
