"""The set-up: the map, what its planets demand, and the levies."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from components.setup import Area, Fact, Placed, Setup
from components.wording import counted
from referee.engine.chance.seeded import Chance
from referee.games.per_aspera.box import SLUG, Box, Planet, load
from referee.games.per_aspera.rules import scoring
from referee.games.per_aspera.rules.demand_dice import DemandRoll, roll_demand
from referee.games.per_aspera.rules.map_spaces import HOME, Space
from referee.games.per_aspera.state import Agreed, read_agreed
from referee.games.per_aspera.text.pieces import demand_chit, levy_chit

_DECK = "map-hexes"
_SHIPS = "standees"


class Sector(NamedTuple):
    """The map.

    codes    the code of the card on each space, row by row, the homeworld included
    planets  the planets among them, row by row
    unused   the codes of the cards that are not in this game
    """

    codes: Mapping[Space, str]
    planets: Mapping[Space, Planet]
    unused: tuple[str, ...]


class PlanetRoll(NamedTuple):
    """A planet and its demand dice; `space` is None for a planet that is not on the map."""

    planet: Planet
    space: Space | None
    roll: DemandRoll


def set_up(players: int, seed: str, options: Mapping[str, str]) -> Setup:
    """Return the set-up of PA 2.

    players  within the game's range; map and dice are the same for any number

    Raises `UsageError` for options that `read_agreed` refuses.
    """
    box = load()
    agreed = read_agreed(box.components, options)
    chance = Chance(seed)
    sector = draw_sector(box, chance)
    hidden = agreed.foray or agreed.unknown_demands
    rolls = () if hidden else roll_planets(box, chance, sector.planets.items())
    return Setup(
        game=SLUG,
        players=players,
        seed=chance.seed,
        options=dict(options),
        areas=(_map(box, sector, agreed, rolls), _unused(sector, agreed), _ships(box, players)),
        facts=_facts(box, agreed, rolls),
    )


def draw_sector(box: Box, chance: Chance) -> Sector:
    """Draw the map (PA 2.1), from the stream `map`.

    The cards are shuffled from the order of their codes and laid from the top of the deck, row by
    row, each row from left to right.
    """
    cards = iter(chance.stream("map").shuffled([card.code for card in box.deck]))
    codes = {space: box.home if space == HOME else next(cards) for space in box.spaces}
    planets = {space: box.planets[code] for space, code in codes.items() if code in box.planets}
    return Sector(codes, planets, tuple(cards))


def roll_planets(
    box: Box, chance: Chance, planets: Iterable[tuple[Space | None, Planet]], levies: int = 0
) -> tuple[PlanetRoll, ...]:
    """Roll the demands of those planets one after the other, from the stream `demands`.

    levies  number of levies set before; every planet that gives one adds to them
    """
    dice = chance.stream("demands")
    rolls: list[PlanetRoll] = []
    for space, planet in planets:
        roll = roll_demand(box, planet, levies, lambda: dice.die(box.dice.faces))
        levies += roll.levies
        rolls.append(PlanetRoll(planet, space, roll))
    return tuple(rolls)


def count_levies(rolls: Iterable[PlanetRoll]) -> int:
    """Return the number of levies those planets gave."""
    return sum(roll.levies for _, _, roll in rolls)


def _map(box: Box, sector: Sector, agreed: Agreed, rolls: Sequence[PlanetRoll]) -> Area:
    """Return the map; planets with the same demand come together and share a line in a list of notes."""
    levies = count_levies(rolls)
    results = sorted((roll.result, space) for _, space, roll in rolls if space is not None)
    notes = {HOME: counted(levies, "levy", "levies")} if levies else {}
    notes |= {space: demand_note(box, result) for result, space in results}
    holds = {HOME: (levy_chit(),) * levies}
    holds |= {space: (demand_chit(box, result),) for result, space in results}
    order = dict.fromkeys((*notes, *sector.codes))
    pieces = (
        Placed(_DECK, "", space, up=False)
        if agreed.foray and space != HOME
        else Placed(_DECK, sector.codes[space], space, note=notes.get(space, ""), holds=holds.get(space, ()))
        for space in order
    )
    note = "All face down but the homeworld." if agreed.foray else ""
    return Area("map", "Map", "hexes", tuple(pieces), note)


def demand_note(box: Box, result: int) -> str:
    """Return the note on the map for a result of the demand dice: "pirate", "demand 3"."""
    return "pirate" if result == box.dice.pirate else f"demand {result}"


def _unused(sector: Sector, agreed: Agreed) -> Area:
    pieces = (
        (Placed(_DECK, "", count=len(sector.unused), up=False),)
        if agreed.foray
        else tuple(Placed(_DECK, code, count=count) for code, count in Counter(sorted(sector.unused)).items())
    )
    return Area("unused", f"Not in this game: {len(sector.unused)}", "list", pieces)


def _ships(box: Box, players: int) -> Area:
    pieces = tuple(Placed(_SHIPS, f"standee-{seat.letter}") for seat in box.components.seats[:players])
    return Area("ships", "Ships on the homeworld, in seat order", "list", pieces)


def _facts(box: Box, agreed: Agreed, rolls: Sequence[PlanetRoll]) -> tuple[Fact, ...]:
    facts = [
        Fact("Ships", f"{box.yard.start.money} MCR each, configured in seat order", "PA 4.1"),
        Fact("Start player", "the highest die, when all ships are configured", "PA 4.4"),
    ]
    step = box.levies.step
    if agreed.foray or agreed.unknown_demands:
        when = "when a ship first stops there: referee demands 3L --levies K"
        facts.append(Fact("Demands", when, "PA 2.3"))
        text = f"{agreed.goal} MCR, and {step} more for each levy"
    else:
        levies = count_levies(rolls)
        text = f"{agreed.goal} + {levies} × {step} = {scoring.goal(box, agreed.goal, levies)} MCR"
    return (
        *facts,
        Fact("Goal", text, "PA 6.1"),
        Fact("End", f"after {agreed.rounds} rounds the richest wins", "PA 6.2"),
    )
