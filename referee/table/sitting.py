"""The commands of a sitting: `new`, `status`, `moves`, `do`, `undo`, `redo`, `log`, `score`, `resume`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated, TypeVar

import typer

from components import catalogue
from components.errors import UsageError, did_you_mean
from components.files import replace_file
from referee.answers import Answer
from referee.arguments import read_named, read_options
from referee.engine import ALLOWED, OVER, Rewards, Seats, refused
from referee.options import GameArgument, GameOptions, SeedOption
from referee.table import beginning, shelf
from referee.table.journal import Dice, Journal, Mode
from referee.table.records import is_open, record_lines
from referee.table.reporting import (
    CUT_OFF,
    Choices,
    Done,
    Log,
    Status,
    acting_seat,
    done_of,
    flowing,
    moves_of,
    play_text,
    score_of,
    status_of,
    status_text,
    telling_of,
)
from referee.table.rounds import SittingScore, csv_text
from referee.table.rulesets import OtherRulesError
from referee.table.session import Session, replay

W = TypeVar("W", bound=str)

_MODES: tuple[Mode, ...] = ("full", "pad")
_DICE: tuple[Dice, ...] = ("referee", "table")

SeatOption = Annotated[
    str | None,
    typer.Option("--seat", metavar="NAME", help="As this player sees it; nobody's secrets if none."),
]
ActingOption = Annotated[
    str | None, typer.Option("--seat", metavar="NAME", help="Whose move, where several may act.")
]
FileArgument = Annotated[Path, typer.Argument(metavar="FILE", help="A journal, as `list` names it.")]


def new(
    game: GameArgument,
    names: Annotated[list[str], typer.Argument(metavar="NAME...", help="The players, clockwise.")],
    mode: Annotated[str, typer.Option(metavar="full|pad", help="The whole game, or the score pad.")] = "full",
    dice: Annotated[
        str, typer.Option(metavar="referee|table", help="Who rolls and draws: the referee, or you.")
    ] = "referee",
    seed: SeedOption = None,
    option: GameOptions = None,
    bots: Annotated[
        list[str] | None,
        typer.Option(
            "--bots", metavar="NAME=BOT", help="A seat for a bot: random or greedy; may be repeated."
        ),
    ] = None,
    deck: Annotated[
        list[str] | None,
        typer.Option(
            "--deck", metavar="NAME=DECK", help="Planetary: a ready deck or a file; may be repeated."
        ),
    ] = None,
    position: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Go on from a position that is typed in there.")
    ] = None,
    file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where the journal is kept; a new name if none.")
    ] = None,
) -> Answer[Status]:
    """Start a game at the table.

    Example: referee new last-blast Ann Bo --bots Cy=greedy
    """
    filled = _bots(bots or ())
    names = [*names, *(name for name in filled if name not in names)]
    begin = partial(
        beginning.begin,
        game=game,
        names=names,
        mode=_one_of("--mode", mode, _MODES),
        dice=_one_of("--dice", dice, _DICE),
        seed=seed,
        options={**read_options(option or ()), **_decks(deck or (), names)},
        bots=filled,
        position=position,
    )
    begun = shelf.begin(game, begin) if file is None else begin(file.absolute())
    place = begun.journal.file
    shelf.make_current(place)
    head = [f"{catalogue.load(game).title}: {', '.join(names)}. The journal is {place}."]
    if begun.header.commitment:
        head.append(f"The seed is fixed and shown at the end. Its hash: {begun.header.commitment}")
    value = status_of(begun, None)
    return Answer(value, (*flowing(head), "", *status_text(begun, value)))


def status(seat: SeatOption = None) -> Answer[Status]:
    """How the game at the table stands.

    Example: referee status --seat Ann
    """
    sitting = shelf.current()
    value = status_of(sitting, None if seat is None else sitting.seat(seat))
    return Answer(value, status_text(sitting, value))


def moves(
    beginning: Annotated[
        list[str] | None,
        typer.Argument(metavar="[WORD...]", help="Only those that begin so: land, b attack."),
    ] = None,
    seat: ActingOption = None,
) -> Answer[Choices]:
    """The moves there are, as they are typed.

    Example: referee moves --seat Ann
    """
    words = tuple(word for text in beginning or () for word in text.split())
    sitting = shelf.current()
    if sitting.cut_off and seat is None:
        return Answer(Choices("", (), ""), flowing([CUT_OFF]))
    if isinstance(sitting.turn, Seats) or seat is not None:
        return moves_of(sitting, acting_seat(sitting, seat), words)
    return moves_of(sitting, None)


def do(
    move: Annotated[
        list[str],
        typer.Argument(metavar="MOVE...", help="As `moves` shows it; several, each in quotes: 'Ann: stay'."),
    ],
    seat: ActingOption = None,
) -> Answer[Done]:
    """Make a move, or say what dice and cards at the table showed.

    Example: referee do pick R2-5 front
    """
    sitting = shelf.current()
    sitting.advance()
    since = len(sitting.story)
    texts = move if any(" " in word for word in move) else [" ".join(move)]
    ruling = ALLOWED
    for text in texts:
        try:
            ruling = play_text(sitting, seat, text)
        except UsageError as problem:
            if len(sitting.story) == since:
                raise
            # What was done before stands, and is told.
            ruling = refused(str(problem), "")
        if not ruling.allowed:
            break
    return done_of(sitting, ruling, since, seat)


def undo(
    count: Annotated[int, typer.Argument(metavar="[N]", min=1, help="How many moves.")] = 1,
    agreed: Annotated[
        bool, typer.Option("--agreed", help="All agree, though something was rolled or shown since.")
    ] = False,
) -> Answer[Done]:
    """Take moves back. The log keeps them.

    Example: referee undo 2 --agreed
    """
    sitting = shelf.current()
    since = len(sitting.story)
    return done_of(sitting, sitting.undo(count, agreed=agreed), since, None)


def redo() -> Answer[Done]:
    """Bring back the last move taken back, with the same results.

    Example: referee redo
    """
    sitting = shelf.current()
    since = len(sitting.story)
    return done_of(sitting, sitting.redo(), since, None)


def log(
    file: Annotated[
        Path | None,
        typer.Argument(metavar="[FILE]", help="A journal, as `list` names it; the current one if none."),
    ] = None,
    seat: SeatOption = None,
    recorded: Annotated[
        bool,
        typer.Option(
            "--recorded", help="What stands in the journal, as it was typed, hands and secret choices too."
        ),
    ] = False,
) -> Answer[Log]:
    """All that happened, with the rulings.

    Example: referee log last-blast-1
    """
    place = shelf.current_file() if file is None else shelf.find(file)
    if recorded and seat is not None:
        raise UsageError("The records are the same for all.", where="--seat", todo="Leave it out.")
    journal = shelf.open_journal(place)
    if recorded:
        return _recorded(journal)
    try:
        sitting = replay(journal)
    except OtherRulesError as problem:
        if not is_open(journal):
            raise
        return _recorded(journal, problem.what)
    lines, why = telling_of(sitting, None if seat is None else sitting.seat(seat), 0)
    return Answer(Log(lines, recorded=False), flowing(lines), why)


def score_now(
    csv: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Also write the sheet there, round by round, for a spreadsheet."),
    ] = None,
    save: Annotated[
        bool, typer.Option("--save", help="Planetary: add the rewards to the players' profiles.")
    ] = False,
) -> Answer[SittingScore]:
    """The score of the game at the table.

    Example: referee score now --csv sheet.csv
    """
    sitting = shelf.current()
    answer = score_of(sitting)
    notes = []
    if save:
        _keep(sitting)
        notes.append("The rewards are in the players' profiles.")
    if csv is not None:
        replace_file(csv, csv_text(answer.value))
        notes.append(f"Written to {csv}.")
    return replace(answer, lines=(*answer.lines, *flowing(notes))) if notes else answer


def resume(file: FileArgument) -> Answer[Status]:
    """Go on with another game.

    Example: referee resume last-blast-1
    """
    place = shelf.find(file)
    sitting = shelf.open_sitting(place)
    shelf.make_current(place)
    sitting.advance()
    value = status_of(sitting, None)
    return Answer(value, status_text(sitting, value))


def _recorded(journal: Journal, why: str = "") -> Answer[Log]:
    """What stands in the journal; `why` says why it is not told what it means, if nobody asked for this."""
    lines = tuple(record_lines(journal))
    return Answer(Log(lines, recorded=True), flowing([*([why, ""] if why else []), *lines]))


def _keep(sitting: Session) -> None:
    """Keep what a game that is over gave its players. Raises `UsageError` if it gives nothing to keep."""
    if not isinstance(sitting.game, Rewards):
        raise UsageError("This game leaves nothing to keep.", where="--save", todo="Leave it out.")
    if sitting.turn is not OVER:
        raise UsageError("The game goes on.", where="--save", todo="Say it when the game is over.")
    sitting.game.keep(sitting.state, sitting.seal)


def _decks(values: Sequence[str], names: Sequence[str]) -> dict[str, str]:
    """The decks of `--deck Ann=solar` as options of the game: `deck Ann`."""
    named = read_named("--deck", values, names)
    for name, decks in named.items():
        if len(decks) > 1:
            raise UsageError(f'"{name}" stands twice.', where="--deck", todo="Give every player one deck.")
    return {f"deck {name}": decks[0] for name, decks in named.items()}


def _bots(values: Sequence[str]) -> dict[str, str]:
    names = [value.partition("=")[0].strip() for value in values]
    named = read_named("--bots", values, names)
    for name, bots in named.items():
        if len(bots) > 1:
            raise UsageError(f'"{name}" stands twice.', where="--bots", todo="Give every seat one bot.")
    return {name: bots[0] for name, bots in named.items()}


def _one_of(option: str, word: str, known: tuple[W, ...]) -> W:
    """Raises `UsageError`, naming the option, for another word."""
    for one in known:
        if one == word:
            return one
    raise UsageError(f'There is no "{word}".', where=option, todo=did_you_mean(word, known))
