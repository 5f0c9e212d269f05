"""A session in words, for the commands, the prompt and the table screen.

Everything here is told as one seat, or an onlooker, may know it.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from components import catalogue
from components.errors import UsageError, did_you_mean
from components.prose import Blocks, Lines
from components.setup import Area, Fact
from components.terminal import text_lines
from components.wording import counted
from referee.engine.answers import Answer, Why, wrapped
from referee.engine.areas import area_lines, fact_lines
from referee.engine.asking.choosing import Question
from referee.engine.asking.picks import Asks
from referee.engine.chance.outcomes import Outcomes
from referee.engine.game import CHANCE, OVER, Prospects, Remark, Remarks, Ruling, Seat, Seats
from referee.engine.moves import Declares, Form, labelled
from referee.engine.rulebook import rule_text
from referee.engine.scoresheet import PlayerScore, ScoreSheet
from referee.games import prospects_of
from referee.table.clock import TimeLeft, times_left
from referee.table.hinting import preferred
from referee.table.journal.lines import Dice, Mode
from referee.table.rounds import SessionScore, round_lines, session_score
from referee.table.session import Session

CUT_OFF = "The game stopped before the referee or a bot could act. Continue with referee play."
REMARKED = 60  # remarks on longer lists would take too long
_LATELY = 4  # lines of the log in which a game may have said how it ends
_MOST_LISTED = 60  # a chance point with more outcomes is described in words


@dataclass(frozen=True)
class Status:
    """A session as one seat, or an onlooker, sees it.

    seat    the player whose view this is; empty for an onlooker
    to_act  the names of the players whose turn it is
    secret  whether their choices stay hidden until all have chosen
    wanted  what the table must type if dice or cards decide; else empty
    over    whether the game has ended
    clock   the time left to the players whose turn it is, if there is a clock
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
    """List what may be typed now: moves of a seat or, where `seat` is empty, results of dice and cards.

    wanted  words on what else may be typed that is too much to list in `moves`
    parts   the names of the dice or pieces, in the order in which they are typed; as far as is known now
    """

    seat: str
    moves: tuple[str, ...]
    wanted: str
    parts: tuple[str, ...] = ()


@dataclass(frozen=True)
class Done:
    """The result of a command that changes the game.

    allowed  False if it was refused; then `reason` says why, `rule` cites the rule, and nothing changed
    told     what happened, line by line
    to_act   the names of the players whose turn it is now
    """

    allowed: bool
    reason: str
    rule: str
    told: tuple[str, ...]
    to_act: tuple[str, ...]
    over: bool


@dataclass(frozen=True)
class Log:
    """Everything that happened, line by line, including what was taken back.

    recorded  whether the lines are the records of the journal as they were typed
    """

    lines: tuple[str, ...]
    recorded: bool


def status_of(session: Session, seat: Seat | None) -> Status:
    turn, header = session.turn, session.header
    view = session.game.view(session.state, seat)
    return Status(
        file=str(session.journal.file),
        game=header.game,
        mode=header.mode,
        dice=header.dice,
        players=header.seats,
        commitment=header.commitment,
        seat="" if seat is None else session.names[seat],
        to_act=_names(session, session.acting),
        secret=isinstance(turn, Seats) and turn.secret,
        wanted=session.game.chance(session.state).prompt
        if turn is CHANCE and not session.cut_off and not session.awaited
        else "",
        over=turn is OVER,
        areas=view.areas,
        facts=view.facts,
        score=session.game.score(session.state),
        clock=times_left(session),
    )


def status_lines(session: Session, seat: Seat | None) -> tuple[str, ...]:
    """The table as that seat or, with None, an onlooker sees it, and whose turn it is."""
    return text_lines(status_text(session, status_of(session, seat)))


