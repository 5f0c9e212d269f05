"""The README and the guides are true: their commands run and print what is shown, their links lead somewhere,
and no command or option is missing from them or only to be found in them."""

from __future__ import annotations

import re
import shlex
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import typer.main

import referee.cli
from generator.commands import start
from tests.docs.following import BLOCK, PROGRAMS, follow, matches, steps

HOME = Path(__file__).parents[2]
GUIDES = [HOME / "README.md", HOME / "NOTICE.md", *sorted((HOME / "docs").rglob("*.md"))]
HELP = {"--help", "--version", "--install-completion", "--show-completion"}

_SPAN = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
_LEFT_OUT = "…"
_HEAD = re.compile(r"^\|.*\|$(?=\n\|[-: |]+\|$)", re.MULTILINE)  # the first row of a table


@dataclass(frozen=True)
class Command:
    """A command of a program; a name of an option may have others that mean the same."""

    words: tuple[str, ...]
    options: tuple[tuple[str, ...], ...]

    @property
    def names(self) -> set[str]:
        return {name for names in self.options for name in names} | HELP


def _name(guide: Path) -> str:
    return str(guide.relative_to(HOME))


@pytest.mark.outside
@pytest.mark.parametrize(
    "guide", [guide for guide in GUIDES if any(steps(guide)) and guide.stem != "tutorial"], ids=_name
)
def test_a_guide_can_be_followed_from_top_to_bottom(
    guide: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All commands of a guide run one after the other in one folder, as a reader would type them."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    for name in ("CONFIG", "DATA"):
        monkeypatch.setenv(f"STARBOX_{name}", str(tmp_path / name.lower()))
    (tmp_path / "examples").symlink_to(HOME / "examples")
    follow(guide.read_text(encoding="utf-8"), monkeypatch)


def test_a_line_of_dots_stands_for_lines_left_out_and_for_nothing_else() -> None:
    said = ["one", "two", "three"]
    assert matches(said, ("one", "…", "three"))
    assert matches(said, ("one", "two", "three", "…"))
    assert not matches(said, ("one", "three"))
    assert not matches(said, ("one", "t…", "three"))


@pytest.mark.parametrize("guide", GUIDES, ids=_name)
def test_every_link_and_picture_of_a_guide_exists(guide: Path) -> None:
    for target, part in re.findall(r"\]\(([^)#\s]*)(?:#([^)]*))?\)", guide.read_text(encoding="utf-8")):
        if "://" in target:
            continue
        page = guide.parent / target if target else guide
        assert page.exists(), f"{guide.name} links to {target}"
        assert not part or part in _headings(page), f"{guide.name} links to {target}#{part}"


def test_every_column_of_every_table_has_a_name() -> None:
    """Whoever hears a table hears the name of the column before each cell."""
    heads = {
        f"{_name(guide)}: {head[0]}" for guide in GUIDES for head in _HEAD.finditer(guide.read_text("utf-8"))
    }
    assert len(heads) > 20
    assert not [head for head in heads if re.search(r"\|\s*\|", head)]


def _headings(page: Path) -> set[str]:
    """The names that headings can be linked by."""
    titles = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


APPS = {"pnp": start.app_with(tuple(start.COMMANDS)), "referee": referee.cli.app}


def _commands(program: str) -> Iterator[Command]:
    """Every command of a program that is not a group."""
    yield from _members(typer.main.get_command(APPS[program]), (program,))


def _members(command: Any, words: tuple[str, ...]) -> Iterator[Command]:
    if not hasattr(command, "list_commands"):
        options = [p for p in command.params if p.param_type_name == "option"]
        yield Command(words, tuple((*p.opts, *p.secondary_opts) for p in options if HELP.isdisjoint(p.opts)))
        return
    context = command.make_context(words[-1], [], resilient_parsing=True)
    for name in command.list_commands(context):
        yield from _members(command.get_command(context, name), (*words, name))


COMMANDS = [command for program in PROGRAMS for command in _commands(program)]


def _mentioned(guide: Path) -> Iterator[str]:
    """Every line of code or span of code that begins with one of the programs, without its "$"."""
    text = guide.read_text(encoding="utf-8")
    lines = [line for _, block in BLOCK.findall(text) for line in block.splitlines()]
    for code in (*lines, *_SPAN.findall(BLOCK.sub("", text))):
        bare = code.strip().removeprefix("$ ").removeprefix(".venv/bin/")
        if re.match(rf"(?:{'|'.join(PROGRAMS)})(?: -{{0,2}}[\w…]|$)", bare):
            yield bare.partition("  #")[0]


@pytest.mark.parametrize("guide", GUIDES, ids=_name)
def test_a_guide_names_no_command_or_option_that_does_not_exist(guide: Path) -> None:
    for mention in _mentioned(guide):
        words = shlex.split(mention)
        told = [word for word in words if not word.startswith("-")]
        meant = [command for command in COMMANDS if _agree(told, command.words)]
        assert meant, f"{guide.name}: {mention}"
        names = set.union(*(command.names for command in meant))
        for word in words:
            if word.startswith("--"):
                assert word.partition("=")[0] in names, f"{guide.name}: {mention}: {word}"


_BROUGHT = ("embers", "ring-tugs")  # The games of the guides that are not among the five.


def _agree(told: list[str], words: tuple[str, ...]) -> bool:
    """Tell whether this can be that command, or a group it is in; GAME and … stand for any word."""
    return all(
        said in (word, _LEFT_OUT, *_BROUGHT) or said.isupper()
        for said, word in zip(told, words, strict=False)
    )


@pytest.mark.parametrize("guide", GUIDES, ids=_name)
def test_an_option_named_alone_is_one_of_some_command(guide: Path) -> None:
    known = set().union(*(command.names for command in COMMANDS))
    for span in _SPAN.findall(BLOCK.sub("", guide.read_text(encoding="utf-8"))):
        if span.startswith("--"):
            assert span.split(" ")[0].partition("=")[0] in known, f"{guide.name}: {span}"


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: " ".join(command.words))
def test_every_command_and_every_option_is_in_some_guide(command: Command) -> None:
    """An option counts where the guide that names it has the command, too."""
    texts = [
        guide.read_text(encoding="utf-8")
        for guide in GUIDES
        if any(_agree(mention.split(" "), command.words) for mention in _mentioned(guide) if " " in mention)
    ]
    assert any(" ".join(command.words) in text for text in texts), "No guide shows it."
    for names in command.options:
        assert any(re.search(rf"{name}\b", text) for text in texts for name in names), f"Nowhere: {names[0]}"


def test_the_guide_to_hidden_hands_shows_the_example_as_it_is(project: Path) -> None:
    guide = (
        (project / "docs" / "adding-a-game.md").read_text(encoding="utf-8").partition("## A hidden hand")[2]
    )
    shown = guide.partition("```python\n")[2].partition("\n```")[0]
    assert shown in (project / "examples/ring-tugs/ring_tugs/game.py").read_text(encoding="utf-8")


def test_the_guide_names_every_style_and_the_arguments_of_macros(project: Path) -> None:
    guide = (project / "docs" / "own-games.md").read_text(encoding="utf-8")
    looks = tomllib.loads((project / "templates" / "theme.toml").read_text(encoding="utf-8"))
    assert all(f"`{style}`" in guide for style in looks["styles"])
    macros = (project / "templates" / "macros.svg.j2").read_text(encoding="utf-8")
    for name, given in re.findall(
        r"^\| `(\w+)\(([\w, ]*)\)` \|", guide.partition("five games share:")[2], re.MULTILINE
    ):
        found = re.search(rf"macro {name}\((.*?)\) -%", macros)
        if found:
            assert re.findall(r"(?:^|, )(\w+)(?==|,|$)", found[1]) == given.split(", "), name
