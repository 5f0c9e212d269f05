"""The registry: our five games, and a game of another package, which is the one that the guide shows."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import generator.cli
import referee.cli
from components import catalogue
from components.errors import DataError, UsageError
from referee import games
from referee.engine.chance.outcomes import Quick
from referee.engine.play import at_random, play_out, start_game
from tests import inprocess

HOME = Path(__file__).parents[2]
GUIDE = (HOME / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
EMBERS = '@move("take {count}", ask="Take embers from the heap", does="Take {count}")\n'
MAINS = {"pnp": generator.cli.main, "referee": referee.cli.main}


def test_our_five_games() -> None:
    assert games.slugs() == ("last-blast", "mlem", "per-aspera", "planetary", "rayguns")
    assert set(games.slugs("setup")) == set(games.slugs())
    assert catalogue.slugs() == games.OURS, "every game of the box is refereed"
    assert games.find_game("mlem").slug == "mlem"
    assert games.find_pad("mlem").slug == "mlem"
    assert set(games.bots_of("mlem")) == {"greedy"}
    assert games.prospects_of("mlem") is not None


def test_a_game_that_nobody_brings() -> None:
    with pytest.raises(UsageError, match='does not know "mlm"') as caught:
        games.find_game("mlm")
    assert caught.value.todo == 'Did you mean "mlem"?'
    assert games.bots_of("mlm") == {}
    assert games.prospects_of("mlm") is None


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The guide's package, installed in a folder of its own."""
    site = tmp_path_factory.mktemp("site")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(site)
        patch.setenv("STARBOX_DATA", str(site / "data"))
        yield _installed(site)
    catalogue.forget()


def _installed(site: Path) -> Path:
    package = site / "embers"
    package.mkdir()
    for name, code in re.findall(
        r"^```python\n# embers/(\w+\.py)\n(.*?)^```", GUIDE, re.DOTALL | re.MULTILINE
    ):
        (package / name).write_text(code, encoding="utf-8")
    found = dict(re.findall(r"^```(?:toml|markdown)\n# (.*?)\n(.*?)^```", GUIDE, re.DOTALL | re.MULTILINE))
    points = re.search(r'^embers = "(\w+)"$', found["pyproject.toml"], re.MULTILINE)
    assert points
    info = site / "embers-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: embers\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[starbox.games]\nembers = {points[1]}\n")
    done = run(site, "pnp", "new", "Embers", "--out", str(package))
    assert done.code == 0, done.err
    components = package / "components"
    (package / "embers").rename(components)
    (components / "rules.md").write_text("# Embers\n" + found["Embers"], encoding="utf-8")
    (components / "numbers.toml").write_text(found["components/numbers.toml"], encoding="utf-8")
    game = (components / "game.toml").read_text(encoding="utf-8")
    game = game.replace('prefix = "E"', 'prefix = "EM"\ntables = ["numbers"]').replace(": E 2.1", ": EM 2.1")
    (components / "game.toml").write_text(game, encoding="utf-8")
    catalogue.forget()
    return site


def run(site: Path, program: str, *words: str) -> inprocess.Run:
    assert str(site) in sys.path
    return inprocess.run(MAINS[program], program, *words)


def test_a_package_brings_a_game_that_is_refereed(site: Path) -> None:
    """It is found by its entry point, explained, played from a seed to the end, scored and proved."""
    shown = re.search(r"^\$ referee help embers\n(.*?)^\$", GUIDE, re.DOTALL | re.MULTILINE)
    assert shown
    assert run(site, "referee", "help", "embers").out == shown[1]
    assert "embers" in run(site, "referee", "games").out
    assert "EM 1.2" in run(site, "referee", "rules", "embers", "1.2").out
    began = run(site, "referee", "new", "embers", "Ann", "Bo", "--seed", "kiwi", "--bots", "Bo=random")
    assert began.code == 0, began.err
    refused = run(site, "referee", "do", "take 4")
    assert (refused.code, "Take 1 to 3 [EM 1.2]" in refused.out) == (1, True)
    for _ in range(10):
        done = run(site, "referee", "do", "take 1")
        assert done.code == 0, done.err + done.out
        if "The game is over" in done.out:
            break
    assert "Winner:" in run(site, "referee", "score").out
    assert "every move is legal" in run(site, "referee", "verify", "embers-1").out


