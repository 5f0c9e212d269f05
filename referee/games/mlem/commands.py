"""The commands of MLEM: `odds` and `score`."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from components.errors import UsageError
from components.wording import counted
from referee.engine.answers import Answer
from referee.engine.arguments import check_alike, check_count, check_player_count, check_range, read_players
from referee.engine.chance.dice import Roller
from referee.engine.scoresheet import PlayerScore, ScoreSheet
from referee.games.mlem import box as boxes
from referee.games.mlem.box import Box
from referee.games.mlem.codes import read_roll, show_roll
from referee.games.mlem.odds import after_a_roll, before_a_roll, outlook
from referee.games.mlem.position import read_landings
from referee.games.mlem.rules.astronauts import Landings, check, unmet
from referee.games.mlem.rules.pool import read_pool
from referee.games.mlem.rules.scoring import score as score_of
from referee.games.mlem.rules.travel import Rocket
from referee.games.mlem.text.answers import Odds, RollOdds

BoardOption = Annotated[
    Path | None,
    typer.Option("--board", metavar="FILE", help="A board of your own: track.toml and places.toml in one."),
]


def odds(
    at: Annotated[
        int | None, typer.Option(metavar="SPACE", help="Where the rocket is; the launch pad if left out.")
    ] = None,
    dice: Annotated[
        int | None, typer.Option(metavar="N", help="Dice in the pool; all of them if left out.")
    ] = None,
    target: Annotated[
        int | None, typer.Option(metavar="SPACE", help="The space to reach; deep space if left out.")
    ] = None,
    roll: Annotated[str | None, typer.Option(metavar="FACES", help="The dice as they fell: 1,2,2,*.")] = None,
    engineer: Annotated[
        int,
        typer.Option(
            "--engineer",
            count=True,
            show_default=False,
            help="An engineer aboard who has not helped yet; may be repeated.",
        ),
    ] = 0,
    board: BoardOption = None,
) -> Answer[Odds | RollOdds]:
    """The risk of a crash, and how far best play takes the rocket.

    With --roll, it lists where each choice leads. An afterburner is * or a. --why shows the best use of
    every roll.

    Example: referee odds mlem --at 5 --dice 3 --roll 1,1,4
    """
    box = boxes.load(board)
    space = box.board.departure(box.expedition.start_space if at is None else at, "--at")
    fallen = None if roll is None else read_roll(roll, box.faces)
    pool = _pool(box, dice, fallen)
    end = box.board.end
    check_range("--target", target, 0, end, "space", rule="ML 1.1")
    check_count("--engineer", engineer, 0, box.components.players[1], "engineers")
    ahead = outlook(box, end if target is None else target, space.number, pool, engineer)
    rocket = Rocket(space, pool, engineer)
    return before_a_roll(ahead, rocket) if fallen is None else after_a_roll(ahead, rocket, fallen)


def score(
    player: Annotated[
        list[str] | None, typer.Argument(metavar="[NAME]...", help="Players whom no option names.")
    ] = None,
    moon: Annotated[
        list[str] | None, typer.Option(metavar="m3=NAME", help="Who is on a moon; may be repeated.")
    ] = None,
    planet: Annotated[
        list[str] | None,
        typer.Option(
            metavar="A=NAME,...", help="Who is on a planet, in the order of arrival; may be repeated."
        ),
    ] = None,
    comet: Annotated[list[str] | None, typer.Option(metavar="NAME,...", help="Who is on the comet.")] = None,
    galaxy: Annotated[
        list[str] | None, typer.Option(metavar="NAME,...", help="Who is on the galaxy.")
    ] = None,
    goal: Annotated[
        list[str] | None, typer.Option(metavar="moons=NAME", help="Who claimed a goal; may be repeated.")
    ] = None,
    board: BoardOption = None,
) -> Answer[ScoreSheet[PlayerScore]]:
    """Score a game.

    Write a name once for each astronaut. NAME:2 or NAME* is the astronaut that doubles: the ace on a
    planet, the moonwalker on a moon, the voyager on the comet or the galaxy. The goals are moons,
    planets, crowd and deep.

    Example: referee score mlem --planet A=Ann:2,Bo,Ann --moon m3=Bo --comet Ann --galaxy Bo:2,Cy
    """
    box = boxes.load(board)
    landings = read_landings(box, moon or (), planet or (), comet or (), galaxy or (), goal or ())
    players = _players(box, player or (), landings)
    check(box, landings)
    sheet, why = score_of(box, players, landings)
    return sheet.answer(why, unmet(box, landings))


def _pool(box: Box, dice: int | None, fallen: tuple[str, ...] | None) -> int:
    """Return how many dice are rolled, by either option."""
    pool = dice if dice is not None else len(fallen) if fallen else box.dice
    check_count("--roll" if dice is None else "--dice", pool, 1, box.dice, "dice", rule="ML 2.1")
    if fallen and len(fallen) != pool:
        raise UsageError(
            f"The roll has {counted(len(fallen), 'die', 'dice')}, but --dice is {pool}.",
            where=f"--roll {show_roll(fallen)}",
            todo="Change one of them, or leave --dice out.",
        )
    return pool


def _players(box: Box, named: Sequence[str], landings: Landings) -> tuple[str, ...]:
    """Everybody who plays: first the players named alone, then those who have landed."""
    alone = read_players(named) if named else {}
    for name, text in alone.items():
        if text:
            raise UsageError(
                f'"{text}" is not expected here.',
                where=f"{name}={text}",
                todo="Give astronauts with --moon, --planet, --comet or --galaxy.",
            )
    players = tuple(dict.fromkeys((*alone, *landings.players())))
    seen: dict[str, str] = {}
    for name in players:
        other = seen.setdefault(name.casefold(), name)
        if other != name:
            raise UsageError(f'"{other}" and "{name}" differ only in capitals.', todo="Use one spelling.")
    check_alike(players, alone)
    check_player_count(box.components, len(players), todo="Name the players who have not landed as well.")
    return players


def dice(text: str) -> Roller:
    """The dice of `referee roll mlem:6@5`, from the text after the colon. Raises `UsageError`."""
    return read_pool(text, boxes.load())
