"""The commands of Per Aspera: `demands`, `combat`, `sale`, `odds` and `score`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Annotated, TypeVar

import typer

from components.errors import UsageError
from referee.engine.answers import Answer
from referee.engine.arguments import (
    GameOptions,
    PlayerArguments,
    SeedOption,
    check_count,
    check_player_count,
    check_range,
    read_options,
    read_players,
)
from referee.engine.chance.seeded import Chance, seed_or_new
from referee.engine.scoresheet import PlayerScore, ScoreSheet
from referee.games.per_aspera import codes
from referee.games.per_aspera.box import Box, Opponent, load
from referee.games.per_aspera.rules import demand_odds, scoring, unload
from referee.games.per_aspera.rules.combat_dice import (
    Encounter,
    Fight,
    FightOdds,
    fight,
    fight_odds,
    meet,
    win_odds,
)
from referee.games.per_aspera.rules.demand_dice import Die, free_levies
from referee.games.per_aspera.setup import PlanetRoll, count_levies, draw_sector, roll_planets
from referee.games.per_aspera.state import read_agreed
from referee.games.per_aspera.text import answers

T = TypeVar("T")


@dataclass(frozen=True)
class PlanetDemand:
    """The demand of a planet, and the dice that gave it.

    at       its coordinates q and r on the map; null for a planet that was named
    levy     whether it gave a levy
    result   the number that counts
    demands  resources it buys
    """

    planet: str
    at: tuple[int, int] | None
    dice: tuple[Die, ...]
    levy: bool
    result: int
    pirate: bool
    demands: tuple[int, ...]


@dataclass(frozen=True)
class Demands:
    """The demands that were rolled, in order; `levies` counts those set in the end."""

    seed: str
    levies: int
    planets: tuple[PlanetDemand, ...]


@dataclass(frozen=True)
class Sale:
    """The price of a cargo, MCR: `price` for a unit, `total` for all."""

    resource: int
    distance: int
    units: int
    price: int
    total: int


@dataclass(frozen=True)
class ResultOdds:
    """The chances of a levy and of each result of a planet's dice; "pirate" is result 1."""

    levy: Fraction
    pirate: Fraction
    two: Fraction = field(metadata={"json": "2"})
    three: Fraction = field(metadata={"json": "3"})
    four: Fraction = field(metadata={"json": "4"})
    five: Fraction = field(metadata={"json": "5"})


@dataclass(frozen=True)
class WinOdds:
    """The chance that the side of --cannons wins."""

    win: Fraction


LeviesOption = Annotated[int, typer.Option("--levies", "--taxes", metavar="K", help="Levies already set.")]
CannonsOption = Annotated[int, typer.Option(metavar="N", help="Level of the active ship.")]


def demands(
    planet: Annotated[
        list[str] | None,
        typer.Argument(metavar="PLANET", help="A planet such as 3L or 1S.b; without one, the whole map."),
    ] = None,
    seed: SeedOption = None,
    levies: LeviesOption = 0,
) -> Answer[Demands]:
    """Per Aspera: roll what planets ask for.

    Without planets, the map is that of `referee setup per-aspera` with the same seed. A die in brackets
    does not count; an arrow shows a re-roll.

    Example: referee demands 3L 1S 4M --levies 2
    """
    box = load()
    _check_levies(box, levies)
    named = codes.read_planets(planet or (), box, "PLANET")
    used = seed_or_new(seed)
    chance = Chance(used)
    places = [(None, one) for one in named] if named else list(draw_sector(box, chance).planets.items())
    rolls = roll_planets(box, chance, places, levies)
    total = levies + count_levies(rolls)
    lines = answers.demand_blocks(box, rolls, total, used, known=seed is not None)
    value = Demands(used, total, tuple(_planet_demand(box, rolled) for rolled in rolls))
    return Answer(value, lines, answers.demand_why(box, rolls, levies))


