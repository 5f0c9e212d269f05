"""The growth of the scores, round by round, as lines for a page: each with a dash and a mark of its own."""

from dataclasses import dataclass

from referee.table.rounds import SessionScore

_WIDTH, _HEIGHT = 240.0, 110.0
_DASHES = ("", "6 3", "2 2", "9 3 2 3", "1 3", "12 3")
MARKS = "●■▲◆★⬢○✚"  # the shapes of the seats, as on the pieces


@dataclass(frozen=True)
class Line:
    """A player's line.

    points  points of the line, as SVG wants them
    dash    its `stroke-dasharray`
    mark    mark at its end and beside the name, as no colour tells the lines apart
    """

    name: str
    points: str
    dash: str
    mark: str
    x: float
    y: float


@dataclass(frozen=True)
class Chart:
    """The lines, the highest and the lowest total, and the size of the picture.

    zero  how far down nothing is
    """

    lines: tuple[Line, ...]
    highest: int
    lowest: int
    zero: float
    width: float = _WIDTH
    height: float = _HEIGHT


def chart_of(score: SessionScore) -> Chart | None:
    """The chart; None before the second round, or in a game without rounds."""
    if len(score.rounds) < 2:
        return None
    totals = [total for one in score.rounds for total in one.totals]
    highest, lowest = max(*totals, 1), min(*totals, 0)

    def down(total: float) -> float:
        return round(_HEIGHT * (highest - total) / (highest - lowest), 1)

    lines = []
    for seat, player in enumerate(score.players):
        places = [
            (round(_WIDTH * number / (len(score.rounds) - 1), 1), down(one.totals[seat]))
            for number, one in enumerate(score.rounds)
        ]
        points = " ".join(f"{x},{y}" for x, y in places)
        dash, mark = _DASHES[seat % len(_DASHES)], MARKS[seat % len(MARKS)]
        lines.append(Line(player.name, points, dash, mark, *places[-1]))
    return Chart(tuple(lines), highest, lowest, down(0))
