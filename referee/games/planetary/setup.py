"""The set-up: the system, what a player begins with and, if drawn, where the ships start."""

from collections.abc import Iterator, Mapping

from components.setup import Area, Fact, Placed, Setup
from referee.engine.arguments import agreed_options
from referee.engine.chance.seeded import Chance
from referee.games.planetary.box import SLUG, Box, load
from referee.games.planetary.rules.numbers import Materials
from referee.games.planetary.rules.planets import Planet
from referee.games.planetary.rules.round_0 import draw_starts, draw_turn_order
from referee.games.planetary.rules.system import System, draw_system


def set_up(players: int, seed: str, options: Mapping[str, str]) -> Setup:
    """The set-up of PL 1, and with the option `start=random` the starts of PL 3.1 and PL 3.2.

    players  within the game's range

    Raises `UsageError` for an option the game does not have and a value it does not take.
    """
    box = load()
    agreed = agreed_options(box.components, options, files=False)
    chance = Chance(seed)
    system = draw_system(box, players, chance)
    random = agreed["start"] == "random"
    starts = draw_starts(box, players, chance) if random else ()
    return Setup(
        game=SLUG,
        players=players,
        seed=chance.seed,
        options={name: str(agreed[name]) for name in options},
        areas=tuple(_areas(box, system, players, starts)),
        facts=tuple(_facts(box, starts, chance)),
        colours={_name(planet): {"rock": planet.rock, "grass": planet.grass} for planet in system.planets},
    )


def _areas(box: Box, system: System, players: int, starts: tuple[int, ...]) -> Iterator[Area]:
    sectors = box.sectors[:players]
    yield Area("sectors", "Ring sectors", "list", tuple(Placed("sectors", code) for code in sectors))
    yield _ring(box, system)
    cards = tuple(_card(planet) for planet in system.planets)
    yield Area("planets", "Planets", "list", cards, "Cards beside their space, even side up.")
    spaces = ", ".join(map(str, system.dust))
    note = f"{'space' if len(system.dust) == 1 else 'spaces'} {spaces}"
    yield Area("dust", "Dust clouds", "list", (Placed("dust", "dust", count=len(system.dust), note=note),))
    for planet in system.planets:
        yield _planet(planet)
    if starts:
        ships = tuple(
            Placed("", f"seat {seat}", note=f"space {space}") for seat, space in enumerate(starts, 1)
        )
        yield Area("ships", "Starting spaces", "list", ships)


def _ring(box: Box, system: System) -> Area:
    """The ring as a grid of words: a row for each sector."""
    names = {planet.space: planet.card.code for planet in system.planets}
    names |= dict.fromkeys(system.dust, "dust")
    width = box.start.ring.spaces_per_player
    pieces = tuple(
        Placed("", f"{space} {names.get(space, '')}".rstrip(), (space % width, space // width))
        for space in range(system.spaces)
    )
    return Area("ring", "Ring", "grid", pieces, "A row is a sector; the spaces continue in the next row.")


def _card(planet: Planet) -> Placed:
    note = f"{planet.card.title}: space {planet.space}, {planet.card.side} the ring"
    return Placed("planets", planet.card.code, note=note)


def _planet(planet: Planet) -> Area:
    pieces = tuple(
        Placed("maps", code, (place, 0), side=planet.up) for place, code in enumerate(planet.pieces)
    )
    rounds = ("even", "odd") if planet.facing(0) == "A" else ("odd", "even")
    note = (
        f"From the left {', '.join(planet.pieces)}, side {planet.up} up. The left half is A and faces the "
        f"ring in {rounds[0]} rounds, half B in {rounds[1]} ones. Rock {planet.rock}, grass {planet.grass}."
    )
    title = f"{planet.card.code} {planet.card.title}"
    return Area(_name(planet), title, "grid", pieces, note)


def _name(planet: Planet) -> str:
    """The name of its area."""
    return f"planet-{planet.card.code}"


def _facts(box: Box, starts: tuple[int, ...], chance: Chance) -> Iterator[Fact]:
    even = box.start.planets.even_day
    odd = "B" if even == "A" else "A"
    yield Fact("Day", f"half {even} of every planet in even rounds, half {odd} in odd ones", "PL 1.5")
    first = "; ".join(f"{code} in {cell}" for code, cell in box.ship.first)
    yield Fact("Ship", f"core in {box.ship.core_cell}; {first}", "PL 2.1")
    yield Fact("Materials", f"{_amounts(box.start.materials)}; {_by_core(box)}", "PL 2.4")
    yield Fact("Bar", f"the top {box.start.bar} blueprints of the shuffled deck", "PL 2.4")
    if not starts:
        yield Fact("Starting spaces", "each player picks one in secret", "PL 3.1")
        return
    space, order = draw_turn_order(box, starts, chance)
    seats = ", ".join(f"seat {seat + 1}" for seat in order)
    yield Fact("Turn order", f"{seats} (clockwise from space {space})", "PL 3.2")


def _by_core(box: Box) -> str:
    """Say what each core adds: `2 radium with fission`."""
    cores: dict[str, list[str]] = {}
    for core in box.cores.values():
        cores.setdefault(_amounts(core.start), []).append(core.name)
    return "; ".join(f"{amounts} with {_any_of(names)}" for amounts, names in cores.items())


def _amounts(materials: Materials) -> str:
    return ", ".join(f"{count} {name}" for name, count in materials.items() if count)


def _any_of(names: list[str]) -> str:
    return " or ".join(filter(None, (", ".join(names[:-1]), names[-1])))
