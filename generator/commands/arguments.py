"""Means that the commands of `pnp` share: reading arguments and showing progress."""

from __future__ import annotations

import io
import itertools
import json
import math
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout
from contextvars import ContextVar
from functools import wraps
from inspect import Parameter, get_annotations, signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from components import catalogue
from components.errors import UsageError, did_you_mean
from components.wording import visible_lines

if TYPE_CHECKING:
    from generator import Progress
    from generator.sheets.paper import Paper


_LISTS = ("--pieces", "--only", "--with", "--pages")  # options that take several words as one


def games_like(incomplete: str) -> list[str]:
    """The games and the folders of games whose names begin so, for the shell."""
    folders = [file.parent.as_posix() for file in Path().glob(f"{incomplete.rstrip('/')}*/game.toml")]
    return [name for name in (*catalogue.known(), *folders) if name.startswith(incomplete)]


def _papers_like(incomplete: str) -> list[str]:
    from generator.sheets.paper import SIZES

    return [name for name in SIZES if name.startswith(incomplete)]


def decks_like(ctx: typer.Context, incomplete: str) -> list[str]:
    """The last of several decks between commas, of the games that were named, for the shell."""
    return _last_like(incomplete, (deck.name for deck in _decks(ctx)))


def pieces_like(ctx: typer.Context, incomplete: str) -> list[str]:
    """The last of several codes between commas, of the games that were named, for the shell."""
    return _last_like(incomplete, (piece.code for deck in _decks(ctx) for piece in deck.pieces))


def names_like(ctx: typer.Context, incomplete: str) -> list[str]:
    """The decks and pieces of the games that were named, for the shell."""
    return [*decks_like(ctx, incomplete), *pieces_like(ctx, incomplete)]


def _decks(ctx: typer.Context) -> Iterator[catalogue.Deck]:
    one = ctx.params.get("game")
    for game in games_of([one] if one else ctx.params.get("games")):
        yield from catalogue.load(game).decks


def _last_like(incomplete: str, names: Iterable[str]) -> list[str]:
    before, comma, begun = incomplete.rpartition(",")
    return [f"{before}{comma}{name}" for name in dict.fromkeys(names) if name.startswith(begun)]


Games = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[GAME|FOLDER]...", help="The one in this folder, or all five.", autocompletion=games_like
    ),
]
OneGame = Annotated[
    str | None, typer.Argument(metavar="[GAME|FOLDER]", help="A game.", autocompletion=games_like)
]
Folder = Annotated[str, typer.Argument(metavar="FOLDER", autocompletion=games_like)]
Only = Annotated[str, typer.Option(metavar="DECK,...", help="These decks only.", autocompletion=decks_like)]
Json = Annotated[bool, typer.Option("--json", help="Print the answer as JSON.")]
Out = Annotated[Path, typer.Option(help="Where the files go.")]
Language = Annotated[
    str, typer.Option(metavar="CODE", help="The language of all words on paper: de, fr; or one of the game.")
]
PaperName = Annotated[
    str,
    typer.Option("--paper", help="a4, letter, a3, legal, tabloid … or WxHmm.", autocompletion=_papers_like),
]

_FARTHEST = 50.0  # backs can be moved this far, mm


def games_of(named: Sequence[str] | None) -> Sequence[str]:
    """The games that are meant: those named, else the one in whose folder this is, else the five."""
    for option in _LISTS if named else ():
        after = sys.argv[sys.argv.index(option) + 1 :] if option in sys.argv else ()
        first, *others = itertools.takewhile(lambda word: not word.startswith("-"), after or [""])
        lost = [word for word in others if word not in catalogue.known() and not Path(word).exists()]
        if lost:
            near = did_you_mean(lost[0], games_like(""))
            todo = f"Write several with commas: {option} {','.join([first, *lost])}. Or name a game. {near}"
            raise UsageError(f'There is no game and no folder "{lost[0]}".', todo=todo)
    here = Path("game.toml").is_file()
    return named or ((".",) if here else catalogue.slugs())


