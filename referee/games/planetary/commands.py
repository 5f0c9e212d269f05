"""The commands of Planetary: `power`, `score`, `deck` and `profile`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from components.errors import UsageError
from referee.answers import Answer
from referee.arguments import read_named
from referee.chance import seed_or_new
from referee.games.planetary import decks, notation, profiles, rules, scoring, wording
from referee.games.planetary.box import Core, Materials, box
from referee.games.planetary.decks import Deck, Fault
from referee.games.planetary.profiles import Profile
from referee.games.planetary.scoring import Reward
from referee.options import SeedOption
from referee.scoresheet import ScoreSheet

DeckArgument = Annotated[
    str, typer.Argument(metavar="DECK", help="A ready deck such as solar, or the file of a deck.")
]


@dataclass(frozen=True)
class PowerRuling:
    """What a core and its generators give in a turn, in watts.

    fuel    units it burns, by material, bought now or still running
    repair  what a repair due costs beside that, by material; nothing if none is due
    """

    core: int
    generators: int
    total: int
    fuel: Materials
    repair: Materials


@dataclass(frozen=True)
class DeckEntry:
    """Copies of a blueprint in a deck.

    iron, copper, watts  to build
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
    """Whether a deck is legal, and all that is wrong with it."""

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
        int | None, typer.Option(metavar="N", help="Turbine: spaces in the last turn; 0 unless said.")
    ] = None,
    generators: Annotated[int, typer.Option(metavar="N", help="Generators that are on.")] = 0,
    fuel: Annotated[
        int | None,
        typer.Option(metavar="N", help="Units for core and generators, bought or left; enough unless said."),
    ] = None,
    turn: Annotated[
        int | None, typer.Option(metavar="N", help="Fission: which turn of yours it is, from 1.")
    ] = None,
    unrepaired: Annotated[bool, typer.Option("--unrepaired", help="Fission: a repair is not paid.")] = False,
) -> Answer[PowerRuling]:
    """The watts of a turn.

    Example: referee power planetary turbine --travelled 4
    """
    kind = notation.read_core(core, "CORE")
    _check_uses(kind, dark, landed_night, travelled, fuel, turn, unrepaired)
    _check_range("--travelled", travelled, 0, box().most_spaces, "PL 4.6")
    _check_range("--generators", generators, 0, box().deck_size, "PL 2.1")
    _check_least("--fuel", fuel, 0)
    _check_least("--turn", turn, 1)
    if unrepaired and kind.repair and turn is not None and turn < kind.repair.every:
        raise UsageError(
            f"No repair is due in turn {turn}.",
            where="--unrepaired",
            todo=f"The first falls due in turn {kind.repair.every} (PL 4.2).",
        )
    result = rules.power(
        kind,
        light=not (dark or landed_night),
        travelled=travelled or 0,
        generators=generators,
        fuel=fuel,
        repaired=not unrepaired,
    )
    due = unrepaired or (turn is not None and rules.repair_falls_due(kind, turn))
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
        wording.power_lines(kind, result, generators, repair, paid=not unrepaired),
        wording.power_why(kind, result, travelled or 0, generators),
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
    ranked = notation.read_places(places)
    names = [name for place in ranked for name in place]
    named = read_named("--destroyed", destroyed or (), names)
    taken = {
        name: notation.read_blueprints(",".join(texts), f"--destroyed {name}")
        for name, texts in named.items()
    }
    sheet = scoring.score(ranked, taken, seed_or_new(seed))
    if save:
        profiles.pay(sheet, "--save")
    notes = ("The rewards are in the players' profiles.",) if save else ()
    return sheet.answer(tuple(scoring.score_why(ranked, taken)), notes, unit="money")


def deck_list() -> Answer[DeckList]:
    """The ready decks.

    Example: referee deck list
    """
    ready = decks.ready_decks()
    return Answer(
        DeckList(tuple(map(_sheet, ready))), wording.deck_list_lines(ready), wording.deck_why(ready[0])[:1]
    )


