"""A replay as plain text: every scene in turn, with the parts of the table that changed."""

from collections.abc import Iterator

from components import catalogue
from components.setup import Area
from referee.archive.scenes import Replay, Scene
from referee.engine.answers import WIDTH, wrapped
from referee.engine.areas import area_lines, fact_lines
from referee.engine.game import Prospects, Telling

_INDENT = 5  # columns, for the number of a scene


def title(replay: Replay) -> str:
    """The game, the players and through whose eyes they are seen."""
    header = replay.session.header
    pad = ", score pad" if header.mode == "pad" else ""
    return f"{catalogue.load(header.game).title}{pad}: {', '.join(header.seats)} ({replay.seen_by})"


def headline(scene: Scene) -> str:
    """The scene in a line: "round 3 · Ann: row 2"."""
    if not scene.number:
        what = "the beginning"
    else:
        said = scene.typed or "…"
        what = f"{scene.player}: {said}" if scene.player else scene.typed
    return " · ".join(part for part in (scene.round, what) if part)


def told_lines(told: Telling) -> Iterator[str]:
    """Yield what was told, then the figures of the ruling, further in."""
    yield from told.lines
    for step in told.why:
        yield f"  {step.what}: {step.formula} [{step.rule}]"


def odds_lines(odds: Prospects | None, before: Prospects | None) -> tuple[str, ...]:
    """The odds; empty if there are none, or if they are as before."""
    return () if odds is None or odds == before else odds.lines


def replay_lines(replay: Replay, first: int = 0, *, odds: bool = True) -> Iterator[str]:
    """The title, then every scene from that number on.

    odds  whether to work out the odds at every scene
    """
    yield from wrapped(title(replay))
    known: dict[str, Area] = {}
    facts: tuple[str, ...] = ()
    before: Prospects | None = None
    for scene in replay.scenes[first:]:
        yield ""
        yield from wrapped(f"{scene.number:>3}  {headline(scene)}", hanging=_INDENT)
        for line in told_lines(scene.told):
            yield from wrapped(line, indent=_INDENT + len(line) - len(line.lstrip()), hanging=2)
        found = replay.odds(scene.number) if odds else None
        for line in odds_lines(found, before):
            yield from _indented(line)
        before = found or before
        view = replay.view(scene.number)
        for area in view.areas:
            if known.get(area.name) != area and (area.pieces or area.note or area.name in known):
                yield from area_lines(area)
        known = {area.name: area for area in view.areas}
        lines = tuple(fact_lines(view.facts))
        yield from (line for line in lines if line not in facts)
        facts = lines
    yield ""
    yield from replay.score(len(replay.scenes) - 1).answer().lines


def _indented(line: str) -> Iterator[str]:
    """A line of a table as it is, or broken if it is too long."""
    if len(line) + _INDENT <= WIDTH:
        yield f"{' ' * _INDENT}{line}".rstrip()
    else:
        yield from wrapped(line, indent=_INDENT, hanging=2)