def one_of(option: str, value: str, allowed: Sequence[str]) -> None:
    """Raises `UsageError` if the value is not one of those allowed."""
    if value not in allowed:
        raise UsageError(f'"{value}" is not known.', where=option, todo=did_you_mean(value, allowed))


def to_stderr(warnings: Iterable[str]) -> None:
    """Print warnings, after what was printed before."""
    sys.stdout.flush()
    for warning in warnings:
        print(f"pnp: {visible_lines(warning)}", file=sys.stderr)


def belonging(given: Mapping[str, object], to: Mapping[str, str]) -> None:
    """Raises `UsageError` if an option was given without the one that it belongs to."""
    for option, other in to.items():
        if given.get(option) and not given.get(other):
            raise UsageError(f"It has no effect without {other}.", where=option, todo=f"Give {other} too.")


def apart(given: Mapping[str, object], pairs: Iterable[tuple[str, str]]) -> None:
    """Raises `UsageError` if two options were given that exclude each other."""
    for one, other in pairs:
        if given.get(one) and given.get(other):
            raise UsageError(f"{one} and {other} exclude each other.", todo="Leave one of them out.")


def number(low: float, high: float, about: str, kind: type[float] = float) -> Any:
    """An option that takes a number in this range, of the kind `int` a whole one. Typer lets nan pass."""

    def read(text: str) -> float:
        try:
            value = kind(text)
        except ValueError:
            value = math.nan
        if not low <= value <= high:
            said = "whole number" if kind is int else "number"
            raise typer.BadParameter(f'"{text}" is not a {said} from {low:g} to {high:g}.')
        return value

    return typer.Option(parser=read, metavar=f"{low:g}..{high:g}", help=about)


def words(option: str, text: str) -> tuple[str, ...]:
    """The words between the commas. Raises `UsageError` if there are only commas."""
    found = tuple(word.strip() for word in text.split(",") if word.strip())
    if text and not found:
        raise UsageError(f'"{text}" does not contain a name.', where=option, todo="Write names: one,two")
    return found


def whole(option: str, text: str) -> tuple[int, ...]:
    """The whole numbers between the commas. Raises `UsageError`."""
    found = words(option, text)
    if not all(re.fullmatch(r"\d{1,6}", word) for word in found):
        raise UsageError(f'"{text}" is not a whole number.', where=option, todo="Write 4, or 4,7 for two.")
    return tuple(map(int, found))


def ranges(option: str, text: str) -> tuple[int, ...]:
    """The whole numbers of ranges such as 2-5,8, in order. Raises `UsageError`."""
    ends = [re.fullmatch(r"([1-9]\d{0,4})(?:[-–]([1-9]\d{0,4}))?", word) for word in words(option, text)]
    found = {number for end in ends if end for number in range(int(end[1]), int(end[2] or end[1]) + 1)}
    if not all(ends) or any(end and end[2] and int(end[2]) < int(end[1]) for end in ends):
        raise UsageError(f'"{text}" are not page numbers.', where=option, todo="Write 4, or 2-5,8.")
    return tuple(sorted(found))


def pair(option: str, text: str) -> tuple[float, float]:
    """Two numbers with a comma between them. Raises `UsageError`."""
    found = _numbers(text)
    if len(found) != 2:
        raise UsageError(f'"{text}" is not a pair of numbers.', where=option, todo="Write mm: 0.5,-1.2")
    return found[0], found[1]


def _numbers(text: str) -> list[float]:
    """The numbers between the commas; none if one of them is not a number."""
    try:
        found = [float(number) for number in text.split(",")]
    except ValueError:
        return []
    return found if all(map(math.isfinite, found)) else []


def shift_of(text: str) -> tuple[float, float]:
    """The two numbers of --shift. Raises `UsageError` if they are larger than any printer needs."""
    x, y = pair("--shift", text)
    if max(abs(x), abs(y)) > _FARTHEST:
        raise UsageError(
            f"Backs can be moved by {_FARTHEST:g} mm at most.", where="--shift", todo="Write mm: 0.5,-1.2"
        )
    return x, y


