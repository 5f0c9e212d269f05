"""The commands of The Last Blast: `damage`, `score` and `odds`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer

from components.errors import UsageError
from referee.answers import Answer
from referee.arguments import read_options, read_players
from referee.games.last_blast import notation, rules, scoring, wording
from referee.games.last_blast.box import End, box
from referee.games.last_blast.routes import Prospect, Search, Step
from referee.games.last_blast.scoring import Finish
from referee.options import GameOptions, PlayerArguments
from referee.scoresheet import PlayerScore, ScoreSheet


@dataclass(frozen=True)
class DamageRuling:
    """The damage of a turn, in points, and what it does to the rocket.

    remove    the ends that lose a card, point by point; none if the rocket explodes
    choice    further cards to take off the front or the rear, as the owner chooses
    explodes  whether the rocket is lost
    """

    jump: int
    collision: int
    total: int
    remove: tuple[End, ...]
    choice: int
    explodes: bool


@dataclass(frozen=True)
class RouteStep:
    """One column of a route; 1 is the next.

    front, rear  cards to take off either end; 0 if the rocket explodes
    cards_left   after the turn
    """

    column: int
    row: int
    tile: str
    damage: int
    front: int
    rear: int
    cards_left: int


@dataclass(frozen=True)
class RouteOdds:
    """The best way through the columns ahead, other players left aside.

    cards_left  after the last column, with best play; 0 if no play saves the rocket
    best        rows of the best tiles of the next column
    tiles       the free tiles of the next column
    route       one best route
    """

    cards_left: int
    best: tuple[int, ...]
    tiles: tuple[Prospect, ...]
    route: tuple[RouteStep, ...]


def damage(
    card: Annotated[str, typer.Argument(metavar="CARD", help="The front card, such as R2-5.")],
    tile: Annotated[str, typer.Option(metavar="TILE", help="The tile moved to, such as T4.")],
    rows: Annotated[int | None, typer.Option(metavar="N", help="Rows changed; 0 unless said.")] = None,
    cards_left: Annotated[
        int | None, typer.Option(metavar="N", help="Cards of the rocket; enough unless said.")
    ] = None,
    round1: Annotated[bool, typer.Option("--round1", help="Round 1: no jump damage.")] = False,
) -> Answer[DamageRuling]:
    """The damage of a turn and the cards it costs.

    Example: referee damage last-blast R2-5 --tile T3 --rows 2
    """
    if round1 and rows is not None:
        raise UsageError(
            "In round 1 no rows are changed (LB 4.2).", where="--rows", todo="Leave out --rows or --round1."
        )
    most_rows = box().rows(box().players[1]) - 1
    _check_range("--rows", rows, 0, most_rows, f"A rocket changes 0 to {most_rows} rows (LB 2.1).")
    _check_range(
        "--cards-left", cards_left, 1, box().rocket, f"A rocket has 1 to {box().rocket} cards (LB 3.6)."
    )
    front, asteroid = notation.read_part(card, "CARD"), notation.read_tile(tile, "--tile")
    hit = rules.damage(front, asteroid, rows or 0)
    cards = cards_left or box().rocket
    loss = rules.loss(hit.total, cards)
    changed = None if round1 else rows or 0
    return Answer(
        DamageRuling(hit.jump, hit.collision, hit.total, *loss),
        wording.damage_lines(hit, loss, cards),
        wording.damage_why(front, asteroid, changed, hit, loss, cards),
    )


def score(players: PlayerArguments, option: GameOptions = None) -> Answer[ScoreSheet[PlayerScore]]:
    """Score a game: the cards each rocket has left, or the round it exploded in.

    A player with nothing has exploded; x5 says in round 5.

    Example: referee score last-blast Ann="R2-5 A6-3" Bo="G1-2" Cy=x5
    """
    notation.check_flags(read_options(option or ()))
    finishes = [
        Finish(name, *notation.read_finish(text, name)) for name, text in read_players(players).items()
    ]
    fewest, most = box().players
    if not fewest <= len(finishes) <= most:
        raise UsageError(
            f"{box().title} is for {fewest} to {most} players, not {len(finishes)}.",
            todo="Name everybody; Cy=x5 exploded in round 5.",
        )
    notation.check_copies(
        (card for finish in finishes for card in finish.rocket),
        ", ".join(finish.name for finish in finishes if finish.survived),
    )
    sheet = scoring.score(finishes)
    return sheet.answer(wording.score_why(finishes), wording.score_notes(finishes))


def odds(
    rocket: Annotated[str, typer.Option(metavar="CARDS", help='From front to rear: "R2-5 G1-3 A6-1".')],
    field: Annotated[
        str,
        typer.Option(
            metavar="ROWS", help="The symbols of the columns ahead, row by row, x if taken: 351/26x/416."
        ),
    ],
    row: Annotated[
        int | None, typer.Option(metavar="N", help="Where the rocket is; about to enter unless said.")
    ] = None,
) -> Answer[RouteOdds]:
    """The best tile of the next column: most cards left after the last, other players left aside.

    The search is exact: every route, and every choice of cards to lose.

    Example: referee odds last-blast --rocket "R2-5 A6-1" --field 54/26/x1 --row 2
    """
    cards = notation.read_rocket(rocket, "--rocket")
    if not cards:
        raise UsageError("The rocket has no card.", where="--rocket", todo="Write its cards: R2-5 G1-3.")
    ahead = notation.read_field(field, "--field")
    _check_range("--row", row, 1, len(ahead), f"The field has rows 1 to {len(ahead)}.")
    search = Search(cards, ahead, row)
    route = search.route()
    value = RouteOdds(
        cards_left=route[-1].cards_left,
        best=search.best(),
        tiles=search.prospects(),
        route=tuple(_route_step(column, step) for column, step in enumerate(route, 1)),
    )
    tiles = wording.tile_lines(len(cards), ahead, row, value.tiles, value.best)
    way = wording.route_lines(route, alone=len(value.best) == 1)
    return Answer(value, (*tiles, "", *way), wording.route_why(row, route))


def _route_step(column: int, step: Step) -> RouteStep:
    front, rear = step.taken or (0, 0)
    return RouteStep(column, step.row, step.tile.code, step.damage.total, front, rear, step.cards_left)


def _check_range(option: str, number: int | None, least: int, most: int, todo: str) -> None:
    """Raises `UsageError`, naming the option, for a number outside; None is no number."""
    if number is not None and not least <= number <= most:
        raise UsageError(f"{number} cannot be.", where=option, todo=todo)
