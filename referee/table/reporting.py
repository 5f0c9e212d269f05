"""A running sitting in words: what is typed is played, and what came of it is told.

For the commands, the prompt and the table screen. What is told is what one seat, or an onlooker, may know.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from components import catalogue
from components.errors import UsageError
from components.setup import Area, Fact
from referee.answers import Answer, Why, wrapped
from referee.arguments import check_player
from referee.engine import CHANCE, OVER, Announces, Event, Ruling, Seat, Seats
from referee.outcomes import Outcomes
from referee.rulebook import rule_text
from referee.scoresheet import PlayerScore, ScoreSheet
from referee.setups import area_lines, fact_lines
from referee.table.clock import TimeLeft, times_left
from referee.table.journal import Dice, Mode
from referee.table.rounds import SittingScore, round_lines, sitting_score
from referee.table.session import Session

CUT_OFF = "The game was cut off before the referee or a bot had acted: referee play goes on."
_MOST_LISTED = 60  # outcomes of a chance point that are worth a list


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
    """All that happened, line by line, what was taken back included.

    recorded  whether the lines are what stands in the journal, not what it means
    """

    lines: tuple[str, ...]
    recorded: bool


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
    else:
        stranger, colon, _ = text.partition(": ")
        if colon:
            check_player(stranger, sitting.names, f'"{text}"')
    if seat is None and _is_nobodys(sitting, text):
        seat = sitting.names[sitting.acting[0]]
    acting = None if sitting.turn is CHANCE else acting_seat(sitting, seat)
    return sitting.play(sitting.read(acting, text))


def status_of(sitting: Session, seat: Seat | None) -> Status:
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


def status_lines(sitting: Session, seat: Seat | None) -> tuple[str, ...]:
    """The table as that seat, or with None an onlooker, sees it, and who is to act."""
    return status_text(sitting, status_of(sitting, seat))


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
        lines = (*found, *flowing([hint] if hint else ()))
        return Answer(
            Choices(sitting.names[seat], found, hint), lines or (f"{sitting.names[seat]} is not to act.",)
        )
    if sitting.turn is OVER:
        return Answer(Choices("", (), ""), ("The game is over.",))
    outcomes = sitting.game.chance(sitting.state)
    listed = tuple(map(str, _few(outcomes)))
    return Answer(Choices("", listed, outcomes.prompt), listed or flowing([f"Write {outcomes.prompt}."]))


def score_of(sitting: Session) -> Answer[SittingScore]:
    """The score so far, or the final one with its winners; on a pad, round by round."""
    sheet = sitting_score(sitting)
    rounds = flowing(tuple(round_lines(sheet))) if sitting.header.mode == "pad" else ()
    if sitting.turn is OVER:
        return Answer(sheet, (*rounds, *sheet.answer().lines))
    lines = tuple(f"{player.name}: {player.total}" for player in sheet.players)
    return Answer(sheet, (*rounds, *lines, "The game goes on."))


def done_of(sitting: Session, ruling: Ruling, since: int, seat: str | None) -> Answer[Done]:
    told, why = telling_of(sitting, None if seat is None else sitting.seat(seat), since)
    value = Done(
        allowed=ruling.allowed,
        reason=ruling.reason,
        rule=ruling.rule,
        told=told,
        to_act=_names(sitting, sitting.acting),
        over=sitting.turn is OVER,
    )
    last = _turn_line(sitting) if ruling.allowed else refusal(ruling)
    return Answer(value, flowing((*told, last)), (*why, *refusal_why(sitting, ruling)), ok=ruling.allowed)


def told_lines(sitting: Session, seat: Seat | None, since: int) -> tuple[str, ...]:
    """What that seat was told from that step of the story on."""
    return flowing(telling_of(sitting, seat, since)[0])


def refusal(ruling: Ruling) -> str:
    """The reason with its rule, for a person."""
    rule = f" [{ruling.rule}]" if ruling.rule else ""
    return f"No: {ruling.reason.rstrip('.')}{rule}."


def refusal_why(sitting: Session, ruling: Ruling) -> Iterator[Why]:
    """The text of the rule that a move was refused for."""
    rule = "" if ruling.allowed else ruling.rule
    if rule and (text := rule_text(catalogue.load(sitting.header.game), rule)):
        yield Why("refused", text, rule)


def telling_of(sitting: Session, seat: Seat | None, since: int) -> tuple[tuple[str, ...], tuple[Why, ...]]:
    tellings = list(sitting.told(seat, since))
    return (
        tuple(line for telling in tellings for line in telling.lines),
        tuple(step for telling in tellings for step in telling.why),
    )


def acting_seat(sitting: Session, seat: str | None) -> Seat:
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


def status_text(sitting: Session, value: Status) -> tuple[str, ...]:
    lines: list[str] = []
    for area in value.areas:
        lines += area_lines(area)
    lines += ["", *fact_lines(value.facts)]
    lines += ["Score: " + ", ".join(f"{player.name} {player.total}" for player in value.score.players)]
    return (*lines, *flowing([_turn_line(sitting), *_clock_lines(value.clock)]))


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
        return CUT_OFF
    if isinstance(turn, Seats):
        names = ", ".join(_names(sitting, turn.seats))
        return f"To choose in secret: {names}." if turn.secret else f"To act: {names}."
    return f"Dice or cards decide: write {sitting.game.chance(sitting.state).prompt}."


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


def flowing(lines: Sequence[str]) -> tuple[str, ...]:
    return tuple(short for line in lines for short in wrapped(line, hanging=2))
