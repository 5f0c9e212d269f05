"""Braille as dots to feel and as a file for an embosser; `alphabets.py` knows which cells write a text."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from generator.exports.braille.alphabets import Cell, alphabet

DOT = 1.5  # diameter, mm
SPACING = 2.5  # distance between the dots of a cell, mm
CELL = 6.0  # distance from a cell to the next one, mm
BRF_WIDTH, BRF_HEIGHT = 40, 25  # cells and lines of an embosser's page

# Characters by the bits of the dots.
_ASCII = " A1B'K2L@CIF/MSP\"E3H9O6R^DJG>NTQ,*5<-U8V.%[$+X!&;:4\\0Z7(_?W]#Y)="


@dataclass(frozen=True)
class Label:
    """The cells of one word or code. `width` of the room between their outermost dots, mm."""

    text: str
    cells: tuple[Cell, ...]

    @property
    def width(self) -> float:
        return (len(self.cells) - 1) * CELL + SPACING

    def dots(self) -> Iterator[tuple[float, float]]:
        """The middle of each dot, mm from that of the first cell's dot 1, y down."""
        for place, cell in enumerate(self.cells):
            for dot in sorted(cell):
                yield place * CELL + SPACING * (dot > 3), SPACING * ((dot - 1) % 3)


def label(text: str, where: str = "", language: str = "") -> Label:
    """A text as cells. Raises what `alphabet` and `Alphabet.cells` raise."""
    return Label(text, tuple(alphabet(language).cells(text, where)))


def brf(lines: Iterable[str], where: str = "", language: str = "") -> bytes:
    """Lines as a file for an embosser: its characters stand for cells, and a page has 25 lines of 40 cells.

    Raises what `label` does.
    """
    rows: list[str] = []
    for line in lines:
        rows += _folded([_ascii(label(word, where, language).cells) for word in line.split()])
    pages = [rows[start : start + BRF_HEIGHT] for start in range(0, len(rows), BRF_HEIGHT)]
    return "\r\n\f".join("\r\n".join(page) for page in pages).encode("ascii") + b"\r\n"


def _folded(words: Sequence[str]) -> list[str]:
    """Words in lines of an embosser; lines that go on are indented by two cells."""
    lines = [""]
    for word in words:
        if len(lines[-1]) + 1 + len(word) > BRF_WIDTH and lines[-1].strip():
            lines.append("  ")
        lines[-1] += word if not lines[-1].strip() else f" {word}"
    return lines


def _ascii(cells: Iterable[Cell]) -> str:
    return "".join(_ASCII[sum(1 << (dot - 1) for dot in cell)] for cell in cells)
