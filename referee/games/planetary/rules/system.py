"""The system a game is played in: the ring, its planets and its dust clouds (PL 1)."""

from collections.abc import Callable
from dataclasses import dataclass

from referee.engine.chance.outcomes import Draw, Drawn
from referee.engine.chance.seeded import Chance
from referee.games.planetary.box import Box
from referee.games.planetary.rules.draws import Named, Series, Words, cards, listed, named, numbered, words_of
from referee.games.planetary.rules.planets import Planet, World
from referee.games.planetary.state import State, Step


@dataclass(frozen=True)
class System:
    """spaces of the ring, its planets in the order of their anchors, and the spaces that are dark."""

    spaces: int
    planets: tuple[Planet, ...]
    dust: tuple[int, ...]


def draw_system(box: Box, players: int, chance: Chance) -> System:
    """The system of that many players, drawn.

    players  within the game's range

    Sizes, map pieces, sides, colours and dust come each from a stream of its own, called `sizes`,
    `maps`, `sides`, `colours` and `dust`.
    """
    numbers = box.start.planets
    spaces = ring_spaces(box, players)
    places = anchors(box, players)
    maps = iter(chance.stream("maps").shuffled(box.maps))
    sides, colours = chance.stream("sides"), chance.stream("colours")
    planets = []
    for card, space, size in zip(
        box.cards, places, _sizes(box, len(places), chance.stream("sizes")), strict=False
    ):
        pieces = tuple(next(maps) for _ in range(size))
        up = sides.choice(numbers.sides)
        rock = colours.choice(numbers.colours)
        grass = colours.choice([colour for colour in numbers.colours if colour != rock])
        planets.append(Planet(box, card, space, pieces, up, rock, grass))
    free = [space for space in range(spaces) if space not in places]
    dust = chance.stream("dust").shuffled(free)[: players * box.start.ring.dust_per_player]
    return System(spaces, tuple(planets), tuple(sorted(dust)))


def ring_spaces(box: Box, players: int) -> int:
    """Spaces of the ring (PL 1.1)."""
    return players * box.start.ring.spaces_per_player


def anchors(box: Box, players: int) -> tuple[int, ...]:
    """The ring spaces that anchor a planet (PL 1.2)."""
    numbers = box.start.planets
    planets = min(max(players - numbers.fewer_than_players, numbers.least), numbers.most)
    spaces = ring_spaces(box, players)
    return tuple((i * spaces // planets + numbers.anchor_offset) % spaces for i in range(planets))


def sizes(state: State) -> Series:
    fewest, most = state.box.start.planets.pieces
    count = len(anchors(state.box, len(state.names)))
    wanted = listed("how many map pieces each planet has, from the first to the last", _planet_names(count))
    return Series("sizes", wanted, count, tuple(map(str, range(fewest, most + 1))), most=len(state.box.maps))


def maps(state: State) -> Draw[Named]:
    names = [
        f"planet {planet}, piece {piece}"
        for planet, size in enumerate(map(int, state.laid[0]), 1)
        for piece in range(1, size + 1)
    ]
    wanted = listed(f"the {len(names)} map pieces, planet by planet", names)
    return cards("maps", named(state.box.maps), len(names), wanted)


def sides(state: State) -> Series:
    count = len(state.laid[0])
    wanted = listed("the side that each planet shows", _planet_names(count))
    return Series("sides", wanted, count, state.box.start.planets.sides)


def colours(state: State) -> Series:
    names = [
        f"{planet}, {what}" for planet in _planet_names(len(state.laid[0])) for what in ("rock", "grass")
    ]
    wanted = listed("the colours of each planet, rock and then grass", names)
    return Series("colours", wanted, len(names), state.box.start.planets.colours, apart=2)


def dust(state: State) -> Draw[Named]:
    taken = anchors(state.box, len(state.names))
    free = [str(space) for space in range(state.spaces) if space not in taken]
    count = len(state.names) * state.box.start.ring.dust_per_player
    wanted = numbered(f"the {count} spaces with dust, in any order", "dust")
    return cards("dust", named(free), count, wanted)


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
    return state.but(dust=dust, step="spaces" if state.agreed.random_start else "bars")


def terrain_of(planet: Planet) -> str:
    """The letters of its hexes as its map pieces show them (PL 1.6), row by row."""
    faces = {piece.code: piece[planet.up] for piece in planet.box.components.deck("maps").pieces}
    return "".join(faces[code][row] for row in range(planet.box.rows) for code in planet.pieces)


def _planet_names(count: int) -> list[str]:
    return [f"planet {number}" for number in range(1, count + 1)]


def _sizes(box: Box, planets: int, chance: Chance) -> tuple[int, ...]:
    """Map pieces of each planet; all are drawn again while the box has too few (PL 1.2)."""
    fewest, most = box.start.planets.pieces
    while True:
        sizes = tuple(fewest + chance.below(most - fewest + 1) for _ in range(planets))
        if sum(sizes) <= len(box.maps):
            return sizes


def _worlds(state: State, laid: tuple[tuple[str, ...], ...]) -> tuple[World, ...]:
    sizes, maps, sides, colours = laid
    pieces, places = iter(maps), anchors(state.box, len(state.names))
    worlds = []
    for number, (card, space) in enumerate(zip(state.box.cards, places, strict=False)):
        planet = Planet(
            box=state.box,
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