def moves_of(session: Session, seat: Seat | None, beginning: Sequence[str] = ()) -> Answer[Choices]:
    """The moves of that seat that begin with those words or, with None, the results of dice and cards."""
    if seat is not None:
        wanted = [word.casefold() for word in beginning]
        every = tuple(map(str, session.game.moves(session.state, seat)))
        if (guided := session.guidance) and guided.trying:  # a mistake is not a possible move
            every = (guided.move, *every)
        found = tuple(text for text in every if text.casefold().split()[: len(wanted)] == wanted)
        if every and not found:
            return Answer(
                Choices(session.names[seat], (), ""),
                (f'None of the {counted(len(every), "move")} begin with "{" ".join(beginning)}".',),
            )
        hint = session.hint(seat)
        labels = ((text, labelled(session.game, text)) for text in found)
        lines = (*(f"{text}  {label}".rstrip() for text, label in labels), *filter(None, [hint]))
        return Answer(
            Choices(session.names[seat], found, hint),
            lines or (f"It is not the turn of {session.names[seat]}.",),
        )
    if session.turn is OVER:
        return Answer(Choices("", (), ""), ("The game is over.",))
    outcomes = session.game.chance(session.state)
    listed = tuple(map(str, _few(outcomes)))
    value = Choices("", listed, outcomes.prompt, outcomes.parts(()))
    written = (f"Write {outcomes.prompt}.",)
    return Answer(value, listed if listed and not value.parts else (*listed, *written))


def asked_of(session: Session, seat: Seat | None) -> tuple[str, ...]:
    """Say what that seat is to choose or, with None, a table to roll or draw; empty if the game does not."""
    if seat is None:
        found = session.game.ask(session.state, None) if isinstance(session.game, Asks) else ""
    else:
        found = Question(session.game, session.state, seat).ask
    return (f"{found}.",) if found else ()


def remarks_of(session: Session, seat: Seat, moves: Sequence[str]) -> tuple[Remark, ...]:
    """Remark on each of those moves before it is made; without remarks, label its numbers."""
    game = session.game
    if not isinstance(game, Remarks):
        return tuple(Remark(labelled(game, text)) for text in moves)
    known = game.known(session.state, seat)
    return tuple(_remark(game, known, seat, text) for text in moves)


def senses_of(session: Session, seat: Seat, moves: Sequence[str]) -> dict[str, int]:
    """Return how sensible moves are, see `Remark`; the suggested one is the best, of many the only one."""
    remarks = remarks_of(session, seat, moves) if len(moves) <= REMARKED else ()
    return preferred(session, seat, {text: one.sense for text, one in zip(moves, remarks, strict=False)})


def _remark(game: Any, known: Any, seat: Seat, text: str) -> Remark:
    try:
        remark: Remark = game.remark(known, seat, game.read(known, seat, text))
    except UsageError:
        return Remark()  # only the beginning of a move
    return remark


def explained(session: Session, seat: Seat | None, text: str) -> tuple[str, ...]:
    """Explain what a move of that text does and how it is typed, or what the piece with that code is.

    Raises `UsageError` for a text that is neither.
    """
    lines = [*_move_lines(session, seat, text), *_code_lines(session, seat, text)]
    if not lines:
        verbs = {form.verb for form in _forms(session) if form.verb}
        todo = did_you_mean(text, verbs) or "Type moves for the list."
        raise UsageError(f'"{text}" is neither a move nor a code.', where=f'"help {text}"', todo=todo)
    return tuple(lines)


def _forms(session: Session) -> tuple[Form, ...]:
    return session.game.GRAMMAR.forms if isinstance(session.game, Declares) else ()


def _move_lines(session: Session, seat: Seat | None, text: str) -> Iterator[str]:
    """The forms with the verb of that text, and what a whole move would do now."""
    words = text.split()
    for form in _forms(session):
        if form.is_named(words) or form.verb == words[0].lower():
            yield form.grammar
            yield from wrapped(f"{form.about}{''.join(f' [{rule}]' for rule in form.rules)}", indent=4)
            units = [f"{field.label}: {field.unit}" for field in form.fields.values() if field.unit]
            yield from wrapped(f"{'; '.join(units)}.", indent=4) if units else ()
    if seat is None or len(words) < 2:
        return
    try:
        event = session.read(seat, text)
    except UsageError:
        return
    (remark,) = remarks_of(session, seat, [str(event.what)])
    if remark.text:
        yield from wrapped(f"{event.what}: {remark.text}", hanging=4)
    if session.turn is not CHANCE and not (ruling := session.check(event)).allowed:
        yield from wrapped(refusal(ruling), hanging=4)


