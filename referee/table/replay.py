"""Replaying the records of a journal: everything happens again, and is checked again."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TypeAlias

from components.errors import DataError, UsageError
from referee.engine.game import TIME_OVER, Event
from referee.engine.play import follow
from referee.table.history import History
from referee.table.journal import lines

# Called for each move and result in a journal, before it is added to the history: the number of its record,
# the history until then, the event, and the text of the record.
Witness: TypeAlias = Callable[[int, History, Event, str], None]
_Numbered: TypeAlias = Callable[[History, Event, str], None]


def replay(
    history: History,
    records: Sequence[lines.Record],
    file: Path,
    first: int = 1,
    witness: Witness | None = None,
) -> None:
    """Do again what the records say, the first of which has that number in the journal.

    Raises `DataError`, naming the line, for a record that does not fit what happened before it.
    """
    for number, record in enumerate(records, first):
        try:
            _take(history, record, partial(witness, number) if witness else None)
        except UsageError as problem:
            # The header is line 1, so that record 1 is on line 2.
            raise DataError(lines.shortened(str(problem)), where=f"{file}, line {number + 1}") from None
        history.mark_end(number)


def _take(history: History, record: lines.Record, witness: _Numbered | None) -> None:
    match record:
        case lines.MoveRecord(name, text):
            _happen(history, history.read(history.seat(name), text), text, witness)
        case lines.ChanceRecord(text):
            _happen(history, history.read(None, text), text, witness)
        case lines.WordsRecord(name, text):
            ruling = history.check_words(name)
            if not ruling.allowed:
                raise UsageError(ruling.reason)
            history.words[name] = text
        case lines.TimeRecord(name):
            seat = history.seat(name)
            if not history.out_of_time(seat):
                raise UsageError(f"The time of {name} was not over.")
            event = Event(seat, TIME_OVER)
            history.add(event, follow(history.game, history.state, event))
        case lines.UndoRecord():
            _take_back(history, record)
        case lines.RedoRecord(count):
            if not history.undone or len(history.undone[-1]) != count:
                raise UsageError(f"{count} moves and results cannot be brought back here.")
            history.bring_back(record)
        case lines.ClockRecord():
            history.tick(record)
        case lines.SeedRecord():
            history.shown = True


def _happen(history: History, event: Event, text: str, witness: _Numbered | None) -> None:
    ruling = history.check(event)
    if not ruling.allowed:
        raise UsageError(f'"{event.what}" is not possible: {ruling.reason} {ruling.rule}'.rstrip())
    if witness:
        witness(history, event, text)
    history.add(event, follow(history.game, history.state, event))


def _take_back(history: History, record: lines.UndoRecord) -> None:
    starts = history.starts()
    first = len(history.events) - record.undo
    if first not in starts:
        raise UsageError(
            f"{record.undo} moves and results cannot be taken back here: no player's move begins there."
        )
    if not record.agreed and history.reveals(len(starts) - starts.index(first)):
        raise UsageError(f"{record.undo} moves and results cannot be taken back: not all agreed.")
    history.take_back(record)
