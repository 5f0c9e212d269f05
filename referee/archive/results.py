"""Results of sessions, as statistics need them: who won, with how many points."""

from __future__ import annotations

from dataclasses import dataclass

from referee.engine.game import OVER
from referee.table.session import Session

BOT = " (bot)"


@dataclass(frozen=True)
class Result:
    """The result of a game for one of its players.

    player  the name or, for a bot, the name of the bot: "greedy (bot)"
    total   what the ranking counts
    """

    player: str
    total: int
    won: bool


@dataclass(frozen=True)
class Played:
    """A session.

    file     its journal, without the folder
    over     whether the game has ended; only then the results count
    moves    moves of people and bots, without those taken back
    results  seat by seat
    """

    file: str
    game: str
    over: bool
    moves: int
    results: tuple[Result, ...]


def played_of(session: Session) -> Played:
    """Return the result of that session."""
    sheet = session.game.score(session.state)
    bots = session.header.bots
    return Played(
        file=session.journal.file.name,
        game=session.header.game,
        over=session.turn is OVER,
        moves=sum(event.seat is not None for event in session.events),
        results=tuple(
            Result(
                f"{bots[player.name]}{BOT}" if player.name in bots else player.name,
                player.total,
                player.name in sheet.winners,
            )
            for player in sheet.players
        ),
    )