def _code_lines(session: Session, seat: Seat | None, text: str) -> Iterator[str]:
    """The piece of the box with that code, where it lies as far as that seat knows, and what a mark means."""
    wanted = _plain_code(text)
    for deck in catalogue.load(session.header.game).decks:
        for piece in deck.pieces:
            if _plain_code(piece.code) == wanted:
                said = [
                    f"{name} {value}" for name, value in piece.fields.items() if value not in ("", None, ())
                ]
                shown = f": {', '.join(said)}" if said else ""
                yield from wrapped(f"{piece.code}, {deck.title}{shown}", hanging=4)
    for area in session.game.view(session.state, seat).areas:
        names = (*((mark, meaning) for mark, meaning in area.legend), *_named_pieces(area))
        for mark, meaning in dict.fromkeys(names):
            if _plain_code(mark) == wanted and meaning:
                yield from wrapped(f"{mark} in {area.title}: {meaning}", hanging=4)


def _named_pieces(area: Area) -> Iterator[tuple[str, str]]:
    for piece in area.pieces:
        yield piece.code, ", ".join(filter(None, (piece.name, piece.note))) or "lies there"


def _plain_code(text: str) -> str:
    """A code without what people leave out."""
    return re.sub(r"[-_. ]", "", text).casefold()


def score_of(session: Session) -> Answer[SessionScore]:
    """The score so far, or the final one with its winners; on a pad, round by round."""
    sheet = session_score(session)
    rounds = tuple(round_lines(sheet)) if session.header.mode == "pad" else ()
    if session.turn is OVER:
        return Answer(sheet, (*rounds, *sheet.answer().blocks))
    lines = map(_so_far, sheet.players)
    return Answer(sheet, (*rounds, *lines, "The game goes on."))


def odds_of(session: Session, seat: Seat | None) -> Prospects | None:
    """The exact odds of the position as that seat knows it; None if the game has none for it."""
    work_out = None if session.header.mode == "pad" else prospects_of(session.header.game)
    return work_out(session.game.known(session.state, seat), seat) if work_out else None


def odds_blocks(session: Session, seat: Seat | None) -> Blocks:
    """Those odds, or that there are none."""
    found = odds_of(session, seat)
    return found.blocks if found else ("There are no odds to work out here.",)


def done_of(
    session: Session, ruling: Ruling, since: int, player: str | None, before: Sequence[str] = ()
) -> Answer[Done]:
    """Tell what a command did to the game since that step of the story; `before` is told first."""
    told, why = telling_of(session, None if player is None else session.seat(player), since)
    told = (*before, *told)
    value = Done(
        allowed=ruling.allowed,
        reason=ruling.reason,
        rule=ruling.rule,
        told=told,
        to_act=_names(session, session.acting),
        over=session.turn is OVER,
    )
    over = ruling.allowed and session.turn is OVER
    last = _over_line(session, told) if over else _turn_line(session) if ruling.allowed else refusal(ruling)
    lines = (*told, *filter(None, [last]))
    return Answer(value, lines, (*why, *refusal_why(session, ruling)), ok=ruling.allowed)


def taken_back(session: Session, moves: int) -> tuple[str, ...]:
    """The last moves of people by name, the latest first, as an onlooker may know them: for an undo."""
    starts = session.starts()[-moves:] if moves > 0 else []
    return tuple(f"{_named(session, at)} is taken back." for at in reversed(starts))


def _named(session: Session, at: int) -> str:
    """The event of that number in words that give no secret away."""
    before, event, after = session.states[at], session.events[at], session.states[at + 1]
    if event.seat is None:
        return "What was rolled or drawn"
    name, turn = session.names[event.seat], session.game.turn(before)
    if isinstance(turn, Seats) and turn.secret:
        return f"{name}'s secret choice"
    tell = session.game.tell
    if tell(before, event, after, None) != tell(before, event, after, event.seat):
        return f"A move of {name}"
    return f"{name}'s move {event.what}"


def ending(session: Session, told: Sequence[str], *, brief: bool = False) -> Iterator[str]:
    """The end of the log: who has won, the totals, and what the winners scored; nothing before the end.

    told   the log so far: what the game has said itself is not said again
    brief  leave out what the winners scored
    """
    if session.turn is not OVER:
        return
    sheet = session.game.score(session.state)
    if line := _over_line(session, told):
        yield line
    ranked = sorted(sheet.players, key=lambda player: -player.total)
    yield f"Score: {', '.join(f'{player.name} {player.total}' for player in ranked)}."
    for player in () if brief else sheet.players:
        if player.name in sheet.winners and player.lines:
            scored = (f"{line.what} {line.points:+d} [{line.rule}]" for line in player.lines)
            yield f"{player.name}: {'; '.join(scored)}."


