"""The records of a journal in words, without the rules it was played by.

This way a game of another version can still be read, though not what its moves led to.
"""

from collections.abc import Iterator

from referee.table.journal import Journal, lines
from referee.table.seeds import shown_secret


def record_lines(journal: Journal) -> Iterator[str]:
    """List what was agreed, then every move and result in order, as typed, with what was taken back."""
    header = journal.header
    dice = "the table" if header.dice == "table" else "the referee"
    bots = ", ".join(f"{name}={bot}" for name, bot in header.bots.items())
    options = ", ".join(f"{name}={_short(text)}" if text else name for name, text in header.options.items())
    yield f"{header.game}, rules version {header.rules}: {', '.join(header.seats)}"
    yield "Score pad" if header.mode == "pad" else f"Rolled and drawn by {dice}"
    yield from (f"{name}: {said}" for name, said in (("Bots", bots), ("Options", options)) if said)
    if header.position:
        yield "Begun from a position in a file"
    for record in journal.records:
        match record:
            case lines.MoveRecord(seat, move):
                yield f"{seat}: {move}"
            case lines.ChanceRecord(chance):
                yield chance
            case lines.TimeRecord(seat):
                yield f"{seat}: time was over"
            case lines.UndoRecord(count, agreed):
                yield f"Moves and results taken back: {count}{', as all agreed' if agreed else ''}."
            case lines.RedoRecord(count):
                yield f"Moves and results brought back: {count}."
            case lines.WordsRecord(player, text):
                yield f"{player} adds words: {text}"
            case lines.SeedRecord(seed):
                yield f"The seed: {seed}"
            case lines.ClockRecord():
                pass  # clocks are not part of the game


def is_open(journal: Journal) -> bool:
    """Tell whether everybody may read it: a score pad, and a game whose seed was shown, have no secrets."""
    return journal.header.mode == "pad" or shown_secret(journal) is not None


def _short(text: str) -> str:
    """The value of an option; the content of a file is left out."""
    return text if text.isprintable() else "(a file)"