def combat(
    opponent: Annotated[str, typer.Argument(metavar="OPPONENT", help="ship, pirate, interceptor or home.")],
    cannons: CannonsOption,
    against: Annotated[int | None, typer.Option(metavar="N", help="Cannons of the other ship.")] = None,
    size: Annotated[str | None, typer.Option(metavar="S|M|L", help="Size of the planet.")] = None,
    level: Annotated[
        int | None,
        typer.Option(metavar="N", help="Pirate level of the active ship. Without it, there is an attack."),
    ] = None,
    roll: Annotated[
        str | None,
        typer.Option(
            metavar="DICE",
            help="The dice as they fell: for an attack, if that is rolled; active player; opponent.",
        ),
    ] = None,
) -> Answer[Fight | FightOdds]:
    """Judge a fight and what follows; without the dice, give the chances.

    Example: referee combat per-aspera pirate --cannons 2 --size L --level 1 --roll 4,2,3
    """
    box = load()
    met = _encounter(box, codes.read_opponent(opponent, "OPPONENT"), cannons, against, size, level)
    if roll is None:
        odds = fight_odds(box, met)
        return Answer(odds, answers.fight_odds_blocks(met, odds), answers.fight_odds_why(box, met, odds))
    fought = fight(met, codes.read_dice(roll, box.faces, "--roll"), "--roll")
    return Answer(fought, answers.fight_lines(box, met, fought), answers.fight_why(met, fought))


def sale(
    resource: Annotated[str, typer.Option(metavar="N", help="1 to 4, or its name.")],
    distance: Annotated[
        int, typer.Option(metavar="N", help="Steps to the nearest known producer; 1 if there is none.")
    ],
    units: Annotated[int, typer.Option(metavar="N", help="How many are sold.")] = 1,
    pirate: Annotated[bool, typer.Option("--pirate", help="On a pirate planet.")] = False,
    colony: Annotated[bool, typer.Option("--colony", help="The player has a colony there.")] = False,
) -> Answer[Sale]:
    """Price a cargo.

    Example: referee sale per-aspera --resource 3 --distance 4 --units 2 --pirate
    """
    box = load()
    sold = codes.read_resource(resource, box, "--resource")
    if pirate and colony:
        raise UsageError(
            "A pirate planet never has a colony (PA 5.11).",
            where="--colony",
            todo="Leave out --pirate or --colony.",
        )
    check_count("--distance", distance, 1, box.greatest_distance, "steps", rule="PA 2.2")
    check_count("--units", units, 1, box.hold, "units", rule="PA 4.3")
    price = unload.price(box, sold, distance, pirate=pirate, colony=colony)
    return Answer(
        Sale(sold.number, distance, units, price, units * price),
        answers.sale_lines(box, sold, units, price),
        answers.sale_why(box, sold, distance, units, price, pirate=pirate, colony=colony),
    )


def odds(
    size: Annotated[str | None, typer.Option(metavar="S|M|L", help="Size of the planet.")] = None,
    resource: Annotated[str | None, typer.Option(metavar="N", help="What the planet produces.")] = None,
    levies: Annotated[
        int | None,
        typer.Option("--levies", "--taxes", metavar="K", help="Levies already set; 0 by default."),
    ] = None,
    cannons: Annotated[int | None, typer.Option(metavar="N", help="What our side adds to its die.")] = None,
    against: Annotated[
        int | None, typer.Option(metavar="N", help="What the other side adds to its die.")
    ] = None,
    draw: Annotated[
        str | None, typer.Option(metavar="win|lose", help="What a draw means for our side; lose by default.")
    ] = None,
) -> Answer[ResultOdds | WinOdds]:
    """The chances of a planet's demand dice, or of a fight.

    Example: referee odds per-aspera --size L --resource 1

    Example: referee odds per-aspera --cannons 2 --against 3 --draw win
    """
    of_fight = {"--cannons": cannons, "--against": against, "--draw": draw}
    asked = [name for name, value in of_fight.items() if value is not None]
    if not asked:
        return _result_odds(load(), size, resource, 0 if levies is None else levies)
    if any(value is not None for value in (size, resource, levies)):
        raise UsageError(
            "Demand dice and a fight are two questions.",
            where=asked[0],
            todo="Ask one: --size and --resource, or --cannons and --against.",
        )
    return _win_odds(load(), cannons, against, "lose" if draw is None else draw)


def score(
    players: PlayerArguments,
    levies: LeviesOption = 0,
    end: Annotated[bool, typer.Option("--end", help="The last round is over.")] = False,
    option: GameOptions = None,
) -> Answer[ScoreSheet[PlayerScore]]:
    """Name who is home with the goal or, with --end, who is richest.

    A player is NAME=MCR, and NAME=MCR@home if the ship counts as home (PA 6.1).

    Example: referee score per-aspera Ann=130@home Bo=95 --levies 2
    """
    box = load()
    _check_levies(box, levies)
    agreed = read_agreed(box.components, read_options(option or ()))
    purses = {name: codes.read_purse(text, name) for name, text in read_players(players).items()}
    _check_players(box, len(purses), end)
    goal = scoring.goal(box, agreed.goal, levies)
    sheet = scoring.score(purses, goal, scoring.winners(purses, goal, end))
    why = answers.score_why(box, purses, agreed.goal, levies, sheet.winners)
    return sheet.answer(why, answers.score_notes(box, agreed.goal, levies, sheet.winners), "MCR")


