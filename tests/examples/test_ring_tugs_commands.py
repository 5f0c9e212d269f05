"""The commands of installed games: those of Ring Tugs, and of games that cannot be imported."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from runpy import run_path

import pytest

from components import catalogue
from referee import cli
from referee.commands import COMMANDS
from referee.commands.base.tools import CommandDesk
from referee.web.app import make_app
from tests.examples.conftest import HOME, entry
from tests.inprocess import Run, run
from tests.referee.web.conftest import ADDRESS, ORIGIN, Phone, Served, TestClient
from tests.referee.web.conftest import served as served

# The tests that the package ships run here, too.
_SHIPPED = run_path(str(HOME / "tests" / "test_commands.py"))
globals().update({name: test for name, test in _SHIPPED.items() if name.startswith("test_")})


def referee(*words: str) -> Run:
    return run(cli.main, "referee", *words)


def completed(line: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """Complete the last word of a line as a shell does: its output."""
    with monkeypatch.context() as patch:
        patch.setenv("_REFEREE_COMPLETE", "complete_zsh")
        patch.setenv("_TYPER_COMPLETE_ARGS", line)
        return referee().out


def test_an_installed_game_answers() -> None:
    scored = referee("score", "ring-tugs", "Ann=I4 O1 O2 3K C2", "Bo=R1 R2 1K C4")
    assert (scored.code, scored.out.splitlines()[-1]) == (0, "Winner: Ann."), scored.err
    odds = referee("odds", "ring-tugs", "Ann=0134", "Bo=04", "--json", "--exact")
    assert odds.code == 0 and '"1/2"' in odds.out, odds.err


@pytest.mark.parametrize("word", ["score", "odds"])
def test_an_installed_game_is_listed_and_completed(word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\n  ring-tugs   " in referee(word, "--help").out
    assert "ring-tugs" in completed(f"referee {word} r", monkeypatch)
    assert "--why" in completed(f"referee {word} ring-tugs --w", monkeypatch)


def test_an_installed_game_has_its_forms_on_the_phones(served: Served) -> None:
    app = make_app(served.server, served.rights, (ADDRESS,), desk=CommandDesk(COMMANDS))
    phone = Phone(TestClient(app, base_url=ORIGIN))  # type: ignore[arg-type]
    shown = phone.get("/tools/score?game=ring-tugs")
    assert "Ring Tugs" in shown and 'name="players"' in shown
    assert "Winner: Bo." in phone.get('/tools/score?line=ring-tugs Ann="I4 C2" Bo="R1 C4" Cy=C5')
    assert "/tools/rules?line=ring-tugs" in phone.get("/tools/rules")
    assert "Cy sends" in phone.get("/tools/odds?game=ring-tugs&players=Ann=0134 Bo=04 Cy=01234")


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Install games that cannot be imported: a package, only its commands, and a table of something else."""
    declared = (
        'from referee.engine.answers import Command\nCOMMANDS = {"score": Command("half.commands:score")}'
    )
    for slug, code, commands in (
        ("wreck", "1 / 0", ""),
        ("half", declared, "import no_such_module"),
        ("odd", "COMMANDS = [1]", ""),
    ):
        entry(tmp_path, slug, slug)
        shutil.copytree(HOME / "ring_tugs" / "components", tmp_path / slug / "components")
        (tmp_path / slug / "__init__.py").write_text(code)
        (tmp_path / slug / "commands.py").write_text(commands)
    monkeypatch.syspath_prepend(tmp_path)
    catalogue.forget()
    yield
    catalogue.forget()
    for module in [name for name in sys.modules if name.partition(".")[0] in ("wreck", "half", "odd")]:
        del sys.modules[module]


@pytest.mark.parametrize(
    ("slug", "why"),
    [
        ("wreck", "wreck cannot be imported: ZeroDivisionError: division by zero."),
        ("odd", "odd cannot be imported: AttributeError: 'list' object has no attribute 'values'."),
        ("half", "half.commands cannot be imported: ModuleNotFoundError: No module named 'no_such_module'."),
    ],
)
@pytest.mark.usefixtures("broken")
def test_a_game_that_cannot_be_imported_says_so_in_a_sentence(slug: str, why: str) -> None:
    done = referee("score", slug, "Ann", "Bo")
    assert (done.code, done.out) == (2, "")
    assert done.err.splitlines() == [
        f"referee: The game {slug} of the package {slug} 1.0: {why} "
        f"Tell its authors, or remove it: pip uninstall {slug}."
    ]


@pytest.mark.usefixtures("broken")
def test_a_game_that_cannot_be_imported_leaves_the_others_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    assert referee("score", "ring-tugs", "Ann=I4", "Bo=R1").code == 0
    shown = referee("score", "--help")
    assert shown.code == 0 and "\n  ring-tugs   " in shown.out and "\n  mlem " in shown.out
    assert "half.commands" in shown.out and "wreck" not in shown.out
    assert "demands" in referee("--help").out
    assert "ring-tugs" in completed("referee score ", monkeypatch)
    desk = CommandDesk(COMMANDS)
    (score,) = (desk.opened(tool) for tool in desk.tools if tool.word == "score")
    forms = {form.words[-1]: form for form in score.forms}
    assert forms["ring-tugs"].fields and not forms["half"].fields
    assert "half.commands cannot be imported" in forms["half"].about
