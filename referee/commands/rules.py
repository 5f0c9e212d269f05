"""The commands `games` and `rules`."""

from dataclasses import dataclass
from typing import Annotated

import typer

from components import catalogue, installed
from components.prose import table
from referee.commands.base.options import GameArgument
from referee.engine.answers import Answer
from referee.engine.rulebook import FoundRules, contents, look_up
from referee.games import slugs


@dataclass(frozen=True)
class KnownGame:
    """A game of the box: its slug, title, tagline, fewest and most players, and the prefix of its rules."""

    game: str
    title: str
    tagline: str
    players: tuple[int, int]
    prefix: str


@dataclass(frozen=True)
class KnownGames:
    """The games that can be played here."""

    games: tuple[KnownGame, ...]


def games() -> Answer[KnownGames]:
    """List the games the referee knows.

    Example: referee games
    """
    known = [catalogue.load(slug) for slug in slugs()]
    value = KnownGames(
        tuple(
            KnownGame(game.slug, game.title, game.tagline, game.players, game.rules.prefix) for game in known
        )
    )
    rows = [(game.slug, game.title, f"{game.players[0]}–{game.players[1]} players") for game in known]
    return Answer(value, (table(rows), *(f"Left out: {one}" for one in installed.left_out().values())))


def rules(
    game: GameArgument,
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="[NUMBER|WORD]...", help="A rule, a section, or words of a rule."),
    ] = None,
) -> Answer[FoundRules]:
    """Look up the rules of a game: all of them, by number or by words.

    Without a number the sections are listed. The number of a section shows the whole section.

    Example: referee rules last-blast 4.6
    """
    found = catalogue.load(game)
    return look_up(found, " ".join(words)) if words else contents(found)
