"""Parts of which the sections of the page are made."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from referee.archive.pages import charts
from referee.archive.rates import Rate
from referee.lab.measures import Share, Spread

LONG = 12  # rows of a table that are shown at once


def percent(share: float) -> str:
    return f"{100 * share:.1f} %".replace(".0 %", " %")


def told(rate: Rate) -> str:
    """`52 % (49 to 55 %)`, or a dash without any case."""
    if not rate.games:
        return "–"
    return f"{100 * rate.share:.1f} % ({100 * rate.low:.1f} to {100 * rate.high:.1f} %)"


def table(titles: Sequence[str], rows: Sequence[Sequence[str]], *, words: int = 1) -> str:
    """words: columns at the left that hold words and not numbers."""
    if not rows:
        return ""
    style = ['class="text"' if place < words else "" for place in range(len(titles))]
    head = "".join(
        f'<th scope="col" {how}>{escape(title)}</th>' for how, title in zip(style, titles, strict=True)
    )

    def row(cells: Sequence[str]) -> str:
        told = (f"<td {how}>{escape(cell)}</td>" for how, cell in zip(style, cells, strict=True))
        return f"<tr>{''.join(told)}</tr>"

    body = "".join(map(row, rows))
    return (
        f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'
    ).replace(" >", ">")


def long_table(what: str, titles: Sequence[str], rows: Sequence[Sequence[str]], *, words: int = 1) -> str:
    """A table that is folded if it is long; on paper it is shown whole if it was opened."""
    made = table(titles, rows, words=words)
    if len(rows) <= LONG:
        return made
    return f"<details><summary>{escape(what)}: {len(rows)}</summary>{made}</details>"


def figure(drawing: str, caption: str) -> str:
    return f"<figure>{drawing}<figcaption>{escape(caption)}</figcaption></figure>"


def shares(title: str, rows: Sequence[Share], caption: str) -> str:
    drawn = [(one.of, one.rate.share, one.rate.low, one.rate.high) for one in rows]
    return figure(charts.shares(title, drawn), caption)


def spread_row(name: str, one: Spread) -> tuple[str, ...]:
    figures = (one.least, one.tenth, one.median, one.ninetieth, one.most)
    return (name, *(f"{figure:,}" for figure in figures), f"{one.mean:,.1f}")


SPREAD = ("", "least", "10 %", "median", "90 %", "most", "mean")
