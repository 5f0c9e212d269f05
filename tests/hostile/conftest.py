"""Folders that somebody made to do harm: what they may never do, whatever is in them."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import NoReturn

import pytest

from components import catalogue
from components.errors import StarboxError
from generator import INKS
from generator.book.rulebook import rulebook
from generator.build.dry_run import rehearse
from generator.faces import renderer, theme
from generator.faces.drawing import compile_svg
from generator.faces.renderer import Renderer
from generator.sheets.paper import Paper

CANARY = "CANARY"  # a hostile template that runs as a program makes a file of this name
SECONDS, MEMORY = 5.0, 300 * 1024 * 1024
PAPER = Paper("a4", 210, 297)
GAME = {
    "game.toml": """\
slug = "trap"
title = "Trap"
prefix = "TR"
players = [2, 4]
seats = ["orange"]

[credits]
authors = ["Somebody"]
licence = "MIT"

[[deck]]
name = "cards"
title = "Cards"
pieces = "cards.csv"
count = 1
size = [30, 30]
face = "card"
columns = { text = "text?" }
""",
    "cards.csv": "code,text\nA1,One\n",
    "rules.md": "# Trap\n\n## 1 Play\n\n1.1 Play a card.\n",
    "templates/card.svg.j2": '{{ text(piece.code, 15, 20, "code", anchor="middle") }}\n',
}
Reads = Callable[[Mapping[str, str | bytes]], StarboxError | None]


@pytest.fixture
def trap(tmp_path: Path) -> Callable[[Mapping[str, str | bytes]], Path]:
    """Makes a folder with a small game and the given files in it or instead of its own."""

    def make(files: Mapping[str, str | bytes]) -> Path:
        folder = tmp_path / "trap"
        for name, content in {**GAME, **files}.items():
            file = folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content if isinstance(content, bytes) else content.encode())
        return folder

    return make


@pytest.fixture
def printed(
    trap: Callable[[Mapping[str, str | bytes]], Path], guarded: None, monkeypatch: pytest.MonkeyPatch
) -> Reads:
    """Reads, draws, lays out and sets the small game with these files; gives the error that it ends in."""

    def read(files: Mapping[str, str | bytes]) -> StarboxError | None:
        folder = trap(files)
        monkeypatch.chdir(folder)
        for module in (catalogue, renderer, theme):
            for value in (module.load,) if module is catalogue else vars(module).values():
                if hasattr(value, "cache_clear"):
                    value.cache_clear()
        try:
            game = catalogue.load(str(folder))
            for ink in INKS:
                for deck in game.decks:
                    for piece in deck.pieces:
                        faces = Renderer(game, ink).faces(deck, piece)
                        compile_svg(faces.front.svg, faces.front.where)
            if "rules.md" in files:
                rulebook(game, Renderer(game))
            elif {"game.toml", "cards.csv"} & files.keys():
                rehearse(game, Renderer(game), PAPER)
        except StarboxError as problem:
            return problem
        return None

    return read


@pytest.fixture
def guarded(tmp_path: Path) -> Iterator[None]:
    """Whatever is done stays within its time and memory, and makes no file of the name CANARY."""
    with _limited_memory(), _limited_time():
        yield
    assert not list(tmp_path.rglob(CANARY))


class _limited_time:  # noqa: N801
    """The time of the processor, which a busy machine does not change."""

    def __enter__(self) -> None:
        self.before = signal.signal(signal.SIGPROF, _late)
        signal.setitimer(signal.ITIMER_PROF, SECONDS)

    def __exit__(self, *_: object) -> None:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, self.before)


class _limited_memory:  # noqa: N801
    """More memory than this makes Python raise a MemoryError, where the system can count it."""

    def __enter__(self) -> None:
        status = Path("/proc/self/statm")
        self.before: tuple[int, int] | None = None
        if status.exists():
            import resource

            used = int(status.read_text().split()[0]) * resource.getpagesize()
            self.before = resource.getrlimit(resource.RLIMIT_AS)
            resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY, self.before[1]))

    def __exit__(self, *_: object) -> None:
        if self.before is not None:
            import resource

            resource.setrlimit(resource.RLIMIT_AS, self.before)


def _late(*_: object) -> NoReturn:
    raise AssertionError(f"This takes longer than {SECONDS:g} seconds.")
