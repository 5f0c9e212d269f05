"""The words of a face, in the order in which they are drawn, as a person would read them out."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from generator.faces.drawing import Drawing
from generator.faces.svg import values
from generator.faces.svg.operations import Group, Label, Operation, Text
from generator.faces.svg.values import IDENTITY, Matrix
from generator.faces.type.markup import SPACES
from generator.faces.type.typesetting import SYMBOL_DROP, SYMBOL_EM

_SAME_LINE = 3.0  # runs of a line are at most this far apart, in sizes; a symbol may stand there
_TINY = 3  # characters
_LETTER = 0.5  # the width of a letter, in sizes
_BETWEEN = ("und", "oder", "bis", "et", "ou", "and", "or", "to")  # words after which a hyphen stays
_NEXT_LINE = 1.6  # baselines of a paragraph are at most this far apart, in sizes


@dataclass(frozen=True)
class _Line:
    """A line of type: its left end and baseline, where it ends, and its size; mm on the face."""

    text: str
    x: float
    y: float
    end: float
    size: float
    upright: bool


def words(drawing: Drawing) -> list[str]:
    """The paragraphs of the face, each once: an index that is repeated upside down is left out."""
    blocks: list[list[_Line]] = []
    for line in _lines(drawing):
        if blocks and _goes_on(blocks[-1][-1], line):
            blocks[-1].append(line)
        else:
            blocks.append([line])
    found = [text for block in blocks for text in _paragraphs(block)]
    return _joined(dict.fromkeys(" ".join(text.split()) for text in found if text.strip()))


def _joined(texts: Iterable[str]) -> list[str]:
    """The texts, with neighbours that are only a number or a letter in one line."""
    found: list[str] = []
    tiny = False
    for text in texts:
        if tiny and len(text) <= _TINY:
            found[-1] += f" · {text}"
        else:
            found.append(text)
        tiny = len(text) <= _TINY
    return found


def without_small(drawing: Drawing, least: float) -> Drawing:
    """The drawing without type that is smaller than that, mm."""
    return drawing._replace(operations=_large(drawing.operations, IDENTITY, least))


def _lines(drawing: Drawing) -> Iterator[_Line]:
    """The runs that continue each other, as lines."""
    line: _Line | None = None
    for run, matrix in drawing.read():
        if isinstance(run, Text) and run.opacity == 0:
            continue
        here = _placed(run, matrix) if isinstance(run, Text) else _spoken(run, matrix)
        joined = line and line.upright and here.upright and abs(line.y - here.y) < 0.2 * line.size
        if line and joined and -0.2 * line.size < here.x - line.end < _SAME_LINE * line.size:
            space = " " if here.x - line.end > 0.12 * line.size else ""
            line = replace(line, text=f"{line.text}{space}{here.text}", end=here.end)
        else:
            if line:
                yield line
            line = here
    if line:
        yield line


def _paragraphs(block: Sequence[_Line]) -> Iterator[str]:
    """The paragraphs of lines under each other. Where the next word would have had room, one ends."""
    edge, text = max(line.end for line in block), ""
    for line, after in zip_longest(block, block[1:]):
        text = f"{text[:-1]}{line.text}" if _divided(text, line.text) else f"{text} {line.text}"
        word = SPACES.split(after.text.strip(), maxsplit=1)[0] if after else ""
        if not word or line.end + (len(word) + 1) * _LETTER * line.size < edge:
            yield text
            text = ""


def _divided(text: str, after: str) -> bool:
    """Tell whether a line ends within a word: not in "Ein- und Ausgabe", nor before a capital."""
    word = after.split(maxsplit=1)[0] if after.strip() else ""
    return text[-1:] == "-" and text[-2:-1].isalpha() and word[:1].islower() and word not in _BETWEEN


def _goes_on(line: _Line, after: _Line) -> bool:
    """Tell whether a line is the next one of the same paragraph."""
    alike = line.upright and after.upright and abs(line.size - after.size) < 0.05
    near = 0.5 * line.size < after.y - line.y < _NEXT_LINE * line.size
    return alike and near and after.x < line.end and line.x < after.end


def _placed(run: Text, matrix: Matrix) -> _Line:
    x, y = values.apply(matrix, run.x, run.y)
    end, _ = values.apply(matrix, run.x + run.advance, run.y)
    upright = abs(matrix[1]) + abs(matrix[2]) < 1e-6 and matrix[0] > 0 and matrix[3] > 0
    return _Line(run.text, x, y, end, run.size * _scale(matrix), upright)


def _spoken(label: Label, matrix: Matrix) -> _Line:
    """A symbol in a text, as the word that is read out for it."""
    size = label.height / SYMBOL_EM
    x, y = values.apply(matrix, label.x, label.y + label.height - SYMBOL_DROP * size)
    end, _ = values.apply(matrix, label.x + label.width, label.y)
    return _Line(label.text, x, y, end, size * _scale(matrix), upright=True)


def _scale(matrix: Matrix) -> float:
    return math.hypot(matrix[2], matrix[3])


def _large(operations: Sequence[Operation], matrix: Matrix, least: float) -> tuple[Operation, ...]:
    kept: list[Operation] = []
    for operation in operations:
        if isinstance(operation, Group):
            inner = values.multiply(matrix, operation.matrix)
            kept.append(operation._replace(children=_large(operation.children, inner, least)))
        elif not isinstance(operation, Text) or operation.size * _scale(matrix) >= least - 1e-6:
            kept.append(operation)
    return tuple(kept)