def deck_show(deck: DeckArgument) -> Answer[DeckSheet]:
    """A deck with the numbers of its blueprints.

    Example: referee deck show fission
    """
    found = decks.find_deck(deck, "DECK")
    decks.check_readable(found)
    return Answer(_sheet(found), wording.deck_lines(found), wording.deck_why(found))


def deck_check(
    deck: DeckArgument,
    profile: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Whose collection it is made of; a new one unless said."),
    ] = None,
) -> Answer[DeckRuling]:
    """Whether a deck is legal, with every fault.

    Exit code 1 if it is not.

    Example: referee deck check sunrise.toml --profile Ann
    """
    found = decks.find_deck(deck, "DECK")
    owner = profiles.find_profile(profile, "--profile") if profile is not None else None
    collection = owner.blueprints if owner else box().rewards.start
    faults = decks.faults(found, collection)
    value = DeckRuling(found.name, found.core, found.count, not faults, faults)
    return Answer(
        value,
        wording.fault_lines(found, faults),
        wording.check_why(found, collection, owner.name if owner else ""),
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
    kind = notation.read_core(core, "--core")
    made = Deck(file.stem, kind.name, box().decks[kind.name], str(file))
    decks.write_deck(made, file, overwrite=force)
    return Answer(DeckFile(str(file), _sheet(made)), wording.new_deck_lines(made), wording.deck_why(made)[:1])


def profile(
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="The player; without a name, all.")
    ] = None,
    new: Annotated[bool, typer.Option("--new", help="Begin a profile.")] = False,
    money: Annotated[
        int, typer.Option(metavar="N", help="Add so much money; a negative number takes it.")
    ] = 0,
    gain: Annotated[str, typer.Option(metavar="CODES", help="Add blueprints: LAS,SHD.")] = "",
    lose: Annotated[str, typer.Option(metavar="CODES", help="Take blueprints away.")] = "",
) -> Answer[Profiles]:
    """Planetary: a player's collection.

    Example: referee profile Ann --money 40 --gain LAS,SHD
    """
    if name is None:
        if new or money or gain or lose:
            raise UsageError("Whose profile is it?", where="NAME", todo="Write the player's name.")
        known = tuple(profiles.profiles().values())
        return Answer(Profiles(known), wording.profile_list_lines(known), wording.profile_why())
    if new and name.strip() in profiles.profiles():
        raise UsageError(f'"{name}" has a profile.', where="--new", todo="Leave out --new to see it.")
    old = profiles.new_profile(name) if new else profiles.find_profile(name, "NAME")
    gained, lost = notation.read_blueprints(gain, "--gain"), notation.read_blueprints(lose, "--lose")
    entry = profiles.changed(old, money, gained, lost)
    if new or entry != old:
        profiles.save(entry)
    return Answer(Profiles((entry,)), wording.profile_lines(entry), wording.profile_why())


def _sheet(deck: Deck) -> DeckSheet:
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
        for blueprint in [box().blueprints[code]]
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
    """Raises `UsageError` for what is nothing to the core, and for two things that cannot both be."""
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
                f"{what} is nothing to a {core.name} core (PL 4.2).", where=option, todo="Leave it out."
            )
    if dark and landed_night:
        raise UsageError(
            "No planet lies in a dust cloud (PL 1.3).",
            where="--dark",
            todo="Leave out --dark or --landed-night.",
        )


def _check_range(option: str, number: int | None, least: int, most: int, rule: str) -> None:
    if number is not None and not least <= number <= most:
        raise UsageError(f"{number} cannot be.", where=option, todo=f"It is {least} to {most} ({rule}).")


def _check_least(option: str, number: int | None, least: int) -> None:
    if number is not None and number < least:
        raise UsageError(f"{number} cannot be.", where=option, todo=f"It is {least} or more.")