def _over_line(session: Session, told: Sequence[str]) -> str:
    """Say that the game is over and who has won, as far as the game has not said so itself just before."""
    winners = session.game.score(session.state).winners
    lately = "\n".join(told[-_LATELY:])
    ends = bool(re.search(r"\bgame (?:is over|ends)\b", lately))
    names = "|".join(map(re.escape, winners)) or "[Nn]obody"
    won = bool(re.search(rf"\b(?:{names})\b[^.\n]*\b(?:wins?|share the victory)\b", lately))
    return " ".join([*(() if ends else ["The game is over."]), *(() if won else [f"{_won(winners)}."])])


def told_lines(session: Session, seat: Seat | None, since: int) -> tuple[str, ...]:
    """Return what that seat was told, from that step of the story on."""
    return flowing(telling_of(session, seat, since)[0])


def refusal(ruling: Ruling) -> str:
    """The reason with its rule, for a person."""
    if ruling.rule:
        return f"No: {ruling.reason.rstrip('.')} [{ruling.rule}]."
    return f"No: {ruling.reason}" if ruling.reason.endswith((".", "?", "!")) else f"No: {ruling.reason}."


def refusal_why(session: Session, ruling: Ruling) -> Iterator[Why]:
    """The text of the rule that forbids a move."""
    rule = "" if ruling.allowed else ruling.rule
    if rule and (text := rule_text(catalogue.load(session.header.game), rule)):
        yield Why("refused", text, rule)


def telling_of(session: Session, seat: Seat | None, since: int) -> tuple[tuple[str, ...], tuple[Why, ...]]:
    tellings = list(session.told(seat, since))
    return (
        tuple(line for telling in tellings for line in telling.lines),
        tuple(step for telling in tellings for step in telling.why),
    )


def status_text(session: Session, value: Status) -> Blocks:
    """The table, and whose turn it is."""
    lines: list[str] = []
    for area in value.areas:
        lines += area_lines(area)
    lines += ["", *fact_lines(value.facts)]
    lines += ["Score: " + ", ".join(f"{player.name} {player.total}" for player in value.score.players)]
    return (Lines(tuple(lines)), _turn_line(session), *_clock_lines(value.clock))


def _clock_lines(clock: Sequence[TimeLeft]) -> Iterator[str]:
    if clock:
        left = ", ".join(f"{one.seat} {one.seconds} s" for one in clock)
        running = any(one.running for one in clock)
        yield f"Time left: {left}{'' if running else '; it runs while referee play is open'}."


def _won(winners: Sequence[str]) -> str:
    if not winners:
        return "Nobody has won"
    return f"{'Winner' if len(winners) == 1 else 'Winners'}: {', '.join(winners)}"


def _so_far(player: PlayerScore) -> str:
    """The total, and the lines that count nothing, or nothing yet."""
    return "; ".join(
        (f"{player.name}: {player.total}", *(line.what for line in player.lines if not line.points))
    )


def _turn_line(session: Session) -> str:
    turn = session.turn
    if turn is OVER:
        return f"The game is over. {_won(session.game.score(session.state).winners)}."
    if session.cut_off:
        return CUT_OFF
    if session.awaited:
        names = ", ".join(session.awaited)
        return f"Words are to come from {names}: referee words {session.awaited[0]} WORDS."
    if isinstance(turn, Seats):
        names = ", ".join(_names(session, turn.seats))
        return f"To choose in secret: {names}." if turn.secret else f"To act: {names}."
    return f"Dice or cards decide: write {session.game.chance(session.state).prompt}."


def _names(session: Session, seats: Sequence[Seat]) -> tuple[str, ...]:
    return tuple(session.names[seat] for seat in seats)


def _few(outcomes: Outcomes[Any]) -> list[Any]:
    """The outcomes; none if there are too many to list."""
    listed: list[Any] = []
    for outcome, _ in outcomes:
        if len(listed) == _MOST_LISTED:
            return []
        listed.append(outcome)
    return listed


def flowing(lines: Sequence[str]) -> tuple[str, ...]:
    return tuple(short for line in lines for short in wrapped(line, hanging=2))
