"""Names from strangers on every surface: the table screen, the replay screen, plain play, phones, pages.

A journal with control characters is refused before anything of it is shown, see test_journals.py. Here the
check of names is taken away, so that each way out to a terminal has to hold by itself; and names that can be
printed, but are markup somewhere, have to be shown letter by letter.
"""

from __future__ import annotations

import asyncio
import html
from collections.abc import Sequence
from pathlib import Path

import pytest
from typer.testing import CliRunner

from components.wording import masked, stray, visible
from referee.archive.pages.replay import replay_page
from referee.archive.scenes import Replay
from referee.cli import app
from referee.games import OURS
from referee.table import beginning
from referee.table.session import Session
from tests.referee.table.moving import play
from tests.searching import SEARCHING

TEXTUAL = ("[red]Ann", "[/]Bo[@click=app.quit]")
HTML = ("<b>Ann</b>{{7*7}}", "Bo' onclick='x&lt;")
FORGED = ("A\x1b[2J\x9b1m\u202en\x07\nreferee: Bo", "C\u200fo\u061c[/]")
GAMES = OURS if SEARCHING else ("mlem",)


@pytest.mark.parametrize(
    ("sign", "shown"),
    [
        ("\x1b", "\\x1b"),
        ("\x9b", "\\x9b"),
        ("\n", "\\x0a"),
        ("\u061c", "\\u061c"),
        ("\u200f", "\\u200f"),
        ("\u2028", "\\u2028"),
        ("\u202e", "\\u202e"),
        ("\u2066", "\\u2066"),
        ("\ud800", "\\ud800"),
        ("é", "é"),
        ("\u200d", "\u200d"),  # joins the parts of an emoji
    ],
)
def test_what_can_disturb_a_terminal_is_written_as_its_escape(sign: str, shown: str) -> None:
    """The check of journals, the lines of commands and the screen agree on what that is."""
    assert visible(f"a{sign}b") == f"a{shown}b"
    disturbs = shown != sign
    assert stray(f"a{sign}b") == (f"U+{ord(sign):04X}" if disturbs else "")
    assert masked(f"a{sign}b") == ("a?b" if disturbs else f"a{sign}b")


@pytest.mark.parametrize("names", [TEXTUAL, FORGED], ids=["markup", "forged"])
@pytest.mark.parametrize("slug", GAMES)
def test_table_screen(
    slug: str, names: Sequence[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table, the question, the log, the score, the odds, an undo and a refusal."""
    pytest.importorskip("textual")
    from textual.widgets import OptionList, Static

    from tests.referee.screen.tablekeys import Keys, drive

    async def look(keys: Keys) -> None:
        shown = ""
        for key in ("", "enter", "f2", "escape", "f4", "escape", "f7", "escape", "f5", "n"):
            if key:
                await keys.press(key)
            assert not stray(keys.shown(), "\n"), key
            shown += keys.shown()
            parts = list(keys.app.screen.walk_children())
            assert not [part for part in parts if isinstance(part, Static) and part._render_markup]
            assert not [part for part in parts if isinstance(part, OptionList) and part._markup]
        await keys.press(f"'{masked(names[0])} x")
        assert not stray(keys.shown(), "\n")
        shown += keys.shown()
        assert all(masked(name)[:9] in shown for name in names)

    drive(begun(tmp_path, slug, names, monkeypatch), look)


@pytest.mark.parametrize("names", [TEXTUAL, FORGED], ids=["markup", "forged"])
def test_replay_screen(names: Sequence[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("textual")
    from referee.screen.replay import ReplayApp
    from tests.referee.screen.tablekeys import Keys

    session = begun(tmp_path, "last-blast", names, monkeypatch, bots=dict.fromkeys(names, "greedy"))
    keys = Keys(ReplayApp(Replay(session)))

    async def look() -> None:
        async with keys.opened((80, 24)):
            shown = ""
            for key in ("right", "right", "end", "f4", "escape", "f7", "escape"):
                await keys.press(key)
                assert not stray(keys.shown(), "\n"), key
                shown += keys.shown()
            assert all(masked(name)[:9] in shown for name in names)

    asyncio.run(look())


@pytest.mark.parametrize("names", [TEXTUAL, HTML, FORGED], ids=["markup", "html", "forged"])
def test_plain_play_and_commands(
    names: Sequence[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every command that names players says what they are called, and nothing else."""
    file = begun(tmp_path, "mlem", names, monkeypatch).journal.file
    home = {"STARBOX_DATA": str(tmp_path / "data")}
    for line in (
        "resume FILE",
        "status",
        "log",
        "list",
        "stats",
        "replay FILE",
        "verify FILE",
        "play --plain",
    ):
        words = [str(file) if word == "FILE" else word for word in line.split()]
        done = CliRunner().invoke(app, words, input="help\nlog\nodds\nscore\nquit\n", env=home)
        shown = done.output + str(done.exception or "")
        assert shown, line
        assert not stray(shown, "\n"), line
        assert "\nreferee: Bo" not in shown, line
        if names is not FORGED and line in ("status", "list", "play --plain"):
            assert names[0] in shown, (line, shown)


@pytest.mark.parametrize("names", [TEXTUAL, HTML], ids=["markup", "html"])
def test_replay_page(names: Sequence[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = begun(tmp_path, "last-blast", names, monkeypatch, bots=dict.fromkeys(names, "greedy"))
    page = replay_page(Replay(session), odds=False)
    for name in names:
        assert html.escape(name) in page
        assert name not in page or html.escape(name) == name


@pytest.mark.parametrize("names", [TEXTUAL, HTML], ids=["markup", "html"])
def test_statistics_page(names: Sequence[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "data" / "sittings").mkdir(parents=True)
    play(begun(tmp_path / "data" / "sittings", "last-blast", names, monkeypatch))
    written = tmp_path / "page.html"
    home = {"STARBOX_DATA": str(tmp_path / "data")}
    done = CliRunner().invoke(app, ["stats", "--html", str(written)], env=home)
    assert done.exit_code == 0, done.output
    page = written.read_text(encoding="utf-8")
    for name in names:
        assert html.escape(name) in page
        assert name not in page or html.escape(name) == name


def begun(
    folder: Path, slug: str, names: Sequence[str], monkeypatch: pytest.MonkeyPatch, **how: object
) -> Session:
    """A game of those players, which nobody has asked for their names."""
    with monkeypatch.context() as patched:
        patched.setattr(beginning, "_check_names", lambda names: None)
        patched.setattr(beginning, "note_beginning", lambda *_, **__: None)
        return beginning.begin(folder / f"{slug}.jsonl", slug, names, seed="kiwi", **how)  # type: ignore[arg-type]
