"""The README and the guides are true: every command in them runs, every link leads somewhere."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

HOME = Path(__file__).parents[2]
GUIDES = [HOME / "README.md", HOME / "NOTICE.md", *sorted((HOME / "docs").rglob("*.md"))]
COMMANDS = {"pnp": "generator.cli", "referee": "referee.cli"}


def _console_blocks() -> Iterator[tuple[Path, str]]:
    """The ```console blocks of all guides: commands after "$ ", what they print under them."""
    for guide in GUIDES:
        for block in re.findall(r"```console\n(.*?)```", guide.read_text(), flags=re.DOTALL):
            yield guide, block


def _steps(block: str) -> list[tuple[str, str]]:
    """Each command of a block with the output shown under it ("" if none is shown)."""
    steps: list[tuple[str, str]] = []
    for line in block.splitlines():
        if line.startswith("$ "):
            steps.append((line[2:], ""))
        elif steps:
            command, shown = steps[-1]
            steps[-1] = (command, shown + line + "\n")
    return steps


BLOCKS = list(_console_blocks())


@pytest.mark.parametrize(
    ("guide", "block"), BLOCKS, ids=[f"{guide.name}-{i}" for i, (guide, _) in enumerate(BLOCKS)]
)
def test_every_command_of_a_guide_runs_and_prints_what_is_shown(
    guide: Path, block: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STARBOX_CONFIG", str(tmp_path / "config"))
    monkeypatch.setenv("STARBOX_DATA", str(tmp_path / "data"))
    for name in ("examples",):
        if (HOME / name).is_dir():
            (tmp_path / name).symlink_to(HOME / name)
    for command, shown in _steps(block):
        program, *arguments = shlex.split(command)
        assert program in COMMANDS, f"{guide.name} shows {command!r}, which no test can run"
        done = subprocess.run(
            [
                sys.executable,
                "-c",
                f"import sys; from {COMMANDS[program]} import main; sys.exit(main())",
                *arguments,
            ],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert done.returncode in (0, 1), f"$ {command}\n{done.stderr}"
        if shown.strip():
            assert _plain(done.stdout) == _plain(shown), f"$ {command}"


def _plain(text: str) -> list[str]:
    """Lines without trailing space; a line of only "…" in a guide stands for lines left out."""
    return [line.rstrip() for line in text.strip("\n").splitlines()]


@pytest.mark.parametrize("guide", GUIDES, ids=[str(guide.relative_to(HOME)) for guide in GUIDES])
def test_every_link_and_picture_of_a_guide_exists(guide: Path) -> None:
    for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", guide.read_text()):
        if "://" not in target:
            assert (guide.parent / target).exists(), f"{guide.name} links to {target}"