def _planet_demand(box: Box, rolled: PlanetRoll) -> PlanetDemand:
    planet, space, roll = rolled
    return PlanetDemand(
        planet=planet.code,
        at=space,
        dice=roll.dice,
        levy=roll.levies > 0,
        result=roll.result,
        pirate=roll.result == box.dice.pirate,
        demands=box.demanded[roll.result, planet.resource],
    )


def _encounter(
    box: Box, opponent: Opponent, cannons: int, against: int | None, size: str | None, level: int | None
) -> Encounter:
    """Return the encounter. Raises `UsageError` for what is out of range, missing, or of no use in it."""
    levels = box.yard.levels("cannons")
    check_range("--cannons", cannons, *levels, "Cannons level", rule="PA 1.4")
    if opponent == "ship":
        _refuse(opponent, {"--size": size, "--level": level})
        strength = _given("--against", against, "the Cannons of the other ship")
        check_range("--against", strength, *levels, "Cannons level", rule="PA 1.4")
    elif opponent == "home":
        _refuse(opponent, {"--against": against, "--size": size})
        strength = box.combat.home.strength
    else:
        _refuse(opponent, {"--against": against})
        planet = _given("--size", size, "the size of the planet")
        strength = codes.read_size(planet, box, "--size").strength
    check_range("--level", level, *box.yard.pirate, "Pirate level", rule="PA 1.4")
    return meet(box, opponent, cannons, strength, level)


def _result_odds(
    box: Box, size: str | None, resource: str | None, levies: int
) -> Answer[ResultOdds | WinOdds]:
    if size is None and resource is None:
        raise UsageError(
            "There is nothing to work out.",
            todo="Write --size and --resource of a planet, or --cannons and --against.",
        )
    of_size = codes.read_size(_given("--size", size, "the size of the planet"), box, "--size")
    produced = _given("--resource", resource, "what the planet produces")
    of_resource = codes.read_resource(produced, box, "--resource")
    _check_levies(box, levies)
    planet = codes.read_planet(f"{of_resource.number}{of_size.letter}", box, "--resource")
    found = demand_odds.demand_odds(box, planet, levies)
    first = demand_odds.first_roll(box, of_size.dice, free_levies(box, levies))
    pirate, two, three, four, five = found.results.values()
    return Answer(
        ResultOdds(found.levy, pirate, two, three, four, five),
        answers.demand_odds_blocks(box, planet, levies, found),
        answers.demand_odds_why(box, planet, found, first),
    )


def _win_odds(box: Box, cannons: int | None, against: int | None, draw: str) -> Answer[ResultOdds | WinOdds]:
    mine = _given("--cannons", cannons, "what our side adds to its die")
    yours = _given("--against", against, "what the other side adds to its die")
    for name, strength in (("--cannons", mine), ("--against", yours)):
        check_range(name, strength, *box.yard.levels("cannons"), "strength", rule="PA 5.6 to 5.9")
    side = codes.read_draw(draw, "--draw")
    win = win_odds(box, mine, yours, side)
    return Answer(
        WinOdds(win),
        answers.win_odds_lines(mine, yours, side, win),
        answers.win_odds_why(box, mine, yours, side),
    )


def _given(option: str, value: T | None, what: str) -> T:
    """Return the value. Raises `UsageError`, naming the option, if there is none."""
    if value is None:
        raise UsageError("This option is missing.", where=option, todo=f"Give {what}.")
    return value


def _refuse(opponent: Opponent, options: Mapping[str, object]) -> None:
    """Raise `UsageError` for an option that was given although such a fight has no use for it."""
    for option, value in options.items():
        if value is not None:
            raise UsageError(
                f'This option is not used with OPPONENT "{opponent}".', where=option, todo="Leave it out."
            )


def _check_levies(box: Box, levies: int) -> None:
    check_count("--levies", levies, 0, box.levies.slots, "levies", rule="PA 1.3")


def _check_players(box: Box, count: int, end: bool) -> None:
    """Refuse too many players; too few may ask whether they are home, but not who is richest."""
    fewest = box.components.players[0]
    where = "--end" if count < fewest else ""
    check_player_count(box.components, count if end else max(count, fewest), where)
