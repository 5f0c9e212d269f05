"""The command `referee replay`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.referee.commands.shell import Shell


@pytest.fixture
def played(referee: Shell) -> Shell:
    """With two games of bots that are over."""
    for seed in ("kiwi", "plum"):
        referee(
            "new", "last-blast", "Ann", "Bo", "--seed", seed, "--bots", "Ann=greedy", "--bots", "Bo=random"
        )
    return referee


def test_every_step_as_text(played: Shell) -> None:
    """The move, what came of it, each figure with its rule, the odds, the table, the score."""
    lines = played("replay", "last-blast-1", "--plain").splitlines()
    assert lines[0] == "The Last Blast: Ann, Bo (with everybody's secrets)"
    start = next(place for place, line in enumerate(lines) if "round 1 · Ann: row" in line)
    step = "\n".join(lines[start : start + 12])
    assert "Ann flies to row" in step
    assert "[LB 4.4]" in step
    assert any("with best play" in line for line in lines)
    assert "Hand of Bo" in lines
    assert lines[-1].startswith("Winner")
    assert max(map(len, lines)) <= 80
    assert "with best play" not in played("replay", "last-blast-1", "--plain", "--no-odds")


def test_a_part_of_it(played: Shell) -> None:
    """From a step or a round on, and as one player saw it; what does not exist is refused."""
    assert played("replay", "last-blast-1", "--at", "round 2", "--no-odds").splitlines()[2].split()[1:3] == [
        "round",
        "2",
    ]
    assert played("replay", "--at", "3", "--no-odds").splitlines()[2].startswith("  3  ")
    assert "as Ann saw it" in played("replay", "--as", "ann", "--no-odds")
    assert 'no step or round "round 99". Steps are 0 to' in played("replay", "--at", "round 99", exits=2)
    assert "Cy" in played("replay", "--as", "Cy", exits=2)


def test_the_latest_of_a_game_and_a_broken_journal(played: Shell) -> None:
    """A newer journal that is broken is named and left out; named itself, it is an error with its line."""
    broken = played.home / "sittings" / "last-blast-3.jsonl"
    broken.write_bytes((played.home / "sittings" / "last-blast-2.jsonl").read_bytes().replace(b"Ann", b"Eve"))
    answer = played.json("replay", "last-blast", "--no-odds")
    assert answer["file"].endswith("last-blast-2.jsonl")
    assert "last-blast-3.jsonl, line 1" in answer["skipped"][0]
    assert answer["open"]
    assert [step["number"] for step in answer["steps"]] == list(range(len(answer["steps"])))
    assert "was changed" in played("replay", "last-blast-3", exits=2)
    assert "no journal of this game" in played("replay", "mlem", exits=2)


def test_a_page(played: Shell, tmp_path: Path) -> None:
    """Whole or not at all: where the file cannot be written, nothing is left."""
    file = tmp_path / "replay.html"
    assert "Written to" in played("replay", "--html", str(file))
    assert file.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert "cannot be written" in played("replay", "--html", str(tmp_path / "no" / "x.html"), exits=2)
