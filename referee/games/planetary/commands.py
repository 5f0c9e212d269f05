"""The commands of Planetary: `power`, `score`, `deck` and `profile`."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from components.errors import UsageError
from referee.engine.answers import Answer
from referee.engine.arguments import SeedOption, check_count, check_range, read_named
from referee.engine.chance.seeded import seed_or_new
from referee.engine.scoresheet import ScoreSheet
from referee.games.planetary import codes
from referee.games.planetary.box import Box, load
from referee.games.planetary.rules import decks, profiles, scoring
from referee.games.planetary.rules.decks import Deck, Fault
from referee.games.planetary.rules.numbers import Core, Materials
from referee.games.planetary.rules.power import power_of, repair_falls_due
from referee.games.planetary.rules.profiles import Profile
from referee.games.planetary.rules.scoring import Reward
from referee.games.planetary.text import answers

DeckArgument = Annotated[
    str, typer.Argument(metavar="DECK", help="A ready deck such as solar, or the file of a deck.")
]


@dataclass(frozen=True)
class PowerRuling:
    """Power of a core and its generators in a turn, in watts.

    fuel    units it burns, by material, bought now or before
    repair  what a repair costs besides, by material; nothing if none is due
    """

    core: int
    generators: int
    total: int
    fuel: Materials
    repair: Materials


@dataclass(frozen=True)
class DeckEntry:
    """Copies of a blueprint in a deck.

    iron, copper, watts  the cost of building it
    upkeep               watts a turn in which it is on
    """

    code: str
    copies: int
    title: str
    tier: int
    iron: int
    copper: int
    watts: int
    upkeep: int
    hp: int
    effect: str


@dataclass(frozen=True)
class DeckSheet:
    """A deck with its blueprints in the order of PL 6; `count` is all their copies."""

    name: str
    core: str
    count: int
    blueprints: tuple[DeckEntry, ...]


@dataclass(frozen=True)
class DeckList:
    """The ready decks."""

    decks: tuple[DeckSheet, ...]


@dataclass(frozen=True)
class DeckRuling:
    """A verdict on a deck: whether it is legal, and everything that is wrong with it."""

    name: str
    core: str
    count: int
    legal: bool
    faults: tuple[Fault, ...]


@dataclass(frozen=True)
class DeckFile:
    """A deck and the file it was written to."""

    file: str
    deck: DeckSheet


@dataclass(frozen=True)
class Profiles:
    """The profiles asked for."""

    profiles: tuple[Profile, ...]


def power(
    core: Annotated[str, typer.Argument(metavar="CORE", help="solar, fission, hydrocarbon or turbine.")],
    dark: Annotated[bool, typer.Option("--dark", help="Solar: in a dust cloud.")] = False,
    landed_night: Annotated[
        bool, typer.Option("--landed-night", help="Solar: landed on the night half of a planet.")
    ] = False,
    travelled: Annotated[
        int | None,
        typer.Option(metavar="N", help="Turbine: spaces travelled in the last turn; 0 by default."),
    ] = None,
    generators: Annotated[int, typer.Option(metavar="N", help="Generators that are on.")] = 0,
    fuel: Annotated[
        int | None,
        typer.Option(metavar="N", help="Units for core and generators, bought or left; enough by default."),
    ] = None,
    turn: Annotated[
        int | None, typer.Option(metavar="N", help="Fission: the number of your turn, from 1.")
    ] = None,
    unrepaired: Annotated[bool, typer.Option("--unrepaired", help="Fission: a repair is not paid.")] = False,
) -> Answer[PowerRuling]:
    """The watts of a turn.

    Example: referee power planetary turbine --travelled 4
    """
    box = load()
    kind = codes.read_core(core, box, "CORE")
    _check_uses(kind, dark, landed_night, travelled, fuel, turn, unrepaired)
    check_count("--travelled", travelled, 0, box.ship.move.most_spaces, "spaces travelled", rule="PL 4.6")
    check_count("--generators", generators, 0, box.start.deck, "generators", rule="PL 2.1")
    check_count("--fuel", fuel, 0, None, "units of fuel")
    check_range("--turn", turn, 1, None, "turn")
    if unrepaired and kind.repair and turn is not None and turn < kind.repair.every:
        raise UsageError(
            f"No repair is due in turn {turn}.",
            where="--unrepaired",
            todo=f"The first falls due in turn {kind.repair.every} (PL 4.2).",
        )
    result = power_of(
        box,
        kind,
        light=not (dark or landed_night),
        travelled=travelled or 0,
        generators=generators,
        fuel=fuel,
        repaired=not unrepaired,
    )
    due = unrepaired or (turn is not None and repair_falls_due(kind, turn))
    repair = kind.repair.cost if kind.repair and due else {}
    value = PowerRuling(
        result.core,
        result.generators,
        result.total,
        {kind.fuel.material: result.fuel} if kind.fuel and result.fuel else {},
        repair,
    )
    return Answer(
        value,
        answers.power_lines(kind, result, generators, repair, paid=not unrepaired),
        answers.power_why(box, kind, result, travelled or 0, generators),
    )


def score(
    places: Annotated[
        list[str],
        typer.Argument(metavar="NAME...", help="In the order of places, the winner first; Bo+Cy share one."),
    ],
    destroyed: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=CODES", help="Blueprints a side destroyed: Ann=LAS,SHD; may be repeated."),
    ] = None,
    seed: SeedOption = None,
    save: Annotated[
        bool, typer.Option("--save", help="Add the rewards to the players' profiles, once a game.")
    ] = False,
) -> Answer[ScoreSheet[Reward]]:
    """Money and blueprints for every place.

    Example: referee score planetary Ann Bo+Cy Di --destroyed Ann=LAS,SHD
    """
    box = load()
    ranked = codes.read_places(box, places)
    names = [name for place in ranked for name in place]
    named = read_named("--destroyed", destroyed or (), names)
    taken = {
        name: codes.read_blueprints(",".join(texts), box, f"--destroyed {name}")
        for name, texts in named.items()
    }
    sheet = scoring.score(box, ranked, taken, seed_or_new(seed))
    if save:
        profiles.pay(box, sheet, "--save")
    notes = ("The rewards are in the players' profiles.",) if save else ()
    return sheet.answer(tuple(scoring.score_why(box, ranked, taken)), notes, unit="money")


def deck_list() -> Answer[DeckList]:
    """The ready decks.

    Example: referee deck list
    """
    box = load()
    ready = decks.ready_decks(box)
    return Answer(
        DeckList(tuple(_sheet(box, deck) for deck in ready)),
        answers.deck_list(ready),
        answers.deck_why(box, ready[0])[:1],
    )


def deck_show(deck: DeckArgument) -> Answer[DeckSheet]:
    """A deck with the numbers of its blueprints.

    Example: referee deck show fission
    """
    box = load()
    found = decks.find_deck(box, deck, "DECK")
    decks.check_readable(box, found)
    return Answer(_sheet(box, found), answers.deck_blocks(box, found), answers.deck_why(box, found))


def deck_check(
    deck: DeckArgument,
    profile: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Whose collection it is made from; a new one by default."),
    ] = None,
) -> Answer[DeckRuling]:
    """Check whether a deck is legal, and list all its faults.

    Exit code 1 if it is not.

    Example: referee deck check sunrise.toml --profile Ann
    """
    box = load()
    found = decks.find_deck(box, deck, "DECK")
    owner = profiles.find_profile(box, profile, "--profile") if profile is not None else None
    collection = owner.blueprints if owner else box.collection
    faults = decks.faults(box, found, collection)
    value = DeckRuling(found.name, found.core, found.count, not faults, faults)
    return Answer(
        value,
        answers.fault_blocks(found, faults),
        answers.check_why(box, found, collection, owner.name if owner else ""),
        ok=not faults,
    )


def deck_new(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write, such as sunrise.toml.")],
    core: Annotated[str, typer.Option(metavar="CORE", help="solar, fission, hydrocarbon or turbine.")],
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is there.")] = False,
) -> Answer[DeckFile]:
    """A file with the ready deck of a core, to be changed.

    Example: referee deck new sunrise.toml --core solar
    """
    box = load()
    kind = codes.read_core(core, box, "--core")
    made = Deck(file.stem, kind.name, box.decks[kind.name], str(file))
    decks.write_deck(box, made, file, overwrite=force)
    return Answer(
        DeckFile(str(file), _sheet(box, made)), answers.new_deck_lines(made), answers.deck_why(box, made)[:1]
    )


def profile(
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="The player; without a name, all.")
    ] = None,
    new: Annotated[bool, typer.Option("--new", help="Begin a profile.")] = False,
    money: Annotated[
        int, typer.Option(metavar="N", help="Add that much money; a negative number takes it away.")
    ] = 0,
    gain: Annotated[str, typer.Option(metavar="CODES", help="Add blueprints: LAS,SHD.")] = "",
    lose: Annotated[str, typer.Option(metavar="CODES", help="Take blueprints away.")] = "",
) -> Answer[Profiles]:
    """Planetary: a player's collection.

    Example: referee profile Ann --money 40 --gain LAS,SHD
    """
    box = load()
    if name is None:
        if new or money or gain or lose:
            raise UsageError("Whose profile is it?", where="NAME", todo="Write the player's name.")
        known = tuple(profiles.profiles(box).values())
        return Answer(Profiles(known), answers.profile_list(known), answers.profile_why(box))
    if new and name.strip() in profiles.profiles(box):
        raise UsageError(f'"{name}" has a profile already.', where="--new", todo="Leave out --new to see it.")
    old = profiles.new_profile(box, name) if new else profiles.find_profile(box, name, "NAME")
    gained, lost = codes.read_blueprints(gain, box, "--gain"), codes.read_blueprints(lose, box, "--lose")
    entry = profiles.changed(box, old, money, gained, lost)
    if new or entry != old:
        profiles.save(box, entry)
    return Answer(Profiles((entry,)), answers.profile_blocks(box, entry), answers.profile_why(box))


def _sheet(box: Box, deck: Deck) -> DeckSheet:
    entries = (
        DeckEntry(
            code=code,
            copies=copies,
            title=blueprint.title,
            tier=blueprint.tier,
            iron=blueprint.iron,
            copper=blueprint.copper,
            watts=blueprint.watts,
            upkeep=blueprint.upkeep,
            hp=blueprint.hp,
            effect=blueprint.effect,
        )
        for code, copies in deck.blueprints.items()
        for blueprint in [box.blueprints[code]]
    )
    return DeckSheet(deck.name, deck.core, deck.count, tuple(entries))


def _check_uses(
    core: Core,
    dark: bool,
    landed_night: bool,
    travelled: int | None,
    fuel: int | None,
    turn: int | None,
    unrepaired: bool,
) -> None:
    """Raises `UsageError` for what does not matter to the core, and for options that exclude each other."""
    uses = (
        ("--dark", dark, core.dark_watts is not None, "Light"),
        ("--landed-night", landed_night, core.dark_watts is not None, "Light"),
        ("--travelled", travelled is not None, core.watts_per_space > 0, "A journey"),
        ("--fuel", fuel is not None, core.fuel is not None, "Fuel"),
        ("--turn", turn is not None, core.repair is not None, "The number of the turn"),
        ("--unrepaired", unrepaired, core.repair is not None, "Repair"),
    )
    for option, given, used, what in uses:
        if given and not used:
            raise UsageError(
                f"{what} does not matter to a {core.name} core (PL 4.2).", where=option, todo="Leave it out."
            )
    if dark and landed_night:
        raise UsageError(
            "Planets are never in dust clouds (PL 1.3).",
            where="--dark",
            todo="Leave out --dark or --landed-night.",
        )
