"""The `referee` command as a process: exit codes, errors, help, pipes and what is imported."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer

from referee import cli
from referee.commands import COMMANDS
from referee.commands.base import lazy
from referee.commands.base.schemas import all_commands
from referee.engine.answers import Answer, Command, Group, Why
from referee.table import beginning, shelf

pytestmark = pytest.mark.outside

RUN = "import sys; from referee.cli import main; sys.argv[0] = 'referee'; main()"


def referee(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", RUN, *words], capture_output=True, text=True, check=False)


@pytest.fixture
def session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """An environment with a score pad at the table."""
    monkeypatch.setenv("STARBOX_DATA", str(tmp_path))
    game = beginning.begin(tmp_path / "game.jsonl", "last-blast", ["Ann", "Bo"], mode="pad")
    shelf.make_current(game.journal.file)
    return dict(os.environ)


def test_roll() -> None:
    """The same seed, the same rolls; exit code 0."""
    first, second = (referee("roll", "4d6kh3", "--times", "3", "--seed", "kiwi") for _ in range(2))
    assert first.returncode == 0
    assert first.stdout == second.stdout
    assert len(first.stdout.splitlines()) == 3


def test_a_seed_that_was_drawn_is_printed() -> None:
    """Without --seed the seed drawn is printed, and gives the same roll again."""
    *rolled, said = referee("roll", "9d6").stdout.splitlines()
    seed = said.removeprefix("(seed ").removesuffix(")")
    assert referee("roll", "9d6", "--seed", seed).stdout.splitlines() == rolled


def test_json() -> None:
    """--json on every command that answers something."""
    value = json.loads(referee("roll", "2d6+1", "--seed", "kiwi", "--json").stdout)
    (rolled,) = value["rolls"]
    assert (value["dice"], value["seed"]) == ("2d6+1", "kiwi")
    assert rolled["total"] == 1 + sum(die["value"] for die in rolled["dice"])


def test_exact() -> None:
    """--exact on odds: fractions as strings."""
    value = json.loads(referee("odds", "dice", "2d6", "--json", "--exact").stdout)
    assert value["chances"]["7"] == "1/6"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["roll", "2x6"], '"2x6", column 2: "x6" is not understood.'),
        (["rol", "2d6"], 'There is no command "rol". Did you mean "roll"?'),
        (["odds", "dic"], 'odds: There is no command "dic". Did you mean "dice"?'),
        (["rules", "mlm"], 'Did you mean "mlem"?'),
        (["roll", "2d6", "--seed", " "], "--seed: The seed is empty."),
    ],
)
def test_mistakes(words: list[str], message: str) -> None:
    """Exit code 2; one paragraph on stderr and nothing on stdout."""
    done = referee(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("referee: ")
    assert message in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_no() -> None:
    """Exit code 1: the answer is "no"."""
    assert referee("rules", "mlem", "submarine").returncode == 1


def test_version_and_help() -> None:
    """--version; --help on everything, with an example."""
    assert referee("--version").stdout.startswith("referee (starbox) ")
    assert "Learn and play:" in referee("--help").stdout


@pytest.mark.parametrize("words", dict(all_commands()), ids=" ".join)
def test_help(
    words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every command says how it is called, with an example that calls it."""
    monkeypatch.setattr(sys, "argv", ["referee", *words, "--help"])
    with pytest.raises(SystemExit) as end:
        cli.main()
    assert end.value.code == 0
    assert f"Example: referee {' '.join(words)}" in capsys.readouterr().out


