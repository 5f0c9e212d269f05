"""The commands of a sitting: `new`, `status`, `moves`, `do`, `undo`, `redo`, `log`, `score`, `resume`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from components import catalogue
from components.errors import UsageError, did_you_mean
from components.files import replace_file
from components.setup import Area, Fact
from referee.answers import Answer, Why, wrapped
from referee.arguments import read_named, read_options
from referee.engine import ALLOWED, CHANCE, OVER, Announces, Event, Rewards, Ruling, Seat, Seats, refused
from referee.options import GameArgument, GameOptions, SeedOption
from referee.outcomes import Outcomes
from referee.scoresheet import PlayerScore, ScoreSheet
from referee.setups import area_lines, fact_lines
from referee.table import session, shelf
from referee.table.clock import TimeLeft, times_left
from referee.table.journal import Dice, Mode
from referee.table.rounds import SittingScore, csv_text, round_lines, sitting_score
from referee.table.session import Session

W = TypeVar("W", bound=str)

_CUT_OFF = "The game was cut off before the referee or a bot had acted: referee play goes on."
_MOST_LISTED = 60  # outcomes of a chance point that are worth a list
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


@dataclass(frozen=True)
class Status:
    """A sitting as one seat, or an onlooker, sees it.

    seat    whose view it is; empty for an onlooker
    to_act  names of the players who are to act
    secret  whether what they choose stays hidden until all have chosen
    wanted  what the table is to type, if dice or cards are to decide; else empty
    over    whether the game has ended
    clock   of those who are to act, if a clock was agreed on
    """

    file: str
    game: str
    mode: Mode
    dice: Dice
    players: tuple[str, ...]
    commitment: str
    seat: str
    to_act: tuple[str, ...]
    secret: bool
    wanted: str
    over: bool
    areas: tuple[Area, ...]
    facts: tuple[Fact, ...]
    score: ScoreSheet[PlayerScore]
    clock: tuple[TimeLeft, ...]


@dataclass(frozen=True)
class Choices:
    """What may be typed now: moves of a seat or, where `seat` is empty, results of dice and cards.

    wanted  what may be typed that `moves` does not list, in words: many results of dice and cards, and
            what is said to a score pad
    """

    seat: str
    moves: tuple[str, ...]
    wanted: str


@dataclass(frozen=True)
class Done:
    """What came of a command that changes the game.

    allowed  False if it was refused; then `reason` says why, `rule` which rule, and nothing was changed
    told     what happened, line by line
    to_act   names of the players who are to act now
    """

    allowed: bool
    reason: str
    rule: str
    told: tuple[str, ...]
    to_act: tuple[str, ...]
    over: bool


@dataclass(frozen=True)
class Log:
    """All that happened, line by line, what was taken back included."""

    lines: tuple[str, ...]


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
        session.begin,
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
    value = _status(begun, None)
    return Answer(value, (*_flowing(head), "", *_status_lines(begun, value)))


def status(seat: SeatOption = None) -> Answer[Status]:
    """How the game at the table stands.

    Example: referee status --seat Ann
    """
    sitting = shelf.current()
    value = _status(sitting, None if seat is None else sitting.seat(seat))
    return Answer(value, _status_lines(sitting, value))


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
        return Answer(Choices("", (), ""), _flowing([_CUT_OFF]))
    if isinstance(sitting.turn, Seats) or seat is not None:
        return moves_of(sitting, _acting(sitting, seat), words)
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
    return _done(sitting, ruling, since, seat)


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
    return _done(sitting, sitting.undo(count, agreed=agreed), since, None)


def redo() -> Answer[Done]:
    """Bring back the last move taken back, with the same results.

    Example: referee redo
    """
    sitting = shelf.current()
    since = len(sitting.story)
    return _done(sitting, sitting.redo(), since, None)


def log(seat: SeatOption = None) -> Answer[Log]:
    """All that happened, with the rulings.

    Example: referee log
    """
    sitting = shelf.current()
    lines, why = _told(sitting, None if seat is None else sitting.seat(seat), 0)
    return Answer(Log(lines), _flowing(lines), why)


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
    return replace(answer, lines=(*answer.lines, *_flowing(notes))) if notes else answer


def resume(file: FileArgument) -> Answer[Status]:
    """Go on with another game.

    Example: referee resume last-blast-1
    """
    place = shelf.find(file)
    sitting = shelf.open_sitting(place)
    shelf.make_current(place)
    sitting.advance()
    value = _status(sitting, None)
    return Answer(value, _status_lines(sitting, value))


def play_text(sitting: Session, seat: str | None, text: str) -> Ruling:
    """Make the move of that text, or take down the result if dice or cards are to decide.

    seat  the player's name; None does if only one is to act. A text may begin with a name: "Ann: home"

    Raises `UsageError` for text that is no move, and for None where several may act.
    """
    if sitting.turn is OVER:
        return sitting.play(Event(None, text))
    for name in sitting.names:
        if text.casefold().startswith(f"{name}:".casefold()):
            seat, text = name, text[len(name) + 1 :]
            break
    if seat is None and _is_nobodys(sitting, text):
        seat = sitting.names[sitting.acting[0]]
    acting = None if sitting.turn is CHANCE else _acting(sitting, seat)
    return sitting.play(sitting.read(acting, text))


def moves_of(sitting: Session, seat: Seat | None, beginning: Sequence[str] = ()) -> Answer[Choices]:
    """The moves of that seat that begin with those words or, with None, what is typed for dice and cards."""
    if seat is not None:
        wanted = [word.casefold() for word in beginning]
        every = tuple(map(str, sitting.game.moves(sitting.state, seat)))
        found = tuple(text for text in every if text.casefold().split()[: len(wanted)] == wanted)
        if every and not found:
            return Answer(
                Choices(sitting.names[seat], (), ""),
                (f'None of {len(every)} moves begins "{" ".join(beginning)}".',),
            )
        hint = sitting.hint(seat)
        lines = (*found, *_flowing([hint] if hint else ()))
        return Answer(
            Choices(sitting.names[seat], found, hint), lines or (f"{sitting.names[seat]} is not to act.",)
        )
    if sitting.turn is OVER:
        return Answer(Choices("", (), ""), ("The game is over.",))
    outcomes = sitting.game.chance(sitting.state)
    listed = tuple(map(str, _few(outcomes)))
    return Answer(Choices("", listed, outcomes.prompt), listed or _flowing([f"Write {outcomes.prompt}."]))


def score_of(sitting: Session) -> Answer[SittingScore]:
    """The score so far, or the final one with its winners; on a pad, round by round."""
    sheet = sitting_score(sitting)
    rounds = _flowing(tuple(round_lines(sheet))) if sitting.header.mode == "pad" else ()
    if sitting.turn is OVER:
        return Answer(sheet, (*rounds, *sheet.answer().lines))
    lines = tuple(f"{player.name}: {player.total}" for player in sheet.players)
    return Answer(sheet, (*rounds, *lines, "The game goes on."))


def status_lines(sitting: Session, seat: Seat | None) -> tuple[str, ...]:
    """The table as that seat, or with None an onlooker, sees it, and who is to act."""
    return _status_lines(sitting, _status(sitting, seat))


def told_lines(sitting: Session, seat: Seat | None, since: int) -> tuple[str, ...]:
    """What that seat was told from that step of the story on."""
    return _flowing(_told(sitting, seat, since)[0])


def _status(sitting: Session, seat: Seat | None) -> Status:
    turn, header = sitting.turn, sitting.header
    view = sitting.game.view(sitting.state, seat)
    return Status(
        file=str(sitting.journal.file),
        game=header.game,
        mode=header.mode,
        dice=header.dice,
        players=header.seats,
        commitment=header.commitment,
        seat="" if seat is None else sitting.names[seat],
        to_act=_names(sitting, sitting.acting),
        secret=isinstance(turn, Seats) and turn.secret,
        wanted=sitting.game.chance(sitting.state).prompt if turn is CHANCE and not sitting.cut_off else "",
        over=turn is OVER,
        areas=view.areas,
        facts=view.facts,
        score=sitting.game.score(sitting.state),
        clock=times_left(sitting),
    )


def _status_lines(sitting: Session, value: Status) -> tuple[str, ...]:
    lines: list[str] = []
    for area in value.areas:
        lines += area_lines(area)
    lines += ["", *fact_lines(value.facts)]
    lines += ["Score: " + ", ".join(f"{player.name} {player.total}" for player in value.score.players)]
    return (*lines, *_flowing([_turn_line(sitting), *_clock_lines(value.clock)]))


def _clock_lines(clock: Sequence[TimeLeft]) -> Iterator[str]:
    if clock:
        left = ", ".join(f"{one.seat} {one.seconds} s" for one in clock)
        running = any(one.running for one in clock)
        yield f"Time left: {left}{'' if running else '; it runs while referee play is open'}."


def _turn_line(sitting: Session) -> str:
    turn = sitting.turn
    if turn is OVER:
        winners = sitting.game.score(sitting.state).winners
        return f"The game is over. {'Winner: ' + ', '.join(winners) if winners else 'Nobody has won'}."
    if sitting.cut_off:
        return _CUT_OFF
    if isinstance(turn, Seats):
        names = ", ".join(_names(sitting, turn.seats))
        return f"To choose in secret: {names}." if turn.secret else f"To act: {names}."
    return f"Dice or cards decide: write {sitting.game.chance(sitting.state).prompt}."


def _done(sitting: Session, ruling: Ruling, since: int, seat: str | None) -> Answer[Done]:
    told, why = _told(sitting, None if seat is None else sitting.seat(seat), since)
    value = Done(
        allowed=ruling.allowed,
        reason=ruling.reason,
        rule=ruling.rule,
        told=told,
        to_act=_names(sitting, sitting.acting),
        over=sitting.turn is OVER,
    )
    last = _turn_line(sitting) if ruling.allowed else refusal(ruling)
    return Answer(value, _flowing((*told, last)), why, ok=ruling.allowed)


def refusal(ruling: Ruling) -> str:
    """The reason with its rule, for a person."""
    rule = f" [{ruling.rule}]" if ruling.rule else ""
    return f"No: {ruling.reason.rstrip('.')}{rule}."


def _told(sitting: Session, seat: Seat | None, since: int) -> tuple[tuple[str, ...], tuple[Why, ...]]:
    tellings = list(sitting.told(seat, since))
    return (
        tuple(line for telling in tellings for line in telling.lines),
        tuple(step for telling in tellings for step in telling.why),
    )


def _acting(sitting: Session, seat: str | None) -> Seat:
    """The seat of that name or, if none is said, the only one that is to act. Raises `UsageError`."""
    if seat is not None:
        return sitting.seat(seat)
    if len(sitting.acting) == 1:
        return sitting.acting[0]
    example, *_ = acting = _names(sitting, sitting.acting)
    names = ", ".join(acting)
    raise UsageError(
        f"Several may act: {names}.", where="--seat", todo=f'Say whose move it is, also as "{example}: …".'
    )


def _is_nobodys(sitting: Session, text: str) -> bool:
    """Whether that may be told without saying who tells it. Raises `UsageError` for text that is no move."""
    game, acting = sitting.game, sitting.acting
    if not isinstance(game, Announces) or not acting:
        return False
    return game.is_nobodys(sitting.state, sitting.read(acting[0], text).what)


def _names(sitting: Session, seats: Sequence[Seat]) -> tuple[str, ...]:
    return tuple(sitting.names[seat] for seat in seats)


def _few(outcomes: Outcomes[Any]) -> list[Any]:
    """The outcomes; none if they are too many to be listed."""
    listed: list[Any] = []
    for outcome, _ in outcomes:
        if len(listed) == _MOST_LISTED:
            return []
        listed.append(outcome)
    return listed


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


def _flowing(lines: Sequence[str]) -> tuple[str, ...]:
    return tuple(short for line in lines for short in wrapped(line, hanging=2))


def _one_of(option: str, word: str, known: tuple[W, ...]) -> W:
    """Raises `UsageError`, naming the option, for another word."""
    for one in known:
        if one == word:
            return one
    raise UsageError(f'There is no "{word}".', where=option, todo=did_you_mean(word, known))
