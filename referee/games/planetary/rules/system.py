"""The system a game is played in: the ring, its planets and its dust clouds (PL 1)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from components import catalogue
from referee.engine.chance.outcomes import Drawn
from referee.engine.chance.seeded import Chance
from referee.games.planetary.box import SLUG, box
from referee.games.planetary.rules.draws import Cards, Named, Series, Words, named, words_of
from referee.games.planetary.rules.planets import Planet, World
from referee.games.planetary.state import State, Step


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
    numbers = box().start.planets
    spaces = ring_spaces(players)
    places = anchors(players)
    maps = iter(chance.stream("maps").shuffled(box().maps))
    sides, colours = chance.stream("sides"), chance.stream("colours")
    planets = []
    for card, space, size in zip(
        box().cards, places, _sizes(len(places), chance.stream("sizes")), strict=False
    ):
        pieces = tuple(next(maps) for _ in range(size))
        up = sides.choice(numbers.sides)
        rock = colours.choice(numbers.colours)
        grass = colours.choice([colour for colour in numbers.colours if colour != rock])
        planets.append(Planet(card, space, pieces, up, rock, grass))
    free = [space for space in range(spaces) if space not in places]
    dust = chance.stream("dust").shuffled(free)[: players * box().start.ring.dust_per_player]
    return System(spaces, tuple(planets), tuple(sorted(dust)))


def ring_spaces(players: int) -> int:
    """Spaces of the ring (PL 1.1)."""
    return players * box().start.ring.spaces_per_player


def anchors(players: int) -> tuple[int, ...]:
    """The ring spaces that anchor a planet (PL 1.2)."""
    numbers = box().start.planets
    planets = min(max(players - numbers.fewer_than_players, numbers.least), numbers.most)
    spaces = ring_spaces(players)
    return tuple((i * spaces // planets + numbers.anchor_offset) % spaces for i in range(planets))


def sizes(state: State) -> Series:
    fewest, most = box().start.planets.pieces
    count = len(anchors(len(state.names)))
    what = f"how many map pieces are round each planet, {count} in all"
    return Series("sizes", what, count, tuple(map(str, range(fewest, most + 1))), most=len(box().maps))


def maps(state: State) -> Cards:
    count = sum(map(int, state.laid[0]))
    return Cards("maps", named(box().maps), count, what=f"the {count} map pieces in order")


def sides(state: State) -> Series:
    planets = box().start.planets
    return Series("sides", "the side each planet shows", len(state.laid[0]), planets.sides)


def colours(state: State) -> Series:
    planets = box().start.planets
    return Series(
        "colours", "rock and grass of each planet", 2 * len(state.laid[0]), planets.colours, apart=2
    )


def dust(state: State) -> Cards:
    taken = anchors(len(state.names))
    free = [str(space) for space in range(state.spaces) if space not in taken]
    count = len(state.names) * box().start.ring.dust_per_player
    return Cards("dust", named(free), count, what=f"the {count} spaces with dust")


def lay(step: Step) -> Callable[[State, Words | Drawn[Named]], State]:
    """Notes what was drawn for the system, and goes on to that step."""

    def resolve(state: State, outcome: Words | Drawn[Named]) -> State:
        return state.but(laid=(*state.laid, words_of(outcome)), step=step)

    return resolve


def lay_planets(state: State, outcome: Words) -> State:
    """With the colours the planets are complete."""
    laid = (*state.laid, outcome.words)
    return state.but(laid=laid, worlds=_worlds(state, laid), step="dust")


def lay_dust(state: State, outcome: Drawn[Named]) -> State:
    dust = tuple(sorted(map(int, words_of(outcome))))
    return state.but(dust=dust, step="spaces" if state.random_start else "bars")


def terrain_of(planet: Planet) -> str:
    """The letters of its hexes as its map pieces show them (PL 1.6), row by row."""
    faces = {piece.code: piece[planet.up] for piece in catalogue.load(SLUG).deck("maps").pieces}
    return "".join(faces[code][row] for row in range(box().rows) for code in planet.pieces)


def _sizes(planets: int, chance: Chance) -> tuple[int, ...]:
    """Map pieces of each planet; all are drawn again while the box has too few (PL 1.2)."""
    fewest, most = box().start.planets.pieces
    while True:
        sizes = tuple(fewest + chance.below(most - fewest + 1) for _ in range(planets))
        if sum(sizes) <= len(box().maps):
            return sizes


def _worlds(state: State, laid: tuple[tuple[str, ...], ...]) -> tuple[World, ...]:
    sizes, maps, sides, colours = laid
    pieces = iter(maps)
    worlds = []
    for number, (card, space) in enumerate(zip(box().cards, anchors(len(state.names)), strict=False)):
        planet = Planet(
            card=card,
            space=space,
            pieces=tuple(next(pieces) for _ in range(int(sizes[number]))),
            up=sides[number],
            rock=colours[2 * number],
            grass=colours[2 * number + 1],
        )
        terrain = terrain_of(planet)
        worlds.append(World(planet, terrain, bytes(len(terrain))))
    return tuple(worlds)