@pytest.mark.parametrize("words", ["--help", "rules mlem", "play --plain"])
def test_a_reader_that_goes_away_is_not_an_error(session: dict[str, str], words: str) -> None:
    """`referee rules mlem | head -1`: nothing is wrong and nothing is said."""
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        [sys.executable, "-c", RUN, *words.split()],
        stdin=subprocess.DEVNULL, stdout=write, stderr=subprocess.PIPE, env=session, timeout=60, check=False,
    )  # fmt: skip
    os.close(write)
    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.parametrize(("stop", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_ctrl_c(session: dict[str, str], stop: signal.Signals, code: int) -> None:
    """An exit code and a sentence; what was played is kept."""
    with subprocess.Popen(
        [sys.executable, "-c", RUN, "play", "--plain"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=session,
    ) as process:  # fmt: skip
        assert process.stdin and process.stdout and process.stderr
        process.stdin.write("home R2-5\n")
        process.stdin.flush()
        while "is home" not in (line := process.stdout.readline()):
            assert line
        process.send_signal(stop)
        complained = process.stderr.read()
        assert process.wait(timeout=60) == code
    assert (
        complained.strip()
        == "referee: stopped. What was kept is whole: every move of a journal, every batch of a simulation."
    )
    (journal,) = Path(session["STARBOX_DATA"]).glob("*.jsonl")
    assert '"home R2-5"' in journal.read_text()


@pytest.mark.parametrize(
    ("stream", "code", "says"),
    [
        (">&-", 0, ""),
        ("2>&-", 0, ""),
        (
            ">/dev/full",
            3,
            "referee: The output cannot be read or written: No space left on device."
            " The journal has the move; referee log shows what happened.",
        ),
    ],
)
def test_what_was_recorded_is_said_where_the_answer_cannot_be_printed(
    session: dict[str, str], stream: str, code: int, says: str
) -> None:
    """A closed stream counts as an empty one. A full one is an error, but the move stands."""
    if "full" in stream and not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full")
    typed = ["sh", "-c", f'exec "$0" "$@" {stream}', sys.executable, "-c", RUN]
    done = subprocess.run(
        [*typed, "do", "Ann: home R2-5"], capture_output=True, text=True, env=session, check=False
    )
    assert (done.returncode, done.stderr.strip()) == (code, says)
    assert done.stdout == ("Ann is home with 2 points [LB 5.1].\nTo act: Bo.\n" if stream == "2>&-" else "")
    (journal,) = Path(session["STARBOX_DATA"]).glob("*.jsonl")
    assert journal.read_text().count('"home R2-5"') == 1


def test_a_terminal_that_cannot_show_everything() -> None:
    """Bars and dashes are replaced where the encoding has none; the answer is not lost."""
    done = subprocess.run(
        [sys.executable, "-c", RUN, "odds", "dice", "2d4"],
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"5   25.0 %    62.5 %  ???" in done.stdout


def test_only_what_is_called_is_imported() -> None:
    """Start-up is lazy: a roll reads no box and no game; help imports no command at all."""
    check = (
        "import atexit, sys; atexit.register(lambda: print(*sorted(sys.modules), file=sys.stderr)); " + RUN
    )
    loaded = {}
    for words in (("roll", "2d6"), ("--help",)):
        done = subprocess.run(
            [sys.executable, "-c", check, *words], capture_output=True, text=True, check=True
        )
        loaded[words[0]] = set(done.stderr.split())
    assert not {"components.catalogue", "referee.engine.rulebook", "referee.commands.setup"} & loaded["roll"]
    assert not {"referee.engine.chance.dice", "referee.commands.roll"} & loaded["--help"]
    assert not [name for name in loaded["roll"] if name.startswith("referee.games.")]
    assert "textual" not in loaded["roll"] | loaded["--help"]


def test_summaries_are_those_of_the_commands() -> None:
    """The summary in the table, which saves an import, is the first sentence of the command itself."""
    for word, entry in COMMANDS.items():
        if isinstance(entry, Command):
            command = lazy.build(word, entry)
            assert command.help
            assert command.help.partition("\n")[0] == entry.summary


def say(name: str, loud: bool = False) -> Answer[str]:
    """Say a name.

    Example: referee say Ann
    """
    return Answer(name, (name.upper() if loud else name,), (Why("name", name, "XX 1.1"),))


@pytest.fixture
def table() -> Iterator[typer.Typer]:
    """A command line with a command and a group."""
    entries = {
        "say": Command(f"{__name__}:say"),
        "all": Group("Several.", {"say": Command(f"{__name__}:say", answers=("json",))}),
    }
    app = typer.Typer(cls=lazy.group_of(entries), rich_markup_mode=None)
    app.callback()(lambda: None)
    yield app


def test_a_summary_left_out_is_that_of_the_command(
    table: typer.Typer, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        table(["--help"])
    listed = capsys.readouterr().out.partition("Commands:")[2]
    assert [line.split()[0] for line in listed.split("\n") if line.strip()] == ["say", "all"]
    assert "Say a name." in listed
