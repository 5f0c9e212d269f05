"""Games of installed packages: found without being imported; of what is wrong, the package is named."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from components import catalogue, installed
from components.errors import DataError, StarboxError
from generator.cli import main as pnp_main
from referee import games
from referee.cli import main as referee_main
from tests.inprocess import run
from tests.smallgame import write_game

Package = Callable[..., Path]


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Package]:
    """Makes an installed package that brings a game, and returns its folder."""
    monkeypatch.syspath_prepend(tmp_path)

    def make(
        slug: str = "pebbles", module: str = "pebbles", name: str = "", own: str = "", **files: str
    ) -> Path:
        info = tmp_path / f"{(name or slug).replace('-', '_')}-2.5.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name or slug}\nVersion: 2.5\n")
        (info / "entry_points.txt").write_text(f"[starbox.games]\n{slug} = {module}\n")
        folder = tmp_path / module
        write_game(folder / "components", slug=own or slug)
        for part, code in {"__init__": IMPORTED, **files}.items():
            (folder / f"{part}.py").write_text(code)
        catalogue.forget()
        return folder

    yield make
    for module in [name for name in sys.modules if name.partition(".")[0] == "pebbles"]:
        del sys.modules[module]
    catalogue.forget()


IMPORTED = "raise RuntimeError('imported')\n"


def test_it_is_found_and_read_without_being_imported(package: Package, tmp_path: Path) -> None:
    """Only what asks for its rules imports it, and then says which package is broken."""
    folder = package(game="")
    assert catalogue.load("pebbles").folder == folder / "components"
    assert catalogue.known() == (*catalogue.slugs(), "pebbles")
    assert games.slugs()[-1] == "pebbles" and "pebbles" not in games.slugs("pad")
    listed = run(pnp_main, "pnp", "list")
    assert (listed.code, listed.out.splitlines()[-1].split()[0]) == (0, "pebbles")
    for words in (("games",), ("rules", "pebbles", "1.1"), ("roll", "2d6"), ("help", "mlem")):
        assert run(referee_main, "referee", *words).code == 0
    assert "pebbles" not in sys.modules
    begun = run(referee_main, "referee", "new", "pebbles", "Ann", "Bo")
    assert begun.code == 2
    said = " ".join(begun.err.split())
    assert (
        "The game pebbles of the package pebbles 2.5: pebbles.game cannot be imported: RuntimeError" in said
    )
    assert "pip uninstall pebbles" in said


def test_a_package_may_bring_a_game_to_print_only(package: Package) -> None:
    package()
    assert "pebbles" in catalogue.known() and "pebbles" not in games.slugs()
    assert 'does not know "pebbles"' in run(referee_main, "referee", "help", "pebbles").err


def test_a_name_goes_before_a_folder(
    package: Package, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The folder in which a command is typed does not change what is played."""
    folder = package()
    elsewhere = tmp_path / "elsewhere"
    (elsewhere / "pebbles").mkdir(parents=True)
    (elsewhere / "pebbles" / "game.toml").write_text("not a game")
    monkeypatch.chdir(elsewhere)
    assert catalogue.load("pebbles").folder == folder / "components"
    with pytest.raises(DataError, match=r"game\.toml"):
        catalogue.load("pebbles/")


def test_a_new_game_does_not_take_its_name(package: Package, tmp_path: Path) -> None:
    package()
    done = run(pnp_main, "pnp", "new", "Pebbles", "--out", str(tmp_path / "own"))
    assert done.code == 2 and "package pebbles 2.5 brings a game pebbles" in " ".join(done.err.split())


@pytest.mark.parametrize(
    ("slug", "module", "said"),
    [
        ("mlem", "pebbles", 'The package stones 2.5 brings a game "mlem", which is one of the five games.'),
        ("Peb bles", "pebbles", 'brings a game "Peb bles", which cannot be the name of a game.'),
        ("pebbles", "nowhere", 'brings a game "pebbles", but there is no package "nowhere".'),
        ("pebbles", "pebbles.inner", 'but there is no package "pebbles.inner".'),
    ],
)
def test_a_game_that_cannot_be_used_is_left_out_by_name(
    slug: str, module: str, said: str, package: Package, tmp_path: Path
) -> None:
    package(slug, "pebbles", name="stones")
    (tmp_path / "stones-2.5.dist-info" / "entry_points.txt").write_text(
        f"[starbox.games]\n{slug} = {module}\n"
    )
    catalogue.forget()
    for main, words in ((pnp_main, ("pnp", "list")), (referee_main, ("referee", "games"))):
        done = run(main, *words)
        told = " ".join(done.out.split())  # a sentence is wrapped at the width of the terminal
        assert done.code == 0 and "Left out: The package stones 2.5" in told and said in told
    assert slug not in installed.packages()
    assert catalogue.load("mlem").title == "MLEM: Space Agency" and games.find_game("mlem").slug == "mlem"


def test_two_packages_with_one_game_are_both_named(package: Package) -> None:
    package(name="stones")
    package(name="gravel")
    with pytest.raises(StarboxError) as caught:
        catalogue.load("pebbles")
    assert "The packages gravel 2.5 and stones 2.5 each bring a game" in str(caught.value)
    assert 'each bring a game "pebbles"' in run(referee_main, "referee", "games").out


def test_data_that_are_missing_or_another_games(package: Package) -> None:
    folder = package(own="marbles")
    with pytest.raises(DataError, match=r"package pebbles 2\.5: Its game\.toml has the slug .marbles."):
        catalogue.load("pebbles")
    (folder / "components" / "game.toml").unlink()
    catalogue.forget()
    with pytest.raises(DataError, match=r"pebbles has no file components/game\.toml"):
        catalogue.load("pebbles")


def test_rules_of_another_game(package: Package) -> None:
    package(game="slug = 'marbles'", __init__="")
    with pytest.raises(DataError, match=r"pebbles.game has the slug .marbles."):
        games.find_game("pebbles")