def paper_of(
    name: str,
    duplex: str = "long",
    marks: str = "crop",
    bleed: float = 3.0,
    back_bleed: float = 1.0,
    gap: float = 0.0,
    margin: str = "",
    shift: str = "",
    printer: str = "",
    sides: str = "both",
) -> Paper:
    """The paper that the options describe; they override the settings of a saved printer."""
    from generator.sheets.paper import DUPLEX, MARKS, SIDES, Correction, Paper, paper_size

    one_of("--duplex", duplex, DUPLEX)
    one_of("--sides", sides, SIDES)
    if sides != "both" and duplex not in ("long", "short"):
        raise UsageError(f"There are no sheets with two sides with --duplex {duplex}.", where="--sides")
    one_of("--marks", marks, MARKS)
    width, height = paper_size(name)
    correction, kept = Correction(), 6.0
    if printer:
        from generator.build import printers

        known = printers.printer(printer)
        correction = known.correction.turned_over() if duplex == "short" else known.correction
        kept = kept if known.margin is None else known.margin
    if shift:
        correction = Correction(*shift_of(shift))
    margins = _margins(margin) if margin else None
    return Paper(
        name, width, height, kept, margins,
        gap=gap, bleed=bleed, back_bleed=back_bleed, duplex=duplex, marks=marks, correction=correction,
        sides=sides,
    )  # fmt: skip


def _margins(text: str) -> tuple[float, float, float, float]:
    """The four margins, mm, from one number or from four."""
    numbers = _numbers(text)
    numbers = numbers * 4 if len(numbers) == 1 else numbers
    if len(numbers) != 4 or not all(0 <= number <= 60 for number in numbers):
        raise UsageError(
            f'"{text}" is not a margin.',
            where="--margin",
            todo="Write mm, 0 to 60: 6, or top,right,bottom,left: 5,5,12,5",
        )
    return numbers[0], numbers[1], numbers[2], numbers[3]


_listener: ContextVar[Progress | None] = ContextVar("listener", default=None)


@contextmanager
def telling(listener: Progress) -> Iterator[None]:
    """Meanwhile a command tells its progress to the listener instead of showing bars."""
    before = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(before)


@contextmanager
def progress_bars() -> Iterator[Progress]:
    """One bar for each game on a terminal, or whoever listens; nothing elsewhere."""
    listener = _listener.get()
    if listener is not None:
        yield listener
        return
    if not sys.stderr.isatty():
        yield lambda what, done, total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    columns = (TextColumn("{task.description:26}"), BarColumn(), TextColumn("{task.completed}/{task.total}"))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bars:
        tasks: dict[str, int] = {}

        def show(what: str, done: int, total: int) -> None:
            if what not in tasks:
                tasks[what] = bars.add_task(what, total=total)
            bars.update(tasks[what], completed=done)  # type: ignore[arg-type]

        yield show


def answering(command: Callable[..., Iterable[Path] | None]) -> Callable[..., None]:
    """The command as Typer takes it, with `--json` if it has none of its own. It returns its files."""
    # Typer asks four times what the types are, and each time they would be worked out anew.
    types = get_annotations(command, eval_str=True)
    known = signature(command, eval_str=True)
    if "as_json" in known.parameters:
        command.__annotations__ = types
        return cast(Callable[..., None], command)

    @wraps(command)
    def run(*, as_json: bool, **given: Any) -> None:
        if not as_json:
            command(**given)
            return
        with redirect_stdout(io.StringIO()) as said:
            files = command(**given) or ()
        answer = {"said": said.getvalue().splitlines(), "files": [*map(str, files)]}
        print(json.dumps(answer, indent=2, ensure_ascii=False))

    run.__annotations__ = {**types, "as_json": Json}
    asks = Parameter("as_json", Parameter.KEYWORD_ONLY, default=False, annotation=Json)
    run.__signature__ = known.replace(parameters=[*known.parameters.values(), asks])  # type: ignore[attr-defined]
    return run