def test_it_is_played_with_other_numbers(site: Path) -> None:
    """Another box is another value, as the guide says."""
    game = games.find_game("embers")
    state = start_game(game, ("Ann", "Bo"), {}, (("numbers.most", 1),))
    state = game.resolve(state, next(iter(game.chance(state)))[0])
    assert [str(move) for move in game.moves(state, state.active)] == ["take 1"]


def test_it_answers_at_the_command_line(site: Path) -> None:
    """It does so as the guide shows it."""
    shown = re.search(r"^\$ (referee odds embers 10)\n(.*?)^```", GUIDE, re.DOTALL | re.MULTILINE)
    assert shown
    assert run(site, *shown[1].split()).out == shown[2]
    assert run(site, "referee", "odds", "embers", "8").out == "The next player loses.\n"
    assert "embers" in run(site, "referee", "odds", "--help").out


def test_it_is_printed_as_well(site: Path) -> None:
    """The components of the package are a game folder, found by the game's name."""
    done = run(site, "pnp", "build", "embers", "--out", str(site / "output"))
    assert done.code == 0, done.err
    assert (site / "output" / "embers" / "embers.pdf").is_file()


def test_a_mistake_in_its_name_is_answered_with_it(site: Path) -> None:
    assert 'Did you mean "embers"?' in run(site, "referee", "new", "ember", "Ann", "Bo").err


@pytest.mark.parametrize(
    ("file", "right", "wrong", "said"),
    [
        (
            "moves",
            "{count}",
            "{cnt}",
            '"take {cnt}" names "cnt", which is not a field. Did you mean "count"?',
        ),
        ("moves", "take {count}", "take", '"take" lacks the field "count".'),
        ("moves", "take {count}", "take {count", 'has a "{" without its other half'),
        ("moves", 'Annotated[int, number("Embers")]', "int", 'The field "count" has no label.'),
        ("moves", EMBERS, "", "It has no form."),
        ("game", '    "take": Phase', '    "tkae": Phase', 'the step "tkae", which Step does not have.'),
        ("game", "takes, check_take, take, rule", "takes, check_take, rule", 'phase "take" has no apply.'),
        ("game", "resolve=begin, ", "", 'The phase "first" has no resolve.'),
        ("game", "def score(", "def scores(", "embers.game has no score."),
        ("game", "version: Final = 1", "edition: Final = 1", "embers.game has no version."),
        ("game", 'slug: Final = "embers"', 'slug: Final = "ash"', 'embers.game has the slug "ash".'),
    ],
)
def test_a_wrong_declaration_is_told_in_a_sentence(
    file: str, right: str, wrong: str, said: str, anew: Path
) -> None:
    """The fault is told when the game is first found: with the package, and never a traceback."""
    code = (anew / f"{file}.py").read_text(encoding="utf-8")
    assert right in code
    (anew / f"{file}.py").write_text(code.replace(right, wrong, 1), encoding="utf-8")
    with pytest.raises(DataError, match=re.escape(said)) as caught:
        games.find_game("embers")
    assert caught.value.where == "The game embers of the package embers 1.0"


def test_a_module_without_what_it_is_for_is_told_in_a_sentence(anew: Path) -> None:
    for part, name in (("bots", "BOTS"), ("odds", "prospects"), ("setup", "set_up")):
        (anew / f"{part}.py").touch()
        find = {"bots": games.bots_of, "odds": games.prospects_of, "setup": games.find_set_up}[part]
        with pytest.raises(DataError, match=rf"embers\.{part} has no {name}\."):
            find("embers")


def test_a_step_without_a_phase_is_told_in_a_sentence(anew: Path) -> None:
    """The fault is told once a game gets into the step, as no table shows that it may."""
    game = anew / "game.py"
    game.write_text(game.read_text(encoding="utf-8").replace('step="take"', 'step="tkae"'), encoding="utf-8")
    found = games.find_game("embers")
    with pytest.raises(DataError, match=r'There is no phase "tkae"\. Did you mean "take"\?'):
        play_out(found, start_game(found, ("Ann", "Bo"), {}), at_random, Quick(1))


@pytest.fixture
def anew(site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the package that has not been imported yet."""
    copy = shutil.copytree(site, tmp_path / "site", ignore=shutil.ignore_patterns("__pycache__", "output"))
    monkeypatch.syspath_prepend(copy)
    _forget_modules(monkeypatch)
    yield copy / "embers"
    _forget_modules(monkeypatch)


def _forget_modules(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "embers"]:
        monkeypatch.delitem(sys.modules, name)
    catalogue.forget()
