"""A measurement of the camera may be stopped and taken up, and its table adds up what was noted."""

import sys
from collections import Counter
from pathlib import Path

import pytest

from benchmarks import camera as benchmark

MEASURED: list[tuple[int, str]] = []


@pytest.fixture(autouse=True)
def of_four_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each photograph has four pieces, of which one is asked; in the third of them one is wrong."""
    MEASURED.clear()

    def measured(kind: object, how: object, seed: int, ink: str) -> tuple[Counter[str], float, list[str]]:
        MEASURED.append((seed, ink))
        wrong = int(seed % 10 == 2)
        return Counter(read=3 - wrong, asked=1, wrong=wrong), 2.0, ["A3r is asked"] + ["A5r is wrong"] * wrong

    monkeypatch.setattr(benchmark, "measured", measured)
    monkeypatch.setattr(benchmark, "indexes", lambda game, decks: [])
    monkeypatch.setattr(benchmark, "commit", lambda: "abc")


def run(monkeypatch: pytest.MonkeyPatch, *words: str) -> None:
    monkeypatch.setattr(sys, "argv", ["camera.py", *words])
    benchmark.main()


def test_what_was_read_is_not_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = str(tmp_path / "it.jsonl")
    run(monkeypatch, file, "hand", "--how", "usual", "--pieces", "5")
    assert MEASURED == [(10_000, "full"), (10_001, "full")]
    run(monkeypatch, file, "hand", "--how", "usual", "--pieces", "12")
    assert MEASURED[2:] == [(10_002, "saver")]


def test_two_parts_read_different_photographs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for part in ("1/2", "2/2"):
        run(monkeypatch, str(tmp_path / part[0]), "rocket", "--how", "hard", "--pieces", "8", "--part", part)
    assert [seed for seed, _ in MEASURED] == [10_000, 10_002, 10_001, 10_003]


def test_the_table_adds_up_and_names_what_is_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / "it.jsonl")
    run(monkeypatch, file, "hand", "--how", "usual", "--pieces", "12")
    capsys.readouterr()
    run(monkeypatch, file, "--table")
    told = capsys.readouterr().out
    assert "| hand | usual | 12 | 8 | 3 | 0 | 1 | 2.0 |" in told
    assert "hand usual 10002 saver: A5r is wrong" in told and len(MEASURED) == 3
