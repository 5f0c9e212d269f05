"""The commands of MLEM: `odds` and `score`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from components.errors import UsageError
from referee.answers import Answer
from referee.arguments import read_players
from referee.games.mlem import box as boxes
from referee.games.mlem.box import Box
from referee.games.mlem.notation import read_position, read_roll, show_roll
from referee.games.mlem.odds import outlook
from referee.games.mlem.odds_answer import Odds, RollOdds, after_a_roll, before_a_roll
from referee.games.mlem.position import Position, check, unmet
from referee.games.mlem.scoring import score as score_of
from referee.scoresheet import PlayerScore, ScoreSheet

BoardOption = Annotated[
    Path | None,
    typer.Option("--board", metavar="FILE", help="A board of your own: track.toml and places.toml in one."),
]


def odds(
    at: Annotated[
        int | None, typer.Option(metavar="SPACE", help="Where the rocket is; the launch pad unless said.")
    ] = None,
    dice: Annotated[int | None, typer.Option(metavar="N", help="Dice in the pool; all unless said.")] = None,
    target: Annotated[
        int | None, typer.Option(metavar="SPACE", help="The space to reach; deep space unless said.")
    ] = None,
    roll: Annotated[str | None, typer.Option(metavar="FACES", help="The dice as they fell: 1,2,2,*.")] = None,
    engineer: Annotated[
        int,
        typer.Option(
            "--engineer", count=True, show_default=False, help="One who has not helped yet; may be repeated."
        ),
    ] = 0,
    board: BoardOption = None,
) -> Answer[Odds | RollOdds]:
    """How likely a rocket crashes, and how far best play takes it.

    With --roll, what each choice leads to. An afterburner is * or a. --why shows the best use of
    every roll.

    Example: referee odds mlem --at 5 --dice 3 --roll 1,1,4
    """
    box = boxes.load(board)
    space = box.board.departure(box.expedition.start_space if at is None else at, "--at")
    fallen = None if roll is None else read_roll(roll, box.faces)
    pool = _pool(box, dice, fallen)
    end = box.board.end
    goal = end if target is None else target
    if goal not in range(end + 1):
        raise UsageError(f"There is no space {goal}.", where="--target", todo=f"Write 0 to {end}.")
    most = box.players[1]
    if engineer > most:
        raise UsageError(
            f"{engineer} engineers are too many.", where="--engineer", todo=f"At most {most} fly."
        )
    ahead = outlook(box, goal, space.number, pool, engineer)
    if fallen is None:
        return before_a_roll(ahead, space, pool, engineer)
    return after_a_roll(ahead, space, fallen, engineer)


def score(
    player: Annotated[
        list[str] | None, typer.Argument(metavar="[NAME]...", help="Players who are not named below.")
    ] = None,
    moon: Annotated[
        list[str] | None, typer.Option(metavar="m3=NAME", help="Who is on a moon; may be repeated.")
    ] = None,
    planet: Annotated[
        list[str] | None,
        typer.Option(metavar="A=NAME,...", help="Who is on a planet, as they arrived; may be repeated."),
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

    Write a name once for each astronaut. NAME:2 or NAME* is the one that doubles: the ace on a
    planet, the moonwalker on a moon, the voyager on comet or galaxy. The goals are moons, planets,
    crowd and deep.

    Example: referee score mlem --planet A=Ann:2,Bo,Ann --moon m3=Bo --comet Ann --galaxy Bo:2,Cy
    """
    box = boxes.load(board)
    position = read_position(box, moon or (), planet or (), comet or (), galaxy or (), goal or ())
    players = _players(box, player or (), position)
    check(box, position)
    sheet, why = score_of(box, players, position)
    return sheet.answer(why, unmet(box, position))


def _pool(box: Box, dice: int | None, fallen: tuple[str, ...] | None) -> int:
    """How many dice are rolled, by either option."""
    pool = dice if dice is not None else len(fallen) if fallen else box.dice
    if pool not in range(1, box.dice + 1):
        where = "--roll" if dice is None else "--dice"
        raise UsageError(f"The pool never has {pool} dice.", where=where, todo=f"It has 1 to {box.dice}.")
    if fallen and len(fallen) != pool:
        raise UsageError(
            f"It has {len(fallen)} dice, and --dice says {pool}.",
            where=f"--roll {show_roll(fallen)}",
            todo="Mend one of them, or leave --dice out.",
        )
    return pool


def _players(box: Box, named: list[str] | tuple[()], position: Position) -> tuple[str, ...]:
    """Everybody who plays: first those named alone, then those who are in the position."""
    alone = read_players(named) if named else {}
    for name, text in alone.items():
        if text:
            raise UsageError(
                f'"{text}" has no place here.',
                where=f"{name}={text}",
                todo="Astronauts go by --moon and its like.",
            )
    players = tuple(dict.fromkeys((*alone, *position.owners())))
    seen: dict[str, str] = {}
    for name in players:
        other = seen.setdefault(name.casefold(), name)
        if other != name:
            raise UsageError(f'Are "{other}" and "{name}" one player?', todo="Write a name always alike.")
    fewest, most = box.players
    if not fewest <= len(players) <= most:
        much = "few" if len(players) < fewest else "many"
        raise UsageError(
            f"These are too {much} players: {', '.join(players) or 'none'}.",
            todo=f"It is a game for {fewest} to {most}. Name a player who scores nothing alone.",
        )
    return players
